"""Benchmarks, each as a ratio to a named peer measured in the same run: `python -m talisman_nb.bench`."""
