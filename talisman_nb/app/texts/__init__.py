"""The command `texts`: real lines of the program in every language side by side, for whoever writes or translates."""
