//! A run as a story: one line for each thing that matters, in order, with its number and its time.
//!
//! A [`Teller`] remembers only what it needs to say what a later line is about; it serves the log of a run that is over
//! and the progress of one that is under way.

mod board;
mod calls;
mod decided;
mod ground;
mod held;
mod hooks;
mod instructed;
mod network;
mod proof;
mod rest;
mod seen;
mod servers;
mod session;
mod told;
mod turns;

use std::collections::BTreeMap;

use ledger::action::Purpose;
use ledger::event::{Event, Stamp};
use ledger::gate::{Finding, NextAction, Severity};
use ledger::ids::{ActId, CallId, GitId, RunId, Seq, TaskId};
use ledger::money::Usd;
use ledger::reply::Call;
use ledger::session::{SessionDecided, SessionSeen};
use ledger::wire::v1::Line;

pub(super) use self::calls::{Label, label};
use self::session::Telling;
use super::text::{cut, duration, fit, one_line, visible, wrap};
use crate::render::style::{Mark, Style, Tone};

/// Columns before the text of a line: number, time, sign.
const MARGIN: usize = 16;
/// Lines that one thing may take; four times as many when more is wanted.
const LINES_MAX: usize = 3;

/// A run as a story.
pub(crate) fn story(lines: &[Line], style: &Style) -> String {
    let mut teller = Teller::new(style, false);
    let mut out = String::new();
    for line in lines {
        teller.run.get_or_insert_with(|| line.run.clone());
        out.push_str(&teller.tell(line.seq, &line.stamp, &line.event));
    }
    out
}

/// The last thing that is told of a run, on one line.
pub(crate) fn last(lines: &[Line], style: &Style) -> String {
    let mut teller = Teller::new(style, true);
    for line in lines {
        let _told = teller.tell(line.seq, &line.stamp, &line.event);
    }
    teller.last
}

/// Tells a run line by line.
#[derive(Debug)]
pub(crate) struct Teller {
    style: Style,
    /// Whether the run is under way: what begins is told too, not only what came of it.
    live: bool,
    /// Whether a page follows that tells how the run was left, and what it asks.
    closing: bool,
    /// Whether somebody answers at the terminal what is asked.
    answered: bool,
    run: Option<RunId>,
    opened_ms: Option<u64>,
    at: (Seq, u64),
    task: Option<TaskId>,
    /// Whether the plan has more than one task.
    many: bool,
    /// By task: models name calls, and two of them may choose the same name.
    calls: BTreeMap<(Option<TaskId>, CallId), Label>,
    acts: BTreeMap<ActId, CallId>,
    /// Hooks that are being asked, by name.
    hooks: BTreeMap<ActId, String>,
    /// What commands under way are run for.
    purposes: BTreeMap<ActId, Purpose>,
    /// The call whose facts were seen last: what the gates say next is about it.
    judged: Option<CallId>,
    /// Whether the check that was told last failed: what the gates say of it is no news.
    red: bool,
    /// What was told last of commits: by task, of the run branch, and of the tree to be merged with the tip it is for.
    commits: BTreeMap<Option<TaskId>, GitId>,
    joined: Option<GitId>,
    candidate: Option<(GitId, GitId)>,
    /// The model that writes the change, by its name in the configuration.
    executor: String,
    /// The failure of a model that was told last, and how often it came in a row.
    failed: Option<(String, u32)>,
    spent: Usd,
    /// Whether the model that is asked has no known price.
    guesses: bool,
    /// Whether some of the spent is a guess.
    guessed: bool,
    turns: u32,
    tool_calls: u32,
    /// The last thing that was told, on one line and without its number.
    last: String,
    out: String,
}

impl Teller {
    /// Begins a story; `live` for a run under way.
    pub(crate) fn new(style: &Style, live: bool) -> Self {
        Self {
            style: *style,
            live,
            closing: false,
            answered: false,
            run: None,
            opened_ms: None,
            at: (Seq(0), 0),
            task: None,
            many: false,
            calls: BTreeMap::new(),
            acts: BTreeMap::new(),
            hooks: BTreeMap::new(),
            purposes: BTreeMap::new(),
            judged: None,
            red: false,
            commits: BTreeMap::new(),
            joined: None,
            candidate: None,
            executor: String::new(),
            failed: None,
            spent: Usd::ZERO,
            guesses: false,
            guessed: false,
            turns: 0,
            tool_calls: 0,
            last: String::new(),
            out: String::new(),
        }
    }

