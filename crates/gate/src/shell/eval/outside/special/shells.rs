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
        let mut from_input = false;
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
            from_input |= short && start.starts_with('-') && start.contains('s');
            words = more;
        }
        if interactive && !inline {
            self.deny(
                "interactive",
                "an interactive shell runs what its start-up files say",
            );
        }
        if from_input && !inline {
            words = &[];
        }
        match words.split_first() {
            Some((code, arguments)) if inline => self.shell_inline(dialect, code, arguments, stdin),
            Some((file, arguments)) => {
                let positional: Vec<Text> =
                    arguments.iter().map(|field| field.text.clone()).collect();
                let file = file.clone();
                self.apart(|eval| {
                    eval.shell.positional = positional;
                    eval.run_file(&file, Some(dialect), stdin)
                })
            }
            None => self.shell_input(dialect, stdin),
        }
    }

    /// `sh -c text [name [arguments]]`
    fn shell_inline(
        &mut self,
        dialect: Dialect,
        code: &Field,
        arguments: &[Field],
        stdin: &Text,
    ) -> Text {
        let texts: Vec<Text> = arguments.iter().map(|field| field.text.clone()).collect();
        let own = texts.first().cloned();
        self.apart(|eval| {
            eval.shell.positional = texts.into_iter().skip(1).collect();
            eval.shell.own_name = own.unwrap_or_else(own_name);
            eval.shell_text(&code.text, dialect, stdin)
        })
    }

    /// A shell that runs what comes in.
    fn shell_input(&mut self, dialect: Dialect, stdin: &Text) -> Text {
        let nothing = stdin.origins == Origins::of(Origin::Unknown)
            || stdin.whole().is_some_and(|text| text.is_empty());
        if nothing {
            let why = "a shell without a text to run waits for somebody to type";
            self.deny("interactive", why);
            return Text::default();
        }
        if stdin.whole().is_none() && stdin.origins.has(Origin::Program) {
            let why = "what another program prints would be run unseen";
            self.deny("hidden-code", why);
        }
        self.stream_code(stdin, Some(dialect), &Text::default())
    }
}
