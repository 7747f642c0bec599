//! What the classes of a file are for, as far as the file says: whether a method that does nothing may be meant so.

use std::collections::{BTreeMap, BTreeSet};

use crate::phrases;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Most bases of one class that are looked at.
const BASES_MAX: usize = 32;

/// Words in the name of a class that others fill in, or that does nothing by design.
const OPEN_NAMES: [&str; 21] = [
    "base",
    "abstract",
    "mixin",
    "interface",
    "protocol",
    "null",
    "noop",
    "no",
    "dummy",
    "fake",
    "stub",
    "mock",
    "plugin",
    "hook",
    "hooks",
    "visitor",
    "listener",
    "observer",
    "callback",
    "callbacks",
    "void",
];

/// What a class is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::python) enum Role {
    /// It says what others must have; its own bodies are never run.
    Protocol,
    /// Others are to derive from it: some of its methods wait to be filled in.
    Open,
    /// It derives from another: what it leaves empty may be what the other does not need.
    Derived,
    /// Neither.
    Plain,
}

/// The classes of one file.
pub(in crate::python) struct Classes<'t> {
    roles: BTreeMap<u32, Role>,
    /// Classes that are open only because another class of the file derives from them.
    whole: BTreeSet<u32>,
    /// Names of which this file makes instances.
    made: BTreeSet<&'t str>,
    /// Names that classes of this file derive from.
    derived_from: BTreeSet<&'t str>,
    /// Every function of the file is a typed signature and no more.
    pub(in crate::python) only_signatures: bool,
}

/// Files with fewer functions than this may as well be unfinished.
const SIGNATURES_MIN: u32 = 3;

/// How many methods a class has, and how many of them only say that others have to write them.
#[derive(Default, Clone, Copy)]
struct Methods {
    all: u32,
    refusing: u32,
    abstract_: bool,
}

impl<'t> Classes<'t> {
    pub(in crate::python) fn of(scan: &Scan<'t>) -> Classes<'t> {
        let mut classes = Classes {
            roles: BTreeMap::new(),
            whole: BTreeSet::new(),
            made: BTreeSet::new(),
            derived_from: BTreeSet::new(),
            only_signatures: false,
        };
        let (mut functions, mut signatures) = (0u32, 0u32);
        let mut found: Vec<Node<'t>> = Vec::new();
        let mut methods: BTreeMap<u32, Methods> = BTreeMap::new();
        let kinds = ["class_definition", "function_definition", "call"];
        for node in scan.live_of(&kinds) {
            match node.kind() {
                "class_definition" => {
                    classes.derived_from.extend(bases(node));
                    found.push(node);
                }
                "function_definition" => {
                    functions = functions.saturating_add(1);
                    signatures = signatures.saturating_add(u32::from(is_signature(node)));
                    if let Some(class) = shape::class_of(node) {
                        methods.entry(class.id()).or_default().count(node);
                    }
                }
                "call" => {
                    let callee = shape::callee(node).filter(|c| c.is("identifier"));
                    classes.made.extend(callee.map(Node::text));
                }
                _ => {}
            }
        }
        classes.only_signatures = functions == signatures && functions >= SIGNATURES_MIN;
        for class in found {
            let methods = methods.get(&class.id()).copied().unwrap_or_default();
            let role = role(class, methods, &classes.derived_from);
            if role == Role::Open && self::role(class, methods, &BTreeSet::new()) == Role::Plain {
                classes.whole.insert(class.id());
            }
            classes.roles.insert(class.id(), role);
        }
        classes
    }

    /// What a class is for.
    pub(in crate::python) fn role(&self, class: Node<'t>) -> Role {
        self.roles.get(&class.id()).copied().unwrap_or(Role::Open)
    }

    /// Whether others derive from a class, and nothing else says that they are to fill it in.
    pub(in crate::python) fn is_whole(&self, class: Node<'t>) -> bool {
        self.whole.contains(&class.id())
    }

    /// Whether the file itself makes instances of a class, so that it waits for nobody to derive from it.
    pub(in crate::python) fn is_made(&self, class: Node<'t>) -> bool {
        let name = class.field("name").map_or("", Node::text);
        self.made.contains(name) && !self.derived_from.contains(name)
    }
}

impl Methods {
    fn count(&mut self, function: Node<'_>) {
        if function
            .field("name")
            .is_some_and(|n| n.text() == "__init__")
        {
            return;
        }
        self.all = self.all.saturating_add(1);
        self.abstract_ |=
            shape::decorators(function).any(|d| shape::last_name(d).starts_with("abstract"));
        if refuses(function) {
            self.refusing = self.refusing.saturating_add(1);
        }
    }
}

/// Whether a function says what it gives back, and `...` for what it does.
fn is_signature(function: Node<'_>) -> bool {
    let mut body = function.field("body").into_iter().flat_map(Node::named);
    let open = body
        .next()
        .is_some_and(|only| shape::bare(only).is("ellipsis"))
        && body.next().is_none();
    open && function.field("return_type").is_some()
}

/// The last words of the classes that a class derives from, `object` and type parameters left out.
pub(in crate::python) fn bases<'t>(class: Node<'t>) -> impl Iterator<Item = &'t str> {
    let list = class.field("superclasses");
    list.into_iter()
        .flat_map(Node::named)
        .take(BASES_MAX)
        .filter(|base| !base.is("keyword_argument"))
        .map(shape::last_name)
        .filter(|name| !matches!(*name, "" | "object" | "Generic"))
}

fn role(class: Node<'_>, methods: Methods, derived_from: &BTreeSet<&str>) -> Role {
    let name = class.field("name").map_or("", Node::text);
    if bases(class).any(|base| base == "Protocol" || base == "Interface") {
        return Role::Protocol;
    }
    let metaclass = class.field("superclasses").is_some_and(|list| {
        let mut named = list.named().filter(|n| n.is("keyword_argument"));
        named.any(|n| n.text().starts_with("metaclass"))
    });
    let words = phrases::name_words(name);
    let open_name = words.iter().any(|word| OPEN_NAMES.contains(&word.as_str()));
    // One whose methods mostly refuse is an interface.
    let mostly_refuses = methods.refusing >= 2 && methods.refusing.saturating_mul(2) >= methods.all;
    let open = metaclass
        || open_name
        || mostly_refuses
        || methods.abstract_
        || derived_from.contains(name)
        || bases(class).any(|base| base == "ABC");
    if open {
        Role::Open
    } else if bases(class).next().is_some() {
        Role::Derived
    } else {
        Role::Plain
    }
}

/// Whether a method only says that others have to write it.
fn refuses(function: Node<'_>) -> bool {
    let Some(body) = function.field("body") else {
        return false;
    };
    let mut statements = shape::statements(body);
    match (statements.next(), statements.next()) {
        (Some(only), None) => {
            only.is("raise_statement") && shape::first_raised(only) == "NotImplementedError"
        }
        (Some(_), Some(_)) | (None, _) => false,
    }
}
