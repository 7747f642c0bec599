//! The screen of `watch`: all runs, and below them the one that is selected, with what it asks. A pure function from how
//! runs stand to lines, each as wide as the terminal at most.

mod about;
mod list;
mod row;

use ledger::event::Ask;
use ledger::money::Usd;

use super::standing;
use super::style::{Style, Tone};
use super::text::{clip, columns, fit, one_line, plural, spent, visible};
use about::about_run;
use list::list;
pub(crate) use row::{Row, View};

/// Narrower terminals get lines that are cut.
const COLUMNS_MIN: usize = 60;
/// Lines of the part about the selected run that a screen has at least, as far as it is high enough.
const DETAIL_LINES_MIN: usize = 8;

/// A screen.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Its lines.
    pub(crate) lines: Vec<String>,
    /// Whether the end of the part about the selected run is on it.
    pub(crate) to_the_end: bool,
    /// Lines of that part that are on it.
    pub(crate) detail_lines: usize,
}

/// The screen for a terminal of so many lines; its columns stand in the style.
pub(crate) fn screen(
    rows: &[Row],
    view: &View,
    now_ms: u64,
    height: usize,
    style: &Style,
) -> Drawn {
    let wide = Style {
        width: style.width.max(COLUMNS_MIN),
        ..*style
    };
    let table = list(rows, Some(view.selected), &wide);
    let room = height.saturating_sub(4);
    let listed = rows.len().min(room.saturating_sub(DETAIL_LINES_MIN).max(3));
    let from = (view.selected + 1).saturating_sub(listed);
    let mut lines = vec![head(rows, &wide)];
    lines.extend(table.iter().take(1).cloned());
    lines.extend(table.iter().skip(1 + from).take(listed).cloned());
    let sign = if style.unicode { "─" } else { "-" };
    lines.push(wide.paint(Tone::Dim, &sign.repeat(wide.width)));
    let about = rows.get(view.selected);
    let about = about.map_or_else(Vec::new, |row| about_run(row, view, now_ms, &wide));
    let detail_lines = height.saturating_sub(lines.len() + 1);
    let below = about.len().saturating_sub(view.above);
    let to_the_end = below <= detail_lines;
    // Where something is left out, a line says so.
    let shown = if to_the_end {
        below
    } else {
        detail_lines.saturating_sub(1)
    };
    lines.extend(about.into_iter().skip(view.above).take(shown));
    if !to_the_end && detail_lines > 0 {
        let more = format!(
            "      {} more: space shows them",
            plural(below - shown, "line")
        );
        lines.push(wide.paint(Tone::Warn, &more));
    }
    lines.resize(height.saturating_sub(1), String::new());
    lines.push(foot(rows.get(view.selected), view, to_the_end, &wide));
    for line in &mut lines {
        *line = clip(line, style.width);
    }
    Drawn {
        lines,
        to_the_end,
        detail_lines: shown,
    }
}

/// The same for a reader that types nothing: all rows, and what waits with the commands that answer.
pub(crate) fn page(rows: &[Row], style: &Style) -> String {
    let mut lines = vec![head(rows, style)];
    lines.extend(list(rows, None, style));
    let mut out = String::new();
    for line in lines {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for row in rows.iter().filter(|it| it.waits_for_people()) {
        out.push('\n');
        let waits = standing::waiting(&row.standing, &row.program, true, style);
        out.push_str(waits.trim_end());
        out.push('\n');
    }
    out
}

fn head(rows: &[Row], style: &Style) -> String {
    let dot = style.dot();
    let waits = rows.iter().filter(|it| it.waits_for_people()).count();
    let sum = rows
        .iter()
        .fold(Usd::ZERO, |sum, it| sum.plus(it.standing.spent.total()));
    let guessed = rows.iter().any(|it| it.standing.guessed);
    let runs = plural(rows.len(), "run");
    let waits = match waits {
        0 => "nothing waits for you".to_owned(),
        1 => "1 waits for you".to_owned(),
        many => format!("{many} wait for you"),
    };
    let text = format!(
        "interlock{dot}{runs}{dot}{waits}{dot}{} spent",
        spent(sum, guessed)
    );
    style.paint(Tone::Strong, &fit(&text, style.width, style.unicode))
}

/// What may be typed, or what somebody is typing.
fn foot(row: Option<&Row>, view: &View, to_the_end: bool, style: &Style) -> String {
    if let Some((what, words)) = &view.typing {
        let cursor = if style.unicode { "▏" } else { "_" };
        let words = visible(words);
        // The end of a long text is what somebody types at.
        let room = style.width.saturating_sub(columns(what) + 2);
        let mut from = 0;
        while columns(words.get(from..).unwrap_or_default()) > room {
            from += words[from..].chars().next().map_or(1, char::len_utf8);
        }
        let words = words.get(from..).unwrap_or_default();
        return format!("{} {words}{cursor}", style.paint(Tone::Ask, what));
    }
    if view.keyless {
        return style.paint(Tone::Dim, "Ctrl-C ends it");
    }
    let mut keys = Vec::new();
    let question = view.question.and_then(|act| row?.question(act));
    let open =
        |it: &&audit::standing::Question| row.is_some_and(|row| !row.answered.contains(&it.act));
    match question.filter(open).map(|it| &it.ask) {
        Some(Ask::Question { .. }) => keys.push("a answer"),
        Some(Ask::Permission { .. }) => keys.extend(["y yes, once", "n no"]),
        Some(Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. }) => {
            keys.extend(["y yes", "n no"])
        }
        None => {}
    }
    if row.is_some_and(|it| it.standing.questions.len() > 1) {
        keys.push("tab next question");
    }
    if !to_the_end || view.above > 0 {
        keys.push("space reads on");
    }
    keys.extend([
        if style.unicode {
            "↑ ↓ move"
        } else {
            "j k move"
        },
        "q quit",
    ]);
    let keys = keys.join(style.dot());
    let note = match view.note.as_str() {
        "" => String::new(),
        note => format!("{}{}", one_line(note), style.dash()),
    };
    // Keys are known by then; what came of one is not.
    let note = fit(&note, style.width, style.unicode);
    let keys = fit(&keys, style.width - columns(&note), style.unicode);
    let note = style.paint(Tone::Warn, &note);
    format!("{note}{}", style.paint(Tone::Dim, &keys))
}
