//! The tasks of a run as a tree: by wave, each with how far it is and what it waits for.

use audit::TaskStanding;

use super::style::{Mark, Style, Tone};
use super::text::{first_line, fit, plural};

/// Tasks that are shown of one run.
const TASKS_MAX: usize = 60;

/// One line for each task, behind lines that show its wave.
pub(super) fn tree(tasks: &[TaskStanding], style: &Style) -> Vec<String> {
    let shown = &tasks[..tasks.len().min(TASKS_MAX)];
    let mut waves: Vec<u32> = shown.iter().map(|it| it.wave).collect();
    waves.sort_unstable();
    waves.dedup();
    let mut lines = Vec::new();
    for (at, wave) in waves.iter().enumerate() {
        let last_wave = at + 1 == waves.len();
        let of_wave: Vec<&TaskStanding> = shown.iter().filter(|it| it.wave == *wave).collect();
        for (nth, task) in of_wave.iter().enumerate() {
            let trunk = branch(style, last_wave, nth == 0);
            let head = match nth {
                0 => format!("{trunk} wave {wave:<3}"),
                _ => format!("{trunk}         "),
            };
            let head = style.paint(Tone::Dim, &head);
            let text = fit(
                &said(task),
                style.width.saturating_sub(18).max(20),
                style.unicode,
            );
            lines.push(format!("  {head} {} {text}", style.mark(mark(task))));
        }
    }
    if let more @ 1.. = tasks.len() - shown.len() {
        lines.push(format!("    and {} more", plural(more, "task")));
    }
    lines
}

fn branch(style: &Style, last: bool, first: bool) -> &'static str {
    match (style.unicode, last, first) {
        (true, false, true) => "├",
        (true, true, true) => "└",
        (true, false, false) => "│",
        (false, _, true) => "|-",
        (false, false, false) => "| ",
        (_, true, false) => " ",
    }
}

fn mark(task: &TaskStanding) -> Mark {
    match (task.integrated, task.held.is_some(), task.stage) {
        (true, _, _) => Mark::Good,
        (false, true, _) => Mark::Stop,
        (false, false, "to do" | "not begun") => Mark::None,
        (false, false, _) => Mark::Go,
    }
}

/// What is said of a task: its name, how far it is, and what it waits for.
pub(super) fn said(task: &TaskStanding) -> String {
    let mut text = format!("{}  {}", task.id, task.stage);
    if task.attempt > 1 {
        text.push_str(&format!(", attempt {}", task.attempt));
    }
    match &task.held {
        Some(park) => text.push_str(&format!(": {}", first_line(&park.why))),
        None if !task.integrated && !task.depends_on.is_empty() => {
            let names: Vec<&str> = task.depends_on.iter().map(|it| it.as_str()).collect();
            text.push_str(&format!(", after {}", names.join(", ")));
        }
        None => {}
    }
    text
}
