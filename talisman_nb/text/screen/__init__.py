"""What a panel shows: the values it is sent, and how they are filled from a state."""
