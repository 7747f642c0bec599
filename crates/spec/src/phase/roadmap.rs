//! The `ROADMAP.md` above the phases: what it says of one phase, and its marks when plans of that phase are done. Only
//! these marks change; every other byte stays as it is.

use super::names::number;

/// What the roadmap says of a phase.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) goal: String,
    pub(super) criteria: Vec<String>,
    /// Ids, each with its place.
    pub(super) requirements: Vec<(String, usize)>,
}

/// How far a phase has come.
#[derive(Debug)]
pub(super) struct Progress<'p> {
    /// The phase's number, without zeros at its start.
    pub(super) phase: &'p str,
    /// The names under which plans that are done may stand in a list.
    pub(super) done: Vec<String>,
    /// Plans with a summary.
    pub(super) plans_done: usize,
    /// All plans but superseded ones.
    pub(super) plans: usize,
    /// The day, as `2026-11-20`.
    pub(super) date: &'p str,
}

/// Reads the section of a phase. `None` if there is none.
pub(super) fn section(text: &str, phase: &str) -> Option<Section> {
    let mut found: Option<Section> = None;
    let mut open = Open::Nothing;
    for line in lines(text) {
        let words = line.text.trim();
        if let Some(title) = heading(words, phase) {
            // A phase of an earlier milestone may stand above one with the same number.
            found = Some(Section {
                title,
                ..Section::default()
            });
            open = Open::Section;
            continue;
        }
        if is_heading(words) {
            open = Open::Nothing;
        }
        let Some(section) = found.as_mut().filter(|_| open != Open::Nothing) else {
            continue;
        };
        if let Some(goal) = labelled(words, "Goal") {
            goal.clone_into(&mut section.goal);
            open = Open::Goal;
        } else if let Some(ids) = labelled(words, "Requirements") {
            let at = line.at;
            section.requirements = self::ids(ids).map(|id| (id, at)).collect();
            open = Open::Section;
        } else if words.starts_with("**Success Criteria") {
            open = Open::Criteria;
        } else if words.is_empty() || words.starts_with("**") || words.starts_with("- [") {
            open = match open {
                Open::Criteria if words.is_empty() => Open::Criteria,
                Open::Nothing | Open::Section | Open::Goal | Open::Criteria => Open::Section,
            };
        } else {
            continued(section, open, words);
        }
    }
    found
}

/// What the lines of a section belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Section,
    Goal,
    Criteria,
}

fn continued(section: &mut Section, open: Open, words: &str) {
    match open {
        Open::Goal => section.goal = format!("{} {words}", section.goal).trim().to_owned(),
        Open::Criteria => {
            let item = words
                .split_once(['.', ')'])
                .filter(|(mark, _)| !mark.is_empty() && mark.bytes().all(|b| b.is_ascii_digit()));
            match (item, section.criteria.last_mut()) {
                (Some((_, item)), _) => section.criteria.push(item.trim().to_owned()),
                (None, Some(last)) => last.push_str(&format!(" {words}")),
                (None, None) => {}
            }
        }
        Open::Nothing | Open::Section => {}
    }
}

/// The roadmap with its marks for a phase.
pub(super) fn marked(text: &str, progress: &Progress<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut columns: Vec<String> = Vec::new();
    let mut inside = false;
    let live = text.rfind("</details>").unwrap_or(0);
    for line in lines(text) {
        let (body, end) = ending(line.whole);
        let words = body.trim();
        if is_heading(words) && !line.fenced {
            inside = heading(words, progress.phase).is_some();
        }
        let row = words.starts_with('|');
        if !row {
            columns.clear();
        } else if columns.is_empty() {
            columns = cells(body).iter().map(|it| it.trim().to_owned()).collect();
        }
        // Milestones that are shipped are folded away, and stay as they are.
        let new = if line.fenced || line.at < live {
            None
        } else if row {
            table_row(body, &columns, progress)
        } else {
            ticked(body, progress).or_else(|| inside.then(|| counted(body, progress)).flatten())
        };
        out.push_str(new.as_deref().unwrap_or(body));
        out.push_str(end);
    }
    out
}

