#!/usr/bin/env python3
"""Plans, summaries and verdicts that Interlock writes, read by the tool whose format they are.

A sentence is planned by the scripted model, the plan is saved as a phase, the phase is run; then the other tool looks at
every file: plans, their structure, their order, the summaries, and VERIFICATION.md as work is whole, cut short and not
tried. It comes from its registry at the version below into
--base (default $PEERS or ./peers), outside the repository. Standard library only; the tool needs node.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
TOOL = "@opengsd/gsd-core@1.14.0"
PHASE = ".planning/phases"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def tool(base):
    path = os.path.join(base, "node_modules/.bin/gsd-tools")
    if not os.path.exists(path):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", base, TOOL], check=True)
    return path


def turn(name, **args):
    return {"calls": [{"tool": name, "args": args}]}


def task(name, after):
    path = f"src/{name}.rs"
    return {
        "id": name, "title": f"Make {name}", "brief": f"Make {name}: it counts. Mind the `edges`.", "files": [path],
        "depends_on": after, "requirements": [],
        "must_haves": {
            "truths": [{"text": f"{name} counts: always", "commands": ["sh check.sh"]}],
            "artifacts": [{"path": path, "provides": name, "min_lines": 2, "contains": f"pub fn {name}", "exports": [name]}],
        },
    }


def world(base):
    home, repo = os.path.join(base, "gsd-home"), os.path.join(base, "gsd-repo")
    for folder in (home, repo, os.path.join(base, "gsd-state")):
        shutil.rmtree(folder, ignore_errors=True)
    names = [("one", []), ("two", []), ("three", ["one", "two"])]
    scenes = [{"when": "# Task: Plan:", "replies": [turn("plan", title="Count things", tasks=[task(*it) for it in names])]}]
    for name, _ in names:
        text = f"//! {name}.\n\n/// Counts.\npub fn {name}(text: &str) -> usize {{\n    text.len()\n}}\n"
        replies = [turn("write", path=f"src/{name}.rs", content=text), turn("done", summary="made")]
        scenes.append({"when": f"Make {name}: it counts", "replies": replies})
    write(home + "/agent.json", json.dumps({"scenes": scenes}))
    write(home + "/.config/interlock/config.yml", "models:\n  default: written\n  written:\n    provider: scripted\n"
          f"    model: {home}/agent.json\nverification:\n  commands: [\"sh check.sh\"]\n")
    # Stands for a test where there is no compiler: what comes first in each function is what it is to do.
    counts = "grep -A1 'usize {$' \"$it\" | grep -q '^    text.len()'"
    write(repo + "/check.sh", f"for it in src/*.rs; do\n  [ ! -e \"$it\" ] || {counts} || exit 1\ndone\n")
    write(repo + "/.planning/ROADMAP.md", "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: Count things** - all of them\n\n"
          "## Phase Details\n\n### Phase 1: Count things\n**Goal**: Things are counted\n")
    who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-qm", "start"]):
        subprocess.run(["git", *words], cwd=repo, check=True)
    env = {"HOME": home, "PATH": os.environ["PATH"], "INTERLOCK_STATE": os.path.join(base, "gsd-state")}
    return repo, env


def call(words, cwd, env):
    done = subprocess.run(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default=os.environ.get("PEERS", "peers"))
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", TOP + "/target/release/interlock"))
    args = parser.parse_args()
    base = os.path.abspath(args.base)
    theirs, ours = tool(base), os.path.abspath(args.interlock)
    repo, env = world(base)
    code, said = call([ours, "plan", "count the things", "--save", PHASE], repo, env)
    if code != 0:
        sys.exit(said)
    who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"]
    for words in (["add", "-A"], [*who, "commit", "-qm", "plans"]):
        subprocess.run(["git", *words], cwd=repo, check=True)
    (folder,) = os.listdir(os.path.join(repo, PHASE))
    folder = f"{PHASE}/{folder}"
    plans = sorted(os.listdir(os.path.join(repo, folder)))
    bad = 0

    def check(what, words, good):
        nonlocal bad
        code, said = call([theirs, *words], repo, env)
        holds = code == 0 and good(said)
        bad += not holds
        print(f"{'ok ' if holds else 'BAD'} {what}" + ("" if holds else f"\n{said}"))

    for plan in plans:
        path = f"{folder}/{plan}"
        check(f"{plan}: front matter", ["frontmatter", "validate", path, "--schema", "plan"], lambda it: '"valid": true' in it)
        check(f"{plan}: structure", ["verify", "plan-structure", path], lambda it: '"valid": true' in it and '"warnings": []' in it)
    check("the order of the plans", ["phase-plan-index", "1"], lambda it: '"3"' in it or '"wave": 2' in it or '"2": [' in it)
    code, said = call([ours, "run", folder], repo, env)
    print(f"{'ok ' if code == 0 else 'BAD'} the phase runs and is merged")
    if code != 0:
        sys.exit(said)
    for plan in plans:
        path = f"{folder}/{plan}"
        check(f"{plan}: artifacts, as they see them", ["verify", "artifacts", path], lambda it: '"all_passed": true' in it)
        summary = path.replace("-PLAN", "-SUMMARY")
        check(f"{os.path.basename(summary)}: front matter", ["frontmatter", "validate", summary, "--schema", "summary"], lambda it: '"valid": true' in it)
    for what, status, change, more in (
        ("whole", "passed", None, []),
        ("not tried", "human_needed", None, ["--no-commands"]),
        ("cut short", "gaps_found", ("src/two.rs", "//! two.\n\npub fn two(_text: &str) -> usize {\n    todo!()\n}\n"), []),
    ):
        if change:
            write(os.path.join(repo, change[0]), change[1])
        code, said = call([ours, "verify", folder, "--write", *more], repo, env)
        if code not in (0, 1, 3):
            sys.exit(said)
        page = f"{folder}/01-VERIFICATION.md"
        check(f"verdict on work {what}: front matter", ["frontmatter", "validate", page, "--schema", "verification"], lambda it: '"valid": true' in it)
        check(f"verdict on work {what}: {status}", ["verification", "status", folder], lambda it: f'"status": "{status}"' in it)
    # Where we differ: to them a file with the right words in it is an artifact.
    code, said = call([theirs, "verify", "artifacts", f"{folder}/{plans[1]}"], repo, env)
    passed = '"all_passed": true' in said
    print(f"    of the work cut short they say, by its artifacts: {'passed' if passed else 'not passed'}")
    print(f"{TOOL}: {bad} of our files are not as it wants them")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
