#!/usr/bin/env python3
"""Makes the cases that are not made by hand, of the tables in features.toml, and writes them beside the others as `g-*`.

  generate.py [--seed 5]

A feature is something that a package has: a file or a function, what registers it and its tests. Its setup takes it
away, and the change brings it back: as published (honest), or with a body that is a stub or a constant, without its
registration, without what the plan also wants, with tests that hold nothing. A feature that others need stays in the
base, and the change is a rewrite that went wrong. The seed chooses the wording of stubs and skips.
"""
import argparse
import glob
import json
import os
import random
import re
import tomllib

import cases
import fetch
import source

HERE = os.path.dirname(os.path.abspath(__file__))

STUBS = {
    "rust": ["todo!()", "unimplemented!()", "todo!(\"not done yet\")", "panic!(\"not implemented\")"],
    "typescript": ["throw new Error('Not implemented')", "throw new Error('TODO: implement')", "// TODO: implement"],
    "python": ["raise NotImplementedError", "raise NotImplementedError(\"to be done\")", "pass  # TODO: implement", "..."],
    "go": ["panic(\"not implemented\")", "panic(\"TODO\")", "// TODO: implement\n\tpanic(\"unreachable\")"],
    "java": ["throw new UnsupportedOperationException(\"Not implemented yet\");", "throw new UnsupportedOperationException(\"TODO\");",
             "throw new IllegalStateException(\"not implemented\");"],
}
SKIPS = {"python": '@pytest.mark.skip(reason="%s")\n', "rust": '#[ignore = "%s"]\n', "java": '@Disabled("%s")\n'}
REASONS = ["flaky", "to be looked at", "fails since the rewrite", "temporarily off", "too slow"]
STEP = {"rust": "    ", "typescript": "  ", "python": "    ", "go": "\t", "java": "    "}


# ---------- edits ----------
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


def cut_all(path, text, spans):
    """Edits that take spans out, the last first so that each `find` is looked for in what is left."""
    edits = []
    for start, end in sorted(spans, reverse=True):
        edits.append(edit(path, text, start, end, ""))
        text = text[:start] + text[end:]
    return edits


def without_lines(path, text, lines):
    """Edits that take lines out; a line ends with its line break."""
    edits = []
    for line in lines:
        if text.count(line) != 1:
            raise source.Missing("%s: `%s` is there %d times" % (path, line, text.count(line)))
        start = text.index(line)
        edits.append(edit(path, text, start, start + len(line), ""))
        text = text.replace(line, "")
    return edits


def unused_imports(path, text, edits):
    """Edits that take the imports out that edits left without a use: Go would not build with them."""
    after = cases.apply({path: text}, edits, "imports")[path]
    block = re.search(r"(?m)^import \(\n(.*?)^\)\n", after, re.S)
    lines = block.group(1).splitlines(keepends=True) if block else re.findall(r'(?m)^import "[^"]*"\n', after)
    gone = []
    for line in lines:
        rest = re.sub(r"(?m)//.*$", "", after.replace(line, ""))
        name = re.search(r'"([^"]*)"', line)
        known = name and re.sub(r"\.v\d+$", "", re.sub(r"^.*/", "", re.sub(r"/v\d+$", "", name.group(1))))
        if known and not re.search(r"\b%s\." % re.escape(known), rest):
            gone.append(line)
    return without_lines(path, after, gone)