    /// Says which run it is, for the commands that are proposed.
    pub(crate) fn of(mut self, run: &RunId) -> Self {
        self.run = Some(run.clone());
        self
    }

    /// Leaves to the page that follows what it tells: how the run ended or why it is parked, and what it asks, unless that
    /// is answered at the terminal.
    pub(crate) fn closing(mut self, answered: bool) -> Self {
        self.closing = true;
        self.answered = answered;
        self
    }

    /// One line of the ledger: what is told of it, whole lines of text, or nothing.
    pub(crate) fn tell(&mut self, seq: Seq, stamp: &Stamp, event: &Event) -> String {
        let opened_ms = *self.opened_ms.get_or_insert(stamp.at_ms);
        self.at = (seq, stamp.at_ms.saturating_sub(opened_ms));
        self.task.clone_from(&stamp.task);
        match event {
            Event::Seen(seen) => self.seen(seen),
            Event::Decided(decided) => self.decided(decided, stamp.at_ms),
        }
        std::mem::take(&mut self.out)
    }

    /// What is told of a session of an agent that acts by itself.
    fn session_seen(&mut self, seen: &SessionSeen) {
        if let SessionSeen::Proposed {
            call,
            tool,
            arguments,
            ..
        } = seen
        {
            let made = label(&Call {
                id: call.clone(),
                tool: tool.clone(),
                args: arguments.clone(),
            });
            self.judged = Some(call.clone());
            self.calls.insert((self.task.clone(), call.clone()), made);
        }
        // A session that is no run's has no tasks.
        let of_run = self.task.is_some();
        if of_run && matches!(seen, SessionSeen::Proposed { .. }) {
            self.tool_calls = self.tool_calls.saturating_add(1);
        }
        let name = self.run();
        let told = session::seen(seen, &name, &|call, tool| self.what_of(call, tool), of_run);
        self.told_of_session(told);
    }

    fn session_decided(&mut self, decided: &SessionDecided) {
        let told = session::decided(decided, &|call, tool| self.what_of(call, tool));
        self.told_of_session(told);
    }

    fn told_of_session(&mut self, told: Vec<Telling>) {
        for it in told {
            match it {
                Telling::Head(head, about) => {
                    let style = self.style;
                    for (tone, text) in [(Tone::Strong, head), (Tone::Dim, about)] {
                        let text = style.paint(tone, &fit(&text, style.width, style.unicode));
                        self.out.push_str(&format!("{text}\n"));
                    }
                }
                Telling::Line(mark, tone, text) => self.toned(mark, tone, &text),
                Telling::Aside(text) => self.aside(&text),
                Telling::Whole(text) => self.whole(&text),
            }
        }
    }

    /// What a call is about, or its tool.
    fn what_of(&self, call: &CallId, tool: &str) -> String {
        match self.label(call) {
            Some(label) => label.text.clone(),
            None => one_line(tool),
        }
    }

    /// What is known of a call of the task that is told of.
    fn label(&self, call: &CallId) -> Option<&Label> {
        self.calls.get(&(self.task.clone(), call.clone()))
    }

    /// A line with number, time, sign and text.
    fn line(&mut self, mark: Mark, text: &str) {
        self.toned(mark, Tone::Plain, text);
    }

