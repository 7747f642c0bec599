//! Classes that files other than Java's name: service files, descriptors, contexts, builds. Whoever reads such a file
//! brings the class to life.

use std::collections::{BTreeMap, BTreeSet};

/// Names that are kept of a whole tree.
const NAMES_MAX: usize = 100_000;

/// Longest name of a class.
const NAME_BYTES_MAX: usize = 300;

/// Classes by their full names, with the file that names each first; and packages that modules export.
#[derive(Debug, Default)]
pub(super) struct Named {
    classes: BTreeMap<String, String>,
    exports: BTreeMap<String, BTreeSet<String>>,
}

/// Whether a file may name classes that it brings to life.
pub(super) fn is_wanted(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let holds = |part: &str| format!("/{folder}/").contains(part);
    let xml = name.ends_with(".xml");
    holds("/META-INF/services/")
        || holds("/META-INF/spring/")
        || name == "spring.factories"
        || name == "aot.factories"
        || name == "AndroidManifest.xml"
        || name == "plugin.xml"
        || name == "module-info.java"
        || name == "MANIFEST.MF"
        || (xml
            && [
                "/META-INF/",
                "/WEB-INF/",
                "/src/main/resources/",
                "/src/main/webapp/",
            ]
            .iter()
            .any(|part| holds(part)))
}

impl Named {
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        let path = match folder.is_empty() {
            true => name.to_owned(),
            false => format!("{folder}/{name}"),
        };
        if name == "module-info.java" {
            self.module(folder, text);
        }
        let part = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
        let lines = text.lines().map(|line| match line.split_once('#') {
            Some((before, _)) if !name.ends_with(".xml") => before,
            Some(_) | None => line,
        });
        for word in lines.flat_map(|line| line.split(part)) {
            if self.classes.len() >= NAMES_MAX {
                break;
            }
            if is_class(word) {
                let name = word.replace('$', ".");
                self.classes.entry(name).or_insert_with(|| path.clone());
            }
        }
    }

    /// `exports a.b;` of a `module-info.java`.
    fn module(&mut self, folder: &str, text: &str) {
        let exports = self.exports.entry(folder.to_owned()).or_default();
        for statement in text.split(';').take(NAMES_MAX) {
            let mut words = statement
                .split_whitespace()
                .skip_while(|word| *word != "exports");
            exports.extend(words.nth(1).map(str::to_owned));
        }
    }

    /// The file that names a class.
    pub(super) fn by(&self, class: &str) -> Option<&str> {
        self.classes.get(class).map(String::as_str)
    }

    /// Whether a module keeps a package to itself. `root` is the folder that packages begin in.
    pub(super) fn hides(&self, root: &str, package: &str) -> bool {
        let exports = self.exports.get(root);
        exports.is_some_and(|exports| !exports.is_empty() && !exports.contains(package))
    }
}

/// `a.b.C`, and nothing like `1.2.3` or `a.b.c`.
fn is_class(word: &str) -> bool {
    if word.len() > NAME_BYTES_MAX || !word.contains('.') {
        return false;
    }
    let mut parts = word.split('.');
    let first = parts
        .next()
        .is_some_and(|part| part.starts_with(char::is_lowercase));
    let last = word.rsplit('.').next().unwrap_or("");
    first && last.starts_with(char::is_uppercase)
}
