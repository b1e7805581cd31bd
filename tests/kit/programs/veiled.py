"""Random small games with secrets, and everything that a seat is shown of them.

Player 1 hides something: how is decided by numbers that nobody else sees, and nothing that the others see depends on them.
Then player 0 is asked in one form after the other, and nothing that follows tells what is hidden. So whatever player 1 has
chosen, all that player 0 and a spectator see must be the same, to the byte.

    text = veiled(7)
    states = [hidden(game, numbers) for numbers in ((0, 0, 0), (2, 1, 3))]
    surfaces(states[0], 0, facts) == surfaces(states[1], 0, facts)
"""

from __future__ import annotations

import json
from io import StringIO
from random import Random
from typing import Any

from rich.console import Console

from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.bindings.object_keys import ObjectKeys
from tgpl.bindings.observation_text import write_view
from tgpl.bindings.option_keys import find_answers
from tgpl.bindings.program_facts import ProgramFacts
from tgpl.draw.boards import draw_boards
from tgpl.draw.panel import draw_panel
from tgpl.draw.picture import make_picture
from tgpl.draw.scene import Scene
from tgpl.runtime.game import Game
from tgpl.runtime.state import State

NUMBERS = 3  # that player 1 chooses, each from 0 to 3

# What there is (declarations, attributes of Mind, what player 1 does with a, b and c), and which questions go with it
# (attributes and actions of Mind, by `{n}` of different names). Each is asked of player 0.
_WAYS: list[tuple[str, str, str, list[str]]] = [
    (  # ranks that stand on a board: the older, the higher
        "interactable Token { private number rank = 0; }",
        "",
        "for (number i = 0; i < 4; i += 1) { Token t = new Token() { rank = i; }; t.assign(1); t.move_to(Field.Grid[(i + a) % 4][0]); }",
        [
            "input Token t; effect { log(t.tile); turn.pass(0, \"Asking\"); }",
            "input List<Token> t { return t.length < 3; } effect { log(t.length); turn.pass(0, \"Asking\"); }",
            "input up to 2 Token t; effect { log(t.length); turn.pass(0, \"Asking\"); }",
            "effect { input Token t { return t.tile.x > 0; } log(t.tile); turn.pass(0, \"Asking\"); }",
            "input Token t in Mind[1].Sorted(); effect { log(t.tile); turn.pass(0, \"Asking\"); }",
            "input Spot s; effect { log(s.pieces.length); turn.pass(0, \"Asking\"); }",
        ],
    ),
    (  # the class itself is hidden behind another's name
        "interactable Card { private number value = 0; display { name \"card\"; } } interactable Joker : Card { display { name \"card\"; } }",
        "List<Card> row = {};",
        "for (number i = 0; i < 4; i += 1) { Card k = new Card(); k.value = (i + b) % 4; row.add(k); }",
        [
            "input Card k in Mind[1].row; effect { log(\"one\"); turn.pass(0, \"Asking\"); }",
            "input 1 to 3 Card k in Mind[1].row; effect { log(k.length); turn.pass(0, \"Asking\"); }",
            "optional input Card k; effect { log(k == null); turn.pass(0, \"Asking\"); }",
        ],
    ),
    (  # plain values, and more objects than anybody knows
        "class Secret { number n = 0; }",
        "private List<number> numbers = {}; private List<string> words = {}; private Table<number> ledger = {}; private List<Secret> vault = {}; private List<player> friends = {};",
        """for (number i = 0; i < 3; i += 1) { numbers.add((i * 7 + a) % 5 + b * 10); words.add("w" + (i + c)); ledger["k" + (i + b)] = a; }
        friends = { (a as player), (a + 1 as player) };
        for (number i = 0; i < b + c; i += 1) { vault.add(new Secret() { n = i; }); }""",
        [
            "input number x in Mind[1].numbers; effect { log(\"a number\"); turn.pass(0, \"Asking\"); }",
            "input List<number> x in Mind[1].numbers { return x.length < 3; } effect { log(x.length); turn.pass(0, \"Asking\"); }",
            "input up to 2 number x in Mind[1].numbers; effect { log(x.length); turn.pass(0, \"Asking\"); }",
            "input string w in Mind[1].words; effect { log(\"a word\"); turn.pass(0, \"Asking\"); }",
            "effect { optional input number x in Mind[1].numbers.copy(); log(\"a copy\"); turn.pass(0, \"Asking\"); }",
            "input string w in Mind[1].Keys(); effect { log(\"a key\"); turn.pass(0, \"Asking\"); }",
            "input player p in Mind[1].friends; effect { log(\"a friend\"); turn.pass(0, \"Asking\"); }",
        ],
    ),
    (  # a deck, what was drawn from it, and what lies loose
        """interactable Leaf { number worth; }
        stack Pile { returns Leaf; default { for (number i = 0; i < 6; i += 1) { push(new Leaf() { worth = i; }); } } }""",
        "private List<Leaf> hand = {}; Pile pile = new Pile();",
        """for (number i = 0; i < a + 1; i += 1) { Leaf f = pile.pop(); pile.push_front(f); }
        for (number i = 0; i < 2; i += 1) { Leaf f = pile.pop(); f.assign(1); hand.add(f); }
        for (number i = 0; i < 3; i += 1) { Loose l = new Loose() { rank = (i + c) % 3; }; l.assign(1); }""",
        [
            "input Leaf f in Mind[1].hand; effect { log(\"a leaf\"); turn.pass(0, \"Asking\"); }",
            "input Loose l; effect { log(\"loose\"); turn.pass(0, \"Asking\"); }",
            "input List<Leaf> f in Mind[1].hand; effect { log(f.length); turn.pass(0, \"Asking\"); }",
            "input Leaf f in Mind[1].pile.peek(3); effect { log(\"from above\"); turn.pass(0, \"Asking\"); }",
            "input number x in { Mind[1].pile.peek().worth, Mind[1].pile.peek(2)[1].worth }; effect { log(\"worth\"); turn.pass(0, \"Asking\"); }",
            "input any number of Leaf f in Mind[1].hand { return f.length < 3; } effect { log(f.length); turn.pass(0, \"Asking\"); }",
        ],
    ),
    (  # a board that nobody else sees, and something that belongs to a group
        "tile Sea { bool hit = false; } board Ocean { group Waves { geometry square; grid 3 by 2 of Sea; } } interactable Ship { private number guns = 0; } interactable Rock { } group class Pact { private number price = 0; number open = 1; }",
        "private Ocean ocean = null; Pact pact = null;",
        """ocean = new Ocean(); Ship s = new Ship() { guns = b; }; s.move_to(ocean.Waves[a % 3][b % 2]);
        for (number i = 0; i < c; i += 1) { Rock more = new Rock(); more.move_to(ocean.Waves[0][0]); }
        pact = new Pact() { price = a * 10 + b; }; pact.assign(1);""",
        [
            "input Pact q; effect { log(q.open); turn.pass(0, \"Asking\"); }",
            "input number x from 0 to 2; effect { log(x); turn.pass(0, \"Asking\"); }",
            "input Ship s; effect { log(\"ship\"); turn.pass(0, \"Asking\"); }",
        ],
    ),
    (  # things that look different, made in an order that nobody else knows, in the hands of who is asked
        "class Charm { number power = 0; private number true_power = 0; action Rub { trigger PlayerChoiceEvent { return turn.phase.active() == \"Asking\"; } effect { log(power); turn.pass(0, \"Asking\"); } } }",
        "",
        "for (number i = 0; i < 3; i += 1) { Charm m = new Charm() { power = (i + a) % 3; }; m.assign(0); }",
        ["input Charm m; effect { log(m.power); turn.pass(0, \"Asking\"); }"],
    ),
    (  # zones: a hand that one player sees, piles that nobody sees, also not who owns them
        "interactable Gem { number worth = 0; } zone Grip of Gem { seen by owner; ordered; } zone Vault of Gem { seen by nobody; } global zone Sack of Gem { seen by nobody; holds 2; }",
        "",
        """1 has Grip; 0 has Vault; 1 has Vault;
        for (number i = 0; i < 8; i += 1)
        {
            Gem g = new Gem() { worth = (i + a) % 4; };
            if ((i + b) % 4 == 0) { move g to Grip[1]; } else if ((i + b) % 4 == 1) { move g to Vault[0]; } else if ((i + b) % 4 == 2) { move g to Vault[1]; } else { move g to Sack; }
        }""",
        [
            "input Gem g in Grip[1]; effect { log(\"a gem\"); turn.pass(0, \"Asking\"); }",
            "input Gem g in Vault[0]; effect { log(Vault[0].length + Grip[1].length); turn.pass(0, \"Asking\"); }",
            "input List<Gem> g in Vault[1].cards { return g.length < 2; } effect { log(g.length); turn.pass(0, \"Asking\"); }",
            "input Gem g in Sack; effect { log(Sack.room); turn.pass(0, \"Asking\"); }",
            "input Gem g; effect { log(\"any gem\"); turn.pass(0, \"Asking\"); }",
            "effect { if (Grip[1].length > 0) { move Grip[1].top to Vault[0]; } log(Vault[0].length); turn.pass(0, \"Asking\"); }",
        ],
    ),
]  # fmt: skip

