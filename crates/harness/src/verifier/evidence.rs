//! The working tree as it is verified, and the commands that are run on it.

use std::time::Duration;

use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash, RelPath};
use ledger::observation::{LeftOut, LeftOutWhy};
use tools::git::GitError;
use tools::outside_run::ByHand;
use tools::process::{Command, Exit, Output};
use tools::snapshot::{SnapshotError, Snapshots};

use crate::environment::{importing, in_place};
use crate::repository::{NoSite, Site};
use crate::timestamp::now_ms;

/// The commit that is checked out.
pub(super) fn head(site: &Site) -> Result<GitId, NoSite> {
    let found = site.repo.resolve("HEAD");
    if let Err(GitError::MissingBranch(_)) = found {
        return Err(NoSite::Plan(
            "this repository has no commit yet, and a verification is of what git would store\n\
             help: commit something (`git commit --allow-empty -m start` will do), then verify"
                .to_owned(),
        ));
    }
    Ok(found?)
}

/// The working tree as git would see it, changes that are not committed included. Nothing in it is touched: objects go
/// into the repository, under a ref of ours.
pub(super) struct WorkingTree {
    snapshots: Snapshots,
    /// What is verified: everything but the pages of verdicts.
    pub(super) tree: GitId,
    /// Everything.
    whole: GitId,
    /// What no tree takes.
    pub(super) left_out: Vec<LeftOut>,
}

impl WorkingTree {
    /// All of it.
    pub(super) fn new(site: &Site) -> Result<Self, NoSite> {
        let tip = head(site)?;
        let none =
            |error: SnapshotError| NoSite::Plan(format!("the working tree can't be read: {error}"));
        let mut snapshots = Snapshots::of_checkout(&site.repo, &tip).map_err(none)?;
        let left_out = snapshots.whole("verify").map_err(none)?;
        let whole = site.repo.tree_of(snapshots.last().unwrap_or(&tip))?;
        Ok(Self {
            tree: whole.clone(),
            snapshots,
            whole,
            left_out,
        })
    }

    /// The same with these pages left out of the tree that is verified.
    pub(super) fn without(mut self, site: &Site, pages: &[RelPath]) -> Result<Self, NoSite> {
        self.tree = site.repo.tree_without(&self.whole, pages)?;
        Ok(self)
    }

    /// Looks again; says whether it is still all of this tree, and always was. Where files are in no tree, nobody knows.
    pub(super) fn is(&mut self, tree: &GitId) -> bool {
        let unknown = self.left_out.iter().any(|it| it.why != LeftOutWhy::Remade);
        !unknown && self.look().unwrap_or(false) && self.tree == *tree
    }

    /// Looks again; says whether it is as it was. What was changed meanwhile is another tree, pages included.
    fn look(&mut self) -> Result<bool, SnapshotError> {
        let found = self.snapshots.scan("verify")?;
        let same = found.is_none();
        if let Some(found) = found {
            self.tree = found.tree.clone();
            self.whole = found.tree;
        }
        Ok(same)
    }
}

/// Paths that are named one by one.
const LEFT_OUT_SAID_MAX: usize = 5;

/// What no tree holds can't be compared, and is said.
pub(super) fn left_out(all: &[LeftOut]) -> Option<String> {
    let unknown = all.iter().filter(|it| it.why != LeftOutWhy::Remade);
    let paths: Vec<&str> = unknown.map(|it| it.path.as_str()).collect();
    let named = paths.iter().take(LEFT_OUT_SAID_MAX);
    let named: Vec<String> = named.map(|it| format!("`{it}`")).collect();
    let more = match paths.len().saturating_sub(named.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| {
        let named = named.join(", ");
        format!("not looked at as a change, since it is too large or a repository of its own: {named}{more}")
    })
}

/// What came of the commands.
#[derive(Debug, Default)]
pub(super) struct Ran {
    pub(super) evidence: Vec<Evidence>,
    /// Those that did not end with 0 and leave the tree as it was.
    pub(super) failing: Vec<Failing>,
}

/// A command that did not end with 0, or changed the tree, and all that was kept of what it printed.
#[derive(Debug)]
pub(super) struct Failing {
    pub(super) command: String,
    /// The longest time that it had.
    pub(super) limit: Duration,
    pub(super) exit: Exit,
    pub(super) output: String,
}

