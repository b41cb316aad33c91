"""The operations by topic; importing this package registers them."""

from talisman_nb.engine import judging  # noqa: F401

from . import chance, combat, crossing, figures, flow, foes, goods, lasting, life, magic, meeting, moving, plunder, spoils, turn  # noqa: F401
