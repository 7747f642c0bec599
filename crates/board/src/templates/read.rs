//! A file of templates to sections. Everything that is wrong is told, not only the first.

use ledger::board::{ActionType, BusinessType};
use serde_saphyr::Spanned;

use super::language::Language;
use super::near::nearest;
use super::problem::{Fault, Problem};
use super::set::{Part, Section, Set};
use super::yaml::{Node, Tree, problem, tree};

/// Steps of one template.
const STEPS_MAX: usize = 64;
/// Bytes of one text.
const TEXT_BYTES_MAX: usize = 16 * 1024;
/// Characters of a key that are shown.
const KEY_CHARS_MAX: usize = 60;

/// Keys beside kinds of events.
const FILE_KEYS: [&str; 3] = ["language", "discussion", "round_review"];
/// Keys of a part.
const PART_KEYS: [&str; 3] = ["hint", "steps", "output_template"];
/// The key of what counts for kinds of work that are not named.
const DEFAULT: &str = "default";

/// What a file says, and its language if it says that.
pub(super) fn read(text: &str) -> Result<(Set, Option<Language>), Vec<Problem>> {
    let root = tree(text).map_err(|problem| vec![problem])?;
    let mut reader = Reader::default();
    reader.file(root);
    if reader.problems.is_empty() {
        Ok((reader.set, reader.language))
    } else {
        Err(reader.problems)
    }
}

#[derive(Default)]
struct Reader {
    set: Set,
    language: Option<Language>,
    problems: Vec<Problem>,
}

impl Reader {
    fn file(&mut self, root: Node) {
        for (key, value) in self.pairs("the file", root) {
            let action = ActionType::ALL
                .into_iter()
                .find(|it| it.word() == key.value);
            // Two keys are names of kinds of events and of texts: which one it is, the value tells.
            match (key.value.as_str(), action) {
                ("language", _) => self.language(&key, value),
                ("discussion", _) => self.set.discussion = self.text(&key.value, value),
                ("round_review", _) if matches!(value.value, Tree::Text(_)) => {
                    self.set.round_review = self.text(&key.value, value);
                }
                (_, Some(action)) => {
                    let section = self.section(&key.value, value);
                    self.set.sections.insert(action, section);
                }
                (_, None) => {
                    let known = ActionType::ALL.map(ActionType::word);
                    self.unknown(&key, "the file", &[&known[..], &FILE_KEYS].concat());
                }
            }
        }
    }

    fn language(&mut self, key: &Spanned<String>, value: Node) {
        let at = value.referenced;
        let Some(word) = self.text(&key.value, value) else {
            return;
        };
        let known = [Language::En, Language::Zh];
        self.language = known.into_iter().find(|it| it.word() == word);
        if self.language.is_none() {
            self.problems.push(problem(&at, Fault::Language(word)));
        }
    }

    fn section(&mut self, name: &str, value: Node) -> Section {
        let mut section = Section::default();
        for (key, value) in self.pairs(name, value) {
            let business = BusinessType::ALL
                .into_iter()
                .find(|it| it.word() == key.value);
            if let Some(business) = business {
                let part = self.part(&key.value, value);
                section.business.insert(business, part);
            } else if key.value == DEFAULT {
                section.default = self.part(DEFAULT, value);
            } else if PART_KEYS.contains(&key.value.as_str()) {
                self.field(&mut section.whole, &key.value, value);
            } else {
                let known = BusinessType::ALL.map(BusinessType::word);
                let known = [&known[..], &PART_KEYS, &[DEFAULT]].concat();
                self.unknown(&key, &format!("`{name}`"), &known);
            }
        }
        section
    }

    fn part(&mut self, name: &str, value: Node) -> Part {
        let mut part = Part::default();
        for (key, value) in self.pairs(name, value) {
            if PART_KEYS.contains(&key.value.as_str()) {
                self.field(&mut part, &key.value, value);
            } else {
                self.unknown(&key, &format!("`{name}`"), &PART_KEYS);
            }
        }
        part
    }

    fn field(&mut self, part: &mut Part, key: &str, value: Node) {
        match key {
            "hint" => part.hint = self.text(key, value),
            "steps" => part.steps = self.steps(key, value),
            _ => part.report = self.text(key, value),
        }
    }

    fn steps(&mut self, key: &str, value: Node) -> Option<Vec<String>> {
        let at = value.referenced;
        let items = match value.value {
            Tree::List(items) => items,
            Tree::Nothing => return None,
            Tree::Text(_) | Tree::Map(_) => {
                let wanted = "a list of texts";
                self.wrong(&at, key, wanted);
                return None;
            }
        };
        if items.len() > STEPS_MAX {
            let fault = Fault::TooMuch {
                max: STEPS_MAX,
                what: "steps",
            };
            self.problems.push(problem(&at, fault));
            return None;
        }
        let texts = items.into_iter().filter_map(|item| self.text(key, item));
        Some(texts.collect())
    }

    /// A text without blanks at its ends; nothing where nothing stands.
    fn text(&mut self, key: &str, value: Node) -> Option<String> {
        let at = value.referenced;
        match value.value {
            Tree::Text(text) if text.len() > TEXT_BYTES_MAX => {
                let fault = Fault::TooMuch {
                    max: TEXT_BYTES_MAX,
                    what: "bytes in one text",
                };
                self.problems.push(problem(&at, fault));
                None
            }
            Tree::Text(text) => Some(text.trim().to_owned()),
            Tree::Nothing => None,
            Tree::List(_) | Tree::Map(_) => {
                self.wrong(&at, key, "a text");
                None
            }
        }
    }

    fn pairs(&mut self, name: &str, value: Node) -> Vec<(Spanned<String>, Node)> {
        match value.value {
            Tree::Map(pairs) => pairs,
            Tree::Nothing => Vec::new(),
            Tree::Text(_) | Tree::List(_) => {
                self.wrong(&value.referenced, name, "a section with keys");
                Vec::new()
            }
        }
    }

    fn wrong(&mut self, at: &serde_saphyr::Location, key: &str, wanted: &'static str) {
        let key = shown(key);
        self.problems
            .push(problem(at, Fault::Wrong { key, wanted }));
    }

    fn unknown(&mut self, key: &Spanned<String>, place: &str, known: &[&'static str]) {
        let fault = Fault::UnknownKey {
            key: shown(&key.value),
            place: place.to_owned(),
            near: nearest(&key.value, known),
        };
        self.problems.push(problem(&key.referenced, fault));
    }
}

fn shown(key: &str) -> String {
    let key = key.replace(char::is_control, " ");
    key.chars().take(KEY_CHARS_MAX).collect()
}
