"""The front end: the widget (`companion.py` and its JavaScript), its controllers and the form of a new table."""
