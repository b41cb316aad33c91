"""What every panel is sent through: the widget, its messages and words, the bundle of its JavaScript."""
