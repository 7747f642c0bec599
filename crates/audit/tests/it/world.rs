//! A world of plain values around the engine: worktrees and branches in memory, a model that says what it was told to, time that
//! passes when something takes some. It does what a driver and its hands do, and nothing that they would not.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use engine::state::{ActKind, State};
use gate::Policies;
use ledger::action::{Action, ChangeHow, Purpose};
use ledger::event::{Claimed, Decided, Event, Held, Opened, Process, Seen, Stamp};
use ledger::evidence::{End, Evidence, EvidenceKind, Failure, SourceTrust};
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::ids::{ActId, CallId, GitId, Hash, RelPath, RunId, Seq, TaskId};
use ledger::measure::Measured;
use ledger::message::{Body, Message};
use ledger::observation::{
    CandidateTree, ChangeFacts, ChangedFile, CheckedOut, Committed, Lost, Observation, Outcome,
    Prepared, Status,
};
use ledger::promise::Source;
use ledger::proposal::Proposal;
use ledger::ranking::Relevant;
use ledger::wire::v1::Line;

use crate::script::{self, Say, git};

/// Wall time at which every run is opened.
pub(crate) const OPENED_MS: u64 = 1_790_000_000_000;
/// Things taken in by one `go`; more would be a run that does not come to rest.
const STEPS_MAX: usize = 2_000;

type Files = BTreeMap<String, String>;

/// The world, and the run in it.
#[derive(Debug, Clone)]
pub(crate) struct World {
    /// The run as its driver knows it.
    pub(crate) state: State,
    /// Its lines.
    pub(crate) lines: Vec<Line>,
    /// What the model says, request by request; afterwards it reports the task as done.
    pub(crate) script: VecDeque<Say>,
    /// How files are ranked whenever they are.
    pub(crate) ranked: Vec<Relevant>,
    /// What is measured of every candidate.
    pub(crate) measured: Measured,
    /// Whether commands that fail with the work fail in the same way without it.
    pub(crate) fails_without: bool,
    /// Whether commands that fail pass when they are run once more on the same tree.
    pub(crate) passes_again: bool,
    /// What leads commands to the person's checkout.
    pub(crate) leads: Vec<String>,
    /// Exit codes of commands that make a checkout ready, in order; afterwards 0.
    pub(crate) prepare_exits: VecDeque<i32>,
    /// Exit codes of checks, in order; afterwards 0.
    pub(crate) exits: VecDeque<i32>,
    /// Exit codes of what agents start, in order; afterwards 0.
    pub(crate) own_exits: VecDeque<i32>,
    /// What is counted of a file once it was changed.
    pub(crate) counted: BTreeMap<&'static str, ChangeFacts>,
    /// What each candidate of a task would take away again.
    pub(crate) lost: Vec<Lost>,
    /// How many of the next integrations conflict.
    pub(crate) conflicts: u32,
    /// How many of the next merges find that the target has moved.
    pub(crate) moves: u32,
    /// Whether a task's model writes the first file that the task names, and then reports it as done.
    pub(crate) writes_its_file: bool,
    /// The model refuses the task of this title.
    pub(crate) refuses: Option<&'static str>,
    /// Own acts that fail with words alone.
    pub(crate) failures: u32,
    /// Own acts of this word always fail.
    pub(crate) fails_to: Option<&'static str>,
    /// Acts that are left under way, by their word.
    pub(crate) hang: Option<&'static str>,
    /// Every act that was let through, in order.
    pub(crate) acted: Vec<Action>,
    /// What holds commands, for the next driver.
    pub(crate) held: Held,
    /// What the driver's queue holds.
    queue: VecDeque<(Option<TaskId>, Seen)>,
    policies: Arc<Policies>,
    epoch: u64,
    mono_ms: u64,
    wall_ms: u64,
    asks: Vec<(ActId, Option<TaskId>)>,
    facts: BTreeMap<(TaskId, CallId), Vec<Fact>>,
    /// What stands in each task's worktree.
    files: BTreeMap<TaskId, Files>,
    /// What stands in the repository before anything is done.
    base: Files,
    /// What each commit holds.
    commits: BTreeMap<GitId, Files>,
    /// What each snapshot holds.
    trees: BTreeMap<GitId, Files>,
    /// The newest commit of each task's branch.
    branches: BTreeMap<TaskId, GitId>,
    /// The newest commit of the run branch.
    run: GitId,
    target: GitId,
    said: u64,
    told: u64,
    /// Whether somebody sits at the terminal.
    attended: bool,
}

