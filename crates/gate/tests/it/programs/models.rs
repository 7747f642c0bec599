//! The files of program models as far as the laws need them: which options and operands there are, and what they are given.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

/// Whether an option takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Required,
    /// Only in the same word.
    Optional,
    /// The next two words.
    Pair,
}

/// An option: its names with their dashes, what its value may be, and the modes that it switches on.
#[derive(Debug, Clone)]
pub(super) struct Opt {
    pub(super) names: Vec<String>,
    pub(super) takes: Takes,
    pub(super) roles: Vec<String>,
    pub(super) modes: Vec<String>,
}

/// A place among the operands.
#[derive(Debug)]
pub(super) struct Operand {
    pub(super) role: String,
    /// Exactly one word fills it.
    pub(super) is_one: bool,
}

/// What operands are, where one of these options was given; `None`: always, or under a condition of several parts.
#[derive(Debug)]
pub(super) struct Operands {
    pub(super) when: Option<Vec<String>>,
    pub(super) places: Vec<Operand>,
}

/// A program, or a verb of one.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) is_posix: bool,
    pub(super) options: Vec<Opt>,
    pub(super) operands: Vec<Operands>,
    pub(super) verbs: BTreeMap<String, Model>,
}

/// The files of a folder of program models, by name, as values.
pub(crate) fn files(folder: &str) -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shell/programs");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(root.join(folder)).expect("program models") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|it| it == "yml") {
            let name = path.file_name().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            let value = serde_saphyr::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            out.push((name.into_owned(), value));
        }
    }
    out.sort_by(|one, other| one.0.cmp(&other.0));
    assert!(!out.is_empty(), "{folder}");
    out
}

/// Every program by its first name, in order.
pub(super) fn all() -> BTreeMap<String, Model> {
    let files = files("").into_iter();
    files
        .filter_map(|(_, file)| Some((file["program"].as_str()?.to_owned(), program(&file))))
        .collect()
}

fn program(file: &Value) -> Model {
    let top = options(&file["options"]);
    let inherits = file["inherits"].as_bool().unwrap_or(true);
    let whole = Shared {
        file,
        top: if inherits { &top } else { &[] },
    };
    Model {
        options: top.clone(),
        ..whole.model(file)
    }
}

/// What all verbs of a file share.
struct Shared<'a> {
    file: &'a Value,
    top: &'a [Opt],
}

impl Shared<'_> {
    fn model(&self, raw: &Value) -> Model {
        let mut own = options(&raw["options"]);
        let names: Vec<String> = own.iter().flat_map(|it| it.names.clone()).collect();
        for mut inherited in self.top.iter().cloned() {
            inherited.names.retain(|name| !names.contains(name));
            if !inherited.names.is_empty() {
                own.push(inherited);
            }
        }
        for set in raw["uses"].as_array().into_iter().flatten() {
            own.extend(options(
                &self.file["sets"][set.as_str().unwrap_or_default()],
            ));
        }
        let mut verbs = BTreeMap::new();
        for (names, verb) in map(&raw["verbs"]) {
            for name in names.split_whitespace() {
                verbs.insert(name.to_owned(), self.model(verb));
            }
        }
        let style = raw["style"].as_str().or(self.file["style"].as_str());
        let phrases = raw["operands"].as_array().into_iter().flatten();
        Model {
            is_posix: style == Some("posix"),
            options: own,
            operands: phrases.filter_map(Value::as_str).map(operands).collect(),
            verbs,
        }
    }
}

fn map(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn options(raw: &Value) -> Vec<Opt> {
    map(raw)
        .filter_map(|(names, phrase)| Some(option(names, phrase.as_str()?)))
        .collect()
}

fn option(names: &str, phrase: &str) -> Opt {
    let (head, rest) = phrase.split_once(',').unwrap_or((phrase, ""));
    let head = head.trim();
    let (takes, given) = match head.strip_prefix("pair ") {
        _ if head == "flag" => (Takes::Nothing, ""),
        Some(second) => (Takes::Pair, second),
        None if head.ends_with('?') => (Takes::Optional, head.trim_end_matches('?')),
        None => (Takes::Required, head),
    };
    let roles = given.split(" / ").map(|it| conditional(it).1.to_owned());
    let modes = rest
        .split(',')
        .filter_map(|it| it.trim().strip_prefix("mode "));
    Opt {
        names: names.split_whitespace().map(str::to_owned).collect(),
        takes,
        roles: roles.filter(|role| !role.is_empty()).collect(),
        modes: modes.map(|it| it.trim().to_owned()).collect(),
    }
}

/// A phrase without its condition, which is told where it is no more than a list of names.
fn conditional(phrase: &str) -> (Option<Vec<String>>, &str) {
    let phrase = phrase.trim();
    let rest = ["when ", "unless "]
        .iter()
        .find_map(|it| phrase.strip_prefix(it));
    let Some((condition, rest)) = rest.and_then(|it| it.split_once(':')) else {
        return (None, phrase);
    };
    let several = condition.contains(" and ") || condition.trim().starts_with("not ");
    let names = condition
        .split('|')
        .map(|it| it.trim().to_owned())
        .collect();
    let simple = phrase.starts_with("when ") && !several;
    (simple.then_some(names), rest.trim())
}

fn operands(phrase: &str) -> Operands {
    let (when, rest) = conditional(phrase);
    let places = rest.split_whitespace().map(|word| {
        let name = word.trim_end_matches("...").trim_end_matches('?');
        Operand {
            role: match name {
                "shell" if word.ends_with("...") => "shell-words".to_owned(),
                "each-shell" => "shell".to_owned(),
                name => name.to_owned(),
            },
            is_one: name == word,
        }
    });
    Operands {
        when,
        places: places.collect(),
    }
}
