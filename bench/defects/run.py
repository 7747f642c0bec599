#!/usr/bin/env python3
"""Runs `interlock verify` over the cases and says what was caught and what was a false alarm.

  run.py [--interlock PATH] [--jobs 2] [--json FILE] [--show CASE] [--dry]
         [--set smoke|first|second|…|eleventh|all] [--commands] [--golden FILE [--write]] [CASE or pattern or language...]

Each case becomes a git repository in a temporary folder: the base as a commit, the head as a second one. Nothing of the
packages is run, but for `--commands`: then the verifier runs the tests that it finds in the manifest, and asks at level 5 whether
they can fail. That is for packages whose tests need nothing installed (`--set tenth --commands 'deque-*' 'go-semver-*'`).
`--golden` holds every verdict, with the rules that caused it, against a file of them, and tells what is otherwise; with `--write`
it writes the file anew. Its diff is what a change of the verifier is reviewed by.
Fetch the packages first with `fetch.py --smoke`, those of the other sets, and their cases, with fetch.py. Exit status: 0; 1 below 98 % caught or above 1.3 % false alarms; 2 if a case or the
verifier is broken.

Python 3.11 or newer, standard library only, and `git`.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import cases

CAUGHT_MIN = 0.98
ALARMS_MAX = 0.013
SECONDS = 60
SECONDS_WITH_COMMANDS = 900
OK, WRONG, BROKEN = "ok", "wrong", "broken"


class Broken(Exception):
    """The verifier gave no answer that can be read."""


# ---------- one case ----------
def git(folder, *words):
    env = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "init.defaultBranch=main",
           "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    done = subprocess.run(["git", *who, *words], cwd=folder, env=env, timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Broken("git %s: %s" % (words[0], done.stdout[-500:]))
    return done.stdout.strip()


def write(folder, before, after):
    """Makes of the folder that holds `before` one that holds `after`."""
    for path in before:
        if path not in after:
            os.remove(os.path.join(folder, path))
    for path, text in after.items():
        if before.get(path) == text:
            continue
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(text)


def lay(case, folder):
    """The repository of a case, with base and head. Returns the base's commit."""
    base, head = cases.trees(case)
    text = cases.plan(case, base, head)
    planned = {cases.PLAN: text}
    os.makedirs(folder)
    git(folder, "init", "-q")
    write(folder, {}, {**base, **planned})
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "-m", "base")
    commit = git(folder, "rev-parse", "HEAD")
    write(folder, base, head)
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "-m", "the agent's work")
    return commit


