//! `gate check` as JSON lines: one tool call a line in, one decision a line out. The shape is in `docs/gate-check.md`;
//! changing it is a decision.

use std::borrow::Cow;

use ledger::facts::{Fact, Question};
use ledger::forge::MeansKind;
use ledger::gate::{Authorisation, Checkpoint, GateDecision, Verdict};
use ledger::ids::{Hash, RelPath, TaskId};
use ledger::phase::{Mode, Phase, Role};
use ledger::plan::Task;
use ledger::proposal::Proposal;
use ledger::scope::Scope;
use serde::Deserialize;
use shell::argv_of;

use crate::context::{Context, ForgeLeave};
use crate::decide::{checkpoints_of, conclude, decide, stricter};
use crate::needs::{gather, needs};
use crate::policy_set::Policies;
use crate::subject::{Delegation, Subject};

mod answers;
mod args;
mod hook;
mod near;
mod patch;
pub mod server_tool;
mod takes;
mod tools;

pub use answers::{unknown_call, unread, write_line, write_unread};
pub use hook::texts;
use takes::Takes;

/// Longest line, in bytes.
const LINE_BYTES_MAX: usize = 8 << 20;
/// Deepest delegation that a line is judged under.
const DEPTH_MAX: u32 = 1;
/// Most delegations at once that a line is judged under.
const RUNNING_MAX: u32 = 4;

/// One line, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckLine {
    /// Names the line; comes back with the decision.
    pub id: String,
    /// What is asked.
    pub what: What,
    /// In which situation.
    pub context: LineContext,
}

/// What a line asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// May this be done?
    Proposal(Proposal),
    /// May all of this be done? Nothing at all where the tool touches neither files nor programs nor the network.
    Several(Vec<Proposal>),
    /// May this run as evidence?
    VerifyCommand(String),
    /// May this result be used?
    ToolResult {
        /// The tool that it came from.
        tool: String,
        /// What came back.
        content: String,
    },
}

/// The situation that a line describes; what it leaves out is the usual case: executing, normal, generator, no plan limits.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LineContext {
    /// Phase of the run.
    pub phase: Phase,
    /// How strong the gates are.
    pub mode: Mode,
    /// Whose hand it would be.
    pub role: Role,
    /// The worktree's directory: where the caller looks facts up.
    pub cwd: String,
    /// What the plan approved: files, and `{"folder": "src"}` or `{"pattern": "src/*.rs"}`; `None`: no plan limits.
    pub plan_files: Option<Scope>,
    /// Files that the plan says may be deleted.
    pub plan_deletes: Vec<RelPath>,
    /// The branch of the worktree.
    pub branch: Option<String>,
    /// Branches that are protected besides the configured ones.
    pub protected_branches: Vec<String>,
    /// Commands that are declared besides the configured ones.
    pub declared: Vec<String>,
    /// The task is test first.
    pub tdd: bool,
    /// A declared command was seen to fail after the task had written a test.
    pub red: bool,
    /// A question to a person stands open.
    pub open_question: bool,
    /// Texts from outside that were read before.
    pub taint: u32,
    /// The forge that the run is about, and what may be done there.
    pub forge: Option<LineForge>,
}

/// What a line says of a forge.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineForge {
    /// Its host.
    pub host: String,
    /// The tools that the task has for it.
    #[serde(default)]
    pub means: Vec<MeansKind>,
    /// The issues and pull requests that it may comment on.
    #[serde(default)]
    pub numbers: Vec<u64>,
    /// Whether no file may change.
    #[serde(default)]
    pub talks_only: bool,
}

impl LineForge {
    fn leave(&self) -> ForgeLeave<'_> {
        ForgeLeave {
            host: &self.host,
            means: &self.means,
            numbers: &self.numbers,
            talks_only: self.talks_only,
        }
    }
}

