//! Fields that are put together from the parts of a word.

use crate::value::{Field, Origins, Piece, Text};

/// Words that one word may become.
pub(super) const FIELDS_MAX: usize = 1_024;

/// Characters at which values split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Separators {
    #[default]
    Blanks,
    These(String),
    Unknown,
}

/// Fields that are being put together.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) done: Vec<Field>,
    pub(super) current: Option<Field>,
    /// Something quoted is in the current field, so it is a word even when it is empty.
    pub(super) quoted: bool,
    pub(super) separators: Separators,
    /// There were more fields than are followed.
    pub(super) full: bool,
}

impl Builder {
    pub(super) fn field(&mut self) -> &mut Field {
        self.current.get_or_insert_default()
    }

    pub(super) fn literal(&mut self, text: &str, quoted: bool) {
        let first = self.current.is_none();
        let field = self.field();
        field.text.push(&Text::known(text));
        if quoted {
            self.quoted = true;
            return;
        }
        if first && text.starts_with('~') {
            field.tilde = true;
        }
        field.glob |= is_pattern(text);
    }

    /// The value of an expansion.
    pub(super) fn value(&mut self, text: &Text, quoted: bool) {
        if quoted {
            self.quoted = true;
            self.field().text.push(text);
            return;
        }
        for piece in &text.pieces {
            match piece {
                Piece::Unknown(_) | Piece::Perhaps(_) => self.splitting(piece, text.origins),
                Piece::Names(_) => {
                    let names = Text {
                        pieces: vec![piece.clone()],
                        origins: text.origins,
                    };
                    let field = self.field();
                    field.text.push(&names);
                    field.glob = true;
                }
                Piece::Known(_) if self.separators == Separators::Unknown => {
                    self.splitting(piece, text.origins);
                }
                Piece::Known(known) => self.split(known, text.origins),
            }
        }
    }

    /// Text that may be no word, or several.
    pub(super) fn splitting(&mut self, piece: &Piece, origins: Origins) {
        let text = Text {
            pieces: vec![piece.clone()],
            origins,
        };
        let field = self.field();
        field.text.push(&text.perhaps());
        field.splits = true;
    }

    /// A word of a list that is no single text.
    pub(super) fn listed(&mut self, field: &Field, quoted: bool) {
        self.value(&field.text, quoted);
        if field.splits {
            self.field().splits = true;
        }
    }

    /// Known text splits at blanks; what a pattern in it stands for is a pattern still.
    pub(super) fn split(&mut self, known: &str, origins: Origins) {
        let separators = match &self.separators {
            Separators::Blanks => " \t\n".to_owned(),
            Separators::These(all) => all.clone(),
            Separators::Unknown => String::new(),
        };
        let mut rest = known;
        loop {
            let end = rest.find(|c| separators.contains(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            if !word.is_empty() {
                let text = Text {
                    pieces: vec![Piece::Known(word.to_owned())],
                    origins,
                };
                let field = self.field();
                field.text.push(&text);
                field.glob |= is_pattern(word);
            }
            if after.is_empty() {
                return;
            }
            // Blanks around one other separator belong to it; two others have an empty word between them.
            let next =
                after.trim_start_matches(|c: char| separators.contains(c) && c.is_whitespace());
            let mut chars = next.chars();
            let other = chars.next().is_some_and(|c| separators.contains(c));
            if other {
                self.field();
                self.quoted = true;
            }
            self.end();
            rest = if other { chars.as_str() } else { next };
            if other {
                rest =
                    rest.trim_start_matches(|c: char| separators.contains(c) && c.is_whitespace());
            }
        }
    }

    pub(super) fn end(&mut self) {
        if let Some(field) = self.current.take()
            && (self.quoted || !field.text.pieces.is_empty())
        {
            self.full |= self.done.len() >= FIELDS_MAX;
            if !self.full {
                self.done.push(field);
            }
        }
        self.quoted = false;
    }
}

/// Whether the shell would look for names: a bracket alone is no pattern.
fn is_pattern(text: &str) -> bool {
    let bracket = text
        .find('[')
        .and_then(|at| text.get(at..))
        .is_some_and(|rest| rest.contains(']'));
    text.contains(['*', '?']) || bracket
}
