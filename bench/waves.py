#!/usr/bin/env python3
"""Tasks side by side: the time of a phase beside its longest chain, and the memory of a wide wave.

Everything is scripted: a model that answers after --delay milliseconds, a repository of --files files, tasks that read,
write one file and are done. One interleaved run: the phase, its longest chain alone, the phase, ...
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from peers import Sampler, wait_quiet

PLAN = """---
phase: 01-bench
plan: "{id:02}"
type: execute
wave: {wave}
depends_on: [{after}]
files_modified:
  - src/t{id}.rs
autonomous: true
requirements:
  - R-{id}
must_haves:
  truths:
    - "Task {id} is there"
  artifacts:
    - path: "src/t{id}.rs"
      provides: "task {id}"
      contains: "pub fn t{id}"
---

<objective>
Make number {id}.
</objective>

<tasks>
<task type="auto">
  <name>Make {id}</name>
  <files>src/t{id}.rs</files>
  <action>Write src/t{id}.rs.</action>
  <verify><automated>true</automated></verify>
  <done>It is there.</done>
</task>
</tasks>
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def turn(tool, **args):
    return {"calls": [{"tool": tool, "args": args}]}


def script(tasks, turns, delay_ms):
    """One conversation a task: reads, one file, done."""
    scenes = []
    for task in tasks:
        reads = [turn("read", path=f"src/f{n}.rs") for n in range(turns - 2)]
        body = f"//! Task {task}.\n\n/// Its number.\npub fn t{task}() -> u32 {{\n    {task}\n}}\n"
        replies = reads + [turn("write", path=f"src/t{task}.rs", content=body), turn("done", summary="made")]
        scenes.append({"when": f"Make number {task}.", "replies": replies})
    return json.dumps({"scenes": scenes, "delay_ms": delay_ms})


def world(base, waves, a):
    """A repository with a phase of these waves; every task of a wave waits for all of the wave before."""
    home, repo = os.path.join(base, "home"), os.path.join(base, "repo")
    for n in range(a.files):
        write(os.path.join(repo, "src", f"f{n}.rs"), f"pub fn f{n}() -> u32 {{\n    {n}\n}}\n" * 4)
    before = []
    for number, wave in enumerate(waves, 1):
        for task in wave:
            after = ", ".join(f'"{it:02}"' for it in before)
            text = PLAN.format(id=task, wave=number, after=after)
            write(os.path.join(repo, ".planning/phases/01-bench", f"01-{task:02}-PLAN.md"), text)
        before = wave
    tasks = [task for wave in waves for task in wave]
    write(os.path.join(home, "agent.json"), script(tasks, a.turns, a.delay))
    write(
        os.path.join(home, ".config/interlock/config.yml"),
        "models:\n  default: written\n  written:\n    provider: scripted\n"
        f"    model: {home}/agent.json\n"
        "verification:\n  commands: [\"true\"]\nrisk:\n  files_max: 1000\n"
        f"tasks:\n  parallel_max: {a.parallel}\n"
        "loop:\n  turns_max: 5000\n  tool_calls_max: 5000\n  idle_turns_nudge: 100\n  idle_turns_max: 200\n",
    )
    quiet = dict(cwd=repo, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["git", "init", "-q", "-b", "main"], **quiet)
    subprocess.run(["git", "add", "-A"], **quiet)
    who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"]
    subprocess.run(["git", *who, "commit", "-qm", "start"], **quiet)
    return home, repo


def once(waves, a, sampled=False):
    """Milliseconds of one run, its peak memory in MiB if sampled."""
    base = tempfile.mkdtemp(prefix="waves-", dir=a.base)
    try:
        home, repo = world(base, waves, a)
        env = {"HOME": home, "PATH": os.environ["PATH"], "INTERLOCK_STATE": os.path.join(base, "state")}
        out = open(os.path.join(base, "out"), "w", encoding="utf-8")
        begun = time.monotonic()
        child = subprocess.Popen(
            [a.interlock, "run", "--mode", "normal", ".planning/phases/01-bench"],
            cwd=repo, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
        )
        sampler = None
        if sampled:
            sampler = Sampler(child.pid)
            sampler.start()
        code = child.wait()
        took = (time.monotonic() - begun) * 1000
        peak = None
        if sampler:
            sampler.on = False
            sampler.join()
            peak = sampler.pss / 2**20
        if code != 0:
            out.close()
            print(open(os.path.join(base, "out"), encoding="utf-8").read()[-3000:], file=sys.stderr)
            sys.exit(f"interlock ended with {code}")
        return took, peak
    finally:
        shutil.rmtree(base, ignore_errors=True)


def stolen():
    """Seconds of processor time that the machine below took away from this one so far."""
    with open("/proc/stat", encoding="utf-8") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def spread(values):
    values = sorted(values)
    return f"{statistics.median(values):.0f} ({values[0]:.0f}–{values[-1]:.0f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["time", "memory"])
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", "target/release/interlock"))
    parser.add_argument("--base", default=None, help="folder for repositories and homes")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--delay", type=int, default=200, help="milliseconds before each reply")
    parser.add_argument("--turns", type=int, default=10, help="replies of each task")
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--wide", type=int, default=50, help="tasks of the wave whose memory is looked at")
    parser.add_argument("--parallel", type=int, default=None, help="`tasks.parallel_max`")
    parser.add_argument("--wait-quiet", type=float, default=0)
    a = parser.parse_args()
    a.interlock = os.path.abspath(a.interlock)
    if a.what == "memory":
        a.parallel = a.parallel or a.wide
        peaks = []
        for _ in range(a.runs):
            took, peak = once([list(range(1, a.wide + 1))], a, sampled=True)
            peaks.append(peak)
            print(f"{a.wide} tasks side by side: {took:.0f} ms, peak {peak:.0f} MiB PSS of the whole tree", flush=True)
        print(f"peak: {spread(peaks)} MiB")
        return
    a.parallel = a.parallel or 4
    phase, chain = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1], [5]]
    both = {"phase": [], "chain": []}
    shares = []
    for number in range(a.runs):
        if a.wait_quiet:
            wait_quiet(a.wait_quiet)
        order = ["phase", "chain"] if number % 2 == 0 else ["chain", "phase"]
        begun, taken = time.monotonic(), stolen()
        for name in order:
            took, _ = once(phase if name == "phase" else chain, a)
            both[name].append(took)
        shares.append(both["phase"][-1] / both["chain"][-1])
        taken = (stolen() - taken) / (time.monotonic() - begun)
        print(f"{number}: phase {both['phase'][-1]:.0f} ms, chain {both['chain'][-1]:.0f} ms, {shares[-1]:.3f} ×, {taken:.2f} cores stolen", flush=True)
    shares.sort()
    answers = 2 * a.turns * a.delay
    print(f"eight tasks in two waves: {spread(both['phase'])} ms; their longest chain alone: {spread(both['chain'])} ms")
    print(f"ratio {statistics.median(shares):.2f} × ({shares[0]:.2f}–{shares[-1]:.2f}); the model alone takes {answers} ms of each")


if __name__ == "__main__":
    main()
