"""Evaluates named lists (`your.objects`, `spaces.opposite` …): the seats, cards, spaces and foes operations work on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS
from talisman_nb.model import Frame, Option, key_of
from talisman_nb.rules.book import plain_card

from .active_modifiers import kind_held, means_for
from .bargaining import can_trade
from .card_transfers import GOLD
from .characters import armour_in_fight, start_space, turn_start
from .covers import cards_below_cover, covered_spaces, kind_at, may_be_covered, space_facts
from .meeting_order import drawn_here
from .totals import excess_objects, followers, loose_followers, objects, spell_limit
from .working_state import WorkingState

TROPHIES: Final = "trophies:"
"""Prefix of a reference to a trophy: `trophies:1|wolf` is the Wolf that seat 1 has."""


def seats(g: WorkingState, who: str, f: Frame) -> list[int]:
    """The seats a `SeatName` means for a frame, in turn order from the active seat; only seats with a character."""
    single = {"you": f.you, "owner": f.you, "other": f.other, "active": g.turn}
    if who in single:
        return [single[who]] if g.alive(single[who]) else []
    space = g.players[f.you].space
    region = g.board.region(space)
    everybody = [s for s in g.order() if g.alive(s)]
    if who == "everyone_in_region":
        return [s for s in everybody if g.board.region(g.players[s].space) == region]
    if who == "everyone_here":
        return [s for s in everybody if g.players[s].space == space]
    if who == "others_here":
        return [s for s in everybody if g.players[s].space == space and s != f.you]
    return [s for s in everybody if s != f.you] if who == "others" else everybody


def seat(g: WorkingState, who: str) -> int:
    """The single seat a `SeatName` means for the running frame: its own, its second party's, else the active seat."""
    f = g.frame
    return f.you if who in ("you", "owner") else f.other if who == "other" else g.turn


def _unique(cards: Sequence[str], owner: int = -1) -> list[Option]:
    return [Option(card, source=card, seat=owner) for card in dict.fromkeys(cards)]


def _face_down(g: WorkingState, owner: int, seat: int = -1) -> list[Option]:
    """The Spells in a hand, which only their owner and whoever is asked may see named."""
    return [Option(card, source=card, seat=seat, owner=owner) for card in dict.fromkeys(g.players[owner].spells)]


def takeable(g: WorkingState, owner: int, cards: Sequence[str]) -> list[Option]:
    """Goods that somebody else may take from their owner; those that nobody takes are closed."""
    return [
        replace(option, closed="untaken", cites=("card.text",))
        if means_for(g, owner, option.source, "untaken")
        else option
        for option in _unique(cards, owner)
    ]


def _gold_or_object(g: WorkingState, owner: int) -> list[Option]:
    gold = [Option(GOLD, seat=owner, n=1)] if g.players[owner].gold else []
    return gold + takeable(g, owner, objects(g, owner))


def _seat_options(found: list[int]) -> list[Option]:
    return [Option(key_of("seat", s), seat=s) for s in found]


def _lying(g: WorkingState, spaces: list[str]) -> list[Option]:
    """Adventure cards face up on these spaces; Purchase and Talisman cards count as such (`purchase.stock`)."""
    return [
        Option(f"{space}|{card}", source=card, space=space)
        for space in spaces
        for card in dict.fromkeys(cards_below_cover(g, space))
        if g.book.deck_of.get(plain_card(card)) not in (None, g.book.face_down)
    ]


def _region(g: WorkingState, seat: int) -> tuple[str, ...]:
    return g.board.in_region(g.board.region(g.players[seat].space))


def _spaces_of_this_kind(g: WorkingState, f: Frame) -> list[Option]:
    """The other spaces of the region that are of the same kind as the one the seat stands on."""
    here = g.players[f.you].space
    kind, region = kind_at(g, here), g.board.region(here)
    return _spaces([space for space in g.board.in_region(region) if space != here and kind_at(g, space) == kind])


def _free_spaces(g: WorkingState, f: Frame) -> list[Option]:
    taken = {p.space for p in g.players if p.character}
    return [Option(s, space=s) for s in _written(g) if open_to_spells(g, s) and s not in taken]


def _written(g: WorkingState) -> list[str]:
    """The spaces of the board but those that have no more than a number, of which more are there than on a board.

    A card that means any space, or one by chance, means none of these: the players put a figure there by hand.
    """
    return [space for space in g.board.spaces if space not in g.board.by_hand]


def open_to_spells(g: WorkingState, space: str) -> bool:
    """Whether Spells may be cast on creatures of a space, and on the space itself (`spell.range`, `inner.immune`)."""
    return bool(space_facts(g, space).spells)


def _spaces(found: list[str] | tuple[str, ...]) -> list[Option]:
    return [Option(s, space=s) for s in found]


