//! Options of a command line that are parsed and that nothing looks at, where all that is done with what was parsed is done
//! in one file.

use std::collections::BTreeSet;

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::data::fields;
use crate::python::data::members::given;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Names that what was parsed goes by.
const NAMES_MAX: usize = 16;

/// As many options show how the file asks for one.
const SIBLINGS_MIN: usize = 5;

/// Calls that look at all options at once.
const WHOLE: [&str; 4] = ["vars", "asdict", "__dict__", "_get_kwargs"];

/// What a file does with what it parsed.
struct Parsed<'t> {
    /// Names that it goes by.
    names: BTreeSet<&'t str>,
    /// It is handed to somebody who is not known.
    escapes: bool,
}

/// Finds them.
pub(in crate::python) fn find<'t>(scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let calls = scan.live_of(&["call"]).filter(|n| !scan.in_test(*n));
    let options: Vec<(Node<'t>, String)> = calls
        .filter_map(|call| Some((call, fields::option(call)?.1.name)))
        .take(scan.limits.items_max)
        .collect();
    if options.is_empty() || parsed(scan).is_none_or(|it| it.escapes) {
        found.extend(alone(scan, options));
        return;
    }
    let read = looked_at(scan);
    let idle = options
        .into_iter()
        .filter(|(_, name)| !read.contains(name.as_str()));
    found.extend(idle.map(|(call, name)| Finding::likely(call, &name, Reason::NeverRead)));
}

/// The one option that nothing asks for by its name, where each of several others is asked for so, wherever what was parsed
/// may go besides.
fn alone<'t>(scan: &Scan<'t>, options: Vec<(Node<'t>, String)>) -> Option<Finding<'t>> {
    if options.len() < SIBLINGS_MIN {
        return None;
    }
    let mut asked: BTreeSet<&str> = BTreeSet::new();
    for node in scan.live().filter(|it| !scan.in_test(*it)) {
        match node.kind() {
            "attribute" if given(node).is_none() => {
                asked.insert(shape::last_name(node));
            }
            // `options["name"]`, `options.get("name")`, `key == "name"`; in a list it is only told that there is one.
            "string_content" if !declares(node) => {
                let around = node.parent().and_then(Node::parent);
                let asks = ["subscript", "argument_list", "comparison_operator"];
                let asks = around.is_some_and(|it| it.is_any(&asks));
                asked.extend(asks.then_some(node.text()));
            }
            _ => {}
        }
    }
    let mut idle = options
        .into_iter()
        .filter(|(_, name)| !asked.contains(name.as_str()));
    let (call, name) = idle.next()?;
    let finding = Finding::likely(call, &name, Reason::NeverRead);
    idle.next().is_none().then_some(finding)
}

/// What becomes of what the file parses; `None` where it parses nothing, or keeps it elsewhere.
fn parsed<'t>(scan: &Scan<'t>) -> Option<Parsed<'t>> {
    let mut parsed = Parsed {
        names: BTreeSet::new(),
        escapes: false,
    };
    let parses = ["parse_args", "parse_known_args", "parse_intermixed_args"];
    for call in scan
        .live_of(&["call"])
        .filter(|n| parses.contains(&shape::called(*n)))
    {
        if scan.in_test(call) {
            continue;
        }
        let assignment = call
            .parent()
            .filter(|p| p.is("assignment") && call.field_name() == "right")?;
        let left = assignment.field("left")?;
        let name = shape::bound(left).into_iter().next()?;
        parsed.names.insert(name.text());
    }
    let mut known = 0;
    while !parsed.escapes && known < parsed.names.len() && known < NAMES_MAX {
        known = parsed.names.len();
        parsed.follow(scan);
    }
    (!parsed.names.is_empty()).then_some(parsed)
}

impl<'t> Parsed<'t> {
    /// Looks where it goes: functions of the file take it under names of their own.
    fn follow(&mut self, scan: &Scan<'t>) {
        let names = self.names.clone();
        let here =
            |n: &Node<'t>| n.is("identifier") && names.contains(n.text()) && !scan.in_test(*n);
        for node in scan.live().filter(here) {
            let Some(parent) = node.parent() else {
                continue;
            };
            match parent.kind() {
                "attribute" => {
                    let whole = shape::last_name(parent);
                    self.escapes |= node.field_name() == "object" && WHOLE.contains(&whole);
                }
                "assignment" | "pattern_list" => self.escapes |= node.field_name() == "right",
                "argument_list" => self.handed(node, parent, scan),
                "parameters"
                | "typed_parameter"
                | "default_parameter"
                | "typed_default_parameter" => {}
                "keyword_argument" if node.field_name() == "name" => {}
                _ => self.escapes = true,
            }
        }
    }

    fn handed(&mut self, node: Node<'t>, list: Node<'t>, scan: &Scan<'t>) {
        let callee = list.parent().and_then(shape::callee);
        let at = list.named().position(|n| n.id() == node.id());
        let Some((callee, at)) = callee.zip(at) else {
            self.escapes = true;
            return;
        };
        // `args.run(args)`: which functions that may be is said where the commands are.
        let chosen = callee.is("attribute") && self.names.contains(shape::first_name(callee));
        let taking: Vec<Node<'t>> = match chosen {
            true => commands(scan),
            false => functions(scan, callee).collect(),
        };
        if taking.is_empty() || (!chosen && !callee.is("identifier")) {
            self.escapes = true;
        }
        for function in taking {
            match shape::parameters(function).get(at) {
                Some(name) => {
                    self.names.insert(name.text());
                }
                None => self.escapes = true,
            }
        }
    }
}

/// Functions of the file's outermost level that a name means.
fn functions<'s, 't: 's>(
    scan: &'s Scan<'t>,
    name: Node<'t>,
) -> impl Iterator<Item = Node<'t>> + 's {
    let all = scan
        .live_of(&["function_definition"])
        .filter(|n| shape::at_module_level(*n));
    all.filter(move |f| f.field("name").is_some_and(|n| n.text() == name.text()))
}

/// Functions that are set for commands: `parser.set_defaults(run=check)`; none where one of them is not of this file.
fn commands<'t>(scan: &Scan<'t>) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    for call in scan.live().filter(|n| shape::called(*n) == "set_defaults") {
        let list = call.field("arguments");
        let values = list
            .into_iter()
            .flat_map(Node::named)
            .filter_map(|n| n.field("value"));
        for value in values {
            let before = found.len();
            found.extend(functions(scan, value).take(NAMES_MAX));
            if found.len() == before {
                return Vec::new();
            }
        }
    }
    found
}

/// Names of members that anything is looked at by, and texts that are nothing but such a name.
fn looked_at<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let live = scan.live();
    let mut found = BTreeSet::new();
    for node in live {
        match node.kind() {
            "attribute" if given(node).is_none() && !scan.in_test(node) => {
                found.insert(shape::last_name(node));
            }
            "string_content" if !declares(node) => {
                found.insert(node.text());
            }
            _ => {}
        }
    }
    found
}

/// Whether a text stands among what an option is declared with.
fn declares(text: Node<'_>) -> bool {
    let mut around = text.ancestors().take(8);
    around.any(|n| n.is("call") && shape::called(n) == "add_argument")
}
