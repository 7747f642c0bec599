//! The list of the screen: a line for each run.

use audit::standing::Question;
use ledger::event::Ask;
use ledger::offered;

use super::row::Row;
use crate::render::style::{Mark, Style, Tone};
use crate::render::table;
use crate::render::text::{columns, first_line, fit, money, one_line, pad, plural, spent};

/// The columns of the list.
struct Widths {
    run: usize,
    repository: usize,
    stands: usize,
    task: usize,
    last: usize,
    money: usize,
}

impl Widths {
    /// What is said last takes what the others leave.
    fn of(rows: &[[String; 6]], width: usize) -> Self {
        let widest = |at: usize, max: usize| {
            let all = rows.iter().filter_map(|it| it.get(at));
            all.map(|it| columns(it)).max().unwrap_or(0).min(max)
        };
        let wide = width >= 100;
        let (run, money) = (widest(0, 10), widest(5, 16));
        let repository = widest(1, if wide { 20 } else { 12 });
        let stands = widest(2, if wide { 18 } else { 11 });
        let task = widest(3, if wide { 18 } else { 11 });
        // Two columns before each, and a sign in front.
        let used = 4 + run + repository + stands + task + money + 5 * 2;
        let last = width.saturating_sub(used).max(8);
        Self {
            run,
            repository,
            stands,
            task,
            last,
            money,
        }
    }
}

/// The list: its head, then a line for each run.
pub(super) fn list(rows: &[Row], selected: Option<usize>, style: &Style) -> Vec<String> {
    let head = [
        "RUN",
        "REPOSITORY",
        "PHASE",
        "TASK",
        "LAST OR ASKED",
        "MONEY",
    ]
    .map(str::to_owned);
    let cells: Vec<[String; 6]> = std::iter::once(head)
        .chain(rows.iter().map(|it| cells(it, style)))
        .collect();
    let widths = Widths::of(&cells, style.width);
    let line = |cells: &[String; 6]| {
        let [run, repository, stands, task, last, money] = cells;
        let pad = |text: &str, width| pad(text, width, style.unicode);
        [
            pad(run, widths.run),
            pad(repository, widths.repository),
            pad(stands, widths.stands),
            pad(task, widths.task),
            pad(last, widths.last),
            // What it cost stands at the right.
            format!("{money:>width$}", width = widths.money),
        ]
        .join("  ")
    };
    let mut cells = cells.iter();
    let head = cells.next().map(|it| format!("    {}", line(it)));
    let head = head.map(|it| style.paint(Tone::Dim, it.trim_end()));
    let rows = rows
        .iter()
        .zip(cells)
        .enumerate()
        .map(|(at, (row, cells))| {
            let here = selected == Some(at);
            let cursor = match (here, style.unicode) {
                (true, true) => "▸",
                (true, false) => ">",
                (false, _) => " ",
            };
            let tone = match (here, row.waits_for_people()) {
                (true, _) => Tone::Strong,
                (false, true) => Tone::Ask,
                (false, false) if row.standing.ended.is_some() => Tone::Dim,
                (false, false) => Tone::Plain,
            };
            let asks = !row.standing.questions.is_empty() && row.standing.ended.is_none();
            let mark = match (asks, row.waits_for_people()) {
                (true, true) => Mark::Ask,
                (true, false) => Mark::Next,
                (false, _) => table::mark(&row.summary, row.interrupted()),
            };
            let mark = style.mark(mark);
            format!("{cursor} {mark} {}", style.paint(tone, &line(cells)))
        });
    head.into_iter().chain(rows).collect()
}

fn cells(row: &Row, style: &Style) -> [String; 6] {
    let standing = &row.standing;
    let stands = match (row.interrupted(), row.summary.stop) {
        (true, _) => "interrupted".to_owned(),
        (false, Some(stop)) => stop.to_string(),
        (false, None) => row.summary.phase.to_string(),
    };
    let done = standing.tasks.iter().filter(|it| it.integrated).count();
    let task = row
        .task()
        .map_or_else(String::new, |it| match standing.tasks.len() {
            1 => it.id.to_string(),
            many => format!("{done}/{many} {}", it.id),
        });
    let open = |it: &&Question| !row.answered.contains(&it.act);
    let asks = standing.questions.iter().find(open);
    let last = match asks.filter(|_| standing.ended.is_none()) {
        Some(question) => in_short(&question.ask),
        None if !standing.questions.is_empty() && !row.driven => {
            "answered; to be resumed".to_owned()
        }
        None => row.last.clone(),
    };
    [
        standing.run.to_string(),
        one_line(&row.summary.project),
        stands,
        task,
        fit(&one_line(&last), 400, style.unicode),
        format!(
            "{}/{}",
            spent(standing.spent.total(), standing.guessed),
            money(standing.budget)
        ),
    ]
}

/// What is asked, on one line.
fn in_short(ask: &Ask) -> String {
    match ask {
        Ask::Permission { what, .. } => format!("may it {}?", first_line(what)),
        Ask::Question { text, .. } => first_line(text),
        Ask::Plan { .. } => "is this plan to be carried out?".to_owned(),
        Ask::Tools { server, tools } => offered::question(server, tools),
        Ask::Review { items } => format!("look at {}", plural(items.len(), "thing")),
    }
}
