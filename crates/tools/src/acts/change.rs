//! Changing one file, as a transaction, with a snapshot afterwards.

use ledger::action::{Change, ChangeHow};
use ledger::observation::{ChangeFacts, Observation, Outcome, Status, TestFacts};
use ledger::permit::Permit;

use super::{Workshop, failed, words};
use crate::files::{self, Changed, Edit, FileError};

impl Workshop {
    /// Creates, replaces, changes or deletes a file.
    pub fn change(&mut self, permit: Permit<Change>) -> Observation {
        let (_, change) = permit.spend();
        let limits = self.limits;
        let place = match self.ready(&change.task) {
            Ok(place) => place,
            Err(why) => return *why,
        };
        let path = &change.path;
        if let Some(why) = place.snapshots.submodule_above(path) {
            return failed(words(&why));
        }
        // Where the gates saw no file, an edit or a deletion finds none either.
        let before = change.before;
        let done = match &change.how {
            ChangeHow::Write { content } => {
                files::write(&place.root, path, content.as_bytes(), before, &limits)
            }
            ChangeHow::Edit { old, new } => {
                let edit = Edit {
                    old,
                    new,
                    line: None,
                };
                files::edit(&place.root, path, edit, before, &limits)
            }
            ChangeHow::Delete => files::delete(&place.root, path, before, &limits),
        };
        let done = match done {
            Ok(done) => done,
            Err(error @ FileError::Stale { .. }) => {
                return Observation::plain(Status::FactsChanged, words(&error));
            }
            Err(error) => return failed(words(&error)),
        };
        let label = format!("{} {path}", change.how.word());
        let snapshot = place
            .snapshots
            .touch(std::slice::from_ref(path), &label)
            .ok()
            .flatten();
        if let Some(snapshot) = &snapshot {
            place.tree = snapshot.tree.clone();
        }
        let text = match (&change.how, done.after) {
            (_, None) => format!("deleted {path}"),
            (ChangeHow::Write { .. }, _) if done.before.is_none() => {
                format!("created {path}, {} bytes", done.bytes)
            }
            (ChangeHow::Write { .. } | ChangeHow::Edit { .. } | ChangeHow::Delete, _) => {
                format!("changed {path}, {} bytes", done.bytes)
            }
        };
        let mut observation = Observation::plain(Status::Ok, text);
        observation.source_refs = vec![path.to_string()];
        observation.with(Outcome::Changed {
            path: path.clone(),
            after: done.after,
            tree: snapshot.map(|it| it.tree),
            facts: facts(path.as_str(), &done).map(Box::new),
        })
    }
}

/// What the text says by itself, before and after; `None` where nothing is known about such files.
fn facts(path: &str, done: &Changed) -> Option<ChangeFacts> {
    let language = code::Language::of_path(path);
    let parses = |text: &Option<String>| {
        let text = text.as_deref().filter(|_| language.has_syntax())?;
        match code::facts(language, text, &code::Limits::default()).reading {
            code::Reading::Parsed => Some(true),
            code::Reading::Damaged { .. } => Some(false),
            code::Reading::Words | code::Reading::Unreadable(_) => None,
        }
    };
    let tests = |text: &Option<String>| code::tests(path, text.as_deref()?).map(counted);
    let facts = ChangeFacts {
        parses: parses(&done.new),
        parsed: parses(&done.old),
        tests_before: tests(&done.old),
        tests: tests(&done.new),
    };
    (facts != ChangeFacts::default()).then_some(facts)
}

fn counted(tests: code::Tests) -> TestFacts {
    TestFacts {
        tests: tests.tests,
        skipped: tests.skipped,
        focused: tests.focused,
        firm: tests.firm,
        loose: tests.loose,
        vacuous: tests.vacuous,
        thresholds: tests.thresholds,
    }
}
