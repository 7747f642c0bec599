//! `git-safety`: agents work on their own branch, throw nothing away unasked, take nothing from others, and push
//! nowhere but to the origin of their branch.
//!
//! What git's options read, write, run or connect to is in its program model and judged as effects; here is what
//! depends on the branch, the phase, the directory and the remote.

use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::phase::Phase;
use ledger::proposal::Proposal;
use shell::display::joined;
use shell::effect::What;
use shell::git::call::Call;
use shell::git::message::speaks_for;
use shell::lookup::{self, Known};
use shell::place::Place;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, finding, run, soft, stop, use_path, wait_for};

mod examples;
mod history;
mod push;
mod settings;
mod verbs;

const NAME: &str = "git-safety";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "Git may look everywhere, and work on the task's own branch; throwing work away asks; other branches, whole histories, settings and forced pushes are left alone.",
        why: "One forced push, one cleaned worktree or one hook undoes what every other gate holds.",
        instead: "Commit on the task's own branch; the harness merges and pushes what was verified.",
        matches: examples::MATCHES,
        passes: examples::PASSES,
        strict_in_quick: true,
    },
    judge,
};

/// What a git command comes to.
pub(super) enum Comes {
    /// It only looks.
    Looks,
    /// It changes the worktree, the index or the branch in ways that can be taken back.
    Works,
    /// It does, and adds to the branch that is checked out.
    Commits,
    /// It asks the origin for what is new.
    Fetches,
    /// It is the phase's task to push; the push itself is in order.
    Delivers,
    /// A person decides.
    Asks(&'static str, String),
    /// Nobody may.
    Denied(&'static str, String),
}

/// What is known while the commands of one proposal are gone through.
struct Walk<'a> {
    asked: &'a Asked<'a>,
    /// The branch that is checked out.
    branch: Option<String>,
    /// Remotes that the commands before made.
    remotes: Vec<String>,
}

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let branch = match lookup::branch(asked.context.facts) {
        Known::Yes(branch) => branch,
        Known::No(_) => None,
        Known::Unasked => asked.context.branch,
    };
    let mut walk = Walk {
        asked,
        branch: branch.map(str::to_owned),
        remotes: Vec::new(),
    };
    let mut out = Vec::new();
    if let Proposal::Commit { message } = proposal {
        out.extend(walk.commits());
        out.extend(speaks_for(message).map(|line| {
            let shown: String = line.chars().take(60).collect();
            soft(
                NAME,
                "forges-approval",
                format!("`{shown}` speaks for a person"),
            )
        }));
    }
    for effect in asked.effects() {
        if let What::Git { argv, directory } = &effect.what {
            let shown = format!("git {}", joined(argv));
            let found = walk.one(argv, directory.as_ref());
            out.extend(found.into_iter().map(|it| about(it, &shown)));
        }
    }
    out.dedup();
    out
}

/// Whether git takes files away or gives them another name, and runs nothing of the repository's for it.
pub(crate) fn moves_files(call: &Call) -> bool {
    matches!(call.verb.as_str(), "mv" | "rm")
}

/// Whether a git command only looks.
pub(crate) fn looks(argv: &[String]) -> bool {
    Call::of(argv).is_some_and(|call| verbs::looks(&call))
}

