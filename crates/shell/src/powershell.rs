//! PowerShell, 5.1 and 7: a command line read into a tree and followed as far as it is plain.
//!
//! Reading order: `tree`, `reader` (text to tree), `value` (what an expression can be), `eval` (tree to effects).

mod eval;
mod reader;
mod tree;
mod value;

use super::effect::Effect;
use super::place::Ground;
pub(super) use eval::known_variable;

use super::windows::{Refusal, Session};

/// What a PowerShell text would do. `cwd` is absolute, below `~`, or relative to the worktree; `outside` judges the argv
/// of a program that is not one of Windows.
pub(crate) fn effects(
    text: &str,
    ground: Ground<'_>,
    cwd: &str,
    outside: &mut dyn FnMut(&[String]) -> Vec<Effect>,
) -> Result<Vec<Effect>, Refusal> {
    let statements = reader::read(text).map_err(|why| Refusal::of(text, why))?;
    let mut session = Session::new(ground, cwd, outside);
    eval::run(&mut session, &statements);
    Ok(session.effects)
}

/// A text that another text runs.
pub(super) fn within(session: &mut Session<'_>, text: &str) {
    match reader::read(text) {
        Ok(statements) => eval::run(session, &statements),
        Err(why) => session.effects.extend(Refusal::of(text, why).effects),
    }
}
