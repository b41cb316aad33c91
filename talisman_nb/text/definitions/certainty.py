"""How sure the facts of a definition are and which layer they come from, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from talisman_nb.cards.certainty import Doubt
from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rules.layers import editions
from talisman_nb.text.names import layer_name
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

MARK = "≈"


def doubts_of(book: Book, key: str) -> dict[str, Doubt]:
    """The doubts about a definition by fact; a card that plays as another has those of the other too, copies aside.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(doubts_of(open_book(), "purchase/mule"))
    ['copies', 'held[0]']
    """
    found = book.card(key)
    twin = book.certainty.about(found.facts.twin) if found.facts.twin else {}
    own = book.certainty.about(plain_card(found.key))
    return {fact: doubt for fact, doubt in twin.items() if fact != "copies"} | dict(own)


def unsure(book: Book, key: str, lang: str) -> str:
    """Why a definition isn't sure, with ≈ in front; "" when it is.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure(open_book(), "wolf", "en"), unsure(open_book(), "holy-lance", "pl")[:2]
    ('', '≈ ')
    """
    reasons = [doubt.text(lang) for doubt in doubts_of(book, key).values() if doubt.doubtful]
    return f"{MARK} {' · '.join(reasons)}" if reasons else ""


def unsure_about(book: Book, source: str, lang: str) -> tuple[str, ...]:
    """What isn't sure about where a question comes from: a card, an ability, a space; () when it is sure or nowhere.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure_about(open_book(), "wolf", "en"), len(unsure_about(open_book(), "space.temple", "en"))
    ((), 1)
    """
    found = next((key for key in (source, f"space.{source}", source.partition(".")[0]) if key and book.find(key)), "")
    why = unsure(book, found, lang) if found else ""
    return (why,) if why else ()


def layer_told(book: Book, key: str, lang: str) -> str:
    """Which layer of one's own wrote a definition last, or the card it plays as; "" if an edition did.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.rules.layers import Layer
    >>> harder = Layer("harder", {"adventure/wolf.toml": "[wolf]\\nlike = 'wolf'\\nstrength = 4"})
    >>> layer_told(open_book(["revised4", harder]), "wolf", "en")
    'Changed by “harder”: this is not what the box has.'
    """
    found = book.find(key)
    for one in (key, found.facts.twin if found else ""):
        layer = book.layer_of(one) if one else ""
        if layer not in (*editions(), ""):
            how = "made" if book.made_by(one) == layer else "changed"
            return load_phrases(lang).say("pages", how, layer=layer_name(book, layer, lang))
    return ""


def layers_behind(book: Book, sources: Iterable[str], lang: str) -> tuple[str, ...]:
    """A line for each source of a reason that a layer of one's own made or changed: a card, an ability, a space.

    >>> from talisman_nb.rules.book import open_book
    >>> layers_behind(open_book(), ["wolf", "space.temple", "character.elf.evade"], "en")
    ()
    """
    if all(layer.name in editions() for layer in book.layers):
        return ()
    wording = Wording(lang, book=book)
    keys = dict.fromkeys(key for source in sources for key in _definition_behind(book, source))
    told = ((key, layer_told(book, key, lang)) for key in keys)
    return tuple(
        sentence(wording.say("pages", "fact", fact=wording.source(key), text=text)) for key, text in told if text
    )


def _definition_behind(book: Book, source: str) -> Iterator[str]:
    """Yield the key of the definition that a source is, or is a part of, without what a card carries."""
    while source:
        for key in (source, f"space.{source}"):
            if found := book.find(key):
                yield found.key
                return
        source = source.rpartition(".")[0]


def group_of(book: Book, key: str) -> str:
    """The group whose basis a definition shares: its deck, `stock`, or the section of its key.

    >>> from talisman_nb.rules.book import open_book
    >>> group_of(open_book(), "wolf"), group_of(open_book(), "purchase/axe"), group_of(open_book(), "space.city")
    ('adventure', 'stock', 'space')
    """
    return book.whole_deck(book.deck_of.get(key, "")) or key.partition(".")[0]
