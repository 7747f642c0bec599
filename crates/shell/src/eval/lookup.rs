//! What names hold: variables, elements, arguments, and what the environment may hold.

use super::numbered::Words;
use super::parameter::is_list;
use super::variable::Kind;
use super::{Eval, Value};
use crate::effect::Origin;
use crate::tree::{Arith, Param, ParamOp, Word};
use crate::value::{Field, Origins, Sort, Text};

/// The subscript of an array.
pub(super) enum Index {
    /// A number; negative: from the end.
    Number(i64),
    /// A word, or not known.
    Other,
}

impl Index {
    /// The place in these words; `None`: not known.
    pub(super) fn at(&self, words: &Words) -> Option<usize> {
        match self {
            Index::Number(number) if *number >= 0 => usize::try_from(*number).ok(),
            Index::Number(number) if words.loose.is_none() => {
                let end = i64::try_from(words.end()).ok()?;
                usize::try_from(end.checked_add(*number)?).ok()
            }
            Index::Number(_) | Index::Other => None,
        }
    }
}

impl Eval<'_> {
    /// The values of a parameter that is a list.
    pub(super) fn list(&mut self, param: &Param) -> Vec<Field> {
        let arguments = matches!(param.name.as_str(), "@" | "*");
        let words = if arguments {
            self.positionals()
        } else {
            match self.lookup(&param.name) {
                Some(Value::Array(items)) => items,
                Some(Value::Text(text)) => Words::of_texts([text]),
                Some(Value::Unset) => Words::default(),
                None => Words::unknown(Origins::of(Origin::Environment)),
            }
        };
        if param.indirect {
            return self.keys(param, &words);
        }
        match &param.op {
            None => fields_of(&words),
            Some(ParamOp::Substring { offset, length }) => {
                self.sliced(&words, arguments, offset, length.as_ref())
            }
            Some(op) => fields_of(&words)
                .into_iter()
                .map(|field| Field {
                    text: self.apply(op, field.text.clone()),
                    ..field
                })
                .collect(),
        }
    }

    /// `${!a[@]}`
    fn keys(&mut self, param: &Param, words: &Words) -> Vec<Field> {
        if words.loose.is_some() || self.is_keyed(&param.name) || param.op.is_some() {
            return fields_of(&Words::unknown(Origins::of(Origin::Computed)));
        }
        words
            .items
            .keys()
            .map(|key| Field::known(key.to_string()))
            .collect()
    }

    /// `${@:2:1}` counts from one, `${a[@]:0:1}` from nought.
    fn sliced(
        &mut self,
        words: &Words,
        arguments: bool,
        offset: &Arith,
        length: Option<&Arith>,
    ) -> Vec<Field> {
        let number = |text: Text| text.whole().and_then(|it| it.parse::<usize>().ok());
        let offset = number(self.arithmetic(offset));
        let length = length.map(|length| number(self.arithmetic(length)));
        let unknown = || fields_of(&Words::unknown(words.origins()));
        let (Some(offset), false) = (offset, length == Some(None)) else {
            return unknown();
        };
        let Some(from) = offset.checked_sub(usize::from(arguments)) else {
            // `$0` is the first then.
            return unknown();
        };
        let fields = fields_of(&words.skip(from));
        match length.flatten() {
            Some(length) => fields.into_iter().take(length).collect(),
            None => fields,
        }
    }

    /// The arguments in this round.
    pub(super) fn positionals(&mut self) -> Words {
        let count = self.shell.positional.len();
        let found = self.choose("@", count);
        found
            .and_then(|at| self.shell.positional.get(at).cloned())
            .unwrap_or_else(|| Words::unknown(Origins::of(Origin::Unknown)))
    }

    /// All arguments that there may be.
    pub(super) fn positional_fields(&self) -> Vec<Field> {
        self.shell.positional.iter().flat_map(fields_of).collect()
    }

    /// The value of a variable in this round.
    pub(super) fn lookup(&mut self, name: &str) -> Option<Value> {
        let count = self.shell.variables.get(name)?.values.len();
        let Some(at) = self.choose(name, count) else {
            let origins = self.shell.variables.get(name)?.origins();
            let origins = origins.with(Origins::of(Origin::Computed));
            return Some(Value::Text(Text::unknown(origins)));
        };
        let values = &self.shell.variables.get(name)?.values;
        values.get(at).or_else(|| values.last()).cloned()
    }

    pub(super) fn value_of(&mut self, param: &Param) -> Text {
        let name = param.name.as_str();
        if let Some(subscript) = &param.subscript {
            return self.element(name, subscript);
        }
        if let Ok(number) = name.parse::<usize>() {
            return self.positional(number);
        }
        match name {
            "@" | "*" => return Text::unknown(Origins::of(Origin::Unknown)),
            "#" => {
                let count = self.positionals().count();
                return count.map_or_else(number, |count| Text::known(count.to_string()));
            }
            "?" | "$" | "!" | "-" => return number(),
            _ => {}
        }
        match self.lookup(name) {
            Some(Value::Text(text)) => match self.referred(name, &text) {
                Some(param) => self.value_of(&param),
                None => text,
            },
            Some(Value::Array(items)) if self.is_keyed(name) => Text::unknown(items.origins()),
            Some(Value::Array(items)) => items.get(0).unwrap_or_else(|| Text::known("")),
            Some(Value::Unset) => Text::known(""),
            None => self.environment(name),
        }
    }

    /// The other variable that this one stands for.
    fn referred(&self, name: &str, text: &Text) -> Option<Param> {
        let kind = self.shell.variables.get(name)?.traits.kind;
        let other = text.whole().filter(|other| {
            kind == Kind::Reference && other != name && super::arithmetic::is_name(other)
        })?;
        let ends = self.shell.variables.get(&other)?.traits.kind != Kind::Reference;
        ends.then_some(Param {
            name: other,
            subscript: None,
            length: false,
            indirect: false,
            op: None,
        })
    }

    pub(super) fn positional(&mut self, number: usize) -> Text {
        match number.checked_sub(1) {
            None => self.shell.zeroth.clone().unwrap_or_else(|| {
                // A shell's own name.
                Text::known("bash").from(Origins::of(Origin::Computed))
            }),
            Some(at) => self
                .positionals()
                .get(at)
                .unwrap_or_else(|| Text::known("")),
        }
    }

    pub(super) fn is_keyed(&self, name: &str) -> bool {
        let variable = self.shell.variables.get(name);
        variable.is_some_and(|it| it.traits.kind == Kind::Keyed)
    }

    /// A subscript: computed, unless keys are words.
    pub(super) fn index(&mut self, subscript: &Word, keyed: bool) -> Index {
        let text = self.one_text(subscript);
        if keyed {
            self.subscripts(&text.visible());
            return Index::Other;
        }
        let number = self.arithmetic_text(&text).whole();
        match number.and_then(|text| text.parse().ok()) {
            Some(number) => Index::Number(number),
            None => Index::Other,
        }
    }

    pub(super) fn element(&mut self, name: &str, subscript: &Word) -> Text {
        let keyed = self.is_keyed(name);
        let index = self.index(subscript, keyed);
        match self.lookup(name) {
            Some(Value::Array(words)) => match index.at(&words) {
                Some(at) => words.get(at).unwrap_or_else(|| Text::known("")),
                // Any of them, or none at all.
                None => {
                    let count = words.items.len().saturating_add(1);
                    match self.choose(&format!("{name}[{count}]"), count) {
                        Some(at) if words.loose.is_none() || keyed => {
                            words.items.values().nth(at).cloned().unwrap_or_default()
                        }
                        Some(_) | None => Text::unknown(words.origins()),
                    }
                }
            },
            Some(Value::Text(text)) => match index {
                Index::Number(0 | -1) => text,
                Index::Number(_) if text.whole().is_some() => Text::known(""),
                Index::Number(_) | Index::Other => Text::unknown(text.origins),
            },
            Some(Value::Unset) => Text::known(""),
            None if name == "BASH_REMATCH" => Text::unknown(Origins::of(Origin::Computed)),
            None => Text::unknown(Origins::of(Origin::Environment)),
        }
    }

    /// A variable that the script did not set.
    pub(super) fn environment(&self, name: &str) -> Text {
        match name {
            "HOME" => self.home().map_or_else(
                || Text::unknown(Origins::of(Origin::Environment)),
                |home| Text::known(home).from(Origins::of(Origin::Computed)),
            ),
            "PWD" => match (&self.shell.cwd, self.ground.worktree) {
                (Some(cwd), _) if cwd.starts_with(['/', '~']) => Text::known(cwd.clone()),
                (Some(cwd), Some(top)) if cwd.is_empty() => Text::known(top),
                (Some(cwd), Some(top)) => Text::known(format!("{top}/{cwd}")),
                // Relative to the worktree, of which nobody said where it is.
                (Some(cwd), None) if cwd.is_empty() => {
                    Text::known(".").from(Origins::of(Origin::Environment))
                }
                (Some(cwd), None) => {
                    Text::known(cwd.clone()).from(Origins::of(Origin::Environment))
                }
                (None, _) => Text::unknown(Origins::of(Origin::Environment)),
            },
            "PPID" => Text::known(super::builtin::processes::PARENT),
            "TMPDIR" => Text::known("/tmp").from(Origins::of(Origin::Computed)),
            "SHELL" | "BASH" => Text::known("/bin/bash"),
            name => inherited(name),
        }
    }

    pub(super) fn indirect(&mut self, param: &Param) -> Text {
        let name = self.value_of(&Param {
            op: None,
            indirect: false,
            ..param.clone()
        });
        match name.whole() {
            Some(name) => {
                self.subscripts(&name);
                let (base, subscript) = match name.split_once('[') {
                    Some((base, rest)) => {
                        let inner = rest.trim_end_matches(']');
                        (base.to_owned(), Some(Word::literal(inner, true)))
                    }
                    None => (name, None),
                };
                let param = Param {
                    name: base,
                    subscript,
                    length: false,
                    indirect: false,
                    op: None,
                };
                if is_list(&param) {
                    return Text::unknown(Origins::of(Origin::Computed));
                }
                self.value_of(&param).from(Origins::of(Origin::Computed))
            }
            // Whichever variable it is: one that holds a secret, too.
            None => {
                Text::unknown(Origins::of(Origin::Environment).with(Origins::of(Origin::Secret)))
            }
        }
    }
}

