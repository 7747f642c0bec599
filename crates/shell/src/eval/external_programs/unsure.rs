//! Words that are not known when a command is judged: a program that could do harm with some word asks.

use crate::doubt::Doubt;
use crate::effect::{Effect, What};
use crate::eval::Eval;
use crate::model::Model;
use crate::model::words::Taken;
use crate::place::Place;
use crate::value::{Field, Text};

impl Eval<'_> {
    /// Whether words that are not known could be options or operands with which a program does harm.
    pub(super) fn is_unsure(&mut self, model: &Model, taken: &Taken<'_>) -> bool {
        let any = |field: &Field| field.splits && field.doubt() == Doubt::Any;
        let words = taken.operands.iter().any(any) && (model.risk.options || model.risk.operands);
        let word = taken.doubt >= Doubt::Options && model.risk.options;
        // Behind the value of an option there may be operands.
        let behind = taken.doubt == Doubt::Any
            && model.risk.operands
            && taken
                .options
                .iter()
                .any(|(_, value)| value.as_ref().is_some_and(any));
        if taken.doubt == Doubt::Names && model.risk.options {
            self.dashed(model);
        }
        words || word || behind
    }

    /// What may stand before a verb, or among the options of a program whose own code reads its words.
    pub(super) fn note_doubt(&mut self, model: &Model, taken: &Taken<'_>) {
        if self.is_unsure(model, taken) {
            self.says_unsure(model);
        }
    }

    fn says_unsure(&mut self, model: &Model) {
        let name = model.name.split(' ').next().unwrap_or_default();
        self.unknown(format!("which words `{name}` would be given is not known"));
    }

    /// A program is given words that are not known. It asks; what it would do without them counts as well, as far as
    /// nobody may do it: they may be none.
    pub(super) fn unsure(&mut self, model: &'static Model, rest: &[Field], stdin: &Text) {
        self.says_unsure(model);
        let any = |field: &Field| field.splits && field.doubt() == Doubt::Any;
        if !rest.iter().any(any) {
            return;
        }
        let known: Vec<Field> = rest.iter().filter(|field| !any(field)).cloned().collect();
        let stdin = stdin.clone();
        self.guess(|eval| {
            let _ = eval.modelled(model, &known, &stdin);
        });
        if model.name == "git" {
            let argv = known.iter().map(|field| field.text.visible()).collect();
            let directory = None;
            self.say(What::Git { argv, directory });
        }
    }

    /// Names of files are among the words: one that begins with a dash is an option.
    fn dashed(&mut self, model: &Model) {
        let here = Place::of(
            self.ground,
            self.shell.cwd.as_deref().unwrap_or_default(),
            ".",
            false,
        );
        match (&self.shell.cwd, here) {
            (Some(_), Place::Inside { path, glob: false }) => {
                let name = model.name.split(' ').next().unwrap_or_default();
                let why = format!("`{name}` takes a name that begins with a dash for an option");
                self.say(What::Dashed {
                    directory: path,
                    why,
                });
            }
            _ => self.says_unsure(model),
        }
    }

    /// Follows something that may not happen: only what nobody may do is kept.
    pub(super) fn guess(&mut self, follow: impl FnOnce(&mut Self)) {
        let before = self.effects.len();
        let outer = std::mem::replace(&mut self.guessing, true);
        self.depth = self.depth.saturating_add(1);
        let shell = self.shell.clone();
        follow(self);
        self.shell = shell;
        self.depth = self.depth.saturating_sub(1);
        self.guessing = outer;
        let guessed: Vec<Effect> = self.effects.split_off(before.min(self.effects.len()));
        let kept = guessed
            .into_iter()
            .filter(|effect| super::suspect::nobody_may(&effect.what));
        self.effects.extend(kept);
    }
}