impl World {
    /// A run that was opened and taken by its first driver, up to the first rest.
    pub(crate) fn open(
        opened: Opened,
        attended: bool,
        script: impl IntoIterator<Item = Say>,
    ) -> Self {
        let run = RunId::new("r1").unwrap();
        let mut base = untouched();
        if let Source::Phase { files, .. } | Source::Change { files, .. } = &opened.source {
            base.extend(files.iter().map(|it| (it.path.clone(), it.text.clone())));
        }
        let mut world = Self {
            state: State::new(run),
            lines: Vec::new(),
            script: script.into_iter().collect(),
            ranked: Vec::new(),
            measured: Measured::default(),
            fails_without: false,
            passes_again: false,
            prepare_exits: VecDeque::new(),
            leads: Vec::new(),
            exits: VecDeque::new(),
            own_exits: VecDeque::new(),
            counted: BTreeMap::new(),
            lost: Vec::new(),
            conflicts: 0,
            moves: 0,
            failures: 0,
            writes_its_file: false,
            refuses: None,
            fails_to: None,
            hang: None,
            acted: Vec::new(),
            held: Held::default(),
            queue: VecDeque::new(),
            policies: Arc::new(Policies::compile(&opened.options.policies).0),
            epoch: 1,
            mono_ms: 0,
            wall_ms: OPENED_MS,
            asks: Vec::new(),
            facts: BTreeMap::new(),
            files: BTreeMap::new(),
            commits: BTreeMap::from([(opened.base.clone(), base.clone())]),
            base,
            trees: BTreeMap::new(),
            branches: BTreeMap::new(),
            run: opened.base.clone(),
            target: opened.base.clone(),
            said: 0,
            told: 0,
            attended,
        };
        world
            .queue
            .push_back((None, Seen::Opened(Box::new(opened))));
        world.claim();
        world
    }

    fn claim(&mut self) {
        let driver = Process {
            pid: 4_000 + u32::try_from(self.epoch).unwrap(),
            start: 7,
        };
        let claimed = Claimed {
            epoch: self.epoch,
            driver,
            supervisor: None,
            attended: self.attended,
            held: self.held.clone(),
            notifies: Vec::new(),
        };
        self.queue.push_back((None, Seen::Claimed(claimed)));
    }

    /// Goes on until nothing is left but to wait for people, or for acts that hang.
    pub(crate) fn go(&mut self) -> &mut Self {
        for _ in 0..STEPS_MAX {
            if !self.once() {
                return self;
            }
        }
        panic!("the run does not come to rest:\n{}", self.tail(30));
    }

    /// Goes on, saying yes to every review.
    pub(crate) fn go_reviewed(&mut self) -> &mut Self {
        for _ in 0..10 {
            self.go();
            let review = self
                .state
                .questions
                .iter()
                .find_map(|(act, it)| match it.ask {
                    ledger::event::Ask::Review { .. } => Some(*act),
                    ledger::event::Ask::Permission { .. }
                    | ledger::event::Ask::Plan { .. }
                    | ledger::event::Ask::Tools { .. }
                    | ledger::event::Ask::Question { .. } => None,
                });
            match review {
                Some(question) => self.tell(Body::Approve {
                    question,
                    terms: None,
                }),
                None => return self,
            };
        }
        panic!("asked again and again:\n{}", self.tail(30));
    }

    /// Takes in the next thing. Says whether there was one.
    pub(crate) fn once(&mut self) -> bool {
        if self.queue.is_empty() {
            self.model();
        }
        if self.queue.is_empty() && self.rests() {
            return false;
        }
        if self.queue.is_empty() {
            self.timer();
        }
        match self.queue.pop_front() {
            Some((task, seen)) => {
                self.take_in(task, seen);
                true
            }
            None => false,
        }
    }

    /// A parked or ended run holds no process, so its timers ring for nobody.
    pub(crate) fn rests(&self) -> bool {
        self.state.park.is_some() || self.state.ended.is_some()
    }

    /// A message from somebody. A run at rest has no driver; then one comes to take the message in.
    pub(crate) fn tell(&mut self, body: Body) -> &mut Self {
        if self.rests() && self.queue.is_empty() {
            self.crash();
        }
        self.told += 1;
        let message = Message {
            id: self.told,
            by: "ada".to_owned(),
            body,
        };
        self.see(Seen::Told(message))
    }

