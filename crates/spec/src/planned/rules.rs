//! What tasks of a plan may and may not say together: names, order, files of their own, scope, requirements.

use std::collections::{BTreeMap, BTreeSet};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use ledger::ids::RelPath;
use ledger::promise::Promise;

use super::answer::Draft;
use crate::fields::hint;
use crate::nearest::nearest;
use crate::notes::Notes;
use crate::order::Order;
use crate::problem::{Problem, Severity};
use crate::touched::Touched;

/// Sentences kept.
const SENTENCES_MAX: usize = 100;
/// Things named in one sentence.
const NAMED_MAX: usize = 5;

/// What is wrong with an answer, in sentences.
#[derive(Debug, Default)]
pub(super) struct Wrong {
    sentences: Vec<String>,
    left_out: usize,
}

impl Wrong {
    pub(super) fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        if self.sentences.len() < SENTENCES_MAX {
            self.sentences.push(sentence.into());
        } else {
            self.left_out = self.left_out.saturating_add(1);
        }
    }

    /// All errors of one thing.
    pub(super) fn all(&mut self, name: &str, notes: Notes<'_>) {
        for problem in errors(notes) {
            self.say(sentence(&format!("{name}: {}", problem.message), &problem));
        }
    }

    /// All errors, with their places, for a text that is no JSON.
    pub(super) fn places(&mut self, notes: Notes<'_>) {
        for problem in errors(notes) {
            let place = format!("line {}, column {}", problem.line, problem.column);
            let text = format!("{} ({place}: `{}`)", problem.message, problem.excerpt);
            self.say(sentence(&text, &problem));
        }
    }

    pub(super) fn into_sentences(mut self) -> Vec<String> {
        if self.left_out > 0 {
            self.sentences.push(format!("and {} more", self.left_out));
        }
        self.sentences
    }
}

fn errors(notes: Notes<'_>) -> impl Iterator<Item = Problem> {
    let problems = notes.into_problems().into_iter();
    problems.filter(|problem| problem.severity == Severity::Error)
}

fn sentence(message: &str, problem: &Problem) -> String {
    match &problem.help {
        Some(help) => format!("{message}; {help}"),
        None => message.to_owned(),
    }
}

/// Every task has a name of its own, upper and lower case being one, as they are for some file systems.
pub(super) fn own(drafts: &[Draft], wrong: &mut Wrong) {
    let mut seen = BTreeSet::new();
    for draft in drafts {
        let id = draft.id.as_ref().map(|id| id.as_str().to_lowercase());
        if id.is_some_and(|id| !seen.insert(id)) {
            let name = &draft.name;
            wrong.say(format!(
                "task `{name}`: another task has this `id`; give each its own"
            ));
        }
    }
}

/// What each task depends on, by number.
pub(super) fn dependence(drafts: &[Draft], wrong: &mut Wrong) -> Vec<Vec<usize>> {
    let names: Vec<&str> = drafts.iter().map(|draft| draft.name.as_str()).collect();
    let mut all = Vec::new();
    for draft in drafts {
        let mut needed = Vec::new();
        for name in &draft.depends_on {
            match names.iter().position(|it| it == name) {
                Some(at) if needed.contains(&at) => {}
                Some(at) => needed.push(at),
                None => wrong.say(format!(
                    "task `{}`: it depends on `{name}`, which is no task of this plan; {}",
                    draft.name,
                    near(name, &names)
                )),
            }
        }
        all.push(needed);
    }
    all
}

/// Circles, with their members.
pub(super) fn circles(drafts: &[Draft], circles: &[Vec<usize>], wrong: &mut Wrong) {
    for circle in circles {
        let members: Vec<String> = circle
            .iter()
            .chain(circle.first())
            .filter_map(|at| drafts.get(*at))
            .map(|draft| format!("`{}`", draft.name))
            .collect();
        let way = members.join(" → ");
        wrong.say(match circle.as_slice() {
            [_] => format!(
                "task {}: it depends on itself; take that away",
                members.first().map_or("", String::as_str)
            ),
            _ => format!(
                "tasks depend on each other in a circle, {way}; take one of these dependencies away"
            ),
        });
    }
}

/// Tasks that can run side by side touch nothing in common.
pub(super) fn side_by_side(drafts: &[Draft], order: &Order, wrong: &mut Wrong) {
    let all: Vec<Touched<'_>> = drafts
        .iter()
        .map(|draft| Touched::new(touched(draft)))
        .collect();
    for (at, (draft, own)) in drafts.iter().zip(&all).enumerate() {
        let others = drafts.iter().zip(&all).enumerate();
        for (later, (other, theirs)) in others.skip(at.saturating_add(1)) {
            if !order.side_by_side(at, later) {
                continue;
            }
            let common = own.common(theirs);
            if !common.is_empty() {
                wrong.say(format!(
                    "tasks `{}` and `{}` both touch {} and neither depends on the other; let one depend on the other, \
                     or give the file to one of them",
                    draft.name,
                    other.name,
                    named(common.iter().map(|path| path.as_str()))
                ));
            }
        }
    }
}

fn touched(draft: &Draft) -> impl Iterator<Item = &RelPath> {
    draft.files.iter().chain(&draft.deletes)
}

/// Which tasks change and delete which file.
struct Owners<'d> {
    changed: BTreeMap<&'d RelPath, Vec<usize>>,
    deleted: BTreeMap<&'d RelPath, Vec<usize>>,
}

