//! What a file does with members, by their names: whether it looks at one, and with what it sets one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Field, How, Setting};
use crate::python::data::containers;
use crate::python::shape;
use crate::python::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// Names by which a file looks at all members at once, or makes members up.
const WHOLE: [&str; 24] = [
    "__dict__",
    "vars",
    "asdict",
    "astuple",
    "fields",
    "getmembers",
    "__getattr__",
    "__getattribute__",
    "__setattr__",
    "__getstate__",
    "__setstate__",
    "__reduce__",
    "__annotations__",
    "get_type_hints",
    "pickle",
    "copyreg",
    "ctypes",
    "Structure",
    "_asdict",
    "_fields",
    "_replace",
    "dir",
    "inspect",
    "attrgetter",
];

/// Methods that change a container where it stands.
const CHANGES: [&str; 15] = [
    "append",
    "appendleft",
    "extend",
    "extendleft",
    "add",
    "update",
    "insert",
    "setdefault",
    "clear",
    "discard",
    "remove",
    "pop",
    "popleft",
    "popitem",
    "sort",
];

/// How many names of one text are kept.
const WORDS_MAX: usize = 64;

/// Members by name while a file is read.
#[derive(Default)]
pub(in crate::python) struct Members<'t> {
    pub(in crate::python) set: BTreeMap<Cow<'t, str>, Setting>,
    /// Names that are set to a container that the file makes.
    containers: BTreeSet<&'t str>,
    /// Names that a text says by itself.
    pub(in crate::python) said: BTreeSet<&'t str>,
    /// The file looks at members without naming them.
    pub(in crate::python) by_reflection: bool,
}

impl<'t> Members<'t> {
    /// Takes in what must be known before any member is judged.
    pub(in crate::python) fn look(&mut self, node: Node<'t>) {
        match node.kind() {
            "identifier" => self.by_reflection |= WHOLE.contains(&node.text()),
            "call" if matches!(shape::called(node), "getattr" | "setattr" | "hasattr") => {
                let name = shape::arguments(node).nth(1).and_then(shape::string);
                self.by_reflection |= name.is_none();
                self.said.extend(name);
            }
            "string_content" => self.says(node),
            "assignment" => {
                let name = node.field("left").filter(|l| l.is("attribute"));
                let makes = node.field("right").is_some_and(is_container);
                self.containers
                    .extend(name.filter(|_| makes).map(shape::last_name));
            }
            _ => {}
        }
    }

