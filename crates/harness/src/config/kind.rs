//! What kinds of values there are, and how a node becomes one. Which key has which kind is in `keys`.

use ledger::ids::RelPath;
use regex::RegexBuilder;

use super::built_in::FAILURE_HOOKS;
use super::fault::Fault;
use super::nearest::{nearest, quoted_list};
use super::node::{Node, Pair, Tree, short};
use super::place::Place;
use super::problem::Problem;
use super::reached::reached;
use super::requirement::requirement;
use super::rule::rule;
use super::secretish;
use super::user_hook::{HookList, TOOLS, user_hook};
use super::value::Value;

/// Characters of any text.
const TEXT_CHARS_MAX: usize = 2_000;
/// Bytes that a compiled expression may take.
const REGEX_BYTES_MAX: usize = 1 << 20;
/// Characters of a name.
const NAME_CHARS_MAX: usize = 64;

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Words of a form.
    Text(Form),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// A whole number, bounds included.
    Count(u64, u64),
    /// A number, bounds included.
    Decimal(f64, f64),
    /// One of the user's rules.
    Rule,
    /// Evidence that some changes need.
    Requirement,
    /// A hook of the person's; after failures also the name of a built-in one.
    Hook(HookList),
    /// At most so many of a kind.
    List(&'static Kind, usize),
}

/// What a text must look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Anything on one line.
    Line,
    /// A path.
    Path,
    /// A path below the top of the repository.
    Below,
    /// A glob of paths or branches.
    Glob,
    /// A regular expression.
    Regex,
    /// An `http` or `https` address without a password.
    Url,
    /// The same, with a path that can hold a key: it is never shown.
    SecretUrl,
    /// A word of a command line: anything on one line, and in a list as often as it stands there.
    Argument,
    /// The name of an environment variable.
    Variable,
    /// A registry or a host.
    Reached,
}

/// A value that was taken, with the place of each item if it is a list.
pub(crate) struct Taken {
    pub(crate) value: Value,
    pub(crate) places: Vec<Place>,
}

