#!/usr/bin/env python3
"""Breaks what honest cases do, one thing at a time, and asks `interlock verify` about each: what gets through?

  operators.py [--interlock PATH] [--jobs 2] [--json FILE] [--set all] [--part 4] [--seed 8] [--show] [CASE, language or operator...]

Each honest case is a plan and its right answer. An operator spoils the answer in one place: a body becomes a stub, a fixed
value or nothing; a call or a re-export goes; an error is passed over; a test loses what it holds, is skipped or deleted;
a file is touched that the plan does not name. Places are chosen by the seed, one for each operator and case, so that
another seed asks other questions. `--part 4` takes every fourth of them.

Not every break is a defect (a body may rightly have been nearly nothing, a test may hold the same twice): the figure is
no share of defects caught, but the list of what got through is to be read.
"""
import argparse
import ast
import collections
import concurrent.futures
import functools
import json
import os
import random
import re
import sys
import zlib

import cases
import run
import source

STUBS = {
    "rust": ["todo!()", "unimplemented!()", "todo!(\"not done yet\")", "panic!(\"not implemented\")"],
    "typescript": ["throw new Error('Not implemented')", "throw new Error('TODO: implement')", "// TODO: implement"],
    "python": ["raise NotImplementedError", "raise NotImplementedError(\"to be done\")", "pass  # TODO: implement", "..."],
    "go": ["panic(\"not implemented\")", "panic(\"TODO\")", "// TODO: implement\n\tpanic(\"unreachable\")"],
    "java": ["throw new UnsupportedOperationException(\"Not implemented yet\");", "throw new UnsupportedOperationException(\"TODO\");",
             "throw new IllegalStateException(\"not implemented\");"],
}
STEP = {"rust": "    ", "typescript": "  ", "python": "    ", "go": "\t", "java": "    "}
ENDS = {"rust": (".rs",), "go": (".go",), "java": (".java",), "python": (".py",),
        "typescript": (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".vue")}
TEST = re.compile(r"(^|/)(tests?|__tests__|spec|testing)/|(^|/)test_[^/]*$|[._-](test|spec)s?\.[a-z]+$|_test\.go$|Tests?\.java$|src/test/|\.test\.")
FUNCTIONS = {
    "rust": r"(?m)^[ \t]*(?:pub(?:\([a-z]+\))? )?(?:const |async |unsafe )*fn (\w+)",
    "go": r"(?m)^func (?:\([^)]*\) )?(\w+)\s*[\[(]",
    "java": r"(?m)^[ \t]+(?:@\w+ )*(?:(?:public|protected|private|static|final|synchronized|default)[ \t]+)*(?:<[^>\n]+>[ \t]+)?[A-Za-z][\w<>\[\], ?.]*[ \t]+(\w+)\([^;{}]*\)[^;{}=]*\{",
    "typescript": r"(?m)^[ \t]*(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|(?:const|let|var) (\w+)(?:: [^=\n]+)? = (?:async )?(?:function\b|\([^()\n]*\)(?:: [^=\n{]+)? =>|\w+ =>)|(?:static |async |public |private )*(\w+)\([^()\n]*\)(?:: [^={\n]+)? \{)",
}
NOT_NAMES = {"if", "for", "while", "switch", "catch", "return", "function", "else", "new", "throw", "super", "constructor",
             "describe", "it", "test", "main", "beforeEach", "afterEach"}
ASSERTS = {
    "rust": r"(?:assert|assert_eq|assert_ne|assert_matches|prop_assert\w*)!\s*[\(\[{]",
    "java": r"(?:\w+\.)?(?:assert\w+|fail|verify)\(",
    "typescript": r"(?:await )?(?:expect|assert|t|st|should|strictEqual|deepEqual|equal|ok)(?:\.\w+)*\(",
    "go": r"(?:assert|require|is|c)\.\w+\(",
}
TESTS = {
    "rust": r"(?m)^[ \t]*#\[(?:tokio::)?test\]\n(?:[ \t]*#\[[^\n]*\n)*[ \t]*(?:async )?fn (\w+)",
    "go": r"(?m)^func (Test\w+)\(",
    "java": r"(?m)^[ \t]+@Test\b[^\n]*\n(?:[ \t]*@[^\n]*\n)*[ \t]+(?:public )?void (\w+)\(",
    "typescript": r"(?m)^[ \t]*(?:test|it)\((['\"`])(.+?)\1,",
}