    /// `"{0.name}"`, and lists of names that a class keeps.
    fn says(&mut self, content: Node<'t>) {
        let in_class = shape::holder(content).is_some_and(|h| h.is("class_definition"));
        if in_class && !is_slot(content) {
            self.said.insert(content.text());
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let tails = content.text().split('.').skip(1).take(WORDS_MAX);
        let tails = tails.filter_map(|tail| tail.split(|c: char| !word(c)).next());
        self.said.extend(tails.filter(|tail| !tail.is_empty()));
    }

    fn setting(&mut self, name: impl Into<Cow<'t, str>>) -> &mut Setting {
        self.set.entry(name.into()).or_insert(Setting {
            read: false,
            how: How::Never,
        })
    }

    /// A field that the file declares; one that is filled from outside is given.
    pub(in crate::python) fn declares(&mut self, name: Cow<'t, str>, field: &Field) {
        match field.owner.is_empty() {
            true => self.sets(name, How::Given),
            false => {
                self.setting(name);
            }
        }
    }

    fn sets(&mut self, name: impl Into<Cow<'t, str>>, how: How) {
        let setting = self.setting(name);
        setting.how = setting.how.max(how);
    }

    /// Notes what a file does with a member in one place.
    pub(in crate::python) fn note(&mut self, node: Node<'t>, scan: &Scan<'t>) {
        match node.kind() {
            "attribute" => self.attribute(node, scan),
            "keyword_argument" => {
                let name = node.field("name").map_or("", Node::text);
                let how = node.field("value").map_or(How::Computed, how);
                if !scan.in_test(node) {
                    self.sets(name, how);
                }
            }
            // A method is a member that the class fills itself.
            "function_definition" if shape::class_of(node).is_some() => {
                let name = node.field("name").map_or("", Node::text);
                self.sets(name, How::Computed);
            }
            "keyword_pattern" => {
                if let Some(name) = node.named().next() {
                    self.setting(name.text()).read = true;
                }
            }
            _ => {}
        }
    }

    fn attribute(&mut self, node: Node<'t>, scan: &Scan<'t>) {
        let name = node.field("attribute").map_or("", Node::text);
        let test = scan.in_test(node);
        match given(node) {
            Some(value) => self.sets(name, value),
            None if self.containers.contains(name) && is_changed(node) => {
                self.sets(name, How::Computed);
            }
            // A test that only asks what was put in reads nothing that the program needs.
            None if test => {
                self.setting(name);
            }
            None => self.setting(name).read = true,
        }
    }
}

/// With what a member is set where it stands; `None` where it is looked at.
pub(in crate::python) fn given(attribute: Node<'_>) -> Option<How> {
    let mut at = attribute;
    for around in attribute.ancestors() {
        match around.kind() {
            "assignment" if at.field_name() == "left" => {
                let alone = at.id() == attribute.id();
                let value = around.field("right").filter(|_| alone);
                // `self.x: int` says only what it is.
                return Some(match (value, alone) {
                    (Some(value), _) => how(value),
                    (None, true) => How::Never,
                    (None, false) => How::Computed,
                });
            }
            "augmented_assignment" if at.field_name() == "left" => {
                return Some(How::Computed);
            }
            "pattern_list" | "tuple_pattern" | "list_pattern" => at = around,
            "for_statement" if at.field_name() == "left" => return Some(How::Computed),
            _ => return None,
        }
    }
    None
}

/// With what a value sets a member.
fn how(value: Node<'_>) -> How {
    // `self.a = self.b = []`.
    let mut value = value;
    for _ in 0..4 {
        match value
            .is("assignment")
            .then(|| value.field("right"))
            .flatten()
        {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let bare = shape::bare(value);
    match values::value(bare) {
        Some(Value::Nothing) => How::Empty,
        Some(Value::Default) if !bare.is("false") => How::Empty,
        Some(Value::Default | Value::Fixed) => How::Constant,
        None if is_given(bare) || of_the_rest(bare).is_some() => How::Given,
        None => How::Computed,
    }
}

/// The name of an option that is taken out of the rest of what a function is given: `kwargs.pop("name", None)`.
pub(in crate::python) fn of_the_rest(value: Node<'_>) -> Option<&str> {
    let call = shape::bare(value);
    let callee = shape::callee(call).map_or("", Node::text);
    let taken = matches!(callee, "kwargs.pop" | "kwds.pop" | "options.pop" | "kw.pop");
    shape::arguments(call)
        .next()
        .filter(|_| taken)
        .and_then(shape::string)
}

/// Whether a value is a parameter of the function around, or one of two such, or what stands in for it.
fn is_given(value: Node<'_>) -> bool {
    let parameter = |name: Node<'_>| {
        let function = shape::holder(name).filter(|h| h.is("function_definition"));
        function.is_some_and(|f| {
            let mut names = shape::parameters(f).into_iter();
            names.any(|p| p.text() == name.text())
        })
    };
    match value.kind() {
        "identifier" => parameter(value),
        "boolean_operator" => {
            let sides = [value.field("left"), value.field("right")];
            sides.into_iter().flatten().all(|side| {
                values::value(side).is_some() || (side.is("identifier") && parameter(side))
            })
        }
        _ => false,
    }
}

/// `[]`, `{}`, `set()`, `deque(maxlen=3)`.
fn is_container(value: Node<'_>) -> bool {
    const MADE: [&str; 8] = [
        "list",
        "dict",
        "set",
        "deque",
        "defaultdict",
        "OrderedDict",
        "Counter",
        "WeakSet",
    ];
    containers::is_empty_container(value)
        || value.is_any(&["list", "dictionary", "set"])
        || MADE.contains(&shape::called(value))
}

/// Whether something is only put into a container, or taken out of it: `self.log.append(x)`, `self.by_name[x] = y`.
pub(in crate::python) fn is_changed(attribute: Node<'_>) -> bool {
    let Some(around) = attribute.parent() else {
        return false;
    };
    match around.kind() {
        "attribute" if attribute.field_name() == "object" => {
            let method = around.field("attribute").map_or("", Node::text);
            let call = around.parent().filter(|p| p.is("call"));
            let alone = call
                .and_then(Node::parent)
                .is_some_and(|p| p.is("expression_statement"));
            CHANGES.contains(&method) && alone
        }
        "subscript" if attribute.field_name() == "value" => {
            around.field_name() == "left"
                && around
                    .parent()
                    .is_some_and(|p| p.is_any(&["assignment", "augmented_assignment"]))
        }
        _ => false,
    }
}

/// Whether a text stands among `__slots__`, or is one that stands alone.
fn is_slot(content: Node<'_>) -> bool {
    let mut around = content.ancestors().take(6);
    let mut whole = around.find(|n| n.is_any(&["assignment", "expression_statement", "call"]));
    if whole.is_some_and(|n| n.is("expression_statement")) {
        return true;
    }
    let left = whole.take().and_then(|n| n.field("left"));
    left.is_some_and(|left| matches!(left.text(), "__slots__" | "__match_args__" | "__all__"))
}
