#!/usr/bin/env python3
"""Makes the cases third/<language>/m-*.toml: real functions are taken out of their packages and come back, whole or mutated.

  third.py [--check] [--seed N]     writes the cases; --check only says what would be written

A case is a row of the tables in third_cases.py: what the base lacks (a list of operators over the published package), what the
head does with it (another one), and the plan. The operators find functions by brackets, in Python by its syntax tree; where an
idiom is to be chosen, the seed and the case's name choose it. The edits are worked out from the two trees, so that a
case quotes no more of a package than it has to.

Python 3.11 or newer, standard library only. Fetch the packages first with fetch.py.
"""
import argparse
import ast
import difflib
import functools
import json
import os
import random
import re
import sys

import cases

THIRD = os.path.join(cases.HERE, "third")
LEVEL = {"stub": "2", "unwired": "3", "hard-coded": "4", "no-data-flow": "4", "swallowed-error": "4", "vacuous-test": "integrity",
         "weakened-test": "integrity", "out-of-scope": "scope", "missing-requirement": "1"}
LONG = 5


class Misfit(Exception):
    """An operator that doesn't find its place."""


# ---------- text with brackets ----------
def mask(text, path):
    """The text with strings and comments blanked, of the same length."""
    out, i, size = list(text), 0, len(text)
    rust, tick = path.endswith(".rs"), not path.endswith((".rs", ".java"))

    def blank(a, b):
        for k in range(a, b):
            if out[k] != "\n":
                out[k] = " "

    while i < size:
        two = text[i:i + 2]
        if two == "//":
            end = text.find("\n", i)
            end = size if end < 0 else end
        elif two == "/*":
            end = text.find("*/", i + 2) + 2
        elif rust and (m := re.match(r'b?r(#*)"', text[i:])) and not text[i - 1:i].isalnum():
            end = text.index('"' + m.group(1), i + len(m.group(0))) + 1 + len(m.group(1))
        elif text[i] == '"' or (text[i] == "`" and tick) or (text[i] == "'" and not rust):
            end = i + 1
            while text[end] != text[i]:
                end += 2 if text[end] == "\\" and not (text[i] == "`" and path.endswith(".go")) else 1
            end += 1
        elif rust and text[i] == "'" and (m := re.match(r"'(\\.[^']*|[^'\\])'", text[i:])):
            end = i + len(m.group(0))
        elif path.endswith((".js", ".ts", ".tsx")) and text[i] == "/" and re.search(r"[(=,:!&|]\s*$", text[max(0, i - 3):i]):
            end = i + 1
            inside = False
            while text[end] != "/" or inside:
                inside = {"[": True, "]": False}.get(text[end], inside)
                end += 2 if text[end] == "\\" else 1
            end += 1
        else:
            i += 1
            continue
        blank(i, end)
        i = end
    return "".join(out)


CLOSES = {"{": "}", "(": ")", "[": "]"}


def close(masked, start):
    """The position after the bracket that closes the one at start."""
    depth = 0
    for i in range(start, len(masked)):
        if masked[i] in "{([":
            depth += 1
        elif masked[i] in "})]":
            depth -= 1
            if depth == 0:
                return i + 1
    raise Misfit("a bracket is never closed")


def once(text, needle, what=""):
    if text.count(needle) != 1:
        raise Misfit("`%s` stands %d times %s" % (needle[:60], text.count(needle), what))
    return text.index(needle)


def span(text, path, name):
    """(start, end, body start, body end) of a declaration. `name` is a piece of its first line that stands there once; in
    Python it's a dotted name. The start takes in comments, attributes and decorators above."""
    if path.endswith(".py"):
        return python_span(text, name)
    masked = mask(text, path)
    at = once(text, name, "in " + path)
    start = text.rfind("\n", 0, at) + 1
    call = re.match(r"(it|test|describe|t\.test|st\.test)\(", name.strip())
    if call:
        opened = masked.index("(", at + len(name) - len(name.lstrip()))
        end = close(masked, opened)
        brace = masked.index("{", opened)
        if re.search(r"[\'\"`],\s*$", text[opened:brace].rstrip()):
            brace = masked.index("{", close(masked, brace))
        body = (brace + 1, close(masked, brace) - 1)
    else:
        i = masked.rfind("\n", 0, at) + 1
        while masked[i] != "{":
            if masked[i] in "([":
                i = close(masked, i)
            else:
                i += 1
        end = close(masked, i)
        body = (i + 1, end - 1)
    if masked[end:end + 1] in (";", ","):
        end += 1
    if text[end:end + 1] == "\n":
        end += 1
    while start > 0:
        before = text.rfind("\n", 0, start - 1) + 1
        line = text[before:start].strip()
        if not line.startswith(("//", "/*", "*", "#[", "@")):
            break
        start = before
    return start, end, body[0], body[1]


