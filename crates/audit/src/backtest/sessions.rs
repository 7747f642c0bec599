//! Back-testing a session of an agent that acts by itself: each call that its hook told of, decided again with the facts
//! that were recorded with it.

use agents::host::{Card, Host};
use agents::judged::{self, Whereabouts};
use agents::session::Session;
use gate::wire::{self, CheckLine};
use gate::{Context, Policies};
use ledger::event::{Decided, Event, Seen};
use ledger::facts::Fact;
use ledger::gate::GateDecision;
use ledger::ids::Seq;
use ledger::session::SessionSeen;
use ledger::wire::v1::Line;

use super::changed::{Changed, Place};
use super::compare;
use super::declared::Candidate;

/// One session under way.
#[derive(Default)]
pub(super) struct Sessions {
    session: Session,
    card: Option<Card>,
    policies: Option<Policies>,
    /// The newest call, until the decision that stands behind it was read.
    waiting: Option<(Seq, Proposed)>,
}

/// A call as it was told of.
struct Proposed {
    tool: String,
    arguments: String,
    cwd: Option<String>,
    facts: Vec<Fact>,
}

impl Sessions {
    /// Takes a line in; the outcome where it decides about a call: whether it changes, and how.
    pub(super) fn take(&mut self, line: &Line, candidate: &Candidate) -> Option<Option<Changed>> {
        let outcome = match (&line.event, self.waiting.take()) {
            (Event::Decided(Decided::Gated(then)), Some((seq, proposed))) => {
                self.again(line, seq, &proposed, then)
            }
            (Event::Seen(Seen::Session(SessionSeen::Opened(opened))), _) => {
                self.card = Host::named(&opened.agent).and_then(|it| it.card().ok());
                self.policies = Some(candidate.for_session(&opened.policies));
                None
            }
            (
                Event::Seen(Seen::Session(SessionSeen::Proposed {
                    tool,
                    arguments,
                    cwd,
                    facts,
                    ..
                })),
                _,
            ) => {
                let proposed = Proposed {
                    tool: tool.clone(),
                    arguments: arguments.clone(),
                    cwd: cwd.clone(),
                    facts: facts.clone(),
                };
                self.waiting = Some((line.seq, proposed));
                None
            }
            (Event::Seen(_) | Event::Decided(_), _) => None,
        };
        self.session.apply(&line.event);
        outcome
    }

    fn again(
        &self,
        line: &Line,
        seq: Seq,
        proposed: &Proposed,
        then: &GateDecision,
    ) -> Option<Option<Changed>> {
        let place = Place {
            run: &line.run,
            seq,
            task: None,
        };
        let then = std::slice::from_ref(then);
        let opened = self.session.opened.as_ref()?;
        let (card, policies) = (self.card.as_ref()?, self.policies.as_ref()?);
        let what = match judged::read(&proposed.tool, &proposed.arguments) {
            Ok(what) => what,
            Err(why) => {
                let decision = wire::unknown_call(&why);
                let action = proposed.tool.clone();
                return Some(compare::compared(place, then, action, &decision, &[]));
            }
        };
        let at = Whereabouts {
            cwd: Some(proposed.cwd.as_deref().unwrap_or(&opened.directory)),
            root: &opened.repository,
        };
        let check = judged::check_line(what, Some(card), &at, self.session.taint);
        let base = Context {
            worktree: Some(&opened.repository),
            facts: &proposed.facts,
            now_ms: line.stamp.at_ms,
            ..Context::default()
        };
        let known: Vec<_> = proposed.facts.iter().map(Fact::question).collect();
        let mut missing = check.needs(&base);
        missing.retain(|it| !known.contains(it));
        let decision = check.decide(&proposed.facts, &base, policies, &[]);
        let action = format!("{} {}", proposed.tool, shown(&check));
        Some(compare::compared(place, then, action, &decision, &missing))
    }
}

/// The action as a person is shown it.
fn shown(check: &CheckLine) -> String {
    let all: Vec<String> = check.proposals().iter().map(gate::canonical).collect();
    all.join("; ")
}