impl Progress<'_> {
    fn complete(&self) -> bool {
        self.plans > 0 && self.plans_done >= self.plans
    }
}

/// A line of a list with a box: the phase's own, or that of a plan that is done.
fn ticked(line: &str, progress: &Progress<'_>) -> Option<String> {
    let trimmed = line.trim_start();
    let item = trimmed
        .strip_prefix(['-', '*', '+'])?
        .trim_start()
        .strip_prefix("[ ]")?;
    let head = line.get(..line.len().saturating_sub(item.len()))?;
    let words = item.trim_start().trim_start_matches(['*', '`', '[']);
    let ticked = format!("{}[x]", head.strip_suffix("[ ]")?);
    if let Some(after) = phase_words(words, progress.phase) {
        let stated = after.contains("(completed ");
        let done = progress.complete();
        return done.then(|| match stated {
            true => format!("{ticked}{item}"),
            false => format!("{ticked}{} (completed {})", item.trim_end(), progress.date),
        });
    }
    let lower = words.to_lowercase();
    let done = progress.done.iter().any(|name| {
        let after = lower.strip_prefix(name.as_str());
        after.is_some_and(|after| {
            after.starts_with("-plan")
                || !after.starts_with(|c: char| c.is_alphanumeric() || "-.".contains(c))
        })
    });
    done.then(|| format!("{ticked}{item}"))
}

/// The line that says how many plans the phase has. What people wrote behind the number stays.
fn counted(line: &str, progress: &Progress<'_>) -> Option<String> {
    let label = ["**Plans**:", "**Plans:**"]
        .iter()
        .find(|label| line.trim_start().starts_with(**label))?;
    let (head, value) = line.split_once(label)?;
    let said = value.trim_start();
    let blank = value.get(..value.len().saturating_sub(said.len()))?;
    let rest = if said.starts_with("[Number of plans") {
        ""
    } else {
        count_end(said)?
    };
    let word = if progress.complete() {
        "complete"
    } else {
        "executed"
    };
    let (done, plans) = (progress.plans_done, progress.plans);
    Some(format!(
        "{head}{label}{blank}{done}/{plans} plans {word}{rest}"
    ))
}

/// What follows `3 plans`, `1/3 plans executed` or `3/3 plans complete`.
fn count_end(text: &str) -> Option<&str> {
    let digits = |text: &'_ str| {
        text.find(|c: char| !c.is_ascii_digit())
            .filter(|at| *at > 0)
    };
    let mut rest = text.get(digits(text)?..)?.trim_start();
    if let Some(after) = rest.strip_prefix('/') {
        let after = after.trim_start();
        rest = after.get(digits(after)?..)?.trim_start();
    }
    let rest = rest
        .strip_prefix("plans")
        .or_else(|| rest.strip_prefix("plan"))?;
    let words = [" complete", " executed"];
    let after = words.iter().find_map(|word| rest.strip_prefix(word));
    Some(after.unwrap_or(rest))
}

/// The phase's row of the table of progress.
fn table_row(line: &str, columns: &[String], progress: &Progress<'_>) -> Option<String> {
    let column = |name: &str| columns.iter().position(|it| it.eq_ignore_ascii_case(name));
    let (phase, plans) = (column("Phase")?, column("Plans Complete")?);
    let (status, completed) = (column("Status"), column("Completed"));
    let mut cells: Vec<String> = cells(line).iter().map(|it| (*it).to_owned()).collect();
    let first = cells.get(phase)?.trim().split(' ').next()?;
    if number(first.trim_end_matches('.')).as_deref() != Some(progress.phase) {
        return None;
    }
    let complete = progress.complete();
    put(
        &mut cells,
        plans,
        &format!("{}/{}", progress.plans_done, progress.plans),
    );
    if let Some(at) = status {
        put(
            &mut cells,
            at,
            if complete { "Complete" } else { "In Progress" },
        );
    }
    if let Some(at) = completed.filter(|_| complete) {
        let stands = cells.get(at).is_some_and(|it| is_date(it.trim()));
        if !stands {
            put(&mut cells, at, progress.date);
        }
    }
    Some(cells.join("|"))
}

