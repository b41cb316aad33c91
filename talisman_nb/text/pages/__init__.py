"""Pages to look things up: definitions, rules, doubts."""