    /// Something seen that the world does not bring about by itself.
    pub(crate) fn see(&mut self, seen: Seen) -> &mut Self {
        self.queue.push_back((None, seen));
        self
    }

    /// Time passes.
    pub(crate) fn pass(&mut self, ms: u64) -> &mut Self {
        self.mono_ms += ms;
        self.wall_ms += ms;
        self
    }

    /// The process dies; a new driver takes the run and looks at what was under way. What hands had done is
    /// done, and seen in the worktree.
    pub(crate) fn crash(&mut self) -> &mut Self {
        self.queue.clear();
        self.asks.clear();
        self.facts.clear();
        self.hang = None;
        self.epoch += 1;
        self.wall_ms += 60_000;
        self.mono_ms = 5;
        self.state = engine::fold::fold(self.state.run.clone(), &self.lines);
        self.claim();
        for (act, open) in &self.state.acts {
            if let ActKind::World { .. } = open.kind {
                let text = "the process ended while this was under way";
                let observation = Observation::plain(Status::Interrupted, text);
                let finished = Seen::Finished {
                    act: *act,
                    observation,
                };
                self.queue.push_back((open.task.clone(), finished));
                let looked = self.scan(*act, open.task.as_ref());
                self.queue
                    .extend(looked.map(|seen| (open.task.clone(), seen)));
            }
        }
        self
    }

    /// What the worktree shows beyond what the ledger knows of it.
    fn scan(&self, act: ActId, task: Option<&TaskId>) -> Option<Seen> {
        let known = &self.state.tasks.get(task?)?.tree;
        let tree = self.tree(task?);
        (known.is_some() && *known != Some(tree.clone())).then(|| Seen::Scanned {
            act,
            tree: Some(tree),
            changed: vec!["src/greet.rs".to_owned()],
        })
    }

    /// Back to an earlier line, as it is done while nobody drives; then a new driver takes the run.
    pub(crate) fn rewind(&mut self, to: Seq) -> &mut Self {
        self.epoch += 1;
        let stamp = Stamp {
            mono_ms: 0,
            ..self.stamp(None)
        };
        self.put_down(stamp, Event::Seen(Seen::Rewound { to }));
        self.crash()
    }

    /// All lines as text, for messages of tests.
    pub(crate) fn tail(&self, count: usize) -> String {
        let from = self.lines.len().saturating_sub(count);
        let lines = self.lines[from..].iter();
        lines
            .map(|it| {
                format!("{} {:?}\n", it.seq, it.event)
                    .chars()
                    .take(300)
                    .collect::<String>()
                    + "\n"
            })
            .collect()
    }

    fn stamp(&self, task: Option<TaskId>) -> Stamp {
        Stamp {
            at_ms: self.wall_ms,
            mono_ms: self.mono_ms,
            task,
        }
    }

    fn put_down(&mut self, stamp: Stamp, event: Event) {
        let seq = self.lines.last().map_or(Seq(1), |it| it.seq.next());
        self.lines.push(Line {
            v: 1,
            run: self.state.run.clone(),
            seq,
            epoch: self.epoch,
            stamp,
            event,
        });
    }

    fn take_in(&mut self, task: Option<TaskId>, seen: Seen) {
        self.pass(10);
        let stamp = self.stamp(task.clone());
        if let (Seen::Proposed { call, facts }, Some(task)) = (&seen, task) {
            self.facts.insert((task, call.clone()), facts.clone());
        }
        let state = std::mem::replace(&mut self.state, State::new(RunId::new("gone").unwrap()));
        let (state, decisions) =
            engine::step::advance(state, &stamp, self.epoch, &seen, &self.policies);
        self.state = state;
        self.put_down(stamp.clone(), Event::Seen(seen));
        for it in &decisions {
            let stamp = Stamp {
                task: it.task.clone(),
                ..stamp.clone()
            };
            self.put_down(stamp, Event::Decided(it.decided.clone()));
        }
        for it in decisions {
            self.perform(it.task, &it.decided);
        }
    }

