"""Many games, and what must be true of every one."""
