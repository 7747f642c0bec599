"""A case of the bench: reading it, its two trees, its plan. No case is judged here.

A tree is a map from path to text. The base is the package as published with the `setup` edits; the head is the base with
the `change` edits, or, where `head = "published"`, the package as published with them: that is how a case says "the work
was taken away, and comes back, all but for this".
"""
import fnmatch
import json
import os
import tomllib

import fetch

HERE = os.path.dirname(os.path.abspath(__file__))
# `smoke` stands in the tree; the others are what `fetch.py --cases` brings.
SETS = {name: [os.path.join(fetch.cases_folder(), name)] for name in fetch.CASES}
SETS["all"] = [folder for folders in SETS.values() for folder in folders]
SETS["smoke"] = [os.path.join(HERE, "smoke")]
PLAN = ".planning/phases/01-x/01-01-PLAN.md"

LANGUAGES = ["rust", "typescript", "python", "go", "java"]
KEYS = {"id", "package", "language", "kind", "category", "hand", "level", "looks_like", "title", "why", "human_ok",
        "needs_run", "head", "plan", "setup", "change"}
PLAN_KEYS = {"files", "deletes", "requirements", "truths", "artifacts", "key_links"}
DEFECTS = {"stub", "unwired", "hard-coded", "vacuous-test", "weakened-test", "out-of-scope", "swallowed-error",
           "missing-requirement", "no-data-flow"}
LEVELS = {"1", "2", "3", "4", "5", "integrity", "scope", "requirements"}


class Bad(Exception):
    """A case that says something that can't be done."""


def load(path):
    with open(path, "rb") as file:
        case = tomllib.load(file)
    case["id"] = os.path.splitext(os.path.basename(path))[0]
    case["language"] = os.path.basename(os.path.dirname(path))
    check(case)
    return case


def here(which):
    """The folders of a set."""
    for folder in SETS[which]:
        if not os.path.isdir(folder):
            raise Bad("%s is not there: run fetch.py --cases" % folder)
    return SETS[which]


def everything(names=(), which="smoke"):
    """All cases of a set by language and name; with patterns, those that match one."""
    found = []
    roots = here(which)
    for language in LANGUAGES:
        for folder in (os.path.join(root, language) for root in roots):
            for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                if not name.endswith(".toml"):
                    continue
                case = name[:-len(".toml")]
                if not names or any(fnmatch.fnmatch(case, it) or it in (case, language) for it in names):
                    found.append(load(os.path.join(folder, name)))
    return found


def named(language, name, which="smoke"):
    """The path of one case."""
    for root in here(which):
        path = os.path.join(root, language, name + ".toml")
        if os.path.isfile(path):
            return path
    raise Bad("%s/%s is not in this set (--set smoke, first to eleventh, or all)" % (language, name))


def check(case):
    def need(holds, what):
        if not holds:
            raise Bad("%s: %s" % (case["id"], what))

    need(not set(case) - KEYS, "unknown keys %s" % sorted(set(case) - KEYS))
    need(not set(case["plan"]) - PLAN_KEYS, "unknown keys of the plan")
    need(case["kind"] in ("defect", "honest"), "kind is neither defect nor honest")
    need(case.get("head", "base") in ("base", "published"), "head is neither base nor published")
    if case["kind"] == "defect":
        need(case["category"] in DEFECTS, "unknown category %s" % case["category"])
        need(case.get("level") in LEVELS, "unknown level %s" % case.get("level"))
    need(case.get("change") or case.get("head") == "published", "nothing is changed")
    need(case["plan"].get("artifacts") or case["plan"].get("truths"), "the plan wants nothing")


def published(case):
    """The package's files as text; what is no UTF-8 is left out."""
    package = fetch.packages()[case["package"]]
    root = fetch.place(case["package"], package)
    if not os.path.isdir(root):
        raise Bad("%s is not there: run fetch.py" % case["package"])
    tree = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            try:
                with open(path, encoding="utf-8", newline="") as file:
                    tree[os.path.relpath(path, root)] = file.read()
            except UnicodeDecodeError:
                continue
    return tree


def apply(tree, edits, what):
    """A tree with the edits made. Every text that is looked for has to be there exactly once."""
    tree = dict(tree)
    for number, edit in enumerate(edits, 1):
        where = "%s edit %d (%s)" % (what, number, edit.get("file"))
        path = edit["file"]
        if "create" in edit:
            if path in tree:
                raise Bad(where + ": is there already")
            tree[path] = edit["create"]
            continue
        if path not in tree:
            raise Bad(where + ": no such file")
        if edit.get("delete"):
            del tree[path]
            continue
        if "rename" in edit:
            if edit["rename"] in tree:
                raise Bad(where + ": the new name is taken")
            tree[edit["rename"]] = tree.pop(path)
            continue
        tree[path] = one(tree[path], edit, where)
    return tree


def one(text, edit, where):
    """`find` is replaced; with `until`, all from `find` up to `until`, which stays."""
    find = edit["find"]
    if text.count(find) != 1:
        raise Bad("%s: `%s` stands there %d times" % (where, find[:80], text.count(find)))
    start = text.index(find)
    end = start + len(find)
    if "until" in edit:
        end = text.find(edit["until"], end)
        if end < 0:
            raise Bad("%s: nothing up to `%s`" % (where, edit["until"][:80]))
    return text[:start] + edit["replace"] + text[end:]


def trees(case):
    """The base and the head."""
    source = published(case)
    base = apply(source, case.get("setup", []), case["id"] + " setup")
    start = source if case.get("head") == "published" else base
    head = apply(start, case.get("change", []), case["id"] + " change")
    if base == head:
        raise Bad("%s: base and head are the same" % case["id"])
    return base, head


def touched(base, head):
    """(created or changed, deleted) paths."""
    changed = sorted(path for path in head if base.get(path) != head[path])
    return changed, sorted(path for path in base if path not in head)


def plan(case, base, head):
    """The text of the PLAN.md. Without `files`, the plan's scope is what the change touches."""
    said = case["plan"]
    changed, deleted = touched(base, head)
    files = said.get("files", changed)
    deletes = said.get("deletes", deleted if "files" not in said else [])
    quote = json.dumps
    lines = ["---", "phase: 01-x", 'plan: "01"', "type: execute", "wave: 1", "depends_on: []"]
    lines += ["files_modified:"] + ["  - " + quote(path) for path in files] if files else ["files_modified: []"]
    if deletes:
        lines += ["files_deleted:"] + ["  - " + quote(path) for path in deletes]
    lines += ["autonomous: true", "requirements: %s" % quote(said.get("requirements", ["X-01"])), "must_haves:"]
    truths = said.get("truths", [])
    lines += ["  truths:"] + ["    - " + quote(truth) for truth in truths] if truths else ["  truths: []"]
    for key in ("artifacts", "key_links"):
        items = said.get(key, [])
        lines.append("  %s:%s" % (key, "" if items else " []"))
        for item in items:
            for index, (name, value) in enumerate(item.items()):
                lines.append("    %s %s: %s" % ("-" if index == 0 else " ", name, quote(value)))
    what = case["title"].replace("<", "(").replace("&", "and")
    # No command: the tool is asked what it sees, and nothing of a package is run.
    lines += ["---", "", "<objective>", what, "</objective>", "", "<tasks>", '<task type="auto">',
              "  <name>%s</name>" % what.split(". ")[0].rstrip(".")[:120], "  <files>%s</files>" % ", ".join(files + deletes),
              "  <action>%s</action>" % what, "  <done>It is done.</done>", "</task>", "</tasks>", ""]
    return "\n".join(lines)