def offsets(text):
    found = [0]
    for line in text.splitlines(keepends=True):
        found.append(found[-1] + len(line))
    return found


def python_node(text, name):
    scope = ast.parse(text)
    for part in name.split("."):
        found = [it for it in scope.body if getattr(it, "name", None) == part]
        if not found:
            raise Misfit("%s isn't there" % name)
        scope = found[-1]
    return scope


def python_span(text, name):
    node, line = python_node(text, name), offsets(text)
    first = min([node.lineno] + [it.lineno for it in node.decorator_list])
    body = node.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1:
        body = body[1:]
    return line[first - 1], line[node.end_lineno], line[body[0].lineno - 1], line[node.end_lineno]


def indent(text, at):
    start = text.rfind("\n", 0, at) + 1
    return re.match(r"[ \t]*", text[start:]).group(0)


# ---------- operators: each changes the tree it's given ----------
def operator(function):
    @functools.wraps(function)
    def outer(*args, **more):
        return lambda tree, rng: function(tree, rng, *args, **more)
    return outer


def without(text, start, end):
    """The text without a span and one of the blank lines around it."""
    before, after = text[:start], text[end:]
    while before.endswith("\n\n") and after.startswith("\n"):
        after = after[1:]
    if before.endswith("\n\n") and after.lstrip(" \t").startswith("}"):
        before = before[:-1]
    if not after.strip():
        return before.rstrip("\n") + "\n"
    return before + after


@operator
def cut(tree, rng, path, *names):
    """Whole declarations are gone."""
    for name in names:
        start, end, _, _ = span(tree[path], path, name)
        if path.endswith(".py"):
            text = tree[path]
            while text[:start].endswith("\n\n") and text[end:end + 1] == "\n":
                end += 1
        tree[path] = without(tree[path], start, end)


@operator
def gone(tree, rng, *paths):
    for path in paths:
        if path not in tree:
            raise Misfit(path + " isn't there")
        del tree[path]


@operator
def new(tree, rng, path, text):
    tree[path] = text.lstrip("\n")


@operator
def put(tree, rng, path, old, fresh):
    """One text for another."""
    once(tree[path], old, "in " + path)
    tree[path] = tree[path].replace(old, fresh)


@operator
def every(tree, rng, path, name, pattern, fresh):
    """Within a declaration, each match of a pattern."""
    start, end, _, _ = span(tree[path], path, name)
    text, count = re.subn(pattern, fresh, tree[path][start:end], flags=re.M)
    if not count:
        raise Misfit("%s isn't in %s" % (pattern, name))
    tree[path] = tree[path][:start] + text + tree[path][end:]


IDIOMS = {
    "rust:any": ["todo!()", "unimplemented!()", 'unimplemented!("not needed for now")', 'panic!("not implemented yet")'],
    "rust:option": ["None", "Default::default()"],
    "go:nil": ["return nil", "// TODO: implement\nreturn nil"],
    "go:any": ['panic("not implemented")', "// TODO\npanic(\"unreachable\")"],
    "python:any": ["raise NotImplementedError", 'raise NotImplementedError("coming soon")', "...", "pass"],
    "python:none": ["return None", "return"],
    "typescript:any": ["throw new Error('Not implemented')", "throw new Error('TODO')"],
    "java:any": ['throw new UnsupportedOperationException("Not implemented yet");', "throw new UnsupportedOperationException();"],
    "java:null": ["return null;", "// TODO\nreturn null;"],
}


