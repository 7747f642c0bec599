//! What the plan asks of one file as an artifact: texts, patterns and exports. Where they stand, not whether that will
//! do.

use code::{DefinitionKind, Exported, Exporting, Language, Pattern, Place, Region, RegionKind};
use ledger::plan::Artifact;
use project::{EntryKind, Offer};

use super::Subject;
use crate::facts::{Answer, ArtifactFacts, Found};

/// Hits that are looked at for one pattern.
const HITS_MAX: usize = 500;

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Whether what stands around a string makes it the name of something in a table: it is looked up there, or put there.
fn is_key(before: &str, after: &str) -> bool {
    const ASKS: [&str; 8] = [
        "get",
        "pop",
        "setdefault",
        "getattr",
        "setattr",
        "has",
        "Get",
        "Lookup",
    ];
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before = before.trim_end_matches(QUOTES).trim_end();
    let after = after.trim_start_matches(QUOTES).trim_start();
    let named = after.starts_with(':') && !after.starts_with("::") && before.ends_with(['{', ',']);
    let looked_up = before
        .strip_suffix('[')
        .is_some_and(|it| it.ends_with(|c| part(c) || matches!(c, ')' | ']')));
    let asked = before.strip_suffix('(').is_some_and(|it| {
        let word = it.rsplit(|c| !part(c)).next().unwrap_or_default();
        ASKS.contains(&word)
    });
    named || asked || (looked_up && after.starts_with(']'))
}

/// Whether a text is a run of words that no language takes for code: "isc, zlib, boost".
fn reads_as_words(text: &str) -> bool {
    const OF_CODE: [&str; 44] = [
        "func",
        "function",
        "fn",
        "def",
        "class",
        "struct",
        "interface",
        "enum",
        "type",
        "trait",
        "impl",
        "const",
        "let",
        "var",
        "val",
        "static",
        "final",
        "void",
        "public",
        "private",
        "protected",
        "pub",
        "export",
        "import",
        "package",
        "module",
        "namespace",
        "return",
        "throw",
        "throws",
        "raise",
        "new",
        "async",
        "await",
        "extends",
        "implements",
        "from",
        "default",
        "override",
        "abstract",
        "if",
        "for",
        "while",
        "match",
    ];
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '-' | '\'' | '!' | '?');
    let words = text.split([' ', ',']).filter(|it| !it.is_empty());
    text.chars().all(plain)
        && words.clone().count() > 1
        && !words.clone().any(|it| OF_CODE.contains(&it))
}

fn is_small(name: &str) -> bool {
    name.starts_with(|c: char| c.is_lowercase() || c == '_')
}

