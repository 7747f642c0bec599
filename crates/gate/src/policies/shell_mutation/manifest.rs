//! What the project's manifests say that its scripts run: `npm test` is what `package.json` names so.
//!
//! What a script does is judged like the command itself, but for what only asks because it is not understood: a
//! project's own tools are seldom known here, and its scripts run in the sandbox.

use ledger::gate::{Finding, Severity};
use ledger::phase::Phase;
use shell::argv_of;
use shell::effect::{Effect, What};
use shell::place::Ground;
use shell::recipes;

use super::foreign::fetched_and_run;
use super::objection::{Objection, objection};
use super::{NAME, afar};
use crate::finding::{hard, soft, stop};
use crate::policies::{Asked, looks};

/// Reasons that are told for one command.
const UNREAD_TOLD_MAX: usize = 4;

/// Rules that a script of the project may break without being asked about: they speak of what is not understood, or of
/// what the phase and the sandbox hold already.
const OWN_BUSINESS: &[&str] = &[
    "not-understood",
    "out-of-phase",
    "no-sandbox",
    "untrusted-build",
    "runs-code",
    "path-unknown",
    "runs-script",
    "script",
    "deletes",
    "protected-path",
];

/// What stands against the recipes that these effects run.
pub(super) fn behind(asked: &Asked<'_>, effects: &[Effect]) -> Vec<Finding> {
    let context = asked.context;
    let ground = Ground {
        worktree: context.worktree,
        home: context.home,
    };
    let behind = recipes::behind(effects, context.facts, ground);
    let mut out = Vec::new();
    for (by, why) in behind.unread.iter().take(UNREAD_TOLD_MAX) {
        out.push(soft(
            NAME,
            "unread-recipe",
            format!("what `{by}` runs can't be judged: {why}"),
        ));
    }
    for script in &behind.scripts {
        // That a program in another language starts others is what it is for: these are judged themselves.
        let own = |it: &Objection| script.is_program && it.id == "runs-programs";
        let against = script
            .effects
            .iter()
            .filter_map(|effect| objection(asked, effect))
            .filter(|it| !own(it));
        out.extend(against.filter_map(|it| finding_of(&script.by, it)));
        out.extend(
            script
                .effects
                .iter()
                .filter_map(|effect| git_of(&script.by, &effect.what)),
        );
        out.extend(afar(&script.effects));
        out.extend(fetched_and_run(&script.effects));
    }
    out
}

fn finding_of(by: &str, against: Objection) -> Option<Finding> {
    let Objection {
        severity,
        id,
        message,
    } = against;
    let text = format!("`{by}` runs a script of the project: {message}");
    if severity == Severity::HardDeny {
        return Some(hard(
            NAME,
            &id,
            text,
            stop("leave this; say what you need it for"),
        ));
    }
    (!OWN_BUSINESS.contains(&id.as_str())).then(|| soft(NAME, &id, text))
}

/// Whether a script is told to rewrite the project's files, by its name or by an argument, in a phase that edits nothing.
pub(super) fn rewrites(asked: &Asked<'_>, name: &str, by: &str) -> Option<Objection> {
    const TOLD: [&str; 8] = [
        "--fix",
        "--write",
        "-u",
        "--update",
        "--updateSnapshot",
        "--update-snapshots",
        "--accept",
        "--autocorrect",
    ];
    let last = name.rsplit([':', '-', '.']).next().unwrap_or(name);
    let named = matches!(
        last,
        "fix" | "write" | "format" | "fmt" | "autofix" | "codemod"
    );
    let told =
        argv_of(by).is_some_and(|argv| argv.iter().any(|word| TOLD.contains(&word.as_str())));
    let quiet = asked.context.phase == Phase::Validating;
    (quiet && (named || told))
        .then(|| {
            Objection::soft(
                "out-of-phase",
                format!(
                    "the script `{name}` rewrites files, and nothing is changed in `validating`"
                ),
            )
        })
        .flatten()
}

/// Git's history, branches and settings are not for scripts to change.
fn git_of(by: &str, what: &What) -> Option<Finding> {
    /// What scripts may do besides looking: it leaves history, branches and settings alone.
    const FINE: [&str; 8] = [
        "add",
        "fetch",
        "submodule",
        "init",
        "lfs",
        "mv",
        "rm",
        "apply",
    ];
    let argv = what.git()?;
    let verb = argv.iter().find(|word| !word.starts_with('-'))?;
    let fine = looks(argv)
        || argv
            .first()
            .is_some_and(|first| FINE.contains(&first.as_str()));
    (!fine).then(|| {
        soft(
            NAME,
            "runs-script",
            format!("`{by}` runs a script of the project: it calls `git {verb}`"),
        )
    })
}
