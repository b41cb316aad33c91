"""What happened, in words: sentences for the journal, instructions for the physical board."""
