//! Every key of the table has an effect, loads from its own built-in value, and is in the schema.

use crate::config::keys::{KEYS, Key};
use crate::config::kind::{Form, Kind};
use crate::config::layer::{defaults, from_file};
use crate::config::tests::{Ground, SAMPLE};
use crate::config::{Config, Detected, Layer, Place, Source, Value, schema};

/// Two models, a price and quality gates, so that everything that depends on them shows.
const BASE: &str = "
tools: {llm: {provider: openai, model: gpt-4}}
models:
  a: {provider: openai, model: m, headers: {b: c}}
  price: {m: {input: 1, output: 2, cache_read: 0.5, cache_write: 1.5}}
verification: {archon: {enabled: true}}
";

/// Two forges and an agent that works on one of them.
const FORGES: [(&str, &str); 8] = [
    ("forge.a.kind", "forgejo"),
    ("forge.a.url", "https://a.example"),
    ("forge.a.repositories", "[team/app]"),
    ("forge.b.kind", "github"),
    ("forge.b.url", "https://b.example"),
    ("roster.a.login", "ann"),
    ("roster.a.forge", "a"),
    ("roster.a.parallel_max", "2"),
];

/// The same with two servers and with forges, which only the user can name.
fn base() -> Ground {
    let ground = Ground::new().project(BASE);
    let ground = ground.flag("mcp.servers.a.command", "[server]");
    let ground = ground.flag("mcp.servers.b.url", "https://b.example/mcp");
    FORGES
        .iter()
        .fold(ground, |ground, (key, value)| ground.flag(key, value))
}

/// Everything that comes out.
fn outcome(ground: &Ground) -> (Config, ledger::options::Options) {
    let config = ground.loaded().config;
    let options = config.options(&Detected::default());
    (config, options)
}

/// A path of a key with names in place of stars, as `BASE` has them.
fn named(key: &Key) -> String {
    let name = match key.path {
        price if price.contains("price") => "m",
        "verification.rules.*" => "todo-left",
        "mcp.servers.*.url" | "mcp.servers.*.key_env" | "mcp.servers.*.headers.*" => "b",
        _ => "a",
    };
    let header = match key.path.starts_with("models.") {
        true => key.path.replace("headers.*", "headers.b"),
        false => key.path.to_owned(),
    };
    header.replace('*', name)
}

/// A text for a value of this kind that is not `now`.
fn other(kind: &Kind, now: Option<&Value>) -> String {
    let pick = |candidates: &[String]| {
        let is_other = |text: &&String| Some(&text_value(kind, text)) != now;
        candidates
            .iter()
            .find(is_other)
            .cloned()
            .expect("two values")
    };
    match kind {
        Kind::Switch => pick(&["true".to_owned(), "false".to_owned()]),
        Kind::Choice(words) => pick(
            &words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>(),
        ),
        Kind::Count(min, max) => pick(&[min.to_string(), max.to_string()]),
        Kind::Decimal(min, max) => pick(&[min.to_string(), max.to_string()]),
        Kind::Text(Form::Url | Form::SecretUrl) => "https://example.com/v1".to_owned(),
        Kind::Text(Form::Variable) => "OTHER_KEY".to_owned(),
        Kind::Text(Form::Reached) => "other.example".to_owned(),
        Kind::Text(
            Form::Line | Form::Argument | Form::Path | Form::Below | Form::Glob | Form::Regex,
        ) => "other".to_owned(),
        Kind::Requirement => "{when: w, kind: manual, message: m}".to_owned(),
        Kind::Rule => "{name: n, pattern: p, action: deny}".to_owned(),
        Kind::Hook(_) => "{name: n, run: [x]}".to_owned(),
        Kind::List(item, _) => {
            let now = now.and_then(|now| now.items().first());
            format!("[{}]", other(item, now))
        }
    }
}

fn text_value(kind: &Kind, text: &str) -> Value {
    match kind {
        Kind::Switch => Value::Switch(text == "true"),
        Kind::Count(..) => Value::Count(text.parse().expect("a number")),
        Kind::Decimal(..) => Value::Decimal(text.parse().expect("a number")),
        Kind::Text(_)
        | Kind::Choice(_)
        | Kind::Rule
        | Kind::Requirement
        | Kind::Hook(_)
        | Kind::List(..) => Value::Text(text.to_owned()),
    }
}

