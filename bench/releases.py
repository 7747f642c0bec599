#!/usr/bin/env python3
"""How often `interlock verify` refuses what honest people released: each pair of releases.toml is two neighbouring releases of
a published package, the older as a commit, the newer as a second one with a plan that is made from the difference. It is
verified with the plan and without one; nothing of the packages is run.

  releases.py [--interlock PATH] [--jobs 2] [--json FILE] [--keep FOLDER] [--fetch] [NAME or language...]

  releases.py --interlock target/release/interlock python cobra     # every pair of Python, and one of Go

Packages come from the ordinary clients of their registries, as those of defects/ do, and are kept in
$XDG_CACHE_HOME/interlock-bench/. Nearly every finding that fails is a false alarm; some are right, and worth reading.
Exit status: 0; 2 if a pair or the verifier is broken. Python 3.11 or newer, standard library only, and `git`.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "defects"))
import cases  # noqa: E402
import fetch  # noqa: E402
import run  # noqa: E402

SECONDS = 300
ARTIFACTS_MAX = 60
EXPORTS_MAX = 40
WAYS = ("plan", "change")
LANGUAGES = {".rs": "rust", ".py": "python", ".go": "go", ".java": "java", ".vue": "script",
             **dict.fromkeys((".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs"), "script")}
# What others can name of a file: only where a line says so without doubt.
EXPORTS = {
    "rust": r"^pub (?:(?:async|unsafe|const) )*(?:fn|struct|enum|trait|type|static|const) (\w+)",
    "python": r"^(?:async )?(?:def|class) ([A-Za-z]\w*)",
    "go": r"^(?:func|type) ([A-Z]\w*)",
    "java": r"^public (?:(?:final|abstract|sealed|static) )*(?:class|interface|enum|record|@interface) (\w+)",
    "script": r"^export (?:async )?(?:function\*?|class|const|let|interface|type|enum|abstract class) (\w+)",
}
# Where a function starts: good enough to count those that are new or changed, and used for nothing else.
FUNCTIONS = {
    "rust": r"^[ \t]*(?:pub(?:\([^)]*\))? )?(?:(?:async|unsafe|const|default) )*fn \w+",
    "python": r"^[ \t]*(?:async )?def \w+",
    "go": r"^func ",
    "java": r"^[ \t]+(?:(?:public|protected|private|static|final|abstract|default|synchronized) )+[\w<>\[\], ?.]+\([^;]*$",
    "script": r"^[ \t]*(?:export )?(?:default )?(?:async )?function\b|^[ \t]*(?:export )?(?:const|let|var) \w+ = (?:async )?(?:\([^)]*\)|\w+) =>"
              r"|^[ \t]+(?:async |static |private |public |protected |get |set )*(?!if\b|for\b|while\b|switch\b|catch\b)\w+\([^)]*\)[^;{]*\{[ \t]*$",
}
TESTS = re.compile(r"(^|/)(tests?|__tests__|testing|spec|benches|examples?|testdata|docs?)(/|$)|(^|/)(test_|conftest)[^/]*$|_test\.\w+$|\.(test|spec)\.\w+$|Tests?\.java$")


# ---------- the packages ----------
def pairs(names):
    with open(os.path.join(HERE, "releases.toml"), "rb") as file:
        found = tomllib.load(file)["pair"]
    known = [(it, {it["name"], short(it["name"]), it["language"]}) for it in found]
    for name in names:
        if not any(name in words for _, words in known):
            raise cases.Bad("%s is not in releases.toml" % name)
    return [it for it, words in known if not names or words & set(names)]


def short(name):
    """The part of a name that is the package's own: `cobra`, `commons-io`, `chi`."""
    parts = [it for it in re.split("[/:]", name) if not re.fullmatch(r"v[0-9]+", it)]
    return parts[-1]


def package(pair, index):
    """One of the two releases, as fetch.py would find it in packages.toml."""
    files = pair["releases"][index]["files"]
    return {"client": pair["client"], "name": pair["name"], "version": pair["releases"][index]["version"], "files": files,
            "keep": pair.get("keep", ["**"]), "pom": pair["client"] == "maven"}


