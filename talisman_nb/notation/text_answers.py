"""Decodes and gives answers written as text: a key, or an order such as `walk ruins`, `quiet`, `turn of 1`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.by_hand import SEAT_COUNTERS
from talisman_nb.model import Answer, Ask, Change, Event, Option, State
from talisman_nb.model.situation import SaidError, SituationError, Word
from talisman_nb.model.situation_reading import words_in
from talisman_nb.rules.book import book_of
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import Wording, wording_of

from .name_lookup import NameLookup, by_character, cut, slug
from .part_readers import own_card

HARMLESS = ("done", "nobody", "keep", "none", "the space", "leave", "fight")
"""Keys `quiet` prefers, in this order: they change least."""
_QUIET = files("talisman_nb.notation") / "quiet.toml"
CHEAP: tuple[str, ...] = tuple(tomllib.loads(_QUIET.read_text(encoding="utf-8"))["cards"])
"""Cards `quiet` prefers where a card must be named, in this order."""
MOST_ANSWERS = 400
"""Upper bound of quiet answers in one order, so that it ends."""
LONGEST = 500
"""Upper bound of the characters of an answer: more than any name has."""
NUMBERS = (*SEAT_COUNTERS, "miss")
"""Corrections by hand whose value is a number; the value of others is a name."""
Told = tuple[Event, ...]


class CannotPlayError(SaidError):
    """Raised for an order that can't be followed; the message says what was expected."""


def quiet(found: Ask) -> str:
    """Return the open key that changes least; raises `CannotPlayError` when the game is over."""
    keys = found.open()
    if not keys:
        raise CannotPlayError("is-over", "nothing can be answered: the game is over")
    return next((key for key in (*HARMLESS, *(CHEAP if found.kind == "card" else ())) if key in keys), keys[0])


def say(state: State, order: str) -> Iterator[tuple[State, Told]]:
    """Give the answer or follow the order; yield every state it leads through, each with its events.

    An order is a key or name of the question, the words in which a screen shows it, or one of these:
    - `walk SPACE`: throw the die that leads there and take the way; `to SPACE`: take the way there
    - `1: KEY` or `thief: KEY`: an aside of a seat, by its number or character; what a screen calls it will do
    - `quiet`: the answer that changes least; `pass`: "nobody" at each reaction point
    - `turn end`, `turn of 1`: quiet answers until the turn ends, or until seat 1 rolls to move
    - `hand WHAT SEAT VALUE`: a correction by hand
    - `decide FACE QUESTION`: what no rule answers, decided by a die (`golden.yes-no`)
    - `own NAME TYPE`: a card that is in no list, with its figures: `own Griffin animal, strength 4`

    Raises `NotAllowedError` for an answer that isn't open, `CannotPlayError` for an order that can't be followed.
    """
    if len(order) > LONGEST:
        raise CannotPlayError(
            "answer-long", "an answer has at most {most} characters, this one {n}", most=LONGEST, n=f"{len(order):,}"
        )
    try:
        yield from _give_or_follow(state, order_by_key(state, order.strip()))
    except SituationError as wrong:  # a name or a quote that can't be read
        raise CannotPlayError(wrong.message.key, wrong.message.text, **wrong.message.fields) from None


def _give_or_follow(state: State, order: str) -> Iterator[tuple[State, Told]]:
    """Dispatch an order, an aside (`seat: key`) or an answer."""
    word, _, rest = order.partition(" ")
    if word.lower() in _ORDERS:
        yield from _ORDERS[word.lower()](state, rest.strip())
    elif word.endswith(":") and rest.strip():
        yield from _give_aside(state, rest.strip(), _read_seat(state, word[:-1]))
    else:
        yield from _give_to_question(state, order)


def _give_to_question(state: State, order: str) -> Iterator[tuple[State, Told]]:
    """Answer the question; raises `NotAllowedError`, with the asides that an order has in mind which has no seat."""
    try:
        yield from _give(state, Answer(state.ply, _read_key(ask(state), order)))
    except NotAllowedError as refused:
        meant = tuple(_asides_meant(state, _words(order)))
        if not meant:
            raise
        said = ", ".join(f'"{one}"' for one in meant)
        raise refused.said_as(f"{refused}; beside the question: {said}", (*refused.expected, *meant)) from None


