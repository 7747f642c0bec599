//! What a repository accepts of what the verifier finds: the list as it stands in the tree that a change is compared with, and
//! as the change leaves it; and a new entry, written for a person.

use std::path::Path;

use code::rules::Rules;
use ledger::ids::{GitId, RelPath};
use tools::git::{GitError, Repo};
use verify::{AcceptedEntry, AcceptedList, explained};

use crate::config::{self, ACCEPTED_PATH, Problem, Problems, parse_accepted};
use crate::project;
use crate::repository::{NoSite, Site};

/// What stands above the entries of a new list.
const HEADING: &str = "\
# Findings of `interlock verify` that this repository accepts. An entry counts for changes that come after it is merged.
# `interlock verify --explain RULE` says what a rule finds; `interlock verify --accept RULE PLACE \"why\"` adds an entry.
";

/// The list before and after a change; nothing where there is none, and none comes.
///
/// # Errors
/// [`NoSite`] when a tree can't be read, or the list of both can't.
pub(crate) fn read(
    repo: &Repo,
    (base, tree): (&GitId, &GitId),
    rules: &Rules,
) -> Result<Option<AcceptedList>, NoSite> {
    let before = text_at(repo, base)?;
    let after = text_at(repo, tree)?;
    if before.is_none() && after.is_none() {
        return Ok(None);
    }
    let ids = ids(rules);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let parsed = |text: &Option<String>| parse_accepted(text.as_deref().unwrap_or_default(), &ids);
    let (before, after) = match (parsed(&before), before == after) {
        // What the change does not mend stops every change.
        (Err(problems), true) => return Err(Problems(problems).into()),
        (before, _) => (before, parsed(&after)),
    };
    let unread = before.as_ref().err().map(|it| said(it));
    Ok(Some(AcceptedList {
        path: ACCEPTED_PATH.to_owned(),
        before: before.unwrap_or_default(),
        unread,
        after: after.map_err(|problems| said(&problems)),
    }))
}

fn text_at(repo: &Repo, tree: &GitId) -> Result<Option<String>, GitError> {
    let path = RelPath::new(ACCEPTED_PATH).ok();
    let texts = repo.texts_at(tree, path.as_slice())?;
    Ok(texts.into_iter().next().flatten())
}

/// The ids that an entry may name: rules of the program that can be accepted, and the repository's own.
fn ids(own: &Rules) -> Vec<String> {
    let all = explained().into_iter().filter(|it| it.switchable);
    let mut ids: Vec<String> = all.map(|it| it.rule).collect();
    ids.extend(own.list().map(|it| it.id.clone()));
    ids
}

/// The first of several problems, in one line.
fn said(problems: &[Problem]) -> String {
    problems.first().map_or_else(String::new, |it| {
        let place = match &it.place {
            config::Place::At { line, .. } => format!("line {line}: "),
            config::Place::Nowhere
            | config::Place::File(_)
            | config::Place::Variable(_)
            | config::Place::Flag(_) => String::new(),
        };
        format!("{place}{}", it.fault)
    })
}

/// What a person wants to accept.
#[derive(Debug, Clone, Copy)]
pub struct Accept<'a> {
    /// The id of the rule.
    pub rule: &'a str,
    /// A path from the top of the repository, or `path:name`.
    pub place: &'a str,
    /// Why.
    pub reason: &'a str,
}

/// Adds an entry to the list in the working tree, which it makes if there is none. Answers with its path.
///
/// # Errors
/// [`NoSite::Plan`] for a rule that does not exist or can't be accepted, a place that is not there, a reason that says nothing, or an
/// entry that is there already; [`NoSite::Config`] where the list itself is broken.
pub fn add(site: &Site, accept: Accept<'_>) -> Result<String, NoSite> {
    let repo = &site.repo;
    let head = repo.resolve("HEAD").ok();
    let own = match &head {
        Some(head) => project::rules(repo, head, &[])?.0,
        None => Rules::default(),
    };
    let ids = ids(&own);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let wrong = |text: String| Err(NoSite::Plan(text));
    if !ids.contains(&accept.rule) {
        return wrong(no_rule(accept.rule, &ids));
    }
    let (place, reason) = (accept.place.trim(), accept.reason.trim());
    if reason.is_empty() || reason.contains(['\n', '\r']) {
        return wrong("say in one line why it is accepted".to_owned());
    }
    let entry = AcceptedEntry::new(accept.rule.to_owned(), place, reason.to_owned());
    let file = RelPath::new(entry.path()).map_err(|_| NoSite::Plan(no_place(place)))?;
    if !repo.root.join(file.as_str()).is_file() {
        return wrong(no_place(place));
    }
    let path = repo.root.join(ACCEPTED_PATH);
    let text = standing(&path)?;
    let entries = parse_accepted(&text, &ids).map_err(Problems)?;
    if entries.iter().any(|it| it.is_same(&entry)) {
        return wrong(format!(
            "`{}` of `{place}` is accepted already",
            accept.rule
        ));
    }
    let text = with_entry(text, &[accept.rule, place, reason]);
    // What is written has to be read back.
    parse_accepted(&text, &ids).map_err(Problems)?;
    write(&path, &text)?;
    Ok(ACCEPTED_PATH.to_owned())
}

/// The list with one entry more.
fn with_entry(mut text: String, [rule, place, reason]: &[&str; 3]) -> String {
    if text.is_empty() {
        text.push_str(HEADING);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&format!(
        "- rule: {rule}\n  place: {}\n  reason: {}\n",
        quoted(place),
        quoted(reason)
    ));
    text
}

/// A text in double quotes, as YAML and JSON write it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn standing(path: &Path) -> Result<String, NoSite> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Ok(it) if it.is_file() => std::fs::read_to_string(path)
            .map_err(|error| NoSite::Plan(format!("`{ACCEPTED_PATH}` can't be read: {error}"))),
        Ok(_) => Err(NoSite::Plan(format!("`{ACCEPTED_PATH}` is no file"))),
        Err(error) => Err(NoSite::Plan(format!(
            "`{ACCEPTED_PATH}` can't be read: {error}"
        ))),
    }
}

fn write(path: &Path, text: &str) -> Result<(), NoSite> {
    let folder = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| NoSite::Plan(format!("`{ACCEPTED_PATH}` can't be written: {error}")))
}

fn no_place(place: &str) -> String {
    format!(
        "there is no file at `{place}`\n\
         help: a place is a path from the top of the repository, or `path:name`"
    )
}

fn no_rule(id: &str, ids: &[&str]) -> String {
    if explained().iter().any(|it| it.rule == id) {
        return format!(
            "`{id}` can't be accepted: it holds what a plan or the configuration asks for"
        );
    }
    crate::rules::unknown(id, ids)
}
