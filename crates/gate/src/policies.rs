//! The policies: one file each, and the table that says where each is asked.
//!
//! A policy is a pure function from what is asked to findings. What it cannot judge it says so, as a soft-deny.

use ledger::gate::{Checkpoint, Finding};

use crate::compiled::Policies;
use crate::context::Context;
use crate::subject::Subject;

/// What is asked, and everything that is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) context: &'a Context<'a>,
    pub(crate) policies: &'a Policies,
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
        $(mod $module;)*

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
    phase_gate,
    command,
    git_safety,
    danger_pattern,
    network,
    verify_command,
    evidence,
    budget,
    consistency,
    untrusted_content,
    delegation,
    context_kept,
    prevent_secrets_commit,
    enforce_pr_description,
    rules,
);

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

/// Whether a policy's missing evidence stays missing in quick mode; an unknown one's does.
pub(crate) fn strict_in_quick(name: &str) -> bool {
    POLICIES
        .iter()
        .find(|policy| policy.info.name == name)
        .is_none_or(|policy| policy.info.strict_in_quick)
}
