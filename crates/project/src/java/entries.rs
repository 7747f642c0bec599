//! Why a Java file begins something by itself.

use super::Manifests;
use super::builds::Build;
use super::index::{self, within};
use crate::world::World;
use crate::{At, Entry, EntryKind};
use code::Facts;
use code::Language;
use code::is_test_path;
use code::{Definition, Exported};

/// Annotations of classes that bring no one to use them.
const INERT: [&str; 66] = [
    "Deprecated",
    "SuppressWarnings",
    "SafeVarargs",
    "FunctionalInterface",
    "Data",
    "Value",
    "Getter",
    "Setter",
    "Builder",
    "SuperBuilder",
    "ToString",
    "EqualsAndHashCode",
    "AllArgsConstructor",
    "NoArgsConstructor",
    "RequiredArgsConstructor",
    "Accessors",
    "With",
    "Jacksonized",
    "UtilityClass",
    "Slf4j",
    "Log4j2",
    "Log",
    "CommonsLog",
    "Immutable",
    "ThreadSafe",
    "NotThreadSafe",
    "Nullable",
    "NonNullApi",
    "NonNullFields",
    "NullMarked",
    "ParametersAreNonnullByDefault",
    "Generated",
    "GwtCompatible",
    "GwtIncompatible",
    "J2ktIncompatible",
    "J2ObjCIncompatible",
    "ElementTypesAreNonnullByDefault",
    "Beta",
    "API",
    "Internal",
    "Experimental",
    "PublicApi",
    "InterfaceAudience",
    "InterfaceStability",
    "Retention",
    "Target",
    "Documented",
    "Inherited",
    "Repeatable",
    "Transactional",
    "Validated",
    "CheckReturnValue",
    "Order",
    "Primary",
    "Scope",
    "Profile",
    "Lazy",
    "JsonInclude",
    "JsonIgnoreProperties",
    "JsonPropertyOrder",
    "JsonSerialize",
    "JsonDeserialize",
    "JsonTypeInfo",
    "JsonSubTypes",
    "IgnoreJRERequirement",
    "VisibleForTesting",
];

/// Why a file begins something by itself, if it does.
pub(crate) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    let java = &world.java;
    let name = at.path.rsplit('/').next().unwrap_or(at.path);
    if matches!(name, "package-info.java" | "module-info.java") {
        let why = format!("a `{name}`, which the compiler reads");
        return Some(Entry::new(EntryKind::Tool, why));
    }
    if at.facts.starts.is_some() {
        return Some(Entry::new(
            EntryKind::Program,
            "a class with a `main` method",
        ));
    }
    let tests = types(at.facts).any(|it| it.test);
    if tests {
        return Some(Entry::new(EntryKind::Test, "a class of tests"));
    }
    named(java, at.facts)
        .or_else(|| marked(at.facts))
        .or_else(|| offered(java, at))
}

/// Types at the outermost level of a file.
fn types(facts: &Facts) -> impl Iterator<Item = &Definition> {
    let all = facts.definitions.iter();
    all.filter(|it| index::is_type(it.kind) && !it.nested && !it.name.contains('.'))
}

fn named(java: &Manifests, facts: &Facts) -> Option<Entry> {
    let all = facts.definitions.iter();
    let mut all = all.filter(|it| index::is_type(it.kind) && !it.nested);
    all.find_map(|it| {
        let by = java.named.by(&within(&facts.package, &it.name))?;
        let why = format!("named by `{by}`");
        Some(Entry::new(EntryKind::Framework, why))
    })
}

/// What an annotation stands for is known to its processor or container alone; one that is known to stand for nothing
/// is no reason.
fn marked(facts: &Facts) -> Option<Entry> {
    let mut marks = types(facts).flat_map(|it| &it.marks);
    let mark = marks.find(|mark| !INERT.contains(&mark.as_str()))?;
    let why = format!("marked `@{mark}`");
    Some(Entry::new(EntryKind::Framework, why))
}

/// A public type of a library.
fn offered(java: &Manifests, at: At<'_>) -> Option<Entry> {
    let public = types(at.facts).find(|it| it.exported == Exported::Yes)?;
    let module = java.builds.module(at.path);
    let root = root(at.path, &at.facts.package);
    let open = is_library(java, module)
        && !root.is_some_and(|root| java.named.hides(root, &at.facts.package))
        && !is_test_path(at.path, Language::Java);
    let why = format!("a library's public type, `{}`", public.name);
    open.then(|| Entry::new(EntryKind::Library, why))
}

/// Whether others are to depend on a module. What a program of the tree depends on is there for that program, unless it
/// is published.
fn is_library(java: &Manifests, module: &str) -> bool {
    let build = java.builds.of(module);
    if build.is_some_and(Build::is_library) {
        return true;
    }
    let program = build.is_some_and(Build::is_application) || java.index.is_program(module);
    let mut programs = java
        .index
        .programs()
        .filter(|it| java.builds.of(it).is_some());
    let serves = programs.any(|it| it != module && java.builds.sees(it, module));
    !program && !serves
}

/// The folder that packages begin in.
fn root<'p>(path: &'p str, package: &str) -> Option<&'p str> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let package = package.replace('.', "/");
    let root = folder.strip_suffix(&package)?;
    Some(root.trim_end_matches('/'))
}
