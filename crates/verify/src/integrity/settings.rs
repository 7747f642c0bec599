//! What says how tests are run and what they must reach: scripts of manifests, CI, settings of runners, thresholds.

use std::collections::{BTreeMap, BTreeSet};

use super::places::{command, is_ci, is_judge, is_setting, tool};
use super::{Change, Findings};
use crate::rules::{
    CHECK_NARROWED, CHECK_REMOVED, CHECK_WEAKENED, JUDGE_CHANGED, THRESHOLD_LOWERED,
};
use crate::shortened::shortened;

/// Characters of a line that are said.
const SAID_CHARS_MAX: usize = 160;

/// Looks at everything that decides how the change is checked.
pub(super) fn judge(changes: &[Change<'_>], findings: &mut Findings) {
    let now = everywhere(changes);
    let commands = changes
        .iter()
        .filter(|it| is_ci(it.path))
        .filter_map(|it| it.after);
    let commands: BTreeSet<&'static str> = commands.flat_map(str::lines).filter_map(tool).collect();
    for change in changes {
        thresholds(change, &now, findings);
        if !is_setting(change.path) {
            continue;
        }
        let (before, after) = (
            change.before.unwrap_or_default(),
            change.after.unwrap_or_default(),
        );
        if change.path.rsplit('/').next() == Some("package.json") {
            scripts(change.path, before, after, findings);
        } else {
            markers(change.path, before, after, findings);
            collected(change.path, before, after, findings);
            removed(change, &commands, findings);
        }
        // What neither tests nor checks anything, before or now, publishes or labels.
        let checks = |text: &str| text.lines().any(|it| tool(it).is_some());
        let judges = !is_ci(change.path) || checks(before) || checks(after);
        if is_judge(change.path) && judges && before != after {
            let text = "it decides how this very change is checked".to_owned();
            findings.say(JUDGE_CHANGED, change.path, None, false, text);
        }
    }
}

/// Thresholds of all files now: one that moved is not gone.
fn everywhere(changes: &[Change<'_>]) -> BTreeMap<String, u64> {
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for change in changes {
        let set = change
            .after
            .and_then(|it| code::tests(change.path, it))
            .map(|it| it.thresholds);
        for (name, value) in set.unwrap_or_default() {
            let slot = found.entry(name).or_insert(value);
            *slot = value.max(*slot);
        }
    }
    found
}

fn thresholds(change: &Change<'_>, now: &BTreeMap<String, u64>, findings: &mut Findings) {
    let set = |text: Option<&str>| {
        let found = text
            .and_then(|it| code::tests(change.path, it))
            .map(|it| it.thresholds);
        found.unwrap_or_default()
    };
    let after = set(change.after);
    for (name, was) in set(change.before) {
        let value = after.get(&name).or_else(|| now.get(&name)).copied();
        if value.is_some_and(|it| it >= was) {
            continue;
        }
        let text = match value {
            Some(value) => format!("`{name}` was {} and is {}", shown(was), shown(value)),
            None => format!("`{name}` was {} and is gone", shown(was)),
        };
        let line = line_of(change.after, &name);
        findings.say_of(&name, THRESHOLD_LOWERED, change.path, line, true, text);
    }
}

/// The first line of a text in which a name stands as a word, whatever the case of its letters.
fn line_of(text: Option<&str>, name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let holds = |line: &str| {
        let mut places = line.match_indices(&name);
        places.any(|(at, _)| {
            let (before, rest) = line.split_at_checked(at).unwrap_or_default();
            let after = rest.get(name.len()..).unwrap_or_default();
            !before.ends_with(of_name) && !after.starts_with(of_name)
        })
    };
    let mut lines = (1_u32..).zip(text?.lines());
    lines
        .find(|(_, line)| holds(&line.to_lowercase()))
        .map(|it| it.0)
}

/// A number in thousandths, for people.
fn shown(thousandths: u64) -> String {
    let (whole, part) = (
        thousandths.checked_div(1000).unwrap_or(0),
        thousandths.checked_rem(1000).unwrap_or(0),
    );
    if part == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{part:03}")
    }
}

/// Scripts of a `package.json` that check something.
fn scripts(path: &str, before: &str, after: &str, findings: &mut Findings) {
    let of = |text: &str| -> Option<BTreeMap<String, String>> {
        let whole: serde_json::Value = serde_json::from_str(text).ok()?;
        let scripts = whole.get("scripts")?.as_object()?;
        let own = scripts.iter().filter(|(name, _)| is_check(name));
        Some(
            own.filter_map(|(name, it)| Some((name.clone(), it.as_str()?.to_owned())))
                .collect(),
        )
    };
    let (was, now) = (
        of(before).unwrap_or_default(),
        of(after).unwrap_or_default(),
    );
    for (name, command) in &was {
        match now.get(name) {
            None if after.is_empty() => {}
            None => {
                let renamed = now.values().any(|it| it == command);
                let main = name == "test" && runs_something(command);
                if !renamed {
                    findings.say(
                        CHECK_REMOVED,
                        path,
                        None,
                        main,
                        format!("the script `{name}` is gone"),
                    );
                }
            }
            Some(new) if new != command => {
                let emptied = runs_something(command) && !runs_something(new);
                let softened = softer(command, new);
                if emptied || softened {
                    let text = format!("the script `{name}` was `{command}` and is `{new}`");
                    let line = line_of(Some(after), &format!("\"{name}\":"));
                    findings.say(CHECK_WEAKENED, path, line, true, text);
                }
            }
            Some(_) => {}
        }
    }
}

fn is_check(name: &str) -> bool {
    [
        "test",
        "lint",
        "coverage",
        "verify",
        "check",
        "ci",
        "typecheck",
    ]
    .iter()
    .any(|it| name.split([':', '-', '_']).any(|word| word == *it))
}

/// Whether a command does more than saying something and ending well.
fn runs_something(command: &str) -> bool {
    let pieces = command.split("&&").flat_map(|it| it.split(';'));
    pieces.map(str::trim).any(|it| {
        let first = it.split_whitespace().next().unwrap_or("");
        !matches!(
            first,
            "" | "true" | ":" | "exit" | "echo" | "printf" | "#" | "sleep"
        )
    })
}

/// What makes a failing command count as well, or leaves tests out.
const SOFTENERS: [&str; 24] = [
    "|| true",
    "|| exit 0",
    "|| :",
    "|| echo",
    "; exit 0",
    "; true",
    "--passWithNoTests",
    "passWithNoTests: true",
    "continue-on-error: true",
    "allow_failure: true",
    "--exit-zero",
    "--deselect",
    "--ignore=",
    "-m \"not ",
    "-m 'not ",
    "-k \"not ",
    "-k 'not ",
    "-DskipTests",
    "maven.test.skip",
    "<skipTests>true",
    "testFailureIgnore",
    "ignoreFailures",
    "set +e",
    "--testPathIgnorePatterns",
];

/// Settings that leave tests out, where more of them than before may be meant well.
const NARROWERS: [&str; 8] = [
    "testPathIgnorePatterns",
    "--ignore",
    "norecursedirs",
    "collect_ignore",
    "-skip",
    "--exclude",
    "exclude:",
    "fail-fast: false",
];

fn count(text: &str, sign: &str) -> usize {
    text.matches(sign).count()
}

fn softer(before: &str, after: &str) -> bool {
    SOFTENERS
        .iter()
        .any(|it| count(after, it) > count(before, it))
}

fn markers(path: &str, before: &str, after: &str, findings: &mut Findings) {
    let known: BTreeSet<&str> = before.lines().map(str::trim).collect();
    for (line, text) in (1_u32..).zip(after.lines()) {
        let text = text.trim();
        if known.contains(text) || text.starts_with('#') && !text.contains("addopts") {
            continue;
        }
        let sign = SOFTENERS.iter().find(|it| text.contains(*it));
        if let Some(sign) = sign.filter(|it| count(after, it) > count(before, it)) {
            // What a value is made of: `TOOL = $(shell which tool || echo '')`.
            let captured = text.find("$(").is_some_and(|at| {
                let name = text.get(..at).unwrap_or_default();
                name.trim_end().ends_with('=') && text.ends_with(')')
            });
            let whole_step = matches!(*sign, "continue-on-error: true" | "allow_failure: true");
            let of_tests = command(text).is_some()
                || text.contains("addopts")
                || sign.starts_with("--")
                || sign.contains("est");
            // Beside a run of all tests, one of some is a gift.
            let some =
                sign.starts_with("-m") && !(text.contains("addopts") || text.starts_with("-m"));
            let sure = (of_tests || text.starts_with("-m")) && !captured && !some
                || whole_step && step_checks(after, line);
            let said = shortened(text, SAID_CHARS_MAX);
            findings.say(
                CHECK_WEAKENED,
                path,
                Some(line),
                sure,
                format!("a failure no longer counts, or tests are left out: `{said}`"),
            );
        } else if NARROWERS
            .iter()
            .any(|it| text.contains(it) && count(after, it) > count(before, it))
        {
            findings.say(
                CHECK_NARROWED,
                path,
                Some(line),
                false,
                "something is left out of the checks".to_owned(),
            );
        }
    }
}

/// Settings by which runners find no tests any more: files that are passed over, names that no test bears.
fn collected(path: &str, before: &str, after: &str, findings: &mut Findings) {
    const NAMES: [&str; 3] = ["python_functions", "python_files", "python_classes"];
    let known: BTreeSet<&str> = before.lines().map(str::trim).collect();
    for (line, text) in (1_u32..).zip(after.lines()) {
        let Some((name, value)) = text.split_once('=') else {
            continue;
        };
        let tests = value.to_lowercase().contains("test");
        let renamed = NAMES.contains(&name.trim()) && !tests && !value.trim().is_empty();
        // Under a condition, such as that of an old Python, leaving some out is right.
        let ignored = name.starts_with("collect_ignore") && tests;
        if !known.contains(text.trim()) && (renamed || ignored) {
            let said = shortened(text.trim(), SAID_CHARS_MAX);
            let text = format!("tests are not found any more: `{said}`");
            findings.say(CHECK_WEAKENED, path, Some(line), true, text);
        }
    }
}

/// Whether the lines around one run tests, within its own step.
fn step_checks(text: &str, line: u32) -> bool {
    let at = usize::try_from(line).unwrap_or(0);
    let starts = |it: &&str| it.trim_start().starts_with("- ");
    let before: Vec<&str> = text.lines().take(at).collect();
    let own = before.iter().rev().position(starts).unwrap_or(0);
    let from = at.saturating_sub(own.saturating_add(1).min(6));
    let after = text.lines().skip(at).take(6).take_while(|it| !starts(it));
    let step = before.into_iter().skip(from).chain(after);
    step.filter_map(command).next().is_some()
}

/// Sorts of checks that CI ran and runs no more.
fn removed(change: &Change<'_>, now: &BTreeSet<&'static str>, findings: &mut Findings) {
    if !is_ci(change.path) {
        return;
    }
    let after = change.after.unwrap_or_default();
    let kept: BTreeSet<&'static str> = after.lines().filter_map(tool).collect();
    let mut said = BTreeSet::new();
    for line in change.before.unwrap_or_default().lines() {
        let Some(sort) = tool(line).filter(|it| !now.contains(it) && said.insert(*it)) else {
            continue;
        };
        let text = shortened(line.trim(), SAID_CHARS_MAX);
        let sure = (kept.is_empty() || sort == "test")
            && change.after.is_some()
            && !text.starts_with("- id:");
        findings.say(
            CHECK_REMOVED,
            change.path,
            None,
            sure,
            format!("`{text}` is not run any more"),
        );
    }
}
