//! New places for values that nothing looks at or nothing fills, and new types of errors that nothing makes: said of the
//! whole tree, since what reads a field may stand in any file.

use code::{Definition, DefinitionKind, Delta, Exported, Field, Language, Reason};
use project::FieldUse;

use crate::facts::StubFact;
use crate::inspect::known::last;
use crate::inspect::{FINDINGS_MAX, Subject, finding, rule};
use crate::rules::{ERROR_NEVER_MADE, FEATURE_UNDECLARED, PLAN_ERROR_DROPPED};

/// Fields that are looked at.
const FIELDS_MAX: usize = 1_000;

impl Subject<'_> {
    /// What is new, kept and of no use.
    pub(in crate::inspect) fn kept(
        &self,
        delta: Option<&Delta>,
        before: Option<&str>,
    ) -> Vec<StubFact> {
        let Some(delta) = delta else {
            return Vec::new();
        };
        let fields = delta.fields.iter().take(FIELDS_MAX);
        let fields = fields.filter_map(|at| self.field(self.code.fields.get(*at)?));
        let definitions = delta.definitions.iter();
        let errors = definitions.filter_map(|at| self.error(self.code.definitions.get(*at)?));
        let features = self.features().into_iter();
        let values = self.hooks(delta).into_iter();
        let values = values.chain(self.idle_imports());
        let values = values.chain(self.idle_slots(before));
        let values = values.chain(self.unheard());
        let thrown = self.thrown_away().into_iter().map(|line| {
            finding(
                line,
                "let _",
                Reason::SwallowedError,
                "drops an error that the plan speaks of",
            )
            .ruled(PLAN_ERROR_DROPPED)
        });
        let all = fields
            .chain(errors)
            .chain(features)
            .chain(values)
            .chain(self.unheeded_choices())
            .chain(thrown);
        let mut found: Vec<StubFact> = all.take(FINDINGS_MAX).collect();
        // A file's own rules may have found the same.
        found.retain(|it| {
            let mut stubs = self.code.stubs.iter();
            !stubs.any(|stub| stub.line == it.line && rule(stub.reason) == it.rule)
        });
        found
    }

    /// Functions that give something back which nobody takes: new ones, and those of which somebody took it. One that others
    /// may call does nothing else but to work that out.
    fn unheard(&self) -> Vec<StubFact> {
        let Some(base) = self
            .context
            .base
            .filter(|_| self.code.language != Language::Vue)
        else {
            return Vec::new();
        };
        let all = self.code.definitions.iter().take(FIELDS_MAX);
        let alone = all.filter(|it| {
            let all = self.code.definitions.iter();
            let bearers = all.filter(|one| last(one) == last(it));
            !it.test && it.kind.is_function() && bearers.count() == 1
        });
        let idle = alone.filter(|it| {
            let name = last(it);
            let marked = |sign: &str| self.code.set.contains_key(&format!("{name}{sign}"));
            let (now, then) = (self.context.project, base);
            let own = marked("->")
                && it.exported != Exported::Yes
                && now.throws_away(name)
                && !then.throws_away(name);
            own || marked("=>")
                && now.works_out_for_nothing(name)
                && !then.works_out_for_nothing(name)
        });
        idle.map(|it| {
            let why = "gives something back, and nothing that calls it takes that";
            finding(it.span.line, &it.name, Reason::ResultDiscarded, why)
        })
        .collect()
    }

    /// Code that hangs on a feature which no manifest declares is never built.
    pub(in crate::inspect) fn features(&self) -> Vec<StubFact> {
        let path = self.path.as_str();
        // Where the tree had such code before, new code follows its manner.
        let known = |name: &str| {
            self.context
                .base
                .is_none_or(|it| it.leaves_undeclared(name))
        };
        let undeclared = self.context.project.undeclared(path).into_iter();
        let fresh = undeclared.filter(|(name, _)| !known(name));
        fresh
            .map(|(name, line)| {
                let why =
                    "is a feature that its manifest does not declare, so that it is never built";
                finding(line, &name, Reason::NeverRead, why).ruled(FEATURE_UNDECLARED)
            })
            .collect()
    }

    fn is_rust(&self) -> bool {
        self.code.language == Language::Rust
    }

    fn field(&self, field: &Field) -> Option<StubFact> {
        let mut own = None;
        let (reason, why) = match self.context.project.field(field) {
            FieldUse::Used => return None,
            // What begins with a capital letter is a kind of an error (Rust).
            FieldUse::NeverRead if field.name.starts_with(char::is_uppercase) && self.is_rust() => {
                own = Some(ERROR_NEVER_MADE);
                (Reason::NeverRead, "is an error that nothing ever makes")
            }
            FieldUse::NeverRead => (Reason::NeverRead, "is kept, and nothing reads it"),
            FieldUse::NeverFed => (
                Reason::StateNeverFed,
                "is read, and nothing ever puts anything into it",
            ),
            FieldUse::Fixed => (
                Reason::FixedValue,
                "tells a place, and is the same wherever it is set",
            ),
        };
        let what = match field.owner.as_str() {
            "" => field.name.clone(),
            owner if field.name.find('#').is_some_and(|at| at > 0) => owner.to_owned(),
            owner => format!("{owner}.{}", field.name),
        };
        let found = finding(field.line, &what, reason, why);
        Some(match own {
            Some(rule) => found.ruled(rule),
            None => found,
        })
    }

    /// A new type of errors that nothing makes: what was to be told is told to nobody.
    fn error(&self, definition: &Definition) -> Option<StubFact> {
        let name = definition.name.as_str();
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
            && code::names_an_error(name)
            // One called nothing else is made under many names.
            && !matches!(name, "Error" | "Exception" | "Failure" | "Err")
            && !definition.test
            && !self.context.project.makes(self.path.as_str(), name);
        idle.then(|| {
            let why = "is an error that nothing ever makes";
            finding(definition.span.line, name, Reason::NeverRead, why).ruled(ERROR_NEVER_MADE)
        })
    }
}