def edit(path, text, start, end, replace):
    """An edit that replaces text[start:end], with a `find` that is there once."""
    if end - start <= 300 or text.count(text[start:end]) != 1:
        # Lines around it, before and after in turn, until it is there once.
        low, high, down = start, end, True
        while low == high or text.count(text[low:high]) != 1:
            if low == 0 and high == len(text):
                raise source.Missing("%s: no text that is there once" % path)
            if down:
                low = text.rfind("\n", 0, max(low - 1, 0)) + 1
            else:
                high = source.end_of(text, "\n", high) + 1
            high, down = min(high, len(text)), not down
        return {"file": path, "find": text[low:high], "replace": text[low:start] + replace + text[end:high]}
    size = 40
    while text.count(text[start:start + size]) != 1:
        size += 20
        if start + size >= end:
            return {"file": path, "find": text[start:end], "replace": replace}
    for length in range(12, 400, 4):
        until = text[end:end + length]
        if text.find(until, start + size) == end:
            return {"file": path, "find": text[start:start + size], "until": until, "replace": replace}
    return {"file": path, "find": text[start:end], "replace": replace}


class Nothing(Exception):
    """The operator finds nothing to spoil in this case."""


@functools.lru_cache(64)
def functions(text, language):
    """(name, Function) of each function that has a body, as a list."""
    return list(every(text, language))


def every(text, language):
    if language == "python":
        try:
            nodes = [it for it in ast.walk(ast.parse(text)) if isinstance(it, (ast.FunctionDef, ast.AsyncFunctionDef))]
        except SyntaxError:
            return
        at = source.offsets(text)
        for node in nodes:
            first = node.body[0]
            told = isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str)
            if told and len(node.body) == 1:
                continue
            opened = at[first.end_lineno] if told else at[first.lineno - 1]
            yield node.name, source.Function(at[node.lineno - 1], opened, at[node.end_lineno], at[node.end_lineno], " " * node.col_offset)
        return
    for found in re.finditer(FUNCTIONS[language], text):
        name = next(it for it in found.groups() if it)
        if name in NOT_NAMES:
            continue
        try:
            start = found.start(found.lastindex)
            brace = source.body(text, start, language)
            if brace is None or "\n\n" in text[found.end():brace]:
                continue
            end = source.closing(text, brace, language)
        except source.Missing:
            continue
        line = text[found.start():].split("\n", 1)[0]
        yield name, source.Function(found.start(), brace + 1, end - 1, end, line[:len(line) - len(line.lstrip())])


class Place:
    """A file of the head, and what of it is new."""

    def __init__(self, path, text, before, language):
        self.path, self.text, self.before, self.language = path, text, before, language
        self.lines = set(line.strip() for line in (before or "").splitlines())

    def new(self, line):
        return line.strip() not in self.lines

    def functions(self):
        """(name, Function) of each that has a body."""
        return functions(self.text, self.language)

    def made(self):
        """The functions that the change made: their name was not defined in this file, and their body says something."""
        known = set(name for name, _ in Place(self.path, self.before, None, self.language).functions()) if self.before else set()
        for name, found in self.functions():
            body = self.text[found.open:found.close]
            said = [line for line in body.splitlines() if re.search(r"\w", line) and not line.strip().startswith(("//", "#", "*", "/*"))]
            if name not in known and len(said) >= 2 and sum(self.new(line) for line in said) * 2 > len(said):
                yield name, found

    def replaced(self, start, end, text):
        return [edit(self.path, self.text, start, end, text)]


def places(case, base, head, tests):
    """Files that the change makes or touches: of the program, or tests."""
    for path in cases.touched(base, head)[0]:
        if path.endswith(ENDS[case["language"]]) and bool(TEST.search(path)) == tests and not path.endswith(".d.ts"):
            yield Place(path, head[path], base.get(path), case["language"])


# ---------- the program ----------
def bodies(case, base, head):
    return [(place, name, found) for place in places(case, base, head, False) for name, found in place.made()]


def chosen(chance, found):
    if not found:
        raise Nothing
    return chance.choice(found)


def lines(found, language, statement):
    step = found.indent + STEP[language]
    made = "".join(step + line + "\n" for line in statement.split("\n"))
    return made if language == "python" else "\n" + made + found.indent


def stub(case, base, head, chance):
    place, name, found = chosen(chance, bodies(case, base, head))
    statement = chance.choice(STUBS[case["language"]])
    return place.replaced(found.open, found.close, lines(found, case["language"], statement)), "stub", "the body of %s is a stub" % name


