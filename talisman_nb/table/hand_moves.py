"""Hand moves: the difference of two states as moves at the physical board; where a card may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.drawing_cards import deck_asked
from talisman_nb.engine.effects import turn_tokens
from talisman_nb.model import UNSEEN, Ask, Change, Player, State
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.text.moves import HandMove

COUNTERS = ("life", "fate", "gold", "strength", "craft")
"""Player fields shown by counters at the physical board."""
ABSENT = Player("", "", "", born=0)
"""A seat that there is not yet."""

Places = dict[str, Counter[str]]
"""Maps places ("seat:0", "space:city", "deck:adventure") to the number of copies of each card there."""


def difference(a: State, b: State) -> tuple[HandMove, ...]:
    """Return the hand moves from one state to another: characters, figures, cards, counters, gold.

    Parameters
    ----------
    a
        The state before.
    b
        The state after.

    Returns
    -------
    tuple[HandMove, ...]
        What hands must do, in the order in which it is told.

    Examples
    --------
    >>> from talisman_nb.engine import new_game, step
    >>> from talisman_nb.model import Answer
    >>> a = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> b, _ = step(a, Answer(0, "3"))
    >>> difference(a, b)
    ()
    >>> [(move.kind, move.origin, move.to) for move in difference(b, step(b, Answer(1, "clockwise"))[0])]
    [('figure', 'crags', 'fields-3')]
    """
    if a is b:
        return ()
    book = book_of(b.book)
    moved = (*_characters(a, b), *_figures(a, b), *_cards(book, a, b), *_counters(a, b), *_gold(book, a, b))
    return (*moved, *_pieces(book, a, b), *turn_token_moves(a, b))


def _pieces(book: Book, a: State, b: State) -> Iterator[HandMove]:
    """Yield the pieces that are taken off spaces and put on spaces: effects with a name that lie there for a seat."""
    if a.effects == b.effects:
        return
    before, after = (
        Counter((e.seat, e.what, e.space) for e in state.effects if e.on == "space" and e.seat >= 0) for state in (a, b)
    )
    for n, changed in ((-1, before - after), (1, after - before)):
        for seat, what, space in changed.elements():
            found = book.find(what)
            if found and found.facts.name:
                yield HandMove("piece", seat, what, n, to=space)


def turn_token_moves(a: State, b: State) -> Iterator[HandMove]:
    """Yield the tokens that are put on character cards or taken off (`house.tokens`)."""
    for seat, (old, new) in enumerate(zip_longest(turn_tokens(a), turn_tokens(b), fillvalue=())):
        yield from (HandMove("token", seat, token, -1) for token in old if token not in new)
        yield from (HandMove("token", seat, token, 1) for token in new if token not in old)


def _seats(a: State, b: State) -> Iterator[tuple[int, Player, Player]]:
    """Yield each seat with its player in both states; a person who joined in between is nobody before."""
    for seat, (old, new) in enumerate(zip_longest(a.players, b.players, fillvalue=ABSENT)):
        yield seat, old, new


def _characters(a: State, b: State) -> Iterator[HandMove]:
    for seat, old, new in _seats(a, b):
        if old.character != new.character:
            to = new.space if new.character else ""
            yield HandMove("character", seat, new.character, to=to)
        elif old.form != new.form:
            yield HandMove("form", seat, new.form, new.form_left, origin=old.form)
        if old.character == new.character and old.alignment != new.alignment:
            yield HandMove("alignment", seat, new.alignment)


def _figures(a: State, b: State) -> Iterator[HandMove]:
    for seat, old, new in _seats(a, b):
        if old.space != new.space and old.character == new.character and new.character:
            yield HandMove("figure", seat, origin=old.space, to=new.space)


def _counters(a: State, b: State) -> Iterator[HandMove]:
    for seat, old, new in _seats(a, b):
        if old is new or old.character != new.character:
            continue
        for what in (*COUNTERS, "experience"):
            was, now = _lying(old, what), _lying(new, what)
            if was != now:
                yield HandMove("counter", seat, what, now - was, now)


def _lying(p: Player, what: str) -> int:
    """How many counters of a kind a player has: those that are put aside while it has a form count too."""
    aside = dict(zip(("strength", "craft"), p.asleep, strict=True))
    return int(getattr(p, what)) + aside.get(what, 0)


def _gold(book: Book, a: State, b: State) -> Iterator[HandMove]:
    for space, old, new in zip(book.board.spaces, a.gold, b.gold, strict=True):
        if old != new:
            yield HandMove("gold", n=new - old, now=new, to=f"space:{space}")


# --- cards ---


def places(book: Book, state: State) -> Places:
    """Return the cards at each place. An unseen Spell in a hand counts -1 in its deck (as `UNSEEN`).

    So does a card that nobody had typed: it came from the deck that counts it.
    """
    found: Places = {}
    for seat, p in enumerate(state.players):
        for place, cards in (("seat", p.goods), ("spells", p.spells), ("trophies", p.trophies), ("aside", p.aside)):
            found[f"{place}:{seat}"] = Counter(cards)
    for space, cards in zip(book.board.spaces, state.spaces, strict=True):
        found[f"space:{space}"] = Counter(cards)
    named = [card for card in state.own if card.deck]
    out = Counter(plain_card(card) for cards in found.values() for card in cards.elements()) if named else Counter()
    for name, deck in zip(book.decks, state.decks, strict=True):
        kinds = Counter(dict(zip(book.deck_cards[name], deck.left, strict=True)))
        kinds[UNSEEN] -= deck.unseen
        for card in named:
            if card.deck == name:
                kinds[card.name] -= out[card.name] + deck.discards.count(card.name)
        found[f"deck:{name}"] = kinds
        found[f"discards:{name}"] = Counter(deck.discards)
    found["stock"] = Counter(dict(zip(book.stock_cards, state.stocks, strict=True)))
    found["box"] = Counter(card for card in state.box if not card.startswith("character."))
    return found


def _cards(book: Book, a: State, b: State) -> tuple[HandMove, ...]:
    if (a.spaces, a.decks, a.stocks, a.box) == (b.spaces, b.decks, b.stocks, b.box) and _cards_held(a) == _cards_held(
        b
    ):
        return ()
    before, after = places(book, a), places(book, b)
    nowhere: Places = {place: Counter() for place in (*before, *after)}
    before, after = {**nowhere, **before}, {**nowhere, **after}
    moved = [
        HandMove("card", card=plain_card(card), origin=origin, to=to)
        for card, origin, to in _moved_cards(before, after)
    ]
    return (*_merge_revealed(moved), *_tokens(before, after))


def _cards_held(state: State) -> tuple[object, ...]:
    return tuple((p.goods, p.spells, p.trophies, p.aside) for p in state.players)


def _tokens(a: Places, b: Places) -> Iterator[HandMove]:
    """Yield the moves of cards that keep their place and change the number of counters on them."""
    for place, new in b.items():
        for was, card in _changed_in_place(a[place], new):
            if ":" in card + was:
                yield HandMove("tokens", card=plain_card(card), to=place, now=int(card.partition(":")[2] or 0))


def _changed_in_place(old: Counter[str], new: Counter[str]) -> list[tuple[str, str]]:
    """Cards of one place that are the same by their printed name, and carry something else now."""
    if old == new:
        return []
    less, found = _less(old, new), []
    for card in _less(new, old):
        before = next((x for x in less if plain_card(x) == plain_card(card)), None)
        if before is not None:
            less.remove(before)
            found.append((before, card))
    return found


def _moved_cards(a: Places, b: Places) -> Iterator[tuple[str, str, str]]:
    """Yield (card, origin, end) of each card that changed place, with its card id at the origin."""
    gone: dict[str, list[tuple[str, str]]] = {}
    come: dict[str, list[tuple[str, str]]] = {}
    for place, new in b.items():
        if a[place] == new:
            continue
        same = _changed_in_place(a[place], new)
        for found, cards, at in ((gone, _less(a[place], new), 0), (come, _less(new, a[place]), 1)):
            stays = [pair[at] for pair in same]
            for card in cards:
                if card in stays:
                    stays.remove(card)
                else:
                    found.setdefault(plain_card(card), []).append((card, place))
    for card in dict.fromkeys((*gone, *come)):
        yield from _pair_moves(gone.get(card, []), come.get(card, []))


def _less(a: Counter[str], b: Counter[str]) -> list[str]:
    """Return the multiset difference a - b as a list; counts may be negative (Spells that left the deck unseen)."""
    return [card for card in {**a, **b} for _ in range(a[card] - b[card])]


def _pair_moves(gone: list[tuple[str, str]], come: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Pair the origins and ends of one card, one move per copy; a missing origin or end is the box."""
    for at in range(max(len(gone), len(come))):
        card, origin = gone[at] if at < len(gone) else (come[at][0], "box")
        yield card, origin, come[at][1] if at < len(come) else "box"


