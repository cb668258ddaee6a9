"""Bots that attack, and what stops them."""
