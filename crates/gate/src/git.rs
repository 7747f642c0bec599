//! What a git command does: its global options, its verb, and whether it only looks.
//!
//! Configuration of a repository decides what git runs, so a verb only looks under the options listed here and none
//! other; the files that hold that configuration are protected by `workspace-path`.

use crate::shell::looks::Looked;
use crate::shell::words::Word;
use crate::touch::{How, Touch};

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

/// A verb that only looks, and the options under which it does.
struct Verb {
    name: &'static str,
    /// Short options without a value, joined; `#` stands for a number (`-5`).
    flags: &'static str,
    /// Short options with a value.
    valued: &'static str,
    /// Long options, with or without `=value`; those that take the next word end in `=`.
    long: &'static [&'static str],
    /// Whether operands are allowed at all: without them `branch`, `tag`, `remote` list.
    operands: bool,
}

const HISTORY: &[&str] = &[
    "oneline",
    "graph",
    "decorate",
    "no-decorate",
    "all",
    "branches",
    "tags",
    "remotes",
    "stat",
    "shortstat",
    "numstat",
    "name-only",
    "name-status",
    "summary",
    "patch",
    "no-patch",
    "raw",
    "pretty",
    "format",
    "abbrev-commit",
    "no-abbrev-commit",
    "abbrev",
    "author",
    "committer",
    "grep",
    "since",
    "until",
    "after",
    "before",
    "max-count",
    "skip",
    "merges",
    "no-merges",
    "first-parent",
    "reverse",
    "follow",
    "date",
    "relative-date",
    "topo-order",
    "date-order",
    "left-right",
    "cherry-pick",
    "cherry-mark",
    "boundary",
    "full-history",
    "simplify-merges",
    "diff-filter",
    "find-renames",
    "no-renames",
    "find-copies",
    "word-diff",
    "color",
    "no-color",
    "unified",
    "ignore-all-space",
    "ignore-space-change",
    "ignore-blank-lines",
    "no-ext-diff",
    "no-textconv",
    "cached",
    "staged",
    "merge-base",
    "exit-code",
    "quiet",
    "check",
    "minimal",
    "patience",
    "histogram",
    "patch-with-stat",
    "compact-summary",
    "dirstat",
    "full-index",
    "binary",
    "text",
    "relative",
    "no-prefix",
    "function-context",
    "regexp-ignore-case",
    "fixed-strings",
    "extended-regexp",
    "perl-regexp",
    "invert-grep",
    "all-match",
    "source",
    "no-walk",
    "pickaxe-regex",
    "pickaxe-all",
    "children",
    "parents",
    "count",
    "notes",
    "no-notes",
    "show-signature",
    "mailmap",
    "no-mailmap",
    "diff-algorithm",
    "ignore-submodules",
    "submodule",
    "cc",
    "diff-merges",
    "remerge-diff",
    "no-relative",
    "objects",
    "reflog",
    "walk-reflogs",
];

