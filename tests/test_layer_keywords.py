"""Does a keyword that a layer declares mean what it says, in play, on the page and in messages?"""

from __future__ import annotations

import pytest
from read_aloud import described

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask, step
from talisman_nb.engine.offers import drop_offers
from talisman_nb.engine.totals import objects
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, State
from talisman_nb.notation.situation import situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.citations import rules_of
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import play_game, violations
from talisman_nb.text.names import LANGUAGES, names_of
from talisman_nb.text.pages.definition_page import page

KEYWORDS = '[soulbound]\nkept = true\nover_limit = true\nname = { en = "Soulbound", pl = "Związany" }\n'
CHAINS = "\n".join(
    f'[chain-{n}]\nname = "Chain {n}"\ntype = "object"\nkeywords = ["soulbound"]\ntake = "must"\n'
    'held = [{ mod = "add", to = "strength", n = 1 }]\n'
    for n in range(1, 7)
)


def chains(**files: str) -> Layer:
    return Layer("chains", {"keywords.toml": KEYWORDS, "adventure/chains.toml": CHAINS, **files})


def met(*goods: str) -> State:
    """A character that has these goods finds the first Chain."""
    register(chains())
    has = f", has {', '.join(goods)}" if goods else ""
    return situation(f"edition second + chains | dwarf crags{has} | thief city > 2 > clockwise > chain-1")


def test_the_keywords_of_the_program_are_declared_in_its_data() -> None:
    book = open_book()
    used = {word for found in book.definitions.values() for word in found.facts.keywords}
    assert used == {*book.keywords}
    assert all(getattr(keyword, name) for name, keyword in book.keywords.items())


def test_a_card_with_it_is_not_given_up_for_a_limit() -> None:
    state = met("sword", "helmet", "shield", "axe")
    while ask(state).purpose != "too-many-objects":
        state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    assert {key.rpartition(":")[2] for key in ask(state).open()} == {"sword", "helmet", "shield", "axe"}


def test_who_has_nothing_else_keeps_more_than_the_limit() -> None:
    state = met(*(f"chain-{n}" for n in range(2, 7)))
    while ask(state).kind != "die":
        state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
        assert not violations(state)
    assert len(objects(working_state(state), 0)) == 6


CURSE = (
    '[cursed]\nmust_take = true\nundroppable = true\nlast_given = true\nname = { en = "Cursed", pl = "Przeklęty" }\n'
)
STONES = "\n".join(
    f'[stone-{n}]\nname = "Stone {n}"\ntype = "object"\nnumber = 5\nkeywords = ["cursed"]\n'
    'held = [{ mod = "add", to = "strength", n = 1 }]\n'
    for n in range(1, 7)
)


def cursed(*goods: str, finds: str = "stone-1") -> State:
    """A character that has these goods finds a cursed Stone."""
    register(Layer("cursed", {"keywords.toml": CURSE, "adventure/stones.toml": STONES}))
    has = f", has {', '.join(goods)}" if goods else ""
    return situation(f"edition revised4 + cursed | dwarf fields-1{has}, arrived | thief city > {finds}")


def test_what_must_be_taken_is_taken_over_the_limit_and_given_up_last() -> None:
    state = cursed("sword", "helmet", "stone-2", "stone-3")
    assert ask(state).purpose == "too-many-objects", "nobody was asked whether it is taken"
    assert {key for key in ask(state).open() if "stone" not in key} == set(ask(state).open())
    assert len(ask(state).open()) == 2 and not violations(state)


def test_it_goes_where_nothing_else_is_left() -> None:
    state = cursed("stone-2", "stone-3", "stone-4", "stone-5")
    assert ask(state).purpose == "too-many-objects" and len(ask(state).open()) == 5
    state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    assert len(objects(working_state(state), 0)) == 4 and not violations(state)
    assert ask(state).purpose != "too-many-objects", "what was given up here is not taken again"


def test_it_is_never_put_down_of_ones_own_accord() -> None:
    cursed()
    state = situation("edition revised4 + cursed | dwarf fields-1, has stone-1 sword | thief city")
    closed = {option.source: option.closed for option in drop_offers(working_state(state), 0)}
    assert closed == {"stone-1": "bound", "sword": ""}


