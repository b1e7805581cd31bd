"""What lies beside the board: what belongs to everybody, the decks and zones, what each player has.

In:  a scene. Out: entries, one for each player and for each thing that is there once; and these as lines of (text, style), as in
pictures. With a width they end between things, and a list that does not fit into the line begins one. Cards that can be chosen are never
left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tgpl.draw.alike import keeps_order
from tgpl.draw.boards import Line
from tgpl.draw.program_boards import find_language_variables, is_program_board
from tgpl.draw.scene import Scene, Shown
from tgpl.draw.text_width import measure
from tgpl.draw.wrap import wrap_pieces

_LONGEST = 240  # characters of one value; `state` shows all of it
_LONGEST_TABLE = 480  # of all pairs of a table
_MOST = 40  # different elements of a list
_INDENT = 2


class Told(NamedTuple):
    """Something that an entry tells."""

    name: str
    items: tuple[str, ...]  # one, or the elements of a list
    is_list: bool = False
    ordered: bool = True


class Entry(NamedTuple):
    title: str
    style: str
    told: tuple[Told, ...]


def draw_panel(scene: Scene, width: int | None = None) -> list[Line]:
    """`width`: of the terminal; without one every entry is one line."""
    kept = _name_choices(scene)
    return [line for entry in describe_panel(scene) for line in _write(entry, width, kept)]


def describe_panel(scene: Scene) -> list[Entry]:
    found: list[Entry] = []
    for shown in scene.objects.values():
        told: Iterable[Told] = ()
        if shown["kind"] == "stack":
            told = [] if find_keeper(scene, shown) is not None else [Told("", (_describe_deck(scene, shown),))]
        elif shown.get("global"):
            told = _describe_zone(scene, shown, "") if shown.get("zone") else _describe_attributes(scene, shown)
        if told:
            found.append(Entry(name_deck(scene, shown), "bold", tuple(told)))
    for player in range(scene.view["players"]):
        found += _describe_player(scene, player)
    return found


def _name_choices(scene: Scene) -> frozenset[str]:
    """What can be chosen, as it is called here."""
    decision = scene.view.get("decision", {})
    objects = [{"id": number} for number in decision.get("objects", ()) if number is not None]
    return frozenset([*map(scene.words, objects), *(str(label) for label in decision.get("options", ()))])


# ---- decks and zones


def _describe_deck(scene: Scene, deck: Shown) -> str:
    words = _count_cards(deck["size"])
    discards = deck["discards"]["stack"]
    if discards:
        words += f", {len(discards)} discarded, on top {scene.words(discards[-1])}"
    return words


def _count_cards(size: float) -> str:
    return f"{size:.0f} card{'' if size == 1 else 's'}"


def find_keeper(scene: Scene, deck: Shown) -> Shown | None:
    """The player's thing, or the zone, to which a deck belongs; the deck itself, if it was given to somebody."""
    if scene.owner(deck) is not None:
        return deck
    for shown in scene.objects.values():
        tells = shown.get("zone") or (scene.owner(shown) is not None and shown["kind"] == "class")
        if tells and _find_name(shown, deck) is not None:
            return shown
    return None


def _find_name(keeper: Shown, deck: Shown) -> str | None:
    """What something that keeps a deck calls it."""
    values = keeper.get("attributes", {}).items()
    return next((name for name, value in values if value == {"id": deck["id"]}), None)


def name_deck(scene: Scene, shown: Shown) -> str:
    """By the name that it has, or its class; where there are several of that also by the attribute that holds it."""
    if "name" in shown.get("display", {}):
        return scene.name(shown)
    several = sum(other["kind"] == "stack" and other["class"] == shown["class"] for other in scene.objects.values()) > 1
    names = [_find_name(keeper, shown) for keeper in scene.objects.values()] if several else []
    return " ".join([str(shown["class"]), *(f"({name})" for name in names[:] if name is not None)])


def _describe_zone(scene: Scene, zone: Shown, name: str) -> list[Told]:
    """What lies in a zone, or only how much if that is not seen; then its attributes."""
    told = select_attributes(scene, zone)
    cards, length = told.pop("cards", None), told.pop("length", None)
    if cards is None:
        lies = Told(name, (_count_cards(length or 0),))
    else:
        lies = _describe_list(scene, zone, name, cards)
    rest = [_describe_value(scene, zone, one, value) for one, value in told.items()]
    return [lies, *rest, *_describe_decks(scene, zone)]


# ---- players


def _describe_player(scene: Scene, player: int) -> list[Entry]:
    """What a player has, apart from pieces on the board: in one entry, if no two things are called the same."""
    own = [shown for shown in scene.objects.values() if scene.owner(shown) == player and not shown.get("tile")]
    own.sort(key=lambda shown: scene.rank.get(shown["class"], len(scene.rank)))
    parts: list[tuple[Shown, list[Told]]] = []
    loose: list[str] = []
    for shown in own:
        if shown["kind"] == "interactable":
            if shown["id"] not in scene.mentioned:  # else it is told where it is kept
                loose.append(scene.words({"id": shown["id"]}, deep=False))
        elif shown["kind"] == "stack":
            if shown["id"] not in scene.mentioned:
                parts.append((shown, [Told(shown["class"], (_describe_deck(scene, shown),))]))
        elif shown.get("zone"):
            parts.append((shown, _describe_zone(scene, shown, shown["class"])))
        else:
            parts.append((shown, _describe_attributes(scene, shown, decks=True)))
    title, style = _title(scene, player), scene.player_style(player)
    rest = [Told("", tuple(loose), True, False)] if loose else []
    names = [one.name for _, told in parts for one in told]
    if len(set(names)) == len(names):
        told = (*(one for _, part in parts for one in part), *rest)
        return [Entry(title, style, told)] if told else []
    found = [Entry(f"{title}, {shown['class']}", style, tuple(told)) for shown, told in parts if told]
    return [*found, Entry(title, style, tuple(rest))] if rest else found


