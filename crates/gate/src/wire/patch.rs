//! Patches in the form that several agents send as one text (`*** Begin Patch`): what they do to each file.
//!
//! Source of the form: the grammar beside Codex's `apply_patch` tool.

use ledger::proposal::Proposal;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const ADD: &str = "*** Add File: ";
const UPDATE: &str = "*** Update File: ";
const DELETE: &str = "*** Delete File: ";
const MOVE: &str = "*** Move to: ";
const END_OF_FILE: &str = "*** End of File";

/// Files that one patch may name; more are not judged, and so the patch is not.
const FILES_MAX: usize = 200;

/// What becomes of one file.
struct Section<'a> {
    kind: Kind,
    path: &'a str,
    moved_to: Option<&'a str>,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
}

#[derive(PartialEq, Eq)]
enum Kind {
    Add,
    Update,
    Delete,
}

/// Reads a patch.
///
/// # Errors
/// Why it is none, in words.
pub(super) fn proposals(text: &str) -> Result<Vec<Proposal>, String> {
    let mut lines = text.trim().lines();
    if lines.next().map(str::trim_end) != Some(BEGIN) {
        return Err(format!("the patch does not begin with `{BEGIN}`"));
    }
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut ended = false;
    for line in lines {
        if ended {
            return Err(format!("the patch goes on behind `{END}`"));
        }
        if line.trim_end() == END {
            ended = true;
        } else if let Some(section) = heading(line) {
            sections.push(section);
        } else {
            let section = sections
                .last_mut()
                .ok_or_else(|| "the patch changes something before it names a file".to_owned())?;
            section.take(line)?;
        }
    }
    match (ended, sections.len()) {
        (false, _) => Err(format!("the patch does not end with `{END}`")),
        (true, 0) => Err("the patch names no file".to_owned()),
        (true, many) if many > FILES_MAX => {
            Err(format!("the patch names more than {FILES_MAX} files"))
        }
        (true, _) => Ok(sections.iter().flat_map(Section::proposals).collect()),
    }
}

fn heading(line: &str) -> Option<Section<'_>> {
    let of = |kind, mark: &str| {
        let path = line.strip_prefix(mark)?.trim();
        Some(Section {
            kind,
            path,
            moved_to: None,
            old: Vec::new(),
            new: Vec::new(),
        })
    };
    of(Kind::Add, ADD)
        .or_else(|| of(Kind::Update, UPDATE))
        .or_else(|| of(Kind::Delete, DELETE))
}

impl<'a> Section<'a> {
    fn take(&mut self, line: &'a str) -> Result<(), String> {
        if let Some(path) = line.strip_prefix(MOVE) {
            self.moved_to = Some(path.trim());
        } else if let Some(added) = line.strip_prefix('+') {
            self.new.push(added);
        } else if let Some(removed) = line.strip_prefix('-') {
            self.old.push(removed);
        } else if let Some(kept) = line.strip_prefix(' ') {
            self.old.push(kept);
            self.new.push(kept);
        } else if line.is_empty() {
            self.old.push("");
            self.new.push("");
        } else if !line.starts_with("@@") && line.trim_end() != END_OF_FILE {
            let shown = shell::display::visible(line, 60);
            return Err(format!(
                "the patch has a line that is none of its form: `{shown}`"
            ));
        }
        Ok(())
    }

    fn proposals(&self) -> Vec<Proposal> {
        let path = self.path.to_owned();
        let (old, new) = (self.old.join("\n"), self.new.join("\n"));
        match (&self.kind, self.moved_to) {
            (Kind::Add, _) => vec![Proposal::Write { path, content: new }],
            (Kind::Delete, _) => vec![Proposal::Delete { path }],
            (Kind::Update, None) => vec![Proposal::Edit { path, old, new }],
            // What stands in it besides is not known here; what comes in is.
            (Kind::Update, Some(to)) => vec![
                Proposal::Delete { path },
                Proposal::Write {
                    path: to.to_owned(),
                    content: new,
                },
            ],
        }
    }
}
