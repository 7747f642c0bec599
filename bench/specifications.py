#!/usr/bin/env python3
"""Specifications that people really have, read by us and by the tools whose formats they are.

Takes folders that hold repositories (clones, with a work tree), and compares file by file:

  plans    every `*PLAN.md` below `.planning`: `gsd-tools verify plan-structure` beside `interlock plan --check`
  links    every plan with a summary: `gsd-tools verify artifacts` and `key-links` beside `interlock verify --no-commands`
  changes  every OpenSpec change, and as it was made: `openspec validate` and `archive` beside `interlock plan --check`
  apis     every OpenAPI description: openapi-spec-validator beside `interlock plan --check`

What their tool calls valid and we refuse is listed with our reason, each reason with its count. The tools come from
their registries, at the versions below, into --base (default $PEERS or ./peers), outside the repository; what they said
of a file is kept there too, so that a second call costs only our side. Python's standard library only; the tools need
node, and the validator a virtual environment that is made in --base.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
NODE_TOOLS = ["@opengsd/gsd-core@1.14.0", "@fission-ai/openspec@1.13.2"]
VALIDATOR = "openapi-spec-validator==0.9.0"
SECONDS_MAX = 120
# One of these begins each of our problems.
PROBLEM = re.compile(r"^(?:error: )?(.*)\n\s*--> ", re.M)


class Base:
    """The scratch folder: their tools, and what they said."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.home = os.path.join(self.path, "specifications-home")
        self.said = os.path.join(self.path, "specifications-said")
        for folder in (self.home, self.said):
            os.makedirs(folder, exist_ok=True)
        self.env = {
            "HOME": self.home, "PATH": os.environ["PATH"], "OPENSPEC_TELEMETRY": "0", "DO_NOT_TRACK": "1", "CI": "1",
            "INTERLOCK_STATE": os.path.join(self.path, "specifications-state"), "NO_COLOR": "1",
        }

    def node(self, name):
        path = os.path.join(self.path, "node_modules/.bin", name)
        if not os.path.exists(path):
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", self.path, *NODE_TOOLS], check=True)
        return path

    def validator(self):
        python = os.path.join(self.path, "venv-openapi/bin/python")
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", os.path.join(self.path, "venv-openapi")], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", VALIDATOR], check=True)
        return python

    def call(self, words, cwd, **more):
        try:
            done = subprocess.run(words, cwd=cwd, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS_MAX, **more)
        except subprocess.TimeoutExpired:
            return 124, "", "took too long"
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def kept(self, key, make):
        """What `make` gives, from a file if it was asked before."""
        path = os.path.join(self.said, hashlib.sha256("\0".join(key).encode()).hexdigest())
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return json.load(file)
        value = make()
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)
        return value


def repositories(folders):
    """Each folder that is a work tree, or that holds such."""
    found = []
    for folder in folders:
        folder = os.path.abspath(folder)
        if os.path.exists(os.path.join(folder, ".git")):
            found.append(folder)
        else:
            inner = sorted(os.path.join(folder, name) for name in os.listdir(folder))
            found += [it for it in inner if os.path.exists(os.path.join(it, ".git"))]
    return found


def files(repo):
    done = subprocess.run(["git", "ls-files", "-z"], cwd=repo, stdout=subprocess.PIPE, check=True)
    return [it for it in done.stdout.decode(errors="replace").split("\0") if it and os.path.isfile(os.path.join(repo, it))]


def text(repo, path):
    with open(os.path.join(repo, path), "rb") as file:
        return file.read().decode(errors="replace")


def head(repo):
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=repo, stdout=subprocess.PIPE, check=True).stdout.decode().strip()


def shape(message):
    """A message without what is in backticks and without numbers, so that the same kind is one kind."""
    return re.sub(r"\d+", "N", re.sub(r"`[^`]*`", "`…`", message)).strip()


def reasons(said):
    """Our errors, each a sentence; the words of a failure that has no place are one."""
    try:
        said = json.loads(said)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        pass
    found = PROBLEM.findall(said)
    return found or [said.strip().split("\n")[0]]


