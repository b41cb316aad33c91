"""Characters that can't be had: who plays them, or that they have left the game."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import Choice
from talisman_nb.text.wording import Wording


def characters_elsewhere(wording: Wording, g: WorkingState, ask: Ask) -> Iterator[Choice]:
    """Yield the characters that a question for one doesn't offer, closed, with where they are.

    Those that lie face down with somebody are left out; a seat that keeps one of its own chooses among these only.
    """
    if ask.kind != "character" or ask.purpose == "keep":
        return
    played = {p.character: seat for seat, p in enumerate(g.players) if p.character}
    for character in g.book.characters:
        if character in played:
            where = wording.say("options", "elsewhere.played", who=wording.who(played[character]))
        elif f"character.{character}" in g.box:
            where = wording.say("options", "elsewhere.out")
        else:
            continue
        yield Choice(character, str(wording.source(f"character.{character}")), closed=f"{sentence(where)}.")
