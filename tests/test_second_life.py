"""Does who is killed go on without life, where its layer says so, and come back or die for good as it says?"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from haunting import CARDS, DIES, FORM, haunted
from msgspec.structs import replace

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import asides, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Change, State, decode, encode
from talisman_nb.notation.situation import SituationError, situation, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.odds import best_fight
from talisman_nb.odds.gates import command_odds
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import play_game, violations
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.screen.contents import sheet


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return haunted()


IN = "edition revised4 + haunted | "
CHASM = IN + "dwarf chasm, life 1, fate 0, strength 5, has sword oath-ring, gold 3, spells hex, arrived | thief city"
SHADE = IN + "dwarf chasm, as shade, life {}, fate 0, has sword oath-ring, gold 3, arrived | thief city"


def kinds(game: Situation) -> list[str]:
    return [event.kind for event in game.told]


# --- a form that lives without life ---


def test_who_is_killed_goes_on_without_life() -> None:
    game = play(CHASM).answer("roll", "1")
    p = game.state.players[0]
    assert (p.character, p.form, p.life, p.goods, p.gold) == ("dwarf", "shade", 0, ("oath-ring",), 0)
    assert (p.strength, p.asleep, p.born) == (0, (0, 0), 2), "its counters are gone, for nothing of them sleeps"
    assert not violations(game.state) and decode(encode(game.state)) == game.state
    assert game.ask.kind == "close", "the turn it died in is over"
    after = game.answer("done").state
    text = situation_text(after)
    assert "as shade, has" in text and "life 0" in text and situation(text).players[0] == after.players[0]


def test_whoever_was_killed_as_that_is_out_before_anybody_reached_the_crown() -> None:
    dead = play(SHADE.format(0).replace(" | thief city", " | thief city | troll crags")).answer("1").state
    text = situation_text(dead)
    assert dead.players[0].out and "out" in text and "!" not in text and situation(text).players[0].out
    with pytest.raises(SituationError, match="nobody is out as long as"):
        situation("nobody city, out | thief city | troll crags")


def test_a_fight_with_whoever_dies_in_the_middle_of_it_is_over() -> None:
    """By a Spell or a correction: a Shade is not fought by dice that were thrown against somebody else."""
    before = IN + "elf fields-1, fate 0, arrived | thief fields-1, fate 0 | troll crags > attack:1 > fight > 3"
    after = play(f"{before} > hand life 1 0")
    assert play(before).state.fight and not after.state.fight and after.ask.kind == "close"
    assert after.state.players[1].form == "shade" and not violations(after.state)


def test_the_life_it_has_not_kills_it_for_good() -> None:
    game = play(SHADE.format(0)).answer("1")
    p = game.state.players[0]
    assert p.out and not p.character and not p.form and game.state.winner == 1 and not violations(game.state)
    assert kinds(game).count("killed") == 1


def test_a_life_it_has_is_lost_first() -> None:
    game = play(SHADE.format(1)).answer("1")
    assert game.state.players[0].life == 0 and game.state.players[0].character and "killed" not in kinds(game)


def test_more_lives_than_it_has_kill_it_too() -> None:
    cards = CARDS + '[twin-sting]\nname = "Sting"\ntype = "event"\nnumber = 1\n'
    haunted(**{"adventure/haunts.toml": cards + 'met = [{ op = "lose", what = "life", n = 2 }]\n'})
    at_fields = SHADE.replace("chasm", "fields-1")
    assert play(at_fields.format(1)).answer("twin-sting").state.players[0].out
    assert play(at_fields.format(2)).answer("twin-sting").state.players[0].life == 0


def test_what_saves_a_life_saves_one_it_has_not() -> None:
    game = play(SHADE.format(0) + ", spells preservation").answer("1")
    assert game.ask.purpose == "life_loss", "who holds a Spell is asked before the death"
    saved = play(SHADE.format(0).replace(", gold 3", ", gold 3, spells preservation")).answer("1")
    saved = saved.answer("0: cast:preservation")
    assert saved.state.players[0].character == "dwarf" and saved.state.players[0].life == 0


def test_a_death_amid_others_is_decided_by_the_form() -> None:
    """One is killed, goes on, and is killed again in the same turn of somebody else."""
    twice = CARDS + '[twin-sting]\nname = "Sting"\ntype = "event"\nnumber = 1\nmet = ['
    twice += '{ op = "lose", what = "life", who = "others" }, { op = "lose", what = "life", who = "others" }]\n'
    haunted(**{"adventure/haunts.toml": twice})
    game = play(IN + "dwarf fields-1, arrived | thief city, life 1 | elf crags, life 3").answer("twin-sting")
    assert [p.out for p in game.state.players] == [False, True, False] and kinds(game).count("killed") == 2
    assert game.state.players[2].life == 1 and not violations(game.state)


def test_out_in_a_death_is_the_end_of_it() -> None:
    out = '[dies]\nlike = "dies"\ndo = [{ op = "out", who = "you" }]\n'
    haunted(**{"programs/dies.toml": out + DIES[DIES.index("[rise]") :]})
    game = play(CHASM.replace("spells hex, ", "")).answer("roll", "1")
    assert game.state.players[0].out and kinds(game).count("killed") == 1
    assert sorted(game.state.decks[0].discards) == ["oath-ring", "sword"] or not violations(game.state)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_death_that_is_not_the_end_is_told_so(lang: str) -> None:
    before = play(CHASM.replace("spells hex", "trophies wolf")).answer("roll").state
    after, events = step(before, Answer(before.ply, "1"))
    killed = next(event for event in events if event.kind == "killed")
    assert (killed.cards, killed.n, killed.cause) == (("sword",), 3, "goes_on")
    said, end = say_event(after, killed, lang), replace(killed, cause="")
    assert said != say_event(after, end, lang) and "{" not in said
    told = hands(after, events, lang)
    lines = [line for line in told if "discard" in line or "scart" in line or "défausse" in line or "odrzucon" in line]
    assert not lines, "the trophy's way is told as a move of its own"
    assert [move.card for move in untold(before, after, events) if move.kind == "card"] == ["wolf"]


def test_a_correction_may_leave_it_without_life() -> None:
    state = situation(SHADE.format(2))
    after, _ = step(state, Answer(state.ply, "hand", changes=(Change("life", 0, n=0),)))
    assert after.players[0].life == 0 and after.players[0].character == "dwarf"
    with pytest.raises(SituationError, match="no life left"):
        situation("edition revised4 + haunted | dwarf crags, life 0 | thief city")


def test_its_figure_is_drawn_as_an_outline() -> None:
    state = situation(SHADE.format(0))
    drawn = overlay(seen_by(state, (0, 1)), "en")
    pawns = {space: next(ElementTree.fromstring(drawn[space]).iter("g")) for space in ("chasm", "city")}
    assert ["ghost" in ElementTree.tostring(pawn, "unicode") for pawn in pawns.values()] == [True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_may_pass_what_guards_a_way(lang: str) -> None:
    way = IN + "dwarf graveyard{} | thief city > 6 > bridge"
    game, other = play(way.format(", as shade")), play(way.format(", fate 0"))
    assert game.state.fight is None and other.state.fight is not None, "the Sentinel bars the other"
    free = next(event for event in game.told if event.kind == "at_gate")
    assert (free.what, free.source) == ("free", "form.shade") and "bridge.sentinel" in free.cites
    gate = next(event for event in other.told if event.kind == "at_gate")
    assert say_event(game.state, free, lang) != say_event(other.state, gate, lang)
    assert game.state.players[0].space != "graveyard"


@pytest.mark.parametrize(("house", "kept"), [("", ()), ("house own.shades_keep=true | ", ("wolf",))])
def test_what_it_kills_is_no_trophy_or_is(house: str, kept: tuple[str, ...]) -> None:
    text = IN + house + "dwarf fields-1, as shade, strength 9, has sword, fate 0, arrived | thief city"
    game = play(text).answer("wolf", "fight", "6", "1")
    assert game.state.players[0].trophies == kept and ("wolf" in game.state.decks[0].discards) == (not kept)
    assert not violations(game.state)


LOSES = '{ mod = "replace", what = "trophy", do = "unkept", when = { not = { rule = "own.shades_keep" } } }'
KEPT = FORM.replace(LOSES, '{ mod = "trophies_buy", what = "life", when = { rule = "own.shades_keep" } }')
BUYING = IN + "house own.shades_keep=true trophy.any_time=true | dwarf fields-1, {}, fate 0, trophies {} | thief city"


def buyer(trophies: str, form: str = "as shade, life 1") -> Situation:
    haunted(**{"form/shade.toml": KEPT.replace('unkept = [{ op = "discard", card = "this" }]\n', "")})
    return play(BUYING.format(form, trophies))


def trades(game: Situation) -> set[str]:
    return {option.key for option in asides(game.state, 0) if option.verb == "trade" and not option.closed}


def test_what_is_won_in_a_form_may_be_kept_for_lives_only() -> None:
    haunted(**{"form/shade.toml": KEPT.replace('unkept = [{ op = "discard", card = "this" }]\n', "")})
    text = (
        IN
        + "house own.shades_keep=true | dwarf fields-1, as shade, strength 9, has sword, fate 0, arrived | thief city"
    )
    game = play(text).answer("wolf", "fight", "6", "1")
    assert game.state.players[0].trophies == ("wolf@life",) and not violations(game.state)
    (won,) = [event for event in game.told if event.kind == "trophy"]
    assert (won.what, won.card) == ("life", "wolf")
    for lang in LANGUAGES:
        plain = say_event(game.state, replace(won, what=""), lang)
        assert plain != say_event(game.state, won, lang) and "{" not in say_event(game.state, won, lang)
        assert "(" in sheet(seen_by(game.state), 0, lang).trophies[0]
    later = game.answer("done").state
    assert situation(situation_text(later)).players == later.players
    assert sheet(seen_by(game.state), 0, "en").trophy_points == (0, 0), "they buy no Strength"


def test_any_of_their_points_buy_lives_by_the_usual_rate() -> None:
    assert not trades(buyer("wolf@life bear@life lemure@life")), "2, 3 and 1"
    game = buyer("wolf@life bear@life shadow@life")
    assert trades(game) == {"trade:life"}
    after = game.answer("0: trade:life")
    p = after.state.players[0]
    assert (p.life, p.trophies) == (2, ()) and not violations(after.state)


def test_they_stay_what_they_are_and_others_buy_what_they_did() -> None:
    """After the form too; both kinds are traded by themselves."""
    game = buyer("giant@life wolf@life dragon", form="life 4")
    assert trades(game) == {"trade:strength", "trade:life"}
    p = game.answer("0: trade:strength").state.players[0]
    assert (p.strength, p.trophies) == (1, ("giant@life", "wolf@life"))
    p = game.answer("0: trade:life").state.players[0]
    assert (p.strength, p.life, p.trophies) == (0, 5, ("dragon",))


def test_such_a_trophy_is_nothing_else() -> None:
    haunted()
    with pytest.raises(SituationError, match="it stands behind"):
        situation(IN + "dwarf crags, has wolf@life | thief city")
    with pytest.raises(SituationError, match="is wolf again"):
        situation(IN + "dwarf crags | thief city | on fields-1, wolf@life")
    state = situation(IN + "dwarf crags, trophies wolf@life | thief city")
    for to, found in (("trophies:1", "wolf@life"), ("seat:1", "wolf"), ("space:crags", "wolf")):
        after, _ = step(
            state, Answer(state.ply, "hand", changes=(Change("card", card="wolf@life", origin="trophies:0", to=to),))
        )
        held = (
            *after.players[1].trophies,
            *after.players[1].goods,
            *(card for cards in after.spaces for card in cards),
        )
        assert held == (found,) and not violations(after)


def test_a_card_of_the_foe_comes_before_what_the_form_says_of_trophies() -> None:
    """And what it says of itself is about no other foe of the fight."""
    gift = '[gift]\nname = "Gift"\ntype = "animal"\nnumber = 2\nstrength = 1\n'
    gift += 'held = [{ mod = "replace", what = "trophy", do = "thanks" }]\n'
    gift += 'thanks = [{ op = "discard", card = "this" }, { op = "gain", what = "gold", n = 2 }]\n'
    haunted(**{"adventure/gift.toml": gift})
    text = "house own.shades_keep=true | dwarf fields-1{}, strength 9, gold 0, fate 0, arrived | thief city"
    text = f"{IN}{text} | on fields-1, gift wolf"
    for form in (", as shade", ""):
        game = play(text.format(form)).answer("fight", "6", "1")
        p = game.state.players[0]
        assert (p.gold, p.trophies) == (2, ("wolf",))
    game = play(text.replace("true", "false").format(", as shade")).answer("fight", "6", "1")
    assert (game.state.players[0].gold, game.state.players[0].trophies) == (2, ())


def test_chances_know_that_it_is_killed_by_the_life_it_has_not() -> None:
    fight = situation(IN + "dwarf fields-1, as shade, life 3, fate 0, arrived | thief city > dragon > fight")
    found = {life: best_fight(replace_life(fight, life)).chance("lost") for life in (0, 3)}
    assert found[0] == found[3] > 0
    crown = situation(IN + "dwarf crown-of-command, has talisman | thief city, as shade, life 1")
    hit = command_odds(crown)
    assert hit.dead[1][0] == 0 and hit.dead[1][1] > 0, "two Command Spells, for it has one life and none after it"


def replace_life(state: State, life: int) -> State:
    return replace(state, players=(replace(state.players[0], life=life), *state.players[1:]))


# --- what is left behind otherwise ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_text_leaves_behind_is_told_as_put_down(lang: str) -> None:
    before = situation(IN + "dwarf fields-1, has sword oath-ring, gold 3, arrived | thief city")
    game = play(situation_text(before)).answer("farewell")
    p, at = game.state.players[0], game.state.gold[0]
    dropped = [(event.cards, event.what, event.n) for event in game.told if event.kind == "dropped"]
    assert dropped == [(("sword",), "", 0), ((), "gold", 3)] and (p.goods, p.gold) == (("oath-ring",), 0)
    assert all(say_event(game.state, event, lang) for event in game.told)
    assert not [move for move in untold(before, game.state, game.told) if move.card == "sword" or move.kind == "gold"]
    assert at >= 0 and not violations(game.state)


def test_what_a_text_sends_to_the_piles_is_told_one_by_one() -> None:
    haunted(**{"adventure/haunts.toml": CARDS.replace('what = ["goods", "gold"], to = "space", but = ["sworn"] }]',
               'what = ["goods", "gold", "spells"], to = "piles" }]', 1)})  # fmt: skip
    game = play(IN + "dwarf fields-1, has sword, gold 3, spells hex, arrived | thief city").answer("farewell")
    assert [event.card for event in game.told if event.kind == "discarded"][:2] == ["sword", "hex"]
    lost = next(event for event in game.told if event.kind == "lost")
    assert (lost.what, lost.n) == ("gold", 3) and not violations(game.state)


# --- counters that sleep, and what is said of a form ---


@pytest.mark.parametrize(
    ("said", "asleep"),
    [("sleeps = []", (0, 0)), ('sleeps = ["craft"]', (0, 1)), ("", (2, 1)), ('sleeps = ["strength", "craft"]', (2, 1))],
)
def test_counters_that_do_not_sleep_are_lost(said: str, asleep: tuple[int, int]) -> None:
    haunted(**{"form/shade.toml": FORM.replace("sleeps = []", said)})
    game = play(IN + "dwarf chasm, life 1, fate 0, strength 5, craft 4, arrived | thief city").answer("roll", "1")
    assert game.state.players[0].asleep == asleep


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_tells_what_depends_on_a_form(lang: str) -> None:
    asks = '[mirror]\nname = "Mirror"\ntype = "event"\nnumber = 1\nmet = ['
    asks += '{ op = "if", when = { form_is = "shade" }, do = [{ op = "gain", what = "fate" }] },\n'
    asks += '{ op = "if", when = { form_is = "own" }, do = [{ op = "gain", what = "gold" }] }]\n'
    haunted(**{"adventure/mirror.toml": asks})
    told = str(page(open_book(["revised4", "haunted"]), "mirror", lang))
    assert "{" not in told and {"en": "Shade", "it": "Ombra", "fr": "Spectre", "pl": "Mara"}[lang] in told
    game = play(IN + "dwarf fields-1, fate 0, arrived | thief city").answer("mirror")
    assert game.state.players[0].gold == 2 and not game.state.players[0].fate


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("programs/dies.toml", 'form_is = "shade"', 'form_is = "shape"', r"form_is: expected a form, or own, got"),
        ("form/shade.toml", "lifeless = true", 'lifeless = "yes"', "lifeless"),
        ("form/shade.toml", "sleeps = []", 'sleeps = ["life"]', "sleeps"),
    ],
)
def test_mistakes_are_told(file: str, old: str, new: str, said: str) -> None:
    layer = haunted()
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", {**layer.texts, file: layer.texts[file].replace(old, new, 1)})])


TRANCE = """
[trance]
name = { en = "Trance", it = "Trance", fr = "Transe", pl = "Trans" }
turns = 2
counts_as = "shade"
begun = [{ op = "gain", what = "gold" }]
"""


def test_a_form_may_count_as_another_and_ends_by_itself() -> None:
    layer = haunted()
    cards = (
        CARDS
        + """
