//! Hooks of the person's, as they are written: `{name, on: {tool, checkpoint, phase}, run, timeout_s, outside}`.

use ledger::options::{HookOn, UserHook};
use ledger::phase::Phase;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use super::nearest::nearest;
use super::node::{Node, Pair, Tree, short};
use super::place::Place;
use super::problem::Problem;
use super::value::Value;

/// Which list a hook stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HookList {
    /// It is asked before something is done.
    Before,
    /// It is told afterwards.
    After,
    /// It is told when something failed. The names of built-in ones stand there too.
    Failure,
}

/// Fields of a hook; `name` and `run` are needed.
pub(crate) const HOOK_FIELDS: [&str; 5] = ["name", "on", "run", "timeout_s", "outside"];
/// What it may be about.
pub(crate) const ON_FIELDS: [&str; 3] = ["tool", "checkpoint", "phase"];
/// Tools, as policies and hooks call them.
pub(crate) const TOOLS: [&str; 17] = [
    "read",
    "list",
    "search",
    "write",
    "edit",
    "delete",
    "run",
    "shell",
    "git",
    "commit",
    "fetch",
    "delegate",
    "verify",
    "ask",
    "done",
    "plan",
    "pull_request",
];
/// Seconds that a hook has where it does not say.
const TIMEOUT_S: u32 = 60;

impl HookList {
    /// The checkpoints that a hook of it can be about.
    pub(crate) fn checkpoints(self) -> &'static [&'static str] {
        match self {
            HookList::Before => &[
                "pre-tool",
                "pre-write",
                "pre-verify-command",
                "pre-phase-transition",
            ],
            HookList::After | HookList::Failure => &["post-tool", "post-write"],
        }
    }

    /// The phases that a hook of it can be about.
    pub(crate) fn phases(self) -> &'static [&'static str] {
        match self {
            HookList::Before => &["executing", "validating", "merging", "done"],
            HookList::After => &["planning", "executing", "validating", "merging", "done"],
            HookList::Failure => &["planning", "executing", "validating", "merging"],
        }
    }
}

/// How a field of a hook is taken: by its name, with dots.
pub(crate) type Take<'a> = dyn Fn(&str, &Node) -> Result<Value, Vec<Problem>> + 'a;

/// Reads one.
pub(crate) fn user_hook(
    list: HookList,
    key: &str,
    (pairs, place): (&[Pair], &Place),
    take: &Take<'_>,
) -> Result<UserHook, Vec<Problem>> {
    let mut reading = Reading {
        key,
        take,
        problems: Vec::new(),
    };
    reading.unknown("", pairs, &HOOK_FIELDS);
    let at = |field: &str| pairs.iter().find(|pair| pair.key == field);
    for field in ["name", "run"] {
        if at(field).is_none() {
            let fault = Fault::Lacks {
                key: key.to_owned(),
                field: field.to_owned(),
            };
            reading.problems.push(Problem::new(fault, place.clone()));
        }
    }
    let mut value = |field: &str| at(field).and_then(|pair| reading.value(field, &pair.value));
    let name = value("name").as_ref().and_then(Value::text);
    let run = value("run");
    let seconds = value("timeout_s").as_ref().and_then(Value::count);
    let seconds = seconds.and_then(|it| u32::try_from(it).ok());
    let outside = value("outside");
    let on = at("on").map_or_else(HookOn::default, |pair| reading.on(&pair.value));
    let alone = on.tool.is_empty() && on.checkpoint.is_empty();
    if list == HookList::Before && alone && on.phase.contains(&Phase::Executing) {
        let wanted =
            "`validating`, `merging` or `done`, where neither `tool` nor `checkpoint` is named";
        reading.wanted(".on.phase", wanted, "`executing`".to_owned(), place);
    }
    let run: Vec<String> = run
        .map(|it| it.items().iter().filter_map(Value::text).collect())
        .unwrap_or_default();
    if let Some(pair) = at("run").filter(|_| run.is_empty() && reading.problems.is_empty()) {
        let found = pair.value.tree.found();
        let wanted = "a program and its arguments, as a list";
        reading.wanted(".run", wanted, found, &pair.value.place);
    }
    if !reading.problems.is_empty() {
        return Err(reading.problems);
    }
    Ok(UserHook {
        name: name.unwrap_or_default(),
        on,
        run,
        timeout_s: seconds.unwrap_or(TIMEOUT_S),
        outside: outside == Some(Value::Switch(true)),
    })
}

struct Reading<'a> {
    key: &'a str,
    take: &'a Take<'a>,
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn unknown(&mut self, below: &str, pairs: &[Pair], fields: &[&'static str]) {
        for pair in pairs {
            if !fields.contains(&pair.key.as_str()) {
                let fault = Fault::UnknownKey {
                    key: format!("{}{below}.{}", self.key, short(&pair.key)),
                    near: nearest(&pair.key, fields.iter().copied()),
                };
                self.problems.push(Problem::new(fault, pair.place.clone()));
            }
        }
    }

    fn wanted(&mut self, below: &str, wanted: &str, found: String, place: &Place) {
        let fault = Fault::Wanted {
            key: format!("{}{below}", self.key),
            wanted: wanted.to_owned(),
            found,
        };
        self.problems.push(Problem::new(fault, place.clone()));
    }

    fn value(&mut self, field: &str, node: &Node) -> Option<Value> {
        match (self.take)(field, node) {
            Ok(value) => Some(value),
            Err(more) => {
                self.problems.extend(more);
                None
            }
        }
    }

    fn on(&mut self, node: &Node) -> HookOn {
        let Tree::Map(pairs) = &node.tree else {
            let wanted = "a section with `tool`, `checkpoint` or `phase`";
            self.wanted(".on", wanted, node.tree.found(), &node.place);
            return HookOn::default();
        };
        self.unknown(".on", pairs, &ON_FIELDS);
        let mut words = |field: &str| {
            let pair = pairs.iter().find(|pair| pair.key == field);
            pair.map(|pair| self.words(field, &pair.value))
                .unwrap_or_default()
        };
        let tool = words("tool");
        let checkpoint = words("checkpoint");
        let phase = words("phase");
        HookOn {
            tool,
            checkpoint: checkpoint.iter().filter_map(|it| meant(it)).collect(),
            phase: phase.iter().filter_map(|it| meant(it)).collect(),
        }
    }

    /// One word, or a list of them.
    fn words(&mut self, field: &str, node: &Node) -> Vec<String> {
        let nodes = match &node.tree {
            Tree::List(nodes) => nodes.as_slice(),
            Tree::Nothing
            | Tree::Switch(_)
            | Tree::Whole(_)
            | Tree::Decimal(_)
            | Tree::Text(_)
            | Tree::Map(_) => std::slice::from_ref(node),
        };
        let field = format!("on.{field}");
        let words = nodes.iter().filter_map(|node| self.value(&field, node));
        words.filter_map(|value| value.text()).collect()
    }
}

/// What a word of the ledger's means.
fn meant<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
