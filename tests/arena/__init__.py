"""Tests of harness.arena."""
