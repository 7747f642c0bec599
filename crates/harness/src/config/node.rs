//! YAML to a tree in which every value knows where it stands. What the keys mean is not known here.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use super::fault::Fault;
use super::place::{Place, Source};
use super::problem::Problem;

/// Nesting of sections and lists.
const DEPTH_MAX: usize = 12;
/// Keys, values and lists of one file.
const NODES_MAX: usize = 20_000;
/// Uses of anchors in one file.
const ALIASES_MAX: usize = 64;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) tree: Tree,
    pub(crate) place: Place,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Nothing,
    Switch(bool),
    Whole(i128),
    Decimal(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Pair>),
}

/// A key, where it stands, and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    pub(crate) key: String,
    pub(crate) place: Place,
    pub(crate) value: Node,
}

impl Tree {
    /// What it is, for messages: short, and never a key in clear.
    pub(crate) fn found(&self) -> String {
        match self {
            Tree::Nothing => "nothing".to_owned(),
            Tree::Switch(on) => format!("`{on}`"),
            Tree::Whole(number) => format!("the number {number}"),
            Tree::Decimal(number) => format!("the number {number}"),
            Tree::Text(text) => format!("the text `{}`", short(text)),
            Tree::List(_) => "a list".to_owned(),
            Tree::Map(_) => "a section".to_owned(),
        }
    }
}

/// The tree of a file.
pub(crate) fn parse(source: &Arc<Source>) -> Result<Node, Problem> {
    let raw = read(&source.text).map_err(|(reason, location)| {
        let place = match location {
            Some(location) => spot(source, &location),
            None => Place::File(source.name.clone()),
        };
        Problem::new(Fault::Yaml(reason), place)
    })?;
    Ok(placed(raw, &|location| spot(source, location)))
}

/// The tree of a value that came from outside a file; everything in it stands at `place`.
pub(crate) fn parse_value(text: &str, place: &Place) -> Result<Node, Problem> {
    let raw = read(text).map_err(|(reason, _)| Problem::new(Fault::Yaml(reason), place.clone()))?;
    Ok(placed(raw, &|_| place.clone()))
}

/// A text with at most 60 characters, without line ends, keys masked.
pub(crate) fn short(text: &str) -> String {
    let masked = super::secretish::masked(text).replace(char::is_control, " ");
    let mut cut: String = masked.chars().take(60).collect();
    if cut.len() < masked.len() {
        cut.push('…');
    }
    cut
}

fn read(text: &str) -> Result<Spanned<Raw>, (String, Option<Location>)> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: DEPTH_MAX,
            max_nodes: NODES_MAX,
            max_documents: 1,
            max_aliases: ALIASES_MAX,
            max_recorded_anchor_events: NODES_MAX,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: NODES_MAX,
        },
    };
    serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| (reason(&error), error.location()))
}

/// The parser's reason without its own position and without advice that means nothing to a user.
fn reason(error: &serde_saphyr::Error) -> String {
    if let serde_saphyr::Error::Budget { .. } = error.without_snippet() {
        return "too much for a configuration: one document, 12 levels, 20000 values, 64 aliases"
            .to_owned();
    }
    if let serde_saphyr::Error::DuplicateMappingKey { key: Some(key), .. } = error.without_snippet()
    {
        return format!("the key `{}` stands twice", short(key));
    }
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text);
    short_reason(text)
}

fn short_reason(text: &str) -> String {
    let text = super::secretish::masked(text).replace(char::is_control, " ");
    format!("not YAML: {}", text.chars().take(160).collect::<String>())
}

fn spot(source: &Arc<Source>, location: &Location) -> Place {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Place::At {
        source: Arc::clone(source),
        line: number(location.line()),
        column: number(location.column()),
        width: number(location.span().len()),
    }
}

fn placed(raw: Spanned<Raw>, place: &dyn Fn(&Location) -> Place) -> Node {
    let tree = match raw.value {
        Raw::Nothing => Tree::Nothing,
        Raw::Switch(on) => Tree::Switch(on),
        Raw::Whole(number) => Tree::Whole(number),
        Raw::Decimal(number) => Tree::Decimal(number),
        Raw::Text(text) => Tree::Text(text),
        Raw::List(items) => Tree::List(items.into_iter().map(|item| placed(item, place)).collect()),
        Raw::Map(pairs) => Tree::Map(
            pairs
                .into_iter()
                .map(|(key, value)| Pair {
                    place: place(&key.referenced),
                    key: key.value,
                    value: placed(value, place),
                })
                .collect(),
        ),
    };
    Node {
        tree,
        place: place(&raw.referenced),
    }
}

/// As serde hands it over.
enum Raw {
    Nothing,
    Switch(bool),
    Whole(i128),
    Decimal(f64),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(Any)
    }

    fn visit_bool<E>(self, on: bool) -> Result<Raw, E> {
        Ok(Raw::Switch(on))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Raw, E> {
        Ok(Raw::Whole(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Raw, E> {
        Ok(Raw::Whole(number.into()))
    }

    fn visit_i128<E>(self, number: i128) -> Result<Raw, E> {
        Ok(Raw::Whole(number))
    }

    fn visit_u128<E>(self, number: u128) -> Result<Raw, E> {
        Ok(Raw::Whole(i128::try_from(number).unwrap_or(i128::MAX)))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Raw, E> {
        Ok(Raw::Decimal(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(key) = pairs.next_key()? {
            map.push((key, pairs.next_value()?));
        }
        Ok(Raw::Map(map))
    }
}
