"""Lists to put a game away by, and to set it up again: per person, space and pile, in the order of the hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from talisman_nb.engine import ask
from talisman_nb.engine.view import view_ask
from talisman_nb.model import Seen, State
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.text.grammar import join_list, with_heading
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import edition_name, variant_name
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import here, lasting, sheets
from talisman_nb.text.screen.labels import Place, places_of
from talisman_nb.text.screen.values import Sheet
from talisman_nb.text.wording import Wording, wording_of

CHARACTER = "character."
COUNTERS = ("strength", "craft")
FIGURES = (*COUNTERS, "life", "fate", "gold")


def packing_pages(state: Seen, lang: str, table: str) -> tuple[Page, Page]:
    """Return the list to pack a game away by, and the one to set it up again by; they name no hidden card.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> away, again = packing_pages(seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")])), "en", "Friday")
    >>> away.title, [section.title for section in away.sections]
    ('Friday: packing away', ['Ada · Dwarf', 'Bruno · Thief'])
    """
    wording, book = wording_of(state, lang), book_of(state.book)
    say = wording.say
    people, spaces, piles = _people(state, wording), _spaces(state, wording), tuple(_piles(state, wording))
    lasts = [each for each in lasting(state, lang) if each.change and not wording.marker(each.change.card)]
    goes_on = [with_heading(each.text, each.left, lang) for each in lasts]
    further = _section(say("pages", "packing-lasts"), goes_on)
    turn = say("pages", "packing-turn", n=state.round, who=wording.who(state.turn))
    about, variant = (edition_name(book, lang), *in_force(book, lang)), sentence(variant_name(book, lang))
    told = (turn, *filter(None, (variant,)))
    return (
        Page(say("pages", "packing", table=table), told, (*people, *spaces, *piles, *further)),
        Page(say("pages", "setting-up", table=table), (*about, turn), (*piles, *spaces, *people, *further)),
    )


def _section(title: str, lines: list[str]) -> tuple[Section, ...]:
    return (Section(title, tuple(lines)),) if lines else ()


def _people(state: Seen, wording: Wording) -> tuple[Section, ...]:
    found = sheets(state, wording.lang)
    return tuple(Section(_title(sheet), tuple(_person(state, wording, sheet))) for sheet in found)


def _title(sheet: Sheet) -> str:
    return " · ".join(filter(None, (sheet.who.name, sheet.who.character)))


def _person(state: Seen, wording: Wording, sheet: Sheet) -> Iterator[str]:
    """Yield what lies before a person: the space, counters, cards, and what else must be remembered."""
    p = state.players[sheet.who.seat]
    if p.character:
        yield wording.say("pages", "packing-stands", space=place_told(state, wording, p.space))
        figures = {"life": p.life, "fate": p.fate if sheet.fate else 0, "gold": p.gold}
        asleep, own = p.asleep if p.form else (0, 0), (p.strength, p.craft)
        figures |= {what: a + b for what, a, b in zip(COUNTERS, asleep, own, strict=True)}
        yield " · ".join(
            f"{wording.word(what)} {'+' if what in COUNTERS else ''}{n}" for what, n in figures.items() if n
        )
        yield sheet.alignment
    yield from sheet.goods
    if p.spells:
        yield wording.say("pages", "packing-spells", n=len(p.spells))
    if p.trophies:
        yield wording.say("pages", "packing-trophies", cards=wording.cards(p.trophies))
    if p.experience:
        yield wording.say("pages", "packing-points", n=p.experience)
    yield from filter(None, sheet.state.split(" · "))


def position_page(state: Seen, lang: str, table: str = "") -> Page:
    """Return the page of a game as it stands: the round, the question, everybody's sheet, what lies where.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> print(position_page(seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")])), "en", "Friday"))
    Friday
    Round 1; it is Ada's turn.
    Ada · Dwarf: roll to move
    <BLANKLINE>
    Ada · Dwarf
      Crags · neutral
      Strength 3 · Craft 3 · Life 5 · Fate 5 · Gold 1
    <BLANKLINE>
    Bruno · Thief
      City · neutral
      Strength 3 · Craft 3 · Life 4 · Fate 2 · Gold 1
    """
    wording = wording_of(state, lang)
    turn = wording.say("pages", "packing-turn", n=state.round, who=wording.who(state.turn))
    asked = question(state, view_ask(ask(state)), lang).headline
    people = (person_section(wording, sheet) for sheet in sheets(state, lang))
    title = table or wording.say("export", "untitled")
    return Page(title, tuple(filter(None, (turn, asked))), (*people, *_spaces(state, wording)))


def person_section(wording: Wording, sheet: Sheet) -> Section:
    """Return a sheet as a heading and lines: where it stands, its figures, what it has, what holds for it."""
    figures = [(stat, getattr(sheet, stat)) for stat in FIGURES]
    now = [(wording.say("panel", stat), n[1] if isinstance(n, tuple) else n) for stat, n in figures if n is not None]
    unseen = len(sheet.spells) + sheet.unseen
    lines = (
        " · ".join(filter(None, (sheet.space, sheet.alignment))) if sheet.who.character else "",
        " · ".join(f"{stat} {n}" for stat, n in now) if sheet.who.character else "",
        ", ".join(sheet.goods),
        wording.say("pages", "packing-spells", n=unseen) if unseen else "",
        wording.say("pages", "packing-trophies", cards=", ".join(sheet.trophies)) if sheet.trophies else "",
        sheet.state,
    )
    return Section(_title(sheet), tuple(filter(None, lines)))


def place_told(state: State, wording: Wording, space: str) -> str:
    """Return a space with what tells it from others of its name."""
    place = places_by_id(book_of(state.book), wording.lang)[space]
    return f"{place.name}, {place.where}" if place.where else place.name


@cache
def places_by_id(book: Book, lang: str) -> dict[str, Place]:
    return {place.space: place for place in places_of(book, lang)}


def _spaces(state: Seen, wording: Wording) -> tuple[Section, ...]:
    lying = here(state, wording.lang)
    return tuple(Section(place_told(state, wording, space), names) for space, names in lying.items())


def _piles(state: Seen, wording: Wording) -> Iterator[Section]:
    """Yield the discards of each deck, and what is out of the game."""
    book = book_of(state.book)
    for name, deck in zip(book.decks, state.decks, strict=True):
        if deck.discards:
            title = wording.say("pages", "packing-discards", what=wording.deck(name))
            yield Section(title, (str(wording.cards(map(plain_card, deck.discards))),))
    out = [str(wording.source(card) if card.startswith(CHARACTER) else wording.card(card)) for card in state.box]
    yield from _section(wording.say("pages", "packing-out"), [join_list(out, wording.lang)] if out else [])
