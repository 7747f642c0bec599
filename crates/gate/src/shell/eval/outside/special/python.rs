//! `python -m`: a module as a program of its own.

use crate::shell::effect::{Origin, What};
use crate::shell::eval::Eval;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `python [options] -m module arguments`: a module that is known is a program of its own. `None`: no module.
    pub(super) fn python(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let (own, name, more) = module_of(rest)?;
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
                    called: self.steered == 0,
                });
                self.suspect(arguments);
                Text::unknown(Origins::of(Origin::Program))
            }
        })
    }
}

/// The options before `-m`, what is attached to it, and the words behind it. Flags may stand in the same word (`-Im`).
fn module_of(rest: &[Field]) -> Option<(&[Field], String, &[Field])> {
    let mut at = 0usize;
    loop {
        let (own, behind) = rest.split_at_checked(at)?;
        let (first, more) = behind.split_first()?;
        let start = first.text.start();
        let letters = start.strip_prefix('-').filter(|it| !it.starts_with('-'));
        if start == "--check-hash-based-pycs" {
            at = at.saturating_add(2);
            continue;
        }
        let letters = match letters {
            Some(letters) if !letters.is_empty() => letters,
            None if start.starts_with("--") => {
                at = at.saturating_add(1);
                continue;
            }
            Some(_) | None => return None,
        };
        let takes = letters.find(['c', 'm', 'W', 'X']);
        let (letter, attached) = match takes.and_then(|it| letters.split_at_checked(it)) {
            Some((_, with)) => with.split_at_checked(1)?,
            None => {
                at = at.saturating_add(1);
                continue;
            }
        };
        match letter {
            "m" => return Some((own, attached.to_owned(), more)),
            "c" => return None,
            _ => at = at.saturating_add(if attached.is_empty() { 2 } else { 1 }),
        }
    }
}
