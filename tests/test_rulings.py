"""Does every ruling and worked example come out as it says, and does a wrong one fail for the right reason?"""

from __future__ import annotations

import re
from itertools import product

import msgspec
import pytest
from editions import EXPANDED, TESTED, top
from msgspec.structs import replace
from read_aloud import ENGLISH, assert_well

from talisman_nb.app import cli
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import LANGUAGES, rule_index
from talisman_nb.rules.layers import BASE
from talisman_nb.rulings.case_types import Case, Then, doubts_named
from talisman_nb.rulings.cases import CaseError, cases, expansion_cases, read_cases
from talisman_nb.rulings.check_text import looked_at
from talisman_nb.rulings.example import WorkedExample, worked_example
from talisman_nb.rulings.rulings_by_subject import coverage, page_of_case, rulings_on
from talisman_nb.rulings.runner import run
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.phrases import load_phrases

BOOK = open_book()
EVERY = [*cases().values(), *expansion_cases().values()]
"""Those of the editions, then those that lie with an expansion."""
RULES = frozenset(rule_index())


HELD = [pytest.param(case, name, id=f"{case.id}-{name}") for case in EVERY for name in case.holds_in]
"""Every case with each of the editions it holds in."""


@pytest.mark.parametrize(("case", "edition"), HELD)
def test_it_comes_out_as_it_is_told(case: Case, edition: str) -> None:
    result = run(case, edition)
    assert not result.wrong, "\n".join(result.wrong)
    assert len(result.steps) == len(case.steps)
    assert any(step.checks for step in result.steps), "nothing was looked at"
    assert not result.unseen, f"named, but neither told nor shown: {result.unseen}"
    if case.editions:
        own = [rule for rule in case.rules if not rule_index()[rule].has("house")]
        assert all(rule_index()[rule].says(edition) for rule in own), f"no rule of {edition}"
    for step in result.steps:
        assert all(not violations(state) for state in step.states)
        assert all(event.cites and RULES.issuperset(event.cites) for event in step.events)


@pytest.mark.parametrize("case", EVERY, ids=lambda case: case.id)
def test_it_is_told_in_every_language_and_says_where_it_stands_or_why_the_table_decides(case: Case) -> None:
    questions = [case.asks(lang) for lang in LANGUAGES]
    assert len(set(questions)) == len(LANGUAGES) and all(q.endswith("?") and len(q) < 160 for q in questions)
    assert all(case.decides(lang) for lang in LANGUAGES)
    assert_begins_with_yes_or_no(case)
    if case.doubts and not case.decision:
        assert case.standing == "official", "it stands as its doubt does"
    elif case.standing == "official":
        settled = [doubt.standing for doubt in doubts_named(case.doubts, case.own_edition)][:1] == ["official"]
        assert case.stands_in() or case.rules[0].startswith("table.") or settled
    else:
        assert case.decision, "what no text decides needs its reason"


ASKS_WHETHER = re.compile(r"(may|must|does|do|is|are|has|have|can|will|did|was|were)\b", re.IGNORECASE)
ASKS_MORE = re.compile(r" or .*\?$|, and \w|\b(how|what|which|where|when) ")
YES_NO = {"en": ("yes", "no"), "it": ("sì", "no"), "fr": ("oui", "non"), "pl": ("tak", "nie")}


def assert_begins_with_yes_or_no(case: Case) -> None:
    """A case has a decision of its own, which begins with yes or no where that is asked."""
    assert case.decision, "a rule that is printed again is no answer"
    asked = re.split("[:;] ", case.asks())[-1]
    if ASKS_WHETHER.match(asked) and not ASKS_MORE.search(asked):
        first = {lang: re.split(r"\W", case.decides(lang))[0].lower() for lang in LANGUAGES}
        assert len({YES_NO[lang].index(word) for lang, word in first.items() if word in YES_NO[lang]}) == 1
        assert set(first) == {lang for lang, word in first.items() if word in YES_NO[lang]}, first


def test_no_two_cases_ask_the_same() -> None:
    asked = [case.asks("en") for case in EVERY]
    assert len(set(asked)) == len(asked)


# --- files, checks, stepping through ---


