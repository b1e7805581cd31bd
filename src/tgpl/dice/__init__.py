"""Exact odds: what dice come to, as whole numbers over a common denominator. Nothing here is sampled.

`distribution` and `pools` know numbers and dice, and no language.
"""
