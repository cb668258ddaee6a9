"""What the rule texts say of cards, duties and declarations, held against the oracle."""

from itertools import combinations, permutations

import pytest

from . import DECK, PRESETS, compare, declarations, legal, points, winner
from .cards import PLAIN_ORDER, TRUMP_ORDER, read_cards

CLASSIC = PRESETS["classic"]
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())


def legal_of(trump: str, trick: str, holding: str, **fields: object) -> str:
    """The legal cards as text, under classic with some fields changed."""
    return " ".join(legal({**CLASSIC, **fields}, trump, trick.split(), holding.split()))


def values(holding: str, **fields: object) -> list[int]:
    """The values of all that a holding declares, under classic with some fields changed."""
    held = declarations({**CLASSIC, **fields}, holding.split())
    return sorted(declaration["value"] for declaration in held)


def compared(trump: str, north: str, east: str, **fields: object) -> tuple[str | None, int, int]:
    """The comparison when North and East announce all they hold: the side, NS and EW points."""
    rules = {**CLASSIC, **fields}
    by_seat = {
        "N": declarations(rules, north.split()),
        "E": declarations(rules, east.split()),
    }
    side, scored = compare(rules, trump, by_seat)
    return side, scored["NS"], scored["EW"]


# Tricks


def test_a_trump_nine_beats_the_ace_and_the_jack_beats_both() -> None:
    assert winner("H", ["AH", "9H"]) == 1
    assert winner("H", ["9H", "AH", "JH"]) == 2


def test_the_ace_of_spades_wins_queen_king_ace_and_nine_of_spades_when_hearts_are_trump() -> None:
    assert winner("H", ["QS", "KS", "AS", "9S"]) == 2


def test_the_seven_of_spades_as_trump_beats_the_ace_of_diamonds() -> None:
    assert winner("S", ["KD", "JD", "7S", "AD"]) == 2


def test_a_card_of_another_suit_never_wins_without_being_trump() -> None:
    assert winner("C", ["7S", "AH", "AD", "8S"]) == 3


def test_worthless_plain_cards_still_rank_nine_over_eight_over_seven() -> None:
    assert winner("C", ["7S", "9S", "8S"]) == 1


def test_all_trumps_rank_every_suit_as_trump_and_no_trumps_none() -> None:
    assert winner("AT", ["AS", "9S", "JH", "JS"]) == 3
    assert winner("NT", ["JS", "9S", "AS", "JH"]) == 2


def test_a_trick_of_trump_jack_and_king_plain_queen_and_ace_is_worth_38() -> None:
    assert points(CLASSIC, "H", ["JH", "KH", "QS", "AS"]) == 38


def test_the_deck_is_worth_152_with_a_trump_suit() -> None:
    assert [points(CLASSIC, trump, DECK) for trump in "SHDC"] == [152, 152, 152, 152]


def test_trump_is_worth_62_and_a_plain_suit_30() -> None:
    hearts = [card for card in DECK if card.endswith("H")]
    assert (points(CLASSIC, "H", hearts), points(CLASSIC, "S", hearts)) == (62, 30)
    assert (points(CLASSIC, "AT", hearts), points(CLASSIC, "NT", hearts)) == (62, 30)


def test_the_winner_is_the_highest_trump_or_else_the_highest_of_the_suit_led() -> None:
    few = read_cards("7S 9S JS 7H 10H AH KD 8D")
    for trick in permutations(few, 4):
        trumps = [card for card in trick if card.endswith("S")]
        led = [card for card in trick if card[-1] == trick[0][-1]]
        if trumps:
            highest = max(trumps, key=lambda card: TRUMP_ORDER.index(card[:-1]))
        else:
            highest = max(led, key=lambda card: PLAIN_ORDER.index(card[:-1]))
        assert trick[winner("S", list(trick))] == highest


# Duties


def test_a_strong_trump_may_not_be_played_on_a_diamond_while_a_diamond_is_held() -> None:
    assert legal_of("H", "AD", "7D JH 9H") == "7D"


def test_any_card_may_be_led() -> None:
    assert legal_of("H", "", "7D JH 9C") == "7D JH 9C"


def test_trump_led_must_be_beaten_by_whoever_can_even_when_it_is_the_partner_s() -> None:
    assert legal_of("H", "AH", "7H 9H JH KD") == "9H JH"
    assert legal_of("H", "AH 7H", "8H 9H KD") == "9H"
    assert legal_of("H", "AH 9H", "8H 10H KD") == "8H 10H"


def test_trump_led_need_not_be_beaten_without_the_duty_to_rise() -> None:
    assert legal_of("H", "AH", "7H JH KD", rise=False) == "7H JH"


