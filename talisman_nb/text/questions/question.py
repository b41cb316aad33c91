"""Questions as a panel shows them: headline, one line of circumstance, options, offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from talisman_nb.cards.own_card import CHARACTER
from talisman_nb.engine.active_modifiers import source_that_closes
from talisman_nb.engine.bargaining import SPELL
from talisman_nb.engine.book_runtime import OWN
from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.characters import lives_taken, unnamed_characters
from talisman_nb.engine.drawing_cards import deck_asked
from talisman_nb.engine.fight import own_losses
from talisman_nb.engine.scores import fight_sources, scores
from talisman_nb.engine.upcoming import choice_of, deal_on_table, variable
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import EVERYBODY, Ask, ClosedReason, Option, Player, State
from talisman_nb.model.kinds import FIGURE
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.text.definitions.facts import layers_behind, unsure_about
from talisman_nb.text.events import BY_SOURCE, named_rules
from talisman_nb.text.grammar import Noun, Nouns, join_list
from talisman_nb.text.house_rules import figures_behind
from talisman_nb.text.names import letters
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import Choice, Question, Shop, Who
from talisman_nb.text.wording import Wording, wording_of

from .beside import buy_later, in_vain, loses_nothing, preview, several_buy, shop_view, thing_of
from .labels import closed_text, detail, gain_of_choice, label, note, requirement_of, whose_reroll

MOST_LETTERS = 8
"""How many options have a letter each on a keyboard; more are found by typing."""
UNLISTED = ("card",)
"""Kinds whose options are not sent: the panel finds them by name."""


def question(state: State, ask: Ask, lang: str, viewer: int | None = None) -> Question:
    """Return the question of a state in words; another seat's `viewer` does not see options that are Spells in a hand.

    >>> from talisman_nb.engine import ask, new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> question(state, ask(state), "it").headline
    'Ada · Nano: tira per muovere'
    """
    wording = wording_of(state, lang)
    g = working_state(state)
    places = asked_places(wording, g, ask)
    vain, shop = in_vain(state, g, ask), shop_view(wording, g, ask, viewer)
    deck = deck_asked(g.book, ask) if any(offer.key == OWN for offer in ask.offers) or ask.kind == "card" else ""
    return Question(
        ply=ask.ply,
        kind=_kind(ask),
        who=None if ask.seat == EVERYBODY or ask.seat < 0 else who(state, ask.seat, wording),
        headline=sentence(_headline(wording, g, ask, places)),
        circumstance=sentence(_circumstance(wording, g, ask, places)),
        options=() if ask.kind in UNLISTED or _secret(ask, viewer) else _options(wording, g, ask, vain, shop),
        offers=_offers(wording, g, ask, vain),
        cards=deck,
        unknown=_unknown(g, deck),
        roll=ask.chance and bool(ask.options),
        dice=tuple(face for face in ask.rolls if face) if ask.kind == "die" else (),
        missing=ask.n if ask.kind == "die" else 0,
        why=_reasons(wording, g, ask, viewer),
        shop=shop,
        safe=loses_nothing(state, g, ask, vain) and not ask.aims_at_self(),
    )


def _unknown(g: WorkingState, deck: str) -> int:
    """How many cards of a deck, or characters, nobody has named."""
    if deck == CHARACTER:
        return unnamed_characters(g)
    return g.deck(deck).unknown if deck else 0


def _reasons(wording: Wording, g: WorkingState, ask: Ask, viewer: int | None) -> tuple[str, ...]:
    """The rules that ask it, what isn't sure about where it comes from, the layers whose texts it rests on."""
    book, lang = g.book, wording.lang
    sources = (ask.source, *fight_sources(g), *_option_sources(g, ask, viewer))
    cited = dict.fromkeys(named_rules(wording, ask.cites, ask.source))
    unsure = unsure_about(book_as_read(book, g.texts), ask.source, lang)
    figures = figures_behind(book, _cites(ask), lang)
    return (*cited, *unsure, *figures, *layers_behind(book, sources, lang))


def _cites(ask: Ask) -> Iterator[str]:
    """Yield the rules of a question and of its options."""
    yield from ask.cites
    for option in (*ask.options, *ask.offers):
        yield from option.cites


