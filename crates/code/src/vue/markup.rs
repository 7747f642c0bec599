//! Tags, attributes and comments of markup, read from left to right in one pass. Not what they mean.

use crate::facts::ByteRange;

/// Most attributes kept for one tag.
const ATTRIBUTES_MAX: usize = 500;

/// One tag, opening or closing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The whole tag, from `<` to `>`.
    pub bytes: ByteRange,
    /// Its name.
    pub name: ByteRange,
    /// `</a>`.
    pub closing: bool,
    /// `<a/>`.
    pub closed: bool,
    /// Its attributes, in order.
    pub attributes: Vec<Attribute>,
}

/// One attribute of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: ByteRange,
    /// Without its quotes.
    pub value: Option<ByteRange>,
}

/// What stands at a place of some markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A tag.
    Tag(Tag),
    /// `<!-- … -->`.
    Comment(ByteRange),
    /// Text between tags.
    Text(ByteRange),
    /// What stands between `{{` and `}}`.
    Hole(ByteRange),
}

/// Reads markup piece by piece.
pub struct Reader<'s> {
    source: &'s str,
    at: usize,
    end: usize,
}

impl<'s> Reader<'s> {
    /// Reads from one byte up to another.
    #[must_use]
    pub fn new(source: &'s str, start: usize, end: usize) -> Reader<'s> {
        Reader {
            source,
            at: start,
            end: end.min(source.len()),
        }
    }

    /// Goes on reading at a byte further on.
    pub fn jump(&mut self, byte: usize) {
        self.at = self.at.max(byte);
    }

    /// The next piece; `holes` says whether `{{` has a meaning here.
    pub fn next(&mut self, holes: bool) -> Option<Piece> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        if rest.starts_with("<!--") {
            return Some(self.comment());
        }
        if is_tag(rest) {
            return Some(Piece::Tag(self.tag()));
        }
        if holes && rest.starts_with("{{") {
            return Some(self.hole());
        }
        let begins = |at: usize| {
            let rest = rest.get(at..).unwrap_or("");
            rest.starts_with("<!--") || is_tag(rest) || (holes && rest.starts_with("{{"))
        };
        let mut signs = rest.match_indices(['<', '{']).map(|(at, _)| at);
        let length = signs.find(|at| begins(*at)).unwrap_or(rest.len());
        Some(Piece::Text(self.take(length)))
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..self.end).unwrap_or("")
    }

    fn take(&mut self, length: usize) -> ByteRange {
        let start = self.at;
        self.at = start.saturating_add(length).min(self.end);
        ByteRange {
            start,
            end: self.at,
        }
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        let kept = rest.trim_start_matches(wanted).len();
        self.take(rest.len().saturating_sub(kept));
    }

    fn word(&mut self, wanted: impl Fn(char) -> bool) -> ByteRange {
        let start = self.at;
        self.skip(wanted);
        ByteRange {
            start,
            end: self.at,
        }
    }

    fn comment(&mut self) -> Piece {
        let rest = self.rest();
        let length = rest
            .find("-->")
            .map_or(rest.len(), |at| at.saturating_add(3));
        Piece::Comment(self.take(length))
    }

    fn hole(&mut self) -> Piece {
        self.take(2);
        let rest = self.rest();
        let inside = self.take(rest.find("}}").unwrap_or(rest.len()));
        self.take(2);
        Piece::Hole(inside)
    }

    fn tag(&mut self) -> Tag {
        let start = self.at;
        self.take(1);
        let closing = self.rest().starts_with('/');
        self.skip(|c| c == '/');
        let name = self.word(|c| !c.is_whitespace() && !matches!(c, '/' | '>'));
        let mut tag = Tag {
            name,
            closing,
            ..Tag::default()
        };
        loop {
            self.skip(char::is_whitespace);
            let rest = self.rest();
            if rest.is_empty() {
                break;
            } else if rest.starts_with('>') {
                self.take(1);
                break;
            } else if rest.starts_with('/') {
                self.take(1);
                tag.closed = self.rest().starts_with('>');
            } else {
                let attribute = self.attribute();
                if tag.attributes.len() < ATTRIBUTES_MAX {
                    tag.attributes.push(attribute);
                }
            }
        }
        tag.bytes = ByteRange {
            start,
            end: self.at,
        };
        tag
    }

    /// Takes at least one character, so that the tag comes to an end.
    fn attribute(&mut self) -> Attribute {
        let start = self.at;
        let first = self.rest().chars().next().map_or(1, char::len_utf8);
        self.take(first);
        self.skip(|c| !c.is_whitespace() && !matches!(c, '=' | '>' | '/'));
        let name = ByteRange {
            start,
            end: self.at,
        };
        let after = self.at;
        self.skip(char::is_whitespace);
        if !self.rest().starts_with('=') {
            self.at = after;
            return Attribute { name, value: None };
        }
        self.take(1);
        self.skip(char::is_whitespace);
        let quote = self
            .rest()
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\''));
        let value = match quote {
            Some(quote) => {
                self.take(1);
                let value = self.word(|c| c != quote);
                self.take(1);
                value
            }
            None => self.word(|c| !c.is_whitespace() && c != '>'),
        };
        Attribute {
            name,
            value: Some(value),
        }
    }
}

/// Whether a text begins with a tag.
fn is_tag(text: &str) -> bool {
    let Some(after) = text.strip_prefix('<') else {
        return false;
    };
    let after = after.strip_prefix('/').unwrap_or(after);
    after.starts_with(|c: char| c.is_ascii_alphabetic())
}
