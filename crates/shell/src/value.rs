//! Strings as far as they are known, and what a command leaves on its standard output.

use super::effect::Origin;

/// A set of origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Origins(u16);

/// All of them, from harmless to bad: [`Origins::worst`] answers the last that is in a set.
const BY_DANGER: [Origin; 10] = [
    Origin::Written,
    Origin::Computed,
    Origin::File,
    Origin::Environment,
    Origin::Program,
    Origin::Unknown,
    Origin::Elsewhere,
    Origin::Decoded,
    Origin::Secret,
    Origin::Network,
];

impl Origins {
    /// The set of one.
    pub(crate) fn of(origin: Origin) -> Self {
        Self(Self::bit(origin))
    }

    fn bit(origin: Origin) -> u16 {
        let at = match origin {
            Origin::Written => 0u32,
            Origin::Computed => 1,
            Origin::Decoded => 2,
            Origin::File => 3,
            Origin::Elsewhere => 4,
            Origin::Network => 5,
            Origin::Secret => 6,
            Origin::Environment => 7,
            Origin::Program => 8,
            Origin::Unknown => 9,
        };
        1u16.checked_shl(at).unwrap_or(0)
    }

    pub(crate) fn has(self, origin: Origin) -> bool {
        self.0 & Self::bit(origin) != 0
    }

    pub(crate) fn with(self, other: Origins) -> Self {
        Self(self.0 | other.0)
    }

    /// The most dangerous of the set; `Written` for the empty one.
    pub(crate) fn worst(self) -> Origin {
        BY_DANGER
            .into_iter()
            .rev()
            .find(|it| self.has(*it))
            .unwrap_or(Origin::Written)
    }

    /// Whether it holds something that is neither written in the command nor computed from that.
    pub(crate) fn foreign(self) -> bool {
        let own = Self::bit(Origin::Written) | Self::bit(Origin::Computed);
        self.0 & !own != 0
    }
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Known(String),
    /// It may be this, or a part of this, or nothing.
    Perhaps(String),
    /// Names of files, one a line, each of which fits this pattern; how many there are is not known.
    Names(String),
    /// Not known, but for its sort.
    Unknown(Sort),
}

/// What a text that is not known can be at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// Numbers that a program makes or the shell computes.
    Numbers,
    /// Words that a program makes: numbers, dates, names of commits and branches. Each holds no blank and begins with no
    /// dash, and as a path it leads nowhere but down.
    Words,
    /// Names of files without the directory that they stand in: as a path each leads nowhere but down.
    Names,
    /// Any text: blanks, options and paths to anywhere among it.
    Any,
}

impl Piece {
    /// Whether it is nothing for certain.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Piece::Known(text) | Piece::Perhaps(text) if text.is_empty())
    }
}

/// A text as far as it is known, with where its parts come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Text {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) origins: Origins,
}

/// Longest known text that is followed, in bytes; beyond it is unknown.
const TEXT_BYTES_MAX: usize = 64 * 1024;

impl Text {
    /// A text that is written in the command.
    pub(crate) fn known(text: impl Into<String>) -> Self {
        Self {
            pieces: vec![Piece::Known(text.into())],
            origins: Origins::of(Origin::Written),
        }
    }

    /// A text of which nothing is known but where it comes from.
    pub(crate) fn unknown(origins: Origins) -> Self {
        Self::some(Sort::Any, origins)
    }

    /// A text of which nothing is known but its sort and where it comes from.
    pub(crate) fn some(sort: Sort, origins: Origins) -> Self {
        Self {
            pieces: vec![Piece::Unknown(sort)],
            origins,
        }
    }

    /// Names of files that fit a pattern.
    pub(crate) fn names(pattern: impl Into<String>) -> Self {
        Self {
            pieces: vec![Piece::Names(pattern.into())],
            origins: Origins::of(Origin::File),
        }
    }