def _asides_meant(state: State, words: set[str]) -> Iterator[str]:
    """Yield the open asides, with their seats, that have all these words or nothing but these."""
    for seat in range(len(state.players)):
        for option in asides(state, seat):
            own = _words(option.key)
            if not option.closed and (own <= words or words <= own):
                yield f"{seat}: {option.key}"


def _words(said: str) -> set[str]:
    """The words of an order or a key, whatever parts them."""
    return set(re.split("[-:]", slug(said)))


def order_by_key(state: State, order: str) -> str:
    """Return an order with the key of what it calls by the words of a screen, in any language; any other one as it is.

    An aside that is called so gets its seat in front: without one that of whoever is asked, or of the only one who may.

    >>> from .situation import situation
    >>> found = situation("dwarf hills-3, has sword | thief city, spells hex")
    >>> [order_by_key(found, said) for said in ("Abbandona la Spada", "thief: cast hex", "drop sword", "walk chasm")]
    ['0: drop:sword', 'thief: cast hex', '0: drop:sword', 'walk chasm']
    """
    found = ask(state)
    said, word = slug(order), order.partition(" ")[0].lower()
    if len(order) > LONGEST or any(said == slug(option.key) for option in (*found.options, *found.offers)):
        return order
    head, colon, rest = order.partition(":")
    seat = _seat_called(state, head) if colon and rest.strip() else -1
    if word in _ORDERS and not any(key.startswith(f"{word}-") for key in found.open()):
        return order
    if seat >= 0:
        key = _aside_called(state, (seat,), rest) or rest.strip()
        return order if head == word.removesuffix(":") and slug(key) == slug(rest) else f"{seat}: {key}"
    if key := _option_called(state, found, said):
        return key
    everybody = [found.seat, *(at for at in range(len(state.players)) if at != found.seat)]
    return _aside_called(state, tuple(at for at in everybody if at >= 0), order) or order


def _seat_called(state: State, said: str) -> int:
    """Return the seat of a number, a character in any language, or a person, -1 for none."""
    name = slug(said)
    if name.isascii() and name.isdigit():
        return int(name) if len(name) <= 2 and int(name) < len(state.players) else -1
    book = book_of(state.book)
    for seat, player in enumerate(state.players):
        key = f"character.{player.character}"
        names = (name_of(book, key, lang) for lang in LANGUAGES) if player.character else ()
        if name and name in (player.character, slug(player.name), *map(slug, names)):
            return seat
    return -1


def _option_called(state: State, found: Ask, said: str) -> str:
    """Return the key of the option or offer that a screen calls so, an open one first; "" for none."""
    options = sorted((*found.options, *found.offers), key=lambda option: bool(option.closed))
    for wording in _wordings(state):
        for option in options:
            shown = label(wording, found, option)
            dice = wording.say("analysis", "die", who=wording.who(found.seat), n=shown) if found.kind == "die" else ""
            if said in (slug(shown), slug(dice)):
                return option.key
    return ""


def _aside_called(state: State, seats: tuple[int, ...], said: str) -> str:
    """Return the aside that a screen calls so, or the only one of a seat that these words mean; "" for none.

    With its seat in front if it may be that of several.
    """
    exact, near = list[str](), list[str]()
    wordings = _wordings(state)
    for seat in seats:
        for option in asides(state, seat):
            key = option.key if len(seats) == 1 else f"{seat}: {option.key}"
            shown = [label(wording, Ask(state.ply, "aside", seat), option) for wording in wordings]
            told = [
                wording.say("analysis", "aside", who=wording.who(seat), what=what)
                for wording, what in zip(wordings, shown, strict=True)
            ]
            if slug(said) in {slug(option.key), *map(slug, (*shown, *told))}:
                exact.append(key)
            elif not option.closed and _means(_words(said), state, option, shown):
                near.append(key)
    if exact:
        return exact[0]
    return near[0] if len(near) == 1 else ""


