//! `env`: variables, and the command behind them.

use crate::shell::effect::{Origin, What};
use crate::shell::eval::Eval;
use crate::shell::eval::outside::Flow;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `env [options] [NAME=VALUE…] [command]`.
    pub(super) fn env(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let Some(model) = Model::of("env") else {
            self.unknown("what `env` does is not known");
            return Text::default();
        };
        let taken = take(model, rest);
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        self.note_problems(&taken);
        let before = self.shell.cwd.clone();
        self.options_into(&taken, &mut flow);
        let mut words: &[Field] = &taken.operands;
        while let Some((first, more)) = words.split_first() {
            if !first.text.start().contains('=') {
                break;
            }
            self.role(&crate::shell::model::Role::Variable, first, &mut flow);
            words = more;
        }
        let out = if let Some(printed) = flow.printed {
            printed
        } else if words.is_empty() {
            self.say(What::Secret("`env` prints the environment".to_owned()));
            Text::unknown(Origins::of(Origin::Secret))
        } else {
            self.inner(words, &flow)
        };
        self.shell.cwd = before;
        out
    }
}
