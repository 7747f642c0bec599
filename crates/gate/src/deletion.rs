//! Which files a task may take away without asking: its own, those that its plan lists, and those that its text names.
//!
//! Not whether somebody else minds: protected files, settings and secrets are judged beside this.

use ledger::facts::PathKind;
use ledger::ids::RelPath;
use ledger::phase::Phase;
use ledger::plan::Task;
use shell::lookup::{self, Known};

use crate::context::Context;

/// Words of a sentence that is about what is not to be done.
const NEGATIONS: &[&str] = &[
    "not",
    "never",
    "no",
    "without",
    "keep",
    "keeps",
    "leave",
    "leaves",
    "except",
    "avoid",
    "unlike",
    "preserve",
    "don",
    "untouched",
    "unchanged",
];

/// Whether a file of the worktree may go, or go elsewhere, in `executing`: the work did not begin with it, the plan lists
/// it, or the task names it. Only a plain file, under its own name; a path that was not looked at may not.
pub(crate) fn is_meant(context: &Context<'_>, asked: &str) -> bool {
    let Some(task) = context.task.filter(|_| context.phase == Phase::Executing) else {
        return false;
    };
    let Known::Yes(found) = lookup::path(context.facts, asked) else {
        return false;
    };
    let plain = matches!(found.kind, PathKind::File | PathKind::Absent) && !found.through_link;
    let Some(path) = found.resolved.as_ref().filter(|_| plain) else {
        return false;
    };
    let listed = |list: &[RelPath]| list.contains(path);
    let stands = found.kind == PathKind::File;
    match lookup::in_base(context.facts, asked) {
        Known::Yes(false) => true,
        Known::Yes(true) => {
            stands
                && (listed(&task.deletes)
                    || task.files.names(path.as_str())
                    || names(task, path.as_str()))
        }
        // Outside a run a plan that lets a file be changed does not say that it may go.
        Known::No(_) | Known::Unasked => stands && listed(&task.deletes),
    }
}

/// Whether a task's own words name a file: by its path, or by a file name that reads as one.
pub(crate) fn names(task: &Task, path: &str) -> bool {
    let texts = [&task.title, &task.brief];
    let steps = task
        .steps
        .iter()
        .flat_map(|step| [&step.name, &step.action, &step.done]);
    texts
        .into_iter()
        .chain(steps)
        .any(|text| named_in(text, path))
}

fn named_in(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    clauses(text)
        .filter(|clause| !is_negated(clause))
        .flat_map(|clause| {
            clause
                .split(|c: char| c.is_whitespace() || "()[]<>{},;|=".contains(c))
                .collect::<Vec<_>>()
        })
        .any(|word| is_called(word, path, name))
}

/// Sentences, as far as dots behind words tell.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '!', '?', ';'])
        .flat_map(|line| line.split(". "))
        .flat_map(|line| line.split(", but "))
}

fn is_negated(clause: &str) -> bool {
    clause
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| NEGATIONS.contains(&word.to_lowercase().as_str()))
}

/// Whether a word is this path, or this name; what could be an ordinary word is one, unless it is quoted.
fn is_called(word: &str, path: &str, name: &str) -> bool {
    const QUOTES: [char; 5] = ['`', '"', '\'', '“', '”'];
    let quoted = word.starts_with(QUOTES);
    let word = word
        .trim_matches(QUOTES)
        .trim_end_matches(['.', ':'])
        .trim_matches(QUOTES);
    let word = word.strip_prefix("./").unwrap_or(word);
    let reads_as_name = || quoted || word.contains(['.', '/']) || word.contains(char::is_uppercase);
    (word == path || word == name) && reads_as_name()
}
