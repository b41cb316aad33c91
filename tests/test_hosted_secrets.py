"""Does any message to a screen tell what lies face down with another seat?

Every message of games with cards on the screen is kept, to the laptop, the television and the phones, and searched for
the Spells and characters that another seat holds. Their keys and names are marked (`marked.py`), since a word such as
"healing" also stands in rules and in the answers of other cards. What a seat has seen before, as a Spell that was cast
and drawn again, is no secret: the journal may name it.
"""

from __future__ import annotations

import json
import random

import pytest
from editions import PLAYED
from hosted import Evening, wire
from marked import MARK, marked
from shares import some_seeds, turn
from tables import pressed
from test_view import with_other_hands

from talisman_nb.app.host.guests import TELEVISION
from talisman_nb.app.host.hosted_table import HostedScreen
from talisman_nb.chronicle.exports import FORMS
from talisman_nb.engine.view import hidden_of
from talisman_nb.model import State
from talisman_nb.panels.table.audience import READING
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import specify
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.slow

FRIENDS = ("Ada", "Bruno", "Carla", "Dario", "Elena")
PRESSES = 120


def evening(seed: int, edition: str, lang: str) -> Evening:
    """A table of five with everything on the screen, where seats are asked for their Spells in different ways."""
    dice, layer = random.Random(seed), marked(edition)
    figures = dice.sample(sorted(open_book(specify((edition, layer))).characters), len(FRIENDS))
    table = Table.new(
        dict(zip(FRIENDS, figures, strict=True)), edition, layers=(layer,),
        dice="virtual", cards="virtual", spells="known", lang=lang, seed=seed,
    )  # fmt: skip
    table.set(react=("pass", "ask-if-could", "spells", "always", "hit"))
    return Evening(table)


def sent(frame: str) -> str:
    """A message without its labels, which are the same whatever anybody holds."""
    return json.dumps({**json.loads(frame), "labels": None}, ensure_ascii=False).lower()


