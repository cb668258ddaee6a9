"""The lines that people are shown."""

from harness.errors import listed, reason_of, unknown


def test_a_few_names_are_listed_and_of_many_the_first_few() -> None:
    twelve = [f"name-{number}" for number in range(12)]
    assert listed(twelve) == ", ".join(twelve)
    assert listed([*twelve, "one more"]) == "name-0, name-1, name-2, name-3 and 9 more"
    many = [str(number) for number in range(4004)]
    assert listed(many, " ") == "0 1 2 3 and 4,000 more"


def test_a_name_that_nothing_has_is_told_with_the_likeliest_and_those_there_are() -> None:
    assert unknown("bot", "baisc", ["basic", "lowest"]) == (
        "there is no bot 'baisc'; did you mean 'basic'? (known: basic, lowest)"
    )
    assert unknown("bot", "x", []) == "there is no bot 'x' (known: none)"


def test_however_long_a_name_is_the_line_is_not() -> None:
    line = unknown("bid", "h" * 100_000, [f"{number}H" for number in range(5000)])
    assert len(line) < 200


def test_what_has_no_text_is_told_by_its_kind() -> None:
    assert reason_of(ValueError("two\nlines")) == "two lines"
    assert reason_of(MemoryError()) == reason_of(MemoryError(" ")) == "MemoryError"
