//! One scratch copy in which one thing after the other is broken, and the commands that are asked in it.

use std::path::Path;
use std::time::{Duration, Instant};

use ledger::ids::RelPath;
use tools::acts::{Standing, standing};
use tools::sandbox::Exit;
use tools::scratch::{Leave, Scratch};
use verify::{Fixtures, Outcome, Suspect};

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

/// How a command ended.
enum Came {
    Passed(Duration),
    Failed,
    /// It failed since nothing compiles.
    Unbuilt,
    Hung,
    Crashed,
    /// It says nothing about what it was run on.
    Nothing(String),
}

/// One scratch copy, and what its commands did while nothing was broken.
pub(super) struct Bench<'a> {
    scratch: Scratch<'a>,
    sound: Vec<(String, Option<Duration>)>,
    /// What is said where the time is up.
    late: String,
}

impl<'a> Bench<'a> {
    pub(super) fn new(leave: &'a Leave, place: &Path, late: &str) -> Result<Self, String> {
        let _ = std::fs::remove_dir_all(place);
        let scratch = leave.copy(place);
        Ok(Self {
            scratch: scratch.map_err(|error| format!("no scratch copy can be made: {error}"))?,
            sound: Vec::new(),
            late: late.to_owned(),
        })
    }

    pub(super) fn outcome(&mut self, suspect: &Suspect, end: Instant) -> Found {
        self.tried(&suspect.path, &suspect.commands, end, |text| {
            let text = text.ok_or("the file can't be read")?;
            suspect
                .broken
                .apply(text)
                .ok_or("the file is not what it was")
        })
    }

    /// Makes files unreadable, all at once and for good, and asks a command that passes otherwise.
    pub(super) fn unreadable(&mut self, files: &[RelPath], command: &str, end: Instant) -> Outcome {
        let Some(before) = self.sound(command, end) else {
            return Outcome::Untried("it does not pass in an unbroken copy".to_owned());
        };
        for file in files {
            if let Err(error) = self.scratch.put(file, Some(UNREADABLE.as_bytes())) {
                return Outcome::Untried(format!("`{file}` can't be written: {error}"));
            }
        }
        let limit = before.saturating_mul(4) + Duration::from_secs(10);
        match self.came(command, limit) {
            Came::Passed(_) => Outcome::Survived,
            Came::Failed | Came::Unbuilt | Came::Hung | Came::Crashed => {
                Outcome::Noticed(command.to_owned())
            }
            Came::Nothing(why) => Outcome::Untried(why),
        }
    }

    /// Puts a fixture in place of a target.
    pub(super) fn put(
        &mut self,
        it: &Fixtures,
        fixture: &RelPath,
        (root, end): (&Path, Instant),
    ) -> Found {
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
            Standing::Text(_) => self.tried(&it.target, &it.commands, end, |_| Ok(text)),
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

    /// Changes a file, asks the commands that pass otherwise, and puts it back.
    fn tried(
        &mut self,
        path: &RelPath,
        commands: &[String],
        end: Instant,
        changed: impl FnOnce(Option<&str>) -> Result<String, &'static str>,
    ) -> Found {
        let file = self.scratch.root().join(path.as_str());
        let sound: Vec<(String, Duration)> = commands
            .iter()
            .filter_map(|command| Some((command.clone(), self.sound(command, end)?)))
            .collect();
        if sound.is_empty() {
            return Found::untried(match Instant::now() < end {
                true => "no command passes in an unbroken copy".to_owned(),
                false => self.late.clone(),
            });
        }
        let text = std::fs::read_to_string(&file).ok();
        let changed = match changed(text.as_deref()) {
            Ok(changed) => changed,
            Err(why) => return Found::untried(why.to_owned()),
        };
        if let Err(error) = std::fs::write(&file, changed) {
            return Found::untried(format!("the file can't be written: {error}"));
        }
        let found = self.noticed(&sound, end);
        let back = match text {
            Some(text) => std::fs::write(&file, text),
            None => std::fs::remove_file(&file),
        };
        match back {
            Ok(()) => found,
            Err(error) => {
                // The copy is of no more use: nothing passes in it from here on.
                self.sound.iter_mut().for_each(|(_, it)| *it = None);
                Found::untried(format!("the file can't be put back: {error}"))
            }
        }
    }

    fn noticed(&self, commands: &[(String, Duration)], end: Instant) -> Found {
        let mut unbuilt = None;
        for (command, before) in commands {
            // What takes much longer than before hangs on the break: that is noticed too.
            let limit = before.saturating_mul(4) + Duration::from_secs(10);
            let left = end.saturating_duration_since(Instant::now());
            if left < *before {
                return Found::untried(self.late.clone());
            }
            let noticed = Outcome::Noticed(command.clone());
            match self.came(command, limit.min(left)) {
                Came::Passed(_) => {}
                Came::Failed => return Found::settled(noticed),
                // Another command may build less, and see more.
                Came::Unbuilt => unbuilt = unbuilt.or_else(|| Some(command.clone())),
                Came::Hung if left < limit => return Found::untried(self.late.clone()),
                Came::Hung | Came::Crashed => return Found::passing(noticed),
                Came::Nothing(why) => return Found::untried(why),
            }
        }
        // What passes beside a build that fails may have had nothing to run.
        Found::settled(unbuilt.map_or(Outcome::Survived, Outcome::Unbuilt))
    }

    /// How long a command takes in this copy while nothing is broken, if it passes.
    fn sound(&mut self, command: &str, end: Instant) -> Option<Duration> {
        if let Some((_, known)) = self.sound.iter().find(|(it, _)| it == command) {
            return *known;
        }
        let left = end.saturating_duration_since(Instant::now());
        let found = match self.came(command, left) {
            Came::Passed(time) => Some(time),
            Came::Failed | Came::Unbuilt | Came::Hung | Came::Crashed | Came::Nothing(_) => None,
        };
        self.sound.push((command.to_owned(), found));
        found
    }

    fn came(&self, command: &str, limit: Duration) -> Came {
        let Some(output) = self.scratch.run(command, limit) else {
            return Came::Nothing(format!("`{command}` is no plain command"));
        };
        match output.exit {
            Exit::Exited(0) => Came::Passed(output.duration),
            Exit::Exited(_) if verify::does_not_build(&output.stdout.text) => Came::Unbuilt,
            Exit::Exited(_) => Came::Failed,
            Exit::TimedOut => Came::Hung,
            Exit::Signalled(_) => Came::Crashed,
            Exit::NotStarted(why) => Came::Nothing(format!("`{command}` did not start: {why}")),
            Exit::Cancelled | Exit::Lost => {
                Came::Nothing(format!("what came of `{command}` is not known"))
            }
        }
    }
}
