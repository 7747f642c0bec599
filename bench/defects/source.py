"""Finding functions, tests and assertions in source text, as far as the generator needs it: where they begin and end.

Python by its own `ast`; the others by their brackets, with strings and comments passed over. What is not found is an
error: a case is made of what is really there, or not at all.
"""
import ast
import re


class Missing(Exception):
    """What a table of the generator names is not in the source."""


def skip(text, at, language):
    """Where a string, a comment or a character that begins at `at` ends; `at` itself if none begins there."""
    two = text[at:at + 2]
    if language != "python" and two == "//":
        return end_of(text, "\n", at)
    if language != "python" and two == "/*":
        return end_of(text, "*/", at + 2) + 2
    char = text[at]
    if char == "'" and language == "rust":
        found = re.compile(r"'(\\u\{[0-9a-fA-F]+\}|\\.|[^\\'])'").match(text, at)
        return found.end() if found else at + 1
    if char == "r" and language == "rust":
        found = re.compile(r'r(#*)"').match(text, at)
        if found and not (at and (text[at - 1].isalnum() or text[at - 1] == "_")):
            return end_of(text, '"' + found.group(1), found.end()) + 1 + len(found.group(1))
        return at
    if char == "`" and language == "go":
        return end_of(text, "`", at + 1) + 1
    if char == "/" and language == "typescript":
        found = re.compile(r"/(\\.|\[(\\.|[^\]\n])*\]|[^/\\\n\[])+/[a-z]*").match(text, at)
        before = text[:at].rstrip()[-1:]
        return found.end() if found and before in "(,=:[!&|?{};" and before else at
    if char in "\"'" or (char == "`" and language == "typescript"):
        while True:
            at += 1
            if at >= len(text) or text[at] == char:
                return at + 1
            if text[at] == "\\":
                at += 1
    return at


def end_of(text, what, at):
    found = text.find(what, at)
    return found if found >= 0 else len(text)


