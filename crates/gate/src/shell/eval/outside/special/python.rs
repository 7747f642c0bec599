//! `python -m`: a module as a program of its own.

use crate::shell::effect::{Origin, What};
use crate::shell::eval::Eval;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `python [options] -m module arguments`: a module that is known is a program of its own. `None`: no module.
    pub(super) fn python(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let at = rest.iter().position(|field| {
            !field.text.start().starts_with('-') || field.shown().starts_with("-m")
        })?;
        let (own, behind) = rest.split_at_checked(at)?;
        let (first, more) = behind.split_first()?;
        let attached = first.text.start();
        let name = attached.strip_prefix("-m")?.to_owned();
        let (module, arguments) = if name.is_empty() {
            let (module, arguments) = more.split_first()?;
            (module.whole()?, arguments)
        } else {
            (name, more)
        };
        let taken = take(Model::of("python3")?, own);
        if taken.modes.contains("c") {
            return None;
        }
        self.note_problems(&taken);
        let model = Model::of(&format!("python-m-{module}")).or_else(|| Model::of(&module));
        Some(match model {
            Some(model) => self.modelled(model, arguments, stdin),
            None => {
                self.say(What::Execute {
                    program: self
                        .place_of(&Field::known(format!("{}.py", module.replace('.', "/")))),
                    why: format!("what the module `{module}` does is not known"),
                });
                self.suspect(arguments);
                Text::unknown(Origins::of(Origin::Program))
            }
        })
    }
}
