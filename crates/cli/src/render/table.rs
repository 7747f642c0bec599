//! Many runs: the list, the key figures, the result of a replay.

use audit::figures::{Kind, Ratio, SHARE_BASE_MIN, Target, Unit};
use audit::{Divergence, Figure, Figures, Replay, Summary, TaskStanding};
use ledger::money::Usd;
use ledger::phase::{Phase, Stop};
use ledger::report::ReportStatus;

use super::style::{Mark, Style, Tone};
use super::text::{
    columns, count, duration, first_line, fit, money, pad, plural, spent, time, visible, wrap,
};
use super::tree;

/// `status`: one line for each run, and what goes on with those that were interrupted.
pub(crate) fn table(
    rows: &[(Summary, bool)],
    tasks: &[Vec<TaskStanding>],
    style: &Style,
) -> String {
    let mut cells: Vec<[String; 6]> =
        vec![["RUN", "STANDS", "VERIFIED", "COST", "TIME", "ABOUT"].map(str::to_owned)];
    let first = rows.first().map(|(it, _)| it.project.as_str());
    let many_projects = rows
        .iter()
        .any(|(it, _)| Some(it.project.as_str()) != first);
    cells.extend(rows.iter().map(|(it, interrupted)| {
        let title = first_line(&it.title);
        let about = match many_projects {
            true => format!("{}: {title}", first_line(&it.project)),
            false => title,
        };
        [
            it.run.to_string(),
            stands(it, *interrupted),
            verified(it),
            spent(it.cost.total, it.cost_guessed),
            duration(it.active_ms),
            about,
        ]
    }));
    let widths: Vec<usize> = (0..5)
        .map(|at| cells.iter().map(|it| columns(&it[at])).max().unwrap_or(0))
        .collect();
    let used: usize = widths.iter().map(|it| it + 2).sum::<usize>() + 2;
    let room = style.width.saturating_sub(used).max(12);
    let mut out = String::new();
    for (at, row) in cells.iter().enumerate() {
        let mark = if at == 0 {
            Mark::None
        } else {
            let (summary, interrupted) = &rows[at - 1];
            mark(summary, *interrupted)
        };
        let mut line: String = (0..5)
            .map(|at| format!("{}  ", pad(&row[at], widths[at], style.unicode)))
            .collect();
        line.push_str(&fit(&row[5], room, style.unicode));
        let line = if at == 0 {
            style.paint(Tone::Dim, line.trim_end())
        } else {
            line.trim_end().to_owned()
        };
        out.push_str(&format!("{} {line}\n", style.mark(mark)));
        // One task is told by the line of its run, and of a run that is over nobody asks.
        let open = |at: &usize| tasks[*at].len() > 1 && !rows[*at].0.ended;
        if let Some(at) = at.checked_sub(1).filter(open) {
            for line in tree::tree(&tasks[at], style) {
                out.push_str(&format!("{}\n", line.trim_end()));
            }
        }
    }
    for (summary, _) in rows.iter().filter(|(_, interrupted)| *interrupted) {
        let next = style.mark(Mark::Next);
        let run = &summary.run;
        out.push_str(&format!("  {next} interlock resume {run}\n"));
    }
    out
}

/// How a run is marked in a list.
pub(super) fn mark(summary: &Summary, interrupted: bool) -> Mark {
    if interrupted {
        return Mark::Stop;
    }
    if summary.until_ms.is_some() {
        return Mark::Wait;
    }
    match (summary.stop, summary.ended) {
        (Some(Stop::Done), _) => Mark::Good,
        (Some(Stop::Blocked | Stop::BudgetExhausted), _) => Mark::Ask,
        (Some(Stop::Stuck | Stop::Unsafe | Stop::ScopeDrift | Stop::Stopped), _) => Mark::Stop,
        (None, true) => Mark::Bad,
        (None, false) => Mark::Go,
    }
}

/// The stop where there is one, else the phase.
fn stands(summary: &Summary, interrupted: bool) -> String {
    if interrupted {
        return format!("interrupted ({})", summary.phase);
    }
    if let Some(until_ms) = summary.until_ms {
        return format!("waits until {} ({})", time(until_ms), summary.phase);
    }
    match summary.stop {
        Some(Stop::Done) | None => summary.phase.to_string(),
        Some(_) if summary.ended => summary.phase.to_string(),
        Some(stop) => format!("{stop} ({})", summary.phase),
    }
}

fn verified(summary: &Summary) -> String {
    let Some((verified, all)) = summary.score else {
        return "-".to_owned();
    };
    let word = match summary.report {
        Some(ReportStatus::Passed) => "passed",
        Some(ReportStatus::GapsFound) => "gaps",
        Some(ReportStatus::HumanNeeded) => "to look at",
        None if summary.phase == Phase::Fail => "failed",
        None => "",
    };
    format!("{verified}/{all} {word}").trim_end().to_owned()
}

