//! What is written once the work on a change is verified: its boxes ticked, its deltas in the main specs, its folder in
//! the archive. Or why nothing is, when what it was written against is no longer so.

use std::collections::BTreeMap;

use ledger::action::Written;
use ledger::ids::{Hash, RelPath};
use ledger::promise::SourceFile;

use crate::openspec::apply::{Order, Outcome, apply};
use crate::openspec::change::{self, Change, Place, SPECS, TASKS, below};
use crate::openspec::check;
use crate::openspec::delta::{Delta, Named};
use crate::openspec::found::Found;
use crate::openspec::main_spec::{Main, Standing};
use crate::openspec::metadata::{self, is_date};
use crate::openspec::tasks::Tasks;
use crate::problem::Problem;

/// Where changes go that are done, beside the others.
const ARCHIVED: &str = "changes/archive";

/// The files to write for a change whose work is verified.
///
/// `opened` are its files and main specs as the run began, `now` as they stand; both from the repository's top. With a
/// date (`2026-11-20`) the deltas are applied and the folder is moved to the archive under it. What is so already is
/// left alone, so that doing it twice is doing it once.
///
/// # Errors
/// When the change is not good, when somebody changed what it says meanwhile, or when a requirement that it touches is
/// not what it was. Nothing is to be written then.
pub fn close(
    path: &str,
    opened: &[SourceFile],
    now: &[SourceFile],
    archive: Option<&str>,
) -> Result<Vec<Written>, Vec<Problem>> {
    let place = Place::of(path);
    let mut found = Found::default();
    let change = Change::read(place, opened, &mut found);
    let mains = change::main_specs(place.root, opened);
    check::change(&change, &mains, &mut found);
    let mut closing = Closing {
        change: &change,
        now,
        written: Vec::new(),
        found,
    };
    if !closing.found.failed() {
        match archive {
            Some(date) => closing.archive(opened, &mains, date),
            None => closing.tick(),
        }
    }
    match closing.found.failed() {
        true => Err(closing.found.into_problems()),
        false => Ok(closing.written),
    }
}

struct Closing<'a, 't> {
    change: &'a Change<'t>,
    now: &'t [SourceFile],
    written: Vec<Written>,
    found: Found,
}

