"""The card, creature or space a question is about, as it is shown beside it."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine.fight import FIGHT
from talisman_nb.engine.upcoming import variable
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Ask, OwnCard, State
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.text.definitions.certainty import unsure
from talisman_nb.text.definitions.lines import abilities, lines_without_figures
from talisman_nb.text.definitions.nodes import Context
from talisman_nb.text.definitions.one_line import one_line
from talisman_nb.text.definitions.tree import block_nodes, tree_of
from talisman_nb.text.names import names_of
from talisman_nb.text.pages.definition_page import number_of, type_word
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import CardView
from talisman_nb.text.wording import Wording

WITHOUT = ("way", "whom", "card", "character", "close", "over", "hands", "take", "spoils")
"""Kinds of asks that are about no single card: ways and choices among many, draws, entries by hand."""
MOST_LINES = 6
"""Lines that are sent; the page of the definition has all."""
MORE = "…"


def card_shown(state: State, ask: Ask, wording: Wording, *, told: bool = False) -> CardView | None:
    """Return the card, creature or space an ask is about, None if it is about none.

    `told`: the answers say what it does already, so its lines are left out.

    >>> from talisman_nb.engine import ask
    >>> from talisman_nb.notation.situation import situation
    >>> from talisman_nb.text.wording import wording_of
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> card_shown(bear, ask(bear), wording_of(bear, "en")).kind
    'Enemy – Animal'
    """
    if ask.kind in WITHOUT or not state.stack:
        return None
    g = WorkingState(book_of(state.book), state)
    if own := _own_card(g, ask):
        return _view_of_own(g.book, own, wording)
    key = _key(g, ask)
    if not key:
        return None
    view = view_of(g.book, key, wording.lang)
    return replace(view, lines=()) if told else view


def _own_card(g: WorkingState, ask: Ask) -> OwnCard | None:
    """The card in no list that an ask is about."""
    cards = [foe.card for foe in g.fight.foes] if g.fight else []
    return next((g.owned[card] for card in (*cards[:1], ask.source) if card in g.owned), None)


def _key(g: WorkingState, ask: Ask) -> str:
    """The key of the definition an ask is about; "" for none, such as a fight between characters."""
    fight = g.fight
    found: tuple[str, ...] = (_only_choice(ask), ask.source, _cast(g, ask))
    if fight is not None and ask.kind in ("fight", "die", "result") and ask.purpose != "armour":
        if fight.against >= 0 and not ask.source:
            return ""
        found = (*(foe.card for foe in fight.foes[:1]), ask.source, g.stack[-1].source)
    return next((key for source in found if (key := _definition(g.book, source))), "")


def _only_choice(ask: Ask) -> str:
    """The card that may be picked, where there is one."""
    cards = [option.source for option in ask.options if option.source and option.source == option.key]
    return cards[0] if ask.kind == "pick" and len(cards) == 1 else ""


def _cast(g: WorkingState, ask: Ask) -> str:
    """The Armour or Follower a roll is about, which is named by a variable called as its purpose."""
    return variable(g, ask.purpose) if ask.kind in ("die", "result") else ""


def _definition(book: Book, source: str) -> str:
    """The key of the card, character or space that a source belongs to; "" for a program of the turn."""
    if not source or source.startswith(("turn.", "rule.", UNSEEN, "?")):
        return ""
    plain = plain_card(source)
    section, _, rest = plain.partition(".")
    whole = f"{section}.{rest.partition('.')[0]}" if section in ("character", "space", "form") else section
    whole = plain_card(whole.removeprefix("card."))
    return next((key for key in (whole, f"space.{whole}") if book.find(key)), "")


@lru_cache(maxsize=512)
def view_of(book: Book, key: str, lang: str) -> CardView:
    """Return the view of a definition, of a character its abilities only.

    Cached, because a screen is made several times for one question.
    """
    wording, facts, tree = Wording(lang, book=book), book.card(key).facts, tree_of(book, key, lang)
    told = abilities(tree) if key.startswith("character.") else lines_without_figures(tree)
    told = tuple(line for line in told if line.strip())
    told = (*_of_enemy(book, key, wording), *told)
    if len(told) > MOST_LINES:
        told = (*told[:MOST_LINES], MORE)
    space = key.removeprefix("space.") if key.startswith("space.") else ""
    return CardView(
        key,
        str(wording.space(space) if space else wording.source(key)),
        type_word(book, key, lang),
        told,
        int(number_of(book, key)),
        facts.strength or None,
        facts.craft or None,
        unsure(book, key, lang),
    )


def _of_enemy(book: Book, key: str, wording: Wording) -> tuple[str, ...]:
    """What beating an Enemy brings and what losing to it costs."""
    facts = book.card(key).facts
    if facts.type not in ENEMIES:
        return ()
    points = wording.amount("point", facts.strength or facts.craft)
    kept = "beaten" if book.table["trophy.kept"] == "cards" else "beaten-experience"
    return (wording.say("shown", kept, points=points), wording.say("shown", "lost-to", do=_when_lost(book, wording)))


def _when_lost(book: Book, wording: Wording) -> str:
    """What the program of a fight does when it is lost."""
    definition, _, block = FIGHT.rpartition(".")
    fight = book.card(definition)
    ops = fight.blocks[block]
    lost = next(op.do for op in ops if isinstance(op, o.If) and op.when.fight_is == "lost")
    return one_line(wording, block_nodes(Context(book, fight, wording), lost))


def _view_of_own(book: Book, card: OwnCard, wording: Wording) -> CardView:
    """A card that is in no list: what was typed of it."""
    kind = names_of(book).name("type", card.type, wording.lang)
    words = (sentence(card.words),) if card.words else ()
    name = str(wording.card(card.name))
    return CardView(card.name, name, kind, words, card.number, card.strength or None, card.craft or None)
