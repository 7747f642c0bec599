//! What a command would do. Every reader of a command language ends in a list of these, and policies look at nothing
//! else: not at the text, not at the tree.

use crate::place::Place;
use crate::recipes::Recipes;

/// One thing that would happen, and the command that does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What would happen.
    pub what: What,
    /// The simple command, as it would be shown to a person.
    pub by: String,
}

/// What would happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Names, kinds or sizes are looked at, not contents.
    List(Place),
    /// Content is read.
    Read {
        /// Where it stands.
        place: Place,
        /// Everything below as well, hidden files too.
        walk: bool,
    },
    /// It is created, replaced, appended to, or its mode is changed.
    Write(Place),
    /// It is no longer there afterwards.
    Delete {
        /// Where it stood.
        place: Place,
        /// Where it goes.
        goes: Goes,
    },
    /// A program outside the shell is started, with these arguments. By itself this says nothing about danger: the other
    /// effects of the same command do.
    Start(Vec<String>),
    /// A file of the project or a program that no model knows is executed: what it does is not known.
    Execute {
        /// Where it stands.
        program: Place,
        /// Why it is not known, for people.
        why: String,
        /// The command itself starts it, by its name or through an interpreter; else an option, a setting or a variable
        /// of another program has it loaded or started.
        called: bool,
    },
    /// Text is run as a program: where it comes from decides.
    Code {
        /// As the models of programs call it: `sh`, `python` …
        language: String,
        /// Where it comes from.
        origin: Origin,
    },
    /// A connection.
    Network(Network),
    /// A git command, of which nothing is said besides.
    Git {
        /// The words behind `git`.
        argv: Vec<String>,
        /// Where it runs, if not in the worktree.
        directory: Option<Place>,
    },
    /// The project's own build, test, lint or format: it runs the project's code, in the sandbox.
    Build(String),
    /// A script of the package manifest.
    Script {
        /// `npm`, `make`, `just` …
        tool: String,
        /// The script's name.
        name: String,
        /// Words that go to it.
        arguments: Vec<String>,
    },
    /// Packages come in or lock files change.
    Install {
        /// `npm`, `pip` …
        tool: String,
        /// As they are named in the command; none where the manifest names them.
        packages: Vec<String>,
    },
    /// Other rights, or the machine rather than the project.
    Privilege(String),
    /// Settings that decide what other programs run or trust.
    Configure(String),
    /// A secret is read, shown or sent, otherwise than through a path (an environment dump, a key ring).
    Secret(String),
    /// Names of files in a directory of the worktree are given to a program that takes those which begin with a dash for
    /// options: whether there are any is a fact.
    Dashed {
        /// From the top of the worktree.
        directory: String,
        /// To which program, for people.
        why: String,
    },
    /// Modules are taken in by name, and files of the worktree would come first, where these stand: whether any does is a
    /// fact.
    Shadowed {
        /// From the top of the worktree.
        files: Vec<String>,
        /// By which program, for people.
        why: String,
    },
    /// Recipes of a file of the project are run: what they do is a fact of that file.
    Recipes(Recipes),
    /// A commit takes its message from this file of the worktree.
    Message(Place),
    /// Something that a program's model names.
    Marked {
        /// Whether a person may grant it.
        level: Level,
        /// The name of the rule, kebab-case.
        id: String,
        /// The reason, for people.
        why: String,
    },
    /// Not understood: asks, whatever else is known.
    Unknown(String),
}

impl What {
    /// The words behind `git`, where it is a git command.
    pub fn git(&self) -> Option<&[String]> {
        if let What::Git { argv, .. } = self {
            return Some(argv);
        }
        None
    }

    /// The program that is started with its arguments, where one is.
    #[must_use]
    pub fn started(&self) -> Option<&[String]> {
        if let What::Start(argv) = self {
            return Some(argv);
        }
        None
    }

    /// The program that is started, where one is.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.started()?.first().map(String::as_str)
    }

    /// Whether it fetches something from elsewhere.
    pub fn fetches(&self, own: fn(&str) -> bool) -> bool {
        if let What::Network(network) = self {
            return matches!(network.way, Way::Page | Way::Fetch)
                && !network.host.as_deref().is_some_and(own);
        }
        false
    }
}

/// How something goes from where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goes {
    /// It is deleted by its name.
    Alone,
    /// With everything below.
    WithAllBelow,
    /// It gets another name or place.
    Elsewhere,
}

/// How a program's model judges a thing of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A person may grant it.
    Ask,
    /// Nobody may.
    Deny,
}

/// Where data or code comes from. A value that is put together has all the origins of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Written in the command itself.
    Written,
    /// Computed from what is known: the value is known too.
    Computed,
    /// Decoded, decrypted or reordered on the way: hidden from whoever reads the command.
    Decoded,
    /// A file of the worktree.
    File,
    /// A file elsewhere.
    Elsewhere,
    /// The network.
    Network,
    /// A secret file or the environment.
    Secret,
    /// The environment of the shell, one variable that is not known.
    Environment,
    /// The output of a program.
    Program,
    /// Standard input, or not known at all.
    Unknown,
}

/// A connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The host as it is connected to, lower case; `None`: not known.
    pub host: Option<String>,
    /// The port, where the address names one.
    pub port: Option<u16>,
    /// What goes over it.
    pub way: Way,
}

impl Network {
    /// A connection to a host at the port that its protocol has.
    pub(crate) fn to(host: Option<String>, way: Way) -> Self {
        let port = None;
        Self { host, port, way }
    }
}

/// What goes over a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A page is read: the whole address is known, encrypted, spelled as it is connected to, and carries no data.
    Page,
    /// Something is fetched or asked for.
    Fetch,
    /// Something is sent that is no secret, as far as is known.
    Send,
    /// A secret, or the content of a file, is sent.
    Upload,
    /// Others may connect.
    Listen,
    /// A package registry, the origin of the repository, or a forge is asked, in ways that a tool fixes.
    Registry,
}
