"""Validates a position against the rules: every reason why it is impossible, with the rule it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from talisman_nb.cards.decode import operations_of
from talisman_nb.cards.modifiers import Action
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS
from talisman_nb.engine.active_modifiers import kind_held
from talisman_nb.engine.card_transfers import GOLD, bars, right_to_take
from talisman_nb.engine.characters import free_characters, turning_back_lasts
from talisman_nb.engine.costs import only_for
from talisman_nb.engine.covers import STOCK, WHERE, may_lie
from talisman_nb.engine.drawing_cards import cards_in
from talisman_nb.engine.dying import lifeless, out_for_good
from talisman_nb.engine.effects import HAD, MISSED, form_turns, shown_on
from talisman_nb.engine.lists import open_to_spells
from talisman_nb.engine.meeting_order import draws_at
from talisman_nb.engine.offers import action_option, actions, moments
from talisman_nb.engine.totals import (
    COUNTED,
    excess_objects,
    in_use,
    limit,
    objects,
    over_supply,
    spell_limit,
    talisman_room,
    talismans,
)  # fmt: skip
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Message, Player
from talisman_nb.model.bounds import MOST_SEATS
from talisman_nb.model.situation import COUNTERS, Position, Wrong, message
from talisman_nb.rules.book import plain_card

from .effect_words import lasting_words

NOT_LEFT_LYING = ("event", "spell")
"""Types of card that lie on a space only while they show an effect."""
NOT_HAD_BY = {
    "good": ("not-had-good", "a good character may not have {card}"),
    "neutral": ("not-had-neutral", "a neutral character may not have {card}"),
    "evil": ("not-had-evil", "an evil character may not have {card}"),
}
HELD_BY_SOMEBODY = (
    "life", "fate", "gold", "strength", "craft", "goods", "spells", "trophies", "experience", "form", "extra",
    "turning_back", "promises",
)  # fmt: skip
"""Fields of `Player` that are empty at a seat without a character."""


def wrongs(g: WorkingState, position: Position) -> Iterator[Wrong]:
    """Yield every reason why a position is impossible; `g` is its state before the first operation."""
    for at, p in enumerate(g.players):
        yield from _taken_seat(g, at, p) if p.character else _empty_seat(g, at, p)
        yield from _used_marks(g, at, p)
        if (p.aside or p.purse) and (p.character or p.out):
            text = "what is set aside is for the next character of a player who has none now"
            yield Wrong(
                f"{at}.{'aside' if p.aside else 'purse'}", message("no-heir", text), ("death.goods",), hard=True
            )
    if position.crown and not g.board.crown:
        yield Wrong("crown", message("no-crown", "this board has no Crown"), ("crown.reached",), hard=True)
    yield from _supply(g)
    yield from _turn(g, position)
    yield from _board(g)
    yield from _decks(g, position)
    yield from _effects(g)


# --- seats ---


def _empty_seat(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    """Check a seat without a character."""
    had = [name for name in HELD_BY_SOMEBODY if getattr(p, name)]
    if had:
        text = "nobody plays at seat {seat}, so it has no {had}"
        yield Wrong(str(at), message("empty-seat", text, seat=at, had=", ".join(had)), ("death.rest",), hard=True)
    if out_for_good(g) and not p.out:
        text = 'somebody has reached the Crown: whoever is killed is out ("nobody city, out")'
        yield Wrong(str(at), message("out-at-crown", text), ("crown.reached",))
    if p.gone and not p.out:
        text = 'a player who has left is out too: "nobody city, out, gone"'
        yield Wrong(f"{at}.gone", message("gone-out", text), ("table.join",), hard=True)
    goes_on = any(found.facts.lifeless for found in g.book.definitions.values())  # and is killed for good as that
    if p.out and not p.gone and not out_for_good(g) and not goes_on and free_characters(g):
        text = "nobody is out as long as whoever is killed begins again"
        yield Wrong(f"{at}.out", message("out-too-early", text), ("crown.reached", "death.again"))


def _taken_seat(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    """Check a seat with a character."""
    if UNSEEN in p.goods:
        text = "a Spell nobody has seen is held among the Spells: {example}"
        yield Wrong(f"{at}.has", message("unseen-goods", text, example="spells spell?"), ("spell.hidden",), hard=True)
        return
    if p.gone:
        text = "a player who has left has no character on the board"
        yield Wrong(f"{at}.gone", message("gone-seat", text), ("table.join",), hard=True)
    if p.out:
        text = 'a player who is out has no character on the board: "nobody {space}, out" and "box character.{who}"'
        yield Wrong(
            f"{at}.out", message("out-seat", text, space=p.space, who=p.character), ("crown.reached",), hard=True
        )
    yield from _figures(g, at, p)
    yield from _goods(g, at, p)
    yield from _spells(g, at, p)
    yield from _trophies(g, at, p)
    least = min(1, form_turns(g.book, p.form)) if p.form else 0
    if p.form and not least <= p.form_left <= form_turns(g.book, p.form):
        text, most = "a {form} has 1 to {most} turns left", form_turns(g.book, p.form)
        yield Wrong(f"{at}.as", message("form-turns", text, form=p.form, most=most), ("toad.duration",))
    if p.turning_back and not turning_back_lasts(g, p.space):
        text = "nobody is turning back on {space}"
        yield Wrong(f"{at}.turning-back", message("no-turning-back", text, space=p.space), ("inner.turn-back",))
    yield from _promises(g, at, p)
    yield from _overdue(g, at)


def _figures(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    if p.life < 1 and not lifeless(g, p.form):
        yield Wrong(f"{at}.life", message("no-life", "a character with no life left is killed"), ("life.zero",))
    if p.fate and not g.book.table["fate.used"]:
        yield Wrong(f"{at}.fate", message("no-fate", "this edition has no fate"), ("table.edition",))
    right = right_to_take(g, at, GOLD)
    if p.gold and right.closed and right.source not in p.goods:  # what a card forbids may have been taken before it
        yield Wrong(f"{at}.gold", message("no-gold", "this character can have no gold now"), right.cites)
    if p.born < 1:
        text = "the first character of a seat is its number 1"
        yield Wrong(f"{at}.born", message("born", text), ("death.again",), hard=True)


def _supply(g: WorkingState) -> Iterator[Wrong]:
    """Check that no more counters and coins are in use than the box holds, at the seat or space with most of them."""
    for what in COUNTED:
        if over_supply(g, what):
            text = "the box has {most} {figure} in all, and {n} would be in use"
            why = message("counters", text, most=g.figures[f"box.{what}"], figure=what, n=in_use(g, what))
            yield Wrong(max(_parts_in_use(g, what))[1], why, ("setup.supply",))


def _parts_in_use(g: WorkingState, what: str) -> Iterator[tuple[int, str]]:
    """Yield how many counters or coins of a kind each seat and space has, with the clause that says so."""
    for at, p in enumerate(g.players):
        clauses = {what: getattr(p, what)}
        if what == GOLD:
            clauses["purse"] = p.purse
        if what in COUNTERS and p.form:
            clauses = {"as": getattr(p, what), what: p.asleep[COUNTERS.index(what)]}
        yield from ((n, f"{at}.{clause}") for clause, n in clauses.items())
    if what == GOLD:
        yield from ((n, f"on.{space}") for space, n in zip(g.board.spaces, g.gold, strict=True))


def _goods(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    """Check types, rights, counters and number of goods."""
    where = f"{at}.has"
    for card in dict.fromkeys(p.goods):
        if (kind := kind_held(g, card)) in ENEMIES:
            text = "{card} is an Enemy: it lies on a space or is a trophy"
            yield Wrong(where, message("goods-enemy", text, card=card), ("meet.take", "trophy.keep"))
        elif kind not in (*OBJECTS, "follower"):
            text = "{card} is neither an Object nor a Follower"
            yield Wrong(where, message("no-goods", text, card=card), ("meet.take",))
        elif g.means(card, "gold"):
            text = "{card} becomes gold as it is taken: say {example}"
            yield Wrong(where, message("goods-gold", text, card=card, example="gold"), ("gold.not-object", "card.text"))
        elif "@" not in card and bars(g.facts[card], p.alignment):
            key, text = NOT_HAD_BY[p.alignment]
            yield Wrong(where, message(key, text, card=card), ("carry.forbidden", "alignment.forbidden"))
        else:
            right = right_to_take(g, at, card)
            if right.closed and right.source != card:
                text = "{card} can't be had by this character now"
                yield Wrong(where, message("not-had", text, card=card), right.cites)
        if ":" in card:
            text = "{card} has counters only while it lies on a space"
            yield Wrong(where, message("tokens-held", text, card=card), ("card.text",), hard=True)
    most, carried = limit(g, at, "objects"), len(objects(g, at))
    if excess_objects(g, at):
        text = "{n} Objects, {most} may be carried"
        yield Wrong(where, message("too-many-objects", text, n=carried, most=most), ("carry.limit", "carry.excess"))
    if talisman_room(g, at) < 0:
        text, n, most = "{n} Talismans, {most} may be had", len(talismans(g, at)), g.figures["carry.talismans"]
        yield Wrong(where, message("too-many-talismans", text, n=n, most=most), ("house.talisman-limit",))


def _spells(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    for card in dict.fromkeys(p.spells):
        if card != UNSEEN and g.facts[card].type != "spell":
            text = "{card} is not a Spell"
            yield Wrong(f"{at}.spells", message("no-spell", text, card=card), ("spell.gain",), hard=True)
            return
    if len(p.spells) > spell_limit(g, at):
        text, most = "{n} Spells, {most} may be held", spell_limit(g, at)
        wrong = message("too-many-spells", text, n=len(p.spells), most=most)
        yield Wrong(f"{at}.spells", wrong, ("spell.limit", "spell.excess"))


def _trophies(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    for card in dict.fromkeys(p.trophies):
        if card == UNSEEN or ("@" in card and not only_for(card)) or g.facts[card].type not in ENEMIES:
            text = "{card} is not an Enemy, so it is no trophy"
            yield Wrong(f"{at}.trophies", message("no-trophy", text, card=card), ("trophy.keep",), hard=True)
            return
    points = g.book.table["trophy.kept"] == "points"
    if p.trophies and points:
        text = "this edition keeps points of experience, no cards: experience 5"
        yield Wrong(f"{at}.trophies", message("keeps-points", text), ("trophy.keep", "table.edition"))
    if p.experience and not points:
        text = "this edition keeps the cards of killed Enemies: trophies bear"
        yield Wrong(f"{at}.experience", message("keeps-cards", text), ("trophy.keep", "table.edition"))


def _promises(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    """Check that promises are distinct and still apply."""
    words = lasting_words(g.book)
    for n, promise in enumerate(p.promises):
        if promise.program == MISSED:
            continue
        one, where = words.of_promise(promise), f"{at}.promise.{n}"
        said = one.word if one else promise.program
        rules = one.rules() if one else ("space.text",)
        if promise.until == "leaving" and promise.source != f"space.{p.space}":
            text, space = "{word} ends when {space} is left", promise.source.removeprefix("space.")
            yield Wrong(where, message("over-there", text, word=said, space=space), rules)
        if promise in p.promises[:n]:
            yield Wrong(where, message("there-already", "{word} is there already", word=said), rules)


def _used_marks(g: WorkingState, at: int, p: Player) -> Iterator[Wrong]:
    """Check that marks of what is used up name an ability, card or space."""
    if not p.used:
        return
    known = {
        mod.mark(key) for key, d in g.book.definitions.items() for mod in (*d.held, *d.mods) if isinstance(mod, Action)
    }
    for mark in p.used:
        head, _, rest = mark.partition(".")
        space, _, card = rest.partition("|")
        new = head in ("new", "visited", "sent") and g.book.find(rest) is not None
        thing = g.book.find(card) is not None or card in g.owned or card == GOLD
        left = head == "left" and space in g.board.index and thing
        if mark not in known and mark not in ("alignment", "changed") and not new and not left:
            text = (
                'nothing is used up by the name "{mark}": expected alignment, changed, left.ruins|sword (in quotes), '
                "new.raft or an ability such as mercenary.hire"
            )
            yield Wrong(f"{at}.used", message("used-mark", text, mark=mark[:40]), ("ability.text",), hard=True)


def _overdue(g: WorkingState, at: int) -> Iterator[Wrong]:
    """Check that no compulsory action is pending."""
    for held in actions(g, at, moments(g, at)):
        option = action_option(g, at, held) if isinstance(held.mod, Action) and held.mod.must else None
        if option is not None and not option.closed:
            number = next((n for n, effect in enumerate(g.effects) if effect.on == "seat" and effect.seat == at), 0)
            text = "this would have been done already"
            yield Wrong(f"effect.{number}", message("overdue", text), held.mod.cites or ("quest.now",))


def _turn(g: WorkingState, position: Position) -> Iterator[Wrong]:
    """Check seats, the turn and that each character occurs once."""
    seats, left = len(g.players), [at for at, p in enumerate(g.players) if not p.out]
    most = int(g.book.table["setup.most"])
    here = sum([not p.gone for p in g.players])
    if here > most or seats > MOST_SEATS:
        text, where = "{n} seats: at most {most} play", str(min(seats - 1, most))
        yield Wrong(where, message("too-many-seats", text, n=here, most=most), ("setup.players",), hard=True)
    finishes = g.figures["switch.last_finishes"] and g.board.crown not in ("", *[g.players[at].space for at in left])
    goes_on = finishes or not g.figures["win.last"]
    if not left or (len(left) == 1 and here > 1 and not goes_on):
        text = "the game is over: at most one seat is not out"
        yield Wrong("0", message("game-over", text), ("win.last",), hard=True)
    elif g.players[g.turn].paused:
        text = "a player who pauses has no turn: mark another seat with a star"
        yield Wrong(str(g.turn), message("turn-paused", text), ("table.join",), hard=True)
    elif g.players[g.turn].out:
        text = "a player who is out has no turn: mark another seat with a star"
        yield Wrong(str(g.turn), message("turn-out", text), ("crown.reached",), hard=True)
    if position.arrived and not g.players[g.turn].character:
        text = "nobody plays here, so nobody has arrived"
        yield Wrong(f"{g.turn}.arrived", message("arrived-nobody", text), ("death.again",), hard=True)
    standing = Counter(p.character for p in g.players if p.character)
    boxed = Counter(card.removeprefix("character.") for card in g.box if card.startswith("character."))
    for character, n in (standing + boxed).items():
        if n > 1:
            at = next((at for at in reversed(range(seats)) if g.players[at].character == character), -1)
            where = str(at) if boxed[character] == 0 else "box"
            text = "the {who} is in the box once, but stands here {n} times"
            yield Wrong(where, message("character-once", text, who=character, n=n), ("setup.characters",), hard=True)


# --- the board, the decks ---


def _board(g: WorkingState) -> Iterator[Wrong]:
    for space, cards in zip(g.board.spaces, g.spaces, strict=True):
        where, shown = f"on.{space}", Counter(shown_on(g, space))
        covers = [card for card in cards if g.covers(card)]
        if len(covers) > 1:
            text = "{card} goes back to its deck if {other} covers that space"
            yield Wrong(where, message("covered-twice", text, card=covers[0], other=covers[1]), STOCK, hard=True)
        if covers and not may_lie(g, covers[0], space):
            yield Wrong(where, message("no-cover-there", "{card} may not be laid there", card=covers[0]), WHERE)
        for card, n in Counter(cards).items():
            if card == UNSEEN:
                text = "a Spell nobody has seen lies on no space"
                yield Wrong(where, message("unseen-lying", text), ("spell.hidden",), hard=True)
            elif "@" in card:
                text, plain = "on a space {card} is {plain} again", plain_card(card)
                yield Wrong(where, message("role-lying", text, card=card, plain=plain), ("ability.text",), hard=True)
            elif g.facts[card].type in NOT_LEFT_LYING and n > shown[card] and not _left_unmet(g, card, space):
                yield Wrong(where, _does_not_stay(g, card, space), ("meet.action-word", "spell.when"))


def _left_unmet(g: WorkingState, card: str, space: str) -> bool:
    """Whether an Event may lie there: it stays, it was evaded, or another card drawn ended the turn (`meet.left`)."""
    ops = operations_of(found) if (found := g.book.find(card)) else ()
    stays = g.facts[card].after in ("keep", "leave") or any(getattr(op, "moment_for", "") == "evade" for op in ops)
    more = draws_at(g, space) > 1 or g.figures["switch.draw_again"]  # another one for a card that is placed elsewhere
    return g.facts[card].type == "event" and bool(stays or more)


def _does_not_stay(g: WorkingState, card: str, space: str) -> Message:
    """Return the message that a card does not stay on a space, with its effect's clause if it has one."""
    kinds = [one for one in lasting_words(g.book).all if one.source == card and one.shows]
    if not kinds:
        return message("does-not-stay", "{card} does not stay on a space", card=card)
    text, who = '{card} does not stay on a space: write "{word} {space}, of {who}"', g.players[g.turn].character
    return message("does-not-stay-word", text, card=card, word=kinds[0].word, space=space, who=who)


