"""A saved table: its log, what is found of it, rescued from it and read of older ones."""
