//! What `go.mod` and `go.work` say: the name of a module, what it asks for, and what stands in for what.

use std::collections::{BTreeMap, BTreeSet};

use code::links::paths;

/// Longest manifest that is read, in lines.
const LINES_MAX: usize = 20_000;

/// One `go.mod` or `go.work`.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// The path of the module; empty in a `go.work`.
    pub(super) module: String,
    /// Modules that it asks for.
    pub(super) requires: BTreeSet<String>,
    /// The folder of the tree that stands in for a module; `None` for another module, or a folder outside.
    pub(super) replaces: BTreeMap<String, Option<String>>,
}

impl Manifest {
    /// Reads a manifest that stands in a folder.
    pub(super) fn read(folder: &str, text: &str) -> Manifest {
        let mut manifest = Manifest::default();
        let mut block = String::new();
        for line in text.lines().take(LINES_MAX) {
            let line = line.split("//").next().unwrap_or("").trim();
            if line.starts_with(')') {
                block.clear();
                continue;
            }
            let mut words: Vec<&str> = line.split_whitespace().map(unquoted).collect();
            if block.is_empty() {
                let Some((verb, rest)) = words.split_first() else {
                    continue;
                };
                if rest.first() == Some(&"(") {
                    (*verb).clone_into(&mut block);
                    continue;
                }
                let (verb, rest) = ((*verb).to_owned(), rest.to_vec());
                manifest.line(folder, &verb, &rest);
            } else {
                words.retain(|word| !word.is_empty());
                manifest.line(folder, &block, &words);
            }
        }
        manifest
    }

    fn line(&mut self, folder: &str, verb: &str, words: &[&str]) {
        let Some(first) = words.first().filter(|word| !word.is_empty()) else {
            return;
        };
        match verb {
            "module" => (*first).clone_into(&mut self.module),
            "require" => {
                self.requires.insert((*first).to_owned());
            }
            "replace" => {
                let to = words.iter().skip_while(|word| **word != "=>").nth(1);
                let local = to.filter(|to| to.starts_with("./") || to.starts_with("../"));
                let local = local.and_then(|to| paths::normal(&paths::join(folder, to)));
                self.replaces.insert((*first).to_owned(), local);
            }
            _ => {}
        }
    }
}

fn unquoted(word: &str) -> &str {
    word.trim_matches(['"', '`'])
}
