//! From a durable line to a deed: the entry becomes a permit, the permit goes to a hand, and what came of it is seen.

use std::path::Path;

use ledger::action::{Action, Purpose, Trials};
use ledger::event::{Decided, Event, Seen};
use ledger::ids::{ActId, TaskId};
use ledger::journal::Entry;
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::{Act, NotAllowed, Permit};
use ledger::proposal::Proposal;
pub(super) use tools::acts::Done;
use tools::acts::Started;
use tools::scratch::Leave;

use super::Driver;
use super::under_way::{Report, Running};
use crate::ingress_redaction;
use crate::measure::Reports;

/// Longest observation that an agent is shown, in bytes; the whole goes into a blob.
const SHOWN_BYTES_MAX: usize = 16 * 1024;

impl Driver<'_> {
    /// Performs what a durable line allows. Other lines are only durable.
    pub(super) fn perform(&mut self, entry: Entry) {
        if let Event::Decided(Decided::Session(decided)) = &entry.line().event {
            let task = entry.line().stamp.task.clone();
            return self.answer_hook(task.as_ref(), &decided.clone());
        }
        let Event::Decided(Decided::Allowed {
            act, call, action, ..
        }) = &entry.line().event
        else {
            return;
        };
        let act = *act;
        let task = entry.line().stamp.task.clone();
        let action = match (action, call, &task) {
            (Some(action), _, _) => Ok(action.clone()),
            (None, Some(call), Some(task)) => {
                let key = (task.clone(), call.clone());
                let facts = self.facts.remove(&key).unwrap_or_default();
                engine::actions::action_for(&self.state, task, call, &facts)
            }
            (None, _, _) => Err("the line names no action".to_owned()),
        };
        match action {
            Ok(action) => self.spend(act, task, entry, action),
            Err(why) => self.finished(act, task, Observation::plain(Status::Failed, why)),
        }
    }

    /// Spends the entry on the act that it allows.
    fn spend(&mut self, act: ActId, task: Option<TaskId>, entry: Entry, action: Action) {
        let shop = &mut self.workshop;
        let done = match &action {
            Action::Prepare(_) => redeem(entry, action).map(|it| shop.prepare(it)),
            Action::Look(_) => redeem(entry, action).map(|it| shop.look(it)),
            Action::Change(_) => redeem(entry, action).map(|it| shop.change(it)),
            Action::Commit(_) => redeem(entry, action).map(|it| shop.commit(it)),
            Action::Integrate(_) => redeem(entry, action).map(|it| shop.integrate(it)),
            Action::Record(_) => redeem(entry, action).map(|it| shop.record(it)),
            Action::Candidate(_) => redeem(entry, action).map(|it| shop.candidate(it)),
            Action::Restore(_) => redeem(entry, action).map(|it| shop.restore(it)),
            Action::Merge(_) => redeem(entry, action).map(|it| shop.merge(it)),
            Action::Discard(_) => redeem(entry, action).map(|it| shop.discard(it)),
            Action::Checkout(_) => redeem(entry, action).map(|it| shop.checkout(it)),
            Action::Trials(_) => {
                let leave = redeem(entry, action).map(|it| shop.trials(it));
                return self.start_trials(act, task, leave);
            }
            Action::HandOver(_) => {
                let started = redeem(entry, action).map(|it| shop.hand_over(it));
                return self.start(act, task, started);
            }
            Action::Exec(_) => {
                let started = redeem(entry, action).map(|it| shop.exec(it));
                return self.start(act, task, started);
            }
            Action::Delegate(_) => return self.start_turn(act, task, entry, action),
            Action::Connect(_) => return self.connect(act, task, entry, action),
            Action::UseTool(_) => return self.use_tool(act, task, entry, action),
            Action::Push(_) => return self.push(act, task, entry, action),
            Action::Forge(_) => return self.change_on_forge(act, task, entry, action),
            Action::Hook(_) => {
                let started = redeem(entry, action).map(|it| shop.user_hook(it));
                return self.start(act, task, started);
            }
            Action::Check(_) => {
                let started = redeem(entry, action).map(|it| shop.check(it));
                return self.start(act, task, started);
            }
        };
        match done {
            Ok(observation) => self.finished(act, task, observation),
            Err(why) => self.finished(
                act,
                task,
                Observation::plain(Status::Failed, why.to_string()),
            ),
        }
    }

    fn start_trials(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        leave: Result<Result<(Trials, Leave), Box<Observation>>, NotAllowed>,
    ) {
        let refused = match (leave, task.clone()) {
            (Ok(Ok((trials, leave))), Some(task)) => {
                return self.begin_trials(act, task, &trials, leave);
            }
            (Ok(Ok(_)), None) => Observation::plain(Status::Failed, "the line names no task"),
            (Ok(Err(observation)), _) => *observation,
            (Err(why), _) => Observation::plain(Status::Failed, why.to_string()),
        };
        self.finished(act, task, refused);
    }

    /// Something that takes its time: it is reported when it is done.
    fn start(&mut self, act: ActId, task: Option<TaskId>, started: Result<Started, NotAllowed>) {
        let started = match started {
            Ok(Started::Running(started)) => started,
            Ok(Started::Done(observation)) => return self.finished(act, task, observation),
            Err(why) => {
                return self.finished(
                    act,
                    task,
                    Observation::plain(Status::Failed, why.to_string()),
                );
            }
        };
        let Some(task) = task else { return };
        self.running.insert(act, Running::Command(started.cancel()));
        let report = self.report.clone();
        tokio::task::spawn_local(async move {
            let done = started.wait().await;
            let _gone = report.send(Report::Command(act, task, Box::new(done)));
        });
    }

    /// A command has ended.
    pub(super) fn command_done(&mut self, act: ActId, task: &TaskId, done: Done) {
        self.running.remove(&act);
        if let Some(Action::Check(check)) = self.state.action(act)
            && check.purpose == Purpose::Evidence
            && let Some(root) = self.workshop.checkout_root()
        {
            // A check's, before the checkout is put back.
            self.coverage.take(root);
        }
        let trace = self.last_trace();
        let (observation, scan) = self.workshop.finish(act, done, super::now_ms(), &trace);
        if scan {
            self.to_scan.push((task.clone(), act));
        }
        self.see_connections(task);
        self.finished(act, Some(task.clone()), observation);
    }

    /// The trace of the newest gate decision: evidence names the decision that let it run.
    fn last_trace(&self) -> String {
        self.state.last_gate.clone().unwrap_or_default()
    }

    /// What came of an act, through the door.
    pub(super) fn finished(&mut self, act: ActId, task: Option<TaskId>, observation: Observation) {
        let candidate = self.state.validation.candidate.as_ref();
        if let Outcome::CheckedOut(out) = &observation.outcome
            && candidate.is_some_and(|it| it.tree == out.tree)
        {
            // Commands follow: what they leave is told from what stands already.
            self.coverage = Reports::before(Path::new(&out.directory));
        }
        let open = self.state.acts.get(&act);
        let call = open.and_then(|it| it.call.as_ref().zip(it.task.as_ref()));
        let call = call.and_then(|(call, task)| self.state.pending(task, call));
        let proposal = call.and_then(|(_, it)| it.proposal.as_deref().ok());
        let read = match proposal {
            Some(Proposal::Read { path, .. }) => Some(path.clone()),
            Some(_) | None => None,
        };
        let masked = self.given.masked_in(observation);
        let observation =
            masked.unwrap_or_else(|why| Observation::plain(Status::Failed, why.to_string()));
        let mut observation = ingress_redaction::observation(observation, proposal);
        if let (Some(task), Some(path)) = (task.as_ref(), read) {
            self.label_skill(task, &path, &mut observation);
        }
        let observation = self.bounded(observation);
        self.carried_out(act, task.as_ref(), &observation);
        self.queue
            .push_back((task, Seen::Finished { act, observation }));
    }

    /// A long text is kept whole beside the ledger; its ends are shown.
    fn bounded(&self, mut observation: Observation) -> Observation {
        if observation.text.len() <= SHOWN_BYTES_MAX {
            return observation;
        }
        observation.blob = self.store.blobs().put(observation.text.as_bytes()).ok();
        observation.text = ends(&observation.text, SHOWN_BYTES_MAX);
        observation.truncated = true;
        observation
    }

    /// Looks at what commands changed, once their turn has come.
    pub(super) fn scan(&mut self) {
        for (task, act) in std::mem::take(&mut self.to_scan) {
            if let Some((tree, changed)) = self.workshop.scan(&task) {
                let seen = Seen::Scanned {
                    act,
                    tree: Some(tree),
                    changed,
                };
                self.queue.push_back((Some(task), seen));
            }
        }
    }
}

pub(super) fn redeem<A: Act>(entry: Entry, action: Action) -> Result<Permit<A>, NotAllowed> {
    Permit::redeem(entry, action)
}

/// Head and tail of a text, cut at lines where there are some.
fn ends(text: &str, bytes_max: usize) -> String {
    let half = bytes_max / 2;
    let head_end = (0..=half)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let from = text.len().saturating_sub(half);
    let tail_start = (from..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len());
    let (head, tail) = (&text[..head_end], &text[tail_start..]);
    let head = head.rsplit_once('\n').map_or(head, |(whole, _)| whole);
    let tail = tail.split_once('\n').map_or(tail, |(_, whole)| whole);
    let left_out = text.len().saturating_sub(head.len() + tail.len());
    format!("{head}\n[... {left_out} bytes left out; narrow it down to see more ...]\n{tail}")
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn both_ends_stay_and_no_character_is_cut() {
        let text = format!("first\n{}\nlast", "äöü\n".repeat(1000));
        let shown = ends(&text, 100);
        assert!(shown.starts_with("first\n"));
        assert!(shown.ends_with("\nlast"));
        assert!(shown.len() < 250);
    }
}
