//! References: `$ref: '#/components/schemas/Pet'`. Those within the document are followed, all others are refused.

use crate::fields::hint;
use crate::nearest::nearest;
use crate::notes::Notes;
use crate::yaml::{Node, Value};

/// References that lead to references.
const CHAIN_MAX: usize = 32;
/// Keys whose maps hold names of the author's, which are no keywords.
const NAMED: [&str; 21] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "schemas",
    "responses",
    "parameters",
    "requestBodies",
    "headers",
    "securitySchemes",
    "links",
    "callbacks",
    "pathItems",
    "paths",
    "webhooks",
    "content",
    "encoding",
    "variables",
    "mapping",
    "scopes",
];
/// Those among them that may have extensions beside the names.
const EXTENSIBLE: [&str; 2] = ["paths", "responses"];
/// Keys under which stands data that may look like anything.
const DATA: [&str; 6] = ["example", "examples", "default", "enum", "const", "value"];

/// A description whose references can be followed.
#[derive(Debug)]
pub(super) struct Document<'n> {
    pub(super) root: &'n Node,
}

/// Why a reference leads nowhere.
struct Lost {
    message: String,
    help: String,
}

impl<'n> Document<'n> {
    pub(super) fn new(root: &'n Node) -> Self {
        Self { root }
    }

    /// Says which references lead nowhere.
    pub(super) fn check(&self, notes: &mut Notes<'_>) {
        self.walk(self.root, "", false, notes);
    }

    /// What a node stands for: itself, or what its reference leads to.
    pub(super) fn follow(&self, node: &'n Node) -> &'n Node {
        let mut here = node;
        for _ in 0..CHAIN_MAX {
            let Some(next) = self.step(here) else {
                return here;
            };
            here = next;
        }
        here
    }

    /// What a node's reference leads to, which may be a reference again.
    pub(super) fn step(&self, node: &'n Node) -> Option<&'n Node> {
        self.find(reference(node)?).ok()
    }

    /// A key's value, followed.
    pub(super) fn get(&self, node: &'n Node, name: &str) -> Option<&'n Node> {
        Some(self.follow(node.get(name)?))
    }

    /// `within` is the key under which the node stands.
    fn walk(&self, node: &'n Node, within: &str, named: bool, notes: &mut Notes<'_>) {
        match &node.value {
            Value::Null | Value::Scalar(_) => {}
            Value::List(items) => {
                for item in items {
                    self.walk(item, "", false, notes);
                }
            }
            Value::Map(fields) => {
                if reference(node).is_some() {
                    self.judge(node, notes);
                }
                for (key, value) in fields {
                    let name = key.text.as_str();
                    let extension =
                        name.starts_with("x-") && (!named || EXTENSIBLE.contains(&within));
                    if extension || (!named && DATA.contains(&name)) {
                        continue;
                    }
                    self.walk(value, name, !named && NAMED.contains(&name), notes);
                }
            }
        }
    }

    fn judge(&self, node: &'n Node, notes: &mut Notes<'_>) {
        let (mut here, mut steps) = (node, 0_usize);
        while let Some(text) = reference(here) {
            let at = here.get("$ref").map_or(here.at, |it| it.at);
            match self.find(text) {
                Ok(next) => here = next,
                // A chain that breaks further on is said where it breaks.
                Err(_) if steps > 0 => return,
                Err(lost) => return notes.error(at, lost.message, lost.help),
            }
            steps = steps.saturating_add(1);
            if steps > CHAIN_MAX {
                let place = node.get("$ref").map_or(node.at, |it| it.at);
                let message = "this reference leads back to itself, or through too many others";
                return notes.error(place, message, "say somewhere what it is");
            }
        }
    }

    fn find(&self, text: &str) -> Result<&'n Node, Lost> {
        let Some(pointer) = text.strip_prefix('#') else {
            return Err(Lost {
                message: format!("`{text}` leads out of this file"),
                help: "bundle the description into one file".to_owned(),
            });
        };
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Err(Lost {
                message: format!("`{text}` names an anchor, which is not followed"),
                help: "write the way to it, as in `#/components/schemas/Pet`".to_owned(),
            });
        }
        let mut here = self.root;
        let mut way = "the description".to_owned();
        for token in pointer.split('/').skip(1) {
            let token = unescaped(token);
            let next = match &here.value {
                Value::Map(_) => here.get(&token),
                Value::List(items) => token.parse().ok().and_then(|at: usize| items.get(at)),
                Value::Null | Value::Scalar(_) => None,
            };
            let Some(next) = next else {
                let names: Vec<&str> = here
                    .fields()
                    .iter()
                    .map(|(key, _)| key.text.as_str())
                    .collect();
                return Err(Lost {
                    message: format!("`{text}` leads nowhere: {way} has no `{token}`"),
                    help: match nearest(&token, &names) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if (1..=20).contains(&names.len()) => hint(&token, &names),
                        None => String::new(),
                    },
                });
            };
            way = format!("`{token}`");
            here = next;
        }
        Ok(here)
    }
}

/// The text of a reference.
pub(super) fn reference(node: &Node) -> Option<&str> {
    node.text("$ref")
}

/// What a reference calls its schema: the last name if it stands among schemas, else the whole way to it.
pub(super) fn called(text: &str) -> String {
    const AMONG: [&str; 3] = ["schemas", "$defs", "definitions"];
    match text.rsplit_once('/') {
        Some((way, name)) if AMONG.iter().any(|it| way.ends_with(it)) => unescaped(name),
        Some(_) | None => unescaped(text),
    }
}

/// A piece of a pointer as it was before `~1`, `~0` and `%20` were put in.
fn unescaped(token: &str) -> String {
    let bytes = token.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        let digits = token
            .get(at.saturating_add(1)..at.saturating_add(3))
            .filter(|it| *byte == b'%' && it.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at = at.saturating_add(3);
            }
            None => {
                out.push(*byte);
                at = at.saturating_add(1);
            }
        }
    }
    let text = String::from_utf8_lossy(&out);
    text.replace("~1", "/").replace("~0", "~")
}
