//! The policies: one file each, and the table that says where each is asked.
//!
//! A policy is a pure function from what is asked to findings. What it cannot judge it says so, as a soft-deny.

// Plain lines, for rustfmt follows no module that a macro declares. The order of the table is the order of asking.
mod budget;
mod consistency;
mod context_kept;
mod danger_pattern;
mod delegation;
mod enforce_pr_description;
mod evidence;
mod forge_means;
mod git_safety;
mod network;
mod phase_gate;
mod plan;
mod plan_path;
mod prevent_secrets_commit;
mod protected_path;
mod required_evidence;
mod rules;
mod secrets;
mod server_tools;
mod shell_mutation;
mod source_write;
mod taint;
mod tdd;
mod test_integrity;
mod tool_gateway;
mod untrusted_content;
mod verify_command;
mod whole_content;
mod workspace_path;

use ledger::facts::Fact;
use ledger::gate::{Checkpoint, Finding};
use shell::effect::Effect;

use std::cell::OnceCell;
use std::rc::Rc;

use crate::command_effects::{self, Deeds};
use crate::context::Context;
use crate::policy_set::Policies;
use crate::subject::Subject;
use crate::touched_paths::{self, Touch};

/// What is asked, and everything that is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) context: &'a Context<'a>,
    pub(crate) policies: &'a Policies,
    /// What the proposal would do, worked out once, when the first policy wants it.
    pub(crate) deeds: &'a OnceCell<Option<Rc<Deeds>>>,
}

impl<'a> Asked<'a> {
    /// What the proposal would do; `None` where it starts no program.
    pub(crate) fn deeds(&self) -> Option<&'a Deeds> {
        let proposal = self.subject.proposal()?;
        self.deeds
            .get_or_init(|| command_effects::of(proposal, self.context))
            .as_deref()
    }

    /// Every command line that counts as declared: from configuration, from the project, from the caller.
    pub(crate) fn declared(&self) -> Vec<&'a str> {
        let Context {
            facts, declared, ..
        } = self.context;
        let mut all: Vec<&str> = self.policies.declared.iter().map(String::as_str).collect();
        all.extend(declared.iter().map(String::as_str));
        for fact in *facts {
            if let Fact::Declared(lines) = fact {
                all.extend(lines.iter().map(String::as_str));
            }
        }
        all
    }

    /// The effects of the commands that it would start, where they are known.
    pub(crate) fn effects(&self) -> &'a [Effect] {
        match self.deeds() {
            Some(Deeds::Known(effects)) => effects,
            Some(Deeds::Refused { .. }) | None => &[],
        }
    }

    /// The paths that it touches below the worktree, and those that a file tool names.
    pub(crate) fn touches(&self) -> Vec<Touch> {
        self.subject
            .proposal()
            .map(|proposal| touched_paths::touches(proposal, self.deeds()))
            .unwrap_or_default()
    }
}

/// A policy as people see it: for `gate policies` and the documentation.
#[derive(Debug, Clone, Copy)]
pub struct PolicyInfo {
    /// Its name, kebab-case.
    pub name: &'static str,
    /// Where it is asked.
    pub checkpoints: &'static [Checkpoint],
    /// What it holds, in one sentence.
    pub summary: &'static str,
    /// Why it exists.
    pub why: &'static str,
    /// What to do instead of what it refuses.
    pub instead: &'static str,
    /// Lines of `gate check` on which it speaks, each with the rule that does; empty where no tool call shows it.
    pub matches: &'static [(&'static str, &'static str)],
    /// Lines of `gate check` on which it says nothing.
    pub passes: &'static [&'static str],
    /// In quick mode, missing evidence stays missing; other policies only warn then.
    pub strict_in_quick: bool,
}

/// A policy: what people see, and what it does.
pub(crate) struct Policy {
    pub(crate) info: PolicyInfo,
    pub(crate) judge: fn(&Asked<'_>) -> Vec<Finding>,
}

macro_rules! table {
    ($($module:ident),* $(,)?) => {
        /// Every policy, in the order in which they are asked.
        const POLICIES: &[Policy] = &[$($module::POLICY),*];
        /// The same as people see them.
        const INFO: &[PolicyInfo] = &[$($module::POLICY.info),*];
    };
}

table!(
    tool_gateway,
    workspace_path,
    protected_path,
    secrets,
    source_write,
    plan,
    plan_path,
    tdd,
    phase_gate,
    shell_mutation,
    git_safety,
    danger_pattern,
    network,
    server_tools,
    forge_means,
    verify_command,
    evidence,
    required_evidence,
    budget,
    consistency,
    untrusted_content,
    taint,
    test_integrity,
    whole_content,
    delegation,
    context_kept,
    prevent_secrets_commit,
    enforce_pr_description,
    rules,
);

pub use protected_path::sensitive::{decides as decides_how, steering_names};
pub use required_evidence::missing as missing_evidence;
pub(crate) use rules::{Condition, rules_want_branch};
pub use rules::{Probe, exactly};
pub use shell_mutation::{is_about_registry, package_registries};
pub use tdd::shows_red;

pub(crate) use git_safety::{looks, moves_files};

/// Every policy, with where it is asked, what it holds, why, and what to do instead.
#[must_use]
pub fn registry() -> &'static [PolicyInfo] {
    INFO
}

/// The policies asked at a checkpoint.
pub(crate) fn at(checkpoint: Checkpoint) -> impl Iterator<Item = &'static Policy> {
    POLICIES
        .iter()
        .filter(move |policy| policy.info.checkpoints.contains(&checkpoint))
}

/// Whether a finding says that a text gives orders: a task that has read one is tainted.
#[must_use]
pub fn is_order(finding: &Finding) -> bool {
    untrusted_content::is_order(finding)
}

/// Whether what a finding asks for stays owed after its checkpoint, until it is mended or a person has looked.
#[must_use]
pub fn is_owed(finding: &Finding) -> bool {
    [test_integrity::NAME, tdd::NAME].contains(&finding.policy.as_str())
}

/// Whether a policy's missing evidence stays missing in quick mode; an unknown one's does.
pub(crate) fn strict_in_quick(name: &str) -> bool {
    POLICIES
        .iter()
        .find(|policy| policy.info.name == name)
        .is_none_or(|policy| policy.info.strict_in_quick)
}
