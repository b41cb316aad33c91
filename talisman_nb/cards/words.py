"""The closed lists of names that operations and modifiers may use."""

from __future__ import annotations

WHO = frozenset({"you", "other", "active", "owner", "everyone", "others", "everyone_here", "everyone_in_region", "others_here"})
"""Seats: the activation's own, its second party, the one whose turn it is, and groups."""

CARDS = frozenset({
    "drawn", "your.objects", "your.magic_objects", "your.followers", "your.other_followers", "your.spells",
    "your.goods", "your.trophies", "other.objects", "other.followers", "other.takeable_followers",
    "other.maidens", "other.gold_or_object", "other.spells", "board.cards", "here.cards", "here.others", "others",
    "others_with_follower", "others_with_spell", "others_with_goods", "characters", "characters_with_spell", "active", "immobile",
    "spaces.region", "spaces.region_other", "spaces.woods_other", "spaces.opposite", "spaces.no_character", "stock",
    "trophies.strength", "trophies.craft", "objects_over", "spells_over", "possible_spells", "armour", "foes",
    "foes.animals", "foes.spirits", "foes.psychic", "drawn_all", "stats",
})  # fmt: skip
"""Lists of cards, spaces, seats or figures that `pick`, `each`, `drop` … work on."""

FIGURES = ("strength", "craft", "life", "fate", "gold")

CAUSES = frozenset({"card", "spell", "fight", "spoils", "command", "death", "vampire"})
"""By what a life is lost, besides a space of that name."""

RESULTS = ("won", "lost", "standoff", "evaded", "left", "gone", "destroyed", "taken", "")
"""How a fight may end."""

ANSWERS = ("character", "the space", "any", *RESULTS)
"""The words a variable may hold: whom one meets, how a fight ended, that there is something."""

ACTS = frozenset({
    "evade", "attack", "attack_psychic", "cast", "be_spelled", "gain_spell", "use_weapon", "use_armour", "use_magic",
    "take_object", "take_follower", "take_gold", "change_alignment", "open_portal", "skip_roll", "turn_back", "drop",
    "assassinate", "enter", "use_fate", "take_life", "act", "lose_spells", "command",
})  # fmt: skip
"""What a right can be about."""

EVENTS = frozenset({
    "turn_begins", "landed", "crossed_river", "drawn", "visited", "fight_begins", "killed", "took_life", "last_spell_cast",
})  # fmt: skip
"""What a trigger can wait for; each is fired somewhere in the engine."""

MOMENTS = frozenset({
    "turn_start", "any_turn_start", "moving", "arrived", "meeting", "before_fight", "fight", "dice", "turn_end", "any",
    "own_turn", "move_rolled", "meeting_character", "reply.spell", "reply.life_loss", "reply.kill", "crown",
})  # fmt: skip
"""When an ability may be used or a Spell cast."""

CONDITIONS = frozenset({
    "always", "in_battle", "in_psychic", "attacking", "attacked", "foe_is", "foe_used", "by_owner", "won", "space_is", "visiting",
    "region_is", "alignment_is", "character_is", "at_least", "below", "has", "has_any", "affords", "in_stock",
    "equals", "cause_is", "target_is", "own_turn", "empty", "same_space", "all", "any", "not", "at_crown", "moves_by",
    "can_gain_spell", "fight_with", "card_is", "permits", "others_here", "rule", "turning_back", "has_promise",
    "rolled", "alive", "fight_is", "armour_helps", "over", "of_other", "some", "immune_to", "aimed_at", "moment_is",
    "ambushing", "used",
})  # fmt: skip
"""What `when` may ask."""

TYPES = (
    "event", "animal", "dragon", "monster", "spirit", "stranger", "follower", "magic object", "object", "place",
    "spell", "talisman", "toad",
)  # fmt: skip
"""Types of cards, in the order of their usual encounter numbers."""

ENEMIES = frozenset({"animal", "dragon", "monster", "spirit"})
OBJECTS = frozenset({"object", "magic object", "talisman"})

DURATIONS = frozenset({"fight", "encounter", "turn", "next_turn", "turns", "rounds", "game", "leaving"})
"""How long an effect lasts."""

NO_FIGHT = frozenset({"turn_start", "any_turn_start", "moving", "move_rolled", "meeting", "meeting_character", "turn_end", "crown"})
NO_FIGHT_EVENTS = frozenset({"turn_begins", "landed", "crossed_river", "drawn", "visited"})
"""Moments and events at which no fight goes on."""

FOE_OUT = frozenset({"destroyed", "evaded", "left", "taken"})
"""How one foe may leave a fight."""

FATE = frozenset({"now", "later", "never"})
STOPS = frozenset({"program", "fight", "encounter", "move", "turn"})