    /// What a decision brings about.
    fn perform(&mut self, task: Option<TaskId>, decided: &Decided) {
        if let Decided::Requested { act, .. } = decided {
            self.asks.push((*act, task));
        } else if let Decided::Weigh { call } = decided {
            let facts = self.weigh(task.as_ref().expect("calls are tasks'"), call);
            let seen = Seen::Proposed {
                call: call.clone(),
                facts,
            };
            self.queue.push_back((task, seen));
        } else if let Decided::Inspect { act, paths, .. } = decided {
            let found = self.inspect(task.as_ref().expect("a worktree to look at"), paths);
            self.queue
                .push_back((task, Seen::Inspected { act: *act, found }));
        } else if let Decided::Rank { act } = decided {
            let files = self.ranked.clone();
            self.queue
                .push_back((task, Seen::Ranked { act: *act, files }));
        } else if let Decided::Gather { act, paths, target } = decided {
            let all = [(&self.run, paths), (&self.target, target)];
            let files = all.into_iter().flat_map(|(commit, paths)| {
                let there = self.commits.get(commit).cloned().unwrap_or_default();
                let of = move |path: &String| {
                    let text = there.get(path)?.clone();
                    let path = path.clone();
                    Some(ledger::promise::SourceFile { path, text })
                };
                paths.iter().filter_map(of).collect::<Vec<_>>()
            });
            let seen = Seen::Gathered {
                act: *act,
                files: files.collect(),
            };
            self.queue.push_back((task, seen));
        } else if let Decided::Measure { act, .. } = decided {
            let measured = self.measured.clone();
            self.queue.push_back((
                task,
                Seen::Measured {
                    act: *act,
                    measured,
                },
            ));
        } else if let Decided::Allowed {
            act,
            call,
            digest,
            action,
        } = decided
        {
            self.allowed(task, *act, call.as_ref(), *digest, action.clone());
        } else if let Decided::Cancel { act, .. } = decided {
            // A request that is given up says nothing more; a command says that it was cancelled.
            self.asks.retain(|it| it.0 != *act);
            let open = self.state.acts.get(act);
            if open.is_some_and(|it| matches!(it.kind, ActKind::World { .. })) {
                let observation = Observation::plain(Status::Cancelled, "cancelled");
                self.queue.push_back((
                    task,
                    Seen::Finished {
                        act: *act,
                        observation,
                    },
                ));
            }
        }
    }

    fn model(&mut self) {
        if self.rests() || self.asks.is_empty() {
            return;
        }
        let (act, task) = self.asks.remove(0);
        self.pass(script::REPLY_MS);
        let planning = self.state.plan.is_none();
        let say = match self
            .script
            .pop_front()
            .filter(|_| !self.writes_its_file || planning)
        {
            Some(say) => say,
            None => self.own_way(task.as_ref()),
        };
        let seen = match say {
            Say::Reply(mut reply) => {
                for call in &mut reply.calls {
                    self.said += 1;
                    call.id = CallId(format!("c{}", self.said));
                }
                Seen::Replied { act, reply }
            }
            Say::Fail(failure) => Seen::ModelFailed { act, failure },
        };
        self.queue.push_back((task, seen));
    }

    /// What a model says that was told nothing: it does the task, or says that it is done.
    fn own_way(&self, task: Option<&TaskId>) -> Say {
        let task = task.and_then(|it| self.state.tasks.get(it));
        let Some(task) = task.filter(|_| self.writes_its_file) else {
            return script::done();
        };
        if self.refuses == Some(task.task.title.as_str()) {
            return script::words("no", ledger::reply::Ended::Refusal);
        }
        match task.task.files.files().next() {
            Some(file) if !task.touched => {
                let text = format!("pub fn f() -> u32 {{\n    {}\n}}\n", task.attempt);
                script::write(file.as_str(), &text)
            }
            Some(_) | None => script::done(),
        }
    }

    /// Whether a file stands on the target branch.
    pub(crate) fn target_has(&self, path: &str) -> bool {
        let files = self.commits.get(&self.target);
        files.is_some_and(|it| it.contains_key(path))
    }

    /// Somebody else brings something into the target branch.
    pub(crate) fn move_target(&mut self) {
        let moved = git(&format!("moved {} {}", self.moves, self.target));
        let mut files = self.commits.get(&self.target).cloned().expect("a commit");
        files.insert("CHANGES".to_owned(), moved.to_string());
        self.commits.insert(moved.clone(), files);
        self.target = moved;
    }

    fn timer(&mut self) {
        let next = self
            .state
            .acts
            .iter()
            .filter_map(|(act, open)| match open.kind {
                ActKind::Timer { at_ms } => Some((at_ms, *act, open.task.clone())),
                ActKind::Model { .. } | ActKind::World { .. } | ActKind::Inspect { .. } => None,
            });
        if let Some((at_ms, act, task)) = next.min_by_key(|it| it.0) {
            self.pass(at_ms.saturating_sub(self.wall_ms));
            self.queue.push_back((task, Seen::Woke { act }));
        }
    }

