//! The policies' configuration, compiled once. What does not compile becomes something that always asks.

use std::collections::BTreeSet;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use ledger::options::{PolicySet, Requirement, Rule, RuleAction, RuleOrigin};
use regex::{Regex, RegexBuilder};

use crate::policies::Condition;
use shell::paths::folded_parts;

/// Branches that are protected whatever the configuration says.
const BRANCHES: [&str; 3] = ["main", "master", "release/*"];
/// Bytes of a compiled regular expression.
const REGEX_BYTES_MAX: usize = 1 << 20;
/// Rules, patterns and globs of each kind.
const ENTRIES_MAX: usize = 1_000;

/// Everything that policies are configured with, ready to be asked.
#[derive(Debug, Clone)]
pub struct Policies {
    branches: Globs,
    more_branches: Globs,
    protected: Globs,
    /// A protected path could not be read: every write asks.
    pub(crate) protected_broken: bool,
    secret_names: Vec<Regex>,
    /// A secret pattern could not be read: every file asks.
    pub(crate) secrets_broken: bool,
    /// Lower case.
    pub(crate) danger: Vec<String>,
    pub(crate) rules: Vec<CompiledRule>,
    /// Policy files that can't be used: everything asks.
    pub(crate) broken_files: Vec<String>,
    hooks: BTreeSet<String>,
    pub(crate) declared: Vec<String>,
    documentation: BTreeSet<String>,
    /// Tools of servers that are used unasked, as `SERVER/TOOL`.
    allowed_tools: GlobSet,
    /// Evidence that changes of some files need; one whose glob can't be read is needed by every change.
    pub(crate) required: Vec<(Option<Globs>, Requirement)>,
}

/// One of the user's or the project's rules.
#[derive(Debug, Clone)]
pub(crate) struct CompiledRule {
    pub(crate) name: String,
    /// `None`: it does not compile, so it matches everything and asks.
    pub(crate) test: Option<Test>,
    pub(crate) action: RuleAction,
    /// Whether it may lift anything: an `allow` of a project may not, unless the user's configuration says so.
    pub(crate) may_lift: bool,
    /// Tool names; empty means all.
    pub(crate) applies_to: Vec<String>,
    pub(crate) message: Option<String>,
}

/// When a rule matches: both hold.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    pub(crate) pattern: Regex,
    pub(crate) when: Option<Condition>,
}

/// Why a rule can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRule {
    /// The regular expression.
    #[error("its pattern can't be read: {0}")]
    Pattern(String),
    /// The condition.
    #[error("its condition can't be used: {0}")]
    When(String),
}

/// Compiles one rule; `project_may_allow` is what the user's configuration says.
pub(crate) fn compiled(rule: &Rule, project_may_allow: bool) -> Result<CompiledRule, BadRule> {
    let pattern =
        regex(&rule.pattern, false).map_err(|error| BadRule::Pattern(last_line(&error)))?;
    let when = rule.when.as_deref().map(Condition::compile).transpose();
    let when = when.map_err(BadRule::When)?;
    Ok(CompiledRule {
        test: Some(Test { pattern, when }),
        ..broken(rule, project_may_allow)
    })
}

/// A rule that can't be read: it asks.
fn broken(rule: &Rule, project_may_allow: bool) -> CompiledRule {
    CompiledRule {
        name: rule.name.clone(),
        test: None,
        action: rule.action,
        may_lift: project_may_allow || rule.origin == RuleOrigin::User,
        applies_to: rule.applies_to.clone(),
        message: rule.message.clone(),
    }
}

/// The line that says why; those before repeat the expression.
fn last_line(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.trim_start_matches("error: ").to_owned()
}

impl Policies {
    /// Policies of which nothing is configured.
    pub(crate) fn none() -> Policies {
        Policies {
            branches: Globs::default(),
            more_branches: Globs::default(),
            protected: Globs::default(),
            protected_broken: false,
            secret_names: Vec::new(),
            secrets_broken: false,
            danger: Vec::new(),
            rules: Vec::new(),
            broken_files: Vec::new(),
            hooks: BTreeSet::new(),
            declared: Vec::new(),
            documentation: BTreeSet::new(),
            allowed_tools: GlobSet::empty(),
            required: Vec::new(),
        }
    }

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
            more_branches: Globs::default(),
            protected,
            protected_broken,
            secret_names,
            secrets_broken,
            danger: danger(&set.danger_patterns),
            rules: rules(set, &mut problems),
            broken_files: set.broken.clone(),
            hooks: set.hooks.iter().cloned().collect(),
            declared: set.declared.clone(),
            documentation: documentation(&set.documentation_hosts),
            allowed_tools: tools(&set.allowed_tools, &mut problems),
            required: required(&set.required, &mut problems),
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

    /// The same with these commands as the declared ones.
    #[must_use]
    pub fn with_declared(&self, declared: Vec<String>) -> Policies {
        Policies {
            declared,
            ..self.clone()
        }
    }

