"""Small programs about what is seldom written: the C target plays them as the Python target does."""

from __future__ import annotations

PROGRAMS = {
    "steps with many digits": """
        setup { for (number i = 0; i < 0.3; i += 0.12345678) { log(i); } for (number i = 0; i < 9e15; i += 3000000000000001) { log(i); } winner 0; }""",
    "names that are another's escaped spelling": """
        class é { number é = 1; number _ue9 = 2; number _Ue9_ = 3; number __e9_ = 4; } class _ue9 { number n = 5; } class _Ue9_ { number n = 6; }
        class _Bool { _Bool _Bool; number bool_ = 7; }
        setup { é x = new é(); log(x.é + " " + x._ue9 + " " + x._Ue9_ + " " + x.__e9_); log(new _ue9().n + new _Ue9_().n); number é = 8; number _ue9 = 9; log(é + " " + _ue9);
        _Bool b = new _Bool(); log(b._Bool == null); winner 0; }""",
    "an action that hears of a deck before its own object is made": """
        interactable Card { } stack Deck { returns Card; default { push(new Card()); } }
        global class Core { number fuel = 3; Deck deck = new Deck();
        action Do { trigger on Deck put before { return Core.fuel > 0; } effect { this.Do.allowed = false; } } }
        setup { }""",
    "a value that hears of a deck before its own object is made": """
        interactable Card { } stack Deck { returns Card; default { push(new Card()); } } class Box { Deck deck = new Deck(); }
        global class Core { Box box = new Box(); bool ready = true;
        action Do { require { return ready; } trigger on Deck put before; effect { log("put"); } } }
        setup { }""",
    "pieces that keep pieces from others": """
        interactable Coin { private Coin under; number n = 0; }
        global class Core { number left = 12; action Go { trigger PlayerChoiceEvent; input Coin c; effect { log(c.n); left -= 1; if (left == 0) { winner 0; } turn.pass(); } } }
        turn T { phase P { } default { return player.active() + 1; } }
        setup { for (player p in player.all()) { Coin c = new Coin() { n = 10 + p, under = new Coin() { n = 20 + p, under = new Coin() { n = 30 + p } } }; c.assign(p); } }""",
    "a list for which the runtime looks who is in the game": """
        class Word { string text = "w"; } class Purse { private Word word = new Word(); }
        function Count { returns number; effect { optional auto input Word w { return w == null; } return 3; } }
        global class Core { Word word = new Word(); number left = 12; action Go { trigger PlayerChoiceEvent; input number n in { 1, 2, Count() }; effect { log(n); left -= 1; if (left == 0) { winner 0; } turn.pass(); } } }
        turn T { phase P { } default { return player.active() + 1; } }
        setup { for (player p in player.all()) { Purse h = new Purse(); h.assign(p); } }""",
    "a list for which a card is put into a deck": """
        interactable Card { } stack Pile { returns Card; default { push(new Card()); } } class Purse { private number gold = 5; }
        function Count { returns number; effect { Core.pile.push(Core.cards[Core.cards.length - 1]); return 3; } }
        global class Core { Pile pile = new Pile(); List<Card> cards = { new Card() }; number left = 12; action Go { trigger PlayerChoiceEvent; input number n in { 1, 2, Count() }; effect { log(n); left -= 1; if (left == 0) { winner 0; } turn.pass(); } } }
        turn T { phase P { } default { return player.active() + 1; } }
        setup { for (player p in player.all()) { Purse h = new Purse(); h.assign(p); } }""",
    "dice that are null": """
        class Hero { dice attack; } setup { Hero h = new Hero(); log(h.attack + " " + (h.attack == null)); log(h.attack + 1d6); }""",
    "dice whose change is told": """
        class Hero { dice attack = 1d6; List<dice> used = {}; action Train { trigger PlayerChoiceEvent; effect { attack += 1d4; attack = attack - 1; used.add(attack); } }
        action Tell { trigger on Hero.attack change; effect { log(event.attribute + " " + attack + " " + event.state); if (attack.greatest > 12) { winner 0; } } } }
        setup { Hero h = new Hero(); h.assign(0); }""",
    "dice that are the same": """
        function Next { returns dice; effect { log("next"); return 2d6; } }
        setup { dice none; log(same(none, none)); log(same(Next(), Next())); log(same(2d6, none)); object o = 2d6; log(o is dice); log((o as dice) + 1); log(roll(o as dice));
        object s = "no dice"; log((s as dice) == null); log(roll(s as dice)); }""",
    "dice that grow": """
        setup { dice d = 1d6; for (number i = 0; i < 20; i += 1) { d += d; log(d.greatest); } }""",
    "dice by numbers that are not whole": """
        setup { for (number n in { 1, 0.5 }) { log(2d6 * n); } }""",
    "dice against what is no plain pool": """
        setup { number n = 3; log(roll(dice(n, 6) against dice(2, 1)) + roll(1d1 against dice(n, 4))); dice none; log(dice(n, 4) against 1d6); log(dice(n, 6) against (1d6 + 1)); }""",
    "dice against nothing": """
        setup { dice none; log(1d6 against none); }""",
    "dice in tests": """
        global class G { List<dice> pool = { 1d2, 2d2, 1d6 + 1d6, 3 * 1d4 }; number left = 9;
        action Go { require { return roll(1d6) > 1 || left > 0; } trigger PlayerChoiceEvent; input List<dice> some in pool { filter { return some.length < 3; } filter d { return roll(d) >= 1 && d.mean > 1.5; } }
        effect { for (dice d in some) { left -= roll(d); log(d + " " + left + " " + chance(d > left)); } if (left < 0) { winner player.active(); } pool.add(some[0] - 1); } } }
        setup { }""",
    "dice that a table counts": """
        setup { Table<number> seen = {}; for (number i = 0; i < 60; i += 1) { number n = roll(2d6); if (seen[n] == null) { seen[n] = 0; } seen[n] += 1; }
        log(seen); Table<dice> by = { {"a", 1d6}, {2d6, 2d6 + 1} }; by["a"] *= 2; by[2d6] -= by["a"]; log(by); log(by.keys().contains(2d6)); winner 0; }""",
    "many dice": """
        setup { log(roll(100000d6)); log(roll(dice(10 ^ 5, 4294967295))); log(roll(lowest 1 of 99999d1000000)); log(roll(100001d6)); }""",
    "dice again and again": """
        setup { number sum = 0; for (number i = 0; i < 950000; i += 1) { } while (true) { sum += roll(1000d6); } }""",
    "odds again and again": """
        setup { number sum = 0; dice d = 60d6; while (true) { sum += d.mean; } }""",
    "dolls in dolls": """
        class Doll { Doll inner = new Doll(); } setup { Doll d = new Doll(); log(d); }""",
    "a tile that does not fit": """
        tile A {} tile B {} board W { group G { geometry square; grid 2 by 2 of A; } }
        setup { W w = new W(); group g = w.G; g.add(new B()); log(g.tiles); winner 0; }""",
    "a test that measures ways": """
        tile A {} board W { group G { geometry hex; orientation row; grid 3 by 3 of A; } }
        global class C { W w = new W(); number n = 0;
        action Go { trigger PlayerChoiceEvent; input A to { return C.w.G[0][0].distance(to) < 3; } input A then { return then.distance(to) == 1; }
        effect { log(to + " " + then); C.n += 1; if (C.n == 9) { winner 0; } } }
        action Stay { trigger PlayerChoiceEvent; input A to { return C.w.G[1][1].distance(to) < 2; } effect { log(to); } } }
        setup { }""",
    "a variable with the name of a function": """
        function count { returns number; effect { return 2; } } function _f { returns number; effect { return 3; } }
        setup { number count = 1; number count_ = 5; number _f = 4; log(count() + count); log(count_ + " " + _f() + " " + _f); winner 0; }""",
    "a sealed choice that is cancelled": """
        global class C { number n = 0; action Go { trigger PlayerChoiceEvent; effect { n += 1; if (n > 3) { winner 0; } if (n % 2 == 1) { cancel; } } } }
        setup { } turn T { simultaneous phase P; }""",
    "a key that is null before a value that is heard": """
        function heard { returns string; effect { log("heard"); return "x"; } } global class C { string none; }
        setup { Table<string> t = { {"a", "b"}, {C.none, "c"}, {"d", heard()} }; log(t); winner 0; }""",
    "a call that cannot be answered, and then a question": """
        interactable Card { private number n = 1; } global class S { number n = 0; private List<Card> hidden = { new Card(), new Card() };
        action B { input Card c in new List<Card>() {} ; input number k from 0 to 1; effect { log("never"); } }
        action Go { trigger PlayerChoiceEvent; effect { this.B(); if (n > 1) { cancel "late"; } n += 1; this.B(); input Card c in hidden; log(c.n); turn.pass(); if (n > 4) { winner 0; } } } }
        setup { S.B(); } turn T { simultaneous phase P; }""",
    "players with two places": """
        setup { List<player> l = { 0, 1, 0 }; List<List<player>> r = { l, { 1 }, { 1, 1 } }; winner r; }""",
    "players who win twice": """
        setup { List<player> l = { 1, 0 }; win 0, l, 1; }""",
    "not less": """
        global class C { string s = "s1"; } setup { log(!(C.s < "null")); winner 0; }""",
    "narrower views": """
        class Piece { number n = 1; } class King : Piece { string name = "king"; } class Queen : Piece { }
        setup { List<Piece> all = { new King() }; List<King> kings = all as List<King>; log(kings[0].name);
        all.add(new Queen()); log(kings); for (King k in kings) { log(k.name); } winner 0; }""",
    "a key that a test takes for a list": """
        global class S { Table<number> t = { {"a", 1} }; Table<bool> keys = {};
        action Go { trigger PlayerChoiceEvent; require { return (keys.keys()[0] as List<string>) != null; }
        effect { for (List<string> l in keys.keys()) { log(l); } } } }
        setup { S.keys[S.t.keys()] = true; }""",
    "unassigned": """
        group class G { player p = player.active();
        action A { trigger PlayerChoiceEvent; effect { unassign(p); log(players); winner 0; } } }
        setup { G g = new G(); g.assign(0); g.assign(1); }""",
    "events and tiles of the language as bases": """
        event Bored : NoChoiceEvent { number times; }
        event Turned : PhaseChangeEvent { Bored why; }
        tile Hole : BlankTile { number depth = 2; }
        tile Field {}
        board B { group G { geometry square; grid { Hole, Field, b; Field, Hole, Field; } } }
        global class S { B board = new B(); action Yawn { trigger NoChoiceEvent { } effect { log(event is Bored); log(event.active); } }
        action Seen { trigger PhaseChangeEvent { return event is Turned; } effect { log(event.newPhase); Turned t = event as Turned; log(t.why.times); } } }
        setup { Hole h = S.board.G[0][0] as Hole; log(h.depth); log(h is BlankTile); log(S.board.G.tiles); log(S.board.G[1][0].neighbors());
        Bored b = new Bored() { active = 1; times = 2; };
        event.throw_sync(b); event.throw(new Turned() { newPhase = "x"; why = b; });
        auto input List<tile> all; log(all); auto input List<Hole> holes; log(holes);
        }""",
    "groups of derived boards": """
        tile T {} tile U : T {} board B { group G { geometry square; grid 2 by 1 of T; } group H { geometry square; grid 1 by 1 of T; } }
        board C : B { override group G { grid 1 by 1 of U; } group I { geometry square; grid 1 by 1 of U; } }
        setup { B b = new B(); log(b.groups); B c = new C(); log(c.groups); log(c.groups["I"].tiles); board d = c; log(d.groups.keys()); for (string s in b.groups.keys()) { log(s); } winner 0; }""",
    "discarded in place": """
        interactable I { } function Make { returns I; effect { log("made"); return new I(); } }
        setup { I i = new I(); i.discarded ^= true; log(i.discarded); i.discarded &= false; log(i.discarded); Make().discarded |= true; i.discarded = null; i.discarded ^= true; }""",
    "a long ranking": """
        setup { List<List<player>> r = {}; for (number i = 0; i < 700; i += 1) { r.add({ i, 1 }); } winner r; }""",
    "many texts as options": """
        global class S { number n = 0; List<string> all = {};
        action Go { trigger PlayerChoiceEvent; input string s in all { return s != "no"; } input string t in { s + "!", s + "?", s + "!" };
        effect { log(s + t); n += 1; all = {}; for (number i = 0; i < 3; i += 1) { all.add("a long text to be remembered for a while, number " + (n * 3 + i)); }
        input List<string> l in all { return l.length < 2; } log(l); if (n > 200) { winner 0; } } } }
        setup { S.all.add("x"); S.all.add("no"); }""",
    "many events": """
        event E { number n; } global class S { number sum = 0; action Hear { trigger E { return event.n > 0; } effect { sum += event.n; } } }
        setup { for (number i = 0; i < 30000; i += 1) { event.throw(new E() { n = i; }); } log(S.sum); }""",
    "a list that is long to choose": """
        class C {} global class S { List<C> all = {}; number n = 0;
        action Go { trigger PlayerChoiceEvent; input List<C> l in all { number sum = 0; for (C c in l) { sum += 1; } return sum >= 400; } input bool b; effect { log(l.length); winner 0; } } }
        setup { for (number i = 0; i < 410; i += 1) { S.all.add(new C()); } }""",
    "deep calls": """
        function Deep { function input number n; returns number; effect { if (n == 0) { return 0; } return 1 + Deep(n: n - 1); } }
        class C { C next; action A { input number n from 0 to 2000; effect { log(n); if (n > 0) { this.A(n: n - 1); } } }
        function Down { function input number n; returns string; effect { if (n == 0) { return "end"; } return "a" + this.Down(n: n - 1) + "b"; } } }
        event E { number n; } global class S { action Hear { trigger E; effect { if (event.n > 0) { event.throw_sync(new E() { n = event.n - 1; }); } log(event.n); } } }
        setup { log(Deep(n: 900)); C c = new C(); c.A(n: 950); log(c.Down(n: 900)); event.throw_sync(new E() { n = 900; }); c.A(n: 1100); }""",
    "anything that can be owned": """
        class X { number n = 1; } interactable I { } global class C { X x = new X(); I i = new I();
        action A { trigger PlayerChoiceEvent; input class x; effect { log(x); log(x is I); log(x is X); log(x is class); if (x is X) { winner 0; } } } } setup {}""",
    "any event": """
        event E { number n; } global class C { E kept; action A { trigger PlayerChoiceEvent; input event x; effect { log(x); winner 0; } } } setup { C.kept = new E(); }""",
    "any board and its parts": """
        tile T{} board B { group G { geometry square; grid 2 by 2 of T; } } connection K { string cost = "x"; } interactable I {} stack S { returns I; }
        global class C { B b = new B(); S s = new S(); K k = new K(); action A { trigger PlayerChoiceEvent; input board x; input group g; input stack s; input connection k; input tile t; effect { log(x); log(g); log(s); log(k); log(t); t.connections.add(k); k.to = t; log(t.distance(t)); log(t.distance(g.tiles[0])); } } } setup {}""",
    "the cheapest way": """
        tile T{} board B { group G { geometry square; grid 30 by 30 of T; } } connection K { number cost; }
        global class C { B b = new B(); } setup { tile t = C.b.G[0][0]; log(t.distance(C.b.G[29][29])); log(t.distance(C.b.G[5][0])); tile far = C.b.G[20][20];
        K k = new K() { to = far; cost = 0.5; }; t.connections.add(k); log(t.distance(far)); log(far.distance(t)); k.cost = -1; log(t.distance(far)); }""",
    "several inside a filter": """
        class C { number n = 1; } class D { number n = 2; } function Only { returns C; auto input C c; effect { return c; } }
        global class S { List<C> all = {}; List<D> ds = {}; action A { trigger PlayerChoiceEvent; auto input D d { return Only().n == 1; } effect { log(d); winner 0; } }
        action B { trigger PlayerChoiceEvent; auto input D d; effect { log(d); } } }
        setup { S.all.add(new C()); S.all.add(new C()); S.ds.add(new D()); S.ds.add(new D()); }""",
    "several behind": """
        class C { number n = 1; } class D { number n = 2; } function Only { returns C; auto input C c; effect { return c; } }
        global class S { List<C> all = {}; List<D> ds = {};
        action B { trigger PlayerChoiceEvent; auto input D d; effect { log(d); } } }
        setup { S.all.add(new C()); S.all.add(new C()); S.ds.add(new D()); S.ds.add(new D()); }""",
}

