//! Programs that print a path which follows from their arguments.

use crate::shell::effect::Origin;
use crate::shell::eval::Eval;
use crate::shell::model::Model;
use crate::shell::model::words::take;
use crate::shell::place::Place;
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    /// `dirname`, `basename`, `realpath` and `readlink`, of one path that is known.
    pub(super) fn path_named(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of(name)?;
        let taken = take(model, rest);
        let printed = self.modelled(model, rest, stdin);
        let [path] = taken.operands.as_slice() else {
            return Some(printed);
        };
        let follows = name.ends_with("realpath") || taken.modes.contains("f");
        // A part of the environment may stand for a longer path than it says.
        let plain = !path.glob && !path.splits && !path.text.origins.has(Origin::Environment);
        let text = path.text.whole().filter(|_| plain);
        let found = match (name, text) {
            ("dirname" | "gdirname", Some(text)) => Some(parent(&text)),
            ("basename" | "gbasename", Some(text)) => text
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .map(str::to_owned),
            (_, Some(_)) if follows && !taken.modes.contains("relative-to") => {
                self.absolute(&self.place_of(path))
            }
            (_, Some(_) | None) => None,
        };
        let origins = path.text.origins.with(Origins::of(Origin::Computed));
        Some(found.map_or(printed, |text| Text::known(text).from(origins)))
    }

    /// The path of a place from the root, or from the home directory.
    fn absolute(&self, place: &Place) -> Option<String> {
        match place {
            Place::Inside { path, glob: false } if path.is_empty() => {
                self.ground.worktree.map(str::to_owned)
            }
            Place::Inside { path, glob: false } => {
                self.ground.worktree.map(|top| format!("{top}/{path}"))
            }
            Place::Home { glob: false, .. } | Place::Outside { glob: false, .. } => place.text(),
            Place::Inside { .. }
            | Place::Home { .. }
            | Place::Outside { .. }
            | Place::Unknown { .. } => None,
        }
    }

    /// What git prints where that is known: the top of the worktree, or names of files in it.
    pub(super) fn git_prints(&self, words: &[Field]) -> Option<Text> {
        let words: Vec<String> = words.iter().map(Field::shown).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["rev-parse", "--show-toplevel"] => {
                let top = self.ground.worktree?;
                Some(Text::known(top).from(Origins::of(Origin::Computed)))
            }
            // The git directory is somebody's to write to nowhere, wherever it is.
            [
                "rev-parse",
                "--git-dir" | "--git-common-dir" | "--absolute-git-dir",
            ] => Some(Text::known(".git").from(Origins::of(Origin::Computed))),
            ["rev-parse", "--git-path", path] => {
                let path = format!(".git/{path}");
                Some(Text::known(path).from(Origins::of(Origin::Computed)))
            }
            ["diff" | "diff-tree" | "diff-index", rest @ ..] if rest.contains(&"--name-only") => {
                let names = Text::known("*");
                Some(names.from(Origins::of(Origin::File)))
            }
            _ => None,
        }
    }
}

fn parent(path: &str) -> String {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((parent, _)) => parent.to_owned(),
        None if path.starts_with('/') => "/".to_owned(),
        None => ".".to_owned(),
    }
}
