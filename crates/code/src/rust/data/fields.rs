//! Fields of structs, and what a file does with members by their names: whether it looks at one, and what it puts in. Whether
//! a field is of any use is for whoever knows the whole tree.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::parts::{Exported, Field, How, Setting};
use crate::phrases;
use crate::rust::attributes::{self, Attributes};
use crate::rust::data::atomic;
use crate::rust::data::field_values::how;
use crate::rust::data::read_only_methods;
use crate::rust::data::unread_fields;
use crate::rust::items::{self, Place};
use crate::scan::Scan;
use crate::syntax::Node;

/// Types without any value of their own until somebody puts one in.
const EMPTY: [&str; 31] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "bool",
    "String",
    "Option",
    "Vec",
    "VecDeque",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "IndexMap",
    "str",
    "Duration",
    "BinaryHeap",
    "LinkedList",
    "PathBuf",
    "OsString",
    "char",
];

/// Those of them that no call on them changes.
const NUMBERS: usize = 15;

/// Methods that put something into a collection.
const FILLING: [&str; 10] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "extend",
    "extend_from_slice",
    "append",
    "fetch_add",
    "fetch_sub",
];

/// Types whose filling by a statement is no looking at them.
const FILLED: [&str; 11] = [
    "Vec<",
    "VecDeque<",
    "HashMap<",
    "HashSet<",
    "BTreeMap<",
    "BTreeSet<",
    "String",
    "AtomicU64",
    "AtomicUsize",
    "AtomicU32",
    "AtomicBool",
];

/// Derived traits by which values get into fields from the command line.
const GIVING: [&str; 6] = [
    "Parser",
    "Args",
    "StructOpt",
    "FromArgs",
    "Options",
    "Subcommand",
];

/// Fills in the fields of the file's types and what is done with members of any name.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>, facts: &mut Facts) {
    let mut members = Members::default();
    members.declare(scan, attributes, facts);
    let kinds = [
        "field_identifier",
        "shorthand_field_initializer",
        "shorthand_field_identifier",
        "identifier",
    ];
    for node in scan.live_of(&kinds) {
        if members.set.len() >= scan.limits.items_max {
            facts.truncated = true;
            break;
        }
        members.see(node);
    }
    facts.set = members
        .set
        .into_iter()
        .map(|(name, setting)| (name.into_owned(), setting))
        .collect();
}

#[derive(Default)]
struct Members<'t> {
    set: BTreeMap<Cow<'t, str>, Setting>,
    /// Fields of the structs of this file, each with its struct.
    owned: BTreeSet<(&'t str, &'t str)>,
    /// Literals that members are set with: with several of them a member says which case it is.
    literals: BTreeMap<&'t str, &'t str>,
    /// Types of the fields of this file, by name; nothing of a name that several bear.
    kinds: BTreeMap<&'t str, &'t str>,
}

