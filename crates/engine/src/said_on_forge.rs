//! What an agent of somebody else does on a forge: what its last words ask for is judged and carried out as uses of the
//! tools are.

use gate::Subject;
use ledger::event::{Decided, Nudge};
use ledger::forge::{Errand, Means, MeansKind};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::TaskId;
use ledger::proposal::Proposal;

use crate::state::TaskState;
use crate::step_context::StepContext;
use crate::{last_words, on_forge};

/// The next thing that an agent's last words ask for. Says whether there is one, or something is wrong with them.
pub(crate) fn once(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) -> bool {
    let Some(errand) = on_forge::errand(&context.state).cloned() else {
        return false;
    };
    if context.state.worker().is_none() {
        return false;
    }
    let words = task.claim.clone().unwrap_or_default();
    match asked(&words, &errand) {
        Asked::Nothing => false,
        Asked::Wrong(text) => nudge(context, id, task, &text),
        Asked::For(asked) => {
            let mut asked = asked.into_iter();
            let end = asked.find_map(|means| one_of(context, (id, task), means));
            end.unwrap_or(false)
        }
    }
}

/// What last words ask for.
enum Asked {
    /// These things, in their order.
    For(Vec<Means>),
    /// They can't be taken; what is to be said of that.
    Wrong(String),
    /// They are words alone, and may be.
    Nothing,
}

fn asked(words: &str, errand: &Errand) -> Asked {
    let how = || last_words::how(&errand.means);
    match last_words::read(words) {
        Some(Ok(mut asked)) => {
            asked.truncate(last_words::MEANS_MAX);
            let described = asked.iter().rposition(|it| it.description().is_some());
            let mut at = 0_usize;
            // The last description is the one that counts.
            asked.retain(|it| {
                let here = at;
                at = at.saturating_add(1);
                it.description().is_none() || Some(here) == described
            });
            Asked::For(asked)
        }
        Some(Err(why)) => Asked::Wrong(format!("Your last words can't be read: {why}. {}", how())),
        // Words are a comment, where that is what is wanted.
        None if errand.wants.contains(&MeansKind::Comment) && !words.trim().is_empty() => {
            let body = words.trim().to_owned();
            Asked::For(vec![Means::Comment { number: None, body }])
        }
        None if errand.talks_only => Asked::Wrong(how()),
        None => Asked::Nothing,
    }
}

/// One of the things; `None`: it is done, and the next one follows. Says else whether something is waited for.
fn one_of(
    context: &mut StepContext<'_>,
    (id, task): (&TaskId, &TaskState),
    means: Means,
) -> Option<bool> {
    let known = context.state.published.described.as_ref();
    let action = match means.description() {
        // The words for a pull request are kept until it is opened.
        Some((title, body)) if known.is_some_and(|it| it.0 == title && it.1 == body) => {
            return None;
        }
        Some(_) => None,
        None => match on_forge::action(&context.state, &means) {
            Ok(action) if on_forge::is_done(&context.state, &action) => return None,
            Ok(action) => Some(action),
            Err(why) => return Some(nudge(context, id, task, &why)),
        },
    };
    let proposal = Proposal::OnForge { means };
    let decision = context.gate(Checkpoint::PreTool, &Subject::Tool(&proposal), &[]);
    if decision.verdict != Verdict::Allow {
        let why: Vec<String> = decision.findings.iter().map(gate::told).collect();
        let text = format!("refused\n{}", why.join("\n"));
        return Some(nudge(context, id, task, &text));
    }
    let action = action?;
    if !context.given_up(id) {
        context.allow(id, action);
    }
    Some(true)
}

/// Says once what is wrong; what is wrong again is left.
fn nudge(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState, text: &str) -> bool {
    if task.told_empty {
        return false;
    }
    let about = Nudge::NothingChanged;
    let text = format!("[interlock] {text}");
    context.decide_for(id, Decided::Nudged { about, text });
    true
}