impl Kind {
    /// What it takes, for messages.
    pub(crate) fn wanted(&self) -> String {
        match self {
            Kind::Text(form) => form.wanted().to_owned(),
            Kind::Choice(words) => format!("one of {}", quoted_list(words)),
            Kind::Switch => "`true` or `false`".to_owned(),
            Kind::Count(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Decimal(min, max) => format!("a number from {min} to {max}"),
            Kind::Rule => "a section with `name`, `action`, and `pattern` or `when`".to_owned(),
            Kind::Requirement => "a section with `when`, `kind` and `message`".to_owned(),
            Kind::Hook(HookList::Before | HookList::After) => {
                "a section with `name`, `on` and `run`".to_owned()
            }
            Kind::Hook(HookList::Failure) => format!(
                "a section with `name`, `on` and `run`, or {}",
                quoted_list(&FAILURE_HOOKS)
            ),
            Kind::List(item, _) => match item {
                Kind::Text(_) | Kind::Choice(_) => "a list of text".to_owned(),
                Kind::Count(..) | Kind::Decimal(..) => "a list of numbers".to_owned(),
                Kind::Rule | Kind::Requirement | Kind::Hook(_) | Kind::Switch | Kind::List(..) => {
                    "a list".to_owned()
                }
            },
        }
    }

    /// The value of a node, or every problem it has.
    pub(crate) fn take(&self, key: &str, node: &Node) -> Result<Taken, Vec<Problem>> {
        let one = |value: Result<Value, Problem>| match value {
            Ok(value) => Ok(Taken {
                value,
                places: Vec::new(),
            }),
            Err(problem) => Err(vec![problem]),
        };
        match (self, &node.tree) {
            (Kind::List(item, count_max), Tree::List(nodes)) => {
                list(key, item, *count_max, nodes, &node.place)
            }
            (Kind::Rule, Tree::Map(pairs)) => rule(key, pairs, &node.place).map(|rule| Taken {
                value: Value::Rule(rule),
                places: Vec::new(),
            }),
            (Kind::Requirement, Tree::Map(pairs)) => {
                requirement(key, pairs, &node.place).map(|it| Taken {
                    value: Value::Requirement(it),
                    places: Vec::new(),
                })
            }
            (Kind::Hook(list), Tree::Map(pairs)) => hook(key, *list, pairs, &node.place),
            (Kind::Hook(HookList::Failure), Tree::Text(text)) => {
                one(choice(key, &FAILURE_HOOKS, text, node))
            }
            (Kind::Text(form), Tree::Text(text)) => one(form.take(key, text, node)),
            (Kind::Choice(words), Tree::Text(text)) => one(choice(key, words, text, node)),
            (Kind::Switch, Tree::Switch(on)) => one(Ok(Value::Switch(*on))),
            (Kind::Count(min, max), Tree::Whole(number)) => one(u64::try_from(*number)
                .ok()
                .filter(|count| min <= count && count <= max)
                .map(Value::Count)
                .ok_or_else(|| self.refused(key, node))),
            (Kind::Decimal(..), Tree::Decimal(number)) => one(self.decimal(key, *number, node)),
            #[expect(
                clippy::cast_precision_loss,
                reason = "far over every bound it is refused anyway"
            )]
            (Kind::Decimal(..), Tree::Whole(number)) => {
                one(self.decimal(key, *number as f64, node))
            }
            (
                Kind::Text(_)
                | Kind::Choice(_)
                | Kind::Switch
                | Kind::Count(..)
                | Kind::Decimal(..)
                | Kind::Rule
                | Kind::Requirement
                | Kind::Hook(_)
                | Kind::List(..),
                Tree::Nothing
                | Tree::Switch(_)
                | Tree::Whole(_)
                | Tree::Decimal(_)
                | Tree::Text(_)
                | Tree::List(_)
                | Tree::Map(_),
            ) => Err(vec![self.refused(key, node)]),
        }
    }

    fn decimal(&self, key: &str, number: f64, node: &Node) -> Result<Value, Problem> {
        match self {
            Kind::Decimal(min, max) if *min <= number && number <= *max => {
                Ok(Value::Decimal(number))
            }
            Kind::Decimal(..)
            | Kind::Text(_)
            | Kind::Choice(_)
            | Kind::Switch
            | Kind::Count(..)
            | Kind::Rule
            | Kind::Requirement
            | Kind::Hook(_)
            | Kind::List(..) => Err(self.refused(key, node)),
        }
    }

    fn refused(&self, key: &str, node: &Node) -> Problem {
        wanted(key, self.wanted(), node)
    }
}

fn hook(key: &str, list: HookList, pairs: &[Pair], place: &Place) -> Result<Taken, Vec<Problem>> {
    let take = |field: &str, node: &Node| {
        let taken = hook_field(list, field).take(&format!("{key}.{field}"), node);
        taken.map(|it| it.value)
    };
    user_hook(list, key, (pairs, place), &take).map(|it| Taken {
        value: Value::Hook(it),
        places: Vec::new(),
    })
}

/// What a field of a hook takes.
fn hook_field(list: HookList, field: &str) -> Kind {
    match field {
        "run" => Kind::List(&Kind::Text(Form::Line), 64),
        "timeout_s" => Kind::Count(1, 3_600),
        "outside" => Kind::Switch,
        "on.tool" => Kind::Choice(&TOOLS),
        "on.checkpoint" => Kind::Choice(list.checkpoints()),
        "on.phase" => Kind::Choice(list.phases()),
        _ => Kind::Text(Form::Line),
    }
}

