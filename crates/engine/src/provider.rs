//! A provider that does not answer as it should: what is said of it, and how long it is waited for.

use ledger::event::{Decided, Need};
use ledger::ids::{ActId, Hash, TaskId};
use ledger::observation::{Delegated, Status, TurnEnd};
use ledger::phase::Stop;
use ledger::reply::{FailureKind, ModelFailure};

use crate::step_context::StepContext;
use crate::{limits, model_replies, prompt, stops, waves};

/// First wait after a failure, in milliseconds; doubled each time.
const SOON_FIRST_MS: u64 = 1_000;
/// Longest wait of those that are soon over, in milliseconds; a longer one leaves the run parked until its time comes.
const SOON_MAX_MS: u64 = 60_000;
/// First wait of those that take long, in milliseconds; doubled each time.
const LATER_FIRST_MS: u64 = 120_000;
/// Longest wait that we choose ourselves, in milliseconds.
const LATER_MAX_MS: u64 = 3_600_000;

/// A request failed. Overload, rate and lines that break are waited out: seconds first, then minutes and hours. A quota is
/// waited for if its end is known. A prompt that is too long is made shorter. The rest needs somebody.
pub(crate) fn failed(context: &mut StepContext<'_>, act: ActId, failure: &ModelFailure) {
    let Some(task) = context.state.at_hand() else {
        return;
    };
    let (id, failures) = (task.task.id.clone(), task.failures);
    let why = failure.sentence(&context.options.models.executor);
    match failure.kind {
        FailureKind::Overloaded
        | FailureKind::RateLimited
        | FailureKind::Unreachable
        | FailureKind::Broken => wait(context, &id, act, failure, &why),
        FailureKind::Quota => match failure.retry_after_ms {
            Some(wait_ms) => sleep(context, &id, wait_ms, failure.kind, &why),
            None => mend(context, &why),
        },
        FailureKind::Unauthorised | FailureKind::Rejected => mend(context, &why),
        FailureKind::TooLong => shorten(context, &id, &why),
        FailureKind::Nonsense => {
            if failures.nonsense >= context.options.limits.nonsense_max {
                model_replies::nonsense(context, failures.nonsense);
            }
        }
    }
}

/// A turn of an agent of somebody else is over. One that we ended says nothing; one that failed is tried again, as a request
/// would be, unless it dies again and again.
pub(crate) fn turn_ended(
    context: &mut StepContext<'_>,
    act: ActId,
    status: Status,
    delegated: &Delegated,
) {
    let TurnEnd::Failed { failure: why, .. } = &delegated.end else {
        return;
    };
    if status == Status::Cancelled || !limits::hold(context) {
        return;
    }
    match dies_again(context, why) {
        Some(what) => mend(context, &what),
        None => failed(context, act, why),
    }
}

/// Why an agent is not started once more, if it could not end a turn too often in a row.
fn dies_again(context: &StepContext<'_>, failure: &ModelFailure) -> Option<String> {
    let row = context.state.at_hand()?.failures.requests;
    let most = context.options.limits.model_failures_max;
    let agent = context.options.agent.as_ref()?;
    (failure.kind == FailureKind::Broken && row >= most).then(|| {
        let words = failure.message.lines().next().unwrap_or_default();
        let name = &agent.name;
        format!("the agent `{name}` could not end a turn, {row} times in a row: {words}")
    })
}

fn mend(context: &mut StepContext<'_>, what: &str) {
    let what = what.to_owned();
    waves::hold(
        context,
        Stop::Blocked,
        what.clone(),
        vec![Need::Mend { what }],
    );
}

/// Waits until the next try, as long as all waits in a row are within their limit.
fn wait(context: &mut StepContext<'_>, id: &TaskId, act: ActId, failure: &ModelFailure, why: &str) {
    let Some(failures) = context.state.tasks.get(id).map(|it| it.failures) else {
        return;
    };
    let limits = &context.options.limits;
    let own_ms = backoff_ms(context, act, failures.requests);
    let wait_ms = failure.retry_after_ms.unwrap_or(own_ms);
    if failures.waited_ms.saturating_add(wait_ms) > limits.provider_wait_ms {
        let (tries, waited) = (failures.requests, duration(failures.waited_ms));
        return mend(
            context,
            &format!("{tries} model requests in a row failed, over {waited}: {why}"),
        );
    }
    sleep(context, id, wait_ms, failure.kind, why);
}

/// Sets the timer. A long wait leaves the run parked until then: whoever looks sees it, and whoever takes the run up goes
/// on with it.
fn sleep(context: &mut StepContext<'_>, id: &TaskId, wait_ms: u64, kind: FailureKind, why: &str) {
    let at_ms = context.now_ms().saturating_add(wait_ms);
    let act = context.act();
    let limit = None;
    let word = kind.words().to_owned();
    context.decide_for(
        id,
        Decided::Wake {
            act,
            at_ms,
            why: word,
            limit,
        },
    );
    let long = wait_ms > context.options.limits.wait_in_process_ms.min(SOON_MAX_MS);
    if long || kind == FailureKind::Quota {
        stops::park(context, Stop::Blocked, why, vec![Need::Time { at_ms }]);
    }
}

/// A prompt that the model did not take is compiled again with less room; where that leaves nothing more out, a model that
/// takes more is needed.
fn shorten(context: &mut StepContext<'_>, id: &TaskId, why: &str) {
    let Some(task) = context.state.tasks.get(id) else {
        return;
    };
    let again = prompt::compile(&context.state, task);
    let shorter = again.trace.tokens < task.asked_tokens;
    let tries_left = task.failures.requests < context.options.limits.model_failures_max;
    if !(shorter && tries_left) {
        another_model(context, why);
    }
}

/// The prompt has these tokens, the model has refused one that long, and nothing more can be left out.
pub(crate) fn takes_no_more(context: &mut StepContext<'_>, tokens: u64) {
    let why = format!(
        "the prompt has {tokens} tokens, the model takes fewer, and nothing more can be left out"
    );
    another_model(context, &why);
}

fn another_model(context: &mut StepContext<'_>, why: &str) {
    let run = &context.state.run;
    let what =
        format!("{why}; a model that takes more goes on: `interlock resume {run} --model NAME`");
    mend(context, &what);
}

/// Doubling, with jitter: between half of the wait and all of it, told by a digest so that a replay waits the same. As many
/// as are configured are soon over; those that follow take minutes, and then hours.
fn backoff_ms(context: &StepContext<'_>, act: ActId, row: u32) -> u64 {
    let soon = context.options.limits.model_failures_max;
    let (first, most, nth) = if row <= soon {
        (SOON_FIRST_MS, SOON_MAX_MS, row)
    } else {
        (LATER_FIRST_MS, LATER_MAX_MS, row.saturating_sub(soon))
    };
    let doubled = 1_u64
        .checked_shl(nth.saturating_sub(1).min(40))
        .unwrap_or(u64::MAX);
    let full = first.saturating_mul(doubled).min(most);
    let half = full.checked_div(2).unwrap_or(0);
    let noise = Hash::of(format!("{}/{act}", context.state.run).as_bytes());
    let share = u64::from(noise.0.first().copied().unwrap_or(0));
    half.saturating_add(half.saturating_mul(share).checked_div(255).unwrap_or(0))
}

/// A time in the largest unit that says it.
fn duration(ms: u64) -> String {
    let seconds = ms.checked_div(1_000).unwrap_or(0);
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds.checked_div(60).unwrap_or(0)),
        _ => format!("{} h", seconds.checked_div(3_600).unwrap_or(0)),
    }
}
