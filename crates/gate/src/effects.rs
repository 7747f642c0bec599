//! What a proposal would do, in words for people and for rules: `write:src/a.rs`, `network:https://…`, `unknown`.

use ledger::proposal::Proposal;

use crate::command_effects::{self, Deeds};
use crate::context::Context;
use crate::touched_paths::{How, touches};
use shell::display::visible;
use shell::effect::{Goes, Level, What};

/// What is not known about a command: rules that look for an effect should look for this one too.
const UNKNOWN: &str = "unknown";

/// The effects of a proposal, each `kind:object` or a bare kind. Kinds: `list`, `read`, `write`, `delete`, `commit`,
/// `network`, `mcp`, `delegate`, `verify`, `ask`, `done`, `plan`, `pull-request`; of commands also `start`, `execute`, `code`,
/// `git`, `build`, `script`, `install`, `privilege`, `configure`, `secret`, `recipes` (of a file of the project), `modules` (taken in by name), `message` (of a
/// commit, out of a file), `names` (of files, to a program that takes those with a dash for options), `asks`, `danger`,
/// and `unknown` for what is not understood.
#[must_use]
pub fn effects(proposal: &Proposal, context: &Context<'_>) -> Vec<String> {
    match command_effects::of(proposal, context).as_deref() {
        Some(Deeds::Known(effects)) => {
            let mut out: Vec<String> = effects.iter().map(|effect| words(&effect.what)).collect();
            out.sort();
            out.dedup();
            return out;
        }
        Some(Deeds::Refused { .. }) => return vec![UNKNOWN.to_owned()],
        None => {}
    }
    let mut out: Vec<String> = touches(proposal, None)
        .iter()
        .map(|touch| format!("{}:{}", kind(touch.how), touch.asked))
        .collect();
    let more = match proposal {
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => None,
        Proposal::List { .. } if out.is_empty() => Some("list:.".to_owned()),
        Proposal::Search { .. } if out.is_empty() => Some("read:.".to_owned()),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. } => None,
        Proposal::Commit { .. } => Some("commit".to_owned()),
        Proposal::Fetch { url } => Some(format!("network:{url}")),
        Proposal::Mcp { server, name, .. } => {
            out.push(format!("mcp:{server}/{name}"));
            Some(UNKNOWN.to_owned())
        }
        Proposal::Delegate { role, .. } => Some(format!("delegate:{role}")),
        Proposal::Verify { command } => Some(format!("verify:{command}")),
        Proposal::Ask { .. } => Some("ask".to_owned()),
        Proposal::Done { .. } => Some("done".to_owned()),
        Proposal::Plan { .. } => Some("plan".to_owned()),
        Proposal::OnForge { means } => Some(format!("forge:{}", means.kind().tool())),
        Proposal::PullRequest { .. } => Some("pull-request".to_owned()),
    };
    out.extend(more);
    out
}

/// The effects as a person is shown them: a few lines, nothing hidden, bounded.
#[must_use]
pub fn shown_effects(proposal: &Proposal, context: &Context<'_>) -> Vec<String> {
    /// Effects that are shown; more are counted.
    const SHOWN_MAX: usize = 40;
    /// Longest effect, in characters.
    const CHARS_MAX: usize = 300;
    let all = effects(proposal, context);
    let more = all.len().saturating_sub(SHOWN_MAX);
    let shown = all.iter().take(SHOWN_MAX);
    let mut out: Vec<String> = shown.map(|it| visible(it, CHARS_MAX)).collect();
    if more > 0 {
        out.push(format!("… and {more} more"));
    }
    out
}

/// The programs that a proposal would start outside the shell, each with its arguments, as far as these are known: `…`
/// in an argument stands for text that is not known (it may be no argument at all, or several), `*`, `?` and `[` for
/// names of files. Empty where it starts none, and where it is not understood.
#[must_use]
pub fn starts(proposal: &Proposal, context: &Context<'_>) -> Vec<Vec<String>> {
    let deeds = command_effects::of(proposal, context);
    let Some(Deeds::Known(effects)) = deeds.as_deref() else {
        return Vec::new();
    };
    let started = effects.iter().filter_map(|it| it.what.started());
    started.map(<[String]>::to_vec).collect()
}

/// One effect of a command in words.
fn words(what: &What) -> String {
    match what {
        What::List(place) => format!("list:{}", place.shown()),
        What::Read { place, .. } => format!("read:{}", place.shown()),
        What::Write(place) => format!("write:{}", place.shown()),
        What::Delete {
            place,
            goes: Goes::Elsewhere,
        } => format!("move:{}", place.shown()),
        What::Delete { place, .. } => format!("delete:{}", place.shown()),
        What::Start(argv) => format!(
            "start:{}",
            argv.first().map(String::as_str).unwrap_or_default()
        ),
        What::Execute { program, .. } => format!("execute:{}", program.shown()),
        What::Code { language, .. } => format!("code:{language}"),
        What::Network(it) => format!("network:{}", it.host.as_deref().unwrap_or(UNKNOWN)),
        What::Git { argv, .. } => format!("git:{}", argv.join(" ")),
        What::Build(_) => "build".to_owned(),
        What::Script { name, .. } => format!("script:{name}"),
        What::Install { packages, .. } => format!("install:{}", packages.join(" ")),
        What::Privilege(_) => "privilege".to_owned(),
        What::Configure(what) => format!("configure:{what}"),
        What::Secret(_) => "secret".to_owned(),
        What::Shadowed { .. } => "modules".to_owned(),
        What::Recipes(it) => format!("recipes:{}", it.names.join(" ")),
        What::Message(place) => format!("message:{}", place.shown()),
        What::Dashed { directory, .. } if directory.is_empty() => "names:.".to_owned(),
        What::Dashed { directory, .. } => format!("names:{directory}"),
        What::Marked {
            level: Level::Ask,
            id,
            ..
        } => format!("asks:{id}"),
        What::Marked {
            level: Level::Deny,
            id,
            ..
        } => format!("danger:{id}"),
        What::Unknown(_) => UNKNOWN.to_owned(),
    }
}

fn kind(how: How) -> &'static str {
    match how {
        How::Name => "list",
        How::Read | How::Walk => "read",
        How::Enter | How::Write => "write",
        How::Delete => "delete",
        How::Move => "move",
    }
}
