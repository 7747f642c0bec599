//! `shell-mutation`: what a command really does, from its syntax tree. Every effect is judged; one that blocks blocks
//! the command.

use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::phase::Phase;
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo, rules};
use crate::canonical::{CANONICAL_CHARS_MAX, canonical, invisible, plain, turns, visible};
use crate::deeds::{self, Deeds};
use crate::lookup;
use crate::finding::{about, finding, hard, run, soft, stop, use_path};
use contained::Guard;
use crate::shell::effect::{Effect, Goes, Level, Origin, Way, What};
use crate::shell::place::Place;
use crate::address::is_loopback;
use crate::git::call::Call;
use crate::shell::argv_of;

mod contained;
mod examples;
mod foreign;
pub(crate) mod manifest;
mod message;
mod modules;
mod names;
mod network;
mod places;
mod scripts;
mod steers;

const NAME: &str = "shell-mutation";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "A command may do what each of its effects may do: reading and writing inside the worktree, the project's own builds and tests.",
        why: "Lists of forbidden words are always incomplete; what a command does is what its tree, its programs and their options say, and what is not understood must stop.",
        instead: "Use the read, search, write and edit tools, a declared command, or ask for leave.",
        matches: examples::MATCHES,
        passes: examples::PASSES,
        strict_in_quick: true,
    },
    judge,
};

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

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let Some(deeds) = asked.deeds() else {
        return Vec::new();
    };
    let shown = canonical(proposal);
    let mut out = hidden(proposal);
    match deeds {
        Deeds::Refused { why, limit } => {
            let message = format!("this command is not understood: {why}");
            out.extend(dangers(asked, proposal));
            out.push(if *limit {
                hard(NAME, "too-much", message, run("a shorter, plainer command"))
            } else {
                soft(NAME, "not-understood", message)
            });
        }
        Deeds::Known(effects) => {
            // A rule of the user's own speaks of one command, not of what is joined to it.
            let single = effects.windows(2).all(|pair| matches!(pair, [a, b] if a.by == b.by));
            // What is declared the harness itself runs as evidence, over the same files: asking would protect nothing.
            let granted = is_declared(asked, proposal) || (single && rules::allows(asked, proposal));
            let judged = effects
                .iter()
                .filter(|effect| !delivers(asked, effects, effect) && !is_own_service(effects, effect));
            let guard = Guard::of(asked, effects);
            let found = judged.filter_map(|effect| {
                one(asked, effect, granted, guard).filter(|it| it.id != "out-of-phase" || !renames(asked, effects, effect))
            });
            out.extend(found);
            out.extend(afar(effects));
            out.extend(foreign::fetched_and_run(effects));
            out.extend(manifest::behind(asked, effects));
        }
    }
    out.dedup_by(|a, b| a.id == b.id && a.message == b.message);
    out.into_iter()
        .map(|finding| about(finding, &shown))
        .collect()
}

/// Whether the whole proposal is one of the declared commands, in a phase that runs them.
fn is_declared(asked: &Asked<'_>, proposal: &Proposal) -> bool {
    let argv = if let Proposal::Exec { argv, .. } = proposal {
        Some(argv.clone())
    } else if let Proposal::Shell { command, .. } = proposal {
        argv_of(command)
    } else {
        None
    };
    let runs = matches!(asked.context.phase, Phase::Executing | Phase::Validating);
    runs && argv.is_some_and(|argv| lookup::is_declared(&lookup::declared(asked), &argv))
}

/// What is recognised in text that can't be read and nobody may do.
fn dangers(asked: &Asked<'_>, proposal: &Proposal) -> Vec<Finding> {
    let Proposal::Shell { command, .. } = proposal else {
        return Vec::new();
    };
    let effects = deeds::likely(command, asked.context);
    let mut out: Vec<Finding> = effects.iter().filter_map(|effect| one(asked, effect, false, Guard::Nothing)).collect();
    out.extend(afar(&effects));
    out.extend(foreign::fetched_and_run(&effects));
    out.retain(|it| it.severity == Severity::HardDeny);
    out
}

fn one(asked: &Asked<'_>, effect: &Effect, granted: bool, guard: Guard) -> Option<Finding> {
    let Objection {
        severity,
        id,
        message,
    } = objection(asked, effect)
        .or_else(|| contained::unguarded(&effect.what, guard))?;
    // The user's own rule may allow what would only ask.
    if granted && severity == Severity::SoftDeny {
        return None;
    }
    let text = format!("`{}`: {message}", effect.by);
    Some(if severity == Severity::HardDeny {
        hard(NAME, &id, text, stop("leave this; say what you need it for"))
    } else if id == "out-of-phase" {
        finding(severity, NAME, &id, text, use_path("phase executing"))
    } else {
        soft(NAME, &id, text)
    })
}

