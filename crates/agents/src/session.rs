//! What is known of a session: a fold over its lines, and what follows from an event.

use std::collections::VecDeque;

use gate::wire::{self, What};
use ledger::event::{Decided, Event, Seen};
use ledger::gate::{GateDecision, Verdict};
use ledger::ids::CallId;
use ledger::report::ReportStatus;
use ledger::session::{Canary, HookAnswer, SessionDecided, SessionOpened, SessionSeen};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::host::Honours;
use crate::judged;
use crate::words::{CANARY, SENT_BACK, asked, not_asked, refused};

/// Calls that are remembered: one that returns later than so many others counts as one about which nobody was asked.
const CALLS_MAX: usize = 300;
/// Times that a session is sent back at most, whatever is said in between.
const SENT_BACK_MAX: u64 = 20;

/// What is known of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Session {
    /// How it began last.
    pub opened: Option<SessionOpened>,
    /// The newest calls that were asked about, with what was answered.
    calls: VecDeque<(CallId, Option<HookAnswer>)>,
    /// Texts from outside that the agent has read.
    pub taint: u32,
    /// Whether something was let through since the last verification that may have changed the work.
    pub worked: bool,
    /// Whether it was sent back since somebody last spoke to it.
    sent_back: bool,
    /// Where the canary stands.
    pub canary: CanaryState,
    /// Why its refusals count as advice, if they do.
    pub lowered: Option<String>,
    /// Why it ended, if it did.
    pub ended: Option<String>,
    /// What the last verification said.
    pub verified: Option<ReportStatus>,
    /// What was counted.
    pub counts: Counts,
}

/// Where the canary stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CanaryState {
    /// The agent was not told of one.
    #[default]
    None,
    /// It was told, and has not tried yet.
    Set {
        /// The word.
        word: String,
    },
    /// It tried, and was refused.
    Tried,
    /// A refusal was seen to bind, here or earlier.
    Bound,
    /// One was seen not to.
    Unbound,
}

/// What was counted in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Things that somebody said to the agent.
    pub prompts: u64,
    /// Calls that were asked about.
    pub calls: u64,
    /// Of these, refused.
    pub denied: u64,
    /// Of these, put to the person.
    pub asked: u64,
    /// Results in which something was masked.
    pub masked: u64,
    /// Times that it was sent back.
    pub sent_back: u64,
    /// Verifications.
    pub verifications: u64,
    /// Of these, passed.
    pub passed: u64,
    /// Events that could not be read.
    pub unread: u64,
}

impl Counts {
    /// The sum of both.
    #[must_use]
    pub fn plus(&self, other: &Counts) -> Counts {
        Counts {
            prompts: self.prompts.saturating_add(other.prompts),
            calls: self.calls.saturating_add(other.calls),
            denied: self.denied.saturating_add(other.denied),
            asked: self.asked.saturating_add(other.asked),
            masked: self.masked.saturating_add(other.masked),
            sent_back: self.sent_back.saturating_add(other.sent_back),
            verifications: self.verifications.saturating_add(other.verifications),
            passed: self.passed.saturating_add(other.passed),
            unread: self.unread.saturating_add(other.unread),
        }
    }
}

