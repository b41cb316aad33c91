"""Do the cards of The Realm of Souls that act in a fight do what they say, and agree shown sums with the engine?"""

from __future__ import annotations

import pytest
from read_aloud import assert_well
from test_fight_shown import check_odds, sums
from test_souls import IN, met

from talisman_nb import play
from talisman_nb.engine import asides
from talisman_nb.notation.text_play import Situation
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import book_of
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import FightSums


def shown(found: Situation) -> FightSums:
    fight = with_parts(question(found.state, found.ask, "en"), found.state, found.ask, "en").fight
    assert fight is not None
    return fight


def check(found: Situation) -> FightSums:
    """The sums that are shown: they agree with themselves, and their chances with what the engine comes to."""
    fight = shown(found)
    for side in fight.sides:
        assert sum(block.n for block in side.blocks) + sum(side.dice) == side.total
    assert check_odds(found.state, str(found.told[-1:])), "the chances could be compared"
    return fight


# --- what a question says before the result stands ---


@pytest.mark.parametrize(("foe", "one_life"), [("blood-sucker", False), ("night-hag", False), ("mawbeast", True)])
def test_a_card_that_says_what_is_lost_is_not_told_as_one_life(foe: str, one_life: bool) -> None:
    found = met(foe, "fight", 1, 6, dwarf="fate 1, life 4")
    assert ("would lose 1 life" in question(found.state, found.ask, "en").headline) == one_life


# --- what a creature is worth ---


@pytest.mark.parametrize(("life", "more"), [(3, 2), (5, 0), (8, -3)])
def test_the_leech_counts_lives_that_are_missing(life: int, more: int) -> None:
    fight = check(met("twisted-leech", dwarf=f"fate 0, life {life}"))
    assert fight.sides[1].total == 4 + more
    assert dict(sums(fight.sides[1])).get("Twisted Leech", 0) == more


def test_the_wraith_throws_three_dice() -> None:
    found = met("abomination-wraith", "fight", 6, 1, 1)
    assert shown(found).sides[1].dice == (1, 1, 0)
    check(found)
    player = found.answer("1").state.players[0]
    assert (player.life, player.trophies) == (7, ())
    assert met("abomination-wraith", "fight", 6, 1, 1, 6).state.players[0].life == 4, "9 against 12"


@pytest.mark.parametrize(("lying", "more"), [("", 0), ("sword", 1), ("sword, mule, sword", 3)])
def test_the_shade_counts_other_cards(lying: str, more: int) -> None:
    """What covers the space is none of them: it is the text of the space."""
    fight = check(met("many-faced-shade", lying=lying))
    assert fight.sides[1].total == 3 + more


@pytest.mark.parametrize(("craft", "own"), [("craft 3", 3), ("craft 6", 6)])
def test_the_nightmare_has_the_craft_of_whoever_fights_it(craft: str, own: int) -> None:
    fight = check(met("nightmare", dwarf=f"fate 0, {craft}"))
    assert [side.total for side in fight.sides] == [own, own] and sums(fight.sides[1]) == [("Craft", own)]


# --- what somebody has ---


def test_the_rebel_takes_from_both_rolls_by_trophies() -> None:
    found = met("hollow-gaunt", "fight", dwarf="fate 0, has rebellious-spirit, trophies bear wolf")
    assert [dict(sums(side))["Rebellious Spirit"] for side in check(found).sides] == [-2, -2]
    found = found.answer("6").answer("2")
    fought = next(event for event in found.told if event.kind == "fought")
    assert fought.scores == (3 + 4, 6 + 1)


def test_the_guide_takes_from_every_roll() -> None:
    found = met("hollow-gaunt", "fight", 4, dwarf="fate 0, has vengeful-guide")
    assert check(found).sides[0].total == 3 + 3
    assert met("judgement", 6, dwarf="fate 0, has vengeful-guide").state.players[0].life == 6, "as on a 5"
    assert "vengeful-guide" in met("vengeful-guide").state.players[0].goods, "it must be taken"


