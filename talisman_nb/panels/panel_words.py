"""Keys of the panel's fixed words: `talisman_nb.text` has a phrase for each in every language (`Labels.words`)."""

from __future__ import annotations

from typing import Any

import msgspec

from talisman_nb.text.screen.values import Labels

WORDS: tuple[str, ...] = (
    "a-spell", "abilities", "against-the-odds", "all-evenings", "another", "another-card", "another-table",
    "as-table", "ask-rules", "back-to-table", "becomes", "best-fights", "board", "board-list", "broke", "card-name",
    "card-number", "card-type", "cards-away", "cards-found", "cards-to", "cast", "chance-lost", "chance-standoff",
    "chance-won", "change", "change-it", "character", "characters-played", "chronicle", "click-for-keys", "close",
    "closed", "closed-because", "closed-several", "craft", "deal-for-us", "deck-is-empty", "demo", "demo-again",
    "demo-how", "done", "draw-for-me", "enter-here", "everybody", "fate", "find-lines", "free-of-charge", "gold",
    "gone", "gone-in-notebook", "gone-kept", "goods", "hands-over", "has-turn", "here-all-the-same", "hide-spells",
    "hold-on", "house-by-edition", "house-name", "house-rules", "house-save", "house-saved", "if-rerolled",
    "is-back", "is-in", "it-belongs-before", "it-is-over", "joins", "journal", "just-happened", "keep", "keep-file",
    "keep-file-unnamed", "keep-markdown", "keep-page", "keep-secrets", "keep-what", "kept-lost", "kept-taken",
    "keys-off", "keys-on", "language", "language-en", "language-fr", "language-it", "language-pl", "leave-it",
    "leaves-piles", "leaves-space", "life", "lives-taken", "look-back", "look-up-back", "look-up-example",
    "looking-back", "luck", "luck-of-what", "menu", "miss-turns", "most-feared", "name-not-found", "name-of-new",
    "names", "names-example", "new-table", "no-rule-cited", "no-spell-now", "no-such-character", "no-such-choice",
    "none-yet", "not-a-face", "nothing-asked", "nothing-found", "nothing-has-happened", "nothing-to-use", "older",
    "on-the-table", "open-again", "pack-away", "pauses", "people-played", "phone-in", "phone-none", "plays-behind",
    "plays-earlier", "plays-later", "press-a-space", "reading-tables", "redo", "remembered", "roll-bad",
    "roll-for-me", "roll-good", "roll-level", "round", "rounds", "same-people", "same-people-again", "saved-tables",
    "set-straight", "set-up-again", "sheet", "sheets", "sheets-only", "show-spells", "since-line", "skips-turn",
    "so-it-is", "sound", "spells", "spells-unseen", "stands-here", "stands-on", "start", "strength", "switched-off",
    "switched-on", "tab-board", "tab-log", "tab-people", "tab-play", "table-size", "take-this-card", "the-table",
    "to-print", "trophies", "turning-points", "turns-as", "type-a-card", "type-animal", "type-dragon", "type-event",
    "type-follower", "type-magic-object", "type-monster", "type-object", "type-place", "type-spirit",
    "type-stranger", "undo", "use", "usual-letters", "vibration", "waits-for", "why", "windows", "wish",
    "wish-ask-if-could", "wish-hit", "wish-pass", "with-fate", "word-typed",
)  # fmt: skip
"""Keys of `Labels.words`; a test checks that they equal those used in the JavaScript."""

PLACES: dict[str, tuple[str, ...]] = {
    "becomes": ("now", "then"),
    "broke": ("what",),
    "chance-lost": ("n",),
    "chance-standoff": ("n",),
    "chance-won": ("who", "n"),
    "closed-because": ("n", "why"),
    "closed-several": ("n",),
    "enter-here": ("address",),
    "gone-kept": ("answer",),
    "kept-lost": ("answer",),
    "kept-taken": ("answer",),
    "roll-bad": ("n",),
    "roll-good": ("n",),
    "roll-level": ("n",),
    "leaves-space": ("place",),
    "round": ("n",),
    "same-people": ("names",),
    "since-line": ("place", "n"),
    "spells-unseen": ("n",),
    "turns-as": ("what",),
    "windows": ("n",),
    "with-fate": ("n",),
    "word-typed": ("typed",),
}
"""Maps words with places to fill, written `{answer}` in the phrase, to the names of these places."""


def complete(labels: Labels) -> dict[str, Any]:
    """Return the labels as plain values. Raises `KeyError` that names the missing words of the panel."""
    missing = [word for word in WORDS if word not in labels.words]
    if missing:
        raise KeyError(f"labels in {labels.lang!r} lack the panel's words {missing}: give each of WORDS a phrase")
    plain: dict[str, Any] = msgspec.to_builtins(labels)
    return plain
