//! Policy files: rules in files of their own, the user's beside the user's configuration and a trusted project's in
//! `.interlock/policies`. A file that can't be used is said, and makes everything ask.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ledger::options::{Rule, RuleOrigin};

use super::dirs::{shown, user_file};
use super::fault::Fault;
use super::files::{self, Links};
use super::keys::RULES_MAX;
use super::kind::Kind;
use super::load::{ProjectFile, Sources};
use super::merge::Ignored;
use super::node::{Tree, parse, short};
use super::place::{Place, Source};
use super::problem::Problem;
use super::read::whose;
use super::trust::TrustList;
use super::value::{Layer, Origin, Value};

/// Where a project keeps them.
pub(crate) const FOLDER: &str = ".interlock/policies";
/// Files of one folder.
const FILES_MAX: usize = 64;
/// Why an untrusted file does not count.
const UNTRUSTED: &str = "policy files need trust";

/// What the policy files say.
#[derive(Debug, Default)]
pub(crate) struct PolicyFiles {
    /// The user's, then the project's.
    pub(crate) rules: Vec<Rule>,
    /// Where and why, for each file that can't be used: on one line each.
    pub(crate) broken: Vec<String>,
    /// Files that don't count.
    pub(crate) ignored: Vec<Ignored>,
    /// Their names.
    pub(crate) untrusted: Vec<String>,
}

/// A policy file as it was found, and what it comes to.
#[derive(Debug)]
pub struct Checked {
    /// Its name as it is shown.
    pub name: String,
    /// Whether it counts: the user's own does, a project's once it is trusted.
    pub counts: bool,
    /// Its rules, or what is wrong.
    pub rules: Result<Vec<Rule>, Vec<Problem>>,
}

/// Reads those that count.
pub(crate) fn load(sources: &Sources, list: &TrustList) -> PolicyFiles {
    let mut out = PolicyFiles::default();
    for checked in all(sources, list) {
        match checked.rules {
            _ if !checked.counts => {
                out.ignored.push(Ignored {
                    path: "rules".to_owned(),
                    origin: Origin {
                        layer: Layer::Untrusted,
                        place: Place::File(checked.name.clone()),
                    },
                    why: UNTRUSTED,
                });
                out.untrusted.push(checked.name);
            }
            Ok(rules) => out.rules.extend(rules),
            Err(problems) => out.broken.push(told(&checked.name, &problems)),
        }
    }
    out
}

/// Every policy file there is for a repository, the user's first.
pub(crate) fn all(sources: &Sources, list: &TrustList) -> Vec<Checked> {
    let mut out = Vec::new();
    if let Some(folder) = user_folder(sources) {
        let name = shown(&folder, &sources.env);
        out.extend(folder_of(&folder, &name, Links::Followed, &|file| {
            (true, rules_of(file, Layer::User))
        }));
    }
    let folder = sources.root.join(FOLDER);
    if is_behind_link(&sources.root) {
        let fault = Fault::NotAFile {
            name: FOLDER.to_owned(),
            what: "behind a link",
        };
        out.push(unusable(FOLDER, Problem::bare(fault)));
        return out;
    }
    out.extend(folder_of(&folder, FOLDER, Links::Refused, &|file| {
        let is_trusted = sources.is_trusted_once || list.holds(&sources.root, &file.bytes);
        (is_trusted, rules_of(file, Layer::Project))
    }));
    out
}

/// The project's policy files, for the list of what is trusted.
///
/// # Errors
/// When one is there and can't be read.
pub(crate) fn of_project(root: &Path) -> Result<Vec<ProjectFile>, Problem> {
    let mut out = Vec::new();
    if is_behind_link(root) {
        return Ok(out);
    }
    let folder = root.join(FOLDER);
    for file_name in names(&folder, FOLDER)? {
        let name = format!("{FOLDER}/{file_name}");
        if let Some(bytes) = files::read(&folder.join(&file_name), &name, Links::Refused)? {
            out.push(ProjectFile { name, bytes });
        }
    }
    Ok(out)
}

/// One file that was named, whatever folder it is in: as the user's own.
#[must_use]
pub fn check_policy_file(path: &Path) -> Checked {
    let name = path.display().to_string();
    let read = files::read(path, &name, Links::Followed).and_then(|bytes| {
        bytes.ok_or_else(|| {
            let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such file");
            let (verb, name) = ("read", name.clone());
            Problem::bare(Fault::Io { verb, name, source })
        })
    });
    match read {
        Ok(bytes) => {
            let file = ProjectFile { name, bytes };
            let rules = rules_of(&file, Layer::User);
            Checked {
                name: file.name,
                counts: true,
                rules,
            }
        }
        Err(problem) => unusable(&name, problem),
    }
}

