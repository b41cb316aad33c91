"""Does the hands line name everything that moves at the physical board, and stay until the next turn is answered?"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from shares import some_seeds
from tables import TWO, played, started

from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Change, Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.table_view import TableView
from talisman_nb.rules.book import Book, book_of, open_book, plain_card
from talisman_nb.table import AnswerRecord, NotAllowedError, Table
from talisman_nb.table.hand_moves import difference
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands
from talisman_nb.text.moves import HandMove, say_moves
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
            said = any(re.search(handed, line) for line in lines) or _drawn_and_discarded(place.split()[0], lines)
        else:
            named = place.replace("discards", "discard pile")
            where = str(wording.space(place)) if place in book.board.spaces else named
            parts = [str(wording.card(card)), *where.split("  ")]
            said = any(all(part in line for part in " ".join(parts).split()) for line in lines)
            hidden = book.deck_of.get(card) == book.face_down  # drawn and put away between the two states
            said = said or (place == "discards" and _put_away(whence or (hidden and "[A-Z][a-z]+ Spells") or "", lines))
        if not said:
            yield f"{card}: {whence or 'a pile'} -> {place}"


def _drawn_and_discarded(owner: str, lines: list[str]) -> bool:
    """Whether an unseen Spell went from one hand and another came into `owner`'s: together like one handed on."""
    drawn = any(re.match(rf"{owner} draws .*Spell", line) for line in lines)
    return drawn and any(re.match("Put a Spell nobody has seen on the discard pile", line) for line in lines)


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


MANY = [1, 2, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in some_seeds(8))]


@pytest.mark.matrix
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


ADA = "own Ada character, life 4, start crags"


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("sword", "wizard crags, has sword"),
        ("spell?", "wizard crags, spells spell?"),
        ("own/Lamp", "own Lamp object | wizard crags, has own/Lamp"),
        ("own/Lamp", f"edition third | own Lamp object, deck adventure | {ADA} | own/Ada crags, has own/Lamp"),
    ],
)
def test_what_is_put_away_is_told_once(card: str, text: str) -> None:
    """Is it told with what was discarded, and not again as a card that lies elsewhere now?"""
    before = situation(text)
    g = WorkingState(book_of(before.book), before)
    g.set(0, goods=(), spells=())
    g.return_card(card)
    assert difference(before, g.freeze())
    assert not untold(before, g.freeze(), [Event("discarded", 0, card=card)])


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


def test_what_an_undo_asks_is_gone_with_the_next_answer() -> None:
    panel = started(TWO)
    for key in ("3", "clockwise", "bear"):
        panel.handle({"type": "answer", "key": key})
    panel.handle({"type": "undo"})
    assert shown(panel) == ("Move Ada's figure to the Fields.", "Move the Bear from the Fields to the Adventure deck.")
    panel.handle({"type": "undo"})
    back = shown(panel)
    assert back == ("Move the Bear from the Fields to the Adventure deck.", "Move Ada's figure to the Crags.")
    panel.handle({"type": "answer", "key": "anticlockwise"})
    assert shown(panel) == ("Move Ada's figure to the Hills.",), "nothing of the first way, nor of the way back"
    for key in ("wolf", "fight", "6"):
        panel.handle({"type": "answer", "key": key})
    told = shown(panel)
    assert not any("Bear" in line or "Fields" in line for line in told) and "Bruno" in panel.screen().question.who.name


def test_what_is_redone_is_told_once_and_as_before() -> None:
    panel = started(TWO)
    for key in ("3", "clockwise", "wolf", "5"):
        panel.handle({"type": "answer", "key": key})
        told = shown(panel)
    panel.handle({"type": "undo"})
    panel.handle({"type": "undo"})
    assert shown(panel) != told
    panel.handle({"type": "redo"})
    panel.handle({"type": "redo"})
    assert shown(panel) == told


@pytest.mark.parametrize("spells", ["known", "hands"])
def test_a_lasting_spell_is_told_to_lie_where_it_lies(spells: str) -> None:
    """In the end one sentence says so, whether it was named at once or only when it was cast."""
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, spells=spells)
    view = TableView(table)
    for card in ("hex", "healing") if spells == "known" else ():
        table.answer(card)
    for key in ("cast:hex",) if spells == "known" else ("cast:spell?", "hex"):
        table.answer(key, 0)
        shown(view)
    table.answer("sentinel")
    told = [line for line in shown(view) if "Hex" in line or "discard" in line]
    assert len(told) == 1 and told[0].startswith("Move Hex from") and told[0].endswith("to the Sentinel."), told
    assert view.screen().moment.text.startswith("Ada cast Hex")


