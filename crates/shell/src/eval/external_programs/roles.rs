//! What one argument does by its role.

use super::Flow;
use crate::bash::Dialect;
use crate::effect::{Goes, Origin, Way, What};
use crate::eval::Eval;
use crate::model::words::take;
use crate::model::{Model, Role};
use crate::value::{Field, Origins, Text};

mod code;
mod files;
mod lists;
mod network;

/// Paths that one program names and that its output is followed for.
const NAMED_MAX: usize = 64;

impl Eval<'_> {
    pub(super) fn role(&mut self, role: &Role, field: &Field, flow: &mut Flow) {
        note_name(role, field, flow);
        match role {
            Role::Text => {}
            Role::Read => {
                if self.is_endless(field) {
                    self.deny("endless", "it reads a device that has no end");
                }
                self.reads(field, false, flow);
            }
            Role::Sample => {
                if !self.is_endless(field) {
                    self.reads(field, false, flow);
                }
            }
            Role::Size => self.measures(field),
            Role::Listed(role) => self.listed_in(role, field, flow),
            Role::Arguments => self.arguments_in(field, flow),
            Role::Recipes(language) => self.recipes_in(language, field, flow),
            Role::Workspace => flow.chosen.packages.push(field.clone()),
            Role::Holds(language) => self.holds(language, field, flow),
            Role::Walk => self.reads(field, true, flow),
            Role::List => {
                if !is_stdin(field) {
                    let place = self.place_of(field);
                    self.say(What::List(place));
                }
            }
            Role::Write => self.writes(field, flow),
            Role::Into => self.fills(field, flow),
            Role::Delete => self.deletes(field, Goes::Alone),
            Role::DeleteAll => self.deletes(field, Goes::WithAllBelow),
            Role::Move => self.moves_on(field, flow),
            Role::Directory => self.enters(field),
            Role::Execute => {
                let _ = self.run_file(field, None, &Text::default());
            }
            Role::Program => {
                let words = std::slice::from_ref(field);
                let _ = self.apart(|eval| eval.run_fields(words, &Text::default()));
            }
            Role::Shell => self.option_shell(field, flow),
            Role::Command | Role::Prefix | Role::ShellWords | Role::Package => {
                let text = field.as_text();
                let _ = self.shell_text(&text, Dialect::Bash, &Text::default());
            }
            Role::Code(language) => self.code_in(language, field, flow),
            Role::Script(language) => self.script_in(language, field, flow),
            Role::Url => self.url(field, Way::Fetch, flow),
            Role::Host => self.host(field),
            Role::Listen => self.connect(None, Way::Listen),
            Role::Send => self.sends(field, flow),
            Role::Upload => {
                self.reads(field, false, flow);
                self.connect(None, Way::Upload);
            }
            Role::RemoteRead => self.remote(field, false, flow),
            Role::RemoteWrite => self.remote(field, true, flow),
            Role::Variable => self.variable(field),
            Role::GitConfig => self.code_in("git-config", field, flow),
            Role::Secret => {
                flow.read = flow.read.with(Origins::of(Origin::Secret));
                self.say(What::Secret(field.shown()));
            }
            Role::Options(program) => self.options_of(program, field, flow),
            Role::Unknown => self.unknown(format!("`{}`", field.shown())),
        }
    }

    /// Text that an option has a shell run.
    fn option_shell(&mut self, field: &Field, flow: &mut Flow) {
        let text = field.as_text();
        let shown = text.visible();
        let nested = [
            "sh -c ",
            "bash -c ",
            "/bin/sh -c ",
            "/bin/bash -c ",
            "zsh -c ",
        ];
        if self.steered > 0 && nested.iter().any(|it| shown.starts_with(it)) {
            self.deny("runs-programs", "an option starts a shell in a shell");
        }
        let stdin = flow.stdin.clone();
        flow.printed = Some(self.shell_text(&text, Dialect::Bash, &stdin));
    }

    /// A text of options that another program takes.
    fn options_of(&mut self, program: &str, field: &Field, flow: &mut Flow) {
        let Some(text) = field.whole() else {
            self.unknown(format!("options of `{program}` that are not known"));
            return;
        };
        let fields: Vec<Field> = text
            .split(|c: char| c.is_whitespace() || c == '\u{1f}')
            .map(|word| word.trim_matches(['"', '\'']))
            .filter(|word| !word.is_empty())
            .map(Field::known)
            .collect();
        self.options_among(program, &fields, flow);
    }

    /// Words that are options of a program, or of a verb of it.
    pub(super) fn options_among(&mut self, program: &str, words: &[Field], flow: &mut Flow) {
        let mut names = program.split_whitespace();
        let mut model = names.next().and_then(Model::of);
        for verb in names {
            model = model.and_then(|it| it.verbs.get(verb));
        }
        let Some(model) = model else {
            self.unknown(format!("options of `{program}` that are not known"));
            return;
        };
        let taken = take(model, words);
        self.note_problems(&taken);
        self.options_into(&taken, flow);
    }

    fn variable(&mut self, field: &Field) {
        let start = field.text.start();
        if let Some((name, value)) = start.split_once('=') {
            let mut text = Text::known(value);
            if field.text.whole().is_none() {
                text.push(&Text::unknown(field.text.origins));
            }
            let name = name.to_owned();
            self.variable_for_all(&name, &text);
        } else {
            self.unsets(&start);
        }
    }
}

/// Keeps a path that the program reads or looks at, for what it prints.
fn note_name(role: &Role, field: &Field, flow: &mut Flow) {
    if !matches!(role, Role::Read | Role::Sample | Role::Walk | Role::List) || is_stdin(field) {
        return;
    }
    match field.text.pattern() {
        Some(text) if flow.named.len() < NAMED_MAX => flow.named.push(text),
        Some(_) | None => flow.unnamed = true,
    }
}

/// `-` or the descriptor of standard input.
fn is_stdin(field: &Field) -> bool {
    matches!(
        field.whole().as_deref(),
        Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
    ) && field.stream.is_none()
}
