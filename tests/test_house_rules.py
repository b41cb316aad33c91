"""The house rules of the form: which an edition offers, and do random games by random mixes of them stay sound?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from editions import BROUGHT, TESTED
from random_games import some_answer

from talisman_nb.engine import ask, begin_game, new_game, step
from talisman_nb.model import Answer, Change, State
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import play
from talisman_nb.odds import DiceCount, fight_odds, score_odds
from talisman_nb.rules.book import open_book
from talisman_nb.rules.edition import ranges
from talisman_nb.rules.house_rules import house_rule_cited, offered_rules
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import editions
from talisman_nb.rules.own_rules import group_of, house_rules
from talisman_nb.rulings.cases import cases
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.house_rules import choices, switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.fight_sums import sums_of
from talisman_nb.text.wording import wording_of


def test_every_switch_stands_in_one_group_and_has_a_meaning_in_some_edition() -> None:
    listed = [name for rules in house_rules().values() for name in rules]
    file = "rules/house_rules.toml"
    assert len(listed) == len(set(listed)), f"{file}: in two groups: {[one for one in listed if listed.count(one) > 1]}"
    assert not (unknown := set(listed) - set(ranges())), f"{file}: no figures of rules/ranges.toml: {sorted(unknown)}"
    without = {name for name in ranges() if name.startswith("switch.")} - set(listed)
    assert not without, f"{file}: {', '.join(sorted(without))}: in no group, so no form offers it: give it one"
    found = {name for edition in TESTED for name in offered_rules(open_book(edition))}
    idle = set(listed) - BROUGHT - found
    assert not idle, (
        f"{', '.join(sorted(idle))}: no card, program or deck of an edition reads it, so no form offers it: let "
        f"one read it, or say in {file} when it has a meaning"
    )
    assert found == set(listed) - BROUGHT, f"tests/editions.py: BROUGHT: an edition offers {sorted(found & BROUGHT)}"


def test_a_figure_that_is_needed_is_one_of_an_edition() -> None:
    needed = {needs.figure for rules in house_rules().values() for needs in rules.values() if needs.figure}
    assert needed <= set(ranges())


@pytest.mark.parametrize(
    ("switch", "revised", "second"),
    [
        ("switch.royal_pair", True, False),  # the Castle of the second edition reads no such figure
        ("switch.free_beside", True, False),
        ("switch.siren_next", True, False),
        ("switch.temple_leave", True, True),
        ("switch.talisman_cards", True, True),
        ("switch.trade_life", True, True),
    ],
)
def test_only_what_an_edition_can_reach_is_offered(switch: str, revised: bool, second: bool) -> None:
    for edition, expected in zip(TESTED, (revised, second), strict=True):
        shown = {one.key for one in switches(open_book(edition), {}, "en")}
        assert (switch in shown) == expected, edition


def test_what_experience_buys_already_is_no_house_rule() -> None:
    assert "switch.trade_life" not in offered_rules(open_book("third"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_the_switches_of_the_form_stand_together_by_group(edition: str, lang: str) -> None:
    headings = [one.group for one in switches(open_book(edition), {}, lang)]
    assert all(headings)
    assert len(set(headings)) == sum(one != before for one, before in zip(headings, ["", *headings], strict=False))


@pytest.mark.parametrize("edition", editions())
def test_what_shortens_an_evening_comes_first_in_a_group_of_its_own(edition: str) -> None:
    shown = switches(open_book(edition), {}, "en")
    shorter = [one.key for one in shown if one.group == "For a shorter evening"]
    assert shorter and [one.key for one in shown][: len(shorter)] == shorter
    assert {group_of()[key] for key in shorter} == {next(iter(house_rules()))}


def test_the_command_spell_is_surer_by_a_house_rule() -> None:
    for low, taken in ((4, False), (3, True)):
        state = situation(f"dwarf crown-of-command, fate 0 | thief city | crown reached | house command.low={low} > 3")
        assert (state.players[1].life < 4) == taken


def test_every_house_rule_of_the_texts_is_one_of_the_form_and_has_a_case_in_each_edition() -> None:
    named = {needs.rule for rules in house_rules().values() for needs in rules.values() if needs.rule}
    assert named == {id for id, one in rule_index().items() if one.has("house")}
    assert {needs.amends for rules in house_rules().values() for needs in rules.values()} - {""} <= set(rule_index())
    for edition in TESTED:
        shown = {rule for case in cases().values() if edition in case.holds_in for rule in case.rules}
        assert named - shown == {"house.tokens", "house.fireball"}, "no rule is changed, no edition has the Spell"


@pytest.mark.parametrize("figure", [name for name, group in group_of().items() if house_rules()[group][name].rule])
def test_a_house_rule_is_cited_only_where_the_table_has_chosen_it(figure: str) -> None:
    usual, rule = open_book(), house_rules()[group_of()[figure]][figure].rule
    other = next(value for value in choices(usual, figure) if value != usual.usual[figure])
    assert house_rule_cited(open_book("revised4", {figure: other}), figure) == (rule,)
    assert (
        house_rule_cited(usual, figure)
        == house_rule_cited(open_book("revised4", {figure: usual.usual[figure]}), figure)
        == ()
    )


def test_hands_and_journal_are_told_which_cards_are_not_played_with() -> None:
    told = begin_game([("Ada", "elf")], house={"switch.talisman_cards": True})[1]
    (event,) = [each for each in told if each.kind == "taken_out"]
    assert (event.card, event.cites) == ("hermit", ("house.talismans",))
    assert not [e for e in begin_game([("Ada", "elf")])[1] if e.kind == "taken_out"]
    for lang in LANGUAGES:
        assert hands(["Ada"], [event], lang) and say_event(["Ada"], event, lang)


def mix(edition: str, dice: random.Random) -> dict[str, Any]:
    """Each house rule of the form turned or not, at random."""
    usual = open_book(edition)
    return {name: dice.choice(choices(usual, name)) for name in group_of()}


def game(edition: str, house: dict[str, Any], dice: random.Random) -> Iterator[State]:
    """A game of random answers; in every second one characters are dealt, or chosen, as the house rules say."""
    book = open_book(edition, house)
    names = dice.sample(book.characters, dice.randrange(2, 5))
    if dice.random() < 0.5:
        names = [""] * min(len(names), len(book.characters) // max(house["setup.deal"], 1))
    state = new_game([(f"P{at}", name) for at, name in enumerate(names)], book)
    while ask(state).kind != "over":
        state, _ = step(state, some_answer(state, dice))
        yield state


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.campaign) for n in range(4, 500))])
def test_random_games_by_random_mixes_of_house_rules_are_sound(seed: int) -> None:
    dice = random.Random(seed)
    edition = TESTED[seed % 2]
    house = mix(edition, dice)
    for at, state in zip(range(800), game(edition, house, dice), strict=False):
        assert violations(state) == [], (seed, at, house)
        if house["switch.maximum"]:
            for p in state.players:
                facts = open_book(edition).find(f"character.{p.character}")
                if facts and not p.form:
                    assert p.strength <= facts.facts.strength and p.craft <= facts.facts.craft, (seed, at, p)


@pytest.mark.parametrize(
    ("trophies", "n", "gained", "kept"),
    [
        ("dragon goblin", 2, (2, 0), ()),  # 9 points at 4 for 1
        ("dragon goblin", 1, (1, 1), ()),
        ("giant dragon goblin", 3, (3, 0), ("goblin",)),  # which the trade does not need
        ("giant dragon goblin", 2, (2, 1), ("goblin",)),
        ("dragon bear", 1, (1, 1), ()),
        ("dragon", 0, (1, 0), ()),  # one alone: nothing is asked
    ],
)
def test_each_strength_that_a_trade_gives_may_be_a_life(
    trophies: str, n: int, gained: tuple[int, int], kept: tuple[str, ...]
) -> None:
    """`house.trade-life`: of each point earned, lives and Strength together too."""
    house = "edition second | house switch.trade_life=true trophy.strength=4"
    line = f"{house} | elf village, trophies {trophies} | thief city > 0: trade:life"
    player = play(line + (f" > n:{n}" if n else "")).state.players[0]
    assert (player.life - 4, player.strength) == gained and player.trophies == kept


def test_a_trade_gives_no_more_spells_than_there_is_room_for() -> None:
    """`house.trade-spell`, `spell.limit`: what is over is Craft."""
    house = "edition second | house switch.trade_spell=true trophy.craft=2"
    line = f"{house} | wizard village, spells hex, trophies demon | thief city"
    player = play(f"{line} > 0: trade:spell > healing").state.players[0]
    assert player.spells == ("hex", "healing") and player.craft == 4 and player.trophies == ()


# --- those that players tell of ---


@pytest.mark.parametrize(("dice", "score", "shown"), [("6 1 4", 14, (6, 4)), ("2 3 5", 12, (5, 3))])
def test_of_three_dice_the_two_highest_count_in_score_and_sums(dice: str, score: int, shown: tuple[int, ...]) -> None:
    before = "house combat.dice=2 | *warrior fields-1, fate 0, arrived | thief city | on fields-1, bear > fight"
    state = situation(" > ".join((before, *dice.split())))
    mine, theirs = fight_sums_of(state)
    assert (mine.total, mine.dice, mine.best) == (score, shown, 2) and theirs.dice == (0, 0)


def test_the_chances_of_two_dice_are_those_of_two_dice() -> None:
    fight = "*troll fields-1, fate 0, strength 6, arrived | thief city | on fields-1, bear > fight"
    assert fight_odds(situation(f"house combat.dice=2 | {fight}")) == score_odds(6, 3, DiceCount(2), DiceCount(2))


def test_the_victim_of_an_assassin_throws_no_die_of_two() -> None:
    ambush = (
        "*assassin fields-1, fate 0, arrived | troll fields-1, fate 0 > attack:1 > use:character.assassin.assassinate"
    )
    state = situation(f"house combat.dice=2 | {ambush} > fight > 1")
    assert (ask(state).purpose, ask(state).n) == ("attack", 1)
    state, told = step(state, Answer(state.ply, "2"))
    assert [event.scores for event in told if event.kind == "fought"] == [(6, 6)]


def test_a_talisman_too_many_is_ditched_however_it_came() -> None:
    state = situation("house carry.talismans=1 | *troll fields-1, fate 0, has talisman | thief city, has talisman")
    change = Change("card", 0, card="talisman", origin="seat:1", to="seat:0")
    state, told = step(state, Answer(state.ply, "hand", changes=(change,)))
    assert state.players[0].goods == ("talisman",) and violations(state) == []
    assert [event.cites for event in told if event.kind == "dropped"] == [("house.talisman-limit", "carry.excess")]


def test_nobody_wins_where_the_last_one_dies_before_the_crown() -> None:
    last = "house switch.last_finishes=true | *troll valley-of-fire, has talisman | nobody city, out | crown reached"
    state = situation(last)
    state, _ = step(state, Answer(state.ply, "hand", changes=(Change("life", 0, 0),)))
    while ask(state).kind != "over":
        state, _ = step(state, some_answer(state, random.Random(1)))
    assert state.winner == -1


def test_after_a_bridge_fewer_steps_may_be_gone_too_down_to_none() -> None:
    crossing = "*troll graveyard, fate 0, strength 12 | thief city > 6 > bridge > fight > 6 > 1"
    state = situation(f"house switch.move_less=true | {crossing}")
    assert "stay" in ask(state).open() and "clockwise@1" in ask(state).open()
    state, _ = step(state, Answer(state.ply, "stay"))
    assert state.players[0].space == "hills-3"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("house", "few"), [("move.dice=2", "2"), ("switch.move_less=true", "")])
def test_the_question_says_which_numbers_of_steps_may_be_gone(house: str, few: str, lang: str) -> None:
    dice = " > 5" if not few else " > 2 > 5"
    plain, asked = (situation(f"{said}*troll fields-1, fate 0 | thief city{rolled}") for said, rolled in
                    (("", " > 5"), (f"house {house} | ", dice)))  # fmt: skip
    told, usual = (question(state, ask(state), lang).headline for state in (asked, plain))
    assert told != usual and "5" in told and few in told
    assert len({option.label for option in question(asked, ask(asked), lang).options}) > 2


def fight_sums_of(state: State) -> tuple[Any, ...]:
    found = sums_of(state, ask(state), wording_of(state, "en"))
    assert found is not None
    return found.sides