    /// Time passes until the limit of the run, and its grace, are over; and then that is seen.
    pub(crate) fn ring(&mut self) -> &mut Self {
        let alarm = self.state.alarm.expect("a limit that is watched");
        self.pass(alarm.at_ms.saturating_sub(self.wall_ms));
        self.see(Seen::Woke { act: alarm.act })
    }

    fn weigh(&self, task: &TaskId, call: &CallId) -> Vec<Fact> {
        let (_, pending) = self.state.pending(task, call).expect("a call that stands");
        let proposal = pending
            .proposal
            .as_deref()
            .expect("only what can be read is weighed");
        self.facts(task, proposal)
    }

    /// What hands find out about a call of a task.
    pub(crate) fn facts(&self, task: &TaskId, proposal: &Proposal) -> Vec<Fact> {
        let answer = |question: &Question| match question {
            Question::Path(asked) => Fact::Path {
                asked: asked.clone(),
                found: self.path(task, asked),
            },
            Question::Branch => Fact::Branch(Some("interlock/r1-task".to_owned())),
            Question::Declared => Fact::Declared(vec!["cargo test".to_owned()]),
            Question::Text(asked) => Fact::Text {
                asked: asked.clone(),
                text: None,
            },
            Question::Names(asked) => Fact::Names {
                asked: asked.clone(),
                names: Vec::new(),
            },
            Question::Alike(asked) => Fact::Alike {
                asked: asked.clone(),
                name: None,
            },
            Question::InBase(asked) => Fact::InBase {
                asked: asked.clone(),
                held: true,
            },
            Question::DashedName(asked) => Fact::DashedName {
                asked: asked.clone(),
                name: None,
            },
        };
        gate::gather(proposal, &gate::Context::default(), |asked| {
            asked.iter().map(answer).collect()
        })
    }

    fn path(&self, task: &TaskId, asked: &str) -> PathFact {
        let resolved = RelPath::new(asked).ok();
        let files = self.worktree(task);
        let content = resolved.as_ref().and_then(|it| files.get(it.as_str()));
        let below = |it: &RelPath| files.keys().any(|key| key.starts_with(&format!("{it}/")));
        let kind = match &resolved {
            None => PathKind::Outside,
            Some(_) if content.is_some() => PathKind::File,
            Some(path) if below(path) => PathKind::Directory,
            Some(_) => PathKind::Absent,
        };
        PathFact {
            resolved,
            kind,
            through_link: false,
            hard_linked: false,
            digest: content.map(|it| Hash::of(it.as_bytes())),
            bytes: content.map_or(0, |it| it.len() as u64),
            leads: None,
        }
    }

    /// A worktree shows these files, and a snapshot keeps them.
    fn stand(&mut self, task: &TaskId, files: Files) {
        self.trees.insert(tree_of(&files), files.clone());
        self.files.insert(task.clone(), files);
    }

    /// What stands in the worktree of a task.
    fn worktree(&self, task: &TaskId) -> Files {
        let files = self.files.get(task).unwrap_or(&self.base);
        files.clone()
    }

    fn inspect(&self, task: &TaskId, paths: &[String]) -> Vec<ledger::event::Inspection> {
        let plan = self.state.plan.clone().expect("a plan");
        let files = self.worktree(task);
        let texts = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        let project = project::Project::read(texts);
        let rules = code::rules::Rules::default();
        let ground = verify::InspectionContext::new(&plan, &project, None, &rules);
        let one = |path: &String| {
            let content = match files.get(path) {
                Some(text) => verify::Content::Text(text),
                None => verify::Content::Absent,
            };
            verify::inspect(&ground, &RelPath::new(path).unwrap(), content, None)
        };
        paths.iter().map(one).collect()
    }