def test_who_wears_the_collar_gains_no_fate() -> None:
    found = play(f"{IN}dwarf fields-1, fate 0, has collar-of-destiny, arrived | thief city > shrine > 2")
    assert found.state.players[0].fate == 0


LOST = "dwarf fields-1, fate 0, life 4, has {}, arrived | thief city > {} > fight > 1 > 6"


def test_the_armour_of_vulnerability_saves_in_psychic_combat_and_costs_a_life_in_battle() -> None:
    saved = play(f"{IN}{LOST.format('armour-of-vulnerability', 'demon')} > armour-of-vulnerability > 3")
    assert saved.state.players[0].life == 4
    assert play(f"{IN}{LOST.format('armour-of-vulnerability', 'demon')} > none").state.players[0].life == 3
    assert play(f"{IN}{LOST.format('armour-of-vulnerability', 'giant')}").state.players[0].life == 2
    both = play(f"{IN}{LOST.format('armour-of-vulnerability, shield', 'giant')} > shield > 6")
    assert both.state.players[0].life == 4, "a life that is saved costs none"


@pytest.mark.parametrize("foe", ["giant", "demon"])
@pytest.mark.parametrize(
    ("more", "least"), [("", 5), (", sword-of-the-fallen", 4), (", sword-of-the-fallen, talisman-of-the-fallen", 3)]
)
def test_the_armour_of_the_fallen_saves_in_every_fight(foe: str, more: str, least: int) -> None:
    for roll in range(1, 7):
        found = play(f"{IN}{LOST.format(f'armour-of-the-fallen{more}', foe)} > armour-of-the-fallen > {roll}")
        assert (found.state.players[0].life == 4) == (roll >= least), roll


# --- what follows a fight ---


def lies(found: Situation, card: str) -> list[str]:
    spaces = book_of(found.state.book).board.spaces
    return [space for space, cards in zip(spaces, found.state.spaces, strict=True) if card in cards]


@pytest.mark.parametrize(("faces", "moves"), [((1, 6), True), ((3, 3), True), ((6, 1), False)])
def test_the_hand_crawls_on_unless_it_is_killed(faces: tuple[int, int], moves: bool) -> None:
    found = met("crawling-hand", "fight", *faces)
    assert (found.ask.kind == "die") == moves
    if moves:
        (space,) = lies(found.answer("2"), "crawling-hand")
        ring = book_of(found.state.book).board.in_region("outer")
        assert ring.index(space) == ring.index("fields-1") + 2
        assert found.answer("2").state.players[0].life == (4 if faces == (1, 6) else 5)


def test_the_hand_crawls_on_if_it_is_evaded() -> None:
    found = met("crawling-hand", "0: cast:invisibility", "evade", 3, dwarf="fate 0, spells invisibility")
    assert lies(found, "crawling-hand") not in ([], ["fields-1"])


@pytest.mark.parametrize(("faces", "follows"), [((1, 6), True), ((3, 3), True), ((6, 1), False)])
def test_the_haunt_follows_unless_it_is_beaten(faces: tuple[int, int], follows: bool) -> None:
    player = met("haunt", "fight", *faces).state.players[0]
    assert (player.goods == ("haunt@haunt.clinging",)) == follows == (player.trophies == ())


def test_the_haunt_takes_from_attack_rolls_until_a_visit() -> None:
    found = met("haunt", "0: cast:invisibility", "evade", dwarf="fate 0, spells invisibility")
    assert found.state.players[0].goods == (), "evaded it does not follow"
    haunted = "fate 0, gold 0, life 5, has haunt@haunt.clinging"
    fight = check(met("hollow-gaunt", "fight", 1, dwarf=haunted))
    assert fight.sides[0].total == 3 + 1
    assert check(met("hollow-gaunt", "fight", 4, dwarf=haunted)).sides[0].total == 3 + 3
    assert "drop:haunt@haunt.clinging" not in met("hollow-gaunt", dwarf=haunted).open, "it is not put down"
    for space in ("chapel", "graveyard"):
        visit = play(f"{IN}dwarf {space}, {haunted}, arrived | thief city")
        assert visit.state.players[0].goods == () and "haunt" in visit.state.decks[2].discards


