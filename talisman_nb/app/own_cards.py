"""The command `own-cards`: the box of the group's own cards, those in no list that were entered at some table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from talisman_nb.app.arguments import CommandLineError
from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.board.toml_reading import nearest
from talisman_nb.model import OwnCard
from talisman_nb.table.own_cards import correct_own_card, forget_own_card
from talisman_nb.table.own_cards import own_cards as box
from talisman_nb.text.names import UnknownNameError, plain
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

FORGET: Final = "forget"
FIGURES: Final = ("strength", "craft", "number")
MOST: Final = 12


def own_cards(asked: argparse.Namespace) -> int:
    """List the cards, correct a figure (`NAME strength 7`) or take a card out (`forget NAME`).

    Raises `CommandLineError` for a name that is not in the box and a figure that can't be, `TableFileError` "system" if
    the file can't be written.
    """
    lang, words = language(asked), asked.rest
    if not words:
        _list(lang)
    elif words[0] == FORGET:
        for card in _named(words[1:]):
            forget_own_card(card)
            say(load_phrases(lang).say("setup", "own-forgotten", card=card.name))
    else:
        figure, n = _figure(words)
        for card in _named(words[:-2]):
            corrected = replace(card, **{figure: n})
            correct_own_card(card, corrected)
            say(_line(corrected, lang))
    return 0


def _list(lang: str) -> None:
    found = box()
    for card in found:
        say(_line(card, lang))
    if not found:
        say(load_phrases(lang).say("console", "own-card.none"))


def _line(card: OwnCard, lang: str) -> str:
    wording = Wording(lang)
    what = wording.say("panel", f"type-{card.type.replace(' ', '-')}")
    figures = {figure: getattr(card, figure) or None for figure in FIGURES}
    try:
        deck = wording.deck(card.deck)
    except UnknownNameError:
        deck = card.deck  # one of a layer, of which nothing is known here
    return wording.say("console", "own-card.line", card=card.name, deck=deck, what=what, **figures)


def _named(words: Sequence[str]) -> list[OwnCard]:
    """The cards of this name, one a deck."""
    name, cards = " ".join(words), box()
    found = [card for card in cards if plain(card.name) == plain(name)]
    if not found:
        raise CommandLineError("error.own-card", name=name, near=nearest(name, [card.name for card in cards]))
    return found


def _figure(words: Sequence[str]) -> tuple[str, int]:
    figure, n = words[-2:] if len(words) > 2 else ("", "")
    if figure not in FIGURES or not (n.isascii() and n.isdigit()) or int(n[:3]) > MOST:
        raise CommandLineError("error.own-figure")
    return figure, int(n)
