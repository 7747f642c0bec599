//! What the plan asks of one file as an artifact: texts, patterns and exports. Where they stand, not whether that will
//! do.

use code::project::{EntryKind, Offer};
use code::{Exporting, Language, Pattern, Place, Region, RegionKind};
use ledger::plan::Artifact;

use super::Subject;
use crate::facts::{Answer, ArtifactFacts, Found};

/// Hits that are looked at for one pattern.
const HITS_MAX: usize = 500;

impl Subject<'_> {
    pub(super) fn artifacts(&self) -> Vec<ArtifactFacts> {
        let all = self.ground.artifacts(self.path.as_str()).iter();
        all.map(|artifact| self.artifact(artifact)).collect()
    }

    fn artifact(&self, artifact: &Artifact) -> ArtifactFacts {
        let literal = artifact.contains.as_deref().map(Pattern::literal);
        let regex = artifact.contains_regex.as_deref().map(Pattern::regex);
        let exports = artifact.exports.iter();
        ArtifactFacts {
            contains: literal.map(|pattern| Found {
                value: self.value(artifact.contains.as_deref().unwrap_or_default()),
                ..self.found(&pattern, &self.bare)
            }),
            regex: regex.map(|pattern| self.found(&pattern, &self.bare)),
            exports: exports.map(|name| self.export(name)).collect(),
        }
    }

    /// Where a pattern stands in a text, which is this file's or a part of it with the rest blanked out.
    pub(super) fn found(&self, pattern: &Result<Pattern, code::BadPattern>, text: &str) -> Found {
        let pattern = match pattern {
            Ok(pattern) => pattern,
            Err(bad) => {
                return Found {
                    bad: Some(bad.to_string()),
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

    fn export(&self, name: &str) -> Answer {
        let path = self.path.as_str();
        if self.ground.project.facts(path).is_none() {
            return self.alone(name);
        }
        match self.ground.project.offer(path, name) {
            Offer::Yes(file, line) if file == path => Answer::Yes(line),
            Offer::Yes(file, _) => Answer::Passed(file),
            Offer::Outside(from) => Answer::Passed(super::short(&from)),
            Offer::TypeOnly(line) => Answer::Type(line),
            Offer::Default(line) => Answer::Default(line),
            Offer::Member(of) => Answer::Member(super::short(&of)),
            Offer::Restricted(line) if self.code.language == Language::Java => {
                self.in_package(line)
            }
            Offer::Restricted(line) => Answer::Restricted(line),
            Offer::Broken(from, name) => Answer::Broken {
                from: super::short(&from),
                name: super::short(&name),
            },
            Offer::Unknown(why) => Answer::Unknown(why),
            Offer::No(line) => Answer::No(line),
        }
    }

    /// A type that its package alone sees: enough for a test, which its runner finds, and where others of the package use
    /// it.
    fn in_package(&self, line: u32) -> Answer {
        let wiring = self.ground.project.wiring(self.path.as_str());
        let test = wiring.entry.is_some_and(|it| it.kind == EntryKind::Test);
        match test || !wiring.users.is_empty() {
            true => Answer::Yes(line),
            false => Answer::Package(line),
        }
    }

    /// The line of a string that is this text and nothing else.
    fn value(&self, text: &str) -> Option<u32> {
        let strings = self.code.regions.iter();
        let mut strings = strings.filter(|it| it.kind == RegionKind::String);
        let inner = |it: &&Region| {
            let whole = self.bare.get(it.bytes.start..it.bytes.end);
            whole.is_some_and(|it| it.trim_matches(['"', '\'', '`']) == text)
        };
        let found = strings.find(inner)?;
        let before = self.bare.get(..found.bytes.start)?;
        let lines = before.bytes().filter(|it| *it == b'\n').count();
        u32::try_from(lines.saturating_add(1)).ok()
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
