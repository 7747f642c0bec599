//! Constants that are other ones under a new name.

use crate::facts::{Facts, RegionKind};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::{Node, Tree};
use crate::vue;

/// Kinds of what gives a name a value for good.
const CONSTANTS: [&str; 5] = [
    "const_item",
    "static_item",
    "const_spec",
    "variable_declarator",
    "assignment",
];
/// Kinds of what constants stand in, outside functions.
const FUNCTIONS: [&str; 9] = [
    "function_item",
    "function_declaration",
    "method_declaration",
    "constructor_declaration",
    "method_definition",
    "function_definition",
    "arrow_function",
    "function_expression",
    "func_literal",
];

/// The constants of a file whose value is nothing but the name of another one, each with that name; tests and what stands
/// in functions aside. `text` must be what the facts were read from.
#[must_use]
pub fn aliases(facts: &Facts, text: &str, limits: &Limits) -> Vec<(String, String)> {
    let scripts = (facts.language == Language::Vue).then(|| vue::scripts(text));
    let (language, text) = match &scripts {
        Some(scripts) => (scripts.language, scripts.text.as_str()),
        None => (facts.language, text),
    };
    let Ok(tree) = Tree::parse(language, text, limits) else {
        return Vec::new();
    };
    let all = tree.of(&CONSTANTS);
    let all = all.filter(|it| {
        let test = facts.is_in(RegionKind::Test, it.start());
        !test && !it.ancestors().any(|it| it.is_any(&FUNCTIONS))
    });
    all.filter_map(alias).take(limits.items_max).collect()
}

fn alias(constant: Node<'_>) -> Option<(String, String)> {
    let name = constant.field("name").or_else(|| constant.field("left"))?;
    let value = constant
        .field("value")
        .or_else(|| constant.field("right"))?;
    let value = match value.kind() {
        "expression_list" => value
            .named()
            .next()
            .filter(|_| value.named().count() == 1)?,
        _ => value,
    };
    let plain = value.is_any(&["identifier", "scoped_identifier", "field_access"]);
    let last = value.text().rsplit(['.', ':']).next()?;
    let loud = |it: &str| it.len() > 1 && !it.chars().any(char::is_lowercase);
    let named = name.is("identifier") && loud(name.text()) && loud(last);
    (plain && named).then(|| (name.text().to_owned(), last.to_owned()))
}
