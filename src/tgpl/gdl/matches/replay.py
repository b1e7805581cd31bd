"""A recorded match held against the rules: every move legal, every state the same, the goals as they come out.

In:  the rules and a `RecordedMatch`. Out: a `Replayed`, with what is wrong in the order of the steps. It stops at the first move that
is not legal; a state that differs is told once, and the moves go on by the rules. Words are compared without regard to case.

    replay(logic, read(b"(mark 1 1) noop")).wrong        ->  [] if that can be played
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.gdl.matches.recorded_match import RecordedMatch, fold_case
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import Place, RuleError
from tgpl.text.records import Frozen
from tgpl.text.terms import CHANCE, Logic, Term, order_key, relation, spell

Where = Callable[[tuple[str, int]], Place | None]  # the rules speak of a relation


class Illegal(Frozen):
    """A role does what it cannot."""

    step: int  # from 1
    role: str
    move: Term
    legal: tuple[Term, ...]


class WrongCount(Frozen):
    """A step does not have one move for each role."""

    step: int
    moves: tuple[Term, ...]
    roles: tuple[str, ...]


class UnknownRoles(Frozen):
    """The record names roles that the rules do not have."""

    recorded: tuple[str, ...]
    roles: tuple[str, ...]


class BeyondTheEnd(Frozen):
    """The record goes on where the game is over."""

    step: int  # the first that is too much


class OtherState(Frozen):
    """The first recorded state that is not what the rules say."""

    step: int  # how many steps lie before it
    missing: tuple[Term, ...]  # facts that hold by the rules, and are not recorded
    extra: tuple[Term, ...]  # the other way round


class OtherGoals(Frozen):
    """The match ends as recorded, with other goals."""

    roles: tuple[str, ...]
    recorded: tuple[int, ...]
    goals: tuple[int, ...]


class NotOver(Frozen):
    """Goals are recorded, so somebody took the match for ended, but by the rules it goes on."""

    step: int
    recorded: tuple[int, ...]


class BrokenRules(Frozen):
    """The rules come to no answer in the position behind so many steps."""

    step: int
    code: str
    message: str
    place: Place | None  # in the rules


Wrong = BrokenRules | Illegal | WrongCount | UnknownRoles | BeyondTheEnd | OtherState | OtherGoals | NotOver


class Replayed(Frozen):
    roles: tuple[str, ...]  # as records list them: in the order of their facts, `random` among them
    seats: tuple[str, ...]  # those that have goals
    recorded: RecordedMatch
    joint: tuple[tuple[Term, ...], ...]  # the moves that were made, as the rules spell them, in the order of `roles`
    states: tuple[tuple[Term, ...], ...]  # one more
    over: bool
    goals: tuple[int, ...]  # of the seats, in the last of the states
    compared: int  # states that were
    wrong: tuple[Wrong, ...]


def all_roles(logic: Logic) -> tuple[str, ...]:
    """The roles in the order of their facts, with `random` where it stands among them."""
    named = (rule.head[1] for rule in logic.rules if relation(rule.head) == ("role", 1) and not rule.body)
    listed = dict.fromkeys(role for role in named if role in logic.roles or role == CHANCE)
    late = [*logic.roles, CHANCE] if logic.random else [*logic.roles]
    return tuple({**listed, **dict.fromkeys(late)})


def replay(
    logic: Logic,
    recorded: RecordedMatch,
    reasoner: Callable[[Logic], Reasoner] = Reasoner,
    place_of: Where = lambda about: None,
) -> Replayed:
    return _Replay(logic, recorded, reasoner, place_of).whole()


class _Replay:
    def __init__(
        self, logic: Logic, recorded: RecordedMatch, reasoner: Callable[[Logic], Reasoner], place_of: Where
    ) -> None:
        self.logic = logic
        self.made_of = reasoner
        self.place_of = place_of
        self.recorded = recorded
        self.roles = all_roles(logic)
        numbers = {role: number for number, role in enumerate((*logic.roles, CHANCE))}
        self.numbers = [numbers[role] for role in self.roles]  # what the evaluator calls each
        self.columns = list(range(len(self.roles)))  # where the record has each
        self.named = [role.lower() for role in recorded.roles]
        self.position = ""
        self.over = False
        self.goals = (0,) * len(logic.roles)
        self.joint: list[tuple[Term, ...]] = []
        self.states: list[tuple[Term, ...]] = []
        self.compared = 0
        self.wrong: list[Wrong] = []

    def whole(self) -> Replayed:
        self._arrange()
        try:
            self._follow()
        except RuleError as error:
            place = error.place if error.about is None else self.place_of(error.about)
            self.wrong.append(BrokenRules(len(self.joint), error.code, error.message, place))
        return Replayed(
            self.roles,
            self.logic.roles,
            self.recorded,
            tuple(self.joint),
            tuple(self.states),
            self.over,
            self.goals,
            self.compared,
            tuple(self.wrong),
        )

    def _follow(self) -> None:
        self.reasoner = self.made_of(self.logic)
        self.position = self.reasoner.begin()
        self._compare_state()
        for step, joint in enumerate(self.recorded.moves, 1):
            if self._has_stopped():
                break
            if self.reasoner.over(self.position):
                self.wrong.append(BeyondTheEnd(step))
            else:
                self._step(step, joint)
        self.over = self.reasoner.over(self.position)
        self.goals = tuple(self.reasoner.goal(self.position, number) for number in range(len(self.logic.roles)))
        if not self._has_stopped():
            self._judge_goals()

    def _has_stopped(self) -> bool:
        return any(not isinstance(each, OtherState) for each in self.wrong)

    def _arrange(self) -> None:
        """The columns of the record, if it names them."""
        known = [role.lower() for role in self.roles]
        if sorted(self.named) == sorted(known):
            self.columns = [self.named.index(role) for role in known]
        elif self.named and sorted(self.named) != sorted(role for role in known if role != CHANCE):
            self.wrong.append(UnknownRoles(self.recorded.roles, self.roles))

    def _compare_state(self) -> None:
        """Remembers the position, and holds it against the recorded one."""
        facts = self.reasoner.facts(self.position)
        given = self.recorded.states.get(len(self.states))
        if given is not None and not any(isinstance(each, OtherState) for each in self.wrong):
            wanted = {fold_case(fact): fact for fact in facts}
            found = {fold_case(fact): fact for fact in given}
            missing = tuple(fact for word, fact in wanted.items() if word not in found)
            extra = tuple(sorted((fact for word, fact in found.items() if word not in wanted), key=order_key))
            if missing or extra:
                self.wrong.append(OtherState(len(self.states), missing, extra))
            self.compared += 1
        self.states.append(facts)

    def _step(self, step: int, joint: tuple[Term, ...]) -> None:
        moves = self._in_order(joint)
        if moves is None:
            self.wrong.append(WrongCount(step, joint, self.roles))
            return
        chosen = [-1] * len(self.roles)
        made = []
        for role, number, move in zip(self.roles, self.numbers, moves):
            legal = self.reasoner.moves(self.position, number)
            at = _find_move(move, legal)
            if at is None:
                self.wrong.append(Illegal(step, role, move, legal))
                return
            chosen[number] = at
            made.append(legal[at])
        self.position = self.reasoner.next(self.position, tuple(chosen))
        self.joint.append(tuple(made))
        self._compare_state()

    def _in_order(self, joint: tuple[Term, ...]) -> tuple[Term, ...] | None:
        """One move for each role; none if there are not as many."""
        count = len(self.roles)
        if len(joint) == 1 < len(self.logic.roles) and isinstance(joint[0], tuple) and len(joint[0]) == count:
            joint = joint[0]  # parentheses around the whole line: `(noop (mark 1 1))`
        if len(joint) == count:
            return tuple(joint[column] for column in self.columns)
        if self.logic.random and len(joint) == count - 1:
            return self._with_chance(joint)
        return None

    def _with_chance(self, joint: tuple[Term, ...]) -> tuple[Term, ...] | None:
        """What `random` does can be left out where it can do only one thing."""
        legal = self.reasoner.moves(self.position, len(self.logic.roles))
        if len(legal) != 1:
            return None
        if len(self.named) == len(joint):
            joint = tuple(joint[self.named.index(role.lower())] for role in self.roles if role != CHANCE)
        at = self.roles.index(CHANCE)
        return (*joint[:at], legal[0], *joint[at:])

    def _judge_goals(self) -> None:
        given = self.recorded.goals
        if given is None or self.recorded.aborted:
            return
        if not self.over:
            self.wrong.append(NotOver(len(self.joint), given))
            return
        order = [role.lower() for role in (self.logic.roles if len(given) < len(self.roles) else self.roles)]
        if len(self.named) == len(given):
            order = self.named
        by_role = dict(zip(order, given))
        given = tuple(by_role[role.lower()] for role in self.logic.roles) if len(given) == len(order) else given
        if given != self.goals:
            self.wrong.append(OtherGoals(self.logic.roles, given, self.goals))


def _find_move(move: Term, legal: tuple[Term, ...]) -> int | None:
    if move in legal:
        return legal.index(move)
    wanted = fold_case(move)
    return next((at for at, other in enumerate(legal) if fold_case(other) == wanted), None)


def to_record(played: Replayed) -> dict[str, object]:
    """The match as data of the kind that `of_json` reads."""
    return {
        "roles": list(played.roles),
        "moves": [[spell(move) for move in joint] for joint in played.joint],
        "states": [f"({' '.join(map(spell, state))})" for state in played.states],
        **({"goalValues": list(played.goals)} if played.over else {}),
    }