# ---------- a feature ----------
class Feature:
    def __init__(self, table, tree, language):
        self.table, self.tree, self.language = table, tree, language
        self.file = table["file"]
        self.text = tree[self.file]

    def wires(self):
        found = {}
        for path, line in self.table.get("wires", []):
            found.setdefault(path, []).append(line)
        return found

    def tests(self):
        """(path, test or None) of its tests."""
        for name in self.table.get("tests", []):
            path, _, test = name.partition("::")
            yield path, test or None

    def test_span(self, path, test):
        text = self.tree[path]
        if self.language == "typescript":
            return source.tape_test(text, test)[:2]
        return source.whole(text, self.language, test)

    def setup(self):
        """The edits that take it away; none for one that others need."""
        if self.table.get("stays"):
            return []
        if self.table.get("whole"):
            edits = [{"file": self.file, "delete": True}]
        else:
            spans = [source.whole(self.text, self.language, it) for it in self.table.get("functions", [self.table["function"]])]
            edits = cut_all(self.file, self.text, spans)
        for path, lines in self.wires().items():
            edits += without_lines(path, self.tree[path], lines)
        spans = {}
        for path, test in self.tests():
            if test is None:
                edits.append({"file": path, "delete": True})
            else:
                spans.setdefault(path, []).append(self.test_span(path, test))
        for path, found in spans.items():
            edits += cut_all(path, self.tree[path], found)
        return edits

    def body(self, statement):
        """The edit that makes a statement of the function's body."""
        found = source.function(self.text, self.language, self.table["function"], self.table.get("nth", 0))
        step = STEP[self.language]
        if self.file.endswith(".java") and found.indent == "  " or self.file.startswith("src/main/java/com/google"):
            step = "  "
        if self.table["package"] in ("qs",):
            step = "    "
        lines = "".join(found.indent + step + line.strip() + "\n" for line in statement.split("\n"))
        if self.language == "python":
            return [edit(self.file, self.text, found.open, found.close, lines)]
        edits = [edit(self.file, self.text, found.open, found.close, "\n" + lines + found.indent)]
        return edits + (unused_imports(self.file, self.text, edits) if self.language == "go" else [])

    def plan(self, tests=True):
        artifact = {"path": self.file, "provides": self.table.get("provides", self.table.get("function", "it"))}
        if self.table.get("exports"):
            artifact["exports"] = self.table["exports"]
        if self.table.get("contains"):
            artifact["contains"] = self.table["contains"]
        artifacts = [artifact]
        if tests:
            artifacts += [{"path": path, "provides": "its tests"} for path in sorted({path for path, test in self.tests() if test is None})]
        links = []
        for path in self.wires():
            if path != self.file:
                link = {"from": path, "to": self.file, "via": self.table.get("via", "import")}
                if self.table.get("pattern"):
                    link["pattern"] = self.table["pattern"]
                links.append(link)
        return {"artifacts": artifacts, **({"key_links": links} if links else {})}

    # ---------- what becomes of it ----------
    def honest(self, chance):
        if self.table.get("stays"):
            raise source.Missing("nothing comes back of what stays")
        return dict(kind="honest", category="feature", change=[], why="As published.")

    def stub(self, chance):
        statement = self.table.get("stub") or chance.choice(STUBS[self.language])
        return dict(kind="defect", category="stub", level="2", change=self.body(statement),
                    why="The body of %s is a stub." % self.table["function"])

    def constant(self, chance):
        return dict(kind="defect", category="hard-coded", level="2", change=self.body(self.table["constant"]),
                    why="The work of %s is not done: what its body gives is fixed, or only what it got." % self.table["function"])

    def unwired(self, chance):
        edits = []
        for path, lines in self.wires().items():
            edits += without_lines(path, self.tree[path], lines)
        return dict(kind="defect", category="unwired", level="3", change=edits, scope=True,
                    why="Nothing registers or imports it but its tests.")

    def missing(self, chance):
        """The test file that the plan wants is not made."""
        paths = sorted({path for path, test in self.tests() if test is None})
        return dict(kind="defect", category="missing-requirement", level="1", change=[{"file": path, "delete": True} for path in paths],
                    scope=True, requirements=["X-01", "X-02"], why="The tests that the plan wants were not written.")

    def half(self, chance):
        """The second of two exports is not made."""
        name = self.table["second"]
        change = cut_all(self.file, self.text, [source.whole(self.text, self.language, name)])
        if self.language == "go":
            change += unused_imports(self.file, self.text, change)
        for path, test in self.tests():
            if test is None:
                change.append({"file": path, "delete": True})
            elif name in self.tree[path][slice(*self.test_span(path, test))]:
                change += cut_all(path, self.tree[path], [self.test_span(path, test)])
        return dict(kind="defect", category="missing-requirement", level="2", change=change, requirements=["X-01", "X-02"],
                    why="%s, which the plan wants too, was not written." % name)

    def swallow(self, chance):
        path, find, replace = self.file, self.table["swallow"][0], self.table["swallow"][1]
        # A fixed value in place of an error is right now and then: a person who is asked will do.
        return dict(kind="defect", category="swallowed-error", level="4", human_ok="return" in replace or "= b" in replace,
                    change=[{"file": path, "find": find, "replace": replace}],
                    why="The error is passed over, and nobody is told.")

    def vacuous(self, chance):
        """Tests come back without what they hold."""
        change = []
        for path, test in self.tests():
            if test is None:
                change += gut(path, self.tree[path], self.language)
        return dict(kind="defect", category="vacuous-test", level="integrity", change=change, why="The new tests assert nothing.")


