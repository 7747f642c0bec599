//! What a proposal that starts programs would do, as effects.

use std::rc::Rc;

use ledger::proposal::Proposal;
use shell::effect::Effect;
use shell::place::Ground;

use crate::context::Context;
pub(crate) use crate::followed::Deeds;

/// What a proposal would do; `None` when it starts no program. It depends on the proposal, on where the worktree is and
/// on where the home directory is, and on nothing else.
pub(crate) fn of(proposal: &Proposal, context: &Context<'_>) -> Option<Rc<Deeds>> {
    let (worktree, home) = (context.worktree, context.home);
    let kept = context.followed;
    if let Some(deeds) = kept.and_then(|it| it.recall(proposal, worktree, home)) {
        return Some(deeds);
    }
    let deeds = Rc::new(followed(proposal, context)?);
    if let Some(kept) = kept {
        kept.keep(proposal, worktree, home, &deeds);
    }
    Some(deeds)
}

fn followed(proposal: &Proposal, context: &Context<'_>) -> Option<Deeds> {
    let ground = ground(context);
    match proposal {
        Proposal::Exec { argv, cwd } => {
            if argv.first().is_none_or(String::is_empty) {
                return Some(Deeds::Refused {
                    why: "no program is named".to_owned(),
                    limit: false,
                });
            }
            let cwd = cwd.as_deref().unwrap_or_default();
            Some(Deeds::Known(shell::effects_of_argv(argv, ground, cwd)))
        }
        Proposal::Git { argv } => {
            let mut words = vec!["git".to_owned()];
            words.extend(argv.iter().cloned());
            Some(Deeds::Known(shell::effects_of_argv(&words, ground, "")))
        }
        Proposal::Shell {
            shell,
            command,
            cwd,
        } => {
            let cwd = cwd.as_deref().unwrap_or_default();
            let effects = shell::effects_of_command(*shell, command, ground, cwd);
            Some(effects.map_or_else(
                |refused| Deeds::Refused {
                    why: refused.why,
                    limit: refused.is_limit,
                },
                Deeds::Known,
            ))
        }
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

/// What pieces of a text that is not understood would do as commands: never a reason to allow.
pub(crate) fn likely(command: &str, context: &Context<'_>) -> Vec<Effect> {
    shell::effects_of_pieces(command, ground(context))
}

fn ground<'a>(context: &Context<'a>) -> Ground<'a> {
    Ground {
        worktree: context.worktree,
        home: context.home,
    }
}
