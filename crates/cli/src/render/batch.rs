//! A batch: a line for what changes, a table of how its tasks were left.

mod moving;

use audit::{Standing, Summary};
use ledger::event::{Decided, Event, Need};
use ledger::ids::RunId;
use ledger::money::Usd;
use ledger::phase::Stop;

pub(crate) use self::moving::{Tally, head, under_way};
use super::page::{ENTRIES_MAX, Page};
use super::style::{Mark, Style, Tone};
use super::text::{
    columns, count, duration, first_line, fit, one_line, pad, plural, spent, time, visible,
};
use crate::exit::Exit;

/// One task of a batch.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its line in the file.
    pub(crate) line: usize,
    /// The task, as it stands there.
    pub(crate) task: String,
    /// Its run.
    pub(crate) run: Option<RunId>,
    /// How it was left.
    pub(crate) ending: Ending,
    /// What the call would have ended with, had it been this task alone.
    pub(crate) exit: Exit,
    /// Its run in numbers.
    pub(crate) summary: Option<Summary>,
    /// How its run stands.
    pub(crate) standing: Option<Standing>,
    /// What became of the checkout of the target.
    pub(crate) checkout: Option<String>,
}

/// How a task was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Merged.
    Merged,
    /// Its run was given up.
    Failed,
    /// Its run waits for something.
    Parked(Stop),
    /// Its run goes on when somebody drives it.
    Interrupted,
    /// Another process drives its run.
    Elsewhere,
    /// Nothing was left to be done about it, and why.
    Done(String),
    /// Nothing was done about it, and why.
    Left(&'static str),
    /// Its run could not be begun or driven on.
    Broke {
        /// Why.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

impl Default for Row {
    fn default() -> Self {
        Self::new(0, "")
    }
}

impl Row {
    /// A task of which nothing is known yet.
    pub(crate) fn new(line: usize, task: &str) -> Self {
        Self {
            line,
            task: task.to_owned(),
            run: None,
            ending: Ending::Left("it was not begun"),
            exit: Exit::Interrupted,
            summary: None,
            standing: None,
            checkout: None,
        }
    }

    /// Why it is not merged, in words.
    pub(crate) fn why(&self) -> Option<String> {
        let of_run = || self.summary.as_ref().and_then(|it| it.why.clone());
        match &self.ending {
            Ending::Merged => None,
            Ending::Failed | Ending::Parked(_) | Ending::Interrupted => of_run(),
            Ending::Elsewhere => Some("another process drives its run".to_owned()),
            Ending::Done(why) => Some(why.clone()),
            Ending::Left(why) => Some((*why).to_owned()),
            Ending::Broke { message, .. } => Some(message.clone()),
        }
    }
}

impl Ending {
    /// All words.
    pub(crate) const WORDS: [&'static str; 8] = [
        "merged",
        "done",
        "parked",
        "failed",
        "interrupted",
        "elsewhere",
        "not-begun",
        "broken",
    ];

    /// The word for programs.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Ending::Merged => "merged",
            Ending::Done(_) => "done",
            Ending::Failed => "failed",
            Ending::Parked(_) => "parked",
            Ending::Interrupted => "interrupted",
            Ending::Elsewhere => "elsewhere",
            Ending::Left(_) => "not-begun",
            Ending::Broke { .. } => "broken",
        }
    }

    fn mark(&self) -> Mark {
        match self {
            Ending::Merged | Ending::Done(_) => Mark::Good,
            Ending::Failed | Ending::Broke { .. } => Mark::Bad,
            Ending::Parked(Stop::Blocked | Stop::BudgetExhausted) => Mark::Ask,
            Ending::Parked(
                Stop::Stuck | Stop::Unsafe | Stop::ScopeDrift | Stop::Stopped | Stop::Done,
            )
            | Ending::Interrupted => Mark::Stop,
            Ending::Elsewhere => Mark::Go,
            Ending::Left(_) => Mark::Wait,
        }
    }

    fn shown(&self) -> String {
        match self {
            Ending::Parked(stop) => stop.to_string(),
            Ending::Left(_) => "not begun".to_owned(),
            Ending::Merged
            | Ending::Done(_)
            | Ending::Failed
            | Ending::Interrupted
            | Ending::Elsewhere
            | Ending::Broke { .. } => self.word().to_owned(),
        }
    }
}

