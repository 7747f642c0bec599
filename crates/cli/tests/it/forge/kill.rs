//! A daemon that is killed: nothing that it took is lost, and nothing that it did is done again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use testforge::{Fault, FaultKind, Options, Outcome, Request};

use super::daemon::Daemon;
use super::script;
use super::stage::Stage;
use super::story::{Asks, SHORT_POLL, ended_well, told};
use super::stream::Stream;
use crate::agent;

/// A request: its method, what its path holds, and what it does not hold.
type Moment = (&'static str, &'static str, &'static str);

/// Everything that a story does on a forge.
const MOMENTS: [Moment; 9] = [
    ("POST", "/comments", "/reviews"),
    ("POST", "/widgets/issues", "/comments"),
    ("POST", "git-receive-pack", ""),
    ("POST", "/pulls", "/"),
    ("POST", "/statuses/", ""),
    ("POST", "/reviews", "/comments"),
    ("POST", "/merge", ""),
    ("DELETE", "/branches/", ""),
    ("PATCH", "/issues/", ""),
];

fn is_at(moment: &Moment, request: &Request) -> bool {
    let (method, holds, ends) = *moment;
    let target = request.target.as_str();
    let is_held = match ends {
        "/" => target.ends_with(holds),
        "" => target.contains(holds),
        not => target.contains(holds) && !target.contains(not),
    };
    request.method == method && is_held && !["mia", "ci"].contains(&request.login.as_str())
}

/// Kills the daemon at the first request of each kind, and starts it again, until the story ends.
fn killing(
    stage: &Stage,
    daemon: &Daemon,
    moments: &[Moment],
    is_over: &AtomicBool,
) -> Vec<Moment> {
    let mut left = moments.to_vec();
    let mut seen = 0;
    while !is_over.load(Ordering::Relaxed) {
        let requests = stage.forge().requests();
        let found = requests
            .iter()
            .enumerate()
            .skip(seen)
            .find_map(|(at, request)| {
                let kind = left.iter().position(|it| is_at(it, request))?;
                Some((at, kind))
            });
        if let Some((at, kind)) = found {
            daemon.kill();
            left.remove(kind);
            seen = at + 1;
            daemon.start_again(stage);
        }
        thread::park_timeout(Duration::from_millis(1));
    }
    left
}

fn told_under_kills(moments: &[Moment], faults: &[Fault]) -> Vec<Moment> {
    let script = agent::script(&script::twice(script::story("coder")));
    let mut stage = Stage::new(Options::default(), &script, SHORT_POLL);
    stage.has_reviewer = false;
    stage.configure(SHORT_POLL);
    for fault in faults {
        stage.forge().fault(fault.clone());
    }
    let daemon = stage.serve();
    let is_over = AtomicBool::new(false);
    let left = thread::scope(|scope| {
        let killer = scope.spawn(|| killing(&stage, &daemon, moments, &is_over));
        let ends = Ends(&is_over);
        told(&stage, &daemon, Asks::Person);
        drop(ends);
        killer.join().expect("no panic")
    });
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    ended_well(&stage, Asks::Person, &log);
    left
}

/// Lets the other thread go, also where this one panics.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn killed_after_each_deed_it_goes_on() {
    assert_eq!(told_under_kills(&MOMENTS, &[]), []);
}

#[test]
fn killed_over_answers_that_never_came_it_goes_on() {
    let cut = |(method, path): (&str, &str)| Fault {
        method: method.to_owned(),
        path_contains: path.to_owned(),
        times: 1,
        what: FaultKind::CutAfterDoing,
    };
    let cuts = [
        ("POST", "/comments"),
        ("POST", "/widgets/issues"),
        ("POST", "/pulls"),
        ("POST", "/statuses/"),
        ("POST", "/reviews"),
        ("POST", "/merge"),
    ];
    told_under_kills(&MOMENTS[..7], &cuts.map(cut));
}

#[test]
fn what_was_taken_in_is_kept() {
    const COMMENTS_MAX: usize = 5_000;
    let stage = Stage::plain(&agent::script(&[]), SHORT_POLL);
    let daemon = stage.serve();
    let issue = stage.open("mia", "Talk", "Nobody is asked.", "", &[]);
    let is_over = AtomicBool::new(false);
    let answered = || {
        let all = stage.forge().deliveries();
        let answered = all
            .iter()
            .filter(|it| matches!(it.outcome, Outcome::Answered(_)));
        answered.count()
    };
    thread::scope(|scope| {
        let ends = Ends(&is_over);
        scope.spawn(|| {
            let numbers = (0..COMMENTS_MAX).take_while(|_| !is_over.load(Ordering::Relaxed));
            for no in numbers {
                let said = format!("Comment {no}.");
                let comment = stage.forge().comment(&stage.repo, "mia", issue, &said);
                comment.expect("a comment");
                thread::park_timeout(Duration::from_millis(1));
            }
        });
        for _ in 0..3 {
            let before = answered();
            stage.wait_quietly("deliveries", || (answered() >= before + 25).then_some(()));
            daemon.kill();
            daemon.start_again(&stage);
        }
        drop(ends);
    });
    stage.forge().drain();
    let told = stage.forge().deliveries();
    let mut told = told.iter().rev();
    let last = told.find(|it| matches!(it.outcome, Outcome::Answered(_)));
    let last = last.expect("a delivery").uuid.clone();
    stage.wait(Some(&daemon), "the last delivery", || {
        Stream::read(&stage)
            .delivered()
            .contains(&last)
            .then_some(())
    });
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    let stream = stage.sound();
    assert!(stream.delivered().len() >= 75, "{log}");
}
