//! What a command may do where.

use ledger::phase::Phase;
use shell::may_fit;
use shell::paths::{is_git_internal, is_ours};
use shell::place::Place;

use super::objection::Objection;
use super::secret_places::secret;
use super::steers::steers;
use crate::outside_workspace::{Outside, kind};
use crate::policies::Asked;
use crate::policies::protected_path::sensitive::decides;

/// Directories that builds make and that can be made again.
const MADE: &[&str] = &[
    "target",
    "node_modules",
    "dist",
    "build",
    "out",
    ".cache",
    "coverage",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".next",
    ".nuxt",
    ".turbo",
    ".parcel-cache",
    "tmp",
    "temp",
    ".tox",
    "htmlcov",
    ".nyc_output",
    "bin",
    "obj",
    ".gradle",
    ".venv",
    "venv",
    "storybook-static",
    ".svelte-kit",
    ".angular",
    "_build",
    "_site",
    ".eggs",
    ".coverage",
    ".output",
    ".vite",
    "test-results",
    "playwright-report",
];

/// Endings of files that tools leave behind.
const LEFT: &[&str] = &[
    ".log", ".tmp", ".bak", ".orig", ".rej", ".pyc", ".o", ".class", ".swp", ".out", ".pid",
    ".gcda", ".gcno", ".profraw",
];

/// Directories of the home directory that hold what many programs keep, secrets among it.
const WHOLE: &[&str] = &[
    ".config",
    ".local",
    ".local/share",
    ".cache",
    "Library",
    "Library/Application Support",
    "AppData",
];

/// Names are looked at.
pub(super) fn listed(place: &Place) -> Option<Objection> {
    match place {
        Place::Inside { .. } => None,
        Place::Outside { path, .. } if kind(path) == Outside::Plain || installed(path) => None,
        Place::Home { .. } | Place::Outside { .. } => Objection::soft(
            "looks-outside",
            format!("it looks at `{}`, outside the worktree", place.shown()),
        ),
        Place::Unknown { why, .. } => Objection::soft(
            "path-unknown",
            format!("where it looks is not known: {why}"),
        ),
    }
}

/// Content is read.
pub(super) fn read(asked: &Asked<'_>, place: &Place, walk: bool) -> Option<Objection> {
    let inside = matches!(place, Place::Inside { .. });
    if secret(asked, place) || (walk && !inside && secret(asked, &below(place))) {
        return Objection::hard("secret", format!("`{}` holds secrets", place.shown()));
    }
    match place {
        Place::Inside { path, .. } if is_git_internal(path) => {
            Objection::soft("git-internal", "it reads git's own files")
        }
        Place::Inside { .. } => None,
        Place::Outside { path, .. } if kind(path) == Outside::Plain => None,
        Place::Outside { path, glob } if walk && wide(path, *glob) => {
            Objection::hard("searches-outside", format!("it searches all of `{path}`"))
        }
        Place::Home { path, .. } if walk && (path.is_empty() || WHOLE.contains(&path.as_str())) => {
            Objection::hard("searches-outside", "it searches the whole home directory")
        }
        Place::Outside { path, .. }
            if matches!(path.as_str(), "/dev/zero" | "/dev/urandom" | "/dev/random") =>
        {
            Objection::soft("endless", format!("`{path}` has no end"))
        }
        Place::Outside { path, .. } if matches!(kind(path), Outside::System(_)) => Objection::hard(
            "reads-outside",
            format!("`{path}` belongs to the machine or its users"),
        ),
        Place::Outside { glob: true, .. } => Objection::hard(
            "reads-outside",
            format!(
                "the pattern `{}` reaches outside the worktree",
                place.shown()
            ),
        ),
        Place::Home { .. } | Place::Outside { .. } => Objection::soft(
            "reads-outside",
            format!("it reads `{}`, outside the worktree", place.shown()),
        ),
        Place::Unknown { known, why } => known
            .as_deref()
            .and_then(|known| read(asked, &below(known), walk))
            .filter(|it| it.severity == ledger::gate::Severity::HardDeny)
            .or_else(|| {
                Objection::soft("path-unknown", format!("what it reads is not known: {why}"))
            }),
    }
}

