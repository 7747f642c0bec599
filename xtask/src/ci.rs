//! The one command: every check in order, cheap ones first, with headings and times; the first failure ends it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::tree::Tree;
use crate::{absences, clippy_toml, floors, licences, macos, manifest, report, tidy};

/// How much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// What an editor's save hook can bear: no tests, no documentation.
    Quick,
    /// Everything.
    Full,
}

/// One step: its heading, what to do when it fails, and what it runs.
struct Stage {
    name: &'static str,
    hint: &'static str,
    run: fn(&Path) -> anyhow::Result<bool>,
    is_quick: bool,
}

const STAGES: [Stage; 10] = [
    Stage {
        name: "fmt",
        hint: "run `cargo fmt --all`",
        run: fmt,
        is_quick: true,
    },
    Stage {
        name: "tidy",
        hint: "each line above says what to mend; sizes: split by concept",
        run: |root| Ok(report("tidy", &tidy::check(&Tree::read(root)?))),
        is_quick: true,
    },
    Stage {
        name: "floors",
        hint: "take the thing as an argument, or add the edge to xtask/src/floors.rs in its own commit",
        run: |root| Ok(report("floors", &floors::check(&manifest::read(root)?))),
        is_quick: true,
    },
    Stage {
        name: "absences",
        hint: "each line above says where such a thing belongs",
        run: |root| Ok(report("absences", &absences::check(&Tree::read(root)?))),
        is_quick: true,
    },
    Stage {
        name: "clippy-toml",
        hint: "run `cargo run -q -p xtask -- clippy-toml --write`",
        run: |root| Ok(report("clippy-toml", &clippy_toml::check(root)?)),
        is_quick: true,
    },
    Stage {
        name: "licences",
        hint: "choose another package, or add an exception with its reason in xtask/src/licences.rs",
        run: |root| Ok(report("licences", &licences::check(root)?)),
        is_quick: false,
    },
    Stage {
        name: "clippy",
        hint: "mend what it says; `#[expect(.., reason)]` if it is wrong",
        run: clippy,
        is_quick: true,
    },
    Stage {
        name: "macos",
        hint: "mend it with `cargo run -q -p xtask -- macos`: it needs no Mac",
        run: macos::check,
        is_quick: false,
    },
    Stage {
        name: "test",
        hint: "run one test with `cargo test -p <room> <name>`",
        run: test,
        is_quick: false,
    },
    Stage {
        name: "doc",
        hint: "mend the documentation; see it with `cargo doc --open`",
        run: doc,
        is_quick: false,
    },
];

/// Runs the stages of `depth`; `false` when one found something.
pub(crate) fn run(root: &Path, depth: Depth) -> anyhow::Result<bool> {
    let started = Instant::now();
    let stages: Vec<&Stage> = STAGES
        .iter()
        .filter(|stage| depth == Depth::Full || stage.is_quick)
        .collect();
    for (at, stage) in stages.iter().enumerate() {
        println!("\n== {} ({}/{})", stage.name, at + 1, stages.len());
        let begun = Instant::now();
        let passed = (stage.run)(root).with_context(|| format!("stage `{}`", stage.name))?;
        println!(
            "-- {} {} in {}",
            stage.name,
            if passed { "passed" } else { "FAILED" },
            span(begun.elapsed())
        );
        if !passed {
            println!("\nFAILED at {}: {}", stage.name, stage.hint);
            return Ok(false);
        }
    }
    println!(
        "\nPASSED: {} stages in {}",
        stages.len(),
        span(started.elapsed())
    );
    Ok(true)
}

/// Is there a stage called `name`?
pub(crate) fn is_stage(name: &str) -> bool {
    STAGES.iter().any(|stage| stage.name == name)
}

/// Runs the stage called `name` alone.
pub(crate) fn one(root: &Path, name: &str) -> anyhow::Result<bool> {
    let stage = STAGES.iter().find(|stage| stage.name == name);
    (stage
        .with_context(|| format!("`{name}` is not a stage"))?
        .run)(root)
}

/// Is everything formatted?
fn fmt(root: &Path) -> anyhow::Result<bool> {
    passes(cargo(root).args(["fmt", "--all", "--", "--check"]))
}

