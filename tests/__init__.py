"""The tests, laid out like harness/."""
