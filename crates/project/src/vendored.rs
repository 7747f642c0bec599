//! Files that somebody else keeps and this tree only carries: dependencies that a package manager laid out in it, told by the
//! list that it leaves beside them, and what `.gitattributes` calls `linguist-vendored`.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobMatcher};

/// Lines of `.gitattributes` that are kept.
const PATTERNS_MAX: usize = 200;
/// The attribute, as the services that show languages of a repository know it.
const ATTRIBUTE: &str = "linguist-vendored";
/// The file of attributes, in any folder.
const ATTRIBUTES: &str = ".gitattributes";

/// What a package manager leaves beside what it laid out, by the end of its path; the folder that holds it is not this
/// tree's own work. <https://go.dev/ref/mod#vendoring>, <https://doc.rust-lang.org/cargo/reference/source-replacement.html>,
/// <https://pypi.org/project/vendoring/>, <https://getcomposer.org/doc/01-basic-usage.md#autoloading>.
const LISTS: [&str; 4] = [
    "vendor/modules.txt",
    ".cargo-checksum.json",
    "_vendor/vendor.txt",
    "vendor/composer/installed.json",
];

/// A pattern of `.gitattributes`, and what it says.
#[derive(Debug)]
struct Pattern {
    /// As it is written.
    text: String,
    glob: GlobMatcher,
    vendored: bool,
}

/// What of a tree is vendored.
#[derive(Debug, Default)]
pub struct Vendored {
    folders: BTreeSet<String>,
    /// A later one wins, as git has it.
    patterns: Vec<Pattern>,
}

pub(crate) fn is_manifest(name: &str) -> bool {
    name == ATTRIBUTES
}

impl Vendored {
    /// Takes in a file by its path alone.
    pub(crate) fn add_path(&mut self, path: &str) {
        let list = LISTS.iter().find(|list| {
            let before = path.strip_suffix(*list);
            before.is_some_and(|it| it.is_empty() || it.ends_with('/'))
        });
        let Some(list) = list else {
            return;
        };
        // The first step of a list's path is the folder, where it has one.
        let above = path.strip_suffix(list).unwrap_or_default();
        let folder = match list.split_once('/') {
            Some((folder, _)) => format!("{above}{folder}"),
            None => above.trim_end_matches('/').to_owned(),
        };
        if !folder.is_empty() {
            self.folders.insert(folder);
        }
    }

    /// Takes in a file of attributes.
    pub(crate) fn add_attributes(&mut self, folder: &str, name: &str, text: &str) {
        if !is_manifest(name) {
            return;
        }
        let room = PATTERNS_MAX.saturating_sub(self.patterns.len());
        let patterns = text.lines().filter_map(|line| pattern(folder, line));
        self.patterns.extend(patterns.take(room));
    }

    /// The outermost folder around a file that a package manager laid out, as the list in it says.
    #[must_use]
    pub fn folder_of<'p>(&self, path: &'p str) -> Option<&'p str> {
        let folders = path.match_indices('/');
        let mut folders = folders.filter_map(|(at, _)| path.get(..at));
        folders.find(|folder| {
            let name = folder.rsplit('/').next().unwrap_or(folder);
            name == "node_modules" || self.folders.contains(*folder)
        })
    }

    /// The pattern by which `.gitattributes` says so of a file.
    #[must_use]
    pub fn pattern_of(&self, path: &str) -> Option<&str> {
        let mut last = self.patterns.iter().rev();
        let found = last.find(|it| it.glob.is_match(path))?;
        found.vendored.then_some(found.text.as_str())
    }
}

/// A line that says of some paths whether they are vendored.
fn pattern(folder: &str, line: &str) -> Option<Pattern> {
    let mut words = line.split_whitespace();
    let wanted = words.next().filter(|it| !it.starts_with(['#', '"', '[']))?;
    let mut said = words.filter_map(|word| match word.split_once('=') {
        Some((ATTRIBUTE, value)) => Some(value != "false"),
        Some(_) => None,
        None if word == ATTRIBUTE => Some(true),
        None => (word.strip_prefix(['-', '!']) == Some(ATTRIBUTE)).then_some(false),
    });
    let vendored = said.next_back()?;
    // One without a slash is about names, wherever they stand; any other one about paths from its own folder.
    let below = match wanted.trim_start_matches('/') {
        name if !wanted.contains('/') => format!("**/{name}"),
        path => path.to_owned(),
    };
    let whole = match folder {
        "" => below,
        _ => format!("{}/{below}", globset::escape(folder)),
    };
    let glob = GlobBuilder::new(&whole)
        .literal_separator(true)
        .build()
        .ok()?;
    Some(Pattern {
        text: wanted.to_owned(),
        glob: glob.compile_matcher(),
        vendored,
    })
}