/// Lints are errors. The lists in `clippy.toml` hold outside tests only: each room turns them on again for itself.
fn clippy(root: &Path) -> anyhow::Result<bool> {
    let mut command = cargo(root);
    command.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--quiet",
        "--",
    ]);
    if is_our_rust(root)? {
        command.args(["-D", "warnings"]);
    }
    command.args([
        "-A",
        "clippy::disallowed_methods",
        "-A",
        "clippy::disallowed_types",
    ]);
    passes(&mut command)
}

/// Is the compiler the one that the manifest names? A newer one knows more lints: what they find is then a warning, not
/// a failure of somebody who changed nothing.
pub(crate) fn is_our_rust(root: &Path) -> anyhow::Result<bool> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).context("no Cargo.toml")?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "));
    let ours = line
        .context("Cargo.toml names no rust-version")?
        .trim_matches('"');
    let output = cargo(root)
        .arg("--version")
        .output()
        .context("cannot start cargo")?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_ours = is_version(&version, ours);
    if !is_ours {
        println!(
            "{} is not the {ours} that we are tested with: its warnings are no errors",
            version.trim()
        );
    }
    Ok(is_ours)
}

/// Is `cargo 1.95.0 (..)` of the release `1.95`?
fn is_version(printed: &str, release: &str) -> bool {
    let version = printed.split_whitespace().nth(1).unwrap_or_default();
    version
        .strip_prefix(release)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// All tests, documentation's too; ends with how many ran.
fn test(root: &Path) -> anyhow::Result<bool> {
    let mut child = cargo(root)
        .args(["test", "--workspace", "--locked"])
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start cargo")?;
    let mut tally = Tally::default();
    let output = child.stdout.take().context("cargo has no output")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read what cargo says")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        tally.add(&line);
    }
    let passed = child.wait().context("cannot wait for cargo")?.success();
    println!(
        "tests: {} passed, {} failed, {} ignored, in {} binaries",
        tally.passed, tally.failed, tally.ignored, tally.binaries
    );
    if passed && tally.passed == 0 {
        println!("no test ran at all: that proves nothing");
    }
    Ok(passed && tally.passed > 0)
}

fn doc(root: &Path) -> anyhow::Result<bool> {
    let mut command = cargo(root);
    command.args(["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
    if is_our_rust(root)? {
        command.env("RUSTDOCFLAGS", "-D warnings");
    }
    passes(&mut command)
}

/// What the test binaries say about themselves, summed up.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: usize,
    failed: usize,
    ignored: usize,
    binaries: usize,
}

impl Tally {
    /// Counts a line like `test result: ok. 3 passed; 0 failed; 1 ignored; ..`.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line
            .strip_prefix("test result: ")
            .and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        self.binaries += 1;
        for count in counts.split(';') {
            let mut words = count.split_whitespace();
            let number = words
                .next()
                .and_then(|word| word.parse::<usize>().ok())
                .unwrap_or(0);
            match words.next() {
                Some("passed") => self.passed += number,
                Some("failed") => self.failed += number,
                Some("ignored") => self.ignored += number,
                _ => {}
            }
        }
    }
}

pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).stdin(Stdio::null());
    command
}

pub(crate) fn passes(command: &mut Command) -> anyhow::Result<bool> {
    Ok(command.status().context("cannot start cargo")?.success())
}

fn span(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        seconds @ 1..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_summed_up() {
        let mut tally = Tally::default();
        for line in [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        ] {
            tally.add(line);
        }
        assert_eq!(
            tally,
            Tally {
                passed: 5,
                failed: 1,
                ignored: 1,
                binaries: 2
            }
        );
    }

    #[test]
    fn only_our_own_release_is_strict() {
        for (printed, ours) in [
            ("cargo 1.95.0 (f2d3ce0bd 2026-03-21)\n", true),
            ("cargo 1.99.1 (58cf8f9c3 2026-10-13)\n", false),
            ("cargo 1.950.0", false),
            ("", false),
        ] {
            assert_eq!(is_version(printed, "1.95"), ours, "{printed}");
        }
    }

    #[test]
    fn cheap_stages_come_first_and_quick_is_a_part() {
        let names: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        let clippy = names.iter().position(|name| *name == "clippy");
        let test = names.iter().position(|name| *name == "test");
        assert!(clippy < test);
        let quick = STAGES.iter().filter(|stage| stage.is_quick).count();
        assert!(quick > 0 && quick < STAGES.len());
    }
}
