"""Structs of the operations of fights, their results, Spells, life and death, as decoded from TOML."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.terms import Amount
from talisman_nb.cards.vocabulary import FOE, READ, ACardType, FoeResult, ReactionPoint, Ref, SeatName
from talisman_nb.model.bounds import ROWS, Name, OwnName, Variable

from .flow import Operation

Side = Literal["you", "foe"]


class MadeUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature without a card."""

    name: Name
    called: OwnName = ""  # the name of a creature of one's own, which is in no catalogue
    strength: Amount = 0
    craft: Amount = 0
    type: ACardType | Literal[""] = ""


Foes = Annotated[tuple[MadeUp, ...], Meta(min_length=1, max_length=ROWS, description=f"1 to {ROWS} creatures")]


class Attack(Operation, tag="attack"):
    """Open a fight with creatures without a card, or with a card or character a variable names."""

    foes: Foes | str
    by: Literal["battle", "psychic"] = "battle"
    result: str = field(default="", name="as")
    ends: bool = True
    spoils: bool = True  # whether the attacker who beats a character is rewarded as usual
    who: SeatName = "you"


class ReadFigures(Operation, tag="read_figures"):
    """Ask, at a table with the cards of the box, what stands on the cards of the foes whose figures are guesses."""


class FightOrEvade(Operation, tag="face"):
    """Ask one side to fight or evade, before dice are thrown."""

    side: Side = "you"


class BeforeDuelDice(Operation, tag="face_off"):
    """Ask the attacker of a character for Spells and abilities before the dice."""


class AttackThrow(Operation, tag="throw"):
    """Make the attack roll of one side."""

    side: Side


class OfferReroll(Operation, tag="luck"):
    """Offer one side to reroll its attack die for fate."""

    side: Side


class Compare(Operation, tag="compare"):
    """Compare both scores and store the result."""


class Beaten(Operation, tag="beaten"):
    """Kill the beaten creatures and keep trophies, unless a Spell saved them."""


class Defeat(Operation, tag="defeat"):
    """Run what the cards of the creatures that won say (`lost`); `into` is empty if one of them takes a life."""

    into: Variable = "settled"


class EndFight(Operation, tag="end_fight"):
    """Clear the fight and return its result; one not won ends the turn."""


class Evade(Operation, tag="evade"):
    """Evade the running fight, as long as no die was thrown."""


class Ambush(Operation, tag="ambush"):
    """Let the attacked side of the running fight throw no die; `reward`: what a character beaten that way may lose."""

    reward: Literal["any", "life"] = "life"


class FightBy(Operation, tag="fight_by"):
    """Make the running fight a battle or psychic combat, before its dice."""

    by: Literal["battle", "psychic"]


class WinFight(Operation, tag="win_fight"):
    """Let the attacker of the running fight win it, whatever the scores; no more dice are thrown."""


class FoeOut(Operation, tag="foe_out"):
    """Remove a foe from the running fight.

    `how`: destroyed (discarded, no trophy), evaded, left (stays, unbeaten) or taken along in the role `as`.
    """

    foe: Annotated[str, Ref(variable=True, holds=FOE)]
    how: FoeResult
    as_: str = field(default="", name="as")  # role of a foe taken along


class Kill(Operation, tag="kill"):
    """Kill a Follower."""

    what: Annotated[str, Ref("this, a variable or a card", ("cards",), words=("this",), variable=True)]
    who: SeatName = "you"


class FollowerGoes(Operation, tag="follower_goes"):
    """Kill the Follower, unless a Spell saved it."""

    card: Annotated[str, READ] = "card"
    cancelled: Annotated[str, READ] = "cancelled"


class Spoils(Operation, tag="spoils"):
    """Let the winner over a character take a life, an Object or a gold."""


class Plunder(Operation, tag="plunder"):
    """Let the winner take any of a killed character's goods and gold; `lay` holds the gold on the space before."""

    loot: str = "loot"
    lay: str = "lay"


class React(Operation, tag="react"):
    """A reaction point: ask all seats whether one answers with a Spell, which may set `cancelled`."""

    to: ReactionPoint
    into: Variable = "cancelled"


class NameSpell(Operation, tag="name_spell"):
    """Move the Spell being cast from the hand to its discard pile.

    An unseen one (`spell?`) is named first; if no Spell it may be can be cast now, nothing is cast.
    """


class AimSpell(Operation, tag="aim"):
    """Choose the target of the Spell."""


class Announce(Operation, tag="announce"):
    """Tell the Spell and its target to all seats."""


class Resolve(Operation, tag="resolve"):
    """Run the program of the cast Spell, unless it was cancelled."""


class Cancel(Operation, tag="cancel"):
    """Cancel the Spell, loss of life or killing that this Spell answers."""


class GainSpell(Operation, tag="gain_spell"):
    """Draw a Spell if the limit allows one more."""

    who: SeatName = "you"


class CastCommand(Operation, tag="command"):
    """Cast the Command Spell: announced and answered like any other."""


class Save(Operation, tag="save"):
    """Save one of the lives about to be lost if the die of the Armour is high enough; end the program if none is left.

    The fields name the variables with the card, its roll and the number of lives.
    """

    armour: Annotated[str, READ] = "armour"
    by: Annotated[str, READ] = "die"
    n: Annotated[str, READ] = "n"


class LifeGoes(Operation, tag="life_goes"):
    """Take `n` lives, less the one that a Spell saved."""

    n: Annotated[str, READ] = "n"
    cause: Annotated[str, READ] = "cause"
    cancelled: Annotated[str, READ] = "cancelled"


Parted = Annotated[
    tuple[Literal["goods", "gold", "spells", "trophies", "experience"], ...],
    Meta(min_length=1, description="goods, gold, spells, trophies, experience"),
]


class LeaveBehind(Operation, tag="leave_behind"):
    """Part a character from what it has, as it is killed or whenever something says so.

    Goods and gold go `to` its space, aside for the next character of its player (`heirs`), or with all else back to
    the piles. `only`: of its cards those with one of these keywords; `but`: those without one of them.
    What a keyword says is kept at a death stays with it, unless `only` names the keyword.
    """

    what: Parted
    to: Literal["space", "heirs", "piles"]
    only: tuple[Annotated[Name, Ref("a keyword", ("book.keywords",))], ...] = ()
    but: tuple[Annotated[Name, Ref("a keyword", ("book.keywords",))], ...] = ()


class LeaveBoard(Operation, tag="leave_board"):
    """Take a killed character off the board, its card to the box or back among the `free` ones, all it has back."""

    character: Literal["box", "free"] = "box"


class Perish(Operation, tag="perish"):
    """Kill the character of a seat, whatever lives it has; nothing saves it."""

    who: SeatName = "you"


class Out(Operation, tag="out"):
    """Eliminate seats for good."""

    who: SeatName


class Win(Operation, tag="win"):
    """End the game with a winner."""

    who: SeatName = "you"
