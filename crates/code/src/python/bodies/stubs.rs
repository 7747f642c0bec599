//! Places in Python code that look like work left undone, beyond hollow functions.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::python::bodies::{classes, no_op_branches, unwritten_branches};
use crate::python::data::{data_flow, overwritten_values, unread_containers, unread_locals};
use crate::python::error_handling::{errors, substitutes};
use crate::python::options::unread_options as options;
use crate::python::return_values::promised_results;
use crate::python::shape;
use crate::python::test_assertions::vacuous_tests;
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Methods that fetch something, with no other point.
pub(in crate::python) const QUERIES: [&str; 20] = [
    "fetchall",
    "fetchone",
    "fetchmany",
    "fetchval",
    "fetchrow",
    "scalars",
    "scalar",
    "scalar_one",
    "scalar_one_or_none",
    "one_or_none",
    "first",
    "all",
    "find_one",
    "aggregate",
    "count_documents",
    "get_or_none",
    "values_list",
    "read_sql",
    "mappings",
    "to_list",
];

/// Functions whose result is all there is to them.
const PURE: [&str; 12] = [
    "sorted",
    "reversed",
    "filter",
    "map",
    "zip",
    "len",
    "sum",
    "enumerate",
    "deepcopy",
    "loads",
    "dumps",
    "asdict",
];

/// Methods of texts that change nothing in place.
const OF_TEXT: [&str; 12] = [
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "title",
    "casefold",
    "splitlines",
    "removeprefix",
    "removesuffix",
    "capitalize",
    "swapcase",
];

/// Words of names that ask for one of several.
const ONE: [&str; 14] = [
    "first", "next", "any", "one", "peek", "head", "get", "find", "default", "latest", "take",
    "choose", "pick", "single",
];

/// How much of a loop is looked at, in nodes.
const LOOP_NODES_MAX: usize = 4_096;

/// One place, before it is known what stands around it.
pub(in crate::python) struct Finding<'t> {
    pub(in crate::python) node: Node<'t>,
    /// What it is; empty for the function around it.
    pub(in crate::python) what: String,
    pub(in crate::python) reason: Reason,
    pub(in crate::python) certainty: Certainty,
}

impl<'t> Finding<'t> {
    pub(in crate::python) fn likely(node: Node<'t>, what: &str, reason: Reason) -> Finding<'t> {
        Finding {
            node,
            what: what.to_owned(),
            reason,
            certainty: Certainty::Likely,
        }
    }

    pub(in crate::python) fn certain_if(self, sure: bool) -> Finding<'t> {
        Finding {
            certainty: match sure {
                true => Certainty::Certain,
                false => Certainty::Likely,
            },
            ..self
        }
    }
}

/// What the functions below look at.
const LOOKED_AT: [&str; 10] = [
    "raise_statement",
    "assert_statement",
    "except_clause",
    "with_item",
    "with_statement",
    "keyword_argument",
    "for_statement",
    "if_statement",
    "return_statement",
    "expression_statement",
];

/// Finds them; `definitions` must be in source order.
pub(in crate::python) fn find<'t>(
    scan: &Scan<'t>,
    definitions: &[Definition],
    ignored: Vec<Finding<'t>>,
) -> Vec<Stub> {
    let coroutines = coroutines(scan);
    let errors = errors_of(scan);
    let mut places = ignored;
    for node in scan.live_of(&LOOKED_AT) {
        places.extend(look(node, &coroutines));
        let made = made_only(node, &errors).or_else(|| thrown_away(node));
        places.extend(made.filter(|_| !scan.in_test(node)));
        let idle =
            no_op_branches::goes_round(node).or_else(|| no_op_branches::decides_nothing(node));
        let idle = idle.or_else(|| overwritten_values::look(node));
        places.extend(idle.filter(|_| !scan.in_test(node)));
        if places.len() >= scan.limits.items_max {
            break;
        }
    }
    places.extend(data_flow::find(scan, definitions));
    places.extend(promised_results::find(scan, definitions));
    options::find(scan, &mut places);
    unread_containers::find(scan, &mut places);
    places.extend(vacuous_tests::find(scan));
    unread_locals::find(scan, &mut places);
    let mut found = scan::hollow(definitions);
    for place in places.into_iter().take(scan.limits.items_max) {
        let inside = scan::around(definitions, place.node.start());
        let unfinished = place.reason == Reason::NotImplemented;
        if unfinished && inside.is_some_and(scan::is_unfinished) {
            continue;
        }
        found.push(Stub {
            line: place.node.line(),
            what: match place.what.is_empty() {
                true => inside.map_or("", |d| &d.name).to_owned(),
                false => place.what,
            },
            reason: place.reason,
            certainty: place.certainty,
            test: scan.in_test(place.node),
        });
    }
    scan::settle(found)
}

