//! Texts of the worktree, as the facts tell them; what they don't tell is wanted.

use ledger::facts::{Fact, Question};

use crate::lookup::{self, Known};

/// Files that are read for one command.
const FILES_MAX: usize = 64;

/// Deepest nesting of a text in YAML.
const DEPTH_MAX: usize = 64;
/// Nodes of a text in YAML, repeated ones counted.
const NODES_MAX: usize = 20_000;

/// A text in YAML, of which a JSON text is one; `None`: it is not understood.
pub(super) fn yaml(text: &str) -> Option<serde_json::Value> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: DEPTH_MAX,
            max_nodes: NODES_MAX,
            max_documents: 1,
            max_aliases: NODES_MAX,
            max_recorded_anchor_events: NODES_MAX,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: NODES_MAX,
        },
    };
    serde_saphyr::from_str_with_options(text, options).ok()
}

/// Where readers of recipes get their texts from.
pub(super) struct Source<'a> {
    facts: &'a [Fact],
    asked: usize,
    /// What would have to be known.
    pub(super) wanted: Vec<Question>,
    /// Why something can't be read.
    pub(super) unread: Vec<String>,
}

impl<'a> Source<'a> {
    pub(super) fn new(facts: &'a [Fact]) -> Self {
        Self {
            facts,
            asked: 0,
            wanted: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// What a file holds; `None`: it is not there, or not known (then that stands among what is unread).
    pub(super) fn text(&mut self, path: &str) -> Option<&'a str> {
        self.stands(path).unwrap_or_default()
    }

    /// The same; `Err`: it is not known.
    fn stands(&mut self, path: &str) -> Result<Option<&'a str>, ()> {
        self.asked = self.asked.saturating_add(1);
        if self.asked > FILES_MAX {
            self.unread
                .push("it reads more files than are looked at".to_owned());
            return Err(());
        }
        match lookup::text(self.facts, path) {
            Known::Yes(text) => Ok(text),
            Known::No(why) => {
                self.unread.push(format!("`{path}` can't be read: {why}"));
                Err(())
            }
            Known::Unasked => {
                self.unread
                    .push(format!("what `{path}` holds is not known"));
                self.wanted.push(Question::Text(path.to_owned()));
                Err(())
            }
        }
    }

    /// The names in a directory.
    pub(super) fn names(&mut self, directory: &str) -> &'a [String] {
        match lookup::names(self.facts, directory) {
            Known::Yes(names) => names,
            Known::No(why) => {
                self.unread
                    .push(format!("`{directory}` can't be listed: {why}"));
                &[]
            }
            Known::Unasked => {
                self.unread
                    .push(format!("which names are in `{directory}` is not known"));
                self.wanted.push(Question::Names(directory.to_owned()));
                &[]
            }
        }
    }

    /// The first file that stands: one directory after the other, in each one name after the other.
    pub(super) fn first(&mut self, directories: &[Vec<String>]) -> Option<(String, String)> {
        for paths in directories {
            let mut known = true;
            for path in paths {
                match self.stands(path) {
                    Ok(Some(text)) if known => return Some((path.clone(), text.to_owned())),
                    Ok(Some(_) | None) => {}
                    // The others of this directory are looked up together with it.
                    Err(()) => known = false,
                }
            }
            if !known {
                return None;
            }
        }
        None
    }

    /// All of these files.
    pub(super) fn all(&mut self, paths: &[String]) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for path in paths {
            match self.stands(path) {
                Ok(Some(text)) => out.push((path.clone(), text.to_owned())),
                // The command names it: it may stand there when that is run.
                Ok(None) => self.unread.push(format!("`{path}` is not there")),
                Err(()) => {}
            }
        }
        out
    }
}