def _decks(g: WorkingState, position: Position) -> Iterator[Wrong]:
    """Check discards, unseen Spells and known cards against the decks."""
    for card in position.discards:
        if card != UNSEEN and g.home_of(card) not in g.book.decks:
            text = "{card} is not a card of a deck as it was printed"
            yield Wrong("discards", message("not-printed", text, card=card), ("setup.decks",), hard=True)
    for deck in g.book.decks:
        if cards_in(found := g.deck(deck)) < 0:
            text = "more unseen Spells than the {deck} deck has cards"
            yield Wrong("discards", message("too-many-unseen", text, deck=deck), ("spell.hidden",), hard=True)
        index = g.runtime.card_index[deck]
        short = [card for card, n in Counter(found.known).items() if n > found.left[index.get(card, 0)]]
        foreign = [card for card in found.known if card not in index]
        if short or foreign or len(found.known) > cards_in(found):
            lacking, text = ", ".join(short or foreign), "the {deck} deck does not hold {cards} any more"
            why = message("deck-lacks", text, deck=deck, cards=lacking)
            if not lacking:
                why = message("deck-short", "the {deck} deck does not hold so many cards any more", deck=deck)
            yield Wrong(f"top.{deck}", why, ("setup.decks",), hard=True)


def _effects(g: WorkingState) -> Iterator[Wrong]:
    """Check that effects have a word, a subject that exists, and occur once."""
    words = lasting_words(g.book)
    for n, effect in enumerate(g.effects):
        where, one = f"effect.{n}", words.of_effect(effect)
        if one is None:
            text = "nothing lasting is called {effect}"
            yield Wrong(where, message("no-effect", text, effect=effect.what), ("card.text",), hard=True)
            continue
        if effect.on == "seat" and not g.alive(effect.seat):
            text = "{word} lasts on a character, and nobody plays at seat {seat}"
            why = message("effect-nobody", text, word=one.word, seat=effect.seat)
            yield Wrong(where, why, one.rules(), hard=True)
        if effect.until == HAD and effect.source not in g.players[effect.seat].goods:
            text, card = "{word} lasts only as long as {card} is had", effect.source
            yield Wrong(where, message("effect-unhad", text, word=one.word, card=card), one.rules(), hard=True)
        if effect.on == "card" and not _card_lies(g, str(effect.slots[0])):
            text = "{word} lasts on a card that lies there: {card} does not"
            why = message("effect-card", text, word=one.word, card=effect.slots[0])
            yield Wrong(where, why, one.rules(), hard=True)
        reached = effect.on != "space" or open_to_spells(g, effect.space)
        if not reached and g.facts[effect.source].target == "spaces.no_character":
            text = "{word} reaches no space of that Region"
            yield Wrong(where, message("effect-region", text, word=one.word), one.rules())
        if _same_again(g, n):
            yield Wrong(where, message("there-already", "{word} is there already", word=one.word), one.rules())


def _same_again(g: WorkingState, n: int) -> bool:
    """Whether an effect is there already: as often as its card is, or on the same character, such as a second quest."""
    effect, before = g.effects[n], g.effects[:n]
    if effect.until == "draws":  # its card is reshuffled meanwhile, and may be drawn again
        return False
    card = g.book.find(effect.source) if effect.on == "everyone" else None
    if effect.on == "seat" and any((other.what, other.seat) == (effect.what, effect.seat) for other in before):
        return True
    return before.count(effect) >= (card.facts.copies if card else 1)


def _card_lies(g: WorkingState, reference: str) -> bool:
    space, _, card = reference.partition("|")
    return space in g.board.index and card in g.lying(space)