def _means(words: set[str], state: State, option: Option, shown: list[str]) -> bool:
    """Whether two words at least say nothing but what an aside is called or keyed, its card also in its first form."""
    card = option.source or option.key.partition(":")[2]
    book = book_of(state.book)
    names = [name_of(book, card, lang) if book.find(card) else "" for lang in LANGUAGES]
    return len(words) > 1 and (
        words == _words(option.key)
        or any(words <= _words(f"{what} {name}") for what, name in zip(shown, names, strict=True))
    )


def _wordings(state: State) -> list[Wording]:
    return [wording_of(by_character(state, lang), lang) for lang in LANGUAGES]


def _read_key(found: Ask, said: str) -> str:
    """Return the key of the question a text means: the text itself, or the key with the same slug (`Holy Grail`)."""
    keys = [option.key for option in (*found.options, *found.offers)]
    return said if said in keys else next((key for key in keys if slug(key) == slug(said)), said)


def _give_aside(state: State, key: str, seat: int) -> Iterator[tuple[State, Told]]:
    """Give an aside of a seat; raises `NotAllowedError` with the keys open to it."""
    may = [option.key for option in asides(state, seat) if not option.closed]
    may += ask(state).open() if seat == ask(state).seat else ()
    meant = next((one for one in may if slug(one) == slug(key)), key)
    try:
        yield from _give(state, Answer(state.ply, meant, seat))
    except NotAllowedError as refused:
        keys = ", ".join(may[:12]) or "nothing now"
        message = f"{refused}; seat {seat} may say: {keys}{' …' if len(may) > 12 else ''}"
        raise refused.said_as(message, tuple(may)) from None


def _read_seat(state: State, said: str) -> int:
    """Return a seat by its number or character; raises `CannotPlayError`."""
    if re.fullmatch(r"[0-9]{1,2}", said):
        if int(said) < len(state.players):
            return int(said)
    elif said:
        seats = [at for at, player in enumerate(state.players) if player.character == slug(said)]
        if seats:
            return seats[0]
    known = ", ".join(f"{at} ({player.character or 'nobody'})" for at, player in enumerate(state.players))
    raise CannotPlayError(
        "no-such-seat", 'there is no seat "{said}": expected one of {known}', said=cut(said), known=known
    )


def _give(state: State, answer: Answer) -> Iterator[tuple[State, Told]]:
    """Give one answer, then pass each reaction point at which no aside is open."""
    state, told = step(state, answer)
    yield state, told
    while ask(state).kind == "react" and not any(_open_asides(state)):
        state, told = step(state, Answer(state.ply, "nobody"))
        yield state, told


def _open_asides(state: State) -> Iterator[str]:
    for seat in range(len(state.players)):
        yield from (option.key for option in asides(state, seat) if not option.closed)


def _read_space(state: State, said: str) -> str:
    """Return a space by its key or name."""
    words = words_in(said)
    if not words:
        raise CannotPlayError("order-space", "expected a space after the order: walk ruins")
    space, used = NameLookup(book_of(state.book)).space(words)
    if used < len(words):
        raise CannotPlayError("order-one-space", '"{said}" is too much: expected one space', said=cut(words[used].text))
    return space


