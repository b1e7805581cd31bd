"""How often something may be done: buckets that fill with time.

In:  who wants to do something. Out: whether they may. Who was not seen for long is forgotten.

    addresses = Rates(Rate(5, 100))
    addresses.allows("192.0.2.7")
"""

from __future__ import annotations

import time
from collections import OrderedDict

from tgpl.apps.web.settings import Rate

_MOST = 20_000  # that are remembered


class Bucket:
    __slots__ = ("_left", "_rate", "_seen")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._seen = time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._seen) * self._rate.per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """A bucket for each of many."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, who: str) -> bool:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate)
            if len(self._buckets) > _MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket.allows()


def group_address(address: str) -> str:
    """Who counts as one: an address, or of IPv6 a network, because everybody has as many addresses as they want there."""
    if ":" not in address:
        return address
    import ipaddress

    try:
        made = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(made, "ipv4_mapped", None)
    return str(mapped) if mapped is not None else str(ipaddress.ip_network(f"{made}/64", strict=False))
