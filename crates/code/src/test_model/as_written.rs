//! Expressions as they stand in their source, on one line and of a bounded length: for whoever reads what is said of a test.
//! Two of them are compared by their tokens, which is done elsewhere.

use super::token::{Run, Sort, Token, Tokens};
use crate::syntax::Node;

/// Characters that are shown.
const SHOWN_CHARS_MAX: usize = 120;

/// What stands for the rest.
const MORE: &str = "…";

impl Tokens<'_> {
    /// A run as it is written. One that is long ends behind a whole token, or behind a whole word of a text.
    pub(super) fn as_written(&self, run: Run) -> String {
        let mut shown = Shown::default();
        let mut last: Option<Token<'_>> = None;
        for at in run.indices() {
            let Some(token) = self.get(at) else {
                break;
            };
            let next = self
                .get(at.saturating_add(1))
                .filter(|_| at.saturating_add(1) < run.end);
            if next.is_some_and(|it| is_trailing(token, it)) {
                continue;
            }
            let gap = last.map_or("", |it| gap(it, token));
            if !shown.put(gap, &on_one_line(token.node.text()), token.sort) {
                return shown.cut();
            }
            last = Some(token);
        }
        match run.indices().end < run.end {
            true => shown.cut(),
            false => shown.text,
        }
    }
}

/// What an assertion is about, as it is written; where it names nothing, all of its statement.
pub(super) fn subject_text(tokens: &Tokens<'_>, subject: Run, node: Node<'_>) -> String {
    match subject.is_empty() {
        true => tokens.as_written(tokens.of_node(statement(node))),
        false => tokens.as_written(subject),
    }
}

/// What holds statements, or an expression that is a function's whole body.
const AROUND: [&str; 9] = [
    "block",
    "statement_block",
    "module",
    "program",
    "source_file",
    "arrow_function",
    "closure_expression",
    "lambda_expression",
    "lambda",
];

/// The largest piece of code around a token that is no list of statements.
fn statement(node: Node<'_>) -> Node<'_> {
    let own = node.ancestors().take_while(|it| !it.is_any(&AROUND));
    own.last().unwrap_or(node)
}

/// A text as it grows.
#[derive(Default)]
struct Shown {
    text: String,
    chars: usize,
}

impl Shown {
    /// Adds a token; `false` where there is no room for all of it.
    fn put(&mut self, gap: &str, token: &str, sort: Sort) -> bool {
        let chars = gap.chars().count().saturating_add(token.chars().count());
        let room = SHOWN_CHARS_MAX.saturating_sub(self.chars);
        if chars <= room {
            self.text.push_str(gap);
            self.text.push_str(token);
            self.chars = self.chars.saturating_add(chars);
            return true;
        }
        let begun = match sort {
            Sort::Text => token.char_indices().nth(room),
            Sort::Name | Sort::Number | Sort::Value | Sort::Open | Sort::Close | Sort::Sign => None,
        };
        let begun = begun.and_then(|(end, _)| token.get(..end)?.rsplit_once(' '));
        if let Some((words, _)) = begun {
            self.text.push_str(gap);
            self.text.push_str(words);
            self.text.push(' ');
            self.text.push_str(MORE);
            self.text.extend(token.chars().next_back());
        }
        false
    }

    /// With the sign that there is more.
    fn cut(mut self) -> String {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(MORE);
        self.text
    }
}

/// A comma that ends a list over several lines, which has none in one.
fn is_trailing(comma: Token<'_>, next: Token<'_>) -> bool {
    comma.node.text() == "," && next.sort == Sort::Close && comma.node.line() != next.node.line()
}

/// What stands between two tokens: as it is written on one line; over lines what would stand there.
fn gap<'t>(last: Token<'t>, next: Token<'t>) -> &'t str {
    let (from, to) = (last.node.end(), next.node.start());
    let behind = from.saturating_sub(last.node.start());
    let between = last.node.after().get(behind..);
    let between = between.and_then(|it| it.get(..to.saturating_sub(from)));
    let between = between.unwrap_or_default();
    if !between.contains('\n') {
        return match between.trim().is_empty() && !between.is_empty() {
            true => " ",
            false => between,
        };
    }
    let text = next.node.text();
    let joined = last.sort == Sort::Open
        || next.sort == Sort::Close
        || matches!(last.node.text(), "." | "?." | "::")
        || matches!(text, "." | "?." | "::" | "?" | "," | ";");
    match joined {
        true => "",
        false => " ",
    }
}

/// A token that stands on several lines, as one.
fn on_one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ")
}
