//! A task given in one sentence: a plan of one task, made without a model. Nothing is guessed from the words.

use ledger::ids::{Hash, TaskId};
use ledger::plan::{Plan, Task};
use ledger::promise::Promise;

/// Characters of a title.
const TITLE_CHARS_MAX: usize = 72;
const UNTITLED: &str = "Untitled task";
/// The id of the one task of a sentence.
pub const TASK: &str = "task";

/// The promise and the plan for a task in words. The promise is not trusted until a caller who knows who wrote the
/// sentence says so. An empty sentence gives an untitled task; callers refuse it before.
#[must_use]
pub fn sentence(text: &str) -> (Promise, Plan) {
    let objective = text.trim().to_owned();
    let title = title(&objective);
    let promise = Promise {
        objective: objective.clone(),
        acceptance: Vec::new(),
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: Vec::new(),
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: Hash::of(text.as_bytes()),
        trusted: false,
    };
    // INVARIANT: a fixed id of letters is a good one, so there is always one task.
    let tasks = TaskId::new(TASK).map(|id| Task::in_words(id, title.clone(), objective));
    let plan = Plan {
        title,
        phase: None,
        tasks: tasks.into_iter().collect(),
    };
    (promise, plan)
}

/// A title for a text of several sentences: its first one.
pub(crate) fn headline(text: &str) -> String {
    const CHARS_MIN: usize = 8;
    title(match text.split_once(". ") {
        Some((first, _)) if first.chars().count() >= CHARS_MIN => first,
        Some(_) | None => text,
    })
}

/// The first line that says something, without marks of Markdown, cut at a word.
#[must_use]
pub fn title(text: &str) -> String {
    let line = text
        .lines()
        .map(without_marks)
        .find(|line| !line.is_empty())
        .unwrap_or(UNTITLED);
    let line = line.replace(|c: char| c.is_control(), " ");
    if line.chars().count() <= TITLE_CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(TITLE_CHARS_MAX).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head);
    format!("{}…", cut.trim_end_matches([',', ';', ':', '.']))
}
/// A line without what Markdown puts before headings and entries of lists. A blank follows those: `#42` is a number.
fn without_marks(line: &str) -> &str {
    let mut line = line.trim();
    loop {
        let rest = line.trim_start_matches('#');
        let hashes = line.len().saturating_sub(rest.len());
        let rest = match hashes {
            0 => line.strip_prefix(['-', '*', '+']),
            1..=6 => Some(rest),
            _ => None,
        };
        match rest {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                line = rest.trim_start();
            }
            Some(_) | None => return line,
        }
    }
}
