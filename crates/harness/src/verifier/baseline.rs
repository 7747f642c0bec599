//! The baseline: where a command that nobody declared fails, the same command without the change, in a scratch copy. What
//! can't be started here, fails there in the same way, or passes here the next time says nothing of the work.

use std::path::Path;
use std::time::Duration;

use ledger::ids::{GitId, RelPath};
use ledger::observation::ChangedFile;
use ledger::options::{Options, Verification};
use ledger::plan::Plan;
use tools::sandbox::{Command, Exit};
use tools::scratch::{self, Scratch};
use verify::Unfit;

use super::evidence::Failing;
use super::trials::Place;
use crate::config::detect;
use crate::falsify::{apart, importing};
use crate::session::Runner;
use crate::site::Site;

/// What the commands were run for.
pub(super) struct Work<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: &'a Options,
    /// What it is compared with, and how it differs from that; nothing where nobody said.
    pub(super) change: Option<(&'a GitId, &'a [ChangedFile])>,
}

/// Those of the commands that failed which say nothing of the work.
pub(super) fn unfit(
    site: &Site,
    work: &Work<'_>,
    failing: &[Failing],
    told: &mut dyn FnMut(&str),
) -> Vec<Unfit> {
    let declared = declared(site, work);
    let mut found = failing
        .iter()
        .filter(|it| declared.iter().all(|own| own.trim() != it.command.trim()))
        .peekable();
    if found.peek().is_none() {
        return Vec::new();
    }
    let place = Place::new(site);
    let mut without = None;
    let mut all = Vec::new();
    for it in found {
        let command = it.command.trim().to_owned();
        let alone = match &it.exit {
            Exit::NotStarted(why) => Some(format!("it can't be started here: {why}")),
            Exit::Exited(0) => Some("it leaves files behind that git does not ignore".to_owned()),
            Exit::Exited(_)
            | Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::Lost => None,
        };
        if let Some(why) = alone {
            all.push(Unfit { command, why });
            continue;
        }
        let Some(change) = work.change else {
            continue;
        };
        told(&format!(
            "running without the change, in a scratch copy: {command}"
        ));
        let copy = without.get_or_insert_with(|| Without::new(site, &place, change));
        let why = match copy.as_ref().map(|copy| copy.fails_alike(it, work)) {
            Ok(true) => "it fails in the same way without it",
            Ok(false) => {
                told(&format!("running once more: {command}"));
                match passes(site, work, &command) {
                    true => "on this very tree it fails one time and passes the next",
                    false => continue,
                }
            }
            Err(why) => {
                told(&format!("there is nothing to compare with: {why}"));
                continue;
            }
        };
        let why = why.to_owned();
        all.push(Unfit { command, why });
    }
    all
}

/// Whether a command that failed passes after all: what depends on the moment is evidence of nothing.
fn passes(site: &Site, work: &Work<'_>, command: &str) -> bool {
    let root = site.repo.root.as_path();
    let output = Runner::new()
        .ok()
        .zip(gate::argv_of(command))
        .map(|(runner, argv)| {
            runner.run_with(job(argv, root, work), |env| importing((root, root), env))
        });
    output.is_some_and(|it| it.exit == Exit::Exited(0))
}

fn job(argv: Vec<String>, folder: &Path, work: &Work<'_>) -> Command {
    let mut job = Command::new(argv, folder);
    job.timeout = Duration::from_secs(u64::from(work.options.limits.check_timeout_s));
    job.merge_stderr = true;
    job
}

/// Commands that somebody chose for the work: what has to pass has to pass, whatever it did before.
fn declared(site: &Site, work: &Work<'_>) -> Vec<String> {
    let own = site.config().verify_commands.clone().unwrap_or_default();
    let of_plan = Verification {
        commands: own,
        ..work.options.verification.clone()
    };
    verify::commands(work.plan, &of_plan)
}

/// The working tree without the change, and with all that git ignores.
struct Without<'a> {
    site: &'a Site,
    copy: Scratch,
    runner: Runner,
}

impl<'a> Without<'a> {
    fn new(
        site: &'a Site,
        place: &Place,
        (base, changed): (&GitId, &[ChangedFile]),
    ) -> Result<Self, String> {
        let to = place.path.join("without");
        let copy = Scratch::of(&site.repo.root, &to, &scratch::Limits::default())
            .map_err(|error| error.to_string())?;
        let paths = changed.iter().map(|it| {
            let path = RelPath::new(&it.path);
            path.map_err(|error| format!("`{}`: {error}", it.path))
        });
        let paths: Vec<RelPath> = paths.collect::<Result<_, _>>()?;
        let blobs = site.repo.read_blobs(base, &paths);
        let blobs = blobs.map_err(|error| error.to_string())?;
        // First what is in nobody's way any more.
        let mut both: Vec<_> = paths.iter().zip(&blobs).collect();
        both.sort_by_key(|(_, blob)| blob.is_some());
        for (path, blob) in both {
            copy.put(path, blob.as_deref())
                .map_err(|error| format!("`{path}`: {error}"))?;
        }
        let runner = Runner::new().map_err(|error| error.to_string())?;
        Ok(Self { site, copy, runner })
    }

    fn fails_alike(&self, it: &Failing, work: &Work<'_>) -> bool {
        let (root, copy) = (self.site.repo.root.as_path(), self.copy.root());
        // Where nobody says there that this is how it is tested, its failing says nothing either.
        let known = detect(copy).checks().contains(&it.command);
        let Some(argv) = gate::argv_of(&it.command).filter(|_| known) else {
            return false;
        };
        let job = job(argv, copy, work);
        let output = self.runner.run_with(job, |env| apart((root, copy), env));
        output.exit == it.exit && verify::fails_alike(&output.stdout.text, &it.output)
    }
}
