"""The rules as data: rule index, tables of the editions, house rules, and the book built from them."""
