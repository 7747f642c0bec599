//! Shells as programs: inline text, a file, or what comes in.

use crate::shell::bash::Dialect;
use crate::shell::effect::Origin;
use crate::shell::eval::{Eval, own_name};
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `sh [options] [-c text | file | -s] [arguments]`.
    pub(super) fn shell_program(&mut self, dialect: Dialect, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        let mut inline = false;
        let mut interactive = false;
        while let Some((first, more)) = words.split_first() {
            let start = first.text.start();
            if start == "--" || start == "-" {
                words = more;
                break;
            }
            if !start.starts_with(['-', '+']) || start.len() < 2 {
                break;
            }
            match start.as_str() {
                "--rcfile" | "--init-file" => {
                    if let Some(file) = more.first() {
                        let _ = self.run_file(file, Some(dialect), &Text::default());
                    }
                    words = more.get(1..).unwrap_or_default();
                    continue;
                }
                "-o" | "+o" | "-O" | "+O" => {
                    words = more.get(1..).unwrap_or_default();
                    continue;
                }
                "--version" | "--help" => return Text::default(),
                _ => {}
            }
            let short = !start.starts_with("--");
            inline |= short && start.starts_with('-') && start.contains('c');
            interactive |= short && start.contains('i');
            words = more;
        }
        if interactive && !inline {
            self.deny(
                "interactive",
                "an interactive shell runs what its start-up files say",
            );
        }
        match words.split_first() {
            Some((code, arguments)) if inline => {
                let text = code.text.clone();
                let own = arguments.first().map(|field| field.text.clone());
                let positional = arguments
                    .iter()
                    .skip(1)
                    .map(|field| field.text.clone())
                    .collect();
                self.apart(|eval| {
                    eval.shell.positional = positional;
                    eval.shell.own_name = own.unwrap_or_else(own_name);
                    eval.shell_text(&text, dialect, stdin)
                })
            }
            Some((file, arguments)) => {
                let positional: Vec<Text> =
                    arguments.iter().map(|field| field.text.clone()).collect();
                let file = file.clone();
                self.apart(|eval| {
                    eval.shell.positional = positional;
                    eval.run_file(&file, Some(dialect), stdin)
                })
            }
            None if stdin.origins == Origins::of(Origin::Unknown) => {
                self.deny(
                    "interactive",
                    "a shell without a text to run waits for somebody to type",
                );
                Text::default()
            }
            None => self.stream_code(stdin, Some(dialect), &Text::default()),
        }
    }
}
