//! Programs in other languages that stand in a command line: `python -c`, `sed`, `awk` and the like. They are not
//! parsed like a shell; what is recognised as a deed becomes one, and only what is plainly harmless is `plain`.
//!
//! Reading order: `language` and `lexer` (text to tokens), `calls` (where names are used), `values` (what expressions
//! are worth), `names` (what calls do), `program` (all of it); `sed`, `awk`, `editors`, `make` and `text` are small
//! languages of their own.

use super::effect::Level;
use super::value::Text;

mod awk;
mod calls;
mod cloud;
mod editors;
mod git;
mod language;
mod lexer;
mod machine;
mod names;
pub(crate) mod other;
mod packages;
mod program;
mod sed;
mod service;
mod settings;
mod sql;
mod text;
mod transfer;
mod values;
mod words;

/// What was found in a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Found {
    pub(crate) deeds: Vec<Deed>,
    /// Nothing in it could do more than the deeds say; else it asks.
    pub(crate) plain: bool,
}

/// One thing that a program would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deed {
    /// It gives text to a shell.
    Shell(String),
    Read(String),
    Write(String),
    Delete(String),
    /// On a path of which not all is known.
    Partly {
        does: Does,
        path: Text,
    },
    Connect {
        host: Option<String>,
        sends: bool,
    },
    Secret(String),
    Mark {
        level: Level,
        id: String,
        why: String,
    },
}

/// What is done with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Does {
    Read,
    Write,
    Delete,
}

/// Longest program that is looked at, in bytes; a longer one asks.
const CODE_BYTES_MAX: usize = 32 * 1024;

/// Languages of which one word is spoken: no program, however it came to be.
pub(crate) fn is_word(language: &str) -> bool {
    matches!(
        language,
        "connection"
            | "request"
            | "resolver"
            | "peer"
            | "mounts"
            | "namespace"
            | "container-env"
            | "container-command"
            | "container-path"
            | "container-path-to"
            | "kube-resource"
            | "migration-word"
            | "throwaway"
            | "awk-library"
            | "database-action"
            | "amount"
            | "setting"
            | "load-target"
            | "process-name"
            | "editor-operand"
            | "daemon"
            | "cloud-action"
            | "cloud-secret"
            | "store-from"
            | "store-to"
            | "media"
            | "media-out"
            | "task-word"
            | "service-word"
            | "header"
            | "setting-name"
            | "page"
            | "member"
            | "node-kind"
            | "git-message"
            | "git-trailer"
            | "git-type"
            | "service-name"
            | "tex"
    ) || words::WORDS.contains(&language)
}

/// Whether a text of a language is a program, of more than one word.
pub(crate) fn is_program(language: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "sed",
        "awk",
        "vim",
        "ex",
        "ed",
        "make",
        "applescript",
        "transfer",
        "sql",
        "jq",
        "dc",
        "mongo",
        "redis",
        "editor",
        "ps",
        "other",
    ];
    OTHERS.contains(&language) || language::Language::of(language).is_some()
}

/// Whether a pattern that a word fits says enough of it: it is a path, or a text in which a name does nothing.
pub(crate) fn takes_patterns(language: &str) -> bool {
    matches!(
        language,
        "own-path"
            | "path-list"
            | "module-path"
            | "media"
            | "media-out"
            | "pip-requirement"
            | "go-packages"
            | "git-message"
    )
}

/// Looks at a program.
pub(crate) fn look(language: &str, code: &str) -> Found {
    if code.len() > CODE_BYTES_MAX {
        return Found::default();
    }
    match language {
        "sed" => sed::look(code),
        "awk" => awk::look(code),
        "vim" | "ex" => editors::vim(code),
        "ed" => editors::ed(code),
        "make" => text::make(code),
        "applescript" => text::applescript(code),
        "ssh-option" => text::ssh_option(code),
        "npm-package" | "pip-package" | "pip-requirement" | "build-context" | "go-package"
        | "go-packages" | "deno-module" | "rustc-codegen" | "pytest-plugin" | "awk-library"
        | "test-config" | "pytest-ini" | "own-path" | "make-word" | "cmake-define"
        | "linker-option" | "linker-name" | "tool-program" | "path-list" | "module-path"
        | "sumdb" | "viewer" | "java-define" | "maven-goal" | "gradle-task"
        | "msbuild-property" | "msbuild-word" | "node-module" | "ruby-require" | "php-ini" => {
            packages::look(language, code)
        }
        "proxy" | "registry" | "ps" | "debugger" | "jq" | "dc" | "variable" | "strace-output" => {
            settings::look(language, code)
        }
        "transfer" => transfer::look(code),
        "setting" => machine::setting(code),
        "amount" => machine::amount(code),
        "file-mode" => machine::file_mode(code),
        "container-env" => harmless(),
        "cloud-action" => cloud::action(code),
        "cloud-secret" => cloud::credential(code),
        "store-from" => cloud::store(code, false),
        "store-to" => cloud::store(code, true),
        "media" => cloud::media(code),
        "media-out" => cloud::media_out(code),
        "task-word" => machine::task(code),
        "service-word" => machine::service_word(code),
        "tex" => cloud::tex(code),
        "daemon" => cloud::daemon(code),
        "mounts" => cloud::mount(code),
        "namespace" => cloud::namespace(code),
        "container-command" => cloud::container_word(code),
        "container-path" => cloud::container_path(code, false),
        "container-path-to" => cloud::container_path(code, true),
        "kube-resource" => cloud::resource(code),
        "migration-word" => cloud::migration(code),
        "throwaway" => cloud::throwaway(code),
        "database-action" => cloud::server_action(code),
        "sql" => sql::look(code),
        "request" => service::request(code),
        "header" => service::header(code),
        "peer" => service::peer(code),
        "resolver" => service::resolver(code),
        "socat" => service::socat(code),
        "connection" => service::connection(code),
        "editor" => service::editor(code),
        "editor-operand" => service::editor_operand(code),
        "mongo" => service::mongo(code),
        "redis" => service::redis(code),
        "other" => other::look(code),
        name => match language::Language::of(name) {
            Some(language) => program::look(language, code),
            None => words::look(name, code)
                .or_else(|| git::look(name, code))
                .unwrap_or_default(),
        },
    }
}

/// The modules that a program in python takes in, by the first part of their names.
pub(crate) fn imports_of_python(code: &str) -> Vec<String> {
    if code.len() > CODE_BYTES_MAX {
        return Vec::new();
    }
    program::imports_of_python(code)
}

/// A word that does nothing by itself.
fn harmless() -> Found {
    Found {
        deeds: Vec::new(),
        plain: true,
    }
}

/// Whether a language only names things: then nothing of it is run, and what is not known of it (`\u{fffd}`) is judged
/// by its reader.
pub(crate) fn is_data(language: &str) -> bool {
    matches!(
        language,
        "gh-method"
            | "gh-api"
            | "git-object"
            | "git-url"
            | "git-push-url"
            | "git-dir"
            | "git-trace"
            | "git-strategy"
            | "patch"
    ) || language.starts_with("git-config")
}

impl Deed {
    /// A deed that nobody may do.
    pub(crate) fn deny(id: &str, why: impl Into<String>) -> Deed {
        Deed::Mark {
            level: Level::Deny,
            id: id.to_owned(),
            why: why.into(),
        }
    }
}
