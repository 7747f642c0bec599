//! Many tasks at once, one run each: all are checked before the first is begun, a line tells each change, a table the end.

mod read;
mod show;

use std::path::Path;
use std::time::Instant;

use harness::batch::pool::{self, Bounds, How, Job, News};
use harness::repository::Site;
use harness::runs;
use ledger::money::{Usage, Usd};
use ledger::phase::Stop;
use serde_json::{Value, json};

use super::drive::{dollars, exit_of};
use super::{Outcome, put, put_json};
use crate::args::{Global, RunArgs};
use crate::exit::{Exit, Failure};
use crate::render::batch::{Ending, Row};
use crate::{render, screen};

/// Exit statuses, the most serious first: what is ours to mend, what goes on by itself, what the call got wrong, what was
/// refused, what failed, and what money or a person would bring on.
const SERIOUS: [Exit; 7] = [
    Exit::Internal,
    Exit::Interrupted,
    Exit::Usage,
    Exit::Refused,
    Exit::Failed,
    Exit::Budget,
    Exit::Person,
];

pub(super) fn batch(global: &Global, args: &RunArgs, file: &Path) -> Outcome {
    let begun = Instant::now();
    let total = args.batch.budget_total.as_deref();
    let total = total.map(dollars).transpose()?;
    let batch = read::batch(global, args, file)?;
    let mut board = Board {
        global,
        site: &batch.site,
        rows: Vec::new(),
    };
    let mut jobs = Vec::new();
    let mut over = Usd::ZERO;
    for (at, task) in batch.tasks.into_iter().enumerate() {
        let (row, spent) = board.before(&task)?;
        board.rows.push(row);
        match task.todo {
            Some((site, begin)) => jobs.push(Job {
                at,
                site,
                begin,
                spent,
            }),
            None => {
                over = Usd(over.0.saturating_add(spent.0));
                board.say(at)?;
            }
        }
    }
    let bounds = Bounds {
        parallel_max: usize::from(args.batch.parallel.unwrap_or_else(|| usual(&batch.site))),
        total,
        over,
    };
    let mut show = show::Show::new(global);
    show.counts(&board.rows);
    let mut unsaid = None;
    pool::drive(jobs, bounds, batch.record, |news| {
        if let Err(failure) = board.hear(news, &mut show) {
            // The runs are driven to their end all the same.
            unsaid.get_or_insert(failure);
        }
        show.counts(&board.rows);
    });
    show.close();
    board.look_again()?;
    match unsaid {
        Some(failure) => Err(failure),
        None => board.close(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)),
    }
}

/// Runs side by side when nobody says: as many as tasks of one run, but no more than a machine for one person bears.
fn usual(site: &Site) -> u8 {
    const USUAL_MAX: u32 = 4;
    let tasks_max = site.options(None).limits.tasks_parallel_max;
    u8::try_from(tasks_max.min(USUAL_MAX)).unwrap_or(1)
}

/// How all tasks stand.
struct Board<'a> {
    global: &'a Global,
    site: &'a Site,
    rows: Vec<Row>,
}

