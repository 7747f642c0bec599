//! Options of a command line that are declared and that nothing ever looks at: commander's, yargs', those of Node's own
//! `parseArgs`. Only where all that is made of the parsed options is to ask them one by one; what hands them on whole is
//! beyond one file.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most options of one file that are looked at.
const OPTIONS_MAX: usize = 200;
/// Most objects of parsed options.
const HOLDERS_MAX: usize = 20;

/// Options that the parser itself heeds.
const OWN: [&str; 3] = ["help", "version", "showHelp"];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let calls = || {
        stage
            .scan
            .live_of(&["call_expression"])
            .filter(|n| !stage.scan.in_test(*n))
    };
    let mut declared: Vec<(String, Node<'_>)> = Vec::new();
    for call in calls() {
        if declared.len() >= OPTIONS_MAX {
            return Vec::new();
        }
        let callee = call.field("function").map_or("", shape::last_name);
        match callee {
            "option" | "requiredOption" => declared.extend(of_chain(call)),
            "parseArgs" => declared.extend(of_parse_args(call)),
            _ => {}
        }
    }
    if declared.is_empty() {
        return Vec::new();
    }
    let Some(asked) = holders(stage) else {
        return Vec::new();
    };
    let unread = declared.into_iter().filter(|(name, _)| {
        let member = !stage.places.member(name).is_empty();
        let plain = !stage.places.name(name).is_empty();
        !OWN.contains(&name.as_str()) && !member && !plain && !asked.contains(name.as_str())
    });
    let found = unread.map(|(name, node)| Stub {
        line: node.line(),
        what: format!("option {name}"),
        reason: Reason::NeverRead,
        certainty: Certainty::Likely,
        test: false,
    });
    found.collect()
}

/// `.option("-q, --quiet", ..)`, `.option("limit", { .. })`.
fn of_chain(call: Node<'_>) -> Option<(String, Node<'_>)> {
    let given = call.field("arguments")?.named().find(|n| !n.is_extra())?;
    let text = shape::string(given)?;
    let name = match text.split_once("--") {
        Some((_, rest)) => rest
            .split(|c: char| !(c.is_alphanumeric() || c == '-'))
            .next()?,
        // A short one alone is asked for under its letter.
        None if text.starts_with('-') => return None,
        None => text,
    };
    let name = name.strip_prefix("no-").unwrap_or(name);
    (name.len() > 1).then(|| (camel(name), given))
}

/// The keys of `parseArgs({ options: { .. } })`.
fn of_parse_args(call: Node<'_>) -> Vec<(String, Node<'_>)> {
    let given = call.field("arguments").and_then(|it| it.named().next());
    let mut outer = pairs(given);
    let options = outer.find(|it| key(*it) == Some("options"));
    let named = pairs(options.and_then(|it| it.field("value"))).filter_map(|it| {
        // A name with a dash is asked for as a text.
        let name = key(it).filter(|name| !name.contains('-'))?;
        Some((name.to_owned(), it))
    });
    named.collect()
}

fn pairs<'t>(object: Option<Node<'t>>) -> impl Iterator<Item = Node<'t>> {
    let object = object.filter(|it| it.is("object"));
    object.into_iter().flat_map(Node::named)
}

fn key(pair: Node<'_>) -> Option<&str> {
    pair.field("key").and_then(shape::key)
}

/// `dry-run` as `dryRun`.
fn camel(name: &str) -> String {
    let mut parts = name.split('-');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        whole.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        whole.extend(letters);
    }
    whole
}

/// The names that are taken out of parsed options by patterns; `None` where some are handed on whole, or none are seen.
fn holders<'t>(stage: &Stage<'_, 't>) -> Option<BTreeSet<&'t str>> {
    let mut taken = BTreeSet::new();
    let mut seen = 0_usize;
    let kinds = ["call_expression", "member_expression", "arguments"];
    for node in stage.scan.live_of(&kinds) {
        let found: Vec<Node<'t>> = match node.kind() {
            "call_expression" if gives_options(node) => beyond(node)?.into_iter().collect(),
            "member_expression" if gives_argv(node) => beyond(node)?.into_iter().collect(),
            "arguments" if acts(node) => {
                let function = node.named().next().and_then(shape::function_of)?;
                let patterns = shape::parameters(function).into_iter();
                let patterns = patterns.map(|it| it.field("pattern").unwrap_or(it));
                patterns.filter(|it| holds_options(*it)).collect()
            }
            _ => continue,
        };
        seen = seen.saturating_add(1);
        if seen > HOLDERS_MAX {
            return None;
        }
        for pattern in found {
            asked_one_by_one(stage, pattern, &mut taken)?;
        }
    }
    (seen > 0).then_some(taken)
}

