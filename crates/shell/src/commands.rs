//! What command lines do, whatever reads them.

use ledger::proposal::Shell;

use crate::bash::Dialect;
use crate::effect::Effect;
use crate::eval::{self, Start};
use crate::place::Ground;
use crate::windows;
use crate::{cmd, powershell};

/// Why a text comes to no effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// For people.
    pub why: String,
    /// It is too large, too deep, or hides characters, which nobody needs.
    pub is_limit: bool,
}

/// What a text of a shell would do, run in a directory below the worktree (empty: its top). What a reader of a Windows
/// shell can't read comes back as effects that ask, or deny.
///
/// # Errors
/// Why the text can't be read.
pub fn effects_of_command(
    shell: Shell,
    command: &str,
    ground: Ground<'_>,
    cwd: &str,
) -> Result<Vec<Effect>, Refused> {
    let dialect = match shell {
        Shell::Bash => Dialect::Bash,
        Shell::Sh => Dialect::Sh,
        Shell::Zsh => Dialect::Zsh,
        Shell::Powershell => return Ok(on_windows(powershell::effects, command, ground, cwd)),
        Shell::Cmd => return Ok(on_windows(cmd::effects, command, ground, cwd)),
    };
    let start = Start {
        ground,
        cwd,
        dialect,
    };
    eval::effects(command, start).map_err(|refusal| Refused {
        is_limit: refusal.is_limit(),
        why: refusal.to_string(),
    })
}

/// What a program with its arguments would do that no shell looks at.
#[must_use]
pub fn effects_of_argv(argv: &[String], ground: Ground<'_>, cwd: &str) -> Vec<Effect> {
    let dialect = Dialect::Bash;
    eval::effects_of_argv(
        argv,
        Start {
            ground,
            cwd,
            dialect,
        },
    )
}

/// What pieces of a text that is not understood would do as commands: never a reason to allow.
#[must_use]
pub fn effects_of_pieces(text: &str, ground: Ground<'_>) -> Vec<Effect> {
    let start = Start {
        ground,
        cwd: "",
        dialect: Dialect::Bash,
    };
    eval::effects_of_pieces(text, start)
}

/// How a reader of a Windows shell is called.
type Reader = fn(
    &str,
    Ground<'_>,
    &str,
    &mut dyn FnMut(&[String]) -> Vec<Effect>,
) -> Result<Vec<Effect>, windows::Refusal>;

fn on_windows(read: Reader, command: &str, ground: Ground<'_>, cwd: &str) -> Vec<Effect> {
    let mut outside = |argv: &[String]| effects_of_argv(argv, ground, cwd);
    read(command, ground, cwd, &mut outside).unwrap_or_else(|refusal| refusal.effects)
}