def _merge_revealed(moves: list[HandMove]) -> list[HandMove]:
    """Merge the two moves of an unseen Spell that is revealed, deck to end and hand to deck, into hand to end."""
    back = [m for m in moves if m.card == UNSEEN and m.to.startswith("deck:")]
    found = [m for m in moves if m not in back]
    for unseen in back:
        at = next((i for i, m in enumerate(found) if m.origin == unseen.to), None)
        if at is None:
            found.append(unseen)
        elif unseen.origin != found[at].to:
            found[at] = HandMove("card", card=found[at].card, origin=unseen.origin, to=found[at].to)
        else:
            del found[at]
    return found


SEARCHED = ("discards", "space", "stock", "deck", "box", "seat", "trophies", "aside", "spells")
"""Kinds of places in the order in which a card's origin is searched, the likeliest first."""


def whereabouts(state: State, card: str) -> str:
    """Return the likeliest place of a card in the order of `SEARCHED`, "" if no copy is in the game.

    >>> from talisman_nb.engine import new_game
    >>> whereabouts(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), "wolf")
    'deck:adventure'
    """
    found = (place for place, cards in _by_likelihood(state) if cards.get(card, 0) > 0)
    return next(found, "")


def _by_likelihood(state: State) -> list[tuple[str, Counter[str]]]:
    found = places(book_of(state.book), state)
    return sorted(found.items(), key=lambda each: SEARCHED.index(each[0].partition(":")[0]))


