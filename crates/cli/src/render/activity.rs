//! What is under way: the one line that moves at a terminal while a run is driven.
//!
//! It tells what has begun and has no outcome yet, and for how long, never what somebody said: words of a model are over
//! as soon as they are written.

use std::collections::BTreeMap;

use audit::Progress;
use ledger::action::{Action, ExecWhat, Purpose};
use ledger::event::{Decided, Event, Park, Seen, Stamp};
use ledger::ids::{ActId, CallId, TaskId};
use ledger::message::Body;
use ledger::phase::Phase;

use super::story::{Label, label};
use super::style::Style;
use super::text::{clock, columns, fit, one_line, plural, spent};

/// Things under way that are told by name; more are counted.
const NAMED_MAX: usize = 3;

/// What is under way in one run.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    /// The model that writes the change, by its name in the configuration.
    model: String,
    /// Calls of models that may still be acted upon.
    calls: BTreeMap<(Option<TaskId>, CallId), Label>,
    /// What has begun and has no outcome.
    open: BTreeMap<ActId, Begun>,
    /// What the model is at, where one request is out: whether its answer has begun.
    answers: bool,
    progress: Option<Progress>,
    /// The phase, and when it began, in the caller's milliseconds.
    phase: Option<(Phase, u64)>,
    /// Whether nothing happens by itself any more.
    rests: bool,
}

/// Something that has begun.
#[derive(Debug)]
struct Begun {
    task: Option<TaskId>,
    what: What,
    /// When, in the caller's milliseconds.
    since_ms: u64,
}

#[derive(Debug)]
enum What {
    /// A request is out.
    Model,
    /// Something is done.
    Act(String),
    /// Something is waited for, for so many milliseconds.
    Timer { wait_ms: u64, why: String },
}

impl Activity {
    /// Takes in a line. `now_ms` counts from whenever the caller likes, as long as it is always the same.
    pub(crate) fn take(&mut self, stamp: &Stamp, event: &Event, now_ms: u64) {
        match event {
            Event::Seen(seen) => self.seen(stamp, seen),
            Event::Decided(decided) => self.decided(stamp, decided, now_ms),
        }
    }