def test_who_loses_to_the_hag_goes_home_and_misses_a_turn() -> None:
    found = met("night-hag", "fight", 1, 6)
    player = found.state.players[0]
    assert (player.space, player.life, len(player.promises)) == ("crags", 4, 1) and found.ask.kind == "close"
    assert met("night-hag", "fight", 6, 3).state.players[0].space == "fields-1", "a stand-off does nothing"
    dead = met("night-hag", "fight", 1, 6, dwarf="fate 0, life 1").state.players[0]
    assert (dead.form, dead.space, dead.promises) == ("restless", "fields-1", ())


STALKED = "fate 0, has deathstalker"


def test_the_stalker_kills_who_loses_a_life_in_a_fight() -> None:
    assert met("hollow-gaunt", "fight", 1, 6, dwarf=STALKED).state.players[0].form == "restless"
    assert met("judgement", 1, dwarf=STALKED).state.players[0].life == 4
    assert met("hollow-gaunt", "fight", 4, 1, dwarf=STALKED).state.players[0].life == 5
    won = met("hollow-gaunt", "fight", 6, 1, dwarf=STALKED)
    assert {"shake-off", "none"} == {*won.open}
    assert (
        won.answer("shake-off").state.players[0].goods == ()
        and "deathstalker" in won.answer("none").state.players[0].goods
    )
    assert "deathstalker" in met("deathstalker").state.players[0].goods, "it must be taken"


def test_the_stalker_ends_a_ghost() -> None:
    ghost = "dwarf fields-1, as restless, life 3, gold 0, fate 0, has deathstalker, arrived | thief city"
    found = play(f"{IN}{ghost} | on fields-1, breach > hollow-gaunt > fight > 1 > 6")
    assert found.state.players[0].out


# --- weapons ---


def test_the_dancing_sword_gives_a_die_and_goes() -> None:
    found = met("blood-sucker", dwarf="fate 0, has dancing-sword")
    assert check(found).sides[0].total == 3 + 1
    found = found.answer("0: use:dancing-sword.let-dance").answer("3")
    assert lies(found, "dancing-sword") not in ([], ["fields-1"]) and found.state.players[0].goods == ()
    fight = check(found)
    assert fight.sides[0].total == 3 and fight.sides[0].dice == (0, 0)
    last = found.answer("fight") if found.ask.kind == "fight" else found
    (fought,) = [e for e in last.answer("5").answer("4").answer("1").told if e.kind == "fought"]
    assert fought.scores == (3 + 9, 5 + 1)


def test_the_dancing_sword_does_not_dance_in_psychic_combat() -> None:
    assert "use:dancing-sword.let-dance" not in met("hollow-gaunt", dwarf="fate 0, has dancing-sword").open


@pytest.mark.parametrize(("faces", "pact"), [((2, 5), False), ((4, 4), True)])
def test_the_soul_drinker_drinks_on_a_double(faces: tuple[int, int], pact: bool) -> None:
    found = met("blood-sucker", "fight", *faces, 6, dwarf="fate 0, has soul-drinker, mule, gnome")
    fought = next(e for e in found.told if e.kind == "fought")
    assert fought.scores == (3 + max(faces), 5 + 6)
    assert (found.ask.chance and {*found.open} == {"mule", "gnome"}) == pact
    if pact:
        found = found.answer("gnome")
        assert found.state.players[0].goods == ("mule",) and "follower_killed" in [e.kind for e in found.told]


def test_the_soul_drinker_works_in_battle_only() -> None:
    found = met("hollow-gaunt", "fight", 4, dwarf="fate 0, has soul-drinker, mule")
    assert shown(found).sides[0].dice == (4,)
    check(met("blood-sucker", "fight", dwarf="fate 1, has soul-drinker"))


