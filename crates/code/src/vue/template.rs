//! The template of a component: which parts of it are code, and which names its tags mean. The code in it is only marked
//! here; it is parsed with the scripts' grammar.

use super::markup::{Attribute, Piece, Reader, Tag};
use super::tags;
use crate::facts::{ByteRange, Region, RegionKind};

/// How many open elements a closing tag is compared with.
const OPEN_MAX: usize = 256;

/// Directives that Vue brings along.
const DIRECTIVES: [&str; 15] = [
    "if", "else", "else-if", "show", "for", "bind", "on", "model", "slot", "pre", "cloak", "once",
    "memo", "text", "html",
];

/// Code in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) bytes: ByteRange,
    pub(super) form: Form,
}

/// What sort of code stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An expression that is read.
    Value,
    /// An expression that is also assigned to.
    Model,
    /// Statements that run on an event.
    Statements,
}

/// What a template holds.
#[derive(Debug, Default)]
pub(super) struct Template<'s> {
    /// Between its tags.
    pub(super) bytes: ByteRange,
    /// After its closing tag.
    pub(super) end: usize,
    /// Its closing tag is there.
    pub(super) closed: bool,
    pub(super) regions: Vec<Region>,
    pub(super) statements: Vec<ByteRange>,
    pub(super) code: Vec<Code>,
    /// Names of loops and slots, with where they are good.
    pub(super) hidden: Vec<(&'s str, ByteRange)>,
    /// Names that tags, directives and references mean, with their place.
    pub(super) names: Vec<(String, usize)>,
    /// Names that the template itself fills (`ref="list"`).
    pub(super) filled: Vec<&'s str>,
}

struct Open<'s> {
    name: &'s str,
    start: usize,
    bound: Vec<&'s str>,
    dead: bool,
}

/// Reads a template block from behind its opening tag; `pug` has no tags, and every word of it is a name.
pub(super) fn read(source: &str, start: usize, pug: bool) -> Template<'_> {
    let mut walk = Walk {
        source,
        found: Template::default(),
        open: Vec::new(),
    };
    if pug {
        walk.words(start);
        return walk.found;
    }
    let mut reader = Reader::new(source, start, source.len());
    let mut inner_end = source.len();
    let mut end = source.len();
    let mut templates = 0usize;
    while let Some(piece) = reader.next(true) {
        if let Piece::Tag(tag) = &piece
            && walk.text(tag.name) == "template"
            && !tag.closed
        {
            match (tag.closing, templates.checked_sub(1)) {
                (true, None) => {
                    (inner_end, end) = (tag.bytes.start, tag.bytes.end);
                    walk.found.closed = true;
                    break;
                }
                (true, Some(fewer)) => templates = fewer,
                (false, _) => templates = templates.saturating_add(1),
            }
        }
        walk.piece(piece);
    }
    walk.close(0, inner_end);
    walk.found.bytes = ByteRange {
        start,
        end: inner_end,
    };
    walk.found.end = end;
    walk.found
}

struct Walk<'s> {
    source: &'s str,
    found: Template<'s>,
    open: Vec<Open<'s>>,
}