/// Whether a call gives parsed options.
fn gives_options(call: Node<'_>) -> bool {
    let callee = call.field("function").map_or("", shape::last_name);
    match callee {
        "opts" | "optsWithGlobals" | "parseSync" | "parseArgs" => true,
        // yargs' `parse` gives them; commander's gives the program, which is then only a statement.
        "parse" | "parseAsync" => {
            let whole = call.parent().filter(|it| !it.is("await_expression"));
            let whole = whole.or_else(|| call.parent()?.parent());
            let chain = call.field("function").is_some_and(|it| {
                let mut inside = it.descendants();
                inside.any(|n| n.is("property_identifier") && n.text() == "option")
            });
            chain && whole.is_some_and(|it| !it.is("expression_statement"))
        }
        _ => false,
    }
}

/// `yargs(..).option(..).argv`.
fn gives_argv(member: Node<'_>) -> bool {
    let chained = member
        .field("object")
        .is_some_and(|it| it.is("call_expression"));
    chained && shape::last_name(member) == "argv"
}

/// The arguments of `.action(..)`, or of a `.command(..)` that has its handler with it.
fn acts(arguments: Node<'_>) -> bool {
    let call = arguments.parent().filter(|it| it.is("call_expression"));
    let callee = call.and_then(|it| it.field("function"));
    callee.is_some_and(|it| it.is("member_expression") && shape::last_name(it) == "action")
}

/// The name or pattern that parsed options are put into, if they are not asked at once; `None` where they go on whole.
fn beyond(given: Node<'_>) -> Option<Option<Node<'_>>> {
    let mut at = given;
    loop {
        let parent = at.parent()?;
        match parent.kind() {
            "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "non_null_expression"
            | "satisfies_expression" => at = parent,
            "member_expression" if at.field_name() == "object" => return Some(None),
            "variable_declarator" if at.field_name() == "value" => {
                return Some(Some(parent.field("name")?));
            }
            _ => return None,
        }
    }
}

/// Writes down what patterns take; `None` where something is handed on whole.
fn asked_one_by_one<'t>(
    stage: &Stage<'_, 't>,
    pattern: Node<'t>,
    taken: &mut BTreeSet<&'t str>,
) -> Option<()> {
    if pattern.is_any(&["identifier", "shorthand_property_identifier_pattern"]) {
        let mut places = stage.places.name(pattern.text()).iter();
        let one_by_one = places.all(|n| n.start() == pattern.start() || is_asked(*n));
        return one_by_one.then_some(());
    }
    if pattern.descendants().any(|n| n.is("rest_pattern")) {
        return None;
    }
    for bound in shape::bound(pattern) {
        // `const { values } = parseArgs(..)`: the options are one level deeper.
        if bound.name.text() == "values" {
            asked_one_by_one(stage, bound.name, taken)?;
        }
        taken.insert(bound.name.text());
    }
    let keys = pattern.descendants().filter_map(|n| n.field("key"));
    taken.extend(keys.filter_map(shape::key));
    Some(())
}

/// Whether a member of it is asked for at its place.
fn is_asked(name: Node<'_>) -> bool {
    let parent = name.parent();
    parent.is_some_and(|it| it.is("member_expression") && name.field_name() == "object")
}

/// Whether a parameter of a command's function is by its name the one that holds the options.
fn holds_options(parameter: Node<'_>) -> bool {
    let text = parameter.text().to_lowercase();
    parameter.is("object_pattern")
        || ["opt", "flag", "argv", "cmd", "command", "program", "args"]
            .iter()
            .any(|it| text.starts_with(it))
}
