"""Transport of every panel: the widget, its messages and words, the bundle of its JavaScript."""
