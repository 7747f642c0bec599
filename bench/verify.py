#!/usr/bin/env python3
"""What `interlock verify` costs: a plan of many artifacts, and the reading of large trees.

  verify.py time     a plan that names every file of a tree (--n artifacts, one language after the other), cold without
                     remembered facts and warm with them, beside `git status` and a plain read of every file
  verify.py lines    trees of --sizes lines, five languages mixed, made of the packages of `defects/packages.toml`
                     (fetch them first: `bench/defects/fetch.py`); seconds, lines a second and peak memory, and a plot
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ENDINGS = (".rs", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".py", ".go", ".java")
MANIFESTS = ("package.json", "tsconfig.json", "Cargo.toml", "go.mod", "pom.xml", "pyproject.toml", "setup.cfg")

# Packages by language, with the words that say who they are: each copy has words of its own.
PACKAGES = {
    "rust": {
        "heck-0.5.0": ["heck"], "humantime-2.2.0": ["humantime"], "semver-1.0.26": ["semver"],
        "textwrap-0.16.1": ["textwrap"], "uuid-1.6.0": ["uuid"],
    },
    "typescript": {
        "express-5.3.0": ["express"], "qs-6.17.1": ["qs"], "react-redux-9.3.1": ["react-redux"],
        "redux-5.0.1": ["redux"], "vue-multiselect-3.5.0": ["vue-multiselect"],
    },
    "python": {
        "click-8.1.7": ["click"], "flask-3.0.3": ["flask"], "humanize-4.9.0": ["humanize"],
        "itsdangerous-2.2.0": ["itsdangerous"],
    },
    "go": {"chi-5.1.0": ["chi"], "cobra-1.8.1": ["cobra"]},
    "java": {"commons-cli-1.9.0": ["cli"], "gson-2.11.0": ["gson"]},
}

PLAN = """---
phase: 01-bench
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified: []
autonomous: true
must_haves:
  truths:
    - "it works"
  artifacts:
{artifacts}{links}---

<objective>
Figures.
</objective>
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def git(root, *arguments):
    who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "core.compression=1"]
    subprocess.run(["git", "-C", root, *who, *arguments], check=True, stdout=subprocess.DEVNULL)


def commit(root):
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "start")


# ---------------------------------------------------------------- a plan of many artifacts

def source(language, number, before, rng):
    """One file that exports a function and uses the file before."""
    lines = [(rng.randint(1, 99), rng.randint(1, 99)) for _ in range(rng.randint(20, 60))]
    text = []
    if language == "ts":
        if before:
            text.append(f'import {{ compute{before[0]} }} from "{before[1]}";')
        text.append(f"export function compute{number}(x: number): number {{")
        text += [f"  const v{k} = (x * {a} + {b}) % 8191;" for k, (a, b) in enumerate(lines)]
        text += [f"  return v0{f' + compute{before[0]}(x)' if before else ''};", "}"]
    elif language == "py":
        if before:
            text.append(f"from {before[1]} import compute{before[0]}")
        text.append(f"def compute{number}(x):")
        text += [f"    v{k} = (x * {a} + {b}) % 8191" for k, (a, b) in enumerate(lines)]
        text.append("    return v0")
    else:
        if before:
            text.append(f"use crate::{before[1]}::compute{before[0]};")
        text.append(f"pub fn compute{number}(x: u64) -> u64 {{")
        text += [f"    let v{k} = (x * {a} + {b}) % 8191;" for k, (a, b) in enumerate(lines)]
        text += ["    v0", "}"]
    return "\n".join(text) + "\n"


