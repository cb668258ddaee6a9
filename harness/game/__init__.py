"""Belote itself: cards, rules, the auction, the law of play, scoring, hands and matches."""

from harness.game.cards import (
    CardSet,
    card_name,
    card_names,
    parse_card,
    parse_card_list,
    parse_cards,
)
from harness.game.dealing import DealSet, deck_of, number_of
from harness.game.hand import Hand, IllegalAct, IllegalBid, IllegalCard, IllegalDeclaration
from harness.game.match import Match
from harness.game.play import TRUMPS, legal_cards, trick_winner
from harness.game.rules import Rules, RulesError, preset, preset_names, rules_of
from harness.game.scoring import HandScore, score_hand
from harness.game.seats import SEATS, SIDES
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
    "rules_of",
    "score_hand",
    "trick_winner",
]
