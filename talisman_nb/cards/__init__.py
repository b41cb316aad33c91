"""The definitions of editions (cards, characters, forms, spaces) in TOML: types, decoding, checks, compiling."""
