//! Pages that a specification wants once its work is done: ticked tasks, merged specs, summaries. They are made from what
//! stands in the run branch, and are merged with the work or not at all.

use std::collections::BTreeSet;

use ledger::action::{Action, Record, Written};
use ledger::event::{Decided, Need};
use ledger::ids::{RelPath, TaskId};
use ledger::observation::ChangedFile;
use ledger::phase::Stop;
use ledger::promise::{Source, SourceFile};
use spec::phase::Done;

use crate::state::{State, TaskState};
use crate::step_context::StepContext;
use crate::{stops, waves};

/// Milliseconds of a minute.
const MINUTE_MS: u64 = 60_000;

/// Sees to them before the whole is verified. Says whether there is something to wait for.
pub(crate) fn once(context: &mut StepContext<'_>) -> bool {
    let state = &context.state;
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
    if !state.acts.is_empty() || context.given_up(&id) {
        return true;
    }
    match state.papers.gathered.clone() {
        None => gather(context, &id, &opened.source),
        Some(now) => record(context, &id, &opened.source, &now),
    }
    true
}

fn gather(context: &mut StepContext<'_>, id: &TaskId, source: &Source) {
    // What everybody shares may have moved on the target; the source's own files are the run's.
    let (paths, target) = match source {
        Source::Change { path, files, .. } => {
            let is_own = |it: &&SourceFile| it.path.starts_with(path.as_str());
            let (own, shared) = split(files, is_own);
            // A capability that was not there when the run began may be by now.
            let needed = spec::openspec::needed(path, own.iter().map(String::as_str));
            let target: BTreeSet<String> = shared.into_iter().chain(needed).collect();
            // And what the agent laid beside the change's files goes with them.
            let folder = format!("{}/", path.trim_end_matches('/'));
            (vec![folder], target.into_iter().collect())
        }
        Source::Phase { files, .. } => split(files, |it| it.path.contains("/phases/")),
        Source::Sentence { .. } | Source::Plan { .. } | Source::Api { .. } | Source::Issue(_) => {
            return;
        }
    };
    let act = context.act();
    let decided = Decided::Gather { act, paths, target };
    context.decide_for(id, decided);
}

/// The paths of those that are the source's own, and of those that are shared.
fn split(
    files: &[SourceFile],
    is_own: impl Fn(&&SourceFile) -> bool,
) -> (Vec<String>, Vec<String>) {
    let path = |it: &SourceFile| it.path.clone();
    let (own, shared): (Vec<&SourceFile>, Vec<&SourceFile>) = files.iter().partition(is_own);
    let paths = |files: Vec<&SourceFile>| files.into_iter().map(path).collect();
    (paths(own), paths(shared))
}

fn record(context: &mut StepContext<'_>, id: &TaskId, source: &Source, now: &[SourceFile]) {
    let files = match pages(&context.state, source, now) {
        Ok(files) => files,
        Err(what) => {
            let why = format!("the specification can't be closed: {what}");
            return stops::park(context, Stop::Blocked, why, vec![Need::Mend { what }]);
        }
    };
    let run = context.state.run.clone();
    let action = Action::Record(Record {
        run_branch: context.state.run_branch(),
        files,
        message: format!("Close {}\n\nInterlock-Run: {run}\n", source.title()),
    });
    context.allow(id, action);
}

/// What is to be written once its work stands.
fn pages(state: &State, source: &Source, now: &[SourceFile]) -> Result<Vec<Written>, String> {
    let today = date(state.clock.now_ms);
    match source {
        Source::Phase { path, files } => {
            let done: Vec<Done> = waves::in_order(state).map(done).collect();
            Ok(spec::phase::close(path, files, now, &done, &today))
        }
        Source::Change {
            path,
            files,
            archive,
        } => {
            let date = archive.then_some(today.as_str());
            spec::openspec::close(path, files, now, date).map_err(|problems| {
                let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
                all.join("\n")
            })
        }
        Source::Sentence { .. } | Source::Plan { .. } | Source::Api { .. } | Source::Issue(_) => {
            Ok(Vec::new())
        }
    }
}

/// What a summary tells of a task. It is merged only if all of it was verified.
fn done(task: &TaskState) -> Done {
    let changed = task.committed.iter().flat_map(|it| &it.changed);
    let must = &task.task.must_haves;
    let truths = must.truths.iter().map(|it| it.text.clone());
    let artifacts = must.artifacts.iter().map(|it| match &it.provides {
        Some(provides) => format!("`{}`: {provides}", it.path),
        None => format!("`{}`", it.path),
    });
    let links = must.key_links.iter();
    let links = links.map(|it| format!("`{}` uses `{}`", it.from, it.to));
    let ms = task.joined_ms.saturating_sub(task.begun_ms);
    Done {
        task: task.task.id.clone(),
        title: task.task.title.clone(),
        changed: changed
            .filter_map(|it| RelPath::held(&it.path).ok())
            .collect(),
        verified: truths.chain(artifacts).chain(links).collect(),
        minutes: ms.div_ceil(MINUTE_MS),
    }
}

/// The day in Greenwich, as `2026-11-20`. From the count of days since 1970-01-01, in eras of 400 years that begin with
/// a March (Hinnant, "chrono-compatible low-level date algorithms").
fn date(at_ms: u64) -> String {
    const DAY_MS: u64 = 86_400_000;
    let days = at_ms
        .checked_div(DAY_MS)
        .unwrap_or(0)
        .saturating_add(719_468);
    let div = |a: u64, b: u64| a.checked_div(b).unwrap_or(0);
    let era = div(days, 146_097);
    let of_era = days.saturating_sub(era.saturating_mul(146_097));
    let leaps = div(of_era, 1_460)
        .saturating_add(div(of_era, 146_096))
        .saturating_sub(div(of_era, 36_524));
    let year_of_era = div(of_era.saturating_sub(leaps), 365);
    let before = year_of_era
        .saturating_mul(365)
        .saturating_add(div(year_of_era, 4))
        .saturating_sub(div(year_of_era, 100));
    let of_year = of_era.saturating_sub(before);
    let month = div(of_year.saturating_mul(5).saturating_add(2), 153);
    let day = of_year
        .saturating_sub(div(month.saturating_mul(153).saturating_add(2), 5))
        .saturating_add(1);
    let (month, next) = if month < 10 {
        (month.saturating_add(3), 0)
    } else {
        (month.saturating_sub(9), 1)
    };
    let year = year_of_era
        .saturating_add(era.saturating_mul(400))
        .saturating_add(next);
    format!("{year:04}-{month:02}-{day:02}")
}

/// What changed, without the pages that we wrote ourselves.
pub(crate) fn work_of_others(state: &State, changed: &[ChangedFile]) -> Vec<ChangedFile> {
    let ours = |it: &&ChangedFile| {
        let mut paths = state.papers.paths.iter();
        !paths.any(|path| path.as_str() == it.path)
    };
    changed.iter().filter(ours).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_told_from_milliseconds() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_795_269_000, "2026-11-21"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds * 1000), expected);
        }
    }
}