impl<'t> Members<'t> {
    fn declare(&mut self, scan: &Scan<'t>, attributes: &Attributes<'t>, facts: &mut Facts) {
        let mut several = BTreeSet::new();
        let printed = unread_fields::prints_whole(scan);
        for owner in scan.live_of(&["struct_item"]) {
            let (Some(body), Some(name)) = (owner.field("body"), owner.field("name")) else {
                continue;
            };
            let given = is_given(owner, attributes);
            let plain = unread_fields::is_plain(owner, attributes) && !printed;
            let counts = !scan.in_test(owner) && (given || plain);
            let closed = !Place::of(owner).is_public() || items::visibility(owner) != Exported::Yes;
            for field in body.named().filter(|it| it.is("field_declaration")) {
                let (Some(place), Some(kind)) = (field.field("name"), field.field("type")) else {
                    continue;
                };
                self.owned.insert((name.text(), place.text()));
                if self.kinds.insert(place.text(), kind.text()).is_some() {
                    several.insert(place.text());
                }
                let how = match (
                    given,
                    is_empty(kind.text()) || atomic::is_atomic(kind.text()),
                ) {
                    (true, _) => How::Given,
                    (false, true) => How::Never,
                    (false, false) => How::Computed,
                };
                self.note(place.text(), false, how);
                let odd = attributes.before(field).iter().any(|it| {
                    let name = attributes::name(*it);
                    !given && !matches!(name, "doc" | "allow" | "expect" | "deprecated")
                });
                let meant = place.text().starts_with('_')
                    || unread_fields::is_kept(kind.text())
                    || kind.text() == "()";
                let place_told = phrases::tells_a_place(place.text())
                    && phrases::names_an_error(name.text())
                    && !scan.in_test(owner);
                if (counts || place_told && is_looked_at(scan, place.text())) && !odd && !meant {
                    facts.fields.push(Field {
                        owner: name.text().to_owned(),
                        name: place.text().to_owned(),
                        line: place.line(),
                        private: closed || items::visibility(field) != Exported::Yes,
                    });
                }
            }
        }
        for name in several {
            self.kinds.remove(name);
        }
    }

    /// Writes down what a member is set with.
    fn put(&mut self, name: &'t str, read: bool, value: Option<Node<'t>>) {
        let mut how = value.map_or(How::Computed, how);
        let literal = value.filter(|it| it.kind().ends_with("_literal"));
        if let Some(literal) = literal.map(Node::text) {
            let first = *self.literals.entry(name).or_insert(literal);
            if first != literal {
                how = How::Computed;
            }
        }
        self.note(name, read, how);
    }

    fn note(&mut self, name: impl Into<Cow<'t, str>>, read: bool, how: How) {
        let known = self.set.entry(name.into()).or_insert(Setting { read, how });
        known.read |= read;
        known.how = known.how.max(how);
    }

    /// Writes down what is done to a member of what stands before the point. What a method looks at of `self` is a field of
    /// its own type, where that has one of the name, and of no other.
    fn note_of(&mut self, (owner, name): (Option<Node<'t>>, &'t str), read: bool, how: How) {
        let own = owner.filter(|it| read && it.text() == "self");
        let block = own.and_then(|it| it.ancestors().find(|it| it.is("impl_item")));
        let of = block.and_then(|it| it.field("type"));
        let of = of.map(|it| {
            it.field("type")
                .filter(|_| it.is("generic_type"))
                .unwrap_or(it)
        });
        match of.filter(|it| self.owned.contains(&(it.text(), name))) {
            Some(of) => {
                self.note(name, false, how);
                self.note(format!("{}::{name}", of.text()), true, How::Never);
            }
            None => self.note(name, read, how),
        }
    }

