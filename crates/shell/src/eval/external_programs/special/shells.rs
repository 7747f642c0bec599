//! Shells as programs: inline text, a file, or what comes in.

use crate::bash::Dialect;
use crate::effect::Origin;
use crate::eval::Eval;
use crate::eval::numbered::Words;
use crate::value::{Field, Origins, Text};

/// Where a shell has its script from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// `-c`
    Text,
    File,
    /// `-s`
    Input,
}

impl Eval<'_> {
    /// `sh [options] [-c text | file | -s] [arguments]`.
    pub(super) fn shell_program(&mut self, dialect: Dialect, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        let mut inline = false;
        let mut from_input = false;
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
            from_input |= short && start.starts_with('-') && start.contains('s');
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
        let from = if inline {
            From::Text
        } else if from_input {
            From::Input
        } else {
            From::File
        };
        self.shell_script(dialect, from, words, stdin)
    }

    /// The script, and its arguments.
    fn shell_script(
        &mut self,
        dialect: Dialect,
        from: From,
        words: &[Field],
        stdin: &Text,
    ) -> Text {
        match words.split_first() {
            Some((code, arguments)) if from == From::Text => {
                let text = code.text.clone();
                if text.whole().is_some_and(|it| it.trim().is_empty()) {
                    // `bash -c "$1"`: of nothing, if what it names is not set.
                    self.unknown("what the shell would run is not said");
                }
                let (zeroth, words) = match arguments.split_first() {
                    Some((zeroth, words)) => (Some(zeroth.text.clone()), words),
                    None => (None, arguments),
                };
                self.apart(|eval| {
                    eval.shell.positional = vec![Words::of(words)];
                    eval.shell.zeroth = zeroth;
                    eval.shell_text(&text, dialect, stdin)
                })
            }
            Some(_) if from == From::Input => self.apart(|eval| {
                eval.shell.positional = vec![Words::of(words)];
                eval.shell_input(dialect, stdin)
            }),
            Some((file, arguments)) => {
                let file = file.clone();
                self.suspect(arguments);
                self.apart(|eval| {
                    eval.shell.positional = vec![Words::of(arguments)];
                    eval.shell.zeroth = Some(file.text.clone());
                    eval.run_file(&file, Some(dialect), stdin)
                })
            }
            None => self.apart(|eval| {
                eval.shell.positional = vec![Words::default()];
                eval.shell_input(dialect, stdin)
            }),
        }
    }

    /// `sh -n file`: it looks for errors and runs nothing.
    fn reads_only(&mut self, files: &[Field]) -> Text {
        for file in files {
            let _ = self.read_field(file);
        }
        Text::default()
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
        self.script_from(stdin, Some(dialect))
    }
}
