//! Arguments of something that is not understood: what they name, and what they would do as commands.

use super::programs::SYSTEM;
use crate::bash::Dialect;
use crate::doubt::Doubt;
use crate::effect::{Origin, Way, What};
use crate::eval::{DEPTH_MAX, Eval};
use crate::model::Model;
use crate::place::Place;
use crate::value::{Field, Text};

impl Eval<'_> {
    /// Arguments of something that is not understood: what they visibly name counts, and what they would do as commands
    /// if it starts them, as far as nobody may do that.
    pub(in crate::eval) fn suspect(&mut self, fields: &[Field]) {
        if fields.iter().any(|field| field.doubt() == Doubt::Any) {
            self.unknown("what it would be given is not known");
        }
        for (at, field) in fields.iter().enumerate() {
            let text = field.text.visible();
            self.suspect_code(&text);
            self.suspect_variable(&text);
            self.suspect_output(fields, at);
            let value = text
                .split_once('=')
                .map_or(text.as_str(), |(_, value)| value);
            if crate::code::other::starts(&text) {
                self.deny("runs-programs", "code among the words starts a program");
            }
            for candidate in [text.as_str(), value, text.trim_start_matches('@')] {
                self.suspect_text(candidate, field);
            }
        }
        self.as_commands(fields);
    }

    /// `NAME=VALUE` as an argument often becomes a variable: `./configure CC=./x`.
    fn suspect_variable(&mut self, text: &str) {
        if let Some((name, value)) = text.split_once('=') {
            let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            if !name.is_empty() && name.chars().all(upper) {
                self.variable_for_all(name, &Text::known(value));
            }
        }
    }

    /// A shell that is named, or given text: no task needs one behind a program that is not known.
    fn suspect_code(&mut self, text: &str) {
        let found = crate::code::other::names_shell(text);
        let given = ["sh -c ", "bash -c ", "zsh -c "]
            .iter()
            .any(|start| text.starts_with(start) || text.contains(&format!("/{start}")));
        if found || given {
            self.deny(
                "runs-programs",
                "a shell is given to a program that is not known",
            );
        }
    }

    /// What an option for the result names is written.
    fn suspect_output(&mut self, fields: &[Field], at: usize) {
        let Some(shown) = fields.get(at).map(Field::shown) else {
            return;
        };
        let name = shown.split('=').next().unwrap_or_default();
        let bare = name.trim_start_matches('-');
        let starts = [
            "out", "log", "dump", "save", "write", "export", "dest", "target",
        ];
        let is_output = name.starts_with('-')
            && (matches!(name, "-o" | "-O")
                || (name.starts_with("--") && starts.iter().any(|start| bare.starts_with(start))));
        if !is_output {
            return;
        }
        let path = match shown.split_once('=') {
            Some((_, value)) => Some(Text::known(value)),
            None => fields
                .get(at.saturating_add(1))
                .map(|field| field.text.clone()),
        };
        if let Some(path) = path {
            let place = self.place_of_text(&path, false);
            if let Place::Home { .. } | Place::Outside { .. } = place {
                self.say(What::Write(place));
            }
        }
    }

    /// What it would do if it were this program, as far as nobody may do that.
    pub(in crate::eval) fn as_program(&mut self, name: &str, rest: &[Field]) {
        if self.guessing || self.depth >= DEPTH_MAX {
            return;
        }
        let mut words = vec![Field::known(name)];
        words.extend(rest.iter().cloned());
        self.guess(|eval| {
            let _ = eval.apart(|eval| eval.run_fields(&words, &Text::default()));
        });
    }

    /// Arguments as a command with its own, and single arguments as text for a shell.
    pub(super) fn as_commands(&mut self, fields: &[Field]) {
        if self.guessing || self.depth >= DEPTH_MAX {
            return;
        }
        let starts = |name: &str| {
            let name = SYSTEM
                .iter()
                .find_map(|folder| name.strip_prefix(folder))
                .unwrap_or(name);
            Model::of(name).is_some()
                || matches!(name, "sh" | "bash" | "zsh" | "dash" | "env" | "git")
        };
        let at = fields
            .iter()
            .position(|field| field.whole().is_some_and(|name| starts(&name)));
        let command = at
            .and_then(|at| fields.get(at..))
            .filter(|words| words.len() > 1);
        // `--cmd='text'` as well as `'text'`.
        let value = |text: String| match text.split_once('=') {
            Some((option, value)) if option.starts_with('-') => value.to_owned(),
            Some(_) | None => text,
        };
        let begins = |text: &String| {
            text.split_whitespace()
                .next()
                .is_some_and(|name| text.contains(' ') && starts(name))
        };
        let texts: Vec<Text> = fields
            .iter()
            .filter_map(|field| field.text.whole())
            .map(value)
            .filter(begins)
            .map(Text::known)
            .take(8)
            .collect();
        let words = command.map(<[Field]>::to_vec);
        self.guess(|eval| {
            if let Some(words) = words {
                let is_shell = words.first().and_then(Field::whole).is_some_and(|name| {
                    matches!(name.as_str(), "sh" | "bash" | "zsh" | "dash" | "ksh")
                });
                if is_shell
                    && words
                        .get(1)
                        .is_some_and(|word| word.shown().starts_with("-c"))
                {
                    eval.deny(
                        "runs-programs",
                        "a shell is given to a program that is not known",
                    );
                }
                let _ = eval.apart(|eval| eval.run_fields(&words, &Text::default()));
            }
            for text in texts {
                let _ = eval.shell_text(&text, Dialect::Bash, &Text::default());
            }
        });
    }

    fn suspect_text(&mut self, text: &str, field: &Field) {
        let address =
            text.contains("://") || text.split(':').next().is_some_and(|it| it.contains('@'));
        if text.starts_with("stratum") && address {
            self.deny("resource-abuse", "it works for a mining pool");
        }
        if let Some(host) = crate::address::host(text).filter(|_| address) {
            self.connect(Some(host), Way::Send);
            return;
        }
        let place = self.place_of_text(&Text::known(text), field.glob);
        let path = text.starts_with(['/', '~', '.']) || text.contains('/');
        if path
            && place
                .text()
                .is_some_and(|text| crate::paths::is_ours(&text))
        {
            self.deny("gate-tamper", "it names Interlock's own settings");
        }
        if !text.starts_with('-') && (path || self.origin_of(&place) == Origin::Secret) {
            self.say(What::Read { place, walk: false });
        }
    }
}

/// Whether an effect is one that no answer of a person could allow.
pub(super) fn nobody_may(what: &What) -> bool {
    let far = |place: &Place| match place {
        Place::Home { .. } => true,
        Place::Outside { path, .. } => !path.starts_with("/tmp/") && !path.starts_with("/dev/"),
        Place::Inside { .. } | Place::Unknown { .. } => false,
    };
    match what {
        What::Write(place) | What::Delete { place, .. } => far(place),
        What::Privilege(_) => true,
        What::Marked { level, .. } => *level == crate::effect::Level::Deny,
        What::Network(network) => network.way == Way::Upload,
        What::List(_)
        | What::Read { .. }
        | What::Start(_)
        | What::Execute { .. }
        | What::Code { .. }
        | What::Git { .. }
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Configure(_)
        | What::Secret(_)
        | What::Dashed { .. }
        | What::Message(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Unknown(_) => false,
    }
}