impl Walk<'_> {
    fn one(&mut self, argv: &[String], directory: Option<&Place>) -> Vec<Finding> {
        let Some(call) = Call::of(argv) else {
            return vec![soft(NAME, "not-understood", "what git does is not known")];
        };
        let comes = verbs::comes(self, &call);
        let mut out = self.found(&comes, &call);
        out.extend(elsewhere(&comes, directory));
        if call.has(&["no-verify"]) || (call.verb == "commit" && call.has(&["n"])) {
            let message = "it leaves out the project's own hooks";
            out.push(soft(NAME, "skips-hooks", message));
        }
        self.moves_on(&call);
        out
    }

    fn found(&self, comes: &Comes, call: &Call) -> Vec<Finding> {
        let asked = self.asked;
        let phase = asked.context.phase;
        match comes {
            Comes::Looks => Vec::new(),
            // Of the files that go or get another name `shell-mutation` says whether they may without a sandbox.
            Comes::Works if moves_files(call) => out_of_phase(phase).into_iter().collect(),
            Comes::Works => out_of_phase(phase)
                .into_iter()
                .chain(self.unguarded())
                .collect(),
            Comes::Commits => {
                let findings = out_of_phase(phase).into_iter().chain(self.commits());
                findings.chain(self.unguarded()).collect()
            }
            Comes::Fetches | Comes::Delivers if phase == Phase::Merging => Vec::new(),
            Comes::Fetches => Vec::new(),
            Comes::Delivers => {
                let message = format!("branches are pushed in `merging`; the run is in `{phase}`");
                vec![soft(NAME, "push", message)]
            }
            Comes::Asks(id, message) => vec![soft(NAME, id, message)],
            Comes::Denied(id, message) => vec![self.denied(id, message)],
        }
    }

    fn denied(&self, id: &str, message: &str) -> Finding {
        let own = self.branch.as_ref().map_or_else(
            || "the task's own branch".to_owned(),
            |branch| format!("branch {branch}"),
        );
        let next = match id {
            "force-push-protected" | "push-protected" | "protected-branch" => use_path(own),
            "push-foreign" | "force-push" | "delete-remote" => {
                wait_for("the harness, which pushes what was verified")
            }
            _ => stop("leave it, or ask a person"),
        };
        finding(Severity::HardDeny, NAME, id, message, next)
    }

    /// Without a sandbox only what looks runs unasked: hooks, filters and drivers of the repository run with the rest.
    fn unguarded(&self) -> Option<Finding> {
        let proposal = self.asked.subject.proposal();
        let started = !matches!(proposal, Some(Proposal::Commit { .. }));
        (started && !self.asked.context.sandboxed).then(|| {
            let message = "there is no sandbox here, so git changes nothing unasked";
            finding(
                Severity::SoftDeny,
                NAME,
                "no-sandbox",
                message,
                use_path("the commit tool"),
            )
        })
    }

    /// Commits go to a branch that is not protected, and that is known.
    fn commits(&self) -> Option<Finding> {
        match self.branch.as_deref() {
            Some(branch) if self.asked.policies.protects_branch(branch) => {
                let message = format!("`{branch}` is protected; commits go to a task's own branch");
                Some(self.denied("protected-branch", &message))
            }
            Some(_) => None,
            None => {
                let message = "which branch a commit would go to is not known";
                Some(soft(NAME, "branch-unknown", message))
            }
        }
    }

    /// What the commands behind this one find.
    fn moves_on(&mut self, call: &Call) {
        let made = ["b", "B", "c", "C", "orphan"];
        match call.verb.as_str() {
            "switch" | "checkout" => {
                if let Some(name) = made.iter().find_map(|name| call.value(name)) {
                    self.branch = Some(name.to_owned());
                } else if let [name] = call.operands.as_slice()
                    && !call.separated
                    && self.asked.policies.protects_branch(name)
                {
                    self.branch = Some(name.clone());
                }
            }
            "remote add" => self.remotes.extend(call.operands.first().cloned()),
            _ => {}
        }
    }

    fn protects(&self, branch: &str) -> bool {
        self.asked.policies.protects_branch(branch)
    }

    /// Whether this is the branch that is checked out.
    fn is_own(&self, branch: &str) -> bool {
        self.branch.as_deref().is_some_and(|own| own == branch)
    }
}

/// Local work belongs to the phases that change something.
fn out_of_phase(phase: Phase) -> Option<Finding> {
    if matches!(phase, Phase::Executing | Phase::Merging) {
        return None;
    }
    let message = format!("git changes nothing in `{phase}`");
    let next = run("the same in phase executing");
    Some(finding(
        Severity::SoftDeny,
        NAME,
        "out-of-phase",
        message,
        next,
    ))
}

/// Another checkout may be looked at with leave, and is changed by nobody.
fn elsewhere(comes: &Comes, directory: Option<&Place>) -> Option<Finding> {
    let place = match directory? {
        Place::Inside { .. } => return None,
        place @ (Place::Home { .. } | Place::Outside { .. } | Place::Unknown { .. }) => place,
    };
    let shown = place.shown();
    let looks = matches!(comes, Comes::Looks | Comes::Fetches);
    if looks || matches!(place, Place::Unknown { .. }) {
        let message = format!("git would work in `{shown}`, with the settings of that repository");
        return Some(soft(NAME, "other-repository", message));
    }
    let message = format!("it changes another checkout, `{shown}`");
    Some(finding(
        Severity::HardDeny,
        NAME,
        "other-checkout",
        message,
        use_path("the worktree"),
    ))
}
