"""Belote itself: cards, rules, the auction, the law of play, scoring, hands and matches."""

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
