//! What programs do with their options, as data: one file a program under `programs/`, read when its program is first
//! met. A program without a file, and an option that a file does not name, is not understood and asks.
//!
//! `programs/README.md` is the guide to the files; here is what they become.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use super::effect::Level;
use crate::recipes::Form;
use risk::Risk;

mod file;
pub(crate) mod risk;
mod table;
pub(crate) mod words;

/// What one program, or one verb of it, does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Model {
    /// As it is called.
    pub(crate) name: String,
    pub(crate) style: Style,
    /// `tar xf`: the first word may be short options without a dash.
    pub(crate) bundle: bool,
    /// Options that no line names are harmless flags, instead of not understood.
    pub(crate) lenient: bool,
    /// The roles of its arguments say all that it changes: it takes in no code and no settings, and starts nothing.
    pub(crate) contained: bool,
    /// `--no-x` takes `--x` back and does nothing else.
    pub(crate) negations: bool,
    pub(crate) options: Vec<Opt>,
    /// Options that several verbs share.
    pub(crate) shared: Vec<Arc<Vec<Opt>>>,
    /// The first whose condition holds says what operands are.
    pub(crate) operands: Vec<Given<Vec<Operand>>>,
    pub(crate) does: Vec<Given<Clause>>,
    /// What standard input is to it, when it reads it.
    pub(crate) stdin: Vec<Given<Role>>,
    /// What comes out on standard output, if not what it read.
    pub(crate) output: Vec<Given<Output>>,
    /// By each of their names.
    pub(crate) verbs: BTreeMap<String, Model>,
    /// Variables that steer this program only.
    pub(crate) env: BTreeMap<String, Opt>,
    /// Whether something that it could be given does harm.
    pub(crate) risk: Risk,
}

/// How arguments are told from options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Style {
    /// `getopt_long`: options anywhere, long ones may be shortened, short ones joined.
    #[default]
    Gnu,
    /// Options end at the first operand.
    Posix,
    /// Words of one dash: `-name value`, `-name=value` (go, java, terraform).
    SingleDash,
    /// `name=value` words (dd).
    Assignments,
    /// No options: every word is an operand.
    None,
}

/// Something under a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Given<T> {
    pub(crate) when: Condition,
    pub(crate) it: T,
}

/// On which options something depends. Names are those of options without dashes, and of modes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    Always,
    /// One of these was given.
    Any(Vec<String>),
    /// None of these was given.
    None(Vec<String>),
    /// All of these hold.
    All(Vec<Condition>),
}

/// An option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opt {
    /// With their dashes.
    pub(crate) names: Vec<String>,
    pub(crate) takes: Takes,
    /// What its value is: the first whose condition holds.
    pub(crate) roles: Vec<Given<Role>>,
    /// What it does, whatever its value.
    pub(crate) clauses: Vec<Clause>,
    /// Modes it switches on besides its own names.
    pub(crate) modes: Vec<String>,
}

/// Whether an option takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    /// In the same word or the next.
    Required,
    /// Only in the same word.
    Optional,
    /// The next two words; the second is what the role speaks of (`jq --arg name value`).
    Pair,
}

/// One place among the operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) role: Role,
    pub(crate) count: Count,
}

/// How many operands fill a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Optional,
    /// Any number; what stands behind it takes its words from the end.
    Many,
}

/// What a value or an operand is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// Data: harmless.
    Text,
    Read,
    /// Read up to some size: devices without end are harmless.
    Sample,
    /// Only how much is in it comes out.
    Size,
    /// Read with everything below.
    Walk,
    List,
    Write,
    /// A directory in which files are made.
    Into,
    Delete,
    /// Deleted with everything below.
    DeleteAll,
    /// Gets another name or place.
    Move,
    /// Later relative paths begin there.
    Directory,
    /// A file that is executed or loaded.
    Execute,
    /// A program (by name or path) that is started.
    Program,
    /// Text for a shell.
    Shell,
    /// This and all operands behind it are a command.
    Command,
    /// A command line that is put in front of the operands: together they are a command.
    Prefix,
    /// This and all operands behind it are joined and given to a shell.
    ShellWords,
    /// This and all operands behind it are a program of a package and its arguments (`npx`).
    Package,
    /// Text in a programming language.
    Code(String),
    /// A file of text in a programming language, which is run.
    Script(String),
    /// An address that is fetched.
    Url,
    /// A host that is connected to.
    Host,
    /// An address or port that is listened on.
    Listen,
    /// Data that is sent; `@file` is the content of a file.
    Send,
    /// A file whose content is sent.
    Upload,
    /// `host:path` or a path, read.
    RemoteRead,
    /// `host:path` or a path, written.
    RemoteWrite,
    /// `NAME=VALUE` for the environment of what is started.
    Variable,
    /// `key=value` of git's configuration.
    GitConfig,
    /// A secret is named by it.
    Secret,
    /// Words that are options of this program, or of a verb of it (`go build`): `NODE_OPTIONS`, `RUSTFLAGS`.
    Options(String),
    /// A file that lists, one a line, what has this role.
    Listed(Box<Role>),
    /// A file whose content is text of a small language.
    Holds(String),
    /// A file of further words for the program itself (`@file`).
    Arguments,
    /// A file of recipes; of another language, where it is given by other means than its name.
    Recipes(String),
    /// Names packages of a workspace.
    Workspace,
    /// What it means is not known.
    Unknown,
}

