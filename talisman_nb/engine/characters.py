"""Characters on their way through a game: dealt, entering it, moved, losing life and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.cards.decode import did_you_mean
from talisman_nb.cards.definition import Facts
from talisman_nb.cards.modifiers import Immune, LosesMore
from talisman_nb.cards.own_card import CHARACTER
from talisman_nb.model import MOST_FIGURE, Answer, Ask, EventKind, Option, OwnCard, Player
from talisman_nb.model.bounds import TEXT_LENGTH
from talisman_nb.rules.book import Book

from .active_modifiers import active_modifiers, fire, holds_for
from .book_runtime import OWN, text_rule
from .covers import name_hidden
from .dying import eliminate, inherit, lifeless, out_for_good
from .refusal import NotAllowedError, nameable
from .totals import left_in_box
from .working_state import WorkingState

LOSS: Final = "turn.life_loss.do"
PLUNDER: Final = "turn.plunder.do"
FIGHTS: Final = ("fight", "spoils")
"""Causes of losing life against which Armour helps, in battle only."""
TAKING: Final = ("spoils", "command")
"""Causes by which one character takes the life of another."""


HAD: Final = {"gold": "gold.none", "fate": "fate.zero"}
"""Maps what a seat may have none of to the rule by which a loss then has no effect."""


def lose_other(g: WorkingState, who: int, what: str, n: int, source: str) -> None:
    """Take up to `n` strength, craft, fate or gold from a seat (`stat.floor`, `gold.none`, `fate.zero`)."""
    now = int(getattr(g.players[who], what))
    lost = min(n, now)
    rule = text_rule(source) if lost and what in HAD else HAD.get(what, "stat.floor" if lost < n else "stat.lose")
    if lost:
        g.set(who, **{what: now - lost})
    g.tell("lost", who, what=what, n=lost, source=source, cites=(rule,))


def lose_life(g: WorkingState, who: int, n: int, cause: str, source: str, by: int = -1) -> None:
    """Start the loss of `n` lives: immunity first, then one Armour and the reaction point (`life.zero`, `combat.lose`).

    If neither Armour nor a Spell can prevent it, the life is lost at once. `by` is the seat that takes it, or -1.
    """
    if n < 1:  # Followers given up paid for the whole loss
        return
    for held in active_modifiers(g, who).of(Immune):
        if cause in held.mod.to and holds_for(g, held, who):
            g.tell(
                "spared",
                who,
                what="life",
                n=n,
                source=held.source,
                cause=cause,
                cites=held.mod.cites or ("combat.lose",),
            )
            return
    if _may_be_saved(g, who, cause) or can_reply(g):
        g.push(LOSS, who, other=by, source=source, given={"n": n, "cause": cause, "cancelled": 0})
    else:
        life_goes(g, who, n, cause, source, by)


def lives_taken(g: WorkingState, who: int, n: int, cause: str) -> int:
    """Return how many lives a loss of `n` from this cause takes of a seat, which may have more to lose by it."""
    more = active_modifiers(g, who).of(LosesMore)
    return n + sum(one.mod.n for one in more if cause in one.mod.to and holds_for(g, one, who))


def life_goes(g: WorkingState, who: int, n: int, cause: str, source: str, by: int) -> None:
    """Take up to `n` lives from a seat and fire `took_life` for the seat `by`, if there is one."""
    p = g.players[who]
    n = lives_taken(g, who, n, cause)
    if n > p.life and lifeless(g, p.form):
        g.dying[who] = ()
    n = min(n, p.life)
    g.set(who, life=p.life - n)
    killed = who in g.dying or (p.life == n and not lifeless(g, p.form))
    rules = {"fight": ("combat.lose",), "spoils": ("combat.rewards",), "command": ("crown.command",)}.get(
        cause, ("life.zero",) if killed else (text_rule(source),)
    )
    if n:  # of who lives without life, only its death is told
        g.tell("lost", who, other=by, what="life", n=n, cause=cause, source=source, cites=rules)
        fire(g, "lost_life", who, other=by, cause=cause)
    if by >= 0 and g.alive(by):
        fire(g, "took_life", by, other=who, cause=cause, target="character", used=_fight_uses(g))
        if killed and cause == "spoils" and g.figures["combat.kill_goods"]:
            _begin_plunder(g, who, by)


def slay(g: WorkingState, who: int, source: str) -> None:
    """Take all lives of a seat: its character is killed before the next operation, also one that lives without life."""
    if n := g.players[who].life:
        g.tell("lost", who, what="life", n=n, source=source, cites=(text_rule(source),))
    g.dying[who] = ()
    g.set(who, life=0)


def _begin_plunder(g: WorkingState, who: int, by: int) -> None:
    """Push the program by which the winner takes any of a killed loser's goods and gold (`combat.kill-goods`)."""
    p = g.players[who]
    if p.goods or p.gold:
        g.push(PLUNDER, by, other=who, given={"loot": p.goods, "lay": g.gold[g.here(who)]})


