"""Does any message to a screen tell what lies face down with another seat?

Every message of games with cards on the screen is kept, to the laptop, the television and the phones, and searched for
the names and keys of the Spells and characters that another seat holds. What a seat has seen before, as a Spell that
was cast and drawn again, is no secret: the journal may name it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from editions import TESTED
from hosted import Evening, wire
from msgspec.structs import replace
from tables import pressed

from talisman_nb.app.host.codes import TELEVISION
from talisman_nb.app.host.hosted_table import HostedScreen
from talisman_nb.engine.view import hidden_of
from talisman_nb.panels.hosted import READING
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.slow

FRIENDS = ("Ada", "Bruno", "Carla", "Dario", "Elena")
PRESSES = 120


def evening(seed: int, edition: str, lang: str) -> Evening:
    """A table of five with everything on the screen, where seats are asked for their Spells in different ways."""
    dice = random.Random(seed)
    figures = dice.sample(sorted(open_book(edition).characters), len(FRIENDS))
    table = Table.new(
        dict(zip(FRIENDS, figures, strict=True)), edition,
        dice="virtual", cards="virtual", spells="known", lang=lang, seed=seed,
    )  # fmt: skip
    table.set(react=("pass", "ask-if-could", "spells", "always", "hit"))
    return Evening(table)


def sent(frame: str) -> str:
    """All texts of a message but the labels, which are the same whatever anybody holds; keys apart, a line each."""
    message = json.loads(frame)
    message.pop("labels", None)
    return "\n".join(part for text in texts(message) for part in (text, *re.split("[/:]", text)))


def names(found: str, secret: str) -> bool:
    """Whether a key stands alone in the texts of messages, or a name as words in a sentence."""
    if secret[0].isupper():
        return re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", found) is not None
    return f"\n{secret}\n" in f"\n{found}\n"


def texts(value: Any) -> Iterator[str]:
    """All texts in a message, keys of mappings included."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def has_seen(table: Table, seat: int) -> set[str]:
    """Cards that a seat has seen at some time: its own, those on the discards, those named by an event for it."""
    seen: set[str] = set()
    for line in table.lines:
        seen |= {card for event in line.events if event.only in (-1, seat) for card in (event.card, *event.cards)}
        for state in (line.before, line.after):
            seen |= {card for deck in state.decks for card in deck.discards}
            seen |= set(hidden_of(state, seat)) if seat >= 0 else set()
    return seen


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", TESTED)
def test_no_message_names_what_another_seat_holds(edition: str, lang: str) -> None:
    seed = LANGUAGES.index(lang)
    searched = search(evening(seed, edition, lang), random.Random(seed), f"seed {seed} {edition} {lang}")
    assert searched > 100


@pytest.mark.campaign
@pytest.mark.parametrize("edition", TESTED)
def test_no_message_of_many_games_names_what_another_seat_holds(edition: str) -> None:
    for seed in range(10):
        search(evening(seed, edition, "en"), random.Random(seed), f"seed {seed} {edition}", 400)


def search(game: Evening, dice: random.Random, told: str, presses: int = PRESSES) -> int:
    """Play on, and search each message; return how many hidden hands were searched for."""
    searched = 0
    for n in range(presses):
        if game.table.ask.kind == "over":
            break
        pressing = game.laptop if dice.random() < 0.3 else game.phones[max(game.table.ask.seat, 0)]
        game.press(pressing, **pressed(game.table, dice))
        if dice.random() < 0.1:
            for screen in game.screens:
                look_back(game, screen)
        for screen in game.screens:
            known = has_seen(game.table, screen.seat)
            found = "\n".join(sent(frame) for frame in wire(screen).frames)
            wire(screen).frames.clear()
            for secret in hidden_from(game, screen.seat, known):
                searched += 1
                assert not names(found, secret), f"{told}, press {n}: screen {screen.seat} was sent {secret!r}"
    return searched


def look_back(game: Evening, screen: HostedScreen) -> None:
    """Ask for all that is told about the game as a whole; what is looked up by name is the same for everybody."""
    asked = {
        "journal": {"before": len(game.table.lines), "seat": -1},
        "export": {"value": "markdown"},
        "chronicle": {},
        "packing": {},
    }
    assert set(asked) == set(READING) - {"look-up"}
    for kind, fields in asked.items():
        game.press(screen, type=kind, **fields)


def hidden_from(game: Evening, seat: int, known: set[str]) -> Iterator[str]:
    """The keys and names of what another seat than this one holds face down, and nobody has seen yet."""
    state = game.table.state
    wording = wording_of(state, game.table.settings.lang)
    own = set(hidden_of(state, seat)) if seat >= 0 else set()
    for other in range(len(state.players)):
        for card in set(hidden_of(state, other)) - own - known if other != seat else ():
            name = str(
                wording.source(f"character.{card}") if card in state.players[other].dealt else wording.card(card)
            )
            yield from (card, f"cast:{card}", f"{other}/cast:{card}", name)


def test_the_search_finds_a_secret_that_is_sent() -> None:
    game = evening(0, TESTED[0], "en")
    table = game.table
    spell = next(card for card in book_of(table.state.book).deck_cards["spell"])
    table.correct(card=spell, origin="deck:spell", to="spells:1")
    game.press(game.laptop, type="journal", before=1, seat=-1)
    name = str(wording_of(table.state, "en").card(spell))
    assert {spell, name} <= set(hidden_from(game, TELEVISION, set()))
    frame = json.dumps({"type": "state", "screen": {"note": f"Bruno holds {name}."}})
    assert names(sent(frame), name) and not names(sent(frame), spell)
    frame = json.dumps({"type": "state", "screen": {"asides": [{"key": f"1/cast:{spell}"}]}})
    assert names(sent(frame), spell)


def test_a_screen_is_the_same_whatever_the_others_hold() -> None:
    """What is shown to a seat does not change when the hidden hands of the others do."""
    from test_view import with_other_hands

    dice, compared = random.Random(5), 0
    game = evening(4, TESTED[0], "en")
    for _ in range(300):
        if game.table.ask.kind == "over":
            break
        game.press(game.laptop, **pressed(game.table, dice))
        state = game.table.state
        for screen in (game.television, *game.phones):
            if game.table.lines and any(p.spells for i, p in enumerate(state.players) if i != screen.seat):
                other = with_other_hands(state, screen.seat, dice)
                before = screen.controller.screen()
                history = game.table._history
                line = history.lines[-1]
                history.lines[-1] = line._replace(after=other)
                after = screen.controller.screen()
                history.lines[-1] = line
                asked = (before.question and before.question.kind, after.question and after.question.kind)
                if asked[0] == asked[1]:
                    compared += 1
                    assert replace(before, rev=0) == replace(after, rev=0)
    assert compared > 100