WORDS = '{ en = "a?", it = "b?", fr = "c?", pl = "d?" }'
GOOD = f'["x"]\nquestion = {WORDS}\nrules = ["combat.win"]\nsituation = "dwarf crags | thief city"\n'
WRONG = (
    ("x = [", "not TOML"),
    (GOOD, "a case names its rules and has steps"),
    (GOOD + "steps = []", "has steps"),
    (GOOD + "steps = [{ then = { lives = 3 } }]", "unknown field `lives`"),
    (GOOD + 'steps = [{ then = { seats = { 0 = { life = "two" } } } }]', "Expected `int | null`"),
    (GOOD + 'steps = [{ shows = ["combat.win"] }]', "step 1 shows combat.win but looks at nothing"),
    (GOOD + 'steps = [{ then = { ask = "die" }, shows = ["combat.wins"] }]', 'did you mean "combat.win"?'),
    (GOOD.replace("combat.win", "combat.wins") + "steps = [{}]", 'did you mean "combat.win"?'),
    (GOOD + 'editions = ["secnd"]\nsteps = [{}]', 'did you mean "second"?'),
    (GOOD + 'editions = ["second"]\nsteps = [{}]', "expected 'revised4' among them"),
    (
        GOOD.replace('"dwarf', '"edition second | dwarf') + 'editions = ["revised4", "second"]\nsteps = [{}]',
        "a situation that names no edition itself",
    ),
    (GOOD.replace("dwarf crags", "dwarf crags, lives 2") + "steps = [{}]", 'did you mean "life"?'),
)


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_file_says_where(text: str, message: str) -> None:
    with pytest.raises(CaseError) as wrong:
        read_cases(text, "mine.toml")
    assert message in str(wrong.value) and "mine.toml" in str(wrong.value)


LOOKED_AT = (
    ({"ask": "way"}, "ask: expected 'way', came 'die'"),
    ({"seats": {"0": {"life": 2}}}, "seat 0 life: expected 2, came 5"),
    ({"seats": {"0": {"may": ["cast:hex"]}}}, "seat 0 may: expected 'cast:hex', came"),
    ({"open": ["fight"]}, "open: expected 'fight', came"),
    ({"closed": {"1": "alignment"}}, "closed 1: expected 'alignment', came ''"),
    ({"lying": {"ruins": ["bear"]}}, "lying ruins: expected ('bear',), came ()"),
    ({"told": [{"kind": "fought"}]}, "told: expected {'kind': 'fought'}, came"),
    ({"rules": ["combat.win"]}, "rules: expected 'combat.win', came"),
    ({"foe": {"strength": 3}}, "foe strength: expected 3, came None"),
)


@pytest.mark.parametrize(("then", "message"), LOOKED_AT)
def test_what_came_otherwise_is_told(then: dict[str, object], message: str) -> None:
    (case,) = read_cases(GOOD + "steps = [{}]", "mine.toml")
    step = msgspec.structs.replace(case.steps[0], then=msgspec.convert(then, Then))
    wrong = run(msgspec.structs.replace(case, steps=(step,))).wrong
    assert len(wrong) == 1 and message in wrong[0]


def test_a_rule_that_nothing_rests_on_is_found() -> None:
    (case,) = read_cases(GOOD + 'steps = [{ then = { ask = "die" } }]', "mine.toml")
    assert run(case).ok and run(case).unseen == ("combat.win",)
    (case,) = read_cases(GOOD + 'steps = [{ then = { ask = "die" }, shows = ["combat.win"] }]', "mine.toml")
    assert run(case).unseen == ()
    (case,) = read_cases(
        GOOD.replace("combat.win", "turn.must-move") + 'steps = [{ then = { ask = "die" } }]', "mine.toml"
    )
    assert run(case).unseen == (), "the question itself names it"
    (case,) = read_cases(
        GOOD.replace("combat.win", "setup.order") + 'steps = [{ do = ["turn end"], then = { turn = 1 } }]', "mine.toml"
    )
    assert run(case).unseen == ("setup.order",), "what passes by the way shows nothing"


