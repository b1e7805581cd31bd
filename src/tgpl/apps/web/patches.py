"""What changed from one picture to the next, as a JSON Merge Patch (RFC 7396).

A picture has no nulls in its objects: what is not there is left out, because a patch says null for what is gone.

    make_patch({"a": 1, "b": {"c": 2}}, {"b": {"c": 3}})        # {"a": None, "b": {"c": 3}}
"""

from __future__ import annotations

from typing import Any


def make_patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, new in after.items():
        old = before.get(key)
        if old is new or (old == new and type(old) is type(new)):
            continue
        patch[key] = make_patch(old, new) if isinstance(old, dict) and isinstance(new, dict) else new
    return patch


def apply_patch(target: Any, patch: Any) -> Any:
    """As a page does it."""
    if not isinstance(patch, dict):
        return patch
    made = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = apply_patch(made.get(key), value)
    return made