impl<'t> Closing<'_, 't> {
    fn tick(&mut self) {
        if self.change.tasks.is_none() {
            return;
        }
        let path = self.change.file(TASKS);
        match self.now.iter().find(|file| file.path == path) {
            Some(file) => {
                let ticked = ticked(file);
                if ticked != file.text {
                    self.write(&path, Some(ticked));
                }
            }
            None => self.gone(&path),
        }
    }

    fn archive(&mut self, opened: &[SourceFile], mains: &BTreeMap<&str, Standing<'t>>, date: &str) {
        let place = self.change.place;
        if !is_date(date) {
            let message = format!("`{date}` is no date");
            return self
                .found
                .error_of(place.path, &message, "write it as YYYY-MM-DD");
        }
        let target = format!(
            "{}/{}",
            place.below_root(ARCHIVED),
            archived(place.id, date)
        );
        let now = self.now;
        let own: Vec<&SourceFile> = now
            .iter()
            .filter(|file| below(place.path, &file.path).is_some())
            .collect();
        let is_taken = now.iter().any(|file| below(&target, &file.path).is_some());
        match (own.is_empty(), is_taken) {
            (true, false) => return self.gone(place.path),
            (false, true) => {
                let message = format!("`{target}` is there already");
                let help = "move it out of the way, or give the change another name";
                return self.found.error_of(place.path, &message, help);
            }
            (true, true) => {}
            (false, false) => self.untouched(opened, &own),
        }
        self.main_specs(mains);
        self.move_to(&target, &own);
    }

    /// What was promised is what was verified: the deltas and what the change allows itself are as they were.
    fn untouched(&mut self, opened: &[SourceFile], own: &[&SourceFile]) {
        let place = self.change.place;
        let matters = |path: &str| {
            let name = below(place.path, path);
            name.is_some_and(|name| name == metadata::NAME || below(SPECS, name).is_some())
        };
        let texts = |files: &mut dyn Iterator<Item = &SourceFile>| -> BTreeMap<String, Hash> {
            files
                .filter(|file| matters(&file.path))
                .map(|file| (file.path.clone(), Hash::of(file.text.as_bytes())))
                .collect()
        };
        let before = texts(&mut opened.iter());
        let after = texts(&mut own.iter().copied());
        let mut all: Vec<&String> = before.keys().chain(after.keys()).collect();
        all.sort();
        all.dedup();
        for path in all {
            if before.get(path) != after.get(path) {
                let message = "this is not what it was when the run began";
                let help = "what was verified is what stood here then: put it back, or run the change again";
                self.found.error_of(path, message, help);
            }
        }
    }

    fn main_specs(&mut self, mains: &BTreeMap<&str, Standing<'t>>) {
        let place = self.change.place;
        let present = change::main_specs(place.root, self.now);
        for delta in &self.change.deltas {
            let path = place.main_spec(delta.capability);
            let opened = mains.get(delta.capability);
            let now = present.get(delta.capability);
            match self.become_of(delta, opened, now) {
                Some(Outcome::Text(text)) => self.write(&path, Some(text)),
                Some(Outcome::Retired) => self.write(&path, None),
                Some(Outcome::Same) | None => {}
            }
        }
    }

    /// What becomes of a main spec that stands as `now`, where the change was written against `opened`.
    fn become_of(
        &mut self,
        delta: &Delta<'t>,
        opened: Option<&Standing<'t>>,
        now: Option<&Standing<'t>>,
    ) -> Option<Outcome> {
        let order = |may_stand| Order {
            change: self.change,
            may_stand,
        };
        // What the check found of it is said already.
        let meant = apply(delta, opened, order(false), &mut Found::default())?;
        let hashes = |it: Option<&Standing<'t>>| it.map(|it| it.main.hashes()).unwrap_or_default();
        let before = hashes(opened);
        let stands = hashes(now);
        let after = match &meant {
            Outcome::Same => before.clone(),
            Outcome::Text(text) => Main::read("", text).hashes(),
            Outcome::Retired => BTreeMap::new(),
        };
        if opened.is_some() && now.is_none() && meant != Outcome::Retired {
            // Not a new capability: written anew it would lose all that the change does not touch.
            self.gone(&self.change.place.main_spec(delta.capability));
            return None;
        }
        let mut moved = false;
        let mut done = true;
        for (_, named) in delta.touched() {
            let here = stands.get(named.name);
            let is_done = here == after.get(named.name);
            done &= is_done;
            if !is_done && here != before.get(named.name) {
                moved = true;
                self.moved(
                    delta,
                    now.map(|it| &it.main),
                    named,
                    before.contains_key(named.name),
                );
            }
        }
        if moved {
            None
        } else if done {
            Some(Outcome::Same)
        } else {
            apply(delta, now, order(true), &mut self.found)
        }
    }
    /// A requirement is neither what it was nor what it is to be.
    fn moved(&mut self, delta: &Delta<'_>, now: Option<&Main<'_>>, named: Named<'_>, was: bool) {
        let name = format!("requirement `{}` of `{}`", named.name, delta.capability);
        let here = now.and_then(|main| {
            let mut blocks = main.blocks.iter();
            Some((main, blocks.find(|block| block.name == named.name)?))
        });
        let help = "see who changed it, bring the change up to date, and run it again";
        match here {
            Some((main, block)) => {
                let how = if was {
                    "is not what it was"
                } else {
                    "came to be"
                };
                let message = format!("{name} {how} since the run began");
                self.found
                    .error(&main.text, block.at(&main.text), &message, help);
            }
            None => {
                let message = format!("{name} went since the run began");
                self.found.error(&delta.text, named.at, &message, help);
            }
        }
    }

    fn move_to(&mut self, target: &str, own: &[&SourceFile]) {
        let place = self.change.place;
        let tasks = self.change.file(TASKS);
        if self.change.tasks.is_some() && !own.is_empty() && !own.iter().any(|it| it.path == tasks)
        {
            self.gone(&tasks);
        }
        for file in own {
            let Some(name) = below(place.path, &file.path) else {
                continue;
            };
            let text = if file.path == tasks {
                ticked(file)
            } else {
                file.text.clone()
            };
            self.write(&format!("{target}/{name}"), Some(text));
            self.write(&file.path, None);
        }
    }

    fn gone(&mut self, path: &str) {
        let help = "put it back, or run the change again";
        self.found
            .error_of(path, "this was there when the run began, and is gone", help);
    }

    fn write(&mut self, path: &str, content: Option<String>) {
        match RelPath::new(path) {
            Ok(path) => self.written.push(Written { path, content }),
            Err(bad) => self.found.error_of(path, &bad.to_string(), ""),
        }
    }
}

fn ticked(file: &SourceFile) -> String {
    Tasks::read(&file.path, &file.text).ticked()
}

/// The folder's name in the archive: with the date before it, unless it has one.
fn archived(id: &str, date: &str) -> String {
    let dated = id
        .split_at_checked(10)
        .filter(|(head, tail)| is_date(head) && tail.starts_with('-'));
    match dated {
        Some(_) => id.to_owned(),
        None => format!("{date}-{id}"),
    }
}
