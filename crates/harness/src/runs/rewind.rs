//! Taking a run back to an earlier line.

use ledger::event::{Event, Seen, Stamp};
use ledger::ids::{GitId, RunId, Seq};
use ledger::journal::Draft;
use ledger::observation::Outcome;
use ledger::wire::v1::Line;
use store::Store;

use crate::drive::{self, now_ms};

/// Takes a run back to an earlier line, with all that was decided in the same step; says which line that is. Nobody
/// may drive it meanwhile. The worktree follows when it is resumed; a target that was moved since does not, so that has
/// to be said with `force`.
///
/// # Errors
/// [`drive::Error`]; there is no such line.
pub fn rewind(store: &Store, run: &RunId, to: Seq, force: bool) -> Result<Seq, drive::Error> {
    let claim = store.claim(run)?;
    let lines = drive::lines(store, run)?;
    let to = end_of_step(&lines, to).ok_or(drive::Error::NoLine { seq: to })?;
    if let Some((target, commit)) = merged_after(run, &lines, to).filter(|_| !force) {
        return Err(drive::Error::Merged { target, commit });
    }
    let mut journal = claim.journal(run.clone());
    let stamp = Stamp {
        at_ms: now_ms(),
        mono_ms: 0,
        task: None,
    };
    journal.append(vec![Draft {
        stamp,
        event: Event::Seen(Seen::Rewound { to }),
    }])?;
    Ok(to)
}

/// The target and the commit that it was moved to after this line, if it was.
fn merged_after(run: &RunId, lines: &[Line], to: Seq) -> Option<(String, GitId)> {
    let state = engine::fold::fold(run.clone(), lines);
    let later = lines.iter().filter(|it| it.seq > to);
    let mut merged = later.filter_map(|line| {
        if let Event::Seen(Seen::Finished { observation, .. }) = &line.event
            && let Outcome::Merged { commit, .. } = &observation.outcome
        {
            return Some(commit.clone());
        }
        None
    });
    Some((state.opened?.target.clone(), merged.next_back()?))
}

/// The last line that was decided on the same thing seen as this one. Half a step is no place to go on from.
fn end_of_step(lines: &[Line], to: Seq) -> Option<Seq> {
    let at = lines.iter().position(|it| it.seq == to)?;
    let step = lines.get(at..)?.iter().enumerate();
    step.take_while(|(nth, line)| *nth == 0 || matches!(line.event, Event::Decided(_)))
        .last()
        .map(|(_, line)| line.seq)
}
