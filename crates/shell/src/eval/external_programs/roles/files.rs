//! Arguments that name files and directories.

use super::is_stdin;
use crate::effect::{Goes, Origin, What};
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::place::Place;
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    pub(super) fn is_endless(&mut self, field: &Field) -> bool {
        let place = self.place_of(field);
        place.text().is_some_and(|text| {
            matches!(
                text.as_str(),
                "/dev/zero" | "/dev/urandom" | "/dev/random" | "/dev/full"
            )
        })
    }

    pub(in crate::eval::external_programs) fn reads(
        &mut self,
        field: &Field,
        walk: bool,
        flow: &mut Flow,
    ) {
        // Wherever it stands, its name is that of a secret.
        let shown = field.text.visible();
        if let Some((_, name)) = shown.rsplit_once('\u{fffd}')
            && name.starts_with('/')
            && crate::secret_files::is_secret(name)
        {
            self.say(What::Secret(format!("`{}` holds secrets", field.shown())));
        }
        if is_stdin(field) {
            flow.read = flow.read.with(flow.stdin.origins);
            return;
        }
        if let Some(stream) = field.stream.as_deref() {
            flow.read = flow.read.with(stream.origins);
            flow.reads_files = true;
            return;
        }
        let place = self.place_of(field);
        flow.reads_files = true;
        if let Some(text) = self.written.get(&place) {
            flow.read = flow.read.with(text.origins);
            return;
        }
        flow.read = flow.read.with(Origins::of(self.origin_of(&place)));
        self.say(What::Read { place, walk });
    }

    pub(super) fn writes(&mut self, field: &Field, flow: &mut Flow) {
        if field.whole().as_deref() == Some("-") || field.stream.is_some() {
            return;
        }
        let place = self.place_of(field);
        if self.by.starts_with("chmod ") && self.written.contains_key(&place) {
            self.say(What::Write(place));
            return;
        }
        let nothing = flow
            .named
            .iter()
            .any(|name| matches!(name.as_str(), "/dev/null" | "/dev/zero" | "/dev/urandom"))
            || (self.by.starts_with("tee ") && flow.stdin.whole().is_some_and(|it| it.is_empty()));
        if nothing && !self.written.contains_key(&place) && !self.by.contains(" -a") {
            self.empties(&place);
        }
        let before = self.written.get(&place).map(|text| text.origins);
        // What stood there may go on: `mv a b` names both.
        flow.read = flow.read.with(before.unwrap_or_default());
        let held = flow.read.with(flow.stdin.origins);
        if self.compiles() && !held_from_elsewhere(held) {
            flow.wrote.push(place.clone());
            self.say(What::Write(place));
            return;
        }
        let copies = ["tee ", "dd of=", "cp /dev/stdin "]
            .iter()
            .any(|by| self.by.starts_with(by))
            && !flow.reads_files
            && before.is_none();
        let held = match flow.stdin.whole() {
            Some(_) if copies => flow.stdin.clone(),
            Some(_) | None => Text::unknown(held),
        };
        self.written.insert(place.clone(), held);
        flow.wrote.push(place.clone());
        self.say(What::Write(place));
    }

    /// Whether the command is a compiler: what it makes of the project's sources is the project's program.
    pub(in crate::eval::external_programs) fn compiles(&self) -> bool {
        let program = self.by.split(' ').next().unwrap_or_default();
        matches!(
            program,
            "gcc"
                | "g++"
                | "cc"
                | "c++"
                | "clang"
                | "clang++"
                | "gfortran"
                | "rustc"
                | "go"
                | "nim"
                | "ghc"
                | "zig"
                | "ldc2"
                | "dmd"
        )
    }

    /// A directory in which files are made.
    pub(super) fn fills(&mut self, field: &Field, flow: &mut Flow) {
        let place = self.place_of(field);
        flow.filled.push(place.clone());
        self.say(What::Write(place));
    }

    /// Something gets another name or place: what stood at the old one is changed, and gone.
    pub(super) fn moves_on(&mut self, field: &Field, flow: &mut Flow) {
        self.writes(field, flow);
        let place = self.place_of(field);
        self.say(What::Delete {
            place,
            goes: Goes::Elsewhere,
        });
    }

    pub(super) fn deletes(&mut self, field: &Field, goes: Goes) {
        let place = self.place_of(field);
        if self.by.starts_with("truncate ") {
            self.empties(&place);
        }
        self.say(What::Delete { place, goes });
    }

    pub(in crate::eval::external_programs) fn enters(&mut self, field: &Field) {
        let place = self.place_of(field);
        self.shell.cwd = match &place {
            Place::Unknown { .. } => None,
            Place::Inside { path, .. } => Some(path.clone()),
            Place::Home { .. } | Place::Outside { .. } => place.text(),
        };
        self.say(What::List(place));
    }
}

/// Whether something of it comes from outside the worktree.
fn held_from_elsewhere(held: Origins) -> bool {
    [
        Origin::Network,
        Origin::Decoded,
        Origin::Elsewhere,
        Origin::Secret,
    ]
    .into_iter()
    .any(|origin| held.has(origin))
}
