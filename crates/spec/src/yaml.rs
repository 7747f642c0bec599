//! YAML as a tree of nodes that know their place and keep their written text: `plan: 02` stays `02`. What the nodes
//! mean is another's business. Tags, directives, merge keys and duplicate keys are refused, and so are anchors and
//! aliases where a format does not need them: each of these can make a text say something other than what a person sees.

use std::collections::{BTreeMap, BTreeSet};

use serde_saphyr::granit_parser::{
    Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag, options,
};

use crate::notes::Notes;

/// Nodes of one text of our own formats.
pub(crate) const NODES_MAX: usize = 200_000;

/// How much a text may ask for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Collections within collections.
    pub(crate) depth_max: usize,
    /// Nodes, copies that aliases make included.
    pub(crate) nodes_max: usize,
    /// Whether anchors and aliases are read.
    pub(crate) aliases: bool,
}

/// The limits of front matter.
pub(crate) const FRONT: Limits = Limits {
    depth_max: 16,
    nodes_max: NODES_MAX,
    aliases: false,
};

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
    /// A map's keys and values, in written order; nothing of anything else.
    pub(crate) fn fields(&self) -> &[(Key, Node)] {
        match &self.value {
            Value::Map(fields) => fields,
            Value::Null | Value::Scalar(_) | Value::List(_) => &[],
        }
    }

    /// A list's items; nothing of anything else.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Null | Value::Scalar(_) | Value::Map(_) => &[],
        }
    }

    /// The value of a map's key.
    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        let mut fields = self.fields().iter();
        fields.find(|(key, _)| key.text == name).map(|(_, it)| it)
    }

    /// The text of a map's key.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.value.as_text()
    }

    /// How many nodes it consists of, and how many of them stand within each other.
    fn size(&self) -> (usize, usize) {
        let inner: Vec<(usize, usize)> = match &self.value {
            Value::Null | Value::Scalar(_) => return (1, 0),
            Value::List(items) => items.iter().map(Node::size).collect(),
            Value::Map(fields) => fields.iter().map(|(_, it)| it.size()).collect(),
        };
        let nodes: usize = inner.iter().map(|(nodes, _)| nodes).sum();
        let depth = inner.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
        (nodes.saturating_add(1), depth.saturating_add(1))
    }

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
pub(crate) fn read(text: &str, base: usize, limits: Limits, notes: &mut Notes<'_>) -> Option<Node> {
    let options = options! {
        strict_indentation: false,
        disallow_directives: true,
        emit_comments: false,
        flow_nesting_limit: limits.depth_max,
        block_nesting_limit: limits.depth_max,
    };
    let mut builder = Builder {
        parser: Parser::new_from_str_with_options(text, options),
        base,
        last: base,
        nodes: 0,
        depth: 0,
        limits,
        anchors: BTreeMap::new(),
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
    depth: usize,
    limits: Limits,
    /// What aliases stand for.
    anchors: BTreeMap<usize, Node>,
}

/// An event that matters here, with its place.
enum Piece {
    Scalar(String, bool),
    List,
    Map,
    Alias(usize),
    End,
    Nothing,
}

impl Builder<'_> {
    fn document(&mut self) -> Result<Node, Stop> {
        let (at, piece, anchor) = self.next()?;
        let node = self.node(at, piece, anchor)?;
        match self.next()? {
            (_, Piece::Nothing, _) => Ok(node),
            (at, ..) => Err(stop(at, "more than one document")),
        }
    }

    /// The next piece with its place and its anchor, which is 0 for none. Starts and ends of stream and document are
    /// passed over; after the last comes `Nothing`.
    fn next(&mut self) -> Result<(usize, Piece, usize), Stop> {
        loop {
            let Some(next) = self.parser.next_event() else {
                return Ok((self.last, Piece::Nothing, 0));
            };
            let (event, span) = next.map_err(|error| self.broken(&error))?;
            self.last = self.place(&span);
            let (piece, anchor, tag) = match event {
                Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd => continue,
                Event::Comment(..) => continue,
                Event::StreamEnd => (Piece::Nothing, 0, None),
                Event::Scalar(text, style, anchor, tag) => {
                    let plain = matches!(style, ScalarStyle::Plain);
                    (Piece::Scalar(chomped(&text, style), plain), anchor, tag)
                }
                Event::SequenceStart(_, anchor, tag) => (Piece::List, anchor, tag),
                Event::MappingStart(_, anchor, tag) => (Piece::Map, anchor, tag),
                Event::SequenceEnd | Event::MappingEnd => (Piece::End, 0, None),
                Event::Alias(anchor) if self.limits.aliases => (Piece::Alias(anchor), 0, None),
                Event::Alias(_) | Event::UnresolvedAlias(_) | Event::Anchor(..) | _ => {
                    return Err(alias(self.last));
                }
            };
            self.plain_node(anchor, tag.as_deref())?;
            return Ok((self.last, piece, anchor));
        }
    }

    fn node(&mut self, at: usize, piece: Piece, anchor: usize) -> Result<Node, Stop> {
        self.count(at, 1)?;
        let value = match piece {
            Piece::Scalar(text, plain) => scalar(text, plain),
            Piece::List => self.within(Self::list)?,
            Piece::Map => self.within(Self::map)?,
            Piece::Alias(anchor) => return self.copy(at, anchor),
            Piece::End | Piece::Nothing => Value::Null,
        };
        let node = Node { at, value };
        if anchor != 0 {
            let (nodes, _) = node.size();
            self.count(at, nodes)?;
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    /// One level further in. The parser bounds how deep the text is; see [`Self::copy`] for what aliases add.
    fn within(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        self.depth = self.depth.saturating_add(1);
        let value = read(self)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(value)
    }

    /// What an alias stands for. Copies count like nodes that are written, so that a few lines can't become millions.
    fn copy(&mut self, at: usize, anchor: usize) -> Result<Node, Stop> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            return Err(stop(at, "an alias stands within what it stands for"));
        };
        let (nodes, depth) = node.size();
        self.count(at, nodes)?;
        if self.depth.saturating_add(depth) > self.limits.depth_max {
            return Err(stop(at, "too many levels within each other"));
        }
        Ok(node)
    }

    fn count(&mut self, at: usize, nodes: usize) -> Result<(), Stop> {
        self.nodes = self.nodes.saturating_add(nodes);
        let max = self.limits.nodes_max;
        if self.nodes > max {
            return Err(stop(at, format!("more than {max} values")));
        }
        Ok(())
    }

    fn list(&mut self) -> Result<Value, Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (_, Piece::End | Piece::Nothing, _) => return Ok(Value::List(items)),
                (at, piece, anchor) => items.push(self.node(at, piece, anchor)?),
            }
        }
    }

    fn map(&mut self) -> Result<Value, Stop> {
        let mut items: Vec<(Key, Node)> = Vec::new();
        let mut seen = BTreeSet::new();
        loop {
            let (at, piece, _) = self.next()?;
            let text = match piece {
                Piece::End | Piece::Nothing => return Ok(Value::Map(items)),
                Piece::Scalar(text, true) if text == "<<" => {
                    let help = "write out what is to be merged";
                    let message = "merge keys are not accepted".to_owned();
                    return Err(Stop { at, message, help });
                }
                Piece::Scalar(text, _) => text,
                Piece::List | Piece::Map | Piece::Alias(_) => {
                    return Err(stop(at, "a key has to be text"));
                }
            };
            if !seen.insert(text.clone()) {
                return Err(stop(at, format!("key `{text}` stands here a second time")));
            }
            let (value_at, piece, anchor) = self.next()?;
            let value = self.node(value_at, piece, anchor)?;
            items.push((Key { at, text }, value));
        }
    }

    fn plain_node(&self, anchor: usize, tag: Option<&Tag>) -> Result<(), Stop> {
        if anchor != 0 && !self.limits.aliases {
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
