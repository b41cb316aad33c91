"""Does the hands line name everything that moves at the physical board, and stay until the next turn is answered?"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from tables import TWO, played, started

from talisman_nb.model import Event, State
from talisman_nb.panels.table_view import TableView
from talisman_nb.rules.book import Book, book_of, open_book, plain_card
from talisman_nb.table import AnswerRecord, NotAllowedError, Table
from talisman_nb.text.events.hands import hands
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import wording_of

PEOPLE = ("Ada", "Bruno", "Carla", "Dario")
WORDS = {"life": "li(?:fe|ves)", "fate": "fate", "gold": "gold", "strength": "Strength", "craft": "Craft"}
"""Counters as an English sentence names them."""
Places = dict[str, Counter[str]]


def lying(book: Book, state: State) -> Places:
    """Where each card is that lies open or in a hand, by its printed name."""
    found = {
        f"{space}": Counter(map(plain_card, cards))
        for space, cards in zip(book.board.spaces, state.spaces, strict=True)
    }
    for p in state.players:
        found[f"{p.name} "] = Counter(map(plain_card, p.goods))
        found[f"{p.name} Spells"] = Counter(plain_card(card) for card in p.spells)
        found[f"{p.name} trophies"] = Counter(map(plain_card, p.trophies))
    discards = (card for deck in state.decks for card in deck.discards)
    return {**found, "discards": Counter(map(plain_card, discards))}


def arrived(book: Book, a: State, b: State) -> Iterator[tuple[str, str, str]]:
    """(card, whence, place) of each card that lies at another place than before; whence is "" from a deck or stock."""
    before, after = lying(book, a), lying(book, b)
    gone = {place: before[place] - after[place] for place in before}
    for place, cards in after.items():
        for card in (cards - before[place]).elements():
            whence = next((old for old, less in gone.items() if less[card]), "")
            if whence:
                gone[whence][card] -= 1
            yield card, whence, place


def missing_cards(state: State, before: State, lines: list[str]) -> Iterator[str]:
    """Cards that have moved unsaid in a press; those drawn to a space are still being met (`staying_unsaid`)."""
    book, wording = book_of(state.book), wording_of(state, "en")
    for card, whence, place in arrived(book, before, state):
        if not whence and place in book.board.spaces:
            continue
        if place.endswith("Spells") and not whence:  # only the owner sees which
            owner = place.split()[0]
            # One Spell handed on, and another drawn by whoever gave it, look like one drawn by whoever got it.
            givers = [found[1] for line in lines if (found := re.match(rf"(\w+) gives {owner} .*Spell", line))]
            drawn = [line for line in lines if re.search(r"draws? .*Spell|takes", line)]
            said = any(who in line for who in (owner, *givers) for line in drawn)
        elif place.endswith("Spells") and whence.endswith("Spells"):  # only these two see which
            handed = rf"{whence.split()[0]} gives {place.split()[0]} .*Spell"
            said = any(re.search(handed, line) for line in lines)
        else:
            named = place.replace("discards", "discard pile")
            where = str(wording.space(place)) if place in book.board.spaces else named
            parts = [str(wording.card(card)), *where.split("  ")]
            said = any(all(part in line for part in " ".join(parts).split()) for line in lines)
            hidden = book.deck_of.get(card) == book.face_down  # drawn and put away between the two states
            said = said or (place == "discards" and _put_away(whence or (hidden and "[A-Z][a-z]+ Spells") or "", lines))
        if not said:
            yield f"{card}: {whence or 'a pile'} -> {place}"


def staying_unsaid(state: State, begun: State, lines: list[str]) -> Iterator[str]:
    """Cards that a turn has brought to a space and that stay there unsaid."""
    book, wording = book_of(state.book), wording_of(state, "en")
    for card, whence, place in arrived(book, begun, state):
        where = str(wording.space(place)) if place in book.board.spaces else ""
        parts = f"{wording.card(card)} {where}".split()
        if where and not any(all(part in line for part in parts) for line in lines):
            yield f"{card}: {whence or 'a pile'} -> {place}"


def _put_away(whence: str, lines: list[str]) -> bool:
    """Whether the owner's Spells and trophies are said to go back."""
    who, _, what = whence.partition(" ")
    return bool(what) and any(re.match(f"{who} puts the character away", line) for line in lines)


def told(lines: list[str], who: str, what: str) -> int:
    """How many counters more the lines say somebody has."""
    total = 0
    for line in lines:
        times = int(found[1]) if (found := re.search(r"\(× (\d+)\)", line)) else 1
        n = 0
        if found := re.search(rf"\b{who} (?:.* )?takes (\d+) {WORDS[what]}", line):
            n += int(found[1])
        if found := re.search(rf"\b{who} (?:returns|pays|leaves) (\d+) {WORDS[what]}", line):
            n -= int(found[1])
        if found := re.search(rf"\btakes (\d+) {WORDS[what]} from {who}", line):
            n -= int(found[1])
        if found := re.search(rf"(\w+) gives (\w+) .*?(\d+) {WORDS[what]}", line):
            n += int(found[3]) * ((found[2] == who) - (found[1] == who))
        total += n * times
    return total


