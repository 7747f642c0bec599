//! Shells as programs: inline text, a file, or what comes in.

use crate::shell::bash::Dialect;
use crate::shell::eval::Eval;
use crate::shell::value::{Field, Text};

impl Eval<'_> {
    /// `sh [options] [-c text | file | -s] [arguments]`.
    pub(super) fn shell_program(&mut self, dialect: Dialect, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        let mut inline = false;
        let mut interactive = false;
        let mut only_reads = false;
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
            only_reads |= short && start.starts_with('-') && start.contains('n');
            words = more;
        }
        if interactive && !inline {
            self.deny(
                "interactive",
                "an interactive shell runs what its start-up files say",
            );
        }
        if only_reads && !interactive && !inline {
            return self.reads_only(words);
        }
        match words.split_first() {
            Some((code, arguments)) if inline => {
                let text = code.text.clone();
                let positional = arguments
                    .iter()
                    .skip(1)
                    .map(|field| field.text.clone())
                    .collect();
                self.apart(|eval| {
                    eval.shell.positional = positional;
                    eval.shell_text(&text, dialect, stdin)
                })
            }
            Some((file, arguments)) => {
                let positional: Vec<Text> =
                    arguments.iter().map(|field| field.text.clone()).collect();
                let file = file.clone();
                self.suspect(arguments);
                self.apart(|eval| {
                    eval.shell.positional = positional;
                    eval.run_file(&file, Some(dialect), stdin)
                })
            }
            None => self.stream_code(stdin, Some(dialect), &Text::default()),
        }
    }

    /// `sh -n file`: it looks for errors and runs nothing.
    fn reads_only(&mut self, files: &[Field]) -> Text {
        for file in files {
            let _ = self.read_field(file);
        }
        Text::default()
    }
}