/// A run was taken for a task.
pub(crate) fn begun(row: &Row, run: &RunId) -> String {
    let verb = if row.run.is_some() {
        "goes on"
    } else {
        "begins"
    };
    format!("{run}  line {} {verb}: {}", row.line, short(&row.task))
}

/// What with a line of a run is worth a word while many run: that it waits for a time, which may be long.
pub(crate) fn waits(event: &Event) -> Option<String> {
    let Event::Decided(Decided::Parked(park)) = event else {
        return None;
    };
    let until = park.needs.iter().find_map(Need::until_ms)?;
    Some(short(&format!("waits until {}: {}", time(until), park.why)))
}

/// How a task was left, on one line: when, what came of it, what it cost and took, the task.
pub(crate) fn over(row: &Row, at_ms: u64, style: &Style) -> String {
    let dot = style.dot();
    let mark = style.mark(row.ending.mark());
    let run = row.run.as_ref().map_or("-", RunId::as_str);
    let mut parts = vec![row.ending.shown()];
    if let Some(summary) = &row.summary {
        parts.push(spent(summary.cost.total, summary.cost_guessed));
        parts.push(duration(summary.active_ms));
    }
    parts.push(first_line(&row.task));
    let parts = parts.join(dot);
    let text = format!("line {}{dot}{parts}", row.line);
    let head = format!("{:>8} {mark} {run}  ", format!("+{}", duration(at_ms)));
    let used = 8 + 3 + columns(run) + 2;
    let room = style.width.saturating_sub(used).max(40);
    // Why it is not merged is not cut; what broke is told at length by the line after.
    let told = row
        .why()
        .filter(|_| matches!(row.ending, Ending::Failed | Ending::Parked(_)));
    let why = told.map_or_else(String::new, |it| format!("\n{:11}{}", "", first_line(&it)));
    format!("{head}{}{why}", fit(&text, room, style.unicode))
}

/// What is said of a task that came to no end of its own.
pub(crate) fn left(row: &Row) -> Option<String> {
    let run = row.run.as_ref().map_or("-", RunId::as_str);
    match &row.ending {
        Ending::Broke { message, help } => {
            let help = help.as_ref().map(|it| format!("\nhelp: {}", visible(it)));
            let help = help.unwrap_or_default();
            let message = visible(message.trim_end());
            Some(format!("{run}  line {}: {message}{help}", row.line))
        }
        Ending::Elsewhere => Some(format!(
            "{run}  line {}: another process drives it",
            row.line
        )),
        Ending::Merged
        | Ending::Failed
        | Ending::Parked(_)
        | Ending::Interrupted
        | Ending::Done(_)
        | Ending::Left(_) => None,
    }
}

/// How all tasks were left, what the parked ones need, and the sum.
pub(crate) fn table(rows: &[Row], ms: u64, style: &Style) -> String {
    let mut page = Page::new(style);
    lines(&mut page, rows);
    for row in rows {
        page.checkout(row);
    }
    let waits = |row: &&Row| matches!(row.ending, Ending::Parked(_));
    let parked: Vec<&Row> = rows.iter().filter(waits).collect();
    for standing in parked
        .iter()
        .filter_map(|it| it.standing.as_ref())
        .take(ENTRIES_MAX)
    {
        page.out.push('\n');
        page.out
            .push_str(super::waiting(standing, audit::answers::HERE, false, style).trim_end());
        page.out.push('\n');
    }
    page.and_more(parked.len(), ENTRIES_MAX, "run");
    page.out.push('\n');
    page.marked(Mark::None, Tone::Strong, &sum(rows, ms, style));
    if rows
        .iter()
        .any(|it| !matches!(it.ending, Ending::Merged | Ending::Failed))
    {
        page.marked(
            Mark::Next,
            Tone::Dim,
            "the same batch again goes on with what is not merged",
        );
    }
    if rows.iter().any(|it| it.ending == Ending::Failed) {
        page.marked(
            Mark::Next,
            Tone::Dim,
            "with `--again=failed` those that failed are begun anew",
        );
    }
    page.out
}

