//! What a model said, and what follows where it was no call.

use ledger::event::{Ask, Decided, Need, Nudge};
use ledger::ids::TaskId;
use ledger::phase::Stop;
use ledger::reply::{Ended, Reply};

use crate::state::TaskState;
use crate::step_context::StepContext;
use crate::waves;

/// A reply without calls is a claim, or words that nobody asked for; an empty, cut or refused one is said again, a few times.
pub(crate) fn replied(context: &mut StepContext<'_>, reply: &Reply) {
    let Some(task) = context.state.at_hand() else {
        return;
    };
    let (id, nonsense_in_row) = (task.task.id.clone(), task.failures.nonsense);
    if reply.ended == Ended::Refusal {
        let why = format!("the model refused to go on: {}", first_line(&reply.text));
        return waves::hold(context, Stop::Blocked, why, vec![Need::Hint]);
    }
    if nonsense_in_row >= context.options.limits.nonsense_max {
        return nonsense(context, nonsense_in_row);
    }
    if reply.calls.is_empty() && (reply.text.trim().is_empty() || reply.ended == Ended::Length) {
        let text = if reply.ended == Ended::Length {
            "[interlock] Your reply was cut off at its limit. Go on in smaller pieces, with the tools."
        } else {
            "[interlock] Your reply was empty. Go on with the tools, or call `done`."
        };
        again(context, &id, text);
    }
}

/// Words alone, and nothing was done: it is told so once; if it keeps to words, they are for a person.
pub(crate) fn words(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState, told: &str) {
    /// Longest question, in characters.
    const CHARS_MAX: usize = 8_000;
    if task.words_in_row < 2 {
        return again(context, id, told);
    }
    let said = task.claim.as_deref().unwrap_or_default().trim();
    let ask = Ask::Question {
        text: said.chars().take(CHARS_MAX).collect(),
        options: Vec::new(),
    };
    let (act, call) = (context.act(), None);
    context.decide_for(id, Decided::Asked { act, call, ask });
}

fn again(context: &mut StepContext<'_>, id: &TaskId, text: &str) {
    context.decide_for(
        id,
        Decided::Nudged {
            about: Nudge::Again,
            text: text.to_owned(),
        },
    );
}

/// Replies that make no sense, again and again.
pub(crate) fn nonsense(context: &mut StepContext<'_>, count: u32) {
    let why = format!("{count} replies in a row could not be understood");
    waves::hold(context, Stop::Stuck, why, vec![Need::Hint]);
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