_TEXT = """game "veiled"; players 2;
tile Spot {{ }}
global board Field {{ group Grid {{ geometry square; grid 4 by 1 of Spot; }} }}
class Loose {{ private number rank = 0; }}
{declared}
event Told {{ }}
class Mind
{{
    private number plan = 0;
    {attributes}
    {functions}
    action Hide
    {{
        trigger PlayerChoiceEvent {{ return turn.phase.active() == "Hiding" && this.player == 1; }}
        input number a from 0 to 3;
        input number b from 0 to 3;
        input number c from 0 to 3;
        effect {{ plan = a + 4 * b + 16 * c; {hides} turn.pass(0, "Asking"); }}
    }}
    {asks}
}}
global class Spy {{ action Look {{ trigger on Mind.plan change {{ return event.object.plan > 20; }} effect {{ }} }} }}
setup {{ for (player p in player.all()) {{ Mind m = new Mind(); m.assign(p); }} }}
turn T {{ phase Hiding {{ }} phase Asking {{ }} default {{ return 1; }} }}
"""


def veiled(seed: int) -> str:
    """A rule text."""
    chance = Random(seed)
    ways = chance.sample(_WAYS, chance.randint(1, 3))
    chance.shuffle(ways)
    asks = [(way, question) for way in ways for question in way[3]]
    chance.shuffle(asks)
    functions = []
    if any("Sorted" in question for _, question in asks):
        functions.append(_SORTED)
    if any("Keys" in question for _, question in asks):
        functions.append(_KEYS)
    return _TEXT.format(
        declared="\n".join(way[0] for way in ways),
        attributes="\n    ".join(way[1] for way in ways),
        functions="\n    ".join(functions),
        hides=" ".join(way[2] for way in ways),
        asks="\n    ".join(_ask(n, question) for n, (_, question) in enumerate(asks[:5])),
    )


