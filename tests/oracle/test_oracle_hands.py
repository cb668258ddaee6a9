"""Whole hands, worked out by hand and held against the oracle."""

import pytest

from . import DECK, TEXTS, judge
from .records import LEVEL, WHOLE_SUITS, WORKED, Record, passed, sweep, with_play


def fault(record: Record) -> tuple[str, int, str | None]:
    """Where the first fault is, and whose it is."""
    verdict = judge(record)
    assert not verdict["ok"]
    return verdict["where"], verdict["at"], verdict.get("seat")


# A hand


def test_the_worked_example_scores_69_to_93_for_east_who_took_clubs() -> None:
    verdict = judge(WORKED)
    assert [trick["points"] for trick in verdict["tricks"]] == [6, 27, 13, 38, 28, 16, 10, 24]
    assert "".join(trick["winner"] for trick in verdict["tricks"]) == "NWSWESSS"
    assert verdict["tricks"][0] == {
        "leader": "N",
        "cards": "KS 9S JS 7S",
        "winner": "N",
        "points": 6,
    }
    del verdict["tricks"]
    nothing = {"NS": 0, "EW": 0}
    assert verdict == {
        "ok": True,
        "taker": "E",
        "trump": "C",
        "card_points": {"NS": 69, "EW": 93},
        "announced": nothing,
        "declarations": nothing,
        "belote": nothing,
        "capot": None,
        "outcome": "made",
        "held_in": 0,
        "held_out": 0,
        "score": {"NS": 69, "EW": 93},
    }


def test_suit_signs_and_t_for_ten_are_read() -> None:
    signs = str.maketrans("SHDC", "♠♥♦♣")
    record = {**WORKED, "plays": WORKED["plays"].translate(signs).replace("10", "T")}
    assert judge(record) == judge(WORKED)


def test_a_hand_given_as_holdings_is_judged_like_its_deck() -> None:
    record = {
        **{field: WORKED[field] for field in ("rules", "dealer", "bids", "plays")},
        "deal": {
            "N": "KC JD QD 7H 8S KS 10S 9D",
            "E": "KH QS QH 9S 8H AC 7D 9C",
            "S": "AD AS 10D 8C JS 10H 7C 10C",
            "W": "7S 9H JH KD AH 8D JC QC",
        },
        "turned": "AC",
    }
    assert judge(record) == judge(WORKED)


def test_a_sweep_scores_capot_both_partners_runs_and_belote() -> None:
    verdict = judge(sweep("classic", "W"))
    assert [trick["points"] for trick in verdict["tricks"]] == [53, 44, 23, 19, 10, 3, 0, 10]
    assert (verdict["capot"], verdict["card_points"]) == ("NS", {"NS": 250, "EW": 0})
    assert verdict["announced"] == {"NS": 200, "EW": 200}
    assert verdict["declarations"] == {"NS": 200, "EW": 0}
    assert verdict["belote"] == {"NS": 20, "EW": 0}
    assert verdict["score"] == {"NS": 470, "EW": 0}


@pytest.mark.parametrize(
    ("preset", "worth"),
    [("contract82", 272), ("counterclockwise", 472), ("scoresheet", 472), ("gameduell", 272)],
)
def test_a_sweep_is_worth_what_each_text_says(preset: str, worth: int) -> None:
    assert judge(sweep(preset, "S"))["score"] == {"NS": 0, "EW": worth}


def test_a_capot_is_a_total_or_a_bonus_and_naming_one_puts_the_other_aside() -> None:
    by_bonus = judge(sweep({"base": "classic", "capot_bonus": 0}, "W"))
    by_total = judge(sweep({"base": "scoresheet", "capot_total": 250}, "W"))
    assert (by_bonus["score"]["NS"], by_total["score"]["NS"]) == (382, 470)


def test_counterclockwise_the_seat_to_the_dealer_s_right_speaks_and_leads() -> None:
    verdict = judge(sweep("counterclockwise", "S"))
    assert (verdict["taker"], verdict["tricks"][0]["leader"]) == ("E", "E")
    assert judge(sweep("classic", "S"))["taker"] == "W"


