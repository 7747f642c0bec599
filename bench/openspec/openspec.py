#!/usr/bin/env python3
"""A folder of OpenSpec changes: how long it takes to check them all, ours beside the format's own tool.

  openspec.py run      [--changes 500] [--runs 9]   both checks in turn over one folder, medians in the table
  openspec.py written  [--changes 500]              every change is archived by us; their tool reads what we wrote
  openspec.py generate DIR [--changes 500]          the folder alone

The tool comes from its registry at the version below into --base (default $PEERS or ./peers), outside the repository;
folders are made there too, the same for the same --seed. Standard library only.
"""
import argparse, json, os, random, shutil, statistics, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TOOL = "@fission-ai/openspec@1.13.2"
# What a person calls. Theirs prints JSON at once, ours too.
OURS = ["plan", "--check", "openspec"]
THEIRS = ["validate", "--all", "--json", "--no-interactive"]
DATE = "2026-11-20"

VERBS = "accept archive count delay drop escalate keep limit lock log measure queue refuse repeat retry report stop trace".split()
NOUNS = "answer attempt budget change cost error file gate ledger message phase plan policy queue report request run task".split()


# ---------- the folder ----------
def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def requirement(dice, name, scenarios):
    verb, noun, other = dice.choice(VERBS), dice.choice(NOUNS), dice.choice(NOUNS)
    text = "### Requirement: %s\nThe system SHALL %s every %s before the %s ends,\nand MUST say so.\n" % (name, verb, noun, other)
    for scenario in scenarios:
        text += "\n#### Scenario: %s\n- **WHEN** a %s comes to its %s\n- **THEN** the %s is told of it\n- **AND** nothing else changes\n" % (
            scenario, dice.choice(NOUNS), dice.choice(NOUNS), dice.choice(NOUNS))
    return text


def generate(top, changes, specs, seed):
    """Changes that are good, and of which no two touch the same requirement."""
    dice = random.Random(seed)
    shutil.rmtree(top, ignore_errors=True)
    each = -(-changes // specs) + 4
    names = {}
    for at in range(specs):
        capability = "%s-%02d" % (dice.choice(NOUNS), at) if at % 5 else "area-%d/%s-%02d" % (at % 3, dice.choice(NOUNS), at)
        names[at] = (capability, ["%s the %s %d" % (dice.choice(VERBS).capitalize(), dice.choice(NOUNS), one) for one in range(each)])
        text = "# %s Specification\n\n## Purpose\nHow the system treats each %s, from where it begins to where it is told.\n\n## Requirements\n" % (capability, dice.choice(NOUNS))
        for name in names[at][1]:
            text += "\n" + requirement(dice, name, ["as usual", "when it fails"])
        write("%s/openspec/specs/%s/spec.md" % (top, capability), text.replace("\n", "\r\n") if at % 10 == 9 else text)
    for at in range(changes):
        capability, own = names[at % specs]
        one, change = own[at // specs], "%s-%s-%04d" % (dice.choice(VERBS), dice.choice(NOUNS), at)
        folder = "%s/openspec/changes/%s" % (top, change)
        delta = "## ADDED Requirements\n\n" + requirement(dice, "Change %04d" % at, ["as usual", "at the limit", "when it fails"])
        kind = at % 4
        if kind < 2:
            delta += "\n## MODIFIED Requirements\n\n" + requirement(dice, one, ["as usual", "when it fails", "again"])
        elif kind == 2:
            delta += "\n## REMOVED Requirements\n\n### Requirement: %s\n**Reason**: nobody uses it\n**Migration**: none\n" % one
        else:
            delta += "\n## RENAMED Requirements\n- FROM: `### Requirement: %s`\n- TO: `### Requirement: %s, renamed`\n" % (one, one)
        write(folder + "/specs/%s/spec.md" % capability, delta)
        write(folder + "/.openspec.yaml", "schema: spec-driven\ncreated: %s\n" % DATE)
        write(folder + "/proposal.md", "# Change: %s\n\n## Why\nThe %s is not told when a %s ends, and people wait for it without need.\n\n## What Changes\n"
              "- Say it at once.\n- Keep what was said.\n\n## Capabilities\n### Modified Capabilities\n- `%s`: one more requirement\n\n## Impact\nNone beyond it.\n"
              % (change, dice.choice(NOUNS), dice.choice(NOUNS), capability))
        tasks = "".join("\n## %d. Part %d\n%s" % (group, group, "".join("- [%s] %d.%d %s the %s\n" % (
            dice.choice(" x"), group, step, dice.choice(VERBS).capitalize(), dice.choice(NOUNS)) for step in range(1, 6))) for group in (1, 2))
        write(folder + "/tasks.md", "# Tasks\n" + tasks + "- [ ] 2.6 Run `make test`\n")
    return top


# ---------- the two tools ----------
def tool(base):
    """The command of their tool; installed once."""
    folder = os.path.join(base, "openspec-tool")
    command = os.path.join(folder, "node_modules", ".bin", "openspec")
    if not os.path.exists(command):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, TOOL],
                       check=True, stdout=subprocess.DEVNULL)
    return command


