//! Changing one file, as a transaction, with a snapshot afterwards.

use ledger::action::{Change, ChangeHow};
use ledger::ids::Hash;
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;

use super::{Workshop, failed, no_place, words};
use crate::files::{self, Edit, FileError};

impl Workshop {
    /// Creates, replaces, changes or deletes a file.
    pub fn change(&mut self, permit: Permit<Change>) -> Observation {
        let (_, change) = permit.spend();
        let Some(place) = self.places.get_mut(&change.task) else {
            return no_place(&change.task);
        };
        let path = &change.path;
        let before = change.before.as_ref();
        let done = match &change.how {
            ChangeHow::Write { content } => files::write(&place.root, path, content.as_bytes(), before, &self.limits),
            ChangeHow::Edit { old, new } => {
                let edit = Edit { old, new, line: None };
                // An edit of a file that was absent when the gates looked is refused by the file itself.
                files::edit(&place.root, path, &edit, before.unwrap_or(&Hash::default()), &self.limits)
            }
            ChangeHow::Delete => files::delete(&place.root, path, before.unwrap_or(&Hash::default()), &self.limits),
        };
        let done = match done {
            Ok(done) => done,
            Err(error @ FileError::Stale { .. }) => {
                return Observation::plain(Status::FactsChanged, words(&error));
            }
            Err(error) => return failed(words(&error)),
        };
        let snapshot = place
            .snapshots
            .as_mut()
            .and_then(|it| it.touch(std::slice::from_ref(path)).ok().flatten());
        let text = match (&change.how, done.after) {
            (_, None) => format!("deleted {path}"),
            (ChangeHow::Write { .. }, _) if done.before.is_none() => format!("created {path}, {} bytes", done.bytes),
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
        })
    }
}
