//! The policies' configuration, compiled once. What does not compile becomes something that always asks.

use std::collections::BTreeSet;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use ledger::options::{PolicySet, RuleAction};
use regex::{Regex, RegexBuilder};

use crate::paths::folded_parts;

/// Branches that are protected whatever the configuration says.
const BRANCHES: [&str; 3] = ["main", "master", "release/*"];
/// Bytes of a compiled regular expression.
const REGEX_BYTES_MAX: usize = 1 << 20;
/// Rules, patterns and globs of each kind.
const ENTRIES_MAX: usize = 1_000;

/// Everything that policies are configured with, ready to be asked.
#[derive(Debug, Clone)]
pub struct Policies {
    branches: GlobSet,
    more_branches: GlobSet,
    protected: GlobSet,
    /// A protected path could not be read: every write asks.
    pub(crate) protected_broken: bool,
    secret_names: Vec<Regex>,
    /// A secret pattern could not be read: every file asks.
    pub(crate) secrets_broken: bool,
    /// Lower case.
    pub(crate) danger: Vec<String>,
    pub(crate) rules: Vec<CompiledRule>,
    hooks: BTreeSet<String>,
    pub(crate) declared: Vec<String>,
}

/// One of the user's rules.
#[derive(Debug, Clone)]
pub(crate) struct CompiledRule {
    pub(crate) name: String,
    /// `None`: it does not compile, so it matches everything and asks.
    pub(crate) pattern: Option<Regex>,
    pub(crate) action: RuleAction,
    /// Tool names; empty means all.
    pub(crate) applies_to: Vec<String>,
    pub(crate) message: Option<String>,
}

impl Policies {
    /// Compiles the configuration. The second part says in words what could not be read; each such thing asks.
    #[must_use]
    pub fn compile(set: &PolicySet) -> (Policies, Vec<String>) {
        let mut problems = Vec::new();
        let names = BRANCHES.iter().map(|name| (*name).to_owned());
        let branches: Vec<String> = names
            .chain(set.protected_branches.iter().cloned())
            .collect();
        // A branch glob that is broken protects nothing by itself, but an agent pushes nowhere anyway.
        let (branches, _) = globs(&branches, "protected branch", &mut problems);
        let (protected, protected_broken) =
            globs(&set.protected_paths, "protected path", &mut problems);
        let (secret_names, secrets_broken) = secret_names(&set.secret_patterns, &mut problems);
        let policies = Policies {
            branches,
            more_branches: GlobSet::empty(),
            protected,
            protected_broken,
            secret_names,
            secrets_broken,
            danger: danger(&set.danger_patterns),
            rules: rules(set, &mut problems),
            hooks: set.hooks.iter().cloned().collect(),
            declared: set.declared.clone(),
        };
        (policies, problems)
    }

    /// Whether a branch, with or without `refs/heads/`, is protected. Upper and lower case are one.
    #[must_use]
    pub fn protects_branch(&self, branch: &str) -> bool {
        let name = branch.strip_prefix("refs/").unwrap_or(branch);
        let name = name.strip_prefix("heads/").unwrap_or(name);
        self.branches.is_match(name) || self.more_branches.is_match(name)
    }

    /// The same with more protected branches. Globs that can't be read protect nothing by themselves; an agent pushes
    /// nowhere anyway.
    #[must_use]
    pub fn with_branches(&self, more: &[String]) -> Policies {
        let (extra, _) = globs(more, "protected branch", &mut Vec::new());
        Policies {
            more_branches: extra,
            ..self.clone()
        }
    }

    /// Whether a path, as resolved, is one that configuration says agents must not change.
    #[must_use]
    pub fn protects_path(&self, path: &str) -> bool {
        self.protected.is_match(folded_parts(path).join("/"))
    }

    /// Whether a configured pattern calls this path a secret file.
    pub(crate) fn names_secret(&self, path: &str) -> bool {
        self.secret_names.iter().any(|regex| regex.is_match(path))
    }

    /// Whether a built-in hook is on.
    pub(crate) fn hook(&self, name: &str) -> bool {
        self.hooks.contains(name)
    }

    /// `cleanup-worktree-on-fail` is on: a failed run's worktree is removed, after its work is kept.
    ///
    /// It is named under `hooks.on_failure`, which is another list of the configuration; the caller passes that one.
    #[must_use]
    pub fn cleans_on_fail(&self, on_failure: &[String]) -> bool {
        const NAME: &str = "cleanup-worktree-on-fail";
        self.hook(NAME) || on_failure.iter().any(|name| name == NAME)
    }

    /// `log-operations` is on: every tool call leaves a note.
    #[must_use]
    pub fn logs(&self) -> bool {
        self.hook("log-operations")
    }
}

/// Compiles path globs so that each also covers everything below what it names; case is ignored.
pub(crate) fn globs(list: &[String], what: &str, problems: &mut Vec<String>) -> (GlobSet, bool) {
    let mut builder = GlobSetBuilder::new();
    let mut broken = list.len() > ENTRIES_MAX;
    if broken {
        problems.push(format!("more than {ENTRIES_MAX} entries: {what}"));
    }
    for text in list.iter().take(ENTRIES_MAX) {
        let stem = text.trim_start_matches("./").trim_end_matches('/');
        for glob in [stem.to_owned(), format!("{stem}/**")] {
            match one_glob(&glob) {
                Ok(glob) => {
                    builder.add(glob);
                }
                Err(error) => {
                    broken = true;
                    problems.push(format!("{what} `{text}` can't be read: {error}"));
                    break;
                }
            }
        }
    }
    match builder.build() {
        Ok(set) => (set, broken),
        Err(error) => {
            problems.push(format!("{what}: {error}"));
            (GlobSet::empty(), true)
        }
    }
}

fn one_glob(text: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(text)
        .case_insensitive(true)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
}

fn regex(text: &str, fold_case: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text)
        .case_insensitive(fold_case)
        .size_limit(REGEX_BYTES_MAX)
        .dfa_size_limit(REGEX_BYTES_MAX)
        .build()
}

fn secret_names(list: &[String], problems: &mut Vec<String>) -> (Vec<Regex>, bool) {
    let mut out = Vec::new();
    let mut broken = list.len() > ENTRIES_MAX;
    for text in list.iter().take(ENTRIES_MAX) {
        match regex(text, true) {
            Ok(regex) => out.push(regex),
            Err(error) => {
                broken = true;
                problems.push(format!("secret pattern `{text}` can't be read: {error}"));
            }
        }
    }
    (out, broken)
}

fn danger(list: &[String]) -> Vec<String> {
    list.iter()
        .take(ENTRIES_MAX)
        .map(|word| word.trim().to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

fn rules(set: &PolicySet, problems: &mut Vec<String>) -> Vec<CompiledRule> {
    if set.rules.len() > ENTRIES_MAX {
        problems.push(format!("more than {ENTRIES_MAX} rules; every tool asks"));
        return vec![CompiledRule {
            name: "too-many-rules".to_owned(),
            pattern: None,
            action: RuleAction::Ask,
            applies_to: Vec::new(),
            message: None,
        }];
    }
    let compile = |rule: &ledger::options::Rule| {
        let pattern = regex(&rule.pattern, false)
            .map_err(|error| {
                problems.push(format!("rule `{}` can't be read: {error}", rule.name));
            })
            .ok();
        CompiledRule {
            name: rule.name.clone(),
            pattern,
            action: rule.action,
            applies_to: rule.applies_to.clone(),
            message: rule.message.clone(),
        }
    };
    set.rules.iter().map(compile).collect()
}
