"""Tests of harness/plugin."""
