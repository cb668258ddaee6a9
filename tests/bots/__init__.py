"""Tests of bots/ and of the example in plugins/."""