impl<'s> Walk<'s> {
    fn text(&self, bytes: ByteRange) -> &'s str {
        self.source.get(bytes.start..bytes.end).unwrap_or("")
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Comment(bytes) => self.region(RegionKind::Comment, bytes),
            Piece::Text(bytes) => {
                if !self.text(bytes).trim().is_empty() {
                    self.region(RegionKind::String, bytes);
                }
            }
            Piece::Hole(bytes) => {
                self.found.statements.push(bytes);
                self.code(bytes, Form::Value);
            }
            Piece::Tag(tag) if tag.closing => self.end(&tag),
            Piece::Tag(tag) => self.begin(&tag),
        }
    }

    fn begin(&mut self, tag: &Tag) {
        let name = self.text(tag.name);
        self.found.statements.push(tag.bytes);
        if let Some(meant) = tags::component(name) {
            let at = tag.name.start;
            self.found
                .names
                .extend(meant.into_iter().map(|name| (name, at)));
        }
        let mut open = Open {
            name,
            start: tag.bytes.start,
            bound: Vec::new(),
            dead: false,
        };
        for attribute in &tag.attributes {
            self.attribute(*attribute, &mut open);
        }
        if tag.closed || tags::is_void(name) {
            self.settle(open, tag.bytes.end);
        } else {
            self.open.push(open);
        }
    }

    fn end(&mut self, tag: &Tag) {
        let name = self.text(tag.name);
        let back = self.open.iter().rev().take(OPEN_MAX);
        let Some(back) = back.map(|open| open.name).position(|open| open == name) else {
            return;
        };
        let keep = self.open.len().saturating_sub(back).saturating_sub(1);
        self.close(keep, tag.bytes.end);
    }

    /// Closes elements until so many are left.
    fn close(&mut self, keep: usize, end: usize) {
        while self.open.len() > keep {
            if let Some(open) = self.open.pop() {
                self.settle(open, end);
            }
        }
    }

    fn settle(&mut self, open: Open<'s>, end: usize) {
        let bytes = ByteRange {
            start: open.start,
            end,
        };
        if open.dead {
            self.region(RegionKind::Dead, bytes);
        }
        let bound = open.bound.into_iter();
        self.found.hidden.extend(bound.map(|name| (name, bytes)));
    }

    fn attribute(&mut self, attribute: Attribute, open: &mut Open<'s>) {
        let name = self.text(attribute.name);
        let value = attribute.value.filter(|v| !self.text(*v).trim().is_empty());
        let at = attribute.name.start;
        if let Some(key) = name
            .split_once('[')
            .and_then(|(_, rest)| rest.split(']').next())
        {
            let words = tags::words(key).map(|word| (word.to_owned(), at));
            self.found.names.extend(words);
        }
        let (directive, argument) = directive(name);
        match (directive, value) {
            ("", Some(value)) => self.plain(name, value),
            ("for", Some(value)) => self.repeat(value, open),
            ("slot", Some(value)) => open.bound.extend(tags::bound(self.text(value))),
            ("on", Some(value)) if !argument.is_empty() => self.code(value, Form::Statements),
            ("model", Some(value)) => self.code(value, Form::Model),
            ("bind", Some(value)) if argument.ends_with(".sync") => self.code(value, Form::Model),
            ("bind", None) if !argument.is_empty() => {
                let word = argument.split('.').next().unwrap_or("");
                self.found.names.push((tags::camel(word), at));
            }
            ("if" | "else-if", Some(value)) => {
                open.dead |= tags::is_never(self.text(value).trim());
                self.code(value, Form::Value);
            }
            ("pre" | "cloak" | "once", _) | ("", None) => {}
            (known, value) => {
                if !DIRECTIVES.contains(&known) {
                    let name = tags::camel(&format!("v-{known}"));
                    self.found.names.push((name, at));
                }
                if let Some(value) = value {
                    self.code(value, Form::Value);
                }
            }
        }
    }

    /// An attribute without any code in it.
    fn plain(&mut self, name: &str, value: ByteRange) {
        let text = self.text(value);
        match name {
            "ref" => {
                self.found.names.push((text.to_owned(), value.start));
                self.found.filled.push(text);
            }
            "is" => {
                let meant = tags::component(text).into_iter().flatten();
                self.found
                    .names
                    .extend(meant.map(|name| (name, value.start)));
            }
            _ => self.region(RegionKind::String, value),
        }
    }

    /// `(item, index) in items`.
    fn repeat(&mut self, value: ByteRange, open: &mut Open<'s>) {
        let text = self.text(value);
        let split = [" in ", " of ", "\tin ", "\nin "]
            .iter()
            .filter_map(|word| text.find(word).map(|at| (at, word.len())))
            .min();
        let Some((at, length)) = split else {
            self.code(value, Form::Value);
            return;
        };
        open.bound.extend(tags::bound(text.get(..at).unwrap_or("")));
        let start = value.start.saturating_add(at).saturating_add(length);
        let list = ByteRange {
            start,
            end: value.end,
        };
        self.code(list, Form::Value);
    }

    fn code(&mut self, bytes: ByteRange, form: Form) {
        self.found.code.push(Code { bytes, form });
    }

    fn region(&mut self, kind: RegionKind, bytes: ByteRange) {
        if bytes.start < bytes.end {
            self.found.regions.push(Region { bytes, kind });
        }
    }

    /// A template in a language of its own: its words may all be names.
    fn words(&mut self, start: usize) {
        let rest = self.source.get(start..).unwrap_or("");
        let length = rest.find("</template").unwrap_or(rest.len());
        let inner_end = start.saturating_add(length);
        let after = rest.get(length..).unwrap_or("");
        let tail = after
            .find('>')
            .map_or(after.len(), |at| at.saturating_add(1));
        let inner = rest.get(..length).unwrap_or("");
        let mut at = start;
        for line in inner.split_inclusive('\n') {
            for word in tags::words(line) {
                let meant = tags::component(word).unwrap_or_default();
                self.found.names.push((word.to_owned(), at));
                self.found
                    .names
                    .extend(meant.into_iter().map(|name| (name, at)));
            }
            at = at.saturating_add(line.len());
        }
        self.found.closed = !after.is_empty();
        self.found.bytes = ByteRange {
            start,
            end: inner_end,
        };
        self.found.end = inner_end.saturating_add(tail);
    }
}

/// The directive an attribute is, and its argument with modifiers; no directive for a plain attribute.
fn directive(name: &str) -> (&str, &str) {
    if let Some(argument) = name.strip_prefix([':', '.']) {
        return ("bind", argument);
    }
    if let Some(argument) = name.strip_prefix('@') {
        return ("on", argument);
    }
    if name.starts_with('#') || matches!(name, "slot-scope" | "scope") {
        return ("slot", name);
    }
    let Some(directive) = name.strip_prefix("v-") else {
        return ("", "");
    };
    let (name, argument) = directive.split_once(':').unwrap_or((directive, ""));
    (name.split('.').next().unwrap_or(name), argument)
}