def test_a_void_seat_must_trump_an_opponent() -> None:
    assert legal_of("H", "AD", "7H JH KS") == "7H JH"
    assert legal_of("H", "7D AD 8D", "7H JH KS") == "7H JH KS"
    assert legal_of("H", "7D 8D AD", "7H JH KS") == "7H JH"


def test_a_void_seat_is_free_while_its_partner_wins_with_a_card_or_a_trump() -> None:
    assert legal_of("H", "AD 7D", "7H JH KS") == "7H JH KS"
    assert legal_of("H", "7D 9H AD", "7H JH KS") == "7H JH KS"


def test_the_winning_partner_excuses_nobody_without_the_exemption() -> None:
    assert legal_of("H", "AD 7D", "7H JH KS", partner_exempt=False) == "7H JH"
    assert legal_of("H", "7D 9H AD", "7H JH KS", partner_exempt=False) == "JH"


def test_a_trump_on_a_plain_suit_must_be_overtrumped_by_whoever_can() -> None:
    assert legal_of("H", "7D 10H", "7H AH JH KS") == "AH JH"
    assert legal_of("H", "9D 7D 10H", "7H AH JH KS") == "AH JH"


def test_who_need_not_overtrump_must_still_trump() -> None:
    assert legal_of("H", "9D 7D 10H", "7H AH KS", overtrump=False) == "7H AH"
    assert legal_of("H", "9D 7D 10H", "7H AH KS", overtrump=False, undertrump=False) == "7H AH"


def test_who_cannot_overtrump_plays_a_losing_trump_or_is_free_as_the_rules_say() -> None:
    assert legal_of("H", "9D 7D 10H", "7H 8H KS") == "7H 8H"
    assert legal_of("H", "9D 7D 10H", "7H 8H KS", undertrump=False) == "7H 8H KS"


def test_with_neither_the_suit_led_nor_a_trump_any_card_is_played() -> None:
    assert legal_of("H", "AD", "7S AS KC") == "7S AS KC"
    assert legal_of("H", "JH", "7S AS KC") == "7S AS KC"


def test_at_no_trumps_the_only_duty_is_to_follow() -> None:
    assert legal_of("NT", "KD", "7D AD JS") == "7D AD"
    assert legal_of("NT", "KD", "7S AH") == "7S AH"


def test_at_all_trumps_the_suit_led_is_followed_and_beaten_and_a_void_is_free() -> None:
    assert legal_of("AT", "AD", "7D JD 9S") == "JD"
    assert legal_of("AT", "AD 7D", "8D 9D JS") == "9D"
    assert legal_of("AT", "AD 9D", "8D 10D JS") == "8D 10D"
    assert legal_of("AT", "AD", "7S JH") == "7S JH"


def test_only_counterclockwise_lets_a_trump_be_left_unbeaten_on_a_plain_suit() -> None:
    found = {
        name: " ".join(legal(rules, "H", ["9D", "7D", "10H"], ["7H", "AH", "KS"]))
        for name, rules in PRESETS.items()
    }
    assert found == {
        "classic": "AH",
        "contract82": "AH",
        "counterclockwise": "7H AH",
        "scoresheet": "AH",
        "gameduell": "AH",
        "contree": "AH",
        "coinche": "AH",
        "bulgarian": "AH",
        "two-handed": "AH",
    }


@EVERY_PRESET
def test_whoever_can_follow_follows_and_nobody_is_ever_without_a_card(
    rules: dict[str, object],
) -> None:
    few = read_cards("7S 9S JS AS 7H AH KD")
    for length in range(4):
        for trick in permutations(few, length):
            left = [card for card in few if card not in trick]
            for holding in combinations(left, 2):
                allowed = legal(rules, "S", list(trick), list(holding))
                assert allowed
                assert set(allowed) <= set(holding)
                following = [card for card in holding if trick and card[-1] == trick[0][-1]]
                assert not following or set(allowed) <= set(following)


# Declarations


def test_runs_of_three_four_and_five_or_more_are_worth_20_50_and_100() -> None:
    assert values("7S 8S 9S JH KH AD 7C 9C") == [20]
    assert values("7S 8S 9S 10S KH AD 7C 9C") == [50]
    assert values("7S 8S 9S 10S JS AD 7C 9C") == [100]
    assert values("7S 8S 9S 10S JS QS KS AS") == [100]


def test_two_runs_of_one_suit_count_apart() -> None:
    assert values("7S 8S 9S QS KS AS 7C 9C") == [20, 20]


