"""Records of the variants: no card turned up, no bids, cards that lie face down."""

from typing import Any

import pytest

from harness.game import SEATS, Hand, card_names, preset
from harness.game.cards import cards_of
from harness.game.notation import hand_record
from harness.game.referee import NO_RECORD, judge
from tests.game.refereed import foul, found, place
from tests.game.scripts import ALL_SPADES_LED, ONE_SUIT_EACH, Script, played

COINCHE = preset("coinche")
BULGARIAN = preset("bulgarian")
TWO = preset("two-handed")


def swept(bids: str) -> Script:
    """Return a hand in which place 0 wins every trick with all the spades, after some bids."""
    return Script(ONE_SUIT_EACH, "", bids, ALL_SPADES_LED)


def dealt_out(hand: Hand) -> dict[str, Any]:
    """Write a hand down with what each seat plays instead of its deck."""
    record = hand_record(hand)
    del record["deck"]
    return record | {
        "deal": {SEATS[seat]: card_names(cards_of(held)) for seat, held in enumerate(hand.dealt)}
    }


def played_for_two() -> Hand:
    """Deal the deck in order to two, N leading, and play the lowest card that is legal."""
    hand = Hand(TWO, range(32), SEATS.index("E"))
    while not hand.over:
        hand.play(min(hand.legal_cards))
    return hand


def refused(record: dict[str, Any]) -> tuple[str, str]:
    """Return what is wrong with an object that is no record, and the key."""
    ruling = judge(record)
    assert ruling.status == NO_RECORD
    return ruling.verdict["error"], ruling.verdict["where"]


# Where numbers or trumps are bid


@pytest.mark.parametrize(
    ("rules", "bids"),
    [
        (COINCHE, "80S pass 100AT coinche surcoinche"),
        (COINCHE, "generaleS pass pass pass"),
        (BULGARIAN, "C S contra pass pass pass"),
    ],
)
def test_a_hand_is_judged_alike_by_its_deck_and_by_what_each_seat_plays(
    rules: Any,  # noqa: ANN401 - as a record gives them
    bids: str,
) -> None:
    hand = played(rules, swept(bids))
    assert found(dealt_out(hand)) == found(hand_record(hand))
    assert "turned" not in hand_record(hand)


def test_a_card_turned_up_is_passed_over_where_none_is() -> None:
    record = dealt_out(played(COINCHE, swept("80S pass pass pass")))
    assert found({**record, "turned": "no card"}) == found(record)


@pytest.mark.parametrize(
    ("rules", "bids", "speaks"),
    [("coinche", "80S", "W"), ("coinche", "80S pass pass", "E"), ("bulgarian", "S", "W")],
)
@pytest.mark.parametrize("plays", [None, ""], ids=["and plays", "and no plays"])
def test_the_passes_that_close_the_bidding_are_bids_too(
    rules: str, bids: str, speaks: str, plays: str | None
) -> None:
    whole = swept("80S pass pass pass" if rules == "coinche" else "S pass pass pass")
    record = {**hand_record(played(preset(rules), whole)), "bids": bids}
    verdict = foul(record if plays is None else {**record, "plays": plays})
    assert place(verdict, "seat") == ("bids", len(bids.split()), speaks)
    assert verdict["error"] == "the bidding is not over: the passes that close it are bids too"
    assert "pass" in verdict["legal"].split()


def test_a_hand_forfeited_in_its_bidding_may_stop_there_but_not_play_on() -> None:
    record = hand_record(played(COINCHE, swept("80S pass pass pass")))
    forfeited = {**record, "bids": "80S", "forfeit": {"seat": "W", "why": "late"}}
    assert found({**forfeited, "plays": ""})["outcome"] == "forfeit"
    assert place(foul(forfeited)) == ("plays", 0)


def test_a_hand_that_nobody_took_must_be_passed_out_by_all() -> None:
    record = {**hand_record(played(COINCHE, swept("80S pass pass pass"))), "plays": ""}
    assert place(foul({**record, "bids": "pass pass pass"}), "seat") == ("bids", 3, "E")
    assert found({**record, "bids": "pass pass pass pass"})["outcome"] == "passed"


def test_a_bid_that_is_not_higher_and_a_coinche_of_one_s_own_are_found() -> None:
    record = hand_record(played(COINCHE, swept("80S pass pass pass")))
    assert place(foul({**record, "bids": "80S 80AT"}), "seat") == ("bids", 1, "W")
    own = foul({**record, "bids": "80S pass coinche"})
    assert place(own, "seat", "duty") == ("bids", 2, "S", "make a legal bid")


def test_the_verdict_tells_what_a_doubled_hand_at_all_trumps_brought() -> None:
    verdict = found(hand_record(played(COINCHE, swept("100AT coinche surcoinche"))))
    assert (verdict["taker"], verdict["trump"], verdict["outcome"]) == ("N", "AT", "made")
    # Four runs to the ace, and none is more of a trump: nobody's count, but takers who sweep
    # have all four. 4 x (160 + 400 + 100) and two belotes, and the other side its two.
    assert verdict["capot"] == "NS"
    assert verdict["belote"] == {"NS": 40, "EW": 40}
    assert verdict["score"] == {"NS": 4 * (160 + 400 + 100) + 40, "EW": 40}


# Where two play


def test_a_hand_of_two_is_judged_by_its_deck() -> None:
    record = hand_record(played_for_two())
    assert (record["rules"], record["bids"]) == ("two-handed", "")
    verdict = found(record)
    assert (verdict["taker"], verdict["trump"], len(verdict["tricks"])) == ("N", "C", 16)


def test_a_hand_of_two_needs_its_deck_since_cards_lie_face_down() -> None:
    error, where = refused(dealt_out(played_for_two()))
    assert (error, where) == (
        "a hand needs its deck, not its deal, where cards lie face down",
        "deal",
    )


def test_nobody_bids_where_two_play() -> None:
    record = hand_record(played_for_two())
    assert place(foul({**record, "bids": "pass"}), "seat") == ("bids", 0, None)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"dealer": "S"}, "dealer"),
        ({"declares": {"W": "all"}}, "declares"),
        ({"forfeit": {"seat": "W"}}, "forfeit"),
    ],
)
def test_only_n_and_e_sit_at_a_table_of_two(changes: dict[str, Any], where: str) -> None:
    error, key = refused(hand_record(played_for_two()) | changes)
    assert (error, key) == (f"{where} must name seats by their letters: N E", where)
