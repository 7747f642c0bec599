//! `git`: its directory, its words, and the commands that it runs.

use crate::shell::effect::What;
use crate::shell::eval::Eval;
use crate::shell::eval::outside::Flow;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::place::Place;
use crate::shell::value::{Field, Text};

impl Eval<'_> {
    /// Git: its model says what its options touch, `git-safety` judges the whole.
    pub(super) fn git(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of("git")?;
        let argv: Vec<String> = rest.iter().map(|field| field.text.visible()).collect();
        let before = self.shell.cwd.clone();
        for (option, value) in take(model, rest).options {
            if option.names.iter().any(|name| name == "-C")
                && let Some(value) = value
            {
                self.enters(&value);
            }
        }
        let directory = match std::mem::replace(&mut self.shell.cwd, before).as_deref() {
            Some("") => None,
            Some(cwd) => Some(Place::of(self.ground, cwd, ".", false)),
            None => Some(Place::Unknown {
                known: None,
                why: "the directory is not known".to_owned(),
            }),
        };
        self.say(What::Git { argv, directory });
        Some(self.modelled(model, rest, stdin))
    }

    /// A command that git runs: one word is text for a shell, several are a command.
    pub(in crate::shell::eval::outside) fn git_command(
        &mut self,
        words: &[Field],
        flow: &mut Flow,
    ) {
        let language = crate::shell::model::Role::Code("git-exec".to_owned());
        match words {
            [] => {}
            [text] => self.role(&language, text, flow),
            [first, ..] => {
                for deed in crate::shell::code::look("git-exec", &first.text.visible()).deeds {
                    if let crate::shell::code::Deed::Mark { level, id, why } = deed {
                        self.mark(level, &id, why);
                    }
                }
                flow.printed = Some(self.inner(words, flow));
            }
        }
    }
}
