"""The game as a value: state, frames, asks, answers, events. Imports nothing else of ours."""

from .ask import EVERYBODY, MOST_FIGURE, Answer, Ask, Change, Option
from .event import Event
from .state import Deck, Effect, Fight, Foe, Frame, OwnCard, Player, Promise, Roll, State, Value, decode, encode
from .told import ToldError

__all__ = [
    "EVERYBODY",
    "MOST_FIGURE",
    "Answer",
    "Ask",
    "Change",
    "Deck",
    "Effect",
    "Event",
    "Fight",
    "Foe",
    "Frame",
    "Option",
    "OwnCard",
    "Player",
    "Promise",
    "Roll",
    "State",
    "ToldError",
    "Value",
    "decode",
    "encode",
]
