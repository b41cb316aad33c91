"""Is what may be put in exactly what is shown: nothing that is hidden is accepted, what is shown is taken, and read?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import pytest
from editions import PLAYED
from test_games import game

from talisman_nb.cards.modifiers import Action
from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.book_runtime import OWN
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, State
from talisman_nb.notation.name_lookup import by_character, slug
from talisman_nb.notation.text_answers import order_by_key, say
from talisman_nb.rules.book import book_of
from talisman_nb.rules.programs import modifiers
from talisman_nb.rulings import situation
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

EVERY = 3
"""Of a game's answers every third position is looked at."""
APART = 12
"""Where words are read, only every so many of these."""


def conceivable(state: State) -> Iterator[str]:
    """Every key of an aside that can be thought of: any Spell, any use of a card or ability, anything in sight."""
    book, found = book_of(state.book), ask(state)
    g = WorkingState(book, state)
    yield from (f"cast:{spell}" for spell in (*book.deck_cards["spell"], "spell?"))
    for key, definition in book.definitions.items():
        yield from (f"use:{key}.{mod.key}" for _, mod in modifiers(definition) if isinstance(mod, Action))
    for seat, player in enumerate(state.players):
        yield from (f"use:{held.source}.{held.mod.key}" for held in active_modifiers(g, seat).of(Action))
        yield from (f"drop:{card}" for card in (*player.goods, *player.spells, *player.trophies))
        yield from (option.key for option in asides(state, seat))
    yield from (
        option.key for option in found.offers if option.key != OWN
    )  # a card of one's own comes with its figures


def accepted(state: State, key: str, seat: int) -> bool:
    try:
        step(state, Answer(state.ply, key, seat))
    except NotAllowedError:
        return False
    return True


def shown(state: State, seat: int) -> set[str]:
    """The keys shown open to a seat: beside the question, and among what the question offers to whom it asks."""
    found = ask(state)
    offers = found.offers if found.seat == seat else ()
    return {option.key for option in (*asides(state, seat), *offers) if not option.closed}


def positions(n: int, edition: str) -> Iterator[tuple[int, int, State]]:
    """Positions of random games: seed, answer and state."""
    seed = at = 0
    while at < n:
        for number, (state, _) in enumerate(islice(game(seed, edition), 0, None, EVERY)):
            yield seed, number * EVERY, state
            at += 1
            if at == n:
                return
        seed += 1


@pytest.mark.parametrize("n", [300, pytest.param(1_500, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("edition", PLAYED)
def test_what_is_accepted_is_what_is_shown(edition: str, n: int) -> None:
    """For every seat, at every question: an aside is taken if and only if it is shown open."""
    for seed, at, state in positions(n, edition):
        keys = sorted(set(conceivable(state)))
        for seat in range(len(state.players)):
            open_ = shown(state, seat)
            for key in keys:
                if key.partition(":")[0] in ("cast", "use", "drop") or ask(state).seat == seat:
                    assert accepted(state, key, seat) == (key in open_), (
                        f"seed {seed}, answer {at}, seat {seat}: {key} in {ask(state).kind}"
                    )


def printed(state: State, seat: int, lang: str) -> Iterator[tuple[str, str]]:
    """Each open aside of a seat: the words that a text says for it, and its key."""
    wording = wording_of(by_character(state, lang), lang)
    for option in asides(state, seat):
        if not option.closed:
            yield label(wording, Ask(state.ply, "aside", seat), option), option.key


@pytest.mark.parametrize("n", [40, pytest.param(400, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("edition", PLAYED)
def test_whatever_is_printed_of_an_aside_is_read_back(edition: str, n: int) -> None:
    """With its seat, with whose it is, and alone where no answer to the question is called the same."""
    read = Counter[str]()
    for seed, at, state in islice(positions(n * APART, edition), 0, None, APART):
        for seat, lang in product(range(len(state.players)), LANGUAGES):
            wording = wording_of(by_character(state, lang), lang)
            answers = {slug(label(wording, ask(state), each)) for each in (*ask(state).options, *ask(state).offers)}
            asked = seat == ask(state).seat
            for what, key in printed(state, seat, lang):
                called = {f"{seat}: {one}" for words, one in printed(state, seat, lang) if words == what}
                beside = wording.say("analysis", "aside", who=wording.who(seat), what=what)
                for order in (f"{seat}: {key}", f"{seat}:{key}", f"{seat}: {what}", beside):
                    back = order_by_key(state, order)
                    assert back in called, f"seed {seed}, answer {at}, seat {seat}, {lang}: {order} was read as {back}"
                alone = order_by_key(state, what)
                assert alone in called or not asked or slug(what) in answers, (
                    f"seed {seed}, answer {at}: {what}: {alone}"
                )
                read[key.partition(":")[0]] += 1
    assert read.keys() >= {"cast", "use", "drop"}


def test_nothing_is_put_in_when_the_game_is_over() -> None:
    state, _ = list(game(1, PLAYED[0], 40_000))[-1]
    assert ask(state).kind == "over"
    assert not any(accepted(state, key, seat) for key in set(conceivable(state)) for seat in range(len(state.players)))


AGAIN = {
    "minstrel sentinel, fate 1 | thief mines | on hills-1, bear": [
        "1",
        "to hills-1",
        "use:character.minstrel.charm",
        "1",
    ],
    "priest fields-1, has cross | thief mines | on graveyard, ghost spectre": [
        "walk graveyard",
        "use:cross.destroy-spirit",
    ],
    "druid fields-1 | thief mines": ["0: use:character.druid.align"],
    "troll fields-1, has sword axe alchemist | thief mines": ["0: use:alchemist.sell"],
}
"""A position, and the answers up to the middle of a use."""


@pytest.mark.parametrize("text", AGAIN)
def test_a_use_is_not_begun_anew_before_it_is_done(text: str) -> None:
    """The last answer begins a use that asks something, or answers its question: it is neither shown nor taken."""
    state, used = situation(text), next(order.removeprefix("0: ") for order in AGAIN[text] if "use:" in order)
    for order in AGAIN[text]:
        *_, (state, _) = say(state, order)
    assert used not in shown(state, 0) and not accepted(state, used, 0)
