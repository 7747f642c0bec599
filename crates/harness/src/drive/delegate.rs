//! A turn of an agent of somebody else: started from a permit, followed line by line, and what came of it.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use agents::stream::Stream;
use agents::turn::Turn;
use ledger::action::{Action, Delegate};
use ledger::event::Seen;
use ledger::ids::{ActId, TaskId};
use ledger::journal::Entry;
use ledger::money::Usage;
use ledger::observation::{Observation, Status};
use ledger::options::{AgentKind, Budget};
use ledger::session::SessionSeen;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tools::acts::{Equipment, Started, Under};
use tools::git_door::HookAsks;

use super::Driver;
use super::under_way::{Report, Running};
use crate::agent_turn::{Ended, Job, TurnDone, Worker, acp_turn, ended, overspent, spent};

/// How long an agent whose line broke off may take to end by itself.
const ENDING: Duration = Duration::from_secs(2);

impl Driver<'_> {
    /// Starts a turn.
    pub(super) fn start_turn(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        entry: Entry,
        action: Action,
    ) {
        let refused = match (self.equipment(&action), &task) {
            (Ok((worker, delegate, equipment)), Some(id)) => {
                let permit = super::perform::redeem(entry, action);
                match permit.map(|it| self.workshop.delegate(it, equipment)) {
                    Ok(Started::Running(under)) => {
                        return match delegate.kind {
                            AgentKind::Cli => {
                                self.follow_turn(act, id, under, (&worker, &delegate))
                            }
                            AgentKind::Acp => self.talk_turn(act, id, under, &delegate),
                        };
                    }
                    Ok(Started::Done(observation)) => observation,
                    Err(why) => Observation::plain(Status::Failed, why.to_string()),
                }
            }
            (Ok(_), None) => Observation::plain(Status::Failed, "the line names no task"),
            (Err(why), _) => Observation::plain(Status::Failed, why),
        };
        self.finished(act, task, refused);
    }

    fn equipment(&self, action: &Action) -> Result<(Worker, Delegate, Equipment), String> {
        let Action::Delegate(delegate) = action else {
            return Err("it is no turn of an agent".to_owned());
        };
        let worker = self.worker.clone();
        let profile = |it: &Worker| it.known().map_or("", |(host, _)| host.word());
        let of_run = worker.filter(|it| profile(it) == delegate.profile);
        let worker = of_run.ok_or_else(|| {
            format!(
                "the agent `{}` is not configured here as it was when the run began",
                delegate.agent
            )
        })?;
        let (home, variables) = worker
            .equip(&delegate.task)
            .map_err(|why| why.to_string())?;
        let (report, task) = (self.report.clone(), delegate.task.clone());
        let hooks = HookAsks::new(move |event, answer| {
            // A driver that has gone answers nobody.
            let _gone = report.send(Report::Hook(task.clone(), event, answer));
        });
        let equipment = Equipment {
            home,
            variables,
            ports: worker.ports().to_vec(),
            hooks,
        };
        Ok((worker, delegate.clone(), equipment))
    }

    /// Reads what it prints until it ends.
    fn follow_turn(
        &mut self,
        act: ActId,
        task: &TaskId,
        mut under: Under,
        (worker, delegate): (&Worker, &Delegate),
    ) {
        let cancel = under.cancel();
        self.running.insert(act, Running::Command(under.cancel()));
        let (report, id) = (self.report.clone(), task.clone());
        let Some((_, card)) = worker.known() else {
            return;
        };
        let mut follow = Follow {
            before: self.used_before(task),
            stream: card.headless.stream,
            budget: worker.budget().clone(),
            delegate: delegate.clone(),
            turn: Turn::default(),
            report: report.clone(),
            task: id.clone(),
        };
        tokio::task::spawn_local(async move {
            let mut stopped = None;
            if let Some(mut lines) = under.lines() {
                while let Some(line) = lines.next().await {
                    if stopped.is_none() {
                        stopped = follow.line(&line);
                        if stopped.is_some() {
                            cancel.now();
                        }
                    }
                }
            }
            let done = under.wait().await;
            let turn = follow.turn;
            let over = TurnDone {
                done,
                turn,
                stopped,
            };
            let _gone = report.send(Report::Turn(act, id, Box::new(over)));
        });
    }

    /// Talks with it in the Agent Client Protocol until its turn is over.
    fn talk_turn(&mut self, act: ActId, task: &TaskId, mut under: Under, delegate: &Delegate) {
        let cancel = under.cancel();
        self.running.insert(act, Running::Command(under.cancel()));
        let (report, id) = (self.report.clone(), task.clone());
        let job = self.job(task, delegate);
        tokio::task::spawn_local(async move {
            let (turn, stopped) = match under.pipes() {
                Some(pipes) => acp_turn(pipes, job).await,
                None => (Turn::default(), None),
            };
            let mut ending = pin!(under.wait());
            // One that broke off may be about to end by itself, with its reason. One that is through waits for the next prompt, which
            // another process gets.
            let patience = match turn.over || stopped.is_some() {
                true => Duration::ZERO,
                false => ENDING,
            };
            let done = match timeout(patience, &mut ending).await {
                Ok(done) => done,
                Err(_) => {
                    cancel.now();
                    ending.await
                }
            };
            let over = TurnDone {
                done,
                turn,
                stopped,
            };
            let _gone = report.send(Report::Turn(act, id, Box::new(over)));
        });
    }

    /// A turn of an agent of the protocol.
    fn job(&self, task: &TaskId, delegate: &Delegate) -> Job {
        let prepared = self
            .state
            .tasks
            .get(task)
            .and_then(|it| it.prepared.as_deref());
        let (asks, tells, id) = (self.report.clone(), self.report.clone(), task.clone());
        Job {
            cwd: prepared
                .map(|it| PathBuf::from(&it.directory))
                .unwrap_or_default(),
            prompt: delegate.prompt.clone(),
            spend_max: delegate.spend_max,
            ask: Arc::new(move |call, answer| {
                // A driver that has gone answers nobody.
                let _gone = asks.send(Report::AgentCall(id.clone(), call, answer));
            }),
            tell: Arc::new(move |said| {
                let _gone = tells.send(Report::Delta(said));
            }),
        }
    }

    /// What the agent of a task counts again: what it has used in its session before, where it reports all of that.
    fn used_before(&self, task: &TaskId) -> Usage {
        let counts_again = self
            .worker
            .as_ref()
            .and_then(Worker::known)
            .is_some_and(|(_, card)| card.headless.reports_whole_session);
        let task = self.state.tasks.get(task).filter(|_| counts_again);
        task.map(|it| it.worker.used).unwrap_or_default()
    }

    /// A turn is over: what it changed is looked at first, so that what follows knows of it.
    pub(super) fn turn_done(&mut self, act: ActId, task: &TaskId, over: TurnDone) {
        self.running.remove(&act);
        let trace = String::new();
        let (plain, _) = self
            .workshop
            .finish(act, over.done, super::now_ms(), &trace);
        if let Some((tree, changed)) = self.workshop.scan(task) {
            let seen = Seen::Scanned {
                act,
                tree: Some(tree),
                changed,
            };
            self.queue.push_back((Some(task.clone()), seen));
        }
        self.see_connections(task);
        let opened = self.state.opened.as_deref();
        let choice = opened.and_then(|it| it.options.agent.clone());
        let waits_for_more = choice.as_ref().is_some_and(|it| it.kind == AgentKind::Acp);
        let (agent, model) = choice.map(|it| (it.name, it.model)).unwrap_or_default();
        let budget = self.worker.as_ref().map(|it| it.budget().clone());
        let Some(budget) = budget else {
            return self.finished(act, Some(task.clone()), plain);
        };
        let how = Ended {
            agent: &agent,
            model: model.as_deref(),
            budget: &budget,
            waits_for_more,
            before: self.used_before(task),
            stopped: over.stopped,
        };
        let observation = ended(over.turn, plain, &how);
        self.finished(act, Some(task.clone()), observation);
    }
}

/// What is read of a turn while it goes on.
struct Follow {
    /// What the agent has used in its session before.
    before: Usage,
    stream: Stream,
    budget: Budget,
    delegate: Delegate,
    turn: Turn,
    report: mpsc::UnboundedSender<Report>,
    task: TaskId,
}

impl Follow {
    /// Takes a line in. Says why the turn is to be ended, if it is.
    fn line(&mut self, line: &str) -> Option<String> {
        let before = self.turn.session.clone();
        let said = self.stream.take(&mut self.turn, line);
        if let (None, Some(session)) = (before, &self.turn.session) {
            let working = SessionSeen::Working {
                session: session.clone(),
                version: self.turn.version.clone(),
            };
            let _gone = self
                .report
                .send(Report::Session(self.task.clone(), working));
        }
        if let Some(said) = said {
            let _gone = self.report.send(Report::Delta(format!("{said}\n")));
        }
        let model = self.turn.model.clone().unwrap_or_default();
        let used = self.turn.usage.minus(&self.before);
        let spent = spent(self.turn.spent, &used, &model, &self.budget);
        let spend_max = self.delegate.spend_max;
        (spent > spend_max).then(|| overspent(spent, spend_max))
    }
}