fn lines(page: &mut Page<'_>, rows: &[Row]) {
    let head = ["LINE", "RUN", "OUTCOME", "TOKENS", "COST", "TIME", "TASK"];
    let mut cells: Vec<[String; 7]> = vec![head.map(str::to_owned)];
    cells.extend(rows.iter().map(cells_of));
    let widths: Vec<usize> = (0..6)
        .map(|at| cells.iter().map(|it| columns(&it[at])).max().unwrap_or(0))
        .collect();
    let style = page.style;
    let used: usize = widths.iter().map(|it| it + 2).sum::<usize>() + 2;
    let room = style.width.saturating_sub(used).max(12);
    let marks = std::iter::once(Mark::None).chain(rows.iter().map(|it| it.ending.mark()));
    for (nth, (row, mark)) in cells.iter().zip(marks).enumerate() {
        let mut line: String = (0..6)
            .map(|at| format!("{}  ", pad(&row[at], widths[at], style.unicode)))
            .collect();
        line.push_str(&fit(&row[6], room, style.unicode));
        let tone = if nth == 0 { Tone::Dim } else { Tone::Plain };
        let line = style.paint(tone, line.trim_end());
        page.out.push_str(&format!("{} {line}\n", style.mark(mark)));
    }
}

fn cells_of(row: &Row) -> [String; 7] {
    let none = || "-".to_owned();
    let summary = row.summary.as_ref();
    [
        row.line.to_string(),
        row.run.as_ref().map_or_else(none, RunId::to_string),
        row.ending.shown(),
        summary.map_or_else(none, |it| count(it.tokens.total())),
        summary.map_or_else(none, |it| spent(it.cost.total, it.cost_guessed)),
        summary.map_or_else(none, |it| duration(it.active_ms)),
        first_line(&row.task),
    ]
}

fn sum(rows: &[Row], ms: u64, style: &Style) -> String {
    let merged = rows.iter().filter(|it| it.ending == Ending::Merged).count();
    let mut parts = vec![format!("{merged} of {} merged", plural(rows.len(), "task"))];
    for word in &Ending::WORDS[1..] {
        let found = rows.iter().filter(|it| it.ending.word() == *word).count();
        if found > 0 {
            parts.push(format!("{found} {}", word.replace('-', " ")));
        }
    }
    let summaries = || rows.iter().filter_map(|it| it.summary.as_ref());
    let tokens: u64 = summaries().map(|it| it.tokens.total()).sum();
    let sum: u64 = summaries().map(|it| it.cost.total.0).sum();
    let guessed = summaries().any(|it| it.cost_guessed);
    parts.push(format!("{} tokens", count(tokens)));
    parts.push(spent(Usd(sum), guessed));
    parts.push(duration(ms));
    parts.join(style.dot())
}

impl Page<'_> {
    /// What is to be done about a checkout that does not show its merge; a command, so it is not cut.
    fn checkout(&mut self, row: &Row) {
        let Some(text) = row.checkout.as_ref().filter(|it| it.lines().count() > 1) else {
            return;
        };
        let text = format!("line {}: {}", row.line, visible(text));
        for line in text.lines() {
            self.out.push_str(&format!("    {line}\n"));
        }
    }
}

/// So much of a text as fits on a line beside a name.
fn short(text: &str) -> String {
    /// Columns.
    const SHORT: usize = 100;
    fit(
        &one_line(text.lines().next().unwrap_or_default()),
        SHORT,
        true,
    )
}
