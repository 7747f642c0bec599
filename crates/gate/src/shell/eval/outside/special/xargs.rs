//! `xargs` and `parallel`: what comes in becomes arguments.

use super::put_in;
use crate::shell::bash::Dialect;
use crate::shell::effect::Origin;
use crate::shell::eval::Eval;
use crate::shell::eval::outside::Flow;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `xargs [options] [command [arguments]]`: what comes in becomes arguments.
    pub(super) fn xargs(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Text {
        let Some(model) = Model::of(name) else {
            self.unknown(format!("what `{name}` does is not known"));
            return Text::default();
        };
        let taken = take(model, rest);
        self.note_problems(&taken);
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        self.options_into(&taken, &mut flow);
        let value = |names: &[&str]| {
            taken
                .options
                .iter()
                .find(|(option, _)| option.names.iter().any(|it| names.contains(&it.as_str())))
                .map(|(_, value)| value.as_ref().map_or_else(|| "{}".to_owned(), Field::shown))
        };
        let replaced = value(&["-I", "-i", "--replace"])
            .or_else(|| (name == "parallel").then(|| "{}".to_owned()));
        let mut arguments = arguments_of(stdin);
        let mut own = taken.operands.clone();
        if let Some(at) = own.iter().position(|field| field.shown() == ":::") {
            // `parallel command ::: values`.
            arguments = own.split_off(at).into_iter().skip(1).collect();
        }
        if own.is_empty() && name == "parallel" && !arguments.is_empty() {
            for text in arguments.into_iter().take(64).map(|field| field.text) {
                let _ = self.shell_text(&text, Dialect::Bash, &Text::default());
            }
            return Text::unknown(Origins::of(Origin::Program));
        }
        if own.is_empty() {
            if name == "parallel" {
                return self.stream_code(stdin, Some(Dialect::Bash), &Text::default());
            }
            return Text::unknown(stdin.origins);
        }
        let holds = replaced.as_ref().is_some_and(|mark| {
            own.iter()
                .any(|field| field.text.visible().contains(mark.as_str()))
        });
        let words: Vec<Field> = match &replaced {
            Some(mark) if holds => own.iter().map(|field| put_in(field, mark, stdin)).collect(),
            Some(_) | None => own.into_iter().chain(arguments).collect(),
        };
        if name == "parallel" {
            let text = crate::shell::eval::builtin::joined(&words);
            return self.shell_text(&text, Dialect::Bash, &Text::default());
        }
        self.inner(&words, &Flow::default())
    }
}

/// What comes in, as arguments.
fn arguments_of(stdin: &Text) -> Vec<Field> {
    match stdin.whole() {
        Some(text) => text
            .split_whitespace()
            .take(256)
            .map(|word| Field {
                text: Text {
                    origins: stdin.origins,
                    ..Text::known(word)
                },
                // A pattern that stands for names which a program printed.
                glob: stdin.origins.has(Origin::File) && word.contains('*'),
                ..Field::default()
            })
            .collect(),
        // What a file of the worktree lists: names in it.
        None if stdin.origins == Origins::of(Origin::File) => vec![Field {
            glob: true,
            ..Field::known("*")
        }],
        None => vec![Field {
            text: Text::unknown(stdin.origins),
            splits: true,
            ..Field::default()
        }],
    }
}