# --- decided otherwise ---

KING = "dwarf fields-1, as restless, life 1, gold 0, fate 0, has sword, arrived | thief city"


def as_ghost(*answers: object, seats: str = KING) -> Situation:
    return play(" > ".join((f"{IN}{seats} | on fields-1, breach", *map(str, answers))))


def test_who_is_no_ghost_dies_on_meeting_the_king() -> None:
    found = met("king-of-the-dead")
    assert found.state.players[0].form == "restless" and found.state.fight is None
    assert lies(found, "king-of-the-dead") == ["fields-1"] and found.ask.kind == "close"


@pytest.mark.parametrize(("how", "mine"), [("in-battle", 3 + 1), ("in-psychic", 3)])
def test_a_ghost_fights_the_king_as_it_likes(how: str, mine: int) -> None:
    found = as_ghost("king-of-the-dead", how)
    fight = check(found)
    assert [side.total for side in fight.sides] == [mine, 10] and fight.psychic == (how == "in-psychic")


@pytest.mark.parametrize("goes", [True, False])
def test_the_beaten_king_lets_a_ghost_go_to_the_crown(goes: bool) -> None:
    seats = KING.replace("has sword", "has ring, solomons-crown, holy-grail, screaming-skull")
    found = as_ghost("king-of-the-dead", "in-psychic", "fight", 6, 1, "to-the-crown" if goes else "none", seats=seats)
    player = found.state.players[0]
    assert (player.space, player.form) == (("crown-of-command", "") if goes else ("fields-1", "restless"))
    assert player.life == (5 if goes else 1)


def test_the_king_fights_alone() -> None:
    found = as_ghost("king-of-the-dead", seats=KING)
    assert found.state.fight and len(found.state.fight.foes) == 1
    among = play(f"{IN}{KING} | on fields-1, breach, giant > king-of-the-dead")
    assert among.state.fight and len(among.state.fight.foes) == 1


def test_the_eye_wins_psychic_combat_after_the_own_roll() -> None:
    own = "fate 0, has spirit-eye"
    before = met("mawbeast", "fight", dwarf=own)
    assert "use:spirit-eye.open-eye" not in [option.key for option in asides(before.state, 0)]
    found = met("mawbeast", "fight", 1, "0: use:spirit-eye.open-eye", dwarf=own)
    player = found.state.players[0]
    assert (player.trophies, player.goods, player.life) == (("mawbeast",), (), 5) and found.state.fight is None
    (fought,) = [event for event in found.told if event.kind == "fought"]
    assert (fought.what, fought.source) == ("won", "spirit-eye")
    for lang in LANGUAGES:
        assert_well(say_event(found.state, fought, lang))
    assert say_event(found.state, fought, "en") == "P0 beat the Mawbeast by the Spirit Eye."
    late = met("mawbeast", "fight", 1, 6, "0: use:spirit-eye.open-eye", dwarf="fate 1, has spirit-eye")
    assert late.state.players[0].trophies == ("mawbeast",)


def test_the_eye_is_blind_in_battle_and_against_characters() -> None:
    battle = met("blood-sucker", "fight", 1, dwarf="fate 1, has spirit-eye")
    assert "use:spirit-eye.open-eye" not in [option.key for option in asides(battle.state, 0)]


# --- strangers and events ---

TRIED = "dwarf fields-1{}, fate 0, arrived | thief city, fate 0{} | troll plain-of-peril"


@pytest.mark.parametrize(("faces", "lives"), [((6, 1), (5 + 4, 3)), ((1, 6), (4, 4)), ((3, 3), (5, 4))])
def test_a_trial_gives_as_many_lives_as_the_other_has(faces: tuple[int, int], lives: tuple[int, int]) -> None:
    found = as_ghost("trial", "fight", *faces, seats=TRIED.format("", ""))
    found = found.answer("life") if found.ask.kind == "spoils" else found
    players = found.state.players
    assert players[0].space == "city" and tuple(p.life for p in players[:2]) == lives and found.ask.kind == "close"


