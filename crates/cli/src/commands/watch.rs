//! `watch`: all runs on one screen, and their questions answered from there. It reads the store as `status` does, and
//! leaves answers in the inbox as `approve`, `deny` and `answer` do; it decides nothing.

mod keys;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::Duration;

use harness::drive::now_ms;
use harness::overview::{Glance, Overview};
use harness::repository::Site;
use harness::runs::Told;
use harness::session;
use ledger::ids::{ActId, RunId};
use ledger::message::{Body, Message};
use serde_json::{Value, json};

use super::{Outcome, put, put_json, site_of_runs, waiting};
use crate::args::{Global, WatchArgs};
use crate::exit::{Exit, Failure};
use crate::render::style::Style;
use crate::render::watch::{Drawn, Row};
use crate::render::{self};
use crate::screen;
use crate::terminal::{Pressed, Terminal};
use keys::{Control, Key, Wish};

/// How often the store is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(250);

pub(crate) fn watch(global: &Global, args: &WatchArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let mut board = Board::open(&site, args.limit)?;
    if global.json {
        return stream(&mut board, args.once);
    }
    if args.once || !screen::is_terminal() || screen::is_dumb() {
        board.look()?;
        if board.rows.is_empty() {
            put("no runs yet; `interlock run \"…\"` makes one\n")?;
            return Ok(Exit::Done);
        }
        let style = screen::style(global.verbose);
        put(&render::watch::page(&board.rows, &style))?;
        return Ok(Exit::Done);
    }
    show(&mut board, global)
}