def _fight_uses(g: WorkingState) -> tuple[str, ...]:
    return g.fight.used if g.fight is not None else ()


def _may_be_saved(g: WorkingState, who: int, cause: str) -> bool:
    """Whether Armour may prevent the loss (`carry.armour`)."""
    return cause in FIGHTS and bool(armour_in_fight(g, who))


def armour_in_fight(g: WorkingState, who: int) -> tuple[str, ...]:
    """The Armour of a seat that may be used in the running fight: in psychic combat only what says so of itself.

    What is raised or charmed is none (`combat.psychic-armour`).
    """
    kind = "" if g.fight is None else "battle" if g.fight.stat == "strength" else "psychic"
    goods = [card for card in g.players[who].goods if "@" not in card and g.means(card, "armour")]
    return tuple(card for card in goods if kind in g.facts[card].save_in)


def can_reply(g: WorkingState) -> bool:
    """Whether a reaction point asks: any seat holds any Spell. Looking at which would reveal hidden hands."""
    return any(p.spells for p in g.players)


def fresh_player(book: Book, name: str, character: str, born: int = 1, facts: Facts | None = None) -> Player:
    """A player with the values of its character card and the edition, on its start space, without goods.

    `born` counts the characters of the seat from 1; `facts` are those of a card that is in no list.
    """
    facts = facts or book.card(f"character.{character}").facts
    space = start_space(book.board, facts)
    lives = int(book.table["setup.lives"]) or facts.life
    fate = facts.fate if book.table["fate.used"] else 0
    gold = facts.gold if book.table["setup.gold_on_card"] else int(book.table["setup.gold"])
    return Player(name, character, space, fate=fate, life=lives, gold=gold, alignment=facts.alignment, born=born)


def start_space(board: Board, facts: Facts) -> str:
    """The space on which a character with these facts begins; of a kind of spaces the first one."""
    return facts.start if facts.start in board.index else board.of_kind(facts.start)[0]


def limited_player(g: WorkingState, name: str, character: str, born: int = 1) -> Player:
    """As `fresh_player`, with no more gold, fate and lives than the box has left, but one life (`setup.supply`)."""
    fresh = fresh_player(g.book, name, character, born, g.facts[f"character.{character}"])
    gold, fate, life = (min(getattr(fresh, what), left_in_box(g, what)) for what in ("gold", "fate", "life"))
    return replace(fresh, gold=gold, fate=fate, life=max(life, 1))


def enter_character(g: WorkingState, seat: int, character: str) -> None:
    """Give a seat a new character and push its setup (`death.again`, `setup.start`, `setup.start-cards`)."""
    old = g.players[seat]
    fresh = limited_player(g, old.name, character, old.born + 1)
    g.new_player(seat, replace(fresh, aside=old.aside, purse=old.purse))
    covered = ("soul.terrain-start",) if name_hidden(g, fresh.space) else ()
    g.tell("enters", seat, what=character, space=fresh.space, cites=("death.again", "setup.start", *covered))
    inherit(g, seat)
    set_up(g, seat)


def set_up(g: WorkingState, seat: int) -> None:
    """Push the program that gives the character what it begins with, if it has one (`setup.start-cards`)."""
    key = f"character.{g.players[seat].character}.setup"
    if key in g.runtime.programs:
        g.push(key, seat, source=f"character.{g.players[seat].character}")


