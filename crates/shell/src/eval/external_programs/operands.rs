//! Operands in the places that a model has for them, and the commands behind wrappers.

use super::Flow;
use crate::bash::Dialect;
use crate::effect::{Level, Origin};
use crate::eval::{DEPTH_MAX, Eval, builtin};
use crate::model::words::Taken;
use crate::model::{Count, Model, Operand, Role};
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    /// Fills the places with operands: those behind a repeated one are filled from the end.
    pub(super) fn operands(
        &mut self,
        model: &Model,
        taken: &Taken<'_>,
        places: &[Operand],
        flow: &mut Flow,
    ) {
        self.shifted(places, &taken.operands, flow);
        let mut left: &[Field] = &taken.operands;
        let many = places.iter().position(|it| it.count == Count::Many);
        let after = many.map_or(0, |at| places.len().saturating_sub(at).saturating_sub(1));
        for place in places {
            if self.takes_the_rest(place, left, flow) {
                return;
            }
            let count = match place.count {
                Count::One | Count::Optional => 1.min(left.len()),
                Count::Many => left.len().saturating_sub(after),
            };
            let (mine, rest) = left.split_at_checked(count).unwrap_or((left, &[]));
            left = rest;
            if matches!(place.role, Role::Script(_)) {
                // What a script is given, it may read.
                self.suspect(rest);
            }
            for field in mine {
                self.role(&place.role.clone(), field, flow);
            }
        }
        if !left.is_empty() {
            self.unknown(format!("more operands than `{}` takes", model.name));
            self.suspect(left);
        }
    }

    /// A word that is several fills further places than its own, and those behind it move on.
    fn shifted(&mut self, places: &[Operand], operands: &[Field], flow: &mut Flow) {
        let Some(first) = operands.iter().position(Field::is_several) else {
            return;
        };
        let many = places.iter().position(|it| it.count == Count::Many);
        let from = many.map_or(first, |at| at.min(first));
        // What stands behind a repeated place is filled from the end, by words that are single.
        let after = many.map_or(0, |at| places.len().saturating_sub(at).saturating_sub(1));
        let single = operands
            .iter()
            .rev()
            .take_while(|field| !field.is_several())
            .count();
        let kept = if single >= after { after } else { 0 };
        let end = places.len().saturating_sub(kept);
        let reached = places.get(from..end).unwrap_or_default();
        if reached.len() < 2 {
            return;
        }
        let words = operands.get(first..).unwrap_or_default();
        for (at, field) in words
            .iter()
            .enumerate()
            .filter(|(_, field)| field.is_several())
        {
            for place in reached.iter().skip(usize::from(at == 0)) {
                self.role(&place.role.clone(), field, flow);
            }
        }
    }

    /// Whether this place takes all operands that are left, as one command or text: then they are followed here.
    fn takes_the_rest(&mut self, place: &Operand, left: &[Field], flow: &mut Flow) -> bool {
        match place.role {
            Role::Command => {
                flow.printed = Some(self.inner(left, flow));
                true
            }
            Role::Package => {
                flow.printed = Some(self.package(left, flow));
                true
            }
            Role::ShellWords => {
                let text = builtin::joined(left);
                let stdin = flow.stdin.clone();
                flow.printed = Some(self.shell_text(&text, Dialect::Bash, &stdin));
                true
            }
            Role::Script(_) if left.first().is_some_and(|it| self.launches(it)) => {
                flow.printed = self.launched(left, flow);
                true
            }
            Role::Code(ref language) if place.count == Count::Many && language == "git-exec" => {
                self.git_command(left, flow);
                true
            }
            Role::Options(ref program) if place.count == Count::Many => {
                self.options_among(program, left, flow);
                true
            }
            Role::Text
            | Role::Read
            | Role::Sample
            | Role::Walk
            | Role::List
            | Role::Write
            | Role::Into
            | Role::Delete
            | Role::DeleteAll
            | Role::Move
            | Role::Directory
            | Role::Execute
            | Role::Program
            | Role::Shell
            | Role::Code(_)
            | Role::Script(_)
            | Role::Url
            | Role::Host
            | Role::Listen
            | Role::Send
            | Role::Upload
            | Role::RemoteRead
            | Role::RemoteWrite
            | Role::Variable
            | Role::GitConfig
            | Role::Secret
            | Role::Options(_)
            | Role::Size
            | Role::Prefix
            | Role::Listed(_)
            | Role::Arguments
            | Role::Holds(_)
            | Role::Recipes(_)
            | Role::Workspace
            | Role::Unknown => false,
        }
    }

    /// A program of a package: one that is known is judged as itself, any other may come from the registry.
    fn package(&mut self, words: &[Field], flow: &mut Flow) -> Text {
        let Some(first) = words.first() else {
            return Text::default();
        };
        self.code_in("npm-package", first, flow);
        let name = first.whole().unwrap_or_default();
        // A program of the machine, by its path.
        if Model::of(&name).is_some() || name.starts_with("/bin/") || name.starts_with("/usr/bin/")
        {
            return self.inner(words, flow);
        }
        self.mark(
            Level::Ask,
            "remote-package",
            format!("the package `{}` may come from the registry", first.shown()),
        );
        self.suspect(words.get(1..).unwrap_or_default());
        Text::unknown(Origins::of(Origin::Program))
    }

    /// Whether this file of the project stands for a program that is known (`php artisan`, `python manage.py`).
    fn launches(&self, file: &Field) -> bool {
        self.wrapper(&self.place_of(file)).is_some()
    }

    fn launched(&mut self, words: &[Field], flow: &Flow) -> Option<Text> {
        let (file, rest) = words.split_first()?;
        let base = self.wrapper(&self.place_of(file))?;
        let model = Model::of(&base)?;
        Some(self.modelled(model, rest, &flow.stdin.clone()))
    }

    /// The command behind a wrapper.
    pub(super) fn inner(&mut self, words: &[Field], flow: &Flow) -> Text {
        if words.is_empty() {
            return Text::default();
        }
        if self.depth >= DEPTH_MAX {
            self.deny(
                "too-deep",
                "commands within commands, deeper than is followed",
            );
            return Text::default();
        }
        self.depth = self.depth.saturating_add(1);
        let functions = std::mem::take(&mut self.shell.functions);
        let aliases = std::mem::take(&mut self.shell.aliases);
        let out = match words.split_first() {
            // `flock file -c 'text'`.
            Some((first, rest)) if matches!(first.shown().as_str(), "-c" | "--command") => {
                let text = rest.first().map(|it| it.text.clone()).unwrap_or_default();
                self.shell_text(&text, Dialect::Sh, &flow.stdin.clone())
            }
            // A wrapper starts programs only: it knows no builtins.
            Some((first, rest)) => match first.whole() {
                Some(name) => self.outside(first, &name, rest, &flow.stdin.clone()),
                None => self.run_fields(words, &flow.stdin.clone()),
            },
            None => Text::default(),
        };
        self.shell.functions = functions;
        self.shell.aliases = aliases;
        self.depth = self.depth.saturating_sub(1);
        out
    }
}
