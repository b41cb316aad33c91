"""What hands must do at the physical board, as imperatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.model import UNSEEN, Event
from talisman_nb.model.hand_move import HandMove
from talisman_nb.rules.book import plain_card
from talisman_nb.text.grammar import listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Table, Wording, wording_of

from .sentences import event_places, moved, taken_away

STEPS = ("walked", "crossed")
"""Moves of one's own figure: whoever chose the way moves it anyway."""


def hands(table: Table, events: Iterable[Event], lang: str, steps: bool = False) -> tuple[str, ...]:
    """The imperatives of several events, equal ones counted; `steps`: walks too.

    >>> hands(["Ada"], [Event("trophy", 0, card="wolf", n=2), Event("rerolls", 0, n=3)], "en")
    ("The Wolf goes to Ada's trophies.", 'Ada pays 1 fate and rerolls the 3.')
    """
    wording = wording_of(table, lang)
    happened = [event for event in events if steps or event.kind not in STEPS]
    found = [hand(wording, event) for event in happened]
    if any(event.kind == "enters" for event in happened):
        found.append(wording.say("hands", "counters"))
    counted = Counter(line for line in found if line)
    return tuple(line if n == 1 else wording.say("hands", "times", line=line, n=n) for line, n in counted.items())


def spells_drawn(table: Table, events: Iterable[Event], lang: str) -> tuple[str, ...]:
    """Who draws how many Spells that only their owner sees; `events` as the game told them, with what is secret.

    >>> unseen = Event("gained_spell", 0, card="spell?", only=0)
    >>> spells_drawn(["Ada"], [unseen, unseen], "en")
    ('Ada draws 2 Spells.',)
    """
    wording = wording_of(table, lang)
    drawn = Counter(event.seat for event in events if event.kind == "gained_spell")
    said = (wording.say("hands", "draws_spells", who=wording.who(seat), n=n) for seat, n in drawn.items())
    return tuple(map(sentence, said))


def hand(wording: Wording, event: Event) -> str:
    """What one event asks of hands, "" for nothing."""
    if event.kind in ("gained", "lost") and not event.n:
        return ""
    keys = [key for key in _keys(event) if wording.phrases.has("hands", key)]
    if not keys:
        return ""
    places = event_places(wording, event, -1) | {"amount": _counters(wording, event.what, event.n)}
    return sentence(wording.say("hands", keys[0], **places, pile=_pile(wording, event)))


def _counters(wording: Wording, what: str, n: int) -> str:
    """So many counters of a figure: hands take those, not points; gold is gold."""
    if what not in STATS:
        return ""
    return wording.amount(what if what == "gold" else f"counter-{what}", n)


def _pile(wording: Wording, event: Event) -> str:
    """The discard piles that the cards of an event go to, where there are several."""
    decks = [wording.book.deck_of.get(plain_card(card), "") for card in (event.card, *event.cards)]
    found = [pile for deck in dict.fromkeys(decks) if (pile := wording.pile(deck))]
    return listed(found, wording.lang)


def _keys(event: Event) -> tuple[str, ...]:
    kind = event.kind
    special = {
        "taken": "taken.from" if event.origin.startswith("seat:") and event.origin != f"seat:{event.seat}" else "",
        "gained": "gained.space" if event.space else "",
        "lost": "lost.space" if event.space else "",
        "placed": f"placed.{event.what}" if event.what else "",
        "discarded": "discarded.stock" if "/" in event.card and not event.card.startswith("own/") else "",
        "traded": f"traded.{event.what}" if event.what == "spell" else "",
        "handed_over": f"handed_over.{event.what}" if event.what else "",
        "became": f"became.{event.what}",
        "deck_mixed": f"deck_mixed.{event.cause}",
        "leaves": f"leaves.{event.what}",
    }
    if (event.only >= 0 and kind == "discarded") or (kind == "card_by_hand" and not taken_away(event)):
        return ()
    return tuple(key for key in (special.get(kind, ""), kind) if key)


# --- moves between two states ---


def say_moves(table: Table, moves: Iterable[HandMove], lang: str) -> tuple[str, ...]:
    """Imperatives for what hands must do to get from one state to another."""
    wording, counted = wording_of(table, lang), Counter(moves)
    said = ((_unseen(wording, move, n) or _times(wording, _move(wording, move), n)) for move, n in counted.items())
    return tuple(map(sentence, said))


def _unseen(wording: Wording, move: HandMove, n: int) -> str:
    """Spells that nobody has seen, given to somebody; "" for any other move."""
    place, _, seat = move.to.partition(":")
    if move.card != UNSEEN or place != "spells":
        return ""
    return wording.say("hands", "move.unseen", who=wording.who(int(seat)), n=n)


def _times(wording: Wording, line: str, n: int) -> str:
    return line if n == 1 else wording.say("hands", "times", line=sentence(line), n=n)


def say_stays(table: Table, moves: Iterable[HandMove], lang: str) -> tuple[str, ...]:
    """Which cards stay on the spaces they were drawn to.

    >>> say_stays(["Ada"], [HandMove("card", card="bear", to="space:ruins")], "en")
    ('The Bear stays in the Ruins.',)
    """
    wording = wording_of(table, lang)
    said = (wording.say("hands", "stays", card=wording.card(move.card), space=wording.place(move.to)) for move in moves)
    return tuple(map(sentence, said))


def _move(wording: Wording, move: HandMove) -> str:
    places: dict[str, Any] = {
        "who": wording.who(_whose(move)),
        "card": wording.card(move.card),
        **moved(wording, move.card, move.origin, move.to),
        "to": wording.place(move.to),
        "now": move.now,
        "n": move.now if move.kind == "tokens" else move.n,
        "what": wording.noun(""),
        "amount": _amount(wording, move),
    }
    key = f"move.{move.kind}"
    if move.kind == "card" and move.to.startswith(("seat:", "spells:")):
        key += f".{move.to.partition(':')[0]}"
    if move.kind == "card" and move.to == f"discards:{wording.book.face_down}" and move.card != UNSEEN:
        return wording.say("hands", "cast", card=places["card"])
    if move.kind == "card" and move.to.startswith("discards:") and move.origin.startswith(("deck:", "space:")):
        return wording.say("hands", "discarded", card=places["card"], pile=wording.pile(move.to.partition(":")[2]))
    if move.kind in ("counter", "gold", "token"):
        key += ".more" if move.n > 0 else ".less"
    if move.kind == "token":
        places["what"] = wording.word(f"token-{move.what}")
    if move.kind == "alignment":
        places["what"] = wording.alignment(move.what)
    if move.kind == "form":
        key += "" if move.what else ".own"
        places["what"] = wording.source(f"form.{move.what}") if move.what else wording.noun("")
    if move.kind == "character":
        key += "" if move.what else ".none"
        places["what"] = wording.source(f"character.{move.what}") if move.what else wording.noun("")
    return wording.say("hands", key, **places)


def _whose(move: HandMove) -> int:
    """The seat a move is about: of a card, that which gets it."""
    place, _, seat = move.to.partition(":")
    return int(seat) if move.kind == "card" and place in ("seat", "spells") else move.seat


def _amount(wording: Wording, move: HandMove) -> str:
    what = "gold" if move.kind == "gold" else move.what
    return _counters(wording, what, abs(move.n)) or wording.amount("point", abs(move.n))