/// `stats`: the seven key figures beside their targets.
pub(crate) fn figures(figures: &Figures, style: &Style) -> String {
    let mut out = format!(
        "{}, {} of them ended or parked\n",
        plural(usize::try_from(figures.runs).unwrap_or(usize::MAX), "run"),
        figures.settled
    );
    if figures.unanswered > 0 {
        let runs = plural(
            usize::try_from(figures.unanswered).unwrap_or(usize::MAX),
            "run",
        );
        out.push_str(&format!(
            "{runs} besides that no model answered; left out\n"
        ));
    }
    out.push('\n');
    let head = format!(
        "  {}{:>12}  {:>10}  OVER",
        pad("FIGURE", 24, true),
        "VALUE",
        "TARGET"
    );
    out.push_str(&style.paint(Tone::Dim, &head));
    out.push('\n');
    for figure in &figures.figures {
        let guessed = figures.cost_guessed && figure.kind == Kind::Cost;
        out.push_str(&row(figure, guessed, style));
    }
    let few = |it: &Figure| it.value.is_some() && it.met.is_none();
    if figures.figures.iter().any(few) {
        let text =
            format!("  a share of fewer than {SHARE_BASE_MIN} is not held against its target");
        out.push_str(&format!("\n{}\n", style.paint(Tone::Dim, &text)));
    }
    if style.verbose {
        out.push('\n');
        for kind in Kind::ALL {
            let room = style.width.saturating_sub(26).max(30);
            for (nth, line) in wrap(kind.meaning(), room).iter().enumerate() {
                let name = if nth == 0 { kind.words() } else { "" };
                out.push_str(&format!("  {}{line}\n", pad(name, 24, true)));
            }
        }
    }
    out
}

fn row(figure: &Figure, guessed: bool, style: &Style) -> String {
    let (mark, tone) = match figure.met {
        Some(true) => (Mark::Good, Tone::Good),
        Some(false) => (Mark::Bad, Tone::Bad),
        None => (Mark::None, Tone::Dim),
    };
    let nothing = match figure.kind {
        Kind::Compression => "not needed",
        Kind::SuccessRate
        | Kind::Corrections
        | Kind::HumanShare
        | Kind::Duration
        | Kind::Cost
        | Kind::PassRate => "no data",
    };
    let value = figure
        .value
        .map_or_else(|| nothing.to_owned(), |it| shown(it, figure.unit));
    let value = format!("{}{value}", if guessed { "~" } else { "" });
    let target = match figure.target {
        Target::Above(it) => format!("> {}", bound(it, figure.kind)),
        Target::Below(it) => format!("< {}", bound(it, figure.kind)),
    };
    let value = style.paint(tone, &format!("{value:>12}"));
    let base = figure.kind.base();
    let base = if figure.based_on == 1 {
        base.trim_end_matches('s')
    } else {
        base
    };
    let over = format!("{} {base}", count(figure.based_on));
    let name = pad(figure.kind.words(), 24, true);
    format!(
        "{} {name}{value}  {target:>10}  {}\n",
        style.mark(mark),
        style.paint(Tone::Dim, &over)
    )
}

/// A value with its unit.
fn shown(value: Ratio, unit: Unit) -> String {
    let milli = value.milli();
    match unit {
        Unit::Share => format!("{}.{} %", milli / 10, milli % 10),
        Unit::Count => format!("{}.{:02}", milli / 1000, milli % 1000 / 10),
        Unit::Milliseconds => duration(milli / 1000),
        Unit::MicroUsd => money(Usd(milli / 1000)),
        Unit::ToOne => format!("{}.{} : 1", milli / 1000, milli % 1000 / 100),
    }
}

/// A target, without the places that say nothing.
fn bound(bound: Ratio, kind: Kind) -> String {
    let milli = bound.milli();
    match kind.unit() {
        Unit::Share => format!("{} %", milli / 10),
        Unit::Count => format!("{}", milli / 1000),
        Unit::Milliseconds => format!("{} min", milli / 60_000_000),
        Unit::MicroUsd => money(Usd(milli / 1000)),
        Unit::ToOne => format!("{} : 1", milli / 1000),
    }
}

/// `replay RUN`: whether this program decides it all again, and where it does not.
pub(crate) fn replay(replay: &Replay) -> String {
    let mut out = format!(
        "{} things seen, {} decisions compared: {}\n",
        replay.seen,
        replay.decided,
        if replay.agrees() {
            "all decided again".to_owned()
        } else {
            format!("{} differ", replay.diverged)
        }
    );
    for divergence in &replay.divergences {
        out.push_str(&differs(divergence));
    }
    let left = replay.diverged.saturating_sub(replay.divergences.len());
    if left > 0 {
        out.push_str(&format!("\nand {left} more\n"));
    }
    out
}

fn differs(divergence: &Divergence) -> String {
    /// Characters of a decision that are shown.
    const CHARS_MAX: usize = 2_000;
    let json = |it: &Option<ledger::event::Decided>| match it {
        Some(decided) => {
            let text = serde_json::to_string(decided).unwrap_or_default();
            visible(&text.chars().take(CHARS_MAX).collect::<String>())
        }
        None => "nothing".to_owned(),
    };
    let on = divergence.seen.map_or(String::new(), |it| {
        format!(", on what was seen in line {it}")
    });
    format!(
        "\nline {}{on}\n  ledger: {}\n  now:    {}\n",
        divergence.seq,
        json(&divergence.expected.as_ref().map(|it| it.decided.clone())),
        json(&divergence.found.as_ref().map(|it| it.decided.clone())),
    )
}