def test_an_answer_that_is_not_open_stops_the_case() -> None:
    (case,) = read_cases(GOOD + 'steps = [{ do = ["fight"] }, { then = { ask = "die" } }]', "mine.toml")
    result = run(case)
    assert len(result.steps) == 1 and not result.ok


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_is_stepped_through(lang: str) -> None:
    example = worked_example("w2", lang)
    assert example.case.asks(lang) in example.text and "wizard hills-3" in example.text
    spaces = []
    while not example.done:
        example = example.step()
        spaces.append(example.state.players[0].space)
        assert example.ok and "✗" not in example.text
    assert spaces == ["hills-3", "cursed-glade", "runes-1"] and example.case.decides(lang) in example.text
    bundle = example._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg") and bundle["text/plain"] == example.text
    with pytest.raises(StopIteration, match="all are played"):
        example.step()


def test_doubts_of_another_edition_are_not_counted_as_ruled() -> None:
    """The third edition inherits doubts of the second, and none of the base that the second has settled."""
    third, second = coverage("third").by_doubt, coverage("second").by_doubt
    assert "space.wizards-tower.visited" in third and "space.wizards-tower.visited" not in second
    assert not any(name.startswith(("space.crypt", "space.portal-of-power")) for name in third), "no such spaces"


def test_the_coverage_names_every_rule_of_the_edition_once() -> None:
    found = coverage()
    assert set(found.by_rule) == {rule.id for rule in rule_index().values() if rule.has(BASE)}
    assert found.by_rule["combat.fate-order"] == ("fate-order",)


@pytest.mark.parametrize(
    ("edition", "name"),
    [
        ("revised4", "Revised 4th edition"),
        ("second", "Second edition"),
        ("third", "Third edition"),
    ],
)
def test_every_rule_of_the_edition_has_a_case(edition: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = coverage(edition)
    assert found.gaps == (), "rules without a case"
    n, doubts = len(found.by_rule), len(found.by_doubt)
    counted = f"{name}: {n} of {n} rules have a ruling that can be played."
    assert counted in found.lines()
    assert found.lines()[-1] == f"{name}: {doubts} of {doubts} doubts have a ruling that can be played."
    assert cli.main(["rules", "--edition", edition]) == 0 and f"\n{counted}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "doubt"),
    [
        ("toad.move toad.meet toad.spells toad.abilities toad.duration toad.goods", "form.toad.begun"),
        ("meet.may-must", ""),
    ],
)
def test_what_no_source_of_the_third_edition_tells_is_an_open_ruling(rules: str, doubt: str) -> None:
    """What the Toad card and most spaces say is in the box only: the ruling says so, and what is played instead."""
    for rule in rules.split():
        (found,) = [cases()[id] for id in coverage("third").by_rule[rule]]
        assert found.decided_by == "open" and found.doubts == ((doubt,) if doubt else ())
    assert not doubt or doubts_named([doubt], "third")[0].standing == "open"


