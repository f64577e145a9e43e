"""Swift source as the checks see it: code only, with every line where it was."""

import pathlib
import re


def files(root):
    """The Swift files below `root`, sorted."""
    return sorted(pathlib.Path(root).rglob("*.swift"))


def code_of(text):
    """`text` with comments and string literals blanked out; line breaks stay."""
    out = []
    at = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = _comment_end(text, at)
        elif text[at] == '"' or (text[at] == "#" and re.match(r'#+"', text[at:])):
            end = _string_end(text, at)
        else:
            out.append(text[at])
            at += 1
            continue
        out.append(re.sub(r"[^\n]", " ", text[at:end]))
        at = end
    return "".join(out)


def _comment_end(text, at):
    depth = 0
    while at < len(text):
        if text.startswith("/*", at):
            depth += 1
            at += 2
        elif text.startswith("*/", at):
            depth -= 1
            at += 2
            if depth == 0:
                return at
        else:
            at += 1
    return at


def _string_end(text, at):
    hashes = len(re.match(r"#*", text[at:])[0])
    at += hashes
    quote = '"""' if text.startswith('"""', at) else '"'
    at += len(quote)
    close = quote + "#" * hashes
    escape = "\\" + "#" * hashes
    while at < len(text):
        if text.startswith(escape + "(", at):
            at = _interpolation_end(text, at + len(escape))
        elif text.startswith(escape, at):
            at += len(escape) + 1
        elif text.startswith(close, at):
            return at + len(close)
        elif quote == '"' and text[at] == "\n":
            return at
        else:
            at += 1
    return at


def _interpolation_end(text, at):
    depth = 0
    while at < len(text):
        if text[at] == '"':
            at = _string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    return at


DECLARATION = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)")


def declared_types(code):
    """The names of the types declared in `code`: those of the file itself, and the nested ones."""
    outer, nested = set(), set()
    for match in DECLARATION.finditer(code):
        before = code[: match.start()]
        depth = before.count("{") - before.count("}")
        (nested if depth else outer).add(match[1])
    return outer, nested