def test_a_run_goes_from_seven_up_to_ace_and_not_round_the_corner() -> None:
    assert values("7S 8S AS KS 9H 10H 7C 9C") == []


def test_fours_are_worth_200_150_and_100_and_eights_and_sevens_nothing() -> None:
    assert values("JS JH JD JC 9S 9H 9D 9C") == [150, 200]
    assert values("AS AH AD AC 10S 10H 10D 10C") == [100, 100]
    assert values("KS KH KD KC QS QH QD QC") == [100, 100]
    assert values("8S 8H 8D 8C 7S 7H 7D 7C") == []


def test_without_declarations_a_holding_declares_nothing() -> None:
    assert values("7S 8S 9S 10S JS QS KS AS", declarations=False) == []


def test_a_card_serves_in_a_run_and_in_a_four_where_cards_are_shared() -> None:
    assert values("AS AH AD AC KS QS 7C 8H") == [20, 100]


def test_a_card_not_shared_serves_where_the_total_is_best() -> None:
    assert values("AS AH AD AC KS QS 7C 8H", shared_cards=False) == [100]
    assert values("10S JS QS KS AS AH AD AC", shared_cards=False) == [50, 100]
    assert values("7S 8S 9S 10S JS 9H 9D 9C", shared_cards=False) == [150]


def test_at_equal_totals_the_four_is_declared_rather_than_the_run() -> None:
    held = declarations({**CLASSIC, "shared_cards": False}, read_cards("10S JS QS KS AS QH QD QC"))
    assert [(one["kind"], one["value"]) for one in held] == [("four", 100)]


def test_the_side_with_the_best_declaration_scores_all_of_its_own() -> None:
    rules = CLASSIC
    by_seat = {
        "N": declarations(rules, read_cards("7S 8S 9S 10S KH AD 7C 9C")),
        "E": declarations(rules, read_cards("10D JD QD 7H 8H 9H AS KC")),
        "S": declarations(rules, read_cards("QH KH AH JS QS 10C 8C 8D")),
        "W": [],
    }
    assert compare(rules, "C", by_seat) == ("NS", {"NS": 70, "EW": 0})


def test_the_greater_value_wins_whatever_the_kind() -> None:
    assert compared("C", "JS JH JD JC 7S 8H 9D 7C", "9S 9H 9C 10S 10H 10D 10C 7D") == ("NS", 200, 0)
    assert compared("C", "7S 8S 9S 10S KH AD 7C 9C", "QD KD AD 7H 9H JH 8C 10C") == ("NS", 50, 0)


def test_at_equal_value_a_four_beats_a_run() -> None:
    assert compared("S", "10S JS QS KS AS 7H 8H 7C", "QH QD QC QS 7D 8D 9C 10C") == ("EW", 0, 100)


def test_fours_of_a_hundred_go_ace_ten_king_queen() -> None:
    aces, tens = "AS AH AD AC 7S 9H 7D 9C", "10S 10H 10D 10C 8S 8H 8D 8C"
    kings, queens = "KS KH KD KC 7S 9H 7D 9C", "QS QH QD QC 8S 8H 8D 8C"
    assert compared("S", aces, tens) == ("NS", 100, 0)
    assert compared("S", kings, tens) == ("EW", 0, 100)
    assert compared("S", kings, queens) == ("NS", 100, 0)


def test_runs_of_equal_value_go_by_their_top_card_and_only_then_by_trump() -> None:
    assert compared("S", "7S 8S 9S JH KH AD 7C 9C", "8H 9H 10H JS KS 7D 8C 10C") == ("EW", 0, 20)
    assert compared("S", "7S 8S 9S JH KH AD 10C QC", "7H 8H 9H JD KD AC KC 8D") == ("NS", 20, 0)


def test_an_exact_tie_scores_for_nobody_not_even_the_lesser_ones() -> None:
    north = "7S 8S 9S 10D JD QD 7C 9C"
    east = "10H JH QH 8D AD KS AS 10C"
    assert compared("C", north, east) == (None, 0, 0)


def test_a_longer_run_wins_only_where_runs_go_by_length() -> None:
    north = "8S 9S 10S JS QS KS 7C 9C"
    east = "10H JH QH KH AH 7D 9D 8C"
    assert compared("C", north, east) == ("EW", 0, 100)
    assert compared("C", north, east, run_order="length") == ("NS", 100, 0)


def test_nobody_scores_when_nobody_declares() -> None:
    assert compared("C", "7S 9S JS KS 7H 9H JH KH", "8D 10D QD AD 8C 10C QC AC") == (None, 0, 0)
