//! One simple command: assignments, words, redirections, and who answers to its name.

use super::arithmetic::is_name;
use super::variable::Variable;
use super::{Eval, Value};
use crate::effect::Origin;
use crate::tree::{Part, Redirect, Simple, Word};
use crate::value::{Field, Origins, Text};

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
        let fields = self.command_fields(&simple.words);
        self.by = shown(&fields);
        let streams = self.redirect(redirects, stdin);
        let mut fields = fields;
        if fields.is_empty() && simple.words.iter().any(is_positional) {
            self.unknown("which command it is can't be told before it runs");
        }
        let out = if fields.is_empty() {
            for assignment in &simple.assignments {
                let value = self.assignment(assignment);
                self.keep(&assignment.name, value);
            }
            self.bare_input(&streams, simple)
        } else {
            let mut before: Vec<(String, Option<Variable>)> = Vec::new();
            for assignment in &simple.assignments {
                let name = &assignment.name;
                let value = self.assignment(assignment);
                if !before.iter().any(|(held, _)| held == name) {
                    before.push((name.clone(), self.shell.variables.get(name).cloned()));
                }
                self.exported(name, &value);
                self.set(name, value);
                self.export(name);
            }
            for assignment in &simple.arrays {
                // Declared first: what `declare -A` says decides what the words are.
                let by = fields.first().map(Field::shown).unwrap_or_default();
                self.declared(&by, fields.get(1..).unwrap_or_default(), &assignment.name);
                let value = self.assignment(assignment);
                self.steers(&assignment.name, &value);
                self.set(&assignment.name, value);
                fields.push(Field::known(assignment.name.clone()));
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
            self.rerouted(&fields, &streams);
            self.last_word(&fields);
            out
        };
        self.emptied(&streams);
        let out = self.deliver(&streams, out);
        self.signals();
        self.by = outer;
        out
    }

    /// `$_` is the last word of the command before, unless that was a function.
    fn last_word(&mut self, fields: &[Field]) {
        let name = fields.first().and_then(Field::whole).unwrap_or_default();
        let last = fields.last().filter(|field| !field.glob && !field.splits);
        match last {
            Some(last) if !name.is_empty() && !self.shell.functions.contains_key(&name) => {
                let text = last.text.clone();
                let traits = super::variable::Traits::default();
                let values = vec![Value::Text(text)];
                let held = Variable { values, traits };
                self.shell.variables.insert("_".to_owned(), held);
            }
            Some(_) | None => {
                self.shell.variables.remove("_");
            }
        }
    }

    /// The words of a command. What `export` and its like assign is no word that splits.
    fn command_fields(&mut self, words: &[Word]) -> Vec<Field> {
        let name = words.first().and_then(Word::plain).unwrap_or_default();
        let declares = matches!(
            name.as_str(),
            "alias" | "declare" | "export" | "local" | "readonly" | "typeset"
        );
        if !declares {
            return self.fields(words);
        }
        let mut out = Vec::new();
        for word in words {
            let assigns = matches!(
                word.parts.first(),
                Some(Part::Literal { text, quoted: false })
                    if text.split('=').next().is_some_and(is_name) && text.contains('=')
            );
            if assigns {
                out.push(Field {
                    text: self.one_text(word),
                    ..Field::default()
                });
            } else {
                out.extend(self.fields(std::slice::from_ref(word)));
            }
        }
        out
    }

    /// `exec > file`: everything that is printed from now on goes there.
    fn rerouted(&mut self, fields: &[Field], streams: &super::streams::Streams) {
        let exec = |field: &Field| field.whole().is_some_and(|name| name == "exec");
        if fields.len() == 1 && fields.first().is_some_and(exec) {
            for place in &streams.into {
                let unknown = Text::unknown(Origins::of(Origin::Program));
                self.written.insert(place.clone(), unknown);
            }
        }
    }

    /// Signals may come between any two commands, and `DEBUG` does.
    fn signals(&mut self) {
        if self.shell.traps.is_empty() {
            return;
        }
        let stops = self.shell.stops;
        for trap in std::mem::take(&mut self.shell.traps) {
            if !trap.at_exit || stops {
                let _ = self.perhaps(|eval| eval.code(&trap.code, eval.dialect, &Text::default()));
            }
            self.shell.traps.push(trap);
        }
    }

    /// `$(< file)`: a redirection without a command is the content of the file, in a substitution.
    fn bare_input(&mut self, streams: &super::streams::Streams, simple: &Simple) -> Text {
        if simple.assignments.is_empty() && simple.words.is_empty() {
            return streams.stdin.clone();
        }
        Text::default()
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
        for text in self.shell.aliases.get(&name).cloned().unwrap_or_default() {
            self.alias_used(&name, text, rest, stdin);
        }
        if let Some(bodies) = self.shell.functions.get(&name).cloned() {
            return self.calls(first, &name, &bodies, rest, stdin);
        }
        self.no_function(first, &name, rest, stdin)
    }

    /// Whether aliases are expanded depends on settings: both are possible.
    fn alias_used(&mut self, name: &str, text: String, rest: &[Field], stdin: &Text) {
        let mut whole = Text::known(text);
        for field in rest {
            whole.push(&Text::known(" "));
            whole.push(&field.text);
        }
        let held = self.shell.aliases.remove(name);
        let _ = self.perhaps(|eval| eval.code(&whole, eval.dialect, stdin));
        if let Some(held) = held {
            self.shell.aliases.insert(name.to_owned(), held);
        }
    }

    /// A builtin, or a program.
    pub(super) fn no_function(
        &mut self,
        first: &Field,
        name: &str,
        rest: &[Field],
        stdin: &Text,
    ) -> Text {
        match builtin::named(name) {
            Some(which) => self.builtin(which, name, rest, stdin),
            None => self.outside(first, name, rest, stdin),
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
        self.as_deletion(rest);
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
}

/// Whether a word is `$1`, `"$@"` or their like and nothing else.
fn is_positional(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Param { param, .. }]
        if matches!(param.name.as_str(), "@" | "*") || param.name.chars().all(|c| c.is_ascii_digit()))
}

/// Programs that a name which is not known may turn out to be: what is left without the parts that are not known, or
/// whatever a pattern fits.
fn likely(first: &Field) -> Vec<String> {
    let visible = first.text.visible();
    let base = visible.rsplit('/').next().unwrap_or_default();
    if first.glob && base.contains(['*', '?', '[']) {
        return crate::model::names()
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
    crate::display::joined(&words)
}
