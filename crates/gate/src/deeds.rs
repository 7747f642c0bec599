//! What a proposal that starts programs would do, as effects.

use std::rc::Rc;

use ledger::proposal::{Proposal, Shell};

use crate::context::Context;
pub(crate) use crate::followed::Deeds;
use crate::shell::bash::Dialect;
use crate::shell::effect::Effect;
use crate::shell::eval::{self, Start};
use crate::shell::place::Ground;
use crate::shell::windows::Refusal;
use crate::shell::{cmd, powershell};

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
    let ground = Ground {
        worktree: context.worktree,
        home: context.home,
    };
    let start = |cwd: &'static str| Start {
        ground,
        cwd,
        dialect: Dialect::Bash,
    };
    match proposal {
        Proposal::Exec { argv, cwd } => {
            if argv.first().is_none_or(String::is_empty) {
                return Some(Deeds::Refused {
                    why: "no program is named".to_owned(),
                    limit: false,
                });
            }
            let start = Start {
                cwd: cwd.as_deref().unwrap_or_default(),
                ..start("")
            };
            Some(Deeds::Known(eval::effects_of_argv(argv, start)))
        }
        Proposal::Git { argv } => {
            let mut words = vec!["git".to_owned()];
            words.extend(argv.iter().cloned());
            Some(Deeds::Known(eval::effects_of_argv(&words, start(""))))
        }
        Proposal::Shell {
            shell,
            command,
            cwd,
        } => {
            let cwd = cwd.as_deref().unwrap_or_default();
            Some(in_shell(*shell, command, Start { cwd, ..start("") }))
        }
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

/// What pieces of a text that is not understood would do as commands: never a reason to allow.
pub(crate) fn likely(command: &str, context: &Context<'_>) -> Vec<Effect> {
    let ground = Ground {
        worktree: context.worktree,
        home: context.home,
    };
    let start = Start {
        ground,
        cwd: "",
        dialect: Dialect::Bash,
    };
    eval::effects_of_pieces(command, start)
}

fn in_shell(shell: Shell, command: &str, start: Start<'_>) -> Deeds {
    let dialect = match shell {
        Shell::Bash => Dialect::Bash,
        Shell::Sh => Dialect::Sh,
        Shell::Zsh => Dialect::Zsh,
        Shell::Powershell => return on_windows(powershell::effects, command, start),
        Shell::Cmd => return on_windows(cmd::effects, command, start),
    };
    match eval::effects(command, Start { dialect, ..start }) {
        Ok(effects) => Deeds::Known(effects),
        Err(refusal) => Deeds::Refused {
            limit: refusal.is_limit(),
            why: refusal.to_string(),
        },
    }
}

/// How a reader of a Windows shell is called.
type Windows = fn(
    &str,
    Ground<'_>,
    &str,
    &mut dyn FnMut(&[String]) -> Vec<Effect>,
) -> Result<Vec<Effect>, Refusal>;

/// Text of a Windows shell; what it can't read comes back as effects that ask, or deny.
fn on_windows(read: Windows, command: &str, start: Start<'_>) -> Deeds {
    let mut outside = |argv: &[String]| eval::effects_of_argv(argv, start);
    match read(command, start.ground, start.cwd, &mut outside) {
        Ok(effects) => Deeds::Known(effects),
        Err(refusal) => Deeds::Known(refusal.effects),
    }
}
