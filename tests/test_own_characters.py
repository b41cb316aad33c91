"""Are characters that nobody has typed named as they are dealt, and free, played and dead like any other?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from talisman_nb.analysis.from_table import line_text
from talisman_nb.bots import RandomBot
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.totals import total
from talisman_nb.engine.view import view
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Change, OwnCard, State
from talisman_nb.model.situation import SituationError
from talisman_nb.model.state import decode, encode
from talisman_nb.notation.situation import UNSAID, situation, situation_text
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.bench.laid_by_hand import by_hand
from talisman_nb.rules.book import book_of
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

MINOTAUR = OwnCard("Minotaur", "character", 4, 2, life=4, gold=2, alignment="evil", start="crags", words="Charges.")
WIZARD = OwnCard("Wizard", "character", 2, 5, life=4, gold=1, alignment="good", start="city")


def named(state: State, *cards: OwnCard) -> State:
    for card in cards:
        state, _ = step(state, Answer(state.ply, "own", own=card))
    return state


def opened() -> State:
    return new_game([("Ada", ""), ("Bruno", "")], "third")


def test_their_cards_say_what_they_begin_with() -> None:
    """`setup.stats`, `setup.gold`, `setup.start`: as on the card, the gold too."""
    asked = ask(opened())
    assert (asked.kind, asked.options, [offer.key for offer in asked.offers]) == ("character", (), ["own"])
    state = named(opened(), MINOTAUR, WIZARD)
    ada, bruno = state.players
    assert (ada.character, ada.space, ada.life, ada.gold, ada.alignment) == ("own/Minotaur", "crags", 4, 2, "evil")
    assert (bruno.character, bruno.space, bruno.gold) == ("own/Wizard", "city", 1)
    assert not list(violations(state)) and decode(encode(state)) == state
    assert view(state, 0).own == state.own, "a character card lies open"


def test_what_one_table_has_read_off_a_card_is_nothing_to_another() -> None:
    """`table.unknown-card`: a character, and an Object, of one name and with other figures."""
    for strength in (4, 7):
        state = named(opened(), replace(MINOTAUR, strength=strength), WIZARD)
        assert total(WorkingState(book_of(state.book), state), 0, "strength") == strength
    for sides, kept in (("", ("own/Ring",)), (", not evil", ())):
        own = f"own Minotaur character, strength 4, life 4, start crags | own Ring object{sides}"
        state = situation(f"edition third | {own} | own/Minotaur crags, good, has own/Ring")
        state, _ = step(state, Answer(state.ply, "hand", 0, changes=(Change("alignment", 0, to="evil"),)))
        assert state.players[0].goods == kept


def test_whoever_has_very_many_objects_gives_up_all_but_those_allowed() -> None:
    """`carry.excess`: a hoard that lay on one space is more than the loop of a limit asks about."""
    state = named(opened(), MINOTAUR, WIZARD)
    (ring,) = situation("edition third | own Ring object | nobody chapel").own
    ada = replace(state.players[0], goods=(ring.name,) * 120)
    state = replace(state, players=(ada, state.players[1]), own=(*state.own, ring))
    state, _ = step(state, Answer(state.ply, "hand", 0, changes=(Change("alignment", 0, to="good"),)))
    while ask(state).purpose == "too-many-objects":
        state, events = step(state, Answer(state.ply, ring.name))
        assert events[0].cites == ("carry.excess",)
    assert len(state.players[0].goods) == 4 and not list(violations(state))


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (None, "table.own-name"),
        (replace(MINOTAUR, name=" "), "table.own-name"),
        (replace(MINOTAUR, type="monster"), "table.own-name"),
        (replace(MINOTAUR, life=0), "table.own-figures"),
        (replace(MINOTAUR, strength=1000), "table.own-figures"),
        (replace(MINOTAUR, start="crown-of-command"), "table.own-start"),
        (replace(MINOTAUR, words="x" * 1001), "table.own-words"),
    ],
)
def test_what_is_no_card_of_a_character_is_refused(card: OwnCard | None, reason: str) -> None:
    state = opened()
    with pytest.raises(NotAllowedError) as refused:
        step(state, Answer(state.ply, "own", own=card))
    assert refused.value.reason == reason and ask(state).kind == "character"


def test_a_character_that_is_played_is_not_dealt_again() -> None:
    state = named(opened(), MINOTAUR)
    with pytest.raises(NotAllowedError, match="not free"):
        step(state, Answer(state.ply, "own", own=MINOTAUR))


def test_an_edition_whose_characters_are_known_offers_no_other() -> None:
    for edition in ("revised4", "second", "second-cards"):
        assert ask(new_game([("Ada", ""), ("Bruno", "")], edition)).offers == ()


def test_a_situation_says_them() -> None:
    """Are they written before the seats, and read as what they begin with?"""
    state = named(opened(), MINOTAUR, WIZARD)
    text = situation_text(state)
    assert text == (
        "edition third"
        ' | own Minotaur character, strength 4, craft 2, life 4, gold 2, alignment evil, start crags, words "Charges."'
        " | own Wizard character, strength 2, craft 5, life 4, gold 1, alignment good, start city"
        " | own/Minotaur crags, named Ada | own/Wizard city, named Bruno"
    )
    assert replace(situation(text), **unsaid(state)) == state
    (ada, _) = situation(text.replace("crags, named Ada", "crags, strength 6, craft +1, gold -1")).players
    assert (ada.strength, ada.craft, ada.gold) == (2, 1, 1)


def test_one_is_dealt_in_a_text() -> None:
    state = situation("edition third | nobody chapel > own Minotaur character, strength 4, life 4, start crags")
    (ada,) = state.players
    assert (ada.character, ada.space, ask(state).purpose) == ("own/Minotaur", "crags", "move")


def test_the_bench_counts_what_their_cards_say() -> None:
    text = situation_text(named(opened(), MINOTAUR, WIZARD))
    found = by_hand(situation(text), "character.own/Minotaur", "en")
    figures = {figure.what: figure for figure in found.figures}
    assert (figures["strength"].n, figures["strength"].more) == (4, "own/Minotaur, strength 5")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bench_plays_them_to_the_end(lang: str) -> None:
    text = situation_text(named(opened(), replace(MINOTAUR, start="causeway"), WIZARD))
    panel = AnalysisController(text.replace("causeway, named Ada", "causeway, strength 9"), lang)
    for kind, value in (
        ("aim", "character.own/Minotaur"), ("lay", "own/Minotaur, strength 14"), ("likely", ""), ("answer", "1"),
        ("answer", "to wizards-tower"), ("answer", "dragon-king-battle"), ("editions", ""),
        ("answer", "fight"), ("answer", "6"), ("answer", "1"),
    ):  # fmt: skip
        shown = panel.handle({"type": kind, "value": value})
        assert shown.refused == "", value
    assert "Minotaur" in shown.question.headline + " ".join(shown.told)
    assert panel.analysis.state.won_by == ("win.dragon",)


def test_a_table_with_them_is_taken_to_the_bench() -> None:
    table = Table.new({"Ada": "", "Bruno": ""}, "third", seed=3)
    for key, own in (("own", MINOTAUR), ("own", WIZARD), ("1", None), ("clockwise", None), ("draw-1", None)):
        table.answer(key, own=own)
    told = [line_text(table, line) for line in range(3, len(table.lines) + 1)]
    assert [answer for _, answer in told] == ["1", "clockwise", "draw-1"]
    assert all("| own/Minotaur" in text for text, _ in told)
    with pytest.raises(SituationError, match="would not say: players"):
        line_text(table, 1)


def unsaid(state: State) -> dict[str, object]:
    """What a situation does not say of a state."""
    return {name: getattr(state, name) for name in UNSAID}


@pytest.mark.parametrize("seed", range(6))
def test_games_of_an_open_box_go_on_to_their_end(seed: int) -> None:
    """Characters, cards and Spells are named as they come; the Dragon King ends it (`win.dragon`)."""
    state, bot, said = new_game([(f"P{n}", "") for n in range(2 + seed % 3)], "third"), RandomBot(seed), 0
    for answers in range(1500):
        said += answers % 7 == 0 and said_again(state)
        if ask(state).kind == "over":
            assert state.won_by == ("win.dragon",)
            return
        state, _ = step(state, bot.answer(state))
        assert answers % 40 or not list(violations(state))
    assert said


def said_again(state: State) -> bool:
    """Whether a text says this moment; it is then read back as the same."""
    try:
        text = situation_text(state)
    except SituationError as wrong:
        assert wrong.key == "unsaid", wrong
        return False
    return replace(situation(text), **unsaid(state)) == state
