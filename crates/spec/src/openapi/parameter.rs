//! The parameters of an operation, and whether they are those of its path.

use super::document::Document;
use super::reference::reference;
use crate::fields::hint;
use crate::nearest::nearest;
use crate::notes::Notes;
use crate::yaml::Node;

const PLACES: [&str; 5] = ["query", "querystring", "header", "path", "cookie"];

/// One parameter.
#[derive(Debug)]
pub(super) struct Parameter<'n> {
    pub(super) name: &'n str,
    /// `path`, `query`, `querystring`, `header` or `cookie`.
    pub(super) place: &'n str,
    pub(super) required: bool,
    pub(super) node: &'n Node,
}

/// The parameters of the operation, and those of its path that it does not say otherwise.
pub(super) fn parameters<'n>(
    document: &Document<'n>,
    item: &'n Node,
    node: &'n Node,
    notes: &mut Notes<'_>,
) -> Vec<Parameter<'n>> {
    let mut found: Vec<Parameter<'n>> = Vec::new();
    let own = node.get("parameters").map_or(&[][..], Node::items);
    let of_path = item.get("parameters").map_or(&[][..], Node::items);
    for (at, node) in own.iter().chain(of_path).enumerate() {
        let node = document.follow(node);
        if reference(node).is_some() {
            // It leads nowhere, which is said there.
            continue;
        }
        let (Some(name), Some(place)) = (node.text("name"), node.text("in")) else {
            let message = "a parameter has no `name`, or does not say where it stands in `in`";
            notes.error(node.at, message, "");
            continue;
        };
        if !PLACES.contains(&place) {
            let message = format!("a parameter can't stand in `{place}`");
            notes.error(node.at, message, hint(place, &PLACES));
            continue;
        }
        let known = found.iter().any(|it| it.name == name && it.place == place);
        if known && at < own.len() {
            notes.error(
                node.at,
                format!("parameter `{name}` in `{place}` stands here twice"),
                "",
            );
        }
        if !known {
            found.push(Parameter {
                name,
                place,
                required: place == "path" || node.text("required") == Some("true"),
                node,
            });
        }
    }
    found
}

/// The names in a path are its parameters, and the other way round.
pub(super) fn template(
    path: &str,
    parameters: &[Parameter<'_>],
    call: &str,
    at: usize,
    notes: &mut Notes<'_>,
) {
    let names = names(path);
    let declared: Vec<&str> = parameters
        .iter()
        .filter(|it| it.place == "path")
        .map(|it| it.name)
        .collect();
    for name in names.iter().filter(|name| !declared.contains(name)) {
        let message = format!("`{call}` does not say what `{{{name}}}` is");
        let help = match nearest(name, &declared) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it in `parameters`, with `in: path`".to_owned(),
        };
        notes.warn(at, message, help);
    }
    for name in declared.iter().filter(|name| !names.contains(*name)) {
        let message = format!("`{call}` has no `{{{name}}}` in its path");
        notes.warn(at, message, "");
    }
}

/// The names in braces.
fn names(path: &str) -> Vec<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}
