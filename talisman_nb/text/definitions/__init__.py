"""What cards, characters, spaces, forms and effects do, in words: one tree of nodes per definition, and views of it."""
