//! Well-known commands that build, check and test the project itself. They run the project's own code, inside the
//! sandbox, so they run unasked where code is run anyway: in `executing` and `validating`.

/// Whether these words are such a command. Options that bring in programs, settings or places from elsewhere are not
/// listed, so they ask.
pub(crate) fn builds(argv: &[String]) -> bool {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["cargo", "nextest", "run", rest @ ..] => cargo("test", rest),
        ["cargo", verb, rest @ ..] => cargo(verb, rest),
        ["go", verb, rest @ ..] => go(verb, rest),
        ["pytest", rest @ ..] | ["python" | "python3", "-m", "pytest", rest @ ..] => pytest(rest),
        ["gofmt", flag, rest @ ..] => {
            matches!(*flag, "-l" | "-d") && rest.iter().all(|w| inside(w))
        }
        [program, "--version" | "-V"] => VERSIONED.contains(program),
        _ => false,
    }
}

/// Programs that say their version without reading the project.
const VERSIONED: &[&str] = &[
    "cargo", "rustc", "rustfmt", "go", "node", "python", "python3", "gcc", "clang", "ld",
];

/// Walks options: `allowed` without a value, `valued` with the next word or `=value`; the rest are operands.
fn fits(words: &[&str], allowed: &[&str], valued: &[&str], operand: fn(&str) -> bool) -> bool {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (*word, None),
        };
        if allowed.contains(word) {
            continue;
        }
        if valued.contains(&name) {
            let value = attached.or_else(|| rest.next().copied());
            if value.is_none_or(|value| !plain(value)) {
                return false;
            }
        } else if word.starts_with('-') || !operand(word) {
            return false;
        }
    }
    true
}

/// A value that is no path out of the worktree, no command and no setting.
fn plain(value: &str) -> bool {
    !value.is_empty()
        && inside(value)
        && value
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_./:,*^$|()[]+ ".contains(c))
}

/// A word that as a path stays below the worktree. `a.py::test` is such a word, `host:path` is not.
fn inside(word: &str) -> bool {
    !word.starts_with(['/', '~', '-', '\\', '@', '+'])
        && !word.split(['/', '\\']).any(|part| part == "..")
        && !word.replace("::", "").contains(':')
}

fn none(_: &str) -> bool {
    false
}

const CARGO: &[&str] = &[
    "--release",
    "--locked",
    "--offline",
    "--frozen",
    "--all",
    "--workspace",
    "--all-targets",
    "--all-features",
    "--no-default-features",
    "--lib",
    "--bins",
    "--tests",
    "--examples",
    "--benches",
    "--doc",
    "--no-run",
    "--no-fail-fast",
    "--keep-going",
    "-v",
    "-vv",
    "-q",
    "--quiet",
    "--verbose",
    "--no-deps",
    "--future-incompat-report",
    "--timings",
];
const CARGO_VALUED: &[&str] = &[
    "-p",
    "--package",
    "--exclude",
    "--bin",
    "--test",
    "--example",
    "--bench",
    "--features",
    "-F",
    "-j",
    "--jobs",
    "--profile",
    "--message-format",
    "--color",
    "--depth",
    "-e",
    "--edges",
];

fn cargo(verb: &str, words: &[&str]) -> bool {
    let at = words
        .iter()
        .position(|word| *word == "--")
        .unwrap_or(words.len());
    let (own, after) = words.split_at_checked(at).unwrap_or((words, &[]));
    let after = after.get(1..).unwrap_or_default();
    match verb {
        "build" | "b" | "check" | "c" | "doc" | "tree" => {
            after.is_empty() && fits(own, CARGO, CARGO_VALUED, none)
        }
        // What follows `--` goes to the project's own program.
        "test" | "t" | "run" | "r" | "bench" => {
            fits(own, CARGO, CARGO_VALUED, plain) && after.iter().all(|word| harmless(word))
        }
        "clippy" => fits(own, CARGO, CARGO_VALUED, none) && lints(after),
        "fmt" => {
            fits(
                own,
                &["--all", "--check", "-q", "--quiet"],
                &["-p", "--package"],
                none,
            ) && matches!(after, [] | ["--check"])
        }
        "metadata" => fits(
            own,
            &["--no-deps", "--offline", "--locked", "--frozen"],
            &["--format-version"],
            none,
        ),
        _ => false,
    }
}

/// An argument of the project's own program that names nothing outside.
fn harmless(word: &str) -> bool {
    let value = word.trim_start_matches('-');
    let value = value.split_once('=').map_or(value, |(_, value)| value);
    value.is_empty() || plain(value)
}

/// `-D warnings` and the like, nothing else that the compiler would take.
fn lints(words: &[&str]) -> bool {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let name = if matches!(*word, "-D" | "-W" | "-A" | "-F") {
            rest.next().copied().unwrap_or_default()
        } else {
            let attached = ["-D", "-W", "-A", "-F"]
                .iter()
                .find_map(|flag| word.strip_prefix(flag));
            attached.unwrap_or_default()
        };
        let lint = |c: char| c.is_ascii_alphanumeric() || "-_:".contains(c);
        if name.is_empty() || !name.chars().all(lint) {
            return false;
        }
    }
    true
}

const GO: &[&str] = &[
    "-v",
    "-race",
    "-cover",
    "-short",
    "-failfast",
    "-json",
    "-x",
    "-n",
    "-a",
    "-trimpath",
    "-m",
    "-benchmem",
    "-deps",
    "-test",
    "-e",
    "-list",
    "-u=false",
];
const GO_VALUED: &[&str] = &[
    "-run",
    "-count",
    "-timeout",
    "-bench",
    "-benchtime",
    "-tags",
    "-parallel",
    "-p",
    "-cpu",
    "-covermode",
    "-shuffle",
    "-skip",
    "-fuzztime",
];

fn go(verb: &str, words: &[&str]) -> bool {
    match verb {
        "build" | "test" | "vet" | "list" => fits(words, GO, GO_VALUED, package),
        "version" => words.is_empty(),
        "fmt" => fits(words, &[], &[], package),
        _ => false,
    }
}

/// A package pattern below the module: `./...`, `./cmd/x`, `all`.
fn package(word: &str) -> bool {
    inside(word) && plain(word)
}

fn pytest(words: &[&str]) -> bool {
    const BARE: &[&str] = &[
        "-q",
        "-qq",
        "-v",
        "-vv",
        "-x",
        "-s",
        "-l",
        "-ra",
        "-rA",
        "--lf",
        "--ff",
        "--co",
        "--collect-only",
        "--exitfirst",
        "--last-failed",
        "--failed-first",
        "--no-header",
        "--quiet",
        "--verbose",
        "--showlocals",
        "--strict-markers",
    ];
    const VALUED: &[&str] = &[
        "-k",
        "-m",
        "--maxfail",
        "--tb",
        "--durations",
        "-n",
        "--deselect",
        "--ignore",
    ];
    fits(words, BARE, VALUED, inside)
}