/// Something is written.
pub(super) fn written(asked: &Asked<'_>, place: &Place) -> Option<Objection> {
    match place {
        Place::Inside { path, .. } => {
            inside(asked, path, "writes").or_else(|| steered(asked, path))
        }
        Place::Outside { path, .. } if harmless_target(path) => None,
        Place::Outside { path, .. } if path.starts_with("/dev/") => {
            Objection::hard("device", format!("it writes to the device `{path}`"))
        }
        Place::Outside { path, .. } if temporary(path) => Objection::soft(
            "writes-outside",
            format!("it writes `{path}`, outside the worktree"),
        ),
        Place::Home { .. } | Place::Outside { .. } => Objection::hard(
            "writes-outside",
            format!("it writes `{}`, outside the worktree", place.shown()),
        ),
        Place::Unknown { known, why } => known
            .as_deref()
            .and_then(|known| written(asked, &below(known)))
            .filter(|it| it.severity == ledger::gate::Severity::HardDeny)
            .or_else(|| {
                Objection::soft(
                    "path-unknown",
                    format!("what it writes is not known: {why}"),
                )
            }),
    }
}

/// A file that decides what tools run, with content that says so.
fn steered(asked: &Asked<'_>, path: &str) -> Option<Objection> {
    let text = asked.subject.proposal().map(crate::canonical::plain)?;
    steers(path, &text)
        .then(|| {
            Objection::soft(
                "protected-path",
                format!("`{path}` decides what the project's tools run"),
            )
        })
        .flatten()
}

/// Something is deleted.
pub(super) fn deleted(asked: &Asked<'_>, place: &Place, recursive: bool) -> Option<Objection> {
    match place {
        Place::Inside { path, glob } => {
            let whole =
                path.is_empty() || (*glob && path.trim_matches(['*', '.', '/', '?']).is_empty());
            if whole && recursive {
                return Objection::hard("deletes-all", "it deletes the whole worktree");
            }
            let first = path.split('/').next().unwrap_or_default();
            if *glob
                && first.starts_with('.')
                && (may_fit(first, ".interlock") || may_fit(first, ".git"))
            {
                return Objection::hard(
                    "gate-tamper",
                    "the pattern fits the settings of Interlock or of git",
                );
            }
            if let Some(objection) = inside(asked, path, "deletes") {
                return Some(objection);
            }
            if (is_left(path) && !recursive) || is_made(path) {
                return None;
            }
            let tests = path
                .split('/')
                .any(|part| matches!(part, "tests" | "test" | "__tests__" | "spec" | "specs"));
            let meant = !*glob && crate::deletion::is_meant(asked.context, path);
            (!meant && (recursive || *glob || whole || tests))
                .then(|| Objection::soft("deletes", format!("it deletes `{}`", place.shown())))
                .flatten()
        }
        Place::Outside { path, glob: true }
            if matches!(
                path.as_str(),
                "/tmp/*" | "/var/tmp/*" | "/tmp/.*" | "/tmp/?*"
            ) =>
        {
            Objection::hard(
                "deletes-outside",
                "it deletes what every program keeps there",
            )
        }
        Place::Outside { path, .. } if temporary(path) && path.matches('/').count() > 1 => {
            Objection::soft(
                "deletes-outside",
                format!("it deletes `{path}`, outside the worktree"),
            )
        }
        Place::Home { .. } | Place::Outside { .. } => Objection::hard(
            "deletes-outside",
            format!("it deletes `{}`, outside the worktree", place.shown()),
        ),
        Place::Unknown { known, why } => known
            .as_deref()
            .and_then(|known| deleted(asked, &below(known), recursive))
            .filter(|it| it.severity == ledger::gate::Severity::HardDeny)
            .or_else(|| {
                Objection::soft(
                    "path-unknown",
                    format!("what it deletes is not known: {why}"),
                )
            }),
    }
}

