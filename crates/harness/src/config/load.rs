//! The layers in their order: built in < user file < project files < environment < flags. A project file that the
//! user has not trusted stands between them and only tightens.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ledger::options::{RuleAction, Severity};

use super::dirs::{System, shown, state_dir, user_file};
use super::endpoint::Endpoint;
use super::fault::Fault;
use super::files::{self, Links};
use super::layer::{Given, defaults, from_env, from_file, from_flags};
use super::merge::{Ignored, Values};
use super::place::Source;
use super::policy_files::{self, Checked};
use super::problem::{Problem, Problems};
use super::resolved::Config;
use super::trust::{self, TrustList};
use super::value::{Layer, Origin, Value};

/// The seed's second file.
const CONTEXT_FILE: &str = ".gsd/context.yml";
/// Files of a project, the weakest first: the seed's two, then ours.
pub(crate) const PROJECT_FILES: [&str; 3] =
    [CONTEXT_FILE, ".gsd/config.yml", ".interlock/config.yml"];

/// Ignored keys that the notice names.
const NOTICE_KEYS_MAX: usize = 3;

/// What a configuration is made from.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The repository's root.
    pub root: PathBuf,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// Keys with dots and their values, from the command line; the last of the same key counts.
    pub flags: Vec<(String, String)>,
    /// A file to take instead of the project's, named by the user and so trusted.
    pub file: Option<PathBuf>,
    /// Whether the project's files are trusted for this once.
    pub is_trusted_once: bool,
    /// The project's files as they stand at another revision; else those on disk.
    pub files: Option<Vec<ProjectFile>>,
    /// The system whose customs say where the user's files are.
    pub system: System,
}

impl Sources {
    /// A repository, with the environment of this process.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            env: super::dirs::process_env(),
            flags: Vec::new(),
            file: None,
            is_trusted_once: false,
            files: None,
            system: System::here(),
        }
    }
}

/// A file of the project as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFile {
    /// Its path from the repository's root.
    pub name: String,
    /// Its bytes, read once: what is hashed is what is used.
    pub bytes: Vec<u8>,
}

/// A configuration and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// What counts, as types.
    pub config: Config,
    /// What counts, as values with their origins.
    pub values: Values,
    /// What an untrusted file says in vain.
    pub ignored: Vec<Ignored>,
    /// Names of project files that are not trusted.
    pub untrusted: Vec<String>,
    /// Whether the project's files were trusted at some time, with another content.
    pub was_trusted: bool,
    /// Policy files that can't be used, each with where and why: everything asks.
    pub broken: Vec<String>,
}

impl Loaded {
    /// The model that writes the change.
    ///
    /// # Errors
    /// When no model is configured, or only in a file that does not count as long as it is not trusted.
    pub fn executor(&self) -> Result<&Endpoint, Problem> {
        self.config.executor().map_err(|problem| {
            let names_model = |it: &Ignored| {
                let top = it.path.split('.').next();
                it.origin.layer == Layer::Untrusted && matches!(top, Some("models" | "tools"))
            };
            match self.ignored.iter().any(names_model) {
                true => Problem::bare(Fault::ModelUntrusted {
                    files: super::nearest::quoted_list(&self.untrusted),
                    was_trusted: self.was_trusted,
                }),
                false => problem,
            }
        })
    }