def _walk(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    """Throw the face that leads to a space, then take the way there."""
    space, found = _read_space(state, rest), ask(state)
    if found.kind == "way":
        yield from _to(state, space)
        return
    if (found.kind, found.purpose) != ("die", "move"):
        text = "nobody moves now; possible answers: {open}"
        raise CannotPlayError("order-not-now", text, open=_open(found))
    for face in "123456":
        thrown = list(_give(state, Answer(state.ply, face)))
        if _key_of_way(thrown[-1][0], space):
            yield from thrown
            yield from _to(thrown[-1][0], space)
            return
    raise CannotPlayError(
        "out-of-reach",
        "{space} is out of reach from {start}",
        space=space,
        start=state.players[state.turn].space,
    )


def _open(found: Ask) -> str:
    keys = found.open()
    return ", ".join(keys[:12]) + (" …" if len(keys) > 12 else "")


def _to(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    space, found = _read_space(state, rest), ask(state)
    key = _key_of_way(state, space)
    if not key:
        ends = ", ".join(dict.fromkeys(o.space for o in found.options if o.space and not o.closed))
        if ends:
            raise CannotPlayError("ways-lead", "no way to {space}: the ways lead to {ends}", space=space, ends=ends)
        raise CannotPlayError("no-way", "no way to {space}: possible answers: {open}", space=space, open=_open(found))
    yield from _give(state, Answer(state.ply, key))


def _key_of_way(state: State, space: str) -> str:
    return next((o.key for o in ask(state).options if o.space == space and not o.closed), "")


def _quiet_until(state: State, until: Callable[[State, Told], bool]) -> Iterator[tuple[State, Told]]:
    """Give quiet answers until a predicate of state and events holds; raises `CannotPlayError` after `MOST_ANSWERS`."""
    told: Told = ()
    for _ in range(MOST_ANSWERS):
        if until(state, told) or ask(state).kind == "over":
            return
        told = ()
        for state, heard in _give(state, Answer(state.ply, quiet(ask(state)))):  # noqa: B020
            told += heard
            yield state, heard
    raise CannotPlayError("not-quietly", "that can't be reached without a decision")


def _quiet(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    _refuse_arguments("quiet", rest)
    yield from _give(state, Answer(state.ply, quiet(ask(state))))


def _pass(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    _refuse_arguments("pass", rest)
    yield from _quiet_until(state, lambda now, told: ask(now).kind != "react")


def _refuse_arguments(word: str, rest: str) -> None:
    if rest:
        raise CannotPlayError("order-alone", '"{word}" stands alone: "{said}" is too much', word=word, said=cut(rest))


def _turn(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    """Give quiet answers until the turn ends, or until a seat rolls to move."""
    if rest == "end":
        yield from _quiet_until(
            state, lambda now, told: now.turn != state.turn or any(event.kind == "turn_begins" for event in told)
        )
    elif rest.startswith("of "):
        who = _read_seat(state, rest[3:].strip())
        if state.players[who].out:
            raise CannotPlayError("seat-out", "seat {seat} is out and has no turn", seat=who)
        yield from _quiet_until(
            state, lambda now, told: now.turn == who and (ask(now).kind, ask(now).purpose) == ("die", "move")
        )
    else:
        text, end, of = 'expected "{first}" or "{second}", got "{came}"', "turn end", "turn of 1"
        raise CannotPlayError("order-turn", text, first=end, second=of, came=cut(f"turn {rest}"))


def _hand(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    """Give a correction by hand: `hand life 1 3`, `hand space 1 city`, `hand out 0`."""
    words = rest.split()
    if not 2 <= len(words) <= 3:
        text = 'expected what is corrected, whose it is and the new value: "{example}", got "{came}"'
        raise CannotPlayError("order-hand", text, example="hand life 1 3", came=cut(f"hand {rest}"))
    what, seat, value = words[0].lower(), _read_seat(state, words[1]), words[2] if len(words) == 3 else ""
    if what in NUMBERS and not re.fullmatch(r"[0-9]{1,4}", value):
        raise CannotPlayError(
            "order-number", 'hand {what}: expected a number such as 3, got "{came}"', what=what, came=cut(value)
        )
    change = Change(what, seat, int(value)) if what in NUMBERS else Change(what, seat, to=value)
    yield from _give(state, Answer(state.ply, "hand", seat, changes=(change,)))


def _decide(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    """Decide a question by a die: `decide 4 May the Raft carry two?`."""
    face, _, question = rest.partition(" ")
    change = Change("ruling", name=question, n=int(face) if face.isdecimal() and len(face) == 1 else 0)
    yield from _give(state, Answer(state.ply, "hand", state.turn, changes=(change,)))


def _own(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    card = own_card(Word("own", 0), [word for word in words_in(rest) if word.quoted or word.text != ","])
    yield from _give(state, Answer(state.ply, "own", own=card))


_ORDERS: Mapping[str, Callable[[State, str], Iterator[tuple[State, Told]]]] = {
    "walk": _walk, "to": _to, "quiet": _quiet, "pass": _pass, "turn": _turn, "hand": _hand, "own": _own,
    "decide": _decide,
}  # fmt: skip

__all__ = ["CannotPlayError", "NotAllowedError", "quiet", "say"]