/// A number that is not known.
pub(super) fn number() -> Text {
    Text::some(Sort::Numbers, Origins::of(Origin::Computed))
}

/// What a variable holds that the script did not set, and of whose value nothing is known.
pub(super) fn inherited(name: &str) -> Text {
    if name == "IFS" {
        return Text::known(" \t\n").from(Origins::of(Origin::Computed));
    }
    const NUMBERS: [&str; 12] = [
        "RANDOM",
        "SRANDOM",
        "SECONDS",
        "EPOCHSECONDS",
        "EPOCHREALTIME",
        "LINENO",
        "UID",
        "EUID",
        "BASHPID",
        "SHLVL",
        "COLUMNS",
        "LINES",
    ];
    if NUMBERS.contains(&name) {
        return number();
    }
    // Who the user is and on which machine: what leaves with it tells.
    if matches!(
        name,
        "USER"
            | "LOGNAME"
            | "USERNAME"
            | "HOSTNAME"
            | "SUDO_USER"
            | "SSH_CLIENT"
            | "SSH_CONNECTION"
    ) {
        return Text::unknown(Origins::of(Origin::Environment).with(Origins::of(Origin::Program)));
    }
    Text::unknown(Origins::of(if secret_variable(name) {
        Origin::Secret
    } else {
        Origin::Environment
    }))
}

/// Words as fields; those of which the number is not known may be none or several.
fn fields_of(words: &Words) -> Vec<Field> {
    let field = |(at, text): (&usize, &Text)| Field {
        // A pattern is itself, however many names it stands for.
        text: words
            .get(*at)
            .filter(|_| !text.has_names())
            .unwrap_or_else(|| text.clone()),
        splits: words.loose.is_some_and(|loose| loose <= *at),
        ..Field::default()
    };
    words.items.iter().map(field).collect()
}

/// Variables whose name says that they hold a secret.
pub(crate) fn secret_variable(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let parts: Vec<&str> = upper.split('_').collect();
    let word = |wanted: &str| parts.contains(&wanted);
    word("TOKEN")
        || word("SECRET")
        || word("PASSWORD")
        || word("PASSWD")
        || word("PASS")
        || word("APIKEY")
        || word("CREDENTIALS")
        || word("CREDENTIAL")
        || word("PAT")
        || upper.ends_with("API_KEY")
        || upper.ends_with("ACCESS_KEY")
        || upper.ends_with("PRIVATE_KEY")
        || upper.ends_with("ACCESS_KEY_ID")
        || upper.ends_with("_DSN")
        || upper == "DATABASE_URL"
        || upper.ends_with("TOKEN")
}
