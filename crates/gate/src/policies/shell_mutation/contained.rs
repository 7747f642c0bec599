//! What holds a command to what was understood of it: the sandbox, or that its arguments say all that it does.

use ledger::facts::PathKind;
use ledger::proposal::{Proposal, Shell};
use shell::effect::{Effect, What};
use shell::git::call::Call;
use shell::is_contained;
use shell::lookup::{self, Known};
use shell::place::Place;

use super::objection::Objection;
use crate::deletion;
use crate::policies::{Asked, looks, moves_files};

/// What holds a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// The system does, or its own arguments do: each path that it changes is known, and judged like one that the tools
    /// for files are given.
    Held,
    /// Only what it was said to do.
    Nothing,
}

impl Guard {
    /// What holds the command with these effects.
    pub(super) fn of(asked: &Asked<'_>, effects: &[Effect]) -> Self {
        let held = asked.context.sandboxed
            || (!is_for_windows(asked)
                && effects
                    .iter()
                    .all(|effect| is_known(asked, effects, effect)));
        if held { Guard::Held } else { Guard::Nothing }
    }
}

/// Without a guard only what looks runs unasked.
pub(super) fn unguarded(what: &What, guard: Guard) -> Option<Objection> {
    let changes = match what {
        What::Write(place) | What::Delete { place, .. } => !is_device(place),
        What::List(_)
        | What::Read { .. }
        | What::Start(_)
        | What::Execute { .. }
        | What::Code { .. }
        | What::Network(_)
        | What::Git { .. }
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Dashed { .. }
        | What::Message(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Marked { .. }
        | What::Unknown(_) => false,
    };
    let why = "there is no sandbox here, so only what looks, or changes files that are known, runs unasked";
    (changes && guard == Guard::Nothing)
        .then(|| Objection::soft("no-sandbox", why))
        .flatten()
}

/// Shells whose commands are read by what they are called, not by what each of their arguments does.
fn is_for_windows(asked: &Asked<'_>) -> bool {
    matches!(
        asked.subject.proposal(),
        Some(Proposal::Shell {
            shell: Shell::Powershell | Shell::Cmd,
            ..
        })
    )
}

fn is_device(place: &Place) -> bool {
    place.text().is_some_and(|path| path.starts_with("/dev/"))
}

/// Whether an effect is all that it says, on a path that is known.
fn is_known(asked: &Asked<'_>, effects: &[Effect], effect: &Effect) -> bool {
    match &effect.what {
        What::List(_) | What::Read { .. } | What::Message(_) | What::Dashed { .. } => true,
        What::Start(argv) => argv.first().is_some_and(|program| is_contained(program)),
        What::Git { argv, directory } => directory.is_none() && is_plain_git(argv),
        What::Write(place) => is_device(place) || is_file(asked, effects, effect, place),
        What::Delete { place, .. } => may_go(asked, place),
        What::Execute { .. }
        | What::Code { .. }
        | What::Network(_)
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Marked { .. }
        | What::Unknown(_) => false,
    }
}

/// Git looks, or changes just the files that it is given.
fn is_plain_git(argv: &[String]) -> bool {
    looks(argv) || Call::of(argv).is_some_and(|call| moves_files(&call))
}

/// Whether what is written is one file, under its own name; a directory only where nothing is put into it.
fn is_file(asked: &Asked<'_>, effects: &[Effect], effect: &Effect, place: &Place) -> bool {
    let Place::Inside { path, glob: false } = place else {
        return false;
    };
    let Known::Yes(found) = lookup::path(asked.context.facts, path) else {
        return false;
    };
    // A copy into a directory would follow a link that stands there; a new name replaces it.
    let copies = || {
        let mut same = effects.iter().filter(|other| other.by == effect.by);
        same.any(|other| matches!(other.what, What::Read { .. }))
    };
    let plain = found.resolved.is_some() && !found.through_link && !found.hard_linked;
    plain
        && match found.kind {
            PathKind::File | PathKind::Absent => true,
            PathKind::Directory => !copies(),
            PathKind::Special | PathKind::Outside => false,
        }
}

fn may_go(asked: &Asked<'_>, place: &Place) -> bool {
    let Place::Inside { path, glob: false } = place else {
        return false;
    };
    deletion::is_meant(asked.context, path)
}
