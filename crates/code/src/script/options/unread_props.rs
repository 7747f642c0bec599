//! Props that the type of a component declares and that the component never looks at: those that it does not take out of
//! what it is given, and those that it takes out and leaves.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most types of one file that are looked at.
const TYPES_MAX: usize = 200;

/// How much of one component is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// Props that mean something by being there, or that the library takes.
const KNOWN: [&str; 6] = ["children", "key", "ref", "className", "style", "as"];

/// A type of props.
struct Props<'t> {
    /// What it declares itself, without what comments call obsolete.
    names: Vec<Node<'t>>,
    /// How often the file names it, its declaration aside.
    uses: u32,
}

/// What declares a type that may be one of properties.
const DECLARING: [&str; 2] = ["interface_declaration", "type_alias_declaration"];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut types: BTreeMap<&str, Props<'_>> = BTreeMap::new();
    let types_of_props = stage.scan.live_of(&DECLARING);
    for node in types_of_props.filter(|n| !stage.scan.in_test(*n)) {
        if let Some((name, names)) = declared(node)
            && types.len() < TYPES_MAX
        {
            types.insert(name, Props { names, uses: 0 });
        }
    }
    for node in stage.scan.live_of(&["type_identifier"]) {
        let own = node.field_name() == "name";
        if let Some(props) = types.get_mut(node.text()).filter(|_| !own) {
            props.uses = props.uses.saturating_add(1);
        }
    }
    let functions = stage.scan.live_of(&shape::FUNCTIONS);
    let mut found = Vec::new();
    for function in functions {
        let Some((owner, pattern)) = given(function) else {
            continue;
        };
        let props = types.get(owner).filter(|it| it.uses == 1);
        let unread = props
            .into_iter()
            .flat_map(|it| unread(function, pattern, &it.names));
        found.extend(unread.map(|name| Stub {
            line: name.line(),
            what: format!("{owner}({})", name.text()),
            reason: Reason::NeverRead,
            certainty: Certainty::Likely,
            test: false,
        }));
    }
    found
}

/// The name of a type and the members that it declares itself.
fn declared(node: Node<'_>) -> Option<(&str, Vec<Node<'_>>)> {
    let name = node.field("name")?.text();
    let body = node.field("body").or_else(|| node.field("value"))?;
    let parts: Vec<Node<'_>> = match body.kind() {
        "interface_body" | "object_type" => vec![body],
        "intersection_type" => body.named().filter(|it| it.is("object_type")).collect(),
        _ => return None,
    };
    let members = parts.into_iter().flat_map(Node::named);
    let members = members.filter(|it| it.is("property_signature") && !is_obsolete(*it));
    let names = members.filter_map(|it| it.field("name"));
    let names = names.filter(|it| {
        let text = it.text();
        it.is("property_identifier") && !text.starts_with(['_', '$']) && !KNOWN.contains(&text)
    });
    Some((name, names.collect()))
}

/// Whether the comment above a member says that it is for nothing any more.
fn is_obsolete(member: Node<'_>) -> bool {
    let siblings = member.parent().into_iter().flat_map(Node::children);
    let above = siblings.take_while(|it| it.start() < member.start()).last();
    let note = above
        .filter(|it| it.is("comment"))
        .map(|it| it.text().to_lowercase());
    note.is_some_and(|it| {
        let signs = [
            "deprecat",
            "unused",
            "no longer",
            "ignored",
            "no effect",
            "legacy",
            "internal",
        ];
        signs.iter().any(|sign| it.contains(sign))
    })
}

/// The type and the pattern of the first parameter of a component that takes its props apart.
fn given(function: Node<'_>) -> Option<(&str, Node<'_>)> {
    let parameter = function
        .field("parameters")?
        .named()
        .find(|it| !it.is_extra())?;
    let pattern = parameter
        .field("pattern")
        .filter(|it| it.is("object_pattern"))?;
    let named = parameter.field("type")?.named().next()?;
    let owner = match named.kind() {
        "generic_type" => named.field("name")?,
        _ => named,
    };
    owner
        .is("type_identifier")
        .then_some((owner.text(), pattern))
}

/// Members that a component leaves.
fn unread<'t>(function: Node<'t>, pattern: Node<'t>, names: &[Node<'t>]) -> Vec<Node<'t>> {
    let rest = pattern.named().any(|it| it.is("rest_pattern"));
    let noted = pattern.descendants().any(|it| it.is("comment"));
    let Some(body) = function
        .field("body")
        .filter(|it| (it.size() as usize) < NODES_MAX)
    else {
        return Vec::new();
    };
    let markup = || {
        let mut parts = std::iter::once(body).chain(body.descendants());
        parts.any(|it| it.kind().starts_with("jsx_"))
    };
    // The keys that are taken, and the names that they go by here.
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for part in pattern.named() {
        let own = part.field("left").unwrap_or(part);
        match part.kind() {
            "pair_pattern" => {
                let local = part.field("value").map(shape::bound).unwrap_or_default();
                let local = local.first().map_or("", |it| it.name.text());
                taken.extend(part.field("key").map(|it| (it.text(), local)));
            }
            "shorthand_property_identifier_pattern" | "object_assignment_pattern" => {
                taken.insert(own.text(), own.text());
            }
            _ => {}
        }
    }
    if noted || taken.is_empty() || !markup() {
        return Vec::new();
    }
    let read: BTreeSet<&str> = body
        .descendants()
        .chain(
            pattern
                .descendants()
                .filter(|it| it.ancestors().take(3).any(|p| p.field_name() == "right")),
        )
        .filter(|it| it.is_any(&["identifier", "shorthand_property_identifier"]))
        .filter(|it| !shape::is_dependency(*it))
        .map(Node::text)
        .collect();
    let left = names
        .iter()
        .copied()
        .filter(|name| match taken.get(name.text()) {
            Some(local) => rest && !local.is_empty() && !read.contains(local),
            None => !rest,
        });
    left.collect()
}
