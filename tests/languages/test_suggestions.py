"""A name that is suggested could stand there: it is of the right kind, and can be seen."""

from __future__ import annotations

import re

import pytest

from tgpl.compile import compile_rules
from tgpl.text.diagnostics import errors
from tgpl.text.files import Texts

GAME = """game "x";
players 2;
import "bank.tgpl" as bank;
event Bump { number size = 1; }
class Jumps { number bumps = 0; }
interactable Coin { number worth = 1; }
interactable Coat placeable { }
stack Purse { returns Coin; }
tile Coal { }
board Land { group Map { geometry square; grid { Coal, Coal; } } }
global class Store { Land land = new Land(); Purse purse = new Purse(); List<number> prices = {}; }
function bumper { returns number; effect { return 1; } }
sealed class Safe { action Crack { effect { log("open"); } } }
class Hand {
    number points = 0;
    private number pounds = 0;
    function pointed { function input number deep; returns number; effect { return points; } }
    action Pick { trigger PlayerChoiceEvent; effect { log(0); DOING } effect for tip { log(1); } }
    MEMBER
}
class Fist : Hand { OVERRIDE }
turn Main { phase Act; }
turn Mean { phase Rest; }
DECLARED
setup { SETUP Safe safe = new Safe(); Coin coin = new Coin(); turn.use("Main"); }
"""
BANK = """global class Vault { number gold = 0; }
class Vaulter { }
function vaulted { returns number; effect { return 1; } }
"""
EARLIER = """game "x";
players 2;
event Bump { decimal size; }
state Jumps { decimal bumps; }
interactable Coin { decimal worth; }
stack Purse { returns Coin; }
tile Coal { }
board Land { group Map square { Coal, Coal; } }
local state Hand {
    decimal points;
    verb pointed { effect { return points; } }
    action Pick { trigger PlayerChoiceEvent; effect { DOING pass player + 1; } }
    MEMBER
}
turn Main { phase Act; }
DECLARED
setup { effect { SETUP use turn Main; } }
"""
SCRIPT = """fun twice(times: Int): Int { times * 2; };
Entity { Health: 10, Name: "Otto" };
trait Strong for Entity { Health: base.Health + 5 };
set hero = Entity with Strong;
SETUP
set later = 1;
"""
SENET = """@setup {
    int score = 0;
    group Mark { int size = 1; int grow() { return 1; } }
    int helper(int by) { return by; }
    SETUP
    int level = 0;
}
@turns {
    begin() { DOING pass(go, 0); }
    void wandered() { score = 1; }
    go() { end; }
}
"""
TEXTS = {"tgpl": GAME, "tgdl": EARLIER, "rpg": SCRIPT, "snt": SENET}