def missing_figures(state: State, before: State, lines: list[str]) -> Iterator[str]:
    """Counters, figures and characters that have changed unsaid."""
    wording = wording_of(state, "en")
    for old, new in zip(before.players, state.players, strict=True):
        if old.character != new.character:
            if not any((new.name in line and "character" in line) or f"{new.name} takes" in line for line in lines):
                yield f"{new.name}: {old.character} -> {new.character}"
            continue
        if old.space != new.space and not any(
            new.name in line and str(wording.space(new.space)) in line for line in lines
        ):
            yield f"{new.name}: {old.space} -> {new.space}"
        if old.form != new.form and not any(new.name in line and "Toad" in line for line in lines):
            yield f"{new.name}: {old.form} -> {new.form}"
        if old.alignment != new.alignment and not any(new.name in line and "alignment" in line for line in lines):
            yield f"{new.name}: {old.alignment} -> {new.alignment}"
        for what in WORDS if old.form == new.form else ():
            change = getattr(new, what) - getattr(old, what)
            if change != told(lines, new.name, what):
                yield f"{new.name}: {what} {change:+}, told {told(lines, new.name, what):+}"


def press(table: Table, dice: random.Random) -> bool:
    """Answer as somebody might; return whether the table took it."""
    asked = table.ask
    if asked.chance:
        return bool(table.roll())
    asides = [(o.key, seat) for seat in range(len(PEOPLE)) for o in table.asides(seat) if not o.closed]
    key, seat = dice.choice(asides) if asides and dice.random() < 0.15 else (dice.choice(asked.open()), None)
    try:
        return bool(table.answer(key, seat))
    except NotAllowedError:  # an aside that needs something typed
        return False


def last_press(table: Table) -> tuple[AnswerRecord, ...]:
    return tuple(line for line in table.lines if line.undo_group == table.lines[-1].undo_group)


MANY = [1, 2, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(3, 40))]


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("seed", MANY)
def test_everything_that_moves_at_the_board_is_named(seed: int, edition: str) -> None:
    dice = random.Random(f"{seed} {edition}")
    figures = dice.sample(sorted(open_book(edition).characters), len(PEOPLE))
    spells = ("hands", "known")[seed % 2]
    table = Table.new(dict(zip(PEOPLE, figures, strict=True)), edition, seed=seed, spells=spells)
    view, moved = TableView(table), Counter[str]()
    begun, said = (
        table.start,
        list(view.screen().hands),
    )  # the state at the beginning of the turn, and what was told in it
    for _ in range(500):
        if table.ask.kind == "over":
            break
        before = table.state
        if not press(table, dice):
            continue
        lines, state = list(view.screen().hands), table.state
        where = f"seed {seed}, {edition}, answer {len(table.lines)}: {lines}"
        assert not list(missing_cards(state, before, lines)), where
        assert not list(missing_figures(state, before, lines)), where
        said += lines
        if (state.turn, state.round) != (before.turn, before.round):
            assert not list(staying_unsaid(state, begun, said)), where
            begun, said = state, []
        moved.update(line.split()[0] for line in lines)
    assert sum(moved.values()) > 100


# --- how long it stays ---


def shown(view: TableView) -> tuple[str, ...]:
    screen = view.screen()
    return (*screen.hands_before, *screen.hands)


def test_it_stays_until_the_next_person_has_answered() -> None:
    table = Table.new(TWO)
    view = TableView(table)
    assert any("Dwarf" in line for line in shown(view)), "nobody has answered: what is laid out"
    table.answer(3)
    assert shown(view) == ()
    played(table, "clockwise")
    walked = shown(view)
    assert walked == ("Move Ada's figure to the Fields.",)
    played(table, "wolf", 5)
    assert shown(view) == walked and view.screen().hands == (), "the same person in the same turn"
    table.answer(1)
    told = (*walked, "The Wolf goes to Ada's trophies.")
    assert shown(view) == told and view.screen().hands == told[1:] and table.ask.seat == 1
    again = TableView(table)
    assert shown(again) == told, "a window that is opened now shows it too"
    table.answer(2)
    assert shown(view) == () == shown(again), "Bruno has answered"


def test_what_an_undo_asks_stays_until_the_next_person_has_answered() -> None:
    panel = started(TWO)
    for key in ("3", "clockwise", "bear"):
        panel.handle({"type": "answer", "key": key})
    panel.handle({"type": "undo"})
    assert panel.screen().hands
    panel.handle({"type": "undo"})
    back = shown(panel)
    assert back == ("Bear: Fields → the deck.", "Move Ada's figure to the Crags."), "card and figure go back"
    panel.handle({"type": "answer", "key": "anticlockwise"})
    assert panel.screen().hands_before == back and panel.screen().hands, "Ada goes on"
    for key in ("wolf", "fight", "6"):
        panel.handle({"type": "answer", "key": key})
    assert shown(panel)[:2] == back and panel.screen().question.who.name == "Bruno", "until the next person"
    panel.handle({"type": "answer", "key": "2"})
    assert shown(panel) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_twice_is_counted(lang: str) -> None:
    one = Event("gained", 0, what="life", n=1)
    (once,), (twice,) = hands(["Ada"], [one], lang), hands(["Ada"], [one, one], lang)
    assert twice == f"{once} (× 2)"


def test_a_spell_in_anothers_hand_is_not_named() -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, spells="known")
    for card in ("healing", "hex"):
        table.answer(card)
    for seat in (-1, 1):
        assert not any("Hex" in line or "Healing" in line for line in shown(TableView(table, viewer=seat)))
    view = TableView(table)
    table.undo()
    assert not any("Hex" in line for line in shown(view))