fn look<'t>(node: Node<'t>, coroutines: &BTreeSet<&str>) -> Option<Finding<'t>> {
    match node.kind() {
        "raise_statement" | "assert_statement" => unwritten_branches::unfinished(node),
        "except_clause" => errors::swallowed(node).or_else(|| substitutes::answered(node)),
        "with_item" => errors::suppressed(node),
        "keyword_argument" => errors::garbled(node),
        "for_statement" => first_only(node),
        "return_statement" => one_for_each(node),
        "expression_statement" => {
            discarded(node, coroutines).or_else(|| unwritten_branches::says_to_come(node))
        }
        _ => None,
    }
}

/// `return ["SELECT" for _ in parse(text)]`: as many answers as there are questions, and all of them one. A mark that stands for
/// something else (`?`, `--`) is no answer.
fn one_for_each(statement: Node<'_>) -> Option<Finding<'_>> {
    let whole = statement.named().next().map(shape::bare)?;
    let each = whole
        .field("body")
        .filter(|_| whole.is("list_comprehension"))?;
    let text = shape::string(each)?;
    let over = whole.child("for_in_clause")?.field("right")?;
    let counted = matches!(shape::called(over), "range" | "repeat");
    let words = text.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let filtered = whole.child("if_clause").is_some();
    (words && !counted && !filtered)
        .then(|| Finding::likely(statement, "return", Reason::FixedValue))
}

/// A loop over several that ends with the first of them.
fn first_only(loop_: Node<'_>) -> Option<Finding<'_>> {
    let body = loop_.field("body")?;
    let statements: Vec<Node<'_>> = shape::statements(body).collect();
    let (last, before) = statements.split_last()?;
    let inside = || body.descendants().take(LOOP_NODES_MAX);
    let goes_on = inside().any(|n| n.is_any(&["continue_statement", "yield"]));
    let tries = leaves_either_way(*last);
    let ends = tries || (last.is("return_statement") && last.named().next().is_some());
    let works = tries
        || before
            .iter()
            .any(|s| s.is_any(&["expression_statement", "for_statement"]));
    let otherwise = loop_.children().any(|n| n.is("else_clause"));
    let around = shape::holder(loop_).and_then(|f| f.field("name"));
    let words = phrases::name_words(around.map_or("", Node::text));
    let one = words
        .iter()
        .any(|word| ONE.contains(&word.as_str()) || word.starts_with("pop"));
    (ends && works && !goes_on && !otherwise && !one)
        .then(|| Finding::likely(loop_, "for", Reason::NotImplemented))
}

/// `try: return go()`, `except OSError: raise`: whatever happens, there is no second time.
fn leaves_either_way(statement: Node<'_>) -> bool {
    let ends = |block: Option<Node<'_>>, kinds: &[&str]| {
        let last = block.and_then(|it| shape::statements(it).last());
        last.is_some_and(|it| it.is_any(kinds))
    };
    let clauses = || statement.named().filter(|n| n.is("except_clause"));
    let leaves = ["raise_statement", "return_statement"];
    statement.is("try_statement")
        && ends(statement.field("body"), &["return_statement"])
        && clauses().next().is_some()
        && clauses().all(|it| ends(it.child("block"), &leaves))
}

/// A statement that asks for something and does nothing with the answer.
fn discarded<'t>(statement: Node<'t>, coroutines: &BTreeSet<&str>) -> Option<Finding<'t>> {
    let awaited = statement.child("await").is_some();
    let call = shape::bare(statement);
    let callee = shape::callee(call)?;
    let name = shape::last_name(callee);
    let discarded = Finding::likely(statement, name, Reason::ResultDiscarded);
    // An error that is made and not raised.
    let error = ["Error", "Exception"].iter().any(|end| name.ends_with(end));
    if error && name.starts_with(char::is_uppercase) && !awaited {
        return Some(discarded.certain_if(true));
    }
    if callee.is("identifier") {
        if !awaited && coroutines.contains(name) {
            // It never begins to run.
            return Some(discarded.certain_if(true));
        }
        let given = shape::arguments(call).next().is_some();
        return (given && PURE.contains(&name)).then_some(discarded);
    }
    let bare = shape::arguments(call).next().is_none();
    let query = QUERIES.contains(&name) && !matches!(name, "all" | "first" if !bare);
    let text =
        OF_TEXT.contains(&name) && bare && !matches!(shape::first_name(callee), "self" | "cls");
    let pure = matches!(name, "loads" | "dumps" | "deepcopy");
    let made = makes_only(statement, call, name);
    let rows = name.starts_with("fetch") && data_flow::hands_out_nothing(statement);
    (query || text || pure || made).then_some(discarded.certain_if(query && rows || made))
}