def _option_sources(g: WorkingState, ask: Ask, viewer: int | None) -> Iterator[str]:
    """Yield what the options come from, or whatever else they name, as far as the viewer may see it."""
    for option in (*(() if ask.kind in UNLISTED or _secret(ask, viewer) else ask.options), *ask.offers):
        if option.owner in (-1, viewer) or viewer is None:
            yield from (option.source, option.item, source_that_closes(g, ask.seat, option))
            if option.verb == "trade":
                yield from g.players[option.seat].trophies


def who(state: State, seat: int, wording: Wording) -> Who:
    """A seat as it is marked on the board."""
    character = state.players[seat].character
    name = str(wording.source(f"character.{character}")) if character else ""
    return Who(seat, letters(*(p.name for p in state.players))[seat], state.players[seat].name, name)


def _secret(ask: Ask, viewer: int | None) -> bool:
    """Whether the options name what lies face down with a seat that is not the viewer's own."""
    if viewer is None or viewer < 0 or viewer == ask.seat or ask.seat < 0:
        return False
    return any(option.owner not in (-1, viewer) for option in ask.options)


def _kind(ask: Ask) -> str:
    """The kind a panel knows: several dice are a kind of their own."""
    if ask.kind == "die" and (ask.n > 1 or any(ask.rolls)):
        return "dice"
    return {"whom": "meet", "spoils": "take", "plus": "choose", "close": "end"}.get(ask.kind, ask.kind)


# --- words ---


def asked_places(wording: Wording, g: WorkingState, ask: Ask) -> dict[str, Any]:
    """Everything a headline may name."""
    seat = ask.seat if ask.seat >= 0 else ask.other
    mine, theirs = _scores(g, ask)
    player = g.players[seat] if 0 <= seat < len(g.players) else None
    return {
        "who": wording.who(ask.seat),
        "other": wording.who(_other(g, ask)),
        "n": ask.n,
        "character": _character(wording, player),
        "source": _source(wording, g, ask)
        or _hand_settled_opponent(wording, ask)
        or wording.space(player.space if player else ""),
        "space": wording.space(player.space if player else ""),
        "foe": _foe(wording, g, ask),
        "mine": mine,
        "theirs": theirs,
        "stat": wording.word(g.fight.stat) if g.fight else "",
        "what": _what(wording, ask),
        "card": wording.card(_rolled_for(g, ask)),
        "faces": join_list([str(face) for face in ask.rolls if face], wording.lang),
        "preview": preview(wording, g, ask),
    }


def _character(wording: Wording, player: Player | None) -> Noun:
    """Whom somebody plays; nothing where that is what the seat is called."""
    found = wording.source(f"character.{player.character}") if player and player.character else wording.noun("")
    return wording.noun("") if player and str(found) == player.name else found


def _source(wording: Wording, g: WorkingState, ask: Ask) -> Noun:
    """Return the source of a question; for an Armour's die the Armour that was chosen."""
    if ask.purpose == "armour" and ask.kind != "pick":
        armour = variable(g, "armour")
        return wording.card(armour) if armour else wording.noun("")
    return wording.source(ask.source)


def _hand_settled_opponent(wording: Wording, ask: Ask) -> Noun:
    """Whom a fight is about that hands settle, when it is a player."""
    return wording.who(ask.other) if ask.kind == "hands" else wording.noun("")


def _rolled_for(g: WorkingState, ask: Ask) -> str:
    """The card a roll is about: that of the variable called as its purpose, a Follower or an Armour."""
    card = variable(g, ask.purpose) if ask.kind == "die" else ""
    return card if g.book.find(card) else ""


def _what(wording: Wording, ask: Ask) -> str:
    """Return the purpose of a roll, unless the card or space that is named says it already."""
    if ask.kind == "card":
        return wording.deck(ask.purpose) if ask.purpose in wording.book.decks else ""
    if ask.purpose in (*BY_SOURCE, "") or not wording.phrases.has("purposes", ask.purpose):
        return ""
    what = wording.say("purposes", ask.purpose)
    return "" if what == str(wording.source(ask.source)) else what


def _other(g: WorkingState, ask: Ask) -> int:
    """The second party; in a fight the one across."""
    fight = g.fight
    if fight is not None and fight.against >= 0 and ask.kind in ("die", "fight", "result"):
        return fight.against if ask.seat == fight.you else fight.you
    return ask.other


def _foe(wording: Wording, g: WorkingState, ask: Ask) -> Noun | Nouns:
    """Who stands across in the fight that is going on."""
    fight = g.fight
    killed = variable(g, "card") if ask.kind == "react" else ""
    if fight is None or killed:
        return wording.card(killed) if killed else wording.source(ask.source)
    if fight.against >= 0:
        return wording.who(_other(g, ask))
    return wording.cards(foe.card or foe.name for foe in fight.foes)


