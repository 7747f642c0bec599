//! What a key means on the screen of `watch`: pure, from bytes and what is shown to what is to be done.

use std::collections::BTreeSet;

use ledger::event::Ask;
use ledger::ids::{ActId, RunId};
use ledger::message::Body;

use crate::choice;
use crate::render::watch::{Drawn, Row, View};

/// Longest line that is typed, in bytes.
const LINE_BYTES_MAX: usize = 4_000;
/// What somebody types.
const REASON: &str = "no, because (may be empty):";
const ANSWER: &str = "answer:";

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Up,
    Down,
    PageUp,
    PageDown,
    Enter,
    Escape,
    Tab,
    Erase,
    /// Ctrl-C, or Ctrl-D.
    Quit,
    Char(char),
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing but drawing anew.
    Draw,
    /// The end.
    Quit,
    /// A run is told something.
    Tell(RunId, Body),
}

/// The keys of what was read. Bytes that make none are passed over.
pub(super) fn keys(bytes: &[u8]) -> Vec<Key> {
    let text = String::from_utf8_lossy(bytes);
    let mut keys = Vec::new();
    let mut rest = text.as_ref();
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        let key = match c {
            '\u{1b}' => {
                let (key, after) = sequence(rest);
                rest = after;
                key
            }
            '\r' | '\n' => Some(Key::Enter),
            '\t' => Some(Key::Tab),
            '\u{7f}' | '\u{8}' => Some(Key::Erase),
            '\u{3}' | '\u{4}' => Some(Key::Quit),
            c if c.is_control() || c == char::REPLACEMENT_CHARACTER => None,
            c => Some(Key::Char(c)),
        };
        keys.extend(key);
    }
    keys
}

/// A key that sends several characters after an escape; alone it is a key itself.
fn sequence(rest: &str) -> (Option<Key>, &str) {
    let Some(body) = rest.strip_prefix('[').or_else(|| rest.strip_prefix('O')) else {
        return (Some(Key::Escape), rest);
    };
    let ends = |c: char| c.is_ascii_alphabetic() || c == '~';
    let Some(end) = body.find(ends) else {
        return (None, "");
    };
    let (code, after) = body.split_at(end.saturating_add(1));
    let key = match code {
        "A" => Some(Key::Up),
        "B" => Some(Key::Down),
        "5~" => Some(Key::PageUp),
        "6~" => Some(Key::PageDown),
        _ => None,
    };
    (key, after)
}

/// The screen as somebody works on it.
#[derive(Debug, Default)]
pub(super) struct Control {
    pub(super) view: View,
    /// The run that is selected: rows move.
    run: Option<RunId>,
    /// Whether the question that was shown is settled, and no other one was asked for since: what was meant for it must
    /// not reach the next.
    settled: bool,
    /// Questions that were shown to their end. Nobody says yes to what was left out.
    read: BTreeSet<(RunId, ActId)>,
}

impl Control {
    /// Rows have changed: the same run and question stay selected, as far as they are there.
    pub(super) fn follow(&mut self, rows: &[Row]) {
        let at = |run: &RunId| rows.iter().position(|it| it.standing.run == *run);
        match self.run.as_ref().and_then(at) {
            Some(at) => self.view.selected = at,
            None => return self.select(rows, 0),
        }
        let Some(row) = rows.get(self.view.selected) else {
            return;
        };
        match self.view.question {
            Some(act) if row.question(act).is_some() => {}
            Some(_) => {
                self.view.question = None;
                self.view.above = 0;
                self.settled = true;
                if self.view.typing.take().is_some() {
                    "what was asked is settled".clone_into(&mut self.view.note);
                }
            }
            None if !self.settled => self.show_first(row),
            None => {}
        }
    }

    /// Selects a row.
    fn select(&mut self, rows: &[Row], at: usize) {
        let at = at.min(rows.len().saturating_sub(1));
        self.view.selected = at;
        self.run = rows.get(at).map(|it| it.standing.run.clone());
        self.view.question = None;
        self.view.above = 0;
        self.settled = false;
        if let Some(row) = rows.get(at) {
            self.show_first(row);
        }
    }

    /// The first question of a run that nobody answered.
    fn show_first(&mut self, row: &Row) {
        let all = &row.standing.questions;
        let open = all.iter().find(|it| !row.answered.contains(&it.act));
        self.view.question = open.or(all.first()).map(|it| it.act);
    }

    /// What was drawn: a question is read when its end was on the screen.
    pub(super) fn drawn(&mut self, drawn: &Drawn) {
        if let (true, Some(run), Some(act)) = (drawn.to_the_end, &self.run, self.view.question) {
            self.read.insert((run.clone(), act));
        }
    }

    /// What a key asks for. `page` is how many lines of the part about the run there are on the screen.
    pub(super) fn press(&mut self, key: Key, rows: &[Row], drawn: &Drawn) -> Wish {
        self.view.note.clear();
        if key == Key::Quit {
            return Wish::Quit;
        }
        if let Some(typing) = self.view.typing.take() {
            return self.typed(key, typing, rows);
        }
        match key {
            Key::Up | Key::Char('k') => {
                self.select(rows, self.view.selected.saturating_sub(1));
            }
            Key::Down | Key::Char('j') => {
                self.select(rows, self.view.selected.saturating_add(1));
            }
            Key::PageDown | Key::Char(' ') if !drawn.to_the_end => {
                self.view.above = self.view.above.saturating_add(drawn.detail_lines.max(1));
            }
            Key::PageUp | Key::Char('b') => {
                self.view.above = self.view.above.saturating_sub(drawn.detail_lines.max(1));
            }
            Key::Tab => self.next_question(rows),
            Key::Char('y') => return self.approve(rows),
            Key::Char('n') => self.begin(rows, REASON),
            Key::Char('a') => self.begin(rows, ANSWER),
            Key::Char('q') => return Wish::Quit,
            Key::PageDown | Key::Enter | Key::Escape | Key::Erase | Key::Quit | Key::Char(_) => {}
        }
        Wish::Draw
    }

