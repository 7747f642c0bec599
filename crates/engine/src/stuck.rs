//! Loops: the same action, the same failure, the same question, ping-pong, and turns that change nothing.
//!
//! Progress is durable change (tree, evidence, findings) and what was not looked at before, not absence of repetition; a
//! tree that was there before is no change. First a nudge, then a stop.

use std::collections::{BTreeSet, VecDeque};

use ledger::ids::{GitId, Hash};
use ledger::observation::Observation;
use ledger::options::Limits;
use ledger::proposal::Proposal;

use crate::explored::Looks;

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
    looks: Looks,
    /// Whether this turn showed the agent something new.
    news: bool,
    /// Where the worktree has stood in this attempt.
    trees: BTreeSet<GitId>,
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
    /// Turns without durable change, and without anything that was not looked at before.
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

    /// A call came to an end, with the worktree at `tree`.
    pub fn looked(&mut self, proposal: &Proposal, observation: &Observation, tree: Option<&GitId>) {
        self.news |= self.looks.shows_new(proposal, observation, tree);
    }

    /// A person said something: that is new, too.
    pub fn heard(&mut self) {
        self.news = true;
    }

    /// A turn ended.
    pub fn turn(&mut self) {
        if std::mem::take(&mut self.news) {
            self.idle_turns = 0;
            if let Some(Loop::Idle(_)) = self.nudged {
                self.nudged = None;
            }
        } else {
            self.idle_turns = self.idle_turns.saturating_add(1);
        }
    }

    /// Something durable changed: new evidence, a finding less. Loops begin anew.
    pub fn progressed(&mut self) {
        *self = Self {
            questions: std::mem::take(&mut self.questions),
            looks: std::mem::take(&mut self.looks),
            trees: std::mem::take(&mut self.trees),
            ..Self::default()
        };
    }

    /// The worktree was changed, to this tree if it is known. Back where it was before, it has not progressed.
    pub fn changed(&mut self, tree: Option<&GitId>) {
        if tree.is_none_or(|it| self.trees.insert(it.clone())) {
            self.progressed();
        }
    }

    /// The worktree stands here, before anything is changed.
    pub fn stands_at(&mut self, tree: &GitId) {
        self.trees.insert(tree.clone());
    }

    /// An attempt begins, in a conversation of its own.
    pub fn begun(&mut self, tree: Option<&GitId>) {
        *self = Self {
            questions: std::mem::take(&mut self.questions),
            trees: tree.cloned().into_iter().collect(),
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
            Loop::Idle(turns) => format!(
                "nothing durable has changed for {turns} turns, and nothing new was looked at"
            ),
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

    fn look(path: &str) -> (Proposal, Observation) {
        let read = Proposal::Read {
            path: path.to_owned(),
            from: None,
            lines: None,
        };
        let shown = Observation::plain(ledger::observation::Status::Ok, path);
        (read, shown)
    }

    /// Turns that each read one file: how many there are before it is stopped.
    fn turns_of(paths: impl Iterator<Item = String>) -> usize {
        let limits = limits();
        let mut stuck = Stuck::default();
        for (nth, path) in paths.enumerate() {
            let (read, shown) = look(&path);
            stuck.answered(hash(&path), hash(&shown.text), false);
            stuck.looked(&read, &shown, None);
            stuck.turn();
            if let Advice::Stop(_) = stuck.advice(&limits) {
                return nth + 1;
            }
        }
        usize::MAX
    }

    #[test]
    fn what_was_not_looked_at_before_is_progress_and_a_circle_is_not() {
        let different = (0..150).map(|nth| format!("src/f{nth}.rs"));
        assert_eq!(turns_of(different), usize::MAX);
        // Fifteen files in a circle: the first time round is new, and then it is idle.
        let circle = (0..150).map(|nth| format!("src/f{}.rs", nth % 15));
        let idle = limits().idle_turns_max as usize;
        assert_eq!(turns_of(circle), 15 + idle);
        // Something new now and then, too seldom.
        let mixed = (0..150).map(|nth| match nth % 25 {
            0 => format!("src/new{nth}.rs"),
            nth => format!("src/f{}.rs", nth % 5),
        });
        assert!(turns_of(mixed) < 60);
    }

    #[test]
    fn the_same_edit_back_and_forth_is_found() {
        let limits = limits();
        let mut stuck = Stuck::default();
        let tree = |digit: &str| GitId::new(digit.repeat(40)).unwrap();
        stuck.stands_at(&tree("0"));
        let mut stopped = None;
        for nth in 0..20 {
            let to = if nth % 2 == 0 { "1" } else { "0" };
            stuck.answered(hash(to), hash("changed a.rs"), false);
            stuck.changed(Some(&tree(to)));
            stuck.turn();
            if let Advice::Stop(found) = stuck.advice(&limits) {
                stopped.get_or_insert((nth, found));
            }
        }
        assert_eq!(stopped, Some((8, Loop::PingPong)));
        // Another tree each time is work.
        let mut stuck = Stuck::default();
        for nth in 0..9 {
            stuck.answered(hash("edit"), hash("changed a.rs"), false);
            stuck.changed(Some(&tree(&nth.to_string())));
            stuck.turn();
            assert_eq!(stuck.advice(&limits), Advice::GoOn);
        }
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
