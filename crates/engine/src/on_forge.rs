//! What agents do on a forge by their tools: from a tool call to the deed that the harness carries out under their account.
//! And whether a task that only looks and speaks has done its part.

use gate::ForgeLeave;
use ledger::action::Action;
use ledger::forge::{Deed, Errand, ForgeAct, IssueTask, Means, MeansKind, MergeHow, Publish};
use ledger::ids::Hash;
use ledger::promise::Source;
use ledger::report::{Item, ItemKind, ItemStatus, Report, ReportStatus};

use crate::deeds;
use crate::state::State;

/// Tools of runs that a person began from an issue: they speak where the issue is.
const OF_RUNS: &[MeansKind] = &[MeansKind::Comment, MeansKind::OpenPullRequest];

/// The errand of a run, if an agent of the roster does one.
pub(crate) fn errand(state: &State) -> Option<&Errand> {
    issue(state)?.errand.as_deref()
}

/// The issue that a run is about, if it is about one.
pub(crate) fn issue(state: &State) -> Option<&IssueTask> {
    match &state.opened.as_ref()?.source {
        Source::Issue(issue) => Some(issue),
        Source::Sentence { .. }
        | Source::Plan { .. }
        | Source::Change { .. }
        | Source::Api { .. }
        | Source::Phase { .. } => None,
    }
}

/// Whether no file may change in this run: its agent looks and speaks.
pub(crate) fn talks_only(state: &State) -> bool {
    errand(state).is_some_and(|it| it.talks_only)
}

/// Whether a run's part is what it says: it may change no file, or it changed none and said what it may say instead.
pub(crate) fn speaks(state: &State) -> bool {
    let Some(errand) = errand(state) else {
        return false;
    };
    let untouched = state
        .tasks
        .values()
        .all(|it| !it.touched && it.committed.as_ref().is_none_or(|it| it.commit.is_none()));
    errand.talks_only || !errand.wants.is_empty() && untouched && owes(state).is_none()
}

/// The tools that a run has for its forge.
#[must_use]
pub fn means(state: &State) -> &[MeansKind] {
    if let Some(errand) = errand(state) {
        return &errand.means;
    }
    match issue(state) {
        Some(_) => OF_RUNS,
        None => &[],
    }
}

/// What may be done on the forge, for the gates.
pub(crate) fn leave(state: &State) -> Option<ForgeLeave<'_>> {
    let publish = state.opened.as_ref()?.publish.as_deref()?;
    Some(ForgeLeave {
        host: &publish.host,
        means: means(state),
        numbers: &publish.places,
        talks_only: talks_only(state),
    })
}

/// The deed that a call proposes.
pub(crate) fn action(state: &State, means: &Means) -> Result<Action, String> {
    let publish = state.opened.as_ref().and_then(|it| it.publish.as_deref());
    let publish = publish.ok_or("this run is about no forge")?;
    Ok(act(publish, deed(state, publish, means)?))
}

/// A deed where the run's work goes, under its account.
pub(crate) fn act(publish: &Publish, deed: Deed) -> Action {
    Action::Forge(ForgeAct {
        forge: publish.forge.clone(),
        repo: publish.repo.clone(),
        login: publish.login.clone(),
        deed,
    })
}

fn deed(state: &State, publish: &Publish, means: &Means) -> Result<Deed, String> {
    let here = publish.places.first().copied();
    let here = here.ok_or("this run is about no issue and no pull request")?;
    let mark = mark(state, means);
    Ok(match means {
        Means::Comment { number, body } => Deed::Comment {
            number: number.unwrap_or(here),
            body: signed(state, body),
            mark,
            replace: false,
        },
        Means::OpenSubIssue {
            title,
            body,
            labels,
            depends,
        } => Deed::OpenIssue {
            title: format!(
                "[{}][sub][parent #{here}] {}",
                publish.repo.name(),
                title.trim()
            ),
            body: sub_body(here, depends, body),
            labels: labels.clone(),
            assignees: vec![publish.login.clone()],
            mark,
        },
        Means::SubmitReview {
            verdict,
            body,
            comments,
        } => Deed::Review {
            number: here,
            commit: head(state)?,
            verdict: *verdict,
            body: signed(state, body),
            comments: comments.clone(),
            mark,
        },
        Means::MergePullRequest {} => Deed::MergePull {
            number: here,
            head: head(state)?,
            how: MergeHow::Merge,
            delete_branch: true,
        },
        Means::CloseIssue {} => Deed::SetOpen {
            number: here,
            open: false,
        },
        Means::OpenPullRequest { .. } => {
            return Err("the pull request is opened once the work is verified".to_owned());
        }
    })
}