def test_81_to_81_is_settled_as_each_text_says() -> None:
    found = {}
    for name in ("classic", "contract82", "scoresheet", "gameduell"):
        verdict = judge({**LEVEL, "rules": name})
        found[name] = (verdict["outcome"], *verdict["score"].values(), verdict["held_out"])
    assert found == {
        "classic": ("tied", 0, 81, 81),
        "contract82": ("failed", 0, 162, 0),
        "scoresheet": ("tied", 0, 81, 81),
        "gameduell": ("failed", 0, 162, 0),
    }


def test_held_points_are_paid_into_the_hand_and_reported() -> None:
    verdict = judge({**WORKED, "held": {"points": 81, "from": "NS"}})
    assert (verdict["held_in"], verdict["held_out"]) == (81, 0)
    assert verdict["score"] == {"NS": 150, "EW": 93}


def test_a_hand_passed_out_writes_nothing_and_keeps_what_waits() -> None:
    verdict = judge({**passed("N"), "rules": "scoresheet", "held": {"points": 81, "from": "NS"}})
    assert (verdict["outcome"], verdict["taker"], verdict["trump"]) == ("passed", None, None)
    assert verdict["score"] == {"NS": 0, "EW": 0}
    assert (verdict["held_in"], verdict["held_out"]) == (81, 81)


# Silence


def test_a_seat_may_keep_quiet_only_where_the_rules_allow_it() -> None:
    quiet = {"N": "none", "E": "all", "S": "all", "W": "none"}
    assert fault({**sweep("classic", "W"), "declares": quiet}) == ("declares", 0, "N")

    verdict = judge({**sweep("counterclockwise", "E"), "declares": quiet})
    assert verdict["announced"] == {"NS": 100, "EW": 100}
    assert verdict["declarations"] == {"NS": 0, "EW": 0}


def test_a_seat_may_declare_only_what_it_holds_and_only_once() -> None:
    record = sweep("counterclockwise", "E")
    assert fault({**record, "declares": {"W": ["7S 8S 9S"]}}) == ("declares", 1, "W")
    twice = [WHOLE_SUITS["H"], WHOLE_SUITS["H"]]
    assert fault({**record, "declares": {"W": twice}}) == ("declares", 1, "W")
    assert judge({**record, "declares": {"W": [WHOLE_SUITS["H"]]}}) == judge(record)


# Bids


def test_the_bidding_must_come_to_its_end_and_stop_there() -> None:
    assert fault({**WORKED, "bids": "pass"}) == ("bids", 1, "E")
    assert fault({**WORKED, "bids": "pass take pass"}) == ("bids", 2, None)
    nine = " ".join(["pass"] * 9)
    assert fault({**passed("N"), "rules": "gameduell", "bids": nine}) == ("bids", 8, None)


def test_the_first_round_only_takes_or_passes() -> None:
    assert fault({**WORKED, "bids": "pass C"}) == ("bids", 1, "E")


def test_the_second_round_names_another_suit_or_any_as_the_rules_say() -> None:
    same = "pass pass pass pass pass C"
    other = "pass pass pass pass pass H"
    assert fault({**WORKED, "bids": same}) == ("bids", 5, "E")
    assert (
        judge({**WORKED, "bids": same, "rules": {"base": "classic", "round_two": "any_suit"}})[
            "trump"
        ]
        == "C"
    )
    assert fault({**WORKED, "bids": other})[0] == "plays"


def test_under_classic_the_dealer_cannot_pass_twice() -> None:
    assert fault({**passed("N"), "rules": "classic"}) == ("bids", 7, "N")
    lifted = {"base": "classic", "dealer_must_name": False}
    assert judge({**passed("N"), "rules": lifted})["outcome"] == "passed"


def test_nobody_plays_when_nobody_took() -> None:
    record = {**passed("N"), "rules": "gameduell", "plays": "7S"}
    assert fault(record) == ("plays", 0, None)


