//! What a model said, and the ways in which it failed to say anything.

use ledger::event::{Ask, Decided, Need, Nudge};
use ledger::ids::{ActId, Hash, TaskId};
use ledger::phase::Stop;
use ledger::reply::{Ended, FailureKind, ModelFailure, Reply};

use crate::desk::Desk;
use crate::state::TaskState;
use crate::{stops, waves};

/// First wait after a failure, in milliseconds; doubled each time.
const BACKOFF_FIRST_MS: u64 = 1_000;
/// Longest wait that we choose ourselves, in milliseconds.
const BACKOFF_MAX_MS: u64 = 60_000;

/// A reply without calls is a claim, or words that nobody asked for; an empty, cut or refused one is said again, a few times.
pub(crate) fn replied(desk: &mut Desk<'_>, reply: &Reply) {
    let Some(task) = desk.state.at_hand() else {
        return;
    };
    let (id, nonsense_in_row) = (task.task.id.clone(), task.failures.nonsense);
    if reply.ended == Ended::Refusal {
        let why = format!("the model refused to go on: {}", first_line(&reply.text));
        return waves::hold(desk, Stop::Blocked, why, vec![Need::Hint]);
    }
    if nonsense_in_row >= desk.options.limits.nonsense_max {
        return nonsense(desk, nonsense_in_row);
    }
    if reply.calls.is_empty() && (reply.text.trim().is_empty() || reply.ended == Ended::Length) {
        let text = if reply.ended == Ended::Length {
            "[interlock] Your reply was cut off at its limit. Go on in smaller pieces, with the tools."
        } else {
            "[interlock] Your reply was empty. Go on with the tools, or call `done`."
        };
        again(desk, &id, text);
    }
}

/// Words alone, and nothing was done: it is told so once; if it keeps to words, they are for a person.
pub(crate) fn words(desk: &mut Desk<'_>, id: &TaskId, task: &TaskState, told: &str) {
    /// Longest question, in characters.
    const CHARS_MAX: usize = 8_000;
    if task.words_in_row < 2 {
        return again(desk, id, told);
    }
    let said = task.claim.as_deref().unwrap_or_default().trim();
    let ask = Ask::Question {
        text: said.chars().take(CHARS_MAX).collect(),
        options: Vec::new(),
    };
    let (act, call) = (desk.act(), None);
    desk.decide_for(id, Decided::Asked { act, call, ask });
}

fn again(desk: &mut Desk<'_>, id: &TaskId, text: &str) {
    desk.decide_for(
        id,
        Decided::Nudged {
            about: Nudge::Again,
            text: text.to_owned(),
        },
    );
}

fn nonsense(desk: &mut Desk<'_>, count: u32) {
    let why = format!("{count} replies in a row could not be understood");
    waves::hold(desk, Stop::Stuck, why, vec![Need::Hint]);
}

/// Overload, rate and a broken line are waited out; a quota parks on a timer; the rest needs somebody.
pub(crate) fn failed(desk: &mut Desk<'_>, act: ActId, failure: &ModelFailure) {
    let Some(task) = desk.state.at_hand() else {
        return;
    };
    let (id, failures) = (task.task.id.clone(), task.failures);
    let message = first_line(&failure.message);
    match failure.kind {
        FailureKind::Overloaded | FailureKind::RateLimited | FailureKind::Broken => {
            wait(desk, (&id, failures.requests), act, failure)
        }
        FailureKind::Quota => quota(desk, &id, failure),
        FailureKind::Unauthorised => mend(
            desk,
            &format!("the model's key is missing or refused: {message}"),
        ),
        FailureKind::Rejected => mend(
            desk,
            &format!("the provider rejects the request: {message}"),
        ),
        FailureKind::Nonsense => {
            if failures.nonsense >= desk.options.limits.nonsense_max {
                nonsense(desk, failures.nonsense);
            }
        }
    }
}

fn mend(desk: &mut Desk<'_>, what: &str) {
    waves::hold(
        desk,
        Stop::Blocked,
        what,
        vec![Need::Mend {
            what: what.to_owned(),
        }],
    );
}

fn wait(desk: &mut Desk<'_>, (id, row): (&TaskId, u32), act: ActId, failure: &ModelFailure) {
    if row >= desk.options.limits.model_failures_max {
        let message = first_line(&failure.message);
        return mend(
            desk,
            &format!("{row} model requests in a row failed: {message}"),
        );
    }
    let wait_ms = failure
        .retry_after_ms
        .unwrap_or_else(|| backoff_ms(desk, act, row));
    let at_ms = desk.now_ms().saturating_add(wait_ms);
    let why = format!("{:?}", failure.kind).to_lowercase();
    sleep(desk, id, at_ms, &why);
    if wait_ms > desk.options.limits.wait_in_process_ms {
        let why = format!(
            "the provider asks to wait ({})",
            first_line(&failure.message)
        );
        stops::park(desk, Stop::Blocked, why, vec![Need::Time { at_ms }]);
    }
}

fn quota(desk: &mut Desk<'_>, id: &TaskId, failure: &ModelFailure) {
    let why = format!(
        "the provider's quota is used up: {}",
        first_line(&failure.message)
    );
    match failure.retry_after_ms {
        Some(wait_ms) => {
            let at_ms = desk.now_ms().saturating_add(wait_ms);
            sleep(desk, id, at_ms, "quota");
            stops::park(desk, Stop::Blocked, why, vec![Need::Time { at_ms }]);
        }
        None => mend(desk, &why),
    }
}

fn sleep(desk: &mut Desk<'_>, id: &TaskId, at_ms: u64, why: &str) {
    let act = desk.act();
    desk.decide_for(
        id,
        Decided::Wake {
            act,
            at_ms,
            why: why.to_owned(),
            limit: None,
        },
    );
}

/// Doubling, with jitter: between half of the wait and all of it, told by a digest so that a replay waits the same.
fn backoff_ms(desk: &Desk<'_>, act: ActId, row: u32) -> u64 {
    let doubled = BACKOFF_FIRST_MS
        .saturating_mul(1_u64.checked_shl(row.saturating_sub(1)).unwrap_or(u64::MAX));
    let full = doubled.min(BACKOFF_MAX_MS);
    let half = full.checked_div(2).unwrap_or(0);
    let noise = Hash::of(format!("{}/{act}", desk.state.run).as_bytes());
    let share = u64::from(noise.0.first().copied().unwrap_or(0));
    half.saturating_add(half.saturating_mul(share).checked_div(255).unwrap_or(0))
}

fn first_line(text: &str) -> String {
    text.trim()
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(300)
        .collect()
}