/// `codec.encode(text)`, `yaml.safe_dump(data)`: what a text is made into, and nothing takes. To try whether it can be done is
/// another thing.
fn makes_only(statement: Node<'_>, call: Node<'_>, name: &str) -> bool {
    let list = call.field("arguments").into_iter();
    let streams = |n: Node<'_>| {
        let name = n.field("name").filter(|_| n.is("keyword_argument"));
        name.is_some_and(|name| matches!(name.text(), "stream" | "file" | "fp" | "out"))
    };
    let streamed = list.flat_map(Node::named).any(streams);
    let given = shape::arguments(call).take(2).count();
    let dumps = matches!(name, "safe_dump" | "dump_yaml") && given == 1 && !streamed;
    let codes = matches!(name, "encode" | "decode") && given == 1;
    let tried = statement
        .ancestors()
        .any(|n| n.is_any(&["try_statement", "with_statement"]));
    (dumps || codes) && !tried && (dumps || !keeps(call))
}

/// What keeps what it is given: streams of pictures and sound, encoders with a buffer of their own.
fn keeps(call: Node<'_>) -> bool {
    const KEEP: [&str; 14] = [
        "stream", "encoder", "decoder", "video", "audio", "enc", "dec", "writer", "buffer", "buf",
        "out", "output", "packer", "model",
    ];
    let object = shape::callee(call).and_then(|it| it.field("object"));
    let words = phrases::name_words(object.map_or("", shape::last_name));
    words.iter().any(|word| KEEP.contains(&word.as_str()))
        || object.is_none_or(|it| it.text() == "self" || it.is("call"))
}

/// Classes of the file that are errors by what they derive from, whatever their name.
fn errors_of<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let classes = scan.live_of(&["class_definition"]);
    let told = |base: &str| ["Error", "Exception"].iter().any(|end| base.ends_with(end));
    let errors = classes.filter(|class| classes::bases(*class).any(told));
    errors
        .filter_map(|class| class.field("name"))
        .map(Node::text)
        .collect()
}

/// `TooMany(count)`: an error that is made and not raised.
fn made_only<'t>(statement: Node<'t>, errors: &BTreeSet<&str>) -> Option<Finding<'t>> {
    if !statement.is("expression_statement") {
        return None;
    }
    let call = shape::bare(statement);
    let name = shape::called(call);
    (call.is("call") && errors.contains(name))
        .then(|| Finding::likely(statement, name, Reason::ResultDiscarded).certain_if(true))
}

/// `sorted(rows)` by itself, where nothing waits for it to fail.
fn thrown_away(statement: Node<'_>) -> Option<Finding<'_>> {
    const NEW: [&str; 6] = ["sorted", "reversed", "zip", "enumerate", "map", "sum"];
    if !statement.is("expression_statement") {
        return None;
    }
    let call = shape::bare(statement);
    let callee = shape::callee(call).filter(|it| it.is("identifier"))?;
    // What goes through all of a thing may do so to use it up; the list that a member holds is not used up by a copy.
    const COPIES: [&str; 6] = ["list", "tuple", "dict", "set", "str", "frozenset"];
    let copied = || {
        let mut given = shape::arguments(call);
        let held = given.next().is_some_and(|it| it.is("attribute"));
        COPIES.contains(&callee.text()) && held && given.next().is_none()
    };
    let alone = NEW.contains(&callee.text()) || copied();
    let tried = statement
        .ancestors()
        .any(|n| n.is_any(&["try_statement", "with_statement"]));
    let given = shape::arguments(call).next().is_some();
    (alone && given && !tried).then(|| {
        Finding::likely(statement, callee.text(), Reason::ResultDiscarded).certain_if(true)
    })
}

/// Functions of the module that only begin to run when they are awaited.
fn coroutines<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    let mut plain: Vec<&str> = Vec::new();
    for node in scan.live_of(&["function_definition"]) {
        let Some(name) = node.field("name").map(Node::text) else {
            continue;
        };
        let waits = node.child("async").is_some();
        let bare = shape::decorators(node).next().is_none() && shape::at_module_level(node);
        if waits && bare {
            found.insert(name);
        } else {
            plain.push(name);
        }
    }
    for name in plain {
        found.remove(name);
    }
    found
}