def verify(interlock, folder, base, home, commands=False):
    """The report of the verifier, as JSON."""
    env = {"PATH": os.environ.get("PATH", ""), "HOME": home, "INTERLOCK_STATE": os.path.join(home, "state"), "LC_ALL": "C.UTF-8"}
    words = [interlock, "verify", cases.PLAN, "--base", base, "--json"]
    if commands:
        env["GOCACHE"] = os.path.join(tempfile.gettempdir(), "interlock-bench-go")
    else:
        words.append("--no-commands")
    seconds = SECONDS_WITH_COMMANDS if commands else SECONDS
    try:
        done = subprocess.run(words, cwd=folder, env=env, timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        raise Broken("no answer within %d seconds" % seconds)
    try:
        report = json.loads(done.stdout.decode("utf-8", "replace"))
        report["status"], report["items"]
        return report
    except (ValueError, KeyError, TypeError):
        said = (done.stderr or done.stdout).decode("utf-8", "replace")
        raise Broken("exit status %d: %s" % (done.returncode, said.strip()[-600:]))


def name(item):
    """What an item of the report is about."""
    for key in ("text", "path", "gate"):
        if isinstance(item.get(key), str):
            return item[key]
    if isinstance(item.get("from"), str):
        return "%s -> %s" % (item["from"], item.get("to"))
    return json.dumps(item)[:80]


def reasons(report):
    """What the report has against the change, a line for each."""
    lines = []
    for item in report["items"]:
        word = str(item.get("word", item.get("status", "")))
        said = [item.get(key) for key in ("reason", "why", "note", "detail", "message", "found") if item.get(key)]
        lines.append("%-12s %s: %s" % (word, name(item), "; ".join(str(it) for it in said) or "-"))
    for item in report.get("feedback") or []:
        lines.append("%-12s %s: %s" % (item.get("status"), item.get("rule"), item.get("message")))
    return lines


def judge(case, report):
    """(verdict, person): whether the answer is right, and whether a person was asked for."""
    status = report["status"]
    person = status == "human_needed"
    if case["kind"] == "defect":
        return (OK if status == "gaps_found" or (person and case.get("human_ok")) else WRONG), person
    # A person who is asked about an honest change is a nuisance, and counted apart. It is no false alarm.
    return (OK if status in ("passed", "human_needed") else WRONG), person and not case.get("human_ok")


def one(interlock, case, keep=None, commands=False):
    with tempfile.TemporaryDirectory(prefix="interlock-bench-") as scratch:
        folder, home = keep or os.path.join(scratch, "repo"), os.path.join(scratch, "home")
        os.makedirs(home)
        try:
            report = verify(interlock, folder, lay(case, folder), home, commands)
        except (Broken, cases.Bad, subprocess.TimeoutExpired) as error:
            return dict(case=case, verdict=BROKEN, person=False, status="-", lines=[str(error)])
    verdict, person = judge(case, report)
    return dict(case=case, verdict=verdict, person=person, status=report["status"], lines=reasons(report), report=report)


# ---------- the file of verdicts ----------
HEADING = "set\tcase\tkind\tstatus\tgaps\tnotes\n"
# What stands in the file of verdicts where there is no rule.
NONE = "-"
# Said of every case, since nothing is run.
SAID_OF_ALL = {"nothing-run", "command-not-run"}


def sets():
    """The set of every case, by language and name."""
    found = {}
    for which, folders in cases.SETS.items():
        for folder in folders if which != "all" else ():
            for language in cases.LANGUAGES:
                names = os.listdir(os.path.join(folder, language)) if os.path.isdir(os.path.join(folder, language)) else []
                for name in names:
                    found.setdefault("%s/%s" % (language, name[:-5]), which)
    return found


def rules(report):
    """The ids of rules that made a gap or asked for a person, and of those that made a note."""
    items = [it for it in report["items"] if it.get("status") != "verified"]
    gaps = {it.get("rule") or it["id"].split(":")[1] for it in items} - SAID_OF_ALL
    notes = {it["rule"] for it in report.get("feedback") or [] if it.get("status") == "warning"}
    return gaps, notes - gaps - SAID_OF_ALL


def verdicts(results):
    """A line of the file for each case that has an answer."""
    known, lines = sets(), {}
    for result in results:
        if result["verdict"] == BROKEN:
            continue
        case = result["case"]
        name = "%s/%s" % (case["language"], case["id"])
        gaps, notes = rules(result["report"])
        words = [known.get(name, "?"), name, case["kind"], result["status"], ",".join(sorted(gaps)) or NONE, ",".join(sorted(notes)) or NONE]
        lines[name] = "\t".join(words)
    return lines


def golden(path, results, write):
    """Holds verdicts against the file of them; the exit status."""
    old = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = {line.split("\t")[1]: line.rstrip("\n") for line in file if line != HEADING}
    new = verdicts(results)
    otherwise = [(old[name], line) for name, line in new.items() if name in old and old[name] != line]
    fresh = [line for name, line in new.items() if name not in old]
    count = collections.Counter()
    for was, now in otherwise:
        (_, name, kind, before, gaps, _), (_, _, _, after, gaps_now, notes) = was.split("\t"), now.split("\t")
        caught, catches = before == "gaps_found", after == "gaps_found"
        if caught and not catches:
            told = set(gaps.split(",")) & set(notes.split(",")) - {NONE}
            what = "%s: %s" % ({"defect": "lost", "honest": "alarm gone"}[kind], "told" if told else "silent")
        elif catches and not caught:
            what = {"defect": "won", "honest": "new alarm"}[kind]
        else:
            what = "other rules"
        count[what] += 1
        print("%-16s %s: %s -> %s" % (what, name, before if gaps == NONE else gaps, after if gaps_now == NONE else gaps_now))
    print("\n%d verdicts, %d otherwise, %d new" % (len(new), len(otherwise), len(fresh)))
    for what in sorted(count):
        print("  %-20s %d" % (what, count[what]))
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEADING)
            file.writelines(line + "\n" for _, line in sorted({**old, **new}.items(), key=lambda it: it[1]))
        return 0
    return 1 if otherwise or fresh else 0


# ---------- all of them ----------
def share(part, whole):
    return "%5.1f %%" % (100.0 * part / whole) if whole else "    -  "


def table(results, title, key):
    """Right of all, by some key."""
    groups = collections.defaultdict(list)
    for result in results:
        groups[key(result["case"])].append(result)
    print("\n%s" % title)
    for group in sorted(groups):
        found = groups[group]
        right = sum(it["verdict"] == OK for it in found)
        print("  %-24s %3d of %3d  %s" % (group, right, len(found), share(right, len(found))))


