"""Can a panel drive an analysis: lay it out by text and by hand, go about in its tree, unfold its outcomes?"""

from __future__ import annotations

import random

import msgspec
import pytest
from covering import ground
from haunting import haunted
from read_aloud import ENGLISH
from shares import some_seeds

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import ADDRESS, USUAL
from talisman_nb.engine import NotAllowedError
from talisman_nb.panels.bench import AnalysisScreen
from talisman_nb.panels.bench.analysis_controller import MESSAGES, AnalysisController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import offered_editions
from talisman_nb.rulings.cases import cases
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases, sentence

TEXT = "dwarf crags | thief city"


def check_screen(panel: AnalysisController, shown: AnalysisScreen) -> None:
    """What is shown goes over the wire, its text leads there, and its tree is whole with one node that is here."""
    assert msgspec.json.decode(msgspec.json.encode(shown), type=AnalysisScreen) == shown
    assert Analysis.of(shown.text).state == panel.analysis.state
    assert [branch.here for branch in shown.tree].count(True) == 1
    assert sorted(branch.at for branch in shown.tree) == list(range(len(panel.analysis.nodes)))
    seen = {-1}
    for branch in shown.tree:
        assert branch.parent in seen, "a parent stands before its branches"
        seen.add(branch.at)


def test_a_situation_is_laid_out_by_hand_and_the_text_follows() -> None:
    panel = AnalysisController(TEXT)
    for change, text in (
        ("elf forest", "dwarf crags | thief city | elf forest"),
        ("dwarf ruins", "dwarf ruins | thief city | elf forest"),
        ("elf, has + sword", "dwarf ruins | thief city | elf forest, has sword"),
        ("on temple, + bear", "dwarf ruins | thief city | elf forest, has sword | on temple, bear"),
        ("no thief", "dwarf ruins | elf forest, has sword | on temple, bear"),
        ("edition second", "dwarf ruins | elf forest, has sword | on temple, bear | edition second"),
    ):
        shown = panel.handle({"type": "change", "value": change})
        assert (shown.text, shown.refused) == (text, "")
        check_screen(panel, shown)
    assert shown.edition == "Second edition"
    typed = panel.handle({"type": "text", "value": f"{TEXT} > 3"})
    assert typed.text == f"{TEXT} > 3" and typed.question.kind == "way"
    assert panel.handle({"type": "link", "value": typed.link}).text == typed.text


def test_a_change_gives_the_answers_again_that_fit() -> None:
    panel = AnalysisController("dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 4 > 5")
    panel.handle({"type": "go", "n": 1})
    panel.handle({"type": "answer", "value": "clockwise"})
    panel.handle({"type": "go", "n": 6})
    shown = panel.handle({"type": "change", "value": "dwarf, has + sword"})
    assert shown.text == "dwarf crags, fate 1, has sword | thief city > 1 > anticlockwise > bear > fight > 4 > 5"
    assert shown.question.headline.startswith("8 against 8") and shown.left_out == ""
    assert len(shown.tree) == 8, "the other branch is tried again too"
    check_screen(panel, shown)
    shown = panel.handle({"type": "change", "value": "answer 5 6"})
    assert shown.text.endswith("> fight > 6 > 5") and len(shown.tree) == 10, "the old answer stays as a branch"
    shown = panel.handle({"type": "lay", "value": "turn thief"})
    assert shown.text.endswith("turn thief") and len(shown.tree) == 1
    assert shown.left_out == "Answers that no longer fit and were left out: 9"
    check_screen(panel, shown)
    assert panel.handle({"type": "step"}).left_out == ""


