"""The closed vocabulary of operations: what programs of cards, spaces, abilities and the turn may do.

One struct per operation, as it is written in TOML: `{ op = "lose", what = "life", n = 1 }`. A block (`do`) is a
list of operations or the name of a block of the same definition. An unknown key is an error.
"""

from __future__ import annotations

from .base import Block, Operation
from .effects import Become, Begin, End, Out, Promised, PromiseOp, Win
from .fights import (
    Ambush,
    Attack,
    Beaten,
    Compare,
    EndFight,
    Evade,
    Face,
    FaceOff,
    FoeOut,
    FollowerGoes,
    Kill,
    Luck,
    MadeUp,
    Plunder,
    Spoils,
    Throw,
)
from .flow import Call, Choice, Choose, Each, If, Mark, Moment, Nothing, Pick, Repeat, RollDice, Row, Set, Stop, Table
from .life_and_death import LifeGoes, Save
from .moving import Cross, CrossedRiver, Crossing, Plan, Teleport, TurnBack, Walk
from .possessions import (
    Align,
    Discard,
    Draw,
    Drop,
    Extra,
    Gain,
    Get,
    Heal,
    Look,
    Lose,
    Miss,
    PartOfGold,
    Pay,
    Place,
    Shop,
    Take,
    Token,
)
from .spells import Aim, Announce, Cancel, Command, Gained, NameSpell, React, Resolve
from .turn import (
    BeginTurn,
    CloseTurn,
    EndTurn,
    Fill,
    Hands,
    Landed,
    MissedTurn,
    NextThing,
    PlaceDrawn,
    SetupCharacter,
    SpaceProgram,
    Whom,
)

OPERATIONS: tuple[type[Operation], ...] = tuple(
    value
    for value in globals().values()
    if isinstance(value, type) and issubclass(value, Operation) and value is not Operation
)
"""All operations."""

NAMES: dict[str, type[Operation]] = {str(op.__struct_config__.tag): op for op in OPERATIONS}
"""Maps an operation's name in TOML to its struct."""

__all__ = [
    "NAMES",
    "OPERATIONS",
    "Aim",
    "Align",
    "Ambush",
    "Announce",
    "Attack",
    "Beaten",
    "Become",
    "Begin",
    "BeginTurn",
    "Block",
    "Call",
    "Cancel",
    "Choice",
    "Choose",
    "CloseTurn",
    "Command",
    "Compare",
    "Cross",
    "CrossedRiver",
    "Crossing",
    "Discard",
    "Draw",
    "Drop",
    "Each",
    "End",
    "EndFight",
    "EndTurn",
    "Evade",
    "Extra",
    "Face",
    "FaceOff",
    "Fill",
    "FoeOut",
    "FollowerGoes",
    "Gain",
    "Gained",
    "Get",
    "Hands",
    "Heal",
    "If",
    "Kill",
    "Landed",
    "LifeGoes",
    "Look",
    "Lose",
    "Luck",
    "MadeUp",
    "Mark",
    "Miss",
    "MissedTurn",
    "Moment",
    "NameSpell",
    "NextThing",
    "Nothing",
    "Operation",
    "Out",
    "PartOfGold",
    "Pay",
    "Pick",
    "Place",
    "PlaceDrawn",
    "Plan",
    "Plunder",
    "PromiseOp",
    "Promised",
    "React",
    "Repeat",
    "Resolve",
    "RollDice",
    "Row",
    "Save",
    "Set",
    "SetupCharacter",
    "Shop",
    "SpaceProgram",
    "Spoils",
    "Stop",
    "Table",
    "Take",
    "Teleport",
    "Throw",
    "Token",
    "TurnBack",
    "Walk",
    "Whom",
    "Win",
]
