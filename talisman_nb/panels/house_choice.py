"""The house rules chosen in the form of a new table: single ones, or those saved under a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.house_rules import offered
from talisman_nb.table.house_files import house_values, save_house
from talisman_nb.text.house_rules import changed, choices, sentences


class HouseChoice:
    """Values that differ from the edition's; `saved_as` is the name under which exactly these are saved, "" for none.

    >>> house, book = HouseChoice(), open_book()
    >>> house.turn(book, "switch.temple_life", "true")
    >>> house.values
    {'switch.temple_life': True}
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.saved_as = ""

    def turn(self, book: Book, switch: str, value: str) -> None:
        """Set a house rule to "true", "false" or the text of a number; an unknown switch or value is ignored."""
        if switch not in offered(book):
            return
        found = [each for each in choices(book, switch) if str(each).lower() == value]
        if found:
            self.take(book, {**self.values, switch: found[0]})

    def take(self, book: Book, values: Mapping[str, Any]) -> None:
        """Take over those of some values that mean something in the book's edition."""
        self.values, self.saved_as = changed(book, values), ""

    def choose(self, book: Book, name: str) -> None:
        """Take the house rules saved under a name, "" for none at all; raises `HouseFileError` and changes nothing."""
        self.values, self.saved_as = changed(book, house_values(name or None, book)), name

    def move_to(self, book: Book) -> None:
        """Keep what means something in another edition; raises `HouseFileError` for those of a name that do not."""
        name = self.saved_as
        self.take(book, self.values)
        if name:
            self.choose(book, name)

    def save(self, book: Book, name: str, lang: str) -> None:
        """Save the house rules under a name. Raises `HouseFileError`."""
        save_house(name, open_book(book.edition, self.values), lang)
        self.saved_as = name

    def without_field(self, book: Book, lang: str) -> tuple[str, ...]:
        """The house rules that the form has no field for, a sentence each."""
        told = sentences(open_book(book.edition, self.values), lang)
        return tuple(text for name, text in told.items() if name not in offered(book))
