"""Machines that play: they see a decision and choose."""