    /// The text, where all of it is known.
    pub(crate) fn whole(&self) -> Option<String> {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Known(text) => out.push_str(text),
                Piece::Perhaps(_) | Piece::Names(_) | Piece::Unknown(_) => return None,
            }
        }
        Some(out)
    }

    /// A pattern that every text fits which it can be; `None`: it can be any text. Only as a path: a line break stands in
    /// none.
    pub(crate) fn pattern(&self) -> Option<String> {
        let mut out = String::new();
        let mut bare = true;
        for piece in self.pieces.iter().filter(|piece| !piece.is_empty()) {
            let sorted = matches!(piece, Piece::Unknown(_));
            match piece {
                // What is not known may be nothing, and then the path begins at the root.
                Piece::Known(text) if bare && !out.is_empty() && text.starts_with('/') => {
                    return None;
                }
                Piece::Known(text) | Piece::Names(text) => out.push_str(text),
                // A number or a word, never all of a directory.
                Piece::Unknown(Sort::Numbers | Sort::Words) => out.push_str("[!.]*"),
                Piece::Unknown(Sort::Names) => out.push('*'),
                Piece::Perhaps(_) | Piece::Unknown(Sort::Any) => return None,
            }
            bare &= sorted;
        }
        Some(out)
    }

    /// The text where all of it is known, with some number in the place of one that is not.
    pub(crate) fn with_numbers(&self) -> Option<String> {
        let number = |piece: &Piece| match piece {
            Piece::Unknown(Sort::Numbers) => Piece::Known("1".to_owned()),
            Piece::Known(_) | Piece::Perhaps(_) | Piece::Names(_) | Piece::Unknown(_) => {
                piece.clone()
            }
        };
        let pieces = self.pieces.iter().map(number).collect();
        let origins = self.origins;
        Text { pieces, origins }.whole()
    }

    /// Whether names of files are in it, of which only a pattern is known.
    pub(crate) fn has_names(&self) -> bool {
        let names = |piece: &Piece| matches!(piece, Piece::Names(_));
        self.pieces.iter().any(names)
    }

    /// What is known before the first unknown piece.
    pub(crate) fn start(&self) -> String {
        let known = self.pieces.iter().map_while(|piece| match piece {
            Piece::Known(text) => Some(text.as_str()),
            Piece::Perhaps(_) | Piece::Names(_) | Piece::Unknown(_) => None,
        });
        known.collect()
    }

    /// Without the first `bytes`, which must be known.
    pub(crate) fn after(&self, bytes: usize) -> Text {
        let mut out = self.clone();
        if let Some(Piece::Known(first)) = out.pieces.first_mut() {
            *first = first.get(bytes..).unwrap_or_default().to_owned();
        }
        out
    }

    /// The lines of it, at line breaks and at NULs. A line with names or words in it of which only a sort is known stands for
    /// any number of such lines. `None`: there may be any lines in it.
    pub(crate) fn lines(&self) -> Option<Vec<Text>> {
        let mut out: Vec<Text> = Vec::new();
        let mut line = Text::default().from(self.origins);
        for piece in &self.pieces {
            match piece {
                Piece::Known(text) => {
                    let mut parts = text.split(['\n', '\0']);
                    let first = parts.next().unwrap_or_default();
                    line.add(Piece::Known(first.to_owned()));
                    for part in parts {
                        out.push(std::mem::take(&mut line));
                        line = Text::default().from(self.origins);
                        line.add(Piece::Known(part.to_owned()));
                    }
                }
                Piece::Names(_) | Piece::Unknown(Sort::Numbers | Sort::Words | Sort::Names) => {
                    line.add(piece.clone());
                }
                Piece::Perhaps(_) | Piece::Unknown(Sort::Any) => return None,
            }
        }
        out.push(line);
        out.retain(|line| !line.pieces.is_empty());
        Some(out)
    }

    /// One piece more, if there is something in it.
    fn add(&mut self, piece: Piece) {
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
    }

    /// Whether a line of it stands for any number of lines.
    pub(crate) fn is_many(&self) -> bool {
        let many = |piece: &Piece| {
            matches!(
                piece,
                Piece::Names(_) | Piece::Unknown(Sort::Words | Sort::Names | Sort::Numbers)
            )
        };
        self.pieces.iter().any(many)
    }

    /// Without line breaks at the end.
    pub(crate) fn without_last_breaks(mut self) -> Self {
        while let Some(Piece::Known(last) | Piece::Perhaps(last)) = self.pieces.last_mut() {
            last.truncate(last.trim_end_matches('\n').len());
            if !last.is_empty() || self.pieces.len() == 1 {
                break;
            }
            self.pieces.pop();
        }
        self
    }

    /// The known pieces, joined by nothing: what can be looked at for danger.
    pub(crate) fn visible(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Known(text) | Piece::Perhaps(text) | Piece::Names(text) => text.as_str(),
                Piece::Unknown(_) => "\u{fffd}",
            })
            .collect()
    }

    pub(crate) fn push(&mut self, other: &Text) {
        self.origins = self.origins.with(other.origins);
        for piece in &other.pieces {
            match (self.pieces.last_mut(), piece) {
                (Some(Piece::Known(end)), Piece::Known(more))
                | (Some(Piece::Perhaps(end)), Piece::Perhaps(more)) => end.push_str(more),
                (Some(Piece::Unknown(one)), Piece::Unknown(other)) => *one = (*one).max(*other),
                (_, piece) => self.pieces.push(piece.clone()),
            }
        }
        let length: usize = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Known(text) | Piece::Perhaps(text) | Piece::Names(text) => text.len(),
                Piece::Unknown(_) => 0,
            })
            .sum();
        if length > TEXT_BYTES_MAX {
            self.pieces = vec![Piece::Unknown(Sort::Any)];
        }
    }

    /// The same text, if it is there at all.
    pub(crate) fn perhaps(mut self) -> Self {
        for piece in &mut self.pieces {
            if let Piece::Known(text) = piece {
                *piece = Piece::Perhaps(std::mem::take(text));
            }
        }
        self
    }

    /// One text or the other.
    pub(crate) fn either(self, other: Text) -> Self {
        if self == other {
            return self;
        }
        let mut both = self.perhaps();
        both.push(&other.perhaps());
        if both.pieces.is_empty() {
            return both;
        }
        // Of two that are both empty in part, nothing is known for certain.
        both.pieces.push(Piece::Perhaps(String::new()));
        both
    }

    /// The same text with one more origin.
    pub(crate) fn from(mut self, origins: Origins) -> Self {
        self.origins = self.origins.with(origins);
        self
    }

    /// A function of the whole text where it is known; else unknown, with the same origins.
    pub(crate) fn map(&self, change: impl FnOnce(&str) -> Option<String>) -> Text {
        let computed = self.origins.with(Origins::of(Origin::Computed));
        match self.whole().and_then(|text| change(&text)) {
            Some(text) => Text {
                pieces: vec![Piece::Known(text)],
                origins: computed,
            },
            None => Text::unknown(computed),
        }
    }
}

/// One argument after expansion.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Field {
    pub(crate) text: Text,
    /// Holds a pattern that the shell would expand to names.
    pub(crate) glob: bool,
    /// Holds an unquoted unknown piece: it may be no word, or several.
    pub(crate) splits: bool,
    /// Begins with an unquoted `~` that stands for a home directory.
    pub(crate) tilde: bool,
    /// It is the name of a pipe from a process substitution, with what comes out of it.
    pub(crate) stream: Option<Box<Text>>,
}

impl Field {
    /// A word of known text.
    pub(crate) fn known(text: impl Into<String>) -> Self {
        Self {
            text: Text::known(text),
            ..Self::default()
        }
    }

    /// The word, where all of it is known and it is no pattern.
    pub(crate) fn whole(&self) -> Option<String> {
        self.text.whole().filter(|_| !self.glob && !self.splits)
    }

    /// As it is shown to people.
    pub(crate) fn shown(&self) -> String {
        self.text
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Known(text) | Piece::Names(text) => text.as_str(),
                Piece::Perhaps(_) | Piece::Unknown(_) => "…",
            })
            .collect()
    }
}
