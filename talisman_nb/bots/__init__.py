"""Automatic players for tests and simulation."""
