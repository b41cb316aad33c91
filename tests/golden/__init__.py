"""What every card, character, space and Spell does, written down: see `tests/test_golden.py` and `tests/test_mutation.py`."""
