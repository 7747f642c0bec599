//! A board with a hundred thousand open tasks of twenty agents: how long one decision takes, how long it takes to have the
//! board back from where it was kept with what was told since, and how much memory it needs.
//!
//! `cargo bench -p board --bench dispatch`; with an absolute path behind `--` the board is kept there, and when it is there
//! already, it is read back in a process that has done nothing else.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "run by hand, at a terminal"
)]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use board::Board;
use ledger::board::{AgentOptions, AttemptEnd, BoardDecided, BoardOptions, BoardSeen, TaskNo};
use ledger::event::{Event, Seen, Stamp};
use ledger::forge::{
    BranchTip, CheckState, CommentAction, CommentSeen, Delivered, Fact, IssueAction, IssueSeen,
    Login, Origin, PullAction, PullSeen, RepoName, What,
};
use ledger::ids::{BadName, GitId};

const AGENTS: u64 = 20;
const REPOSITORIES: u64 = 20;
/// Issues of each repository, each with a task; half of them with a pull request that gives two more.
const ISSUES: u64 = 2_500;
/// Deliveries that were told since the board was kept.
const SINCE: u64 = 20_000;
/// Decisions of each kind that are measured.
const DECISIONS: u64 = 2_000;
const BEGIN_MS: u64 = 1_700_000_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let path = words.next();
    if let Some(path) = path.as_deref().map(Path::new)
        && path.exists()
    {
        return read_back(path);
    }
    let mut teller = built()?;
    decisions(&mut teller)?;
    if let Some(path) = path {
        let bytes = postcard::to_stdvec(&teller.board)?;
        println!("kept in {} KiB", bytes.len() / 1024);
        fs::write(path, bytes)?;
    }
    Ok(())
}

fn read_back(path: &Path) -> Result<(), Box<dyn Error>> {
    let lines: Vec<Event> = (0..SINCE)
        .map(|at| said(at, BEGIN_MS + 10_000_000))
        .collect::<Result<_, _>>()?;
    let lines_kib = memory_kib();
    let begun = Instant::now();
    let bytes = fs::read(path)?;
    let mut board: Board = postcard::from_bytes(&bytes)?;
    drop(bytes);
    board.assemble();
    let read_ms = begun.elapsed().as_millis();
    for (at, line) in lines.iter().enumerate() {
        board.apply(&stamp(BEGIN_MS + 20_000_000 + at as u64), line);
    }
    println!(
        "{} tasks read back in {read_ms} ms, with {SINCE} lines in {} ms; {} KiB, of which the lines {lines_kib} KiB",
        board.tasks.iter().count(),
        begun.elapsed().as_millis(),
        memory_kib(),
    );
    Ok(())
}

/// The most memory that this process has had.
fn memory_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines().filter_map(|it| it.strip_prefix("VmHWM:"));
    let words = lines.next().and_then(|it| it.split_whitespace().next());
    words.and_then(|it| it.parse().ok()).unwrap_or_default()
}

struct Teller {
    board: Board,
    at_ms: u64,
    no: u64,
}

impl Teller {
    fn see(&mut self, seen: &BoardSeen) -> Vec<BoardDecided> {
        self.at_ms += 1;
        self.board.advance(&stamp(self.at_ms), seen)
    }

    fn tell(&mut self, facts: Vec<Fact>) -> Vec<BoardDecided> {
        self.no += 1;
        let no = self.no;
        self.see(&BoardSeen::Delivered(Box::new(delivered(no, facts))))
    }
}

fn stamp(at_ms: u64) -> Stamp {
    Stamp {
        at_ms,
        mono_ms: 0,
        task: None,
    }
}

fn delivered(no: u64, facts: Vec<Fact>) -> Delivered {
    Delivered {
        no,
        id: String::new(),
        event: String::new(),
        facts,
        look: Vec::new(),
        unread: None,
    }
}

fn agent(at: u64) -> Result<Login, BadName> {
    Login::new(format!("agent-{}", at % AGENTS))
}

