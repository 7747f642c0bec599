//! Commands of the verifier alone that failed and that nobody declared: which of them say nothing of the work.

use ledger::evidence::Unfit;
use tools::sandbox::Exit;

use super::evidence::Failing;
use super::trials::Place;
use crate::baseline::{ALIKE, Copied, LEAVES, MOMENT, Work, fails_alike, passes};
use crate::falsify::importing;
use crate::site::Site;

/// Those of the `found` commands that failed which say nothing of the work. Without something to compare with, `work` is
/// nothing, and only what did not get as far as failing is told.
pub(super) fn unfit(
    site: &Site,
    (work, found): (Option<&Work>, &[String]),
    failing: &[Failing],
    told: &mut dyn FnMut(&str),
) -> Vec<Unfit> {
    let place = Place::new(site);
    let mut without = None;
    let mut all = Vec::new();
    for it in failing.iter().filter(|it| found.contains(&it.command)) {
        let why = match &it.exit {
            Exit::NotStarted(why) => Some(format!("it can't be started here: {why}")),
            Exit::Exited(0) => Some(LEAVES.to_owned()),
            Exit::Exited(_)
            | Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::Lost => work.and_then(|work| {
                let copy = || Copied::without(work, &place.path.join("without"));
                let why = compared(work, it, without.get_or_insert_with(copy), told);
                why.map(str::to_owned)
            }),
        };
        all.extend(why.map(|why| Unfit {
            command: it.command.trim().to_owned(),
            why,
        }));
    }
    all
}

/// Why a failure says nothing of the work, by what the command does without it, and the next time.
fn compared(
    work: &Work,
    it: &Failing,
    without: &Result<Copied, String>,
    told: &mut dyn FnMut(&str),
) -> Option<&'static str> {
    let command = &it.command;
    let without = match without {
        Ok(without) => without,
        Err(why) => {
            told(&format!("there is nothing to compare with: {why}"));
            return None;
        }
    };
    told(&format!(
        "running without the change, in a scratch copy: {command}"
    ));
    let before = without.knows(command).then(|| without.run(command));
    let before = before.flatten();
    if before.is_some_and(|before| fails_alike(&before, (&it.exit, &it.output))) {
        return Some(ALIKE);
    }
    told(&format!("running once more: {command}"));
    let root = work.repo.root.as_path();
    let again = passes(work, command, |env| importing((root, root), env));
    again.then_some(MOMENT)
}