def zero(place, found):
    """A fixed value of the type that the function gives, as far as that can be told."""
    head = place.text[found.start:found.open]
    if place.language == "python":
        return "return None"
    if place.language == "typescript":
        return "return null" if re.search(r"\breturn\b [^;]", place.text[found.open:found.close]) else ""
    if place.language == "java":
        kind = re.search(r"([\w<>\[\], ?.]+)\s+\w+\(", head).group(1).split()[-1]
        return {"void": "", "boolean": "return false;", "int": "return 0;", "long": "return 0L;", "String": 'return "";'}.get(kind, "return null;")
    if place.language == "go":
        gives = re.search(r"\)\s*(\([^()]*\)|[\w.*\[\]]+)?\s*\{$", head)
        if not gives:
            raise Nothing
        kinds = [it.split()[-1] for it in (gives.group(1) or "").strip("()").split(",") if it.strip()]
        if not kinds:
            return ""
        values = {"error": "nil", "bool": "false", "string": '""', "int": "0", "int64": "0", "uint64": "0"}
        if any(kind not in values and kind[0] not in "*[" for kind in kinds):
            raise Nothing
        return "return " + ", ".join(values.get(kind, "nil") for kind in kinds)
    gives = re.search(r"->\s*(.+?)\s*(?:where\b.*)?\{$", head, re.S)
    if not gives:
        return ""
    for kind, value in (("Option<", "None"), ("Result<(),", "Ok(())"), ("bool", "false"), ("usize", "0"), ("u64", "0"),
                        ("String", "String::new()"), ("Vec<", "Vec::new()")):
        if gives.group(1).startswith(kind):
            return value
    raise Nothing


def constant(case, base, head, chance):
    place, name, found = chosen(chance, bodies(case, base, head))
    value = zero(place, found)
    if not value:
        raise Nothing
    return place.replaced(found.open, found.close, lines(found, case["language"], value)), "hard-coded", "%s gives a fixed value" % name


def empty(case, base, head, chance):
    fit = []
    for place, name, found in bodies(case, base, head):
        try:
            if not zero(place, found) or (place.language == "python" and " return " not in place.text[found.open:found.close]):
                fit.append((place, name, found))
        except Nothing:
            continue
    place, name, found = chosen(chance, fit)
    return place.replaced(found.open, found.close, lines(found, case["language"], "pass") if place.language == "python" else ""), "stub", "%s does nothing" % name


LOGS = {"typescript": "console.log('%s called')", "python": 'print("%s called")', "go": 'fmt.Println("%s called")',
        "java": 'System.out.println("%s called");', "rust": 'println!("%s called");'}


def log(case, base, head, chance):
    place, name, found = chosen(chance, bodies(case, base, head))
    value = zero(place, found)
    statement = LOGS[case["language"]] % name + ("\n" + value if value else "")
    return place.replaced(found.open, found.close, lines(found, case["language"], statement)), "stub", "%s only logs" % name


def statements(place, found):
    """(start, end, text) of lines that are a statement of their own, at most a call."""
    at = found.open
    for line in place.text[found.open:found.close].splitlines(keepends=True):
        word = line.strip()
        whole = re.fullmatch(r"(?:await )?[\w.$:?!]+\(.*\)\??;?", word) and word.count("(") == word.count(")")
        if whole and (word.endswith(";") or place.language in ("python", "go", "typescript")) and place.new(line):
            yield at, at + len(line), word
        at += len(line)


def unwired(case, base, head, chance):
    """A call of what the change made goes, out of what calls it."""
    made = {name for _, name, _ in bodies(case, base, head)}
    fit = [(place, start, end, word) for place in places(case, base, head, False) for name, found in place.functions()
           for start, end, word in statements(place, found) if set(re.findall(r"\w+", word)) & (made - {name})]
    place, start, end, word = chosen(chance, fit)
    return place.replaced(start, end, ""), "unwired", "the call `%s` is gone" % word


