//! A command whose words hold names of several values is walked once for each combination of these.

use super::Eval;
use super::state::Shell;
use crate::value::Text;

/// Most combinations that are walked; beyond, the next name is not known.
const ROUNDS_MAX: usize = 24;

/// Which combination is walked.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    at: usize,
    /// What there is to choose, with the number of its values.
    choices: Vec<(String, usize)>,
    /// How the shell was before the first choice.
    before: Option<Shell>,
}

impl Rounds {
    fn total(&self) -> usize {
        let counts = self.choices.iter().map(|(_, count)| *count);
        counts.fold(1, usize::saturating_mul)
    }
}

impl Eval<'_> {
    /// Which of `count` values `key` has in this round; `None`: there are more combinations than are followed.
    pub(super) fn choose(&mut self, key: &str, count: usize) -> Option<usize> {
        let last = count.saturating_sub(1);
        if last == 0 {
            return Some(0);
        }
        let mut weight = 1usize;
        let digit = |at: usize, weight: usize, of: usize| {
            let high = at.checked_div(weight).unwrap_or(0);
            high.checked_rem(of).unwrap_or(0)
        };
        for (name, of) in &self.rounds.choices {
            if name == key {
                return Some(digit(self.rounds.at, weight, *of).min(last));
            }
            weight = weight.saturating_mul(*of);
        }
        if weight.saturating_mul(count) > ROUNDS_MAX {
            return None;
        }
        if self.rounds.before.is_none() {
            self.rounds.before = Some(self.shell.clone());
        }
        self.rounds.choices.push((key.to_owned(), count));
        Some(digit(self.rounds.at, weight, count))
    }

    /// Runs something once for each combination, always from the same state; afterwards all are possible.
    pub(super) fn in_rounds<T>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> T,
        mut join: impl FnMut(T, T) -> T,
    ) -> T {
        let outer = std::mem::take(&mut self.rounds);
        let mut out = run(self);
        while self.rounds.at.saturating_add(1) < self.rounds.total() && self.left > 0 {
            self.rounds.at = self.rounds.at.saturating_add(1);
            let before = self.rounds.before.clone().unwrap_or_default();
            let after = std::mem::replace(&mut self.shell, before);
            let more = self.doubtful(&mut run);
            self.merge(after);
            out = join(out, more);
        }
        self.rounds = outer;
        out
    }

    /// The same for what prints.
    pub(super) fn text_in_rounds(&mut self, run: impl FnMut(&mut Self) -> Text) -> Text {
        self.in_rounds(run, Text::either)
    }
}