/// What comes out of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// What it read, rewritten.
    Passed,
    /// Lines of what it read, each as it was.
    Lines,
    /// Numbers of its own.
    Numbers,
    /// Words of its own: numbers, dates, names of commits. None begins with a dash or holds a blank, and as a path none
    /// leads anywhere but down.
    Words,
    /// Decoded, decrypted or reordered.
    Decoded,
    Network,
    Secret,
    /// Something of its own.
    Own,
    /// Names of files below what it was given, or below where it runs.
    Names,
}

/// A fixed effect of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Clause {
    /// A path with a role.
    Path {
        role: Role,
        path: String,
    },
    /// It connects: to a host that is known, or not.
    Fetch(Option<String>),
    Send,
    Upload,
    Listen,
    Registry,
    Build,
    /// A script of the manifest, by name, or named by the first operand.
    Script(Option<String>),
    /// Recipes of a file of the project.
    Recipes {
        form: Form,
        /// Those of all packages of the workspace.
        everywhere: bool,
        names: Vec<Which>,
    },
    Install,
    Privilege(String),
    Configure(String),
    Secret(String),
    Mark {
        level: Level,
        id: String,
        why: String,
    },
    Unknown(String),
}

/// How a model names a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    /// By its name.
    Named(String),
    /// All operands: `@all`.
    All,
    /// No name: all operands are arguments: `@operands`.
    Arguments,
    /// The operand of this number, counted from nought, those behind it being its arguments: `@first`, `@second`.
    Operand(usize),
    /// The verb, all operands being its arguments: `@verb`.
    Verb,
    /// The value of this option: `@--run`.
    Option(String),
}

impl Model {
    /// All options: its own before those that it shares.
    pub(crate) fn every_option(&self) -> impl Iterator<Item = &Opt> {
        self.options
            .iter()
            .chain(self.shared.iter().flat_map(|set| set.iter()))
    }

    /// The model of a program by its name, without a path.
    pub(crate) fn of(program: &str) -> Option<&'static Model> {
        let entry = BY_NAME.get(program)?;
        entry
            .model
            .get_or_init(|| file::read(entry.text).ok())
            .as_ref()
    }
}

/// A file that is parsed when it is needed.
struct Entry {
    text: &'static str,
    model: OnceLock<Option<Model>>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    table::FILES
        .iter()
        .map(|file| Entry {
            text: file.text,
            model: OnceLock::new(),
        })
        .collect()
});

/// Whether a program has a model.
pub(crate) fn is_program(name: &str) -> bool {
    BY_NAME.contains_key(name)
}

/// The names of all programs that have a model.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BY_NAME.keys().copied()
}

static BY_NAME: LazyLock<BTreeMap<&'static str, &'static Entry>> = LazyLock::new(|| {
    ENTRIES
        .iter()
        .zip(table::FILES)
        .flat_map(|(entry, file)| file.names.iter().map(move |name| (*name, entry)))
        .collect()
});

/// Variables that steer programs, whoever is started.
static VARIABLES: LazyLock<Vec<file::Variable>> =
    LazyLock::new(|| file::variables(table::ENVIRONMENT).unwrap_or_default());

/// What is known of a variable of this name.
pub(crate) fn variable(name: &str) -> Option<&'static file::Variable> {
    VARIABLES
        .iter()
        .find(|variable| words::fits(&variable.pattern, name))
}
