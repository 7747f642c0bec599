//! The questions other rooms ask of one file's facts.

use crate::facts::{Definition, Exporting, Facts, Reading};

impl Facts {
    /// Whether the file exports `name`, by the language's own rules. `Type::method` and `Type.method` ask
    /// for a public member. Never [`Exporting::No`] where syntax could not tell.
    #[must_use]
    pub fn export_of(&self, name: &str) -> Exporting {
        let _ = name;
        Exporting::Unknown("not read yet")
    }

    /// Every definition of that name, with or without the module and type around it.
    pub fn definitions_of(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.definitions.iter().filter(move |d| d.name == name)
    }

    /// Facts rest on words, not syntax; or on nothing at all.
    #[must_use]
    pub fn weak(&self) -> bool {
        match self.reading {
            Reading::Parsed | Reading::Damaged { .. } => false,
            Reading::Words | Reading::Unreadable(_) => true,
        }
    }
}
