//! The pages that people read say what the tables of the code say: the keys, and the policies.

use crate::config::Value;
use crate::config::keys::{KEYS, Key, Stricter};
use crate::config::kind::Kind;
use crate::config::layer::defaults;
use crate::gate_service;

/// Set, it writes the pages anew instead of comparing them.
const WRITE: &str = "INTERLOCK_WRITE_PAGES";

/// What stands above the tables and is written by hand ends before this line.
const KEYS_FROM: &str = "### Project\n";
const POLICIES_FROM: &str = "## `";
/// The tables of the rules stand between these lines.
const RULES_FROM: &str = "\n## All rules\n";
const RULES_UPTO: &str = "\n## Shapes of code\n";

#[test]
fn the_page_of_the_configuration_is_the_table_of_keys() {
    same("configuration.md", KEYS_FROM, &key_tables());
}

#[test]
fn the_page_of_the_policies_is_the_table_of_policies() {
    same("policies.md", POLICIES_FROM, &policy_sections());
}

#[test]
fn the_page_of_the_rules_is_the_list_of_rules() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let text = std::fs::read_to_string(&path).expect("the page");
    let (by_hand, rest) = text.split_once(RULES_FROM).expect("its tables");
    let (stands, shapes) = rest.split_once(RULES_UPTO).expect("what follows them");
    let wanted = crate::rules::tables();
    if stands != wanted && std::env::var_os(WRITE).is_some() {
        let page = format!("{by_hand}{RULES_FROM}{wanted}{RULES_UPTO}{shapes}");
        std::fs::write(&path, page).expect("a file");
        return;
    }
    assert!(
        stands == wanted,
        "`{WRITE}=1 cargo test -p harness pages` writes docs/rules.md anew"
    );
}

/// Holds everything of a page from a line on against what it should be.
fn same(page: &str, from: &str, wanted: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{page}"));
    let text = std::fs::read_to_string(&path).expect("the page");
    let start = text.find(&format!("\n{from}")).expect("its table") + 1;
    let (by_hand, stands) = text.split_at(start);
    if stands == wanted {
        return;
    }
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, format!("{by_hand}{wanted}")).expect("a file");
        return;
    }
    let mut lines = stands.lines().zip(wanted.lines());
    let (is, should_be) = lines
        .find(|(is, should_be)| is != should_be)
        .unwrap_or(("(one of them is longer)", "(one of them is longer)"));
    panic!(
        "docs/{page} is not what the code says\n  it says  {is}\n  it is    {should_be}\n\
         `{WRITE}=1 cargo test -p harness pages` writes it anew"
    );
}

fn key_tables() -> String {
    let mut page = String::new();
    let mut section = "";
    for key in KEYS.iter() {
        let first = key.segments().next().unwrap_or_default();
        if first != section {
            section = first;
            let gap = if page.is_empty() { "" } else { "\n" };
            let (head, tail) = first.split_at(1);
            page.push_str(&format!(
                "{gap}### {}{tail}\n\n| key | takes | built in | untrusted may | meaning |\n|---|---|---|---|---|\n",
                head.to_uppercase()
            ));
        }
        let cells = [
            format!("`{}`", key.path),
            takes(&key.kind),
            built_in(key),
            may(key.stricter).to_owned(),
            key.about.to_owned(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        page.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    page
}

fn takes(kind: &Kind) -> String {
    match kind {
        Kind::Text(_) => "text".to_owned(),
        Kind::Choice(words) => ticked(words.iter().copied(), " | "),
        Kind::Switch => "switch".to_owned(),
        Kind::Count(min, max) => format!("{min} to {max}"),
        Kind::Decimal(min, max) => format!("{min} to {max}"),
        Kind::Rule => "rule".to_owned(),
        Kind::Requirement => "requirement".to_owned(),
        Kind::Hook(_) => "hook".to_owned(),
        Kind::List(item, _) => match item {
            Kind::Text(_) => "list of texts".to_owned(),
            Kind::Rule => "list of rules".to_owned(),
            Kind::Requirement => "list of requirements".to_owned(),
            Kind::Hook(_) => "list of hooks".to_owned(),
            Kind::Choice(_)
            | Kind::Count(..)
            | Kind::Decimal(..)
            | Kind::Switch
            | Kind::List(..) => {
                format!("list of {}", takes(item))
            }
        },
    }
}

fn built_in(key: &Key) -> String {
    let all = defaults();
    let given = all.iter().find(|given| given.key.path == key.path);
    match given.map(|given| &given.value) {
        None => "–".to_owned(),
        Some(Value::List(items)) if items.is_empty() => "none".to_owned(),
        Some(Value::List(items)) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            ticked(items.iter().map(String::as_str), ", ")
        }
        Some(value) => format!("`{}`", shown(value)),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::List(_) => value.json().to_string(),
    }
}

fn ticked<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    words.join(between)
}

fn may(stricter: Stricter) -> &'static str {
    match stricter {
        Stricter::Lower => "lower",
        Stricter::Higher => "raise",
        Stricter::SwitchOn => "switch on",
        Stricter::SwitchOff => "switch off",
        Stricter::United | Stricter::Added => "add",
        Stricter::Asking => "add those that ask or deny",
        Stricter::Ignored | Stricter::Together | Stricter::Yours => "–",
    }
}

fn policy_sections() -> String {
    let sections: Vec<String> = gate_service::policies()
        .iter()
        .map(|policy| {
            let every = policy.checkpoints.len() == ledger::gate::Checkpoint::ALL.len();
            let points = if every {
                "every checkpoint".to_owned()
            } else {
                ticked(policy.checkpoints.iter().map(String::as_str), ", ")
            };
            format!(
                "## `{}`\n\n{}\n\n- asked at: {points}\n- why: {}\n- instead: {}\n",
                policy.name, policy.summary, policy.why, policy.instead
            )
        })
        .collect();
    sections.join("\n")
}
