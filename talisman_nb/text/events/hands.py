"""What hands must do at the physical board, as imperatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from talisman_nb.cards.vocabulary import STATS
from talisman_nb.model import Event
from talisman_nb.model.hand_move import HandMove
from talisman_nb.rules.book import plain_card
from talisman_nb.text.grammar import listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Table, Wording, wording_of

from .sentences import event_places

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
    return sentence(wording.say("hands", keys[0], **event_places(wording, event, -1), pile=_pile(wording, event)))


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
        "discarded": "discarded.stock" if "/" in event.card and not event.card.startswith("own/") else "",
        "traded": f"traded.{event.what}" if event.what == "spell" else "",
        "handed_over": f"handed_over.{event.what}" if event.what else "",
        "became": f"became.{event.what}",
        "deck_mixed": f"deck_mixed.{event.cause}",
    }
    if event.only >= 0 and kind == "discarded":
        return ()
    return tuple(key for key in (special.get(kind, ""), kind) if key)


# --- moves between two states ---


def say_moves(table: Table, moves: Iterable[HandMove], lang: str) -> tuple[str, ...]:
    """Imperatives for what hands must do to get from one state to another."""
    wording = wording_of(table, lang)
    return tuple(sentence(_move(wording, move)) for move in moves)


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
        "who": wording.who(move.seat),
        "card": wording.card(move.card),
        "origin": wording.place(move.origin),
        "to": wording.place(move.to),
        "now": move.now,
        "n": move.now if move.kind == "tokens" else move.n,
        "what": wording.noun(""),
        "amount": wording.amount(_figure(move), abs(move.n)),
    }
    key = f"move.{move.kind}"
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


def _figure(move: HandMove) -> str:
    if move.kind == "gold":
        return "gold"
    return move.what if move.what in STATS else "point"