impl Board<'_> {
    /// A task before anything is done about it now, and what its run has cost already.
    fn before(&self, task: &read::Task) -> Result<(Row, Usd), Failure> {
        let mut row = Row::new(task.entry.line, &task.entry.task);
        row.run.clone_from(&task.run);
        if let Some(why) = &task.done {
            row.ending = Ending::Done(why.clone());
            row.exit = Exit::Done;
        }
        if task.run.is_some() {
            self.look(&mut row, false)?;
        }
        let cost = row.summary.as_ref().map_or(Usd::ZERO, |it| it.cost.total);
        Ok((row, cost))
    }

    /// Takes in what happened.
    fn hear(&mut self, news: News, show: &mut show::Show) -> Result<(), Failure> {
        match news {
            News::Begun { at, run } => {
                show.begun(&self.rows[at], &run);
                self.rows[at].run = Some(run);
                Ok(())
            }
            News::Line {
                at, spent, line, ..
            } => {
                if let Some(run) = &self.rows[at].run {
                    show.line(run, spent, &line);
                }
                Ok(())
            }
            News::Over { at, how } => {
                let mut row = std::mem::take(&mut self.rows[at]);
                let over = self.over(&mut row, how);
                show.over(&row);
                self.rows[at] = row;
                over?;
                self.say(at)
            }
        }
    }

    /// Nothing more happens to a task now.
    fn over(&self, row: &mut Row, how: How) -> Result<(), Failure> {
        let interrupted = matches!(&how, How::Rests(rest) if rest.interrupted);
        if row.run.is_some() {
            self.look(row, interrupted)?;
        }
        match how {
            How::Rests(rest) => row.checkout = rest.checkout,
            How::Broke(broken) => {
                let Failure {
                    message,
                    help,
                    exit,
                } = broken.into();
                row.ending = Ending::Broke { message, help };
                row.exit = exit;
            }
            How::Panicked => {
                row.ending = Ending::Broke {
                    message: "an internal error".to_owned(),
                    help: None,
                };
                row.exit = Exit::Internal;
            }
            How::Elsewhere => {
                row.ending = Ending::Elsewhere;
                row.exit = Exit::Person;
            }
            How::Interrupted => {
                row.ending = Ending::Left("the batch was interrupted before");
                row.exit = Exit::Interrupted;
            }
            How::Spent => {
                row.ending = Ending::Left("the money for the batch was used up before");
                row.exit = Exit::Budget;
            }
        }
        Ok(())
    }

    /// What the ledger says of a task's run.
    fn look(&self, row: &mut Row, interrupted: bool) -> Result<(), Failure> {
        let Some(run) = &row.run else { return Ok(()) };
        let told = runs::read(&self.site.store()?, run)?;
        let summary = audit::summary(&told.state, &told.lines);
        let interrupted = !summary.ended && (interrupted || summary.stop.is_none());
        row.exit = exit_of(summary.stop, interrupted);
        row.ending = match (interrupted, summary.stop) {
            (true, _) => Ending::Interrupted,
            (false, Some(Stop::Done)) => Ending::Merged,
            (false, None) => Ending::Failed,
            (
                false,
                Some(
                    stop @ (Stop::Blocked
                    | Stop::BudgetExhausted
                    | Stop::Stuck
                    | Stop::Unsafe
                    | Stop::ScopeDrift
                    | Stop::Stopped),
                ),
            ) => Ending::Parked(stop),
        };
        row.standing = Some(audit::standing(&told.state));
        row.summary = Some(summary);
        Ok(())
    }

    /// Somebody may have answered a parked run meanwhile, and driven it on.
    fn look_again(&mut self) -> Result<(), Failure> {
        let store = self.site.store()?;
        for at in 0..self.rows.len() {
            let mut row = std::mem::take(&mut self.rows[at]);
            if let (Ending::Parked(_), Some(run)) = (&row.ending, &row.run) {
                if runs::is_driven(&store, run)? {
                    row.ending = Ending::Elsewhere;
                } else {
                    self.look(&mut row, false)?;
                }
            }
            self.rows[at] = row;
        }
        Ok(())
    }

    /// Prints how a task was left, for programs.
    fn say(&self, at: usize) -> Result<(), Failure> {
        if self.global.json {
            put_json(&told(&self.rows[at]))?;
        }
        Ok(())
    }

    /// The table and the sum, and the exit status of all.
    fn close(&self, ms: u64) -> Outcome {
        let rows = &self.rows;
        let all_done = rows.iter().all(|it| it.exit == Exit::Done);
        let worst = SERIOUS
            .into_iter()
            .find(|exit| rows.iter().any(|it| it.exit == *exit));
        let exit = worst.unwrap_or(if all_done { Exit::Done } else { Exit::Failed });
        if self.global.json {
            put_json(&json!({"summary": sum(rows, ms, exit)}))?;
        } else if !self.global.quiet {
            let style = screen::style(self.global.verbose);
            put(&render::batch::table(rows, ms, &style))?;
        }
        Ok(exit)
    }
}

/// One task, for programs.
fn told(row: &Row) -> Value {
    let summary = row.summary.as_ref();
    let standing = row.standing.as_ref();
    let park = standing.and_then(|it| it.park.as_ref());
    let questions = standing.map(|it| it.questions.iter().map(|it| it.act.to_string()));
    json!({
        "line": row.line,
        "task": row.task,
        "run": row.run,
        "outcome": row.ending.word(),
        "why": row.why(),
        "stop": summary.and_then(|it| it.stop),
        "phase": summary.map(|it| it.phase),
        "needs": park.map(|it| &it.needs),
        "questions": questions.map(Iterator::collect::<Vec<_>>).unwrap_or_default(),
        "merged": summary.and_then(|it| it.merged.as_ref()),
        "checkout": row.checkout,
        "tokens": summary.map(|it| it.tokens.total()),
        "cost_usd": summary.map(|it| it.cost.total.dollars()),
        "active_ms": summary.map(|it| it.active_ms),
        "exit": row.exit as u8,
    })
}

/// All tasks together, for programs.
fn sum(rows: &[Row], ms: u64, exit: Exit) -> Value {
    let mut outcomes = serde_json::Map::new();
    for word in Ending::WORDS {
        let count = rows.iter().filter(|it| it.ending.word() == word).count();
        outcomes.insert(word.to_owned(), count.into());
    }
    let summaries = || rows.iter().filter_map(|it| it.summary.as_ref());
    let tokens: u64 = summaries().map(|it| Usage::total(&it.tokens)).sum();
    let spent: u64 = summaries().map(|it| it.cost.total.0).sum();
    json!({
        "tasks": rows.len(),
        "outcomes": outcomes,
        "tokens": tokens,
        "cost_usd": Usd(spent).dollars(),
        "ms": ms,
        "exit": exit as u8,
    })
}
