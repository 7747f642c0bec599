//! Which facts the policies want about a proposal. Pure: the harness answers from its closed list of look-ups.

use ledger::facts::{Fact, Question};
use ledger::proposal::Proposal;
use shell::effect::What;
use shell::paths::{self, Leads};
use shell::place::Ground;
use shell::recipes;

use crate::command_effects::{self, Deeds};
use crate::context::Context;
use crate::followed::Followed;
use crate::policies::{looks, rules_want_branch};
use crate::policy_set::Policies;
use crate::scripts::{Why, scripts};
use crate::touched_paths::{How, Touch, touches};

/// Questions of one proposal; more are not asked, and what was not asked asks.
const QUESTIONS_MAX: usize = 64;

/// Times that [`gather`] asks: recipes name files, and those name others.
const ROUNDS_MAX: usize = 8;

/// The facts that the policies need about a proposal: asks until nothing more is wanted. `look` answers questions, each
/// with one fact.
pub fn gather(
    proposal: &Proposal,
    context: &Context<'_>,
    mut look: impl FnMut(&[Question]) -> Vec<Fact>,
) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let kept = Followed::default();
    for _ in 0..ROUNDS_MAX {
        let known: Vec<Question> = facts.iter().map(Fact::question).collect();
        let context = Context {
            facts: &facts,
            followed: context.followed.or(Some(&kept)),
            ..*context
        };
        let mut wanted = needs(proposal, &context);
        wanted.retain(|question| !known.contains(question));
        if wanted.is_empty() {
            break;
        }
        facts.extend(look(&wanted));
        // Nothing else leads to further questions.
        let leads =
            |question: &Question| matches!(question, Question::Text(_) | Question::Names(_));
        if !wanted.iter().any(leads) {
            break;
        }
    }
    facts
}

/// What the policies need to know about the disk before they can judge this proposal, as far as the facts of the context
/// let them tell: what these say may lead to further questions.
#[must_use]
pub fn needs(proposal: &Proposal, context: &Context<'_>) -> Vec<Question> {
    let deeds = command_effects::of(proposal, context);
    let mut out: Vec<Question> = Vec::new();
    for touch in touches(proposal, deeds.as_deref()) {
        let question = Question::Path(touch.asked);
        if !out.contains(&question) && out.len() < QUESTIONS_MAX && worth(&question) {
            out.push(question);
        }
    }
    let scripts = scripts(proposal, deeds.as_deref());
    for script in scripts.into_iter().filter(|it| it.why != Why::Afar) {
        let question = Question::Path(script.path);
        if !out.contains(&question) && out.len() < QUESTIONS_MAX && worth(&question) {
            out.push(question);
        }
    }
    for path in shadows(deeds.as_deref()) {
        let question = Question::Path(path);
        if !out.contains(&question) && out.len() < QUESTIONS_MAX && worth(&question) {
            out.push(question);
        }
    }
    out.extend(besides(proposal, deeds.as_deref()));
    out.extend(behind_recipes(deeds.as_deref(), context));
    out.extend(dashed(deeds.as_deref()));
    out.extend(messages(deeds.as_deref()).into_iter().map(Question::Text));
    match proposal {
        Proposal::Exec { .. } | Proposal::Shell { .. } => out.push(Question::Declared),
        Proposal::Verify { .. } => out.push(Question::Declared),
        Proposal::Git { .. } | Proposal::Commit { .. } => out.push(Question::Branch),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => {}
    }
    out
}

/// Directories whose names programs are given, where a name that begins with a dash would be an option.
fn dashed(deeds: Option<&Deeds>) -> Vec<Question> {
    let Some(Deeds::Known(effects)) = deeds else {
        return Vec::new();
    };
    let mut out: Vec<Question> = Vec::new();
    for effect in effects {
        if let What::Dashed { directory, .. } = &effect.what {
            let question = Question::DashedName(directory.clone());
            if !out.contains(&question) && out.len() < QUESTIONS_MAX {
                out.push(question);
            }
        }
    }
    out
}