fn built() -> Result<Teller, Box<dyn Error>> {
    let mut agents = Vec::new();
    for at in 0..AGENTS {
        agents.push(AgentOptions {
            name: format!("agent-{at}"),
            login: agent(at)?,
            parallel_max: 5,
        });
    }
    let options = BoardOptions {
        agents,
        coordinator: Some(agent(0)?),
        timeout_ms: u64::MAX,
        attempts_max: 1_000_000,
        rounds_max: 100,
        parallel_max: 100,
        ..BoardOptions::default()
    };
    let mut teller = Teller {
        board: Board::default(),
        at_ms: BEGIN_MS,
        no: 0,
    };
    teller.see(&BoardSeen::Opened(Box::new(options)));
    let begun = Instant::now();
    let mut told: u64 = 0;
    for number in 1..=ISSUES {
        for repository in 0..REPOSITORIES {
            for fact in facts(repository, number)? {
                told += 1;
                teller.tell(vec![fact]);
            }
        }
    }
    let tasks = teller.board.tasks.iter();
    let open = tasks.filter(|(_, it)| !it.state.is_terminal()).count();
    println!(
        "{open} open tasks from {told} facts in {} ms, {} KiB",
        begun.elapsed().as_millis(),
        memory_kib()
    );
    Ok(teller)
}

fn fact(repository: u64, what: What) -> Result<Fact, BadName> {
    Ok(Fact {
        repo: RepoName::new(format!("acme/widgets-{repository}"))?,
        by: Some(Login::new("maria")?),
        origin: Origin::Delivery,
        what,
    })
}

fn commit(repository: u64, number: u64) -> Result<GitId, BadName> {
    GitId::new(format!("{repository:08x}{number:032x}"))
}

/// An issue with its labels and a comment; half of them with a pull request that is red and to be reviewed.
fn facts(repository: u64, number: u64) -> Result<Vec<Fact>, BadName> {
    let who = repository + number;
    let at_ms = BEGIN_MS + number * 1_000;
    let issue = |action, updated_ms| -> Result<Fact, BadName> {
        let issue = Box::new(IssueSeen {
            number,
            title: format!("Something that is wrong with part {number} of it"),
            body: "It should work, and it does not. See #1 for more.".to_owned(),
            author: Some(Login::new("maria")?),
            open: true,
            assignees: vec![agent(who)?],
            labels: Some(vec!["type/bug".to_owned()]),
            created_ms: at_ms,
            updated_ms,
            closed_ms: 0,
            comments: 0,
        });
        fact(repository, What::Issue { action, issue })
    };
    let mut facts = vec![
        issue(IssueAction::Assigned, 0)?,
        issue(IssueAction::Opened, at_ms)?,
        issue(IssueAction::Labelled, at_ms)?,
        issue(IssueAction::Seen, at_ms + 1_000)?,
        comment(repository, (number, number), at_ms + 1_000, "I see.")?,
    ];
    if number.is_multiple_of(2) {
        let (pull, head) = (number + ISSUES, commit(repository, number)?);
        facts.push(pulled(repository, (pull, number), at_ms)?);
        facts.push(asked(repository, pull, agent(who + 1)?, at_ms)?);
        facts.push(checked(repository, head, CheckState::Pending, at_ms)?);
        let head = commit(repository, number)?;
        facts.push(checked(repository, head, CheckState::Failure, at_ms + 1)?);
    }
    Ok(facts)
}

fn comment(
    repository: u64,
    (number, id): (u64, u64),
    created_ms: u64,
    body: &str,
) -> Result<Fact, BadName> {
    let comment = CommentSeen {
        id,
        number,
        author: Some(Login::new("maria")?),
        body: body.to_owned(),
        created_ms,
    };
    let action = CommentAction::Created;
    fact(repository, What::Comment { action, comment })
}