@pytest.mark.parametrize("spells", ["known", "hands"])
def test_a_spell_that_is_over_is_told_to_be_put_away_once(spells: str) -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, spells=spells)
    view = TableView(table)
    for card in ("healing", "hex") if spells == "known" else ():
        table.answer(card)
    for key in ("cast:healing",) if spells == "known" else ("cast:spell?", "healing"):
        table.answer(key, 0)
        shown(view)
    table.answer("seat:1")
    assert [line for line in shown(view) if "Healing" in line] == ["Put Healing on the Spell discard pile."]


@pytest.mark.parametrize(
    ("card", "place", "lost"),
    [("runesword", "seat:1", "Ada took the Runesword from Bruno"), ("wolf", "trophies:1", "")],
)
def test_band_and_hands_say_from_whom_a_typed_card_is_taken(card: str, place: str, lost: str) -> None:
    """A card that was drawn although the table had it on a sheet: nobody loses it in silence."""
    panel = started(TWO)
    table = panel.table
    assert table is not None
    table.change(Change("card", card=card, origin="deck:adventure", to=place))
    for key in ("3", "clockwise"):
        panel.handle({"type": "answer", "key": key})
    panel.handle({"type": "answer", "ply": table.state.ply, "key": card, "here": True})
    screen = panel.screen()
    away = screen.moment.text
    assert away == (lost or "By hand: the Wolf goes from Bruno's trophies to the Adventure deck")
    told = f"{lost.replace('took', 'takes')}." if lost else "Take the Wolf from Bruno's trophies."
    assert [line for line in shown(panel) if "Bruno" in line] == [told]
    assert any(f"the {away.split('the ')[1].split(' ')[0]} goes from Bruno" in line.text for line in screen.journal)


@pytest.mark.parametrize("to", ["space", "piles"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_leaves_is_packed_away(lang: str, to: str) -> None:
    """Figure, counters and trophies, cards and gold: all of it is said, in the middle of a fight too."""
    panel = started(TWO, lang=lang)
    table = panel.table
    assert table is not None
    table.change(Change("card", card="sword", origin="deck:adventure", to="seat:1"))
    for key in ("3", "clockwise", "bear", "fight"):
        panel.handle({"type": "answer", "key": key})
    panel.handle({"type": "correct", "changes": [{"what": "leave", "seat": 1, "to": to}]})
    (told,) = panel.screen().hands
    counters = {"en": "counters", "it": "segnalini", "fr": "pions", "pl": "żetony"}[lang]
    assert told.startswith("Bruno") and counters in told and len(told.split()) > 15


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_take_counters(lang: str) -> None:
    """A hand takes a counter, not a point (term.counter)."""
    counter = {"en": "counter", "it": "segnalin", "fr": "pion", "pl": "żeton"}[lang]
    for what in ("life", "strength", "craft"):
        for n in (1, 2, 5):
            (told,) = hands(["Ada"], [Event("gained", 0, what=what, n=n)], lang)
            (moved,) = say_moves(["Ada"], [HandMove("counter", 0, what, n, 7)], lang)
            assert counter in told and counter in moved and "punkt" not in told


PLACES = ("seat:0", "spells:1", "trophies:1", "discards:adventure", "deck:adventure", "stock", "box", "space:ruins")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_of_a_card_is_a_whole_sentence(lang: str) -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}).state
    for origin in PLACES:
        for to in PLACES:
            card = "purchase/mule" if "stock" in (origin, to) else "wolf"
            (told,) = say_moves(table, [HandMove("card", card=card, origin=origin, to=to)], lang)
            assert "→" not in told and told.endswith(".") and " " in told and "{" not in told, (origin, to)
    unseen = HandMove("card", card=UNSEEN, origin="deck:spell", to="spells:0")
    (two,) = say_moves(table, [unseen, unseen], lang)
    assert "2" in two and "Ada" in two


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
        assert not any("Hex" in line or "Healing" in line for line in shown(TableView(table, audience=Audience(seat))))
    view = TableView(table)
    table.undo()
    assert not any("Hex" in line for line in shown(view))