def tell(results):
    for result in results:
        case = result["case"]
        if result["verdict"] == OK:
            continue
        what = {"defect": "missed", "honest": "false alarm"}[case["kind"]] if result["verdict"] == WRONG else "broken"
        print("\n%s: %s/%s (%s%s): %s" % (what, case["language"], case["id"], case["category"],
              ", level " + case["level"] if "level" in case else "", result["status"]))
        print("  asked: %s\n  truth: %s" % (case["title"], case.get("why", "")))
        for line in result["lines"][:12]:
            print("  " + line)


def summary(results):
    """Prints the tables; the exit status."""
    defects = [it for it in results if it["case"]["kind"] == "defect"]
    honest = [it for it in results if it["case"]["kind"] == "honest"]
    lookalike = [it for it in honest if it["case"].get("looks_like")]
    static = [it for it in defects if not it["case"].get("needs_run")]
    table(defects, "caught by level", lambda case: case["level"])
    table(defects, "caught by category", lambda case: case["category"])
    table(defects, "caught by language", lambda case: case["language"])
    table(defects, "caught by origin", lambda case: "by hand" if case.get("hand") else "generated")
    table(honest, "honest left alone by language", lambda case: case["language"])
    table(lookalike, "of these, look like a defect", lambda case: case["language"])
    caught = sum(it["verdict"] == OK for it in static)
    alarms = sum(it["verdict"] == WRONG for it in honest)
    asked = sum(it["person"] for it in honest)
    broken = sum(it["verdict"] == BROKEN for it in results)
    print("\ncaught        %3d of %3d  %s" % (caught, len(static), share(caught, len(static))))
    if len(static) != len(defects):
        more = len(defects) - len(static)
        print("  and, of those that only a run shows, %d of %d" % (sum(it["verdict"] == OK for it in defects) - caught, more))
    print("false alarms  %3d of %3d  %s" % (alarms, len(honest), share(alarms, len(honest))))
    print("person asked  %3d of %3d  %s  (honest changes)" % (asked, len(honest), share(asked, len(honest))))
    print("broken        %3d of %3d" % (broken, len(results)))
    if broken:
        return 2
    good = (not static or caught >= CAUGHT_MIN * len(static)) and (not honest or alarms <= ALARMS_MAX * len(honest))
    return 0 if good else 1


def show(interlock, case):
    """One case at length: its plan, its diff, the whole report. The repository is kept."""
    folder = os.path.join(tempfile.mkdtemp(prefix="interlock-bench-"), "repo")
    result = one(interlock, case, keep=folder)
    print(subprocess.run(["git", "diff", "HEAD~1", "HEAD"], cwd=folder, stdout=subprocess.PIPE, text=True).stdout)
    with open(os.path.join(folder, cases.PLAN)) as file:
        print(file.read())
    print(json.dumps(result.get("report", result["lines"]), indent=1))
    print("%s: %s (%s)\n%s" % (case["id"], result["status"], result["verdict"], folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--interlock", default="interlock")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", metavar="FILE", help="write a line for each case")
    parser.add_argument("--show", metavar="CASE", help="language/case: one case at length, its repository kept")
    parser.add_argument("--commands", action="store_true", help="run the packages' tests, and ask whether they can fail")
    parser.add_argument("--golden", metavar="FILE", help="hold the verdicts against a file of them")
    parser.add_argument("--write", action="store_true", help="write that file anew")
    parser.add_argument("--dry", action="store_true", help="only look whether every edit of every case fits")
    parser.add_argument("--set", choices=sorted(cases.SETS), default="smoke", help="which cases: smoke/, or those that fetch.py --cases brings: first to eleventh, or all of them")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    interlock = os.path.abspath(args.interlock) if os.sep in args.interlock else args.interlock
    try:
        if args.show:
            language, case = args.show.split("/")
            show(interlock, cases.load(cases.named(language, case, args.set)))
            return 0
        found = cases.everything(args.names, args.set)
        if args.dry:
            for case in found:
                cases.plan(case, *cases.trees(case))
            print("%d cases fit their packages" % len(found))
            return 0
    except cases.Bad as error:
        print(error, file=sys.stderr)
        return 2
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        results = list(pool.map(lambda case: one(interlock, case, commands=args.commands), found))
    if args.json:
        with open(args.json, "w") as file:
            for it in results:
                line = {key: it["case"].get(key) for key in ("id", "language", "kind", "category", "level", "hand")}
                file.write(json.dumps({**line, "verdict": it["verdict"], "status": it["status"], "why": it["lines"]}) + "\n")
    if args.golden:
        return golden(args.golden, results, args.write)
    tell(results)
    return summary(results)


if __name__ == "__main__":
    sys.exit(main())