/// Whether a text has digits and no letters: no code has it but as a value, `!=1.2.3`.
fn is_data(text: &str) -> bool {
    text.contains(|it: char| it.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

impl Subject<'_> {
    pub(super) fn artifacts(&self, before: Option<&str>) -> Vec<ArtifactFacts> {
        let all = self.context.artifacts(self.path.as_str()).iter();
        let mut found: Vec<ArtifactFacts> = all.map(|artifact| self.artifact(artifact)).collect();
        let texts = found.iter_mut().filter_map(|it| it.contains.as_mut());
        for text in texts.filter(|it| it.code.is_none() && it.dead.is_some()) {
            text.code = text.dead.filter(|_| self.is_only_told(before));
        }
        found
    }

    fn artifact(&self, artifact: &Artifact) -> ArtifactFacts {
        let literal = artifact.contains.as_deref().map(Pattern::literal);
        let regex = artifact.contains_regex.as_deref().map(Pattern::regex);
        let exports = artifact.exports.iter();
        let prose = artifact
            .contains
            .as_deref()
            .is_some_and(|it| self.is_prose(it));
        let contains = literal.map(|pattern| match (&pattern, prose) {
            (Ok(words), true) => Found {
                code: words.first_line(self.source),
                ..Found::default()
            },
            (Ok(_) | Err(_), _) => {
                let text = artifact.contains.as_deref().unwrap_or_default();
                let found = self.found(&pattern, &self.bare);
                Found {
                    // What only people read stands in no other place.
                    code: found
                        .code
                        .or(found.string.filter(|_| {
                            reads_as_words(text) || is_data(text) || self.is_of_strings(text)
                        }))
                        .or_else(|| self.key(text)),
                    value: self.value(text),
                    ..found
                }
            }
        });
        ArtifactFacts {
            contains,
            regex: regex.map(|pattern| self.found(&pattern, &self.bare)),
            exports: exports.map(|name| self.export(name)).collect(),
        }
    }

    /// Whether a text can only be one of documentation: these languages have no such sign.
    fn is_prose(&self, text: &str) -> bool {
        let without = matches!(
            self.code.language,
            Language::Rust | Language::Java | Language::Python
        );
        let marks = match self.code.language {
            Language::Go => text.starts_with("Deprecated:"),
            Language::Java => ["@deprecated", "@since", "{@"]
                .iter()
                .any(|it| text.contains(it)),
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Python
            | Language::Other => false,
        };
        // Such a file is there for its comment.
        let page = self.path.as_str().ends_with("package-info.java");
        marks || page || (without && text.contains('`'))
    }

    /// Where a pattern stands in a text, which is this file's or a part of it with the rest blanked out.
    pub(super) fn found(&self, pattern: &Result<Pattern, code::BadPattern>, text: &str) -> Found {
        let pattern = match pattern {
            Ok(pattern) => pattern,
            Err(bad) => {
                return Found {
                    bad: Some(bad.to_string()),
                    proves_nothing: matches!(bad, code::BadPattern::MatchesEmpty(_)),
                    ..Found::default()
                };
            }
        };
        let mut found = Found::default();
        for hit in self.code.find(text, pattern, HITS_MAX) {
            let place = match (hit.place, hit.test) {
                (Place::Code, false) => &mut found.code,
                (Place::Code, true) => &mut found.test,
                (Place::Flagged, _) => &mut found.flagged,
                (Place::String, _) => &mut found.string,
                (Place::Text, _) => &mut found.text,
            };
            place.get_or_insert(hit.line);
        }
        found.dead = pattern.first_line(self.source);
        found
    }

    /// Whether a text looks like a call, and other strings of the file have such calls, while its code has none: they are read
    /// by somebody who looks for them there (`--quiet  Say less #flag(quiet)`).
    fn is_of_strings(&self, text: &str) -> bool {
        let Some(at) = text.find('(').filter(|at| *at > 0) else {
            return false;
        };
        let head = text.get(..=at).unwrap_or_default();
        let (Ok(head), Ok(whole)) = (Pattern::literal(head), Pattern::literal(text)) else {
            return false;
        };
        let hits = self.code.find(&self.bare, &head, HITS_MAX);
        let own = self.code.find(&self.bare, &whole, HITS_MAX).len();
        hits.len() > own && hits.iter().all(|it| it.place == Place::String)
    }

    fn export(&self, name: &str) -> Answer {
        let path = self.path.as_str();
        if self.context.project.facts(path).is_none() {
            return self.alone(name);
        }
        match self.context.project.offer(path, name) {
            Offer::Yes(file, line) if file == path => Answer::Yes(line),
            Offer::Yes(file, _) => Answer::Passed(file),
            Offer::Outside(from) => Answer::Passed(super::short(&from)),
            Offer::TypeOnly(line) => Answer::Type(line),
            Offer::Default(line) => Answer::Default(line),
            Offer::Member(of) => Answer::Member(super::short(&of)),
            Offer::Restricted(line) if self.code.language == Language::Java => {
                self.in_package(line)
            }
            // Where nobody else can look in, `pub(crate)` is all that anybody needs.
            Offer::Restricted(line) if self.context.project.is_inside(path, name) => {
                Answer::Yes(line)
            }
            Offer::Restricted(line) => Answer::Restricted(line),
            Offer::Broken(from, name) => Answer::Broken {
                from: super::short(&from),
                name: super::short(&name),
            },
            Offer::Unknown(why) => Answer::Unknown(why),
            Offer::No(Some(line)) if is_small(name) && self.has_no_outside() => Answer::Yes(line),
            Offer::No(line) => self.public_part(name).map_or(Answer::No(line), Answer::Yes),
        }
    }

    /// Whether nobody can import a file of Go, so that a name that it keeps to its package is offered to all who may have
    /// it: a program's, a test's.
    fn has_no_outside(&self) -> bool {
        let path = self.path.as_str();
        self.code.language == Language::Go
            && (self.code.package == "main" || path.ends_with("_test.go"))
    }

    /// The line of what a public type holds, which others reach through it: a field (Go), a variant (Rust).
    fn public_part(&self, name: &str) -> Option<u32> {
        let holder = match self.code.language {
            Language::Go => DefinitionKind::Struct,
            Language::Rust => DefinitionKind::Enum,
            Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Python
            | Language::Java
            | Language::Other => return None,
        };
        let public = name.starts_with(char::is_uppercase);
        let types = self
            .code
            .definitions
            .iter()
            .filter(|it| public && it.kind == holder && it.exported == Exported::Yes);
        let mut lines = types.filter_map(|it| {
            let text = self.source.get(it.span.bytes.start..it.span.bytes.end)?;
            let at = text.lines().position(|line| {
                let mut words = line.split(|c: char| ",({=".contains(c) || c.is_whitespace());
                words.find(|word| !word.is_empty()) == Some(name)
            })?;
            Some(it.span.line.saturating_add(u32::try_from(at).unwrap_or(0)))
        });
        lines.next()
    }

    /// A type that its package alone sees: enough for a test, which its runner finds, and where others of the package use
    /// it.
    fn in_package(&self, line: u32) -> Answer {
        let wiring = self.context.project.wiring(self.path.as_str());
        let test = wiring.entry.is_some_and(|it| it.kind == EntryKind::Test);
        match test || !wiring.users.is_empty() {
            true => Answer::Yes(line),
            false => Answer::Package(line),
        }
    }

    /// The line of a string that is this text and nothing else.
    fn value(&self, text: &str) -> Option<u32> {
        let found = self.wholes(text).next()?;
        self.line_at(found.bytes.start)
    }

    /// Strings that are this text and nothing else.
    fn wholes(&self, text: &str) -> impl Iterator<Item = &Region> {
        let strings = self.code.regions.iter();
        let strings = strings.filter(|it| it.kind == RegionKind::String);
        strings.filter(move |it| {
            let whole = self.bare.get(it.bytes.start..it.bytes.end);
            whole.is_some_and(|it| it.trim_matches(QUOTES) == text)
        })
    }

    fn line_at(&self, byte: usize) -> Option<u32> {
        let before = self.bare.get(..byte)?;
        let lines = before.bytes().filter(|it| *it == b'\n').count();
        u32::try_from(lines.saturating_add(1)).ok()
    }

    /// The line of a string that is a name and stands for one: `config["exit_zero"]`, `{"exit_zero": false}`.
    fn key(&self, text: &str) -> Option<u32> {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let dead = |it: &&Region| {
            let mut around = self.code.regions.iter();
            around.any(|other| {
                matches!(other.kind, RegionKind::Comment | RegionKind::Dead)
                    && other.bytes.start <= it.bytes.start
                    && it.bytes.end <= other.bytes.end
            })
        };
        let mut wholes = self.wholes(text).filter(|_| text.chars().all(part));
        let found = wholes.find(|it| {
            let before = self.bare.get(..it.bytes.start).unwrap_or_default();
            let after = self.bare.get(it.bytes.end..).unwrap_or_default();
            is_key(before, after) && !dead(it)
        })?;
        self.line_at(found.bytes.start)
    }

    /// Where no grammar reads the file.
    fn alone(&self, name: &str) -> Answer {
        match self.code.export_of(name) {
            Exporting::No(line) => Answer::No(line),
            Exporting::Unknown(why) => Answer::Unknown(why.to_owned()),
            Exporting::Yes(_)
            | Exporting::TypeOnly(_)
            | Exporting::AsDefault(_)
            | Exporting::Reexport { .. }
            | Exporting::MaybeFrom(_)
            | Exporting::Member(_)
            | Exporting::Restricted(_)
            | Exporting::Weak(_) => {
                Answer::Unknown("what this language exports is not known here".to_owned())
            }
        }
    }
}
