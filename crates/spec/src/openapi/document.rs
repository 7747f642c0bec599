//! A description in one file or several, in which references can be followed and large maps be looked up. What is wrong
//! with a reference is told in [`super::reference`].

use std::collections::BTreeMap;

use super::place;
use super::reference::{reference, unescaped};
use crate::fields::hint;
use crate::nearest::nearest;
use crate::yaml::{Node, Value};

/// References that lead to references.
pub(super) const CHAIN_MAX: usize = 32;
/// Fields of a map that are looked through one after another; larger ones are looked up.
const FIELDS_SEARCHED_MAX: usize = 16;

/// One file of a description, read.
#[derive(Debug)]
pub(super) struct Tree {
    /// As seen from the description's folder.
    pub(super) path: String,
    /// Its first byte, as its nodes count.
    pub(super) base: usize,
    pub(super) node: Node,
}

/// A description whose references can be followed.
#[derive(Debug)]
pub(super) struct Document<'n> {
    /// The description itself.
    pub(super) root: &'n Node,
    trees: &'n [Tree],
    by_path: BTreeMap<&'n str, &'n Tree>,
    /// What says `$id` or `$self` of itself, by that.
    by_id: BTreeMap<&'n str, &'n Node>,
    /// What says `$anchor` of itself, by its file's first byte and that name.
    by_anchor: BTreeMap<(usize, &'n str), &'n Node>,
    /// The fields of large maps by name, by the map's address.
    large: BTreeMap<usize, BTreeMap<&'n str, &'n Node>>,
}

/// Why a reference leads nowhere.
pub(super) struct Lost {
    pub(super) message: String,
    pub(super) help: String,
}

impl<'n> Document<'n> {
    /// Of the description's tree and those of its other files. `None` of none at all.
    pub(super) fn new(trees: &'n [Tree]) -> Option<Self> {
        let mut document = Self {
            root: &trees.first()?.node,
            trees,
            by_path: trees.iter().map(|it| (it.path.as_str(), it)).collect(),
            by_id: BTreeMap::new(),
            by_anchor: BTreeMap::new(),
            large: BTreeMap::new(),
        };
        for tree in trees {
            document.index(&tree.node, tree.base);
        }
        Some(document)
    }

    /// The whole of each file.
    pub(super) fn roots(&self) -> impl Iterator<Item = &'n Node> + use<'n> {
        self.trees.iter().map(|it| &it.node)
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
        self.target(reference(node)?, node.at).ok()
    }

    /// A key's value, followed.
    pub(super) fn get(&self, node: &'n Node, name: &str) -> Option<&'n Node> {
        Some(self.follow(node.get(name)?))
    }

    /// What a reference leads to that stands at byte `at`.
    pub(super) fn target(&self, text: &str, at: usize) -> Result<&'n Node, Lost> {
        let (file, pointer) = text.split_once('#').unwrap_or((text, ""));
        let (base, start) = if file.is_empty() {
            let tree = self.tree_at(at).ok_or_else(|| nowhere(text))?;
            (tree.base, &tree.node)
        } else {
            match (self.other(file, at), self.by_id.get(file)) {
                (Ok(tree), _) => (tree.base, &tree.node),
                (Err(_), Some(node)) => (self.tree_at(node.at).map_or(0, |it| it.base), *node),
                (Err(lost), None) => return Err(lost),
            }
        };
        if pointer.is_empty() {
            return Ok(start);
        }
        if !pointer.starts_with('/') {
            let anchor = self.by_anchor.get(&(base, pointer)).copied();
            return anchor.ok_or_else(|| Lost {
                message: format!("`{text}` leads nowhere: nothing says `$anchor: {pointer}`"),
                help: "write the way to it, as in `#/components/schemas/Pet`".to_owned(),
            });
        }
        self.walk(start, pointer, text)
    }

    /// From a node along a pointer.
    fn walk(&self, start: &'n Node, pointer: &str, text: &str) -> Result<&'n Node, Lost> {
        let (mut here, mut last) = (start, "");
        for token in pointer.split('/').skip(1) {
            let name = unescaped(token);
            let next = match &here.value {
                Value::Map(_) => self.field(here, &name),
                Value::List(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
                Value::Null | Value::Scalar(_) => None,
            };
            let Some(next) = next else {
                let file = text.split('#').next().unwrap_or("");
                let way = match (last, file) {
                    ("", "") => "the description".to_owned(),
                    ("", file) => format!("`{file}`"),
                    (last, _) => format!("`{}`", unescaped(last)),
                };
                return Err(no_such(here, &name, &way, text));
            };
            last = token;
            here = next;
        }
        Ok(here)
    }

    /// The file that a reference names.
    fn other(&self, file: &str, at: usize) -> Result<&'n Tree, Lost> {
        if place::is_elsewhere(file) {
            return Err(Lost {
                message: format!("`{file}` is not in this repository, and is not fetched"),
                help: "put a copy of it into the repository".to_owned(),
            });
        }
        let from = self.tree_at(at).map_or("", |it| it.path.as_str());
        let path = place::file_of(from, file).ok_or_else(|| nowhere(file))?;
        let tree = self.by_path.get(path.as_str()).copied();
        tree.ok_or_else(|| Lost {
            message: format!("`{file}` leads nowhere: there is no such file"),
            help: "a path is seen from the file that names it".to_owned(),
        })
    }

    /// The file in which a byte stands.
    fn tree_at(&self, at: usize) -> Option<&'n Tree> {
        let after = self.trees.partition_point(|it| it.base <= at);
        self.trees.get(after.checked_sub(1)?)
    }

    fn field(&self, node: &'n Node, name: &str) -> Option<&'n Node> {
        match self.large.get(&address(node)) {
            Some(fields) => fields.get(name).copied(),
            None => node.get(name),
        }
    }

    fn index(&mut self, node: &'n Node, base: usize) {
        match &node.value {
            Value::Null | Value::Scalar(_) => {}
            Value::List(items) => items.iter().for_each(|it| self.index(it, base)),
            Value::Map(fields) => {
                for key in ["$id", "$self"] {
                    self.by_id.extend(node.text(key).map(|it| (it, node)));
                }
                for key in ["$anchor", "$dynamicAnchor"] {
                    let anchor = node.text(key).map(|it| ((base, it), node));
                    self.by_anchor.extend(anchor);
                }
                if fields.len() > FIELDS_SEARCHED_MAX {
                    let names = fields.iter().map(|(key, it)| (key.text.as_str(), it));
                    self.large.insert(address(node), names.collect());
                }
                fields.iter().for_each(|(_, it)| self.index(it, base));
            }
        }
    }
}

/// Where a node stands in memory: of two nodes never the same.
fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

fn nowhere(text: &str) -> Lost {
    Lost {
        message: format!("`{text}` names no file of this repository"),
        help: "write the path as seen from this file, as in `./schemas/pet.yaml`".to_owned(),
    }
}

fn no_such(here: &Node, token: &str, way: &str, text: &str) -> Lost {
    let fields = here.fields().iter();
    let names: Vec<&str> = fields.map(|(key, _)| key.text.as_str()).collect();
    Lost {
        message: format!("`{text}` leads nowhere: {way} has no `{token}`"),
        help: match nearest(token, &names) {
            Some(near) => format!("did you mean `{near}`?"),
            None if (1..=20).contains(&names.len()) => hint(token, &names),
            None => String::new(),
        },
    }
}