impl<'d> Owners<'d> {
    fn new(drafts: &'d [Draft]) -> Self {
        let mut changed: BTreeMap<&RelPath, Vec<usize>> = BTreeMap::new();
        let mut deleted = changed.clone();
        for (at, draft) in drafts.iter().enumerate() {
            for path in &draft.files {
                changed.entry(path).or_default().push(at);
            }
            for path in &draft.deletes {
                deleted.entry(path).or_default().push(at);
            }
        }
        Self { changed, deleted }
    }

    /// Why a file is not there for a task, if that is so.
    fn missing<'n>(
        &self,
        path: &RelPath,
        at: usize,
        order: &Order,
        name: &impl Fn(usize) -> &'n str,
    ) -> Option<String> {
        let made = self.changed.get(path).map_or(&[][..], Vec::as_slice);
        let here = |it: usize| it == at || order.precedes(it, at);
        let mut deleted = self.deleted.get(path).into_iter().flatten();
        let gone = deleted.find(|by| !made.iter().any(|it| here(*it) && order.precedes(**by, *it)));
        match gone {
            Some(own) if *own == at => Some("this task deletes; leave it out".to_owned()),
            Some(other) => Some(format!(
                "task `{}` deletes, and all is verified at the end; leave it out",
                name(*other)
            )),
            None if made.is_empty() || made.iter().any(|it| here(*it)) => None,
            None => Some(format!(
                "task `{}` makes, which does not come before; depend on that task, or move this must-have there",
                name(made.first().copied().unwrap_or(at))
            )),
        }
    }
}

/// What a task must have is its own, or is there before: made by a task that comes first, or touched by nobody. And
/// nobody takes it away.
pub(super) fn others_files(drafts: &[Draft], order: &Order, wrong: &mut Wrong) {
    let owners = Owners::new(drafts);
    let name = |at: usize| drafts.get(at).map_or("", |draft| draft.name.as_str());
    for (at, draft) in drafts.iter().enumerate() {
        let artifacts = draft.artifacts.iter().map(|it| ("artifact", &it.path));
        let links = draft.key_links.iter();
        let links = links.flat_map(|it| [("`from`", it.from.path()), ("`to`", it.to.path())]);
        let links = links.filter_map(|(what, path)| Some((what, path?)));
        for (what, path) in artifacts.chain(links) {
            // The artifact that the task itself deletes was said where it stands.
            if what == "artifact" && draft.deletes.contains(path) {
                continue;
            }
            let Some(why) = owners.missing(path, at, order, &name) else {
                continue;
            };
            wrong.say(format!(
                "task `{}`: {what} names `{path}`, which {why}",
                draft.name
            ));
        }
    }
}

/// Paths stay within what the promise allows to change. Globs that can't be read are the gate's business.
pub(super) fn scope(drafts: &[Draft], promise: &Promise, wrong: &mut Wrong) {
    let allowed = globs(&promise.allowed_scope);
    let denied = globs(&promise.disallowed_scope);
    for draft in drafts {
        for path in touched(draft) {
            let text = path.as_str();
            if allowed.as_ref().is_some_and(|globs| !globs.is_match(text)) {
                wrong.say(format!(
                    "task `{}`: `{text}` is outside of what may change, which is {}",
                    draft.name,
                    named(promise.allowed_scope.iter().map(String::as_str))
                ));
            } else if denied.as_ref().is_some_and(|globs| globs.is_match(text)) {
                wrong.say(format!(
                    "task `{}`: `{text}` must not change; leave it as it is",
                    draft.name
                ));
            }
        }
    }
}

/// Globs that cover what they name and all below it, as the gate reads them. `None` for none, and for what can't be
/// read.
fn globs(list: &[String]) -> Option<GlobSet> {
    let mut builder = GlobSetBuilder::new();
    for text in list {
        let stem = text.trim_start_matches("./").trim_end_matches('/');
        for glob in [stem.to_owned(), format!("{stem}/**")] {
            let glob = GlobBuilder::new(&glob)
                .case_insensitive(true)
                .literal_separator(true)
                .backslash_escape(true)
                .build();
            builder.add(glob.ok()?);
        }
    }
    builder.build().ok().filter(|_| !list.is_empty())
}

/// Every requirement of the promise is fulfilled by a task, and no task fulfils one that is not there.
pub(super) fn coverage(drafts: &[Draft], promise: &Promise, wrong: &mut Wrong) {
    let known: Vec<&str> = promise.requirements.iter().map(String::as_str).collect();
    let mut covered: BTreeSet<&str> = BTreeSet::new();
    for draft in drafts {
        for id in &draft.requirements {
            if known.contains(&id.as_str()) {
                covered.insert(id);
                continue;
            }
            let help = if known.is_empty() {
                "leave `requirements` empty, for there are none".to_owned()
            } else {
                near(id, &known)
            };
            wrong.say(format!(
                "task `{}`: `{id}` is no requirement; {help}",
                draft.name
            ));
        }
    }
    for id in known.iter().filter(|id| !covered.contains(*id)) {
        wrong.say(format!(
            "no task covers requirement `{id}`; name it in `requirements` of the task that fulfils it"
        ));
    }
}

/// The nearest of many names; of few names all, if none is near.
fn near(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.len() <= 20 => hint(word, known),
        None => "use one that is there".to_owned(),
    }
}

/// A few names, and how many more there are.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let few: Vec<&str> = all.iter().map(String::as_str).take(NAMED_MAX).collect();
    match all.len().saturating_sub(few.len()) {
        0 => few.join(", "),
        more => format!("{} and {more} more", few.join(", ")),
    }
}