/// A cell's new text, as wide as the old one where there is room.
fn put(cells: &mut [String], at: usize, text: &str) {
    if let Some(cell) = cells.get_mut(at) {
        let width = cell.chars().count().saturating_sub(2);
        *cell = format!(" {text:<width$} ");
    }
}

/// The pieces of a row between its bars, what stands before the first and after the last included.
fn cells(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, _) in line.match_indices('|') {
        let escaped = line.get(..at).is_some_and(|before| before.ends_with('\\'));
        if !escaped {
            found.extend(line.get(from..at));
            from = at.saturating_add(1);
        }
    }
    found.extend(line.get(from..));
    found
}

fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        })
}

/// The title in the heading of a phase: `### Phase 1: Ledger (INSERTED)`.
fn heading(words: &str, phase: &str) -> Option<String> {
    if !is_heading(words) {
        return None;
    }
    let text = words.trim_start_matches('#').trim();
    let after = phase_words(text, phase)?.trim_start();
    let after = match after.strip_prefix('(') {
        Some(tag) => tag.split_once(')')?.1,
        None => after,
    };
    let title = after.trim().strip_prefix(':').unwrap_or(after);
    let title = title.trim().trim_end_matches("(INSERTED)");
    Some(title.trim_end_matches('#').trim().to_owned())
}

/// What follows `Phase 1`, if it is this phase.
fn phase_words<'t>(text: &'t str, phase: &str) -> Option<&'t str> {
    let word = text
        .get(..5)
        .filter(|it| it.eq_ignore_ascii_case("phase"))?;
    let rest = text.get(word.len()..)?;
    let value = rest.trim_start();
    let end = value
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
        .unwrap_or(value.len());
    let (token, after) = value.split_at_checked(end)?;
    let same = number(token.trim_end_matches('.')).as_deref() == Some(phase);
    (same && rest.len() > value.len()).then_some(after)
}

fn is_heading(words: &str) -> bool {
    let signs = words.chars().take_while(|c| *c == '#').count();
    (1..=6).contains(&signs) && words.get(signs..).is_some_and(|it| it.starts_with(' '))
}

/// The value of `**Goal**: …` or `**Goal:** …`.
fn labelled<'t>(words: &'t str, name: &str) -> Option<&'t str> {
    let rest = words.strip_prefix("**")?.strip_prefix(name)?;
    let value = rest
        .strip_prefix("**:")
        .or_else(|| rest.strip_prefix(":**"))?;
    Some(value.trim())
}

/// The ids of a list, with or without brackets, up to a comment.
fn ids(text: &str) -> impl Iterator<Item = String> {
    let text = text.split("<!--").next().unwrap_or("");
    let text = text.trim().trim_matches(['[', ']']);
    text.split(',')
        .map(|id| id.trim().trim_matches('`').to_owned())
        .filter(|id| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            id.contains(|c: char| c.is_ascii_digit()) && id.chars().all(plain)
        })
}

/// A line with its place.
struct Line<'t> {
    at: usize,
    /// With its end.
    whole: &'t str,
    /// Empty in a code fence.
    text: &'t str,
    fenced: bool,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0_usize;
    let mut fence = false;
    text.split_inclusive('\n').map(move |whole| {
        let words = whole.trim_start();
        let mark = words.starts_with("```") || words.starts_with("~~~");
        let fenced = fence || mark;
        fence ^= mark;
        let here = at;
        at = at.saturating_add(whole.len());
        Line {
            at: here,
            whole,
            text: if fenced { "" } else { whole },
            fenced,
        }
    })
}

/// A line and its end.
fn ending(line: &str) -> (&str, &str) {
    let body = line.trim_end_matches(['\n', '\r']);
    line.split_at_checked(body.len()).unwrap_or((line, ""))
}
