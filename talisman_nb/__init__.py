"""A Jupyter-native companion for the board game Talisman (unofficial)."""