class Table:
    """Counts of both answers, and why ours was no where theirs was yes."""

    def __init__(self, what, quiet):
        self.what, self.quiet = what, quiet
        self.cells, self.why, self.seen = collections.Counter(), collections.Counter(), {}

    def put(self, name, theirs, ours, why=()):
        self.cells[theirs, ours] += 1
        if theirs == "yes" and ours == "no":
            for it in sorted({shape(it) for it in why}):
                self.why[it] += 1
                self.seen.setdefault(it, []).append(name)
            if not self.quiet:
                print(f"  {name}: {'; '.join(why)}")

    def show(self):
        total = sum(self.cells.values())
        print(f"\n{self.what}: {total}")
        for (theirs, ours), count in sorted(self.cells.items()):
            print(f"  theirs {theirs:10} ours {ours:10} {count:6}")
        yes = sum(count for (theirs, _), count in self.cells.items() if theirs == "yes")
        bad = self.cells["yes", "no"]
        if yes:
            print(f"  theirs yes, ours no: {bad} of {yes}, {100 * bad / yes:.1f} %")
        for why, count in self.why.most_common(40):
            print(f"    {count:4}  {why}   e.g. {self.seen[why][0]}")
        return bad


def each(work, items):
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
        return list(pool.map(work, items))


def plan_files(repo):
    other = re.compile(r"(-OUTLINE|\.pre-bounce|-PLAN-REVIEW)\.md$", re.I)
    return [it for it in files(repo) if ".planning/" in it and it.endswith("PLAN.md") and not other.search(it)]


def plans(base, repos, ours, args):
    theirs, table = base.node("gsd-tools"), Table("GSD plans", args.quiet)

    def one(item):
        repo, path = item

        def ask():
            _, said, _ = base.call(["node", theirs, "verify", "plan-structure", path], repo)
            try:
                said = json.loads(said)
                return [bool(said.get("valid")), said.get("errors", [])]
            except ValueError:
                return [False, ["no answer"]]

        valid, _ = base.kept(["plan", text(repo, path)], ask)
        code, said, err = base.call([ours, "plan", path, "--check", "--json"], repo)
        crash = [] if code in (0, 1, 2) else [f"exit {code}: {err.strip()[:200]}"]
        return f"{os.path.basename(repo)}/{path}", "yes" if valid else "no", "yes" if code == 0 else "no", crash + reasons(said)

    for row in each(one, [(repo, path) for repo in repos for path in plan_files(repo)]):
        table.put(*row)
    return table.show()


