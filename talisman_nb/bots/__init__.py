"""Players without people, for tests and simulation."""
