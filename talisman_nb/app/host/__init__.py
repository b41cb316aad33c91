"""A table for phones, a television and a laptop: one process, its screens, and who may see which."""
