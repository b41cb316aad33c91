"""The rules of each edition as data: the index, the differences, the house rules."""
