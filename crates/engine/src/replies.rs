//! What a model said, and what follows where it was no call.

use ledger::event::{Ask, Decided, Need, Nudge};
use ledger::ids::TaskId;
use ledger::phase::Stop;
use ledger::reply::{Ended, Reply};

use crate::desk::Desk;
use crate::state::TaskState;
use crate::waves;

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

/// Replies that make no sense, again and again.
pub(crate) fn nonsense(desk: &mut Desk<'_>, count: u32) {
    let why = format!("{count} replies in a row could not be understood");
    waves::hold(desk, Stop::Stuck, why, vec![Need::Hint]);
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
