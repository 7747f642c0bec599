//! What a function is given and makes nothing of, though it looks at it: a list of which only the length is asked, a value
//! that is handed on to a function that ignores it, a receiver that a method is called on and never names.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Body, Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings::{self, Setting};
use crate::rust::data::locals;
use crate::rust::items::{self, Place};
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const NODES_MAX: u32 = 6_000;

/// Words of names that promise to take over what they are given, element by element.
const STORING: [&str; 14] = [
    "extend", "append", "copy", "push", "insert", "store", "put", "fill", "save", "encode", "send",
    "prepend", "load", "write",
];

/// Methods of the standard library's traits that have nothing to work on but what they are called on.
const DUTIES: [(&str, &str); 15] = [
    ("Write", "write"),
    ("Write", "write_str"),
    ("Extend", "extend"),
    ("Hasher", "write"),
    ("Hasher", "finish"),
    ("Iterator", "next"),
    ("DoubleEndedIterator", "next_back"),
    ("Display", "fmt"),
    ("Hash", "hash"),
    ("Ord", "cmp"),
    ("PartialEq", "eq"),
    ("Clone", "clone"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("ToString", "to_string"),
];

/// Methods of the standard library's traits that make a value out of what they are given.
const READERS: [(&str, &str); 2] = [("FromStr", "from_str"), ("TryFrom", "try_from")];

/// Words of the names of types that only count what goes through them.
const COUNTING: [&str; 6] = ["count", "counter", "counting", "len", "length", "size"];

/// One function of the file.
struct Function<'t> {
    node: Node<'t>,
    name: &'t str,
    block: Node<'t>,
    setting: Setting,
    owner: Option<items::Belonging<'t>>,
    /// Patterns of its parameters, without `self`.
    parameters: Vec<Node<'t>>,
    receiver: Option<Node<'t>>,
    works: bool,
}

/// Finds them in all functions of a file.
pub(in crate::rust) fn find<'t>(
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
    definitions: &[Definition],
) -> Vec<Stub> {
    let holds = items::holdings(scan);
    let functions: Vec<Function<'t>> = scan
        .live_of(&["function_item"])
        .filter(|it| !scan.in_test(*it) && !it.is_broken())
        .filter_map(|it| Function::of(it, attributes, definitions))
        .take(scan.limits.items_max)
        .collect();
    let handed = locals::values_of(scan);
    let ignoring = Ignoring::of(&functions, &handed);
    let mut found = Vec::new();
    for function in functions.iter().filter(|it| it.works) {
        let known = function
            .owner
            .as_ref()
            .and_then(|it| holds.get(it.name))
            .copied();
        function.receiver(known, &mut found);
        function.unread_input(known, &mut found);
        for pattern in &function.parameters {
            let ignored = function.only_measures(*pattern, known)
                || function.hands_on(*pattern, &ignoring, &functions);
            if ignored {
                found.push(function.stub(*pattern, pattern.text()));
            }
        }
    }
    found
}