def closing(text, at, language):
    """The place after the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        after = skip(text, at, language)
        if after > at:
            at = after
            continue
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise Missing("a bracket is never closed")


HEADS = {
    "rust": r"(?m)^[ \t]*(?:pub(?:\([a-z]+\))? )?(?:const )?fn %s\b",
    "go": r"(?m)^func (?:\([^)]*\) )?%s\(",
    "java": r"(?m)^[ \t]+(?:(?:public|protected|private|static|final|synchronized)[ \t]+)*(?:<[^>]+>[ \t]+)?[A-Za-z][\w<>\[\], ?.]*[ \t]+%s\(",
    "typescript": r"(?m)^[ \t]*(?:export )?(?:default )?(?:async )?(?:function %s\b|(?:var|const|let) %s = |(?:exports|req|res|app|View\.prototype)\.%s = |%s \()",
}


class Function:
    """A function: `start` of its first line, `open`..`close` within its braces (or its body's lines), `end`."""

    def __init__(self, start, opened, close, end, indent):
        self.start, self.open, self.close, self.end, self.indent = start, opened, close, end, indent


def function(text, language, name, nth=0):
    if language == "python":
        return python_function(text, name)
    pattern = HEADS[language].replace("%s", re.escape(name))
    for found in re.finditer(pattern, text):
        brace = body(text, found.end() - (1 if text[found.end() - 1] == "(" else 0), language)
        if brace is None:
            continue
        if nth:
            nth -= 1
            continue
        end = closing(text, brace, language)
        line = text[found.start():].split("\n", 1)[0]
        indent = line[:len(line) - len(line.lstrip())]
        return Function(found.start(), brace + 1, end - 1, end, indent)
    raise Missing("no function %s" % name)


def body(text, at, language):
    """The brace that opens the body of what is declared at `at`; None where a `;` comes first."""
    while at < len(text):
        after = skip(text, at, language)
        if after > at:
            at = after
        elif text[at] in "([":
            at = closing(text, at, language)
        elif text[at] == "{":
            if language == "typescript" and text[:at].rstrip()[-1:] in "<:|&,":
                at = closing(text, at, language)  # a type
                continue
            if language == "go" and re.search(r"(interface|struct)$", text[:at].rstrip()):
                at = closing(text, at, language)
                continue
            return at
        elif text[at] == ";" or (language == "typescript" and re.match(r"\n(\n|export |/)", text[at:at + 8])):
            return None
        else:
            at += 1
    return None


def offsets(text):
    at, found = 0, [0]
    for line in text.splitlines(keepends=True):
        at += len(line)
        found.append(at)
    return found


def python_node(text, name):
    wanted = name.split(".")
    nodes = ast.parse(text).body
    for index, part in enumerate(wanted):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found = [it for it in nodes if isinstance(it, kinds) and it.name == part]
        if not found:
            raise Missing("no %s" % name)
        node = found[-1]  # after its overloads
        nodes = node.body
    return node


def python_function(text, name):
    node, at = python_node(text, name), offsets(text)
    first = min([node.lineno] + [it.lineno for it in node.decorator_list])
    statements = node.body
    documented = isinstance(statements[0], ast.Expr) and isinstance(getattr(statements[0].value, "value", None), str)
    opened = at[statements[0].end_lineno] if documented else at[statements[0].lineno - 1]
    return Function(at[first - 1], opened, at[node.end_lineno], at[node.end_lineno], " " * node.col_offset)


def above(text, start, language):
    """Where the comments and attributes that belong to the line at `start` begin."""
    marks = {"rust": ("///", "#[", "//"), "go": ("//",), "java": ("/**", "*", "*/", "@", "//"),
             "typescript": ("/**", "*", "*/", "//"), "python": ("#",)}[language]
    while start > 0:
        before = text.rfind("\n", 0, start - 1) + 1
        line = text[before:start].strip()
        if not line or not line.startswith(marks):
            break
        start = before
    return start


def whole(text, language, name):
    """(start, end) of a function with what stands above it and the empty line after it."""
    found = function(text, language, name)
    start = above(text, found.start, language)
    end = found.end
    while end < len(text) and text[end] in ";":
        end += 1
    while end < len(text) and text[end] == "\n":
        end += 1
    return start, end


def tape_test(text, title):
    """(start, end, body start, body end) of a `test('title', …)` at the left margin."""
    found = re.search(r"(?m)^(?:\w+\.)?(?:test|it|describe)\(%s" % re.escape("'" + title + "'"), text)
    if not found:
        raise Missing("no test %s" % title)
    bracket = text.index("(", found.start())
    end = closing(text, bracket, "typescript") + 1
    brace = text.index("{", text.index("function", found.end()))
    return found.start(), end + (text[end:end + 2] == "\n\n") * 2 + (text[end:end + 2] != "\n\n"), brace + 1, closing(text, brace, "typescript") - 1


def python_assertions(text, name):
    """(start, end) of each assertion within a test, as whole lines."""
    node, at, found = python_node(text, name), offsets(text), []
    for it in ast.walk(node):
        raising = isinstance(it, ast.With) and "raises" in ast.unparse(it.items[0])
        if isinstance(it, ast.Assert) or raising:
            found.append((at[it.lineno - 1], at[it.end_lineno], it.col_offset))
    return sorted(found)


CALLS = {
    "rust": r"\b(?:assert|assert_eq|assert_ne)!\s*\(",
    "java": r"\b(?:assert\w+|fail|check\w+)\(",
    "typescript": r"\b(?:t|st|s2t)(?:\.\w+|\['throws'\])\(",
    "go": r"\bt\.(?:Errorf|Error|Fatalf|Fatal)\(",
}
NO_ASSERTION = re.compile(r"\b(?:t|st|s2t)\.(?:end|test|plan|comment|skip)\(")


def assertions(text, language, start, end):
    """(start, end) of each assertion that is a statement of its own line, with its line break."""
    if language == "python":
        tests = [it.name for it in ast.parse(text).body if isinstance(it, ast.FunctionDef) and it.name.startswith("test")]
        return [it[:2] for name in tests for it in python_assertions(text, name)]
    found, at = [], start
    for hit in re.finditer(CALLS[language], text[:end]):
        if hit.start() < at or NO_ASSERTION.match(text, hit.start()):
            continue
        first = text.rfind("\n", 0, hit.start()) + 1
        if text[first:hit.start()].strip():
            continue
        after = closing(text, hit.end() - 1, language)
        after += text[after:after + 1] == ";"
        if text[after:after + 1] == "\n":
            after += 1
        found.append((first, after))
        at = after
    return found