impl Session {
    /// Takes a line in. One that does not fit changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Seen(Seen::Session(seen)) => self.saw(seen),
            Event::Decided(Decided::Session(decided)) => self.decided(decided),
            Event::Decided(Decided::Reported(report)) => {
                self.worked = false;
                self.verified = Some(report.status);
                add(&mut self.counts.verifications);
                if report.status == ReportStatus::Passed {
                    add(&mut self.counts.passed);
                }
            }
            Event::Seen(_) | Event::Decided(_) => {}
        }
    }

    /// Takes in what was seen.
    pub fn saw(&mut self, seen: &SessionSeen) {
        match seen {
            SessionSeen::Opened(opened) => {
                self.opened = Some((**opened).clone());
                self.ended = None;
            }
            SessionSeen::Prompted { text } => {
                add(&mut self.counts.prompts);
                // Some agents tell of what a hook sent them back with as if somebody had said it.
                if !text.contains(SENT_BACK) {
                    self.sent_back = false;
                }
            }
            SessionSeen::Proposed {
                call,
                tool,
                arguments,
                ..
            } => {
                add(&mut self.counts.calls);
                self.calls.retain(|(id, _)| id != call);
                if self.calls.len() >= CALLS_MAX {
                    self.calls.pop_front();
                }
                self.calls.push_back((call.clone(), None));
                if self.is_canary(arguments) {
                    self.canary = CanaryState::Tried;
                }
                self.worked |= may_change(tool, arguments);
            }
            SessionSeen::Returned {
                call, tool, masked, ..
            } => {
                if let Some((_, answer)) = self.call_mut(call) {
                    // Once it has come back, nothing is concluded from it any more.
                    *answer = Some(HookAnswer::Pass);
                }
                if !masked.is_empty() {
                    add(&mut self.counts.masked);
                }
                if wire::brings_outside(tool) {
                    self.taint = self.taint.saturating_add(1);
                }
            }
            SessionSeen::Canary(canary) => self.canary(canary),
            SessionSeen::Unread { .. } => add(&mut self.counts.unread),
            SessionSeen::Ended { reason } => self.ended = Some(reason.clone()),
            SessionSeen::Working { .. }
            | SessionSeen::SaidDone { .. }
            | SessionSeen::NotVerified { .. }
            | SessionSeen::Noted { .. } => {}
        }
    }

    fn canary(&mut self, canary: &Canary) {
        self.canary = match canary {
            Canary::Set { word } => CanaryState::Set { word: word.clone() },
            Canary::Bound | Canary::Known { .. } => CanaryState::Bound,
            Canary::Unbound { .. } | Canary::Unasked { .. } => CanaryState::Unbound,
        };
    }

    /// Takes in what was decided.
    pub fn decided(&mut self, decided: &SessionDecided) {
        match decided {
            SessionDecided::Answered { call, answer, .. } => {
                if let Some((_, slot)) = call.as_ref().and_then(|it| self.call_mut(it)) {
                    *slot = Some(*answer);
                }
                match answer {
                    HookAnswer::Deny => add(&mut self.counts.denied),
                    HookAnswer::Ask => add(&mut self.counts.asked),
                    HookAnswer::SentBack => {
                        add(&mut self.counts.sent_back);
                        self.sent_back = true;
                    }
                    HookAnswer::Pass | HookAnswer::Replaced | HookAnswer::Told => {}
                }
            }
            SessionDecided::TrustLowered { why } => self.lowered = Some(why.clone()),
        }
    }

    /// Whether this call was refused, and no other answer was given since.
    #[must_use]
    pub fn was_denied(&self, call: &CallId) -> bool {
        let denied = Some(HookAnswer::Deny);
        self.calls
            .iter()
            .any(|(id, answer)| id == call && *answer == denied)
    }

    /// Whether the hook was asked about this call, as far back as is remembered.
    #[must_use]
    pub fn was_asked(&self, call: &CallId) -> bool {
        self.calls.iter().any(|(id, _)| id == call)
    }

    fn call_mut(&mut self, call: &CallId) -> Option<&mut (CallId, Option<HookAnswer>)> {
        self.calls.iter_mut().rev().find(|(id, _)| id == call)
    }

    /// Whether a refusal has been seen to bind by now: something was refused, and the agent went on without it.
    #[must_use]
    pub fn shows_bound(&self) -> bool {
        let is_open = match self.canary {
            CanaryState::None | CanaryState::Set { .. } | CanaryState::Tried => true,
            CanaryState::Bound | CanaryState::Unbound => false,
        };
        is_open
            && self
                .calls
                .iter()
                .any(|(_, answer)| *answer == Some(HookAnswer::Deny))
    }

    /// Whether a call with these arguments tries the canary.
    #[must_use]
    pub fn is_canary(&self, arguments: &str) -> bool {
        match &self.canary {
            CanaryState::Set { word } => arguments.contains(&format!("{CANARY}{word}")),
            CanaryState::None | CanaryState::Tried | CanaryState::Bound | CanaryState::Unbound => {
                false
            }
        }
    }

    /// Whether it may be sent back when it says that it is done: once, until somebody speaks to it again.
    #[must_use]
    pub fn may_be_sent_back(&self) -> bool {
        !self.sent_back && self.counts.sent_back < SENT_BACK_MAX
    }

    /// What is answered to a call, given what the gates say of it. `command` is the command line that it would run, if it is one.
    #[must_use]
    pub fn answer(
        &self,
        honours: Honours,
        unattended: bool,
        decision: &GateDecision,
        command: Option<&str>,
    ) -> Answer {
        match decision.verdict {
            Verdict::Allow => Answer::Pass,
            Verdict::Deny => Answer::Deny(refused(decision)),
            Verdict::Ask if honours.ask && !unattended && self.lowered.is_none() => {
                Answer::Ask(asked(decision))
            }
            Verdict::Ask => Answer::Deny(not_asked(decision, command)),
        }
    }
}

fn add(count: &mut u64) {
    *count = count.saturating_add(1);
}

/// Whether a call may have changed what is worked on, as far as that can be told. What can't be read may.
#[must_use]
pub fn may_change(tool: &str, arguments: &str) -> bool {
    match judged::read(tool, arguments) {
        Ok(What::Proposal(proposal)) => !proposal.only_looks(),
        Ok(What::Several(all)) => all.iter().any(|it| !it.only_looks()),
        Ok(What::VerifyCommand(_) | What::ToolResult { .. }) => false,
        Err(_) => true,
    }
}
