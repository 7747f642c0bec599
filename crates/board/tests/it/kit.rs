//! A forge's facts, and a board to tell them to.

use std::collections::BTreeSet;

use board::{Board, Task};
use ledger::board::{
    ActionType, AgentOptions, AttemptEnd, BoardDecided, BoardOptions, BoardSeen, Ending, LookAt,
    TaskKey, TaskNo, TaskState,
};
use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::forge::{Delivered, Fact, Login, RepoName, Subject};
use ledger::ids::RunId;

use crate::facts::Issue;

/// Seconds since 1970 of second 0 of every story.
pub(crate) const BEGIN_S: u64 = 1_700_000_000;
/// Attempts at a task.
pub(crate) const ATTEMPTS_MAX: u32 = 3;
/// Rounds of a pull request and of an issue with parts.
pub(crate) const ROUNDS_MAX: u32 = 3;

/// The time of a second of a story.
pub(crate) fn ms(second: u64) -> u64 {
    (BEGIN_S + second) * 1_000
}

pub(crate) fn login(name: &str) -> Login {
    Login::new(name).unwrap()
}

pub(crate) fn repo() -> RepoName {
    RepoName::new("acme/widgets").unwrap()
}

pub(crate) fn subject(number: u64) -> Subject {
    Subject {
        repo: repo(),
        number,
    }
}

/// Agents `boss` (coordinator), `coder`, `planner`, `judge` and `ops` (infrastructure); people are not among them.
pub(crate) fn options() -> BoardOptions {
    let agent = |name: &str| AgentOptions {
        name: name.to_owned(),
        login: login(name),
        parallel_max: 100,
    };
    BoardOptions {
        program: "test".to_owned(),
        forge: "home".to_owned(),
        agents: ["boss", "coder", "planner", "judge", "ops"]
            .map(agent)
            .into(),
        coordinator: Some(login("boss")),
        infrastructure: Some(login("ops")),
        timeout_ms: 3_600_000,
        attempts_max: ATTEMPTS_MAX,
        rounds_max: ROUNDS_MAX,
        parallel_max: 100,
        ..BoardOptions::default()
    }
}

/// A board, and every line that made it.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) board: Board,
    pub(crate) lines: Vec<(Stamp, Event)>,
    pub(crate) now_ms: u64,
    no: u64,
}

impl World {
    /// With everybody at work, and room for everything.
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// With other options.
    pub(crate) fn with(change: impl FnOnce(&mut BoardOptions)) -> Self {
        let mut options = options();
        change(&mut options);
        let mut world = Self {
            board: Board::default(),
            lines: Vec::new(),
            now_ms: ms(0),
            no: 0,
        };
        world.open(options);
        world
    }

    /// A daemon begins.
    pub(crate) fn open(&mut self, options: BoardOptions) -> Vec<BoardDecided> {
        self.see(BoardSeen::Opened(Box::new(options)))
    }

    /// A delivery.
    pub(crate) fn tell(&mut self, facts: impl IntoIterator<Item = Fact>) -> Vec<BoardDecided> {
        self.deliver(facts, [])
    }

    /// A delivery that leaves something to be looked at.
    pub(crate) fn deliver(
        &mut self,
        facts: impl IntoIterator<Item = Fact>,
        look: impl IntoIterator<Item = u64>,
    ) -> Vec<BoardDecided> {
        self.no += 1;
        self.see(BoardSeen::Delivered(Box::new(Delivered {
            no: self.no,
            id: format!("delivery-{}", self.no),
            event: "test".to_owned(),
            facts: facts.into_iter().collect(),
            look: look.into_iter().map(subject).collect(),
            unread: None,
        })))
    }

    /// A look came back.
    pub(crate) fn looked(
        &mut self,
        at: LookAt,
        facts: impl IntoIterator<Item = Fact>,
    ) -> Vec<BoardDecided> {
        let facts = facts.into_iter().collect();
        let failed = None;
        self.see(BoardSeen::Looked { at, facts, failed })
    }

    /// An attempt ended.
    pub(crate) fn end(&mut self, task: TaskNo, end: AttemptEnd) -> Vec<BoardDecided> {
        let attempt = self.board.tasks.get(task).unwrap().attempts;
        self.see(BoardSeen::Ended { task, attempt, end })
    }

    /// So many seconds go by.
    pub(crate) fn wait(&mut self, seconds: u64) -> Vec<BoardDecided> {
        self.now_ms += seconds * 1_000;
        self.see(BoardSeen::Ticked)
    }

    /// Something is seen. Whatever is decided must be fit to be decided.
    pub(crate) fn see(&mut self, seen: BoardSeen) -> Vec<BoardDecided> {
        self.now_ms += 1;
        let stamp = Stamp {
            at_ms: self.now_ms,
            mono_ms: 0,
            task: None,
        };
        let before = self.board.clone();
        let decided = self.board.advance(&stamp, &seen);
        check(&before, &self.board, &decided);
        let event = Event::Seen(Seen::Board(seen));
        self.lines.push((stamp.clone(), event));
        for one in &decided {
            let event = Event::Decided(Decided::Board(one.clone()));
            self.lines.push((stamp.clone(), event));
        }
        decided
    }

    /// All tasks, with their keys as others know them.
    pub(crate) fn tasks(&self) -> Vec<(TaskNo, TaskKey, Task)> {
        tasks(&self.board)
    }

