"""Tournaments: configuration, schedule, table, runner, store and ratings."""
