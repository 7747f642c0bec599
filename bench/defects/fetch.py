#!/usr/bin/env python3
"""Fetches the packages of packages.toml with the ordinary client of each registry, checks their hashes and unpacks them
into $XDG_CACHE_HOME/interlock-bench/. What is there already is left alone.

  fetch.py [NAME...]  these packages, or all
  fetch.py --smoke    those that the cases of smoke/ are about
  fetch.py --cases    the cases of the first to the eleventh set, out of this repository's own history (cases.toml)

Python 3.11 or newer, standard library only; `cargo`, `npm`, `pip`, `go` and `mvn` as far as their packages are asked for.
"""
import fnmatch
import glob
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 600
ARCHIVE_MAX = 8 << 20
FILE_MAX = 2 << 20
FILES_MAX = 2000
CASES_MAX = 10_000
# The sets that are no more in the tree, and where they were.
CASES = {"first": "cases", **{name: name for name in ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
                                                      "tenth", "eleventh")}}

POM = """<?xml version="1.0" encoding="UTF-8"?>
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>%s</groupId>
  <artifactId>%s</artifactId>
  <version>%s</version>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""


def cache():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "interlock-bench")


def packages():
    with open(os.path.join(HERE, "packages.toml"), "rb") as file:
        return tomllib.load(file)


def pinned_cases():
    """The commit that holds all cases, and what they hash to."""
    with open(os.path.join(HERE, "cases.toml"), "rb") as file:
        return tomllib.load(file)


def cases_folder():
    """Where the cases of all sets are once they are fetched."""
    return os.path.join(cache(), "cases-%s" % pinned_cases()["commit"][:12])


def place(name, package):
    """Where the package's files are once they are fetched."""
    return os.path.join(cache(), "%s-%s" % (name, package["version"].lstrip("v")))


def command(words, cwd, env=None):
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **(env or {})}, timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit("%s: %s" % (" ".join(words), done.stdout[-2000:]))
    return done.stdout


def by_cargo(package, wanted, folder):
    """A project that depends on it exactly; the client's own cache then holds the archive."""
    os.mkdir(os.path.join(folder, "src"))
    with open(os.path.join(folder, "src", "lib.rs"), "w"):
        pass
    with open(os.path.join(folder, "Cargo.toml"), "w") as file:
        file.write('[package]\nname = "bench-fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n'
                   '%s = "=%s"\n' % (package["name"], package["version"]))
    command(["cargo", "fetch", "--quiet"], folder)
    home = os.environ.get("CARGO_HOME") or os.path.expanduser("~/.cargo")
    name = "%s-%s.crate" % (package["name"], package["version"])
    return newest(glob.glob(os.path.join(glob.escape(home), "registry", "cache", "*", name)), name)


def by_npm(package, wanted, folder):
    command(["npm", "pack", "--silent", "%s@%s" % (package["name"], package["version"])], folder)
    return newest(glob.glob(os.path.join(folder, "*.tgz")), package["name"])


def by_pip(package, wanted, folder):
    command([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
             "%s==%s" % (package["name"], package["version"])], folder)
    return newest(glob.glob(os.path.join(folder, "*.tar.gz")), package["name"])


def by_go(package, wanted, folder):
    with open(os.path.join(folder, "go.mod"), "w") as file:
        file.write("module fetch\n\ngo 1.20\n")
    what = "%s@%s" % (package["name"], package["version"])
    command(["go", "mod", "download", what], folder, {"GOPATH": os.path.join(folder, "path"), "GOFLAGS": "-mod=mod -modcacherw"})
    pattern = os.path.join(folder, "path", "pkg", "mod", "cache", "download", package["name"], "@v", "*.zip")
    return newest(glob.glob(pattern), what)


def by_maven(package, wanted, folder):
    what = "%s:%s:jar:%s" % (package["name"], package["version"], wanted["classifier"])
    command(["mvn", "-q", "-B", "dependency:copy", "-Dartifact=" + what, "-DoutputDirectory=" + folder], folder)
    return newest(glob.glob(os.path.join(folder, "*-%s.jar" % wanted["classifier"])), what)


CLIENTS = {"cargo": by_cargo, "npm": by_npm, "pip": by_pip, "go": by_go, "maven": by_maven}


def newest(found, what):
    if not found:
        sys.exit("%s: the client left no archive behind" % what)
    return max(found, key=os.path.getmtime)


def members(path):
    """(name, bytes) of each plain file of an archive, bounded."""
    if path.endswith((".zip", ".jar")):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if not info.is_dir() and info.file_size <= FILE_MAX:
                    yield info.filename, archive.read(info)
        return
    with tarfile.open(path, "r:gz") as archive:
        for info in archive:
            if info.isfile() and info.size <= FILE_MAX:
                yield info.name, archive.extractfile(info).read()


