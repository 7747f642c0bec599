//! `env | wc -l`: of the environment only a number comes out at the end, or whether there was a match.

use super::Eval;
use crate::effect::{Origin, What};
use crate::tree::{Command, Kind, Word};
use crate::value::{Origins, Text};

impl Eval<'_> {
    /// What shows the variables is no secret where it is only counted: its effects since then say so no more, nor does
    /// what it prints.
    pub(super) fn unvalued(&mut self, since: usize, printed: Text) -> Text {
        let shows = |what: &What| matches!(what, What::Secret(why) if why.ends_with("prints the environment"));
        let new = self.effects.split_off(since.min(self.effects.len()));
        let count = new.len();
        let kept: Vec<_> = new.into_iter().filter(|it| !shows(&it.what)).collect();
        let dropped = kept.len() < count;
        self.effects.extend(kept);
        if dropped {
            Text::unknown(Origins::of(Origin::Program))
        } else {
            printed
        }
    }
}

/// Whether a pipeline shows all variables to a program that only counts. Filters that print names let values of several
/// lines through, keys among them.
pub(super) fn is_counted(commands: &[Command]) -> bool {
    let [shows, counts] = commands else {
        return false;
    };
    let env = plain(shows).is_some_and(
        |words| matches!(words.as_slice(), [name] if name == "env" || name == "printenv"),
    );
    env && plain(counts).is_some_and(|words| only_counts(&words))
}

fn only_counts(words: &[String]) -> bool {
    let Some((name, rest)) = words.split_first() else {
        return false;
    };
    let (options, operands): (Vec<&String>, Vec<&String>) =
        rest.iter().partition(|it| it.starts_with('-'));
    let letters = |known: &str| {
        options
            .iter()
            .all(|it| it.chars().skip(1).all(|c| known.contains(c)))
    };
    match name.as_str() {
        "wc" => operands.is_empty() && letters("lwcm"),
        "grep" | "egrep" => {
            let counts = options.iter().any(|it| it.contains(['c', 'q']));
            operands.len() == 1 && counts && letters("cqivEFwx")
        }
        _ => false,
    }
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
