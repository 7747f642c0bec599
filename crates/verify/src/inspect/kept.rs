//! New places for values that nothing looks at or nothing fills, and new types of errors that nothing makes: said of the
//! whole tree, since what reads a field may stand in any file.

use code::project::FieldUse;
use code::{Definition, DefinitionKind, Delta, Field, Reason};

use super::{FINDINGS_MAX, Subject, rule, short};
use crate::facts::StubFact;

/// Fields that are looked at.
const FIELDS_MAX: usize = 1_000;
/// How names of types end that are made to tell of an error.
const ERRORS: [&str; 3] = ["Error", "Exception", "Failure"];

impl Subject<'_> {
    /// What is new, kept and of no use.
    pub(super) fn kept(&self, delta: Option<&Delta>) -> Vec<StubFact> {
        let Some(delta) = delta else {
            return Vec::new();
        };
        let fields = delta.fields.iter().take(FIELDS_MAX);
        let fields = fields.filter_map(|at| self.field(self.code.fields.get(*at)?));
        let definitions = delta.definitions.iter();
        let errors = definitions.filter_map(|at| self.error(self.code.definitions.get(*at)?));
        let mut found: Vec<StubFact> = fields.chain(errors).take(FINDINGS_MAX).collect();
        // A file's own rules may have found the same.
        found.retain(|it| {
            let mut stubs = self.code.stubs.iter();
            !stubs.any(|stub| stub.line == it.line && rule(stub.reason) == it.rule)
        });
        found
    }

    fn field(&self, field: &Field) -> Option<StubFact> {
        let (reason, why) = match self.ground.project.field(field) {
            FieldUse::Used => return None,
            FieldUse::NeverRead => (Reason::NeverRead, "is kept, and nothing reads it"),
            FieldUse::NeverFed => (
                Reason::StateNeverFed,
                "is read, and nothing ever puts anything into it",
            ),
        };
        let what = match field.owner.as_str() {
            "" => field.name.clone(),
            owner => format!("{owner}.{}", field.name),
        };
        Some(finding(field.line, &what, reason, why))
    }

    /// A new type of errors that nothing makes: what was to be told is told to nobody.
    fn error(&self, definition: &Definition) -> Option<StubFact> {
        let name = definition.name.as_str();
        let tells = ERRORS
            .iter()
            .any(|end| name.len() > end.len() && name.ends_with(end));
        let type_of_its_own = match definition.kind {
            DefinitionKind::Struct | DefinitionKind::Enum => true,
            DefinitionKind::Function
            | DefinitionKind::Method
            | DefinitionKind::Trait
            | DefinitionKind::TypeAlias
            | DefinitionKind::Constant
            | DefinitionKind::Variable
            | DefinitionKind::Module
            | DefinitionKind::Macro => false,
        };
        let idle = type_of_its_own
            && tells
            && !definition.test
            && !self.ground.project.makes(self.path.as_str(), name);
        idle.then(|| {
            let why = "is an error that nothing ever makes";
            finding(definition.span.line, name, Reason::NeverRead, why)
        })
    }
}

fn finding(line: u32, what: &str, reason: Reason, why: &str) -> StubFact {
    StubFact {
        line,
        what: short(what),
        why: why.to_owned(),
        rule: rule(reason).to_owned(),
        level: reason.level(),
        certain: true,
        fresh: true,
        hollow_test: false,
        test: false,
    }
}