def _excess(g: WorkingState, f: Frame) -> list[Option]:
    return _unique(list(excess_objects(g, f.you)))


def _excess_spells(g: WorkingState, f: Frame) -> list[Option]:
    return _face_down(g, f.you) if len(g.players[f.you].spells) > spell_limit(g, f.you) else []


def _possible_spells(g: WorkingState, f: Frame) -> list[Option]:
    """The Spells an unseen one may be: those with a copy whose place is not known."""
    hand = g.book.face_down
    return [Option(c, source=c) for c, left in zip(g.book.deck_cards[hand], g.deck(hand).left, strict=True) if left]


def _armour(g: WorkingState, f: Frame) -> list[Option]:
    return _unique(armour_in_fight(g, f.you))


def _foes(g: WorkingState, f: Frame) -> list[Option]:
    fight = g.fight
    return [Option(key_of("foe", i), source=foe.card or foe.name) for i, foe in enumerate(fight.foes)] if fight else []


def _foes_of(kind: str) -> Callable[[WorkingState, Frame], list[Option]]:
    """A list of the foes of one type in the frame's own fight."""

    def found(g: WorkingState, f: Frame) -> list[Option]:
        fight = g.fight
        if fight is None or fight.you != f.you:
            return []
        return [
            Option(key_of("foe", i), source=foe.card or foe.name)
            for i, foe in enumerate(fight.foes)
            if foe.type == kind
        ]

    return found


def _immobile(g: WorkingState, f: Frame) -> list[Option]:
    """Targets of Immobility (`spell.range`): before a fight its foes; else the active seat and Enemies on the board."""
    if g.moment == "before_fight":
        return _foes(g, f) if g.fight is not None and open_to_spells(g, g.fight.where) else []
    enemies = [o for o in _lying(g, [s for s in g.board.spaces if open_to_spells(g, s)]) if is_enemy(g, o.source)]
    return (_seat_options([g.turn]) if g.alive(g.turn) else []) + enemies


def _takeable_followers(g: WorkingState, f: Frame) -> list[Option]:
    """The Followers of the second party; those that can't be lured away are closed."""
    return [
        replace(option, closed="unlured", cites=("ability.text",))
        if means_for(g, f.other, option.source, "unlured")
        else option
        for option in takeable(g, f.other, followers(g, f.other))
    ]


def _ladies(g: WorkingState, f: Frame) -> list[Option]:
    return takeable(g, f.other, [c for c in followers(g, f.other) if g.means(c, "lady")])


def _trophies(stat: str) -> Callable[[WorkingState, Frame], list[Option]]:
    def found(g: WorkingState, f: Frame) -> list[Option]:
        return [Option(c, source=c, n=n) for c in g.players[f.you].trophies if (n := int(getattr(g.facts[c], stat)))]

    return found


def _all_trophies(g: WorkingState, f: Frame) -> list[Option]:
    """The trophies of everybody, each as what it is and whose it is."""
    of_seats = [(seat, g.players[seat].trophies) for seat in g.order()]
    return [Option(f"{TROPHIES}{s}|{c}", source=c, seat=s) for s, cards in of_seats for c in dict.fromkeys(cards)]


def _with(
    test: Callable[[WorkingState, int], object], everybody: bool = False
) -> Callable[[WorkingState, Frame], list[Option]]:
    def found(g: WorkingState, f: Frame) -> list[Option]:
        return _seat_options([s for s in g.order() if g.alive(s) and (everybody or s != f.you) and test(g, s)])

    return found


def _your(g: WorkingState, f: Frame, kinds: frozenset[str]) -> list[Option]:
    return _unique([c for c in g.players[f.you].goods if kind_held(g, c) in kinds], f.you)


def _list_drawn(g: WorkingState, f: Frame) -> list[Option]:
    """Cards drawn in the running encounter that still lie here, without replacements, which must be met."""
    return _unique(drawn_here(g, f.you, in_place=False))


def _beside(g: WorkingState, seat: int) -> list[Option]:
    """The spaces one step from a seat's, where nobody guards the way."""
    ways = g.board.edges_from(g.players[seat].space) if seat >= 0 else ()
    return _spaces(tuple(dict.fromkeys([end for end, kind, way in ways if kind != "raft" and not way.get("gate")])))


def _at_the_right(g: WorkingState, f: Frame) -> list[Option]:
    """The next character to the right of a seat: the last one before it in the order of play."""
    others = [seat for seat in g.order(f.you)[1:] if g.alive(seat)]
    return _seat_options(others[-1:])


def _list_stock(g: WorkingState, f: Frame) -> list[Option]:
    """Purchase cards with copies left in the stock."""
    left = zip(g.book.stock_cards, g.stocks, strict=True)
    return [Option(card, source=card) for card, n in left if n and card.startswith("purchase/")]