    /// What is said in vain or can't be used, one line each, if there is something.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let mut lines = Vec::new();
        let is_untrusted = |it: &&Ignored| it.origin.layer == Layer::Untrusted;
        let in_vain: Vec<&Ignored> = self.ignored.iter().filter(is_untrusted).collect();
        if !in_vain.is_empty() {
            lines.push(format!(
                "{} {} and may only tighten; ignored: {}; read it, then `interlock trust` accepts it",
                super::nearest::quoted_list(&self.untrusted),
                match self.was_trusted {
                    true => "has changed since it was trusted",
                    false => "is not trusted",
                },
                listed(&in_vain)
            ));
        }
        let yours: Vec<&Ignored> = self.ignored.iter().filter(|it| !is_untrusted(it)).collect();
        if !yours.is_empty() {
            lines.push(format!(
                "only your own configuration may say this; ignored: {}",
                listed(&yours)
            ));
        }
        lines.extend(
            self.broken
                .iter()
                .map(|why| format!("a policy file can't be used, so everything asks: {why}")),
        );
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

fn listed(ignored: &[&Ignored]) -> String {
    let mut keys: Vec<String> = ignored
        .iter()
        .take(NOTICE_KEYS_MAX)
        .map(|ignored| format!("`{}` ({})", ignored.path, spot(ignored)))
        .collect();
    if let Some(more) = ignored.len().checked_sub(NOTICE_KEYS_MAX + 1) {
        keys.push(format!("and {} more", more + 1));
    }
    keys.join(", ")
}

fn spot(ignored: &Ignored) -> String {
    let text = ignored.origin.to_string();
    text.trim_end_matches(" (not trusted)").to_owned()
}

/// Reads, checks and merges every layer.
///
/// # Errors
/// Everything that is wrong in any of them.
pub fn load(sources: &Sources) -> Result<Loaded, Problems> {
    let state = state_dir(&sources.env, sources.system)?;
    let mut problems = Vec::new();
    let mut keep = |layer: Result<Vec<Given>, Vec<Problem>>| {
        layer.unwrap_or_else(|more| {
            problems.extend(more);
            Vec::new()
        })
    };
    let mut values = Values::default();
    values.put(defaults());
    values.put(keep(user_layer(sources)));
    let (mut ignored, mut untrusted, mut tightening) = (Vec::new(), Vec::new(), Vec::new());
    let list = trusted(sources, &state)?;
    for (layer, file) in project_layers(sources, &list)? {
        let source = source(&file)?;
        let given = keep(from_file(&source, layer).and_then(|given| only_context(&file, given)));
        if layer == Layer::Project {
            ignored.extend(values.put_project(given));
        } else {
            untrusted.push(file.name);
            tightening.push(given);
        }
    }
    for given in tightening {
        ignored.extend(values.tighten(given));
    }
    values.put(keep(from_env(&sources.env)));
    values.put(keep(from_flags(&sources.flags)));
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let found = policy_files::load(sources, &list);
    ignored.extend(found.ignored);
    untrusted.extend(found.untrusted);
    let config = Config::new(&values, &sources.root, &state)
        .map_err(Problems)?
        .with_policy_files(found.rules, found.broken.clone());
    ignored.extend(lifts_nothing(&values, &config));
    Ok(Loaded {
        config,
        values,
        ignored,
        untrusted,
        was_trusted: list.knows(&sources.root),
        broken: found.broken,
    })
}

/// Every policy file there is for a repository, the user's first, with what it comes to.
///
/// # Errors
/// When the list of what is trusted can't be read.
pub fn policy_files(sources: &Sources) -> Result<Vec<Checked>, Problem> {
    let state = state_dir(&sources.env, sources.system)?;
    Ok(policy_files::all(sources, &trusted(sources, &state)?))
}

/// Rules of a trusted project that allow, where the user did not say that they may.
fn lifts_nothing(values: &Values, config: &Config) -> Option<Ignored> {
    let entry = values.entry("guardrails.rules")?;
    let mut items = entry.value.items().iter().zip(&entry.items);
    let is_vain = |(value, origin): &(&Value, &Origin)| {
        let allows = matches!(value, Value::Rule(rule) if rule.action == RuleAction::Allow);
        allows && origin.layer == Layer::Project && !config.project_may_allow()
    };
    let (_, origin) = items.find(is_vain)?;
    Some(Ignored {
        path: "guardrails.rules".to_owned(),
        origin: origin.clone(),
        why: "a project's rule that allows needs `guardrails.project_may_allow`",
    })
}

/// The project's files that are there, the weakest first.
///
/// # Errors
/// When one is there and can't be read.
pub fn project_files(root: &Path) -> Result<Vec<ProjectFile>, Problem> {
    let mut found = Vec::new();
    for name in PROJECT_FILES {
        if is_linked_folder(root, name) {
            return Err(Problem::bare(Fault::NotAFile {
                name: name.to_owned(),
                what: "behind a link",
            }));
        }
        if let Some(bytes) = files::read(&root.join(name), name, Links::Refused)? {
            let name = name.to_owned();
            found.push(ProjectFile { name, bytes });
        }
    }
    Ok(found)
}

/// What findings lead to, where the project's files stand as they do at another revision. What is wrong with those counts
/// for nothing.
#[must_use]
pub(crate) fn severities_at(
    sources: &Sources,
    files: Vec<ProjectFile>,
) -> BTreeMap<String, Severity> {
    let with = |files: Vec<ProjectFile>| {
        let sources = Sources {
            files: Some(files),
            ..sources.clone()
        };
        load(&sources).map(|it| it.config.severities())
    };
    let found = with(files).or_else(|_| with(Vec::new()));
    found.unwrap_or_default()
}

/// Accepts the project's files as they are now; their names.
///
/// # Errors
/// When they can't be read, are no valid configuration, or the list can't be written.
pub fn trust(sources: &Sources) -> Result<Vec<String>, Problems> {
    let state = state_dir(&sources.env, sources.system)?;
    let files = project_files(&sources.root)?;
    for file in &files {
        from_file(&source(file)?, Layer::Project).map_err(Problems)?;
    }
    let mut files = files;
    for file in policy_files::of_project(&sources.root)? {
        policy_files::rules_of(&file, Layer::Project).map_err(Problems)?;
        files.push(file);
    }
    let contents: Vec<&[u8]> = files.iter().map(|file| file.bytes.as_slice()).collect();
    trust::accept(&state, &sources.root, &contents)?;
    Ok(files.into_iter().map(|file| file.name).collect())
}

fn user_layer(sources: &Sources) -> Result<Vec<Given>, Vec<Problem>> {
    let Some(path) = user_file(&sources.env, sources.system) else {
        return Ok(Vec::new());
    };
    let name = shown(&path, &sources.env);
    let bytes = files::read(&path, &name, Links::Followed).map_err(|problem| vec![problem])?;
    let Some(bytes) = bytes else {
        return Ok(Vec::new());
    };
    let source = source(&ProjectFile { name, bytes }).map_err(|problem| vec![problem])?;
    from_file(&source, Layer::User)
}

/// What the user has accepted; not asked for where everything is trusted for this once.
fn trusted(sources: &Sources, state: &Path) -> Result<TrustList, Problem> {
    if sources.is_trusted_once {
        Ok(TrustList::default())
    } else {
        TrustList::read(state)
    }
}

/// The project's files with the layer each belongs to.
fn project_layers(
    sources: &Sources,
    list: &TrustList,
) -> Result<Vec<(Layer, ProjectFile)>, Problem> {
    if let Some(path) = &sources.file {
        let name = shown(path, &sources.env);
        let Some(bytes) = files::read(path, &name, Links::Followed)? else {
            let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such file");
            let verb = "read";
            return Err(Problem::bare(Fault::Io { verb, name, source }));
        };
        return Ok(vec![(Layer::Project, ProjectFile { name, bytes })]);
    }
    let files = match &sources.files {
        Some(files) => files.clone(),
        None => project_files(&sources.root)?,
    };
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let layer_of = |file: &ProjectFile| {
        if sources.is_trusted_once || list.holds(&sources.root, &file.bytes) {
            Layer::Project
        } else {
            Layer::Untrusted
        }
    };
    Ok(files
        .into_iter()
        .map(|file| (layer_of(&file), file))
        .collect())
}

fn source(file: &ProjectFile) -> Result<Arc<Source>, Problem> {
    Ok(Arc::new(Source {
        name: file.name.clone(),
        text: files::text(file.bytes.clone(), &file.name)?,
    }))
}

/// The seed's second file holds one section.
fn only_context(file: &ProjectFile, given: Vec<Given>) -> Result<Vec<Given>, Vec<Problem>> {
    let is_other = |given: &&Given| {
        given
            .path
            .first()
            .is_some_and(|section| section != "context")
    };
    match given
        .iter()
        .find(is_other)
        .filter(|_| file.name == CONTEXT_FILE)
    {
        Some(other) => {
            let fault = Fault::UnknownKey {
                key: other.path.join("."),
                near: None,
            };
            Err(vec![Problem::new(fault, other.origin.place.clone())])
        }
        None => Ok(given),
    }
}

/// Whether the folder of a project file is a link: what is behind it is not the repository's.
fn is_linked_folder(root: &Path, name: &str) -> bool {
    let folder = name.split('/').next().unwrap_or(name);
    std::fs::symlink_metadata(root.join(folder)).is_ok_and(|found| found.is_symlink())
}
