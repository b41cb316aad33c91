"""Can a rules lawyer go on in text: see what is asked and what may be put in, answer, step, go back?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from talisman_nb import play
from talisman_nb.engine import NotAllowedError
from talisman_nb.notation.text_answers import CannotPlayError
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import open_book
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES

PAGE = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs" / "rules_lawyer.md"
TEXT = "dwarf hills-3, has sword, life 2 | thief city, gold 3, spells healing | on ruins, bear"


def test_the_lines_of_the_page_run() -> None:
    lines = re.search(
        r"tests/test_text_play.py runs this -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert lines is not None
    code = [line for line in lines[1].splitlines() if line and not line.startswith("from ")]
    assert len(code) == 5
    known: dict[str, object] = {}
    exec(lines[1], known)
    s = known["s"]
    assert isinstance(s, Situation) and s.state.players[0].space == "cursed-glade" and s.ask.kind == "fight"
    told = re.search(r"answered: (.*)", code[1])
    assert (
        told
        and tuple(re.findall(r"'([^']+)'", told[1])) == play(eval(code[0].partition("play(")[2].rstrip(")"))).asides
    )


def test_a_turn_that_is_lost_at_once_is_told_as_such() -> None:
    told = repr(play("troll hills-3, fate 0 | elf temple > walk hidden-valley > siren > bear > ring"))
    assert "The Troll misses the rest of this turn (Siren)." in told and "The Elf will miss 1 turn (Siren)." in told


def test_a_situation_shows_the_question_with_all_that_is_open_and_closed() -> None:
    shown = repr(play("troll black-knight, quest 5 | thief city, spells healing > 2"))
    assert "Troll, 2 steps: which way?" in shown and "clockwise        Clockwise: Hills" in shown
    assert re.search(r"portal +✗ .*\(portal\.quest, golden\.cannot\)", shown)
    assert shown.rstrip().endswith("1: cast:healing  Healing")
    insisted = repr(play("troll crags, has bear ! | thief city"))
    assert "Set up as asked, although the rules don't allow it: bear is an Enemy" in insisted


def test_an_answer_leads_on_and_undo_leads_back() -> None:
    first = play(TEXT)
    second = first.answer("thief: cast:healing")
    assert first.asides == ("0: drop:sword", "1: cast:healing") and second.ask.seat == 1
    third = second.answer("seat:0")
    assert third.state.players[0].life == 5 and [event.kind for event in third.told][-1] == "healed"
    assert third.undo().undo() == first and third.text == f"{TEXT} > thief: cast:healing > seat:0"
    assert play(third.text).state == third.state, "its text leads to the same place"
    assert first.step().step().state != first.state
    with pytest.raises(IndexError):
        first.undo()


def test_answers_may_be_names() -> None:
    s = play(TEXT).answer("walk Cursed Glade", "Holy Grail", "holy grail")
    assert s.state.players[0].goods == ("sword", "holy-grail")
    assert play("troll crags | thief city > turn end").state.turn == 1
    assert play("troll crags > turn end").ask.purpose == "move", "alone one's own next turn"


REFUSED = (
    ("2: cast:hex", 'there is no seat "2": expected one of 0 (dwarf), 1 (thief)'),
    ("elf: cast:hex", 'there is no seat "elf"'),
    ("1: cast:hex", "seat 1 may say: cast:healing"),
    ("fight", "a die shows 1 to 6, not 'fight'"),
    ("sword", 'beside the question: "0: drop:sword"'),
    ("thief: Ditch the Sword", "seat 1 may say: cast:healing"),
    ("7", "a die shows 1 to 6"),
    ("walk plains", 'may be "plains-1" (beside'),
    ("walk tavern", "tavern is out of reach from hills-3"),
    ("walk", "expected a space"),
    ("to ruins", "no way to ruins: possible answers: 1, 2"),
    ("turn", 'expected "turn end" or "turn of 1"'),
    ("turn of 7", 'there is no seat "7"'),
    ("quiet now", '"quiet" stands alone'),
    ("hand life", 'expected what is corrected, whose it is and the new value: "hand life 1 3"'),
    ("hand life 1 many", 'hand life: expected a number such as 3, got "many"'),
    ("hand life 1 -3", "expected a number such as 3"),
    ("hand wisdom 1 3", "can't be set by hand"),
    ("own Griffin", 'own: expected "own Griffin animal, strength 4"'),
    ("own Griffin statue", "own: expected a type, one of event, animal"),
    ('own "Griffin', "a quote is opened here and not closed"),
    ("x" * 501, "an answer has at most 500 characters"),
)  # fmt: skip


@pytest.mark.parametrize(("order", "message"), REFUSED, ids=[order[:30] for order, _ in REFUSED])
def test_a_refused_answer_says_what_was_expected(order: str, message: str) -> None:
    with pytest.raises((NotAllowedError, CannotPlayError)) as refused:
        play(TEXT).answer(order)
    assert message in str(refused.value)


ASIDES = {
    "0: drop:sword": ("drop sword", "Ditch the Sword", "0:drop:sword", "Nain : Abandonner l'Épée", "abbandona spada"),
    "1: cast:healing": (
        "Healing",
        "cast healing",
        "1:cast:healing",
        "thief: Healing",
        "Ladro: guarigione",
        "Uzdrowienie",
    ),
}
"""Maps asides to how somebody types what a screen shows of them."""


@pytest.mark.parametrize(("order", "said"), [(order, said) for order in ASIDES for said in ASIDES[order]])
def test_an_aside_is_read_as_a_screen_shows_it(order: str, said: str) -> None:
    first = play(TEXT)
    assert (
        first.answer(said).text == f"{TEXT} > {order}" and play(f"{TEXT} > {said}").state == first.answer(order).state
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_four_languages(lang: str) -> None:
    names = {"en": "Dwarf", "it": "Nano", "fr": "Nain", "pl": "Krasnolud"}
    shown = repr(play(TEXT, lang).answer("3", "clockwise"))
    assert names[lang] in shown and all(names[other] not in shown for other in LANGUAGES if other != lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_of_several_rolls_for_a_follower_says_for_which(lang: str) -> None:
    s = play("dwarf hills-3, fate 0, has maiden prince | thief city", lang).answer("walk chasm", "roll", 3)
    for card in ("maiden", "prince"):
        question, told = repr(s).partition("\n\n")[2].splitlines()[0], repr(s.answer(5))
        s = s.answer(5)
        assert name_of(open_book(), card, lang) in question and f"({name_of(open_book(), card, lang)})" in told


@pytest.mark.matrix
@pytest.mark.parametrize("order", ["evade", "leave", "use:character.minstrel.charm"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_is_told_to_fight_who_only_met_an_enemy(order: str, lang: str) -> None:
    hero = "elf" if order == "evade" else "minstrel"
    s = play(f"{hero} plains-1, fate 0 | thief mines | on woods-2, bear", lang).answer(1, "to woods-2")
    told = [repr(s), repr(s.answer(order))]
    fights = re.compile(r"\bfights\b|\bcombatte\b|\bcombat\b|\baffront|\bwalczy\b|\bWalka\b")
    assert not any(fights.search(line) for text in told for line in text.partition("\n\n")[0].splitlines()[1:])
