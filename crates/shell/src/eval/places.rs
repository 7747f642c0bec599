//! Where the paths of a script lead, from the directory that it is in.

use super::Eval;
use crate::effect::Origin;
use crate::place::Place;
use crate::value::{Field, Piece, Text};

impl Eval<'_> {
    /// Where a path of the script leads.
    pub(super) fn place_of_text(&self, text: &Text, glob: bool) -> Place {
        let from = |path: &str, glob: bool| match &self.shell.cwd {
            Some(cwd) => Place::of(self.ground, cwd, path, glob),
            None if path.starts_with(['/', '~']) => Place::of(self.ground, "", path, glob),
            None => Place::Unknown {
                known: None,
                why: "the directory is not known".to_owned(),
            },
        };
        match text.whole() {
            Some(path) => from(&path, glob),
            None => {
                if let Some(pattern) = text.pattern() {
                    return from(&pattern, true);
                }
                let start = text.start();
                let start = if start.is_empty() { unset(text) } else { start };
                let known = (!start.is_empty()).then(|| Box::new(from(&start, glob)));
                Place::Unknown {
                    known,
                    why: match text.origins.worst() {
                        Origin::Environment => "it depends on a variable",
                        Origin::Program | Origin::File => "it depends on what a program prints",
                        Origin::Written
                        | Origin::Computed
                        | Origin::Decoded
                        | Origin::Elsewhere
                        | Origin::Network
                        | Origin::Secret
                        | Origin::Unknown => "it is computed",
                    }
                    .to_owned(),
                }
            }
        }
    }

    pub(super) fn place_of(&self, field: &Field) -> Place {
        self.place_of_text(&field.text, field.glob)
    }
}

/// `"$UNSET"/home/dev/x`: what is left where the variable is not set, if that is nothing of the project.
fn unset(text: &Text) -> String {
    const FAR: [&str; 9] = [
        "/home/",
        "/etc/",
        "/usr/",
        "/var/lib/",
        "/root",
        "/boot/",
        "/Users/",
        "/bin/",
        "/lib/",
    ];
    match text.pieces.as_slice() {
        [Piece::Unknown(_), Piece::Known(rest), ..]
            if text.origins.worst() == Origin::Environment
                && FAR.iter().any(|far| rest.starts_with(far)) =>
        {
            rest.clone()
        }
        _ => String::new(),
    }
}