/// Git asks the origin what is new, while the branch is delivered.
fn delivers(asked: &Asked<'_>, effects: &[Effect], effect: &Effect) -> bool {
    let asks_origin = matches!(&effect.what, What::Network(it) if it.way == Way::Registry);
    let by_git = || effects.iter().any(|it| it.by == effect.by && it.what.git().is_some());
    asks_origin && asked.context.phase == Phase::Merging && by_git()
}

/// Git moves a file within the change that is delivered: the change names it anew, like a commit of it would.
fn renames(asked: &Asked<'_>, effects: &[Effect], effect: &Effect) -> bool {
    let moves = |it: &Effect| {
        let argv = it.what.git();
        it.by == effect.by && argv.and_then(Call::of).is_some_and(|call| call.verb == "mv")
    };
    asked.context.phase == Phase::Merging && effects.iter().any(moves)
}

/// What asks of strangers and not of a service on this very machine, which the developer started: certificates that are
/// not checked, requests that change something.
fn is_own_service(effects: &[Effect], effect: &Effect) -> bool {
    let kept = |what: &What| matches!(what, What::Marked { level: Level::Ask, id, .. } if id == "trust" || id == "changes-service");
    let connections = || effects.iter().filter(|it| it.by == effect.by).filter_map(|it| {
        if let What::Network(network) = &it.what { Some(network) } else { None }
    });
    kept(&effect.what) && connections().next().is_some() && connections().all(network::is_harmless)
}

/// Changing data of another machine, outside the worktree, or of Interlock: what would ask here, nobody may do there.
fn afar(effects: &[Effect]) -> Option<Finding> {
    let changes = |it: &&Effect| matches!(&it.what, What::Marked { id, .. } if id == "changes-data" || id == "destroys-data");
    let elsewhere = |what: &What| match what {
        What::Network(network) => !network.host.as_deref().is_some_and(is_loopback),
        What::Read { place: Place::Home { .. }, .. } => true,
        What::Read { place: place @ Place::Outside { .. }, .. } => {
            place.text().is_some_and(|path| !path.starts_with("/tmp/") && !path.starts_with("/dev/"))
        }
        What::Read { place, .. } => place.text().is_some_and(|path| crate::paths::is_ours(&path)),
        What::List(_) | What::Write(_) | What::Delete { .. } | What::Start(_) | What::Execute { .. } | What::Code { .. }
        | What::Git { .. } | What::Build(_) | What::Script { .. } | What::Install { .. } | What::Privilege(_)
        | What::Configure(_) | What::Secret(_) | What::Dashed { .. } | What::Message(_) | What::Recipes(_) | What::Shadowed { .. } | What::Marked { .. } | What::Unknown(_) => false,
    };
    effects
        .iter()
        .filter(changes)
        .find(|it| effects.iter().any(|other| other.by == it.by && elsewhere(&other.what)))
        .map(|it| {
            let text = format!("`{}`: it changes data that is not the project's", it.by);
            hard(NAME, "changes-remote-data", text, stop("leave this; say what you need it for"))
        })
}

fn objection(asked: &Asked<'_>, effect: &Effect) -> Option<Objection> {
    match &effect.what {
        What::Start(_) | What::Git { .. } | What::Recipes(_) => None,
        What::List(place) => places::listed(place),
        What::Read { place, walk } => places::read(asked, place, *walk),
        What::Write(place) => places::written(asked, place),
        // What stood there is written as well, and judged so.
        What::Delete { goes: Goes::Elsewhere, .. } => None,
        What::Delete { place, goes } => places::deleted(asked, place, *goes == Goes::WithAllBelow),
        What::Execute { program, why, called } => executed(asked, program, why, *called),
        What::Code { language, origin } => code(language, *origin),
        What::Network(network) => network::judge(asked, network),
        What::Build(by) => build(asked, by),
        What::Script { tool, name, .. } => {
            build(asked, &format!("{tool} run {name}"))
                .or_else(|| manifest::rewrites(asked, name, &effect.by))
                .or_else(|| script(asked, tool, name))
        }
        What::Install { tool, packages } => {
            let what = if packages.is_empty() { "packages".to_owned() } else { packages.join(", ") };
            Objection::soft("installs", format!("`{tool}` would bring in {what}"))
        }
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
        What::Marked { level: Level::Ask, id, .. } if id == "untrusted-config" && asked.context.trusted => None,
        What::Marked {
            level: Level::Ask,
            id,
            why,
        } => Objection::soft(id, why.clone()),
        What::Unknown(why) => Objection::soft("not-understood", why.clone()),
    }
}

