//! Functions of Rust whose answer hangs on nothing: they give back what they got, always fail or never do. Much of it is honest where nobody asked for more: what is faint counts only where a plan asks for it by name.

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::rust::attributes::Attributes;
use crate::rust::bodies::body;
use crate::rust::bodies::surroundings::is_idle;
use crate::rust::data::dropped_errors;
use crate::rust::items::Place;
use crate::rust::return_values::uniform_values::gather;
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const NODES_MAX: u32 = 2_000;
/// How deep answers are followed into branches, and conversions into each other.
const DEPTH_MAX: u8 = 12;

/// Methods that give the same in another form.
const PASSING: [&str; 9] = [
    "to_owned",
    "to_string",
    "clone",
    "into",
    "to_vec",
    "as_str",
    "as_ref",
    "into_owned",
    "to_str",
];
/// Traits of which to give back the same is the point.
const SAME: [&str; 16] = [
    "From",
    "Into",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
    "Clone",
    "ToOwned",
    "Deref",
    "DerefMut",
    "IntoIterator",
    "ToString",
    "Display",
    "TryFrom",
    "TryInto",
    "FromStr",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = Vec::new();
    for node in scan.live_of(&["function_item"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let skipped = scan.in_test(node)
            || node.is_broken()
            || block.size() > NODES_MAX
            || attributes.has(node, "cfg")
            || attributes.has(node, "test");
        if skipped {
            continue;
        }
        let function = Function::of(node, block, name.text());
        let found_here = function.look().map(|(what, reason, certainty)| Stub {
            line: name.line(),
            what,
            reason,
            certainty,
            test: false,
        });
        found.extend(found_here);
    }
    found
}

/// A function as it is looked at.
struct Function<'t> {
    node: Node<'t>,
    block: Node<'t>,
    name: &'t str,
    /// The type that it belongs to.
    owner: &'t str,
    /// The trait that it is part of.
    of_trait: Option<&'t str>,
    /// It is the default that a trait offers.
    is_default: bool,
    statements: Vec<Node<'t>>,
}

type Said = (String, Reason, Certainty);

impl<'t> Function<'t> {
    fn of(node: Node<'t>, block: Node<'t>, name: &'t str) -> Self {
        let belonging = Place::of(node).belonging();
        let all = body::statements(block);
        Function {
            node,
            block,
            name,
            owner: belonging.as_ref().map_or("", |it| it.name),
            of_trait: belonging.as_ref().and_then(|it| it.implements),
            is_default: belonging.is_some_and(|it| it.is_trait),
            statements: all.into_iter().filter(|it| !it.is_extra()).collect(),
        }
    }

    fn look(&self) -> Option<Said> {
        if self.is_default || is_idle(self.owner) || phrases::promises_nothing(self.name) {
            return None;
        }
        let faint = |what: String, reason| Some((what, reason, Certainty::Faint));
        if self.gives_back() {
            return faint(self.whole(), Reason::Identity);
        }
        if self.always_fails() || self.asks_if_empty() || self.has_no_source() {
            return faint(self.whole(), Reason::FixedValue);
        }
        if self.never_fails() {
            return faint(format!("errors of {}", self.name), Reason::FixedValue);
        }
        None
    }

    /// What it is called with its type.
    fn whole(&self) -> String {
        match self.owner {
            "" => self.name.to_owned(),
            owner => format!("{owner}::{}", self.name),
        }
    }

