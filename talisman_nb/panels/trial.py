"""Trial of an amendment: the result of another answer in words, before anything is changed."""

from __future__ import annotations

from typing import Any

import msgspec

from talisman_nb.engine.view import seen_by, unveiled, view_ask
from talisman_nb.model import Ask
from talisman_nb.table import AnswerRecord, Replay, Table
from talisman_nb.text.events.hands import say_moves
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.labels import label
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import wording_of

from .question_parts import with_parts


def trial(table: Table, line: AnswerRecord, asked: Ask, key: str, lang: str, viewer: int) -> dict[str, Any]:
    """Return the trial of answering `line` with `key`: {"key", "label", "told", "hands"}.

    "told" are sentences on the result, "hands" the hand moves. `asked` is the ask of the line as the viewer may see it
    (`view_ask`).
    """
    real, cards = unveiled(line.ask, key), table.settings.cards
    replay = table.amend(line.n, real, try_only=True)
    found = {"key": key, "label": _label(line, asked, key, lang), "told": (), "hands": ()}
    if real != key:
        who = line.before.players[line.ask.seat].name
        return found | {"told": (load_phrases(lang).say("errors", "table.secret", who=who),)}
    hands = _hands(replay, lang) if cards == "physical" and replay.stopped_at is None else ()
    return found | {"told": replay_sentences(replay, cards == "virtual", lang, viewer), "hands": hands}


def asked_before(table: Table, line: AnswerRecord, key: str, lang: str, viewer: int, eyes: int) -> dict[str, Any]:
    """Return the question that `line` answers as the reply to a view, with a `key` beside the trial of that answer.

    `eyes` is the seat whose hand may be named.
    """
    veiled = view_ask(line.ask, eyes)
    asked = with_parts(question(line.before, veiled, lang, viewer), seen_by(line.before), veiled, lang)
    tried = {"trial": trial(table, line, veiled, key, lang, viewer)} if key else {}
    return {"type": "line", "n": line.n, "question": msgspec.to_builtins(asked), **tried}


def replay_sentences(replay: Replay, draws: bool, lang: str, viewer: int) -> tuple[str, ...]:
    """Return sentences on what becomes of the later answers; `draws`: cards are virtual."""
    said = load_phrases(lang)
    lines = [said.say("setup", "replay-fits", n=replay.kept)]
    if replay.skipped:
        lines.append(said.say("setup", "trial-skipped", n=len(replay.skipped)))
    found, n = replay.stopped_at, len(replay.remaining)
    if found and found.chance and found.kind != "die" and draws:
        lines.append(said.say("setup", "trial-draws", n=n))
    elif found:
        headline = question(replay.state, view_ask(found, viewer), lang, viewer).headline
        lines.append(said.say("setup", "trial-stops", headline=headline, n=n))
    return tuple(lines)


def _hands(replay: Replay, lang: str) -> tuple[str, ...]:
    """Return the hand moves of a replay in words, or that there are none."""
    return say_moves(replay.state, replay.differences, lang) or (load_phrases(lang).say("setup", "trial-same"),)


def _label(line: AnswerRecord, asked: Ask, key: str, lang: str) -> str:
    """Return the label of an answer, its key if it is no option or offer."""
    voice = wording_of(line.before, lang)
    return next((label(voice, asked, option) for option in (*asked.options, *asked.offers) if option.key == key), key)
