//! Loops: the same action, the same failure, the same question, ping-pong, and turns that change nothing.
//!
//! Progress is durable change (tree, evidence, findings), not absence of repetition. First a nudge, then a stop.

use std::collections::VecDeque;

use ledger::ids::Hash;
use ledger::options::Limits;

/// How many acts are remembered.
const WINDOW: usize = 24;
/// Alternations (A B A B A B) that count as ping-pong.
const PING_PONG: usize = 6;

/// What is remembered of an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stuck {
    acts: VecDeque<Done>,
    questions: Vec<Hash>,
    idle_turns: u32,
    refused_in_row: u32,
    nudged: Option<Loop>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Done {
    action: Hash,
    result: Hash,
    failed: bool,
}

/// A loop that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loop {
    /// The same action with the same result, this often.
    SameAction(usize),
    /// The same failure, this often, whatever the action.
    SameFailure(usize),
    /// The same question again.
    SameQuestion(usize),
    /// Two actions in turn.
    PingPong,
    /// Turns without durable change.
    Idle(u32),
    /// Refused again and again.
    Refused(u32),
}

/// What is to be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Nothing.
    GoOn,
    /// Tell the agent.
    Nudge(Loop),
    /// Stop.
    Stop(Loop),
}

impl Stuck {
    /// A call was answered.
    pub fn answered(&mut self, action: Hash, result: Hash, failed: bool) {
        self.acts.push_back(Done {
            action,
            result,
            failed,
        });
        while self.acts.len() > WINDOW {
            self.acts.pop_front();
        }
    }

    /// A call was refused for good.
    pub fn refused(&mut self) {
        self.refused_in_row = self.refused_in_row.saturating_add(1);
    }

    /// A call was let through.
    pub fn allowed(&mut self) {
        self.refused_in_row = 0;
    }

    /// A question was put.
    pub fn asked(&mut self, question: Hash) {
        self.questions.push(question);
    }

    /// A turn ended.
    pub fn turn(&mut self) {
        self.idle_turns = self.idle_turns.saturating_add(1);
    }

    /// Something durable changed: a new tree, new evidence, a finding less. Loops begin anew.
    pub fn progressed(&mut self) {
        *self = Self {
            questions: std::mem::take(&mut self.questions),
            ..Self::default()
        };
    }

    /// A person gave a hint or a new segment.
    pub fn forgiven(&mut self) {
        *self = Self::default();
    }

    /// The agent was nudged about the loop that stands now.
    pub fn nudged(&mut self, limits: &Limits) {
        self.nudged = self.worst(limits).map(|(found, _)| found);
    }

    /// What is to be done now.
    #[must_use]
    pub fn advice(&self, limits: &Limits) -> Advice {
        match self.worst(limits) {
            None => Advice::GoOn,
            Some((found, true)) => Advice::Stop(found),
            Some((found, false)) if self.nudged.is_some_and(|it| same_kind(it, found)) => {
                Advice::GoOn
            }
            Some((found, false)) => Advice::Nudge(found),
        }
    }

    /// The worst loop, and whether it is over its limit.
    fn worst(&self, limits: &Limits) -> Option<(Loop, bool)> {
        let max = usize::try_from(limits.repeats_max)
            .unwrap_or(usize::MAX)
            .max(2);
        let near = max.saturating_sub(1);
        let candidates = [
            (Loop::SameAction as fn(usize) -> Loop, self.same_action()),
            (Loop::SameFailure as fn(usize) -> Loop, self.same_failure()),
            (
                Loop::SameQuestion as fn(usize) -> Loop,
                self.same_question(),
            ),
        ];
        let mut found: Vec<(Loop, bool)> = candidates
            .iter()
            .filter(|(_, count)| *count >= near)
            .map(|(kind, count)| (kind(*count), *count >= max))
            .collect();
        let swings = self.swings();
        if swings >= PING_PONG {
            found.push((Loop::PingPong, swings >= PING_PONG.saturating_add(2)));
        }
        if self.idle_turns >= limits.idle_turns_nudge {
            found.push((
                Loop::Idle(self.idle_turns),
                self.idle_turns >= limits.idle_turns_max,
            ));
        }
        let refused_max = limits.repeats_max.max(2);
        if self.refused_in_row >= refused_max.saturating_sub(1) {
            found.push((
                Loop::Refused(self.refused_in_row),
                self.refused_in_row >= refused_max,
            ));
        }
        found
            .iter()
            .find(|(_, over)| *over)
            .or_else(|| found.first())
            .copied()
    }

    fn same_action(&self) -> usize {
        let Some(last) = self.acts.back() else {
            return 0;
        };
        self.acts
            .iter()
            .rev()
            .take_while(|it| it.action == last.action && it.result == last.result)
            .count()
    }

