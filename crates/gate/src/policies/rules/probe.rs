//! One rule by itself, tried on examples: for checking a file of rules before it counts.

use std::cell::OnceCell;

use std::borrow::Cow;

use ledger::gate::Checkpoint;
use ledger::options::Rule;
use shell::argv_of;

use super::{Matched, matched, text_of};
use crate::context::Context;
use crate::policies::Asked;
use crate::policy_set::{BadRule, CompiledRule, Policies, compiled};
use crate::subject::Subject;
use crate::wire::{self, CheckLine, What};

/// A rule, ready to be tried.
#[derive(Debug)]
pub struct Probe {
    rule: CompiledRule,
    policies: Policies,
}

impl Probe {
    /// Compiles the rule.
    ///
    /// # Errors
    /// What of it can't be used.
    pub fn new(rule: &Rule) -> Result<Self, BadRule> {
        Ok(Self {
            rule: compiled(rule, true)?,
            policies: Policies::none(),
        })
    }

    /// Whether the rule matches an example: a line of `gate check`, or a bare command line.
    ///
    /// # Errors
    /// When the example can't be read, is nothing that rules look at, or it can't be told.
    pub fn tries(&self, example: &str) -> Result<bool, String> {
        let line = wire::read_line(&as_line(example))?;
        let context = Context {
            phase: line.context.phase,
            mode: line.context.mode,
            role: line.context.role,
            branch: line.context.branch.as_deref(),
            open_question: line.context.open_question,
            taint: line.context.taint,
            ..Context::default()
        };
        self.on(&line, &context)
    }

    fn on(&self, line: &CheckLine, context: &Context<'_>) -> Result<bool, String> {
        match &line.what {
            What::Proposal(proposal) => self.on_subject(&Subject::Tool(proposal), context),
            What::Several(all) => all.iter().try_fold(false, |speaks, proposal| {
                let here = self.on_subject(&Subject::Tool(proposal), context)?;
                Ok(speaks || here)
            }),
            What::VerifyCommand(command) => {
                let argv = argv_of(command).unwrap_or_default();
                let argv = argv.as_slice();
                self.on_subject(&Subject::VerifyCommand { command, argv }, context)
            }
            What::ToolResult { .. } => {
                Err("rules look at what is to be done, not at results".to_owned())
            }
        }
    }

    fn on_subject(&self, subject: &Subject<'_>, context: &Context<'_>) -> Result<bool, String> {
        let deeds = OnceCell::new();
        let asked = Asked {
            checkpoint: Checkpoint::PreTool,
            subject,
            context,
            policies: &self.policies,
            deeds: &deeds,
        };
        let Some((tool, text)) = text_of(subject) else {
            return Err("rules don't look at this".to_owned());
        };
        match matched(&asked, &self.rule, tool, &text) {
            Matched::Yes => Ok(true),
            Matched::No => Ok(false),
            Matched::Untold(why) => Err(why),
        }
    }
}

/// A bare command line as the tool call that it stands for.
fn as_line(example: &str) -> Cow<'_, str> {
    if example.trim_start().starts_with('{') {
        return Cow::Borrowed(example);
    }
    let line = serde_json::json!({"tool": "run_command", "args": {"command": example}});
    Cow::Owned(line.to_string())
}