/// What is known of files besides what stands there: of those that would go, whether the work began with them; of those
/// that would be written, whether a name like theirs stands.
fn besides(proposal: &Proposal, deeds: Option<&Deeds>) -> Vec<Question> {
    let question = |touch: Touch| match touch.how {
        How::Delete | How::Move => Some(Question::InBase(touch.asked)),
        How::Write => Some(Question::Alike(touch.asked)),
        How::Name | How::Read | How::Walk | How::Enter => None,
    };
    touches(proposal, deeds)
        .into_iter()
        .filter_map(question)
        .filter(worth)
        .take(QUESTIONS_MAX)
        .collect()
}

/// What has to be read to see what recipes run.
fn behind_recipes(deeds: Option<&Deeds>, context: &Context<'_>) -> Vec<Question> {
    let Some(Deeds::Known(effects)) = deeds else {
        return Vec::new();
    };
    let ground = Ground {
        worktree: context.worktree,
        home: context.home,
    };
    recipes::behind(effects, context.facts, ground).wanted
}

/// Files that would come before modules of the same names.
fn shadows(deeds: Option<&Deeds>) -> Vec<String> {
    let Some(Deeds::Known(effects)) = deeds else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for effect in effects {
        if let What::Shadowed { files, .. } = &effect.what {
            out.extend(files.iter().cloned());
        }
    }
    out
}

/// Files that commits take their messages from.
fn messages(deeds: Option<&Deeds>) -> Vec<String> {
    let Some(Deeds::Known(effects)) = deeds else {
        return Vec::new();
    };
    let path = |what: &What| {
        if let What::Message(place) = what {
            return place.text();
        }
        None
    };
    effects
        .iter()
        .filter_map(|effect| path(&effect.what))
        .take(8)
        .collect()
}

/// What the policies want to know about a proposal and the facts say nothing of: neither an answer, nor that there was
/// none to be had. `asked` is what [`needs`] asks for where the action was proposed. Empty for facts that were gathered
/// for these policies; an older program may have asked for less.
#[must_use]
pub fn missing(
    proposal: &Proposal,
    asked: &[Question],
    context: &Context<'_>,
    policies: &Policies,
) -> Vec<Question> {
    let known: Vec<Question> = context.facts.iter().map(Fact::question).collect();
    // Without these it is decided as it was before anybody asked for them.
    let later = |question: &Question| matches!(question, Question::InBase(_) | Question::Alike(_));
    let mut out: Vec<Question> = asked
        .iter()
        .filter(|question| !known.contains(question) && !later(question))
        .cloned()
        .collect();
    let branch = Question::Branch;
    if !out.contains(&branch) && rules_want_branch(proposal, context, policies) {
        out.push(branch);
    }
    out
}

/// Whether the answer could matter: not for the root, and not for what no answer makes a path.
fn worth(question: &Question) -> bool {
    match question {
        Question::Path(path) | Question::InBase(path) | Question::Alike(path) => {
            match paths::leads(path, None) {
                Leads::Root | Leads::Wrong(_) => false,
                Leads::Inside(_) => true,
                Leads::Outside(_) => paths::is_literal(path),
            }
        }
        Question::Branch
        | Question::Declared
        | Question::Text(_)
        | Question::DashedName(_)
        | Question::Names(_) => true,
    }
}

/// Whether a proposal would change something: a role that only looks never may.
#[must_use]
pub fn would_write(proposal: &Proposal) -> bool {
    match proposal {
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::Fetch { .. } => false,
        Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. }
        // What it does is not known.
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. } => true,
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => {
            !only_looks(proposal)
        }
    }
}

/// Whether everything that a proposal's commands do is known to be a look.
fn only_looks(proposal: &Proposal) -> bool {
    let deeds = command_effects::of(proposal, &Context::default());
    let Some(Deeds::Known(effects)) = deeds.as_deref() else {
        return false;
    };
    effects.iter().all(|effect| match &effect.what {
        What::List(_) | What::Read { .. } | What::Start(_) | What::Dashed { .. } => true,
        What::Message(_) | What::Shadowed { .. } => true,
        What::Git { argv, .. } => looks(argv),
        What::Write(place) => place.text().is_some_and(|path| path == "/dev/null"),
        What::Recipes(_)
        | What::Delete { .. }
        | What::Execute { .. }
        | What::Code { .. }
        | What::Network(_)
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Marked { .. }
        | What::Unknown(_) => false,
    })
}