def finished_at(repo, plan):
    """The plan's path and the commit when its summary was written; later phases move and take away what it made."""
    summary = re.sub(r"PLAN\.md$", "SUMMARY.md", plan)
    said = subprocess.run(["git", "log", "--follow", "--diff-filter=A", "--name-only", "--format=%H", "--", summary],
                          cwd=repo, stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    said = [it for it in said if it]
    if len(said) < 2:
        return None
    at, plan = said[-2], re.sub(r"SUMMARY\.md$", "PLAN.md", said[-1])
    there = subprocess.run(["git", "cat-file", "-e", f"{at}:{plan}"], cwd=repo, stderr=subprocess.DEVNULL)
    return (plan, at) if there.returncode == 0 else None


def links(base, repos, ours, args):
    theirs = base.node("gsd-tools")
    tables = {"key_link": Table("key links of finished plans", args.quiet), "artifact": Table("artifacts of finished plans", args.quiet)}
    unread, whole = Table("finished plans, to be verified at all", args.quiet), Table("finished plans: all that they verify", True)

    def look(repo, path, at, top):
        def ask():
            found = {}
            for verb, field in (("key-links", "links"), ("artifacts", "artifacts")):
                _, said, _ = base.call(["node", theirs, "verify", verb, path], top)
                try:
                    found[field] = json.loads(said).get(field, [])
                except ValueError:
                    found[field] = []
            return found

        said = base.kept(["links", os.path.basename(repo), path, at], ask)
        code, out, err = base.call([ours, "verify", path, "--no-commands", "--json"], top)
        return repo, path, said, code, out, err

    def one(item):
        repo, path, at = item
        if not args.then:
            return look(repo, path, at, repo)
        path, at = finished_at(repo, path) or (path, at)
        with tempfile.TemporaryDirectory(dir=base.path) as scratch:
            top = os.path.join(scratch, "repo")
            subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", repo, top], check=True)
            subprocess.run(["git", "checkout", "-q", "--detach", at], cwd=top, check=True, stderr=subprocess.DEVNULL)
            return look(repo, path, at, top)

    work = []
    for repo in repos:
        names, at = set(files(repo)), head(repo)
        done = [it for it in plan_files(repo) if re.sub(r"PLAN\.md$", "SUMMARY.md", it) in names]
        work += [(repo, path, at) for path in done[:: args.every]]
    for repo, path, said, code, out, err in each(one, work):
        name = f"{os.path.basename(repo)}/{path}"
        try:
            report = json.loads(out)
            items = report["items"]
        except (ValueError, KeyError, TypeError):
            unread.put(name, "yes", "no", reasons(out or err) if code != 70 else ["crash: " + err[:200]])
            continue
        unread.put(name, "yes", "yes")
        bad = False
        for kind, field, key in (("key_link", "links", ("from", "to")), ("artifact", "artifacts", ("path",))):
            own = {}
            for it in (it for it in items if it["kind"] == kind):
                own.setdefault(tuple(str(it.get(k)) for k in key), []).append(it)
            for it in said[field]:
                names = own.get(tuple(str(it.get(k)) for k in key), [])
                stands = sorted((one["status"] for one in names), key=["failed", "unknown", "human", "verified"].index)
                ours_says = {"verified": "yes", "failed": "no"}.get(stands[0] if stands else "absent", stands[0] if stands else "absent")
                yes = bool(it.get("verified") or it.get("passed"))
                why = [one.get("reason", "") for one in names if one["status"] == "failed"]
                label = f"{name}: {' -> '.join(str(it.get(k)) for k in key)}"
                tables[kind].put(label, "yes" if yes else "no", ours_says, why)
                bad |= yes and ours_says == "no"
        whole.put(name, "yes", "no" if bad else "yes")
    return unread.show() + tables["key_link"].show() + tables["artifact"].show() + whole.show() * 0


def change_folders(repo):
    return sorted({m.group(1) for m in (re.match(r"((?:.*/)?openspec/changes/(?!archive/)[^/]+)/", it) for it in files(repo)) if m})


def archived(repo):
    return sorted({m.group(1) for m in (re.match(r"((?:.*/)?openspec/changes/archive/[^/]+)/", it) for it in files(repo)) if m})


def added_at(repo, folder):
    """The newest commit at which a change stood among the open ones, and its name then."""
    name = re.sub(r"^\d{4}-\d\d-\d\d-", "", os.path.basename(folder))
    open_path = folder.split("changes/")[0] + "changes/" + name
    done = subprocess.run(["git", "log", "--format=%H", "--diff-filter=A", "--", open_path + "/proposal.md", open_path + "/tasks.md"],
                          cwd=repo, stdout=subprocess.PIPE, check=True)
    commits = done.stdout.decode().split()
    return (commits[0], open_path) if commits else None


def changes(base, repos, ours, args):
    theirs = base.node("openspec")
    table, then = Table("OpenSpec changes as they stand", args.quiet), Table("OpenSpec changes on the day they were made", args.quiet)
    aborted = Table("… of these, where their archive aborts", True)

    def look(repo, path, top, kept):
        name = os.path.basename(path)
        inside = os.path.dirname(os.path.dirname(os.path.dirname(path)))

        def ask():
            cwd = os.path.join(top, inside)
            _, out, _ = base.call(["node", theirs, "validate", name, "--type", "change", "--json", "--no-interactive"], cwd)
            try:
                valid = bool(json.loads(out)["items"][0]["valid"])
            except (ValueError, KeyError, IndexError, TypeError):
                valid = False
            archives = False
            if valid:
                with tempfile.TemporaryDirectory(dir=base.path) as scratch:
                    shutil.copytree(os.path.join(cwd, "openspec"), os.path.join(scratch, "openspec"), symlinks=True)
                    code, out, err = base.call(["node", theirs, "archive", name, "-y"], scratch)
                    archives = code == 0 and "Aborted" not in out + err and not os.path.exists(os.path.join(scratch, "openspec/changes", name))
            return [valid, archives]

        valid, archives = base.kept(["change", os.path.basename(repo), path, kept], ask)
        code, out, err = base.call([ours, "plan", path, "--check", "--json"], top)
        return f"{os.path.basename(repo)}/{path}", valid, archives, code, reasons(out or err)

    def tell(row, one):
        name, valid, archives, code, why = row
        # What archive refuses cannot be brought in: to be stricter there is on purpose, and counted apart.
        one.put(name, "yes" if valid and archives else "aborts" if valid else "no", "yes" if code == 0 else "no", why)

    for repo in repos:
        at = head(repo)
        for row in each(lambda path, repo=repo, at=at: look(repo, path, repo, at), change_folders(repo)):
            tell(row, table)
        if args.then:
            for folder in archived(repo)[:: args.every]:
                found = added_at(repo, folder)
                if not found:
                    continue
                with tempfile.TemporaryDirectory(dir=base.path) as scratch:
                    top = os.path.join(scratch, "repo")
                    subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", repo, top], check=True)
                    inside = found[1].split("openspec/changes/")[0]
                    subprocess.run(["git", "checkout", "-q", found[0], "--", inside + "openspec"], cwd=top, check=True)
                    tell(look(repo, found[1], top, found[0]), then)
    bad = table.show()
    return bad + (then.show() if args.then else 0)


API = re.compile(r"\.(ya?ml|json)$", re.I)
HEAD = re.compile(r"""^\s*(?:\{\s*)?["']?openapi["']?\s*:\s*["']?3\.""", re.M)
CHECK = """
import json, sys
from openapi_spec_validator import validate
from openapi_spec_validator.readers import read_from_filename
try:
    document, url = read_from_filename(sys.argv[1])
    validate(document, base_uri=url)
    print(json.dumps([True, ""]))
except Exception as error:
    print(json.dumps([False, str(error)[:300]]))
"""


def apis(base, repos, ours, args):
    python, table = base.validator(), Table("OpenAPI descriptions", args.quiet)

    def one(item):
        repo, path = item

        def ask():
            code, out, err = base.call([python, "-c", CHECK, path], repo)
            try:
                return json.loads(out.strip().split("\n")[-1])
            except (ValueError, IndexError):
                return [False, "no answer"]

        valid, _ = base.kept(["api", os.path.basename(repo), path, text(repo, path)], ask)
        code, out, err = base.call([ours, "plan", path, "--check", "--json"], repo)
        crash = [] if code in (0, 1, 2) else [f"exit {code}: {err.strip()[:200]}"]
        return f"{os.path.basename(repo)}/{path}", "yes" if valid else "no", "yes" if code == 0 else "no", crash + reasons(out or err)

    work, seen = [], set()
    for repo in repos:
        for path in files(repo):
            if API.search(path) and os.path.getsize(os.path.join(repo, path)) < 6 << 20:
                words = text(repo, path)
                if HEAD.search(words[:20000]) and words not in seen:
                    seen.add(words)
                    work.append((repo, path))
    for row in each(one, work[:: args.every]):
        table.put(*row)
    return table.show()


KINDS = {"plans": plans, "links": links, "changes": changes, "apis": apis}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("folders", nargs="+", help="repositories, or folders that hold such")
    parser.add_argument("--base", default=os.environ.get("PEERS", "peers"))
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", TOP + "/target/release/interlock"))
    parser.add_argument("--every", type=int, default=1, help="look at every n-th only")
    parser.add_argument("--then", action="store_true", help="links: on the day that the plan was finished; changes: archived ones too, as they were when they were made")
    parser.add_argument("--quiet", action="store_true", help="the tables alone")
    args = parser.parse_args()
    repos = repositories(args.folders)
    if not repos:
        sys.exit("no repository in these folders")
    KINDS[args.kind](Base(args.base), repos, os.path.abspath(args.interlock), args)


if __name__ == "__main__":
    main()