def fetched(pair, index):
    """The folder with one release, fetched if it isn't there."""
    what = package(pair, index)
    name = "release-" + re.sub(r"[^A-Za-z0-9.]+", "-", pair["name"]).strip("-")
    fetch.fetch(name, what)
    return fetch.place(name, what)


def tree(folder):
    """Path -> text, as far as it is one."""
    found = {}
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            path = os.path.join(where, name)
            with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def lay(pair, base, head, folder):
    """The repository of a pair: the plan and the older release as `base`, the newer one above it."""
    text = plan(pair, base, head)
    os.makedirs(folder)
    run.git(folder, "init", "-q")
    write(folder, {}, {**base, cases.PLAN: text})
    run.git(folder, "add", "-A", "-f")
    run.git(folder, "commit", "-q", "-m", "base")
    run.git(folder, "branch", "base")
    write(folder, base, head)
    run.git(folder, "add", "-A", "-f")
    run.git(folder, "commit", "-q", "-m", "the next release")


def write(folder, before, after):
    """As run.py does it, byte by byte."""
    for path in before.keys() - after.keys():
        os.remove(os.path.join(folder, path))
    for path, text in after.items():
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)


# ---------- the plan ----------
def names_of(path, text):
    pattern = EXPORTS.get(LANGUAGES.get(os.path.splitext(path)[1]))
    found = re.findall(pattern, text, re.MULTILINE) if pattern else []
    listed = re.search(r"^__all__ *=? *[\[(]([^\])]*)", text, re.MULTILINE) if path.endswith(".py") else None
    return [name for name in found if re.search(r"\b%s\b" % name, listed[1])] if listed else found


def functions(path, text):
    """The texts from one beginning of a function to the next."""
    pattern = FUNCTIONS.get(LANGUAGES.get(os.path.splitext(path)[1]))
    starts = [it.start() for it in re.finditer(pattern, text, re.MULTILINE)] if pattern else []
    return [text[start:end].strip() for start, end in zip(starts, starts[1:] + [len(text)])]


def counted(base, head):
    """(files, functions) that are new or changed."""
    files = [path for path in head if base.get(path) != head[path]]
    new = 0
    for path in files:
        left = collections.Counter(functions(path, head[path])) - collections.Counter(functions(path, base.get(path, "")))
        new += left.total()
    return len(files), new


def artifacts(base, head):
    """New and changed source files, those that give new names first, with these names."""
    found = []
    for path, text in head.items():
        if base.get(path) == text or os.path.splitext(path)[1] not in LANGUAGES or TESTS.search(path):
            continue
        known = set(names_of(path, base.get(path, "")))
        exports = [name for name in dict.fromkeys(names_of(path, text)) if name not in known][:EXPORTS_MAX]
        found.append({"path": path, "provides": "what is new there", **({"exports": exports} if exports else {})})
    if not found:
        found = [{"path": path, "provides": "what has changed"} for path in head if base.get(path) != head[path]][:1]
    return sorted(found, key=lambda it: "exports" not in it)[:ARTIFACTS_MAX]


def plan(pair, base, head):
    title = "%s %s" % (pair["name"], pair["releases"][1]["version"])
    return cases.plan({"title": title, "plan": {"artifacts": artifacts(base, head)}}, base, head)


