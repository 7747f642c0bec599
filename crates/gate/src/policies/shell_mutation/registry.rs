//! Registries of packages: which programs load from which, and whether a person lets the sandbox reach it.

use ledger::gate::{GateDecision, NextAction};
use shell::effect::{Effect, Network, Way, What};

use crate::policies::Asked;

/// Registries as `network.allow` calls them, with the programs that load from them.
const REGISTRIES: [(&str, &[&str]); 12] = [
    ("conda", &["conda", "mamba", "micromamba"]),
    ("crates", &["cargo"]),
    ("go", &["go"]),
    ("hackage", &["cabal", "stack"]),
    ("hex", &["mix"]),
    ("npm", &["npm", "pnpm", "yarn", "bun"]),
    ("nuget", &["dotnet", "nuget"]),
    ("opam", &["opam"]),
    ("packagist", &["composer"]),
    ("pub", &["dart", "flutter"]),
    ("pypi", &["pip", "pip3", "pipx", "poetry", "uv"]),
    ("rubygems", &["gem", "bundle"]),
];

/// The names of registries that commands may load from unasked, once a person allows them.
pub fn package_registries() -> impl Iterator<Item = &'static str> {
    REGISTRIES.iter().map(|(name, _)| *name)
}

/// The registry that a program loads from.
fn registry_of(program: &str) -> Option<&'static str> {
    let mut all = REGISTRIES.iter();
    let found = all.find(|(_, programs)| programs.contains(&program));
    found.map(|(name, _)| *name)
}

/// Whether commands reach the registry of this program, and nothing else, from their sandbox.
pub(super) fn is_reached(asked: &Asked<'_>, program: &str) -> bool {
    let allowed = |name: &str| asked.context.network.iter().any(|it| it == name);
    asked.context.sandboxed && registry_of(program).is_some_and(allowed)
}

/// Whether a package is named as registries name them: a folder or a file of its own comes from elsewhere.
pub(super) fn is_name(package: &str) -> bool {
    const ELSEWHERE: [&str; 8] = [".", "/", "~", "-", "$", "file:", "link:", "path:"];
    !ELSEWHERE.iter().any(|it| package.starts_with(it)) && !package.contains("..")
}

/// The program of a simple command that loads: the one that it names, or the module of Python that is one.
pub(super) fn program(by: &str) -> &str {
    let mut words = by.split(' ');
    let first = words.next().unwrap_or_default();
    match (words.next(), words.next()) {
        (Some("-m"), Some(module)) if matches!(first, "python" | "python3" | "py") => module,
        _ => first,
    }
}

/// Whether a question would not be asked if commands reached this registry.
#[must_use]
pub fn is_about_registry(decision: &GateDecision, registry: &str) -> bool {
    let how = how(registry);
    decision.findings.iter().any(
        |it| matches!(&it.next_action, NextAction::Authorise { scope } if scope.ends_with(&how)),
    )
}

/// How a person lets commands reach a registry, as the end of a sentence.
fn how(registry: &str) -> String {
    format!(" --network {registry}`")
}

/// What lets a command load from its registry unasked: a grant of the registry for the run, where there is a sandbox to
/// reach it from.
pub(super) fn instead(asked: &Asked<'_>, effect: &Effect, rule: &str) -> Option<NextAction> {
    let loads = matches!(
        &effect.what,
        What::Install { .. }
            | What::Network(Network {
                way: Way::Registry,
                host: None,
                ..
            })
    );
    let name = registry_of(program(&effect.by)).filter(|_| loads && asked.context.sandboxed)?;
    if is_reached(asked, program(&effect.by)) {
        return None;
    }
    let run = asked.context.run.map_or("RUN", |it| it.as_str());
    Some(NextAction::Authorise {
        scope: format!(
            "{rule}, or all of `{name}` for the run: `interlock authorise grant --run {run}{}",
            how(name)
        ),
    })
}
