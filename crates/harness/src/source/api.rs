//! An OpenAPI description on disk, with the files that its references lead to: those of the repository alone.

use std::collections::BTreeSet;
use std::path::Path;

use ledger::promise::{Source, SourceFile};
use spec::openapi::referenced_files;

use super::files;
use crate::repository::NoSite;

/// Files of one description.
const FILES_MAX: usize = 4_000;
/// All files of one description, in bytes. They stand in one line of the ledger.
const ALL_BYTES_MAX: usize = 4 << 20;

/// Reads a description. What a reference names and is not there is left out, for `spec` to say where it is named.
///
/// # Errors
/// [`NoSite::Plan`] when a file can't be read, stands outside of the repository, or all of them are too much.
pub(super) fn read(root: &Path, path: &Path, shown: String) -> Result<Source, NoSite> {
    let text = files::text(path, &shown)?;
    let folder = path.parent().unwrap_or(root);
    let own = path.file_name().and_then(|it| it.to_str()).unwrap_or("");
    let mut seen = BTreeSet::from([own.to_owned()]);
    let mut open = referenced_files(own, &text);
    let mut found: Vec<SourceFile> = Vec::new();
    let mut bytes = text.len();
    while let Some(name) = open.pop() {
        let file = folder.join(&name);
        if !seen.insert(name.clone()) || !file.is_file() {
            continue;
        }
        files::below(root, &file, &name)?;
        let text = files::text(&file, &name)?;
        bytes = bytes.saturating_add(text.len());
        if bytes > ALL_BYTES_MAX || found.len() >= FILES_MAX {
            return Err(NoSite::Plan(format!(
                "the files of `{shown}` are more than {FILES_MAX}, or have more than {ALL_BYTES_MAX} bytes"
            )));
        }
        open.extend(referenced_files(&name, &text));
        found.push(SourceFile { path: name, text });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Source::Api {
        path: shown,
        text,
        files: found,
    })
}
