//! What stands against each kind of effect.

use ledger::gate::Severity;
use ledger::phase::Phase;
use shell::argv_of;
use shell::effect::{Effect, Goes, Level, Origin, What};
use shell::place::Place;

use super::{manifest, message, modules, names, network, places, registry, scripts};
use crate::declared::is_declared;
use crate::policies::Asked;

/// What stands against an effect.
pub(super) struct Objection {
    pub(super) severity: Severity,
    pub(super) id: String,
    pub(super) message: String,
}

impl Objection {
    pub(super) fn hard(id: &str, message: impl Into<String>) -> Option<Self> {
        Some(Self {
            severity: Severity::HardDeny,
            id: id.to_owned(),
            message: message.into(),
        })
    }

    pub(super) fn soft(id: &str, message: impl Into<String>) -> Option<Self> {
        Some(Self {
            severity: Severity::SoftDeny,
            id: id.to_owned(),
            message: message.into(),
        })
    }
}

/// What stands against an effect by itself.
pub(super) fn objection(asked: &Asked<'_>, effect: &Effect) -> Option<Objection> {
    match &effect.what {
        What::Start(_) | What::Git { .. } | What::Recipes(_) => None,
        What::List(place) => places::listed(place),
        What::Read { place, walk } => places::read(asked, place, *walk),
        What::Write(place) => places::written(asked, place),
        // What stood there is written as well, and judged so.
        What::Delete {
            goes: Goes::Elsewhere,
            ..
        } => None,
        What::Delete { place, goes } => places::deleted(asked, place, *goes == Goes::WithAllBelow),
        What::Execute {
            program,
            why,
            called,
        } => executed(asked, program, why, *called),
        What::Code { language, origin } => code(language, *origin),
        What::Network(network) => network::judge(asked, network, &effect.by),
        What::Build(by) => build(asked, by),
        What::Script { tool, name, .. } => build(asked, &format!("{tool} run {name}"))
            .or_else(|| manifest::rewrites(asked, name, &effect.by))
            .or_else(|| script(asked, tool, name)),
        What::Install { tool, packages } => installed(asked, (tool, &effect.by), packages),
        What::Privilege(why) => Objection::hard("privilege", why.clone()),
        What::Configure(what) => Objection::soft("configures", what.clone()),
        What::Secret(what) => Objection::hard("secret", what.clone()),
        What::Shadowed { files, why } => modules::judge(asked, files, why, &effect.by),
        What::Message(place) => message::judge(asked, place),
        What::Dashed { directory, why } => names::judge(asked, directory, why),
        What::Marked {
            level: Level::Deny,
            id,
            why,
        } => Objection::hard(id, why.clone()),
        // What a project's own files decide: nothing to ask where the project is trusted.
        What::Marked {
            level: Level::Ask,
            id,
            ..
        } if id == "untrusted-config" && asked.context.trusted => None,
        What::Marked {
            level: Level::Ask,
            id,
            why,
        } => Objection::soft(id, why.clone()),
        What::Unknown(why) => Objection::soft("not-understood", why.clone()),
    }
}

/// What the project's own manifest names comes from what is at hand: a sandbox holds the scripts of packages as it holds
/// tests. Others come from the registry, where a person lets the sandbox reach it.
fn installed(
    asked: &Asked<'_>,
    (tool, by): (&str, &str),
    packages: &[String],
) -> Option<Objection> {
    let named = packages.iter().all(|it| registry::is_name(it));
    let at_hand =
        packages.is_empty() || (named && registry::is_reached(asked, registry::program(by)));
    if asked.context.sandboxed && at_hand {
        return build(asked, tool);
    }
    let what = if packages.is_empty() {
        "packages".to_owned()
    } else {
        packages.join(", ")
    };
    Objection::soft("installs", format!("`{tool}` would bring in {what}"))
}

fn code(language: &str, origin: Origin) -> Option<Objection> {
    match origin {
        Origin::Network | Origin::Decoded | Origin::Elsewhere | Origin::Secret => Objection::hard(
            "runs-foreign-text",
            format!("{language} text from elsewhere would be run"),
        ),
        Origin::Written
        | Origin::Computed
        | Origin::File
        | Origin::Environment
        | Origin::Program
        | Origin::Unknown => Objection::soft(
            "runs-code",
            format!("{language} text would be run that is not followed"),
        ),
    }
}

/// Builds and tests run the project's code: in the sandbox, in the phases that change or check something. What is
/// declared is run by the harness itself as evidence, over the same files: asking would protect nothing.
pub(super) fn build(asked: &Asked<'_>, by: &str) -> Option<Objection> {
    if !matches!(asked.context.phase, Phase::Executing | Phase::Validating) {
        return Objection::soft(
            "out-of-phase",
            format!(
                "builds and tests run in `executing` and `validating`; the run is in `{}`",
                asked.context.phase
            ),
        );
    }
    let declared = asked.declared();
    if argv_of(by).is_some_and(|argv| is_declared(&declared, &argv)) {
        return None;
    }
    if !asked.context.sandboxed {
        return Objection::soft(
            "no-sandbox",
            "there is no sandbox here, so only what looks, or changes files that are known, runs unasked",
        );
    }
    (!asked.context.trusted)
        .then(|| {
            Objection::soft(
                "untrusted-build",
                "a project that is not trusted decides what its build runs",
            )
        })
        .flatten()
}

/// A file is run: the project's own scripts and what its build made are the project's code, as tests are.
fn executed(asked: &Asked<'_>, program: &Place, why: &str, called: bool) -> Option<Objection> {
    match program {
        Place::Inside { path, glob: false } if called && scripts::is_project_script(path) => {
            build(asked, path)
        }
        Place::Inside { .. }
        | Place::Home { .. }
        | Place::Outside { .. }
        | Place::Unknown { .. } => places::executed(asked, program, why),
    }
}

/// A script of the manifest runs unasked where it is one of those that projects declare for building and checking.
fn script(asked: &Asked<'_>, tool: &str, name: &str) -> Option<Objection> {
    let declared = asked.declared();
    let known = [
        "test",
        "tests",
        "lint",
        "build",
        "check",
        "typecheck",
        "format",
        "fmt",
        "bench",
        "coverage",
        "ci",
        "unit",
        "e2e",
        "doc",
        "docs",
        "spec",
        "specs",
        "all",
        "default",
        "verify",
        "validate",
        "compile",
        "types",
        "tsc",
        "list",
        "help",
        "integration",
    ];
    let says = name
        .split([':', '-', '_', '.'])
        .any(|word| known.contains(&word));
    let says = says && !shell::goes_further(&name.replace("prod", ""));
    // These run programs of the project's packages by their names as well; what those do is judged beside this.
    let is_program = matches!(tool, "yarn" | "pnpm" | "bun") && shell::has_model(name);
    let spelled = [format!("{tool} {name}"), format!("{tool} run {name}")];
    let is_declared = declared
        .iter()
        .any(|line| spelled.iter().any(|it| line == it));
    if is_declared || says || is_program {
        return None;
    }
    Objection::soft(
        "runs-script",
        format!("`{tool}` would run the project's script `{name}`"),
    )
}
