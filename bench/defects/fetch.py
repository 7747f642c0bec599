#!/usr/bin/env python3
"""Fetches the packages of packages.toml with the ordinary client of each registry, checks their hashes and unpacks them
into $XDG_CACHE_HOME/interlock-bench/. What is there already is left alone.

  fetch.py [NAME...]

Python 3.11 or newer, standard library only; `cargo`, `npm`, `pip`, `go` and `mvn` as far as their packages are asked for.
"""
import fnmatch
import glob
import hashlib
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


def main():
    known = packages()
    for name in sys.argv[1:] or known:
        if name not in known:
            sys.exit("%s is not in packages.toml" % name)
        fetch(name, known[name])


if __name__ == "__main__":
    main()