_MANY = range(90)
PROGRAMS["many inputs"] = (
    "global class S { action A { trigger PlayerChoiceEvent; "
    + " ".join(f"input number n{i} from 0 to 1 {{ return n{i} == {i % 2}; }}" for i in _MANY)
    + f" effect {{ log({' + '.join(f'n{i}' for i in _MANY)}); winner 0; }} }} }} setup {{ }}"
)
PROGRAMS["many values to choose from"] = """
    global class S { List<number> numbers = {}; List<string> words = {}; number n = 0;
      action A { trigger PlayerChoiceEvent; input number x in numbers; input string s in words; effect { log(x + s); n += 1; if (n > 3) { winner 0; } } }
      action B { trigger PlayerChoiceEvent; input List<number> l in numbers { return l.length < 2; } effect { log(l); this.C(all: numbers); this.C(all: { 1, 2, 1 }); } }
      action C { input List<number> all in numbers; effect { log(all.length); } } }
    setup { for (number i = 0; i < 300; i += 1) { S.numbers.add(i % 140 - 70); S.words.add("w" + i % 55); } S.numbers.add(-0); }
"""
PROGRAMS["many moves that fail"] = """
    global class S { number n = 0;
      action A { trigger PlayerChoiceEvent; input number x from 0 to 149; input string s in { "a", "b" }; effect { log(x + s); if (x < 148 || s == "a") { fail "no"; } winner 0; } } }
    setup { }
"""
PROGRAMS["an object that was overwritten hears of it: the event holds what was there before"] = """
class Spell { action Hear { trigger on Core change { return true; } effect { log("hears " + this); } } }
class Card : Spell { }
global class Core
{
    number rounds = 0;
    Spell first = new Spell();
    Card second = new Card();
    action Go
    {
        trigger PlayerChoiceEvent;
        effect
        {
            Core.first = rounds % 2 == 0 ? Core.second : new Spell();
            rounds += 1;
            if (rounds > 4) { winner 0; }
            turn.pass();
        }
    }
}
setup { Core.first = Core.second; }
"""
PROGRAMS["two filters of an input with one name for what they look at"] = """
global class Core
{
    number fuel = 3;
    action Go
    {
        trigger PlayerChoiceEvent;
        effect
        {
            input number r from 0 to 4 { filter x { return x != 1; } filter x { return x < round(Core.fuel); } }
            log("r " + r);
            Core.fuel += 0.5;
            if (Core.fuel > 5) { winner 0; }
            turn.pass();
        }
    }
}
setup { Core.fuel = 2; }
"""