CASES = [
    # where, what stands there, what is suggested
    ("tgpl", "DOING", "event.throw(new Jumpss());", None),
    ("tgpl", "DOING", "event.throw(new Bmup());", "Bump"),
    ("tgpl", "MEMBER", "action A { trigger Bumpp; effect { log(1); } }", "Bump"),
    ("tgpl", "MEMBER", "action A { trigger Jumpss; effect { log(1); } }", None),
    ("tgpl", "MEMBER", "action A { trigger on Coim movement; effect { log(1); } }", "Coin"),
    ("tgpl", "MEMBER", "action A { trigger on Purze movement; effect { log(1); } }", None),
    ("tgpl", "MEMBER", "action A { trigger on Purze draw; effect { log(1); } }", "Purse"),
    ("tgpl", "MEMBER", "action A { trigger on Hand.pointd change; effect { log(1); } }", "points"),
    ("tgpl", "MEMBER", "action A { trigger on Hand.Pik action; effect { log(1); } }", "Pick"),
    ("tgpl", "DOING", 'turn.pass(player.active(), "Atc");', "Act"),
    ("tgpl", "DOING", 'turn.pass(player.active(), "Maim");', None),
    ("tgpl", "DOING", 'turn.use("Maim");', "Main"),
    ("tgpl", "DOING", 'turn.use("Acts");', None),
    ("tgpl", "DOING", 'turn.use("Main", "Rset");', None),
    ("tgpl", "DOING", 'turn.use("Mean", "Rset");', "Rest"),
    ("tgpl", "MEMBER", "action A during Atc { trigger PlayerChoiceEvent; effect { log(1); } }", "Act"),
    ("tgpl", "MEMBER", "action A during Mian { trigger PlayerChoiceEvent; effect { log(1); } }", "Main"),
    ("tgpl", "MEMBER", "action A during Mian.Act { trigger PlayerChoiceEvent; effect { log(1); } }", "Main"),
    ("tgpl", "MEMBER", "action A during Main.Rset { trigger PlayerChoiceEvent; effect { log(1); } }", None),
    ("tgpl", "MEMBER", "action A during Mean.Rset { trigger PlayerChoiceEvent; effect { log(1); } }", "Rest"),
    ("tgpl", "DOING", 'log(turn.phase.active() == "Rset");', "Rest"),
    ("tgpl", "DOING", 'log(turn.phase.active() == "Mian");', None),
    ("tgpl", "DOING", 'log("Mian" != turn.active());', "Main"),
    ("tgpl", "DOING", "log(any c in Store.prices { c > pont });", None),
    ("tgpl", "DOING", "log(any coin in Store.prices { coon > 1 });", "coin"),
    ("tgpl", "DOING", "log(any c in Store.pricse { c > 1 });", "prices"),
    ("tgpl", "DOING", "log(any Coim c in {} { c.worth > 1 });", "Coin"),
    ("tgpl", "SETUP", "Jumpss b; log(b);", "Jumps"),
    ("tgpl", "SETUP", "bumpre b; log(b);", None),
    ("tgpl", "SETUP", "Numbr n = 0; log(n);", "number"),
    ("tgpl", "SETUP", "List<Coim> coins = {}; log(coins);", "Coin"),
    ("tgpl", "DECLARED", "stack Heap { returns Coit; }", "Coin"),
    ("tgpl", "DECLARED", "stack Heap { returns Coatt; }", None),
    ("tgpl", "DECLARED", "board Sea { group G { geometry square; grid { Coaal; } } }", "Coal"),
    ("tgpl", "DECLARED", "board Sea { group G { geometry square; grid { Coimn; } } }", None),
    ("tgpl", "DECLARED", "class Foot : Hadn { }", "Hand"),
    ("tgpl", "DECLARED", "class Foot : Coinn { }", None),
    ("tgpl", "DECLARED", "class Ankles : Ankle { }", None),
    ("tgpl", "DECLARED", "class Ankle : Ankel { }", None),
    ("tgpl", "DOING", "log(point);", "points"),
    ("tgpl", "DOING", "log(pointd(deep: 1));", "pointed"),
    ("tgpl", "DOING", "log(this.pointd);", "points"),
    ("tgpl", "DOING", "log(this.point(deep: 1));", "pointed"),
    ("tgpl", "DOING", "this.Pikc();", "Pick"),
    ("tgpl", "DOING", "log(this.Pikc);", None),
    ("tgpl", "DOING", "log(pointed(dep: 1));", "deep"),
    ("tgpl", "DOING", "log(Store.prices.lengt);", "length"),
    ("tgpl", "DOING", "log(Store.prices.contain);", None),
    ("tgpl", "DOING", "log(Store.prices.contain(1));", "contains"),
    ("tgpl", "DOING", "Store.purse.shufle();", "shuffle"),
    ("tgpl", "DOING", "log(Store.land.Mpa.width);", "Map"),
    ("tgpl", "DOING", "log(Stroe.land);", "Store"),
    ("tgpl", "DOING", "log(evnt.active);", "event"),
    ("tgpl", "DOING", "cancel tap;", "tip"),
    ("tgpl", "DOING", "asign(player.active());", "assign"),
    ("tgpl", "SETUP", "log(new Hand() { poinst = 1; });", "points"),
    ("tgpl", "SETUP", "log(new Hand() { pointedd = 1; });", None),
    ("tgpl", "SETUP", "Hand h = new Hadn(); log(h);", "Hand"),
    ("tgpl", "SETUP", "Coin c = new Coatt(); log(c);", None),
    ("tgpl", "SETUP", "log(new Stores());", None),
    ("tgpl", "SETUP", "interactable i = new Coin(); log(i as Coatt);", "Coat"),
    ("tgpl", "SETUP", "interactable i = new Coin(); log(i as Lnad);", None),
    ("tgpl", "SETUP", "log(player.active() is Hadn);", "Hand"),
    ("tgpl", "SETUP", "log(bumpre());", "bumper"),
    ("tgpl", "SETUP", "log(bumpre);", None),
    ("tgpl", "SETUP", "{ number early = 1; log(early); } log(erly); number latest = 1; log(latest);", None),
    ("tgpl", "SETUP", "log(lateest); number latest = 1; log(latest);", None),
    ("tgpl", "SETUP", "number early = 1; log(early + erly);", "early"),
    ("tgpl", "SETUP", "for (number round = 0; round < 2; round += 1) { log(round); } log(roumd);", None),
    ("tgpl", "SETUP", "Coin money = new Coin(); log(money.points);", None),
    ("tgpl", "SETUP", "Safe s = new Safe(); s.Crakc();", None),
    ("tgpl", "SETUP", "log(Valut.gold);", None),
    ("tgpl", "SETUP", "log(bank.Valut);", "Vault"),
    ("tgpl", "SETUP", "log(bank.vaultde());", "vaulted"),
    ("tgpl", "SETUP", "bank.Vaultre v; log(v);", "Vaulter"),
    ("tgpl", "SETUP", "bnak.Vaulter v; log(v);", "bank"),
    ("tgpl", "SETUP", "Vaultre v; log(v);", None),
    ("tgpl", "OVERRIDE", "override action Pikc { effect { log(1); } }", "Pick"),
    ("tgpl", "OVERRIDE", "override function Pikc { effect { log(1); } }", None),
    ("tgpl", "OVERRIDE", "override number pointd = 1;", "points"),
    ("tgpl", "OVERRIDE", "action Base { effect { base.Pikc(); } }", "Pick"),
    ("tgpl", "OVERRIDE", "action Base { effect { base.pionts(); } }", None),
    ("tgpl", "MEMBER", 'display { name "{pounts}"; }', "points"),
    ("tgpl", "MEMBER", 'display { name "{pound}"; }', None),
    ("tgdl", "MEMBER", "action A { trigger Bumpp; effect { log(1); } }", "Bump"),
    ("tgdl", "MEMBER", "action A { trigger Jumpss; effect { log(1); } }", None),
    ("tgdl", "DECLARED", "stack Heap { returns Coal2; }", None),
    ("tgdl", "DECLARED", "stack Heap { returns Coit; }", "Coin"),
    ("tgdl", "DECLARED", "board Sea { group G square { Coaal; } }", "Coal"),
    ("tgdl", "DECLARED", "state Foot : Hadn { }", "Hand"),
    ("tgdl", "DECLARED", "state Foot : Coinn { }", None),
    ("tgdl", "DOING", "log(point);", "points"),
    ("tgdl", "DOING", "log(pointd());", "pointed"),
    ("tgdl", "SETUP", "nunber n = 0; log(n);", None),
    ("tgdl", "SETUP", "Coim c; log(c);", "Coin"),
    ("tgdl", "SETUP", "log(bumpss);", None),
    ("rpg", "SETUP", "print(getString(hreo));", "hero"),
    ("rpg", "SETUP", "print(getString(twic));", None),
    ("rpg", "SETUP", "print(getString(twic(2)));", "twice"),
    ("rpg", "SETUP", "print(getString(heroo(2)));", None),
    ("rpg", "SETUP", "print(getString(lter));", None),
    ("rpg", "SETUP", "print(getString(time));", None),
    ("rpg", "SETUP", "set x = Entty;", "Entity"),
    ("rpg", "SETUP", "set x = Strongg;", None),
    ("rpg", "SETUP", "set x = Entity with Strng;", "Strong"),
    ("rpg", "SETUP", "set x = Entity with Entiti;", None),
    ("rpg", "SETUP", "print(getString(hero.Helth));", "Health"),
    ("snt", "SETUP", "int next = scor;", "score"),
    ("snt", "SETUP", "int next = levle;", None),
    ("snt", "SETUP", "int next = helpr;", None),
    ("snt", "SETUP", "int next = helpr(1);", "helper"),
    ("snt", "SETUP", "int next = wanderd();", None),
    ("snt", "SETUP", "Mrak m;", "Mark"),
    ("snt", "SETUP", "group Marker(Mrak) { };", "Mark"),
    ("snt", "DOING", "Mark m; print(itos(m.sise));", "size"),
    ("snt", "DOING", "Mark m; print(itos(m.gorw));", None),
    ("snt", "DOING", "Mark m; print(itos(m.gorw()));", "grow"),
    ("snt", "DOING", "Mark m; print(itos(m.sise()));", None),
    ("snt", "DOING", "print(itos(levle));", "level"),
    ("snt", "DOING", "wanderd();", "wandered"),
    ("snt", "DOING", "pass(g, 0);", "go"),
    ("snt", "DOING", "pass(helpre, 0);", None),
]


@pytest.mark.parametrize("ending, place, part, near", CASES)
def test_suggestions_could_stand_there(ending: str, place: str, part: str, near: str | None) -> None:
    text = re.sub("DOING|MEMBER|DECLARED|SETUP|OVERRIDE", lambda word: part if word[0] == place else "", TEXTS[ending])
    main = f"main.{ending}"
    wrong = errors(compile_rules(Texts(main, {main: text, "bank.tgpl": BANK})).found)
    assert len(wrong) == 1, wrong
    assert getattr(wrong[0], "near", None) == near


@pytest.mark.parametrize("ending", TEXTS)
def test_the_texts_themselves_are_fine(ending: str) -> None:
    text = re.sub("DOING|MEMBER|DECLARED|SETUP|OVERRIDE", "", TEXTS[ending])
    main = f"main.{ending}"
    assert errors(compile_rules(Texts(main, {main: text, "bank.tgpl": BANK})).found) == []
