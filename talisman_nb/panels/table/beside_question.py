"""What stands beside a question: the card it is about, the sums and chances of a fight."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask, Option, Seen, key_of
from talisman_nb.odds import Odds
from talisman_nb.odds.fight import all_thrown, odds_of_fight, odds_of_reroll
from talisman_nb.rules.book import book_of
from talisman_nb.text.questions.card_shown import card_shown
from talisman_nb.text.questions.fight_sums import sums_of
from talisman_nb.text.screen.values import Choice, Fight, Question
from talisman_nb.text.wording import wording_of

from .roll_parts import percents, with_rerolls, with_roll
from .way_parts import with_attacks, with_choices, with_ways


def with_parts(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return the question with what is known beside it, the same for every screen."""
    asked = with_rerolls(asked, state, found, lang)
    asked = with_ways(with_roll(asked, state, found, lang), state, found, lang)
    asked = with_choices(with_attacks(asked, state, found, lang), state, found, lang)
    asked = _with_fight(asked, state, found, lang)
    return replace(asked, card=card_shown(state, found, wording_of(state, lang), told=said_by_answers(asked)))


def named_by_shelf(asked: Question) -> Question:
    """Return a shop's question with its wares named only: the shelf tells their prices, and each answer stays small."""
    wares = asked.shop.wares if asked.shop else ()
    names = {key_of(verb, ware.card): ware.name for ware in wares for verb in ("buy", "free")}
    options = tuple(replace(choice, label=names.get(choice.key, choice.label)) for choice in asked.options)
    return replace(asked, options=options) if names else asked


def said_by_answers(asked: Question) -> bool:
    """Return whether the answers of a question say what its card does."""
    if asked.kind == "result":  # the headline says it, but of a fight
        return asked.fight is None
    return asked.kind in ("shop", "choose") or bool(asked.sums) or any(option.detail for option in asked.options)


# --- fights ---


def _with_fight(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Add the sums of a fight, its chances, and at each offer of a reroll the chances it leads to."""
    sums = sums_of(state, found, wording_of(state, lang))
    if sums is None:
        return asked
    g = WorkingState(book_of(state.book), state)
    assert g.fight is not None
    offers = {option.key: _odds_of_offer(g, found, option) for option in found.offers if option.verb == "fate"}
    return replace(
        asked,
        fight=_with_chances(sums, g, found, tuple(offers.values())),
        offers=tuple(_offer(each, offers.get(each.key)) for each in asked.offers),
    )


def _with_chances(sums: Fight, g: WorkingState, found: Ask, rerolls: tuple[Odds, ...]) -> Fight:
    if all_thrown(g):
        best = max(rerolls, key=lambda odds: (odds.won, -odds.lost), default=None)
        return sums if best is None else replace(sums, fate=percents(best), whose=int(not _attacks(g, found)))
    plain, paid = odds_of_fight(g), _with_fate(g)
    better = paid is not None and paid.better_than(plain)
    defends = g.fight is not None and 0 <= found.seat == g.fight.against  # asked for the die of the one attacked
    mine = percents(_of_other_side(plain) if defends else plain)
    return replace(sums, chances=mine, fate=percents(paid) if paid and better else None, whose=int(defends))


def _of_other_side(odds: Odds) -> Odds:
    return Odds(odds.lost, odds.standoff, odds.won)


def _with_fate(g: WorkingState) -> Odds | None:
    """Return the odds if the attacker spends fate, or None without fate or against a character (who may spend too)."""
    fight = g.fight
    assert fight is not None
    alone = fight.against < 0 and g.players[fight.you].fate > 0
    return odds_of_fight(g, fate=True) if alone else None


def _attacks(g: WorkingState, found: Ask) -> bool:
    return g.fight is not None and found.seat == g.fight.you


def _odds_of_offer(g: WorkingState, found: Ask, offer: Option) -> Odds:
    """Return the odds after a reroll, from the side of who is asked."""
    odds = odds_of_reroll(g, found.seat, int(offer.item))
    return odds if _attacks(g, found) else _of_other_side(odds)


def _offer(each: Choice, odds: Odds | None) -> Choice:
    return each if odds is None else replace(each, chances=percents(odds))
