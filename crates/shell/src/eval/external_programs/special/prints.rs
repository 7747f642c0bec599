//! What git and `date` print, where their own words say it: names of files, names of commits, dates.

use crate::effect::Origin;
use crate::eval::Eval;
use crate::value::{Field, Origins, Sort, Text};

/// What stands for something in a format of git and is one word: names of commits and trees, dates as numbers.
const ATOMS: [&str; 22] = [
    "%H",
    "%h",
    "%T",
    "%t",
    "%P",
    "%p",
    "%ct",
    "%at",
    "%cs",
    "%as",
    "%cI",
    "%aI",
    "%n",
    "%(objectname)",
    "%(objectname:short)",
    "%(refname)",
    "%(refname:short)",
    "%(objecttype)",
    "%(upstream)",
    "%(upstream:short)",
    "%(HEAD)",
    "%(objectsize)",
];

impl Eval<'_> {
    /// What git prints where that is known; `None`: what its model says.
    pub(super) fn git_prints(&self, words: &[Field]) -> Option<Text> {
        let words: Option<Vec<String>> = words.iter().map(|field| field.text.pattern()).collect();
        let words = words?;
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .skip_while(|word| matches!(*word, "--no-pager" | "-P" | "--no-optional-locks"))
            .collect();
        let (verb, rest) = words.split_first()?;
        match *verb {
            "rev-parse" => self.rev_parsed(rest),
            "diff" | "diff-tree" | "diff-index" | "diff-files" if rest.contains(&"--name-only") => {
                Some(Text::names("*"))
            }
            "log" | "show" | "whatchanged" => logged(rest),
            "rev-list" => (!has_format(rest))
                .then(words_of_git)
                .or_else(|| logged(rest)),
            "for-each-ref" | "branch" => listed(rest, false),
            "tag" => listed(rest, true),
            "symbolic-ref" | "write-tree" | "commit-tree" | "mktree" => Some(words_of_git()),
            "hash-object" => (!rest.contains(&"--stdin-paths")).then(words_of_git),
            _ => None,
        }
    }

    /// `git rev-parse`: a path that git knows, or the name of what a revision stands for.
    fn rev_parsed(&self, rest: &[&str]) -> Option<Text> {
        let computed = |text: &str| Some(Text::known(text).from(Origins::of(Origin::Computed)));
        match rest {
            ["--show-toplevel"] => computed(self.ground.worktree?),
            // The git directory is nobody's to write to, wherever it is.
            ["--git-dir" | "--git-common-dir" | "--absolute-git-dir"] => computed(".git"),
            ["--git-path", path] => computed(&format!(".git/{path}")),
            ["--show-prefix"] => Some(Text::some(Sort::Names, Origins::of(Origin::File))),
            _ => {
                // What it does not know it prints as it was given.
                let known = |word: &&str| {
                    matches!(
                        *word,
                        "--verify"
                            | "-q"
                            | "--quiet"
                            | "--abbrev-ref"
                            | "--symbolic-full-name"
                            | "--short"
                    ) || word.starts_with("--short=")
                        || is_revision(word)
                };
                (!rest.is_empty() && rest.iter().all(known)).then(words_of_git)
            }
        }
    }
}

/// A word that is a revision, or printed as it stands does no harm.
fn is_revision(word: &str) -> bool {
    !word.starts_with(['-', '/', '.', '~'])
        && !word.contains([' ', ':', '*', '?', '['])
        && !word.contains("/..")
}

fn words_of_git() -> Text {
    Text::some(Sort::Words, Origins::of(Origin::Program))
}

/// The value of `--format=` or `--pretty=`.
fn format_of<'a>(rest: &[&'a str]) -> Option<&'a str> {
    let value = |word: &&'a str| {
        let value = word
            .strip_prefix("--format=")
            .or_else(|| word.strip_prefix("--pretty="))?;
        let value = value.strip_prefix("format:").unwrap_or(value);
        Some(value.strip_prefix("tformat:").unwrap_or(value))
    };
    rest.iter().find_map(value)
}

fn has_format(rest: &[&str]) -> bool {
    const SHOWS: [&str; 11] = [
        "--format",
        "--pretty",
        "--oneline",
        "--header",
        "--graph",
        "--objects",
        "--use-bitmap-index",
        "--left-right",
        "--boundary",
        "--cherry-mark",
        "--disk-usage",
    ];
    rest.iter().any(|word| {
        SHOWS
            .iter()
            .any(|it| word == it || word.starts_with(&format!("{it}=")))
    })
}

/// `git log --format=%H` and `git show --name-only --format=`.
fn logged(rest: &[&str]) -> Option<Text> {
    let format = format_of(rest)?;
    let shows = [
        "-p",
        "-u",
        "--patch",
        "--stat",
        "--graph",
        "--raw",
        "--name-status",
        "--numstat",
        "--oneline",
    ];
    if rest.iter().any(|word| shows.contains(word)) {
        return None;
    }
    match (rest.contains(&"--name-only"), format) {
        (true, "") => Some(Text::names("*")),
        (true, _) => None,
        // `git show` goes on with what was changed.
        (false, format)
            if rest.iter().any(|word| matches!(*word, "-s" | "--no-patch"))
                || !format.is_empty() =>
        {
            plain(format).then(words_of_git)
        }
        (false, _) => None,
    }
}

/// `git for-each-ref`, `git branch --format`, `git tag`.
fn listed(rest: &[&str], bare: bool) -> Option<Text> {
    let shows = ["-n", "-v", "--verify", "-vv", "--verbose"];
    if rest
        .iter()
        .any(|word| shows.contains(word) || word.starts_with("-n"))
    {
        return None;
    }
    match format_of(rest) {
        Some(format) => plain(format).then(words_of_git),
        None => bare.then(words_of_git),
    }
}

/// Whether a format makes nothing but words: what it says itself is harmless, too.
fn plain(format: &str) -> bool {
    let mut atoms: Vec<&str> = ATOMS.to_vec();
    atoms.sort_unstable_by_key(|atom| std::cmp::Reverse(atom.len()));
    let filled = atoms
        .iter()
        .fold(format.to_owned(), |text, atom| text.replace(atom, "a"));
    !filled.contains('%') && harmless_words(&filled)
}

/// Whether no word of a text begins with a dash or leads anywhere as a path but down.
pub(super) fn harmless_words(text: &str) -> bool {
    text.split_whitespace().all(|word| {
        !word.starts_with(['-', '/', '.', '~', '@', '+'])
            && !word.contains("..")
            && !word.contains(['*', '?', '['])
    })
}
