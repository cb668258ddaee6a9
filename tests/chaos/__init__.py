"""Tournaments under fire: bots that break everything, and processes that are killed meanwhile."""
