//! `git`: its directory, its words, and the commands that it runs.

use crate::effect::{Origin, What};
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::model::Model;
use crate::model::words::take;
use crate::place::Place;
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    /// Git: its model says what its options touch, `git-safety` judges the whole.
    pub(super) fn git(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of("git")?;
        let argv: Vec<String> = rest.iter().map(|field| field.text.visible()).collect();
        let before = self.shell.cwd.clone();
        for (option, value) in take(model, rest).options {
            // Another tree, or another repository, is worked on as if git stood there.
            if option
                .names
                .iter()
                .any(|name| matches!(name.as_str(), "-C" | "--work-tree" | "--git-dir"))
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
        self.cloned(model, rest);
        self.names_ours(rest);
        let printed = self.modelled(model, rest, stdin);
        Some(self.git_prints(rest).unwrap_or(printed))
    }

    /// Git takes Interlock's own settings away, or puts others in their place.
    fn names_ours(&mut self, rest: &[Field]) {
        let verb = rest
            .iter()
            .map(Field::shown)
            .find(|word| !word.starts_with('-'));
        let changes = [
            "rm",
            "mv",
            "checkout",
            "restore",
            "update-index",
            "clean",
            "stash",
            "reset",
            "apply",
            "am",
        ];
        if !verb.is_some_and(|verb| changes.contains(&verb.as_str())) {
            return;
        }
        let ours = rest.iter().skip(1).any(|field| {
            let shown = field.shown();
            let value = shown.split_once('=').map_or(shown.as_str(), |(_, it)| it);
            let place =
                self.place_of_text(&Text::known(value.trim_start_matches(['!', ':'])), false);
            place
                .text()
                .is_some_and(|text| crate::paths::is_ours(&text))
        });
        if ours {
            self.deny("gate-tamper", "git would change Interlock's own settings");
        }
        let far = |field: &Field| {
            let shown = field.shown();
            let path = shown.starts_with("../") || shown == ".." || shown.starts_with(['/', '~']);
            path && matches!(
                self.place_of(field),
                Place::Home { .. } | Place::Outside { .. }
            )
        };
        let there = rest
            .iter()
            .any(|field| matches!(field.shown().as_str(), "-C" | "apply" | "am"));
        if !there && rest.iter().any(far) {
            self.deny(
                "writes-outside",
                "git would change files outside the worktree",
            );
        }
    }

    /// What a clone brings in comes from elsewhere.
    fn cloned(&mut self, model: &'static Model, rest: &[Field]) {
        let words = take(model, rest).operands;
        let Some((verb, rest)) = words.split_first() else {
            return;
        };
        let from = rest
            .iter()
            .map(Field::shown)
            .find(|word| !word.starts_with('-'));
        if verb.shown() == "pull"
            && from.is_some_and(|from| from.contains("://") || from.contains('@'))
        {
            let here = self.place_of(&Field::known("."));
            self.filled.push((here, Origins::of(Origin::Network)));
        }
        let Some(inner) = model.verbs.get("clone").filter(|_| verb.shown() == "clone") else {
            return;
        };
        let operands = take(inner, rest).operands;
        let Some(url) = operands.first() else {
            return;
        };
        let text = url.text.visible();
        let local = text.starts_with(['.', '/', '~']) || !text.contains([':', '@']);
        let own =
            crate::address::host(&text).is_some_and(|host| crate::address::is_loopback(&host));
        if local || own {
            return;
        }
        let named = operands.get(1).map(Field::shown);
        let last = text
            .trim_end_matches('/')
            .rsplit(['/', ':'])
            .next()
            .unwrap_or_default();
        let folder = named.unwrap_or_else(|| last.trim_end_matches(".git").to_owned());
        let place = self.place_of(&Field::known(folder));
        self.filled.push((place, Origins::of(Origin::Network)));
    }

    /// A command that git runs: one word is text for a shell, several are a command.
    pub(in crate::eval::external_programs) fn git_command(
        &mut self,
        words: &[Field],
        flow: &mut Flow,
    ) {
        let language = crate::model::Role::Code("git-exec".to_owned());
        match words {
            [] => {}
            [text] => self.role(&language, text, flow),
            [first, ..] => {
                for deed in crate::code::look("git-exec", &first.text.visible()).deeds {
                    if let crate::code::Deed::Mark { level, id, why } = deed {
                        self.mark(level, &id, why);
                    }
                }
                flow.printed = Some(self.inner(words, flow));
            }
        }
    }
}
