"""Contents of a panel: the values it is sent, and how they are filled from a state."""
