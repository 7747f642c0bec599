//! Text that no reader takes: what its pieces would do as commands. It asks in any case, and never is anything allowed
//! because of what is found here.

use super::{Eval, Start};
use crate::bash::{self, Dialect};
use crate::effect::{Effect, Origin, What};
use crate::fragment_recovery;
use crate::unparsed_fragment::Piece;
use crate::value::{Field, Origins, Text};

/// Pieces that are looked at; for those behind it asks.
const PIECES_MAX: usize = 64;

/// What the pieces of a text would do.
pub(crate) fn effects_of_pieces(text: &str, start: Start<'_>) -> Vec<Effect> {
    let mut eval = Eval::new(start);
    eval.pieces(text);
    eval.effects
}

impl Eval<'_> {
    /// Follows what looks like commands in a text, one after the other, with what those before it in a pipe print.
    pub(super) fn pieces(&mut self, text: &str) {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if compact.contains(":(){") && compact.contains(":|:") {
            self.deny("fork-bomb", "it starts itself without end");
        }
        let mut printed = Text::default();
        for piece in fragment_recovery::pieces(text).iter().take(PIECES_MAX) {
            let stdin = if piece.upstream.is_empty() {
                Text::default()
            } else {
                std::mem::take(&mut printed)
            };
            printed = self.alone(|eval| eval.piece(piece, &stdin));
        }
        for part in named(text) {
            if let Ok(script) = bash::read(part, Dialect::Bash) {
                let _ = self.alone(|eval| eval.script(&script, &Text::default()));
            }
        }
    }

    /// One of them: it leaves nothing behind for the others.
    fn alone(&mut self, run: impl FnOnce(&mut Self) -> Text) -> Text {
        if self.left == 0 {
            return Text::default();
        }
        self.left = self.left.saturating_sub(1);
        let by = std::mem::take(&mut self.by);
        let out = self.apart(run);
        self.by = by;
        out
    }

    fn piece(&mut self, piece: &Piece, stdin: &Text) -> Text {
        self.by = piece.words.join(" ");
        for (name, value) in piece.assignments().filter_map(|it| it.split_once('=')) {
            self.variable_for_all(name, &held(value));
        }
        for path in &piece.writes {
            let place = self.place_of_text(&held(path), false);
            self.say(What::Write(place));
        }
        for path in &piece.reads {
            let place = self.place_of_text(&held(path), false);
            self.say(What::Read { place, walk: false });
        }
        let words = piece.command().iter();
        let fields: Vec<Field> = words
            .map(|word| Field {
                text: held(word),
                ..Field::default()
            })
            .collect();
        self.run_fields(&fields, stdin)
    }
}

/// A word of a piece: the home directory is known, every other expansion is not.
fn held(word: &str) -> Text {
    let word = word.replace("${HOME}", "~").replace("$HOME", "~");
    let mut out = Text::default();
    let unknown = |c: char| matches!(c, '$' | '\u{fffd}');
    for (at, part) in word.split(unknown).enumerate() {
        if at > 0 {
            out.push(&Text::unknown(Origins::of(Origin::Unknown)));
        }
        if !part.is_empty() {
            out.push(&Text::known(part));
        }
    }
    if word.is_empty() {
        Text::known("")
    } else {
        out
    }
}

/// Parts of a text that begin with the name of a program behind a sign of any kind.
fn named(command: &str) -> Vec<&str> {
    let opens = |c: char| "'\"`:({=;|-&".contains(c);
    let mut out = Vec::new();
    for (at, sign) in command.char_indices().filter(|(_, c)| opens(*c)) {
        let rest = command
            .get(at.saturating_add(sign.len_utf8())..)
            .unwrap_or_default();
        let rest = rest.trim_start();
        let end = rest
            .find(['\'', '"', '`', '}', ')', '\n', ';', ':'])
            .unwrap_or(rest.len());
        let part = rest.get(..end).unwrap_or_default().trim();
        let name = part.split_whitespace().next().unwrap_or_default();
        let begins = part.contains(' ') && crate::model::is_program(name);
        if begins && out.len() < PIECES_MAX && !out.contains(&part) {
            out.push(part);
        }
    }
    out
}