# ---------- the verifier ----------
def verify(interlock, folder, base, way, home):
    env = {"PATH": os.environ.get("PATH", ""), "HOME": home, "INTERLOCK_STATE": os.path.join(home, "state"), "LC_ALL": "C.UTF-8"}
    words = [interlock, "verify", *([cases.PLAN] if way == "plan" else []), "--base", base, "--no-commands", "--json"]
    try:
        done = subprocess.run(words, cwd=folder, env=env, timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        report = json.loads(done.stdout.decode("utf-8", "replace"))
        report["status"], report["items"]
        return report
    except subprocess.TimeoutExpired:
        raise run.Broken("no answer within %d seconds" % SECONDS)
    except (ValueError, KeyError, TypeError):
        raise run.Broken("exit status %d: %s" % (done.returncode, done.stderr.decode("utf-8", "replace").strip()[-600:]))


def told(item):
    """One line of feedback: (fails, text)."""
    place = item.get("location") or {}
    where = "%s:%s" % (place.get("file"), place.get("line")) if place.get("file") else "-"
    return item.get("status") == "fail", "%s [%s, level %s] %s" % (where, item.get("rule"), item.get("level"), item.get("message"))


def one(interlock, pair, keep=None):
    """Both ways to look at one pair."""
    with tempfile.TemporaryDirectory(prefix="interlock-bench-") as scratch:
        home = os.path.join(scratch, "home")
        os.makedirs(home)
        folder = os.path.join(keep or scratch, short(pair["name"]))
        try:
            base, head = (tree(fetched(pair, index)) for index in (0, 1))
            lay(pair, base, head, folder)
            files, new = counted(base, head)
            reports = {way: verify(interlock, folder, "base", way, home) for way in WAYS}
        except (run.Broken, OSError, subprocess.TimeoutExpired) as error:
            return dict(pair=pair, broken=str(error))
    result = dict(pair=pair, files=files, functions=new)
    for way, report in reports.items():
        lines = [told(item) for item in report.get("feedback", [])]
        fails = [line for fails, line in lines if fails] or ["- [%s]" % report["status"]] * (report["status"] == "gaps_found")
        result[way] = dict(status=report["status"], fails=fails, notes=[line for fails, line in lines if not fails])
    return result


# ---------- what is printed ----------
def tell(result):
    pair = result["pair"]
    versions = " -> ".join(it["version"] for it in pair["releases"])
    if "broken" in result:
        print("\n%s %s %s: broken: %s" % (pair["language"], pair["name"], versions, result["broken"]))
        return
    print("\n%s %s %s: %d files, %d functions" % (pair["language"], pair["name"], versions, result["files"], result["functions"]))
    for way in WAYS:
        for line in result[way]["fails"]:
            if way == "plan" or line not in result["plan"]["fails"]:
                print("  %-6s %s" % (way, line[:400]))
    sys.stdout.flush()


def summary(results):
    print("\n%-12s %5s %6s %9s   %s" % ("", "pairs", "files", "functions", "for each way: without a failing finding, findings, per 1,000 functions, notes"))
    rows = {language: [it for it in results if it["pair"]["language"] == language]
            for language in dict.fromkeys(it["pair"]["language"] for it in results)}
    for language, found in [*rows.items(), ("all", results)]:
        files, new = (sum(it[key] for it in found) for key in ("files", "functions"))
        text = ""
        for way in WAYS:
            fails, notes = (sum(len(it[way][key]) for it in found) for key in ("fails", "notes"))
            clean = sum(not it[way]["fails"] for it in found)
            text += "   %s %3d (%5.1f %%), %3d, %5.1f, %3d" % (way, clean, 100 * clean / len(found), fails, 1000 * fails / max(1, new), notes)
        print("%-12s %5d %6d %9d%s" % (language, len(found), files, new, text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interlock", default="interlock")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", metavar="FILE", help="write a line for each pair")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the repositories here, to look at")
    parser.add_argument("--fetch", action="store_true", help="only fetch the packages")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    interlock = os.path.abspath(args.interlock) if os.sep in args.interlock else args.interlock
    try:
        chosen = pairs(args.names)
    except cases.Bad as error:
        print(error, file=sys.stderr)
        return 2
    for pair in chosen:
        for index in (0, 1):
            fetched(pair, index)
    if args.fetch:
        return 0
    results = []
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for result in pool.map(lambda pair: one(interlock, pair, args.keep), chosen):
            tell(result)
            results.append(result)
    if args.json:
        with open(args.json, "w") as file:
            file.writelines(json.dumps({**it, "pair": it["pair"]["name"]}) + "\n" for it in results)
    whole = [it for it in results if "broken" not in it]
    if whole:
        summary(whole)
    return 0 if len(whole) == len(results) else 2


if __name__ == "__main__":
    sys.exit(main())
