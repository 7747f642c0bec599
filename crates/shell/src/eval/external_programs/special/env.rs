//! `env`: variables, and the command behind them.

use crate::bash::Dialect;
use crate::effect::{Origin, What};
use crate::eval::external_programs::Flow;
use crate::eval::{Eval, Value};
use crate::model::Model;
use crate::model::words::{Taken, take};
use crate::value::{Field, Origins, Text};

mod split;

impl Eval<'_> {
    /// `env [options] [NAME=VALUE…] [command]`.
    pub(super) fn env(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let Some(model) = Model::of("env") else {
            self.unknown("what `env` does is not known");
            return Text::default();
        };
        let mut variable = |name: &str| self.environment_value(name);
        let words = match split::without_splits(rest, &mut variable) {
            Ok(words) => words,
            Err(unsplit) => return self.unsplit(&unsplit, stdin),
        };
        let taken = take(model, &words);
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        self.note_problems(&taken);
        self.note_doubt(model, &taken);
        let cwd = self.shell.cwd.clone();
        let out = self.apart(|eval| eval.env_runs(&taken, &mut flow));
        self.shell.cwd = cwd;
        out
    }

    /// A text that can't be split: what is recognised in it and behind it counts, and it asks.
    fn unsplit(&mut self, unsplit: &split::Unsplit, stdin: &Text) -> Text {
        self.unknown("which command `env` would start is not known");
        let mut whole = unsplit.text.clone();
        for field in &unsplit.behind {
            whole.push(&Text::known(" "));
            whole.push(&field.text);
        }
        if let Some(danger) = self.tainted_code(&whole) {
            self.deny("runs-foreign-text", danger);
        }
        self.salvage(&whole.visible(), Dialect::Sh);
        let words = &unsplit.behind;
        self.suspect(words);
        Text::unknown(stdin.origins.with(Origins::of(Origin::Program)))
    }

    /// What a variable holds that `env -S` names.
    fn environment_value(&mut self, name: &str) -> Text {
        match self.lookup(name) {
            Some(Value::Text(text)) => text,
            Some(Value::Unset) => Text::known(""),
            Some(Value::Array(words)) => Text::unknown(words.origins()),
            None => self.environment(name),
        }
    }

    /// `arch [-x86_64] [-e NAME=VALUE] [command]` of macOS; `None`: it only prints a name.
    pub(super) fn arch(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let mut words = rest;
        let mut own = Vec::new();
        while let Some((first, more)) = words.split_first() {
            let shown = first.shown();
            if !shown.starts_with('-') {
                break;
            }
            let takes = matches!(shown.as_str(), "-arch" | "-d" | "-e");
            let (mine, left) = words.split_at_checked(if takes { 2 } else { 1 })?;
            own.extend(mine.iter().cloned());
            words = if mine.is_empty() { more } else { left };
        }
        if words.is_empty() {
            return None;
        }
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        let taken = take(Model::of("arch")?, &own);
        self.note_problems(&taken);
        self.options_into(&taken, &mut flow);
        Some(self.inner(words, &flow))
    }

    /// The variables, and the command that sees them.
    fn env_runs(&mut self, taken: &Taken<'_>, flow: &mut Flow) -> Text {
        let clears = |name: &String| {
            matches!(
                name.as_str(),
                "-i" | "-u" | "--unset" | "--ignore-environment"
            )
        };
        if taken
            .options
            .iter()
            .any(|(option, _)| option.names.iter().any(clears))
        {
            // What is left of the environment is not followed.
            self.shell.variables.clear();
        }
        self.options_into(taken, flow);
        let mut words: &[Field] = &taken.operands;
        while let Some((first, more)) = words.split_first() {
            let start = first.text.start();
            let Some((name, _)) = start.split_once('=') else {
                break;
            };
            self.role(&crate::model::Role::Variable, first, flow);
            let value = first.text.after(name.len().saturating_add(1));
            self.set(name, Value::Text(value));
            self.export(name);
            words = more;
        }
        if let Some(printed) = flow.printed.take() {
            printed
        } else if words.is_empty() {
            self.say(What::Secret("`env` prints the environment".to_owned()));
            Text::unknown(Origins::of(Origin::Secret))
        } else {
            self.inner(words, flow)
        }
    }
}