fn head(state: &State) -> Result<ledger::ids::GitId, String> {
    let head = errand(state).and_then(|it| it.head.clone());
    head.ok_or_else(|| "this task is about no pull request".to_owned())
}

/// Names what is made: the run, and what it says.
fn mark(state: &State, means: &Means) -> String {
    let texts = means.texts().join("\n");
    let digest = Hash::of(format!("{}\n{texts}", means.kind().tool()).as_bytes());
    format!("{}-{}", state.run, digest.short())
}

/// What an agent says begins with its name, so that others know who it is.
fn signed(state: &State, body: &str) -> String {
    let Some(errand) = errand(state) else {
        return body.to_owned();
    };
    let name = format!("[{}]", errand.display_name);
    let begins = body.trim_start().starts_with(&name);
    // A report is found by its own mark at the beginning.
    match begins || errand.display_name.is_empty() || body.trim_start().starts_with('[') {
        true => body.to_owned(),
        false => format!("{name} {body}"),
    }
}

fn sub_body(parent: u64, depends: &[u64], body: &str) -> String {
    let mut page = format!("Parent: #{parent}\n");
    for number in depends {
        page.push_str(&format!("Depends: #{number}\n"));
    }
    page.push('\n');
    page.push_str(body.trim());
    page
}

/// Whether a deed for an agent's words was done already.
pub(crate) fn is_done(state: &State, action: &Action) -> bool {
    let Action::Forge(act) = action else {
        return false;
    };
    let key = deeds::key(&act.deed);
    state.published.marks.contains(&key)
}

/// What a task that only looks and speaks still owes.
pub(crate) fn owes(state: &State) -> Option<String> {
    let errand = errand(state)?;
    let used = errand
        .wants
        .iter()
        .any(|it| state.published.used.contains(it));
    if errand.wants.is_empty() || used {
        return None;
    }
    let tools: Vec<String> = errand
        .wants
        .iter()
        .map(|it| format!("`{}`", it.tool()))
        .collect();
    Some(format!("nothing was said yet: use {}", tools.join(" or ")))
}

/// The report of a task that only looks and speaks: what it was to do on the forge is there, since the harness did it.
pub(crate) fn report(state: &State) -> Report {
    let owed = owes(state);
    let errand = errand(state);
    let text = errand.map_or("", |it| it.action.word()).to_owned();
    let candidate = state.validation.candidate.as_ref();
    let status = match owed {
        None => ItemStatus::Verified,
        Some(_) => ItemStatus::Failed,
    };
    let item = Item {
        id: format!("gate:{text}"),
        kind: ItemKind::Gate,
        text,
        path: None,
        status,
        word: match status {
            ItemStatus::Verified => "VERIFIED",
            ItemStatus::Failed | ItemStatus::Unknown | ItemStatus::Human => "MISSING",
        }
        .to_owned(),
        level: None,
        reason: owed.clone().unwrap_or_default(),
        location: None,
        evidence: Vec::new(),
        missing: owed.iter().cloned().collect(),
        fixable: true,
        derived: false,
        rule: String::new(),
    };
    Report {
        phase: String::new(),
        tree: candidate.map(|it| it.tree.clone()),
        status: match owed {
            None => ReportStatus::Passed,
            Some(_) => ReportStatus::GapsFound,
        },
        items: vec![item],
        feedback: Vec::new(),
        re_verification: None,
        parts: Vec::new(),
        accepted: Vec::new(),
        looked_at: None,
        inputs: None,
    }
}
