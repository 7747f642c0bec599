//! What came of a turn: from what the agent printed and how its program ended.

use agents::turn::Turn;
use ledger::money::{Usage, Usd};
use ledger::observation::{Delegated, Observation, Outcome, Status, TurnEnd};
use ledger::options::Budget;
use ledger::reply::{self, Asked, FailureKind, ModelFailure, Reply};
use model::price::Prices;

use crate::config::published;

/// Tokens of a prompt by which a price is chosen where it depends on that.
const PROMPT_TOKENS: u32 = 100_000;

/// How a turn is told of.
pub(crate) struct Ended<'a> {
    /// The agent, as it is configured.
    pub(crate) agent: &'a str,
    /// The model that it was told to use.
    pub(crate) model: Option<&'a str>,
    pub(crate) budget: &'a Budget,
    /// Whether it goes on after a turn, until we end it.
    pub(crate) waits_for_more: bool,
    /// What the agent has used in its session before.
    pub(crate) before: Usage,
    /// Why we ended it ourselves, if we did.
    pub(crate) stopped: Option<String>,
}

/// The observation of a turn: `plain` is how the program ended, with what it complained of.
pub(crate) fn ended(mut turn: Turn, mut plain: Observation, how: &Ended<'_>) -> Observation {
    if how.waits_for_more && turn.over && plain.status != Status::TimedOut {
        // It has said all that there is: how its program ended then was our doing.
        plain.status = Status::Ok;
        plain.exit_code = None;
    }
    turn.usage = turn.usage.minus(&how.before);
    let model = turn.model.clone().or_else(|| how.model.map(str::to_owned));
    let model = model.unwrap_or_else(|| how.agent.to_owned());
    let used = |text: String| Reply {
        text,
        calls: Vec::new(),
        opaque: None,
        ended: reply::Ended::Turn,
        usage: Some(turn.usage),
        cost: spent(turn.spent, &turn.usage, &model, how.budget),
        model: model.clone(),
        duration_ms: plain.duration_ms,
    };
    let end = match failure(&turn, &plain, how) {
        None => TurnEnd::Replied(used(turn.words.clone())),
        Some(failure) => TurnEnd::Failed {
            failure,
            used: used(String::new()),
        },
    };
    let (status, text) = match &end {
        TurnEnd::Replied(reply) => (Status::Ok, reply.text.clone()),
        TurnEnd::Failed { failure, .. } => {
            let status = plain.status;
            let status = if status == Status::Ok {
                Status::Failed
            } else {
                status
            };
            (status, failure.message.clone())
        }
    };
    let delegated = Delegated {
        session: turn.session.clone(),
        requests: turn.requests,
        end,
    };
    Observation {
        status,
        text,
        outcome: Outcome::Delegated(Box::new(delegated)),
        ..plain
    }
}

/// What a turn has cost so far: as the agent says, else by the price of its model.
pub(crate) fn spent(reported: Option<Usd>, usage: &Usage, model: &str, budget: &Budget) -> Usd {
    if let Some(spent) = reported {
        return spent;
    }
    if *usage == Usage::default() {
        return Usd::ZERO;
    }
    let mut prices = Prices::from(budget);
    if prices.name_of(model).is_none()
        && let Some(price) = published(model, PROMPT_TOKENS)
    {
        prices.table.insert(model.to_owned(), price);
    }
    prices.cost(usage, model, model)
}

/// Why it could not end its turn, if it could not.
fn failure(turn: &Turn, plain: &Observation, how: &Ended<'_>) -> Option<ModelFailure> {
    let asked = Some(Asked {
        model: how.agent.to_owned(),
        host: None,
        key_env: None,
    });
    let of = |kind, status, message: String| ModelFailure {
        kind,
        message,
        retry_after_ms: None,
        status,
        asked: asked.clone(),
    };
    if let Some(why) = &how.stopped {
        return Some(of(FailureKind::Broken, None, why.clone()));
    }
    let in_protocol = how.waits_for_more && turn.failure.is_some();
    if plain.status == Status::Cancelled && !in_protocol {
        return Some(of(FailureKind::Broken, None, "it was ended".to_owned()));
    }
    if let Some(failure) = &turn.failure {
        let words = match (failure.words.trim(), plain.exit_code) {
            ("", _) => last_line(&plain.text),
            (words, Some(code)) if in_protocol => {
                let complaint = last_line(&plain.text);
                format!("{words}; it ended with exit code {code}: {complaint}")
            }
            (words, _) => words.to_owned(),
        };
        return Some(of(failure.kind, failure.status, words));
    }
    if plain.status == Status::TimedOut {
        let why = "it was not done in the time that a run has".to_owned();
        return Some(of(FailureKind::Broken, None, why));
    }
    let complaint = last_line(&plain.text);
    if plain.status != Status::Ok {
        let how = match plain.exit_code {
            Some(code) => format!("it ended with exit code {code}"),
            None => "it ended".to_owned(),
        };
        return Some(of(FailureKind::Broken, None, format!("{how}: {complaint}")));
    }
    if !turn.over {
        let why = "it ended without saying that its turn is over".to_owned();
        return Some(of(FailureKind::Broken, None, why));
    }
    None
}

/// The last line of what a program complained of.
fn last_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let last = lines.next_back().unwrap_or("it said nothing");
    last.chars().take(600).collect()
}