def test_presses_lay_covers_and_pieces_of_people_on_a_space() -> None:
    land, haunts = ground(), haunted()
    text = f"edition revised4 + {land.name} + {haunts.name} | dwarf crags, as shade | thief ruins, as shade"
    panel = AnalysisController(text)
    shown = panel.handle({"type": "aim", "value": "space.temple"})
    names = [choice.label for choice in shown.hand.lays]
    assert len(names) == len(set(names)) > 3 and not any(choice.chosen for choice in shown.hand.lays)

    def press(label: str, chosen: list[str]) -> str:
        lays = panel.screen().hand.lays
        done = panel.handle({"type": "lay", "value": next(each.key for each in lays if each.label == label)})
        assert done.refused == "" and [each.label for each in done.hand.lays if each.chosen] == chosen
        check_screen(panel, done)
        return done.text.partition(" | thief ruins, as shade")[2]

    assert press("Swamp", ["Swamp"]) == " | on temple, swamp"
    assert press("Pool", ["Pool"]) == " | on temple, pool", "one takes the place of the other"
    assert press("Pool", []) == ""
    assert press("Cairn: Dwarf", ["Cairn: Dwarf"]) == " | cairn temple, of dwarf"
    both = press("Cairn: Thief", ["Cairn: Dwarf", "Cairn: Thief"])
    assert both == " | cairn temple, of dwarf | cairn temple, of thief", "two lie on one space"
    panel.handle({"type": "aim", "value": "space.ruins"})
    moved = press("Cairn: Dwarf", ["Cairn: Dwarf"])
    assert "cairn ruins, of dwarf" in moved and "cairn temple, of dwarf" not in moved and "of thief" in moved
    press("Cairn: Dwarf", [])
    assert panel.screen().text.endswith("| cairn temple, of thief")


def test_presses_lay_a_situation_out() -> None:
    panel = AnalysisController(TEXT)
    elf = f"{TEXT} | elf ruins, has sword, spells hex"
    for message, text, aim in (
        ({"type": "put", "value": "character.elf"}, f"{TEXT} | elf forest", "character.elf"),
        ({"type": "put", "value": "spada"}, f"{TEXT} | elf forest, has sword", "character.elf"),
        ({"type": "put", "value": "hex"}, f"{TEXT} | elf forest, has sword, spells hex", "character.elf"),
        ({"type": "put", "value": "ruins"}, elf, "character.elf"),
        ({"type": "aim", "value": "space.oasis"}, elf.replace("ruins", "oasis"), "character.elf"),
        ({"type": "aim", "value": "space.ruins"}, elf, "character.elf"),
        ({"type": "aim", "value": "character.elf"}, elf, ""),
        ({"type": "aim", "value": "space.temple"}, elf, "space.temple"),
        ({"type": "put", "value": "bear"}, f"{elf} | on temple, bear", "space.temple"),
        ({"type": "put", "value": "thief"}, f"{elf} | on temple, bear".replace("city", "temple"),
         "character.thief"),
    ):  # fmt: skip
        shown = panel.handle(message)
        assert (shown.text, shown.hand.aim, shown.refused) == (text, aim, "")
        check_screen(panel, shown)
    figures = {each.what: each for each in panel.screen().hand.figures}
    assert {what: each.n for what, each in figures.items()} == {
        "life": 4, "fate": 2, "gold": 1, "strength": 3, "craft": 3,
    }  # fmt: skip
    shown = panel.handle({"type": "lay", "value": figures["craft"].more})
    assert "thief temple, craft 4" in shown.text
    shown = panel.handle({"type": "lay", "value": shown.hand.turn})
    assert shown.text.endswith("turn thief") and not shown.hand.turn
    for edition in shown.hand.editions[::-1]:
        shown = panel.handle({"type": "lay", "value": edition.key})
        assert shown.edition == edition.label
        assert [each.label for each in shown.hand.editions if each.chosen] == [edition.label]
    shown = panel.handle({"type": "lay", "value": shown.hand.away})
    assert "thief temple" not in shown.text and shown.hand.aim == ""


def test_each_press_that_is_offered_lays_out_or_says_why() -> None:
    text = "edition second | *dwarf crags, as toad 2 | thief city, spells hex | on ruins, bear, gold 1"
    for aim in ("character.dwarf", "character.thief", "space.ruins", "space.temple"):
        panel = AnalysisController(text)
        hand = panel.handle({"type": "aim", "value": aim}).hand
        assert hand.aim == aim and hand.figures
        offered = [change for each in hand.figures for change in (each.less, each.more)]
        offered += [edition.key for edition in hand.editions if not edition.chosen]
        offered += [card.away for card in hand.cards] + [side.key for side in hand.sides if not side.chosen]
        for change in filter(None, (*offered, hand.turn, hand.away)):
            panel.handle({"type": "text", "value": text})
            shown = panel.handle({"type": "lay", "value": change})
            assert shown.refused or shown.text != text, change
            if shown.refused:
                assert "stat.floor" in shown.refused or "!" in shown.refused, shown.refused


