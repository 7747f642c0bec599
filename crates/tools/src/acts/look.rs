//! Reading, listing, searching.

use std::fmt::Write as _;
use std::path::Path;

use ledger::action::{Look, LookAt};
use ledger::ids::{RelPath, TaskId};
use ledger::observation::{Observation, Status};
use ledger::permit::Permit;

use super::{Workshop, failed, words};
use crate::files::{self, Kind, Window, Within};

/// How deep a listing goes.
const LEVELS: usize = 2;

impl Workshop {
    /// Looks at files.
    pub fn look(&mut self, permit: Permit<Look>) -> Observation {
        let (_, look) = permit.spend();
        let limits = self.limits;
        let hidden = self.hidden.clone();
        let place = match self.ready(&look.task) {
            Ok(place) => place,
            Err(why) => return *why,
        };
        let shown = match &look.at {
            LookAt::File { path, from, lines } => {
                let window = Window {
                    from: *from,
                    lines: *lines,
                };
                files::read(&place.root, path, window, &limits).map(|it| file(&it))
            }
            LookAt::Directory { path } => {
                files::list(&place.root, path.as_ref(), LEVELS, &limits).map(|it| listing(&it))
            }
            LookAt::Contents {
                pattern,
                path,
                glob,
            } => {
                let within = Within {
                    folder: path.as_ref(),
                    glob: glob.as_deref(),
                    hidden: &|path| (hidden.0)(path),
                };
                files::search(&place.root, pattern, within, &limits).map(|it| matches(&it))
            }
        };
        match shown {
            Ok((text, truncated)) => {
                let mut observation = Observation::plain(Status::Ok, text);
                observation.truncated = truncated;
                observation
            }
            Err(error) => failed(words(&error)),
        }
    }
}

impl Workshop {
    /// The whole text of a file of a task's worktree, for an agent that asked to read it and may.
    ///
    /// # Errors
    /// Why it can't be read, in words.
    pub fn text_of(&mut self, task: &TaskId, path: &Path) -> Result<String, String> {
        // An agent writes back what it has read: a part would lose the rest.
        let limits = files::Limits {
            answer_bytes_max: usize::MAX,
            ..self.limits
        };
        let place = self.ready(task).map_err(|it| it.text)?;
        let below = path.strip_prefix(&place.repo.root).unwrap_or(path);
        let below = RelPath::new(&below.to_string_lossy()).map_err(|error| error.to_string())?;
        let whole = Window {
            from: None,
            lines: None,
        };
        let read = files::read(&place.root, &below, whole, &limits);
        read.map(|it| it.text).map_err(|error| words(&error))
    }
}

fn file(read: &files::Text) -> (String, bool) {
    let whole = read.from == 1 && read.lines == read.lines_total;
    if whole && !read.truncated {
        return (read.text.clone(), false);
    }
    let last = read.from.saturating_add(read.lines).saturating_sub(1);
    let head = format!("[lines {}-{last} of {}]\n", read.from, read.lines_total);
    (head + &read.text, read.truncated)
}

fn listing(found: &files::Listing) -> (String, bool) {
    let mut text = String::new();
    for entry in &found.entries {
        let _ = match entry.kind {
            Kind::Folder => writeln!(text, "{}/", entry.path),
            Kind::File => writeln!(text, "{} {}", entry.path, entry.bytes),
            Kind::Link => writeln!(text, "{} -> (link)", entry.path),
            Kind::Special => writeln!(text, "{} (special)", entry.path),
        };
    }
    if found.entries.is_empty() {
        text.push_str("(empty)");
    }
    if found.truncated {
        text.push_str("[there is more; list a subdirectory]\n");
    }
    (text, found.truncated)
}

fn matches(found: &files::Found) -> (String, bool) {
    let mut text = String::new();
    for it in &found.matches {
        let _ = writeln!(text, "{}:{}: {}", it.path, it.line, it.text);
    }
    if found.matches.is_empty() {
        let _ = write!(text, "no match in {} files", found.files);
    }
    if found.hidden > 0 {
        let s = if found.hidden == 1 { "" } else { "s" };
        let line = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let _ = writeln!(text, "{line}[{} secret file{s} not searched]", found.hidden);
    }
    if found.truncated {
        text.push_str("[there is more; narrow the search]\n");
    }
    (text, found.truncated)
}