def move_to(g: WorkingState, who: int, space: str, kind: EventKind, cites: tuple[str, ...]) -> None:
    """Move a seat to a space and tell it as an event of `kind`.

    A seat that is there already stays: only the event is told. Otherwise promises bound to the old space end, guards
    of frames are checked again, and turning back ends on the first space of the region (`inner.turn-back`). The first
    character on the Crown eliminates all seats without a character, where the edition has it so (`crown.reached`).
    """
    p = g.players[who]
    if p.space == space:
        g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
        return
    if who == g.turn and g.runtime.turn_start_asked:
        _note_start(g, p.space)
    g.set(who, space=space, promises=tuple(x for x in p.promises if x.until != "leaving") if p.promises else ())
    g.tell(kind, who, space=space, origin=p.space, source=g.frame.source, cites=cites)
    if any(frame.where for frame in g.stack):
        g.guards_changed = g.stack_changed = True
    if p.turning_back and not turning_back_lasts(g, space):
        g.set(who, turning_back=False)
    if space == g.board.crown and any(other.out for other in g.players):
        g.somebody_out = True  # whoever is the last may have finished now (`house.last-finishes`)
    if space == g.board.crown and not g.crown:
        g.crown = True
        final = out_for_good(g)
        g.tell("crown_reached", who, space=space, cites=("crown.reached" if final else "crown.stay",))
        for seat, other in enumerate(g.players):  # no new character may enter now (`death.again`)
            if final and not other.character:
                eliminate(g, seat)


TURN_BEGAN: Final = "began_at"
"""The variable of a turn's program that holds where its first move began; empty before."""


def _note_start(g: WorkingState, space: str) -> None:
    """Note where the turn's first move begins."""
    turn = g.stack[0]
    program = g.runtime.programs[turn.program]
    slots, at = list(turn.slots or program.empty), program.names.get(TURN_BEGAN)
    if at is not None and slots[at] is None:
        slots[at] = space
        g.stack[0] = replace(turn, slots=tuple(slots))


def turn_start(g: WorkingState) -> str:
    """The space on which the active seat began its turn: where it stands, if it has not moved."""
    turn = g.stack[0] if g.stack else g.frame
    at = g.runtime.programs[turn.program].names.get(TURN_BEGAN)
    began = turn.slots[at] if at is not None and turn.slots else None
    return str(began) if began else g.players[g.turn].space


def turning_back_lasts(g: WorkingState, space: str) -> bool:
    """Whether turning back goes on at this space: it ends on the first space of the region (`inner.turn-back`)."""
    region = g.board.region(space)
    return not g.board.rolls(space) and all(g.board.region(back) == region for back in g.board.back_from_goal(space))


AT_SETUP: Final = "setup.deal"
AFTER_DEATH: Final = "death.deal"
"""Figures: the number of characters dealt to a seat when the game begins, and after a death; 0 for a free choice."""
CITED: Final = {AT_SETUP: ("setup.characters",), AFTER_DEATH: ("death.again",)}
CHOSEN: Final = ("house.choose",)
"""Rule cited where one of several is kept."""


class Wanted(NamedTuple):
    """A question about a character: the seat, and whether it is dealt one, keeps one of them, or chooses any."""

    seat: int
    purpose: Literal["new", "dealt", "keep", "choose"]


def free_characters(g: WorkingState) -> tuple[str, ...]:
    """Characters neither in play nor dealt nor dead."""
    taken = {card.removeprefix("character.") for card in g.box}
    for p in g.players:
        taken |= {p.character, *p.dealt}
    named = [name.removeprefix("character.") for name, own in g.owned.items() if own.type == CHARACTER]
    return tuple(c for c in (*g.book.characters, *named) if c not in taken)


def unnamed_characters(g: WorkingState) -> int:
    """How many characters of the box nobody has named yet (`table.unknown-card`)."""
    return int(g.figures["setup.unknown"]) - sum([own.type == CHARACTER for own in g.owned.values()])


def characters_missing(g: WorkingState, figure: str, seats: Sequence[int]) -> bool:
    """Give characters as long as there is no choice; return whether something is left to ask.

    `seats` are those that are dealt to together; the first of them picks now.
    """
    while (wanted := _next_wanted(g, figure, seats)) is not None:
        options, unnamed = _options(g, wanted), _offers(g, wanted)
        if len(options) != 1 or unnamed:
            return bool(options or unnamed)
        _give(g, figure, wanted, options[0])
    return False


