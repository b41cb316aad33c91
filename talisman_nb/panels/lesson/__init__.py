"""The wall of a lesson."""
