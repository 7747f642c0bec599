//! What a Java method is given and that makes no difference but for being checked: it is copied, sorted, gone through, and
//! nothing of it gets into the answer. It says something only where a plan asks for it by name.

use crate::java::data::only_validated_parameters;
use crate::java::shape;
use crate::phrases;
use crate::syntax::Node;

/// Places of one name that are looked at.
const PLACES_MAX: usize = 32;
/// How often a name may be given on to another.
const DEPTH_MAX: u8 = 3;
/// Nodes of a value that only gives another name to a thing.
const VALUE_NODES_MAX: usize = 24;

/// Whether all that becomes of a parameter is checks and copies that nobody looks at.
pub(in crate::java) fn goes_nowhere(method: Node<'_>, name: &str) -> bool {
    let Some(body) = method.field("body") else {
        return false;
    };
    let own = method.field("name").map_or("", Node::text);
    let words = phrases::name_words(own);
    let checks = words.first().is_some_and(|it| phrases::only_checks(it));
    !checks && !is_a_check(method, body, &words) && is_idle(body, name, DEPTH_MAX)
}

/// Whether a method gives nothing, and all that it does is to refuse: `static void notNull(a, b)`.
fn is_a_check(method: Node<'_>, body: Node<'_>, words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let keeps = matches!(first, "set" | "add" | "put" | "with" | "write" | "register");
    let void = method.field("type").is_some_and(|it| it.is("void_type"));
    let statements = shape::statements(body);
    void && !keeps
        && !statements.is_empty()
        && statements
            .iter()
            .all(|it| only_validated_parameters::refuses(*it))
}

fn is_idle(body: Node<'_>, name: &str, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let places = body.descendants().filter(|it| {
        let role = it.field_name();
        let holder = it.parent().map_or("", Node::kind);
        let declared = role == "name" && holder != "argument_list";
        it.is("identifier") && it.text() == name && !declared && role != "field"
    });
    let places: Vec<Node<'_>> = places.take(PLACES_MAX).collect();
    !places.is_empty()
        && places.len() < PLACES_MAX
        && places.iter().all(|it| is_idle_place(body, *it, depth))
}

fn is_idle_place(body: Node<'_>, place: Node<'_>, depth: u8) -> bool {
    const STATEMENTS: [&str; 5] = [
        "if_statement",
        "expression_statement",
        "local_variable_declaration",
        "enhanced_for_statement",
        "throw_statement",
    ];
    let around = place.ancestors().find(|it| {
        it.is_any(&STATEMENTS)
            || it.kind().ends_with("_statement")
            || it.is_any(&["lambda_expression", "class_body"])
    });
    let Some(around) = around else { return false };
    match around.kind() {
        "throw_statement" => true,
        "if_statement" => only_validated_parameters::refuses(around),
        "expression_statement" => is_check(around) || is_sorting(around),
        "local_variable_declaration" => {
            let mut made = around.named().filter(|it| it.is("variable_declarator"));
            let local = made.find(|it| it.start() <= place.start() && place.end() <= it.end());
            let name = local.and_then(|it| it.field("name")).map_or("", Node::text);
            only_names(around) && is_idle(body, name, depth)
        }
        "enhanced_for_statement" => {
            let over = place.field_name() == "value";
            let name = around.field("name").map_or("", Node::text);
            let inner = around.field("body").filter(|it| it.is("block"));
            over && inner.is_some_and(|inner| {
                let statements = shape::statements(inner);
                statements
                    .iter()
                    .all(|it| only_validated_parameters::refuses(*it) || is_check(*it))
                    && is_idle(inner, name, depth)
            })
        }
        _ => false,
    }
}

/// `Checks.positive(n)`, `requireNonNull(n)`. Where a place is checked, the other number says how far it may go.
fn is_check(statement: Node<'_>) -> bool {
    const BOUNDS: [&str; 8] = [
        "index", "range", "bounds", "size", "length", "limit", "position", "from",
    ];
    let call = shape::expression(statement);
    let words = phrases::name_words(shape::method(call));
    let checks = words.first().is_some_and(|it| phrases::only_checks(it));
    let bounds = words.iter().any(|it| BOUNDS.contains(&it.as_str()));
    statement.is("expression_statement") && checks && !bounds
}

/// `Arrays.sort(all);`
fn is_sorting(statement: Node<'_>) -> bool {
    let call = shape::expression(statement);
    let of = call.field("object").map_or("", Node::text);
    shape::method(call) == "sort" && matches!(of, "Arrays" | "Collections")
}

/// `int[] sorted = all.clone();`, `int min = Math.min(a, b);`: a name for something, and no work.
pub(in crate::java) fn only_names(statement: Node<'_>) -> bool {
    const PURE: [&str; 9] = [
        "clone",
        "copyOf",
        "copyOfRange",
        "toArray",
        "asList",
        "min",
        "max",
        "abs",
        "trim",
    ];
    let made = statement
        .named()
        .filter(|it| it.is("variable_declarator"))
        .filter_map(|it| it.field("value"));
    let pure = |value: Node<'_>| {
        let mut all = std::iter::once(value).chain(value.descendants());
        all.by_ref()
            .take(VALUE_NODES_MAX)
            .all(|it| match it.kind() {
                "method_invocation" => PURE.contains(&shape::method(it)),
                "object_creation_expression"
                | "assignment_expression"
                | "update_expression"
                | "lambda_expression" => false,
                _ => true,
            })
            && all.next().is_none()
    };
    let made: Vec<Node<'_>> = made.collect();
    statement.is("local_variable_declaration") && !made.is_empty() && made.into_iter().all(pure)
}