    /// The tasks of an agent of a kind about a subject, the oldest first.
    pub(crate) fn all_of(&self, agent: &str, action: ActionType, number: u64) -> Vec<TaskNo> {
        let of = self.tasks().into_iter().filter(|(_, key, _)| {
            key.agent == login(agent) && key.action == action && key.subject.number == number
        });
        of.map(|(no, ..)| no).collect()
    }

    /// The only such task.
    pub(crate) fn of(&self, agent: &str, action: ActionType, number: u64) -> TaskNo {
        let all = self.all_of(agent, action, number);
        assert_eq!(
            all.len(),
            1,
            "{agent} {action:?} #{number}: {:#?}",
            self.tasks()
        );
        all[0]
    }

    pub(crate) fn task(&self, no: TaskNo) -> &Task {
        self.board.tasks.get(no).unwrap()
    }

    pub(crate) fn state(&self, no: TaskNo) -> TaskState {
        self.task(no).state
    }

    pub(crate) fn run(&self, no: TaskNo) -> RunId {
        self.task(no).run.clone().unwrap()
    }

    pub(crate) fn is_active(&self, no: TaskNo) -> bool {
        self.task(no).is_active
    }

    /// The task is at work.
    #[track_caller]
    pub(crate) fn is_at_work(&self, no: TaskNo) {
        assert_eq!(self.state(no), TaskState::Working);
        assert!(self.is_active(no));
    }

    /// The task has ended so.
    #[track_caller]
    pub(crate) fn ended(&self, no: TaskNo, ending: Ending) {
        let to = match ending.is_failure() {
            true => TaskState::Failed,
            false => TaskState::Done,
        };
        let task = self.task(no);
        assert_eq!((task.state, task.ending), (to, Some(ending)));
    }

    /// Tasks that have not ended.
    pub(crate) fn open_tasks(&self) -> Vec<TaskKey> {
        let open = self.tasks().into_iter();
        let open = open.filter(|(.., task)| !task.state.is_terminal());
        open.map(|(_, key, _)| key).collect()
    }

    /// The set of what the board has made, in which order is nothing.
    pub(crate) fn set(&self) -> BTreeSet<(TaskKey, TaskState)> {
        let tasks = self.tasks().into_iter();
        tasks.map(|(_, key, task)| (key, task.state)).collect()
    }
}

/// A world in which issue 1 was opened for `coder`, who works on it.
pub(crate) fn assigned() -> (World, Issue, TaskNo) {
    let mut world = World::new();
    let issue = Issue::new(1).to(&["coder"]);
    world.tell([issue.opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 1);
    (world, issue, task)
}

/// All tasks of a board, with their keys as others know them.
pub(crate) fn tasks(board: &Board) -> Vec<(TaskNo, TaskKey, Task)> {
    let names = &board.known.names;
    let all = board.tasks.iter().map(|(no, task)| {
        let key = TaskKey {
            subject: names.subject(task.key.place).unwrap(),
            action: task.key.action,
            agent: names.login(task.key.agent).unwrap().clone(),
            cause: task.key.cause,
        };
        (no, key, task.clone())
    });
    all.collect()
}

/// What must hold of decisions whatever is seen.
fn check(before: &Board, after: &Board, decided: &[BoardDecided]) {
    let mut states: std::collections::BTreeMap<TaskNo, TaskState> =
        before.tasks.iter().map(|(no, it)| (no, it.state)).collect();
    for one in decided {
        match one {
            BoardDecided::Created { task, .. } => {
                let old = states.insert(*task, TaskState::Pending);
                assert_eq!(old, None, "{task} is made twice");
            }
            BoardDecided::Moved { task, from, to, .. } => {
                let state = states.get_mut(task).unwrap();
                assert!(!state.is_terminal(), "{task} leaves {from:?}");
                assert_eq!(state, from, "{task} is not where it moves from");
                *state = *to;
            }
            BoardDecided::Dispatched { task, run, .. } => {
                let state = states.get(task).unwrap();
                let known = before.tasks.get(*task);
                let is_gone_on_with = known.is_some_and(|it| it.run.as_ref() == Some(run));
                assert!(
                    is_gone_on_with || !state.is_terminal(),
                    "{task} is begun after its end"
                );
            }
            BoardDecided::Cancelled { .. }
            | BoardDecided::Look(_)
            | BoardDecided::Told { .. }
            | BoardDecided::Anomaly { .. } => {}
        }
    }
    for (no, task) in after.tasks.iter() {
        assert_eq!(states.get(&no), Some(&task.state));
    }
}

/// What was dispatched, in its order.
pub(crate) fn dispatched(decided: &[BoardDecided]) -> Vec<TaskNo> {
    let all = decided.iter().filter_map(|it| match it {
        BoardDecided::Dispatched { task, .. } => Some(*task),
        BoardDecided::Created { .. }
        | BoardDecided::Moved { .. }
        | BoardDecided::Cancelled { .. }
        | BoardDecided::Look(_)
        | BoardDecided::Told { .. }
        | BoardDecided::Anomaly { .. } => None,
    });
    all.collect()
}

/// What is to be looked at.
pub(crate) fn looks(decided: &[BoardDecided]) -> Vec<LookAt> {
    let all = decided.iter().filter_map(|it| match it {
        BoardDecided::Look(at) => Some(at.clone()),
        BoardDecided::Dispatched { .. }
        | BoardDecided::Created { .. }
        | BoardDecided::Moved { .. }
        | BoardDecided::Cancelled { .. }
        | BoardDecided::Told { .. }
        | BoardDecided::Anomaly { .. } => None,
    });
    all.collect()
}