def planned(root, language, count):
    """A tree in which a plan names every file, and that each imports the one before."""
    rng = random.Random(1)
    asked = {"ts": "export function compute{}", "py": "def compute{}", "rs": "pub fn compute{}"}[language]
    word = "use" if language == "rs" else "import"
    artifacts, links, before = [], [], None
    for number in range(count):
        stem = f"src/m{number // 25}/f{number}"
        named = None
        if before is not None:
            last = f"src/m{before // 25}/f{before}"
            if language == "ts":
                named = os.path.relpath(last, os.path.dirname(stem))
                named = named if named.startswith(".") else "./" + named
            else:
                named = last.replace("/", "." if language == "py" else "::")
            links.append(
                f'    - from: "{stem}.{language}"\n      to: "{last}.{language}"\n      via: "{word}"\n'
                f'      pattern: "{word} .*compute{before}"\n'
            )
        path = f"{stem}.{language}"
        write(os.path.join(root, path), source(language, number, (before, named) if named else None, rng))
        artifacts.append(
            f'    - path: "{path}"\n      provides: "compute {number}"\n      min_lines: 10\n'
            f'      contains: "{asked.format(number)}"\n      exports: compute{number}\n'
        )
        before = number
    plan = PLAN.format(artifacts="".join(artifacts), links="  key_links:\n" + "".join(links))
    write(os.path.join(root, ".planning/phases/01-bench/01-01-PLAN.md"), plan)
    commit(root)