/// Runs the commands, one after the other, under a supervisor of their own, and looks for `tests` in what they print.
pub(super) fn run_all(
    (site, policies, by_hand): (&Site, &ledger::options::PolicySet, &ByHand),
    (commands, tests): (&[String], &[String]),
    working: &mut WorkingTree,
    limit: Duration,
    told: &mut impl FnMut(&str),
) -> Result<Ran, NoSite> {
    let mut ran = Ran::default();
    if commands.is_empty() {
        return Ok(ran);
    }
    let (gates, _) = gate::Policies::compile(policies);
    for (at, command) in commands.iter().enumerate() {
        let Some(argv) = shell::argv_of(command)
            .filter(|argv| crate::gate_service::may_verify(&gates, command, argv))
        else {
            told(&format!(
                "not run, since it is no declared plain command: {command}"
            ));
            continue;
        };
        told(&format!("running: {command}"));
        let mut job = Command::new(argv, site.repo.root.clone());
        job.timeout = limit;
        job.merge_stderr = true;
        let root = site.repo.root.as_path();
        let output = by_hand.run(job, |env| importing(in_place(root), env));
        let (tree, whole) = (working.tree.clone(), working.whole.clone());
        let unchanged = working.look().unwrap_or(false);
        if !unchanged {
            told(&changed(site, command, (&whole, &working.whole)));
        }
        let shown = root.display().to_string();
        let mut record = record((at, limit), command, &output, (tree, &shown), unchanged);
        record.tests = (!tests.is_empty()).then(|| verify::tests_in(&output.stdout.text, tests));
        ran.evidence.push(record);
        if output.exit != Exit::Exited(0) && by_hand.is_held() && ran.failing.is_empty() {
            told(HELD);
        }
        if output.exit != Exit::Exited(0) || !unchanged {
            ran.failing.push(Failing {
                command: command.clone(),
                limit,
                exit: output.exit,
                output: output.stdout.text,
            });
        }
    }
    Ok(ran)
}

/// What a command that fails may lack.
const HELD: &str = "it ran in a sandbox: without the network but for its own loopback and what `network.allow` names, your home folder but for toolchains, and files outside of \
                    the checkout; `network.allow`, `sandbox.read` and `sandbox.verify` of your own configuration open that";

/// Files that are named where a command changed some.
const CHANGED_SAID_MAX: usize = 3;

/// What a command did to the tree: from there on, what is run is run on another one.
fn changed(site: &Site, command: &str, (before, after): (&GitId, &GitId)) -> String {
    let files = site.repo.changes(before, after).unwrap_or_default();
    let named = files.iter().take(CHANGED_SAID_MAX);
    let named: Vec<String> = named.map(|it| format!("`{}`", it.path)).collect();
    let more = match files.len().saturating_sub(CHANGED_SAID_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "`{command}` did not leave the tree as it was: {}{more}; neither it nor what is run after it is evidence for the tree \
         that is verified (what commands make is no part of the tree where git ignores it)",
        named.join(", ")
    )
}

fn record(
    (at, limit): (usize, Duration),
    command: &str,
    output: &Output,
    (tree, root): (GitId, &str),
    tree_unchanged: bool,
) -> Evidence {
    let act = ActId(u64::try_from(at).unwrap_or(0).saturating_add(1));
    let exit_code = match output.exit {
        Exit::Exited(code) => Some(code),
        Exit::Signalled(_)
        | Exit::TimedOut
        | Exit::Exceeded(_)
        | Exit::NotStarted(_)
        | Exit::Cancelled
        | Exit::Lost => None,
    };
    let tail: Vec<&str> = output.stdout.text.lines().rev().take(30).collect();
    let tail: Vec<&str> = tail.into_iter().rev().collect();
    Evidence {
        id: format!("e{}", act.0),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act,
        producer_trace_id: String::new(),
        command: Some(command.to_owned()),
        exit_code,
        tree: Some(tree),
        tree_unchanged,
        output: Hash::of(output.stdout.text.as_bytes()),
        // Where it was run is no part of what came of it.
        tail: crate::ingress_redaction::output(&tail.join("\n")).replace(root, "."),
        source_refs: Vec::new(),
        tests: None,
        end: match &output.exit {
            Exit::Exited(_) | Exit::Cancelled | Exit::Lost => End::Exited,
            Exit::Signalled(signal) => End::Signalled(*signal),
            Exit::TimedOut => End::TimedOut(u32::try_from(limit.as_secs()).unwrap_or(u32::MAX)),
            Exit::Exceeded(what) => End::Exceeded(what.clone()),
            Exit::NotStarted(why) => End::NotStarted(why.clone()),
        },
        failure: None,
        opened: Vec::new(),
        created_ms: now_ms(),
        duration_ms: u64::try_from(output.duration.as_millis()).unwrap_or(u64::MAX),
    }
}
