//! One rule as it is written, in the configuration or in a policy file: its fields, and the examples that it is tried on.

use gate::{BadRule, Probe};
use ledger::options::{Rule, RuleAction, RuleOrigin};

use super::fault::Fault;
use super::kind::{Form, Kind};
use super::nearest::nearest;
use super::node::{Node, Pair, Tree, short};
use super::place::Place;
use super::problem::Problem;
use super::value::Value;

/// Tools that one rule may name.
const TOOLS_MAX: usize = 64;
/// Examples of one kind that a rule may have.
const EXAMPLES_MAX: usize = 64;

/// Fields of a rule; `tools` is another name of `applies_to`.
pub(crate) const RULE_FIELDS: [&str; 9] = [
    "name",
    "pattern",
    "when",
    "action",
    "applies_to",
    "tools",
    "message",
    "matches",
    "passes",
];
/// What a rule may do.
pub(crate) const RULE_ACTIONS: [&str; 3] = ["allow", "ask", "deny"];

/// Reads a rule and tries it on its examples.
pub(crate) fn rule(key: &str, pairs: &[Pair], place: &Place) -> Result<Rule, Vec<Problem>> {
    let mut reading = Reading {
        key,
        pairs,
        problems: Vec::new(),
    };
    reading.unknown();
    let name = reading.words("name", Kind::Text(Form::Line));
    let pattern = reading.words("pattern", Kind::Text(Form::Regex));
    let when = reading.condition();
    let action = reading.words("action", Kind::Choice(&RULE_ACTIONS));
    let tools = reading.tools();
    let message = reading.words("message", Kind::Text(Form::Line));
    reading.lacks(place);
    let Reading { mut problems, .. } = reading;
    let rule = Rule {
        name: name.unwrap_or_default(),
        pattern: pattern.unwrap_or_default(),
        when,
        action: match action.as_deref() {
            Some("allow") => RuleAction::Allow,
            Some("ask") => RuleAction::Ask,
            Some(_) | None => RuleAction::Deny,
        },
        applies_to: tools,
        message,
        origin: RuleOrigin::User,
    };
    if problems.is_empty() {
        problems = tried(key, &rule, pairs, place);
    }
    if problems.is_empty() {
        Ok(rule)
    } else {
        Err(problems)
    }
}

struct Reading<'a> {
    key: &'a str,
    pairs: &'a [Pair],
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn at(&self, field: &str) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.key == field)
    }

    fn unknown(&mut self) {
        for pair in self.pairs {
            if !RULE_FIELDS.contains(&pair.key.as_str()) {
                let fault = Fault::UnknownKey {
                    key: format!("{}.{}", self.key, short(&pair.key)),
                    near: nearest(&pair.key, RULE_FIELDS),
                };
                self.problems.push(Problem::new(fault, pair.place.clone()));
            }
        }
    }

    fn value(&mut self, field: &str, kind: Kind) -> Option<Value> {
        let node = self.at(field)?;
        match kind.take(&format!("{}.{field}", self.key), &node.value) {
            Ok(taken) => Some(taken.value),
            Err(more) => {
                self.problems.extend(more);
                None
            }
        }
    }

    fn words(&mut self, field: &str, kind: Kind) -> Option<String> {
        words(self.value(field, kind)?)
    }

    /// A condition may go over lines; what it may hold is the gate's business.
    fn condition(&mut self) -> Option<String> {
        let node = &self.at("when")?.value;
        match &node.tree {
            Tree::Text(text) => Some(text.trim_end().to_owned()),
            Tree::Nothing
            | Tree::Switch(_)
            | Tree::Whole(_)
            | Tree::Decimal(_)
            | Tree::List(_)
            | Tree::Map(_) => {
                let fault = Fault::Wanted {
                    key: format!("{}.when", self.key),
                    wanted: "text: a condition".to_owned(),
                    found: node.tree.found(),
                };
                let place = node.place.clone();
                self.problems.push(Problem::new(fault, place));
                None
            }
        }
    }

    fn tools(&mut self) -> Vec<String> {
        const LINES: Kind = Kind::List(&Kind::Text(Form::Line), TOOLS_MAX);
        if let (Some(_), Some(second)) = (self.at("applies_to"), self.at("tools")) {
            let fault = Fault::TwoSpellings {
                key: format!("{}.tools", self.key),
                other: format!("{}.applies_to", self.key),
            };
            let place = second.place.clone();
            self.problems.push(Problem::new(fault, place));
        }
        let lists = ["applies_to", "tools"].map(|field| self.value(field, LINES));
        let lists = lists.into_iter().flatten();
        lists
            .flat_map(|list| list.items().to_vec())
            .filter_map(words)
            .collect()
    }

    fn lacks(&mut self, place: &Place) {
        let mut lacking = vec!["name", "action"];
        if self.at("when").is_none() {
            lacking.push("pattern");
        }
        lacking.retain(|field| self.at(field).is_none());
        for field in lacking {
            let fault = Fault::Lacks {
                key: self.key.to_owned(),
                field: field.to_owned(),
            };
            self.problems.push(Problem::new(fault, place.clone()));
        }
    }
}