/// Where the user's own are.
pub(crate) fn user_folder(sources: &Sources) -> Option<PathBuf> {
    let file = user_file(&sources.env, sources.system)?;
    Some(file.parent()?.join("policies"))
}

/// The rules of a file, checked and tried on their examples.
pub(crate) fn rules_of(file: &ProjectFile, layer: Layer) -> Result<Vec<Rule>, Vec<Problem>> {
    const RULES: Kind = Kind::List(&Kind::Rule, RULES_MAX);
    let text = files::text(file.bytes.clone(), &file.name).map_err(|problem| vec![problem])?;
    let name = file.name.clone();
    let root = parse(&Arc::new(Source { name, text })).map_err(|problem| vec![problem])?;
    let Tree::Map(pairs) = &root.tree else {
        let fault = Fault::NotAMapping(root.tree.found());
        return Err(vec![Problem::new(fault, root.place.clone())]);
    };
    let unknown = pairs.iter().filter(|pair| pair.key != "rules");
    let problems: Vec<Problem> = unknown
        .map(|pair| {
            let fault = Fault::UnknownKey {
                key: short(&pair.key),
                near: Some("rules".to_owned()),
            };
            Problem::new(fault, pair.place.clone())
        })
        .collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some(rules) = pairs.iter().find(|pair| pair.key == "rules") else {
        let fault = Fault::Lacks {
            key: file.name.clone(),
            field: "rules".to_owned(),
        };
        return Err(vec![Problem::new(fault, root.place.clone())]);
    };
    let taken = RULES.take("rules", &rules.value)?;
    let origin = whose(layer);
    Ok(taken
        .value
        .items()
        .iter()
        .filter_map(|value| rule_of(value, origin))
        .collect())
}

fn rule_of(value: &Value, origin: RuleOrigin) -> Option<Rule> {
    match value {
        Value::Rule(rule) => Some(Rule {
            origin,
            ..rule.clone()
        }),
        Value::Text(_)
        | Value::Switch(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::List(_) => None,
    }
}

type Reader<'a> = dyn Fn(&ProjectFile) -> (bool, Result<Vec<Rule>, Vec<Problem>>) + 'a;

fn folder_of(folder: &Path, shown: &str, links: Links, reader: &Reader<'_>) -> Vec<Checked> {
    let names = match names(folder, shown) {
        Ok(names) => names,
        Err(problem) => return vec![unusable(shown, problem)],
    };
    let mut out = Vec::new();
    for file_name in names {
        let name = format!("{shown}/{file_name}");
        match files::read(&folder.join(&file_name), &name, links) {
            Ok(Some(bytes)) => {
                let file = ProjectFile { name, bytes };
                let (counts, rules) = reader(&file);
                out.push(Checked {
                    name: file.name,
                    counts,
                    rules,
                });
            }
            // It was removed just now.
            Ok(None) => {}
            Err(problem) => out.push(unusable(&name, problem)),
        }
    }
    out
}

/// Something that can't even be read, wherever it is: it counts, and so everything asks.
fn unusable(name: &str, problem: Problem) -> Checked {
    Checked {
        name: name.to_owned(),
        counts: true,
        rules: Err(vec![problem]),
    }
}

/// The YAML files of a folder by name; none where there is no folder.
fn names(folder: &Path, shown: &str) -> Result<Vec<String>, Problem> {
    let io = |source| {
        Problem::bare(Fault::Io {
            verb: "read",
            name: shown.to_owned(),
            source,
        })
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry
            .map_err(io)?
            .file_name()
            .to_string_lossy()
            .into_owned();
        let is_yaml = name.ends_with(".yml") || name.ends_with(".yaml");
        if is_yaml && !name.starts_with('.') {
            names.push(name);
        }
        if names.len() > FILES_MAX {
            return Err(Problem::bare(Fault::TooMany {
                key: shown.to_owned(),
                count_max: FILES_MAX,
            }));
        }
    }
    names.sort();
    Ok(names)
}

/// Whether the project's folder is reached through a link: what is behind it is not the repository's.
fn is_behind_link(root: &Path) -> bool {
    let is_link =
        |path: PathBuf| std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_link(root.join(".interlock")) || is_link(root.join(FOLDER))
}

/// The first thing that is wrong with a file, on one line.
fn told(name: &str, problems: &[Problem]) -> String {
    let Some(first) = problems.first() else {
        return name.to_owned();
    };
    let place = match &first.place {
        Place::Nowhere | Place::Variable(_) | Place::Flag(_) => name.to_owned(),
        place @ (Place::File(_) | Place::At { .. }) => place.to_string(),
    };
    format!("{place}: {}", first.fault)
}
