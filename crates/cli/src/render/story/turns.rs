//! What is told of turns of an agent of somebody else.

use ledger::action::Delegate;
use ledger::observation::{Delegated, Observation, TurnEnd};
use ledger::reply::Reply;

use super::Teller;
use crate::render::style::Mark;
use crate::render::text::{count, first_line, money};

impl Teller {
    /// A turn begins.
    pub(super) fn begins_turn(&mut self, delegate: &Delegate) {
        let how = match delegate.resumes {
            Some(_) => "goes on",
            None => "begins",
        };
        let text = format!("{} {how} with it", delegate.agent);
        self.line(Mark::Go, &text);
    }

    /// A turn is over.
    pub(super) fn delegated(&mut self, delegated: &Delegated, observation: &Observation) {
        self.turns = self.turns.saturating_add(delegated.requests);
        let (TurnEnd::Replied(of) | TurnEnd::Failed { used: of, .. }) = &delegated.end;
        self.spent = self.spent.plus(of.cost);
        match &delegated.end {
            TurnEnd::Replied(reply) => {
                let used = used(reply, observation);
                self.line(Mark::Note, &format!("its turn is over · {used}"));
                let words = first_line(&reply.text);
                self.line(Mark::Note, &format!("claims to be done: “{words}”"));
            }
            TurnEnd::Failed { failure, used: of } => {
                let why = first_line(&failure.message);
                let used = used(of, observation);
                self.line(Mark::Bad, &format!("its turn did not end: {why} · {used}"));
            }
        }
    }
}

fn used(reply: &Reply, observation: &Observation) -> String {
    let seconds = observation.duration_ms / 1000;
    let tenths = observation.duration_ms % 1000 / 100;
    let tokens = reply.usage.map_or(0, |it| it.total());
    let (tokens, cost) = (count(tokens), money(reply.cost));
    format!("{seconds}.{tenths}s · {tokens} tokens · {cost}")
}
