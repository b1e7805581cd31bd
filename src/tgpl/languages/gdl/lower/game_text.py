"""What is played around a rulesheet, written in TGPL: whom to ask, when to step, who wins.

In:  what kind of sheet it is. Out: a rule text. Its functions `logic_…` are only named there: `lower` puts the operations
of the core in their place.

    text = write_shell(players=2, random=False, sees=False, at_once=False)
"""

from __future__ import annotations


def write_shell(players: int, random: bool, sees: bool, at_once: bool) -> str:
    """`random`: there is a role that draws. `sees`: a seat knows only what it is told. `at_once`: several may be asked."""
    text = _SHELL.replace("PLAYERS", str(players))
    for part, wanted in (
        ("RANDOM", random),
        ("SEES", sees),
        ("OPEN", not sees),
        ("AT_ONCE", at_once),
        ("IN_TURN", not at_once),
    ):
        text = _without(text, part, wanted)
    return text


def _without(text: str, part: str, wanted: bool) -> str:
    """Lines that end with the name of a part stand there only for who wants it."""
    lines = text.splitlines()
    kept = [line.removesuffix(f"//{part}") for line in lines if wanted or not line.endswith(f"//{part}")]
    return "\n".join(kept) + "\n"


_SHELL = """\
game "rulesheet";
players PLAYERS;

setup
{
    for (player p in player.all()) { new Seat().assign(p); }
    Position.facts = logic_begin();
    Ask();
}

global class Position
{
    private string facts = ""; //SEES
    string facts = ""; //OPEN
}

class Seat
{
    number chosen = 0;
    private List<string> did = {}; //SEES
    private List<string> seen = {}; //SEES
    action Move //AT_ONCE
    { //AT_ONCE
        require { return logic_asks(facts: Position.facts, role: this.player); } //AT_ONCE
        trigger PlayerChoiceEvent; //AT_ONCE
        input number move from 0 to logic_moves(facts: Position.facts, role: this.player) - 1; //AT_ONCE
        effect { chosen = move; } //AT_ONCE
    } //AT_ONCE
}

turn Game
{
    phase Move
    {
        input number move from 0 to logic_moves(facts: Position.facts, role: player.active()) - 1;
        effect
        {
            Seat[player.active()].chosen = move;
            Step();
        }
    }
    simultaneous phase Moves { } //AT_ONCE
    phase Step { effect { Step(); } }
    default { turn.pass(0, "Step"); }
}

// The joint move: what the seats have chosen, the only move of a seat that was not asked, and what chance brings.
function Step
{
    returns;
    effect
    {
        List<number> moves = {};
        for (player p in player.all())
        {
            if (logic_asks(facts: Position.facts, role: p)) { moves.add(Seat[p].chosen); }
            else { moves.add(0); }
            Seat[p].chosen = 0;
        }
        moves.add(random(logic_moves(facts: Position.facts, role: PLAYERS))); //RANDOM
        for (player p in player.all()) //SEES
        { //SEES
            Seat[p].did.add(logic_label(facts: Position.facts, role: p, move: moves[p])); //SEES
            Seat[p].seen.add(logic_seen(facts: Position.facts, moves: moves, role: p)); //SEES
        } //SEES
        Position.facts = logic_next(facts: Position.facts, moves: moves);
        Ask();
    }
}

function Ask
{
    returns;
    effect
    {
        if (logic_over(facts: Position.facts)) { winner Ranking(); }
        number asked = 0;
        player first = 0;
        for (player p in player.all())
        {
            if (logic_asks(facts: Position.facts, role: p))
            {
                if (asked == 0) { first = p; }
                asked += 1;
            }
        }
        if (asked == 0) { turn.pass(0, "Step"); }
        else if (asked > 1) { turn.pass(0, "Moves"); } //AT_ONCE
        else if (asked > 1) { fail "Several seats would have to choose at once."; } //IN_TURN
        else { turn.pass(first, "Move"); }
    }
}

function score
{
    function input player who;
    returns number;
    effect { return logic_goal(facts: Position.facts, role: who); }
}

// All players, the highest goal first; equal goals share a place. With nothing reached nobody wins, and alone only 100 is a win.
function Ranking
{
    returns List<List<player>>;
    effect
    {
        List<List<player>> places = {};
        List<player> left = player.all();
        number highest = 0;
        for (player p in left) { highest = max(highest, score(who: p)); }
        if (highest == 0 || (PLAYERS == 1 && highest < 100)) { return places; }
        while (left.length > 0)
        {
            highest = -1;
            for (player p in left) { highest = max(highest, score(who: p)); }
            List<player> place = {};
            for (player p in left)
            {
                if (score(who: p) == highest) { place.add(p); left.remove(p); }
            }
            places.add(place);
        }
        return places;
    }
}

function logic_begin { returns string; effect { return ""; } }
function logic_over { function input string facts; returns bool; effect { return false; } }
function logic_moves { function input string facts; function input number role; returns number; effect { return 0; } }
function logic_asks { function input string facts; function input number role; returns bool; effect { return false; } }
function logic_goal { function input string facts; function input number role; returns number; effect { return 0; } }
function logic_next { function input string facts; function input List<number> moves; returns string; effect { return ""; } }
function logic_seen
{
    function input string facts;
    function input List<number> moves;
    function input number role;
    returns string;
    effect { return ""; }
}
function logic_label
{
    function input string facts;
    function input number role;
    function input number move;
    returns string;
    effect { return ""; }
}
"""
