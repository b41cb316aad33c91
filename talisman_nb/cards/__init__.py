"""Decks, characters, quests as TOML per edition; loading and checking."""
