//! Builtins that put what comes in into variables: `read` and `mapfile`.

use crate::effect::Origin;
use crate::eval::numbered::Words;
use crate::eval::variable::Variable;
use crate::eval::{Eval, Value};
use crate::value::{Field, Origins, Text};

/// Lines of which `read` may get any, after others were read.
const LINES_MAX: usize = 12;

impl Eval<'_> {
    pub(super) fn read(&mut self, rest: &[Field], stdin: &Text) {
        if self.read_all(rest, stdin) || self.reads_names(rest, stdin) {
            return;
        }
        let mut skip = false;
        let mut array = false;
        // Only the plain form is followed: one line, split at blanks.
        let between = self.read_separator();
        let mut plain = between.is_some();
        let between = between.unwrap_or(' ');
        // A separator at the end is left out, or not, by how many names there are.
        let ends = |line: &str| between != ' ' && line.ends_with(between);
        plain &= !stdin.whole().is_some_and(|text| text.lines().any(ends));
        let mut raw = false;
        let mut names: Vec<String> = Vec::new();
        for field in rest {
            let shown = field.shown();
            if std::mem::take(&mut skip) {
                continue;
            }
            if shown.starts_with('-') && !field.splits && names.is_empty() {
                array |= shown.contains('a');
                raw |= shown.contains('r');
                plain &= !shown.contains(['d', 'n', 'N', 'u', 'i', 'e', 't']);
                skip = shown.ends_with(['d', 'i', 'n', 'N', 'p', 't', 'u']);
                continue;
            }
            self.subscripts(&field.text.visible());
            names.push(shown);
        }
        if array {
            names.truncate(1);
        }
        let lines = self.lines_of(stdin, plain, raw);
        if names.is_empty() {
            self.lines_into("REPLY", &lines, stdin, |line| {
                Value::Text(Text::known(line))
            });
            return;
        }
        let last = names.len().saturating_sub(1);
        for (at, name) in names.iter().enumerate() {
            self.lines_into(name, &lines, stdin, |line| {
                if array {
                    return Value::Array(Words::of_texts(
                        line.split(|c| splits(c, between))
                            .filter(|it| !it.is_empty() || between != ' ')
                            .map(Text::known),
                    ));
                }
                let trims = |c: char| between == ' ' && splits(c, between);
                let mut left = line.trim_matches(trims);
                for _ in 0..at {
                    let (_, after) = left
                        .split_once(|c| splits(c, between))
                        .unwrap_or((left, ""));
                    left = after.trim_start_matches(trims);
                }
                if at < last {
                    left = left
                        .split(|c| splits(c, between))
                        .next()
                        .unwrap_or_default();
                }
                Value::Text(Text::known(left))
            });
        }
    }

    /// `read -r -d '' name`: all that comes in.
    fn read_all(&mut self, rest: &[Field], stdin: &Text) -> bool {
        let words: Vec<String> = rest.iter().map(Field::shown).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let raw = |word: &str| matches!(word, "-rd" | "-d");
        let name = match words.as_slice() {
            ["-r", "-d", "", name] | ["-d", "", "-r", name] => name,
            [flag, "", name] if raw(flag) => name,
            _ => return false,
        };
        let known = stdin.whole().filter(|text| !text.contains(['\0', '\\']));
        let separators = self.read_separator();
        let Some(text) =
            known.filter(|_| separators.is_some() && super::super::arithmetic::is_name(name))
        else {
            return false;
        };
        // With an empty `IFS` the ends stay; without them it is the same text.
        let trimmed = text.trim_matches([' ', '\t', '\n']);
        let value = Text::known(trimmed).from(stdin.origins);
        self.keep(name, Value::Text(value));
        true
    }

    /// `read -r name`, a line at a time, of names that a program prints.
    fn reads_names(&mut self, rest: &[Field], stdin: &Text) -> bool {
        let mut words = rest;
        while let Some((first, more)) = words.split_first() {
            let Some(flags) = first.whole().filter(|it| it.starts_with('-')) else {
                break;
            };
            words = match flags.as_str() {
                "-r" => more,
                // Up to a NUL: names that stand between these.
                "-d" | "-rd"
                    if more
                        .first()
                        .and_then(Field::whole)
                        .is_some_and(|it| it.is_empty()) =>
                {
                    more.get(1..).unwrap_or_default()
                }
                _ => return false,
            };
        }
        let name = match words {
            [] => "REPLY".to_owned(),
            [name] => match name
                .whole()
                .filter(|it| super::super::arithmetic::is_name(it))
            {
                Some(name) => name,
                None => return false,
            },
            _ => return false,
        };
        let Some(mut lines) = stdin.lines().filter(|_| stdin.is_many()) else {
            return false;
        };
        // At the end, nothing comes.
        lines.push(Text::known("").from(stdin.origins));
        lines.truncate(LINES_MAX);
        self.gets(&name, lines.into_iter().map(Value::Text).collect());
        true
    }

    /// A variable may get any of these values.
    fn gets(&mut self, name: &str, values: Vec<Value>) {
        let Some(first) = values.first().cloned() else {
            return;
        };
        for value in &values {
            self.steers(name, value);
        }
        self.set(name, first);
        if let Some(Variable { values: held, .. }) = self.shell.variables.get_mut(name) {
            for value in values {
                if !held.contains(&value) {
                    held.push(value);
                }
            }
        }
    }

    /// What `read` splits at: blanks, or the one character that `IFS` holds. `None`: not followed.
    fn read_separator(&self) -> Option<char> {
        let Some(variable) = self.shell.variables.get("IFS") else {
            return Some(' ');
        };
        let [Value::Text(text)] = variable.values.as_slice() else {
            return None;
        };
        let mut chars = text.whole()?.chars().collect::<Vec<_>>().into_iter();
        let only = chars.next().filter(|c| !c.is_whitespace());
        only.filter(|_| chars.next().is_none())
    }

    /// The lines that may be read: any, if some were read before. `None`: not known.
    fn lines_of(&mut self, stdin: &Text, plain: bool, raw: bool) -> Option<Vec<String>> {
        let whole = stdin.whole()?;
        if whole.contains('\n') && !self.begun.contains(stdin) && self.begun.len() < LINES_MAX {
            self.begun.push(stdin.clone());
        }
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        if lines.is_empty() || lines.len() > 1 && !whole.ends_with('\n') {
            lines.push(String::new());
        }
        // At the end, nothing comes.
        if lines.len() > 1 {
            lines.push(String::new());
        }
        let known = plain && lines.len() <= LINES_MAX && (raw || !whole.contains('\\'));
        known.then_some(lines)
    }

    fn lines_into(
        &mut self,
        name: &str,
        lines: &Option<Vec<String>>,
        stdin: &Text,
        make: impl Fn(&str) -> Value,
    ) {
        let base = name.split('[').next().unwrap_or_default();
        let unknown = Value::Text(Text::unknown(
            stdin.origins.with(Origins::of(Origin::Computed)),
        ));
        let Some(lines) = lines.as_ref().filter(|_| base == name) else {
            self.keep(base, unknown);
            return;
        };
        let mut values: Vec<Value> = Vec::new();
        for line in lines {
            let value = from(make(line), stdin.origins);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.is_empty() {
            values.push(unknown);
        }
        self.gets(base, values);
    }

    pub(super) fn mapfile(&mut self, rest: &[Field], stdin: &Text) {
        let mut callback = false;
        let mut skip = false;
        let mut trims = false;
        let mut plain = true;
        let mut name = "MAPFILE".to_owned();
        for field in rest {
            let shown = field.shown();
            self.subscripts(&field.text.visible());
            if std::mem::take(&mut callback) {
                let text = field.text.clone();
                let _ = self.perhaps(|eval| eval.code(&text, eval.dialect, &Text::default()));
                continue;
            }
            if std::mem::take(&mut skip) {
                continue;
            }
            if !shown.starts_with('-') {
                name = shown;
                continue;
            }
            trims |= shown.contains('t');
            plain &= !shown.contains(['d', 'n', 'O', 's', 'u']);
            if let Some((_, text)) = shown.split_once('C').filter(|(_, text)| !text.is_empty()) {
                let text = Text::known(text);
                let _ = self.perhaps(|eval| eval.code(&text, eval.dialect, &Text::default()));
            }
            callback = shown.ends_with('C');
            skip = shown.ends_with(['d', 'n', 'O', 's', 'u', 'c']);
        }
        let read_before = self.begun.contains(stdin);
        let lines = match stdin.whole() {
            Some(text) if plain && !read_before => {
                let line = |line: &str| {
                    let line = if trims {
                        line.trim_end_matches('\n')
                    } else {
                        line
                    };
                    Text::known(line).from(stdin.origins)
                };
                Words::of_texts(text.split_inclusive('\n').map(line))
            }
            // Names that a program prints, as many as there are.
            None if trims && plain && stdin.is_many() && stdin.lines().is_some() => Words {
                loose: Some(0),
                ..Words::of_texts(stdin.lines().unwrap_or_default())
            },
            Some(_) | None => Words::unknown(stdin.origins),
        };
        self.keep(&name, Value::Array(lines));
    }
}

/// A value with where it comes from.
fn from(value: Value, origins: Origins) -> Value {
    match value {
        Value::Text(text) => Value::Text(text.from(origins)),
        Value::Array(mut words) => {
            for text in words.items.values_mut() {
                *text = std::mem::take(text).from(origins);
            }
            Value::Array(words)
        }
        Value::Unset => Value::Unset,
    }
}

fn splits(c: char, between: char) -> bool {
    c == between || (between == ' ' && c == '\t')
}
