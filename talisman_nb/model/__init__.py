"""The data types of a game: state, frames, asks, answers, events. Imports no other package of this project."""

from .ask import EVERYBODY, MOST_FIGURE, TARGET, Answer, Ask, Change, Option
from .errors import Message, UserError
from .event import Event
from .keys import Key, Verb, key_of, read_key
from .kinds import Act, AskKind, CardType, Closed, ClosedReason, EventKind, RefusalReason
from .state import (
    UNSEEN,
    Deck,
    Effect,
    Fight,
    Foe,
    Frame,
    OwnCard,
    Player,
    Promise,
    Roll,
    Seen,
    State,
    Value,
    decode,
    encode,
)

__all__ = [
    "EVERYBODY",
    "MOST_FIGURE",
    "TARGET",
    "UNSEEN",
    "Act",
    "Answer",
    "Ask",
    "AskKind",
    "CardType",
    "Change",
    "Closed",
    "ClosedReason",
    "Deck",
    "Effect",
    "Event",
    "EventKind",
    "Fight",
    "Foe",
    "Frame",
    "Key",
    "Message",
    "Option",
    "OwnCard",
    "Player",
    "Promise",
    "RefusalReason",
    "Roll",
    "Seen",
    "State",
    "UserError",
    "Value",
    "Verb",
    "decode",
    "encode",
    "key_of",
    "read_key",
]
