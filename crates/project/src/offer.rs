//! Whether a file offers a name, followed through modules that pass names on.

use super::python::declared;
use super::{Project, Target, rust};
use code::Exporting;
use code::ImportKind;
use code::Language;
use code::links;

/// Modules that a name is followed through.
const STEPS_MAX: u8 = 8;

/// The answer to "does this file offer that name to others?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Yes: the file that defines it, and the line there.
    Yes(String, u32),
    /// Yes, from outside the tree: the specifier as written.
    Outside(String),
    /// As a type alone, at this line.
    TypeOnly(u32),
    /// As the default export.
    Default(u32),
    /// Only as a member of that type.
    Member(String),
    /// Within a boundary alone (`pub(crate)`, a Java package), at this line.
    Restricted(u32),
    /// It is passed on from that specifier, and is not offered there.
    Broken(String, String),
    /// It can't be told, and why.
    Unknown(String),
    /// No; the line where it is defined, if it is.
    No(Option<u32>),
}

impl Project {
    /// Whether a file offers a name.
    #[must_use]
    pub fn offer(&self, path: &str, name: &str) -> Offer {
        self.offered(path, name, STEPS_MAX)
    }

    /// Whether a name that a file keeps to its crate (`pub(crate)`) is as visible there as `pub` would be: the file is a
    /// module that other crates can't reach, and nothing hands the name on to them (Rust).
    #[must_use]
    pub fn is_inside(&self, path: &str, name: &str) -> bool {
        let first = name.split("::").next().unwrap_or(name);
        rust::is_inside(&self.world, path) && !self.is_handed_on(path, first)
    }

    /// Whether a file of Rust re-exports a name of another one, or everything.
    fn is_handed_on(&self, path: &str, name: &str) -> bool {
        let all = self.all();
        let passing = all
            .filter(|(_, facts)| facts.language == Language::Rust)
            .flat_map(|(from, facts)| facts.imports.iter().map(move |it| (from, it)))
            .filter(|(_, it)| it.kind == ImportKind::Reexport && !it.test);
        let mut named = passing.filter(|(_, it)| {
            let mut names = it.names.iter();
            names.any(|it| it.name == name || it.name == "*")
        });
        named.any(|(from, it)| match self.resolve(from, it) {
            Target::Files(files) => files.iter().any(|file| file == path),
            Target::Outside | Target::Missing | Target::Shut(..) | Target::Unknown(_) => false,
        })
    }

    /// The line on which a file of Rust declares another one as its module, if it does.
    #[must_use]
    pub fn declares(&self, from: &str, to: &str) -> Option<u32> {
        let at = self.at(from)?;
        let rust = at.facts.language == Language::Rust;
        rust.then(|| rust::declares(&self.world, at, to)).flatten()
    }

    fn offered(&self, path: &str, name: &str, steps: u8) -> Offer {
        let (Some(facts), Some(steps)) = (self.facts(path), steps.checked_sub(1)) else {
            return Offer::Unknown("it is passed on too often".to_owned());
        };
        match facts.export_of(name) {
            Exporting::Yes(line) => Offer::Yes(path.to_owned(), line),
            Exporting::TypeOnly(line) => Offer::TypeOnly(line),
            Exporting::AsDefault(line) => Offer::Default(line),
            Exporting::Member(of) => Offer::Member(of),
            Exporting::Restricted(line) => Offer::Restricted(line),
            Exporting::Weak(_) => {
                Offer::Unknown("what this language exports is not known here".to_owned())
            }
            Exporting::Unknown(why) => Offer::Unknown(why.to_owned()),
            Exporting::No(line) => self.declared(path, name).unwrap_or(Offer::No(line)),
            Exporting::Reexport {
                from, name: there, ..
            } => self.passed(path, &from, &there, steps),
            Exporting::MaybeFrom(all) => self.among(path, &all, name, steps),
        }
    }

    /// A name that a module of Python does not write down, and that its declaration promises: it is made when it runs.
    fn declared(&self, path: &str, name: &str) -> Option<Offer> {
        let beside = declared::beside(path)?;
        let said = self.facts(&beside)?.export_of(name);
        matches!(said, Exporting::Yes(_) | Exporting::Reexport { .. })
            .then(|| Offer::Unknown(format!("`{beside}` declares it, and the module makes it")))
    }

    /// A name that comes from one other module.
    fn passed(&self, path: &str, from: &str, name: &str, steps: u8) -> Offer {
        match self.passing(path, from, name) {
            Some(Target::Files(files)) if name == "*" => {
                let first = files.first().cloned().unwrap_or_default();
                Offer::Yes(first, 1)
            }
            Some(Target::Files(files)) => {
                let answers = files.iter().map(|file| self.offered(file, name, steps));
                match answers.min_by_key(rank) {
                    Some(Offer::No(_)) | None if self.is_module(&files, name) => {
                        Offer::Yes(files.first().cloned().unwrap_or_default(), 1)
                    }
                    Some(Offer::No(_)) | None => Offer::Broken(from.to_owned(), name.to_owned()),
                    Some(answer) => answer,
                }
            }
            Some(Target::Outside) => Offer::Outside(from.to_owned()),
            Some(Target::Missing | Target::Shut(..)) => {
                Offer::Broken(from.to_owned(), name.to_owned())
            }
            Some(Target::Unknown(why)) => Offer::Unknown(why.to_owned()),
            None => Offer::Unknown(format!("where `{from}` leads can't be told")),
        }
    }

    /// A name that may be among everything that other modules offer.
    fn among(&self, path: &str, all: &[String], name: &str, steps: u8) -> Offer {
        let mut unknown = None;
        for from in all {
            match self.passed(path, from, name, steps) {
                Offer::Broken(..) | Offer::No(_) => {}
                Offer::Outside(_) | Offer::Unknown(_) => {
                    unknown.get_or_insert_with(|| {
                        Offer::Unknown(format!("it may be among what `{from}` offers"))
                    });
                }
                found @ (Offer::Yes(..)
                | Offer::TypeOnly(_)
                | Offer::Default(_)
                | Offer::Member(_)
                | Offer::Restricted(_)) => return found,
            }
        }
        unknown.unwrap_or(Offer::No(None))
    }

    fn passing(&self, path: &str, from: &str, name: &str) -> Option<Target> {
        let import = links::python::passing(self.facts(path)?, from, name)?;
        Some(self.resolve(path, &import))
    }

    /// Whether a name is that of the module itself: `from . import views`, `pub use a::b` of a module.
    fn is_module(&self, files: &[String], name: &str) -> bool {
        files.iter().any(|file| {
            let stem = file
                .rsplit_once('.')
                .map_or(file.as_str(), |(stem, _)| stem);
            let mut words = stem.rsplit('/');
            let last = words.next().unwrap_or("");
            let folder = words.next().unwrap_or("");
            last == name || (matches!(last, "__init__" | "mod" | "index") && folder == name)
        })
    }
}

/// Best first.
fn rank(offer: &Offer) -> u8 {
    match offer {
        Offer::Yes(..) | Offer::Outside(_) => 0,
        Offer::TypeOnly(_) => 1,
        Offer::Default(_) => 2,
        Offer::Unknown(_) => 3,
        Offer::Member(_) => 4,
        Offer::Restricted(_) => 5,
        Offer::Broken(..) => 6,
        Offer::No(_) => 7,
    }
}