def _scores(g: WorkingState, ask: Ask) -> tuple[int, int]:
    """The asked seat's score and the other's."""
    if g.fight is None:
        return 0, 0
    mine, theirs = scores(g)
    return (mine, theirs) if ask.seat in (g.fight.you, EVERYBODY) else (theirs, mine)


def _plain_loss(g: WorkingState, who: int) -> bool:
    """Whether whoever loses the fight to creatures loses one life (`combat.lose`), and no card says otherwise."""
    return g.fight is None or (not own_losses(g) and lives_taken(g, who, 1, "fight") == 1)


def _headline(wording: Wording, g: WorkingState, ask: Ask, places: dict[str, Any]) -> str:
    if ask.kind == "over" and not places["who"]:
        return wording.say("asks", "over.nobody")
    if ask.kind == "result" and ask.purpose == "attack":
        result = "won" if ask.n > 0 else "lost" if ask.n < 0 else "standoff"
        other = places["other"] or not _plain_loss(g, ask.seat)
        return wording.first(
            "asks", ((f"result.attack.{result}.other",) if other else ()) + (f"result.attack.{result}",), **places
        )
    if ask.kind == "result" and places["preview"]:
        return wording.say("asks", "result.preview", **places)
    if buy_later(g, ask):
        return wording.say("asks", "shop.several", **places)
    if ask.kind == "plus" and ask.n < 1:
        return wording.say("asks", "plus.several", **places)
    if ask.kind == "way" and (fewer := _fewer_steps(ask)):
        key = "way.up-to" if "house.move-less" in ask.cites else "way.either"
        return wording.say("asks", key, few=fewer[0], **places)
    return wording.first("asks", (f"{ask.kind}.{ask.purpose}", ask.kind), **places)


def _fewer_steps(ask: Ask) -> tuple[int, ...]:
    """The numbers of steps besides the highest that may be chosen, the lowest first (`house.move-less`)."""
    said = (option.key.rpartition("@")[2] for option in ask.options)
    return tuple(sorted({int(n) for n in said if n.isdigit()}))


def _circumstance(wording: Wording, g: WorkingState, ask: Ask, places: dict[str, Any]) -> str:
    """One line beside the headline."""
    if ask.kind == "card" or (ask.kind == "character" and ask.chance):
        what, whole = "draw" if ask.kind == "card" else "deal", sum(ask.weights) + ask.unknown
        more = (wording.say("asks", f"note.to-{what}", n=ask.n),) if ask.n > 1 else ()
        unknown = (wording.say("analysis", "unknown", n=ask.unknown, of=whole),) if ask.unknown else ()
        return " · ".join((*more, *unknown))
    if ask.kind == "hands" and ask.rolls:
        return wording.say("asks", "note.die-shows", faces=places["faces"])
    if ask.kind == "die" and ask.n > 1:
        whose = places["who"] if ask.purpose in ("attack", "defend") else ""
        return wording.say("asks", "note.dice-left", n=ask.n, who=whose)
    if ask.aims_at_self():
        return wording.say("asks", "note.only-self", who=places["who"])
    if ask.kind == "shop":
        gold = g.players[ask.seat].gold
        left = wording.say("asks", "note.gold-left", who=places["who"], n=gold)
        later = [str(wording.who(seat)) for seat in buy_later(g, ask)]
        then = wording.say("asks", "note.then", whos=join_list(later, wording.lang)) if later else ""
        return " · ".join(filter(None, (left, then)))
    if deal := deal_on_table(g):
        return " · ".join(_gives(wording, seat, given) for seat, given in deal if given)
    if ask.kind in ("fight", "die") and g.fight is not None and g.fight.stat == "craft":
        return wording.say("asks", "note.in-psychic")
    return str(places["space"]) if ask.kind in ("whom", "take") else ""


def _gives(wording: Wording, seat: int, given: tuple[str, ...]) -> str:
    """Return the words for what one side of a trade gives."""
    cards = (item for item in given if item not in (GOLD, SPELL))
    left = wording.goods(cards, given.count(GOLD), given.count(SPELL))
    return wording.say("asks", "note.gives", who=wording.who(seat), left=left)


# --- options ---


