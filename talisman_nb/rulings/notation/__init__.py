"""The notation of situations: its words, and what they say of a book; `model.situation` tells how it is written."""
