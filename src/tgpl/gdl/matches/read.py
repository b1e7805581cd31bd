"""A file with a recorded match → what it says.

In:  its bytes. Out: a `RecordedMatch`; raises BadMatch, whatever the bytes. How it is written is seen from how it begins: `{` or
`[` JSON, `<` XML, else one joint move on each line.

    read(b"(mark 1 1) noop")
"""

from __future__ import annotations

from tgpl.gdl.matches.recorded_match import LARGEST, BadMatch, RecordedMatch
from tgpl.text.disk import BadFile, content


def read_file(path: str) -> RecordedMatch:
    try:
        return read(content(path, LARGEST))
    except BadFile as why:
        raise BadMatch(str(why)) from why


def read(data: bytes) -> RecordedMatch:
    if len(data) > LARGEST:
        raise BadMatch(f"it is larger than {LARGEST:,} bytes, which no match is")
    begins = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if begins == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        from tgpl.gdl.matches import read_xml

        return read_xml.read(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadMatch("it is no text in UTF-8") from error
    if begins in (b"{", b"["):
        from tgpl.gdl.matches import read_json

        return read_json.read(text)
    from tgpl.gdl.matches import read_text

    return read_text.read(text)