fn code(language: &str, origin: Origin) -> Option<Objection> {
    match origin {
        Origin::Network | Origin::Decoded | Origin::Elsewhere | Origin::Secret => {
            Objection::hard("runs-foreign-text", format!("{language} text from elsewhere would be run"))
        }
        Origin::Written | Origin::Computed | Origin::File | Origin::Environment | Origin::Program
        | Origin::Unknown => {
            Objection::soft("runs-code", format!("{language} text would be run that is not followed"))
        }
    }
}

/// Builds and tests run the project's code: in the sandbox, in the phases that change or check something. What is
/// declared is run by the harness itself as evidence, over the same files: asking would protect nothing.
fn build(asked: &Asked<'_>, by: &str) -> Option<Objection> {
    if !matches!(asked.context.phase, Phase::Executing | Phase::Validating) {
        return Objection::soft(
            "out-of-phase",
            format!("builds and tests run in `executing` and `validating`; the run is in `{}`", asked.context.phase),
        );
    }
    let declared = lookup::declared(asked);
    if argv_of(by).is_some_and(|argv| lookup::is_declared(&declared, &argv)) {
        return None;
    }
    if !asked.context.sandboxed {
        return Objection::soft("no-sandbox", "there is no sandbox here, so only what looks, or changes files that are known, runs unasked");
    }
    (!asked.context.trusted)
        .then(|| Objection::soft("untrusted-build", "a project that is not trusted decides what its build runs"))
        .flatten()
}

/// A file is run: the project's own scripts and what its build made are the project's code, as tests are.
fn executed(asked: &Asked<'_>, program: &Place, why: &str, called: bool) -> Option<Objection> {
    match program {
        Place::Inside { path, glob: false } if called && scripts::is_project_script(path) => build(asked, path),
        Place::Inside { .. } | Place::Home { .. } | Place::Outside { .. } | Place::Unknown { .. } => {
            places::executed(asked, program, why)
        }
    }
}

/// A script of the manifest runs unasked where it is one of those that projects declare for building and checking.
fn script(asked: &Asked<'_>, tool: &str, name: &str) -> Option<Objection> {
    let declared = lookup::declared(asked);
    let known = ["test", "tests", "lint", "build", "check", "typecheck", "format", "fmt", "bench", "coverage", "ci", "unit", "e2e", "doc", "docs", "spec", "specs", "all", "default", "verify", "validate", "compile", "types", "tsc", "list", "help", "integration"];
    let says = name.split([':', '-', '_', '.']).any(|word| known.contains(&word));
    let says = says && !crate::shell::tasks::goes_further(&name.replace("prod", ""));
    // These run programs of the project's packages by their names as well; what those do is judged beside this.
    let is_program = matches!(tool, "yarn" | "pnpm" | "bun") && crate::shell::has_model(name);
    let spelled = [format!("{tool} {name}"), format!("{tool} run {name}")];
    let is_declared = declared.iter().any(|line| spelled.iter().any(|it| line == it));
    if is_declared || says || is_program {
        return None;
    }
    Objection::soft("runs-script", format!("`{tool}` would run the project's script `{name}`"))
}

/// Text that does not show what it is.
fn hidden(proposal: &Proposal) -> Vec<Finding> {
    let text = plain(proposal);
    let mut out = Vec::new();
    let next = || run("the same command in plain characters");
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    if let Some(c) = text.chars().find(|c| control(*c) || turns(*c)) {
        let message = format!("it holds `{}`, which is not shown as itself", visible(&c.to_string(), 4));
        out.push(hard(NAME, "hidden-characters", message, next()));
    } else if let Some(c) = text.chars().find(|c| invisible(*c)) {
        let message = format!("it holds the invisible `{}`", visible(&c.to_string(), 4));
        out.push(soft(NAME, "invisible-characters", message));
    }
    if text.chars().count() > CANONICAL_CHARS_MAX {
        let message = format!("it is longer than {CANONICAL_CHARS_MAX} characters, more than can be shown");
        let next = run("the write tool for file contents, and a shorter command");
        out.push(hard(NAME, "too-long", message, next));
    }
    out
}