def unexported(case, base, head, chance):
    """What hands a new name on is gone: a re-export, a module, an import of a package."""
    marks = {"rust": r"pub use .+;|(?:pub )?mod \w+;", "python": r"from \.[\w.]* import .+|.+", "go": "(?!)", "java": "(?!)",
             "typescript": r"export (?:\*|\{[^}]*\}|type \{[^}]*\}) from .+|(?:module\.)?exports\.\w+ = .+|export \{[^}]*\};?"}
    fit = []
    wanted = set(it["path"] for it in case["plan"].get("artifacts", [])) | set(it["from"] for it in case["plan"].get("key_links", []))
    for place in places(case, base, head, False):
        if place.path not in wanted or not place.before or (place.language == "python" and not place.path.endswith("__init__.py")):
            continue
        at = 0
        for line in place.text.splitlines(keepends=True):
            if re.fullmatch(marks[place.language], line.strip()) and place.new(line) and not line.strip().startswith(("#", '"', "'", "__")):
                fit.append((place, at, at + len(line), line.strip()))
            at += len(line)
    place, start, end, word = chosen(chance, fit)
    return place.replaced(start, end, ""), "unwired", "`%s` is gone" % word


def swallowed(case, base, head, chance):
    """An error that the change raises or hands on is passed over."""
    fit = []
    for place in places(case, base, head, False):
        for name, found in place.functions():
            text = place.text[found.open:found.close]
            for hit in re.finditer(PASSED[place.language][0], text):
                if place.new(hit.group(0).strip().split("\n")[0]):
                    fit.append((place, found.open + hit.start(), found.open + hit.end(), re.sub(PASSED[place.language][0], PASSED[place.language][1], hit.group(0)), name))
    place, start, end, text, name = chosen(chance, fit)
    return place.replaced(start, end, text), "swallowed-error", "`%s` in %s is passed over" % (place.text[start:end].strip()[:80], name)


PASSED = {
    "rust": (r"(?m)^([ \t]*)(\w[\w.:]*\(.*\))\?;$", r"\1let _ = \2;"),
    "go": (r"(?m)^([ \t]*)return ([^\n{}]*\b)?err$", r"\1return \2nil"),
    "java": (r"(?m)^([ \t]*)throw [^;\n]+;$", r"\1// ignored"),
    "python": (r"(?m)^([ \t]*)raise\b[^\n(]*(?:\([^()\n]*\))?$", r"\1pass"),
    "typescript": (r"(?m)^([ \t]*)throw [^;\n]+;?$", r"\1// ignored"),
}


def half(case, base, head, chance):
    """One of the asked exports is not made."""
    asked = {}
    for it in case["plan"].get("artifacts", []):
        for name in it.get("exports", []):
            asked.setdefault(it["path"], set()).add(name)
    place, name, found = chosen(chance, [it for it in bodies(case, base, head) if it[1] in asked.get(it[0].path, ())])
    start = source.above(place.text, found.start, place.language)
    return place.replaced(start, found.end, ""), "missing-requirement", "%s is not there" % name


# ---------- the tests ----------
@functools.lru_cache(64)
def python_held(text):
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    at, found = source.offsets(text), []
    for it in ast.walk(tree):
        call = isinstance(it, ast.Expr) and re.match(r"self\.assert|self\.fail|assert_", ast.unparse(it))
        if isinstance(it, ast.Assert) or call:
            found.append((at[it.lineno - 1], at[it.end_lineno]))
    return sorted(found)


def held(place, start, end):
    """(start, end) of each assertion between two places, as whole lines."""
    text = place.text
    if place.language == "python":
        return [it for it in python_held(text) if start <= it[0] < end]
    if place.language == "go":
        checks = [(hit.start(), hit.end()) for hit in re.finditer(r"\bt\.(?:Errorf|Error|Fatalf|Fatal)\(", text) if start <= hit.start() < end]
        if checks:
            return checks
    found, at = [], start
    for hit in re.finditer(r"(?m)^[ \t]*" + ASSERTS[place.language], text[:end]):
        if hit.start() < at or re.match(r"\s*(?:t|st)\.(?:end|test|plan|comment|skip|log|run|is)\b", hit.group(0)):
            continue
        try:
            after = source.closing(text, hit.end() - 1, place.language)
            while text[after:after + 1] == ".":
                chain = re.compile(r"\.[\w.]+").match(text, after)
                after = chain.end() if chain else after + 1
                if text[after:after + 1] == "(":
                    after = source.closing(text, after, place.language)
        except source.Missing:
            continue
        after += text[after:after + 1] == ";"
        if text[after:after + 1] != "\n":
            continue
        found.append((hit.start(), after + 1))
        at = after
    return found


def without(place, spans):
    """Edits that take assertions out; in Go they only log, since what is left has to build."""
    edits, text = [], place.text
    for start, end in sorted(spans, reverse=True):
        said = text[start:end]
        put = ("t.Logf(" if said.endswith("f(") else "t.Log(") if place.language == "go" and re.fullmatch(r"t\.\w+\(", said) else ""
        if place.language == "python":
            put = re.match(r"[ \t]*", said).group(0) + "pass\n"
        edits.append(edit(place.path, text, start, end, put))
        text = text[:start] + put + text[end:]
    return edits


