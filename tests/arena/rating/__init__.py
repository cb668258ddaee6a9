"""Tests of harness.arena.rating."""
