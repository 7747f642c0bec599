//! The page that a person gets when a run is handed over.

use std::fmt::Write as _;

use ledger::forge::MergeVia;
use ledger::options::EscalateAction;
use ledger::report::ItemStatus;

use crate::state::{Stage, State, TaskState};
use crate::waves;

/// The page, as Markdown. It says what was asked, how it stands, what is missing, and how to go on. `reason` is why,
/// as it is called in the configuration, `words` the same for people.
#[must_use]
pub fn page(state: &State, reason: &str, words: &str) -> String {
    let mut page = String::new();
    let title = state.plan.as_ref().map_or("a task", |it| it.title.as_str());
    let _ = writeln!(page, "# {title}: handed over ({reason})\n");
    if let Some(promise) = &state.promise {
        let _ = writeln!(page, "{}\n", promise.objective.trim());
    }
    if !words.is_empty() {
        let _ = writeln!(page, "- why: {words}");
    }
    let _ = writeln!(page, "- project: {}", state.project());
    let _ = writeln!(page, "- run: `{}`", state.run);
    let _ = writeln!(page, "- branch: `{}`", state.run_branch());
    let _ = writeln!(page, "- spent: {}", state.purse.spent.total());
    let _ = writeln!(page, "- corrections: {}", state.correction.total);
    if waves::several(state) {
        tasks(state, &mut page);
    }
    let own = held(state).and_then(|it| it.report.as_ref());
    if let Some(report) = own.or(state.report.as_ref()) {
        let (verified, all) = report.score();
        let _ = writeln!(
            page,
            "- verification: {}, {verified}/{all}\n",
            report.status.word()
        );
        let _ = writeln!(page, "## What is missing\n");
        for item in report
            .items
            .iter()
            .filter(|it| it.status != ItemStatus::Verified)
        {
            let _ = writeln!(page, "- **{}** {}: {}", item.word, item.text, item.reason);
            for missing in &item.missing {
                let _ = writeln!(page, "  - {missing}");
            }
        }
    }
    let _ = writeln!(page, "\n## How to go on\n");
    let _ = writeln!(
        page,
        "- look: `interlock show {run}` and `interlock diff {run}`",
        run = state.run
    );
    let _ = writeln!(
        page,
        "- with a hint: `interlock resume {} --hint \"…\"`",
        state.run
    );
    let _ = writeln!(page, "- by hand: the work is on the branch above");
    if wants_request(state) {
        let _ = writeln!(page, "- as a pull request: {}", request(state));
    }
    page
}

/// A task that people take over, if it is one of several.
fn held(state: &State) -> Option<&TaskState> {
    waves::in_order(state).find(|it| it.held.as_ref().is_some_and(|(_, why)| why.is_some()))
}

/// How far each task is.
fn tasks(state: &State, page: &mut String) {
    let _ = writeln!(page, "\n## Tasks\n");
    for task in waves::in_order(state) {
        let stands = match (&task.held, task.stage) {
            (Some((park, _)), _) => park.why.as_str(),
            (None, Stage::Integrated) => "in the run branch",
            (None, Stage::Fresh) => "not begun",
            (
                None,
                Stage::Preparing
                | Stage::Working
                | Stage::Committing
                | Stage::Committed
                | Stage::Joining
                | Stage::Integrating,
            ) => "under way",
        };
        let _ = writeln!(page, "- `{}` {}: {stands}", task.task.id, task.task.title);
    }
}

/// What is said where a pull request was to be made; nothing where none was.
pub(crate) fn instead_of_a_request(state: &State) -> String {
    if !wants_request(state) {
        return String::new();
    }
    let publish = state.opened.as_ref().and_then(|it| it.publish.as_ref());
    let Some(publish) = publish.filter(|it| it.via == MergeVia::PullRequest) else {
        return format!("; {}", request(state));
    };
    let stands = match (state.published.pull, state.published.url.as_str()) {
        (Some(number), "") => Some(format!("{}#{number}", publish.repo)),
        (Some(number), url) => Some(format!("#{number}: {url}")),
        (None, _) => None,
    };
    match (state.published.tip.is_some(), stands) {
        (true, Some(which)) => format!("; the work is in pull request {which}"),
        (true, None) => format!(
            "; the work is on `{}` of {}, where no pull request could be opened",
            publish.branch, publish.repo
        ),
        (false, _) if state.joined.tip.is_none() => {
            "; there was no work to make a pull request of".to_owned()
        }
        (false, _) => format!("; the work could not be pushed to {}", publish.repo),
    }
}

/// How the work comes to a pull request.
fn request(state: &State) -> String {
    let publish = state.opened.as_ref().and_then(|it| it.publish.as_ref());
    match publish {
        Some(publish) if publish.via == MergeVia::Branch => format!(
            "work goes to {} without one, so none was made: `{}` publishes the branch",
            publish.repo,
            push(state)
        ),
        Some(publish) => format!(
            "a draft on `{}` of {} is made where there is work",
            publish.branch, publish.repo
        ),
        None => format!(
            "no forge is configured, so no pull request was made: `{}` publishes the branch",
            push(state)
        ),
    }
}

fn wants_request(state: &State) -> bool {
    let action = state
        .opened
        .as_ref()
        .map(|it| it.options.correction.escalate_action);
    action == Some(EscalateAction::CreatePr)
}

/// The command with which a person publishes the branch of the run.
fn push(state: &State) -> String {
    format!("git push origin {}", state.run_branch())
}
