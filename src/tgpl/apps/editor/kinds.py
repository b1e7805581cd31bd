"""Which number the protocol has for each kind of symbol."""

from __future__ import annotations

from lsprotocol.types import CompletionItemKind, SymbolKind

_CLASSES = (
    "class",
    "interactable",
    "stack",
    "tile",
    "connection",
    "board",
    "zone",
    "group",
    "cards",
    "card",
    "object",
    "trait",
)
SYMBOLS = {
    **dict.fromkeys(_CLASSES, SymbolKind.Class),
    "event": SymbolKind.Event,
    "attribute": SymbolKind.Field,
    "field": SymbolKind.Field,
    "function": SymbolKind.Function,
    "relation": SymbolKind.Function,
    "action": SymbolKind.Method,
    "goal": SymbolKind.Method,
    "enum": SymbolKind.Enum,
    "value": SymbolKind.EnumMember,
    "role": SymbolKind.EnumMember,
    "constant": SymbolKind.Constant,
    "turn": SymbolKind.Namespace,
    "phase": SymbolKind.Key,
    "setup": SymbolKind.Constructor,
    "variable": SymbolKind.Variable,
    "import": SymbolKind.Module,
}
COMPLETIONS = {
    **dict.fromkeys(_CLASSES, CompletionItemKind.Class),
    "event": CompletionItemKind.Event,
    "attribute": CompletionItemKind.Field,
    "field": CompletionItemKind.Field,
    "function": CompletionItemKind.Function,
    "relation": CompletionItemKind.Function,
    "action": CompletionItemKind.Method,
    "enum": CompletionItemKind.Enum,
    "value": CompletionItemKind.EnumMember,
    "role": CompletionItemKind.EnumMember,
    "constant": CompletionItemKind.Constant,
    "import": CompletionItemKind.Module,
    "file": CompletionItemKind.File,
    "word": CompletionItemKind.Keyword,
    "snippet": CompletionItemKind.Snippet,
    **dict.fromkeys(("variable", "element", "argument", "input"), CompletionItemKind.Variable),
    **dict.fromkeys(("turn", "phase"), CompletionItemKind.Constant),
}