def ask_for_character(g: WorkingState, figure: str, seats: Sequence[int]) -> Ask:
    """The ask for the next character; a chance ask while characters are dealt."""
    wanted = _next_wanted(g, figure, seats)
    assert wanted is not None
    seat, purpose = wanted
    chance = purpose in ("new", "dealt")
    missing = g.figures[figure] - len(g.players[seat].dealt) if chance else 0
    owner = seat if purpose == "keep" else -1
    options = tuple(Option(character, owner=owner) for character in _options(g, wanted))
    return Ask(
        g.ply, "character", seat, purpose, options, _offers(g, wanted), chance=chance, n=missing,
        cites=CITED[figure] + _choice_rules(g, figure),
    )  # fmt: skip


def give_character(g: WorkingState, figure: str, seats: Sequence[int], character: str, answer: Answer) -> None:
    """Give the character that was dealt, kept or chosen; one that is in no list is named by the answer."""
    wanted = _next_wanted(g, figure, seats)
    assert wanted is not None
    _give(g, figure, wanted, name_character(g, answer.own) if character == OWN else character)


def name_character(g: WorkingState, own: OwnCard | None) -> str:
    """Register a character that is in no list and return its name `own/…` (`table.unknown-card`).

    Raises `NotAllowedError` for a name that can't be shown or is taken, figures out of bounds, or no start space.
    """
    cites = ("table.unknown-card",)
    if own is None or own.type != CHARACTER or not nameable(own.name):
        message = "expected the character's card: a name, strength, craft, lives, alignment and start space"
        raise NotAllowedError("table.own-name", message, cites)
    figures = (own.strength, own.craft, own.life, own.fate, own.gold)
    if not (own.life and all(0 <= figure <= MOST_FIGURE for figure in figures)):
        message = f"{own.name}: expected figures from 0 to {MOST_FIGURE}, and a life"
        raise NotAllowedError("table.own-figures", message, cites)
    if len(own.words) > TEXT_LENGTH:
        message = f"{own.name}: expected words of at most {TEXT_LENGTH} letters"
        raise NotAllowedError("table.own-words", message, cites)
    starts = [*g.board.spaces, *map(g.board.kind, g.board.spaces)]
    if own.start not in starts:
        near = did_you_mean(own.start, g.board.spaces)
        raise NotAllowedError("table.own-start", f"{own.name}: no space {own.start!r} to start on{near}", cites)
    name = "own/" + "".join("-" if c in "@:|/" else c for c in own.name.strip())
    key = f"{CHARACTER}.{name}"
    if key in g.owned and name not in free_characters(g):
        raise NotAllowedError("table.no-character", f"{own.name!r} is not free: choose another character", cites)
    if key not in g.owned:
        g.own_card(replace(own, name=key))
    return name


def _next_wanted(g: WorkingState, figure: str, seats: Sequence[int]) -> Wanted | None:
    """Return the next question about characters, None once the first of the seats has one."""
    most = g.figures[figure]
    for seat in seats:
        p = g.players[seat]
        if not (p.character or p.out) and len(p.dealt) < most and (free_characters(g) or unnamed_characters(g) > 0):
            return Wanted(seat, "new" if p.born and most == 1 else "dealt")
    first = g.players[seats[0]]
    if first.character or first.out:
        return None
    return Wanted(seats[0], "keep" if first.dealt else "choose")


def _options(g: WorkingState, wanted: Wanted) -> tuple[str, ...]:
    return g.players[wanted.seat].dealt if wanted.purpose == "keep" else free_characters(g)


def _offers(g: WorkingState, wanted: Wanted) -> tuple[Option, ...]:
    """That a character may be named which is in no list, as long as there are such characters."""
    return (Option(OWN),) if wanted.purpose != "keep" and unnamed_characters(g) > 0 else ()


def _choice_rules(g: WorkingState, figure: str) -> tuple[str, ...]:
    return CHOSEN if g.figures[figure] > 1 else ()


def _give(g: WorkingState, figure: str, wanted: Wanted, character: str) -> None:
    """Lay a dealt character face down before its seat, or let it enter if it is the one the seat plays."""
    p = g.players[wanted.seat]
    if wanted.purpose == "dealt" and g.figures[figure] > 1:
        g.set(wanted.seat, dealt=(*p.dealt, character))
        g.tell("dealt", wanted.seat, cites=CITED[figure] + _choice_rules(g, figure))
    elif figure == AT_SETUP:
        g.new_player(wanted.seat, limited_player(g, p.name, character))
    else:
        enter_character(g, wanted.seat, character)