    fn single(&self) -> Option<Node<'t>> {
        match self.statements.as_slice() {
            [only] => Some(values::unwrap(*only)),
            [] | [_, ..] => None,
        }
    }

    /// Names of its parameters, `self` among them.
    fn given(&self) -> impl Iterator<Item = &'t str> {
        let listed = self.node.field("parameters").into_iter();
        listed
            .flat_map(Node::named)
            .filter_map(|it| match it.kind() {
                "self_parameter" => Some("self"),
                _ => {
                    let pattern = it.field("pattern")?;
                    pattern.is("identifier").then(|| pattern.text())
                }
            })
    }

    fn returns(&self) -> &'t str {
        self.node.field("return_type").map_or("", Node::text)
    }

    /// `text.to_owned()`: what it was given, in another form at most.
    fn gives_back(&self) -> bool {
        let meant = self.of_trait.is_some_and(|it| SAME.contains(&it));
        let Some(only) = self
            .single()
            .filter(|_| !meant && !self.returns().is_empty())
        else {
            return false;
        };
        let builds = matches!(self.returns(), "Self" | "&Self" | "&mut Self");
        let same = same(only, DEPTH_MAX);
        !builds && same.is_some_and(|name| self.given().any(|it| it == name))
    }

    /// `Err(Full(value))`, and nothing else.
    fn always_fails(&self) -> bool {
        let Some(only) = self.single().filter(|_| self.of_trait.is_none()) else {
            return false;
        };
        let called = only.field("function").map_or("", Node::text);
        let mut inside = only.descendants();
        let plain = inside.all(|it| {
            let makes = it.field("function").map_or("", Node::text);
            let last = makes.rsplit("::").next().unwrap_or(makes);
            !it.is_any(&["macro_invocation", "try_expression", "await_expression"])
                && (!it.is("call_expression") || last.starts_with(char::is_uppercase))
        });
        only.is("call_expression")
            && called == "Err"
            && plain
            && dropped_errors::returns_result(self.node)
            && self.given().count() > 1
    }

    /// `fn is_title(text: &str) -> bool { !text.is_empty() }`
    fn asks_if_empty(&self) -> bool {
        let words = phrases::name_words(self.name);
        let asks = words.first().is_some_and(|it| phrases::asks(it));
        let about = [
            "empty", "blank", "set", "any", "some", "none", "present", "text", "content",
        ];
        let meant = words.iter().any(|it| about.contains(&it.as_str()));
        let Some(only) = self
            .single()
            .filter(|_| asks && !meant && self.returns() == "bool")
        else {
            return false;
        };
        let bare = match only.is("unary_expression") {
            true => only.named().next().unwrap_or(only),
            false => only,
        };
        let receiver = bare
            .field("function")
            .filter(|_| dropped_errors::method(bare) == Some("is_empty"))
            .and_then(|it| it.field("value"));
        let given = |name: &str| name != "self" && self.given().any(|it| it == name);
        receiver.is_some_and(|it| given(it.text()))
    }

    /// `fn source(&self) -> Option<..> { None }`: what is so anyway.
    fn has_no_source(&self) -> bool {
        let nothing = self.single().and_then(values::value) == Some(Value::Default);
        self.of_trait == Some("Error") && matches!(self.name, "source" | "cause") && nothing
    }

    /// A function that says it can fail and has no way to: no `Err`, no `?`, each answer an `Ok` of its own.
    fn never_fails(&self) -> bool {
        if self.of_trait.is_some()
            || !dropped_errors::returns_result(self.node)
            || self.name == "main"
        {
            return false;
        }
        let fails = self.block.descendants().any(|it| match it.kind() {
            "try_expression" | "macro_invocation" => {
                it.is("try_expression")
                    || it
                        .field("macro")
                        .is_some_and(|it| !matches!(it.text(), "vec" | "format" | "println"))
            }
            "identifier" => matches!(it.text(), "Err" | "map_err" | "panic"),
            _ => false,
        });
        let mut answers = Vec::new();
        gather(self.block, DEPTH_MAX, &mut answers);
        let returns = self.block.descendants();
        let returns = returns.filter(|it| it.is("return_expression"));
        answers.extend(returns.filter_map(|it| it.named().next()));
        let well = |it: &Node<'t>| it.field("function").is_some_and(|it| it.text() == "Ok");
        !fails && !answers.is_empty() && answers.iter().all(well)
    }
}

/// The name of which an expression is another form.
fn same(expression: Node<'_>, depth: u8) -> Option<&str> {
    let depth = depth.checked_sub(1)?;
    match expression.kind() {
        "identifier" | "self" => Some(expression.text()),
        "reference_expression" => same(expression.field("value")?, depth),
        "call_expression" => {
            let function = expression.field("function")?;
            let mut arguments = expression.field("arguments")?.named();
            let first = arguments.next().filter(|it| !it.is_extra());
            if let Some(receiver) = function.field("value") {
                let passes = PASSING.contains(&dropped_errors::method(expression)?);
                return (passes && first.is_none()).then(|| same(receiver, depth))?;
            }
            let wraps = ["Ok", "Some", "String::from", "Cow::Borrowed", "Cow::from"];
            wraps
                .contains(&function.text())
                .then(|| same(first?, depth))?
        }
        _ => None,
    }
}
