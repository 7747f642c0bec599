//! Whether something in a tree names what nothing imports: a build file that copies a script, a string by which a plugin is loaded,
//! a macro that takes a folder of modules, a style that binds a value. Who finds it there can't say that nobody uses it.
//!
//! What is looked for is said first ([`sought`]), then somebody reads the texts, and then the same files are looked at again.

use std::collections::{BTreeMap, BTreeSet};

use code::is_any_test_path;

use code::{Mention, Within};
use ledger::event::Inspection;
use ledger::ids::RelPath;
use project::{Project, Reach};

use crate::facts::{FileFacts, ReachFact};
use crate::plain_text::{self, Style};

/// Names and files that are looked for.
const NAMES_MAX: usize = 500;
/// Files beside a new one whose names are looked for as well.
const BESIDE_MAX: usize = 20;
/// Letters of a name that hardly anything else bears by chance.
const TELLING_MIN: usize = 9;

/// What is to be looked for in every text of a tree, and which files are to be looked at again then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sought {
    /// Words.
    pub words: BTreeSet<String>,
    /// Files of which something is said that these words may take back.
    pub paths: BTreeSet<String>,
}

/// Where the words stand that were sought: each text that is no prose, with what it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions(BTreeMap<String, Vec<(String, Mention)>>);

/// What is to be looked for after a first look at the changed files.
#[must_use]
pub fn sought(project: &Project, found: &[Inspection]) -> Sought {
    let mut sought = Sought::default();
    for inspection in found {
        let Inspection::File { path, facts, .. } = inspection else {
            continue;
        };
        let Some(facts) = FileFacts::parse(facts) else {
            continue;
        };
        let change = facts.change.as_ref();
        let unused = change
            .into_iter()
            .flat_map(|it| it.unused.iter().chain(&it.dropped));
        let names: Vec<&str> = unused.map(|it| own_name(&it.name)).collect();
        let cut_off = change.into_iter().flat_map(|it| &it.cut_off);
        let mut files: Vec<&str> = cut_off.map(String::as_str).collect();
        let alone = facts.wiring.as_ref().is_some_and(|it| {
            let none = matches!(it.reach, ReachFact::Nothing | ReachFact::Tests);
            none && it.entry.is_none() && !it.before
        });
        files.extend(alone.then_some(path.as_str()));
        if names.is_empty() && files.is_empty() || sought.words.len() > NAMES_MAX {
            continue;
        }
        sought.paths.insert(path.clone());
        sought.words.extend(names.into_iter().map(str::to_owned));
        for file in files {
            sought.words.extend(words_of(project, file));
        }
    }
    sought
}

