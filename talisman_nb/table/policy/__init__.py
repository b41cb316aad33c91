"""What a table answers itself, because there is one sensible answer."""