def test_what_is_impossible_is_insisted_on_by_a_press() -> None:
    panel = AnalysisController(TEXT)
    assert "choose a person" in panel.handle({"type": "put", "value": "bear"}).refused
    panel.handle({"type": "aim", "value": "character.dwarf"})
    evil = panel.handle({"type": "lay", "value": "dwarf, evil"}).text
    shown = panel.handle({"type": "put", "value": "holy-grail"})
    assert shown.refused and shown.text == evil
    shown = panel.handle({"type": shown.refused_type, "value": shown.typed, "insist": True})
    assert shown.text == "dwarf crags, evil, has holy-grail ! | thief city" and shown.insisted
    assert (
        panel.handle({"type": "put", "value": "bear"}).text
        == "dwarf crags, evil, has holy-grail !, trophies bear | thief city"
    )
    assert "no card" in panel.handle({"type": "put", "value": "xyzzy"}).refused


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_becomes_of_a_card_that_is_insisted_on_is_told(lang: str) -> None:
    shown = AnalysisController("dwarf crags, evil, has holy-grail ! | thief city", lang).screen()
    assert shown.lies == {"crags": ("holy-grail",)} and len(shown.told) == 1
    if lang == "en":
        assert shown.told == ("The Dwarf ditched the Holy Grail in the Crags.",)
    bear = AnalysisController("dwarf crags, has bear ! | thief city", lang).screen()
    assert bear.insisted and all(bear.told)


def test_what_is_refused_says_why_and_changes_nothing() -> None:
    panel = AnalysisController(f"{TEXT} > 3")
    before = panel.analysis
    for message, why in (
        ({"type": "text", "value": "dwarv crags"}, "did you mean"),
        ({"type": "text", "value": "dwarf crags, has bear | thief city"}, "meet.take"),
        ({"type": "change", "value": "dwarf, life 0"}, "life.zero"),
        ({"type": "change", "value": "wizard, life 2"}, "has no seat"),
        ({"type": "answer", "value": "9"}, "possible answers: clockwise"),
        ({"type": "go", "n": 7}, "no moment"),
        ({"type": "outcome", "n": 70}, "no outcome"),
        ({"type": "forth"}, "last moment"),
    ):
        shown = panel.handle(message)
        assert why in shown.refused and panel.analysis == before and shown.typed == message.get("value", ""), message
    for wrong in ({"type": "fly"}, {"type": "go", "n": "x"}, {}, 3):
        with pytest.raises(NotAllowedError):
            panel.handle(wrong)
    insisted = panel.handle({"type": "text", "value": "dwarf crags, has bear | thief city", "insist": True})
    assert insisted.text == "dwarf crags, has bear ! | thief city" and "meet.take" in insisted.insisted[0]


def test_the_tree_is_stepped_branched_and_gone_about_in() -> None:
    panel = AnalysisController(TEXT)
    assert panel.handle({"type": "answer", "value": "3"}).back
    two = panel.handle({"type": "back"})
    assert two.forth and not two.back
    shown = panel.handle({"type": "answer", "value": "4"})
    assert [(branch.answer, branch.depth, branch.here) for branch in shown.tree] == [
        ("", 0, False), ("The Dwarf's die: 3", 1, False), ("The Dwarf's die: 4", 1, True),
    ]  # fmt: skip
    assert panel.handle({"type": "go", "n": 1}).text == f"{TEXT} > 3"
    assert panel.handle({"type": "step"}).tree[2].parent == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tree_says_the_answer_that_was_given_and_whose_die_it_is(lang: str) -> None:
    panel = AnalysisController(f"{TEXT} > 1 > anticlockwise > bear", lang)
    for _ in range(3):
        panel.handle({"type": "step"})
    said = [branch.answer for branch in panel.screen().tree]
    assert len(set(said[3:])) == 4, said
    assert all(answer.endswith("1") and len(answer) > 4 for answer in (said[1], *said[-2:])), "whose dice they are"
    bear, dwarf = {"en": ("The Bear's", "The Dwarf's"), "it": ("Dado dell'Orso", "Dado del Nano"),
                   "fr": ("Dé de l'Ours", "Dé du Nain"), "pl": ("Niedźwiedź,", "Krasnolud,")}[lang]  # fmt: skip
    assert said[-1].startswith(bear) and said[-2].startswith(dwarf)


def test_outcomes_unfold_and_one_can_be_gone_to() -> None:
    panel = AnalysisController("dwarf fields-6 | thief city > 1 > anticlockwise")
    assert panel.screen().outcomes == ()
    rows = panel.handle({"type": "unfold"}).outcomes
    assert [(row.label, row.chance, row.tone) for row in rows][4:] == [("5", "1/6", "level"), ("6", "1/6", "good")]
    assert panel.handle({"type": "outcome", "n": 5}).text.endswith("> 6")
    assert panel.handle({"type": "unfold"}).outcomes == ()