def test_a_ghost_that_makes_a_ghost_may_come_back() -> None:
    found = as_ghost("trial", "fight", 6, 1, seats=TRIED.format(", as restless, life 1, gold 0", ", life 1"))
    assert [p.form for p in found.state.players[:2]] == ["restless", "restless"]
    assert found.answer("rise").state.players[0].form == "" and found.answer("none").state.players[0].form == "restless"
    living = as_ghost("trial", "fight", 6, 1, seats=TRIED.format("", ", life 1"))
    assert living.state.players[1].form == "restless" and living.ask.kind == "close", "who is no Ghost is not asked"
    ghosts = as_ghost(
        "trial", "fight", 6, 1, seats=TRIED.format(", as restless, life 1, gold 0", ", as restless, life 2")
    )
    assert ghosts.ask.kind == "close", "the other was a Ghost already"


def test_nobody_is_tried_in_the_inner_region() -> None:
    found = as_ghost("trial", seats="dwarf fields-1, fate 0, arrived | troll plain-of-peril")
    assert found.told[-1].kind == "nothing_happens" and found.state.players[0].space == "fields-1"


def test_on_a_four_another_ghost_is_judged() -> None:
    ghosts = "thief city, as restless, life 1, fate 0 | troll crags, as restless, life 0, fate 0"
    seats = f"dwarf fields-1, fate 0, arrived | {ghosts}"
    found = as_ghost("judgement", 4, seats=seats)
    assert {*found.open} == {"seat:1", "seat:2"}
    found = found.answer("seat:1")
    assert found.ask.kind == "die" and found.ask.seat == 1
    assert found.answer("6").state.players[1].form == ""
    assert [found.answer("5").state.players[n].life for n in (0, 1)] == [5, 2]
    again = found.answer("4")
    assert again.ask.purpose == "judged"
    alone = as_ghost("judgement", 4, seats="dwarf fields-1, fate 0, arrived | thief city")
    assert alone.ask.kind == "close"


STRONG = "troll city, fate 0"


@pytest.mark.parametrize(("how", "figure"), [("in-battle", 6), ("in-psychic", 4)])
def test_the_rakshasa_fights_as_the_best_of_all(how: str, figure: int) -> None:
    seats = f"dwarf fields-1, fate 0, has sword, arrived | {STRONG} | druid city, fate 0"
    found = as_ghost("rakshasa", how, seats=seats)
    fight = check(found)
    assert fight.sides[1].total == figure and fight.psychic == (how == "in-psychic")
    won = found.answer("fight").answer("6").answer("1")
    if how == "in-battle":
        assert lies(won, "rakshasa") == [] and won.state.players[0].trophies == ()
    lost = found.answer("fight").answer("1").answer("6")
    assert lies(lost, "rakshasa") == ["fields-1"] and lost.state.players[0].life == 4


def test_who_leaves_an_object_need_not_fight_and_the_winner_may_take_it() -> None:
    seats = f"dwarf fields-1, fate 0, has sword, shield, arrived | {STRONG}"
    found = as_ghost("rakshasa", "leave-object", "sword", seats=seats)
    assert lies(found, "sword") == ["fields-1"] and found.state.players[0].goods == ("shield",)
    bare = as_ghost("rakshasa", seats=f"dwarf fields-1, fate 0, arrived | {STRONG}")
    assert "leave-object" not in bare.open and {"in-battle", "in-psychic"} <= {*bare.open}
    met_later = play(f"{IN}dwarf fields-1, fate 0, arrived, strength 8 | {STRONG} | on fields-1, rakshasa, sword")
    won = met_later.answer("in-battle").answer("fight").answer("6").answer("1")
    assert lies(won, "rakshasa") == [] and "sword" in won.open
