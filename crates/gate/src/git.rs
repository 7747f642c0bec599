//! What a git command does: its global options, its verb, and whether it only looks.
//!
//! Configuration of a repository decides what git runs, so a verb only looks under the options listed here and none
//! other; the files that hold that configuration are protected by `workspace-path`.

use crate::shell::looks::Looked;
use crate::shell::table::among;
use crate::shell::words::Word;
use crate::touch::{How, Touch};

mod verbs;

use verbs::{VERBS, Verb};

/// A git command line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// Options before the verb that change which repository, configuration or programs git uses.
    pub(crate) globals: Vec<Global>,
    /// The verb; empty when there is none.
    pub(crate) verb: String,
    /// What follows the verb.
    pub(crate) rest: Vec<String>,
}

/// An option before the verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Global {
    /// `-c name=value`, or `--config-env`.
    Config(String),
    /// `-C directory`.
    Directory(String),
    /// `--git-dir`, `--work-tree`, `--exec-path`, `--namespace`, `--super-prefix`, and anything that is not known.
    Other(String),
}

/// Options before the verb that change nothing of that kind.
const HARMLESS_GLOBALS: &[&str] = &[
    "--no-pager",
    "-P",
    "--no-optional-locks",
    "--literal-pathspecs",
    "--no-replace-objects",
    "--version",
    "--no-advice",
    "--glob-pathspecs",
];

/// Takes the arguments of `git` apart.
pub(crate) fn line(arguments: &[String]) -> Line {
    let mut globals = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value =
            |words: &mut std::slice::Iter<'_, String>| words.next().cloned().unwrap_or_default();
        match word.as_str() {
            harmless if HARMLESS_GLOBALS.contains(&harmless) => {}
            "-c" | "--config-env" => globals.push(Global::Config(value(&mut words))),
            "-C" => globals.push(Global::Directory(value(&mut words))),
            "--git-dir" | "--work-tree" | "--namespace" | "--super-prefix" | "--attr-source" => {
                globals.push(Global::Other(format!("{word} {}", value(&mut words))));
            }
            option if option.starts_with("--config-env=") => {
                globals.push(Global::Config(option.replacen("--config-env=", "", 1)));
            }
            option if option.starts_with("-c") && !option.starts_with("--") => {
                globals.push(Global::Config(option.replacen("-c", "", 1)));
            }
            option if option.starts_with('-') => globals.push(Global::Other(option.to_owned())),
            verb => {
                return Line {
                    globals,
                    verb: verb.to_owned(),
                    rest: words.cloned().collect(),
                };
            }
        }
    }
    Line {
        globals,
        verb: String::new(),
        rest: Vec::new(),
    }
}

impl Line {
    /// Whether one of these options is there, also with `=value`, also among joined short ones (`-fu` for `-f`), also
    /// shortened (`--forc` for `--force`).
    pub(crate) fn has(&self, options: &[&str]) -> bool {
        self.rest
            .iter()
            .take_while(|word| word.as_str() != "--")
            .any(|word| options.iter().any(|option| is_option(word, option)))
    }

    /// Words that are no options.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &str> {
        let is = |word: &&String| !word.starts_with('-');
        self.rest.iter().filter(is).map(String::as_str)
    }
}

/// Whether a word is this option. git takes any unambiguous beginning of a long one.
fn is_option(word: &str, option: &str) -> bool {
    if let Some(long) = option.strip_prefix("--") {
        let Some(name) = word.strip_prefix("--") else {
            return false;
        };
        let name = name.split('=').next().unwrap_or_default();
        return name.len() >= 2 && long.starts_with(name);
    }
    let Some(letter) = option.strip_prefix('-') else {
        return false;
    };
    word.strip_prefix('-')
        .is_some_and(|body| !body.starts_with('-') && body.contains(letter))
}

/// What a git command looks at, if it does nothing but look.
pub(crate) fn looks(words: &[Word]) -> Looked {
    if words.iter().any(|word| word.glob) {
        return Err("a pattern among the words of `git`".to_owned());
    }
    let arguments: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let line = line(&arguments);
    if !line.globals.is_empty() {
        return Err("options of `git` before its verb".to_owned());
    }
    if line.verb.is_empty() && arguments.iter().any(|word| word == "--version") {
        return Ok(Vec::new());
    }
    if let Some(touches) = special(&line) {
        return touches;
    }
    let Some(verb) = VERBS.iter().find(|verb| verb.name == line.verb) else {
        return Err(format!("`git {}` is not known only to look", line.verb));
    };
    verb_looks(verb, &line)
}