_KEYS = """function Keys { returns List<string>; effect { List<string> l = {}; for (string k in ledger.keys()) { l.add(k); } return l; } }"""
_SORTED = """function Sorted
    {
        returns List<Token>;
        effect
        {
            List<Token> l = {};
            for (number r = 0; r < 4; r += 1)
            {
                for (number x = 0; x < 4; x += 1)
                {
                    Token t = Field.Grid[x][0].pieces[0] as Token;
                    if (t.rank == r) { l.add(t); }
                }
            }
            return l;
        }
    }"""


def _ask(number: int, question: str) -> str:
    trigger = 'trigger PlayerChoiceEvent { return turn.phase.active() == "Asking" && this.player == 0; }'
    return f"action Ask{number} {{ {trigger} {question} }}"


def hidden(game: Game, numbers: tuple[int, ...], seed: int = 5) -> State:
    """A match in which player 1 has hidden things their own way."""
    state = game.start(seed)
    while state.decision is not None and state.decision.player == 0:
        state.choose(0)
    for number in (0, *numbers):
        assert state.decision is not None and state.decision.player == 1
        state.choose(number)
    return state


SEALED = """game "sealed"; players 2;
class Bid
{
    private number last = 0; number rounds = 0;
    action Offer { trigger PlayerChoiceEvent; input number n from 0 to 3; input bool loud; effect { last = n; rounds += 1; } }
    action Pass { trigger PlayerChoiceEvent; effect { rounds += 1; } }
}
setup { for (player p in player.all()) { Bid b = new Bid(); b.assign(p); } }
turn T { simultaneous phase Bidding { } }
"""


def bidding(game: Game, ways: tuple[tuple[int, ...], ...]) -> State:
    """A match in which everybody chooses at the same time: so many rounds are over, and player 0 has chosen once more."""
    state = game.start(1)
    for way in ways[:-1]:
        for choice in (*way, 1):
            state.choose(choice)
    for choice in ways[-1]:
        state.choose(choice)
    return state


# ---- what is shown


def surfaces(state: State, seat: int | None, facts: ProgramFacts) -> dict[str, Any]:
    """Everything that a seat, or a spectator, is shown at a table, and what other people's tools are given."""
    view = state.view(seat)
    found: dict[str, Any] = {"view": json.dumps(view), "screen": _screen(state, seat), "drawn": _drawn(view)}
    found["picture"] = json.dumps(make_picture(state, seat))
    found["text"], object_keys = write_view(view), ObjectKeys(view, facts)
    found["signs"] = object_keys.items()
    decision = state.decision
    if seat is not None:
        found["own"] = json.dumps(state.own_view(seat))
    if decision is not None and decision.player == seat:
        found["decision"] = decision.plain()
        found["answers"] = find_answers(decision, object_keys)
        found["hidden"] = [option.hidden for option in decision.options]
        found["why"] = [tuple(map(str, reason)) for reason in state.why()]
        found["never"] = [tuple(map(str, reason)) for reason in state.why_never()]
        offer = state.offer_set()
        if offer is not None:
            found["set"] = [offer.decision.plain(), offer.things, offer.begun]
        if decision.kind == "input":
            found["not"] = [str(state.why_not(value)) for value in (1.0, 11.0, 23.0)]
    return found


def _screen(state: State, seat: int | None) -> str:
    out = Console(file=StringIO(), theme=THEME, width=100, emoji=False, markup=False, highlight=False)
    screen = Screen(out)
    screen.show_head(state)
    screen.show_table(state, seat)
    screen.show_everything(state, seat)
    if state.decision is not None and state.decision.player == seat:
        screen.show_question(state.decision, state.game.rules)
        screen.show_options(state.decision, state.game.rules, everything=True)
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def _drawn(view: dict[str, Any]) -> str:
    scene = Scene(view)
    return repr([*draw_boards(scene, frozenset(), 100), *draw_panel(scene)])
