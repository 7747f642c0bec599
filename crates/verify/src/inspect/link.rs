//! What a file says about the links that start or end in it: where their patterns stand, and whether that is in an
//! import.

use code::Pattern;
use code::is_test_path;
use ledger::ids::RelPath;
use project::{Link, Project, Reach};
use regex::{Regex, RegexBuilder};

use super::context::{Asked, Target};
use super::wiring::{joined, wire};
use super::{Subject, short};
use crate::facts::{FileFacts, Found, ImportFact, Leads, LinkFacts, Wire};

const COMPILED_BYTES_MAX: usize = 1 << 20;
/// Imports of one file that a pattern is tried on.
const STATEMENTS_MAX: usize = 400;

/// Files of a folder that a link may lead to.
const FOLDER_FILES_MAX: usize = 500;
/// Files that are asked whether they stand between a test and what it is about.
const BETWEEN_MAX: usize = 2_000;

/// A statement that only brings something in.
struct Bringing {
    start: usize,
    end: usize,
    /// On one line.
    text: String,
    /// Places in the list of imports.
    imports: Vec<usize>,
}

impl Subject<'_> {
    pub(super) fn links(&self, facts: &mut FileFacts) {
        let links = self.context.links(self.path.as_str());
        if links.is_empty() {
            return;
        }
        let bringing = self.bringing();
        let outside = self.outside(&bringing);
        for asked in links {
            if asked.starts_in(self.path) {
                facts.links.push(self.starts(asked, &bringing, &outside));
            }
            if asked.ends_in(self.path) {
                facts.targets.push(self.ends(asked));
            }
        }
    }

    fn starts(&self, asked: &Asked<'_>, bringing: &[Bringing], outside: &str) -> LinkFacts {
        match asked.target(self.context.project) {
            Target::File(target) => LinkFacts {
                leads: Some(Leads::File(target.as_str().to_owned())),
                ..self.to_file(asked, &target, bringing, outside)
            },
            Target::Folder(folder) => LinkFacts {
                leads: Some(Leads::Folder),
                wire: self.joined_to_folder(&folder),
                ..self.to_name(asked)
            },
            Target::Elsewhere => LinkFacts {
                leads: Some(Leads::Elsewhere),
                ..self.to_name(asked)
            },
        }
    }

    /// Of a link that leads to no file: where its pattern stands, or else its words. An import is as good a place as any.
    fn to_name(&self, asked: &Asked<'_>) -> LinkFacts {
        match asked.pattern() {
            Some(pattern) => LinkFacts {
                pattern: Some(self.found(pattern, &self.bare)),
                ..LinkFacts::default()
            },
            None => {
                let words = Pattern::literal(asked.link.to.as_str());
                LinkFacts {
                    named: words.is_ok().then(|| self.found(&words, &self.bare)),
                    ..LinkFacts::default()
                }
            }
        }
    }

    /// How this file is joined to the files of a folder: as it is to the one that it makes most of.
    fn joined_to_folder(&self, folder: &RelPath) -> Wire {
        let project = self.context.project;
        let files = project.below(folder.as_str()).take(FOLDER_FILES_MAX);
        let wires = files.map(|to| joined(project, self.path.as_str(), to));
        wires.max().unwrap_or_default()
    }

    fn to_file(
        &self,
        asked: &Asked<'_>,
        target: &RelPath,
        bringing: &[Bringing],
        outside: &str,
    ) -> LinkFacts {
        let link = asked.link;
        let (from, to) = (self.path.as_str(), target.as_str());
        let asked_for = link.pattern.as_deref().or(link.via.as_deref());
        let declared = declared(
            self.context.project,
            (from, to),
            asked_for.unwrap_or_default(),
        );
        let found = joined(self.context.project, from, to);
        let names = self.names(target, &found);
        let whole = declared.clone().unwrap_or(found);
        let turned =
            whole == Wire::None && matches!(joined(self.context.project, to, from), Wire::Used(..));
        let (Some(text), Some(pattern)) = (&link.pattern, asked.pattern()) else {
            return LinkFacts {
                address: self.address(target),
                through: (whole == Wire::None).then(|| self.through(to)).flatten(),
                wire: whole,
                passed_by: self.passed_by(link, target),
                names,
                turned,
                ..LinkFacts::default()
            };
        };
        // One that would be found anywhere still tells imports apart.
        let odd = pattern.as_ref().err().and_then(|_| compiled(text));
        let matched = |it: &&Bringing| match pattern {
            Ok(pattern) => pattern.is_in(&it.text),
            Err(_) => odd.as_ref().is_some_and(|regex| regex.is_match(&it.text)),
        };
        let matching = bringing.iter().filter(matched);
        let imports = matching.flat_map(|it| it.imports.iter());
        let imports: Vec<_> = imports
            .filter_map(|at| self.code.imports.get(*at))
            .collect();
        LinkFacts {
            pattern: Some(self.found_of(text, pattern, outside, target)),
            imports: imports
                .into_iter()
                .map(|import| ImportFact {
                    path: short(&import.path),
                    line: import.line,
                    wire: declared
                        .clone()
                        .unwrap_or_else(|| wire(self.context.project.brings(from, import, to))),
                })
                .collect(),
            wire: whole,
            names,
            turned,
            ..LinkFacts::default()
        }
    }

    /// Where the pattern of a link to a file stands, outside of imports.
    fn found_of(
        &self,
        text: &str,
        pattern: &Result<Pattern, code::BadPattern>,
        outside: &str,
        target: &RelPath,
    ) -> Found {
        let mut found = self.found(pattern, outside);
        if found.string.is_none() {
            return found;
        }
        let regex = compiled(text);
        found.address = regex
            .as_ref()
            .is_some_and(|it| self.is_address(it, outside, target));
        found.matched = regex.and_then(|it| self.matched(&it, outside));
        // What a test hands over is a use of what it gets to.
        if found.test.is_none() && self.hands_over(text, outside, target) {
            found.test = found.string;
        }
        found
    }

    /// The first thing in a string that an expression matches.
    fn matched(&self, regex: &Regex, outside: &str) -> Option<String> {
        let strings = self.code.strings_only(outside);
        let hit = regex
            .find_iter(&strings)
            .find(|it| !it.as_str().trim().is_empty())?;
        Some(short(hit.as_str().trim()))
    }

    /// The names under which this file uses the target.
    fn names(&self, target: &RelPath, found: &Wire) -> Vec<String> {
        match found {
            Wire::Used(..) => {
                let (from, to) = (self.path.as_str(), target.as_str());
                self.context.project.names_between(from, to)
            }
            Wire::None
            | Wire::Shut(..)
            | Wire::Unused(_)
            | Wire::Tests(_)
            | Wire::Maybe(..)
            | Wire::Declared(_) => Vec::new(),
        }
    }

    /// The file through which a test gets to the target.
    fn through(&self, to: &str) -> Option<String> {
        let (project, from) = (self.context.project, self.path.as_str());
        if !is_test_path(from, self.code.language) {
            return None;
        }
        let tries = |it: &str| matches!(project.link(from, it), Link::Used(..) | Link::Tests(_));
        let uses = |it: &str| matches!(project.link(it, to), Link::Used(..));
        let all = project.all().map(|(path, _)| path).take(BETWEEN_MAX);
        let mut all = all.filter(|it| *it != from && *it != to);
        all.find(|it| tries(it) && uses(it)).map(short)
    }

    /// A pattern that only the target matches says nothing about who uses it; it is kept to say so.
    fn ends(&self, asked: &Asked<'_>) -> Option<u32> {
        let Found { code, .. } = self.found(asked.pattern()?, &self.bare);
        code
    }

    /// Statements that bring something in, with the imports that begin on their lines.
    fn bringing(&self) -> Vec<Bringing> {
        let mut line = (0_usize, 1_u32);
        let mut found: Vec<Bringing> = Vec::new();
        for range in &self.code.statements {
            let Some(text) = self.bare.get(range.start..range.end) else {
                continue;
            };
            if !brings_in(text) || found.len() >= STATEMENTS_MAX {
                continue;
            }
            let first = self.line_of(range.start, &mut line);
            let lines = u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
            let last = first.saturating_add(lines);
            let imports = self.code.imports.iter().enumerate();
            let imports: Vec<usize> = imports
                .filter(|(_, import)| (first..=last).contains(&import.line))
                .filter(|(_, import)| text.contains(last_word(&import.path)))
                .map(|(at, _)| at)
                .collect();
            if !imports.is_empty() {
                found.push(Bringing {
                    start: range.start,
                    end: range.end,
                    text: text.split_whitespace().collect::<Vec<_>>().join(" "),
                    imports,
                });
            }
        }
        found
    }

    /// The line of a byte, counted on from the last one asked for.
    fn line_of(&self, byte: usize, last: &mut (usize, u32)) -> u32 {
        if byte < last.0 {
            *last = (0, 1);
        }
        let passed = self.bare.as_bytes().get(last.0..byte).unwrap_or_default();
        let newlines = passed.iter().filter(|b| **b == b'\n').count();
        let newlines = u32::try_from(newlines).unwrap_or(u32::MAX);
        *last = (byte, last.1.saturating_add(newlines));
        last.1
    }

    /// The text with these statements blanked out, byte for byte.
    fn outside(&self, bringing: &[Bringing]) -> String {
        let mut bytes = self.bare.as_bytes().to_vec();
        for it in bringing {
            for byte in bytes.get_mut(it.start..it.end).unwrap_or_default() {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        // INVARIANT: statements begin and end at characters, so the bytes are still UTF-8.
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Whether what the pattern finds in strings is an address: words between slashes, nothing like a call; or how a
    /// module or class is called that is loaded by its name.
    fn is_address(&self, regex: &Regex, outside: &str, target: &RelPath) -> bool {
        let strings = self.code.strings_only(outside);
        regex.find_iter(&strings).any(|hit| {
            let text = hit.as_str().trim();
            let plain = !text.contains(|c: char| c.is_whitespace() || "();<>".contains(c));
            plain && (text.contains('/') || names_module(text, target.as_str()))
        })
    }

    /// The line of a string that holds the address under which a file is known: its last two folders or names.
    fn address(&self, to: &RelPath) -> Option<u32> {
        let path = to.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let stem = ["/route", "/index", "/page", "/+server", "/+page"]
            .iter()
            .find_map(|end| stem.strip_suffix(end))
            .unwrap_or(stem);
        let words: Vec<&str> = stem.rsplit('/').take(2).collect();
        if words.len() < 2 {
            return None;
        }
        let address: Vec<&str> = words.into_iter().rev().collect();
        let strings = self.code.strings_only(&self.bare);
        let at = strings.find(&address.join("/"))?;
        Some(self.line_of(at, &mut (0, 1)))
    }
}

/// How a file is joined to one that it declares as a module, where the plan asks for no more than that, and the module is
/// reached: `mod seed`.
fn declared(project: &Project, (from, to): (&str, &str), asked: &str) -> Option<Wire> {
    let line = project.declares(from, to)?;
    let stem = to.strip_suffix(".rs").unwrap_or(to);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let own = stem.rsplit('/').next().unwrap_or(stem);
    let mut words = asked
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|it| !it.is_empty());
    let only = words.clone().all(|it| {
        it == own
            || matches!(
                it,
                "mod" | "module" | "pub" | "crate" | "declares" | "declaration"
            )
    });
    let says = words.any(|it| matches!(it, "mod" | "module"));
    let reached = || matches!(project.wiring(to).reach, Reach::From(_));
    (only && says && reached()).then_some(Wire::Declared(line))
}

/// Whether a text names a module by its packages, or something in it: `a.plugins.keys.find` is in `src/a/plugins/keys.py`.
fn names_module(text: &str, path: &str) -> bool {
    let loads = path.ends_with(".py") || path.ends_with(".java");
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    let parts: Vec<&str> = stem.split('/').collect();
    // `package.module:function`, as manifests of Python name where a program begins.
    let (module, entry) = match text.split_once(':') {
        Some((module, _)) if path.ends_with(".py") => (module, true),
        Some(_) | None => (text, false),
    };
    let named: Vec<&str> = module.split('.').collect();
    let least = parts.len().saturating_sub(usize::from(!entry));
    let tails = (0..least).filter_map(|at| parts.get(at..));
    loads && tails.into_iter().any(|tail| named.starts_with(tail))
}

/// Whether a statement does nothing but bring something in.
fn brings_in(text: &str) -> bool {
    let text = text.trim_start();
    let word = |word: &str| {
        text.strip_prefix(word).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_whitespace() || "\"'{*".contains(c))
        })
    };
    let visible = text.strip_prefix("pub").is_some_and(|rest| {
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('(') {
            Some(inner) => inner.split_once(')').map_or("", |(_, rest)| rest),
            None => rest,
        };
        let rest = rest.trim_start();
        rest.starts_with("use ") || (rest.starts_with("mod ") && rest.ends_with(';'))
    });
    word("import")
        || word("use")
        || visible
        || (word("mod") && text.trim_end().ends_with(';'))
        || (word("export") && passes_on(text))
        || text.starts_with("extern crate")
}

/// Whether an export passes on what another file has: `export { a } from "./b"`, `export * from "./b"`.
fn passes_on(text: &str) -> bool {
    let rest = text.strip_prefix("export").unwrap_or(text).trim_start();
    let rest = rest.strip_prefix("type ").unwrap_or(rest).trim_start();
    rest.starts_with(['{', '*']) && text.contains("from")
}

/// The last word of an import's path, which its statement holds however the path is put together.
fn last_word(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

pub(super) fn compiled(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern)
        .multi_line(true)
        .size_limit(COMPILED_BYTES_MAX)
        .build()
        .ok()
}