    /// How far the run is.
    pub(crate) fn stands(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    /// A model has begun to answer.
    pub(crate) fn answers(&mut self) {
        self.answers = true;
    }

    /// Whether the run rests: it has ended, or waits for people.
    pub(crate) fn rests(&self) -> bool {
        self.rests
    }

    fn seen(&mut self, stamp: &Stamp, seen: &Seen) {
        match seen {
            Seen::Opened(opened) => opened.options.worker().clone_into(&mut self.model),
            // Whatever an earlier driver had begun is over.
            Seen::Claimed(_) | Seen::Rewound { .. } => {
                self.open.clear();
                self.rests = false;
            }
            Seen::Replied { act, reply } => {
                for call in &reply.calls {
                    let key = (stamp.task.clone(), call.id.clone());
                    self.calls.insert(key, label(call));
                }
                self.answers = false;
                self.open.remove(act);
            }
            Seen::ModelFailed { act, .. } => {
                self.answers = false;
                self.open.remove(act);
            }
            Seen::Finished { act, .. }
            | Seen::Inspected { act, .. }
            | Seen::Compared { act, .. }
            | Seen::Measured { act, .. }
            | Seen::Falsified { act, .. }
            | Seen::Ranked { act, .. }
            | Seen::Gathered { act, .. }
            | Seen::Woke { act } => {
                self.open.remove(act);
            }
            Seen::Told(message) => self.told(&message.body),
            Seen::Proposed { .. }
            | Seen::Scanned { .. }
            | Seen::Connected(_)
            | Seen::Server(_)
            | Seen::Session(_)
            | Seen::Board(_)
            | Seen::Notified(_)
            | Seen::Interrupted => {}
        }
    }

    fn told(&mut self, body: &Body) {
        if let Body::Settings(settings) = body
            && let Some(models) = &settings.models
        {
            self.model.clone_from(&models.executor);
        }
    }

    fn decided(&mut self, stamp: &Stamp, decided: &Decided, now_ms: u64) {
        let (act, what) = match decided {
            Decided::Requested { act, .. } => (*act, What::Model),
            Decided::Allowed {
                act, call, action, ..
            } => {
                let call = call.clone().map(|it| (stamp.task.clone(), it));
                let label = call.and_then(|it| self.calls.remove(&it));
                let words = label.map(|it| it.text);
                let words = words.or_else(|| action.as_ref().map(doing));
                let Some(words) = words else { return };
                (*act, What::Act(words))
            }
            Decided::Inspect { act, paths, .. } => {
                let files = plural(paths.len(), "file");
                (*act, What::Act(format!("looking at {files}")))
            }
            Decided::Compare { act, commands } => {
                let words = format!("without the work: {}", commands.join(", "));
                (*act, What::Act(words))
            }
            Decided::Measure { act, .. } => (*act, What::Act("measuring".to_owned())),
            Decided::Falsify { act, .. } => (*act, What::Act(BREAKING.to_owned())),
            Decided::Rank { act } | Decided::Gather { act, .. } => {
                (*act, What::Act("reading files".to_owned()))
            }
            Decided::Wake {
                act,
                at_ms,
                why,
                limit: None,
            } => {
                let wait_ms = at_ms.saturating_sub(stamp.at_ms);
                let why = one_line(why);
                (*act, What::Timer { wait_ms, why })
            }
            Decided::Moved { to, .. } => return self.phase = Some((*to, now_ms)),
            Decided::Parked(park) => return self.rests = !goes_on_by_itself(park),
            Decided::Unparked { .. } => return self.rests = false,
            Decided::Ended { .. } => return self.rests = true,
            Decided::Wake { limit: Some(_), .. }
            | Decided::Promised(_)
            | Decided::Drafting(_)
            | Decided::Planned(_)
            | Decided::Gated(_)
            | Decided::Weigh { .. }
            | Decided::Answered { .. }
            | Decided::Asked { .. }
            | Decided::Settled { .. }
            | Decided::Unchecked { .. }
            | Decided::Reported(_)
            | Decided::Correcting { .. }
            | Decided::Escalated { .. }
            | Decided::Nudged { .. }
            | Decided::Cancel { .. }
            | Decided::Held { .. }
            | Decided::Forced { .. }
            | Decided::Session(_)
            | Decided::Board(_)
            | Decided::BudgetLow { .. }
            | Decided::Noted { .. } => return,
        };
        let begun = Begun {
            task: stamp.task.clone(),
            what,
            since_ms: now_ms,
        };
        self.open.insert(act, begun);
    }

    /// The line, no wider than the style. What is under way gives way to figures when there is not room for both.
    pub(crate) fn line(&self, now_ms: u64, style: &Style) -> String {
        let dot = style.dot();
        let figures = self.figures(style);
        let many = self.progress.is_some_and(|it| it.tasks > 1);
        let head = match self.progress {
            Some(it) if many => format!("{} of {} tasks done{dot}", it.tasks_done, it.tasks),
            Some(_) | None => String::new(),
        };
        let around = columns(&head) + columns(&figures);
        // Timers tell something only where nothing else is under way.
        let works = |it: &&Begun| !matches!(it.what, What::Timer { .. });
        let mut shown: Vec<&Begun> = self.open.values().filter(works).collect();
        if shown.is_empty() {
            shown.extend(self.open.values().take(1));
        }
        let room = style.width.saturating_sub(around).max(12);
        let told = shown.len().clamp(1, NAMED_MAX);
        let each = room.saturating_sub(2 * (told - 1)) / told;
        let mut parts: Vec<String> = shown
            .iter()
            .take(NAMED_MAX)
            .map(|it| self.part(it, now_ms, many, each, style))
            .collect();
        if shown.len() > NAMED_MAX {
            parts.push(format!("{} more", shown.len() - NAMED_MAX));
        }
        if parts.is_empty() {
            let (phase, since_ms) = self.phase.unwrap_or((Phase::Idle, now_ms));
            let took = clock(now_ms.saturating_sub(since_ms));
            parts.push(format!("{phase}{dot}{took}"));
        }
        let text = fit(&parts.join(", "), room, style.unicode);
        fit(
            &format!("{head}{text}{figures}"),
            style.width,
            style.unicode,
        )
    }

    /// One thing under way, and since when: the words are cut, the time never is.
    fn part(&self, it: &Begun, now_ms: u64, many: bool, room: usize, style: &Style) -> String {
        let dot = style.dot();
        let passed_ms = now_ms.saturating_sub(it.since_ms);
        let (words, time) = match &it.what {
            What::Model if self.answers => (format!("{} answers", self.model), clock(passed_ms)),
            What::Model => (format!("waiting for {}", self.model), clock(passed_ms)),
            What::Act(words) => (words.clone(), clock(passed_ms)),
            What::Timer { wait_ms, why } => {
                let left = clock(wait_ms.saturating_sub(passed_ms));
                (format!("waiting: {why}"), format!("{left} to go"))
            }
        };
        let words = match &it.task {
            Some(task) if many => format!("{task}: {words}"),
            Some(_) | None => words,
        };
        let words = one_line(&words);
        let room = room.saturating_sub(columns(&time) + columns(dot)).max(8);
        format!("{}{dot}{time}", fit(&words, room, style.unicode))
    }

    fn figures(&self, style: &Style) -> String {
        let Some(progress) = self.progress else {
            return String::new();
        };
        let dot = style.dot();
        let money = spent(progress.spent, progress.guessed);
        format!("{dot}{money} of {}", spent(progress.total, false))
    }
}

const BREAKING: &str = "breaking what was verified, to see who notices";

/// Whether it waits for a time that a process is there to wait for.
fn goes_on_by_itself(park: &Park) -> bool {
    let time = |it: &ledger::event::Need| matches!(it, ledger::event::Need::Time { .. });
    !park.needs.is_empty() && park.needs.iter().all(time)
}

/// What is being done, in words.
fn doing(action: &Action) -> String {
    match action {
        Action::Prepare(_) => "making the worktree".to_owned(),
        Action::Look(_) => "looking".to_owned(),
        Action::Change(_) => "writing".to_owned(),
        Action::Exec(it) => match &it.what {
            ExecWhat::Argv(argv) => argv.join(" "),
            ExecWhat::Shell { command, .. } => command.clone(),
        },
        Action::Delegate(it) => format!("{} works", it.agent),
        Action::Commit(_) => "committing".to_owned(),
        Action::Integrate(_) => "bringing it into the run branch".to_owned(),
        Action::Record(_) => "writing pages of the specification".to_owned(),
        Action::Candidate(_) => "building what would be merged".to_owned(),
        Action::Checkout(_) => "laying out a clean checkout".to_owned(),
        Action::Check(it) => match it.purpose {
            Purpose::Evidence | Purpose::Prepare => it.command.clone(),
            Purpose::Repeat => format!("once more: {}", it.command),
            Purpose::Baseline => format!("without the work: {}", it.command),
        },
        Action::Trials(_) => BREAKING.to_owned(),
        Action::Restore(_) => "putting the worktree back".to_owned(),
        Action::Merge(_) => "merging".to_owned(),
        Action::HandOver(_) => "telling people".to_owned(),
        Action::Discard(_) => "removing the worktree".to_owned(),
        Action::Connect(it) => format!("reaching the server {}", it.server),
        Action::UseTool(it) => format!("{}/{}", it.server, it.tool),
        Action::Push(it) => format!("pushing to {}", it.branch),
        Action::Forge(it) => format!("{} on {}", it.deed.word(), it.repo),
        Action::Hook(it) => format!("asking the hook `{}`", it.hook.name),
    }
}