    /// One place where the name of a member may stand.
    fn see(&mut self, node: Node<'t>) {
        let name = node.text();
        match node.kind() {
            "field_identifier" => self.member(node),
            "shorthand_field_initializer" => {
                let value = node.named().find(|it| it.is("identifier"));
                if let Some(value) = value {
                    self.note(value.text(), false, how(value));
                }
            }
            // In a pattern, which may also lend it to be changed.
            "shorthand_field_identifier" => self.note(name, true, How::Computed),
            "identifier" if node.parent().is_some_and(|it| it.is("token_tree")) => {
                // Behind a point, before a colon, or anything that a macro makes of it.
                let before = node.previous().map_or("", Node::text);
                let after = node.next().map_or("", Node::text);
                let calls = before == "." && after.starts_with('(');
                if calls {
                    self.note(name, false, How::Never);
                    return;
                }
                let member = before == "." || after == ":" || !read_only_methods::only_looks(node);
                if member && (self.set.contains_key(name) || before == ".") {
                    let how = match read_only_methods::only_looks(node) {
                        true => How::Never,
                        false => How::Computed,
                    };
                    let owner = node.previous().and_then(Node::previous);
                    let owner = owner.filter(|_| before == ".");
                    self.note_of((owner, name), true, how);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, node: Node<'t>) {
        let name = node.text();
        let Some(parent) = node.parent() else { return };
        match parent.kind() {
            "field_declaration" => {}
            "field_initializer" => {
                self.put(name, false, parent.field("value"));
            }
            "field_expression" => self.access(name, parent),
            _ => self.note(name, true, How::Computed),
        }
    }

    /// `x.name`, by what stands around it.
    fn access(&mut self, name: &'t str, access: Node<'t>) {
        let Some(parent) = access.parent() else {
            return;
        };
        let of = (access.field("value"), name);
        let statement = |it: Node<'t>| it.parent().is_some_and(|up| up.is("expression_statement"));
        let left = access.field_name() == "left";
        match parent.kind() {
            "assignment_expression" if left => {
                self.put(name, !statement(parent), parent.field("right"));
            }
            "compound_assignment_expr" if left => {
                self.note(name, !statement(parent), How::Computed);
            }
            // A method of that name is no field.
            "call_expression" if access.field_name() == "function" => {
                self.note(name, false, How::Never);
            }
            "field_expression" => {
                let method = parent.field("field").map_or("", Node::text);
                let call = parent.parent().filter(|it| it.is("call_expression"));
                let kind = self.kinds.get(name).copied().unwrap_or("");
                let fills = FILLING.contains(&method)
                    && FILLED.iter().any(|it| kind.starts_with(it))
                    && call.is_some_and(statement);
                let looks = read_only_methods::is_reading(method)
                    || method == "load" && atomic::is_atomic(kind)
                    || NUMBERS > position(kind)
                    || call.is_none() && self.is_plain_read(parent);
                let how = match looks && !fills {
                    true => How::Never,
                    false => How::Computed,
                };
                self.note_of(of, !fills, how);
            }
            "reference_expression" if parent.child("mutable_specifier").is_some() => {
                self.note_of(of, true, How::Computed);
            }
            "index_expression" | "unary_expression" => {
                self.note_of(of, true, How::Computed);
            }
            _ => {
                // What is handed on by itself may be changed where it goes, if its type lets others change it.
                let kind = self.kinds.get(name).copied().unwrap_or("");
                let how = match is_empty(kind) {
                    true => How::Never,
                    false => How::Computed,
                };
                self.note_of(of, true, how);
            }
        }
    }

    /// Whether `x.name.other` is not what something is put into.
    fn is_plain_read(&self, access: Node<'t>) -> bool {
        let up = access.parent();
        up.is_some_and(|it| {
            !it.kind().contains("assignment") && !it.is_any(&["reference_expression"])
        })
    }
}

/// Whether a file looks at a member of that name.
fn is_looked_at(scan: &Scan<'_>, name: &str) -> bool {
    scan.live_of(&["field_identifier"]).any(|it| {
        let access = it.parent().filter(|it| it.is("field_expression"));
        it.text() == name && access.is_some()
    })
}

/// Where a type stands among those without a value of their own; past the end for any other.
fn position(kind: &str) -> usize {
    let bare = kind.split('<').next().unwrap_or(kind);
    let bare = bare.rsplit("::").next().unwrap_or(bare).trim();
    let bare = bare.rsplit([' ', '&']).next().unwrap_or(bare);
    let at = EMPTY.iter().position(|it| *it == bare);
    at.unwrap_or(EMPTY.len())
}

/// Whether a type has no value of its own until somebody puts one in.
pub(super) fn is_empty(kind: &str) -> bool {
    position(kind) < EMPTY.len()
}

/// Whether a type is one that the command line fills.
fn is_given(owner: Node<'_>, attributes: &Attributes<'_>) -> bool {
    let mut derives = attributes
        .before(owner)
        .iter()
        .filter(|it| attributes::name(**it) == "derive")
        .flat_map(|it| {
            it.text()
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        });
    derives.any(|it| GIVING.contains(&it))
}
