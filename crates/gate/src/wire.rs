//! `gate check` as JSON lines: one tool call a line in, one decision a line out. The shape is in `docs/gate-check.md`;
//! changing it is a decision.

use std::borrow::Cow;

use ledger::facts::{Fact, Question};
use ledger::gate::{Authorisation, Checkpoint, Finding, GateDecision, NextAction, Verdict};
use ledger::ids::{Hash, RelPath, TaskId};
use ledger::phase::{Mode, Phase, Role};
use ledger::plan::Task;
use ledger::proposal::Proposal;
use ledger::scope::Scope;
use serde::{Deserialize, Serialize};
use shell::argv_of;

use crate::context::Context;
use crate::decide::{checkpoints_of, conclude, decide, stricter};
use crate::finding::soft_with;
use crate::needs::{gather, needs};
use crate::policy_set::Policies;
use crate::subject::{Delegation, Subject};

mod args;
mod hook;
mod tools;

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
    /// What has to be known first to judge it; the answers may lead to more: see [`CheckLine::gather`].
    #[must_use]
    pub fn needs(&self, base: &Context<'_>) -> Vec<Question> {
        match &self.what {
            What::Proposal(proposal) => needs(proposal, base),
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

#[derive(Serialize)]
struct OutLine<'a> {
    id: &'a str,
    decision: Verdict,
    checkpoint: Checkpoint,
    findings: &'a [Finding],
    trace_id: &'a str,
}

#[derive(Serialize)]
struct UnreadLine<'a> {
    id: Option<&'a str>,
    decision: Verdict,
    checkpoint: Checkpoint,
    findings: &'a [Finding],
    trace_id: &'a str,
    error: &'a str,
}

/// One decision as a line, without its end.
#[must_use]
pub fn write_line(id: &str, decision: &GateDecision) -> String {
    let line = OutLine {
        id,
        decision: decision.verdict,
        checkpoint: decision.checkpoint,
        findings: &decision.findings,
        trace_id: &decision.trace_id,
    };
    serde_json::to_string(&line).unwrap_or_else(|_| write_unread(Some(id), "it can't be written"))
}

/// The decision about a line that could not be read: nobody knows what it would do, so it asks.
#[must_use]
pub fn unread(why: &str) -> GateDecision {
    let next = NextAction::Run {
        command: "`gate check` with a tool and arguments that it knows; without that, ask a person"
            .to_owned(),
    };
    let found = soft_with("tool-gateway", "unread-call", why, next);
    conclude(Checkpoint::PreTool, &Hash::of(why.as_bytes()), vec![found])
}

/// The answer to a line that could not be read.
#[must_use]
pub fn write_unread(id: Option<&str>, why: &str) -> String {
    let decision = unread(why);
    let line = UnreadLine {
        id,
        decision: decision.verdict,
        checkpoint: decision.checkpoint,
        findings: &decision.findings,
        trace_id: &decision.trace_id,
        error: why,
    };
    serde_json::to_string(&line).unwrap_or_else(|_| r#"{"decision":"deny"}"#.to_owned())
}
