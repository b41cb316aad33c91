"""A table on several screens: who is in, which controller a screen has."""