    fn allowed(
        &mut self,
        task: Option<TaskId>,
        act: ActId,
        call: Option<&CallId>,
        digest: Hash,
        action: Option<Action>,
    ) {
        let action = action.unwrap_or_else(|| {
            let call = call.expect("an act of ours, or a call");
            let task = task.clone().expect("calls are tasks'");
            let facts = self
                .facts
                .remove(&(task.clone(), call.clone()))
                .unwrap_or_default();
            engine::actions::action_for(&self.state, &task, call, &facts).expect("what was allowed")
        });
        assert_eq!(action.digest(), digest, "a permit for another act");
        self.acted.push(action.clone());
        if self.hang == Some(action.word()) {
            return;
        }
        let own = call.is_none();
        let observation = if own && self.fails_to == Some(action.word()) {
            Observation::plain(Status::Failed, "the disk is full")
        } else if own && self.failures > 0 {
            self.failures -= 1;
            Observation::plain(Status::Failed, "the disk is full")
        } else {
            self.act(act, &action)
        };
        self.pass(observation.duration_ms);
        self.queue
            .push_back((task, Seen::Finished { act, observation }));
    }

    fn act(&mut self, act: ActId, action: &Action) -> Observation {
        let ok = |text: &str| Observation::plain(Status::Ok, text);
        match action {
            Action::Prepare(prepare) => ok("").with(Outcome::Prepared(self.prepare(prepare))),
            Action::Look(_) => ok("pub fn old() {}"),
            Action::Change(change) => self.change(change),
            Action::Exec(_) => {
                let mut done = ok("it ran");
                done.exit_code = Some(self.own_exits.pop_front().unwrap_or(0));
                done.duration_ms = 40;
                done
            }
            // No run here has an agent of somebody else.
            Action::Delegate(_) => Observation::plain(Status::Failed, "there is no agent"),
            // Nor any server.
            Action::Connect(_) | Action::UseTool(_) => {
                Observation::plain(Status::Failed, "there is no server")
            }
            Action::Commit(it) => ok("").with(Outcome::Committed(self.commit(&it.task))),
            Action::Integrate(it) => self.integrate(&it.commit),
            Action::Record(it) => self.record(it),
            Action::Candidate(it) => self.candidate(it),
            Action::Checkout(it) => self.checkout(it),
            Action::Check(check) => self.check(act, check),
            Action::Trials(_) => ok("").with(Outcome::Tried {
                facts: "{}".to_owned(),
            }),
            Action::Restore(restore) => self.restore(restore),
            Action::Merge(merge) => self.merge(merge),
            Action::HandOver(it) => ok("").with(Outcome::HandedOver {
                page: Hash::of(it.page.as_bytes()),
            }),
            Action::Hook(_) => {
                let mut done = ok("");
                done.exit_code = Some(0);
                done
            }
            // Nor any forge.
            Action::Push(_) | Action::Forge(_) => {
                Observation::plain(Status::Failed, "there is no forge")
            }
            Action::Discard(it) => ok("").with(Outcome::Discarded {
                kept: format!("refs/interlock/kept/{}", it.task),
                stays: None,
            }),
        }
    }

    fn change(&mut self, change: &ledger::action::Change) -> Observation {
        let path = change.path.as_str().to_owned();
        let mut files = self.worktree(&change.task);
        let stands = files.get(&path).map(|it| Hash::of(it.as_bytes()));
        if stands != change.before {
            return Observation::plain(Status::FactsChanged, "the file is another one by now");
        }
        match &change.how {
            ChangeHow::Write { content } => {
                files.insert(path.clone(), content.clone());
            }
            ChangeHow::Edit { old, new } => {
                let text = files.get(&path).cloned().unwrap_or_default();
                if text.matches(old.as_str()).count() != 1 {
                    return Observation::plain(Status::Failed, "`old` does not occur exactly once");
                }
                files.insert(path.clone(), text.replacen(old, new, 1));
            }
            ChangeHow::Delete => {
                files.remove(&path);
            }
        }
        let after = files.get(&path).map(|it| Hash::of(it.as_bytes()));
        self.stand(&change.task, files);
        Observation::plain(Status::Ok, format!("changed {path}")).with(Outcome::Changed {
            path: change.path.clone(),
            after,
            tree: Some(self.tree(&change.task)),
            facts: self
                .counted
                .get(change.path.as_str())
                .cloned()
                .map(Box::new),
        })
    }

    fn tree(&self, task: &TaskId) -> GitId {
        tree_of(&self.worktree(task))
    }