impl Form {
    fn wanted(self) -> &'static str {
        match self {
            Form::Line | Form::Argument => "text on one line",
            Form::Path => "text: a path",
            Form::Below => "text: a path below the top of the repository, without `..`",
            Form::Glob => "text: a name or pattern like `release/*`",
            Form::Regex => "text: a regular expression",
            Form::Url | Form::SecretUrl => "text: an `http` or `https` address without a password",
            Form::Variable => "text: the name of an environment variable",
            Form::Reached => "the name of a registry, `host`, `host:port` or `*.host`",
        }
    }

    fn take(self, key: &str, text: &str, node: &Node) -> Result<Value, Problem> {
        // This one may hold a key: that is what it is for.
        if self != Form::SecretUrl && secretish::looks_like_key(text) {
            return Err(Problem::new(
                Fault::KeyInFile(key.to_owned()),
                node.place.clone(),
            ));
        }
        let is_line = !text.trim().is_empty()
            && text.chars().count() <= TEXT_CHARS_MAX
            && !text
                .chars()
                .any(|c| c.is_control() || secretish::is_invisible(c));
        let is_fit = is_line
            && match self {
                Form::Line | Form::Path | Form::Argument => true,
                Form::Below => below(text).is_some(),
                Form::Glob => text.trim() == text,
                Form::Regex => return regex(key, text, &node.place),
                Form::Url | Form::SecretUrl => is_url(text),
                Form::Variable => is_variable(text),
                Form::Reached => return reached(key, text, &node.place),
            };
        if is_fit {
            Ok(Value::Text(text.to_owned()))
        } else if self == Form::SecretUrl {
            Err(Problem::new(
                Fault::Wanted {
                    key: key.to_owned(),
                    wanted: self.wanted().to_owned(),
                    found: "something else".to_owned(),
                },
                node.place.without_excerpt(),
            ))
        } else {
            Err(wanted(key, self.wanted().to_owned(), node))
        }
    }
}

/// A path below the top of the repository, as people write folders: with or without a slash at the end.
pub(super) fn below(text: &str) -> Option<RelPath> {
    RelPath::new(text.trim_end_matches('/')).ok()
}

fn wanted(key: &str, wanted: String, node: &Node) -> Problem {
    let found = if secretish::names_a_secret(key.rsplit('.').next().unwrap_or(key)) {
        "something else".to_owned()
    } else {
        node.tree.found()
    };
    Problem::new(
        Fault::Wanted {
            key: key.to_owned(),
            wanted,
            found,
        },
        node.place.clone(),
    )
}

fn list(
    key: &str,
    item: &Kind,
    count_max: usize,
    nodes: &[Node],
    place: &Place,
) -> Result<Taken, Vec<Problem>> {
    if nodes.len() > count_max {
        let fault = Fault::TooMany {
            key: key.to_owned(),
            count_max,
        };
        return Err(vec![Problem::new(fault, place.clone())]);
    }
    let (mut values, mut places, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for (at, node) in nodes.iter().enumerate() {
        match item.take(&format!("{key}[{at}]"), node) {
            Ok(taken) if *item != Kind::Text(Form::Argument) && values.contains(&taken.value) => {}
            Ok(taken) if has_rule_named(&values, &taken.value) => {
                let fault = Fault::SameRule(format!("{key}[{at}]"));
                problems.push(Problem::new(fault, node.place.clone()));
            }
            Ok(taken) => {
                values.push(taken.value);
                places.push(node.place.clone());
            }
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() {
        Ok(Taken {
            value: Value::List(values),
            places,
        })
    } else {
        Err(problems)
    }
}

fn has_rule_named(values: &[Value], new: &Value) -> bool {
    let name = |value: &Value| match value {
        Value::Rule(rule) => Some(rule.name.clone()),
        Value::Text(_)
        | Value::Switch(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::List(_) => None,
    };
    let new = name(new);
    new.is_some() && values.iter().any(|value| name(value) == new)
}

fn choice(key: &str, words: &[&str], text: &str, node: &Node) -> Result<Value, Problem> {
    if words.contains(&text) {
        return Ok(Value::Text(text.to_owned()));
    }
    let fault = Fault::NotOneOf {
        key: key.to_owned(),
        found: short(text),
        choices: words.iter().map(|word| (*word).to_owned()).collect(),
        near: nearest(text, words.iter().copied()),
    };
    Err(Problem::new(fault, node.place.clone()))
}

fn regex(key: &str, text: &str, place: &Place) -> Result<Value, Problem> {
    match RegexBuilder::new(text).size_limit(REGEX_BYTES_MAX).build() {
        Ok(_) => Ok(Value::Text(text.to_owned())),
        Err(error) => {
            // The last line says why; those before repeat the expression.
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default();
            let reason = reason.trim_start_matches("error: ").to_owned();
            let fault = Fault::Regex {
                key: key.to_owned(),
                reason,
            };
            Err(Problem::new(fault, place.clone()))
        }
    }
}

fn is_url(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| {
        !host.is_empty() && !host.contains('@') && !text.contains(char::is_whitespace)
    })
}

fn is_variable(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    starts && text.len() <= NAME_CHARS_MAX && text.chars().all(fits)
}