def kept(name, keep):
    """Whether a file is one of those that the package says to keep; `*.go` is one of the root only, `**` is all."""
    top = "/" not in name
    return "**" in keep or any(name == it or name.startswith(it + "/") or (top and fnmatch.fnmatch(name, it)) for it in keep)


def strip(name, package):
    """The name within the package: tar balls and module zips have a root folder, jars have none."""
    client = package["client"]
    if client == "maven":
        return name
    if client == "go":
        root = "%s@%s/" % (package["name"], package["version"])
        return name[len(root):] if name.startswith(root) else None
    return name.split("/", 1)[1] if "/" in name else None


def unpack(archive, package, wanted, into):
    count = 0
    for full, data in members(archive):
        name = strip(full, package)
        if name is None or not kept(name, package["keep"]) or ".." in name.split("/") or name.startswith("/"):
            continue
        count += 1
        if count > FILES_MAX:
            sys.exit("%s has more than %d files" % (archive, FILES_MAX))
        path = os.path.join(into, wanted.get("into", ""), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def fetch(name, package):
    target = place(name, package)
    if os.path.isdir(target):
        return
    os.makedirs(cache(), exist_ok=True)
    building = tempfile.mkdtemp(dir=cache())
    try:
        for wanted in package["files"]:
            with tempfile.TemporaryDirectory() as folder:
                archive = CLIENTS[package["client"]](package, wanted, folder)
                if os.path.getsize(archive) > ARCHIVE_MAX:
                    sys.exit("%s is larger than %d bytes" % (archive, ARCHIVE_MAX))
                with open(archive, "rb") as file:
                    found = hashlib.sha256(file.read()).hexdigest()
                if found != wanted["sha256"]:
                    sys.exit("%s: sha256 is %s, pinned is %s" % (name, found, wanted["sha256"]))
                unpack(archive, package, wanted, building)
        if package.get("pom"):
            group, artifact = package["name"].split(":")
            with open(os.path.join(building, "pom.xml"), "w") as file:
                file.write(POM % (group, artifact, package["version"]))
        os.rename(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    print("fetched", name, package["version"])


def archived(commit):
    """The sets' folders at a commit of this repository, as a tar file."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=HERE, timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    if git("cat-file", "-e", commit + "^{commit}").returncode != 0:
        shallow = git("rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
        more = "git fetch --unshallow" if shallow else "git fetch origin %s" % commit
        sys.exit("the cases stand in commit %s, which this clone has not: `%s` brings it" % (commit[:12], more))
    root = git("rev-parse", "--show-toplevel").stdout.decode().rstrip("\n")
    below = os.path.relpath(HERE, root)
    done = subprocess.run(["git", "archive", "--format=tar", commit, *("%s/%s" % (below, it) for it in CASES.values())], cwd=root,
                          timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit("git archive: %s" % done.stderr.decode("utf-8", "replace")[-2000:])
    return done.stdout, below + "/"


def fetch_cases():
    """Unpacks the cases of all sets from the history, and checks that they are the ones that the figures are of."""
    target, pinned = cases_folder(), pinned_cases()
    if os.path.isdir(target):
        return
    data, below = archived(pinned["commit"])
    names = {folder: name for name, folder in CASES.items()}
    found = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for info in archive:
            parts = info.name.removeprefix(below).split("/")
            if info.isfile() and info.size <= FILE_MAX and len(parts) == 3 and parts[2].endswith(".toml"):
                found["/".join([names[parts[0]], *parts[1:]])] = archive.extractfile(info).read()
    if len(found) > CASES_MAX:
        sys.exit("more than %d cases" % CASES_MAX)
    whole = hashlib.sha256()
    for path in sorted(found):
        whole.update(b"%s\0%d\0%s" % (path.encode(), len(found[path]), found[path]))
    if whole.hexdigest() != pinned["sha256"]:
        sys.exit("cases: sha256 is %s, pinned is %s" % (whole.hexdigest(), pinned["sha256"]))
    os.makedirs(cache(), exist_ok=True)
    building = tempfile.mkdtemp(dir=cache())
    try:
        for path, text in found.items():
            full = os.path.join(building, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(text)
        os.rename(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    print("fetched %d cases of %d sets" % (len(found), len(CASES)))


def of_smoke():
    """The packages that the smoke set's cases are about."""
    found = set()
    for path in glob.glob(os.path.join(HERE, "smoke", "*", "*.toml")):
        with open(path, "rb") as file:
            found.add(tomllib.load(file)["package"])
    return sorted(found)


def main():
    known = packages()
    words = sys.argv[1:]
    if words == ["--cases"]:
        return fetch_cases()
    for name in of_smoke() if words == ["--smoke"] else words or known:
        if name not in known:
            sys.exit("%s is not in packages.toml" % name)
        fetch(name, known[name])


if __name__ == "__main__":
    main()
