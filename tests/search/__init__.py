"""Tests of harness.search."""
