#!/usr/bin/env python3
"""How often `interlock verify --base` blocks what maintainers merged: the last substantial commits of each repository of
commits.toml, each against its parent, cold, with nothing run. Nearly every finding that blocks is a false alarm; read them.

  commits.py FOLDER [--interlock PATH] [--ten] [--jobs 2] [--save FILE] [--compare FILE] [--only FILE] [NAME or language...]

  commits.py ~/mirrors --save before.json            # every repository of the table
  commits.py ~/mirrors --ten just                    # ten commits of one as one change
  commits.py ~/mirrors --compare before.json rust    # what changed since
  commits.py ~/mirrors --only before.json            # only the commits that were blocked or noted there

FOLDER holds git directories called OWNER+NAME/repo, OWNER+NAME.git, OWNER/NAME or NAME. A commit is substantial that changes 10
to 600 lines of source, and that neither a robot nor a release wrote; a merge is taken as what it brings in. What was read of a
finding stands in the file of --judged, one JSON value a line: {"repository", "commit", "rule", "path", "says": "true" or "arguable" or "false"}.
Exit status: 0; 2 if a repository or the verifier is broken. Python 3.11 or newer, standard library only, and `git`.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 300
LINES = (10, 600)
LOOKED_AT_MAX = 2000
SIZES = (30, 60, 150, 600, 2000, 10 ** 9)
SOURCE = {".rs": "rust", ".py": "python", ".go": "go", ".java": "java", ".vue": "script",
          **dict.fromkeys((".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"), "script")}
ROBOTS = re.compile(r"\[bot\]|\bbot\b|dependabot|renovate|github-actions|bors\b|autofix", re.I)
BUMPS = re.compile(r"^(?:\w+(?:\([^)]*\))?!?: *)?(?:bump|release|prepare (?:for )?(?:the )?(?:next|release)|update (?:dependency|dependencies|lock|rust crate)|upgrade \S+ to|version \d|v?\d+\.\d+)"
                   r"|\bdeps(?:-dev)?\b|^\[?(?:maven-release|pre-commit)", re.I)
GENERATED = re.compile(r"(^|/)(vendor|node_modules|dist|third_party)/|\.min\.js$|\.pb\.go$|_generated\.|(^|/)_vendor/")


class Bad(Exception):
    pass


def git(folder, *arguments):
    done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Bad("git %s: %s" % (" ".join(arguments[:3]), done.stderr.strip()[:300]))
    return done.stdout


# ---------- which commits ----------
def repositories(table, names):
    with open(table, "rb") as file:
        found = tomllib.load(file)["repository"]
    known = {word for it in found for word in words(it)}
    for name in names:
        if name not in known:
            raise Bad("%s is not in %s" % (name, table))
    return [it for it in found if not names or words(it) & set(names)]


def words(it):
    return {it["name"], it["name"].split("/")[-1], it["language"]}


def place(folder, name):
    owner, own = name.split("/")
    for path in ("%s+%s/repo" % (owner, own), "%s+%s.git" % (owner, own), "%s/%s" % (owner, own), own, own + ".git"):
        full = os.path.join(folder, path)
        if os.path.isdir(full):
            return full
    raise Bad("%s is not in %s" % (name, folder))


def substantial(folder, head, count):
    """The last so many commits worth a look, the newest first: (commit, parent, changed lines)."""
    found = []
    log = git(folder, "log", "--first-parent", "-n", str(LOOKED_AT_MAX), "--format=%H%x09%P%x09%an %ae%x09%s", head)
    for line in log.splitlines():
        commit, parents, author, subject = line.split("\t", 3)
        if not parents or ROBOTS.search(author) or BUMPS.search(subject):
            continue
        parent = parents.split()[0]
        try:
            lines = changed(folder, parent, commit)
        except Bad:  # A partial clone has not all of it.
            continue
        if LINES[0] <= lines <= LINES[1]:
            found.append((commit, parent, lines))
            if len(found) == count:
                break
    return found


def changed(folder, base, head):
    total = 0
    for line in git(folder, "diff", "-M", "--numstat", base, head).splitlines():
        more, less, path = line.split("\t", 2)
        if "=>" in path:
            path = re.sub(r"\{[^}]* => ([^}]*)\}", r"\1", path).split(" => ")[-1]
        if os.path.splitext(path)[1] in SOURCE and not GENERATED.search(path) and more != "-":
            total += int(more) + int(less)
    return total


def changes(folder, it, ten):
    found = substantial(folder, it["head"], it["count"])
    if not ten:
        return found
    pieces = [found[at:at + 10] for at in range(0, len(found) - 9, 10)]
    return [(piece[0][0], piece[-1][1], changed(folder, piece[-1][1], piece[0][0])) for piece in pieces]


# ---------- one of them ----------
def verify(interlock, clone, state, base):
    """What the verifier says of the tree that is checked out, and what it cost."""
    shutil.rmtree(state, ignore_errors=True)
    command = [interlock, "verify", "--base", base, "--no-commands", "--json", "-C", clone]
    environment = {**os.environ, "XDG_STATE_HOME": state, "HOME": state, "XDG_CONFIG_HOME": state}
    os.makedirs(state)
    out, errors = (open(os.path.join(state, it), "w+b") for it in ("out", "errors"))
    with out, errors:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=errors, stdin=subprocess.DEVNULL, env=environment)
        ended = threading.Timer(SECONDS, child.kill)
        ended.start()
        _, status, used = os.wait4(child.pid, 0)
        ended.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        out.seek(0)
        errors.seek(0)
        text, said = out.read().decode(errors="replace"), errors.read().decode(errors="replace")
    cost = {"wall": round(wall, 2), "processor": round(used.ru_utime + used.ru_stime, 2), "mib": used.ru_maxrss // 1024}
    if child.returncode == -signal.SIGKILL:
        return {"exit": "time-out", "gaps": [], "notes": [], **cost}
    if child.returncode not in (0, 1, 3):
        raise Bad("exit %s: %s" % (child.returncode, said.strip()[:400]))
    try:
        return {"exit": child.returncode, **findings(json.loads(text)), **cost}
    except ValueError:
        raise Bad("exit %s: %s" % (child.returncode, said.strip()[:400]))


def findings(report):
    """What blocks and what is only noted; what says only that nothing was run is left out."""
    found = {"gaps": [], "notes": []}
    for it in report["feedback"]:
        if it["rule"] in ("nothing-run", "nothing-checked"):
            continue
        where = it.get("location") or {}
        path, line = where.get("path") or where.get("file"), where.get("line")
        message = it["message"].removeprefix("tests that can fail: ").removeprefix("%s: " % path)
        row = {"rule": it["rule"], "path": path, "line": line, "message": message}
        found["gaps" if it["status"] == "fail" else "notes"].append(row)
    return found


class Clones:
    """One clone for each worker and repository, in which commits are checked out in turn."""

    def __init__(self, scratch):
        self.scratch, self.own, self.count, self.lock = scratch, threading.local(), 0, threading.Lock()

    def at(self, source, commit):
        kept = self.own.__dict__.setdefault("kept", {})
        if source not in kept:
            for old in kept.values():
                shutil.rmtree(old, ignore_errors=True)
            kept.clear()
            with self.lock:
                self.count += 1
                folder = os.path.join(self.scratch, "clone%d" % self.count)
            git(self.scratch, "clone", "-q", "--shared", "--no-checkout", source, folder)
            kept[source] = folder
        git(kept[source], "-c", "advice.detachedHead=false", "checkout", "-q", "-f", "--detach", commit)
        git(kept[source], "clean", "-q", "-ffdx")
        return kept[source]


# ---------- the tables ----------
def told(results, judged):
    rules = collections.Counter()
    for it in results:
        for kind in ("gaps", "notes"):
            for row in it[kind]:
                says = judged.get(key(it, row), "")
                rules[row["rule"], kind[:-1], says] += 1
                print("%-12s %s %-5s %-22s %s:%s\n%13s%s%s" % (
                    it["repository"].split("/")[-1][:12], it["commit"][:9], kind[:-1].upper() if kind == "gaps" else kind[:-1], row["rule"],
                    row["path"], row["line"] or "-", "", row["message"][:300], "  [%s]" % says if says else ""))
    print()
    for (rule, kind, says), count in sorted(rules.items(), key=lambda it: (it[0][1], -it[1])):
        print("%5d  %-5s %-24s %s" % (count, kind, rule, says))
    table("language", results, judged, lambda it: it["language"])
    table("changed lines", results, judged, lambda it: next("to %5d" % most if most < 10 ** 8 else "more" for most in SIZES if it["lines"] <= most))
    table("repository", results, judged, lambda it: it["repository"])
    for what in ("wall", "processor", "mib"):
        all_of = sorted(it[what] for it in results)
        print("%-10s median %s, nine of ten up to %s, most %s" % (what, statistics.median(all_of), all_of[len(all_of) * 9 // 10], all_of[-1]))


def key(it, row):
    return it["repository"], it["commit"], row["rule"], row["path"]


def table(title, results, judged, group):
    groups = collections.defaultdict(list)
    for it in results:
        groups[group(it)].append(it)
    print("\n%-22s commits  blocked          only false   notes in" % title)
    for name, rows in sorted(groups.items()) + [("all", results)]:
        blocked = [it for it in rows if it["exit"] == 1]
        false = [it for it in blocked if it["gaps"] and all(judged.get(key(it, row)) == "false" for row in it["gaps"])]
        print("%-22s %7d  %4d (%4.1f %%)    %4d (%4.1f %%)  %6d" % (
            name, len(rows), len(blocked), 100 * len(blocked) / len(rows), len(false), 100 * len(false) / len(rows), sum(bool(it["notes"]) for it in rows)))


def compared(results, path):
    with open(path) as file:
        before = {(it["repository"], it["commit"]): it for it in json.load(file)}
    now = {(it["repository"], it["commit"]): it for it in results}
    rows = lambda it, kind: {(row["rule"], row["path"], row["message"]) for row in it[kind]}
    for which in sorted(now.keys() & before.keys()):
        for kind in ("gaps", "notes"):
            old, new = rows(before[which], kind), rows(now[which], kind)
            for sign, some in (("-", old - new), ("+", new - old)):
                for rule, where, message in sorted(some, key=str):
                    print("%s %-5s %s %s %s %s: %s" % (sign, kind[:-1], which[0].split("/")[-1], which[1][:9], rule, where, message[:200]))
    both = now.keys() & before.keys()
    for kind in ("gaps", "notes"):
        print("%s: %d before, %d now" % (kind, sum(len(before[it][kind]) for it in both), sum(len(now[it][kind]) for it in both)))
    print("blocked: %d before, %d now, of %d" % (sum(before[it]["exit"] == 1 for it in both), sum(now[it]["exit"] == 1 for it in both), len(both)))
    print("processor seconds: %.0f before, %.0f now" % (sum(before[it]["processor"] for it in both), sum(now[it]["processor"] for it in both)))


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", help="where the git directories are")
    reader.add_argument("names", nargs="*", help="repositories or languages; all without any")
    reader.add_argument("--table", default=os.path.join(HERE, "commits.toml"))
    reader.add_argument("--interlock", default=os.path.join(HERE, "../target/release/interlock"))
    reader.add_argument("--ten", action="store_true", help="take ten commits as one change")
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--save", help="write all that was found here")
    reader.add_argument("--compare", help="say what changed since a saved run")
    reader.add_argument("--only", help="take only the commits that a saved run said something of")
    reader.add_argument("--judged", help="what was read of findings, one JSON value a line")
    reader.add_argument("--list", action="store_true", help="say which commits are taken, and verify none")
    options = reader.parse_intermixed_args()
    judged, only = {}, None
    if options.judged:
        with open(options.judged) as file:
            for it in map(json.loads, filter(str.strip, file)):
                judged[it["repository"], it["commit"], it["rule"], it["path"]] = str(it["says"]).lower()
    if options.only:
        with open(options.only) as file:
            only = {(it["repository"], it["commit"]) for it in json.load(file) if it["gaps"] or it["notes"] or it["exit"] == 1}
    jobs = []
    for it in repositories(options.table, options.names):
        source = place(options.folder, it["name"])
        for commit, base, lines in changes(source, it, options.ten):
            if only is None or (it["name"], commit) in only:
                jobs.append((it, source, commit, base, lines))
    if options.list:
        for it, _, commit, base, lines in jobs:
            print(it["name"], commit, base, lines)
        return
    interlock, local = os.path.abspath(options.interlock), threading.local()
    with tempfile.TemporaryDirectory(prefix="commits-") as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        clones = Clones(scratch)

        def one(job):
            it, source, commit, base, lines = job
            if not hasattr(local, "state"):
                local.state = tempfile.mkdtemp(dir=scratch)
            try:
                folder = clones.at(source, commit)
            except Bad as why:
                # A mirror may lack large files.
                print("left out: %s %s: %s" % (it["name"], commit[:9], why), file=sys.stderr)
                return None
            try:
                found = verify(interlock, folder, local.state, base)
            except Bad as why:
                raise Bad("%s %s: %s" % (it["name"], commit[:9], why))
            return {"repository": it["name"], "language": it["language"], "commit": commit, "base": base, "lines": lines, **found}

        results = [it for it in pool.map(one, jobs) if it is not None]
    if not results:
        raise Bad("no commit was taken")
    told(results, judged)
    if options.save:
        with open(options.save, "w") as file:
            json.dump(results, file, indent=1)
    if options.compare:
        print()
        compared(results, options.compare)


if __name__ == "__main__":
    try:
        main()
    except (Bad, OSError, KeyError, tomllib.TOMLDecodeError) as why:
        print("commits.py: %s" % why, file=sys.stderr)
        sys.exit(2)
