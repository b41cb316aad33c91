"""Transcripts of what every card, character, space and Spell does: see `test_golden.py` and `test_mutation.py`."""