def tests(place):
    """(name, start, end) of each test of a file."""
    if place.language == "python":
        for name, found in place.functions():
            if name.startswith("test"):
                yield name, found.start, found.end
        return
    for hit in re.finditer(TESTS[place.language], place.text):
        try:
            if place.language == "typescript":
                yield hit.group(2), hit.start(), source.closing(place.text, place.text.index("(", hit.start()), "typescript")
            else:
                brace = source.body(place.text, hit.end() - 1, place.language)
                if brace is not None:
                    yield hit.group(1), hit.start(), source.closing(place.text, brace, place.language)
        except source.Missing:
            continue


def inside(case, base, head):
    """Test files, and files of a program that hold tests."""
    for kind in (True, False):
        for place in places(case, base, head, kind):
            if kind or (place.language == "rust" and "#[cfg(test)]" in place.text):
                yield place


def fresh(case, base, head):
    """(place, name, start, end) of tests that the change made and that hold something."""
    for place in inside(case, base, head):
        known = set(name for name, _, _ in tests(Place(place.path, place.before, None, place.language))) if place.before else set()
        for name, start, end in tests(place):
            if name not in known and held(place, start, end):
                yield place, name, start, end


def old(case, base, head, chance):
    """(place, name, start, end) of tests that were there before, in some file of the package."""
    paths = [path for path in sorted(head) if path.endswith(ENDS[case["language"]]) and TEST.search(path) and base.get(path) == head[path]]
    chance.shuffle(paths)
    for path in paths[:8]:
        place = Place(path, head[path], None, case["language"])
        found = [it for it in tests(place) if len(held(place, *it[1:])) >= 2]
        if found:
            return [(place, *it) for it in found]
    return []


def hollow(case, base, head, chance):
    """All new tests of a file hold nothing."""
    files = collections.defaultdict(list)
    for place, name, start, end in fresh(case, base, head):
        files[place.path].append((place, held(place, start, end)))
    found = files[chosen(chance, sorted(files))]
    return without(found[0][0], sorted(set(span for _, spans in found for span in spans))), "vacuous-test", "the new tests of %s hold nothing" % found[0][0].path


def vacuous(case, base, head, chance):
    place, name, start, end = chosen(chance, list(fresh(case, base, head)))
    return without(place, held(place, start, end)), "vacuous-test", "the new test %s holds nothing" % name


TRIVIAL = {"rust": "assert!(true);", "java": "assertTrue(true);", "typescript": "expect(true).toBe(true);", "python": "assert True", "go": "_ = t"}


def trivial(case, base, head, chance):
    place, name, start, end = chosen(chance, list(fresh(case, base, head)))
    spans = held(place, start, end)
    if place.language == "go":
        raise Nothing
    first = place.text[spans[0][0]:spans[0][1]]
    edits = without(Place(place.path, place.text, None, place.language), spans[1:])
    text = cases.apply({place.path: place.text}, edits, "trivial")[place.path]
    put = re.match(r"[ \t]*", first).group(0) + TRIVIAL[place.language] + "\n"
    return edits + [edit(place.path, text, spans[0][0], spans[0][1], put)], "vacuous-test", "the new test %s asserts what is always true" % name


def skipped(case, base, head, chance):
    pool = list(fresh(case, base, head)) if chance.random() < 0.5 else old(case, base, head, chance)
    place, name, start, end = chosen(chance, pool)
    indent = re.match(r"[ \t]*", place.text[start:]).group(0)
    if place.language == "typescript":
        at = start + len(indent)
        word = re.match(r"\w+", place.text[at:]).group(0)
        return place.replaced(at, at + len(word), word + ".skip"), "weakened-test", "the test %s is skipped" % name
    if place.language == "go":
        at = source.body(place.text, start + len("func "), "go")
        return place.replaced(at + 1, at + 1, '\n\tt.Skip("flaky")'), "weakened-test", "the test %s is skipped" % name
    put = {"rust": '#[ignore = "flaky"]\n', "java": '@Disabled("flaky")\n', "python": '@unittest.skip("flaky")\n'}[place.language]
    return place.replaced(start, start, indent + put), "weakened-test", "the test %s is skipped" % name