def environment(base):
    """A home of its own, and nothing sent to anybody."""
    home = os.path.join(base, "openspec-home")
    os.makedirs(home, exist_ok=True)
    return dict(os.environ, HOME=home, INTERLOCK_STATE=home + "/state", OPENSPEC_TELEMETRY="0", DO_NOT_TRACK="1", CI="1", NO_COLOR="1")


def timed(command, top, env):
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=top, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ms = (time.perf_counter() - begun) * 1000
    if done.returncode != 0:
        sys.exit("%s\nended with %d\n%s%s" % (" ".join(command), done.returncode, done.stdout.decode()[-2000:], done.stderr.decode()[-2000:]))
    return ms, done.stdout.decode()


def run(args):
    env, top = environment(args.base), os.path.join(args.base, "openspec-folder")
    generate(top, args.changes, args.specs, args.seed)
    git = ["git", "-c", "init.defaultBranch=main", "-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Changes"]):
        subprocess.run(git + words, cwd=top, env=env, check=True)
    commands = {"interlock": [args.interlock] + OURS, "openspec": [tool(args.base)] + THEIRS}
    _, said = timed(commands["openspec"], top, env)
    totals = json.loads(said)["summary"]["totals"]
    print("%d changes, %d main specs; their tool calls %d of %d items good" % (args.changes, args.specs, totals["passed"], totals["items"]))
    timed(commands["interlock"], top, env)
    times = {name: [] for name in commands}
    for at in range(args.runs):
        for name in sorted(commands, reverse=bool(at % 2)):
            times[name].append(timed(commands[name], top, env)[0])
    print("\n| check | median ms | from | to |\n|---|---|---|---|")
    for name, all in times.items():
        print("| %s | %.0f | %.0f | %.0f |" % (name, statistics.median(all), min(all), max(all)))
    rounds = sorted(theirs / ours for ours, theirs in zip(times["interlock"], times["openspec"]))
    print("\ntimes as fast, round by round: %.1f (%.1f to %.1f)" % (statistics.median(rounds), rounds[0], rounds[-1]))


def close(top):
    """Every change of the folder archived by us, in place."""
    command = ["cargo", "bench", "-q", "--profile", "dev", "-p", "spec", "--bench", "openspec", "--", top, DATE]
    done = subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().strip().splitlines()[-1]


def written(args):
    """Both archive every change, each in a copy of the folder: their tool has to accept what we wrote."""
    env, top = environment(args.base), os.path.join(args.base, "openspec-written")
    theirs = top + "-theirs"
    generate(top, args.changes, args.specs, args.seed)
    generate(theirs, args.changes, args.specs, args.seed)
    print("we: " + close(top))
    command = tool(args.base)
    _, said = timed([command, "validate", "--all", "--strict", "--json", "--no-interactive"], top, env)
    print("their `validate --all --strict` of what we wrote: %s" % json.loads(said)["summary"]["totals"])
    _, said = timed([command, "validate", "--archived", "--json", "--no-interactive"], top, env)
    print("their `validate --archived`: %s" % json.loads(said)["summary"]["totals"])
    changes = sorted(it for it in os.listdir(theirs + "/openspec/changes") if it != "archive")
    few = changes[:: max(1, len(changes) // args.compare)][: args.compare]
    different = 0
    shutil.rmtree(top)
    generate(top, args.changes, args.specs, args.seed)
    for folder in (top, theirs):
        for change in set(changes) - set(few):
            shutil.rmtree("%s/openspec/changes/%s" % (folder, change))
    close(top)
    for change in few:
        timed([command, "archive", change, "--yes"], theirs, env)
    for folder, _, files in os.walk(theirs + "/openspec/specs"):
        for file in files:
            path = os.path.join(folder, file)
            mine = path.replace(theirs, top, 1)
            words = [[line.rstrip() for line in open(it, encoding="utf-8") if line.strip()] for it in (path, mine)]
            different += words[0] != words[1]
    print("%d changes archived by both, each in its folder: %d main specs differ in more than blank lines" % (len(few), different))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "written", "generate"])
    parser.add_argument("dir", nargs="?")
    parser.add_argument("--base", default=os.environ.get("PEERS", "peers"))
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", TOP + "/target/release/interlock"))
    parser.add_argument("--changes", type=int, default=500)
    parser.add_argument("--specs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--compare", type=int, default=40, help="changes that both archive")
    args = parser.parse_args()
    args.base = os.path.abspath(args.base)
    if args.what == "generate":
        print(generate(args.dir or parser.error("name a directory"), args.changes, args.specs, args.seed))
    else:
        {"run": run, "written": written}[args.what](args)


if __name__ == "__main__":
    main()
