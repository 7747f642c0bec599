//! Where a step is worked out: a scratch copy of the state, on which every decision takes effect at once, so that the
//! next one is made knowing it.

use gate::{Context, Followed, Policies, Purse, Subject};
use ledger::action::{Action, Moment};
use ledger::event::{Ask, Decided, Event, Stamp};
use ledger::facts::Fact;
use ledger::gate::{Checkpoint, GateDecision, Verdict};
use ledger::ids::{ActId, TaskId};
use ledger::options::Options;
use ledger::phase::{Phase, Role};
use ledger::proposal::Proposal;

use crate::hooks::asking::{self, Said};
use crate::state::{OWN_FAILURES_MAX, Stage, State, TaskState, Telling};
use crate::{fold, on_forge};

/// One decision, and the task that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The task.
    pub task: Option<TaskId>,
    /// What was decided.
    pub decided: Decided,
}

pub(crate) struct StepContext<'a> {
    pub(crate) state: State,
    pub(crate) options: Options,
    /// The task that is being seen to, if it is one.
    focus: Option<TaskId>,
    policies: &'a Policies,
    stamp: Stamp,
    out: Vec<Decision>,
    /// What the gates followed last: a step asks several times about one proposal.
    followed: Followed,
    /// What commands may reach. Within a step it does not change.
    network: Vec<String>,
}

impl<'a> StepContext<'a> {
    /// A context at the state that already has what was seen. `None` before the run is opened.
    pub(crate) fn new(state: State, policies: &'a Policies) -> Option<Self> {
        let options = state.opened.as_ref()?.options.clone();
        let stamp = Stamp {
            at_ms: state.clock.now_ms,
            mono_ms: state.clock.mono_ms,
            task: None,
        };
        let focus = state
            .at_hand()
            .filter(|it| it.stage != Stage::Integrated)
            .map(|it| it.task.id.clone());
        let network = crate::network::reachable(&state, state.clock.now_ms);
        Some(Self {
            network,
            state,
            focus,
            options,
            policies,
            stamp,
            out: Vec::new(),
            followed: Followed::default(),
        })
    }

    pub(crate) fn finish(self) -> (State, Vec<Decision>) {
        (self.state, self.out)
    }

    pub(crate) fn policies(&self) -> &Policies {
        self.policies
    }

    /// Sees to a task from now on, or to the run as a whole.
    pub(crate) fn turn_to(&mut self, task: Option<&TaskId>) {
        self.focus = task.cloned();
    }

    /// The task that is being seen to.
    pub(crate) fn focused(&self) -> Option<&TaskState> {
        self.focus.as_ref().and_then(|it| self.state.tasks.get(it))
    }

    /// The task that is being seen to: else the first one that is not in the run branch.
    pub(crate) fn task(&self) -> Option<&TaskState> {
        self.focused().or_else(|| self.state.current())
    }

    /// Whether our own acts for a task failed too often in a row to try once more.
    pub(crate) fn given_up(&self, task: &TaskId) -> bool {
        let task = self.state.tasks.get(task);
        task.is_some_and(|it| it.failures.own >= OWN_FAILURES_MAX)
    }

    pub(crate) fn count(&self) -> usize {
        self.out.len()
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.stamp.at_ms
    }

    /// The number that the next act gets.
    pub(crate) fn act(&self) -> ActId {
        ActId(self.state.next_act)
    }

    /// Decides something about the run.
    pub(crate) fn decide(&mut self, decided: Decided) {
        self.push(None, decided);
    }

    /// Decides something about a task.
    pub(crate) fn decide_for(&mut self, task: &TaskId, decided: Decided) {
        self.push(Some(task.clone()), decided);
    }

    fn push(&mut self, task: Option<TaskId>, decided: Decided) {
        let stamp = Stamp {
            task: task.clone(),
            ..self.stamp.clone()
        };
        let event = Event::Decided(decided);
        let (seq, epoch) = (self.state.seq.next(), self.state.epoch);
        fold::apply(&mut self.state, seq, epoch, &stamp, &event);
        if let Event::Decided(decided) = event {
            self.out.push(Decision { task, decided });
        }
    }

    /// Allows one of the harness's own acts.
    pub(crate) fn allow(&mut self, task: &TaskId, action: Action) -> ActId {
        let act = self.act();
        self.decide_for(
            task,
            Decided::Allowed {
                act,
                call: None,
                digest: action.digest(),
                action: Some(action),
            },
        );
        act
    }

    /// What the hooks say of something that is about to be done; who has not been asked is asked.
    pub(crate) fn ask_hooks(&mut self, task: &TaskId, moment: Moment) -> Said {
        let said = asking::said(&self.options.hooks, &self.state, task, moment);
        self.asked(task, said)
    }

