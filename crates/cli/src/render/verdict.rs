//! A verdict at a terminal: what is wrong and where, what would mend it, what a person has to look at. The whole page is for
//! files and programs.

use ledger::report::{Feedback, Item, ItemStatus, Report, ReportStatus};

use super::text::{one_line, plural, wrap};
use super::{Mark, Style, Tone};

/// What is worth knowing, at most; the page has all.
const NOTES_MAX: usize = 10;

/// All of it, the most serious first; with `verbose` what was verified, too.
pub(crate) fn verdict(report: &Report, style: &Style) -> String {
    let mut out = head(report, style);
    for status in [
        ItemStatus::Failed,
        ItemStatus::Human,
        ItemStatus::Unknown,
        ItemStatus::Verified,
    ] {
        let of = report.items.iter().filter(|it| it.status == status);
        for item in of.filter(|it| style.verbose || it.status != ItemStatus::Verified) {
            out.push_str(&one(item, style));
        }
    }
    out.push_str(&notes(report, style));
    out.push_str(&since(report, style));
    if let Some(inputs) = &report.inputs {
        let key = inputs.key().to_string();
        let said = format!("verdict {}", key.get(..12).unwrap_or(&key));
        out.push_str(&format!("\n{}\n", style.paint(Tone::Dim, &said)));
    }
    out
}

fn head(report: &Report, style: &Style) -> String {
    let (verified, all) = report.score();
    let (mark, tone) = match report.status {
        ReportStatus::Passed => (Mark::Good, Tone::Good),
        ReportStatus::GapsFound => (Mark::Bad, Tone::Bad),
        ReportStatus::HumanNeeded => (Mark::Ask, Tone::Ask),
    };
    let (dot, word) = (style.dot(), style.paint(tone, report.status.word()));
    let about = one_line(&report.phase);
    format!(
        "{} {word}{dot}{verified} of {all} verified{dot}{about}\n",
        style.mark(mark)
    )
}

/// Where and what it is, why it stands so, and what would mend it.
fn one(item: &Item, style: &Style) -> String {
    let mark = match item.status {
        ItemStatus::Verified => Mark::Good,
        ItemStatus::Failed => Mark::Bad,
        ItemStatus::Unknown | ItemStatus::Human => Mark::Ask,
    };
    let place = item.place();
    let text = match &place {
        Some(_) if item.path.as_ref() == Some(&item.text) => String::new(),
        Some(_) => format!("{}{}", style.dot(), one_line(&item.text)),
        None => String::new(),
    };
    let what = place.as_deref().unwrap_or(&item.text);
    let what = style.paint(Tone::Strong, &one_line(what));
    let word = style.paint(Tone::Dim, &item.word);
    let mut out = format!("\n{} {what}{text}  {word}\n", style.mark(mark));
    out.push_str(&below(&one_line(&item.reason), "  ", style));
    if item.status != ItemStatus::Verified {
        let next = format!("  {} ", style.mark(Mark::Next));
        for missing in &item.missing {
            out.push_str(&below(&one_line(missing), &next, style));
        }
    }
    out
}

/// A text as lines of the terminal, behind `first` and further lines below it.
fn below(text: &str, first: &str, style: &Style) -> String {
    let columns = if first.trim().is_empty() { 2 } else { 4 };
    let mut out = String::new();
    for (at, line) in wrap(text, style.width.saturating_sub(columns))
        .iter()
        .enumerate()
    {
        match at {
            0 => out.push_str(first),
            _ => out.extend(std::iter::repeat_n(' ', columns)),
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

fn notes(report: &Report, style: &Style) -> String {
    let notes: Vec<&Feedback> = report.notes().collect();
    if notes.is_empty() {
        return String::new();
    }
    let mut out = format!("\n{}\n", style.paint(Tone::Strong, "worth knowing"));
    let shown = if style.verbose {
        notes.len()
    } else {
        NOTES_MAX
    };
    let sign = format!("{} ", style.mark(Mark::Note));
    for note in notes.iter().take(shown) {
        let place = note.location.as_ref().map(|it| {
            let line = it.line.map_or_else(String::new, |line| format!(":{line}"));
            format!("{}{line}", it.file)
        });
        let file = note.location.as_ref().map(|it| format!("{}: ", it.file));
        let message = file.and_then(|file| note.message.strip_prefix(&file));
        let message = message.unwrap_or(&note.message);
        let place = place.map_or_else(String::new, |it| format!("{it}: "));
        let text = one_line(&format!("{place}{message} ({})", note.rule));
        for (at, line) in below(&text, "  ", style).lines().enumerate() {
            let line = line.trim_start();
            let before = if at == 0 { &sign } else { "  " };
            out.push_str(&format!("{before}{line}\n"));
        }
    }
    if notes.len() > shown {
        let more = format!("  and {} more, with --verbose", notes.len() - shown);
        out.push_str(&format!("{}\n", style.paint(Tone::Dim, &more)));
    }
    out
}

/// What changed since the verdict before.
fn since(report: &Report, style: &Style) -> String {
    let Some(again) = &report.re_verification else {
        return String::new();
    };
    let dot = style.dot();
    let mut text = format!(
        "\n{} since the verdict before ({}): {} closed{dot}{} open still{dot}{} worse\n",
        style.mark(Mark::Again),
        again.previous_status.word(),
        plural(again.gaps_closed.len(), "gap"),
        again.gaps_remaining.len(),
        again.regressions.len()
    );
    for worse in &again.regressions {
        text.push_str(&format!(
            "  {} {}\n",
            style.mark(Mark::Bad),
            one_line(worse)
        ));
    }
    text
}
