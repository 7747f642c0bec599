//! Commands that need no shell: what was judged is then what is started, with nothing between that reads it again.

use ledger::proposal::Shell;

use super::bash::{self, Dialect};
use super::tree::{Kind, Word};

/// Words that a shell takes for itself at the head of a command, so that no program of the name is started.
/// POSIX (2.4 reserved words, 2.14 special built-ins) and the bash manual (3.2, 4). Left out are `true` and `false`,
/// which do as built-ins just what the programs do.
const OWN: &[&str] = &[
    "!",
    ".",
    ":",
    "[",
    "[[",
    "]]",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "case",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "do",
    "done",
    "echo",
    "elif",
    "else",
    "enable",
    "esac",
    "eval",
    "exec",
    "exit",
    "export",
    "fc",
    "fg",
    "fi",
    "for",
    "function",
    "getopts",
    "hash",
    "help",
    "history",
    "if",
    "in",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "select",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "then",
    "time",
    "times",
    "trap",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "until",
    "wait",
    "while",
    "{",
    "}",
];

/// Program and arguments of a command text that a shell would only split into words and start; `None` where it would do
/// more, or where this can't be told.
#[must_use]
pub fn without_shell(shell: Shell, command: &str) -> Option<Vec<String>> {
    match shell {
        Shell::Bash | Shell::Sh => {}
        Shell::Zsh | Shell::Powershell | Shell::Cmd => return None,
    }
    // A tilde may stand for a home directory after `=` and `:` as well.
    let expands = |argv: &Vec<String>| argv.iter().any(|it| it.contains('~'));
    let is_own = |argv: &Vec<String>| argv.first().is_some_and(|it| OWN.contains(&it.as_str()));
    argv_of(command).filter(|argv| !expands(argv) && !is_own(argv))
}

/// Splits a declared command into program and arguments for a start without a shell. Quotes are honoured; any text that
/// a shell would do more with (expansions, redirections, joiners, assignments, patterns) gives `None`.
#[must_use]
pub fn argv_of(command: &str) -> Option<Vec<String>> {
    // What is started are these words, whatever a shell would read: one reader is enough.
    let script = bash::read_alone(command.trim(), Dialect::Bash).ok()?;
    let [item] = script.items.as_slice() else {
        return None;
    };
    let pipeline = &item.first;
    let alone = item.rest.is_empty() && !item.background && !pipeline.negated && !pipeline.timed;
    let [only] = pipeline.commands.as_slice() else {
        return None;
    };
    let Kind::Simple(simple) = &only.kind else {
        return None;
    };
    let bare =
        only.redirects.is_empty() && simple.assignments.is_empty() && simple.arrays.is_empty();
    let argv: Vec<String> = simple
        .words
        .iter()
        .map(Word::plain)
        .collect::<Option<_>>()?;
    let program = argv.first()?;
    (alone && bare && !program.is_empty() && !program.contains('=')).then_some(argv)
}