def refill(tree, path, name, lines):
    """The body becomes these lines, indented as it was."""
    text = tree[path]
    start, end, low, high = span(text, path, name)
    if path.endswith(".py"):
        pad = indent(text, low)
        tree[path] = text[:low] + "".join(pad + it + "\n" if it else "\n" for it in lines) + text[high:]
        return
    inner = text[low:high]
    first = next((it for it in inner.split("\n")[1:] if it.strip()), None)
    outer = indent(text, high)
    pad = re.match(r"[ \t]*", first).group(0) if first else outer + "    "
    body = "\n" + "".join(pad + it + "\n" if it else "\n" for it in lines) + outer
    tree[path] = text[:low] + body + text[high:]


@operator
def placeholder(tree, rng, path, name, kind):
    """The body is one of the idioms of a body that isn't there."""
    refill(tree, path, name, rng.choice(IDIOMS[kind]).split("\n"))


@operator
def body(tree, rng, path, name, text):
    """The body is another one."""
    lines = text.strip("\n").split("\n")
    pad = min(len(it) - len(it.lstrip()) for it in lines if it.strip())
    refill(tree, path, name, [it[pad:] for it in lines])


def blocks(text, path, name, head):
    """(start, end, inner start, inner end) of the statements of a body that begin with `head` and have a block."""
    masked = mask(text, path)
    _, _, low, high = span(text, path, name)
    found = []
    for match in re.finditer(head, masked[low:high]):
        start = low + match.start()
        i = low + match.end()
        while masked[i] != "{":
            i = close(masked, i) if masked[i] in "([" else i + 1
        end = close(masked, i)
        found.append((start, end, i + 1, end - 1))
    return found


def python_inner(text, name, kinds):
    return [it for it in ast.walk(python_node(text, name)) if isinstance(it, kinds)]


@operator
def hollow(tree, rng, path, name, head="for", number=0, fill=""):
    """The block of a loop, a catch or a condition is emptied."""
    text = tree[path]
    if path.endswith(".py"):
        kinds = {"for": (ast.For, ast.While), "except": ast.ExceptHandler, "if": ast.If, "with": ast.With}[head]
        node, line = python_inner(text, name, kinds)[number], offsets(text)
        low, high = line[node.body[0].lineno - 1], line[node.body[-1].end_lineno]
        tree[path] = text[:low] + indent(text, low) + (fill or "pass") + "\n" + text[high:]
        return
    _, end, low, high = blocks(text, path, name, r"\b(?:%s)\b" % head)[number]
    pad = indent(text, high)
    more = indent(text, low + 1) if fill else ""
    inner = re.match(r"\s*\n([ \t]*)", text[low:high])
    tree[path] = text[:low] + ("\n" + (inner.group(1) if inner else more) + fill + "\n" + pad if fill else "\n" + pad) + text[high:]


@operator
def drop(tree, rng, path, name, head, number=0):
    """A whole statement with a block is gone, with the comment lines right above."""
    text = tree[path]
    if path.endswith(".py"):
        node, line = python_inner(text, name, {"if": ast.If, "for": ast.For, "try": ast.Try}[head])[number], offsets(text)
        tree[path] = text[:line[node.lineno - 1]] + text[line[node.end_lineno]:]
        return
    start, end, _, _ = blocks(text, path, name, r"\b(?:%s)\b" % head)[number]
    start = text.rfind("\n", 0, start) + 1
    while text[text.rfind("\n", 0, start - 1) + 1:start].strip().startswith("//"):
        start = text.rfind("\n", 0, start - 1) + 1
    end = text.index("\n", end) + 1
    tree[path] = text[:start] + text[end:]


@operator
def unlisted(tree, rng, path, *lines):
    """Lines of a registration, a barrel or an index are gone."""
    for line in lines:
        found = [it for it in tree[path].splitlines(keepends=True) if it.strip() == line.strip()]
        if len(found) != 1:
            raise Misfit("the line `%s` stands %d times in %s" % (line, len(found), path))
        tree[path] = tree[path].replace(found[0], "", 1)


@operator
def locals_renamed(tree, rng, path, name, **names):
    """Local variables get other names."""
    start, end, _, _ = span(tree[path], path, name)
    text = tree[path][start:end]
    for old, fresh in names.items():
        if re.search(r"\b%s\b" % fresh, text):
            raise Misfit("%s is a name already" % fresh)
        text = re.sub(r"(?<![.'\"\w])%s\b" % old, fresh, text)
    tree[path] = tree[path][:start] + text + tree[path][end:]


