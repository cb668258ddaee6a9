"""Belote itself: cards, rules, the auction, the law of play, scoring, hands and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.lazy import lazily

if TYPE_CHECKING:
    from harness.game.cards import (
        CardSet,
        card_name,
        card_names,
        parse_card,
        parse_card_list,
        parse_cards,
    )
    from harness.game.counsel import legal_cards, refusals, trick_winner
    from harness.game.dealing import DealSet, deck_of, number_of
    from harness.game.fields import RulesError
    from harness.game.hand import Hand
    from harness.game.illegal import IllegalAct, IllegalBid, IllegalCard, IllegalDeclaration
    from harness.game.match import Match
    from harness.game.play import TRUMPS
    from harness.game.presets import preset, preset_names, rules_of
    from harness.game.rules import Rules
    from harness.game.scoring import HandScore
    from harness.game.seats import SEATS, SIDES, side_number
    from harness.game.sheet import score_hand
    from harness.game.view import View

__all__ = [
    "SEATS",
    "SIDES",
    "TRUMPS",
    "CardSet",
    "DealSet",
    "Hand",
    "HandScore",
    "IllegalAct",
    "IllegalBid",
    "IllegalCard",
    "IllegalDeclaration",
    "Match",
    "Rules",
    "RulesError",
    "View",
    "card_name",
    "card_names",
    "deck_of",
    "legal_cards",
    "number_of",
    "parse_card",
    "parse_card_list",
    "parse_cards",
    "preset",
    "preset_names",
    "refusals",
    "rules_of",
    "score_hand",
    "side_number",
    "trick_winner",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "SEATS": "seats",
            "SIDES": "seats",
            "TRUMPS": "play",
            "CardSet": "cards",
            "DealSet": "dealing",
            "Hand": "hand",
            "HandScore": "scoring",
            "IllegalAct": "illegal",
            "IllegalBid": "illegal",
            "IllegalCard": "illegal",
            "IllegalDeclaration": "illegal",
            "Match": "match",
            "Rules": "rules",
            "RulesError": "fields",
            "View": "view",
            "card_name": "cards",
            "card_names": "cards",
            "deck_of": "dealing",
            "legal_cards": "counsel",
            "number_of": "dealing",
            "parse_card": "cards",
            "parse_card_list": "cards",
            "parse_cards": "cards",
            "preset": "presets",
            "preset_names": "presets",
            "refusals": "counsel",
            "rules_of": "presets",
            "score_hand": "sheet",
            "side_number": "seats",
            "trick_winner": "counsel",
        },
    )
