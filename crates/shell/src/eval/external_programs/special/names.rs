//! Programs that print a path which follows from their arguments.

use crate::effect::Origin;
use crate::eval::Eval;
use crate::model::Model;
use crate::model::words::take;
use crate::place::Place;
use crate::value::{Field, Origins, Sort, Text};

impl Eval<'_> {
    /// `dirname`, `basename`, `realpath` and `readlink`, of one path that is known.
    pub(super) fn path_named(&mut self, name: &str, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of(name)?;
        let taken = take(model, rest);
        let printed = self.modelled(model, rest, stdin);
        let path = match taken.operands.as_slice() {
            [path] => path,
            // `basename path ending`.
            [path, _] if name.ends_with("basename") => {
                return Some(self.named_partly(name, path, false).unwrap_or(printed));
            }
            _ => return Some(printed),
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
        let Some(found) = found else {
            return Some(self.named_partly(name, path, follows).unwrap_or(printed));
        };
        Some(Text::known(found).from(origins))
    }

    /// The same of a name of which only a pattern is known.
    fn named_partly(&self, name: &str, path: &Field, follows: bool) -> Option<Text> {
        let pattern = path.text.pattern()?;
        let text = match name.trim_start_matches('g') {
            // However deep it stands.
            "dirname" => Text::names(above(&pattern)),
            "basename" => Text::some(Sort::Names, Origins::of(Origin::File)),
            _ if !follows => return None,
            _ => Text::names(self.absolute(&self.place_of_text(&path.text, false))?),
        };
        Some(text.from(path.text.origins))
    }

    /// The path of a place from the root, or from the home directory.
    fn absolute(&self, place: &Place) -> Option<String> {
        match place {
            Place::Inside { path, glob: false } if path.is_empty() => {
                self.ground.worktree.map(str::to_owned)
            }
            Place::Inside { path, .. } => self.ground.worktree.map(|top| format!("{top}/{path}")),
            Place::Home { .. } | Place::Outside { .. } => place.text(),
            Place::Unknown { .. } => None,
        }
    }
}

/// A pattern for what a path that fits a pattern stands in.
fn above(pattern: &str) -> String {
    let fixed = pattern.split(['*', '?', '[']).next().unwrap_or_default();
    match fixed.rsplit_once('/') {
        Some(("" | ".", _)) => fixed.to_owned() + "*",
        Some((top, _)) => format!("{top}*"),
        None => "*".to_owned(),
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
