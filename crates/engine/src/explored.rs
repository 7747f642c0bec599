//! What an agent has looked at so far in an attempt. Looking at what was not looked at before is how one gets to know a
//! project; looking at the same thing again, with nothing changed meanwhile, brings nothing.

use std::collections::{BTreeMap, BTreeSet};

use ledger::ids::{GitId, Hash};
use ledger::observation::{Observation, Status};
use ledger::proposal::Proposal;

/// Looks that are remembered; beyond them nothing counts as new.
const REMEMBERED_MAX: usize = 4_000;

/// What was looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Looks {
    /// Questions, by digest.
    asked: BTreeSet<Hash>,
    /// Lines of files that were shown, by digest of file and tree; in order, apart from each other.
    lines: BTreeMap<Hash, Vec<(u32, u32)>>,
}

impl Looks {
    /// Takes in what came of a call, while the worktree stood at `tree`. Says whether it showed something that was not
    /// looked at before: lines of a file, a directory, a search, a command, a page.
    pub(crate) fn shows_new(
        &mut self,
        proposal: &Proposal,
        observation: &Observation,
        tree: Option<&GitId>,
    ) -> bool {
        let Some(question) = question(proposal).filter(|_| is_answer(observation)) else {
            return false;
        };
        if self.asked.len().saturating_add(self.lines.len()) >= REMEMBERED_MAX {
            return false;
        }
        let tree = tree.map(GitId::as_str).unwrap_or_default();
        let key = |what: &str| Hash::of(format!("{tree}\n{what}").as_bytes());
        let asked_anew = self.asked.insert(key(&question));
        match proposal {
            // What was cut short has not shown all of its lines.
            Proposal::Read { path, from, lines } if !observation.truncated => {
                let from = from.unwrap_or(1).max(1);
                let to = lines.map_or(u32::MAX, |it| from.saturating_add(it).saturating_sub(1));
                let shown = self.lines.entry(key(bare(path))).or_default();
                asked_anew && add(shown, (from, to.max(from)))
            }
            Proposal::Read { .. }
            | Proposal::List { .. }
            | Proposal::Search { .. }
            | Proposal::Write { .. }
            | Proposal::Edit { .. }
            | Proposal::Delete { .. }
            | Proposal::Exec { .. }
            | Proposal::Shell { .. }
            | Proposal::Git { .. }
            | Proposal::Commit { .. }
            | Proposal::Fetch { .. }
            | Proposal::Mcp { .. }
            | Proposal::Delegate { .. }
            | Proposal::Verify { .. }
            | Proposal::Ask { .. }
            | Proposal::Done { .. }
            | Proposal::Plan { .. }
            | Proposal::OnForge { .. }
            | Proposal::PullRequest { .. } => asked_anew,
        }
    }
}

/// Whether a command that only looks has answered by its exit code: nothing found, not equal, not there. For `grep`,
/// `test`, `diff` and their like 1 is an answer, and worse trouble is a higher number.
pub(crate) fn says_no(proposal: &Proposal, observation: &Observation) -> bool {
    let started = matches!(
        proposal,
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. }
    );
    started
        && observation.status == Status::Failed
        && observation.exit_code == Some(1)
        && !gate::would_write(proposal)
}

/// Whether it came to an answer at all: it was not refused, not cut off, and found what it was to look at.
fn is_answer(observation: &Observation) -> bool {
    match observation.status {
        Status::Ok => true,
        Status::Failed => observation.exit_code.is_some(),
        Status::Refused
        | Status::Declined
        | Status::FactsChanged
        | Status::TimedOut
        | Status::Cancelled
        | Status::Interrupted
        | Status::Invalid => false,
    }
}