    /// What these hooks say of what they are told.
    pub(crate) fn tell_hooks(&mut self, task: &TaskId, telling: Telling) -> Said {
        let said = asking::said_by_all(&self.state, task, telling);
        self.asked(task, said)
    }

    fn asked(&mut self, task: &TaskId, said: Said) -> Said {
        match said {
            Said::Ask(action) => {
                self.allow(task, *action);
                Said::Wait
            }
            Said::GoOn | Said::Wait | Said::No(_) => said,
        }
    }

    /// Why a command would not be run as evidence, if it would not: asked beforehand, so nothing is recorded.
    pub(crate) fn unfit(&self, command: &str) -> Option<String> {
        let argv = shell::argv_of(command).unwrap_or_default();
        let subject = Subject::VerifyCommand {
            command,
            argv: &argv,
        };
        let checkpoint = Checkpoint::PreVerifyCommand;
        let context = self.context(&[]);
        let grants = &self.state.grants;
        let decision = gate::decide(checkpoint, &subject, &context, self.policies, grants);
        match decision.verdict {
            Verdict::Allow if argv.is_empty() => Some("it is no plain command".to_owned()),
            Verdict::Allow => None,
            Verdict::Ask | Verdict::Deny => {
                let first = decision.findings.first();
                Some(first.map(|it| it.message.clone()).unwrap_or_default())
            }
        }
    }

    /// Asks the gates and records what they say.
    pub(crate) fn gate(
        &mut self,
        checkpoint: Checkpoint,
        subject: &Subject<'_>,
        facts: &[Fact],
    ) -> GateDecision {
        let decision = self.weighed(checkpoint, subject, facts);
        let task = self.task().map(|it| it.task.id.clone());
        self.push(task, Decided::Gated(decision.clone()));
        decision
    }

    /// Asks the gates, and records nothing.
    pub(crate) fn weighed(
        &self,
        checkpoint: Checkpoint,
        subject: &Subject<'_>,
        facts: &[Fact],
    ) -> GateDecision {
        gate::decide(
            checkpoint,
            subject,
            &self.context(facts),
            self.policies,
            &self.state.grants,
        )
    }

    /// What a person is asked about a call: what it is and would do, what stands against it, and where and with what it
    /// would happen, which is what their yes is bound to.
    pub(crate) fn permission(
        &self,
        proposal: &Proposal,
        facts: &[Fact],
        decision: GateDecision,
    ) -> Ask {
        let context = self.context(facts);
        Ask::Permission {
            what: gate::canonical(proposal),
            digest: gate::digest_of(proposal),
            effects: gate::shown_effects(proposal, &context),
            bound: Some(gate::binding(&Subject::Tool(proposal), &context)),
            decision,
        }
    }

    /// What the gates are told.
    pub(crate) fn context<'b>(&'b self, facts: &'b [Fact]) -> Context<'b> {
        let state = &self.state;
        let task = self.task().or_else(|| state.last_task());
        let prepared = task.and_then(|it| it.prepared.as_deref());
        Context {
            run: Some(&state.run),
            phase: state.phase,
            mode: state.mode,
            role: if state.phase == Phase::Planning {
                Role::Planner
            } else {
                Role::Generator
            },
            worktree: prepared.map(|it| it.directory.as_str()),
            home: None,
            followed: Some(&self.followed),
            branch: prepared.map(|it| it.branch.as_str()),
            task: task.map(|it| it.task.as_ref()),
            promise: state.promise.as_deref(),
            red: task.is_some_and(|it| it.red),
            open_question: state.questions.values().any(|it| {
                // What another task wants to know holds up that one alone.
                let of_another =
                    it.task.is_some() && it.task.as_ref() != task.map(|it| &it.task.id);
                let words = matches!(it.ask, Ask::Question { .. });
                it.call.is_none() && !(words && of_another)
            }),
            facts,
            declared: prepared.map_or(&[], |it| it.declared.as_slice()),
            purse: Purse {
                remaining: state.purse.remaining(),
                floor: self.options.budget.floor,
                total: state.purse.total,
                warn_pct: self.options.budget.warn_pct,
                stop_on_exhausted: self.options.budget.stop_on_exhausted,
            },
            trusted: state.opened.as_ref().is_some_and(|it| it.trusted),
            sandboxed: state.held.is_whole(),
            network: &self.network,
            now_ms: state.clock.now_ms,
            evidence: &state.evidence,
            others: &[],
            // A task from outside is itself such a text.
            taint: task.map_or(0, |it| it.taint).saturating_add(u32::from(
                !state.opened.as_ref().is_some_and(|it| it.trusted),
            )),
            siblings: state.plan.as_deref().map_or(&[], |it| it.tasks.as_slice()),
            // The lines say nothing of these yet.
            dirty: true,
            main_checkout: None,
            origin: None,
            platform: None,
            forge: on_forge::leave(state),
        }
    }
}
