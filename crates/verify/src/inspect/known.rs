//! What a tree knows by a name, and what of that the change has written.

use code::{Definition, Facts};
use project::Project;

use super::InspectionContext;
use super::prose::names;

pub(in crate::inspect) fn defines(facts: &Facts, name: &str) -> bool {
    facts.definitions.iter().any(|it| last(it) == name)
}

/// Whether a file holds a name anywhere in its code.
pub(in crate::inspect) fn mentions(facts: &Facts, name: &str) -> bool {
    let brought = |import: &code::Import| {
        let mut names = import.names.iter();
        import.path.contains(name)
            || names.any(|it| it.name == name || it.local.as_deref() == Some(name))
    };
    defines(facts, name)
        || facts.references.contains_key(name)
        || facts.members.contains_key(name)
        || facts.macro_words.contains_key(name)
        || facts.exports.iter().any(|it| it.name == name)
        || facts.imports.iter().any(brought)
}

pub(in crate::inspect) fn last(definition: &Definition) -> &str {
    let name = definition.name.as_str();
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// Whether the change wrote a thing of that name.
pub(in crate::inspect) fn is_fresh(project: &Project, base: &Project, name: &str) -> bool {
    project.all().any(|(_, facts)| defines(facts, name))
        && !base.all().any(|(_, facts)| defines(facts, name))
}

/// Whether something that a text of the plan names was written by this very change.
pub(in crate::inspect) fn begun(
    context: &InspectionContext<'_>,
    base: &Project,
    text: &str,
) -> bool {
    let names = names(text);
    names.iter().any(|it| is_fresh(context.project, base, it))
}