impl<'t> Function<'t> {
    fn of(
        node: Node<'t>,
        attributes: &Attributes<'t>,
        definitions: &[Definition],
    ) -> Option<Function<'t>> {
        let (block, name) = (node.field("body")?, node.field("name")?.text());
        let listed = node.field("parameters")?;
        let known = definitions
            .binary_search_by_key(&node.start(), |it| it.span.bytes.start)
            .ok()
            .and_then(|at| definitions.get(at))?;
        let refuses = values::refuses(block);
        let fails = || {
            let mut inside = block.within(&["macro_invocation"]);
            inside.any(|it| values::unimplemented(it).is_some())
        };
        let setting = Setting::of(node, None, attributes, false);
        let works = known.body == Body::Substantive
            && block.size() <= NODES_MAX
            && !setting.quiet
            && !setting.configured
            && !refuses
            && !fails();
        Some(Function {
            node,
            name,
            block,
            setting,
            owner: Place::of(node).belonging(),
            parameters: listed
                .named()
                .filter(|it| it.is("parameter"))
                .filter_map(|it| it.field("pattern"))
                .collect(),
            receiver: listed.named().find(|it| it.is("self_parameter")),
            works,
        })
    }

    fn implements(&self) -> Option<&'t str> {
        self.owner.as_ref().and_then(|it| it.implements)
    }

    fn is_default(&self) -> bool {
        self.owner.as_ref().is_some_and(|it| it.is_trait)
    }

    /// Whether its type says by its name that it does little, or that it only counts.
    fn is_idle(&self) -> bool {
        let name = self.owner.as_ref().map_or("", |it| it.name);
        let words = phrases::name_words(name);
        surroundings::is_idle(name) || words.iter().any(|word| COUNTING.contains(&word.as_str()))
    }

    fn says_itself(&self) -> bool {
        self.block.descendants().any(|it| it.is("self"))
    }

    /// Whether it works on what pointers lead to, so that its receiver only says that nobody else may.
    fn is_unsafe(&self) -> bool {
        let head = self.node.field("parameters").into_iter();
        let body = self.block.descendants();
        let pointed = |it: Node<'t>| it.is_any(&["pointer_type", "unsafe_block"]);
        let mut head = head.flat_map(Node::descendants);
        head.any(pointed) || body.into_iter().any(pointed)
    }

    /// A method that must work on the very value it is called on, and never names it.
    fn receiver(&self, holds: Option<bool>, found: &mut Vec<Stub>) {
        let Some(receiver) = self.receiver else {
            return;
        };
        let owed = match self.implements() {
            Some(of) => DUTIES.contains(&(of, self.name)),
            None => {
                let lent = receiver.child("mutable_specifier").is_some();
                lent && receiver.text().contains('&') && !self.is_unsafe()
            }
        };
        let error = self
            .owner
            .as_ref()
            .is_some_and(|it| it.name.ends_with("Error") || it.name.ends_with("Err"));
        let excused = self.is_default()
            || self.is_idle()
            || error
            || phrases::promises_nothing(self.name)
            || phrases::only_checks(self.name.split('_').next().unwrap_or(""));
        if owed && holds == Some(true) && !excused && !self.says_itself() {
            found.push(self.stub(receiver, "self"));
        }
    }

    /// A text that is to be read into a value, and that nothing looks at.
    fn unread_input(&self, holds: Option<bool>, found: &mut Vec<Stub>) {
        let owed = self
            .implements()
            .is_some_and(|it| READERS.contains(&(it, self.name)));
        let last = self.block.named().last().map(values::unwrap);
        let refuses = last
            .and_then(|it| it.field("function"))
            .is_some_and(|it| it.text() == "Err");
        if !owed || holds != Some(true) || refuses || self.is_idle() {
            return;
        }
        for pattern in &self.parameters {
            let blank = pattern.text().starts_with('_');
            let unread = pattern.is("identifier") && !locals::reads(self.block, pattern.text());
            if pattern.text() == "_" || blank && unread {
                found.push(self.stub(*pattern, pattern.text()));
            }
        }
    }

    /// Whether only the length of a list or text is asked that is to be taken over.
    fn only_measures(&self, pattern: Node<'t>, holds: Option<bool>) -> bool {
        let words = phrases::name_words(self.name);
        let stores = words.iter().any(|word| STORING.contains(&word.as_str()));
        let writes = words.iter().any(|word| word == "write");
        let kind = pattern.parent().and_then(|it| it.field("type"));
        let kind = kind.map_or("", Node::text).trim_start_matches('&');
        let listed = kind.starts_with('[')
            || kind == "str"
            || kind == "String"
            || kind.starts_with("Vec<")
            || kind.starts_with("String");
        if !stores || !listed || !pattern.is("identifier") || self.is_idle() {
            return false;
        }
        let forced = self.implements().is_some() || writes;
        if forced && (holds != Some(true) || self.says_itself()) {
            return false;
        }
        let mut asked = false;
        for place in places(self.block, pattern.text()) {
            if !is_measured(place) {
                return false;
            }
            asked = true;
        }
        asked
    }

    /// Whether a parameter goes to functions of this file that ignore it, and nowhere else.
    fn hands_on(
        &self,
        pattern: Node<'t>,
        ignoring: &Ignoring<'t>,
        functions: &[Function<'t>],
    ) -> bool {
        if !pattern.is("identifier") || pattern.text().starts_with('_') {
            return false;
        }
        let mut handed = false;
        for place in places(self.block, pattern.text()) {
            if !ignoring.takes(place, functions) {
                return false;
            }
            handed = true;
        }
        handed
    }

    /// Whether the parameter at a place is one that it has and never looks at.
    fn ignores(&self, at: usize) -> bool {
        self.parameters.get(at).is_some_and(|pattern| {
            let blank = pattern.text() == "_";
            let unread = pattern.is("identifier") && !locals::reads(self.block, pattern.text());
            blank || unread && !locals::is_marker(*pattern)
        })
    }

    fn stub(&self, at: Node<'t>, what: &str) -> Stub {
        Stub {
            line: at.line(),
            what: format!("{what} of {}", self.name),
            reason: Reason::ParameterIgnored,
            certainty: Certainty::Likely,
            test: false,
        }
    }
}