def _title(scene: Scene, player: int) -> str:
    """A player, with what is said of them as such."""
    marks = ["first"] if scene.view.get("first") == player else []
    marks += ["out"] if player in scene.view.get("out", ()) else []
    return f"{scene.player(player)} ({', '.join(marks)})" if marks else scene.player(player)


# ---- attributes


def _describe_attributes(scene: Scene, shown: Shown, decks: bool = False) -> list[Told]:
    """`decks`: those that it keeps are told here, and not by themselves."""
    told: list[Told] = []
    for name, value in select_attributes(scene, shown).items():
        target = scene[value]
        inner = {} if target is None else scene.find_kept(target)
        if target is None or not any(isinstance(part, list) for part in inner.values()):
            told.append(_describe_value(scene, shown, name, value))
            continue
        named = scene.name(target) != target["class"]
        if named:
            told.append(Told(name, (scene.words(value, deep=False),)))
        names = {key: name if len(inner) == 1 and not named else f"{name} {key}" for key in inner}
        told += [_describe_value(scene, target, names[key], part) for key, part in inner.items()]
    return [*told, *_describe_decks(scene, shown)] if decks else told


def _describe_decks(scene: Scene, keeper: Shown) -> list[Told]:
    """The decks that a player's thing or a zone keeps."""
    kept = ((name, scene[value]) for name, value in keeper.get("attributes", {}).items())
    return [Told(name, (_describe_deck(scene, deck),)) for name, deck in kept if deck and deck["kind"] == "stack"]


def _describe_value(scene: Scene, holder: Shown, name: str, value: Any) -> Told:
    if isinstance(value, list) and value and not scene.count_tiles(value):
        return _describe_list(scene, holder, name, value)
    if isinstance(value, dict) and "stack" in value and value["stack"]:
        return Told(name, tuple(map(scene.words, value["stack"])), is_list=True)
    if isinstance(value, dict) and "table" in value and value["table"]:
        pairs = scene.pairs(value)
        if sum(map(len, pairs)) <= _LONGEST_TABLE:  # a supply is told whole, a history of positions is not
            return Told(name, tuple(pairs), is_list=True, ordered=True)
    return Told(name, (_clip(scene.words(value)),))


def _describe_list(scene: Scene, holder: Shown, name: str, values: list[Any]) -> Told:
    return Told(name, tuple(map(scene.words, values)), True, keeps_order(scene, holder, values))


def select_attributes(scene: Scene, shown: Shown) -> dict[str, Any]:
    """Attributes with something to say: no boards and decks, which are shown by themselves, and no nulls."""
    told = {}
    silent = find_language_variables(shown)
    for name, value in shown.get("attributes", {}).items():
        target = scene[value]
        if (
            value is None
            or name in silent
            or name in shown.get("aside", ())
            or is_program_board(target)
            or (target is not None and target["kind"] in ("board", "group", "stack"))
        ):
            continue
        told[name] = value
    return told


def _clip(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"


# ---- lines


def group_items(told: Told) -> list[tuple[str, int]]:
    """Equal elements with how many there are: those that follow each other, or all where the order says nothing."""
    grouped: list[tuple[str, int]] = []
    places: dict[str, int] = {}
    for word in told.items:
        place = places.get(word)
        if place is None or (told.ordered and place != len(grouped) - 1):
            places[word] = len(grouped)
            grouped.append((word, 1))
        else:
            grouped[place] = (word, grouped[place][1] + 1)
    return grouped


def with_count(word: str, count: int) -> str:
    return word if count == 1 else f"{count} × {word}"


def _write_items(told: Told, kept: frozenset[str]) -> list[str]:
    """Words that stay together; of very many elements only the first and those that can be chosen."""
    if not told.is_list:
        return list(told.items)
    grouped = group_items(told)
    shown = [pair for at, pair in enumerate(grouped) if at < _MOST or pair[0] in kept]
    words = [with_count(*pair) for pair in shown] or ["none"]
    more = [f"… {len(grouped) - len(shown)} more"] if len(shown) < len(grouped) else []
    return [*(f"{word}," for word in words[: len(words) - 1 + len(more)]), *words[len(words) - 1 + len(more) :], *more]


def _write(entry: Entry, width: int | None, kept: frozenset[str]) -> list[Line]:
    """One thing beside the other, if all fit into a line; else lists come last, and one that does not fit begins a line."""
    parts = [(f"{told.name} " if told.name else "", _write_items(told, kept)) for told in entry.told]
    whole = "; ".join(name + " ".join(items) for name, items in parts)
    title = f"{entry.title}: "
    if width is None or measure(title) + measure(whole) <= width:
        return [[(entry.title, entry.style), (f": {whole}", "")]]
    rows, used = [""], measure(title)
    lists = [told.is_list and bool(told.items) for told in entry.told]
    for name, items in [parts[i] for is_list in (False, True) for i, listed in enumerate(lists) if listed is is_list]:
        words = name + " ".join(items)
        between = "; " if rows[-1].strip() else ""
        if used + len(between) + measure(words) <= width:
            rows[-1] += between + words
            used += len(between) + measure(words)
            continue
        if len(parts) > 1:
            rows.append(" " * _INDENT)
        first, *rest = wrap_pieces(
            [name + items[0], *items[1:]], width, 2 * _INDENT, _INDENT if len(parts) > 1 else used
        )
        rows[-1] += first
        rows += rest
        used = measure(rows[-1])
    first, *rest = rows
    return [[(entry.title, entry.style), (f": {first}".rstrip(), "")], *([(row, "")] for row in rest)]
