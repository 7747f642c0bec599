//! What the two command languages of Windows share: the run of a judgement, models of cmdlets and programs, places and
//! names that are recognised wherever they stand.
//!
//! Reading order: `model` (what the files under `programs/` say), `apply` (roles to effects), `variables` (of the
//! environment), `native` (programs), `registry`, `net`, `decode`, `marks` (what is denied wherever it is recognised).

pub(crate) mod apply;
pub(crate) mod decode;
pub(crate) mod marks;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod native;
pub(crate) mod net;
pub(crate) mod registry;
pub(crate) mod variables;

use std::collections::BTreeSet;

use super::effect::{Effect, Level, Origin, What};
use super::place::{Ground, Place};

/// Most things that one text may do.
const EFFECTS_MAX: usize = 2_000;
/// Most steps in which a text is followed.
const STEPS_MAX: usize = 20_000;
/// Deepest nesting of texts that are run by texts.
const DEPTH_MAX: usize = 16;

/// A directory that is not known: nothing below it is in the worktree.
pub(crate) const NOWHERE: &str = "//?/unknown";

/// A text that is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) why: String,
    /// Never empty: that it is not understood, and every danger that is recognisable all the same.
    pub(crate) effects: Vec<Effect>,
}

impl Refusal {
    pub(crate) fn of(text: &str, why: &str) -> Self {
        let by = shown(text);
        let unknown = Effect {
            what: What::Unknown(why.to_owned()),
            by: by.clone(),
        };
        let marks = marks::found(text).into_iter().map(|what| Effect {
            what,
            by: by.clone(),
        });
        Self {
            why: why.to_owned(),
            effects: std::iter::once(unknown).chain(marks).collect(),
        }
    }
}

/// The beginning of a text, for people.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(200).collect::<String>().trim().to_owned()
}

/// A value as far as it matters outside the language that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The text; `Err`: only its beginning is known.
    pub(crate) text: Result<String, String>,
    pub(crate) from: BTreeSet<Origin>,
    /// It stands for all names below these, not for itself.
    pub(crate) below: bool,
}

impl Word {
    pub(crate) fn written(text: &str) -> Self {
        Self {
            text: Ok(text.to_owned()),
            from: BTreeSet::from([Origin::Written]),
            below: false,
        }
    }

    pub(crate) fn unknown(starts: &str, from: BTreeSet<Origin>) -> Self {
        Self {
            text: Err(starts.to_owned()),
            from,
            below: false,
        }
    }

    pub(crate) fn known(&self) -> Option<&str> {
        self.text.as_deref().ok()
    }

    /// What is known of it from the left.
    pub(crate) fn start(&self) -> &str {
        match &self.text {
            Ok(text) | Err(text) => text,
        }
    }
}

