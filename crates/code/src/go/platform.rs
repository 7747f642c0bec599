//! Files that are built for some systems alone, by their names: elsewhere a twin does the work, or nothing need be done.

/// Systems and processors, as the go tool knows them at the end of a file's name.
const PLATFORMS: [&str; 37] = [
    "386",
    "aix",
    "amd64",
    "android",
    "arm",
    "arm64",
    "darwin",
    "dragonfly",
    "freebsd",
    "illumos",
    "ios",
    "js",
    "linux",
    "loong64",
    "mips",
    "mips64",
    "mips64le",
    "mipsle",
    "netbsd",
    "openbsd",
    "plan9",
    "ppc64",
    "ppc64le",
    "riscv64",
    "s390x",
    "solaris",
    "wasip1",
    "wasm",
    "windows",
    "hurd",
    "zos",
    "nacl",
    "ppc",
    "riscv",
    "sparc",
    "sparc64",
    "unix",
];

/// Whether a file of Go is built for some systems alone, by its name: `lock_windows.go`. What stands empty in it may
/// stand so because that system has nothing to do.
#[must_use]
pub fn is_for_platform(path: &str) -> bool {
    let stem = path
        .rsplit('/')
        .next()
        .unwrap_or(path)
        .strip_suffix(".go")
        .unwrap_or("");
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let last = stem.rsplit_once('_').map_or("", |(_, last)| last);
    matches!(last, "other" | "stub" | "unsupported" | "notunix") || PLATFORMS.contains(&last)
}