[lull]
name = { en = "Lull", it = "Quiete", fr = "Accalmie", pl = "Cisza" }
type = "event"
number = 1
met = [{ op = "if", when = { form_is = "shade" }, do = [{ op = "gain", what = "fate" }], else = [
  { op = "become", form = "trance" },
] }]
"""
    )
    haunted(**{"form/shade.toml": layer.texts["form/shade.toml"] + TRANCE, "adventure/haunts.toml": cards})
    game = play(IN + "dwarf fields-1, fate 0, gold 0, arrived | thief city").answer("lull")
    assert (game.state.players[0].form, game.state.players[0].gold) == ("trance", 1)
    again = play(IN + "dwarf fields-1, as trance, fate 0, gold 0, arrived | thief city").answer("lull")
    assert again.state.players[0].fate == 1, "it is taken for the other one"
    shade = play(IN + "dwarf fields-1, as shade, life 1, fate 0, arrived | thief city").answer("lull")
    assert shade.state.players[0].fate == 1
    for lang in LANGUAGES:
        assert "{" not in str(page(open_book("revised4+haunted"), "form.trance", lang))


def test_whoever_takes_another_form_begins_it() -> None:
    """And one form taken again does not begin anew."""
    cards = CARDS + '[lull]\nname = "Lull"\ntype = "event"\nnumber = 1\nmet = [{ op = "become", form = "trance" }]\n'
    haunted(**{"form/shade.toml": FORM + TRANCE, "adventure/haunts.toml": cards})
    for form, gold in (("shade, life 1", 1), ("trance", 0)):
        game = play(IN + f"dwarf fields-1, as {form}, gold 0, fate 0, arrived | thief city").answer("lull")
        assert (game.state.players[0].form, game.state.players[0].gold) == ("trance", gold)


def test_a_form_counts_as_one_there_is() -> None:
    layer = haunted(**{"form/shade.toml": FORM + TRANCE.replace('"shade"', '"shape"')})
    with pytest.raises(CardError, match=r"\[trance\] counts_as: expected a form, got 'shape'"):
        open_book(["revised4", layer])


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_second_lives_keep_every_invariant(seed: int) -> None:
    open_book(["revised4", haunted()])
    forms, wrong = set(), []

    def watch(seed: int, state: State) -> None:
        forms.update((p.form, p.life) for p in state.players)
        wrong.extend(violations(state) if state.ply % 5 == 0 else ())

    play_game(seed, 3, 1500, "revised4 + haunted", watch)
    assert not wrong and ("shade", 0) in forms
