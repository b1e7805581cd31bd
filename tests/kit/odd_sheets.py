"""Rulesheets that are hard for compiled rules."""

from __future__ import annotations

# Terms that grow: no list of all of them can be made. Facts with them are written out in states.
GROWING = """
(role me) (role you)
(init (pile nil)) (init (turn me)) (init (count zero))
(letter a) (letter b) (letter 10)
(<= (legal ?r (push ?x)) (true (turn ?r)) (letter ?x))
(<= (legal ?r (undo ?x ?rest)) (true (turn ?r)) (true (pile (on ?x ?rest))))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (turn you)) (true (turn me))) (<= (next (turn me)) (true (turn you)))
(<= (next (pile (on ?x ?p))) (does ?r (push ?x)) (true (pile ?p)))
(<= (next (pile ?rest)) (does ?r (undo ?x ?rest)))
(<= (next (count (s ?n))) (true (count ?n)))
(<= (within ?p) (true (pile ?p)))
(<= (within ?q) (within (on ?x ?q)))
(<= (tops ?x) (within (on ?x ?q)))
(<= (sees ?r (pair ?x (on ?y nil))) (role ?r) (tops ?x) (tops ?y) (distinct (on ?x nil) (on ?y nil)))
(<= terminal (true (count (s (s (s (s (s (s (s (s ?n)))))))))))
(<= (goal ?r 50) (role ?r) (tops a)) (<= (goal me 60) (tops 10))
"""


# Whose move it is may be a term with arguments, which is no role.
STRANGERS = """
(role me) (role you) (n 1) (n 2) (n 3) (init (at 1))
(<= (side (team ?r ?n)) (role ?r) (n ?n)) (<= (side ?r) (role ?r)) (side nobody)
(<= (legal ?r (go ?n)) (side ?r) (n ?n) (not (true (at ?n))) (distinct ?r me) (distinct ?r you)) (<= (legal ?r stay) (role ?r))
(<= (legal me (go ?n)) (true (at ?n)))
(<= (next (at ?n)) (does ?r (go ?n))) (<= (next (at 2)) (does me stay))
(<= (sees ?r (at ?n)) (side ?r) (true (at ?n))) (<= (goal ?r 30) (side ?r)) (<= terminal (true (at 3)))
"""