def test_its_rules_are_told_where_it_decides() -> None:
    register(Layer("cursed", {"keywords.toml": f'{CURSE}cites = ["soul.cursed"]\n', "adventure/stones.toml": STONES}))
    game = play("edition revised4 + cursed | dwarf fields-1, arrived | thief city > stone-1")
    assert next(event.cites for event in game.told if event.kind == "taken") == ("meet.take", "soul.cursed")
    (shut,) = drop_offers(working_state(game.state), 0)
    assert shut.cites == ("carry.ditch", "soul.cursed")
    assert "soul.cursed" in rules_of(book_of(game.state.book), "stone-1")
    free = play("edition revised4 + cursed | dwarf fields-1, arrived | thief city > sword > sword")
    assert not any("soul.cursed" in event.cites for event in free.told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_says_all_that_it_means(lang: str) -> None:
    told = page(book_of(cursed().book), "stone-1", lang).about[0]
    assert told.count(" · ") >= 3 and "keyword-" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_tells_it_with_what_it_means(lang: str) -> None:
    told = page(book_of(met().book), "chain-1", lang).about[0]
    assert ("Związany" if lang == "pl" else "Soulbound") in told and told.count(" · ") >= 3


def test_a_deck_takes_cards_by_it_and_a_catalogue_names_it() -> None:
    files = {
        "decks.toml": '[bound]\nname = "Bound"\npart_of = "adventure"\ndrawn_at = ["middle"]\n'
        'takes = [{ types = ["object"], keyword = "soulbound" }]\n[free]\nname = "Free"\npart_of = "adventure"\n'
        'drawn_at = ["outer", "inner"]\n',
        "names/it.toml": '[keyword]\nsoulbound = "Vincolato"\n',
    }
    book = open_book(["second", chains(**files)])
    assert book.deck_cards["bound"] == tuple(f"chain-{n}" for n in range(1, 7))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"keywords.toml": "[bound]\nkept = true"},
            r"chains/adventure/chains\.toml: \[chain-1\] keywords\[0\]: expected a keyword, got 'soulbound'.*; "
            r"a layer declares one in keywords\.toml: \[soulbound\]",
        ),
        ({"keywords.toml": "[soulbound]\nkeept = true"}, r"chains/keywords\.toml: \[soulbound\] .*keept.*did you mean"),
        (
            {"keywords.toml": "[weapon]\nkept = true"},
            r"keywords\.toml: \[weapon\] is in revised4/keywords\.toml already",
        ),
        ({"keywords.toml": "[soulbound]\nweapon = true"}, r"keywords: 'weapon' goes with use = \"weapon\""),
        (
            {"keywords.toml": f'{KEYWORDS}cites = ["carry.limt"]'},
            r"chains/keywords\.toml: \[soulbound\] cites: expected a rule.*did you mean \"carry\.limit\"",
        ),
        ({"keywords.toml": "[soulbound]\nkept = 3"}, r"chains/keywords\.toml: \[soulbound\] kept"),
        (
            {"decks.toml": '[d]\nname = "D"\npart_of = "adventure"\ntakes = [{ keyword = "soulbond" }]'},
            r"\[d\] takes: no keyword 'soulbond' \(did you mean \"soulbound\"\?\)",
        ),
    ],
)
def test_what_is_not_declared_is_told_with_what_to_write(files: dict[str, str], said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["second", chains(**files)])


def test_a_card_with_it_stays_with_its_character_at_a_death() -> None:
    dies = '[dies]\nlike = "dies"\ndo = ['
    dies += '{ op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["armour"] },\n'
    stays = '{ op = "gain", what = "life", n = 2 },\n]\n'
    register(chains(**{"programs/dies.toml": dies + stays}))
    text = "edition revised4 + chains | dwarf chasm, life 1, fate 0, has sword chain-1, arrived | thief city"
    state = situation(text)
    for answer in ("roll", "1"):
        state, _ = step(state, Answer(state.ply, answer))
    assert state.players[0].goods == ("chain-1",), "the Sword lies there, and the Chain stays"
    with pytest.raises(CardError, match=r"\[dies\] do\[0\]\.but: expected a keyword, got 'sworn'"):
        open_book(["second", chains(**{"programs/dies.toml": dies.replace("armour", "sworn") + stays})])


def test_random_games_with_what_must_be_taken_come_to_their_questions() -> None:
    copies = STONES.replace("number = 5\n", "number = 5\ncopies = 6\n")
    register(Layer("cursed", {"keywords.toml": CURSE, "adventure/stones.toml": copies}))
    most, wrong = [0], []

    def watch(seed: int, state: State) -> None:
        most[0] = max(most[0], *(sum("stone" in card for card in p.goods) for p in state.players))
        wrong.extend(violations(state) if state.ply % 5 == 0 else ())

    for seed in range(2):
        play_game(seed, 3, 900, "revised4 + cursed", watch)
    assert not wrong and most[0] > 3


# --- given by what one has, and room for it alone ---

