//! `cmd.exe`: a command line read into a tree and followed as far as it is plain.
//!
//! Reading order: `expand` (variables, which are replaced before anything is read), `reader` (text to tree), `eval`.

mod eval;
mod expand;
mod reader;

use super::effect::Effect;
use super::place::Ground;
use super::windows::{Refusal, Session};

/// What a text of `cmd.exe` would do. `cwd` is absolute, below `~`, or relative to the worktree; `outside` judges the
/// argv of a program that is not one of Windows.
pub(crate) fn effects(
    text: &str,
    ground: Ground<'_>,
    cwd: &str,
    outside: &mut dyn FnMut(&[String]) -> Vec<Effect>,
) -> Result<Vec<Effect>, Refusal> {
    let mut session = Session::new(ground, cwd, outside);
    follow(&mut session, text).map_err(|why| Refusal::of(text, why))?;
    Ok(session.effects)
}

/// A text that another text runs.
pub(super) fn within(session: &mut Session<'_>, text: &str) {
    if let Err(why) = follow(session, text) {
        session.effects.extend(Refusal::of(text, why).effects);
    }
}

fn follow(session: &mut Session<'_>, text: &str) -> Result<(), &'static str> {
    let expanded = expand::expanded(text)?;
    let nodes = reader::read(&expanded.text)?;
    if expanded.doubt {
        session.unknown("a variable is replaced that the same text sets", text);
    }
    for name in &expanded.secrets {
        let why = format!("the variable `{name}`");
        session.say(super::effect::What::Secret(why), text);
    }
    eval::run(session, &nodes);
    Ok(())
}

/// A text of arguments split at blanks outside double quotes, which go.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                let _ = word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => out.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}
