"""Reader and writer of the situation notation, which `model.situation` defines."""