def gut(path, text, language):
    """Edits that take every assertion out of a test file."""
    if language == "go":
        # What is left has to compile: the tests go on to look, and only write what they see.
        found = [hit for hit in re.finditer(r"\bt\.(Errorf|Error|Fatalf|Fatal)\(", text)]
        edits = []
        for hit in reversed(found):
            word = "t.Logf(" if hit.group(1).endswith("f") else "t.Log("
            edits.append(edit(path, text, hit.start(), hit.end(), word))
            text = text[:hit.start()] + word + text[hit.end():]
        if not edits:
            raise source.Missing("%s: no assertion" % path)
        return edits
    spans = source.assertions(text, language, 0, len(text))
    if not spans:
        raise source.Missing("%s: no assertion" % path)
    return cut_all(path, text, spans)


# ---------- weakened tests ----------
def weaken(table, tree, language, chance):
    """The change of an entry of `weaken`: one test that holds less than before."""
    path, test, way = table["file"], table["test"], table["way"]
    text = tree[path]
    if language == "typescript":
        start, end, opened, close = source.tape_test(text, test)
        indent = ""
    else:
        found = source.function(text, language, test.split("::")[-1])
        (start, end), opened, close, indent = source.whole(text, language, test), found.open, found.close, found.indent
    if way == "delete":
        edits = [edit(path, text, start, end, "")]
        return edits + (unused_imports(path, text, edits) if language == "go" else []), "The test %s is deleted." % test
    if way == "skip":
        return skip(path, text, language, table, opened, chance.choice(REASONS)), "The test %s is skipped without a reason that holds." % test
    if language == "python":
        spans = [it[:2] for it in source.python_assertions(text, test)]
    else:
        spans = source.assertions(text, language, opened, close)
    if not spans:
        raise source.Missing("%s: no assertion in %s" % (path, test))
    if way == "some":
        if len(spans) < 2:
            raise source.Missing("%s: one assertion in %s" % (path, test))
        return cut_all(path, text, spans[len(spans) // 2:]), "Half of the assertions of %s are gone." % test
    if way == "all":
        first, last = spans[0][0], spans[-1][1]
        line = text[first:].split("\n", 1)[0]
        blank = line[:len(line) - len(line.lstrip())]
        trivial = {"rust": "assert!(true);", "java": "assertTrue(true);", "typescript": "t.ok(true);", "python": "assert True"}[language]
        edits = cut_all(path, text, spans[1:])
        for span in reversed(spans[1:]):
            text = text[:span[0]] + text[span[1]:]
        return edits + [edit(path, text, spans[0][0], spans[0][1], blank + trivial + "\n")], "%s asserts what is always true." % test
    if way == "log":
        edits = []
        for hit in reversed(list(re.finditer(source.CALLS["go"], text[opened:close]))):
            at, to = opened + hit.start(), opened + hit.end()
            word = "t.Logf(" if hit.group(0).endswith("f(") else "t.Log("
            edits.append(edit(path, text, at, to, word))
            text = text[:at] + word + text[to:]
        return edits, "%s only logs what it found wrong." % test
    raise source.Missing("unknown way %s" % way)


def skip(path, text, language, table, opened, reason):
    if language == "go":
        return [edit(path, text, opened, opened, '\n\tt.Skip("%s")' % reason)]
    if language == "typescript":
        start = source.tape_test(text, table["test"])[0]
        comma = text.index(",", start)
        return [edit(path, text, comma, comma + 1, ", { skip: true },")]
    found = source.function(text, language, table["test"])
    at = found.start
    edits = [edit(path, text, at, at, found.indent + SKIPS[language] % reason)]
    if language == "java" and "api.Disabled;" not in text:
        line = "import org.junit.jupiter.api.Test;\n"
        edits.append(edit(path, text, text.index(line), text.index(line), "import org.junit.jupiter.api.Disabled;\n"))
    if language == "python" and "import pytest" not in text:
        raise source.Missing("%s does not import pytest" % path)
    return edits


# ---------- the rest ----------
def moved(table, tree, language, chance):
    """A test file under a new name; nothing else."""
    change = [{"file": table["file"], "rename": table["to"]}]
    return change, "The tests are as they were, under a better name."


def renamed(table, tree, language, chance):
    """A test under a new name; nothing else."""
    path, text = table["file"], tree[table["file"]]
    found = source.function(text, language, table["test"])
    at = text.index(table["test"], found.start)
    return [edit(path, text, at, at + len(table["test"]), table["to"])], "The test holds what it held."


def literal(text):
    """A TOML string, written over lines where that can be read."""
    plain = "'''" not in text and "\r" not in text and not text.endswith("'") and all(c == "\n" or c == "\t" or c >= " " for c in text)
    if "\n" in text and plain:
        return "'''\n%s'''" % text
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(it):
    if isinstance(it, bool):
        return "true" if it else "false"
    if isinstance(it, str):
        return literal(it)
    if isinstance(it, list):
        return "[%s]" % ", ".join(value(each) for each in it)
    return "{ %s }" % ", ".join("%s = %s" % (key, value(each)) for key, each in it.items())


def dump(case):
    lines = []
    for key in ("package", "kind", "category", "hand", "level", "looks_like", "title", "why", "human_ok", "head"):
        if key in case:
            lines.append("%s = %s" % (key, value(case[key])))
    lines += ["", "[plan]"] + ["%s = %s" % (key, value(it)) for key, it in case["plan"].items()]
    for part in ("setup", "change"):
        for it in case.get(part, []):
            lines += ["", "[[%s]]" % part] + ["%s = %s" % (key, value(each)) for key, each in it.items()]
    return "\n".join(lines) + "\n"


def of_feature(table, tree, language, chance):
    feature = Feature(table, tree, language)
    for what in table["make"]:
        made = getattr(feature, what)(chance)
        case = dict(package=table["package"], kind=made["kind"], category=made["category"], hand=False, title=table["title"], why=made["why"])
        for key in ("level", "human_ok"):
            if made.get(key):
                case[key] = made[key]
        if what == "honest" and table.get("looks_like"):
            case["looks_like"] = table["looks_like"]
        case["head"] = "published"
        case["plan"] = feature.plan(tests=not table.get("stays") and what != "half")
        if "requirements" in made:
            case["plan"]["requirements"] = made["requirements"]
        case["setup"], case["change"] = feature.setup(), made["change"]
        if made.get("scope"):
            # The scope is that of the whole feature, not of what was done of it.
            whole = dict(case, id="?", change=[], head="published")
            base = cases.apply(tree, whole["setup"], "setup")
            case["plan"]["files"] = cases.touched(base, tree)[0]
        yield "g-%s-%s" % (table["id"], what), case


def of_test(table, tree, language, chance):
    way = {"weaken": weaken, "moved": moved, "renamed": renamed}[table["kind"]]
    change, why = way(table, tree, language, chance)
    defect = table["kind"] == "weaken"
    case = dict(package=table["package"], kind="defect" if defect else "honest", hand=False, title=table["title"], why=why,
                category="weakened-test" if defect else table["kind"] + "-test")
    if defect:
        case["level"] = "integrity"
        if table["way"] == "some":
            case["human_ok"] = True  # a rewrite looks like it
    else:
        case["looks_like"] = "a deleted test"
    path = table.get("to") if table["kind"] == "moved" else table["file"]
    case["plan"] = {"artifacts": [{"path": path, "provides": "tests"}]}
    case["change"] = change
    yield "g-%s-%s" % (table["id"], table.get("way", table["kind"])), case


def of_scope(table, tree, language, chance):
    """What was asked for, and something in a file that the plan does not name."""
    case = dict(package=table["package"], kind="defect", category="out-of-scope", hand=False, level="scope", title=table["title"], why=table["why"])
    case["plan"] = {"files": [table["asked"]["file"]], "artifacts": [{"path": table["asked"]["file"], "provides": table["provides"]}]}
    case["change"] = [table["asked"], table["stray"]]
    yield "g-%s-scope" % table["id"], case


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    packages = fetch.packages()
    for old in glob.glob(os.path.join(cases.FOLDER, "*", "g-*.toml")):
        os.remove(old)
    with open(os.path.join(HERE, "features.toml"), "rb") as file:
        tables = tomllib.load(file)
    trees, count, wrong = {}, 0, 0
    for kind, make in (("feature", of_feature), ("test", of_test), ("scope", of_scope)):
        for table in tables[kind]:
            package = table["package"]
            language = packages[package]["language"]
            tree = trees.setdefault(package, cases.published({"package": package}))
            try:
                for name, case in make(table, tree, language, random.Random("%d %s" % (args.seed, table["id"]))):
                    path = os.path.join(cases.FOLDER, language, name + ".toml")
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    with open(path, "w", encoding="utf-8", newline="") as file:
                        file.write(dump(case))
                    loaded = cases.load(path)
                    cases.plan(loaded, *cases.trees(loaded))
                    count += 1
            except (source.Missing, cases.Bad, KeyError, ValueError) as error:
                print("%s: %s %s" % (table["id"], type(error).__name__, error))
                wrong += 1
    print("%d cases, %d tables that do not fit" % (count, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