    fn next_question(&mut self, rows: &[Row]) {
        let Some(row) = rows.get(self.view.selected) else {
            return;
        };
        let all = &row.standing.questions;
        let now = all.iter().position(|it| Some(it.act) == self.view.question);
        let next = now.map_or(0, |it| it.saturating_add(1));
        self.view.question = all.get(next).or(all.first()).map(|it| it.act);
        self.view.above = 0;
        self.settled = false;
    }

    /// The question that is shown and not answered; else it is said why there is none.
    fn asked<'r>(&mut self, rows: &'r [Row]) -> Option<(&'r Row, ActId, &'r Ask)> {
        let row = rows.get(self.view.selected)?;
        let question = self.view.question.and_then(|act| row.question(act));
        let why = match question {
            None if row.standing.questions.is_empty() => "it asks nothing",
            None => "what was asked is settled",
            Some(it) if row.answered.contains(&it.act) => "that is answered already",
            Some(it) => return Some((row, it.act, &it.ask)),
        };
        why.clone_into(&mut self.view.note);
        None
    }

    fn approve(&mut self, rows: &[Row]) -> Wish {
        let Some((row, question, ask)) = self.asked(rows) else {
            return Wish::Draw;
        };
        let run = row.standing.run.clone();
        if matches!(ask, Ask::Question { .. }) {
            "it wants words: a answers".clone_into(&mut self.view.note);
        } else if !self.read.contains(&(run.clone(), question)) {
            "there is more of it to read first".clone_into(&mut self.view.note);
        } else {
            let terms = None;
            return Wish::Tell(run, Body::Approve { question, terms });
        }
        Wish::Draw
    }

    /// Begins to type a reason or an answer.
    fn begin(&mut self, rows: &[Row], what: &'static str) {
        let Some((_, _, ask)) = self.asked(rows) else {
            return;
        };
        match (matches!(ask, Ask::Question { .. }), what == ANSWER) {
            (true, false) => "it wants words: a answers".clone_into(&mut self.view.note),
            (false, true) => "it wants a yes or a no: y, n".clone_into(&mut self.view.note),
            (true, true) | (false, false) => self.view.typing = Some((what, String::new())),
        }
    }

    /// A key while somebody types.
    fn typed(&mut self, key: Key, typing: (&'static str, String), rows: &[Row]) -> Wish {
        let (what, mut words) = typing;
        match key {
            Key::Escape => return Wish::Draw,
            Key::Enter => return self.said(what, words.trim(), rows),
            Key::Erase => {
                words.pop();
            }
            Key::Char(c) if words.len() < LINE_BYTES_MAX => words.push(c),
            Key::Char(_)
            | Key::Up
            | Key::Down
            | Key::PageUp
            | Key::PageDown
            | Key::Tab
            | Key::Quit => {}
        }
        self.view.typing = Some((what, words));
        Wish::Draw
    }

    /// A line was typed to its end.
    fn said(&mut self, what: &'static str, words: &str, rows: &[Row]) -> Wish {
        let Some((row, question, ask)) = self.asked(rows) else {
            return Wish::Draw;
        };
        let body = match ask {
            Ask::Question { options, .. } => {
                if words.is_empty() {
                    self.view.typing = Some((what, String::new()));
                    return Wish::Draw;
                }
                let text = choice::chosen(options, words).to_owned();
                Body::Answer { question, text }
            }
            Ask::Permission { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. } => {
                Body::Deny {
                    question,
                    reason: words.to_owned(),
                }
            }
        };
        Wish::Tell(row.standing.run.clone(), body)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, keys};

    #[test]
    fn bytes_become_keys() {
        for (bytes, expected) in [
            (&b"y"[..], &[Key::Char('y')][..]),
            (b"\x1b[A\x1bOBq", &[Key::Up, Key::Down, Key::Char('q')]),
            (b"\x1b[5~\x1b[6~", &[Key::PageUp, Key::PageDown]),
            (b"\x1b", &[Key::Escape]),
            // Keys that mean nothing here are none, and none of their bytes is a letter that was typed.
            (b"\x1b[1;5Cn", &[Key::Char('n')]),
            (b"\x1b[200~", &[]),
            (b"\x1b[1;5", &[]),
            (b"\x03\x04", &[Key::Quit, Key::Quit]),
            (
                b"\r\n\t\x7f\x08",
                &[Key::Enter, Key::Enter, Key::Tab, Key::Erase, Key::Erase],
            ),
            ("é日".as_bytes(), &[Key::Char('é'), Key::Char('日')]),
            (b"\x00\x01\xff\xfe", &[]),
        ] {
            assert_eq!(keys(bytes), expected, "{bytes:?}");
        }
    }
}
