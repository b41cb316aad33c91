"""Parts that need no table: a card, dice, a deck to draw from, a fight of two scores."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from IPython.display import display
from ipywidgets import IntProgress
from traitlets import Bool, Dict, Int, TraitError, Tuple, Unicode, observe, validate

from talisman_nb.drawing.definition_picture import BESIDE_WIDE, draw_definition, still_page
from talisman_nb.odds import score_odds
from talisman_nb.odds.sampling import Progress
from talisman_nb.panels.table.roll_parts import percents
from talisman_nb.rules.pictures import DECK
from talisman_nb.text.find import find_card, find_space, name_of
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.beside import view_of
from talisman_nb.text.screen.values import Block, FightSums, Side
from talisman_nb.text.wording import Wording

from .part import BookPart, Shown, labels_for

CARD_WIDE = 300
"""Width of the picture of a card in a saved notebook, in px."""
MOST_DICE = 6
"""How many dice a `DicePanel` has at most."""
PIPS = range(1, 7)
FIELDS_OF_CARD = ("pictures", "spoken", "decks", "of_deck")
"""Fields of `Labels` that a card needs."""
ROLL, DRAW = {"type": "roll"}, {"type": "draw"}
"""Messages of the buttons."""


class CardPanel(BookPart):
    """A card, character or space: its picture, its figures and what it does.

    Parameters
    ----------
    card
        Its key or its name in any of the four languages; "" shows nothing. It is a trait: link it with `chosen` of
        another part. Setting it to a name that is not there raises `TraitError`.
    edition
        Layers, as "second+my-cards"; "" for the usual edition.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Examples
    --------
    >>> panel = CardPanel("Lupo")
    >>> panel.card, panel.content["strength"]
    ('wolf', 2)
    """

    card = Unicode().tag(sync=True)
    """The key of the card; a name that is set becomes its key."""

    def __init__(self, card: str = "", edition: str = "", lang: str | None = None, **traits: Any) -> None:
        super().__init__("card", edition, lang, **traits)
        self.labels = labels_for(self._book, self._lang, FIELDS_OF_CARD, ())
        self.card = card

    @validate("card")
    def _meant(self, proposal: dict[str, Any]) -> str:
        text = str(proposal["value"])
        if not text or self._book.find(text):
            return text
        found = find_card(self._book, text) or find_space(self._book, text)
        if not found:
            raise TraitError(f"no card, character or space is called {text!r} in this edition")
        return found[0]

    @observe("card")
    def _other_card(self, change: dict[str, Any]) -> None:
        key = change["new"]
        shown = (key, DECK + self._book.deck_of.get(key, ""))
        self.labels = labels_for(self._book, self._lang, FIELDS_OF_CARD, shown)
        self.content = msgspec.to_builtins(view_of(self._book, key, self._lang)) if key else {}

    def _still(self) -> dict[str, str]:
        if not self.card:
            return {"text/plain": ""}
        picture = draw_definition(self._book, self.card, self._lang, size=CARD_WIDE)
        return {"image/svg+xml": picture, "text/plain": str(page(self._book, self.card, self._lang))}


class DicePanel(BookPart):
    """Dice with a button that rolls them.

    Parameters
    ----------
    n
        How many dice, 1 to 6.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
    seed
        What the rolls come from; None is a random one.
    traits
        Values to begin with, such as `dice`: their faces, 0 for one not rolled yet.

    Examples
    --------
    >>> panel = DicePanel(2)
    >>> panel.dice
    (0, 0)
    >>> panel.dice = (3, 4)
    >>> panel.total
    7
    """

    n = Int(1, min=1, max=MOST_DICE).tag(sync=True)
    """How many dice there are, 1 to 6; another number puts them down unthrown, and `total` stays."""
    dice = Tuple().tag(sync=True)
    """Their faces, 0 for one not rolled yet."""
    total = Int(read_only=True).tag(sync=True)
    """The sum of the last roll, 0 before the first one."""

    def __init__(self, n: int = 1, lang: str | None = None, *, seed: int | None = None, **traits: Any) -> None:
        self._random = random.Random(seed)
        super().__init__("dice", "", lang, n=n, **{"dice": (0,) * n, **traits})
        self.labels = labels_for(self._book, self._lang, ())
        self.on_msg(lambda _widget, message, _buffers: self.roll() if message == ROLL else None)

    def roll(self) -> tuple[int, ...]:
        """Roll all dice.

        Returns
        -------
        tuple[int, ...]
            Their faces.

        Examples
        --------
        >>> panel = DicePanel(2, seed=1)
        >>> panel.roll() == panel.dice
        True
        """
        self.dice = tuple(self._random.choice(PIPS) for _ in range(self.n))
        return tuple(self.dice)

    @validate("dice")
    def _faces(self, proposal: dict[str, Any]) -> tuple[int, ...]:
        faces = tuple(proposal["value"])
        if len(faces) != self.n or any(face not in (0, *PIPS) for face in faces):
            raise TraitError(f"expected {self.n} faces from 1 to 6, or 0 for a die not rolled yet, got {faces}")
        return faces

    @observe("n")
    def _other_number(self, change: dict[str, Any]) -> None:
        if len(self.dice) != change["new"]:  # both may have been given at once
            self.dice = (0,) * change["new"]

    @observe("dice")
    def _rolled(self, change: dict[str, Any]) -> None:
        if all(change["new"]):
            self.set_trait("total", sum(change["new"]))
        self.content = {"dice": list(change["new"])}

    def _still(self) -> dict[str, str]:
        told = " + ".join(str(face or "–") for face in self.dice)
        rolled = all(self.dice) and len(self.dice) > 1
        return still_page(Page(f"{told} = {self.total}" if rolled else told, (), ()), BESIDE_WIDE)


UNKNOWN = "?"
"""Key of a card that nobody has typed."""


class DeckPanel(BookPart):
    """A deck of an edition, shuffled, to draw from.

    Parameters
    ----------
    deck
        Its key, as "adventure".
    edition
        Layers, as "second+my-cards"; "" for the usual edition.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
    seed
        What the order comes from; None is a random one.

    Raises
    ------
    ValueError
        The edition has no such deck.

    Examples
    --------
    >>> panel = DeckPanel("adventure", seed=1)
    >>> before = panel.left
    >>> card = panel.draw()
    >>> panel.drawn == (card,), before - panel.left
    (True, 1)
    """

    drawn = Tuple().tag(sync=True)
    """Keys of the cards drawn so far."""
    left = Int().tag(sync=True)
    """How many cards are left."""
    card = Unicode().tag(sync=True)
    """The key of the card drawn last, "" for none: link it with that of a `CardPanel`."""

    def __init__(
        self, deck: str, edition: str = "", lang: str | None = None, *, seed: int | None = None, **traits: Any
    ) -> None:
        super().__init__("deck", edition, lang, **traits)
        decks = self._book.deck_cards
        if deck not in decks:
            raise ValueError(f"no deck {deck!r}: expected one of {', '.join(decks)}")
        self.deck = deck
        self._random = random.Random(seed)
        self.on_msg(lambda _widget, message, _buffers: self.draw() if message == DRAW and self.left else None)
        self.shuffle()

    def shuffle(self) -> None:
        """Take all cards back and shuffle them.

        Examples
        --------
        >>> panel = DeckPanel("spell", seed=1)
        >>> whole, _ = panel.left, panel.draw()
        >>> panel.shuffle()
        >>> panel.left == whole, panel.drawn
        (True, ())
        """
        cards = self._book.deck_cards[self.deck]
        self._pile = [card for card, n in zip(cards, self._book.copies(cards), strict=True) for _ in range(n)]
        self._pile += [UNKNOWN] * self._book.unknown_cards[self.deck]
        self._random.shuffle(self._pile)
        self._show(())

    def draw(self) -> str:
        """Draw a card.

        Returns
        -------
        str
            Its key, `UNKNOWN` for one that nobody has typed.

        Raises
        ------
        IndexError
            None is left.

        Examples
        --------
        >>> panel = DeckPanel("spell", seed=1)
        >>> panel.draw() == panel.card == panel.drawn[-1]
        True
        """
        if not self._pile:
            raise IndexError(f"no card is left in the deck {self.deck!r}: shuffle it")
        card = self._pile.pop()
        self._show((*self.drawn, card))
        return card

    def _show(self, drawn: tuple[str, ...]) -> None:
        known = tuple(card for card in drawn if card != UNKNOWN)
        self.labels = labels_for(self._book, self._lang, ("pictures", "spoken"), known)
        self.drawn, self.left = drawn, len(self._pile)
        self.card = drawn[-1] if drawn and drawn[-1] != UNKNOWN else ""
        names = [{"key": card, "name": self._name(card)} for card in drawn]
        self.content = {"drawn": names, "left": self.left}

    def _still(self) -> dict[str, str]:
        wording = Wording(self._lang, book=self._book)
        drawn = tuple(each["name"] for each in self.content["drawn"])
        return still_page(Page(f"{wording.deck(self.deck)} ({self.left})", (), (Section("", drawn),)), BESIDE_WIDE)

    def _name(self, card: str) -> str:
        if card == UNKNOWN:
            return load_phrases(self._lang).say("analysis", "unknown-card")
        return name_of(self._book, card, self._lang)


class FightPanel(BookPart):
    """Two scores against each other with one die each, and how likely each result is.

    Parameters
    ----------
    yours, theirs
        The scores without dice.
    names
        How the two are called.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.
    traits
        Values to begin with, such as `fate`: whether you may reroll your die once.

    Examples
    --------
    >>> panel = FightPanel(4, 6)
    >>> panel.chances
    {'won': 17, 'standoff': 11, 'lost': 72}
    >>> panel.fate = True
    >>> panel.chances["won"]
    27
    """

    yours = Int(3, min=0, max=99).tag(sync=True)
    """Your score without its die."""
    theirs = Int(3, min=0, max=99).tag(sync=True)
    """The other score without its die."""
    fate = Bool().tag(sync=True)
    """Whether you may roll your die again once, and do so where it helps."""
    chances = Dict(read_only=True).tag(sync=True)
    """Maps "won", "standoff" and "lost" to their percentages."""
    names = Tuple(Unicode(), Unicode()).tag(sync=True)
    """How the two are called."""

    def __init__(
        self, yours: int = 3, theirs: int = 3, names: tuple[str, str] = ("", ""), *, lang: str | None = None,
        **traits: Any,
    ) -> None:  # fmt: skip
        super().__init__("fight", "", lang, yours=yours, theirs=theirs, names=names, **traits)
        self.labels = labels_for(self._book, self._lang, ("pictures",), ())
        self._show()

    @observe("yours", "theirs", "fate", "names")
    def _other_scores(self, change: dict[str, Any]) -> None:
        self._show()

    def _show(self) -> None:
        found = percents(score_odds(self.yours, self.theirs, fate=self.fate))
        self.set_trait("chances", Shown(msgspec.to_builtins(found)))
        sides = tuple(
            Side(name, (Block(n, name, own=not at),) if n else (), n, dice=(0,))
            for at, (name, n) in enumerate(zip(self.names, (self.yours, self.theirs), strict=True))
        )
        self.content = msgspec.to_builtins(FightSums((sides[0], sides[1]), found))

    def _still(self) -> dict[str, str]:
        say, who = load_phrases(self._lang).say, self.names[0]
        known = {"chance-won": self.chances["won"], "chance-standoff": self.chances["standoff"]}
        lines = [
            say("panel", key, who=who, n=n).strip() for key, n in {**known, "chance-lost": self.chances["lost"]}.items()
        ]
        title = f"{self.names[0]} {self.yours} : {self.theirs} {self.names[1]}".strip()
        return still_page(Page(title, (), (Section("", tuple(lines)),)), BESIDE_WIDE)


def progress_bar() -> Progress:
    """Show a bar in a notebook; it goes away when all games are played.

    It is for functions that sample what is too long to be walked, such as `talisman_nb.odds.chance_within`.

    Returns
    -------
    Progress
        What moves it, called with the games played and those to play.

    Examples
    --------
    >>> moved = progress_bar()  # doctest: +ELLIPSIS
    IntProgress(...)
    >>> moved(200, 400)
    """
    bar = IntProgress(0, 0, 1)
    display(bar)  # type: ignore[no-untyped-call]

    def moved(played: int, games: int) -> None:
        bar.max, bar.value = games, played
        if played == games:
            bar.close()

    return moved
