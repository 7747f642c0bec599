//! One scratch copy in which one thing after the other is broken, and the commands that are asked in it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ledger::ids::RelPath;
use tools::acts::{Standing, standing};
use tools::process::Output;
use tools::scratch::{Leave, Scratch};
use verify::{Fixtures, Outcome, Suspect};

use super::baseline_time::{Known, Unbroken, limit, with_blank_line};
use super::outcome::Came;

/// Largest fixture, in bytes.
const FIXTURE_BYTES_MAX: u64 = 1024 * 1024;

/// What no language reads; the beginning is for one that takes everything before it for text.
const UNREADABLE: &str = "<?php )]}'\"`\n";

/// What came of one trial.
#[derive(Debug)]
pub(crate) struct Found {
    /// In the report's words.
    pub(crate) outcome: Outcome,
    /// Whether the same trial has the same outcome: the commands ended by themselves, each with a status.
    pub(crate) settled: bool,
}

impl Found {
    pub(super) fn untried(why: String) -> Self {
        Self::passing(Outcome::Untried(why))
    }

    fn passing(outcome: Outcome) -> Self {
        let settled = false;
        Self { outcome, settled }
    }

    fn settled(outcome: Outcome) -> Self {
        let settled = true;
        Self { outcome, settled }
    }
}

