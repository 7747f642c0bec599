//! Simple commands, joined. One way from any proposal that starts programs to a list of them.

use ledger::proposal::{Proposal, Shell};

use super::words::{self, Joiner, Token, Word};

/// Deepest `sh -c` in `sh -c`.
const DEPTH_MAX: usize = 4;

/// One simple command: program and arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) words: Vec<Word>,
    /// Its standard input is the output of the call before.
    pub(crate) piped: bool,
}

impl Call {
    /// The program as written.
    pub(crate) fn program(&self) -> &str {
        self.words
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default()
    }

    /// The arguments.
    pub(crate) fn arguments(&self) -> &[Word] {
        self.words.get(1..).unwrap_or_default()
    }

    /// Program and arguments as text.
    pub(crate) fn argv(&self) -> Vec<String> {
        self.words.iter().map(|word| word.text.clone()).collect()
    }
}

/// What a proposal would start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Script {
    /// These, and nothing else.
    Plain(Vec<Call>),
    /// Something that is not understood, and why; the text is what a shell would be given.
    Opaque { text: String, why: &'static str },
}

/// What a proposal would start; `None` when it starts no program.
pub(crate) fn of(proposal: &Proposal) -> Option<Script> {
    match proposal {
        Proposal::Exec { argv, .. } => Some(from_argv(argv, 0)),
        Proposal::Git { argv } => {
            let mut words = vec![Word::literal("git")];
            words.extend(argv.iter().map(|word| Word::literal(word)));
            Some(Script::Plain(vec![Call {
                words,
                piped: false,
            }]))
        }
        Proposal::Shell { shell, command, .. } => Some(from_text(*shell, command, 0)),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

/// Directory below the worktree that a proposal's programs start in.
pub(crate) fn cwd(proposal: &Proposal) -> Option<&str> {
    match proposal {
        Proposal::Exec { cwd, .. } | Proposal::Shell { cwd, .. } => cwd.as_deref(),
        Proposal::Git { .. }
        | Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

fn from_argv(argv: &[String], depth: usize) -> Script {
    if argv.first().is_none_or(String::is_empty) {
        return Script::Opaque {
            text: String::new(),
            why: "no program is named",
        };
    }
    if let [shell, flag, text] = argv
        && let Some(shell) = shell_named(shell)
        && flag == "-c"
        && depth < DEPTH_MAX
    {
        return from_text(shell, text, depth.saturating_add(1));
    }
    Script::Plain(vec![Call {
        words: argv.iter().map(|word| Word::literal(word)).collect(),
        piped: false,
    }])
}

fn from_text(shell: Shell, text: &str, depth: usize) -> Script {
    let opaque = |why| Script::Opaque {
        text: text.to_owned(),
        why,
    };
    match shell {
        Shell::Bash | Shell::Sh => {}
        // In zsh `=ls`, `^` and `a(…)` mean more; what is left after those are refused is the same.
        Shell::Zsh if text.contains(['^', '=']) => {
            return opaque("this zsh text is not understood");
        }
        Shell::Zsh => {}
        Shell::Powershell => return opaque("PowerShell is not understood yet"),
        Shell::Cmd => return opaque("cmd.exe is not understood yet"),
    }
    let tokens = match words::tokens(text) {
        Ok(tokens) => tokens,
        Err(why) => return opaque(why),
    };
    match calls(tokens.tokens, depth) {
        Ok(calls) if calls.is_empty() => opaque("no program is named"),
        Ok(calls) => Script::Plain(calls),
        Err(why) => opaque(why),
    }
}

fn calls(tokens: Vec<Token>, depth: usize) -> Result<Vec<Call>, &'static str> {
    let mut out: Vec<Call> = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    let mut piped = false;
    for token in tokens {
        match token {
            Token::Word(word) => words.push(word),
            Token::Joiner(joiner) => {
                let empty = words.is_empty();
                if empty && (joiner != Joiner::Then || piped) {
                    return Err("a command is missing");
                }
                if !empty {
                    push(&mut out, std::mem::take(&mut words), piped, depth)?;
                }
                piped = joiner == Joiner::Pipe;
            }
        }
    }
    if !words.is_empty() {
        push(&mut out, words, piped, depth)?;
    } else if piped {
        return Err("a command is missing");
    }
    Ok(out)
}

fn push(
    out: &mut Vec<Call>,
    words: Vec<Word>,
    piped: bool,
    depth: usize,
) -> Result<(), &'static str> {
    let call = Call { words, piped };
    let program = call.program();
    if program.contains('=') {
        return Err("an assignment is not understood");
    }
    let plain = call
        .words
        .first()
        .is_some_and(|word| !word.quoted && !word.glob);
    if !plain && program != "[" {
        return Err("the program's name is quoted or a pattern");
    }
    if RESERVED.contains(&program) {
        return Err("this shell construct is not understood");
    }
    if let [shell, flag, text] = call.argv().as_slice()
        && let Some(shell) = shell_named(shell)
        && flag == "-c"
        && depth < DEPTH_MAX
    {
        return match from_text(shell, text, depth.saturating_add(1)) {
            Script::Plain(inner) => {
                out.extend(inner);
                Ok(())
            }
            Script::Opaque { why, .. } => Err(why),
        };
    }
    out.push(call);
    Ok(())
}

/// Words that a shell does not look up as programs.
const RESERVED: &[&str] = &[
    "if",
    "then",
    "else",
    "elif",
    "fi",
    "for",
    "while",
    "until",
    "do",
    "done",
    "case",
    "esac",
    "select",
    "function",
    "time",
    "coproc",
    "in",
    "[[",
    "]]",
    "{",
    "}",
    "!",
    "eval",
    "exec",
    "source",
    ".",
    "alias",
    "unalias",
    "trap",
    "set",
    "unset",
    "export",
    "declare",
    "typeset",
    "local",
    "readonly",
    "let",
    "read",
    "mapfile",
    "readarray",
    "builtin",
    "enable",
    "hash",
    "shopt",
    "bind",
    "cd",
    "pushd",
    "popd",
    "noglob",
    "nocorrect",
    "return",
    "exit",
    "break",
    "continue",
    "shift",
    "getopts",
    "umask",
    "ulimit",
    "wait",
    "jobs",
    "fg",
    "bg",
    "disown",
];

/// The shell of this name, where its language is one that is read here.
pub(crate) fn shell_named(program: &str) -> Option<Shell> {
    match program {
        "bash" | "/bin/bash" | "/usr/bin/bash" => Some(Shell::Bash),
        "sh" | "/bin/sh" | "/usr/bin/sh" | "dash" => Some(Shell::Sh),
        "zsh" | "/bin/zsh" | "/usr/bin/zsh" => Some(Shell::Zsh),
        _ => None,
    }
}