/// Functions that nobody forces to take what they take, by names that only one of them bears.
struct Ignoring<'t>(BTreeMap<&'t str, usize>);

impl<'t> Ignoring<'t> {
    fn of(functions: &[Function<'t>], handed: &BTreeSet<&'t str>) -> Ignoring<'t> {
        let mut known = BTreeMap::new();
        let mut several = BTreeSet::new();
        for (at, function) in functions.iter().enumerate() {
            if known.insert(function.name, at).is_some() {
                several.insert(function.name);
            }
        }
        known.retain(|name, at| {
            let free = functions.get(*at).is_some_and(|it| {
                it.works
                    && it.implements().is_none()
                    && !it.is_default()
                    && !it.setting.configured
                    && !phrases::promises_nothing(it.name)
            });
            free && !several.contains(name) && !handed.contains(name)
        });
        Ignoring(known)
    }

    /// Whether a name stands where one of them takes it and ignores it.
    fn takes(&self, place: Node<'t>, functions: &[Function<'t>]) -> bool {
        let Some(arguments) = place.parent().filter(|it| it.is("arguments")) else {
            return false;
        };
        let Some(called) = arguments.parent().and_then(|it| it.field("function")) else {
            return false;
        };
        let (name, by_path) = match called.kind() {
            "identifier" => (Some(called), true),
            "scoped_identifier" => (called.field("name"), true),
            "field_expression" => {
                let own = called.field("value").is_some_and(|it| it.is("self"));
                (called.field("field").filter(|_| own), false)
            }
            _ => (None, false),
        };
        let function = name
            .and_then(|it| self.0.get(it.text()))
            .and_then(|at| functions.get(*at));
        let Some(function) = function else {
            return false;
        };
        let before = arguments.named().take_while(|it| it.id() < place.id());
        let at = before.filter(|it| !it.is_extra()).count();
        let shift = usize::from(by_path && function.receiver.is_some());
        at.checked_sub(shift).is_some_and(|at| function.ignores(at))
            && function.node.id() != place.id()
    }
}

/// Every place in a block where a name stands, in macros and texts too.
fn places<'t>(block: Node<'t>, name: &'t str) -> impl Iterator<Item = Node<'t>> {
    block.descendants().filter(move |it| match it.kind() {
        "identifier" | "shorthand_field_identifier" => it.text() == name,
        "string_content" => {
            it.text().contains('{') && values::captures(it.text()).any(|found| found == name)
        }
        _ => false,
    })
}

/// Whether only the length is asked of what a name stands for.
fn is_measured(name: Node<'_>) -> bool {
    let measures = |text: &str| matches!(text, "len" | "is_empty" | "size_hint");
    let Some(parent) = name.parent() else {
        return false;
    };
    match parent.kind() {
        "field_expression" => {
            let called = parent.parent().is_some_and(|it| it.is("call_expression"));
            called && parent.field("field").is_some_and(|it| measures(it.text()))
        }
        "token_tree" => {
            let dot = name.next().filter(|it| it.text() == ".");
            let method = dot.and_then(Node::next);
            method.is_some_and(|it| measures(it.text()))
        }
        _ => false,
    }
}