class Witness:
    """What each seat has seen at some time: its own hand, discards, characters, Spells cast, what it was shown."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[int, int], frozenset[str]] = {}  # by the id of the answer and the seat

    def seen(self, seat: int) -> set[str]:
        return set().union(*(self._by(line, seat) for line in self._table.lines))

    def _by(self, line: AnswerRecord, seat: int) -> frozenset[str]:
        if (line.id, seat) not in self._known:
            told = [event for event in line.events if event.only == seat >= 0]
            shown = {card for event in told for card in (event.card, *event.cards)}
            cast = {event.card for event in line.events if event.kind == "cast"}
            lies = (public(state, seat) for state in (line.before, line.after))
            self._known[line.id, seat] = frozenset(shown.union(cast, *lies))
        return self._known[line.id, seat]


def public(state: State, seat: int) -> set[str]:
    """The cards and characters that lie open, and those of a seat."""
    open_ = {card for deck in state.decks for card in deck.discards}
    open_ |= {player.character for player in state.players} | set(state.box)
    return open_ | set(hidden_of(state, seat) if seat >= 0 else ())


@pytest.mark.parametrize("edition", PLAYED)
def test_no_message_names_what_another_seat_holds(edition: str) -> None:
    seed = (turn() + PLAYED.index(edition)) % len(LANGUAGES)
    lang = LANGUAGES[seed]
    searched = search(evening(seed, edition, lang), random.Random(seed), f"seed {seed} {edition} {lang}")
    assert searched > 100


@pytest.mark.campaign
@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("seed", some_seeds(3))
def test_no_message_of_many_games_names_what_another_seat_holds(seed: int, edition: str) -> None:
    lang = LANGUAGES[seed % len(LANGUAGES)]
    search(evening(seed, edition, lang), random.Random(seed), f"seed {seed} {edition} {lang}", 200)


def search(game: Evening, dice: random.Random, told: str, presses: int = PRESSES) -> int:
    """Play on, and search each message; return how many hidden hands were searched for."""
    searched, witness = 0, Witness(game.table)
    for n in range(presses):
        if game.table.ask.kind == "over":
            break
        pressing = game.laptop if dice.random() < 0.3 else game.phones[max(game.table.ask.seat, 0)]
        game.press(pressing, **pressed(game.table, dice))
        if dice.random() < 0.1:
            for screen in game.screens:
                look_back(game, screen, dice)
        for screen in game.screens:
            found = "\n".join(map(sent, wire(screen).frames))
            wire(screen).frames.clear()
            for secret in hidden_from(game.table, screen.seat) - witness.seen(screen.seat):
                searched += 1
                at = found.find(secret)
                assert at < 0, f"{told}, press {n}: screen {screen.seat} was sent {found[max(at - 200, 0) : at + 50]}"
    return searched


def look_back(game: Evening, screen: HostedScreen, dice: random.Random) -> None:
    """Ask for all that is told about the game as a whole; what is looked up, or decided, is the same for everybody."""
    asked = {
        "journal": {"before": len(game.table.lines), "seat": -1},
        "export": {"value": dice.choice([form for form, found in FORMS.items() if not found.secret])},
        "chronicle": {},
        "packing": {},
        "situation": {"n": dice.randint(1, max(len(game.table.lines), 1))},
        "earlier": {"before": len(game.table.lines)},
        "hint": {"key": "none"},
        "told": {"n": dice.randint(1, max(len(game.table.lines), 1))},
    }
    assert set(asked) == set(READING) - {"look-up", "card"}
    for kind, fields in asked.items():
        game.press(screen, type=kind, **fields)


def hidden_from(table: Table, seat: int) -> set[str]:
    """What other seats than this one hold face down; marked keys, which are their names too."""
    state = table.state
    others = (hidden_of(state, other) for other in range(len(state.players)) if other != seat)
    found = set().union(*others) - set(hidden_of(state, seat) if seat >= 0 else ())
    assert all(secret.startswith(MARK) for secret in found)
    return found


@pytest.mark.parametrize("edition", PLAYED)
def test_marked_cards_are_found_by_their_names_and_keys(edition: str) -> None:
    game = evening(0, edition, "pl")
    table = game.table
    spell = next(card for card in book_of(table.state.book).deck_cards["spell"])
    table.correct(card=spell, origin="deck:spell", to="spells:1")
    game.press(game.laptop, type="journal", before=1, seat=-1)
    assert spell in hidden_from(table, TELEVISION) - Witness(table).seen(TELEVISION)
    assert spell not in hidden_from(table, 1)
    name = str(wording_of(table.state, "pl").card(spell))
    for leak in ({"note": f"Bruno: {name}."}, {"asides": [{"key": f"1/cast:{spell}"}]}, {"elsewhere": {spell: [0, 1]}}):
        assert spell in sent(json.dumps({"type": "state", "screen": leak}))


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("presses", [60, pytest.param(200, marks=pytest.mark.campaign)])
def test_a_screen_is_the_same_whatever_the_others_hold(edition: str, presses: int) -> None:
    """What is shown does not change when the hands that are hidden from the screen are dealt anew."""
    dice, compared = random.Random(5), 0
    game = evening(4, edition, "en")
    for n in range(presses):
        if game.table.ask.kind == "over":
            break
        game.press(game.laptop, **pressed(game.table, dice))
        state, lines = game.table.state, game.table._history.lines
        for screen in game.screens if lines else ():
            own = hidden_of(state, screen.seat) if screen.seat >= 0 else ()
            if sum(len(p.spells) for p in state.players) == len(own):
                continue
            shown, line = screen.controller.screen(), lines[-1]
            lines[-1] = line._replace(after=with_other_hands(state, screen.seat, dice))
            assert shown == screen.controller.screen(), f"seed 4 {edition}, press {n}: screen {screen.seat}"
            lines[-1] = line
            compared += 1
    assert compared > presses
