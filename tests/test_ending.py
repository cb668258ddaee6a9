"""Requests to end the program: where they strike, where they wait, and what they say."""

from __future__ import annotations

import signal

import pytest

from harness.ending import SIGNALS, ending_is_a_request, said_on_ending, say_on_ending, whole
from harness.errors import Interrupted
from tests.striking import strike


def test_a_request_waits_until_what_is_to_be_whole_is_done(ending: signal.Signals) -> None:
    done = []

    @whole()
    def do() -> None:
        signal.raise_signal(ending)
        done.append("whole")

    with ending_is_a_request():
        with pytest.raises(Interrupted):
            do()
        with pytest.raises(Interrupted):
            signal.raise_signal(ending)
    assert done == ["whole"]


def test_a_request_that_waited_takes_the_place_of_the_error_under_way(
    ending: signal.Signals,
) -> None:
    error = ValueError("under way")

    @whole()
    def fail() -> None:
        signal.raise_signal(ending)
        raise error

    with ending_is_a_request(), pytest.raises(Interrupted) as caught:
        fail()
    assert caught.value.__context__ is error


def test_one_more_request_that_comes_while_another_is_heeded_changes_nothing(
    ending: signal.Signals,
) -> None:
    tidied = []
    with ending_is_a_request():
        try:
            signal.raise_signal(signal.SIGTERM)
        except Interrupted:
            tidied.append("at once")
            try:
                tidied.remove("what was never there")
            except ValueError:
                signal.raise_signal(ending)
                tidied.append("on its account")
        with pytest.raises(Interrupted):
            signal.raise_signal(ending)
    assert tidied == ["at once", "on its account"]


def test_requests_that_come_at_once_are_one(ending: signal.Signals) -> None:
    tidied = []

    @ending_is_a_request()
    def tidying() -> None:
        try:
            strike(ending, *SIGNALS)
        finally:
            tidied.append("all of it")

    with pytest.raises(Interrupted):
        tidying()
    assert tidied == ["all of it"]


def test_a_request_says_what_became_of_what_was_asked_until_nobody_asks(
    ending: signal.Signals,
) -> None:
    with ending_is_a_request():
        with ending_is_a_request():
            say_on_ending("nothing was done")
            say_on_ending("all was done")
        with pytest.raises(Interrupted, match=r"^all was done$"):
            signal.raise_signal(ending)
    assert said_on_ending() == ""
    with ending_is_a_request(), pytest.raises(Interrupted, match=r"^$"):
        signal.raise_signal(ending)


def test_errors_that_are_joined_to_a_ring_keep_no_request_waiting(ending: signal.Signals) -> None:
    one, other = ValueError(), ValueError()
    one.__context__, other.__context__ = other, one

    def strike_where_one_is_handled() -> None:
        try:
            raise one
        except ValueError:
            signal.raise_signal(ending)

    with ending_is_a_request(), pytest.raises(Interrupted):
        strike_where_one_is_handled()


def test_who_asks_again_and_again_while_a_request_is_heeded_is_heard(
    ending: signal.Signals,
) -> None:
    heard = 0
    with ending_is_a_request():
        try:
            signal.raise_signal(ending)
        except Interrupted:
            signal.raise_signal(ending)
            heard += 1
            with pytest.raises(Interrupted):
                signal.raise_signal(ending)
    assert heard == 1