fn pulled(repository: u64, (number, issue): (u64, u64), at_ms: u64) -> Result<Fact, BadName> {
    let pull = Box::new(PullSeen {
        number,
        title: format!("Mend part {issue}"),
        body: format!("Closes #{issue}"),
        author: Some(agent(repository + issue)?),
        open: true,
        merged: false,
        merged_by: None,
        draft: false,
        head: BranchTip {
            branch: format!("fix/{issue}-part"),
            commit: Some(commit(repository, issue)?),
        },
        from_fork: false,
        base: "main".to_owned(),
        assignees: Vec::new(),
        labels: None,
        created_ms: at_ms,
        updated_ms: at_ms,
        closed_ms: 0,
    });
    let action = PullAction::Opened;
    fact(repository, What::Pull { action, pull })
}

fn asked(repository: u64, number: u64, reviewer: Login, at_ms: u64) -> Result<Fact, BadName> {
    let asked = What::ReviewRequest {
        number,
        reviewer: Some(reviewer),
        removed: false,
        head: None,
        at_ms,
    };
    fact(repository, asked)
}

fn checked(repository: u64, commit: GitId, state: CheckState, at_ms: u64) -> Result<Fact, BadName> {
    let check = What::Check {
        commit,
        context: "ci / test (push)".to_owned(),
        state,
        branch: None,
        at_ms,
    };
    fact(repository, check)
}

/// A line of a comment that is told later.
fn said(at: u64, at_ms: u64) -> Result<Event, BadName> {
    let (repository, number) = (at % REPOSITORIES, 1 + at % ISSUES);
    let fact = comment(repository, (number, ISSUES + at), at_ms, "Still so?")?;
    let delivered = delivered(10_000_000 + at, vec![fact]);
    Ok(Event::Seen(Seen::Board(BoardSeen::Delivered(Box::new(
        delivered,
    )))))
}

fn decisions(teller: &mut Teller) -> Result<(), BadName> {
    report("an attempt ends and another begins", |at| {
        let task = teller.board.tasks.active().nth(at as usize % 100)?;
        let (task, attempt) = (task.0, task.1.attempts);
        let end = AttemptEnd::Done;
        let begun = Instant::now();
        let decided = teller.see(&BoardSeen::Ended { task, attempt, end });
        let took = begun.elapsed();
        assert!(decided.iter().any(is_dispatched), "{decided:?}");
        Some(took.as_secs_f64())
    });
    let options = BoardSeen::Opened(Box::new(teller.board.options.clone()));
    let begun = Instant::now();
    black_box(teller.see(&options));
    println!("a daemon begins again: {} ms", begun.elapsed().as_millis());
    report("time goes by", |_| {
        let begun = Instant::now();
        black_box(teller.see(&BoardSeen::Ticked));
        Some(begun.elapsed().as_secs_f64())
    });
    let mut told = |what: &str, make: &dyn Fn(u64) -> Result<Fact, BadName>| {
        report(what, |at| {
            let facts = vec![make(at).ok()?];
            let begun = Instant::now();
            black_box(teller.tell(facts));
            Some(begun.elapsed().as_secs_f64())
        });
    };
    told("a comment is told", &|at| {
        let subject = (1 + at % ISSUES, 2 * ISSUES + at);
        comment(at % REPOSITORIES, subject, BEGIN_MS, "@agent-3?")
    });
    told("a check is told", &|at| {
        let (repository, number) = (at % REPOSITORIES, 2 + at % ISSUES / 2 * 2);
        let head = commit(repository, number)?;
        checked(repository, head, CheckState::Error, BEGIN_MS + at)
    });
    Ok(())
}

fn is_dispatched(decided: &BoardDecided) -> bool {
    let none = TaskNo(0);
    matches!(decided, BoardDecided::Dispatched { task, .. } if *task != none)
}

/// Measures something many times. Tells the median, the hundredth that is slowest, and the slowest.
fn report(what: &str, mut once: impl FnMut(u64) -> Option<f64>) {
    let mut all: Vec<f64> = (0..DECISIONS).filter_map(&mut once).collect();
    all.sort_by(f64::total_cmp);
    let us = |at: usize| all.get(at).copied().unwrap_or_default() * 1_000_000.0;
    let (half, hundredth) = (all.len() / 2, all.len() * 99 / 100);
    println!(
        "{what}: {:.1} us, {:.1}, {:.1}",
        us(half),
        us(hundredth),
        us(all.len().saturating_sub(1))
    );
}