def elsewhere(state: State, found: Ask) -> dict[str, tuple[str, str]]:
    """Map the cards of the deck named by the ask `found` that can't be drawn now to (place, card id there).

    >>> from talisman_nb.engine import ask, new_game, step
    >>> from talisman_nb.model import Answer
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> for ply, key in enumerate(("3", "clockwise", "wolf", "5", "1", "2", "clockwise")):
    ...     while ask(state).kind in ("fight", "result", "close"):
    ...         state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    ...     state, _ = step(state, Answer(state.ply, key))
    >>> elsewhere(state, ask(state))
    {'wolf': ('trophies:0', 'wolf')}
    """
    book = book_of(state.book)
    missing = set(book.deck_cards.get(deck_asked(book, found), ())) - set(found.open())
    known: dict[str, tuple[str, str]] = {}
    for place, cards in _by_likelihood(state):
        for card in cards:
            if cards[card] > 0 and plain_card(card) in missing and not place.startswith("deck:"):
                known.setdefault(plain_card(card), (place, card))
    return known


OPEN = ("discards", "space", "stock", "box", "seat", "trophies", "aside")
"""Kinds of places whose cards lie open."""


def is_hidden(state: State, change: Change) -> bool:
    """Whether a correction names a card that is held face down, and that lies nowhere openly.

    It makes no difference whether the card is in a hand or in its deck, so that a refusal tells nothing.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> [is_hidden(state, Change("card", card=card, to="seat:0")) for card in ("hex", "wolf")]
    [True, False]
    """
    book = book_of(state.book)
    if change.what != "card" or book.deck_of.get(plain_card(change.card)) != book.face_down:
        return False
    return complete_change(state, change).origin.partition(":")[0] not in OPEN


def to_its_deck(state: State, found: Ask, card: str) -> Change:
    """Return the correction that puts a card into the deck that is asked for, so that it can be drawn.

    Raises `NotAllowedError` "table.not-open" if the card is not in `elsewhere`.
    """
    known, deck = elsewhere(state, found), deck_asked(book_of(state.book), found)
    if card not in known:
        raise NotAllowedError("table.not-open", f"there is no {card!r} to draw from {deck!r}", ("table.not-open",))
    place, there = known[card]
    return Change("card", card=there, origin=place, to=f"deck:{deck}")


def complete_change(state: State, change: Change) -> Change:
    """Return a correction with missing places filled in: a card's origin, its discard pile, trophies or Spells.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> found = complete_change(state, Change("card", card="wolf", to="seat:1"))
    >>> found.origin, found.to
    ('deck:adventure', 'trophies:1')
    """
    if change.what != "card":
        return change
    book = book_of(state.book)
    return replace(change, origin=change.origin or whereabouts(state, change.card), to=_end(book, change))


def _end(book: Book, change: Change) -> str:
    place, _, name = change.to.partition(":")
    card = plain_card(change.card)
    home = book.deck_of.get(card, "")
    if place == "discards" and not name:
        return "stock" if home == "stock" else f"discards:{home}" if home else "box"
    if place == "seat" and home:
        kind = book.card(card).facts.type
        return f"{'spells' if home == book.face_down else 'trophies' if kind in ENEMIES else 'seat'}:{name}"
    return change.to
