//! Names that a module of TypeScript brings in from another file of the tree, and then says nowhere: what came to be used
//! is not.

use code::{Import, ImportKind, Language, Reading, Reason};
use project::{Target, is_declaration};

use crate::facts::StubFact;
use crate::inspect::prose::says;
use crate::inspect::{Subject, finding};
use crate::rules::IMPORT_UNUSED;

/// Names that are looked at.
const NAMES_MAX: usize = 500;

impl Subject<'_> {
    /// Names that this change brings in and does not use.
    pub(in crate::inspect) fn idle_imports(&self) -> Vec<StubFact> {
        let script = self.code.language.is_script();
        let path = self.path.as_str();
        let known = self.code.reading == Reading::Parsed && !self.code.truncated;
        let Some(base) = self.context.base.filter(|_| script && known) else {
            return Vec::new();
        };
        if is_declaration(path) {
            return Vec::new();
        }
        let before = base.facts(path);
        let stood = |local: &str| {
            let imports = before.into_iter().flat_map(|it| &it.imports);
            let mut names = imports.flat_map(|it| &it.names);
            names.any(|it| it.local.as_deref() == Some(local))
        };
        let own = self
            .code
            .imports
            .iter()
            .filter(|it| self.is_of_the_tree(it));
        let names = own.flat_map(|import| {
            let names = import.names.iter();
            names.filter_map(move |it| Some((import.line, it.local.as_deref()?)))
        });
        let idle = names
            .take(NAMES_MAX)
            // By a leading underscore a name says that it is not to be used.
            .filter(|(_, local)| !local.starts_with('_'))
            .filter(|(_, local)| !stood(local) && !self.is_said_again(local));
        idle.map(|(line, local)| {
            let why = "is brought in from another file of the tree, and never used";
            finding(line, local, Reason::NeverRead, why).ruled(IMPORT_UNUSED)
        })
        .collect()
    }

    /// Whether something at run time is brought in from one file of the tree.
    fn is_of_the_tree(&self, import: &Import) -> bool {
        let kind = match import.kind {
            ImportKind::Static | ImportKind::Require => true,
            ImportKind::SideEffect
            | ImportKind::Dynamic
            | ImportKind::Reexport
            | ImportKind::Mod
            | ImportKind::ModAt
            | ImportKind::Use
            | ImportKind::Path => false,
        };
        let target = || self.context.project.resolve(self.path.as_str(), import);
        kind && !import.type_only && !import.test && matches!(target(), Target::Files(_))
    }

    /// Whether any code of the file but the import says a name, in whatever manner; in a template a component may be
    /// written in small letters.
    fn is_said_again(&self, local: &str) -> bool {
        let used = self.code.references.contains_key(local);
        let mut exports = self.code.exports.iter();
        let passed = exports.any(|it| it.name == local || it.local.as_deref() == Some(local));
        let vue = self.code.language == Language::Vue;
        let component = vue && local.starts_with(|c: char| c.is_ascii_uppercase());
        // Of `./load` and `app.load` it is no part.
        let part = |c: char| c.is_alphanumeric() || "_$./".contains(c);
        let written = |line: &str| {
            let noted = ["//", "* ", "*/"].iter().any(|it| line.starts_with(it));
            let words = line.split(|c: char| !part(c));
            match noted {
                true => 0,
                false => words
                    .map(|it| it.trim_start_matches("..."))
                    .filter(|it| it.split('.').next() == Some(local))
                    .count(),
            }
        };
        let lines = self.source.lines().map(|it| written(it.trim_start()));
        let said = lines.fold(0_usize, usize::saturating_add);
        used || passed || component || said > 1 || !says(self.source, local)
    }
}
