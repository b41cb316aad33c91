"""The bench: a position looked into."""
