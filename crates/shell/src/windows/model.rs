//! Cmdlets and programs as data: what their parameters mean. The files stand under `programs/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    #[serde(default)]
    pub(crate) cmdlets: Vec<Cmdlet>,
    #[serde(default)]
    pub(crate) programs: Vec<Program>,
}

/// A cmdlet, or several that take the same parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cmdlet {
    pub(crate) names: Vec<String>,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, Role>,
    /// Parameters that words without a name go to, in order; the last takes all that follow if `rest`.
    #[serde(default)]
    pub(crate) positions: Vec<String>,
    #[serde(default)]
    pub(crate) rest: bool,
    /// The parameter that takes what comes through the pipe.
    pub(crate) input: Option<String>,
    #[serde(default)]
    pub(crate) output: Output,
    #[serde(default)]
    pub(crate) effects: Vec<Said>,
    /// Its parameters are not looked at: what it does is bad or harmless whatever they are.
    #[serde(default)]
    pub(crate) loose: bool,
}

/// A program that is not a cmdlet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Program {
    pub(crate) names: Vec<String>,
    /// All that fit say what they say.
    #[serde(default)]
    pub(crate) rules: Vec<Rule>,
    /// Options in lower case, with `/` in front; `None`: they are not looked at, and a rule has to fit.
    pub(crate) options: Option<BTreeMap<String, Role>>,
    /// Roles of the words that are no options; the last holds for all that follow.
    #[serde(default)]
    pub(crate) operands: Vec<Role>,
    #[serde(default)]
    pub(crate) effects: Vec<Said>,
    #[serde(default)]
    pub(crate) output: Output,
    /// Only `cmd.exe` has it.
    #[serde(default)]
    pub(crate) internal: bool,
}

/// What holds when words are there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// Patterns (`*` stands for anything), each of which fits some argument; options are written with `/`.
    #[serde(default)]
    pub(crate) has: Vec<String>,
    /// Patterns none of which fits.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    pub(crate) says: Vec<Said>,
}

/// An effect that is there whatever the arguments are.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) enum Said {
    /// Rule and reason.
    Deny(String),
    Ask(String),
    Unknown(String),
    Privilege(String),
    Configure(String),
    Secret(String),
    Install(String),
    Build(String),
    /// A connection whose host is not known; `fetch`, `send`, `upload` or `listen`.
    Network(Over),
    /// Nothing that matters, and why.
    #[expect(dead_code, reason = "it is for who reads the file")]
    Nothing(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Over {
    Fetch,
    Send,
    Upload,
    Listen,
}

/// What a parameter, option or word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    /// It stands alone and changes nothing that matters.
    Flag,
    /// It stands alone: everything below counts too.
    Recurse,
    /// It stands alone: nothing is done.
    DryRun,
    /// A value that changes nothing that matters.
    Text,
    /// Content that ends in a file or on the screen.
    Content,
    Read,
    Write,
    Delete,
    List,
    /// A file that is read and removed.
    Move,
    /// The directory that is worked in from now on.
    Enter,
    /// An address that is asked.
    Url,
    /// What is sent there.
    Body,
    /// A file whose content is sent there.
    Upload,
    /// The file that what comes back is written to.
    Save,
    /// A script block or text that is run.
    Code,
    /// A program that is started.
    Program,
    /// Words for the program that is started.
    Arguments,
    /// A script or library that is run.
    Script,
    /// Another machine.
    Computer,
    Credential,
    /// A person has to look at it.
    Ask,
    /// Nobody may use it.
    Deny,
}

/// What a command gives to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Output {
    /// What came in, put otherwise.
    Input,
    /// The content of what it reads.
    File,
    /// The names of what it lists.
    Names,
    Network,
    Secret,
    Environment,
    #[default]
    Program,
    /// Nothing that anyone would need to hide.
    Plain,
}

impl Role {
    /// Whether a value follows.
    pub(crate) fn valued(self) -> bool {
        !matches!(self, Role::Flag | Role::Recurse | Role::DryRun)
    }
}

// The files by name, as JSON: the build script reads the folders.
include!(concat!(env!("OUT_DIR"), "/windows.rs"));

/// All cmdlets and programs by name and alias, in lower case. A file that is broken leaves out what it describes, so
/// that it is unknown, and asks.
static MODELS: LazyLock<Models> = LazyLock::new(|| {
    let mut models = Models::default();
    for (_, text) in FILES {
        models.add(serde_json::from_str(text).ok());
    }
    models
});

#[derive(Debug, Default)]
struct Models {
    files: Vec<File>,
    cmdlets: BTreeMap<String, (usize, usize)>,
    programs: BTreeMap<String, (usize, usize)>,
}

impl Models {
    fn add(&mut self, file: Option<File>) {
        let Some(file) = file else {
            return;
        };
        let number = self.files.len();
        for (at, cmdlet) in file.cmdlets.iter().enumerate() {
            for name in cmdlet.names.iter().chain(&cmdlet.aliases) {
                self.cmdlets.insert(name.to_lowercase(), (number, at));
            }
        }
        for (at, program) in file.programs.iter().enumerate() {
            for name in &program.names {
                self.programs.insert(name.to_lowercase(), (number, at));
            }
        }
        self.files.push(file);
    }
}

/// The cmdlet of a name or alias, in lower case.
pub(crate) fn cmdlet(name: &str) -> Option<&'static Cmdlet> {
    let (file, at) = MODELS.cmdlets.get(name)?;
    MODELS.files.get(*file)?.cmdlets.get(*at)
}

/// The program of a name, in lower case and without its ending.
pub(crate) fn program(name: &str) -> Option<&'static Program> {
    let (file, at) = MODELS.programs.get(name)?;
    MODELS.files.get(*file)?.programs.get(*at)
}