@pytest.mark.parametrize(
    ("typed", "kind", "key"),
    [
        ("dwa", "character", "dwarf"),
        ("krasno", "character", "dwarf"),
        ("Nain", "character", "dwarf"),
        ("foresta", "space", "forest"),
        ("lanc", "card", "holy-lance"),
        ("niedź", "card", "bear"),
    ],
)
def test_names_are_proposed_in_four_languages(typed: str, kind: str, key: str) -> None:
    found = AnalysisController(TEXT, "it").handle({"type": "propose", "value": typed}).proposals
    assert (kind, key) in [(each.kind, each.key) for each in found]
    assert all(each.label for each in found)
    assert AnalysisController(TEXT).handle({"type": "propose", "value": " "}).proposals == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_shown_is_in_the_language(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city > 3 > clockwise")
    panel.handle({"type": "unfold"})
    shown = panel.handle({"type": "lang", "value": lang})
    words = [shown.question.headline, *shown.told, *(line for row in shown.outcomes for line in row.told)]
    assert lang == "en" or not [line for line in words if ENGLISH.search(line)]


@pytest.mark.parametrize("seeds", [range(6), pytest.param(some_seeds(25), marks=pytest.mark.campaign)])
def test_random_presses(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        panel = AnalysisController(TEXT)
        for _ in range(15):
            open_ = panel.analysis.ask.open()
            values = {"answer": chance.choice(open_) if open_ else "done", "text": TEXT, "lang": "pl", "propose": "a"}
            values |= {"link": panel.analysis.link, "change": chance.choice(("dwarf, gold 4", "elf city", "no elf"))}
            type_ = chance.choice([*MESSAGES])
            shown = panel.handle({"type": type_, "value": values.get(type_, ""), "n": chance.randrange(4)})
            check_screen(panel, shown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_without_a_situation_is_answered_or_refused_with_what_is_meant(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city", lang)
    shown = panel.handle({"type": "ask", "value": "monk lance"})
    assert not shown.refused and len(shown.compared) == 1
    (unknown,) = panel.handle({"type": "ask", "value": "monk xqzzy wqxyz"}).compared
    say = load_phrases(lang).say
    assert unknown.lines[0] == say("answers", "no-ruling"), "nothing answers it"
    assert unknown.lines[-1] == say("answers", "named", names=name_of(open_book(), "character.monk", lang))
    assert panel.handle({"type": "ask", "value": "xqzzy wqxyz"}).refused
    found = panel.handle({"type": "ask", "value": "fate-order"})
    assert len(found.rulings) == 1
    laid = panel.handle({"type": "text", "value": found.rulings[0].text})
    assert not laid.refused and laid.rulings == () and laid.tree[-1].depth > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_figures_of_whoever_is_asked_are_explained(lang: str) -> None:
    found = AnalysisController("dwarf crags, strength +1, has solomons-crown | thief city", lang).screen().why
    strength, craft = found[:2]
    assert strength.title.endswith("4") and craft.title.endswith("5"), (strength.title, craft.title)
    assert any("+2" in line for line in craft.lines) and any("stat.total" in line for line in craft.lines)
    toad = AnalysisController("dwarf crags, as toad 2 | thief city", lang).screen().why[0]
    name = AnalysisController("dwarf crags | thief city", lang).screen().why[0].lines[0]
    assert toad.title.endswith("1") and toad.lines[0] != name and "1" in toad.lines[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_comparisons_are_tables_with_their_answers_in_words(lang: str) -> None:
    panel = AnalysisController(f"{TEXT} > 1 > anticlockwise > bear > fight > 4 > 5 > keep", lang)
    assert "anticlockwise" not in [branch.answer for branch in panel.screen().tree]
    (found,) = panel.handle({"type": "what-if", "value": "dwarf, has sword"}).compared
    assert found.grid is not None
    assert len(found.grid.head) == 2 and all(len(row.cells) == 2 for row in found.grid.rows)
    (noted,) = [row for row in found.grid.rows if row.note]
    assert not found.grid.rows[-2].cells[0].differs, "both runs come to the end of the turn"
    assert all(cell.differs for cell in noted.cells) and found.grid.notes
    chance = found.grid.rows[-1]
    assert chance.cells[1].differs and "/" in chance.cells[0].lines[0]
    assert "58" in chance.cells[0].lines[0] and chance.label == sentence(
        load_phrases(lang).say("analysis", "before-fight")
    )
    (inall,) = panel.handle({"type": "editions"}).compared
    assert inall.grid is not None and len(inall.grid.head) == len(offered_editions())
    assert {len(row.cells) for row in inall.grid.rows} == {len(offered_editions())}
    for row in inall.grid.rows[1:-2]:
        own, *others = row.cells
        assert all(other.differs == (other.lines[1:] != own.lines[1:]) for other in others), "what is marked is another"
    said = " ".join(line for row in found.grid.rows[1:] for cell in row.cells for line in cell.lines)
    if lang != "en":
        assert not ENGLISH.search(said), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_if_does_not_call_the_same_what_leads_to_another_question(lang: str) -> None:
    panel = AnalysisController("dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear > fight > 4 > 5", lang)
    (found,) = panel.handle({"type": "what-if", "value": "dwarf, has + sword"}).compared
    assert found.grid is not None
    (then,) = [row for row in found.grid.rows if row.note]
    assert all(cell.differs for cell in then.cells) and then.cells[0].lines == (panel.screen().question.headline,)
    assert load_phrases(lang).say("analysis", "no-difference") not in found.grid.notes and len(found.grid.notes) == 5


def test_an_edition_that_comes_to_another_question_has_a_note_of_it() -> None:
    panel = AnalysisController(
        "monk fields-1, craft 5, spells psionic-blast, arrived | thief city | on fields-1, bear > 0: cast:psionic-blast"
    )
    (found,) = panel.handle({"type": "editions"}).compared
    assert found.grid is not None
    (then,) = [row for row in found.grid.rows if row.note]
    assert then.note == "[1], [2]" and [cell.differs for cell in then.cells] == [False, True, True]
    assert any(note.strip().startswith("+") and "Psionic Blast" in note for note in found.grid.notes), found.grid.notes
    assert "The same happens in both cases." not in found.grid.notes


def test_an_empty_bench_begins_with_the_disputes_asked_most_and_opens_one() -> None:
    for lang in LANGUAGES:
        panel = AnalysisController(USUAL, lang)
        asked = panel.screen().asked_most
        assert len(asked) == 10 and asked[0].asks == cases()[asked[0].id].asks(lang)
        opened = panel.handle({"type": "ruling", "value": asked[0].id})
        assert opened.text == asked[0].text and opened.asked_most == ()
        assert opened.ruling is not None and opened.ruling.lines[0] == asked[0].decides
        assert panel.handle({"type": "back"}).ruling == opened.ruling, "it stays while its situation is looked into"
        assert panel.handle({"type": "text", "value": "elf forest | thief city"}).ruling is None


def test_a_refusal_leaves_no_answer_to_another_question_below_it() -> None:
    panel = AnalysisController("dwarf crags | thief city > 1")
    assert panel.handle({"type": "ask", "value": "monk lance"}).compared
    for refused in ({"type": "what-if", "value": "dwarf, has + sowrd"}, {"type": "ask", "value": "monk raqqft"}):
        panel.handle({"type": "ask", "value": "monk lance"})
        found = panel.handle(refused)
        assert found.refused and not found.compared and not found.rulings and found.ruling is None


def test_what_came_about_on_arrival_is_told() -> None:
    told = (
        AnalysisController("warrior castle, life 1, fate 0, gold 0, has princess, arrived | thief city").screen().told
    )
    assert len(told) == 1 and "2 lives" in told[0], told
    assert AnalysisController("dwarf crags, arrived | thief city | on crags, bear").screen().told


def test_a_link_is_read_where_a_text_is_and_begins_with_the_address_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS, "https://example.org/talisman/?old=1#x")
    panel = AnalysisController("dwarf crags | thief city > 3")
    link = panel.screen().link
    assert link == "https://example.org/talisman/?situation=dwarf%20crags%20%7C%20thief%20city%20%3E%203"
    panel.handle({"type": "text", "value": "elf forest | thief city"})
    assert panel.handle({"type": "text", "value": f" {link}&lang=it "}).text == "dwarf crags | thief city > 3"
    assert AnalysisController(link).analysis.text == Analysis.of(link).text == "dwarf crags | thief city > 3"
    assert panel.handle({"type": "text", "value": "https://example.org/?lang=it&situation="}).refused