/// A file is run.
pub(super) fn executed(asked: &Asked<'_>, place: &Place, why: &str) -> Option<Objection> {
    if secret(asked, place) {
        return Objection::hard("secret", format!("`{}` holds secrets", place.shown()));
    }
    match place {
        Place::Outside { path, .. } if matches!(kind(path), Outside::System(_)) => Objection::hard(
            "reads-outside",
            format!("`{path}` belongs to the machine or its users"),
        ),
        Place::Outside { path, .. } if path.ends_with("sh") && path.contains("/bin/") => {
            Objection::hard("runs-programs", format!("the shell `{path}` is started"))
        }
        Place::Inside { .. } => Objection::soft("runs-file", why.to_owned()),
        Place::Home { .. } | Place::Outside { .. } => Objection::soft(
            "runs-outside",
            format!("`{}` is run, outside the worktree", place.shown()),
        ),
        Place::Unknown { why, .. } => {
            Objection::soft("path-unknown", format!("what it runs is not known: {why}"))
        }
    }
}

/// A change inside the worktree.
fn inside(asked: &Asked<'_>, path: &str, does: &str) -> Option<Objection> {
    if is_ours(path) {
        return Objection::hard("gate-tamper", format!("it {does} Interlock's own settings"));
    }
    if is_git_internal(path) {
        return Objection::hard("git-internal", format!("it {does} git's own files"));
    }
    if asked.policies.protects_path(path) || asked.policies.protected_broken {
        return Objection::soft("protected-path", format!("`{path}` is protected"));
    }
    if decides(path) {
        return Objection::soft(
            "protected-path",
            format!("`{path}` decides what tools, editors or agents run"),
        );
    }
    if secret(
        asked,
        &Place::Inside {
            path: path.to_owned(),
            glob: false,
        },
    ) {
        return Objection::soft("secret", format!("`{path}` holds secrets"));
    }
    let phase = asked.context.phase;
    // What builds and tests leave behind is no edit; checks make it as well, and so does what hands a change over.
    if matches!(phase, Phase::Validating | Phase::Merging) && (is_made(path) || is_left(path)) {
        return None;
    }
    (phase != Phase::Executing)
        .then(|| Objection::soft("out-of-phase", format!("nothing is changed in `{phase}`")))
        .flatten()
}

/// Whether a path is in a directory that builds make.
fn is_made(path: &str) -> bool {
    path.split('/').any(|part| MADE.contains(&part))
}

/// Whether tools leave files of this name behind.
fn is_left(path: &str) -> bool {
    LEFT.iter().any(|ending| path.ends_with(ending))
}

fn harmless_target(path: &str) -> bool {
    matches!(
        path,
        "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/fd/1" | "/dev/fd/2"
    )
}

/// Where every machine of a kind holds the same names: programs, libraries, devices; and what is only passing.
fn installed(path: &str) -> bool {
    let mut parts = path.trim_start_matches('/').split('/');
    let top = parts.next().unwrap_or_default();
    let below = parts.next().is_some();
    matches!(
        top,
        "usr" | "bin" | "sbin" | "lib" | "lib64" | "opt" | "dev" | "Applications" | "nix"
    ) || (!below && matches!(top, "" | "tmp"))
}

fn temporary(path: &str) -> bool {
    ["/tmp", "/var/tmp"].iter().any(|top| {
        path.strip_prefix(top)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn wide(path: &str, glob: bool) -> bool {
    glob || path.matches('/').count() <= 1
        || path.starts_with("/home")
        || path.starts_with("/etc")
        || path.starts_with("/root")
        || path.starts_with("/var")
}

/// Something below a place of which only the beginning is known.
fn below(known: &Place) -> Place {
    match known {
        Place::Inside { path, .. } => Place::Inside {
            path: format!("{path}/…"),
            glob: false,
        },
        Place::Home { path, .. } => Place::Home {
            path: format!("{path}/…"),
            glob: false,
        },
        Place::Outside { path, .. } => Place::Outside {
            path: format!("{path}/…"),
            glob: false,
        },
        Place::Unknown { .. } => known.clone(),
    }
}