const VERBS: &[Verb] = &[
    Verb {
        name: "status",
        flags: "sbuvz",
        valued: "",
        long: &[
            "short",
            "branch",
            "porcelain",
            "long",
            "untracked-files",
            "ignored",
            "verbose",
            "show-stash",
            "ahead-behind",
            "no-ahead-behind",
            "renames",
            "no-renames",
            "null",
            "column",
            "no-column",
            "ignore-submodules",
            "find-renames",
        ],
        operands: true,
    },
    Verb {
        name: "log",
        flags: "pciEFPgmstuwbz#",
        valued: "nGSUL",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "show",
        flags: "pciEFPmstuwbz#",
        valued: "nGSUL",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff",
        flags: "pciabmstuwzMRWB#",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-tree",
        flags: "pcmrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-index",
        flags: "pmrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-files",
        flags: "pqrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "whatchanged",
        flags: "pciEFPmstuwbz#",
        valued: "nGSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "rev-list",
        flags: "ciEFPm#",
        valued: "n",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "shortlog",
        flags: "nsec#",
        valued: "",
        long: &[
            "numbered",
            "summary",
            "email",
            "committer",
            "all",
            "since",
            "until",
            "no-merges",
        ],
        operands: true,
    },
    Verb {
        name: "blame",
        flags: "bcefklnpstwCM",
        valued: "L",
        long: &[
            "porcelain",
            "line-porcelain",
            "show-email",
            "root",
            "date",
            "color-lines",
            "since",
        ],
        operands: true,
    },
    Verb {
        name: "ls-files",
        flags: "cdikmostuvz",
        valued: "x",
        long: &[
            "cached",
            "deleted",
            "modified",
            "others",
            "ignored",
            "stage",
            "unmerged",
            "killed",
            "exclude-standard",
            "full-name",
            "error-unmatch",
            "eol",
            "directory",
            "deduplicate",
            "no-empty-directory",
            "abbrev",
            "format",
        ],
        operands: true,
    },
    Verb {
        name: "ls-tree",
        flags: "drtlz",
        valued: "",
        long: &[
            "name-only",
            "name-status",
            "long",
            "full-name",
            "full-tree",
            "abbrev",
            "format",
            "object-only",
        ],
        operands: true,
    },
    Verb {
        name: "rev-parse",
        flags: "q",
        valued: "",
        long: &[
            "abbrev-ref",
            "show-toplevel",
            "git-dir",
            "git-common-dir",
            "absolute-git-dir",
            "is-inside-work-tree",
            "is-inside-git-dir",
            "is-bare-repository",
            "short",
            "verify",
            "quiet",
            "symbolic",
            "symbolic-full-name",
            "show-prefix",
            "show-cdup",
            "all",
            "branches",
            "tags",
            "remotes",
            "show-object-format",
            "end-of-options",
            "is-shallow-repository",
        ],
        operands: true,
    },
    Verb {
        name: "grep",
        flags: "aciEFGHhIlLnoPpqvwWz#",
        valued: "ABCefm",
        long: &[
            "ignore-case",
            "line-number",
            "count",
            "files-with-matches",
            "name-only",
            "files-without-match",
            "word-regexp",
            "extended-regexp",
            "fixed-strings",
            "perl-regexp",
            "heading",
            "break",
            "show-function",
            "function-context",
            "cached",
            "and",
            "or",
            "not",
            "all-match",
            "quiet",
            "column",
            "only-matching",
            "max-depth",
            "context",
            "after-context",
            "before-context",
            "color",
            "no-color",
            "full-name",
            "untracked",
            "exclude-standard",
            "invert-match",
            "text",
            "max-count",
        ],
        operands: true,
    },
    Verb {
        name: "cat-file",
        flags: "pest",
        valued: "",
        long: &[],
        operands: true,
    },
    Verb {
        name: "describe",
        flags: "",
        valued: "",
        long: &[
            "tags",
            "all",
            "always",
            "long",
            "dirty",
            "abbrev",
            "match",
            "exclude",
            "exact-match",
            "contains",
            "candidates",
            "first-parent",
        ],
        operands: true,
    },
    Verb {
        name: "merge-base",
        flags: "a",
        valued: "",
        long: &["all", "is-ancestor", "octopus", "independent", "fork-point"],
        operands: true,
    },
    Verb {
        name: "name-rev",
        flags: "",
        valued: "",
        long: &["name-only", "tags", "always", "refs"],
        operands: true,
    },
    Verb {
        name: "for-each-ref",
        flags: "",
        valued: "",
        long: &[
            "format",
            "sort",
            "count",
            "points-at",
            "merged",
            "no-merged",
            "contains",
            "no-contains",
            "ignore-case",
        ],
        operands: true,
    },
    Verb {
        name: "show-ref",
        flags: "dqs",
        valued: "",
        long: &[
            "heads",
            "branches",
            "tags",
            "verify",
            "hash",
            "abbrev",
            "dereference",
            "quiet",
            "head",
            "exists",
        ],
        operands: true,
    },
    Verb {
        name: "branch",
        flags: "arvqi",
        valued: "",
        long: &[
            "show-current",
            "all",
            "remotes",
            "list",
            "verbose",
            "sort",
            "format",
            "column",
            "no-column",
            "color",
            "no-color",
            "merged",
            "no-merged",
            "contains",
            "no-contains",
            "points-at",
            "ignore-case",
        ],
        operands: false,
    },
    Verb {
        name: "tag",
        flags: "lni#",
        valued: "",
        long: &[
            "list",
            "sort",
            "format",
            "merged",
            "no-merged",
            "contains",
            "no-contains",
            "points-at",
            "column",
            "no-column",
            "ignore-case",
            "color",
        ],
        operands: false,
    },
    Verb {
        name: "remote",
        flags: "v",
        valued: "",
        long: &["verbose"],
        operands: false,
    },
    Verb {
        name: "count-objects",
        flags: "vH",
        valued: "",
        long: &["verbose", "human-readable"],
        operands: false,
    },
    Verb {
        name: "check-ignore",
        flags: "qvnz",
        valued: "",
        long: &["quiet", "verbose", "non-matching", "no-index"],
        operands: true,
    },
    Verb {
        name: "check-attr",
        flags: "az",
        valued: "",
        long: &["all", "cached"],
        operands: true,
    },
    Verb {
        name: "version",
        flags: "",
        valued: "",
        long: &["build-options"],
        operands: false,
    },
    Verb {
        name: "cherry",
        flags: "v",
        valued: "",
        long: &["verbose", "abbrev"],
        operands: true,
    },
    Verb {
        name: "range-diff",
        flags: "",
        valued: "",
        long: &["no-color", "creation-factor", "stat"],
        operands: true,
    },
];

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
            if !verb.long.contains(&name) {
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
