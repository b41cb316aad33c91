"""Finds whether somebody may do something with a card, by laying a situation out and asking the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.decode import operations_in
from talisman_nb.cards.definition import means
from talisman_nb.cards.modifiers import Action
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import asides, ask
from talisman_nb.engine.active_modifiers import permit
from talisman_nb.engine.card_transfers import forbidden
from talisman_nb.engine.totals import spell_limit, summands
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Act, Option, State, UserError
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import play
from talisman_nb.rules.book import Book
from talisman_nb.rules.citations import keywords_of
from talisman_nb.rules.layers import spell_specification

from .question_words import bare_key

ACTS_OF_HAVING: Mapping[str, tuple[Act, ...]] = {"follower": ("take_follower",), "spell": ("gain_spell",)}
"""Acts that having a card of a type needs; of other types it is that of an Object."""
TURNS = 3
"""Turns for which somebody has become something else."""
ATTACKS: tuple[Act, ...] = ("attack", "attack_psychic")
VISITED = ("stranger", "place")
"""Types of cards that are visited where they lie."""


class Verdict(Struct, frozen=True):
    """The engine's answer: whether it may be done, None if it isn't asked there; the rules and the source that decide.

    `acts`: the rights it depends on; `text`: the situation in which it was asked; `must`: there is no choice; `lacks`:
    nothing forbids it, but it needs an ability or a Spell.
    """

    may: bool | None
    rules: tuple[str, ...]
    source: str
    acts: tuple[str, ...]
    text: str
    must: bool = False
    lacks: bool = False


class ProbeSetting(Struct, frozen=True):
    """Who is asked about which card, in the words of a situation of one edition.

    `card`: also a space, as `space.temple`, or another character, as `character.thief`. `form`: what the character has
    become; `alignment`: which it has instead of the printed one; `beside`: goods it has besides; `against`: the Enemy
    that it meets, "" for the weakest; `at`: the space.
    """

    book: Book
    who: str
    card: str
    form: str = ""
    alignment: str = ""
    beside: tuple[str, ...] = ()
    against: str = ""
    at: str = ""

    @property
    def space(self) -> str:
        """Return where it is asked: if nowhere is said where nothing but cards is encountered."""
        board = self.book.board
        return self.at or next(space for space in board.spaces if board.space(space).draw == 1)

    @property
    def head(self) -> str:
        """Return the beginning of the situation: edition and character."""
        become = f", as {self.form} {TURNS}" if self.form else ""
        return f"{self.edition} | {self.who} {self.space}{become}{self._alignment}"

    @property
    def edition(self) -> str:
        """Return the part of a situation that names the edition."""
        return f"edition {spell_specification(self.book.edition)}"

    @property
    def _alignment(self) -> str:
        return f", {self.alignment}" if self.alignment else ""

    def seat(self, *goods: str, spells: str = "") -> str:
        """Return the beginning of the situation with what the character has: some goods, those beside, some Spells."""
        kinds = {key: self.book.card(key).facts.type == "spell" for key in self.beside}
        had = " ".join(dict.fromkeys((*goods, *(key for key in kinds if not kinds[key]))))
        held = " ".join(dict.fromkeys(filter(None, (spells, *(key for key in kinds if kinds[key])))))
        return f"{self.head}{f', has {had}' if had else ''}{f', spells {held}' if held else ''}"

    @property
    def other(self) -> str:
        """Return the other player: the first character that is not asked about, elsewhere."""
        board = self.book.board
        other = next(one for one in self.book.characters if one not in (self.who, bare_key(self.card)))
        away = next(space for space in board.spaces if board.kind(space) != board.kind(self.space))
        return f"{other} {away}"

    def foe(self) -> str:
        """Return the Enemy that is met; if none is said the weakest that fights with strength and does nothing else."""
        if self.against:
            return self.against
        return min(self._plain_foes("strength"))[1]

    def strongest(self, stat: str) -> str:
        """Return the strongest Enemy that does nothing but fight with one figure."""
        return max(self._plain_foes(stat))[1]

    def _plain_foes(self, stat: str) -> list[tuple[int, str]]:
        """Return the Enemies that fight with one figure and do nothing else, each after that figure."""
        known = ((key, self.book.card(key)) for key in self.book.deck_of)
        foes = [(d.facts, key) for key, d in known if d.facts.type in ENEMIES and not d.blocks]
        return [(n, key) for facts, key in foes if (n := getattr(facts, stat)) == facts.strength + facts.craft]


def find(laid: ProbeSetting, verb: str) -> Verdict:
    """Return what the engine says of a verb of `verbs_of`."""
    return _PROBES[verb](laid)


def verbs_of(book: Book, card: str) -> tuple[str, ...]:
    """Return the verbs that mean something for a card, by its type.

    >>> from talisman_nb.rules.book import open_book
    >>> verbs_of(open_book(), "sword"), verbs_of(open_book(), "bear"), verbs_of(open_book(), "hex")
    (('have', 'take', 'use', 'sell', 'quest', 'drop'), ('fight', 'evade'), ('have', 'cast'))
    """
    if card.startswith("character."):
        return ("attack",)
    if card.startswith("space."):
        return ("meet",)
    facts = book.card(card).facts
    if facts.type in ENEMIES:
        return ("fight", "evade")
    if facts.type in VISITED:
        return ("meet",)
    if means(book.keywords, facts, "gold"):  # it becomes gold as it is taken
        return ("take",)
    if facts.type == "spell":
        return ("have", "cast")
    if facts.type == "follower":
        return ("have", "take", "use", "quest", "drop")
    return (
        ("have", "take", "use", "sell", "quest", "drop") if facts.type in ("object", "magic object", "talisman") else ()
    )


def _set_up(text: str) -> tuple[State, WorkingState]:
    state = situation(text)
    return state, working_state(state)


def _have(laid: ProbeSetting) -> Verdict:
    if laid.book.card(laid.card).facts.type == "spell":
        return _have_spell(laid)
    _, g = _set_up(f"{laid.head} | {laid.other}")
    closed, rules = forbidden(g, 0, laid.card)
    acts = ACTS_OF_HAVING.get(laid.book.card(laid.card).facts.type, ("take_object",))
    source = laid.card if closed == "alignment" else permit(g, 0, acts[0], card=laid.card).source
    text = _lying(laid) if closed else f"{laid.seat(laid.card)} | {laid.other}"
    return Verdict(not closed, rules or ("carry.forbidden",), source, acts, text)


def _have_spell(laid: ProbeSetting) -> Verdict:
    text = f"{laid.head} | {laid.other}"
    _, g = _set_up(text)
    right, most = permit(g, 0, "gain_spell", card=laid.card), spell_limit(g, 0)
    if right.closed:
        return Verdict(False, right.cites, right.source, ("gain_spell",), text)
    shown = f"{laid.seat(spells=laid.card)} | {laid.other}" if most else text
    return Verdict(most > 0, ("spell.limit",), "", ("gain_spell",), shown)


def _lying(laid: ProbeSetting) -> str:
    return f"{laid.seat()}, arrived | {laid.other} | on {laid.space}, {laid.card}"


def _take(laid: ProbeSetting) -> Verdict:
    text = _lying(laid)
    state, _ = _set_up(text)
    found = ask(state)
    option = next((option for option in (*found.options, *found.offers) if option.key == laid.card), None)
    acts = ACTS_OF_HAVING.get(laid.book.card(laid.card).facts.type, ("take_object",))
    if option is None:  # it comes along, or goes to somebody, without being asked
        had = laid.card in state.players[0].goods
        return Verdict(True if had else None, ("meet.take",), "", acts, text)
    source = laid.card if option.closed == "alignment" else permit(_set_up(text)[1], 0, acts[0], card=laid.card).source
    return Verdict(not option.closed, option.cites, source, acts, text)


def _use(laid: ProbeSetting) -> Verdict:
    """Return whether it may be used: a Weapon, Armour or Magic Object by the right to it, others once they are had."""
    had = _have(laid)
    acts = tuple(_acts_of_use(laid))
    if not had.may:
        return Verdict(had.may, had.rules, had.source, had.acts, had.text)
    text = _against(laid)
    _, g = _set_up(text)
    for act in acts:
        right = permit(g, 0, act, card=laid.card)
        if right.closed:
            return Verdict(False, right.cites, right.source, acts, text)
    return Verdict(True, ("have-use",), "", acts, text)


def _acts_of_use(laid: ProbeSetting) -> Iterator[Act]:
    definition = laid.book.card(laid.card)
    keywords = keywords_of(definition)
    if "weapon" in keywords:
        yield "use_weapon"
    if "armour" in keywords:
        yield "use_armour"
    if definition.facts.type in ("magic object", "talisman"):
        yield "use_magic"


def _sell(laid: ProbeSetting) -> Verdict:
    """Return whether it may be sold to whoever buys Objects, a card that is had for it."""
    had = _have(laid)
    if not had.may:
        return Verdict(had.may, had.rules, had.source, had.acts, had.text)
    text = had.text
    for buyer in _buyers(laid.book):
        text = f"{laid.seat(laid.card, buyer)} | {laid.other}"
        state = situation(text)
        use = next((option for option in asides(state, 0) if option.source == buyer and not option.closed), None)
        if use is None:
            continue
        text = f"{text} > 0: {use.key}"
        option = _option(situation(text), laid.card)
        if option is not None:
            return Verdict(not option.closed, option.cites or ("card.text",), buyer, ("drop",), text)
    return Verdict(None, ("carry.ditch",), "", ("drop",), text)


def _buyers(book: Book) -> Iterator[str]:
    """Yield the cards with an ability that asks which Objects to sell."""
    for key in book.deck_of:
        definition = book.card(key)
        for mod in definition.held:
            if isinstance(mod, Action):
                block = definition.blocks.get(mod.do, ()) if isinstance(mod.do, str) else mod.do
                if any(getattr(op, "purpose", "") == "sell" for op in operations_in(block)):
                    yield key


def _option(state: State, key: str) -> Option | None:
    found = ask(state)
    return next((option for option in (*found.options, *found.offers) if option.key == key), None)


def _drop(laid: ProbeSetting) -> Verdict:
    had = _have(laid)
    if not had.may:
        return had
    state, g = _set_up(had.text)
    option = next((option for option in asides(state, 0) if option.key == f"drop:{laid.card}"), None)
    if option is None:
        return Verdict(None, ("carry.ditch",), "", ("drop",), had.text)
    source = permit(g, 0, "drop", card=laid.card).source
    return Verdict(not option.closed, option.cites or ("carry.ditch",), source, ("drop",), had.text)


def _cast(laid: ProbeSetting) -> Verdict:
    had = _have_spell(laid)
    if not had.may:
        return Verdict(False, had.rules, had.source, ("cast",), had.text)
    _, g = _set_up(had.text)
    right = permit(g, 0, "cast", card=laid.card)
    if right.closed:
        return Verdict(False, right.cites, right.source, ("cast",), had.text)
    return Verdict(True, ("spell.when",), "", ("cast",), had.text)


def _evade(laid: ProbeSetting) -> Verdict:
    text = _lying(laid)
    state, g = _set_up(text)
    option, source = _option(state, "evade"), permit(g, 0, "evade", card=laid.card).source
    if option is None:
        return Verdict(None, ("evade.what",), "", ("evade",), text)
    return Verdict(not option.closed, option.cites, source, ("evade",), text, lacks=option.closed == "evade")


def _fight(laid: ProbeSetting) -> Verdict:
    """Return whether it may be fought, or must be: nothing else is open."""
    text = _lying(laid)
    option, open_ = _option(situation(text), "fight"), ask(situation(text)).open()
    if option is None:
        return Verdict(None, ("meet.enemies-first",), "", (), text)
    return Verdict(not option.closed, ("meet.enemies-first",), "", (), text, must=open_ == ("fight",))


def _meet(laid: ProbeSetting) -> Verdict:
    """Return whether a Stranger or a Place that lies there may be visited, or is without being asked.

    Of a space whether anything is left to choose there.
    """
    if laid.card.startswith("space."):
        place = bare_key(laid.card)
        seat = laid.seat().replace(f"{laid.who} {laid.space}", f"{laid.who} {place}", 1)
        text = f"{seat}, arrived | {laid.other}"
        found = ask(situation(text))
        return Verdict(True, found.cites or ("space.text",), laid.card, (), text, must=len(found.open()) == 1)
    lying, board = _lying(laid), laid.book.board
    if option := _option(situation(lying), f"visit:{laid.card}"):
        return Verdict(not option.closed, ("meet.strangers",), "", (), lying)
    near = next(space for space in board.spaces if laid.space in board.on_foot.successors(space))
    text = f"{laid.edition} | {laid.who} {near} | {laid.other} | on {laid.space}, {laid.card}"
    text = f"{text} > walk {laid.space}"
    visited = any(event.kind == "meets" and event.card == laid.card for event in play(text).told)
    return Verdict(True if visited else None, ("meet.strangers",), "", (), text, must=visited)


def _attack(laid: ProbeSetting) -> Verdict:
    """Return whether another character on the same space may be attacked."""
    text = f"{laid.seat()}, arrived | {bare_key(laid.card)} {laid.space}"
    option = next((one for one in ask(situation(text)).options if one.key.startswith("attack:")), None)
    if option is None:
        return Verdict(None, ("meet.character",), "", ATTACKS, text)
    return Verdict(not option.closed, option.cites, option.source, ATTACKS, text)


def _against(laid: ProbeSetting) -> str:
    return f"{laid.seat(laid.card)}, arrived | {laid.other} | on {laid.space}, {laid.foe()}"


def _help(laid: ProbeSetting) -> Verdict:
    """Return whether a card does anything in a fight: adds to the score, or is asked for before or after the dice."""
    had = _use(laid)
    if not had.may:
        return had
    text = _against(laid)
    if not (option := _option(situation(text), "fight")) or option.closed:
        return Verdict(None, ("combat.score",), "", had.acts, text)
    stat = ask(situation(text)).purpose
    lost = _against(replace(laid, against=laid.strongest(stat)))
    ways = (text, f"{text} > fight", f"{text} > fight > 6 > 1", f"{lost} > fight > 1 > 6")
    for way in (*ways, f"{ways[2]} > keep", f"{ways[3]} > keep"):
        if rules := _acts_in(way, laid.card, stat):
            return Verdict(True, rules, laid.card, had.acts, way)
    armour = "armour" in keywords_of(laid.book.card(laid.card))
    why = "combat.psychic-armour" if armour else "combat.psychic"
    return Verdict(False, (why if stat == "craft" else "combat.score",), "", had.acts, ways[1])


def _acts_in(text: str, card: str, stat: str) -> tuple[str, ...]:
    """Return the rules by which a card acts at a moment of a fight; () if it does nothing or the fight has no such."""
    try:
        played = play(text)
    except UserError:  # there is no such answer: fewer dice, nothing to keep
        return ()
    found = played.ask
    if any(part.source == card for part in summands(working_state(played.state), 0, stat)):
        return ("combat.score",)
    option = next((one for one in (*found.options, *found.offers) if one.source == card and not one.closed), None)
    told = next((event for event in played.told if event.source == card), None)
    cites = option.cites or found.cites if option else told.cites if told else ()
    return cites or (("card.text",) if option or told else ())


def _quest(laid: ProbeSetting) -> Verdict:
    """Return whether one of the quests is fulfilled with it; a card that is had is delivered at once."""
    had = _have(laid)
    if not had.may:
        return had
    for text in _quests(laid):
        if laid.card not in situation(text).players[0].goods:
            return Verdict(True, ("quest.now",), "", (), text)
    return Verdict(False, ("quest.now",), "", (), had.text)


def _quests(laid: ProbeSetting) -> Iterator[str]:
    """Yield a situation for each quest of the edition, with the card."""
    for n in count(1):
        text = f"{laid.seat(laid.card)}, quest {n} ! | {laid.other}"
        try:
            situation(text)
        except SituationError:  # there are no more
            return
        yield text


_PROBES: Mapping[str, Callable[[ProbeSetting], Verdict]] = {
    "have": _have, "take": _take, "use": _use, "sell": _sell, "quest": _quest, "drop": _drop, "cast": _cast,
    "meet": _meet, "fight": _fight, "evade": _evade, "attack": _attack, "help": _help,
}  # fmt: skip
VERBS = tuple(_PROBES)
"""Verbs that may be asked, in the order in which they are shown."""
