//! `env | cut -d= -f1`: of the environment only names, or a number, come out at the end.

use super::Eval;
use crate::shell::effect::{Origin, What};
use crate::shell::tree::{Command, Kind, Word};
use crate::shell::value::{Origins, Text};

impl Eval<'_> {
    /// What shows the variables is no secret behind filters that let no value through: its effects since then say so no
    /// more, nor does what it prints.
    pub(super) fn unvalued(&mut self, since: usize, printed: Text) -> Text {
        let shows = |what: &What| matches!(what, What::Secret(why) if why.ends_with("prints the environment"));
        let mut at = 0_usize;
        let before = self.effects.len();
        self.effects.retain(|effect| {
            let new = at >= since;
            at = at.saturating_add(1);
            !(new && shows(&effect.what))
        });
        if self.effects.len() < before {
            Text::unknown(Origins::of(Origin::Program))
        } else {
            printed
        }
    }
}

/// Whether a pipeline begins with all variables and lets no value through.
pub(super) fn only_names(commands: &[Command]) -> bool {
    let Some((first, rest)) = commands.split_first() else {
        return false;
    };
    let shows = plain(first).is_some_and(|words| {
        matches!(
            words
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .as_slice(),
            ["env"] | ["printenv"]
        )
    });
    if !shows {
        return false;
    }
    for command in rest {
        let Some(words) = plain(command) else {
            return false;
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["cut", "-d=", "-f1"]
            | ["cut", "-d", "=", "-f", "1"]
            | ["cut", "-d", "=", "-f1"]
            | ["cut", "-f1", "-d="]
            | ["awk", "-F=" | "-F", "{print $1}"]
            | ["awk", "-F", "=", "{print $1}"]
            | ["sed", "s/=.*//"] => return true,
            ["wc", ..] => {
                return words.len() <= 2
                    && words
                        .get(1)
                        .is_none_or(|it| matches!(*it, "-l" | "-w" | "-c"));
            }
            ["grep", options, _]
                if matches!(
                    *options,
                    "-c" | "-q" | "-ic" | "-ci" | "-qi" | "-iq" | "-cE" | "-qE"
                ) =>
            {
                return true;
            }
            // These only leave lines out, or put them into another order.
            ["sort" | "uniq"] | ["sort", "-u" | "-r"] | ["grep" | "egrep", _] => {}
            ["grep", options, _]
                if matches!(*options, "-i" | "-v" | "-E" | "-iE" | "-vi" | "-vE" | "-F") => {}
            _ => return false,
        }
    }
    false
}

/// The words of a simple command that is nothing but these.
fn plain(command: &Command) -> Option<Vec<String>> {
    let Kind::Simple(simple) = &command.kind else {
        return None;
    };
    let bare =
        command.redirects.is_empty() && simple.assignments.is_empty() && simple.arrays.is_empty();
    bare.then(|| simple.words.iter().map(Word::plain).collect())?
}
