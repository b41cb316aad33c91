"""Words for what cards, characters, spaces, forms and effects do: a tree of nodes per definition, and views of it."""
