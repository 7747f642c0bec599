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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &str, expected: Option<&[&str]>) {
        let argv = without_shell(Shell::Bash, command);
        let expected = expected.map(|it| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        assert_eq!(argv, expected, "{command}");
    }

    #[test]
    fn plain_words_need_no_shell() {
        check("true 1", Some(&["true", "1"]));
        check("  cargo test -p x ", Some(&["cargo", "test", "-p", "x"]));
        check(
            r#"grep -n "a b" 'c$d' e\ f"#,
            Some(&["grep", "-n", "a b", "c$d", "e f"]),
        );
        check(
            "git rev-parse HEAD^{tree}",
            Some(&["git", "rev-parse", "HEAD^{tree}"]),
        );
        check("printenv ''", Some(&["printenv", ""]));
        check("cargo test # all of them", Some(&["cargo", "test"]));
    }

    #[test]
    fn everything_that_a_shell_does_needs_one() {
        for command in [
            "",
            "''",
            "cd src",
            "echo hello",
            "[ -f x ]",
            "time ls",
            "if true",
            "FOO=1 env",
            "ls *.rs",
            "ls ~",
            "make DIR=~/x",
            "a && b",
            "a; b",
            "a\nb",
            "a | b",
            "a > b",
            "a 2>&1",
            "a >/dev/null",
            "a &",
            "echo $HOME",
            "a `b`",
            "a \"$b\"",
            "{ a; }",
            "a {b,c}",
            "(a)",
            "! a",
            "a 'b",
        ] {
            check(command, None);
        }
    }

    #[test]
    fn other_shells_split_otherwise() {
        for shell in [Shell::Zsh, Shell::Powershell, Shell::Cmd] {
            assert_eq!(without_shell(shell, "ls -l"), None);
        }
    }
}
