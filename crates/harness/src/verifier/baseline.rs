//! Commands of the verifier alone that failed and that nobody declared: which of them say nothing of the work. What fails in
//! the same way without it in a scratch copy, can't be started or passes the next time says nothing.

use std::path::Path;
use std::time::Duration;

use ledger::action::Declared;
use ledger::evidence::Unfit;
use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;
use tools::git::Repo;
use tools::outside_run::ByHand;
use tools::process::{Command, Exit};
use tools::scratch::{Leave, Scratch};

use super::evidence::Failing;
use super::trials::Place;
use crate::config::detect;
use crate::environment::{apart, importing, in_place};
use crate::repository::Site;

/// Why a command says nothing of the work.
const ALIKE: &str = "it fails in the same way without it";
/// The same.
const MOMENT: &str = "on this very tree it fails one time and passes the next";
/// The same.
const LEAVES: &str = "it leaves files behind that git does not ignore";

/// What commands failed on.
#[derive(Debug, Clone)]
pub(super) struct Work {
    /// The worktree that holds it.
    pub(super) repo: Repo,
    /// What it is compared with.
    pub(super) base: GitId,
    /// How it differs from that.
    pub(super) changed: Vec<ChangedFile>,
    /// Longest time of one command.
    pub(super) timeout: Duration,
}

/// Those of the `found` commands that failed which say nothing of the work. Without something to compare with, `work` is
/// nothing, and only what did not get as far as failing is told.
pub(super) fn unfit(
    (site, by_hand): (&Site, &ByHand),
    (work, found): (Option<&Work>, &[String]),
    failing: &[Failing],
    told: &mut dyn FnMut(&str),
) -> Vec<Unfit> {
    let place = Place::new(site);
    let commands = failing.iter().filter_map(|it| {
        Some(Declared {
            argv: shell::argv_of(&it.command)?,
            command: it.command.clone(),
            build: None,
        })
    });
    let leave = by_hand.leave(site.repo.root.clone(), commands.collect(), apart);
    let mut without = None;
    let mut all = Vec::new();
    for it in failing.iter().filter(|it| found.contains(&it.command)) {
        let why = match &it.exit {
            Exit::NotStarted(why) => Some(format!("it can't be started here: {why}")),
            Exit::Exited(0) => Some(LEAVES.to_owned()),
            // One that never ends is not tried again.
            Exit::TimedOut => Some(format!("it did not end within {} s", it.limit.as_secs())),
            Exit::Exceeded(what) => Some(what.clone()),
            Exit::Exited(_) | Exit::Signalled(_) | Exit::Cancelled | Exit::Lost => {
                work.and_then(|work| {
                    let copy = || copy_without((work, &leave), &place.path.join("without"));
                    let without = without.get_or_insert_with(copy);
                    compared((work, by_hand), it, without, told).map(str::to_owned)
                })
            }
        };
        all.extend(why.map(|why| Unfit {
            command: it.command.trim().to_owned(),
            why,
        }));
    }
    all
}

/// A scratch copy of the worktree, with all that git ignores and with the base's files put back.
fn copy_without<'a>((work, leave): (&Work, &'a Leave), to: &Path) -> Result<Scratch<'a>, String> {
    let _ = std::fs::remove_dir_all(to);
    let scratch = leave.copy(to).map_err(|error| error.to_string())?;
    let paths = work.changed.iter().map(|it| {
        let path = RelPath::held(&it.path);
        path.map_err(|error| format!("`{}`: {error}", it.path))
    });
    let paths: Vec<RelPath> = paths.collect::<Result<_, _>>()?;
    let blobs = work.repo.read_blobs(&work.base, &paths);
    let blobs = blobs.map_err(|error| error.to_string())?;
    // First what is in nobody's way any more.
    let mut both: Vec<_> = paths.iter().zip(&blobs).collect();
    both.sort_by_key(|(_, blob)| blob.is_some());
    for (path, blob) in both {
        let put = scratch.put(path, blob.as_deref());
        put.map_err(|error| format!("`{path}`: {error}"))?;
    }
    Ok(scratch)
}

/// Why a failure says nothing of the work, by what the command does without it, and the next time.
fn compared(
    (work, by_hand): (&Work, &ByHand),
    it: &Failing,
    without: &Result<Scratch<'_>, String>,
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
    // Where nobody says there that this is how it is tested, its failing says nothing.
    let checks = detect(without.root()).checks();
    let knows = checks.iter().any(|it| it.trim() == command.trim());
    let before = knows.then(|| without.run(command, work.timeout)).flatten();
    let alike = before.is_some_and(|before| {
        let (without, with) = (
            verify::failure(&before.stdout.text),
            verify::failure(&it.output),
        );
        before.exit == it.exit && verify::fails_alike(&without, &with)
    });
    if alike {
        return Some(ALIKE);
    }
    told(&format!("running once more: {command}"));
    let root = work.repo.root.as_path();
    let again = shell::argv_of(command).map(|argv| {
        let mut job = Command::new(argv, root);
        job.timeout = work.timeout;
        job.merge_stderr = true;
        by_hand.run(job, |env| importing(in_place(root), env))
    });
    again
        .is_some_and(|it| it.exit == Exit::Exited(0))
        .then_some(MOMENT)
}
