"""Plays many games with bots and checks the invariants of every state."""
