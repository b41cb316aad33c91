"""Questions in words: the headline, the options, and what is worth knowing beside each."""
