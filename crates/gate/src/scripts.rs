//! Which files a command would run: a grant is bound to what stands in them.

use ledger::proposal::Proposal;
use shell::effect::What;
use shell::paths;
use shell::place::Place;

use crate::command_effects::Deeds;

/// A file that decides what a command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    /// From the top of the worktree, as it is asked about; absolute where it is elsewhere.
    pub(crate) path: String,
    pub(crate) why: Why,
}

/// Why it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// The command runs it, or reads it while it runs something that is not followed.
    Run,
    /// The same, where nobody looks: it is elsewhere, or which file it is can't be told.
    Afar,
    /// A tool looks into it, where it is there.
    Manifest,
}

/// Files in which tools find what they run, by the tool.
const MANIFESTS: &[(&str, &[&str])] = &[
    ("npm", &["package.json"]),
    ("pnpm", &["package.json"]),
    ("yarn", &["package.json"]),
    ("bun", &["package.json"]),
    ("npx", &["package.json"]),
    ("make", &["GNUmakefile", "makefile", "Makefile"]),
    ("gmake", &["GNUmakefile", "makefile", "Makefile"]),
    ("just", &["justfile", "Justfile", ".justfile"]),
    ("task", &["Taskfile.yml", "Taskfile.yaml"]),
    ("cargo", &["Cargo.toml", "build.rs", ".cargo/config.toml"]),
    (
        "pytest",
        &["conftest.py", "pyproject.toml", "pytest.ini", "setup.cfg"],
    ),
    ("python", &["pyproject.toml", "setup.py", "setup.cfg"]),
    ("python3", &["pyproject.toml", "setup.py", "setup.cfg"]),
    ("pip", &["pyproject.toml", "setup.py", "setup.cfg"]),
    ("tox", &["tox.ini", "pyproject.toml"]),
    ("rake", &["Rakefile"]),
    ("bundle", &["Gemfile"]),
    ("composer", &["composer.json"]),
    ("mvn", &["pom.xml"]),
    ("gradle", &["build.gradle", "build.gradle.kts"]),
    ("deno", &["deno.json", "deno.jsonc"]),
];

/// The files that a proposal would run.
pub(crate) fn scripts(proposal: &Proposal, deeds: Option<&Deeds>) -> Vec<Script> {
    let effects = match deeds {
        None => return Vec::new(),
        Some(Deeds::Refused { .. }) => return vec![untold()],
        Some(Deeds::Known(effects)) => effects,
    };
    // What is read by a command that runs what is not followed may well be what is run.
    let unfollowed = effects.iter().any(|it| runs(&it.what));
    let mut directories = vec![cwd(proposal)];
    let mut tools: Vec<&str> = Vec::new();
    let mut out: Vec<Script> = Vec::new();
    for effect in effects {
        match &effect.what {
            What::Execute { program, .. } => out.push(run(program)),
            What::Read { place, walk: false } if unfollowed => out.push(run(place)),
            // Where a command goes, its tools look.
            What::List(Place::Inside { path, glob: false }) => directories.push(path),
            What::Start(argv) => tools.extend(argv.first().and_then(|it| it.rsplit('/').next())),
            What::Unknown(_) => out.push(untold()),
            What::Read { .. }
            | What::List(_)
            | What::Write(_)
            | What::Delete { .. }
            | What::Code { .. }
            | What::Network(_)
            | What::Git { .. }
            | What::Build(_)
            | What::Script { .. }
            | What::Install { .. }
            | What::Privilege(_)
            | What::Configure(_)
            | What::Secret(_)
            | What::Dashed { .. }
            | What::Message(_)
            | What::Recipes(_)
            | What::Shadowed { .. }
            | What::Marked { .. } => {}
        }
    }
    for directory in directories {
        for name in MANIFESTS
            .iter()
            .filter(|(tool, _)| unfollowed && tools.contains(tool))
            .flat_map(|(_, names)| *names)
        {
            out.push(Script {
                path: paths::join(Some(directory).filter(|it| !it.is_empty()), name),
                why: Why::Manifest,
            });
        }
    }
    out
}

/// Whether an effect runs something that is not in the command's own words.
fn runs(what: &What) -> bool {
    match what {
        What::Execute { .. }
        | What::Code { .. }
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Unknown(_) => true,
        What::List(_)
        | What::Read { .. }
        | What::Write(_)
        | What::Delete { .. }
        | What::Start(_)
        | What::Network(_)
        | What::Git { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Dashed { .. }
        | What::Message(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Marked { .. } => false,
    }
}

/// What is not understood may run anything.
fn untold() -> Script {
    Script {
        path: "something that can't be told before".to_owned(),
        why: Why::Afar,
    }
}

fn run(place: &Place) -> Script {
    let why = match place {
        Place::Inside { path, glob: false } if !path.is_empty() => Why::Run,
        Place::Inside { .. }
        | Place::Home { .. }
        | Place::Outside { .. }
        | Place::Unknown { .. } => Why::Afar,
    };
    let path = place.shown();
    Script { path, why }
}

fn cwd(proposal: &Proposal) -> &str {
    if let Proposal::Exec { cwd, .. } | Proposal::Shell { cwd, .. } = proposal {
        return cwd.as_deref().unwrap_or_default();
    }
    ""
}
