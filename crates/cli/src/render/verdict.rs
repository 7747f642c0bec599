//! A verdict at a terminal: what is wrong and where, what would mend it, what a person has to look at. The whole page is for
//! files and programs.

use ledger::report::{Feedback, Item, ItemStatus, Report};

use super::style::{Mark, Style, Tone, graded};
use super::text::{one_line, plural, wrap};

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
    out.push_str(&accepted(report, style));
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
    let (mark, tone) = graded(report.status);
    let (dot, word) = (style.dot(), style.paint(tone, report.status.word()));
    let about = one_line(&report.phase);
    let looked = report
        .looked_at
        .as_ref()
        .map(|it| format!("looked at {it}"));
    let score = match (all, report.unrun(), &looked) {
        (0, _, Some(_)) => String::new(),
        (0, Some(why), None) => format!("{why}{dot}"),
        (0, None, None) | (1.., ..) => format!("{verified} of {all} verified{dot}"),
    };
    let mut out = format!("{} {word}{dot}{score}{about}\n", style.mark(mark));
    if let Some(looked) = looked {
        out.push_str(&below(&looked, ("  ", 2), style));
    }
    out
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
    let rule = match item.rule.as_str() {
        "" => String::new(),
        rule => format!(" {rule}"),
    };
    let word = style.paint(Tone::Dim, &format!("{}{rule}", item.word));
    let mut out = format!("\n{} {what}{text}  {word}\n", style.mark(mark));
    out.push_str(&below(&one_line(&item.reason), ("  ", 2), style));
    if item.status != ItemStatus::Verified {
        let next = format!("  {} ", style.mark(Mark::Next));
        for missing in &item.missing {
            out.push_str(&below(&one_line(missing), (&next, 4), style));
        }
    }
    out
}

/// A text as lines of the terminal: behind `first`, which takes so many columns, and further lines below it.
fn below(text: &str, (first, columns): (&str, usize), style: &Style) -> String {
    let lines = wrap(text, style.width.saturating_sub(columns));
    let blank = " ".repeat(columns);
    format!("{first}{}\n", lines.join(&format!("\n{blank}")))
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
        let at = note.location.as_ref();
        let file = at.map_or_else(String::new, |it| format!("{}: ", it.file));
        let message = note.message.strip_prefix(&file).unwrap_or(&note.message);
        let place = at.map_or_else(String::new, |it| format!("{}: ", it.place()));
        let text = one_line(&format!("{place}{message} ({})", note.rule));
        out.push_str(&below(&text, (&sign, 2), style));
    }
    if notes.len() > shown {
        let more = format!("  and {} more, with --verbose", notes.len() - shown);
        out.push_str(&format!("{}\n", style.paint(Tone::Dim, &more)));
    }
    out
}

/// What was found and is accepted: how much; with `verbose` all of it, with the reasons.
fn accepted(report: &Report, style: &Style) -> String {
    let count = report.accepted.len();
    if count == 0 {
        return String::new();
    }
    let said = format!(
        "{} accepted, as `.interlock/accepted.yml` says",
        plural(count, "finding")
    );
    let mut out = format!("\n{}\n", style.paint(Tone::Dim, &said));
    let sign = format!("{} ", style.mark(Mark::Note));
    for it in report.accepted.iter().filter(|_| style.verbose) {
        let at = it.location.as_ref();
        let place = at.map_or_else(|| it.place.clone(), |at| at.place());
        let text = one_line(&format!(
            "{place}: {} ({}): {}",
            it.message, it.rule, it.reason
        ));
        out.push_str(&below(&text, (&sign, 2), style));
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