    fn prepare(&mut self, prepare: &ledger::action::Prepare) -> Prepared {
        if let Some(base) = &prepare.base {
            self.run = base.clone();
        }
        let base = prepare.base.clone().unwrap_or_else(|| self.run.clone());
        let files = self.commits.get(&base).cloned().expect("a commit");
        // What an earlier driver's model wrote there goes with the old worktree.
        self.stand(&prepare.task, files);
        self.branches.insert(prepare.task.clone(), base.clone());
        Prepared {
            directory: format!("/worktrees/r1/{}", prepare.task),
            branch: prepare.branch.clone(),
            tree: self.tree(&prepare.task),
            base,
            instructions: Vec::new(),
            skills: Box::default(),
            declared: vec!["cargo test".to_owned()],
            protected: Vec::new(),
        }
    }

    fn commit(&mut self, task: &TaskId) -> Committed {
        let files = self.worktree(task);
        let tree = self.tree(task);
        let tip = self.branches.get(task).cloned().expect("a branch");
        let changed = self.commits.get(&tip) != Some(&files);
        let commit = if changed {
            git(&format!("commit {tip} {tree}"))
        } else {
            tip
        };
        self.commits.insert(commit.clone(), files.clone());
        self.branches.insert(task.clone(), commit.clone());
        Committed {
            commit: (files != self.base).then_some(commit),
            tree,
            changed: changed_in(&self.base, &files),
            undeclared: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn integrate(&mut self, commit: &GitId) -> Observation {
        if self.conflicts > 0 && self.state.joining.is_none() {
            self.conflicts -= 1;
            let paths = vec!["src/lib.rs".to_owned()];
            return Observation::plain(Status::Failed, "both sides changed the same lines").with(
                Outcome::Conflicted {
                    paths,
                    target_tip: None,
                    removed: Vec::new(),
                },
            );
        }
        let commit = commit.clone();
        assert!(self.commits.contains_key(&commit), "a commit that stands");
        self.run = commit.clone();
        Observation::plain(Status::Ok, "").with(Outcome::Integrated { commit })
    }

    fn record(&mut self, record: &ledger::action::Record) -> Observation {
        let mut files = self.commits.get(&self.run).cloned().expect("a commit");
        for it in &record.files {
            match &it.content {
                Some(text) => files.insert(it.path.to_string(), text.clone()),
                None => files.remove(it.path.as_str()),
            };
        }
        let commit = git(&format!("record {} {files:?}", self.run));
        self.commits.insert(commit.clone(), files);
        self.run = commit.clone();
        Observation::plain(Status::Ok, "").with(Outcome::Recorded { commit })
    }

    fn restore(&mut self, restore: &ledger::action::Restore) -> Observation {
        if let Some(commit) = &restore.commit {
            self.branches.insert(restore.task.clone(), commit.clone());
            if restore.run_branch.is_some() {
                self.run = restore.run_commit.clone().unwrap_or_else(|| commit.clone());
            }
        }
        let tree = restore.tree.clone();
        let files = self.trees.get(&tree).cloned().expect("a snapshot");
        self.stand(&restore.task, files);
        Observation::plain(Status::Ok, "").with(Outcome::Restored { tree })
    }

    /// The task's branch with the run branch, or the run branch with the target, file by file.
    fn candidate(&mut self, candidate: &ledger::action::Candidate) -> Observation {
        let joins = self.state.joining.is_some();
        let (ours, theirs) = if joins {
            let tip = self.branches.get(&candidate.task).cloned();
            (tip.expect("a branch"), self.run.clone())
        } else {
            (self.run.clone(), self.target.clone())
        };
        let files = |it: &GitId| self.commits.get(it).cloned().expect("a commit");
        let since = candidate.since.as_ref().map(files).unwrap_or_default();
        let (mine, there) = (files(&ours), files(&theirs));
        let mut merged = Files::new();
        let mut paths = Vec::new();
        let names: std::collections::BTreeSet<&String> = mine.keys().chain(there.keys()).collect();
        for name in names {
            let (a, b, base) = (mine.get(name), there.get(name), since.get(name));
            let one = match (a == base, b == base) {
                _ if a == b => a,
                (true, _) => b,
                (_, true) => a,
                (false, false) => {
                    paths.push(name.clone());
                    a
                }
            };
            merged.extend(one.map(|text| (name.clone(), text.clone())));
        }
        if joins && self.conflicts > 0 {
            self.conflicts -= 1;
            paths.push("src/lib.rs".to_owned());
        }
        let commit = match () {
            () if merged == mine => ours.clone(),
            () if merged == there => theirs.clone(),
            () => git(&format!("merge {ours} {theirs}")),
        };
        self.commits.insert(commit.clone(), merged.clone());
        self.stand(&candidate.task, merged.clone());
        if !paths.is_empty() {
            self.branches.insert(candidate.task.clone(), commit);
            return Observation::plain(Status::Ok, "both sides changed the same lines").with(
                Outcome::Conflicted {
                    paths,
                    target_tip: None,
                    removed: Vec::new(),
                },
            );
        }
        let built = CandidateTree {
            tree: tree_of(&merged),
            changed: changed_in(&there, &merged),
            target_tip: theirs,
            run_tip: ours,
            commit,
            lost: if joins { self.lost.clone() } else { Vec::new() },
            protected: Vec::new(),
            links: Vec::new(),
            rewritten: None,
        };
        Observation::plain(Status::Ok, "").with(Outcome::Candidate(built))
    }

    fn checkout(&mut self, checkout: &ledger::action::Checkout) -> Observation {
        let files = self.commits.get(&checkout.commit).expect("a commit");
        let tree = tree_of(files);
        assert!(checkout.tree.as_ref().is_none_or(|it| *it == tree));
        Observation::plain(Status::Ok, "").with(Outcome::CheckedOut(CheckedOut {
            directory: "/worktrees/r1/_checks".to_owned(),
            tree,
            brought: Vec::new(),
            missing: Vec::new(),
            declared: vec!["cargo test".to_owned()],
            leads: self.leads.clone(),
            lacks: Vec::new(),
        }))
    }

    fn check(&mut self, act: ActId, check: &ledger::action::Check) -> Observation {
        let exit = match check.purpose {
            Purpose::Evidence => self.exits.pop_front().unwrap_or(0),
            Purpose::Prepare => self.prepare_exits.pop_front().unwrap_or(0),
            Purpose::Repeat => i32::from(!self.passes_again),
            Purpose::Baseline => i32::from(self.fails_without),
        };
        let evidence = Evidence {
            id: format!("e{}", act.0),
            kind: EvidenceKind::Verify,
            source_trust: SourceTrust::LocalCommand,
            act,
            producer_trace_id: "t".to_owned(),
            command: Some(check.command.clone()),
            exit_code: Some(exit),
            tree: Some(check.tree.clone()),
            tree_unchanged: true,
            output: Hash::of(b"output"),
            tail: "test result".to_owned(),
            source_refs: Vec::new(),
            tests: None,
            end: End::Exited,
            failure: (exit != 0).then(Failure::default),
            opened: Vec::new(),
            created_ms: self.wall_ms,
            duration_ms: 1_200,
        };
        // It did what it was to do: it ran.
        let mut done =
            Observation::plain(Status::Ok, "").with(Outcome::Checked(Box::new(evidence)));
        done.exit_code = Some(exit);
        done.duration_ms = 1_200;
        done
    }

    fn merge(&mut self, merge: &ledger::action::Merge) -> Observation {
        if self.moves > 0 {
            self.moves -= 1;
            self.move_target();
        }
        if self.target != merge.from && self.target != merge.to {
            let tip = Some(self.target.clone());
            return Observation::plain(Status::FactsChanged, "the target moved")
                .with(Outcome::TargetMoved { tip });
        }
        self.target = merge.to.clone();
        Observation::plain(Status::Ok, "").with(Outcome::Merged {
            commit: merge.to.clone(),
            checkout: "no checkout".to_owned(),
            left: None,
        })
    }
}

/// What stands in the repository before anything is done.
/// The library's root, in which what tasks write has a place to come in.
pub(crate) fn library() -> String {
    let modules = [
        "a", "auth", "b", "c", "d", "greet", "other", "t0", "t1", "t2", "t3", "t4", "t5",
    ];
    let modules: String = modules.map(|it| format!("pub mod {it};\n")).concat();
    modules + "pub fn old() {}\n"
}

fn untouched() -> Files {
    Files::from([("src/lib.rs".to_owned(), library())])
}

fn tree_of(files: &Files) -> GitId {
    git(&format!("{files:?}"))
}

fn changed_in(before: &Files, after: &Files) -> Vec<ChangedFile> {
    let file = |path: &String, kind| ChangedFile {
        path: path.clone(),
        kind,
    };
    let stands = after
        .iter()
        .filter_map(|(path, text)| match before.get(path) {
            None => Some(file(path, 'A')),
            Some(old) if old != text => Some(file(path, 'M')),
            Some(_) => None,
        });
    let gone = before.keys().filter(|it| !after.contains_key(*it));
    stands.chain(gone.map(|it| file(it, 'D'))).collect()
}
