//! Texts that stand for something all the same: what a test hands over to the function it asks, which gets to the target
//! by what is imported; and words of documentation, where they are all that was to change.

use std::collections::{BTreeSet, VecDeque};

use code::is_test_path;

use code::{Keep, Language, Limits, RegionKind};
use ledger::ids::RelPath;
use project::{Project, Target};

use crate::inspect::Subject;
use crate::inspect::link::compiled;
use crate::inspect::prose::{begins, sentences};

/// How far before a string the call is looked for that takes it, in bytes.
const BEFORE_BYTES: usize = 2_000;
/// Files that are looked through on the way to a target.
const FILES_MAX: usize = 500;
/// Hits that are looked at.
const HITS_MAX: usize = 100;

/// Calls that only say something to a reader, or name what stands in them.
const SAYS: [&str; 18] = [
    "print", "println", "log", "info", "debug", "warn", "warning", "error", "skip", "skipif",
    "xfail", "fail", "describe", "it", "test", "reason", "Log", "Skip",
];
/// What code keeps of itself without comments.
const CODE: Keep = Keep {
    strings: true,
    dead: true,
    tests: true,
};
/// Beginnings of words of a plan that speaks of documentation.
const DOCUMENTS: [&str; 6] = [
    "docstring",
    "comment",
    "document",
    "javadoc",
    "spelling",
    "typo",
];

impl Subject<'_> {
    /// Whether the pattern of a link stands in a text that a test hands to a function, and the test gets to the target.
    pub(in crate::inspect) fn hands_over(
        &self,
        pattern: &str,
        outside: &str,
        target: &RelPath,
    ) -> bool {
        let path = self.path.as_str();
        if !is_test_path(path, self.code.language) {
            return false;
        }
        let Some(regex) = compiled(pattern) else {
            return false;
        };
        let strings = self.code.strings_only(outside);
        let mut hits = regex.find_iter(&strings).take(HITS_MAX);
        let handed = hits.any(|hit| {
            let mut all = self.code.regions.iter();
            let around = all.find(|it| {
                it.kind == RegionKind::String
                    && it.bytes.start <= hit.start()
                    && hit.start() < it.bytes.end
            });
            around.is_some_and(|it| is_argument(outside.get(..it.bytes.start).unwrap_or_default()))
        });
        handed && reaches(self.context.project, path, target.as_str())
    }

    /// Whether nothing but comments changed in a file, and the plan speaks of documentation.
    pub(in crate::inspect) fn is_only_told(&self, before: Option<&str>) -> bool {
        let Some(before) = before.filter(|it| *it != self.source) else {
            return false;
        };
        let asked = sentences(self.context).iter().any(|text| {
            let lower = text.to_lowercase();
            DOCUMENTS.iter().any(|it| begins(&lower, it))
        });
        let language = self.code.language;
        if !asked || !language.has_syntax() || language == Language::Vue {
            return false;
        }
        let then = code::facts(language, before, &Limits::default());
        let old = then.code_only(before, CODE);
        let new = self.code.code_only(self.source, CODE);
        old.split_whitespace().eq(new.split_whitespace())
    }
}

/// Whether what comes next is given to a call that does something with it.
fn is_argument(before: &str) -> bool {
    let from = before.len().saturating_sub(BEFORE_BYTES);
    let from = (from..=before.len()).find(|it| before.is_char_boundary(*it));
    let near = before.get(from.unwrap_or(0)..).unwrap_or_default();
    let mut depth = 0_usize;
    for (at, c) in near.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth = depth.saturating_add(1),
            '(' if depth == 0 => {
                let head = near.get(..at).unwrap_or_default().trim_end();
                let part = |c: char| c.is_alphanumeric() || c == '_';
                let name = head.rsplit(|c| !part(c)).next().unwrap_or_default();
                // A row of a table, or what is put in brackets: what is around them counts.
                if !name.is_empty() {
                    return !SAYS.contains(&name);
                }
            }
            '(' | '[' | '{' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Whether a file gets to another by what is imported, from file to file.
fn reaches(project: &Project, from: &str, to: &str) -> bool {
    let mut known: BTreeSet<String> = BTreeSet::from([from.to_owned()]);
    let mut next: VecDeque<String> = VecDeque::from([from.to_owned()]);
    while let Some(path) = next.pop_front() {
        let imports = project.facts(&path).map_or(&[][..], |it| &it.imports);
        for import in imports {
            let Target::Files(files) = project.resolve(&path, import) else {
                continue;
            };
            for file in files {
                if file == to {
                    return true;
                }
                if known.len() < FILES_MAX && known.insert(file.clone()) {
                    next.push_back(file);
                }
            }
        }
    }
    false
}