/// What is asked, if a call asks something of the worktree or the world.
fn question(proposal: &Proposal) -> Option<String> {
    let command = |tool: &str, words: &str, cwd: Option<&str>| {
        Some(format!("{tool} {}\n{words}", bare(cwd.unwrap_or_default())))
    };
    match proposal {
        Proposal::Read { path, from, lines } => {
            Some(format!("read {}\n{from:?} {lines:?}", bare(path)))
        }
        Proposal::List { path } => Some(format!("list {}", bare(path))),
        Proposal::Search {
            pattern,
            path,
            glob,
        } => Some(format!(
            "search {}\n{}\n{pattern}",
            bare(path.as_deref().unwrap_or_default()),
            glob.as_deref().unwrap_or_default()
        )),
        Proposal::Exec { argv, cwd } => command("run", &argv.join("\0"), cwd.as_deref()),
        Proposal::Shell {
            command: it, cwd, ..
        } => command("shell", it.trim(), cwd.as_deref()),
        Proposal::Git { argv } => command("git", &argv.join("\0"), None),
        Proposal::Verify { command: it } => command("verify", it.trim(), None),
        Proposal::Fetch { url } => Some(format!("fetch {url}")),
        Proposal::Mcp {
            server,
            name,
            arguments,
        } => Some(format!("mcp {server}/{name}\n{arguments}")),
        Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Delegate { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

/// A path without what makes it no other one.
fn bare(path: &str) -> &str {
    let path = path.trim().trim_start_matches("./").trim_end_matches('/');
    if path == "." { "" } else { path }
}

/// Adds a range to ranges that stand apart, in order. Says whether any of its lines was not among them.
fn add(ranges: &mut Vec<(u32, u32)>, (from, to): (u32, u32)) -> bool {
    if ranges.iter().any(|it| it.0 <= from && to <= it.1) {
        return false;
    }
    // Those that it touches become one with it.
    let touches = |it: &(u32, u32)| it.0 <= to.saturating_add(1) && from <= it.1.saturating_add(1);
    let joined = ranges
        .iter()
        .filter(|it| touches(it))
        .fold((from, to), |all, it| (all.0.min(it.0), all.1.max(it.1)));
    ranges.retain(|it| !touches(it));
    let at = ranges.partition_point(|it| it.0 < joined.0);
    ranges.insert(at, joined);
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ok() -> Observation {
        Observation::plain(Status::Ok, "text")
    }

    fn read(path: &str, from: u32, lines: u32) -> Proposal {
        Proposal::Read {
            path: path.to_owned(),
            from: (from > 0).then_some(from),
            lines: (lines > 0).then_some(lines),
        }
    }

    fn sh(command: &str) -> Proposal {
        Proposal::Shell {
            shell: ledger::proposal::Shell::Bash,
            command: command.to_owned(),
            cwd: None,
        }
    }

    fn exited(code: i32, text: &str) -> Observation {
        let mut observation = Observation::plain(Status::Failed, text);
        observation.exit_code = Some(code);
        observation
    }

    /// Feeds looks and says which of them showed something new.
    fn check(looks: &[(Proposal, Observation)]) -> Vec<bool> {
        let mut all = Looks::default();
        let shown = looks
            .iter()
            .map(|(proposal, observation)| all.shows_new(proposal, observation, None));
        shown.collect()
    }

    #[test]
    fn another_file_range_pattern_or_command_is_new_and_the_same_is_not() {
        let search = |pattern: &str, path: Option<&str>| Proposal::Search {
            pattern: pattern.to_owned(),
            path: path.map(str::to_owned),
            glob: None,
        };
        let list = |path: &str| Proposal::List {
            path: path.to_owned(),
        };
        let cases = [
            (read("a.rs", 1, 50), true),
            (read("./a.rs", 1, 50), false),
            (read("a.rs", 10, 20), false),
            (read("a.rs", 40, 20), true),
            (read("a.rs", 30, 30), false),
            (read("a.rs", 0, 0), true),
            (read("a.rs", 900, 10), false),
            (read("b.rs", 900, 10), true),
            (search("foo", None), true),
            (search("foo", Some("src/")), true),
            (search("foo", Some("src")), false),
            (search("bar", None), true),
            (list(""), true),
            (list("."), false),
            (list("src"), true),
            (sh("cargo test a"), true),
            (sh("cargo test b"), true),
            (sh("cargo test a"), false),
        ];
        let looks: Vec<_> = cases.iter().map(|it| (it.0.clone(), ok())).collect();
        let expected: Vec<bool> = cases.iter().map(|it| it.1).collect();
        assert_eq!(check(&looks), expected);
    }

    #[test]
    fn the_same_look_at_another_tree_is_new() {
        let mut looks = Looks::default();
        let tree = |digit: char| GitId::new(digit.to_string().repeat(40)).unwrap();
        let (one, two) = (tree('1'), tree('2'));
        for (at, expected) in [(&one, true), (&two, true), (&one, false), (&two, false)] {
            assert_eq!(looks.shows_new(&read("a", 0, 0), &ok(), Some(at)), expected);
        }
    }

    #[test]
    fn what_was_cut_short_may_be_read_in_pieces() {
        let cut = Observation {
            truncated: true,
            ..ok()
        };
        let shown = check(&[
            (read("big", 0, 0), cut.clone()),
            (read("big", 0, 0), cut),
            (read("big", 500, 100), ok()),
            (read("big", 500, 100), ok()),
        ]);
        assert_eq!(shown, [true, false, true, false]);
    }

    #[test]
    fn what_came_to_no_answer_shows_nothing() {
        for status in [
            Status::Refused,
            Status::Declined,
            Status::Invalid,
            Status::TimedOut,
            Status::FactsChanged,
            Status::Failed,
        ] {
            let came = Observation::plain(status, "no");
            assert_eq!(check(&[(read("a", 0, 0), came)]), [false], "{status:?}");
        }
        let red = exited(101, "a test failed");
        assert_eq!(check(&[(sh("cargo test"), red)]), [true]);
    }

    #[test]
    fn one_is_an_answer_of_a_command_that_only_looks() {
        for (command, code, text, expected) in [
            ("grep -rn foo src", 1, "exit code 1", true),
            ("grep foo a.rs | head -3", 1, "exit code 1", true),
            ("test -f a.rs", 1, "exit code 1", true),
            ("git diff --quiet", 1, "exit code 1", true),
            ("diff a.rs b.rs", 1, "exit code 1\n1c1", true),
            ("find . -name x | grep y", 1, "exit code 1", true),
            ("grep foo missing.rs", 2, "exit code 2\nno such file", false),
            ("cargo build", 1, "exit code 1", false),
            ("rm a.rs", 1, "exit code 1", false),
            ("sh check.sh", 1, "exit code 1", false),
        ] {
            assert_eq!(
                says_no(&sh(command), &exited(code, text)),
                expected,
                "{command}"
            );
        }
        assert!(!says_no(&read("a", 0, 0), &exited(1, "")));
    }

    proptest! {
        /// Lines count as shown exactly when a look has shown them.
        #[test]
        fn ranges_hold_what_was_shown(ranges in prop::collection::vec((1u32..40, 0u32..12), 0..20)) {
            let (mut kept, mut shown) = (Vec::new(), BTreeSet::new());
            for (from, more) in ranges {
                let range = from..=from + more;
                let new = range.clone().any(|it| !shown.contains(&it));
                prop_assert_eq!(add(&mut kept, (from, from + more)), new);
                shown.extend(range);
                prop_assert!(kept.is_sorted() && kept.windows(2).all(|it| it[0].1 + 1 < it[1].0));
            }
        }
    }
}
