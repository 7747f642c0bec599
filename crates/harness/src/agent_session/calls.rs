//! A call before it is made, and what came of it.

use agents::answer::Answer;
use agents::event::{self, ToolCall};
use agents::judged::{self, Whereabouts};
use agents::words::{canary_refused, unasked, unbound};
use gate::untrusted_text::{self, Channel};
use gate::wire::{self, CheckLine, What};
use ledger::event::{Decided, Event};
use ledger::facts::Fact;
use ledger::gate::GateDecision;
use ledger::proposal::Proposal;
use ledger::session::{Canary, SessionDecided, SessionSeen};
use serde_json::Value;

use super::asked::{Asked, kept};
use super::error::NotAnswered;
use crate::ingress_redaction;

/// Bytes of a call's arguments that a line keeps: more are not judged.
pub(crate) const ARGUMENTS_BYTES_MAX: usize = 2 << 20;

impl Asked<'_> {
    /// A tool is about to be used.
    pub(super) fn before(mut self, call: &ToolCall) -> Result<Answer, NotAnswered> {
        // What the gates see, what the ledger keeps and what a back-test reads are the same bytes.
        let arguments = ingress_redaction::text(&call.input.to_string());
        let cwd = self.elsewhere();
        let is_canary = self.session.is_canary(&arguments);
        let too_long = arguments.len() > ARGUMENTS_BYTES_MAX;
        let (facts, decision) = match too_long {
            true => (
                Vec::new(),
                wire::unknown_call("its arguments are too long to be judged"),
            ),
            false => self.judged(&call.tool, &arguments),
        };
        self.seen(SessionSeen::Proposed {
            call: call.id.clone(),
            tool: kept(&call.tool),
            arguments: if too_long {
                "null".to_owned()
            } else {
                arguments
            },
            cwd,
            facts,
            by_us: false,
        });
        self.line(Event::Decided(Decided::Gated(decision.clone())));
        let answer = match is_canary {
            true => Answer::Deny(canary_refused()),
            false => {
                let what = wire::read_call(&call.tool, call.input.clone()).ok();
                let command = what.as_ref().and_then(judged::command_line);
                let (honours, unattended) = (self.honours, self.event.unattended);
                self.session.answer(honours, unattended, &decision, command)
            }
        };
        self.finish(Some(call.id.clone()), answer)
    }

    /// What the gates say of a call, with what was looked up for it.
    fn judged(&self, tool: &str, arguments: &str) -> (Vec<Fact>, GateDecision) {
        match judged::read(tool, arguments) {
            Ok(what) => self.house.judge(&self.check(what)),
            Err(why) => (Vec::new(), wire::unknown_call(&why)),
        }
    }

    /// Where the agent is, if elsewhere than when the session began.
    fn elsewhere(&self) -> Option<String> {
        let opened = self.session.opened.as_ref()?;
        let cwd = self.event.cwd.as_ref();
        cwd.filter(|it| **it != opened.directory).cloned()
    }

    fn check(&self, what: What) -> CheckLine {
        let root = self.house.root().display().to_string();
        let at = Whereabouts {
            cwd: self.event.cwd.as_deref(),
            root: &root,
        };
        judged::check_line(what, Some(self.card), &at, self.session.taint)
    }

    /// A tool was used.
    pub(super) fn after(
        mut self,
        call: &ToolCall,
        response: &Value,
        failed: bool,
    ) -> Result<Answer, NotAnswered> {
        let was_denied = self.session.was_denied(&call.id) && !failed;
        let was_asked = self.joined || self.session.was_asked(&call.id);
        let channel = channel(call);
        let cleaned = event::with_texts(response, &|text| clean(text, channel));
        let masked = masked(response);
        let shown = wire::texts(cleaned.as_ref().unwrap_or(response));
        let bytes = u64::try_from(wire::texts(response).len()).unwrap_or(u64::MAX);
        self.seen(SessionSeen::Returned {
            call: call.id.clone(),
            tool: kept(&call.tool),
            text: kept(&shown),
            bytes,
            failed,
            masked: masked.clone(),
        });
        let id = call.id.clone();
        let told = if was_denied {
            Some(self.lowered(Canary::Unbound { call: id }, unbound(&call.tool)))
        } else if !was_asked && self.session.lowered.is_none() {
            Some(self.lowered(Canary::Unasked { call: id }, unasked(&call.tool)))
        } else {
            None
        };
        let answer = match (cleaned, told) {
            (Some(response), told) if self.honours.replace => {
                let why = told.unwrap_or_else(|| why_replaced(&masked));
                Answer::Replace { response, why }
            }
            (Some(_) | None, Some(why)) => Answer::Tell(why),
            (Some(_) | None, None) => Answer::Pass,
        };
        self.finish(Some(call.id.clone()), answer)
    }

    /// Something was done that should not have been, or not without a question: from here on refusals count as advice.
    fn lowered(&mut self, canary: Canary, why: String) -> String {
        self.seen(SessionSeen::Canary(canary));
        let lowered = SessionDecided::TrustLowered { why: why.clone() };
        self.line(Event::Decided(Decided::Session(lowered)));
        why
    }
}

/// The door through which what a tool brings back comes in.
pub(crate) fn channel(call: &ToolCall) -> Channel {
    let of = |proposal: &Proposal| untrusted_text::channel_of(proposal.tool());
    match wire::read_call(&call.tool, call.input.clone()) {
        Ok(What::Proposal(proposal)) => of(&proposal),
        Ok(What::Several(all)) => all.first().map_or(Channel::File, of),
        Ok(What::VerifyCommand(_)) => Channel::Command,
        Ok(What::ToolResult { .. }) | Err(_) => Channel::Tool,
    }
}

/// A text as the agent may see it: secrets masked, and cleaned unless it stands in a file that the agent is to change.
pub(crate) fn clean(text: &str, channel: Channel) -> String {
    match channel {
        Channel::File => ingress_redaction::text(text),
        Channel::Command
        | Channel::Page
        | Channel::Tool
        | Channel::Agent
        | Channel::Issue
        | Channel::Instructions => ingress_redaction::foreign(text, channel),
    }
}

/// What kinds of secrets stand in a response.
pub(crate) fn masked(response: &Value) -> Vec<String> {
    let found = gate::redact(&wire::texts(response)).found;
    let mut kinds: Vec<String> = found.iter().map(|it| it.kind.to_owned()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

pub(crate) fn why_replaced(masked: &[String]) -> String {
    match masked {
        [] => "hidden or misleading characters were taken out of the result".to_owned(),
        kinds => format!("masked in the result: {}", kinds.join(", ")),
    }
}
