//! What the screen tells of the run that is selected.

use audit::standing::Question;

use super::row::{Row, View};
use crate::render::page::Page;
use crate::render::standing;
use crate::render::style::{Mark, Style, Tone};
use crate::render::text::{broken, clock};

/// All that is told of the selected run.
pub(super) fn about_run(row: &Row, view: &View, now_ms: u64, style: &Style) -> Vec<String> {
    let it = &row.standing;
    let dot = style.dot();
    let mut page = Page::new(style);
    page.program.clone_from(&row.program);
    page.title(&standing::titled(it, style));
    let repository = it.repository.as_deref().unwrap_or("?");
    let target = it.target.as_deref().unwrap_or("?");
    page.field(
        "in",
        &format!("{repository}{dot}{} for {target}", it.branch),
    );
    let stands = match (row.interrupted(), row.driven) {
        (true, _) => format!("interrupted, in {}{dot}nobody drives it", it.phase),
        (false, true) => format!("{}{dot}driven", standing::stands(it, style)),
        (false, false) => standing::stands(it, style),
    };
    page.wrapped_field("stands", &stands);
    let ago = clock(now_ms.saturating_sub(row.summary.last_ms));
    page.field("last", &format!("{ago} ago{dot}{}", row.last));
    let shown = view.question.and_then(|act| row.question(act));
    match shown {
        Some(question) => asked(&mut page, row, question),
        None if !it.questions.is_empty() => {
            let text = "what was asked is settled; tab shows what it asks now";
            page.marked(Mark::Note, Tone::Dim, text);
        }
        None if it.ended.is_none() => page.needs(it),
        None => {}
    }
    if row.interrupted() {
        page.command(&format!("{} resume {}", row.program, it.run));
    }
    let lines = page.out.lines();
    lines.flat_map(|it| broken(it, style.width)).collect()
}

/// The question that is shown, and whether somebody answered it.
fn asked(page: &mut Page<'_>, row: &Row, question: &Question) {
    let all = &row.standing.questions;
    if let (Some(at), 2..) = (all.iter().position(|it| it.act == question.act), all.len()) {
        let text = format!("question {} of {}", at + 1, all.len());
        page.marked(Mark::Note, Tone::Dim, &text);
    }
    page.question(question.act, &question.ask);
    if !row.answered.contains(&question.act) {
        return;
    }
    if row.driven {
        page.marked(Mark::Good, Tone::Good, "answered; its driver takes it in");
    } else {
        page.marked(Mark::Good, Tone::Good, "answered; this goes on with it:");
        page.command(&format!("{} resume {}", row.program, row.standing.run));
    }
}
