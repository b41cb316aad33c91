"""Claims of an option of a prediction: figures of a moment compared (`figures.py`), true or not: `won > lost`.

In front of it may stand what is otherwise, each with an arrow behind it: `if dwarf, has sword => won > 1/2` compares
in a situation with a change, `after 6 > keep => life of dwarf = 4` after more answers. `more` and `less` in front of a
figure compare the two: `after 6 > keep => less life of dwarf = 1`, `if dwarf, has sword => more strength of dwarf = 1`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import apply_change

from .figures import OF_FIGHTS, OF_TABLES, TERMS, ClaimTerm, Value

ARROW = "=>"
COMPARED: Mapping[str, Callable[[Value, Value], bool]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, "=": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
"""Maps the sign of a comparison to what it does."""
ORDERED = (">=", "<=", ">", "<")
DIFFERENCES: Mapping[str, int] = {"more": 1, "less": -1}
"""Maps the word in front of a figure to the sign of its difference."""


class ClaimError(ValueError):
    """Raised for a claim that can't be read, or that has no answer in its situation; the message says why."""


class Claim(Struct, frozen=True):
    """A claim that was looked at: whether it is true, and the figures it compares.

    Of a roll with three results the third chance is told too where the other two are compared.
    """

    true: bool
    terms: tuple[ClaimTerm, ...]


def looked_at(analysis: Analysis, claim: str) -> Claim:
    """Return whether a claim is true of a situation, and its figures.

    Raises `ClaimError`; `SituationError`, `NotAllowedError` or `CannotPlayError` for a change or an answer that
    can't be.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear")
    >>> looked_at(bear, "won = 15/36").true, looked_at(bear, "if dwarf, has sword => won = 15/36").true
    (True, False)
    """
    *before, compared = (part.strip() for part in claim.split(ARROW))
    as_it_is = analysis
    for part in before:
        analysis = otherwise(analysis, part)
    found = re.split(r"\s+(>=|<=|!=|=|>|<)\s+", compared)
    if len(found) != 3:
        raise ClaimError(f'"{claim}": expected two figures with one of {" ".join(COMPARED)} between them: won > lost')
    one, sign, other = found
    left, right = (_comparison_side(as_it_is, analysis, side) for side in (one, other))
    if type(left.value) is not type(right.value) or (isinstance(left.value, str) and sign in ORDERED):
        raise ClaimError(f'"{claim}": "{one}" and "{other}" can\'t be compared with "{sign}"')
    told = tuple(term for term in (left, right) if term.key)
    return Claim(COMPARED[sign](left.value, right.value), _with_third(*told) if len(told) == 2 else told)


def _with_third(left: ClaimTerm, right: ClaimTerm) -> tuple[ClaimTerm, ...]:
    """Return two figures; chances of one roll with the third one, unless it is 0, in the order they are told in."""
    what, other = left.places.get("what"), right.places.get("what")
    results = next((each for each in (OF_FIGHTS, OF_TABLES) if what in each and other in each), ())
    if not results or what == other or left.places.get("fate") != right.places.get("fate"):
        return left, right
    third = next(each for each in results if each not in (what, other))
    rest = 1 - Fraction(left.value) - Fraction(right.value)
    term = ClaimTerm(left.key, {**left.places, "what": third}, rest, left.whole)
    return tuple(sorted((left, right, *([term] if rest else ())), key=lambda one: results.index(one.places["what"])))


def _comparison_side(as_it_is: Analysis, analysis: Analysis, text: str) -> ClaimTerm:
    """Return one side of a comparison; with "more" or "less" the difference to the situation as it is."""
    word, _, figure = text.partition(" ")
    if word not in DIFFERENCES:
        return _term(analysis, text)
    now, then = _term(analysis, figure).value, _term(as_it_is, figure).value
    if isinstance(now, str) or isinstance(then, str):
        raise ClaimError(f'"{text}": expected a figure that is a number behind "{word}"')
    return ClaimTerm("", {}, DIFFERENCES[word] * (now - then))


def spaces_named(claim: str) -> Iterator[str]:
    """Yield the spaces that the figures of a claim are about.

    >>> [*spaces_named("steps from village to oasis = 12"), *spaces_named("space of dwarf = chapel")]
    ['village', 'oasis']
    """
    for figure in re.split(r"\s+(?:>=|<=|!=|=|>|<)\s+", claim.rpartition(ARROW)[2].strip()):
        found = next(filter(None, (re.fullmatch(pattern, figure) for pattern, *_ in TERMS)), None)
        places = found.groupdict() if found else {}
        yield from (places[name] for name in ("space", "end") if name in places)


def numbers(*claims: str) -> Iterator[str]:
    """Yield the numbers of claims or answers: those of what is compared, and of the answers before it."""
    for claim in claims:
        for part in claim.split(ARROW):
            yield from re.findall(r"(?<![\w-])\d+(?!\w)", part)


def otherwise(analysis: Analysis, part: str) -> Analysis:
    """Return the analysis with a change (`if`), or after more answers (`after`)."""
    word, _, rest = part.partition(" ")
    if word == "if" and rest:
        new = apply_change(analysis.text, rest)
        return Analysis.of(new.text, analysis.node.situation.lang).answer(*new.orders)
    if word == "after" and rest:
        return analysis.answer(*(order.strip() for order in rest.split(" > ")))
    raise ClaimError(f'"{part} {ARROW}": expected "if" with a change or "after" with answers')


def _term(analysis: Analysis, text: str) -> ClaimTerm:
    for pattern, key, value, whole in TERMS:
        if found := re.fullmatch(pattern, text):
            try:
                return ClaimTerm(key, found.groupdict(), value(analysis, found), whole(analysis, found))
            except ValueError as wrong:
                raise ClaimError(f'"{text}": {wrong}') from None
    raise ClaimError(f'"{text}": expected a number, a name or a figure such as "won" or "life of dwarf"')
