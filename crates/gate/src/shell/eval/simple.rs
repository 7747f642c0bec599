//! One simple command: assignments, words, redirections, and who answers to its name.

use super::{Eval, Value};
use crate::shell::bash::Dialect;
use crate::shell::effect::{Origin, What};
use crate::shell::place::Place;
use crate::shell::tree::{Assigned, Assignment, Redirect, Simple};
use crate::shell::value::{Field, Origins, Text};

use super::builtin;

impl Eval<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, redirects: &[Redirect], stdin: &Text) -> Text {
        if self.left == 0 {
            self.deny("too-long", "more commands than are followed");
            return Text::default();
        }
        self.left = self.left.saturating_sub(1);
        let outer = std::mem::take(&mut self.by);
        self.input = stdin.clone();
        let fields = self.fields(&simple.words);
        self.by = shown(&fields);
        let streams = self.redirect(redirects, stdin);
        let assigned = self.assigned(&simple.assignments);
        let arrays = self.assigned(&simple.arrays);
        let mut fields = fields;
        for (name, value) in arrays {
            fields.push(Field::known(name.clone()));
            self.set(&name, value);
        }
        let out = if fields.is_empty() {
            for (name, value) in assigned {
                self.keep(&name, value);
            }
            self.bare_input(&streams, simple)
        } else {
            let before: Vec<_> = assigned
                .iter()
                .map(|(name, _)| (name.clone(), self.shell.variables.get(name).cloned()))
                .collect();
            for (name, value) in assigned {
                self.exported(&name, &value, &fields);
                self.set(&name, value);
            }
            let out = self.run_fields(&fields, &streams.stdin);
            for (name, held) in before {
                match held {
                    Some(held) => {
                        self.shell.variables.insert(name, held);
                    }
                    None => {
                        self.shell.variables.remove(&name);
                    }
                }
            }
            out
        };
        let out = self.deliver(&streams, out);
        self.by = outer;
        out
    }

    /// `$(< file)`: a redirection without a command is the content of the file, in a substitution.
    fn bare_input(&mut self, streams: &super::streams::Streams, simple: &Simple) -> Text {
        if simple.assignments.is_empty() && simple.words.is_empty() {
            return streams.stdin.clone();
        }
        Text::default()
    }

    fn assigned(&mut self, assignments: &[Assignment]) -> Vec<(String, Value)> {
        let mut out = Vec::new();
        for assignment in assignments {
            let value = self.assignment(assignment);
            out.push((assignment.name.clone(), value));
        }
        out
    }

    fn assignment(&mut self, assignment: &Assignment) -> Value {
        let index = assignment
            .subscript
            .as_ref()
            .map(|word| self.one_text(word));
        if let Some(index) = &index {
            self.subscripts(&index.visible());
        }
        let value = match &assignment.value {
            Assigned::Word(word) => Value::Text(self.one_text(word)),
            Assigned::Array(items) => {
                let mut all = Vec::new();
                for (subscript, word) in items {
                    if let Some(subscript) = subscript {
                        let text = self.one_text(subscript);
                        self.subscripts(&text.visible());
                    }
                    let fields = self.fields(std::slice::from_ref(word));
                    all.extend(fields.into_iter().map(|field| field.text));
                }
                Value::Array(all)
            }
        };
        self.combined(assignment, index.as_ref(), value)
    }

    /// `+=` and `name[index]=`: what was there before and what comes.
    fn combined(&mut self, assignment: &Assignment, index: Option<&Text>, value: Value) -> Value {
        let before = self
            .shell
            .variables
            .get(&assignment.name)
            .and_then(|variable| variable.values.first())
            .cloned();
        match (value, before, index) {
            (Value::Text(text), before, Some(index)) => {
                let mut items = match before {
                    Some(Value::Array(items)) => items,
                    Some(Value::Text(first)) => vec![first],
                    None => Vec::new(),
                };
                let at = index.whole().and_then(|text| text.parse::<usize>().ok());
                match at {
                    Some(at) if at < 1_000 => {
                        while items.len() <= at {
                            items.push(Text::known(""));
                        }
                        if let Some(item) = items.get_mut(at) {
                            *item = text;
                        }
                    }
                    Some(_) | None => items.push(text),
                }
                Value::Array(items)
            }
            (Value::Text(text), Some(Value::Text(mut before)), None) if assignment.append => {
                before.push(&text);
                Value::Text(before)
            }
            (Value::Array(more), Some(Value::Array(mut items)), None) if assignment.append => {
                items.extend(more);
                Value::Array(items)
            }
            (value, _, _) => value,
        }
    }

    /// An assignment without a command: the shell keeps it, and may export it already.
    fn keep(&mut self, name: &str, value: Value) {
        if let Value::Text(text) = &value {
            self.variable_for_all(name, text);
        }
        self.set(name, value);
    }

    /// An assignment in front of a command: the command sees it.
    fn exported(&mut self, name: &str, value: &Value, fields: &[Field]) {
        if let Value::Text(text) = value {
            self.variable_for_all(name, text);
            self.variable_for(name, text, fields);
        }
    }

    /// Runs words that are expanded already.
    pub(super) fn run_fields(&mut self, fields: &[Field], stdin: &Text) -> Text {
        let Some((first, rest)) = fields.split_first() else {
            return Text::default();
        };
        if self.by.is_empty() {
            self.by = shown(fields);
        }
        let Some(name) = first.whole() else {
            return self.unknown_command(first, rest);
        };
        if name.is_empty() {
            return Text::default();
        }
        if let Some(text) = self.shell.aliases.get(&name).cloned() {
            let mut whole = Text::known(text);
            for field in rest {
                whole.push(&Text::known(" "));
                whole.push(&field.text);
            }
            let _ = self.apart(|eval| {
                eval.shell.aliases.remove(&name);
                eval.code(&whole, eval.dialect, stdin)
            });
        }
        if let Some(body) = self.shell.functions.get(&name).cloned() {
            return self.call(&name, &body, rest, stdin);
        }
        match builtin::named(&name) {
            Some(which) => self.builtin(which, &name, rest, stdin),
            None => self.outside(first, &name, rest, stdin),
        }
    }

    /// A command whose name is not known: it asks, and what it visibly would do counts.
    fn unknown_command(&mut self, first: &Field, rest: &[Field]) -> Text {
        if let Some(danger) = self.tainted_name(first) {
            self.deny("hidden-command", danger);
        }
        self.unknown("which command it is can't be told before it runs");
        for name in likely(first) {
            self.as_program(&name, rest);
        }
        self.suspect(rest);
        Text::unknown(Origins::of(Origin::Program))
    }

    fn tainted_name(&self, first: &Field) -> Option<&'static str> {
        match first.text.origins.worst() {
            Origin::Network => Some("the command itself comes from the network"),
            Origin::Decoded => Some("the command itself is decoded or rearranged"),
            Origin::Written
            | Origin::Computed
            | Origin::File
            | Origin::Elsewhere
            | Origin::Secret
            | Origin::Environment
            | Origin::Program
            | Origin::Unknown => None,
        }
    }

    fn call(
        &mut self,
        name: &str,
        body: &crate::shell::tree::Command,
        rest: &[Field],
        stdin: &Text,
    ) -> Text {
        if self.calling.iter().any(|it| it == name) {
            if self.calling.len() > 1 || self.forks(body, name) {
                self.deny("fork-bomb", "a function that calls itself without end");
            } else {
                self.unknown("a function that calls itself");
            }
            return Text::unknown(Origins::of(Origin::Program));
        }
        self.calling.push(name.to_owned());
        let positional = rest.iter().map(|field| field.text.clone()).collect();
        let before = std::mem::replace(&mut self.shell.positional, positional);
        let out = self.command(body, stdin);
        self.shell.positional = before;
        self.calling.pop();
        out
    }

    fn forks(&self, body: &crate::shell::tree::Command, name: &str) -> bool {
        let text = format!("{body:?}");
        text.matches(&format!("{name:?}")).count() > 1 || text.contains("background: true")
    }

    /// Text run by a shell that is started as a program.
    pub(super) fn shell_text(&mut self, text: &Text, dialect: Dialect, stdin: &Text) -> Text {
        self.apart(|eval| {
            eval.shell.functions.clear();
            eval.shell.aliases.clear();
            let outer = std::mem::replace(&mut eval.dialect, dialect);
            let out = eval.code(text, dialect, stdin);
            eval.dialect = outer;
            out
        })
    }

    /// A file of the script's own, or of the project, that is run by something.
    pub(super) fn run_file(
        &mut self,
        field: &Field,
        dialect: Option<Dialect>,
        stdin: &Text,
    ) -> Text {
        if let Some(stream) = field.stream.as_deref() {
            return self.stream_code(&stream.clone(), dialect, stdin);
        }
        let place = self.place_of(field);
        let descriptor = place.text().is_some_and(|text| {
            matches!(
                text.as_str(),
                "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"
            )
        });
        if descriptor {
            return self.stream_code(&stdin.clone(), dialect, &Text::default());
        }
        if let Some(text) = self.written.get(&place).cloned() {
            return self.stream_code(&text, dialect, stdin);
        }
        if let Some(origins) = self.put_into(&place) {
            return self.stream_code(&Text::unknown(origins), dialect, stdin);
        }
        self.say(What::Execute {
            program: place,
            why: "what this file does is not known".to_owned(),
        });
        Text::unknown(Origins::of(Origin::Program))
    }

    /// Where a file may come from that stands in a directory that was filled from elsewhere.
    pub(super) fn put_into(&self, place: &Place) -> Option<Origins> {
        let path = place.text()?;
        let below = |top: &Place| {
            top.text().is_some_and(|top| {
                top.is_empty() && matches!(place, Place::Inside { .. })
                    || path
                        .strip_prefix(&top)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let mut all = self
            .filled
            .iter()
            .filter(|(top, _)| below(top))
            .map(|(_, origins)| *origins);
        let first = all.next()?;
        Some(all.fold(first, Origins::with))
    }

    /// Code that comes through a pipe or out of a file that the script wrote.
    pub(super) fn stream_code(
        &mut self,
        text: &Text,
        dialect: Option<Dialect>,
        stdin: &Text,
    ) -> Text {
        self.say(What::Code {
            language: if dialect.is_some() { "sh" } else { "a program" }.to_owned(),
            origin: text.origins.worst(),
        });
        if let Some(danger) = self.tainted_code(text) {
            self.deny("runs-foreign-text", danger);
        }
        match dialect.or_else(|| by_first_line(text)) {
            Some(dialect) => self.shell_text(text, dialect, stdin),
            None => Text::unknown(text.origins),
        }
    }
}

/// The shell that reads a file which is run by its name: the one its first line names, or the running one.
fn by_first_line(text: &Text) -> Option<Dialect> {
    let whole = text.whole()?;
    let Some(line) = whole.strip_prefix("#!") else {
        return Some(Dialect::Bash);
    };
    let line = line.lines().next().unwrap_or_default();
    match line
        .split(['/', ' '])
        .rfind(|word| !word.is_empty() && !word.starts_with('-'))?
    {
        "sh" | "dash" | "ash" => Some(Dialect::Sh),
        "bash" => Some(Dialect::Bash),
        "zsh" => Some(Dialect::Zsh),
        _ => None,
    }
}

/// Programs that a name which is not known may turn out to be: what is left without the parts that are not known, or
/// whatever a pattern fits.
fn likely(first: &Field) -> Vec<String> {
    let visible = first.text.visible();
    let base = visible.rsplit('/').next().unwrap_or_default();
    if first.glob && base.contains(['*', '?', '[']) {
        return crate::shell::model::names()
            .filter(|name| super::filter::may_fit(base, name))
            .take(64)
            .map(str::to_owned)
            .collect();
    }
    let left: String = visible.chars().filter(|c| *c != '\u{fffd}').collect();
    let name = left.rsplit('/').next().unwrap_or_default().to_owned();
    let plain = name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if plain { vec![name] } else { Vec::new() }
}

/// A command as it is shown.
fn shown(fields: &[Field]) -> String {
    let words: Vec<String> = fields.iter().map(Field::shown).collect();
    crate::canonical::joined(&words)
}