/// The words by which a text may mean a file: its name, the folder that holds it, and the names of files beside it.
fn words_of(project: &Project, path: &str) -> BTreeSet<String> {
    let folder = path.rsplit_once('/').map_or("", |it| it.0);
    let beside = beside(project, path).take(BESIDE_MAX).map(stem);
    let words = beside.chain([stem(path), last_part(folder)]);
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Files of code that stand in the same folder.
fn beside<'p>(project: &'p Project, path: &'p str) -> impl Iterator<Item = &'p str> {
    let folder = path.rsplit_once('/').map_or("", |it| it.0);
    let all = project.below(folder).filter(move |other| {
        let here = other.rsplit_once('/').map_or("", |it| it.0) == folder;
        here && *other != path
    });
    all.filter(move |it| project.facts(it).is_some())
}

fn own_name(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name of a file without what stands behind its first dot.
fn stem(path: &str) -> &str {
    let name = last_part(path);
    name.split('.').next().unwrap_or(name)
}

impl Mentions {
    /// Takes in what one text holds.
    pub fn add(&mut self, path: &str, found: Vec<Mention>) {
        for it in found {
            let at = self.0.entry(it.name.clone()).or_default();
            at.push((path.to_owned(), it));
        }
    }

    /// Whether it is worth while to read a file for what it mentions. Prose may speak of anything.
    #[must_use]
    pub fn may_tell(path: &RelPath) -> bool {
        let name = last_part(path.as_str()).to_lowercase();
        let locked = name.ends_with(".lock") || name.contains("-lock.") || name.ends_with(".sum");
        let drawn = [".svg", ".map", ".snap", ".min.js"];
        let prose = plain_text::style(path.as_str()) == Style::Prose && !is_data(&name);
        !locked && !prose && !drawn.iter().any(|it| name.ends_with(it))
    }

    /// Where something outside tests names a thing that a file defines, if it does.
    pub(super) fn of_name(&self, file: &str, name: &str) -> Option<(&str, u32)> {
        let own = own_name(name);
        let mut all = self.0.get(own).into_iter().flatten();
        let found = all.find(|(path, it)| {
            let parts = it.text.contains(['.', ':', '#', '/']) && ends_in(&it.text, own);
            let says = match it.within {
                Within::Markup => true,
                // A module that nothing is seen to join is named by what it is called.
                Within::Member => is_held_by(&it.text, file, own),
                Within::String => {
                    (it.text == own && is_telling(own)) || parts && !has_space(&it.text)
                }
                Within::Data => is_telling(own) || parts,
            };
            let elsewhere = path != file || it.within == Within::Markup;
            let test = it.test || is_any_test_path(path);
            says && elsewhere && (!test || is_any_test_path(file))
        });
        found.map(|(path, it)| (path.as_str(), it.line))
    }

    /// Where something names a file by its name, or the folder that holds it.
    pub(super) fn of_file(&self, project: &Project, file: &str) -> Option<(&str, u32)> {
        let (folder, own) = (file.rsplit_once('/').map_or("", |it| it.0), stem(file));
        let by_name = self.0.get(own).into_iter().flatten();
        let mut by_name =
            by_name.filter(|(path, it)| path != file && !it.test && !is_any_test_path(path));
        let found = by_name.find(|(path, it)| {
            is_path_of(&it.text, file) && !means_another(project, path, &it.text)
                || it.text == own && (is_telling(own) || self.names_others(project, path, file))
        });
        let by_folder = || {
            // Where files beside it are imported, naming their folder takes none of them.
            let alone = beside(project, file).all(|other| {
                let entry = project.entry(other).is_some();
                entry || !matches!(project.wiring(other).reach, Reach::From(_))
            });
            let all = self.0.get(last_part(folder)).into_iter().flatten();
            let mut all = all.filter(|(path, _)| path != file && alone);
            all.find(|(_, it)| is_folder_of(&it.text, folder))
        };
        let found = found.or_else(by_folder)?;
        Some((found.0.as_str(), found.1.line))
    }

    /// Whether a text names a file beside another by its name alone as well: then it takes them by their names.
    fn names_others(&self, project: &Project, by: &str, file: &str) -> bool {
        let mut others = beside(project, file).take(BESIDE_MAX).map(stem);
        others.any(|other| {
            let mut all = self.0.get(other).into_iter().flatten();
            all.any(|(path, it)| path == by && it.text == other)
        })
    }
}

/// Whether a file's bare name means one that stands beside the text which says it, or one of those that stand everywhere.
fn means_another(project: &Project, by: &str, text: &str) -> bool {
    const EVERYWHERE: [&str; 6] = ["index", "mod", "main", "lib", "__init__", "__main__"];
    let name = text.trim_start_matches("./");
    let beside = match by.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    };
    !name.contains('/') && (project.has(&beside) || EVERYWHERE.contains(&stem(name)))
}

/// Whether a text that is prose by its looks is read by programs.
fn is_data(name: &str) -> bool {
    [
        ".json", ".yml", ".yaml", ".toml", ".xml", ".html", ".css", ".scss", ".less",
    ]
    .iter()
    .any(|it| name.ends_with(it))
}

fn has_space(text: &str) -> bool {
    text.contains(char::is_whitespace)
}

/// Whether a text ends in a name as a part of its own.
fn ends_in(text: &str, name: &str) -> bool {
    let rest = text.strip_suffix(name);
    rest.is_some_and(|it| it.ends_with(['.', ':', '#', '/']))
}

/// Whether what stands before a name is the module that its file makes: `common::name`, `views.name`.
fn is_held_by(text: &str, file: &str, name: &str) -> bool {
    let folder = file.rsplit_once('/').map_or("", |it| it.0);
    let module = match stem(file) {
        "mod" | "index" | "__init__" => last_part(folder),
        own => own,
    };
    let mut parts = text.rsplit(['.', ':']).filter(|it| !it.is_empty());
    parts.next() == Some(name) && parts.next() == Some(module)
}

/// Whether a name is none of those that stand everywhere: it is made of several words, or long.
fn is_telling(name: &str) -> bool {
    let mut inner = name.chars().skip(1);
    name.len() >= TELLING_MIN || name.contains(['_', '-']) || inner.any(char::is_uppercase)
}

/// Whether a text is the end of a path, with its extension or without, or ends in the file's name.
fn is_path_of(text: &str, file: &str) -> bool {
    let text = text.trim_start_matches(['.', '/', '@']);
    let (bare, name) = (without_extension(file), last_part(file));
    let tail = |whole: &str| {
        let parts = text.contains('/') && whole.ends_with(text);
        let rest = whole.strip_suffix(text);
        parts && rest.is_some_and(|it| it.is_empty() || it.ends_with('/'))
    };
    // `COPY scripts/serve.py /app/`, `node ./tools/list.mjs`
    let named = text.strip_suffix(name);
    let named = named.is_some_and(|it| it.is_empty() || it.ends_with('/'));
    let dotted = text.contains('.') && bare.replace('/', ".").ends_with(text);
    named || tail(file) || tail(bare) || dotted && !has_space(text)
}

fn without_extension(path: &str) -> &str {
    let from = path.rfind('/').map_or(0, |it| it.saturating_add(1));
    let dot = path.get(from..).and_then(|it| it.find('.'));
    dot.and_then(|it| path.get(..from.saturating_add(it)))
        .unwrap_or(path)
}

/// Whether a text is a folder or what stands in it: `src/commands`, `./commands/*.ts`, `commands/**`.
fn is_folder_of(text: &str, folder: &str) -> bool {
    let text = text.split('*').next().unwrap_or(text);
    let text = text
        .trim_start_matches(['.', '/', '@'])
        .trim_end_matches('/');
    let rest = folder.strip_suffix(text);
    !text.is_empty() && rest.is_some_and(|it| it.is_empty() || it.ends_with('/'))
}
