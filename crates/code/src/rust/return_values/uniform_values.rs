//! Values of Rust that are the same whatever happens: the one case of several that a text is read as, what is kept under a
//! name that says that nobody looks at it.

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::items::Place;
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::Node;

/// How deep answers are followed into branches.
const DEPTH_MAX: u8 = 12;
/// Functions of more nodes are not looked at.
const NODES_MAX: u32 = 20_000;

/// Finds them.
pub(in crate::rust) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let mut found = one_of_several(scan);
    found.extend(put_where_nobody_looks(scan));
    found.truncate(scan.limits.items_max);
    found
}

/// The last values of a block, through its branches.
pub(in crate::rust) fn gather<'t>(at: Node<'t>, depth: u8, found: &mut Vec<Node<'t>>) {
    let Some(depth) = depth.checked_sub(1) else {
        found.push(at);
        return;
    };
    let bare = values::unwrap(at);
    match bare.kind() {
        "block" => {
            let last = bare.named().filter(|it| !it.is_extra()).last();
            match last {
                Some(last) => gather(last, depth, found),
                None => found.push(bare),
            }
        }
        "unsafe_block" | "else_clause" => match bare.named().filter(|it| !it.is_extra()).last() {
            Some(inner) => gather(inner, depth, found),
            None => found.push(bare),
        },
        "if_expression" => {
            for part in ["consequence", "alternative"] {
                match bare.field(part) {
                    Some(part) => gather(part, depth, found),
                    None => found.push(bare),
                }
            }
        }
        "match_expression" => {
            let arms = bare.field("body").into_iter().flat_map(Node::named);
            for arm in arms.filter(|it| it.is("match_arm")) {
                gather(arm.field("value").unwrap_or(arm), depth, found);
            }
        }
        _ => found.push(bare),
    }
}

/// `impl FromStr for Side { .. Ok(Side::Left) }` where `Side` has others: whatever the text was, it is always the same one.
fn one_of_several(scan: &Scan<'_>) -> Vec<Stub> {
    let variants = |name: &str| {
        let mut enums = scan.live_of(&["enum_item"]);
        let found = enums.find(|it| it.field("name").is_some_and(|it| it.text() == name));
        let all = found.and_then(|it| it.field("body")).into_iter();
        all.flat_map(Node::named)
            .filter(|it| it.is("enum_variant"))
            .count()
    };
    let mut found = Vec::new();
    for node in scan.live_of(&["function_item"]) {
        let name = node.field("name").map_or("", Node::text);
        let Some(block) = node.field("body").filter(|_| name == "from_str") else {
            continue;
        };
        let Some(owner) = Place::of(node).belonging() else {
            continue;
        };
        if owner.implements != Some("FromStr") || scan.in_test(node) || variants(owner.name) < 2 {
            continue;
        }
        let own = |it: &Node<'_>| {
            let path = it.field("path").map_or("", Node::text);
            it.is("scoped_identifier") && (path == owner.name || path == "Self")
        };
        let made: Vec<&str> = block.descendants().filter(own).map(Node::text).collect();
        let same = made
            .first()
            .is_some_and(|first| made.iter().all(|it| it == first));
        // What others do with the text may make any of them.
        let looks = [
            "try_expression",
            "match_expression",
            "macro_invocation",
            "for_expression",
        ];
        let plain = !block.descendants().any(|it| it.is_any(&looks));
        let mut answers = Vec::new();
        gather(block, DEPTH_MAX, &mut answers);
        let well = |it: &&Node<'_>| it.field("function").is_some_and(|it| it.text() == "Ok");
        let fixed = answers.iter().filter(well).count() == 1
            && answers.iter().filter(well).all(|it| {
                let value = it.field("arguments").and_then(|it| it.named().next());
                value.is_some_and(|it| own(&it))
            });
        if same && plain && fixed {
            found.push(Stub {
                line: node.line(),
                what: format!("answer of {name}"),
                reason: Reason::FixedValue,
                certainty: Certainty::Likely,
                test: false,
            });
        }
    }
    found
}

/// `let mut _width = 2;`, which is set to what was asked for and that nothing reads: the name only quiets the compiler.
fn put_where_nobody_looks(scan: &Scan<'_>) -> Vec<Stub> {
    const PLAIN: [&str; 4] = [
        "integer_literal",
        "float_literal",
        "boolean_literal",
        "string_literal",
    ];
    let mut found = Vec::new();
    for node in scan.live_of(&["let_declaration"]) {
        let pattern = node.field("pattern").filter(|it| it.is("identifier"));
        let Some(name) = pattern.filter(|it| it.text().starts_with('_')) else {
            continue;
        };
        let literal = node.field("value").is_some_and(|it| it.is_any(&PLAIN));
        let changes = node.child("mutable_specifier").is_some();
        let around = node.ancestors().find(|it| it.is("function_item"));
        let Some(block) = around
            .and_then(|it| it.field("body"))
            .filter(|it| it.size() <= NODES_MAX && literal && changes && !scan.in_test(node))
        else {
            continue;
        };
        let mut places = block
            .descendants()
            .filter(|it| it.is("identifier") && it.text() == name.text() && it.id() != name.id())
            .peekable();
        let set = |it: Node<'_>| {
            let assigns = it.parent().is_some_and(|it| it.is("assignment_expression"));
            assigns && it.field_name() == "left"
        };
        let told = block.descendants().any(|it| {
            it.is("string_content") && values::captures(it.text()).any(|held| held == name.text())
        });
        if places.peek().is_some() && places.all(set) && !told {
            found.push(Stub::likely(
                node.line(),
                name.text().to_owned(),
                Reason::NeverRead,
            ));
        }
    }
    found
}
