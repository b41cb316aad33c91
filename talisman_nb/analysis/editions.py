"""The same situation under every edition that can hold it: what happens, how likely, and the rules that differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct, structs

from talisman_nb.model import State
from talisman_nb.model.situation import SituationError
from talisman_nb.odds import Odds, Outlook, fight_odds
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import JOIN, edition_and_layers, find_layer, spell_specification, with_known_cards
from talisman_nb.rules.layers import editions as edition_keys
from talisman_nb.text.errors import describe_error
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.names import edition_name
from talisman_nb.text.pages import markdown_list
from talisman_nb.text.phrases import load_phrases

from .analysis import Analysis
from .outcomes import OutcomeChances, chances
from .replies import Run, run_of
from .what_if import Comparison, what_if


class InEdition(Struct, frozen=True):
    """A situation in one edition, played with cards that are listed.

    Attributes
    ----------
    edition, name
        The edition, and what it is called.
    run
        None if the edition can't hold the situation.
    comparison
        Side by side with the edition of the situation, None for that edition itself.
    chances
        The chances of the run.
    why
        Why the edition can't hold it, else "".
    """

    edition: str
    name: str
    run: Run | None = None
    comparison: Comparison | None = None
    chances: OutcomeChances | None = None
    why: str = ""

    def cannot(self, lang: str) -> str:
        """Return that the edition can't hold the situation, with the reason.

        Parameters
        ----------
        lang
            en, it, fr or pl.

        Returns
        -------
        str
            A sentence.

        Examples
        --------
        >>> "it has no fate" in InEdition("second", "Second edition", why="it has no fate").cannot("en")
        True
        """
        say = load_phrases(lang).say
        if not find_layer(_bare(self.edition)).head.offered:
            return say("panel", "labelled", label=self.name, text=self.why)
        return say("analysis", "edition-cannot", edition=self.name, why=self.why)


class Editions(Struct, frozen=True):
    """A situation in each edition, its own first; shown as text.

    Attributes
    ----------
    lang
        The language.
    rows
        A row an edition.
    """

    lang: str
    rows: tuple[InEdition, ...]

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_markdown_(self) -> str:
        return markdown_list([*self.lines()]) + "\n"

    def lines(self) -> Iterator[str]:
        """Yield the lines: for each edition its steps or what differs, with the rules; how it ends; the chances.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> next(editions(Analysis.of("dwarf crags | thief city > 1", "en")).lines())
        'Revised 4th edition: dwarf crags | thief city > 1'
        """
        say = load_phrases(self.lang).say
        for row in self.rows:
            if row.run is None:
                yield row.cannot(self.lang)
                continue
            yield with_heading(row.name, row.run.analysis.text, self.lang)
            if row.comparison is None:
                yield from (f"   {line}" for step in row.run.steps for line in row.run.sentences(step.node))
            elif row.comparison.alike:
                yield f"   {say('analysis', 'no-difference')}"
            else:
                yield from (f"   {line}" for line in _different(row.comparison))
            if row.chances is not None:
                yield f"   {row.chances.line(row.name, self.lang)}"


def _different(comparison: Comparison) -> Iterator[str]:
    """Yield the rows that differ, with the reasons of both editions; then other questions that are come to."""
    for difference in comparison.differences:
        yield from comparison.row_lines(difference.row)
        yield from (f"   {line}" for line in comparison.why(difference))
    if comparison.end is not None:
        yield from comparison.end_lines()
        if comparison.first is None:
            yield from (f"   {line}" for line in comparison.why(comparison.end))


def editions(analysis: Analysis) -> Editions:
    """Return the run that led to a node in each edition, its own first; one that can't hold it says why.

    Layers over the edition and house rules stay. Questions that only one edition asks, and that may be passed without
    changing anything, are passed.

    Parameters
    ----------
    analysis
        The node.

    Returns
    -------
    Editions
        A row an edition.

    Examples
    --------
    >>> found = editions(Analysis.of("dwarf crags | thief city > 1 > anticlockwise > bear > fight", "en"))
    >>> [(row.edition, row.run is not None) for row in found.rows]
    [('revised4', True), ('second', True), ('third+second-cards', True)]
    """
    lang = analysis.node.situation.lang
    own, layers = edition_and_layers(book_of(analysis.state.book).edition)
    known = (with_known_cards(key) for key in edition_keys())
    others = (key for key in known if own not in (key, _bare(key)))
    return Editions(lang, tuple(_in_edition(analysis, own, key, layers) for key in (own, *others)))


def odds_in_editions(
    analysis: Analysis, find: Callable[[State], Odds | Outlook] = fight_odds
) -> dict[str, dict[str, Fraction]]:
    """Return the chances of a moment in each edition beside each other: `pandas.DataFrame` makes a table of them.

    Parameters
    ----------
    analysis
        The moment, as in `editions`.
    find
        What is asked of its state in each edition: `fight_odds`, `best_fight` or another function of `talisman_nb.odds`
        that needs no more than a state.

    Returns
    -------
    dict[str, dict[str, Fraction]]
        Maps each edition to the chance of each outcome; {} for one that can't hold the situation (`editions` says why).

    Raises
    ------
    ValueError
        Where `find` has nothing to say, as where no fight is going on.

    Examples
    --------
    >>> dragon = Analysis.of("dwarf fields-1, arrived | thief city | on fields-1, dragon > fight")
    >>> found = odds_in_editions(dragon, lambda state: fight_odds(state, fate=True))
    >>> found["revised4"]["won"], found["second"]["won"]
    (Fraction(11, 216), Fraction(1, 36))
    """
    return {row.edition: _chances(find(row.run.analysis.state)) if row.run else {} for row in editions(analysis).rows}


def _chances(found: Odds | Outlook) -> dict[str, Fraction]:
    named: Mapping[str, Fraction] = structs.asdict(found) if isinstance(found, Odds) else found.chances
    return dict(named)


def _bare(key: str) -> str:
    """An edition without its variants."""
    return key.partition(JOIN)[0]


def _in_edition(analysis: Analysis, own: str, key: str, layers: tuple[str, ...]) -> InEdition:
    lang = analysis.node.situation.lang
    if key == own:
        run = run_of(analysis)
        return InEdition(key, edition_name(book_of(analysis.state.book), lang), run, None, chances(run))
    name = edition_name(open_book(key), lang)
    if not find_layer(_bare(key)).head.offered:
        return InEdition(key, name, why=load_phrases(lang).say("analysis", "not-offered"))
    try:
        titles = edition_name(book_of(analysis.state.book), lang), name
        found = what_if(analysis, f"edition {spell_specification(JOIN.join((key, *layers)))}", titles=titles)
    except SituationError as wrong:
        return InEdition(key, name, why=describe_error(wrong, lang))
    return InEdition(key, name, found.runs[1], found, found.chances[1])
