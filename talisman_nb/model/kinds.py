"""The closed lists: kinds of asks and events, acts, reasons of refusals, types of cards; a card that is in no list."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

AskKind = Literal[
    "die", "card", "way", "whom", "fight", "result", "choose", "pick", "take", "plus", "react", "spoils", "close",
    "hands", "amount", "shop", "character", "over", "aside",
]  # fmt: skip
"""Kinds of asks, by the answer they take; `over`: the game has ended; `aside`: used only to word asides."""

EventKind = Literal[
    "added", "aligned", "ambushes", "at_gate", "attacks", "barred", "became", "began", "bought", "cancelled",
    "cannot_pay",
    "card_by_hand", "cast", "character_by_hand", "comes_back", "commands", "covered", "crossed",
    "crown_reached", "dealt",
    "deck_empty", "deck_mixed", "destroyed", "discarded", "drawn", "dropped", "eliminated", "ended", "enters",
    "evaded", "experience", "extra_turns", "fizzled", "follower_killed", "fought", "gained", "gained_spell",
    "gold_by_hand", "got", "handed_over", "healed", "ignored", "inherits", "joins", "killed", "lasts_by_hand", "leaves",
    "left_alone", "looked", "lost", "may_not_cast", "may_not_have", "may_not_take_gold", "meets", "missed",
    "no_character_left",
    "no_room_for_spell", "nobody_left", "none_left", "nothing_happens", "nothing_open", "own_form", "paid", "pauses",
    "placed", "promised", "put_back", "put_by_hand", "read_off", "rerolls", "reshuffled", "rolled", "round", "ruled",
    "saved", "set_aside",
    "seat_handed_over", "seat_moved", "set_by_hand", "skipped", "spared", "stands", "stays_aligned", "stopped", "taken",
    "taken_out", "teleported", "took_gold", "traded", "trophy", "turn_begins", "turn_by_hand", "turn_ends",
    "turns_back", "unclaimed", "uncovered", "uses", "walked", "will_miss", "won",
]  # fmt: skip
"""Kinds of events; each has its phrases in `events.toml`."""

Act = Literal[
    "act", "assassinate", "attack", "attack_psychic", "be_spelled", "cast", "change_alignment", "command", "drop",
    "enter", "evade", "gain_fate", "gain_spell", "lose_spells", "open_portal", "pass_guard", "pick_up", "skip_roll",
    "take_follower", "take_gold",
    "take_life", "take_object", "turn_back", "use_armour", "use_fate", "use_magic", "use_weapon",
]  # fmt: skip
"""Acts: what a right (`may`, `cannot`) can be about."""

ClosedReason = Literal[
    Act,
    "", "aligned-already", "alignment", "bound", "condition", "covered", "follower", "full-fate",
    "full-life", "in-vain",
    "inner-evade", "moment", "must-take-life",
    "no-card", "no-craft", "no-fate", "no-follower", "no-gold", "no-life", "no-magic-object", "no-object", "no-room",
    "no-strength", "no-target", "one-sided", "put-down", "sold-out", "stands", "talisman-limit",
    "too-many-spells", "unlured", "untaken", "within",
]  # fmt: skip
"""Reasons for a closed option: an act without a right, or another one; "" if open. Phrases are in `closed.toml`."""

RefusalReason = Literal[
    "table.by-hand", "table.correction", "table.die", "table.die-question", "table.full",
    "table.last-person", "table.no-die-ruling",
    "table.no-character", "table.person-name", "table.elsewhere", "table.message", "table.no-chance",
    "table.held", "table.held-before", "table.no-throw", "table.not-open", "table.not-yours", "table.on-phone",
    "table.over", "table.no-bet", "table.at-laptop", "table.face-down", "table.own-name", "table.own-type",
    "table.own-figures",
    "table.own-action", "table.own-start", "table.own-words", "table.stale", "table.supply", "table.whose", "closed",
]  # fmt: skip
"""Reasons for a refused answer, phrases in `errors.toml`; `closed`: the option is, for a `ClosedReason`."""

CardType = Literal[
    "event", "animal", "dragon", "monster", "spirit", "stranger", "follower", "magic object", "object", "place",
    "spell", "talisman", "terrain",
]  # fmt: skip
"""Types of cards, by their usual encounter numbers."""

CardMoment = Literal[
    "turn_start", "any_turn_start", "moving", "arrived", "meeting", "before_fight", "fight", "dice", "turn_end",
    "any", "own_turn", "move_rolled", "meeting_character", "reply.spell", "reply.life_loss", "reply.kill", "crown",
]  # fmt: skip
"""Moments at which abilities may be used or Spells cast."""

BOARD_TEXTS: Final = ("draw-1", "draw-2", "draw-3", "die", "by-hand", "nothing")
"""Texts that a space may have which only the board tells: cards to draw, a die with a result a face, something else."""
BOARD_TEXT: Final = "board-text"
"""Purpose of the ask what it says."""
FIGURE: Final = "figure."
"""Beginning of the purposes of asks for a figure that only the cards of the box have; behind it stands which one."""
ASKED: Final = ("figures", "asked")
"""The entry of `State.texts` of a game in which such figures are asked as their cards are met (real cards)."""

CardAction = Literal["attack", "keep", "leave", "discard"]
"""Actions on a card that is met, in the word an edition prints on it.

It attacks and stays until it is killed; it may be kept; it is left on the space after what it says; or discarded.
"""

Closed = tuple[ClosedReason, tuple[str, ...]]
"""Why something is closed, and the rules that close it; ("", ()) if it is open."""

OwnType = CardType | Literal["character"]


class OwnCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card that is in no list, as the players entered it; what only its words say is settled by hand."""

    name: str
    type: OwnType
    strength: int = 0  # of an Enemy its own; of what is carried what it adds
    craft: int = 0
    number: int = 0
    words: str = ""
    deck: str = ""  # the deck whose unknown cards it is one of; "" for a card the deck does not count
    after: CardAction | Literal[""] = ""  # "": as is usual with its type
    weapon: bool = False
    save: int = 0  # of an Armour: lowest face that saves a life
    price: int = 0  # gold paid to have it
    carries: int = 0  # how many Objects more its owner may have
    have_only: tuple[Literal["good", "neutral", "evil"], ...] = ()
    have_not: tuple[Literal["good", "neutral", "evil"], ...] = ()
    copies: int = 1
    at: tuple[CardMoment, ...] = ()  # moments at which a Spell may be cast, () for any
    life: int = 0  # from here on of a character
    fate: int = 0
    gold: int = 0
    alignment: Literal["", "good", "neutral", "evil"] = ""
    start: str = ""
    listed: str = ""  # in the group's box: the name by which a layer lists it, where the group's card has another