def test_a_defender_may_double_once_in_turn_where_contree_is_allowed() -> None:
    allowed = {**WORKED, "rules": {"base": "classic", "contree": True}}
    doubled = {"NS": 138, "EW": 186}
    assert judge({**allowed, "bids": "pass take contree"})["score"] == doubled
    assert judge({**allowed, "bids": "pass take pass contree"})["score"] == doubled
    assert judge({**allowed, "bids": "pass take pass pass"}) == judge(WORKED)
    assert judge(allowed) == judge(WORKED)
    assert fault({**allowed, "bids": "pass take contree contree"}) == ("bids", 3, None)
    assert fault({**allowed, "bids": "pass take pass pass contree"}) == ("bids", 4, None)
    assert fault({**allowed, "bids": "pass take take"}) == ("bids", 2, "S")
    assert fault({**WORKED, "bids": "pass take contree"}) == ("bids", 2, None)


# Cards


def test_a_deck_is_32_different_cards() -> None:
    short = WORKED["deck"].rsplit(" ", 1)[0]
    assert fault({**WORKED, "deck": short}) == ("deck", 31, None)
    assert fault({**WORKED, "deck": short + " KC"}) == ("deck", 31, None)
    assert fault({**WORKED, "deck": short + " 1C"}) == ("deck", 31, None)


def test_every_holding_is_eight_and_the_taker_has_the_turned_card() -> None:
    record = sweep("classic", "W")
    uneven = {**record["deal"], "N": "JS 9S AS 10S KS QS 8S 7S AH", "E": "10H KH QH JH 9H 8H 7H"}
    assert fault({**record, "deal": uneven}) == ("deck", 0, "N")
    assert fault({**record, "turned": "8H"}) == ("deck", 0, "N")


def test_an_illegal_card_is_found_with_the_duty_broken_and_what_was_legal() -> None:
    # South led the seven of clubs, a trump, and West throws the king of diamonds on it.
    verdict = judge(with_play(WORKED, 13, "KD"))
    assert verdict == {
        "ok": False,
        "error": "W may not play KD",
        "where": "plays",
        "at": 13,
        "seat": "W",
        "card": "KD",
        "duty": "follow the trump led and beat the best one played",
        "legal": "JC",
    }


def test_a_card_played_twice_or_not_held_is_found_where_it_falls() -> None:
    assert fault(with_play(WORKED, 4, "KS")) == ("plays", 4, "N")
    assert fault(with_play(WORKED, 1, "QD")) == ("plays", 1, "E")


def test_a_hand_cut_short_or_gone_on_too_long_is_found() -> None:
    assert fault({**WORKED, "plays": WORKED["plays"].rsplit(" ", 1)[0]}) == ("plays", 31, "E")
    assert fault({**WORKED, "plays": WORKED["plays"] + " QH"}) == ("plays", 32, None)


@pytest.mark.parametrize("preset", TEXTS)
def test_nothing_appears_or_vanishes_over_many_hands(preset: str) -> None:
    outcomes = set()
    rules = TEXTS[preset]
    # 16 different decks: every odd step through the sorted deck meets each card once.
    for step in range(1, 32, 2):
        deck = [DECK[(step * place + 5) % 32] for place in range(32)]
        record: Record = {
            "rules": preset,
            "dealer": "W",
            "deck": " ".join(deck),
            "bids": "take",
            "plays": "",
            "held": {"points": 81, "from": "NS"},
        }
        verdict = judge(record)
        # A record that stops early names what is legal next, so it can be played on.
        while not verdict["ok"]:
            allowed = verdict["legal"].split()
            record["plays"] += " " + allowed[step % len(allowed)]
            verdict = judge(record)
        outcomes.add(verdict["outcome"])

        failed = verdict["outcome"] == "failed"
        due = verdict["announced"] if failed else verdict["declarations"]
        cards = sum(verdict["card_points"].values())
        assert cards == 162 or verdict["capot"]
        paid = sum(verdict["score"].values()) + verdict["held_out"]
        assert paid == cards + sum(due.values()) + sum(verdict["belote"].values()) + 81
        assert rules["declarations"] or verdict["announced"] == {"NS": 0, "EW": 0}
    assert {"made", "failed"} <= outcomes