/// Verbs that only look under one of their words.
fn special(line: &Line) -> Option<Looked> {
    let words: Vec<&str> = line.rest.iter().map(String::as_str).collect();
    match (line.verb.as_str(), words.as_slice()) {
        ("stash", ["list"]) | ("worktree", ["list"] | ["list", "--porcelain"]) => {
            Some(Ok(Vec::new()))
        }
        ("remote", ["get-url", name]) if !name.starts_with('-') => Some(Ok(Vec::new())),
        ("reflog", [] | ["show"]) => Some(Ok(Vec::new())),
        ("branch" | "tag", words) if lists(words) => None,
        ("config", ["--get" | "get", key]) if plain_key(key) => Some(Ok(Vec::new())),
        _ => None,
    }
}

fn lists(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "--list" | "-l"))
}

/// Configuration that holds no secret: who commits, where the branch goes.
fn plain_key(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    matches!(
        key.as_str(),
        "user.name" | "user.email" | "init.defaultbranch" | "core.bare"
    ) || (key.starts_with("branch.") && (key.ends_with(".merge") || key.ends_with(".remote")))
}

fn verb_looks(verb: &Verb, line: &Line) -> Looked {
    let mut out = Vec::new();
    let mut rest = line.rest.iter();
    let mut only_paths = false;
    while let Some(word) = rest.next() {
        let text = word.as_str();
        if only_paths {
            out.push(Touch::of(text, How::Read));
        } else if text == "--" {
            only_paths = true;
        } else if let Some(long) = text.strip_prefix("--") {
            let name = long.split('=').next().unwrap_or_default();
            // `%G?` in a format runs the configured signature program.
            if !among(verb.long, name) || long.contains("%G") {
                return Err(format!("option `--{name}` of `git {}`", verb.name));
            }
        } else if text.len() > 1 && text.starts_with('-') {
            short(verb, text, &mut rest)?;
        } else if !verb.operands
            && !lists(&[text])
            && !line.has(&[
                "--list",
                "-l",
                "--contains",
                "--merged",
                "--no-merged",
                "--points-at",
            ])
        {
            return Err(format!("`git {}` with a name", verb.name));
        } else {
            out.extend(operand(text));
        }
    }
    Ok(out)
}

fn short(verb: &Verb, text: &str, rest: &mut std::slice::Iter<'_, String>) -> Result<(), String> {
    let body = text.strip_prefix('-').unwrap_or(text);
    if verb.flags.contains('#') && body.chars().all(|c| c.is_ascii_digit()) {
        return Ok(());
    }
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        if verb.valued.contains(c) {
            if c == 'f' && verb.name == "grep" {
                return Err("`git grep -f` reads patterns from a file".to_owned());
            }
            if chars.as_str().is_empty() {
                let _ = rest.next();
            }
            return Ok(());
        }
        // `-M50%`, `-C3`, `-n20`, `-u3`: a number after the letter.
        let number = chars
            .as_str()
            .chars()
            .all(|c| c.is_ascii_digit() || c == '%');
        let counts = matches!(c, 'M' | 'C' | 'B' | 'n') && number;
        if c == '#' || !(verb.flags.contains(c) || counts) {
            return Err(format!("option `-{c}` of `git {}`", verb.name));
        }
        if counts {
            return Ok(());
        }
    }
    Ok(())
}

/// A word that may be a revision, a path, or `revision:path`. All of them are looked at as paths: a revision is simply
/// not there.
fn operand(text: &str) -> Vec<Touch> {
    match text.split_once(':') {
        Some((revision, path)) if !path.is_empty() && !revision.contains('/') => {
            vec![Touch::of(path, How::Read)]
        }
        Some((revision, path)) if !path.is_empty() => {
            vec![Touch::of(path, How::Read), Touch::of(revision, How::Read)]
        }
        Some(_) | None => vec![Touch::of(text, How::Read)],
    }
}