    /// Whether a path, as resolved, is one that configuration says agents must not change.
    #[must_use]
    pub fn protects_path(&self, path: &str) -> bool {
        self.protected.is_match(folded_parts(path).join("/"))
    }

    /// Whether the pages of a host, in lower case, are read unasked.
    pub(crate) fn documents(&self, host: &str) -> bool {
        self.documentation.contains(host)
    }

    /// Whether a tool of a server is used unasked.
    pub(crate) fn allows_tool(&self, server: &str, tool: &str) -> bool {
        self.allowed_tools.is_match(format!("{server}/{tool}"))
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

/// Globs that are matched together; more than one set only where they are too much for one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Globs(Vec<GlobSet>);

impl Globs {
    pub(crate) fn is_match(&self, path: impl AsRef<std::path::Path>) -> bool {
        self.0.iter().any(|set| set.is_match(path.as_ref()))
    }
}

/// Compiles path globs so that each also covers everything below what it names; case is ignored. What can't be read is
/// left out and said; the others still count, whoever wrote the one that can't.
pub(crate) fn globs(list: &[String], what: &str, problems: &mut Vec<String>) -> (Globs, bool) {
    let mut read = Vec::new();
    let mut broken = list.len() > ENTRIES_MAX;
    if broken {
        problems.push(format!("more than {ENTRIES_MAX} entries: {what}"));
    }
    for text in list.iter().take(ENTRIES_MAX) {
        let stem = text.trim_start_matches("./").trim_end_matches('/');
        for glob in [stem.to_owned(), format!("{stem}/**")] {
            match one_glob(&glob) {
                Ok(glob) => read.push(glob),
                Err(error) => {
                    broken = true;
                    problems.push(format!("{what} `{text}` can't be read: {error}"));
                    break;
                }
            }
        }
    }
    if let Ok(set) = glob_set(&read) {
        return (Globs(vec![set]), broken);
    }
    // Together they are over the limit of the matcher: each by itself, so that one glob can't take the others along.
    let mut sets = Vec::new();
    for glob in &read {
        match glob_set(std::slice::from_ref(glob)) {
            Ok(set) => sets.push(set),
            Err(error) => {
                broken = true;
                problems.push(format!("{what} `{}` can't be read: {error}", glob.glob()));
            }
        }
    }
    (Globs(sets), broken)
}

fn glob_set(globs: &[Glob]) -> Result<GlobSet, globset::Error> {
    let mut builder = GlobSetBuilder::new();
    for glob in globs {
        builder.add(glob.clone());
    }
    builder.build()
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

/// Names of tools mean what is written, upper and lower case too. What can't be read allows nothing.
fn tools(list: &[String], problems: &mut Vec<String>) -> GlobSet {
    let mut builder = GlobSetBuilder::new();
    for text in list.iter().take(ENTRIES_MAX) {
        match GlobBuilder::new(text).literal_separator(true).build() {
            Ok(glob) => {
                builder.add(glob);
            }
            Err(error) => problems.push(format!("allowed tool `{text}` can't be read: {error}")),
        }
    }
    builder.build().unwrap_or_else(|error| {
        problems.push(format!("allowed tools can't be read: {error}"));
        GlobSet::empty()
    })
}

fn documentation(list: &[String]) -> BTreeSet<String> {
    list.iter()
        .take(ENTRIES_MAX)
        .map(|host| host.trim().trim_end_matches('.').to_ascii_lowercase())
        .filter(|host| host.contains('.'))
        .collect()
}

fn required(list: &[Requirement], problems: &mut Vec<String>) -> Vec<(Option<Globs>, Requirement)> {
    let mut compile = |it: &Requirement| {
        let (globs, broken) = globs(
            std::slice::from_ref(&it.when),
            "required evidence",
            problems,
        );
        ((!broken).then_some(globs), it.clone())
    };
    list.iter().take(ENTRIES_MAX).map(&mut compile).collect()
}

fn danger(list: &[String]) -> Vec<String> {
    list.iter()
        .take(ENTRIES_MAX)
        .map(|word| word.trim().to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The rules, and one more that asks about everything when there are too many: those within the limit still count, for
/// a project must not be able to push the user's own out.
fn rules(set: &PolicySet, problems: &mut Vec<String>) -> Vec<CompiledRule> {
    let compile = |rule: &Rule| {
        compiled(rule, set.project_may_allow).unwrap_or_else(|error| {
            problems.push(format!("rule `{}` can't be used: {error}", rule.name));
            broken(rule, set.project_may_allow)
        })
    };
    let mut out: Vec<CompiledRule> = set.rules.iter().take(ENTRIES_MAX).map(compile).collect();
    if set.rules.len() > ENTRIES_MAX {
        problems.push(format!("more than {ENTRIES_MAX} rules; every tool asks"));
        out.push(CompiledRule {
            name: "too-many-rules".to_owned(),
            test: None,
            action: RuleAction::Ask,
            may_lift: false,
            applies_to: Vec::new(),
            message: None,
        });
    }
    out
}