HEIRLOOM = (
    '[heirloom]\nkept = true\nundroppable = true\nover_limit = true\nname = { en = "Heirloom", pl = "Pamiątka" }\n'
)
HEIRS = """
[signet]
name = { en = "Signet", it = "Sigillo", fr = "Sceau", pl = "Sygnet" }
type = "object"
number = 5
held = [{ mod = "grant", keyword = "heirloom", to = "followers" }]

[will]
name = { en = "Will", it = "Testamento", fr = "Testament", pl = "Testament" }
type = "object"
number = 5
held = [{ mod = "grant", keyword = "heirloom", to = "objects", when = { alignment_is = "good" } }]

[casket]
name = { en = "Casket", it = "Scrigno", fr = "Coffret", pl = "Szkatuła" }
type = "follower"
number = 5
held = [{ mod = "limit", of = "objects", n = 2, only = ["sworn"] }]

[vault]
name = { en = "Vault", it = "Caveau", fr = "Coffre", pl = "Skarbiec" }
type = "follower"
number = 5
held = [{ mod = "limit", of = "objects", n = "any", only = ["sworn"], when = { alignment_is = "neutral" } }]
"""
RINGS = "\n".join(
    f'[ring-{n}]\nname = "Ring {n}"\ntype = "object"\nnumber = 5\nkeywords = ["sworn"]\n'
    'held = [{ mod = "add", to = "strength", n = 1 }]\n'
    for n in range(1, 5)
)


def heirs(text: str) -> State:
    files = {"keywords.toml": HEIRLOOM + '[sworn]\nname = "Sworn"\n', "adventure/heirs.toml": HEIRS + RINGS}
    register(Layer("heirs", files))
    state = situation(f"edition revised4 + heirs | {text}")
    assert not violations(state)
    return state


@pytest.mark.parametrize(("who", "bound"), [("dwarf", {"mule"}), ("monk", {"mule", "sword", "signet", "will"})])
def test_a_keyword_may_be_given_to_goods_and_means_what_it_says(who: str, bound: set[str]) -> None:
    state = heirs(f"{who} fields-1, has mule sword signet will | thief city")
    closed = {option.source for option in drop_offers(working_state(state), 0) if option.closed == "bound"}
    assert closed == bound
    dead = heirs(f"{who} chasm, life 1, fate 0, has mule sword signet will, arrived | thief city")
    for answer in ("roll", "1") if who == "dwarf" else ("1",):
        dead, _ = step(dead, Answer(dead.ply, answer))
    left = dead.spaces[book_of(dead.book).board.index["chasm"]]
    assert {*left} == {"mule", "sword", "signet", "will"} - bound


def test_it_goes_with_the_card_that_gives_it() -> None:
    state = heirs("dwarf fields-1, has mule sword | thief city")
    assert not any(option.closed for option in drop_offers(working_state(state), 0))


@pytest.mark.parametrize(
    ("goods", "over"),
    [
        ("sword axe ring-1 ring-2 ring-3 casket", False),
        ("sword axe helmet ring-1 ring-2 casket", False),
        ("sword axe helmet water-bottle ring-1 casket", False),
        ("sword axe helmet ring-1 ring-2 ring-3 casket", False),
        ("sword axe helmet water-bottle ring-1 ring-2 ring-3 casket", True),
        ("sword axe helmet water-bottle ring-1 ring-2 ring-3 ring-4 vault", False),
        ("sword axe ring-1 ring-2 ring-3", True),
    ],
)
def test_some_room_is_for_a_keyword_only(goods: str, over: bool) -> None:
    state = heirs(f"dwarf fields-1, has {goods}! | thief city")
    assert (ask(state).purpose == "too-many-objects") == over


def test_what_has_room_of_its_own_is_not_given_up() -> None:
    state = heirs("dwarf fields-1, has sword axe helmet water-bottle signet ring-1 ring-2 vault! | thief city")
    assert {*ask(state).open()} == {"sword", "axe", "helmet", "water-bottle", "signet"}
    good = heirs("monk fields-1, has sword axe helmet ring-1 ring-2 vault! | thief city")
    assert "ring-1" in ask(good).open(), "its room is not there now"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_gives_a_keyword_is_told(lang: str) -> None:
    book = book_of(heirs("dwarf city | thief village").book)
    for card, said in (("signet", "heirloom"), ("will", "heirloom"), ("casket", "sworn"), ("vault", "sworn")):
        told = " ".join(described(card, lang, book))
        assert names_of(book).by_lang[lang]["keyword"][said] in told and "{" not in told, (card, told)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'keyword = "heirloom", to = "followers"',
            'keyword = "heirlom"',
            r"held\[0\]: expected a keyword, got 'heirlom'",
        ),
        ('only = ["sworn"] }', 'only = ["swarn"] }', r"held\[0\]: expected a keyword of Objects, got 'swarn'"),
        ('of = "objects", n = 2', 'of = "spells", n = 2', r"held\[0\]: expected a keyword of Objects, got 'sworn'"),
    ],
)
def test_mistakes_of_it_are_told(old: str, new: str, said: str) -> None:
    files = {"keywords.toml": HEIRLOOM + '[sworn]\nname = "Sworn"\n', "adventure/heirs.toml": HEIRS.replace(old, new)}
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", files)])
