"""Rulesheets while a game is played: `reasoner.Reasoner` answers what holds, what is legal and what comes next."""
