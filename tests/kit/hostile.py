"""Programs that try to break the C target by their sizes and values: both targets play them alike, and the sanitizers
have nothing to say.

A program is what stands behind `game "hostile"; players 2;`.
"""

from __future__ import annotations

_LONG = 'string s = "abcdefghij"; for (number i = 0; i < 14; i += 1) { s = s + s; }'  # 160 KB
_SHORT = _LONG.replace("14", "10")  # 10 KB

PROGRAMS = {
    "one text held by a list thousands of times": f"""
        global class S {{ List<string> all = {{}}; number n = 0;
        action Go {{ trigger PlayerChoiceEvent; effect {{ n += 1; log(all.length); if (n > 3) {{ winner 0; }} }} }} }}
        setup {{ {_LONG} for (number i = 0; i < 2000; i += 1) {{ S.all.add(s); }} }}""",
    "one text held by everything that can hold one": f"""
        class A {{ string a; string b; object any; List<string> list = {{}}; Table<string> table = {{}}; Stack<string> stack = {{}}; }}
        global class S {{ List<A> all = {{}}; List<List<string>> lists = {{}}; Table<Table<string>> tables = {{}}; List<number> much = {{}}; number n = 0;
        action Go {{ trigger PlayerChoiceEvent; input string s in all[0].list; input List<string> l in all[n].list;
        effect {{ n += 1; A a = all[n]; log(a.a == s); log(a.b == a.table["k"]); log(a.table.keys().length); log(a.any == s); lists.add(l); lists.add(a.list);
        log(l.length + " " + (a.stack.pop() == s)); if (n > 5) {{ winner 0; }} }} }} }}
        setup {{ {_SHORT} for (number i = 0; i < 40000; i += 1) {{ S.much.add(i); }} for (number i = 0; i < 60; i += 1) {{ A a = new A() {{ a = s; b = s; any = s; }}; S.all.add(a);
        for (number j = 0; j < 9; j += 1) {{ a.list.add(s); a.stack.push(s); a.table[j] = s; }} a.table["k"] = s; a.table[s] = s; S.tables[s] = a.table; }} }}""",
    "a list too long to be written": f"""
        setup {{ {_LONG} List<string> l = {{}}; for (number i = 0; i < 2000; i += 1) {{ l.add(s); }} log("so far"); log(l); winner 0; }}""",
    "a table too long to be written, in a list": f"""
        setup {{ {_LONG} List<Table<string>> l = {{}}; Table<string> t = {{}}; for (number i = 0; i < 2000; i += 1) {{ t[i] = s; }} l.add(t); log("so far"); string all = "x" + l; winner 0; }}""",
    "tables whose index would grow when they are moved": """
        global class S { List<Table<number>> all = {}; number n = 0;
        action Go { trigger PlayerChoiceEvent; effect { n += 1; for (Table<number> t in all) { t[n + 100] = n; } log(all[0].length); log(all[3][101]); if (n > 30) { winner 0; } } } }
        setup { for (number i = 0; i < 300; i += 1) { Table<number> t = {}; for (number j = 0; j < 2 + i % 40; j += 1) { t[j] = i; t["k" + j] = j; } S.all.add(t); } }""",
    "a range from 2^53 on": """
        global class S { number low = 2 ^ 53; number n = 0;
        action Go { trigger PlayerChoiceEvent; input number x from low to low + 2; effect { log(x); n += 1; low = low * 2; if (n > 8) { winner 0; } } } }
        setup { }""",
    "a range up to -2^53": """
        global class S { number low = 0 - 2 ^ 54 - 8; number n = 0;
        action Go { trigger PlayerChoiceEvent; input number x from low to low + 9; effect { log(x); n += 1; low = low + 6; if (n > 8) { winner 0; } } } }
        setup { }""",
    "a range whose ends stand there": """
        global class S { number n = 0; action Go { trigger PlayerChoiceEvent; input number x from 9007199254740991 to 9007199254740995;
        effect { log(x); n += 1; if (n > 5) { winner 0; } } } } setup { }""",
    "a range of the largest number, and one turned around": """
        global class S { number low = 10 ^ 308; number n = 0;
        action Go { trigger PlayerChoiceEvent; input number x from low to low; effect { log(x); n += 1; if (n > 2) { winner 0; } } }
        action No { trigger PlayerChoiceEvent; input number x from low to 0 - low; effect { log(x); } } } setup { }""",
    "a range of all numbers": """
        global class S { number low = 10 ^ 308; action No { trigger PlayerChoiceEvent; input number x from 0 - low to low; effect { log(x); } } } setup { }""",
    "a range between fractions": """
        global class S { number low = 0.5; number n = 0;
        action No { trigger PlayerChoiceEvent; input number x from 0 - low to low * 5; input number y from -0.25 to 0.5 ^ 1074; input number z from 0.25 to 0.75 + n;
        effect { log(x + " " + y + " " + z); n += 1; if (n > 5) { winner 0; } } } } setup { S.n = 1; }""",
    "a range as long as can be": """
        global class S { number low = 0.5; number n = 0;
        action No { trigger PlayerChoiceEvent; input number x from low to 10000 + low; effect { log(x); n += 1; if (n > 2) { winner 0; } } } } setup { }""",
    "numbers at their ends, written": """
        setup { log(10^308); log(0 - 10^308); log(0.5^1074); log(2^53); log(2^53 + 1); log(2^63); log(2^64); log(10^21); log(10^21 - 1); log(2^31); log(2^52 + 0.5);
        log((10^308) % (0.5^1074)); log(floor(10^300)); log(round(2^52 + 0.5)); log(ceil(0.5^1074)); log(0 - 0.5^1074); log(2.5 ^ 700); log(10^15); log(10^15 + 0.5); winner 0; }""",
    "powers at their ends": """
        setup { log((0.5^1074) ^ 0.5); log((0.5^1074) * 0.5); log(2^1023.5); log(1.5 ^ (0.5^1074)); log((10^308) ^ (0.5^1074)); log((10^308) ^ -1);
        log((10^308) ^ -1.5); log((1 + 0.5^52) ^ (10^15)); log((0 - 2) ^ 1023); log((0 - 2) ^ (2^53)); winner 0; }""",
    "indices at their ends": """
        tile A {} board W { group G { geometry square; grid 3 by 3 of A; } }
        setup { W w = new W(); for (number i in { 0 - 10^308, 0 - 2^53, 0 - 2^32, 0 - 2^31, -1, -0.5, 2.9, 2^31, 2^32, 2^53, 2^63, 10^308 }) { log(w.G[i][0]); log(w.G[0][i]);
        List<number> l = { 1, 2, 3 }; log(l.at(i)); player p = i; log(p); } List<number> l = { 1 }; log(l[0 - 0.5]); log(l[2^63]); }""",
    "random at its ends": "setup { log(random(2^32 - 1)); log(random(1.99)); log(random(2^32)); winner 0; }",
    "a hidden option of a narrower type": """
        interactable Card { number n = 1; } interactable Ace : Card { List<number> l = { 1, 2, 3 }; string word = "ace"; }
        class Hand { private List<Card> cards = {}; number taken = 0;
        action Take { trigger PlayerChoiceEvent; input Ace a { return S.hands[player.active() + 1].cards.contains(a) && a.l.length == 3 && a.word == "ace"; }
        effect { log(a.l + a.word); taken += a.l[2]; S.n += 1; S.hands[player.active() + 1].cards.remove(a); if (S.n > 5) { winner 0; } } }
        action Wait { trigger PlayerChoiceEvent; effect { S.n += 1; if (S.n > 20) { winner 1; } } } }
        global class S { List<Hand> hands = {}; number n = 0; }
        setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); S.hands.add(h); for (number i = 0; i < 6; i += 1) { Card c = new Card(); if (random(2) == 0) { c = new Ace(); } c.assign(p); h.cards.add(c); } } }
        turn T { phase P; default { return player.active() + 1; } }""",
    "decks, tables and one text among what is hidden": f"""
        interactable Card {{ number n; }} stack Pile {{ returns Card; }}
        class Hand {{ private List<string> words = {{}}; private Table<string> notes = {{}}; private Pile pile; private List<Pile> piles = {{}}; private List<List<Card>> nested = {{}}; private object any; number left = 4;
        action Say {{ trigger PlayerChoiceEvent; input string w in words; effect {{ left -= 1; words.remove(w); words.add(w); notes[left] = w; pile.push(new Card() {{ n = left; }}); Pile more = new Pile(); more.push(new Card() {{ n = 9; }}); piles.add(more); any = piles[0].pop();
        nested.add({{ new Card() {{ n = 1; }} }}); log(piles.length + " " + pile.length() + " " + (any == null)); if (left == 0) {{ winner player.active(); }} }} }} }}
        setup {{ {_SHORT} for (player p in player.all()) {{ Hand h = new Hand() {{ pile = new Pile(); }}; h.assign(p); for (number i = 0; i < 300; i += 1) {{ h.words.add(s); h.notes["k" + i] = s; }} h.words.add("other"); }} }}
        turn T {{ phase P; default {{ return player.active() + 1; }} }}""",
    "a list of many that is chosen one by one": """
        class C {} global class S { List<C> all = {}; action Go { trigger PlayerChoiceEvent; input List<C> l in all; effect { log(l.length); winner 0; } } }
        setup { for (number i = 0; i < 200; i += 1) { S.all.add(new C()); } }""",
    "a tile that is added to a smaller grid": """
        tile A {} board W { group Small { geometry square; grid 2 by 2 of A; } group Large { geometry square; grid 9 by 9 of A; } }
        global class S { W w = new W(); number n = 0; action Go { trigger PlayerChoiceEvent; input A a in S.w.Large.tiles; effect { S.w.Small.add(a); number count = 0;
        for (tile t in a.neighbors()) { count += 1; log(t); } log(a + " " + count); n += 1; if (n > 8) { winner 0; } } } }
        setup { }""",
    "a deck in which the same card lies often": """
        interactable Card { } stack Pile { returns Card; } global class S { Pile pile = new Pile(); number n = 0;
        action Go { trigger PlayerChoiceEvent; effect { n += 1; pile.reshuffle(); log(pile.length()); if (n > 4) { winner 0; } } } }
        setup { Card c = new Card(); for (number i = 0; i < 5000; i += 1) { S.pile.push(c); } log(S.pile.length()); }""",
    "lists and tables as long as can be": """
        setup { List<number> l = {}; for (number i = 0; i < 100000; i += 1) { l.add(i); } l.append(l); log(l.length); Table<number> t = {}; for (number i = 0; i < 60000; i += 1) { t[i] = i; } log(t.length);
        List<List<number>> ll = { l, l, l }; log(ll.length); List<number> copy = l.copy(); copy.removeAt(0); log(copy.length); l.shuffle(); l.append(l); }""",
    "a list one too long": """
        setup { List<number> l = {}; for (number i = 0; i < 150000; i += 1) { l.add(i); } List<number> m = l.copy(); l.append(m); log(l.length); winner 0; }""",
    "an empty everything": """
        class A { List<number> l = {}; Table<string> t = {}; string s = ""; Stack<A> k = {}; }
        global class S { A a = new A(); number n = 0; action Go { trigger PlayerChoiceEvent; input number x in a.l; effect { log(x); } }
        action Do { trigger PlayerChoiceEvent; input List<number> l in a.l; optional input number y in a.l; effect { log(l.length + " " + y + " " + a.k.pop() + a.s + a.t + a.l.at(0) + a.t.keys()); a.l.shuffle(); a.l.append(a.l); a.l.removeRange(a.l); a.l.clear(); n += 1; if (n > 3) { winner 0; } } } }
        setup { }""",
    "lists in lists in lists": """
        class Box { object inner; List<object> all = {}; }
        setup { Box b = new Box(); List<object> l = {}; for (number i = 0; i < 3000; i += 1) { List<object> m = {}; m.add(l); l = m; } b.inner = l; log("made"); log(l); winner 0; }""",
    "a list that holds itself": "setup { List<object> l = {}; l.add(l); l.add(l); log(l.length); log(l); winner 0; }",
    "texts of four bytes a character": """
        global class S { string s = "\U0001f600\U0001f601"; number n = 0; action Go { trigger PlayerChoiceEvent; input string x in { s, s + "a", "\u00e9" + s }; effect { log(x); s = s + x; n += 1; if (n > 8) { winner 0; } } } }
        setup { string s = "\U0001f600"; for (number i = 0; i < 19; i += 1) { s = s + s; } log(s == s + ""); s = s + s; log("too long"); winner 0; }""",
    "powers and products of 32 bits": "setup { log((2 ^ 31) * (2 ^ 31)); log((2 ^ 53 - 1) % (2 ^ 31)); log(floor((2 ^ 52 + 1) / 3)); log((0 - 2 ^ 52) * 2); log(abs(0 - 2 ^ 53)); number x = 2 ^ 31; while (x < 10 ^ 300) { x = x * x; } log(x); winner 0; }",
    "too large": "setup { number x = 2 ^ 31; for (number i = 0; i < 20; i += 1) { x = x * x; } log(x); winner 0; }",
    "dice at their ends": """
        setup { log(dice(2^52, 1).greatest); log(dice(2^52, 1).least); log(dice(1, 2^32 - 1).mean); log(chance(dice(20, 6) > 2^53)); dice d = dice(2^53 - 1, 1); log(d.greatest); log((d + d).greatest); }""",
    "hidden things that each hold the next": """
        interactable Card { private Card next; private List<Card> more = {}; number n; }
        class Hand { private Card first; number left = 4;
        action Go { trigger PlayerChoiceEvent; input number x from 0 to 2; effect { left -= 1; if (left == 0) { winner player.active(); } } } }
        setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); Card before; for (number i = 0; i < 400; i += 1) { Card c = new Card() { n = random(9); }; c.next = before; if (i % 2 == 0) { c.more.add(before); } before = c; } h.first = before; } }
        turn T { phase P; default { return player.active() + 1; } }""",
    "many inputs behind each other": "global class S { action A { trigger PlayerChoiceEvent; "
    + " ".join(f"input number n{i} from 0 to 1;" for i in range(90))
    + f" effect {{ log({' + '.join(f'n{i}' for i in range(90))}); winner 0; }} }} }} setup {{ }}",
    "a board as large as many": """
        tile A { number n = 0; } board W { group G { geometry hex; orientation column; grid 40 by 40 of A; } }
        global class S { W w = new W(); number n = 0; action Go { trigger PlayerChoiceEvent; input A a { return a.n == 0; } effect { a.n = 1; log(a.neighbors()); log(a.distance(S.w.G[39][39])); n += 1; if (n > 2) { winner 0; } } } }
        setup { }""",
}

UNCOUNTED = {"a list of many that is chosen one by one", "many inputs behind each other"}  # their moves are too many
