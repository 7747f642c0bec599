//! Pages that a specification wants once its work is done: ticked tasks, merged specs, summaries. They are made from what
//! stands in the run branch, and are merged with the work or not at all.

use ledger::action::{Action, Record, Written};
use ledger::event::{Decided, Need};
use ledger::ids::TaskId;
use ledger::observation::ChangedFile;
use ledger::phase::Stop;
use ledger::promise::{Source, SourceFile};

use crate::desk::Desk;
use crate::state::State;
use crate::stops;

/// Sees to them before the whole is verified. Says whether there is something to wait for.
pub(crate) fn once(desk: &mut Desk<'_>) -> bool {
    let state = &desk.state;
    let Some((opened, id)) = state
        .opened
        .clone()
        .zip(state.last_task().map(|it| it.task.id.clone()))
    else {
        return false;
    };
    let wanted = matches!(opened.source, Source::Change { .. } | Source::Phase { .. });
    if !wanted || state.papers.recorded {
        return false;
    }
    if !state.acts.is_empty() || desk.given_up(&id) {
        return true;
    }
    match state.papers.gathered.clone() {
        None => gather(desk, &id, &opened.source),
        Some(now) => record(desk, &id, &opened.source, &now),
    }
    true
}

fn gather(desk: &mut Desk<'_>, id: &TaskId, source: &Source) {
    let files: &[SourceFile] = match source {
        Source::Change { files, .. } | Source::Phase { files, .. } => files,
        Source::Sentence { .. } | Source::Plan { .. } | Source::Api { .. } => &[],
    };
    // What everybody shares may have moved on the target; the change's own files are the run's.
    let own = |it: &&SourceFile| match source {
        Source::Change { path, .. } => it.path.starts_with(path.as_str()),
        Source::Phase { .. } => it.path.contains("/phases/"),
        Source::Sentence { .. } | Source::Plan { .. } | Source::Api { .. } => true,
    };
    let path = |it: &SourceFile| it.path.clone();
    let (own, shared): (Vec<&SourceFile>, Vec<&SourceFile>) = files.iter().partition(own);
    let decided = Decided::Gather {
        act: desk.act(),
        paths: own.into_iter().map(path).collect(),
        target: shared.into_iter().map(path).collect(),
    };
    desk.decide_for(id, decided);
}

fn record(desk: &mut Desk<'_>, id: &TaskId, source: &Source, now: &[SourceFile]) {
    let files = match pages(&desk.state, source, now) {
        Ok(files) => files,
        Err(what) => {
            let why = format!("the specification can't be closed: {what}");
            return stops::park(desk, Stop::Blocked, why, vec![Need::Mend { what }]);
        }
    };
    let run = desk.state.run.clone();
    let action = Action::Record(Record {
        run_branch: desk.state.run_branch(),
        files,
        message: format!("Close {}\n\nInterlock-Run: {run}\n", source.title()),
    });
    desk.allow(id, action);
}

/// What is to be written once its work stands.
fn pages(_: &State, source: &Source, _: &[SourceFile]) -> Result<Vec<Written>, String> {
    match source {
        Source::Change { .. }
        | Source::Phase { .. }
        | Source::Sentence { .. }
        | Source::Plan { .. }
        | Source::Api { .. } => Ok(Vec::new()),
    }
}

/// What changed, without the pages that we wrote ourselves.
pub(crate) fn work_of_others(state: &State, changed: &[ChangedFile]) -> Vec<ChangedFile> {
    let ours = |it: &&ChangedFile| {
        let mut paths = state.papers.paths.iter();
        !paths.any(|path| path.as_str() == it.path)
    };
    changed.iter().filter(ours).cloned().collect()
}