/// What is wrong when the rule is compiled and tried on its examples.
fn tried(key: &str, rule: &Rule, pairs: &[Pair], place: &Place) -> Vec<Problem> {
    let at = |field: &str| pairs.iter().find(|pair| pair.key == field);
    let probe = match Probe::new(rule) {
        Ok(probe) => probe,
        Err(bad) => {
            let (field, reason) = match bad {
                BadRule::Pattern(reason) => ("pattern", reason),
                BadRule::When(reason) => ("when", reason),
            };
            let place = at(field).map_or(place, |pair| &pair.value.place);
            let fault = Fault::Rule {
                key: format!("{key}.{field}"),
                reason,
            };
            return vec![Problem::new(fault, place.clone())];
        }
    };
    let mut problems = Vec::new();
    for (field, wanted) in [("matches", true), ("passes", false)] {
        if let Some(pair) = at(field) {
            examples(
                &format!("{key}.{field}"),
                &probe,
                wanted,
                &pair.value,
                &mut problems,
            );
        }
    }
    problems
}

fn examples(key: &str, probe: &Probe, wanted: bool, node: &Node, problems: &mut Vec<Problem>) {
    let items = match &node.tree {
        Tree::List(items) if items.len() <= EXAMPLES_MAX => items,
        Tree::List(_) => {
            let fault = Fault::TooMany {
                key: key.to_owned(),
                count_max: EXAMPLES_MAX,
            };
            problems.push(Problem::new(fault, node.place.clone()));
            return;
        }
        Tree::Nothing
        | Tree::Switch(_)
        | Tree::Whole(_)
        | Tree::Decimal(_)
        | Tree::Text(_)
        | Tree::Map(_) => {
            let fault = Fault::Wanted {
                key: key.to_owned(),
                wanted: "a list of commands, or of `{tool, args}`".to_owned(),
                found: node.tree.found(),
            };
            problems.push(Problem::new(fault, node.place.clone()));
            return;
        }
    };
    for (at, item) in items.iter().enumerate() {
        let key = format!("{key}[{at}]");
        let reason = match example_of(&item.tree).and_then(|example| probe.tries(&example)) {
            Ok(found) if found == wanted => continue,
            Ok(true) => "the rule matches it".to_owned(),
            Ok(false) => "the rule does not match it".to_owned(),
            Err(why) => format!("it can't be told: {why}"),
        };
        problems.push(Problem::new(
            Fault::Rule { key, reason },
            item.place.clone(),
        ));
    }
}

/// A command as it is; a section as a line of `gate check`.
fn example_of(tree: &Tree) -> Result<String, String> {
    match tree {
        Tree::Text(text) if !text.trim_start().starts_with('{') => Ok(text.clone()),
        Tree::Map(_) => Ok(json_of(tree).to_string()),
        Tree::Text(_)
        | Tree::Nothing
        | Tree::Switch(_)
        | Tree::Whole(_)
        | Tree::Decimal(_)
        | Tree::List(_) => Err(format!(
            "an example is a command or a section with `tool` and `args`, found {}",
            tree.found()
        )),
    }
}

fn json_of(tree: &Tree) -> serde_json::Value {
    match tree {
        Tree::Nothing => serde_json::Value::Null,
        Tree::Switch(on) => (*on).into(),
        Tree::Whole(number) => match i64::try_from(*number) {
            Ok(number) => number.into(),
            Err(_) => serde_json::Value::Null,
        },
        Tree::Decimal(number) => (*number).into(),
        Tree::Text(text) => text.clone().into(),
        Tree::List(items) => items.iter().map(|item| json_of(&item.tree)).collect(),
        Tree::Map(pairs) => {
            let pairs = pairs.iter();
            let map: serde_json::Map<String, serde_json::Value> = pairs
                .map(|pair| (pair.key.clone(), json_of(&pair.value.tree)))
                .collect();
            map.into()
        }
    }
}

fn words(value: Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text),
        Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::List(_) => None,
    }
}