#[test]
fn every_key_has_an_effect() {
    let ground = base();
    let before = outcome(&ground);
    let values = ground.loaded().values;
    let mut dead = Vec::new();
    for key in KEYS.iter() {
        let path = named(key);
        let text = match key.path {
            // These name a model, and the one that is not used yet is `a`.
            "models.default" | "models.roles.executor" => "a".to_owned(),
            "agents.default" | "agents.*.profile" => "codex".to_owned(),
            "roster.*.forge" | "merge.forge" => "b".to_owned(),
            "forge.*.repositories" => "[team/other]".to_owned(),
            "merge.repository" => "team/other".to_owned(),
            _ => other(&key.kind, values.entry(&path).map(|entry| &entry.value)),
        };
        let after = outcome(&base().flag(&path, &text));
        // The grounds differ, and with them the state directory.
        let mut after = after;
        after.0.state_dir.clone_from(&before.0.state_dir);
        if key.path != "store" {
            after.0.store.clone_from(&before.0.store);
        }
        if key.path != "tools.git.worktree_base" {
            after.0.worktree_base.clone_from(&before.0.worktree_base);
        }
        if before == after {
            dead.push(format!("{path}: {text}"));
        }
    }
    assert!(dead.is_empty(), "without effect: {dead:#?}");
}

#[test]
fn every_value_of_the_sample_has_an_effect() {
    let source = std::sync::Arc::new(Source {
        name: "sample".to_owned(),
        text: SAMPLE.to_owned(),
    });
    let given = from_file(&source, Layer::Project).expect("it is valid");
    assert_eq!(given.len(), 34, "keys of the sample");
    let ground = |text: String| {
        // One folder for all: only the content differs.
        Ground::new().project(text)
    };
    let first = ground(SAMPLE.to_owned());
    let before = outcome(&first);
    for value in given {
        let places = if value.items.is_empty() {
            vec![&value.origin.place]
        } else {
            value.items.iter().map(|origin| &origin.place).collect()
        };
        for (at, place) in places.into_iter().enumerate() {
            let text = match (&value.key.kind, value.value.items().get(at)) {
                (Kind::List(item, _), now) => other_item(item, now),
                (kind, _) => other(kind, Some(&value.value)),
            };
            let changed = spliced(place, &text);
            std::fs::write(first.root().join(".interlock/config.yml"), changed).expect("a file");
            let after = outcome(&first);
            let is_same_meaning = value.key.path == "guardrails.protected_branches" && at > 2;
            assert!(
                before != after || is_same_meaning,
                "{} item {at}: {text}",
                value.key.path
            );
        }
    }
}

/// Another item, which for hooks and gates must be one of the known ones.
fn other_item(kind: &Kind, now: Option<&Value>) -> String {
    match kind {
        Kind::Choice([_only]) => String::new(),
        Kind::Choice(_)
        | Kind::Switch
        | Kind::Count(..)
        | Kind::Decimal(..)
        | Kind::Text(_)
        | Kind::Rule
        | Kind::Requirement
        | Kind::Hook(_)
        | Kind::List(..) => other(kind, now),
    }
}

/// The sample with another text at a place. No text takes the whole line away.
fn spliced(place: &Place, text: &str) -> String {
    let Place::At {
        line,
        column,
        width,
        ..
    } = place
    else {
        panic!("the sample is a file");
    };
    let mut lines: Vec<String> = SAMPLE.lines().map(str::to_owned).collect();
    let changed = &mut lines[line - 1];
    let (before, after): (String, String) = (
        changed.chars().take(column - 1).collect(),
        changed.chars().skip(column - 1 + width).collect(),
    );
    if text.is_empty() {
        let empty = lines[line - 2].clone();
        lines[line - 2] = format!("{empty} []");
        lines.remove(line - 1);
    } else {
        *changed = format!("{before}{text}{after}");
    }
    lines.join("\n")
}

#[test]
fn every_built_in_value_is_valid() {
    let written = KEYS.iter().filter(|key| !key.default.is_empty());
    let read = defaults();
    for key in written {
        assert!(
            read.iter().any(|given| given.key.path == key.path),
            "{}",
            key.path
        );
    }
}

#[test]
fn keys_are_written_once() {
    for (at, key) in KEYS.iter().enumerate() {
        assert!(
            KEYS.iter().skip(at + 1).all(|other| other.path != key.path),
            "{}",
            key.path
        );
        assert!(key.about.ends_with('.'), "{}", key.path);
    }
}

#[test]
fn the_schema_knows_every_key() {
    let schema = schema();
    for key in KEYS.iter() {
        let mut at = &schema;
        for word in key.segments() {
            at = if word == "*" {
                &at["additionalProperties"]
            } else {
                &at["properties"][word]
            };
        }
        assert_eq!(at["description"], key.about, "{}", key.path);
        assert!(
            at["type"].is_string() || at["enum"].is_array(),
            "{}",
            key.path
        );
        assert_eq!(
            at["default"].is_null(),
            key.default.is_empty(),
            "{}",
            key.path
        );
    }
    assert_eq!(
        schema["properties"]["project"]["properties"]["openSpecPath"]["type"],
        "string"
    );
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["properties"]["loop"]["additionalProperties"], false);
}
