//! Which paths a proposal touches, and how.

use ledger::proposal::Proposal;
use shell::effect::{Goes, What};
use shell::paths;
use shell::place::Place;

use crate::command_effects::Deeds;

/// One path that a proposal touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touch {
    /// The path from the top of the worktree, as it is asked about.
    pub(crate) asked: String,
    /// How.
    pub(crate) how: How,
}

impl Touch {
    /// A touch of this path.
    pub(crate) fn of(path: &str, how: How) -> Self {
        Self {
            asked: path.to_owned(),
            how,
        }
    }
}

/// How a path is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// Its name, kind or size only.
    Name,
    /// Its content.
    Read,
    /// Everything below it.
    Walk,
    /// Something in this directory is changed or deleted: which names, a pattern says.
    Enter,
    /// It is created, replaced or changed.
    Write,
    /// It is deleted.
    Delete,
    /// It gets another name or place.
    Move,
}

impl How {
    /// Whether something is different afterwards.
    pub(crate) fn changes(self) -> bool {
        match self {
            How::Enter | How::Write | How::Delete | How::Move => true,
            How::Name | How::Read | How::Walk => false,
        }
    }

    /// The verb for people.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            How::Name => "look at",
            How::Read => "read",
            How::Walk => "search",
            How::Enter => "change what is in",
            How::Write => "write",
            How::Delete => "delete",
            How::Move => "move",
        }
    }
}

/// The paths that a proposal names.
pub(crate) fn touches(proposal: &Proposal, deeds: Option<&Deeds>) -> Vec<Touch> {
    let one = |path: &str, how| {
        vec![Touch {
            asked: path.to_owned(),
            how,
        }]
    };
    match proposal {
        Proposal::Read { path, .. } => one(path, How::Read),
        Proposal::List { path } if path.is_empty() => Vec::new(),
        Proposal::List { path } => one(path, How::Name),
        Proposal::Search { path, glob, .. } => searched(path.as_deref(), glob.as_deref()),
        Proposal::Write { path, .. } | Proposal::Edit { path, .. } => one(path, How::Write),
        Proposal::Delete { path } => one(path, How::Delete),
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => {
            started(proposal, deeds)
        }
        Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => Vec::new(),
    }
}

/// A search walks the directory it names, and the one that its glob names before its first wildcard.
fn searched(path: Option<&str>, glob: Option<&str>) -> Vec<Touch> {
    let path = path.filter(|path| !path.is_empty());
    let mut out: Vec<Touch> = path
        .map(|path| Touch::of(path, How::Walk))
        .into_iter()
        .collect();
    let fixed = glob.and_then(|glob| {
        let fixed = glob.split(['*', '?', '[', '{']).next()?;
        let whole = fixed.len() == glob.len();
        let fixed = if whole {
            Some(fixed)
        } else {
            fixed.rsplit_once('/').map(|(above, _)| above)
        };
        // A glob that climbs behind its wildcard climbs out of what it matched.
        if glob.split('/').any(|part| part == "..") {
            Some(glob)
        } else {
            fixed
        }
    });
    match fixed {
        Some("") if glob.is_some_and(|glob| glob.starts_with('/')) => {
            out.push(Touch::of("/", How::Walk));
        }
        Some("") | None => {}
        Some(fixed) => out.push(Touch::of(&paths::join(path, fixed), How::Walk)),
    }
    out
}

/// The directory before the first wildcard of a pattern.
fn fixed(pattern: &str) -> &str {
    let fixed = pattern
        .split(['*', '?', '[', '{'])
        .next()
        .unwrap_or_default();
    fixed
        .rsplit_once('/')
        .map_or("", |(directory, _)| directory)
}

/// How a directory is touched when this happens to files in it.
fn within(how: How) -> How {
    match how {
        How::Name => How::Name,
        How::Read | How::Walk => How::Walk,
        How::Enter | How::Write | How::Delete | How::Move => How::Enter,
    }
}

/// What the commands touch below the worktree, and the directory they start in. What they touch elsewhere is judged by
/// its text.
fn started(proposal: &Proposal, deeds: Option<&Deeds>) -> Vec<Touch> {
    let mut cwd = None;
    if let Proposal::Exec { cwd: at, .. } | Proposal::Shell { cwd: at, .. } = proposal {
        cwd = at.as_deref();
    }
    let mut out: Vec<Touch> = cwd
        .filter(|cwd| !cwd.is_empty())
        .map(|cwd| Touch::of(cwd, How::Name))
        .into_iter()
        .collect();
    let Some(Deeds::Known(effects)) = deeds else {
        return out;
    };
    for effect in effects {
        let (place, how) = match &effect.what {
            What::List(place) => (place, How::Name),
            What::Read { place, walk: false } => (place, How::Read),
            What::Read { place, walk: true } => (place, How::Walk),
            What::Write(place) => (place, How::Write),
            What::Delete {
                place,
                goes: Goes::Elsewhere,
            } => (place, How::Move),
            What::Delete { place, .. } => (place, How::Delete),
            What::Start(_)
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
            | What::Unknown(_) => continue,
        };
        let touch = match place {
            Place::Inside { path, glob: false } if !path.is_empty() => Touch::of(path, how),
            // Names that a pattern stands for are not known, the directory in front of it is.
            Place::Inside { path, glob: true } if !fixed(path).is_empty() => {
                Touch::of(fixed(path), within(how))
            }
            Place::Inside { .. }
            | Place::Home { .. }
            | Place::Outside { .. }
            | Place::Unknown { .. } => {
                continue;
            }
        };
        if !out.contains(&touch) {
            out.push(touch);
        }
    }
    // What is moved is not also written: it is gone from there.
    let moved: Vec<String> = out
        .iter()
        .filter(|touch| touch.how == How::Move)
        .map(|touch| touch.asked.clone())
        .collect();
    out.retain(|touch| touch.how != How::Write || !moved.contains(&touch.asked));
    out
}
