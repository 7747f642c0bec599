//! PowerShell, started from another shell: its text is read like any of its own.

use crate::effect::Origin;
use crate::eval::{self, Eval, Start};
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `pwsh [-options] [-c text | -f file]`.
    pub(super) fn pwsh(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        while let Some((first, more)) = words.split_first() {
            let option = first.shown().to_ascii_lowercase();
            let is = |full: &str, least: usize| {
                option.len() > least && full.starts_with(option.trim_start_matches('-'))
            };
            if !option.starts_with('-') {
                break;
            }
            if is("command", 1) {
                let text = crate::eval::builtin::joined(more);
                return self.pwsh_text(&text);
            }
            if is("encodedcommand", 1) || option == "-ec" {
                self.deny("hidden-command", "the command is encoded");
                return Text::default();
            }
            if is("version", 1) || is("help", 1) {
                return Text::default();
            }
            let valued =
                is("executionpolicy", 2) || is("workingdirectory", 2) || is("outputformat", 1);
            words = if valued {
                more.get(1..).unwrap_or_default()
            } else {
                more
            };
        }
        match words.split_first() {
            Some((file, _)) => {
                self.run_file(file, None, stdin);
                self.suspect(words);
            }
            None if stdin.origins == Origins::of(Origin::Unknown) => {
                self.deny(
                    "interactive",
                    "a shell without a text to run waits for somebody to type",
                );
            }
            None => return self.pwsh_text(&stdin.clone()),
        }
        Text::unknown(Origins::of(Origin::Program))
    }

    fn pwsh_text(&mut self, text: &Text) -> Text {
        if let Some(danger) = self.tainted_code(text) {
            self.deny("runs-foreign-text", danger);
        }
        let out = Text::unknown(Origins::of(Origin::Program));
        let Some(code) = text.whole() else {
            self.unknown("the text for PowerShell is not known");
            return out;
        };
        let ground = self.ground;
        let cwd = self.shell.cwd.clone();
        let start = Start {
            ground,
            cwd: cwd.as_deref().unwrap_or_default(),
            dialect: self.dialect,
        };
        let mut outside = |argv: &[String]| eval::effects_of_argv(argv, start);
        let read = crate::powershell::effects(&code, ground, start.cwd, &mut outside);
        let effects = match read {
            Ok(effects) => effects,
            Err(refusal) => refusal.effects,
        };
        if cwd.is_none() {
            self.unknown("the directory is not known");
        }
        self.effects.extend(effects);
        out
    }
}
