//! What an agent of somebody else does on a forge: what its last words ask for is judged and carried out as uses of the
//! tools are.

use gate::Subject;
use ledger::event::{Decided, Nudge};
use ledger::forge::{Means, MeansKind};
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
    if context.state.worker().is_none() || task.told_empty {
        return false;
    }
    let words = task.claim.clone().unwrap_or_default();
    let asked = match last_words::read(&words) {
        Some(Ok(asked)) => asked,
        Some(Err(why)) => {
            let text = format!(
                "[interlock] Your last words can't be read: {why}. {}",
                last_words::how(&errand.means)
            );
            return nudge(context, id, text);
        }
        // Words are a comment, where that is what is wanted.
        None if errand.wants.contains(&MeansKind::Comment) && !words.trim().is_empty() => {
            let body = words.trim().to_owned();
            vec![Means::Comment { number: None, body }]
        }
        None if errand.talks_only => {
            return nudge(
                context,
                id,
                format!("[interlock] {}", last_words::how(&errand.means)),
            );
        }
        None => return false,
    };
    for means in asked.into_iter().take(last_words::MEANS_MAX) {
        let proposal = Proposal::OnForge { means };
        let Proposal::OnForge { means } = &proposal else {
            continue;
        };
        let action = match on_forge::action(&context.state, means) {
            Ok(action) => action,
            // The words for a pull request are taken from the claim when it is opened.
            Err(_) if means.kind() == MeansKind::OpenPullRequest => continue,
            Err(why) => return nudge(context, id, format!("[interlock] {why}")),
        };
        if on_forge::is_done(&context.state, &action) {
            continue;
        }
        let decision = context.gate(Checkpoint::PreTool, &Subject::Tool(&proposal), &[]);
        if decision.verdict != Verdict::Allow {
            let why: Vec<String> = decision.findings.iter().map(gate::told).collect();
            return nudge(
                context,
                id,
                format!("[interlock] refused\n{}", why.join("\n")),
            );
        }
        if context.given_up(id) {
            return true;
        }
        context.allow(id, action);
        return true;
    }
    false
}

fn nudge(context: &mut StepContext<'_>, id: &TaskId, text: String) -> bool {
    let about = Nudge::NothingChanged;
    context.decide_for(id, Decided::Nudged { about, text });
    true
}