    fn same_failure(&self) -> usize {
        let Some(last) = self.acts.back().filter(|it| it.failed) else {
            return 0;
        };
        self.acts
            .iter()
            .rev()
            .take_while(|it| it.failed && it.result == last.result)
            .count()
    }

    fn same_question(&self) -> usize {
        let Some(last) = self.questions.last() else {
            return 0;
        };
        self.questions.iter().filter(|it| *it == last).count()
    }

    /// How many of the last acts alternate between two, each with the same result every time.
    fn swings(&self) -> usize {
        let mut back = self.acts.iter().rev();
        let (Some(last), Some(other)) = (back.next(), back.next()) else {
            return 0;
        };
        if last.action == other.action {
            return 0;
        }
        self.acts
            .iter()
            .rev()
            .enumerate()
            .take_while(|(at, it)| **it == if at % 2 == 0 { *last } else { *other })
            .count()
    }
}

fn same_kind(one: Loop, other: Loop) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

impl Loop {
    /// What the agent is told, or the person.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Loop::SameAction(count) => {
                format!("the same action gave the same result {count} times in a row")
            }
            Loop::SameFailure(count) => {
                format!("the same failure came back {count} times in a row")
            }
            Loop::SameQuestion(count) => format!("the same question was asked {count} times"),
            Loop::PingPong => {
                "two actions follow each other in turn, with the same results".to_owned()
            }
            Loop::Idle(turns) => format!("nothing durable has changed for {turns} turns"),
            Loop::Refused(count) => format!("{count} proposals in a row were refused"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::tests::limits;

    fn hash(text: &str) -> Hash {
        Hash::of(text.as_bytes())
    }

    /// Feeds acts written as `action:result` (a result that starts with `!` failed) and says what comes of each.
    fn check(acts: &str) -> Vec<Advice> {
        let limits = limits();
        let mut stuck = Stuck::default();
        let mut advice = Vec::new();
        for act in acts.split_whitespace() {
            let (action, result) = act.split_once(':').unwrap();
            stuck.answered(hash(action), hash(result), result.starts_with('!'));
            let now = stuck.advice(&limits);
            if matches!(now, Advice::Nudge(_)) {
                stuck.nudged(&limits);
            }
            advice.push(now);
        }
        advice
    }

    #[test]
    fn the_same_action_is_nudged_then_stopped() {
        let advice = check("a:1 a:1 a:1 a:1");
        assert_eq!(advice[1], Advice::GoOn);
        assert_eq!(advice[2], Advice::Nudge(Loop::SameAction(3)));
        assert_eq!(advice[3], Advice::Stop(Loop::SameAction(4)));
    }

    #[test]
    fn the_same_action_with_other_results_is_waiting_not_looping() {
        assert!(
            check("a:1 a:2 a:3 a:4 a:5 a:6")
                .iter()
                .all(|it| *it == Advice::GoOn)
        );
    }

    #[test]
    fn the_same_failure_of_different_actions_is_a_loop() {
        assert_eq!(
            check("a:!x b:!x c:!x d:!x").last(),
            Some(&Advice::Stop(Loop::SameFailure(4)))
        );
    }

    #[test]
    fn ping_pong_is_found() {
        let advice = check("a:1 b:2 a:1 b:2 a:1 b:2 a:1 b:2");
        assert_eq!(advice[5], Advice::Nudge(Loop::PingPong));
        assert_eq!(advice[6], Advice::GoOn);
        assert_eq!(advice[7], Advice::Stop(Loop::PingPong));
    }

    #[test]
    fn different_work_is_no_loop() {
        let acts: Vec<String> = (0..60).map(|at| format!("a{at}:r{at}")).collect();
        assert!(check(&acts.join(" ")).iter().all(|it| *it == Advice::GoOn));
    }

    #[test]
    fn idle_turns_are_nudged_once_then_stopped() {
        let limits = limits();
        let mut stuck = Stuck::default();
        let mut nudges = 0;
        for _ in 0..limits.idle_turns_max - 1 {
            stuck.turn();
            match stuck.advice(&limits) {
                Advice::Nudge(_) => {
                    stuck.nudged(&limits);
                    nudges += 1;
                }
                Advice::GoOn => {}
                Advice::Stop(found) => panic!("{found:?}"),
            }
        }
        assert_eq!(nudges, 1);
        stuck.turn();
        assert!(matches!(stuck.advice(&limits), Advice::Stop(Loop::Idle(_))));
    }

    #[test]
    fn progress_clears_everything_but_questions() {
        let limits = limits();
        let mut stuck = Stuck::default();
        for _ in 0..4 {
            stuck.answered(hash("a"), hash("1"), false);
            stuck.asked(hash("q"));
        }
        stuck.progressed();
        assert_eq!(stuck.advice(&limits), Advice::Stop(Loop::SameQuestion(4)));
        stuck.forgiven();
        assert_eq!(stuck.advice(&limits), Advice::GoOn);
    }
}
