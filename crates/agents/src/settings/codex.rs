//! Codex's own configuration: it runs no hook whose trust is not written there, and says nothing of it. The trust of ours is
//! written with it, and what hooks do not see is switched off.

use ledger::ids::Hash;
use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item, Table, value};

use super::{NotChanged, is_our_command};
use crate::host::{Card, Host};

/// Behind what we set, so that it can be taken out again.
const MARK: &str = " # set by interlock";
/// Features that let something be done that hooks do not see.
pub const OFF: [&str; 1] = ["unified_exec_tty"];

/// The trust of each hook of ours in a hooks file: the key under which it is looked up, and the digest of its words.
fn trusted(card: &Card, hooks: &str, path: &str) -> Vec<(String, String)> {
    let hooks: Value = serde_json::from_str(hooks).unwrap_or_default();
    let mut out = Vec::new();
    for event in &card.events {
        let groups = hooks
            .get("hooks")
            .and_then(|it| it.get(&event.name)?.as_array());
        for (group, held) in groups.into_iter().flatten().enumerate() {
            let handlers = held.get("hooks").and_then(Value::as_array);
            for (number, handler) in handlers.into_iter().flatten().enumerate() {
                let command = handler.get("command").and_then(Value::as_str);
                if command.is_some_and(|it| is_our_command(Host::Codex, it)) {
                    let name = snake(&event.name);
                    let key = format!("{path}:{name}:{group}:{number}");
                    out.push((key, digest(&name, held, handler)));
                }
            }
        }
    }
    out
}

/// The digest that Codex compares: of the hook's words as compact JSON with sorted names. `group` may hold a matcher.
#[must_use]
pub fn digest(event: &str, group: &Value, handler: &Value) -> String {
    let hook = json!({
        "async": false, "command": handler.get("command"), "timeout": handler.get("timeout"), "type": "command",
    });
    let mut all = json!({"event_name": event, "hooks": [hook]});
    if let (Some(matcher), Some(all)) = (group.get("matcher"), all.as_object_mut()) {
        all.insert("matcher".to_owned(), matcher.clone());
    }
    all.sort_all_objects();
    format!("sha256:{}", Hash::of(all.to_string().as_bytes()).hex())
}

/// `PreToolUse` as `pre_tool_use`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The configuration with the trust of the hooks in this file; `None` where it says so already.
///
/// # Errors
/// [`NotChanged`]: the file is left as it is.
pub fn install(
    card: &Card,
    config: &str,
    hooks: &str,
    hooks_path: &str,
) -> Result<Option<String>, NotChanged> {
    let mut document = parse(config)?;
    forget(&mut document, hooks_path);
    let shape = || NotChanged::Shape("hooks.state".to_owned(), Host::Codex);
    let parent = document
        .entry("hooks")
        .or_insert_with(|| Item::Table(implicit()));
    let state = parent
        .as_table_like_mut()
        .ok_or_else(shape)?
        .entry("state")
        .or_insert_with(|| Item::Table(implicit()));
    let state = state.as_table_like_mut().ok_or_else(shape)?;
    for (key, hash) in trusted(card, hooks, hooks_path) {
        let mut one = Table::new();
        one.insert("trusted_hash", value(hash));
        state.insert(&key, Item::Table(one));
    }
    let features = document
        .entry("features")
        .or_insert_with(|| Item::Table(Table::new()));
    let features = features
        .as_table_like_mut()
        .ok_or_else(|| NotChanged::Shape("features".to_owned(), Host::Codex))?;
    for name in OFF {
        // What the person has set stays.
        if features.get(name).is_none() {
            let mut off = value(false);
            if let Some(off) = off.as_value_mut() {
                off.decor_mut().set_suffix(MARK);
            }
            features.insert(name, off);
        }
    }
    let new = document.to_string();
    Ok((new != config).then_some(new))
}

/// The configuration without it; `None` where it holds none.
///
/// # Errors
/// [`NotChanged`].
pub fn remove(config: &str, hooks_path: &str) -> Result<Option<String>, NotChanged> {
    let mut document = parse(config)?;
    forget(&mut document, hooks_path);
    if let Some(features) = document
        .get_mut("features")
        .and_then(Item::as_table_like_mut)
    {
        for name in OFF {
            let is_ours = features
                .get(name)
                .and_then(Item::as_value)
                .and_then(|it| it.decor().suffix()?.as_str())
                .is_some_and(|it| it == MARK);
            if is_ours {
                features.remove(name);
            }
        }
        if features.is_empty() {
            document.remove("features");
        }
    }
    let new = document.to_string();
    Ok((new != config).then_some(new))
}

/// Whether the configuration trusts every hook of ours in a hooks file; one that it does not trust is not run.
#[must_use]
pub fn trusts(card: &Card, config: &str, hooks: &str, hooks_path: &str) -> bool {
    let document = parse(config).unwrap_or_default();
    let state = document.get("hooks").and_then(|it| it.get("state"));
    trusted(card, hooks, hooks_path).iter().all(|(key, hash)| {
        let held = state.and_then(|it| it.get(key)?.get("trusted_hash")?.as_str());
        held == Some(hash)
    })
}

/// Names what is left open in the configuration: what hooks do not see and nobody switched off.
#[must_use]
pub fn left_open(config: &str) -> Vec<&'static str> {
    let document = parse(config).unwrap_or_default();
    let features = document.get("features").and_then(Item::as_table_like);
    let is_off = |name: &str| {
        let set = features.and_then(|it| it.get(name)).and_then(Item::as_bool);
        set == Some(false)
    };
    OFF.into_iter().filter(|name| !is_off(name)).collect()
}

fn parse(config: &str) -> Result<DocumentMut, NotChanged> {
    config
        .parse()
        .map_err(|error: toml_edit::TomlError| NotChanged::NoToml(error.message().to_owned()))
}

fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// Takes the trust of the hooks in this file out.
fn forget(document: &mut DocumentMut, hooks_path: &str) {
    let Some(hooks) = document.get_mut("hooks").and_then(Item::as_table_like_mut) else {
        return;
    };
    let mut is_empty = false;
    if let Some(state) = hooks.get_mut("state").and_then(Item::as_table_like_mut) {
        let ours = |key: &str| {
            key.strip_prefix(hooks_path)
                .is_some_and(|it| it.starts_with(':'))
        };
        let keys: Vec<String> = state
            .iter()
            .map(|(key, _)| key.to_owned())
            .filter(|key| ours(key))
            .collect();
        for key in keys {
            state.remove(&key);
        }
        is_empty = state.is_empty();
    }
    if is_empty {
        hooks.remove("state");
    }
    if hooks.is_empty() {
        document.remove("hooks");
    }
}
