"""Stored hands played again, against a hand worked out card by card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.arena.archive import faulty_matches, find_match
from harness.arena.columns import Batch
from harness.arena.hindsight import judged
from harness.arena.replays import MatchReplay, Replay, replay_matches
from harness.arena.store import Store
from harness.errors import BeloteError
from harness.game import SEATS, CardSet, card_name, parse_card_list, parse_cards, preset
from tests.arena.stored import PLAYS, a_batch, a_run, fault_row, hand_row, match_row


def as_stored(name: str) -> str:
    """Return a preset as a run keeps it."""
    return json.dumps(preset(name).as_dict() | {"base": name})


def replayed(tmp_path: Path, batch: Batch, rules: str = "classic", as_is: str = "") -> MatchReplay:
    """Store a batch and play its match m1 again, under a preset or rules as a run keeps them."""
    run, bots = a_run()
    run = run._replace(rules=as_is or as_stored(rules))
    with Store.open(tmp_path / "x.duckdb", owner=True) as store:
        store.begin_run(run, bots)
        store.append(batch)
        return replay_matches(store.read, [find_match(store.read, "m1")])[0]


@pytest.fixture
def hand(tmp_path: Path) -> Replay:
    """W deals, E takes the ace of clubs, and the tricks go to N W S W E S S S."""
    return replayed(tmp_path, a_batch("m1")).hands[0]


def test_each_seat_has_what_it_was_dealt_before_and_after_the_take(hand: Replay) -> None:
    assert [CardSet(cards) for cards in hand.holdings] == [
        parse_cards("KC JD QD 7H 8S KS 10S 9D"),
        parse_cards("KH QS QH 9S 8H 7D 9C AC"),
        parse_cards("AD AS 10D 8C JS 10H 7C 10C"),
        parse_cards("7S 9H JH KD AH 8D JC QC"),
    ]


def test_bids_and_cards_are_those_of_the_seats_that_made_them(hand: Replay) -> None:
    assert [(SEATS[seat], bid) for seat, bid in hand.bids] == [("N", "pass"), ("E", "take")]
    leads = "".join(SEATS[trick[0].seat] for trick in hand.tricks())
    assert leads == "NNWSWESS"
    assert [play.card for play in hand.plays] == PLAYS


def test_points_run_as_the_tricks_fall(hand: Replay) -> None:
    after = [trick[-1].points for trick in hand.tricks()]
    assert after == [
        *[(6, 0), (6, 27), (19, 27), (19, 65)],
        *[(19, 93), (35, 93), (45, 93), (69, 93)],
    ]


@pytest.mark.parametrize(
    ("card", "might"),
    [
        ("KS", "KC JD QD 7H 8S KS 10S 9D"),  # leads
        ("9S", "9S QS"),  # follows
        ("QC", "JC QC"),  # must ruff the ace of spades
        ("AC", "KH QH 8H AC"),  # the partner is winning
        ("10H", "10H"),
    ],
)
def test_what_might_have_been_played_is_told_of_each_card(
    hand: Replay, card: str, might: str
) -> None:
    (play,) = (play for play in hand.plays if card_name(play.card) == card)
    assert CardSet(play.legal) == parse_cards(might)


def test_what_is_said_belongs_to_the_card_it_was_said_with(tmp_path: Path) -> None:
    # N holds the 9 to queen of hearts, E the king and queen of clubs, which are trump.
    deck = parse_card_list(
        "9H 10H JH KC QC 7H 7C AC KH 8C 10C JC QH 7D AS 10D 7S QS AH 9S "
        "9C 9D 8S JS KS 8D JD AD 8H 10S QD KD"
    )
    plays = parse_card_list("9H 7H 8H AH 8C 7D KC AC")
    row = hand_row(
        match_id="m1", deck=deck, turned="9C", plays=plays, outcome="forfeit", announced_ns=50
    )
    batch = Batch.of([match_row(hands=1, ended_by="forfeit")], [row], [])
    (broken,) = replayed(tmp_path, batch).hands
    said = [[(SEATS[one.seat], one.value) for one in play.announcements] for play in broken.plays]
    assert said == [[("N", 50)], *[[]] * 7]
    assert [play.belote for play in broken.plays] == [None] * 6 + [3, None]
    assert broken.score is None


def test_the_score_before_a_hand_is_the_sum_of_those_before_it(tmp_path: Path) -> None:
    rows = [
        hand_row(hand_no=0, score_ns=69, score_ew=93),
        hand_row(hand_no=1, score_ns=0, score_ew=162),
        hand_row(hand_no=2),
    ]
    told = replayed(tmp_path, Batch.of([match_row(hands=3)], rows[::-1], []))
    assert [replay.totals for replay in told.hands] == [(0, 0), (69, 93), (69, 255)]


def test_a_deal_that_nobody_took_has_no_plays(tmp_path: Path) -> None:
    row = hand_row(bids=" ".join(["pass"] * 8), plays=[], outcome="passed", taker=None)
    (passed,) = replayed(tmp_path, Batch.of([match_row(hands=1)], [row], [])).hands
    assert (passed.plays, passed.outcome) == ((), "passed")
    assert [cards.bit_count() for cards in passed.holdings] == [5, 5, 5, 5]
    assert judged(passed) == ()


def test_what_lies_face_down_belongs_to_its_seat_from_the_start(tmp_path: Path) -> None:
    row = hand_row(dealer="N", bids="", plays=[], outcome="forfeit", taker=None)
    batch = Batch.of([match_row(hands=1, ended_by="forfeit")], [row], [])
    (laid,) = replayed(tmp_path, batch, "two-handed").hands
    assert [cards.bit_count() for cards in laid.holdings] == [16, 16]
    assert sum(laid.holdings) == (1 << 32) - 1
    assert judged(laid) == ()


def test_faults_belong_to_their_hand_and_those_before_the_deal_to_the_match(tmp_path: Path) -> None:
    evidence = json.dumps({"question": "card", "legal": "7S"})
    faults = [
        fault_row(hand_no=0, seat="S", evidence=evidence),
        fault_row(hand_no=None, seat="W", bot="bob", evidence=None),
    ]
    told = replayed(tmp_path, Batch.of([match_row(hands=1)], [hand_row()], faults))
    ((fault,),) = [replay.faults for replay in told.hands]
    assert (fault.seat, fault.bot, fault.evidence["legal"]) == (2, "ada", "7S")
    assert [(one.seat, one.bot, one.evidence) for one in told.faults] == [(3, "bob", {})]


def test_a_match_is_found_by_the_start_of_its_id(tmp_path: Path) -> None:
    run, bots = a_run()
    run = run._replace(rules=as_stored("classic"))
    with Store.open(tmp_path / "x.duckdb", owner=True) as store:
        store.begin_run(run, bots)
        store.append(a_batch("ab1", "ab2"))
        assert find_match(store.read, "ab2").match_id == "ab2"
        assert [one.match_id for one in faulty_matches(store.read)] == ["ab1", "ab2"]
        with pytest.raises(BeloteError, match="several matches begin with 'ab'"):
            find_match(store.read, "ab")
        with pytest.raises(BeloteError, match='there is no match "o\'clock"'):
            find_match(store.read, "o'clock")


# Hindsight


def test_the_cost_of_a_card_is_what_the_best_one_would_have_brought_more(hand: Replay) -> None:
    # E leads to the sixth trick with 93 won. Hearts are all it has; S must play its 10 and holds
    # the last two trumps; W's ace of hearts can win the trick and then nothing more is won by EW.
    told = {
        card_name(one.card): {card_name(card): value for card, value in one.values.items()}
        for one in judged(hand)[20:]
    }
    assert told["KH"] == {"KH": 93 + 25, "QH": 93 + 24, "8H": 93 + 21}
    assert told["10H"] == {"10H": 162 - 118}
    assert told["JH"] == {"AH": 118, "JH": 93, "9H": 93}
    costs = {card_name(one.card): one.cost for one in judged(hand)[20:]}
    assert costs == dict.fromkeys(costs, 0) | {"JH": 25}


@pytest.mark.parametrize(
    ("outcome", "last"), [("made", True), ("passed", False), ("tied", False)], ids=str
)
def test_the_hand_that_reaches_the_limit_is_the_last_one(
    outcome: str, *, last: bool, tmp_path: Path
) -> None:
    before = hand_row(hand_no=0, outcome=outcome, score_ns=0, score_ew=0)
    batch = Batch.of([match_row()], [before, hand_row(hand_no=1)], [])
    rules = json.dumps(preset("classic", hand_limit=2).as_dict() | {"base": "classic"})
    hands = replayed(tmp_path, batch, as_is=rules).hands
    assert [one.hand.last for one in hands] == [False, last]
