"""Structs of the operations on goods, gold, counters, effects and cards that cover a space, as decoded from TOML."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from talisman_nb.cards.terms import Amount, Until
from talisman_nb.cards.vocabulary import SPACE, Alignment, Duration, Payment, Ref, SeatName, Stat
from talisman_nb.model.bounds import Figure, Some, Variable

from .flow import Operation


class Take(Operation, tag="take"):
    """Take a card from another place into the goods, with `as` in a role (raised, charmed)."""

    card: str
    who: SeatName = "you"
    as_: str = field(default="", name="as")


class Drop(Operation, tag="drop"):
    """Put cards face up on the seat's space."""

    card: str
    who: SeatName = "you"


class Discard(Operation, tag="discard"):
    """Put cards back to their discard pile or the stock."""

    card: str
    who: SeatName = "you"


class PlaceCard(Operation, tag="place"):
    """Put a card on a space, or `gold`: `n` of the stock, or of what the seat has (`from` = "you").

    `card` may also be the name of a piece of the seat's that lies on the board. `on` is a space, "here", or a variable
    that holds a space or a card, which means where that card lies.
    """

    card: str
    on: str
    who: SeatName = "you"
    from_: Literal["", "you", "stock"] = field(default="", name="from")
    n: Amount | Literal["all"] = "all"


class Get(Operation, tag="get"):
    """Take a card from the stock, if one is left: by its name, or the one in a variable."""

    name: Annotated[str, Ref("a card of the stock or a variable", ("book.stock_cards",), variable=True)]
    who: SeatName = "you"
    price: Amount = 0


class BuyFromStock(Operation, tag="shop"):
    """Buy any number of cards from the stock at these prices, one at a time."""

    wares: dict[Annotated[str, Ref("a card of the stock", ("book.stock_cards",))], Figure]
    who: SeatName = "you"


class Token(Operation, tag="token"):
    """Take counters off a card; it is discarded with the last one."""

    n: Some = 1
    card: Literal["this"] = "this"


class TurnOver(Operation, tag="turn_over"):
    """Turn over the token on this card where it lies: it is of its deck, or of its `other_side`."""


class PartOfTrade(Operation, tag="part_of_trade"):
    """Take lives or Spells, as a variable says, in place of some of the counters that trophies give."""

    var: str = "what"


class PartOfGold(Operation, tag="part_of_gold"):
    """Take part of the gold on the seat's space, at most the value of a variable."""

    most: str = "most"


class LayGold(Operation, tag="lay_gold"):
    """Put down part of the seat's gold on its space."""


class Bargain(Operation, tag="bargain"):
    """Ask what the seat gives its second party and what it wants for that; `into` stays empty if it gives up."""

    into: Variable


class Exchange(Operation, tag="exchange"):
    """Let what was agreed change hands: `into` holds the deal that the second party offered the seat."""

    into: Variable


class Gain(Operation, tag="gain"):
    """Gain strength, craft, life, fate or gold; only life may have an upper limit."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"


class Lose(Operation, tag="lose"):
    """Lose life, which immunities, Armour or Spells may prevent, or another stat down to its lower limit."""

    what: Stat
    n: Amount = 1
    who: SeatName = "you"
    cause: str = "card"


class Heal(Operation, tag="heal"):
    """Restore life or fate up to the printed value, for `price` gold each, at most `most` (0 for no limit)."""

    what: Literal["life", "fate"]
    who: SeatName = "you"
    price: Figure = 0
    most: Figure = 0
    free: Figure = 0
    ask: bool = True


class Pay(Operation, tag="pay"):
    """Pay an amount, which the seat must have in full."""

    n: Amount
    what: Payment = "gold"
    who: SeatName = "you"


class Align(Operation, tag="align"):
    """Change alignment."""

    to: Alignment
    who: SeatName = "you"
    forced: bool = True


class Miss(Operation, tag="miss"):
    """Miss turns; the running turn ends and may count as one, unless `running` is false."""

    turns: Amount = 1
    who: SeatName = "you"
    running: bool = True


class Extra(Operation, tag="extra"):
    """Take extra turns after this one."""

    turns: Amount
    who: SeatName = "you"


class Begin(Operation, tag="begin"):
    """Begin an effect; `word` is its word in situations, with the range of its number if it has one: "quest 1-6".

    `on` a space it may be somebody's (`whose`): a piece with a name that lies there until the effect ends.
    """

    what: str
    on: str
    whose: SeatName | None = None
    word: str = ""
    until: Until | Duration = "game"
    with_: tuple[str, ...] = ()
    shows: bool = False


class End(Operation, tag="end"):
    """End an effect before its time."""

    what: Annotated[str, Ref("an effect", ("effects",), words=("this",))] = "this"
    who: SeatName = "you"


class PromiseOp(Operation, tag="promise"):
    """Promise: run a program in place of the seat's next turn or move; `word` as in `Begin`."""

    at: Literal["turn", "move"]
    do: str
    word: str = ""
    who: SeatName = "you"
    with_: tuple[str, ...] = ()
    until: Literal["", "leaving"] = ""


class Promised(Operation, tag="promised"):
    """Run the oldest promise for this moment."""

    at: Literal["turn", "move"]


class UseAgain(Operation, tag="use_again"):
    """Let the ability whose program runs be used again, although it may be once a turn or a game only."""


class Become(Operation, tag="become"):
    """Take a form, or end it ("own")."""

    form: Annotated[str, Ref("a form", ("forms",), words=("own",))]
    who: SeatName = "you"


# --- cards that cover a space ---

A_SPACE = Ref("here, a space or a variable", ("spaces",), words=("here",), variable=True, holds=SPACE)


class Cover(Operation, tag="cover"):
    """Lay a card that covers a space, or move the one that lies on the space `from`.

    `card` is its name or a variable; where none is left the seat chooses one on the board, which is moved. `on` and
    `from` are a space, a variable or "here". One that lies there already goes back to its deck.
    """

    card: str = ""
    from_: Annotated[str, A_SPACE] = field(default="", name="from")
    on: Annotated[str, A_SPACE] = "here"


class Uncover(Operation, tag="uncover"):
    """Put the card that covers a space back to its deck."""

    on: Annotated[str, A_SPACE] = "here"
