"""Counts of legal continuations: how many ways a hand can go on for 1, 2, 3, ... acts.

`counts.jsonl` has a record of a hand a line, broken off somewhere, with its counts: the n-th is the
number of legal sequences of n bids and cards from there, what is declared left aside. They are the
oracle's; the engine must find the same. A wrong count tells of a wrong rule, and the first act at
which two counts by act differ tells where:

    python -m tests.perft          writes the counts again, from the oracle
    python -m tests.perft 7 AC     tells, for the record of line 7 after AC, the counts by next act
"""
