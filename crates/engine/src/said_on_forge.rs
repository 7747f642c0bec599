//! What an agent of somebody else does on a forge: it has none of our tools, so its last words say what is to be done, as a
//! list that is read, judged and carried out as uses of the tools are.

use gate::Subject;
use ledger::event::{Decided, Nudge};
use ledger::forge::{Deed, Means, MeansKind};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::TaskId;
use ledger::proposal::Proposal;

use crate::state::TaskState;
use crate::step_context::StepContext;
use crate::{delegation, on_forge};

/// Things that one turn may ask for.
const MEANS_MAX: usize = 20;

/// How an agent says what is to be done.
pub(crate) fn how(means: &[MeansKind]) -> String {
    let example = |kind: &MeansKind| match kind {
        MeansKind::Comment => r#"{"comment": {"body": "…"}}"#,
        MeansKind::OpenSubIssue => {
            r#"{"open_sub_issue": {"title": "…", "body": "…", "labels": ["type/feat"]}}"#
        }
        MeansKind::SubmitReview => {
            r#"{"submit_review": {"verdict": "approved" or "changes" or "comment", "body": "…", "comments": [{"path": "…", "line": 1, "body": "…"}]}}"#
        }
        MeansKind::OpenPullRequest => r#"{"open_pull_request": {"title": "…", "body": "…"}}"#,
        MeansKind::MergePullRequest => r#"{"merge_pull_request": {}}"#,
        MeansKind::CloseIssue => r#"{"close_issue": {}}"#,
    };
    let all: Vec<&str> = means.iter().map(example).collect();
    format!(
        "None of these tools is in your own list. End your turn with a JSON array of what is to be done, in its order, and nothing after it. Each entry is one of: {}",
        all.join(", ")
    )
}

/// The next thing that an agent's last words ask for. Says whether there is one, or something is wrong with them.
pub(crate) fn once(context: &mut StepContext<'_>, id: &TaskId, task: &TaskState) -> bool {
    let Some(errand) = on_forge::errand(&context.state).cloned() else {
        return false;
    };
    if delegation::worker(&context.state).is_none() || task.told_empty {
        return false;
    }
    let words = task.claim.clone().unwrap_or_default();
    let asked = match read(&words) {
        Some(Ok(asked)) => asked,
        Some(Err(why)) => {
            let text = format!(
                "[interlock] Your last words can't be read: {why}. {}",
                how(&errand.means)
            );
            return nudge(context, id, text);
        }
        // Words are a comment, where that is what is wanted.
        None if errand.wants.contains(&MeansKind::Comment) && !words.trim().is_empty() => {
            let body = words.trim().to_owned();
            vec![Means::Comment { number: None, body }]
        }
        None if errand.talks_only => {
            return nudge(context, id, format!("[interlock] {}", how(&errand.means)));
        }
        None => return false,
    };
    for means in asked.into_iter().take(MEANS_MAX) {
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

/// How the last words of an agent describe the pull request, if they do.
pub(crate) fn described(claim: &str) -> Option<(String, String)> {
    let asked = read(claim)?.ok()?;
    asked.into_iter().rev().find_map(|it| match it {
        Means::OpenPullRequest { title, body } => Some((title, body)),
        Means::Comment { .. }
        | Means::OpenSubIssue { .. }
        | Means::SubmitReview { .. }
        | Means::MergePullRequest {}
        | Means::CloseIssue {} => None,
    })
}

fn nudge(context: &mut StepContext<'_>, id: &TaskId, text: String) -> bool {
    let about = Nudge::NothingChanged;
    context.decide_for(id, Decided::Nudged { about, text });
    true
}

/// The list that stands at the end of a text, if one begins there.
fn read(words: &str) -> Option<Result<Vec<Means>, String>> {
    let words = words.trim().trim_end_matches("```").trim_end();
    let begins = words.rmatch_indices("[{").map(|(at, _)| at);
    let mut wrong = None;
    for at in begins.take(MEANS_MAX) {
        let text = words.get(at..)?;
        if !text.ends_with(']') {
            return wrong;
        }
        match serde_json::from_str(text) {
            Ok(means) => return Some(Ok(means)),
            Err(error) => wrong = Some(Err(error.to_string())),
        }
    }
    wrong
}

/// What names a deed among those that were done.
pub(crate) fn key(deed: &Deed) -> String {
    match deed {
        Deed::Comment { mark, .. } | Deed::OpenIssue { mark, .. } | Deed::Review { mark, .. } => {
            mark.clone()
        }
        Deed::SetOpen { .. }
        | Deed::Label { .. }
        | Deed::Assign { .. }
        | Deed::OpenPull { .. }
        | Deed::EditPull { .. }
        | Deed::RequestReview { .. }
        | Deed::MergePull { .. }
        | Deed::Status { .. }
        | Deed::DeleteBranch { .. } => deed.word().to_owned(),
    }
}

/// The tool that a deed is the work of.
pub(crate) fn kind_of(deed: &Deed) -> Option<MeansKind> {
    match deed {
        Deed::Comment { .. } => Some(MeansKind::Comment),
        Deed::OpenIssue { .. } => Some(MeansKind::OpenSubIssue),
        Deed::Review { .. } => Some(MeansKind::SubmitReview),
        Deed::MergePull { .. } => Some(MeansKind::MergePullRequest),
        Deed::SetOpen { .. } => Some(MeansKind::CloseIssue),
        Deed::Label { .. }
        | Deed::Assign { .. }
        | Deed::OpenPull { .. }
        | Deed::EditPull { .. }
        | Deed::RequestReview { .. }
        | Deed::Status { .. }
        | Deed::DeleteBranch { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_at_the_end_is_read_and_other_words_are_not() {
        let words = "I looked at [{x}].\n\n```json\n[{\"comment\": {\"body\": \"see [{1}]\"}}, {\"close_issue\": {}}]\n```";
        let means = read(words).unwrap().unwrap();
        assert_eq!(means.len(), 2);
        assert_eq!(read("all is well"), None);
        assert!(read("[{\"push\": {}}]").unwrap().is_err());
        assert_eq!(read("[{\"comment\": {\"body\": \"x\"}}] and more"), None);
    }
}