def _options(
    wording: Wording, g: WorkingState, ask: Ask, vain: Mapping[str, ClosedReason], shop: Shop | None
) -> tuple[Choice, ...]:
    found = []
    told: set[str] = set()
    for option in _in_order(ask):
        shown = replace(option, closed=vain[option.key], cites=()) if option.key in vain else option
        found.append(_choice(wording, g, ask, shown, _hint(ask, option), told))
    if shop is not None:  # its wares tell the stock
        found = [replace(choice, note="") if choice.key.startswith("buy:") else choice for choice in found]
    if several_buy(shop):
        found[-1] = replace(found[-1], label=wording.say("options", "shop.all-done"))
    return tuple(found)


def _in_order(ask: Ask) -> Iterable[Option]:
    """The options in order; of so many that they are typed, the open ones in front."""
    if len(ask.options) <= MOST_LETTERS or ask.kind == "shop":
        return ask.options
    return sorted(ask.options, key=lambda option: bool(option.closed))


ALL_THE_SAME = "A"
"""Key of the only option where Enter must not take it: a Spell that strikes whoever casts it."""


def _hint(ask: Ask, option: Option) -> str:
    if ask.aims_at_self() and not option.closed:
        return ALL_THE_SAME
    pressed = ask.kind == "amount" and not ask.purpose.startswith(FIGURE)  # a figure of the box is typed
    return str(option.n) if pressed and option.n <= 9 else ""


def _offers(wording: Wording, g: WorkingState, ask: Ask, vain: Mapping[str, ClosedReason]) -> tuple[Choice, ...]:
    """Return the offers of a question: R the first reroll, X the first use, S the first Spell; to go in for nothing.

    Of dice that show the same only one is offered.
    """
    found, used = [], set()
    told: set[str] = set()
    for option in one_of_alike(ask.offers):
        if option.key in ("own", "empty"):
            continue
        verb = option.key.partition(":")[0]
        hint = {"fate": "R", "use": "X", "cast": "S"}.get(verb, "")
        found.append(_choice(wording, g, ask, option, "" if hint in used else hint, told))
        used.add(hint)
    if vain and all(choice_of(g, option.key) for option in ask.options):  # nothing else lets one pass
        first = next(option for option in ask.options if option.key in vain)
        said = wording.say("options", "in-vain", what=label(wording, ask, first))
        found.append(Choice(first.key, said, note=wording.say("options", "in-vain.note")))
    return tuple(found)


def one_of_alike(offers: Iterable[Option]) -> Iterator[Option]:
    """Yield offers, of rerolls of dice with the same face only the first.

    >>> [each.key for each in one_of_alike([Option("fate:0", n=6), Option("fate:1", n=6), Option("fate:2", n=1)])]
    ['fate:0', 'fate:2']
    """
    faces: set[int] = set()
    for option in offers:
        face = option.n if option.verb == "fate" else 0
        if face not in faces:
            yield option
        faces.update({face} - {0})


def _choice(wording: Wording, g: WorkingState, ask: Ask, option: Option, hint: str, told: set[str]) -> Choice:
    face = int(option.key) if ask.kind == "die" else 0
    group = wording.who(option.seat).text if ask.kind == "whom" and option.seat >= 0 else ""
    return Choice(
        option.key,
        whose_reroll(wording, g, ask, option) or gain_of_choice(wording, g, ask, option) or label(wording, ask, option),
        hint,
        preview(wording, g, ask, option.n) if ask.kind == "plus" else note(wording, g, ask, option),
        closed_text(wording, ask.seat, option, requirement_of(wording, g, option), told),
        option.space,
        face,
        group,
        detail=detail(wording, g, ask, option),
        thing=thing_of(g, ask.seat, option),
    )


def asides_of(state: State, options: dict[int, tuple[Option, ...]], lang: str) -> tuple[Choice, ...]:
    """Return the asides open now (S and X), for the seats given: their Spells and uses, each under its owner's name."""
    wording, g, found = wording_of(state, lang), working_state(state), []
    told: set[str] = set()
    for seat, offered in options.items():
        for option in offered:
            hint = "S" if option.key.startswith("cast:") else "X"
            said = label(wording, Ask(state.ply, "aside", seat), option)
            closed = closed_text(wording, seat, option, requirement_of(wording, g, option), told)
            thing = thing_of(g, seat, option)
            found.append(Choice(option.key, said, hint, closed=closed, group=wording.who(seat).text, thing=thing))
    return tuple(found)
