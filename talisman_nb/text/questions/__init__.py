"""What the game asks, in words: the question, its options, what is worth knowing beside each."""
