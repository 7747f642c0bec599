//! YAML to a tree in which every value knows where it stands. What the keys mean is not known here.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use super::problem::{Fault, Problem};

/// Bytes of a file.
const FILE_BYTES_MAX: usize = 512 * 1024;
/// Keys, values and lists of one file.
const NODES_MAX: usize = 10_000;
/// Nesting of sections and lists.
const DEPTH_MAX: usize = 12;
/// Uses of anchors in one file.
const ALIASES_MAX: usize = 64;
/// Characters of the parser's reason that are shown.
const REASON_CHARS_MAX: usize = 160;

/// A value. Numbers and switches are texts: nothing else is wanted here.
#[derive(Debug)]
pub(super) enum Tree {
    /// Nothing.
    Nothing,
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys with values.
    Map(Vec<(Spanned<String>, Node)>),
}

/// A value with its place.
pub(super) type Node = Spanned<Tree>;

/// The tree of a file.
pub(super) fn tree(text: &str) -> Result<Node, Problem> {
    if text.len() > FILE_BYTES_MAX {
        let fault = Fault::TooMuch {
            max: FILE_BYTES_MAX,
            what: "bytes",
        };
        return Err(problem(&Location::UNKNOWN, fault));
    }
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
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let at = error.location().unwrap_or(Location::UNKNOWN);
        problem(&at, fault(&error))
    })
}

/// A problem at a place. A place that is not known is the start of the file.
pub(super) fn problem(at: &Location, fault: Fault) -> Problem {
    Problem {
        line: at.line().max(1),
        column: at.column().max(1),
        fault,
    }
}

fn fault(error: &serde_saphyr::Error) -> Fault {
    if let serde_saphyr::Error::Budget { .. } = error.without_snippet() {
        return Fault::TooMuch {
            max: NODES_MAX,
            what: "values",
        };
    }
    if let serde_saphyr::Error::DuplicateMappingKey { key: Some(key), .. } = error.without_snippet()
    {
        return Fault::Twice(key.chars().take(REASON_CHARS_MAX).collect());
    }
    let text = error.to_string();
    // Its place is told beside it.
    let text = text.split(" at line ").next().unwrap_or(&text);
    let text = text.replace(char::is_control, " ");
    Fault::Yaml(text.chars().take(REASON_CHARS_MAX).collect())
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Nothing)
    }

    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(Any)
    }

    fn visit_bool<E>(self, on: bool) -> Result<Tree, E> {
        Ok(Tree::Text(on.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_i128<E>(self, number: i128) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_u128<E>(self, number: u128) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Tree, A::Error> {
        let mut map = Vec::new();
        while let Some(key) = pairs.next_key()? {
            map.push((key, pairs.next_value()?));
        }
        Ok(Tree::Map(map))
    }
}