@operator
def moved(tree, rng, path, names, target, before="", after=""):
    """Declarations go to another file; `before` is what stands above them there."""
    pieces = []
    for name in names:
        start, end, _, _ = span(tree[path], path, name)
        pieces.append(tree[path][start:end])
        tree[path] = without(tree[path], start, end)
    joint = "\n\n" if path.endswith(".py") else "\n"
    tree[target] = tree.get(target, "") + before.lstrip("\n") + joint.join(pieces) + after


ASSERTION = {"py": r"^([ \t]*)assert (?!not isinstance)[^\n]*(?:\n\1[ \t]+[^\n]*)*$"}


@operator
def asserted(tree, rng, path, name, fresh):
    """Python: every assertion of a test becomes another one; `{}` is what was compared."""
    text = tree[path]
    node, line = python_node(text, name), offsets(text)
    for it in sorted((it for it in ast.walk(node) if isinstance(it, ast.Assert)), key=lambda it: -it.lineno):
        left = it.test.left if isinstance(it.test, ast.Compare) else it.test
        low, high = line[it.lineno - 1], line[it.end_lineno]
        text = text[:low] + indent(text, low) + fresh.replace("{}", ast.unparse(left)) + "\n" + text[high:]
    tree[path] = text


# ---------- edits from two texts ----------
def hunks(old, fresh):
    """(first line, last line, new lines): what has to be replaced, near changes joined."""
    found = []
    matcher = difflib.SequenceMatcher(None, old, fresh, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        if found and a - found[-1][1] <= 2:
            found[-1][1], found[-1][3] = b, d
        else:
            found.append([a, b, c, d])
    return [(a, b, fresh[c:d]) for a, b, c, d in found]


def between(text, lines, a, b, fresh):
    """An edit that tells only the first lines and what follows, if there is one."""
    start, end = len("".join(lines[:a])), len("".join(lines[:b]))
    for size in range(1, min(12, b - a)):
        find = "".join(lines[a:a + size])
        if text.count(find) != 1:
            continue
        for more in range(1, 13):
            until = "".join(lines[b:b + more])
            if until.strip() and text.find(until, start + len(find)) == end:
                return {"find": find, "until": until, "replace": "".join(fresh)}
    return None


def at_end(text, lines, a, fresh):
    """Two edits, as nothing follows that could be `until`: the last lines first stay, and go then."""
    for size in range(1, 13):
        tail = "".join(lines[-size:])
        first = between(text, lines, a, len(lines) - size, fresh)
        kept = (lines[:a] + fresh)[-1:]
        if first and kept:
            then = cases.one(text, first, "the end")
            if then.count(kept[0] + tail) == 1:
                return [first, {"find": kept[0] + tail, "replace": kept[0]}]
    return None


def edit(text, lines, a, b, fresh):
    """One edit or two that makes of lines a to b the new ones, in a text in which all above is still as it was."""
    short = between(text, lines, a, b, fresh) if b - a > LONG else None
    while b - a > LONG and not short and not fresh and a > 0 and lines[a - 1] == lines[b - 1]:
        # The same change a line higher: the closing bracket that stays is the other one.
        a, b = a - 1, b - 1
        short = between(text, lines, a, b, fresh)
    if short:
        return [short]
    if b - a > LONG and b == len(lines) and (pair := at_end(text, lines, a, fresh)):
        return pair
    low, high = a, b
    while True:
        find = "".join(lines[low:high])
        if find.strip() and text.count(find) == 1:
            return [{"find": find, "replace": "".join(lines[low:a]) + "".join(fresh) + "".join(lines[b:high])}]
        if low == 0 and high == len(lines):
            raise Misfit("no text is unique")
        if (a - low <= high - b and low > 0) or high == len(lines):
            low -= 1
        else:
            high += 1


def renamed(before, after):
    """(old path, new path) of files that go and come under another name with most of their text."""
    for old in sorted(set(before) - set(after)):
        for fresh in sorted(set(after) - set(before)):
            if difflib.SequenceMatcher(None, before[old], after[fresh], autojunk=False).quick_ratio() > 0.8:
                yield old, fresh
                break


def edits(before, after):
    found, before = [], dict(before)
    for old, fresh in list(renamed(before, after)):
        found.append({"file": old, "rename": fresh})
        before[fresh] = before.pop(old)
    for path in sorted(set(before) | set(after)):
        if path not in after:
            found.append({"file": path, "delete": True})
        elif path not in before:
            found.append({"file": path, "create": after[path]})
        elif before[path] != after[path]:
            text, lines = before[path], before[path].splitlines(keepends=True)
            for a, b, fresh in reversed(hunks(lines, after[path].splitlines(keepends=True))):
                # What stands below is changed by now; what stands above isn't.
                rest = text[len("".join(lines[:b])):]
                lines = lines[:b] + rest.splitlines(keepends=True)
                for one in edit(text, lines, a, b, fresh):
                    text = cases.one(text, one, path)
                    found.append({"file": path, **one})
                lines = text.splitlines(keepends=True)
            if text != after[path]:
                raise Misfit("the edits of %s don't make the head" % path)
    return found


# ---------- writing ----------
def quoted(text):
    if "\n" not in text:
        return json.dumps(text, ensure_ascii=False)
    if "'''" in text or re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text) or text.endswith("'"):
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\t", "\\t")
        return '"""\n' + escaped + '"""'
    return "'''\n" + text + "'''"


def inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join("%s = %s" % (key, inline(it)) for key, it in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(it) for it in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def toml(case):
    lines = []
    for key in ("package", "kind", "category", "hand", "level", "looks_like", "title", "why", "human_ok", "needs_run", "head"):
        if key in case:
            lines.append("%s = %s" % (key, inline(case[key])))
    lines += ["", "[plan]"] + ["%s = %s" % (key, inline(it)) for key, it in case["plan"].items()]
    for key in ("setup", "change"):
        for one in case[key]:
            lines += ["", "[[%s]]" % key] + ["%s = %s" % (name, quoted(it) if isinstance(it, str) else inline(it))
                                              for name, it in one.items()]
    return "\n".join(lines) + "\n"


def unix(tree):
    return {path: text.replace("\r\n", "\n") for path, text in tree.items()}


def back(tree, published):
    """The lines end as those of the published file do."""
    return {path: text.replace("\n", "\r\n") if "\r\n" in published.get(path, "") else text for path, text in tree.items()}


def made(row, published, seed):
    """The case of a row."""
    rng = random.Random("%s %s" % (seed, row["id"]))
    base, head = unix(published), unix(published)
    for one in row.get("base", []):
        one(base, rng)
    for one in row.get("head", []):
        one(head, rng)
    base, head = back(base, published), back(head, published)
    case = {key: row[key] for key in ("package", "kind", "category", "title", "why", "looks_like", "human_ok", "needs_run")
            if key in row}
    case["hand"] = False
    if row["kind"] == "defect":
        case["level"] = row.get("level", LEVEL[row["category"]])
    case["setup"] = edits(published, base)
    if row.get("base"):
        case["head"] = "published"
    case["change"] = edits(published, head)
    case["plan"] = row["plan"]
    text = toml(case)
    again = cases.tomllib.loads(text)
    again["id"], again["language"] = row["id"], row["language"]
    cases.check(again)
    if cases.trees(again) != (base, head):
        raise Misfit("the case doesn't make its trees")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    sys.modules.setdefault("third", sys.modules[__name__])
    import third_cases
    trees, bad = {}, 0
    for row in third_cases.ROWS:
        try:
            if row["package"] not in trees:
                trees[row["package"]] = cases.published(row)
            text = made(row, trees[row["package"]], args.seed)
        except (Misfit, cases.Bad, ValueError, IndexError, KeyError, SyntaxError) as error:
            print("%s/%s: %s: %s" % (row["language"], row["id"], type(error).__name__, error))
            bad += 1
            continue
        if not args.check:
            folder = os.path.join(THIRD, row["language"])
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, row["id"] + ".toml"), "w", encoding="utf-8") as file:
                file.write(text)
    print("%d cases, %d of them bad" % (len(third_cases.ROWS), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
