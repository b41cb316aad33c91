"""Benchmarks: every figure as a ratio against a named peer in the same run. `python -m talisman_nb.bench`."""
