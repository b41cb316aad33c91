"""A game looked back on: its journal, its course in figures, and what is kept of it outside the program."""
