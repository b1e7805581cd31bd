"""Small games for tests of the table in the browser: what no example has all at once."""

from __future__ import annotations

from pathlib import Path

# Sets in any order, numbers and texts that anybody may name, a move that can be taken back while it is made.
SHOP = """game "shop"; players 2;
interactable Coin { number worth = 1; display { name "coin {worth}"; } }
zone Purse of Coin { seen by owner; }
global class Till { number taken = 0; string last = ""; }
class Buyer
{
    number paid = 0;
    action Pay { trigger PlayerChoiceEvent; input 2 Coin coins in Purse[this.player];
        effect { for (Coin c in coins) { paid += c.worth; c.discard(); } Till.taken += 2; turn.pass(); } }
    action Say { trigger PlayerChoiceEvent; input string words; effect { Till.last = words; log(words); turn.pass(); } }
    action Count { trigger PlayerChoiceEvent; input number n; input number more from 1 to 2; effect { Till.taken += n * more; turn.pass(); } }
    action End { trigger PlayerChoiceEvent; effect { winner this.player; } }
}
setup
{
    for (player p in player.all())
    {
        Buyer b = new Buyer(); b.assign(p); p has Purse;
        for (number i = 1; i < 5; i += 1) { Coin c = new Coin() { worth = i; }; move c to Purse[p]; }
    }
}
"""

# Everybody chooses at the same time; player 1 has nothing to choose in the second round.
BIDS = """game "bids"; players 2 to 3;
class Bid
{
    private number last = 0; number rounds = 0;
    action Offer { trigger PlayerChoiceEvent { return this.player != 1 || rounds != 1; } input number n from 0 to 3; input bool loud;
        effect { last = n; rounds += 1; log("player " + this.player + " offers"); } }
    action Pass { trigger PlayerChoiceEvent { return this.player != 1 || rounds != 1; } effect { rounds += 1; if (rounds > 5) { winner this.player; } } }
}
setup { for (player p in player.all()) { Bid b = new Bid(); b.assign(p); } }
turn T { simultaneous phase Bidding { } }
"""

# A deck, hands, a board: to be changed by hand.
HANDS = """game "hands"; players 2;
interactable Card { number value = 0; display { name "card {value}"; } }
interactable Pawn { display { name "pawn"; } }
stack Pile { returns Card; default { for (number v = 0; v < 8; v += 1) { push(new Card() { value = v; }); } shuffle(); } }
tile Spot { }
global board Field { group Grid { geometry square; grid 3 by 3 of Spot; } }
global class Score { number points = 0; Pile pile = new Pile(); }
class Hand
{
    private List<Card> cards = {};
    action Draw { trigger PlayerChoiceEvent; effect { Card c = Score.pile.pop(); if (c != null) { c.assign(this.player); cards.add(c); } turn.pass(); } }
    action End { trigger PlayerChoiceEvent; effect { winner this.player; } }
}
setup
{
    for (player p in player.all()) { Hand h = new Hand(); h.assign(p); Pawn w = new Pawn(); w.assign(p); w.move_to(Field.Grid[p][0]); }
}
"""

GAMES = {"shop": SHOP, "bids": BIDS, "hands": HANDS}


def write_games(folder: Path) -> Path:
    for name, text in GAMES.items():
        (folder / f"{name}.tgpl").write_text(text, encoding="utf-8")
    return folder