def run(command, root, state):
    """Wall and processor milliseconds, and the peak memory in MiB of the largest process."""
    env = {"HOME": state, "PATH": os.environ["PATH"], "INTERLOCK_STATE": os.path.join(state, "state")}
    with open(os.path.join(state, "out"), "wb") as out:
        begun = time.monotonic()
        child = subprocess.Popen(command, cwd=root, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        _, status, usage = os.wait4(child.pid, 0)
        took = time.monotonic() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1, 3):
        sys.exit(open(os.path.join(state, "out"), encoding="utf-8", errors="replace").read()[-3000:] or str(child.returncode))
    return took * 1000, (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def read_all(root):
    """Milliseconds of a plain read of every file."""
    begun = time.monotonic()
    for folder, folders, names in os.walk(root):
        folders[:] = [it for it in folders if it != ".git"]
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                file.read()
    return (time.monotonic() - begun) * 1000


def spread(values, digits=0):
    values = sorted(values)
    return f"{statistics.median(values):.{digits}f} ({values[0]:.{digits}f}–{values[-1]:.{digits}f})"


def load():
    return os.getloadavg()[0]


def timed(a):
    for language in a.languages.split(","):
        base = tempfile.mkdtemp(prefix="verify-", dir=a.base)
        try:
            root, state = os.path.join(base, "repo"), os.path.join(base, "home")
            os.makedirs(state)
            planned(root, language, a.n)
            plan = ".planning/phases/01-bench/01-01-PLAN.md"
            verify = [a.interlock, "verify", plan, "--no-commands", "--json"]
            took = {"cold": [], "warm": [], "cold, processor": [], "warm, processor": [], "git status": [], "read": []}
            ratios, loads = {"cold": [], "warm": []}, []
            for _ in range(a.runs):
                loads.append(load())
                shutil.rmtree(os.path.join(state, "state"), ignore_errors=True)
                for what in ("cold", "warm"):
                    wall, cpu, _ = run(verify, root, state)
                    took[what].append(wall)
                    took[what + ", processor"].append(cpu)
                wall, _, _ = run(["git", "status", "--porcelain"], root, state)
                took["git status"].append(wall)
                took["read"].append(read_all(root))
                for what in ratios:
                    ratios[what].append(took[what][-1] / took["git status"][-1])
            print(f"{language}, {a.n} artifacts, {a.runs} rounds, load {spread(loads, 1)}:")
            for what, values in took.items():
                print(f"  {what:16} {spread(values)} ms")
            for what, values in ratios.items():
                print(f"  {what} over `git status`: {spread(values, 1)} ×", flush=True)
        finally:
            shutil.rmtree(base, ignore_errors=True)


# ---------------------------------------------------------------- large trees

def wanted(name):
    return name.endswith(ENDINGS) or name in MANIFESTS


def copies(sources):
    """For each language its packages' files: path, text and the words that are changed."""
    found = {}
    for language, packages in PACKAGES.items():
        found[language] = []
        for package, words in packages.items():
            top = os.path.join(sources, package)
            if not os.path.isdir(top):
                sys.exit(f"{top} is not there: bench/defects/fetch.py brings it")
            rule = re.compile(r"\b(" + "|".join(map(re.escape, words)) + r")\b")
            for folder, folders, names in os.walk(top):
                folders.sort()
                for name in sorted(filter(wanted, names)):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8", errors="replace") as file:
                        text = file.read()
                    found[language].append((os.path.join(package, os.path.relpath(path, top)), text, rule))
    return found


def grown(root, lines, sources):
    """A tree of so many lines of code, in equal parts of five languages. Says how many lines, bytes and files it has."""
    total, size, files = 0, 0, 0
    for language, all_files in copies(sources).items():
        left, copy = lines // len(PACKAGES), 0
        while left > 0:
            for path, text, rule in all_files:
                renamed = lambda it, copy=copy: f"{it.group(1)}{copy}"
                path = os.path.join(f"{language}{copy}", rule.sub(renamed, path))
                text = rule.sub(renamed, text)
                write(os.path.join(root, path), text)
                if not path.endswith(ENDINGS):
                    continue
                count = text.count("\n")
                total, size, files, left = total + count, size + len(text.encode()), files + 1, left - count
                if left <= 0:
                    break
            copy += 1
    artifact = '    - path: "rust0/heck-0.5.0/src/lib.rs"\n      provides: "the library"\n'
    write(os.path.join(root, "PLAN.md"), PLAN.format(artifacts=artifact, links=""))
    commit(root)
    git(root, "repack", "-adq", "--window=0")
    return total, size, files


def lines(a):
    rows = []
    for millions in map(float, a.sizes.split(",")):
        base = tempfile.mkdtemp(prefix="verify-", dir=a.base)
        try:
            root, state = os.path.join(base, "repo"), os.path.join(base, "home")
            os.makedirs(state)
            total, size, files = grown(root, int(millions * 1_000_000), os.path.expanduser(a.sources))
            verify = [a.interlock, "verify", "PLAN.md", "--no-commands", "--json"]
            cold, warm, cpu, peak, loads, floor = [], [], [], [], [], []
            for _ in range(a.runs):
                loads.append(load())
                shutil.rmtree(os.path.join(state, "state"), ignore_errors=True)
                wall, used, memory = run(verify, root, state)
                cold.append(wall / 1000)
                cpu.append(used / 1000)
                peak.append(memory)
                wall, _, memory = run(verify, root, state)
                warm.append(wall / 1000)
                floor.append(read_all(root) / 1000)
            row = {
                "lines": total, "bytes": size, "files": files, "cold_s": cold, "cold_cpu_s": cpu, "warm_s": warm,
                "peak_mib": peak, "read_s": floor, "load": loads,
            }
            rows.append(row)
            best = min(cold)
            print(
                f"{total:,} lines, {size / 2**20:.0f} MiB, {files:,} files: cold {spread(cold, 1)} s "
                f"({total / best / 1000:.0f} thousand lines/s at best), processor {spread(cpu, 1)} s, warm {spread(warm, 1)} s, "
                f"plain read {spread(floor, 1)} s, peak {spread(peak)} MiB, load {spread(loads, 1)}",
                flush=True,
            )
        finally:
            shutil.rmtree(base, ignore_errors=True)
        # After each size: a long run that is ended early leaves what it has.
        if a.out:
            write(os.path.abspath(a.out), json.dumps(rows, indent=1) + "\n")
        if a.plot:
            write(os.path.abspath(a.plot), plot(rows))


# ---------------------------------------------------------------- the plot

INK, SOFT, GRID = "#1f2933", "#52606d", "#d9e2ec"


def panel(left, title, unit, rows, series, goal):
    """One chart: lines of code along the bottom, values upwards, the goal as a broken line."""
    width, height, top = 330, 220, 60
    most_x = max(row["lines"] for row in rows) * 1.06
    most_y = max([max(value(row)) for _, _, value in series for row in rows] + [goal[1] or 0]) * 1.12
    step = 10 ** len(str(int(most_y / 5 or 1))) / 10
    step = next(s for s in (step, 2 * step, 5 * step, 10 * step) if most_y / s <= 6)
    x = lambda value: left + value / most_x * width
    y = lambda value: top + height - value / most_y * height
    out = [f'<text x="{left}" y="{top - 22}" font-size="14" font-weight="600" fill="{INK}">{title}</text>']
    tick = 0
    while tick <= most_y:
        out.append(f'<line x1="{left}" x2="{left + width}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="{GRID}"/>')
        out.append(f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" font-size="11" text-anchor="end" fill="{SOFT}">{tick:g}</text>')
        tick += step
    for million in range(int(most_x / 1e6) + 1):
        at = x(million * 1e6)
        out.append(f'<text x="{at:.1f}" y="{top + height + 18}" font-size="11" text-anchor="middle" fill="{SOFT}">{million}</text>')
    out.append(f'<line x1="{left}" x2="{left + width}" y1="{top + height}" y2="{top + height}" stroke="{SOFT}"/>')
    middle = left + width / 2
    out.append(f'<text x="{middle}" y="{top + height + 38}" font-size="12" text-anchor="middle" fill="{INK}">million lines</text>')
    out.append(
        f'<text x="{left - 44}" y="{top + height / 2}" font-size="12" text-anchor="middle" fill="{INK}" '
        f'transform="rotate(-90 {left - 44} {top + height / 2})">{unit}</text>'
    )
    if goal[1]:
        out.append(
            f'<line x1="{x(0):.1f}" x2="{x(most_x):.1f}" y1="{y(0):.1f}" y2="{y(goal[1] * most_x / 1e6):.1f}" '
            f'stroke="{SOFT}" stroke-dasharray="5 4" clip-path="url(#c{left})"/>'
        )
        out.append(f'<clipPath id="c{left}"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>')
    for number, (name, colour, value) in enumerate(series):
        points = [(x(row["lines"]), y(min(value(row))), y(max(value(row)))) for row in rows]
        path = " ".join(f"{px:.1f},{low:.1f}" for px, low, _ in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for px, low, high in points:
            out.append(f'<line x1="{px:.1f}" x2="{px:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}" stroke-width="1.5"/>')
            out.append(f'<circle cx="{px:.1f}" cy="{low:.1f}" r="3.5" fill="{colour}"/>')
        out.append(f'<rect x="{left + 12}" y="{top + 6 + number * 18}" width="12" height="3" fill="{colour}"/>')
        out.append(f'<text x="{left + 30}" y="{top + 11 + number * 18}" font-size="11" fill="{INK}">{name}</text>')
    if goal[1]:
        at = top + 11 + len(series) * 18
        out.append(f'<line x1="{left + 10}" x2="{left + 26}" y1="{at - 4}" y2="{at - 4}" stroke="{SOFT}" stroke-dasharray="5 4"/>')
        out.append(f'<text x="{left + 30}" y="{at}" font-size="11" fill="{INK}">{goal[0]}</text>')
    return out


def plot(rows):
    seconds = panel(
        70, "Time by size of the tree", "seconds", rows,
        [
            ("nothing remembered", "#c2410c", lambda row: row["cold_s"]),
            ("everything remembered", "#1d4ed8", lambda row: row["warm_s"]),
        ],
        ("goal: 6 s for a million lines", 6),
    )
    memory = panel(
        490, "Peak memory by size of the tree", "MiB", rows,
        [("nothing remembered", "#0f766e", lambda row: row["peak_mib"])],
        ("goal: 700 MiB for a million lines", 700),
    )
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 340" width="850" height="340" '
        'font-family="system-ui, sans-serif">'
    )
    return "\n".join([head, '<rect width="850" height="340" fill="#ffffff"/>', *seconds, *memory, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["time", "lines"])
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", "target/release/interlock"))
    parser.add_argument("--base", default=None, help="folder for trees; they are taken away again")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--n", type=int, default=1000, help="artifacts")
    parser.add_argument("--languages", default="ts,py,rs")
    parser.add_argument("--sizes", default="0.25,0.5,1,2,4", help="million lines")
    parser.add_argument("--sources", default="~/.cache/interlock-bench", help="unpacked packages")
    parser.add_argument("--out", default=None, help="figures as JSON")
    parser.add_argument("--plot", default=None, help="SVG")
    a = parser.parse_args()
    a.interlock = os.path.abspath(a.interlock)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    timed(a) if a.what == "time" else lines(a)


if __name__ == "__main__":
    main()