/// One scratch copy, and what its commands did while nothing was broken.
pub(super) struct Bench<'a> {
    scratch: Scratch<'a>,
    known: Vec<Known>,
    /// When all trials end.
    end: Instant,
    /// What is said where the time is up.
    late: String,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        leave: &'a Leave,
        place: &Path,
        (end, late): (Instant, &str),
    ) -> Result<Self, String> {
        let _ = std::fs::remove_dir_all(place);
        let scratch = leave.copy(place);
        Ok(Self {
            scratch: scratch.map_err(|error| format!("no scratch copy can be made: {error}"))?,
            known: Vec::new(),
            end,
            late: late.to_owned(),
        })
    }

    pub(super) fn outcome(&mut self, suspect: &Suspect) -> Found {
        self.tried(&suspect.path, &suspect.commands, |text| {
            let text = text.ok_or("the file can't be read")?;
            suspect
                .broken
                .apply(text)
                .ok_or("the file is not what it was")
        })
    }

    /// Makes files unreadable, all at once and for good, and asks a command that passes otherwise.
    pub(super) fn unreadable(&mut self, files: &[RelPath], command: &str) -> Outcome {
        let Some(times) = self.unbroken(command, files) else {
            return Outcome::Untried("it does not pass in an unbroken copy".to_owned());
        };
        for file in files {
            if let Err(error) = self.scratch.put(file, Some(UNREADABLE.as_bytes())) {
                return Outcome::Untried(format!("`{file}` can't be written: {error}"));
            }
        }
        let before = times.whole();
        match self.came(command, limit(before)) {
            Came::Passed(_) => Outcome::Survived,
            Came::Failed | Came::Unbuilt | Came::Crashed => Outcome::Noticed(command.to_owned()),
            Came::Slow => Outcome::Untried(self.slow(command, before)),
            Came::Nothing(why) => Outcome::Untried(format!("`{command}`: {why}")),
        }
    }

    /// Puts a fixture in place of a target.
    pub(super) fn put(&mut self, it: &Fixtures, fixture: &RelPath, root: &Path) -> Found {
        let text = match standing(root, fixture, FIXTURE_BYTES_MAX) {
            Standing::Text(text) => text,
            Standing::Absent
            | Standing::Directory
            | Standing::LinkOutside
            | Standing::Special
            | Standing::TooLarge(_)
            | Standing::NotText => {
                return Found::untried(format!("`{fixture}` can't be read as a text"));
            }
        };
        // Nothing is written through a link that leads out of the copy.
        match standing(root, &it.target, FIXTURE_BYTES_MAX) {
            Standing::Text(_) => self.tried(&it.target, &it.commands, |_| Ok(text)),
            Standing::Absent
            | Standing::Directory
            | Standing::LinkOutside
            | Standing::Special
            | Standing::TooLarge(_)
            | Standing::NotText => {
                Found::untried(format!("`{}` can't be read as a text", it.target))
            }
        }
    }

    /// Changes a file, asks the commands that pass otherwise, and puts it back. A command that takes too long is measured
    /// with this very file written anew, and asked once more where that allows it more time.
    fn tried(
        &mut self,
        path: &RelPath,
        commands: &[String],
        changed: impl FnOnce(Option<&str>) -> Result<String, &'static str>,
    ) -> Found {
        let touched = std::slice::from_ref(path);
        let mut sound: Vec<(String, Unbroken)> = Vec::new();
        for command in commands {
            let times = self.unbroken(command, touched);
            sound.extend(times.map(|it| (command.clone(), it)));
        }
        if sound.is_empty() {
            return Found::untried(match Instant::now() < self.end {
                true => "no command passes in an unbroken copy".to_owned(),
                false => self.late.clone(),
            });
        }
        let text = std::fs::read_to_string(self.file(path)).ok();
        let changed = match changed(text.as_deref()) {
            Ok(changed) => changed,
            Err(why) => return Found::untried(why.to_owned()),
        };
        let first = self.with(path, (text.as_deref(), &changed), &sound);
        let Asked::Slow(command) = &first else {
            return self.found(first, &sound);
        };
        let measured = self.measured_with(command, path);
        let again = match measured {
            true => None,
            false => self.unbroken_anew(command, touched),
        };
        let before = sound.iter_mut().find(|(it, _)| it == command);
        match (again, before) {
            (Some(again), Some((_, times))) if again.whole() > times.whole() => {
                *times = again;
                let second = self.with(path, (text.as_deref(), &changed), &sound);
                self.found(second, &sound)
            }
            (_, _) => self.found(first, &sound),
        }
    }

    fn found(&self, asked: Asked, sound: &[(String, Unbroken)]) -> Found {
        let slow = |command: &str| {
            let times = sound.iter().find(|(it, _)| it == command);
            self.slow(command, times.map_or(Duration::ZERO, |(_, it)| it.whole()))
        };
        match asked {
            Asked::Found(found) => found,
            Asked::Slow(command) => Found::untried(slow(&command)),
        }
    }

    /// Why nothing was learnt of a command that was ended.
    fn slow(&self, command: &str, before: Duration) -> String {
        if Instant::now() >= self.end {
            return self.late.clone();
        }
        let (limit, before) = (limit(before).as_secs(), before.as_secs_f64());
        format!(
            "`{command}` did not end within {limit} s; it takes {before:.1} s where nothing is broken"
        )
    }

    fn file(&self, path: &RelPath) -> PathBuf {
        self.scratch.root().join(path.as_str())
    }

    /// Asks with a file changed, and puts it back.
    fn with(
        &mut self,
        path: &RelPath,
        (text, changed): (Option<&str>, &str),
        sound: &[(String, Unbroken)],
    ) -> Asked {
        let file = self.file(path);
        if let Err(error) = std::fs::write(&file, changed) {
            return Asked::untried(format!("the file can't be written: {error}"));
        }
        let asked = self.noticed(sound);
        let back = match text {
            Some(text) => std::fs::write(&file, text),
            None => std::fs::remove_file(&file),
        };
        match back {
            Ok(()) => asked,
            Err(error) => {
                // The copy is of no more use: nothing passes in it from here on.
                self.known.iter_mut().for_each(|it| it.times = None);
                Asked::untried(format!("the file can't be put back: {error}"))
            }
        }
    }

    fn noticed(&self, commands: &[(String, Unbroken)]) -> Asked {
        let mut unbuilt = None;
        for (command, times) in commands {
            let left = self.end.saturating_duration_since(Instant::now());
            if left < times.whole() {
                return Asked::untried(self.late.clone());
            }
            let noticed = || Outcome::Noticed(command.clone());
            match self.asked(command, *times) {
                Came::Passed(_) => {}
                Came::Failed => return Asked::Found(Found::settled(noticed())),
                // Another command may build less, and see more.
                Came::Unbuilt => unbuilt = unbuilt.or_else(|| Some(command.clone())),
                Came::Slow => return Asked::Slow(command.clone()),
                Came::Crashed => return Asked::Found(Found::passing(noticed())),
                Came::Nothing(why) => return Asked::untried(format!("`{command}`: {why}")),
            }
        }
        // What passes beside a build that fails may have had nothing to run.
        Asked::Found(Found::settled(
            unbuilt.map_or(Outcome::Survived, Outcome::Unbuilt),
        ))
    }

    /// Builds first where that can be told apart: what does not build was seen by no test, whatever the command would say.
    fn asked(&self, command: &str, times: Unbroken) -> Came {
        if let Some(before) = times.build {
            match self.came_of(limit(before), |limit| self.scratch.build(command, limit)) {
                Came::Passed(_) => {}
                Came::Failed | Came::Unbuilt => return Came::Unbuilt,
                Came::Slow => return Came::Slow,
                Came::Crashed => return Came::Nothing("its build crashed".to_owned()),
                Came::Nothing(why) => return Came::Nothing(why),
            }
        }
        self.came(command, limit(times.run))
    }

    /// How long a command takes in this copy while nothing is broken, if it passes: as it was measured first, with
    /// whichever files.
    fn unbroken(&mut self, command: &str, touched: &[RelPath]) -> Option<Unbroken> {
        match self.known.iter().find(|it| it.command == command) {
            Some(known) => known.times,
            None => self.unbroken_anew(command, touched),
        }
    }

    /// Whether a command was measured with this file written anew.
    fn measured_with(&self, command: &str, path: &RelPath) -> bool {
        let mut known = self.known.iter().filter(|it| it.command == command);
        known.any(|it| it.touched.contains(path))
    }

    /// The same, measured now. What is told apart by its content is another one by a blank line more; a command that minds
    /// the line is asked with the same content, written anew.
    fn unbroken_anew(&mut self, command: &str, touched: &[RelPath]) -> Option<Unbroken> {
        // A link stays one: what it leads to may be no part of the copy.
        let text = |path: &RelPath| {
            let file = self.file(path);
            let plain = std::fs::symlink_metadata(&file).is_ok_and(|it| it.is_file());
            plain.then(|| std::fs::read_to_string(file).ok())?
        };
        let texts = touched.iter().filter_map(|it| Some((it, text(it)?)));
        let texts: Vec<(&RelPath, String)> = texts.collect();
        let written = |of: fn(&str) -> String| {
            let mut all = texts.iter();
            all.all(|(path, text)| self.scratch.put(path, Some(of(text).as_bytes())).is_ok())
        };
        let longer = written(with_blank_line);
        let mut times = longer.then(|| self.measured(command)).flatten();
        let back = written(str::to_owned);
        if times.is_none() && back && Instant::now() < self.end {
            times = self.measured(command);
        }
        let times = times.filter(|_| back);
        self.known.retain(|it| it.command != command);
        self.known.push(Known {
            command: command.to_owned(),
            touched: touched.to_vec(),
            times,
        });
        times
    }

    /// How long building takes, if that can be done apart, and then the command, if it passes.
    fn measured(&self, command: &str) -> Option<Unbroken> {
        let left = || self.end.saturating_duration_since(Instant::now());
        let build = self.came_of(left(), |limit| self.scratch.build(command, limit));
        let build = build.passed();
        let run = self.came(command, left()).passed()?;
        Some(Unbroken { build, run })
    }

    fn came(&self, command: &str, limit: Duration) -> Came {
        self.came_of(limit, |limit| self.scratch.run(command, limit))
    }

    /// What came of what is started with at most this time.
    fn came_of(&self, limit: Duration, start: impl FnOnce(Duration) -> Option<Output>) -> Came {
        let left = self.end.saturating_duration_since(Instant::now());
        Came::of(start(limit.min(left)))
    }
}

/// What was learnt with something broken.
enum Asked {
    Found(Found),
    /// This command was ended since its time was up.
    Slow(String),
}

impl Asked {
    fn untried(why: String) -> Self {
        Asked::Found(Found::untried(why))
    }
}