LISTS: dict[str, Callable[[WorkingState, Frame], list[Option]]] = {
    "your.objects": lambda g, f: _your(g, f, OBJECTS),
    "your.magic_objects": lambda g, f: _your(g, f, frozenset({"magic object", "talisman"})),
    "your.followers": lambda g, f: _unique(loose_followers(g, f.you), f.you),
    "your.other_followers": lambda g, f: _unique([c for c in followers(g, f.you) if c != f.source], f.you),
    "your.spells": lambda g, f: _face_down(g, f.you, f.you),
    "your.goods": lambda g, f: _unique(list(g.players[f.you].goods), f.you),
    "your.trophies": lambda g, f: _unique(list(g.players[f.you].trophies), f.you),
    "other.objects": lambda g, f: takeable(g, f.other, objects(g, f.other)),
    "other.followers": lambda g, f: takeable(g, f.other, followers(g, f.other)),
    "other.takeable_followers": _takeable_followers,
    "other.ladies": _ladies,
    "other.gold_or_object": lambda g, f: _gold_or_object(g, f.other),
    "other.spells": lambda g, f: _face_down(g, f.other, f.other),
    "drawn": _list_drawn,
    "drawn_all": lambda g, f: [Option(card, source=card) for card in drawn_here(g, f.you)],
    "board.cards": lambda g, f: _lying(g, list(g.board.spaces)),
    "region.cards": lambda g, f: _lying(g, list(_region(g, f.you))),
    "here.cards": lambda g, f: _lying(g, [g.players[f.you].space]),
    "here.others": lambda g, f: _seat_options(g.standing(g.players[f.you].space, f.you)),
    "others": _with(lambda g, s: True),
    "characters": _with(lambda g, s: True, everybody=True),
    "others_with_follower": _with(lambda g, s: followers(g, s)),
    "others_with_goods": _with(lambda g, s: objects(g, s) or g.players[s].gold),
    "traders": lambda g, f: _seat_options(
        [s for s in g.order() if g.alive(s) and s != f.you and can_trade(g, f.you, s)]
    ),
    "others_with_spell": _with(lambda g, s: g.players[s].spells),
    "characters_with_spell": _with(lambda g, s: g.players[s].spells, everybody=True),
    "spaces.region": lambda g, f: _spaces(_region(g, f.you)),
    "spaces.region_other": lambda g, f: _spaces([s for s in _region(g, f.you) if s != g.players[f.you].space]),
    "spaces.same_kind": _spaces_of_this_kind,
    "spaces.opposite": lambda g, f: _spaces(g.board.opposite(g.players[f.you].space)),
    "spaces.no_character": _free_spaces,
    "spaces.all": lambda g, f: _spaces(_written(g)),
    "spaces.covered": lambda g, f: _spaces(covered_spaces(g)),
    "spaces.uncovered": lambda g, f: _spaces([s for s in _written(g) if may_be_covered(g, s)]),
    "spaces.marked": lambda g, f: _spaces([e.space for e in g.effects if e.on == "space" and e.seat == f.you]),
    "spaces.start": lambda g, f: _spaces([start_space(g.board, g.facts[f"character.{g.players[f.you].character}"])]),
    "spaces.turn_start": lambda g, f: _spaces([turn_start(g)]),
    "spaces.beside": lambda g, f: _beside(g, f.you),
    "spaces.beside_other": lambda g, f: _beside(g, f.other),
    "stock": _list_stock,
    "objects_over": _excess,
    "spells_over": _excess_spells,
    "possible_spells": _possible_spells,
    "armour": _armour,
    "foes": _foes,
    "foes.animals": _foes_of("animal"),
    "foes.spirits": _foes_of("spirit"),
    "foes.psychic": lambda g, f: _foes(g, f) if g.fight and g.fight.you == f.you and g.fight.stat == "craft" else [],
    "immobile": _immobile,
    "trophies.strength": _trophies("strength"),
    "trophies.craft": _trophies("craft"),
    "trophies.all": _all_trophies,
    "stats": lambda g, f: [Option("strength"), Option("craft")],
    "right": _at_the_right,
    "active": lambda g, f: _seat_options([g.turn]) if g.turn != f.you and g.alive(g.turn) else [],
}  # fmt: skip
"""Maps each `ListName` to the function that returns its options for a frame."""


def options_of(g: WorkingState, name: str, f: Frame) -> list[Option]:
    """The options of a named list for a frame."""
    return LISTS[name](g, f)


def is_enemy(g: WorkingState, card: str) -> bool:
    """Whether a card is an Enemy (`combat.creature`)."""
    return g.facts[card].type in ENEMIES


__all__ = ["GOLD", "LISTS", "is_enemy", "options_of", "seat", "seats"]
