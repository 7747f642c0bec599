//! `$x` and `${x…}`.

use super::{Eval, Value, Variable};
use crate::shell::effect::Origin;
use crate::shell::tree::{Param, ParamOp, ReplaceKind, Word};
use crate::shell::value::{Origins, Piece, Text};

use super::filter;

impl Eval<'_> {
    /// The value of a parameter that is one text.
    pub(super) fn parameter(&mut self, param: &Param) -> Text {
        if param.length {
            let length = self
                .value_of(param)
                .map(|text| Some(text.chars().count().to_string()));
            // How long a secret is, is none.
            return match length.whole() {
                Some(_) => length,
                None => Text::unknown(Origins::of(Origin::Computed)),
            };
        }
        let value = self.value_of(param);
        let value = if param.indirect {
            self.indirect(&value)
        } else {
            value
        };
        match &param.op {
            Some(op) => self.apply(param, op, value),
            None => value,
        }
    }

    /// The values of a parameter that is a list.
    pub(super) fn list(&mut self, param: &Param, _quoted: bool) -> Vec<Text> {
        let values = if matches!(param.name.as_str(), "@" | "*") {
            self.shell.positional.clone()
        } else {
            match self.lookup(&param.name) {
                Some(Value::Array(items)) => items,
                Some(Value::Text(text)) => vec![text],
                None => vec![Text::unknown(Origins::of(Origin::Environment))],
            }
        };
        match &param.op {
            None => values,
            Some(ParamOp::Substring { offset, length }) => {
                let offset = self
                    .arithmetic(offset)
                    .whole()
                    .and_then(|it| it.parse::<usize>().ok());
                let length = length.as_ref().map(|length| {
                    self.arithmetic(length)
                        .whole()
                        .and_then(|it| it.parse::<usize>().ok())
                });
                // `${@:1}` counts from one, `${a[@]:0}` from nought.
                let base = usize::from(matches!(param.name.as_str(), "@" | "*"));
                match (offset, length) {
                    (Some(offset), None) => values
                        .into_iter()
                        .skip(offset.saturating_sub(base))
                        .collect(),
                    (Some(offset), Some(Some(length))) => values
                        .into_iter()
                        .skip(offset.saturating_sub(base))
                        .take(length)
                        .collect(),
                    (None, _) | (Some(_), Some(None)) => {
                        vec![Text::unknown(Origins::of(Origin::Computed))]
                    }
                }
            }
            Some(op) => values
                .into_iter()
                .map(|value| self.apply(param, op, value))
                .collect(),
        }
    }

    /// The value of a variable in this round.
    fn lookup(&mut self, name: &str) -> Option<Value> {
        let Variable { values } = self.shell.variables.get(name)?;
        self.rounds = self.rounds.max(values.len());
        values.get(self.round).or_else(|| values.last()).cloned()
    }

    fn value_of(&mut self, param: &Param) -> Text {
        let name = param.name.as_str();
        if let Some(subscript) = &param.subscript {
            return self.element(name, subscript);
        }
        if let Ok(number) = name.parse::<usize>() {
            return self.positional(number);
        }
        match name {
            "@" | "*" => return Text::unknown(Origins::of(Origin::Unknown)),
            "#" => return Text::known(self.shell.positional.len().to_string()),
            "?" | "$" | "!" | "-" => return Text::unknown(Origins::of(Origin::Computed)),
            _ => {}
        }
        match self.lookup(name) {
            Some(Value::Text(text)) => text,
            Some(Value::Array(items)) => items.into_iter().next().unwrap_or_default(),
            None => self.environment(name),
        }
    }

    fn positional(&self, number: usize) -> Text {
        match number.checked_sub(1) {
            None => self.shell.own_name.clone(),
            Some(at) => self
                .shell
                .positional
                .get(at)
                .cloned()
                .unwrap_or_else(|| Text::known("")),
        }
    }

    fn element(&mut self, name: &str, subscript: &Word) -> Text {
        let index = self.one_text(subscript);
        self.subscripts(&index.visible());
        let at = index
            .whole()
            .and_then(|text| filter::arithmetic(&text))
            .and_then(|number| usize::try_from(number).ok());
        match (self.lookup(name), at) {
            (Some(Value::Array(items)), Some(at)) => {
                items.get(at).cloned().unwrap_or_else(|| Text::known(""))
            }
            // A key that is a word: any of them.
            (Some(Value::Array(items)), None) if index.whole().is_some() && !items.is_empty() => {
                self.rounds = self.rounds.max(items.len());
                items
                    .get(self.round)
                    .or_else(|| items.last())
                    .cloned()
                    .unwrap_or_default()
            }
            (Some(Value::Array(items)), None) => {
                let origins = items
                    .iter()
                    .fold(Origins::default(), |all, item| all.with(item.origins));
                Text::unknown(origins)
            }
            (Some(Value::Text(text)), Some(0)) => text,
            (Some(Value::Text(_)) | None, _) => Text::unknown(Origins::of(Origin::Environment)),
        }
    }

    /// A variable that the script did not set.
    fn environment(&self, name: &str) -> Text {
        match name {
            "HOME" => self.home().map_or_else(
                || Text::unknown(Origins::of(Origin::Environment)),
                |home| Text::known(home).from(Origins::of(Origin::Computed)),
            ),
            "PWD" => match (&self.shell.cwd, self.ground.worktree) {
                (Some(cwd), _) if cwd.starts_with(['/', '~']) => Text::known(cwd.clone()),
                (Some(cwd), Some(top)) if cwd.is_empty() => Text::known(top),
                (Some(cwd), Some(top)) => Text::known(format!("{top}/{cwd}")),
                (Some(cwd), None) if cwd.is_empty() => Text::known("."),
                (Some(cwd), None) => Text::known(cwd.clone()),
                (None, _) => Text::unknown(Origins::of(Origin::Environment)),
            },
            "PPID" => Text::known(super::builtin::processes::PARENT),
            "OLDPWD" => Text::unknown(Origins::of(Origin::Environment)),
            "IFS" => Text::known(" \t\n").from(Origins::of(Origin::Computed)),
            "TMPDIR" => Text::known("/tmp").from(Origins::of(Origin::Computed)),
            "SHELL" | "BASH" => Text::known("/bin/bash"),
            name if secret_variable(name) => Text::unknown(Origins::of(Origin::Secret)),
            _ => Text::unknown(Origins::of(Origin::Environment)),
        }
    }

    fn indirect(&mut self, name: &Text) -> Text {
        match name.whole() {
            Some(name) => {
                self.subscripts(&name);
                let param = Param {
                    name,
                    subscript: None,
                    length: false,
                    indirect: false,
                    op: None,
                };
                self.value_of(&param).from(Origins::of(Origin::Computed))
            }
            // Whichever variable it is: one that holds a secret, too.
            None => {
                Text::unknown(Origins::of(Origin::Environment).with(Origins::of(Origin::Secret)))
            }
        }
    }

    fn apply(&mut self, param: &Param, op: &ParamOp, value: Text) -> Text {
        match op {
            ParamOp::Default { word, .. } => {
                let other = self.one_text(word);
                self.either(param, value, other)
            }
            ParamOp::Assign { word, .. } => {
                let other = self.one_text(word);
                let out = self.either(param, value, other);
                self.set(&param.name, Value::Text(out.clone()));
                out
            }
            ParamOp::Error { word, .. } => {
                let _ = self.one_text(word);
                value
            }
            ParamOp::Alternate { word, .. } => self.one_text(word),
            ParamOp::RemovePrefix { longest, pattern } => {
                let pattern = self.one_text(pattern);
                self.cut(&value, &pattern, true, *longest)
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                let pattern = self.one_text(pattern);
                self.cut(&value, &pattern, false, *longest)
            }
            ParamOp::Replace {
                kind,
                pattern,
                with,
            } => self.replace(*kind, &value, pattern, with),
            ParamOp::Substring { offset, length } => {
                let offset = self.arithmetic(offset).whole();
                let length = length
                    .as_ref()
                    .map(|length| self.arithmetic(length).whole());
                value.map(|text| {
                    filter::substring(
                        text,
                        offset.as_deref()?,
                        match &length {
                            None => None,
                            Some(known) => Some(known.as_deref()?),
                        },
                    )
                })
            }
            ParamOp::Case { operator, pattern } => {
                let _ = self.one_text(pattern);
                value.map(|text| filter::case(text, operator))
            }
            ParamOp::Transform('P') => {
                // A prompt is expanded once more, substitutions included.
                self.subscripts(&value.visible());
                Text::unknown(value.origins)
            }
            ParamOp::Transform('E') => {
                Text::unknown(value.origins.with(Origins::of(Origin::Decoded)))
            }
            ParamOp::Transform('U') => value.map(|text| Some(text.to_uppercase())),
            ParamOp::Transform('L') => value.map(|text| Some(text.to_lowercase())),
            ParamOp::Transform(_) => value.map(|_| None),
            ParamOp::Names => Text::unknown(Origins::of(Origin::Computed)),
        }
    }

    /// A value or its stand-in, whichever it will be.
    fn either(&mut self, param: &Param, value: Text, other: Text) -> Text {
        let set = self.shell.variables.contains_key(&param.name)
            || param
                .name
                .parse::<usize>()
                .is_ok_and(|at| at <= self.shell.positional.len() && at > 0);
        match value.whole() {
            Some(text) if set && !text.is_empty() => value,
            Some(text) if text.is_empty() => other,
            Some(_) => value,
            // Not set by the script: the environment may have it, or not. The round decides.
            None if set => value,
            None => {
                self.rounds = self.rounds.max(2);
                if self.round == 0 { other } else { value }
            }
        }
    }

    fn cut(&mut self, value: &Text, pattern: &Text, prefix: bool, longest: bool) -> Text {
        let Some(pattern) = pattern.whole() else {
            return Text::unknown(value.origins.with(pattern.origins));
        };
        if value.whole().is_none() {
            return self.cut_partly(value, &pattern, prefix);
        }
        value.map(|text| filter::remove(text, &pattern, prefix, longest))
    }

    /// `${f%.txt}` of a name of which only the beginning is known keeps that beginning.
    fn cut_partly(&self, value: &Text, pattern: &str, prefix: bool) -> Text {
        let plain = !pattern.contains(['*', '?', '[']);
        if prefix || !plain {
            return Text::unknown(value.origins);
        }
        let mut out = value.clone();
        if let Some(Piece::Known(_)) = out.pieces.last() {
            out.pieces.pop();
            out.pieces.push(Piece::Unknown);
        }
        out
    }

    fn replace(&mut self, kind: ReplaceKind, value: &Text, pattern: &Word, with: &Word) -> Text {
        let pattern = self.one_text(pattern);
        let with = self.one_text(with);
        let origins = value.origins.with(with.origins);
        match (pattern.whole(), with.whole()) {
            (Some(pattern), Some(with)) => value
                .map(|text| filter::replace(text, &pattern, &with, kind))
                .from(origins),
            _ => Text::unknown(origins),
        }
    }
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
