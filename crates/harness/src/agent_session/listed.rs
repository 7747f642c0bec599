//! Sessions as people look at them: which there are, and how each stands.

use agents::session::Session;
use ledger::ids::RunId;
use store::{Filter, Store, StreamKind};

use crate::drive;
use crate::repository::Site;

/// A session.
#[derive(Debug)]
pub struct Listed {
    /// The name of its stream.
    pub name: RunId,
    /// How it stands.
    pub session: Session,
    /// When it began, in milliseconds since 1970.
    pub opened_ms: u64,
    /// When it was last heard of.
    pub heard_ms: u64,
}

/// Sessions of this repository, or of all, the newest first.
///
/// # Errors
/// [`drive::Error`].
pub fn list(
    site: &Site,
    store: &Store,
    all: bool,
    count_max: Option<u32>,
) -> Result<Vec<Listed>, drive::Error> {
    let filter = Filter {
        kind: StreamKind::Sessions,
        repository: (!all).then(|| site.repo.main_root().display().to_string()),
        count_max,
        ..Filter::default()
    };
    let runs = store.runs(&filter)?;
    let mut out = Vec::new();
    for run in runs {
        out.extend(of(store, &run.id)?);
    }
    Ok(out)
}

/// One session; nothing where its stream has no line yet.
///
/// # Errors
/// [`drive::Error`].
pub fn of(store: &Store, name: &RunId) -> Result<Option<Listed>, drive::Error> {
    let lines = drive::lines(store, name)?;
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return Ok(None);
    };
    let (opened_ms, heard_ms) = (first.stamp.at_ms, last.stamp.at_ms);
    let mut session = Session::default();
    lines.iter().for_each(|line| session.apply(&line.event));
    Ok(Some(Listed {
        name: name.clone(),
        session,
        opened_ms,
        heard_ms,
    }))
}
