"""`Table`, a game being played: begun, opened, saved, closed, and its settings; its bases answer, amend and read."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.engine import new_game
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, State
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.house_rules import left_in_box
from talisman_nb.rules.layers import BASE, LayerLike, specify
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.table.file.older_format import convert, older_log
from talisman_nb.table.file.saved_tables import found_table, settings_in, table_file
from talisman_nb.table.file.stored_book import pack_book, reopen_book

from .amendable_table import AmendableTable
from .autoplay import ChanceSource
from .history import History
from .house_files import house_values
from .last_time import read_before
from .records import BY_HAND, Settings

Players = Sequence[tuple[str, str] | str] | Mapping[str, str]
"""Names with the ids of their characters, in seat order; a name alone, or one with "", has none yet."""
BEGUN_WITH = ("players", "edition", "house", "first", "dice", "cards", "spells", "demo")
"""Settings that a table has from its beginning."""


class Table(AmendableTable):
    """A game being played. Without `name` and `path` it is in memory only.

    Methods with a `ply` (the number of the question that was seen) raise `NotAllowedError` "table.stale" if the game is
    at another question by then; None skips the check. What they refuse changes neither game nor file.

    Examples
    --------
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    >>> table.ask.kind, table.ask.purpose
    ('die', 'move')
    >>> made = table.answer(3)
    >>> table.ask.kind, table.ask.open()
    ('way', ('clockwise', 'anticlockwise', 'fate:0'))
    >>> table.undo()
    ()
    >>> table.ask.kind
    'die'
    """

    @classmethod
    def new(
        cls,
        players: Players,
        edition: str = BASE,
        house: Mapping[str, Any] | str | Path | None = None,
        *,
        layers: Iterable[LayerLike] = (),
        first: int = 0,
        dice: str = "physical",
        cards: str = "physical",
        spells: str = "hands",
        lang: str = "en",
        name: str = "",
        seed: int | None = None,
        path: str | Path | None = None,
        source: ChanceSource | None = None,
        position: State | None = None,
        demo: bool = False,
        clock: str = "off",
    ) -> Table:
        """Begin a game with `players` in seat order, clockwise.

        Parameters
        ----------
        players
            Names with the ids of their characters: pairs, or a mapping. A name alone, or one with "", is dealt a
            character, or several to keep one of them, as `setup.deal` says.
        edition
            The edition; layers may follow it, as in "second+my-cards".
        house
            Figures with their values, or the name or file of saved house rules (`save_house`).
        layers
            What is put over the edition, in this order: names of installed layers, folders, or `Layer`s; the file of
            the table keeps them.
        first
            The seat that begins.
        dice, cards
            "physical" for those on the table, "virtual" for those of the screen.
        spells
            "hands" if real Spells stay face down, "known" if they are typed.
        lang
            The language of the table: en, it, fr or pl.
        name
            Saves the table under this name, in the folder of tables. If one of this name was begun with the same people
            and settings, it is opened where it stands: a cell that begins a table can be run again.
        seed
            What virtual dice and cards come from; None is a random one.
        path
            Saves the table in this file.
        source
            Takes the place of the seeded dice and cards.
        position
            Where the game begins: a state of these players and the same book.
        demo
            A table made to try the program: it counts in no statistics.
        clock
            "on" shows how long turns take.

        Returns
        -------
        Table
            The table at its first question.

        Raises
        ------
        SetupError
            The edition does not allow these players, or there is no such layer.
        HouseFileError
            The house rules can't be used.
        TableFileError
            The file exists, or can't be written; a table of this name was begun with other people or settings.

        Examples
        --------
        >>> table = Table.new(["Ada", ("Bruno", "thief")], "second", {"carry.objects": 5}, dice="virtual", seed=1)
        >>> table.settings.edition, [player.character for player in table.state.players][1]
        ('second', 'thief')
        """
        seats = players.items() if isinstance(players, Mapping) else players
        pairs = tuple((seat, "") if isinstance(seat, str) else (seat[0], seat[1]) for seat in seats)
        edition = specify((edition, *layers))
        values = house_values(house, open_book(edition))
        book = open_book(edition, values)
        drawn, seed = seed is None, secrets.randbits(48) if seed is None else seed
        boxed = left_in_box(book, seed) if cards == "virtual" else ()
        texts = read_before(book, cards)
        start = new_game(pairs, book, None, first, boxed, texts)
        settings = Settings(
            players=pairs,
            edition=edition,
            house=values,
            first=first,
            dice=dice,
            cards=cards,
            spells=spells,
            lang=lang,
            name=name,
            seed=seed,
            boxed=boxed,
            texts=texts,
            book=book.id,
            demo=demo,
            clock=clock,
        )
        table = cls(History(GameLog(), start, settings), source)
        with table._history.transaction():
            table._history.note(settings=settings)
            draft = table._history.draft(undo_group=0)
            if position:
                draft.add(Answer(draft.state.ply, "hand", state=position), BY_HAND)
            table._written(draft)
        if path is not None:
            table.save_as(Path(path))
        elif name:
            try:
                table.save_as(name)
            except TableFileError as taken:
                if taken.key != "there":
                    raise
                return cls._begun_before(table_file(name), settings, drawn, position, source)
        return table

    @classmethod
    def _begun_before(
        cls, file: Path, settings: Settings, drawn: bool, position: State | None, source: ChanceSource | None
    ) -> Table:
        """Open the table in a file if it was begun with these settings (but for the seed if it was `drawn`).

        Raises `TableFileError` "there-other", with what differs, if it was not, and "there" for a file of another kind.
        """
        before = settings_in(file, begun=True)
        if before is None:
            raise TableFileError("there", path=str(file))
        asked = BEGUN_WITH if drawn else (*BEGUN_WITH, "seed")
        differs = [field for field in asked if getattr(before, field) != getattr(settings, field)]
        table = cls.open(file, source=source) if not differs else None
        begins_at = (
            next((line.answer.state for line in table.lines[:1] if not line.undo_group), None) if table else None
        )
        if table and begins_at != position:
            table.close()
            differs = ["position"]
        if table is None or differs:
            raise TableFileError("there-other", path=str(file), what=", ".join(differs))
        return table

    @classmethod
    def open(cls, name: str | Path, *, until: int | None = None, source: ChanceSource | None = None) -> Table:
        """Open a saved table at its last head.

        If answers no longer fit the rules of today, the game is at the last one that fits, and the others wait
        (`unfit`). A file of an older format is converted once it was read. Warns of what is odd (`problem`).

        Parameters
        ----------
        name
            The table's name, or its file.
        until
            The id of the answer to go back to (0: the beginning); None stays at the head.
        source
            Takes the place of the seeded dice and cards.

        Returns
        -------
        Table
            The table, which writes into the same file.

        Raises
        ------
        TableFileError
            The file can't be used; it is left as it is.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with Table.new({"Ada": "dwarf"}, path=f"{folder}/Friday.talisman") as table:
        ...         _ = table.answer(3)
        ...     with Table.open(Path(folder, "Friday.talisman")) as table:
        ...         table.name, [line.answer.key for line in table.lines]
        ('Friday', ['3'])
        """
        path = found_table(name)
        older = older_log(path)
        log = older or GameLog.opened(path)
        try:
            entries = older.entries() if older else log.read()
            settings = next((entry.settings for entry in reversed(entries) if entry.settings), None)
            if settings is None:
                raise TableFileError("lost", path=str(path))
            book = reopen_book(path, settings, next((entry.definitions for entry in entries if entry.definitions), b""))
            start = new_game(settings.players, book, None, settings.first, settings.boxed, settings.texts)
            history = History(log, start, settings, entries, until)
            if older:
                convert(older, path)
            if until is not None:
                with history.transaction():
                    history.go(until, [])
        except BaseException:
            log.close()
            raise
        table = cls(history, source)
        if (problem := table.problem) and problem.key != "converted":
            warnings.warn(str(problem), stacklevel=2)
        return table

    def save_as(self, name: str | Path) -> Path:
        """Save the game to a new file and continue in it; an old file is kept.

        Also saves a game that is in memory only, or whose file was deleted or replaced.

        Parameters
        ----------
        name
            A table's name, as text, or a path.

        Returns
        -------
        Path
            The new file.

        Raises
        ------
        TableFileError
            The file exists, or can't be written.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, Table.new({"Ada": "dwarf"}) as table:
        ...     table.save_as(Path(folder, "Thursday.talisman")).stem, table.path.name
        ('Thursday', 'Thursday.talisman')
        """
        path = table_file(name) if isinstance(name, str) else name
        history = self._history
        if history.log.path is None:
            with history.transaction():
                history.note(definitions=pack_book(book_of(history.start.book)))
        history.log.save_to(path)
        return path

    def close(self) -> None:
        """Close the file; a table in a `with` closes it at its end.

        Examples
        --------
        >>> Table.new({"Ada": "dwarf"}).close()
        """
        self._history.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def set(self, **changes: Any) -> Settings:
        """Change settings from now on.

        Parameters
        ----------
        changes
            Fields of `Settings`: `dice`, `cards`, `spells`, `lang`, `react`, `bots`, `tempo`, `name`, `sheets_only`,
            `minutes`, `clock`, `group`, `stake`.

        Returns
        -------
        Settings
            All settings, as they are now.

        Raises
        ------
        ValueError
            A field that is fixed or unknown, or a value that is not allowed.

        Examples
        --------
        >>> Table.new({"Ada": "dwarf"}).set(lang="it", dice="virtual").lang
        'it'
        """
        fixed = ("players", "edition", "house", "first", "book", "seed")
        for name in changes:
            if name in fixed or name not in Settings.__struct_fields__:
                free = [field for field in Settings.__struct_fields__ if field not in fixed]
                hint = f"{did_you_mean(name, free)}; these can: {', '.join(free)}"
                raise ValueError(f"{name!r} can't be changed while playing{hint}")
        with self._history.transaction():
            settings = replace(self._history.settings, **changes)
            self._history.note(settings=settings)
        return settings

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from talisman_nb.drawing.definition_picture import still_position
        from talisman_nb.text.pages.packing import position_page

        seen, lang = seen_by(self.state), self.settings.lang
        return still_position(seen, lang, position_page(seen, lang, self.name))

    def bet(self, seat: int, face: int, *, ply: int | None = None) -> None:
        """Bet on the throw of somebody else that is asked for: a point of honour, nothing in the game.

        Parameters
        ----------
        seat
            Who bets; another bet on the same throw gives way.
        face
            The face.
        ply
            The question that was seen: see `Table`.

        Raises
        ------
        NotAllowedError
            "table.no-bet": no die of somebody else is asked for, or it was thrown already.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> table.bet(1, 5)
        >>> _ = table.answer(3)
        >>> [(throw.line.answer.key, throw.faces, throw.winners) for throw in table.bets.settled]
        [('3', {1: 5}, ())]
        """
        with self._history.transaction(ply):
            self.bets.place(seat, face)
