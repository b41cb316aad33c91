"""Does any text at all, as a situation or as an answer, end in a sentence and never in a Python error?

Valid situations are cut, doubled, mixed and filled with words of the notation, absurd numbers and signs; what is
understood all the same is shown and played on with answers treated likewise.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from talisman_nb.engine import NotAllowedError
from talisman_nb.model.situation import PART_WORDS, SEAT_WORDS, SituationError
from talisman_nb.notation.effect_words import lasting_words
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.notation.text_answers import CannotPlayError
from talisman_nb.notation.text_play import Situation, play
from talisman_nb.rules.book import open_book
from talisman_nb.rulings.cases import cases
from talisman_nb.simulate.invariants import violations

BATCH = 500
BOOK = open_book()
TEXTS = (
    *(case.situation for case in cases().values() if "house" not in case.situation and "edition" not in case.situation),
    ("wizard hills-3, fate 0, strength +2, as toad 2 craft +1, spells hex spell?"
     " | *elf city, trophies wraith*2 | on ruins, bear, gold 2"),
    ("troll fields-1, arrived, life 2, used alignment, quest 5, slavery | nobody tavern"
     " | box character.elf purchase/raft | round 7"),
    ("troll pits, pitfiends 3, turning-back | thief werewolf-den, werewolf 8"
     " | elf dice-with-death, dicing | priest tavern, tavern-wizard"),
    ("edition third | own Ada character, strength 3, craft 2, life 4, alignment evil, start chapel | own/Ada fields-3"
     " | *nobody chapel, purse 2 | box character.own/Ada > own Bo character, life 3, start crags"),
    ('own "Black Griffin" animal, strength 4 | dwarf crags, named "Old Ada"'
     ' | on ruins, own/Griffin "Holy Grail" pool-of-life:3'),
    ("hex fields-1, of thief, left 2 | blizzard ruins | destroy-magic, of 0"
     " | troll crags, invisible, hired | thief city"),
    ("troll crags | thief city | top spell hex healing, seen thief | top adventure bear | cast thief"
     " | held 2 | stock raft 0 sword 1"),
    ("troll crags, has bear bag-of-gold hex ! | thief city, life 0 ! | on city, healing !"
     " | elf oasis, spells hex healing random !"),
    "troll crags, as toad 0 !, gold 5 !, has sword maiden ! | thief city, quest 4, quest 3 !, has ring | hex crypt !",
    ("troll fields-1, has hex cave ! | on graveyard, healing angel blizzard bag-of-gold !"
     " | thief pits, slavery !, dicing !, werewolf 9 !"),
    ("crown reached | nobody city, out | troll crown-of-command, misses 2 by storm"
     " | thief valley-of-fire, extra 1 | turn thief"),
    "ghoul graveyard, has goblin@ghoul.raised ape@minstrel.charmed | thief city > walk fields-1 > quiet",
)  # fmt: skip
RARE = (
    "house carry.objects=5 | dwarf crags | thief city",
    "edition second | troll crags | druid city",
    'house draw.counts="any" | elf city',
)
WORDS = (
    *SEAT_WORDS, *PART_WORDS, *lasting_words(BOOK).by_word, *BOOK.deck_of, *BOOK.characters, *BOOK.board.spaces,
    "nobody", "of", "left", "on", "seen", "by", "words", "reached", "gold", "purchase/raft", "spell?", "own/Griffin",
    "Griffin animal",
)  # fmt: skip
NASTY = (
    "*", "!", "|", ",", ">", '"', "“", "\\", "[", "]", "[[[[", "=", ":", "@", "²", "٣", "0", "-1", "+99", "100",
    "99999999999999999999", "9" * 5_000, "*999999999999", "bear*99", "*²", "sword:3", "pool-of-life:x",
    "wolf@nonsense", "own/", "\0", "\n", "\u2028", "İ", "ß", "house x=[[[", "house edition.board=../../x",
    "house spell.limit=[]", "named \"Old", "effect x", "promise move turn.move.do", "card?", "{who}", "%s",
    "misses 100000000", "as toad 0", "left.ruins|sword", "'", "’", "-", "--", "3.5", "1e9", "true", "None",
)  # fmt: skip
ORDERS = (
    "walk",
    "to",
    "quiet",
    "pass",
    "turn end",
    "turn of 1",
    "turn of",
    "hand",
    "own",
    "0:",
    "1:",
    "thief:",
    "9:",
    "²:",
    ":",
)
ANSWERS = (
    "hand life 1 0", "hand life 1 99", "hand gold 0 x", "hand miss 1 99", "hand form 1 angel", "hand form 1 toad",
    "hand turn 1", "hand out 1", "hand character 0 elf", "hand space 0 crown-of-command", "hand card 0", "hand",
    "own Griffin animal", "own Bo character, life 4, start oasis", "own x", 'own "A B" event, number 3',
    "0: hand:x", "1: settle", "settle", "0: drop:sword", "cast:hex", "0: cast:healing", "use:", "0: use:x", "drop:",
    "fate:0", "fate:9", "seat:0", "seat:9", "n:1", "n:9", "attack:1", "attack:9", "done", "keep", "own", "empty", "?",
    "wield:sword", "evade", "fight", "gold",
)  # fmt: skip


def mutated(dice: random.Random, text: str, words: Sequence[str]) -> str:
    """The text with up to four things done to it."""
    for _ in range(dice.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        at, to = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
        what = dice.randrange(9)
        if what == 0:
            text = text[:at] + text[at + dice.randint(1, 4) :]
        elif what == 1:
            text = text[:at] + dice.choice(NASTY) + text[at:]
        elif what == 2:
            text = text[:at] + f" {dice.choice(words)} " + text[at:]
        elif what == 3:
            text = text[:at] + f"{dice.choice((' | ', ', ', ' > ', ' ! '))}{dice.choice(words)} " + text[at:]
        elif what == 4:
            text = text[:to] + text[at:to] + text[to:]
        elif what == 5:
            tokens = re.split(r"(\s+)", text)
            tokens[dice.randrange(len(tokens))] = dice.choice((*words, *NASTY))
            text = "".join(tokens)
        elif what == 6:
            parts = text.split(" | ")
            parts.insert(dice.randint(0, len(parts)), dice.choice(dice.choice(TEXTS).split(" | ")))
            text = " | ".join(parts)
        elif what == 7:
            sign = dice.choice((" | ", ", ", " "))
            pieces = text.split(sign)
            pieces[dice.randrange(len(pieces))] = dice.choice((*words, *NASTY))
            text = sign.join(pieces)
        else:
            text = dice.choice((str.upper, str.title, str.lower, lambda one: one.replace(" ", "  ")))(text)
    return text


def answered(dice: random.Random, found: Situation) -> str:
    """An answer that is open, one that might be, or none at all."""
    what = dice.randrange(6)
    if what < 2 and found.open:
        return dice.choice(found.open)
    if what == 2 and found.asides:
        return dice.choice(found.asides)
    if what == 3:
        return dice.choice(ANSWERS)
    if what == 4:
        return f"{dice.choice(ORDERS)} {dice.choice((*WORDS, *NASTY, *found.open))}"
    return mutated(dice, dice.choice((*ANSWERS, *ORDERS, *found.open)), WORDS)


def clear(wrong: ValueError) -> bool:
    """Whether a refusal says something one can read."""
    return 10 < len(str(wrong)) < 3_000


def run(seed: int) -> tuple[bool, int]:
    """One text and some answers; whether it was understood, and how many answers were."""
    dice = random.Random(seed)
    text = mutated(dice, dice.choice(TEXTS if dice.random() < 0.98 else RARE), WORDS)
    try:
        found = play(text)
    except SituationError as wrong:
        placed = re.match(r"(line \d+, )?column \d+: .", str(wrong)) or "a situation has at most" in str(wrong)
        assert placed and clear(wrong), f"seed {seed}: {text!r}: {wrong}"
        return False, 0
    if not found.marks:
        assert violations(found.state) == [], f"seed {seed}: {text!r}"
        if found.before is None:
            assert situation(situation_text(found.state)) == found.state, f"seed {seed}: {text!r}"
    taken = 0
    for _ in range(dice.randint(2, 8)):
        order = answered(dice, found)
        try:
            assert repr(found)
            found = found.answer(order)
            taken += 1
        except (NotAllowedError, CannotPlayError) as wrong:
            assert clear(wrong), f"seed {seed}: {found.text!r} > {order!r}: {wrong}"
        except Exception as wrong:
            raise AssertionError(f"seed {seed}: {found.text!r} > {order!r}") from wrong
    return True, taken


BATCHES = [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(BATCH, 20_000, BATCH))]


@pytest.mark.slow
@pytest.mark.parametrize("first", BATCHES)
def test_any_text_is_understood_or_refused_in_a_sentence(first: int) -> None:
    understood, taken = 0, 0
    for seed in range(first, first + BATCH):
        try:
            one = run(seed)
        except AssertionError:
            raise
        except Exception as wrong:
            raise AssertionError(f"seed {seed}") from wrong
        understood += one[0]
        taken += one[1]
    assert understood > BATCH // 20 and taken > understood // 2, (understood, taken)