    fn toned(&mut self, mark: Mark, tone: Tone, text: &str) {
        let style = self.style;
        let number = style.paint(Tone::Dim, &format!("{:>4}", self.at.0.0));
        let time = style.paint(
            Tone::Dim,
            &format!("{:>8}", format!("+{}", duration(self.at.1))),
        );
        let text = match &self.task {
            Some(task) if self.many && mark != Mark::Go => format!("{task}: {}", one_line(text)),
            Some(_) | None => one_line(text),
        };
        self.last.clone_from(&text);
        let lines_max = match (style.verbose, tone) {
            (true, _) => LINES_MAX * 4,
            (false, Tone::Dim) => 1,
            (
                false,
                Tone::Plain | Tone::Good | Tone::Bad | Tone::Warn | Tone::Ask | Tone::Strong,
            ) => LINES_MAX,
        };
        let head = format!("{number} {time} {} ", style.mark(mark));
        self.wrapped(&head, MARGIN, tone, &text, lines_max);
    }

    /// A text behind its head, over at most so many lines.
    fn wrapped(&mut self, head: &str, margin: usize, tone: Tone, text: &str, lines_max: usize) {
        let style = self.style;
        let room = style.width.max(40) - margin;
        let mut lines = if lines_max > 1 {
            wrap(text, room)
        } else {
            vec![fit(text, room, style.unicode)]
        };
        if lines.len() > lines_max {
            let rest = lines.split_off(lines_max - 1).join(" ");
            lines.push(fit(&rest, room, style.unicode));
        }
        for (at, line) in lines.iter().enumerate() {
            let line = style.paint(tone, line);
            if at == 0 {
                self.out.push_str(&format!("{head}{line}\n"));
            } else {
                self.out.push_str(&format!("{:margin$}{line}\n", ""));
            }
        }
    }

    /// What belongs to the line before.
    fn more(&mut self, mark: Mark, tone: Tone, text: &str) {
        let head = format!("{:MARGIN$}{} ", "", self.style.mark(mark));
        self.wrapped(&head, MARGIN + 2, tone, &one_line(text), LINES_MAX);
    }

    /// A text that belongs to the line before, to its last character.
    fn whole(&mut self, text: &str) {
        let room = self.style.width.max(40) - MARGIN - 2;
        for line in visible(text).lines().flat_map(|it| cut(it, room)) {
            self.out.push_str(&format!("{:1$}{line}\n", "", MARGIN + 2));
        }
    }

    /// A command that somebody can type or paste: neither cut nor broken.
    fn command(&mut self, text: &str) {
        let text = self.style.paint(Tone::Strong, &one_line(text));
        let mark = self.style.mark(Mark::Next);
        self.out.push_str(&format!("{:MARGIN$}{mark} {text}\n", ""));
    }

    /// Something that is told only when more is wanted.
    fn aside(&mut self, text: &str) {
        if self.style.verbose {
            self.toned(Mark::Note, Tone::Dim, text);
        }
    }

    fn run(&self) -> String {
        self.run
            .as_ref()
            .map_or_else(|| "RUN".to_owned(), ToString::to_string)
    }

    /// What a finding says, and what to do instead.
    fn finding(&mut self, mark: Mark, about: &str, finding: &Finding) {
        let dash = self.style.dash();
        let rule = format!("[{}/{}]", finding.policy, finding.id);
        let about = if about.is_empty() {
            String::new()
        } else {
            format!("{about}{dash}")
        };
        self.line(mark, &format!("{about}{} {rule}", finding.message));
        self.more(Mark::Next, Tone::Dim, &instead(&finding.next_action));
    }
}

/// What to do instead, in words.
fn instead(next: &NextAction) -> String {
    match next {
        NextAction::Authorise { scope } => format!("a person has to authorise {scope}"),
        NextAction::ProvideEvidence { evidence } => format!("provide evidence: {evidence}"),
        NextAction::RevisePlan { path } => format!("the plan would have to name {path}"),
        NextAction::UsePath { path } => format!("use {path}"),
        NextAction::Run { command } => format!("run {command}"),
        NextAction::AskUser { question } => format!("ask: {question}"),
        NextAction::WaitFor { what } => format!("wait for {what}"),
        NextAction::Stop { reason } => format!("stop: {reason}"),
    }
}

/// Whether a finding blocks.
fn blocks(finding: &Finding) -> bool {
    match finding.severity {
        Severity::HardDeny | Severity::SoftDeny => true,
        Severity::EvidenceRequired | Severity::Warning => false,
    }
}