@pytest.mark.parametrize("expansion", EXPANDED)
def test_every_rule_of_an_expansion_has_a_case(expansion: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = coverage(top(expansion), EVERY).by_rule
    assert len(found) > 15 and all(found.values())
    assert not any(ids for rule, ids in coverage(BASE, EVERY).by_rule.items() if rule in found)
    assert cli.main(["rules", "--edition", expansion]) == 0
    told = capsys.readouterr().out
    assert all(re.search(rf"^{re.escape(rule)} +(soul|w)", told, re.MULTILINE) for rule in found)
    n = len(coverage(BASE).by_rule)
    assert f"{n} of {n} rules" in told, "those of the edition below are told too"


def test_a_case_counts_in_the_editions_it_holds_in() -> None:
    assert "teleport-no-die" in coverage("second").by_rule["spell.when"]
    for edition in TESTED:
        counted = {id for found in coverage(edition).by_rule.values() for id in found}
        assert counted <= {case.id for case in EVERY if edition in case.holds_in}
    assert {case.id for case in EVERY if len(case.holds_in) > 1} > {"w1", "w2", "crypt"}


@pytest.mark.parametrize("name", ["crown.stay", "mule.held[0]"])
def test_a_rule_or_doubt_without_a_case_is_told(name: str) -> None:
    found = coverage(those=[case for case in EVERY if name not in (*case.rules, *case.doubts)])
    assert name in found.gaps
    assert any(line.split() == [name, "(no", "ruling", "yet)"] for line in found.lines())
    (kind,) = [those for those in (found.by_rule, found.by_doubt) if name in those]
    open_ones = sum(not ids for ids in kind.values())
    assert any(f": {len(kind) - open_ones} of {len(kind)} " in line for line in found.lines())


def test_a_ruling_on_a_doubt_alone_says_what_the_doubt_says() -> None:
    own, (doubt,) = cases()["two-mules"], doubts_named(["mule.held[0]"], "revised4")
    found = replace(own, decision=None, standing="official")
    for lang in LANGUAGES:
        assert found.decides(lang).lower() == f"{doubt.text(lang)}.".lower() != own.decides(lang).lower()
    assert found.decided_by == own.decided_by == doubt.standing and not found.stands_in()
    assert "ruling.two-mules" in rulings_on(BOOK, "mule")[0]


@pytest.mark.parametrize("case", EVERY, ids=lambda case: case.id)
def test_what_is_looked_at_is_told_in_words(case: Case) -> None:
    for played, lang in product(run(case).steps, LANGUAGES):
        lines = looked_at(played, lang)
        assert all(line.startswith("✓ ") for line in lines)
        for line in lines:
            assert_well(line)
            assert lang == "en" or not ENGLISH.search(line), line
            assert not re.search(r"\b\w+:\w|@|_|\['|\('", line), f"a key is left: {line}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_event_that_was_looked_for_is_ticked_where_it_is_told(lang: str) -> None:
    example = worked_example("w1", lang).step().step().step()
    assert sum(line.startswith("✓ ") for line in example.text.splitlines()) == 2, "the fight, and the strength after it"
    assert sum("14" in line for line in example.text.splitlines()) == 1


def test_what_the_game_asks_is_told_once() -> None:
    example = worked_example("w2").step().step()
    assert example.text.count("One Spell too many") == 1


def test_a_step_that_came_otherwise_shows_what_the_case_says() -> None:
    (case,) = read_cases(GOOD + 'steps = [{ then = { ask = "fight" } }]', "mine.toml")
    example = WorkedExample(case, "it").step()
    assert "✗ ask: expected 'fight', came 'die'" in example.text and not example.ok


@pytest.mark.parametrize(("lang", "name"), [("it", "Quarta edizione riveduta"), ("pl", "Czwarta edycja poprawiona")])
def test_the_board_of_an_example_is_called_by_its_name(lang: str, name: str) -> None:
    assert f'aria-label="Talisman, {name}"' in worked_example("w1", lang).board


# --- where the translations differ ---

NOT_PLAYED = {
    "13": "a list of types, told in another order",
    "15": "a trophy nobody wants is never traded",
    "20": "where a number is printed",
    "32": "no ability of the box prevents that loss",
    "40": "an example told with a card or an Object",
    "55": "said twice in one text",
    "61": "a name", "62": "a name", "63": "a name", "64": "a name",
    "65": "another edition", "66": "another edition",
}  # fmt: skip
"""Entries of the comparison of the translations without a difference that could be played."""


def test_every_difference_between_the_translations_that_can_be_played_has_a_ruling() -> None:
    entries = {str(n) for n in range(1, 67)}
    assert {found.entry for one in rule_index().values() for found in one.texts_differ} >= entries
    entries |= {found.entry for one in rule_index().values() for found in one.texts_differ}
    assert {entry for case in EVERY for entry in case.differs} == entries - NOT_PLAYED.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_on_such_a_difference_says_so_and_how_sure_it_is(lang: str) -> None:
    for case in (case for case in EVERY if case.differs):
        told = " ".join(line for section in page_of_case(case, lang).sections for line in section.lines)
        for found in case.differences():
            assert load_phrases(lang).say("pages", f"why.{found.why}") in told, (case.id, found.entry)
            if found.why in ("judgement", "silent"):
                assert case.decided_by != "official", (case.id, found.entry)


def test_a_ruling_names_only_entries_of_its_rules() -> None:
    with pytest.raises(CaseError, match=r"\[x\]: differs: no rule of it has entry '66'; they have 27"):
        read_cases(GOOD + 'differs = ["66"]\nsteps = [{ then = { ask = "die" } }]', "mine.toml")