/// One judgement: what is known, and what has been found so far.
pub(crate) struct Session<'a> {
    pub(crate) ground: Ground<'a>,
    pub(crate) cwd: String,
    pub(crate) effects: Vec<Effect>,
    /// Judges a program with its arguments, as the models of all systems do.
    pub(crate) outside: &'a mut dyn FnMut(&[String]) -> Vec<Effect>,
    /// Files that this text itself brought in or made.
    pub(crate) brought: Vec<Place>,
    /// Directories to come back to.
    pub(crate) stack: Vec<String>,
    steps: usize,
    stopped: bool,
    depth: usize,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        ground: Ground<'a>,
        cwd: &str,
        outside: &'a mut dyn FnMut(&[String]) -> Vec<Effect>,
    ) -> Self {
        Self {
            ground,
            cwd: cwd.to_owned(),
            effects: Vec::new(),
            outside,
            brought: Vec::new(),
            stack: Vec::new(),
            steps: 0,
            stopped: false,
            depth: 0,
        }
    }

    pub(crate) fn say(&mut self, what: What, by: &str) {
        let effect = Effect {
            what,
            by: shown(by),
        };
        if self.effects.len() < EFFECTS_MAX && !self.effects.contains(&effect) {
            self.effects.push(effect);
        } else if self.effects.len() == EFFECTS_MAX {
            let what = What::Unknown("it does too many things".to_owned());
            self.effects.push(Effect {
                what,
                by: shown(by),
            });
        }
    }

    /// An address is opened by whatever program the machine has for it; on another machine it may be one.
    pub(crate) fn opens(&mut self, name: &Word, by: &str) {
        if name.start().starts_with("\\\\") {
            self.deny(
                "runs-foreign-text",
                "a program of another machine is run",
                by,
            );
        }
        self.unknown("it opens an address", by);
    }

    pub(crate) fn unknown(&mut self, why: &str, by: &str) {
        self.say(What::Unknown(why.to_owned()), by);
    }

    pub(crate) fn deny(&mut self, id: &str, why: &str, by: &str) {
        self.mark(Level::Deny, id, why, by);
    }

    pub(crate) fn mark(&mut self, level: Level, id: &str, why: &str, by: &str) {
        let (id, why) = (id.to_owned(), why.to_owned());
        self.say(What::Marked { level, id, why }, by);
    }

    /// One step further; `false`: there were too many, and that has been said.
    pub(crate) fn step(&mut self, by: &str) -> bool {
        self.charge(1);
        if self.steps >= STEPS_MAX && !self.stopped {
            self.stopped = true;
            self.unknown("it takes too many steps", by);
        }
        !self.stopped
    }

    /// Work that is more than one step.
    pub(crate) fn charge(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// A text within a text.
    pub(crate) fn deeper(&mut self, by: &str, inner: impl FnOnce(&mut Self)) {
        if self.depth >= DEPTH_MAX {
            self.unknown("texts run texts too deeply", by);
            return;
        }
        if !self.step(by) {
            return;
        }
        self.depth = self.depth.saturating_add(1);
        inner(self);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Where a word leads as a path.
    pub(crate) fn place(&self, word: &Word) -> Place {
        let lead = |text: &str, glob: bool| Place::of_windows(self.ground, &self.cwd, text, glob);
        match &word.text {
            Ok(text) if word.below => lead(&format!("{text}/*"), true),
            Ok(text) => lead(text, text.contains(['*', '?', '['])),
            Err(start) => {
                let cut = start.rfind(['/', '\\']).map(|at| at.saturating_add(1));
                let known = cut
                    .and_then(|cut| start.get(..cut))
                    .filter(|it| !it.is_empty());
                Place::Unknown {
                    known: known.map(|known| Box::new(lead(known, true))),
                    why: "it is put together while it runs".to_owned(),
                }
            }
        }
    }

    /// Text that is run as PowerShell, where it is known; else where it comes from.
    pub(crate) fn code(&mut self, language: &str, word: &Word, by: &str) {
        self.origins(language, word, by);
        let Some(text) = word.known() else {
            for what in marks::found(word.start()) {
                self.say(what, by);
            }
            if word.from.iter().all(|it| plain(*it)) {
                self.unknown("text is run that is not known", by);
            }
            return;
        };
        self.charge(text.len() >> 5);
        // A process of its own comes back to where it was started.
        let cwd = self.cwd.clone();
        match language {
            "powershell" => self.deeper(by, |it| super::powershell::within(it, text)),
            "cmd" => self.deeper(by, |it| super::cmd::within(it, text)),
            shell => {
                let argv = [shell.to_owned(), "-c".to_owned(), text.to_owned()];
                self.ask_outside(&argv);
            }
        }
        self.cwd = cwd;
    }

    /// What was done since may not have been done: the directory is known only if it is the same.
    pub(crate) fn perhaps(&mut self, before: &str) {
        if self.cwd != before {
            self.cwd = NOWHERE.to_owned();
        }
    }

    /// Remembers the directory, to come back to.
    pub(crate) fn push(&mut self) {
        if self.stack.len() < DEPTH_MAX {
            self.stack.push(self.cwd.clone());
        }
    }

    /// Comes back to the directory that was remembered last.
    pub(crate) fn pop(&mut self) {
        self.cwd = self.stack.pop().unwrap_or_else(|| NOWHERE.to_owned());
    }

    /// Says that text is run which is not plainly written in the command.
    pub(crate) fn origins(&mut self, language: &str, word: &Word, by: &str) {
        for origin in word.from.iter().filter(|it| !plain(**it)) {
            let language = language.to_owned();
            let origin = *origin;
            self.say(What::Code { language, origin }, by);
        }
    }

    pub(crate) fn ask_outside(&mut self, argv: &[String]) {
        let by = argv.join(" ");
        let found = (self.outside)(argv);
        for effect in found {
            self.say(effect.what, &by);
        }
    }
}

/// Whether whoever reads the command reads the value too.
pub(crate) fn plain(origin: Origin) -> bool {
    matches!(origin, Origin::Written | Origin::Computed)
}