/// One value now, and unless that is all, one for each change, for as long as somebody reads.
fn stream(board: &mut Board<'_>, once: bool) -> Outcome {
    let mut before = None;
    loop {
        board.look()?;
        let value = board.json();
        if once {
            put_json(&value)?;
            return Ok(Exit::Done);
        }
        if before.as_ref() != Some(&value) {
            let mut out = std::io::stdout().lock();
            let written = writeln!(out, "{value}").and_then(|()| out.flush());
            match written {
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                    return Ok(Exit::Done);
                }
                written => written?,
            }
            before = Some(value);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// The screen, until somebody quits it.
fn show(board: &mut Board<'_>, global: &Global) -> Outcome {
    let ended = session::asked_to_end();
    board.look()?;
    let mut terminal = Terminal::take()?;
    let mut control = Control::default();
    control.view.keyless = !terminal.has_keys();
    loop {
        control.follow(&board.rows);
        let drawn = draw(&mut terminal, board, &control, global)?;
        control.drawn(&drawn);
        let pressed = terminal.wait(LOOK_EVERY);
        if ended.is_asked() || pressed == Pressed::Gone {
            return Ok(Exit::Done);
        }
        if let Pressed::Keys(bytes) = pressed {
            for (nth, key) in keys::keys(&bytes).into_iter().enumerate() {
                // A yes is for what was on the screen when it was typed.
                if nth > 0 && key == Key::Char('y') && control.view.typing.is_none() {
                    continue;
                }
                match control.press(key, &board.rows, &drawn) {
                    Wish::Draw => {}
                    Wish::Quit => return Ok(Exit::Done),
                    Wish::Tell(run, body) => control.view.note = board.tell(&run, &body)?,
                }
            }
        }
        board.look()?;
    }
}

fn draw(
    terminal: &mut Terminal,
    board: &Board<'_>,
    control: &Control,
    global: &Global,
) -> Result<Drawn, Failure> {
    let (width, height) = Terminal::size();
    let style = Style {
        width,
        ..screen::style(global.verbose)
    };
    let drawn = render::watch::screen(&board.rows, &control.view, now_ms(), height, &style);
    terminal.draw(drawn.lines.clone())?;
    Ok(drawn)
}

/// The runs as they were seen last.
struct Board<'s> {
    site: &'s Site,
    overview: Overview,
    rows: Vec<Row>,
    /// The last message that each run has taken in.
    taken_in: BTreeMap<RunId, u64>,
}

impl<'s> Board<'s> {
    fn open(site: &'s Site, runs_max: u32) -> Result<Self, Failure> {
        Ok(Self {
            site,
            overview: Overview::open(site, runs_max)?,
            rows: Vec::new(),
            taken_in: BTreeMap::new(),
        })
    }

    /// Looks again: what waits for people first, then what is driven, then the rest; the newest first in each.
    fn look(&mut self) -> Result<(), Failure> {
        let taken_in = &self.taken_in;
        let all = self
            .overview
            .look(|run| taken_in.get(run).copied().unwrap_or(0))?;
        let known = std::mem::take(&mut self.rows);
        let mut known: BTreeMap<RunId, Row> = known
            .into_iter()
            .map(|row| (row.standing.run.clone(), row))
            .collect();
        for Glance {
            run,
            fresh,
            driven,
            waiting,
        } in all
        {
            let row = match (fresh, known.remove(&run)) {
                (Some(told), before) => {
                    self.taken_in.insert(run, told.state.told);
                    // A run stays with its repository, and to find that out takes looking at all of them.
                    let program = before.map(|it| it.program);
                    let program = program.map_or_else(|| waiting::program(self.site, &told), Ok)?;
                    Some(row(&told, program))
                }
                (None, row) => row,
            };
            self.rows.extend(row.map(|row| Row {
                driven,
                answered: waiting.iter().filter_map(answers).collect(),
                ..row
            }));
        }
        self.rows
            .sort_by_key(|row| (!row.waits_for_people(), !row.driven));
        Ok(())
    }

    /// Leaves an answer for a run; what a person is told of it.
    fn tell(&self, run: &RunId, body: &Body) -> Result<String, Failure> {
        self.overview.tell(run, body)?;
        let row = self.rows.iter().find(|it| it.standing.run == *run);
        Ok(match row {
            Some(row) if !row.driven => format!("told run {run}, which is to be resumed"),
            Some(_) | None => format!("told run {run}"),
        })
    }

    fn json(&self) -> Value {
        json!({"runs": self.rows.iter().map(row_json).collect::<Vec<_>>()})
    }
}

fn row(told: &Told, program: String) -> Row {
    // Room for a whole sentence: it is cut where it is shown.
    const PLAIN: Style = Style {
        color: false,
        unicode: true,
        width: 1_000,
        verbose: false,
    };
    Row {
        standing: audit::standing(&told.state),
        summary: audit::summary(&told.state, &told.lines),
        last: render::last(&told.lines, &PLAIN),
        driven: false,
        answered: std::collections::BTreeSet::new(),
        program,
    }
}

/// The question that a message answers.
fn answers(message: &Message) -> Option<ActId> {
    match &message.body {
        Body::Approve { question, .. }
        | Body::Deny { question, .. }
        | Body::Answer { question, .. } => Some(*question),
        Body::Grant(_)
        | Body::Revoke { .. }
        | Body::Budget { .. }
        | Body::Settings(_)
        | Body::Resume { .. }
        | Body::Stop { .. }
        | Body::End { .. } => None,
    }
}

fn row_json(row: &Row) -> Value {
    let (standing, summary) = (&row.standing, &row.summary);
    let waits = waiting::json(standing, &row.program);
    let answered: Vec<String> = row.answered.iter().map(ToString::to_string).collect();
    json!({
        "run": standing.run,
        "repository": standing.repository,
        "project": summary.project,
        "title": summary.title,
        "phase": summary.phase,
        "stop": summary.stop,
        "why": summary.why,
        "ended": summary.ended,
        "driven": row.driven,
        "interrupted": row.interrupted(),
        "task": row.task().map(|it| &it.id),
        "last": row.last,
        "last_ms": summary.last_ms,
        "spent_usd": standing.spent.total().dollars(),
        "spent_guessed": standing.guessed,
        "budget_usd": standing.budget.dollars(),
        "waits": if summary.ended { Vec::new() } else { waits },
        "answered": answered,
    })
}
