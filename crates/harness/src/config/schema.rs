//! The JSON Schema (2020-12) of the configuration file, for editors. It is made from the table of keys.

use serde_json::{Map, Value as Json, json};

use super::built_in::{FAILURE_HOOKS, SPELLINGS};
use super::keys::{KEYS, Key};
use super::kind::{Form, Kind};
use super::node::{Tree, parse_value};
use super::place::Place;
use super::requirement::{EVIDENCE_KINDS, REQUIREMENT_FIELDS};
use super::rule::RULE_ACTIONS;
use super::user_hook::{HookList, TOOLS};

/// The schema.
#[must_use]
pub fn schema() -> Json {
    let mut root = section();
    for key in KEYS.iter() {
        let words: Vec<&str> = key.segments().collect();
        put(&mut root, &words, leaf(key));
    }
    root.insert(
        "$schema".to_owned(),
        "https://json-schema.org/draft/2020-12/schema".into(),
    );
    root.insert("title".to_owned(), "Interlock configuration".into());
    Json::Object(root)
}

fn section() -> Map<String, Json> {
    let mut map = Map::new();
    map.insert("type".to_owned(), json!(["object", "null"]));
    map.insert("additionalProperties".to_owned(), false.into());
    map
}

/// Puts a key below a section, with the sections between them and the seed's other spelling.
fn put(section: &mut Map<String, Json>, words: &[&str], leaf: Json) {
    let Some((word, rest)) = words.split_first() else {
        return;
    };
    if let Some((theirs, _)) = SPELLINGS
        .iter()
        .find(|(_, ours)| ours == word && rest.is_empty())
    {
        properties(section).insert((*theirs).to_owned(), leaf.clone());
    }
    let place = if *word == "*" {
        let names = section.entry("additionalProperties").or_insert(Json::Null);
        if !names.is_object() {
            *names = Json::Null;
        }
        names
    } else {
        properties(section)
            .entry((*word).to_owned())
            .or_insert(Json::Null)
    };
    if rest.is_empty() {
        *place = leaf;
        return;
    }
    if place.is_null() {
        *place = Json::Object(self::section());
    }
    if let Json::Object(below) = place {
        put(below, rest, leaf);
    }
}

fn properties(section: &mut Map<String, Json>) -> &mut Map<String, Json> {
    section
        .entry("properties")
        .or_insert_with(|| json!({}))
        .as_object_mut()
        .expect("nothing else is ever put there")
}

fn leaf(key: &Key) -> Json {
    let mut schema = of_kind(&key.kind);
    schema.insert("description".to_owned(), key.about.into());
    if !key.default.is_empty()
        && let Ok(node) = parse_value(key.default, &Place::Nowhere)
    {
        schema.insert("default".to_owned(), json_of(&node.tree));
    }
    Json::Object(schema)
}

fn of_kind(kind: &Kind) -> Map<String, Json> {
    let schema = match kind {
        Kind::Text(Form::Regex) => json!({"type": "string", "format": "regex", "minLength": 1}),
        Kind::Text(Form::Url | Form::SecretUrl) => {
            json!({"type": "string", "pattern": "^https?://[^@\\s]+$"})
        }
        Kind::Text(Form::Variable) => {
            json!({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"})
        }
        Kind::Text(
            Form::Line | Form::Argument | Form::Path | Form::Below | Form::Glob | Form::Reached,
        ) => {
            json!({"type": "string", "minLength": 1})
        }
        Kind::Choice(words) => json!({"enum": words}),
        Kind::Switch => json!({"type": "boolean"}),
        Kind::Count(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Kind::Decimal(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Kind::List(item, count_max) => {
            json!({"type": "array", "maxItems": count_max, "items": of_kind(item)})
        }
        Kind::Rule => of_rule(),
        Kind::Hook(list) => of_hook(*list),
        Kind::Requirement => json!({
            "type": "object",
            "additionalProperties": false,
            "required": REQUIREMENT_FIELDS,
            "properties": {
                "when": of_kind(&Kind::Text(Form::Glob)),
                "kind": {"enum": EVIDENCE_KINDS},
                "message": of_kind(&Kind::Text(Form::Line)),
            },
        }),
    };
    match schema {
        Json::Object(map) => map,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            Map::new()
        }
    }
}

fn of_rule() -> Json {
    let example = json!({"type": ["string", "object"]});
    let examples = json!({"type": "array", "items": example});
    let tools = json!({"type": "array", "items": of_kind(&Kind::Text(Form::Line))});
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "action"],
        "anyOf": [{"required": ["pattern"]}, {"required": ["when"]}],
        "properties": {
            "name": of_kind(&Kind::Text(Form::Line)),
            "pattern": of_kind(&Kind::Text(Form::Regex)),
            "when": {"type": "string", "minLength": 1},
            "action": {"enum": RULE_ACTIONS},
            "applies_to": tools,
            "tools": tools,
            "message": of_kind(&Kind::Text(Form::Line)),
            "matches": examples,
            "passes": examples,
        },
    })
}

fn of_hook(list: HookList) -> Json {
    let words = |known: &[&str]| {
        let one = json!({"enum": known});
        json!({"anyOf": [one, {"type": "array", "items": one}]})
    };
    let hook = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "run"],
        "properties": {
            "name": of_kind(&Kind::Text(Form::Line)),
            "on": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "tool": words(&TOOLS),
                    "checkpoint": words(list.checkpoints()),
                    "phase": words(list.phases()),
                },
            },
            "run": {"type": "array", "minItems": 1, "items": of_kind(&Kind::Text(Form::Line))},
            "timeout_s": {"type": "integer", "minimum": 1},
            "outside": {"type": "boolean"},
        },
    });
    match list {
        HookList::Before | HookList::After => hook,
        HookList::Failure => json!({"anyOf": [{"enum": FAILURE_HOOKS}, hook]}),
    }
}

fn json_of(tree: &Tree) -> Json {
    match tree {
        Tree::Nothing | Tree::Map(_) => Json::Null,
        Tree::Switch(on) => (*on).into(),
        Tree::Whole(number) => i64::try_from(*number).map_or(Json::Null, Json::from),
        Tree::Decimal(number) => (*number).into(),
        Tree::Text(text) => text.clone().into(),
        Tree::List(items) => items.iter().map(|item| json_of(&item.tree)).collect(),
    }
}
