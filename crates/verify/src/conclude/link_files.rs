//! The files between which a link is judged: what stands where it starts and where it ends, as far as these are files. How the
//! one uses the other is said in [`super::link`].

use ledger::plan::{KeyLink, LinkEnd};

use super::files::{Files, Kind};
use super::judgement::Judged;
use super::link_ends::Between;
use crate::facts::{Leads, LinkFacts};
use crate::rules::{LINK_END_MISSING, LINK_WITHOUT_FILE, NOT_LOOKED_AT};

/// The file in which a link starts.
pub(super) fn start<'p>(
    link: &KeyLink,
    between: &Between<'p>,
    files: &Files<'_>,
) -> Result<&'p str, Box<Judged>> {
    let no_file = || {
        let reason = format!(
            "`{}` names no file in which it could be looked for",
            link.from
        );
        let judged = Judged::unknown(3, LINK_WITHOUT_FILE, reason);
        Box::new(judged.mend("name in `from` the file that uses the other"))
    };
    let path = between.from.map(|it| it.as_str()).ok_or_else(no_file)?;
    let kind = files.get(path).map(|it| it.kind);
    match kind {
        // What nobody planned and nobody has is a name, unless it can only be a file's.
        Some(Kind::Absent) if !between.from_planned && !is_file_name(&link.from) => Err(no_file()),
        Some(Kind::Directory) => Err(no_file()),
        kind => stands("from", path, kind).map(|()| path),
    }
}

/// The file in which it ends, if it ends in one.
pub(super) fn end<'p>(
    link: &KeyLink,
    between: &Between<'p>,
    said: &'p LinkFacts,
    files: &Files<'_>,
) -> Result<Option<&'p str>, Box<Judged>> {
    let named = between.to.map(|it| it.as_str());
    let path = match (&said.leads, named) {
        (Some(Leads::Folder | Leads::Elsewhere), _) | (None, None) => return Ok(None),
        (Some(Leads::File(path)), _) => path.as_str(),
        (None, Some(path)) => path,
    };
    let kind = files.get(path).map(|it| it.kind);
    match kind {
        // What git ignores is there for whoever runs it: how it is used can be told all the same.
        Some(Kind::Ignored | Kind::Directory) => Ok(None),
        // What was found by another name than the plan has for it was not asked for.
        None if link.to.path().is_none_or(|it| it.as_str() != path) => Ok(Some(path)),
        kind => stands("to", path, kind).map(|()| Some(path)),
    }
}

/// Whether an end that has to be a file is one.
fn stands(name: &str, path: &str, kind: Option<Kind>) -> Result<(), Box<Judged>> {
    match kind {
        None => {
            let reason = format!("nobody looked at `{path}`");
            Err(Box::new(Judged::unknown(1, NOT_LOOKED_AT, reason)))
        }
        Some(Kind::Strange) => {
            let reason = format!("what stands at `{path}` is not known");
            Err(Box::new(Judged::unknown(1, NOT_LOOKED_AT, reason)))
        }
        Some(kind) if !kind.is_file() => {
            let reason = format!("the `{name}` of the link, `{path}`: {}", kind.words());
            let judged = Judged::failed("NOT_WIRED", 1, LINK_END_MISSING, reason);
            Err(Box::new(judged.mend(format!("create the file `{path}`"))))
        }
        Some(_) => Ok(()),
    }
}

/// Whether an end is written as only files are: with a folder and an extension.
fn is_file_name(end: &LinkEnd) -> bool {
    let parts = |path: &str| {
        let (folder, name) = path.rsplit_once('/')?;
        let (stem, extension) = name.rsplit_once('.')?;
        Some(!folder.is_empty() && !stem.is_empty() && !extension.is_empty())
    };
    end.path()
        .and_then(|it| parts(it.as_str()))
        .unwrap_or(false)
}
