//! Work that goes to a forge: pushed, a pull request opened, a status set, the issue told. Each is one act, decided and
//! durable before it is done; what has been done is not done again.

use ledger::action::Action;
use ledger::forge::{CheckState, Deed, MergeVia, Publish, Push};
use ledger::ids::{GitId, TaskId};

use crate::on_forge;
use crate::state::State;
use crate::step_context::StepContext;

mod pages;

/// The name of the check that says how our verification ended.
const CONTEXT: &str = "interlock/verify";
/// How a run ends that only looks and speaks.
pub(crate) const SPOKEN: &str = "it has done its part on the forge";

/// Where the run's work goes by a pull request, if it does. Whoever only looks and speaks has no work of its own there.
pub(crate) fn by_pull_request(state: &State) -> Option<&Publish> {
    if on_forge::speaks(state) {
        return None;
    }
    let publish = state.opened.as_ref()?.publish.as_deref()?;
    match publish.via {
        MergeVia::PullRequest => Some(publish),
        MergeVia::Branch => None,
    }
}

/// The next step for the verified commit; `None`: its pull request stands with a passed report.
pub(crate) fn next(state: &State, verified: &GitId) -> Option<Action> {
    let publish = by_pull_request(state)?;
    push(state, publish, verified)
        .or_else(|| open(state, publish, false))
        .or_else(|| ready(state, publish))
        .or_else(|| status(state, publish, verified, CheckState::Success))
        .or_else(|| report(state, publish))
}

/// How a run that is done ended.
pub(crate) fn done_words(state: &State) -> String {
    if on_forge::speaks(state) {
        return SPOKEN.to_owned();
    }
    match (by_pull_request(state), state.published.pull) {
        (Some(publish), Some(number)) => match state.published.url.as_str() {
            "" => format!("pull request {}#{number} stands", publish.repo),
            url => format!("pull request #{number} stands: {url}"),
        },
        (Some(_) | None, _) => "merged".to_owned(),
    }
}

/// The next step after a merge into the target branch of this machine: the forge's is moved to the same commit.
pub(crate) fn target_once(context: &mut StepContext<'_>, task: &TaskId, merged: &GitId) -> bool {
    let state = context.state.clone();
    let Some(opened) = state.opened.as_deref() else {
        return false;
    };
    let Some(publish) = opened.publish.as_deref() else {
        return false;
    };
    if publish.via != MergeVia::Branch || state.published.tip.as_ref() == Some(merged) {
        return false;
    }
    if !context.given_up(task) {
        let expected = state.validation.candidate.as_ref();
        let action = Action::Push(Push {
            forge: publish.forge.clone(),
            repo: publish.repo.clone(),
            login: publish.login.clone(),
            branch: opened.target.clone(),
            commit: merged.clone(),
            expected: expected.map(|it| it.target_tip.clone()),
        });
        context.allow(task, action);
    }
    true
}

/// The next step for work that people take over: a draft with the hand-over. `None`: nothing is left to be done, or there
/// is nothing to show.
pub(crate) fn draft(state: &State, page: &str) -> Option<Action> {
    let publish = by_pull_request(state)?;
    let tip = state.joined.tip.as_ref()?;
    push(state, publish, tip)
        .or_else(|| open_draft(state, publish, page))
        .or_else(|| status(state, publish, tip, CheckState::Failure))
        .or_else(|| hand_over(state, publish, page))
}

/// The page, on a pull request that stood before this run.
fn hand_over(state: &State, publish: &Publish, page: &str) -> Option<Action> {
    let number = publish.pull?;
    if state.published.reported.is_some() {
        return None;
    }
    let deed = Deed::Comment {
        number,
        body: page.to_owned(),
        mark: format!("{}-hand-over", state.run),
        replace: true,
    };
    Some(on_forge::act(publish, deed))
}

fn push(state: &State, publish: &Publish, commit: &GitId) -> Option<Action> {
    let tip = state.published.tip.as_ref();
    if tip == Some(commit) {
        return None;
    }
    Some(Action::Push(Push {
        forge: publish.forge.clone(),
        repo: publish.repo.clone(),
        login: publish.login.clone(),
        branch: publish.branch.clone(),
        commit: commit.clone(),
        expected: tip.or(publish.tip.as_ref()).cloned(),
    }))
}

fn open(state: &State, publish: &Publish, draft: bool) -> Option<Action> {
    let body = pages::body(state, publish);
    opened_with(state, publish, body, draft)
}

fn open_draft(state: &State, publish: &Publish, page: &str) -> Option<Action> {
    let body = pages::draft_body(publish, page);
    opened_with(state, publish, body, true)
}

fn opened_with(state: &State, publish: &Publish, body: String, draft: bool) -> Option<Action> {
    let opened = state.opened.as_ref()?;
    if state.published.pull.is_some() {
        return None;
    }
    let deed = Deed::OpenPull {
        head: publish.branch.clone(),
        base: opened.target.clone(),
        title: pages::title(state),
        body,
        draft,
        reviewers: match draft {
            true => Vec::new(),
            false => publish.reviewers.clone(),
        },
    };
    Some(on_forge::act(publish, deed))
}

/// A draft of an earlier round becomes a pull request.
fn ready(state: &State, publish: &Publish) -> Option<Action> {
    let number = state.published.pull.filter(|_| state.published.draft)?;
    let deed = Deed::EditPull {
        number,
        title: Some(pages::title(state)),
        body: Some(pages::body(state, publish)),
        draft: Some(false),
    };
    Some(on_forge::act(publish, deed))
}

fn status(state: &State, publish: &Publish, commit: &GitId, how: CheckState) -> Option<Action> {
    let wanted = (commit.clone(), how);
    if state.published.status.as_ref() == Some(&wanted) {
        return None;
    }
    let deed = Deed::Status {
        commit: commit.clone(),
        state: how,
        context: CONTEXT.to_owned(),
        description: pages::status_line(state),
    };
    Some(on_forge::act(publish, deed))
}

/// What was done, as a comment on the issue; where there is none, on the pull request once it is not new any more.
fn report(state: &State, publish: &Publish) -> Option<Action> {
    let number = publish.issue.or(publish.pull)?;
    if state.published.reported.is_some() && state.published.reported == state.published.tip {
        return None;
    }
    let deed = Deed::Comment {
        number,
        body: pages::report(state, publish),
        mark: format!("{}-report", state.run),
        replace: true,
    };
    Some(on_forge::act(publish, deed))
}
