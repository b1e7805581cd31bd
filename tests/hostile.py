"""Programs that try to break the C target by their sizes and values: both targets play them alike, and the sanitizers
have nothing to say.

A program is what stands behind `game "hostile"; players 2;`.
"""

from __future__ import annotations

_LONG = 'string s = "abcdefghij"; for (number i = 0; i < 14; i += 1) { s = s + s; }'  # 160 KB

PROGRAMS = {
    "one text held by a list thousands of times": f"""
        global class S {{ List<string> all = {{}}; number n = 0;
        action Go {{ trigger PlayerChoiceEvent; effect {{ n += 1; log(all.length); if (n > 3) {{ winner 0; }} }} }} }}
        setup {{ {_LONG} for (number i = 0; i < 2000; i += 1) {{ S.all.add(s); }} }}""",
    "one text held by everything that can hold one": f"""
        class A {{ string a; string b; object any; List<string> list = {{}}; Table<string> table = {{}}; Stack<string> stack = {{}}; }}
        global class S {{ List<A> all = {{}}; List<List<string>> lists = {{}}; Table<Table<string>> tables = {{}}; number n = 0;
        action Go {{ trigger PlayerChoiceEvent; input string s in all[0].list; input List<string> l in all[n].list;
        effect {{ n += 1; A a = all[n]; log(a.a == s); log(a.b == a.table["k"]); log(a.table.keys().length); log(a.any == s); lists.add(l); lists.add(a.list);
        log(l.length + " " + (a.stack.pop() == s)); if (n > 5) {{ winner 0; }} }} }} }}
        setup {{ {_LONG} for (number i = 0; i < 60; i += 1) {{ A a = new A() {{ a = s; b = s; any = s; }}; S.all.add(a);
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
}
