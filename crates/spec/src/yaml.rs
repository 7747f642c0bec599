//! YAML as a tree of nodes that know their place and keep their written text: `plan: 02` stays `02`. What the nodes
//! mean is another's business. Anchors, aliases, tags, directives and duplicate keys are refused: none of our formats
//! needs them, and each of them can make a text say something other than what a person sees.

use std::collections::BTreeSet;

use serde_saphyr::granit_parser::{
    Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag, options,
};

use crate::notes::Notes;

/// Collections within collections.
const DEPTH_MAX: usize = 16;
/// Nodes of one text.
pub(crate) const NODES_MAX: usize = 200_000;

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its first byte in the whole file.
    pub(crate) at: usize,
    /// What it is.
    pub(crate) value: Value,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing, or a plain `null` or `~`.
    Null,
    /// A scalar's text; numbers and booleans are not told apart from words.
    Scalar(String),
    /// A list.
    List(Vec<Node>),
    /// A map, in written order, each key once.
    Map(Vec<(Key, Node)>),
}

/// A key of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its first byte in the whole file.
    pub(crate) at: usize,
    /// Its text.
    pub(crate) text: String,
}

impl Node {
    /// Whether it says nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::List(items) => items.is_empty(),
            Value::Map(items) => items.is_empty(),
            Value::Scalar(_) => false,
        }
    }
}

impl Value {
    /// The text of a scalar.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Value::Scalar(text) => Some(text),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The word for messages.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Scalar(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}

/// Reads a text that begins at byte `base` of its file. `None` after an error that leaves nothing to go on with; an
/// empty text is [`Value::Null`].
pub(crate) fn read(text: &str, base: usize, notes: &mut Notes<'_>) -> Option<Node> {
    let options = options! {
        strict_indentation: false,
        disallow_directives: true,
        emit_comments: false,
        flow_nesting_limit: DEPTH_MAX,
        block_nesting_limit: DEPTH_MAX,
    };
    let mut builder = Builder {
        parser: Parser::new_from_str_with_options(text, options),
        base,
        last: base,
        nodes: 0,
    };
    match builder.document() {
        Ok(node) => Some(node),
        Err(Stop { at, message, help }) => {
            notes.error(at, message, help);
            None
        }
    }
}

/// Why reading ended.
struct Stop {
    at: usize,
    message: String,
    help: &'static str,
}

struct Builder<'t> {
    parser: Parser<'t, StrInput<'t>>,
    base: usize,
    last: usize,
    nodes: usize,
}

/// An event that matters here, with its place.
enum Piece {
    Scalar(String, bool),
    List,
    Map,
    End,
    Nothing,
}

impl Builder<'_> {
    fn document(&mut self) -> Result<Node, Stop> {
        let (at, piece) = self.next()?;
        let node = self.node(at, piece)?;
        match self.next()? {
            (_, Piece::Nothing) => Ok(node),
            (at, _) => Err(stop(at, "more than one document")),
        }
    }

    /// The next piece. Starts and ends of stream and document are passed over; after the last comes `Nothing`.
    fn next(&mut self) -> Result<(usize, Piece), Stop> {
        loop {
            let Some(next) = self.parser.next_event() else {
                return Ok((self.last, Piece::Nothing));
            };
            let (event, span) = next.map_err(|error| self.broken(&error))?;
            self.last = self.place(&span);
            let piece = match event {
                Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd => continue,
                Event::Comment(..) => continue,
                Event::StreamEnd => Piece::Nothing,
                Event::Scalar(text, style, anchor, tag) => {
                    self.plain_node(anchor, tag.as_deref())?;
                    Piece::Scalar(chomped(&text, style), matches!(style, ScalarStyle::Plain))
                }
                Event::SequenceStart(_, anchor, tag) => {
                    self.plain_node(anchor, tag.as_deref())?;
                    Piece::List
                }
                Event::MappingStart(_, anchor, tag) => {
                    self.plain_node(anchor, tag.as_deref())?;
                    Piece::Map
                }
                Event::SequenceEnd | Event::MappingEnd => Piece::End,
                Event::Alias(_) | Event::UnresolvedAlias(_) | Event::Anchor(..) | _ => {
                    return Err(alias(self.last));
                }
            };
            return Ok((self.last, piece));
        }
    }

    fn node(&mut self, at: usize, piece: Piece) -> Result<Node, Stop> {
        self.nodes = self.nodes.saturating_add(1);
        if self.nodes > NODES_MAX {
            return Err(stop(at, format!("more than {NODES_MAX} values")));
        }
        let value = match piece {
            Piece::Scalar(text, plain) => scalar(text, plain),
            Piece::List => self.list()?,
            Piece::Map => self.map()?,
            Piece::End | Piece::Nothing => Value::Null,
        };
        Ok(Node { at, value })
    }

    fn list(&mut self) -> Result<Value, Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (_, Piece::End | Piece::Nothing) => return Ok(Value::List(items)),
                (at, piece) => items.push(self.node(at, piece)?),
            }
        }
    }

    fn map(&mut self) -> Result<Value, Stop> {
        let mut items: Vec<(Key, Node)> = Vec::new();
        let mut seen = BTreeSet::new();
        loop {
            let (at, piece) = self.next()?;
            let text = match piece {
                Piece::End | Piece::Nothing => return Ok(Value::Map(items)),
                Piece::Scalar(text, _) => text,
                Piece::List | Piece::Map => return Err(stop(at, "a key has to be text")),
            };
            if !seen.insert(text.clone()) {
                return Err(stop(at, format!("key `{text}` stands here a second time")));
            }
            let (value_at, piece) = self.next()?;
            let value = self.node(value_at, piece)?;
            items.push((Key { at, text }, value));
        }
    }

    fn plain_node(&self, anchor: usize, tag: Option<&Tag>) -> Result<(), Stop> {
        if anchor != 0 {
            return Err(alias(self.last));
        }
        match tag {
            None => Ok(()),
            Some(tag) => Err(Stop {
                at: self.last,
                message: format!("tag `{}` is not accepted", tag.original()),
                help: "write the value without it; quote it if it is text",
            }),
        }
    }

    fn place(&self, span: &Span) -> usize {
        span.byte_range()
            .map_or(self.last, |range| self.base.saturating_add(range.start))
    }

    fn broken(&self, error: &ScanError) -> Stop {
        let at = error.marker().byte_offset();
        Stop {
            at: at.map_or(self.last, |at| self.base.saturating_add(at)),
            message: format!("not valid YAML: {}", error.info()),
            help: "text with `: `, ` #`, or a sign such as `*`, `&`, `{`, `[` at its start has to be quoted",
        }
    }
}

fn stop(at: usize, message: impl Into<String>) -> Stop {
    Stop {
        at,
        message: message.into(),
        help: "",
    }
}

fn alias(at: usize) -> Stop {
    Stop {
        at,
        message: "anchors and aliases are not accepted".to_owned(),
        help: "write the value out; quote it if it is text that begins with `*` or `&`",
    }
}

fn scalar(text: String, plain: bool) -> Value {
    let null = matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL");
    if plain && null {
        Value::Null
    } else {
        Value::Scalar(text)
    }
}

/// A block's text without its final newline, which nobody means.
fn chomped(text: &str, style: ScalarStyle) -> String {
    match style {
        ScalarStyle::Literal | ScalarStyle::Folded => text.trim_end_matches('\n').to_owned(),
        ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            text.to_owned()
        }
    }
}