def deleted(case, base, head, chance):
    place, name, start, end = chosen(chance, old(case, base, head, chance))
    if place.language == "typescript":
        end += place.text[end:end + 1] == ";"
    return place.replaced(start, end, ""), "weakened-test", "the test %s is deleted" % name


def thinned(case, base, head, chance):
    place, name, start, end = chosen(chance, old(case, base, head, chance))
    spans = held(place, start, end)
    return without(place, spans[len(spans) // 2:]), "weakened-test", "half of the assertions of %s are gone" % name


# ---------- the scope ----------
def scope(case, base, head, chance):
    """A function is emptied in a file that the plan does not name."""
    named = set(cases.touched(base, head)[0])
    fit, paths = [], [path for path in sorted(head) if path.endswith(ENDS[case["language"]]) and not TEST.search(path) and path not in named]
    chance.shuffle(paths)
    for path in paths[:8]:
        place = Place(path, head[path], None, case["language"])
        fit += [(place, hit.start(), hit.end()) for hit in re.finditer(r"(?<![\w.\"'])[1-9]\d*(?![\w.\"'])", place.text)][:5]
    place, start, end = chosen(chance, fit)
    return place.replaced(start, end, str(int(place.text[start:end]) + 1)), "out-of-scope", "a number of %s is another" % place.path


OPERATORS = [stub, constant, empty, log, unwired, unexported, swallowed, half, hollow, vacuous, trivial, skipped, deleted, thinned, scope]


def broken(case, seed):
    """The cases that operators make of an honest one."""
    base, head = cases.trees(case)
    for operator in OPERATORS:
        name = operator.__name__
        chance = random.Random("%s %s %s" % (seed, case["id"], name))
        try:
            edits, category, why = operator(case, base, head, chance)
            after = cases.apply(head, edits, name)
        except (Nothing, source.Missing, cases.Bad):
            continue
        if after == head or (case["language"] == "python" and not parses(after, edits)):
            continue
        plan = dict(case["plan"])
        plan.setdefault("files", cases.touched(base, head)[0])
        if "files" not in case["plan"]:
            plan.setdefault("deletes", cases.touched(base, head)[1])
        yield {**case, "id": "%s~%s" % (case["id"], name), "operator": name, "kind": "defect", "category": category, "level": "2",
               "hand": False, "why": why, "plan": plan, "change": list(case.get("change", [])) + edits}


def parses(tree, edits):
    try:
        for path in {it["file"] for it in edits}:
            ast.parse(tree[path])
        return True
    except SyntaxError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--interlock", default="interlock")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", metavar="FILE", help="write a line for each break")
    parser.add_argument("--set", choices=sorted(cases.SETS), default="all", help="whose honest cases are broken")
    parser.add_argument("--part", type=int, default=1, help="only every n-th break")
    parser.add_argument("--seed", default="8")
    parser.add_argument("--show", action="store_true", help="the first break at length, its repository kept")
    parser.add_argument("names", nargs="*", help="cases, languages or operators")
    args = parser.parse_args()
    interlock = os.path.abspath(args.interlock) if os.sep in args.interlock else args.interlock
    known = {it.__name__ for it in OPERATORS}
    only = known & set(args.names)
    exact = {it for it in args.names if "~" in it}
    patterns = [it.split("~")[0] for it in args.names if it not in known]
    found = [made for case in cases.everything(patterns, args.set) if case["kind"] == "honest" for made in broken(case, args.seed)]
    found = [it for it in found if (not only or it["operator"] in only) and (not exact or it["id"] in exact)]
    found = [it for it in found if zlib.crc32(it["id"].encode()) % args.part == 0]
    if args.show:
        run.show(interlock, found[0])
        return 0
    results = []
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool, open(args.json or os.devnull, "w") as file:
        for it in pool.map(lambda case: run.one(interlock, case), found):
            results.append(it)
            line = {key: it["case"].get(key) for key in ("id", "language", "operator", "why")}
            file.write(json.dumps({**line, "verdict": it["verdict"], "status": it["status"], "lines": it["lines"]}) + "\n")
            file.flush()
    run.tell(results)
    run.table(results, "noticed by operator", lambda case: case["operator"])
    run.table(results, "noticed by language", lambda case: case["language"])
    asked = sum(it["status"] == "human_needed" for it in results)
    print("\nnoticed %d of %d; of the others %d go to a person, %d are broken" % (
        sum(it["verdict"] == run.OK for it in results), len(results), asked, sum(it["verdict"] == run.BROKEN for it in results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