impl Default for LineContext {
    fn default() -> Self {
        Self {
            phase: Phase::Executing,
            mode: Mode::Normal,
            role: Role::Generator,
            cwd: ".".to_owned(),
            plan_files: None,
            plan_deletes: Vec::new(),
            branch: None,
            protected_branches: Vec::new(),
            declared: Vec::new(),
            tdd: false,
            red: false,
            open_question: false,
            taint: 0,
            forge: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    id: Option<serde_json::Value>,
    tool: String,
    #[serde(default)]
    args: serde_json::Value,
    #[serde(default)]
    context: LineContext,
}

/// What a tool of an agent is asked to do, by its name and its arguments there.
///
/// # Errors
/// Why that is not known, in words, for [`unread`].
pub fn read_call(tool: &str, arguments: serde_json::Value) -> Result<What, String> {
    args::what(tool, arguments)
}

/// Whether what this tool brings back comes from outside the repository: pages, and what tools bring of which nothing is known.
#[must_use]
pub fn brings_outside(tool: &str) -> bool {
    let outside = |it: &tools::Tool| matches!(it.takes, Takes::Fetch | Takes::Mcp);
    tools::Tool::named(tool).map_or(true, outside)
}

/// Reads one line.
///
/// # Errors
/// Why it can't be read, in words, for [`unread`]; the rest of the input goes on.
pub fn read_line(line: &str) -> Result<CheckLine, String> {
    if line.len() > LINE_BYTES_MAX {
        return Err("the line is longer than 8 MiB".to_owned());
    }
    let unread = |error: serde_json::Error| format!("the line can't be read: {error}");
    if line.contains(hook::MARK) {
        let value = serde_json::from_str(line).map_err(unread)?;
        if hook::is_one(&value) {
            return hook::read(value);
        }
    }
    let raw: RawLine = serde_json::from_str(line).map_err(unread)?;
    Ok(CheckLine {
        id: raw.id.map(name_of).unwrap_or_default(),
        what: args::what(&raw.tool, raw.args)?,
        context: raw.context,
    })
}

/// The `id` of a line that can't be read otherwise, if it has one.
#[must_use]
pub fn id_of(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Only {
        id: Option<serde_json::Value>,
        tool_use_id: Option<serde_json::Value>,
    }
    let short = line.len() <= LINE_BYTES_MAX;
    let only: Only = serde_json::from_str(line).ok().filter(|_| short)?;
    only.id.or(only.tool_use_id).map(name_of)
}

fn name_of(id: serde_json::Value) -> String {
    match id.as_str() {
        Some(id) => id.to_owned(),
        None => id.to_string(),
    }
}

impl CheckLine {
    /// What it proposes: nothing where it asks about evidence or a result.
    #[must_use]
    pub fn proposals(&self) -> &[Proposal] {
        match &self.what {
            What::Proposal(proposal) => std::slice::from_ref(proposal),
            What::Several(all) => all,
            What::VerifyCommand(_) | What::ToolResult { .. } => &[],
        }
    }

    /// What has to be known first to judge it; the answers may lead to more: see [`CheckLine::gather`].
    #[must_use]
    pub fn needs(&self, base: &Context<'_>) -> Vec<Question> {
        match &self.what {
            What::Proposal(proposal) => needs(proposal, base),
            What::Several(all) => all.iter().flat_map(|it| needs(it, base)).collect(),
            What::VerifyCommand(_) => vec![Question::Declared],
            What::ToolResult { .. } => Vec::new(),
        }
    }

    /// The facts that judging it needs: `look` answers questions, each with one fact.
    pub fn gather(
        &self,
        base: &Context<'_>,
        mut look: impl FnMut(&[Question]) -> Vec<Fact>,
    ) -> Vec<Fact> {
        match &self.what {
            What::Proposal(proposal) => gather(proposal, base, look),
            What::Several(all) => {
                let mut facts: Vec<Fact> = Vec::new();
                for proposal in all {
                    let new = gather(proposal, base, &mut look);
                    let known: Vec<Question> = facts.iter().map(Fact::question).collect();
                    facts.extend(new.into_iter().filter(|it| !known.contains(&it.question())));
                }
                facts
            }
            What::VerifyCommand(_) | What::ToolResult { .. } => look(&self.needs(base)),
        }
    }

    /// Judges it: the strictest of its checkpoints' decisions; when none blocks, the last. `base` says what the line
    /// can't: the worktree's directory, whether there is a sandbox, the time.
    #[must_use]
    pub fn decide(
        &self,
        facts: &[Fact],
        base: &Context<'_>,
        policies: &Policies,
        authorisations: &[Authorisation],
    ) -> GateDecision {
        let mut decisions = self
            .decisions(facts, base, policies, authorisations)
            .into_iter();
        let first = decisions.next().unwrap_or_else(nothing);
        decisions.fold(first, |so_far, next| {
            if so_far.verdict == Verdict::Allow {
                next
            } else {
                stricter(so_far, next)
            }
        })
    }

    /// Judges it at every checkpoint that it passes, in order.
    #[must_use]
    pub fn decisions(
        &self,
        facts: &[Fact],
        base: &Context<'_>,
        policies: &Policies,
        authorisations: &[Authorisation],
    ) -> Vec<GateDecision> {
        let task = self.task();
        let context = Context {
            phase: self.context.phase,
            mode: self.context.mode,
            role: self.context.role,
            branch: self.context.branch.as_deref().or(base.branch),
            task: task.as_ref().or(base.task),
            red: self.context.red,
            open_question: self.context.open_question,
            taint: self.context.taint.max(base.taint),
            forge: self.context.forge.as_ref().map(LineForge::leave),
            facts,
            declared: &self.context.declared,
            ..*base
        };
        let policies = self.policies(policies);
        let ask = |(checkpoint, subject): (Checkpoint, Subject<'_>)| {
            decide(checkpoint, &subject, &context, &policies, authorisations)
        };
        match &self.what {
            What::Proposal(proposal) => asked(proposal).into_iter().map(ask).collect(),
            What::Several(all) if all.is_empty() => {
                vec![conclude(Checkpoint::PreTool, &Hash::of(b""), Vec::new())]
            }
            What::Several(all) => all.iter().flat_map(asked).map(ask).collect(),
            What::VerifyCommand(command) => {
                // What is not plain has no argv; `verify-command` says so.
                let argv = argv_of(command).unwrap_or_default();
                let argv = argv.as_slice();
                vec![ask((
                    Checkpoint::PreVerifyCommand,
                    Subject::VerifyCommand { command, argv },
                ))]
            }
            What::ToolResult { tool, content } => {
                let subject = Subject::ToolResult {
                    tool,
                    text: content,
                    untrusted: true,
                    cleaned: &[],
                };
                vec![ask((Checkpoint::PostTool, subject))]
            }
        }
    }

    fn task(&self) -> Option<Task> {
        if self.context.plan_files.is_none() && !self.context.tdd {
            return None;
        }
        let files = self.context.plan_files.clone().unwrap_or_default();
        // A plan that names no file lets nothing be written, unlike a task without limits: quick mode says nothing.
        let id = TaskId::new("check").ok()?;
        Some(Task {
            files,
            deletes: self.context.plan_deletes.clone(),
            tdd: self.context.tdd,
            ..Task::in_words(id, String::new(), String::new())
        })
    }

    fn policies<'a>(&self, base: &'a Policies) -> Cow<'a, Policies> {
        if self.context.protected_branches.is_empty() {
            Cow::Borrowed(base)
        } else {
            Cow::Owned(base.with_branches(&self.context.protected_branches))
        }
    }
}

/// What is asked about a proposal, and where.
fn asked(proposal: &Proposal) -> Vec<(Checkpoint, Subject<'_>)> {
    let mut out = vec![(Checkpoint::PreTool, Subject::Tool(proposal))];
    if checkpoints_of(proposal).contains(&Checkpoint::PreWrite) {
        out.push((Checkpoint::PreWrite, Subject::Write(proposal)));
    }
    if let Proposal::Delegate { role, task } = proposal {
        out.push((Checkpoint::PreDelegation, delegation(role, task)));
    }
    out
}

/// A decision about nothing: it denies.
fn nothing() -> GateDecision {
    GateDecision {
        checkpoint: Checkpoint::PreTool,
        verdict: Verdict::Deny,
        findings: Vec::new(),
        trace_id: String::new(),
    }
}

fn delegation<'a>(role: &'a str, task: &'a str) -> Subject<'a> {
    Subject::Delegation(Delegation {
        role,
        task,
        depth: 0,
        depth_max: DEPTH_MAX,
        running: 0,
        running_max: RUNNING_MAX,
    })
}
