//! What somebody at a terminal sees while runs are driven: `script` lends one.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::agent::{call, done, scene, script, turn, work, write};
use crate::support::World;

/// Longest time until something is seen; only a test that fails waits for so long.
const SEEN_WITHIN: Duration = Duration::from_secs(30);

/// A command of ours at a terminal of its own, and what was seen there so far.
pub(crate) struct Terminal {
    child: Child,
    pub(crate) seen: String,
    more: Receiver<String>,
}

impl Terminal {
    pub(crate) fn new(world: &World, columns: u16, args: &[&str]) -> Self {
        Self::start(world, columns, "exec", args, "")
    }

    /// The same, and what a shell does at that terminal afterwards.
    pub(crate) fn then(world: &World, columns: u16, args: &[&str], after: &str) -> Self {
        Self::start(world, columns, "", args, after)
    }

    fn start(world: &World, columns: u16, how: &str, args: &[&str], after: &str) -> Self {
        let quoted = |it: &&str| format!("'{}'", it.replace('\'', "'\\''"));
        let args: Vec<String> = args.iter().map(quoted).collect();
        let line = format!(
            "stty cols {columns} rows 40; {how} '{}' {}; {after}",
            env!("CARGO_BIN_EXE_interlock"),
            args.join(" ")
        );
        // The environment of a command of ours, for another program.
        let ours = world.command(&[]);
        let mut command = Command::new("script");
        command
            .args([
                "--quiet",
                "--return",
                "--flush",
                "--command",
                &line,
                "/dev/null",
            ])
            .current_dir(world.repository())
            .env_clear();
        for (name, value) in ours.get_envs() {
            if let Some(value) = value {
                command.env(name, value);
            }
        }
        command.env("TERM", "xterm").env("SHELL", "/bin/sh");
        let pipes = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = pipes.spawn().expect("a terminal");
        let mut out = child.stdout.take().expect("an output");
        let (send, more) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = out.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                if count == 0 || send.send(text).is_err() {
                    return;
                }
            }
        });
        let seen = String::new();
        Self { child, seen, more }
    }

    /// Waits until this was seen.
    pub(crate) fn sees(&mut self, text: &str) {
        // A screen may go on being drawn for ever.
        let deadline = Instant::now() + SEEN_WITHIN;
        while !self.seen.contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.more.recv_timeout(left) {
                Ok(more) => self.seen.push_str(&more),
                Err(error) => panic!("`{text}` is not seen ({error}): {}", self.seen),
            }
        }
    }

    pub(crate) fn types(&mut self, text: &str) {
        let keys = self.child.stdin.as_mut().expect("keys");
        keys.write_all(text.as_bytes()).expect("typed");
        keys.flush().expect("typed");
    }

    /// What was seen to the end, and the exit status.
    pub(crate) fn ended(mut self) -> (String, i32) {
        let deadline = Instant::now() + SEEN_WITHIN;
        let left = || deadline.saturating_duration_since(Instant::now());
        while let Ok(more) = self.more.recv_timeout(left()) {
            self.seen.push_str(&more);
        }
        if left().is_zero() {
            let _late = self.child.kill();
        }
        let status = self.child.wait().expect("an end");
        let seen = std::mem::take(&mut self.seen);
        (seen, status.code().unwrap_or(-1))
    }
}

impl Drop for Terminal {
    /// A test that fails leaves nothing running.
    fn drop(&mut self) {
        let _over = self.child.kill();
        let _over = self.child.wait();
    }
}

/// A check that lasts until it is let go.
fn held(world: &World) -> String {
    let gate = world.path("home/gate");
    let made = Command::new("mkfifo").arg(&gate).status().expect("a gate");
    assert!(made.success());
    format!("cat {}", gate.display())
}

fn let_go(world: &World) {
    std::fs::write(world.path("home/gate"), "").expect("let go");
}

/// What stays on the screen of what was written to it: a line that was begun anew shows its newest text.
fn on_screen(seen: &str) -> String {
    let lines = seen.split('\n').map(|line| {
        let line = line.trim_end_matches('\r');
        line.rsplit('\r').next().unwrap_or_default()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn world(replies: &[serde_json::Value], more: impl FnOnce(&World) -> String) -> World {
    let world = World::scripted(&[("a.txt", "one\n")], &script(&[scene("", replies)]), "");
    let path = world.path("home/agent.json");
    let more = more(&world);
    world.configure(&format!(
        "models:\n  default: written\n  written:\n    provider: scripted\n    model: {}\n{more}",
        path.display()
    ));
    world
}

fn checked_by(world: &World) -> String {
    format!(
        "verification: {{levels: [1, 2, 3, 4], commands: [\"{}\"]}}\n",
        held(world)
    )
}

#[test]
fn the_line_tells_the_check_that_runs_and_is_gone_in_the_end() {
    let [first, last] = work("b.txt", "two\n");
    let mut first = first;
    first["text"] = json!("Long over: I write it now.");
    let world = world(&[first, last], checked_by);
    let mut terminal = Terminal::new(&world, 80, &["run", "add b.txt"]);
    terminal.sees(" s · $0.00 of $10.00");
    terminal.sees("⠙ cat ");
    let moving: Vec<&str> = terminal
        .seen
        .split('\r')
        .filter(|it| it.contains("of $10.00"))
        .collect();
    assert!(
        moving.iter().all(|it| !it.contains("Long over")),
        "{moving:?}"
    );
    let_go(&world);
    let (seen, code) = terminal.ended();
    assert_eq!(code, 0, "{seen}");
    let left = on_screen(&seen);
    assert!(left.contains("done — merged"), "{left}");
    assert!(!left.contains("⠙"), "{left}");
    let named = left.lines().filter(|it| it.contains(" · add b.txt"));
    assert_eq!(named.count(), 2, "named at its start and its end: {left}");
    assert_eq!(
        left.matches("done").count(),
        2,
        "claimed once, done once: {left}"
    );
}

#[test]
fn nothing_moves_where_somebody_types_and_a_number_is_an_option() {
    let ask = call(
        "ask",
        json!({"question": "Which format?", "options": ["json", "yaml"]}),
    );
    let replies = [
        turn(&[ask]),
        turn(&[write("b.txt", "two\n")]),
        turn(&[done()]),
    ];
    let world = world(&replies, checked_by);
    let mut terminal = Terminal::new(&world, 100, &["run", "add b.txt"]);
    terminal.sees("your answer, or the number of one:");
    let asked = terminal.seen.len();
    terminal.types("2\n");
    terminal.sees("⠙ cat ");
    let told = terminal.seen.clone();
    let (_, after) = told.split_at(asked);
    let (typing, _) = after.split_once("2\r\n").expect("what was typed");
    assert!(
        !typing.contains("of $10.00"),
        "a line moves while somebody types: {typing:?}"
    );
    assert!(after.contains("“yaml”"), "{after}");
    let_go(&world);
    let (seen, code) = terminal.ended();
    assert_eq!(code, 0, "{seen}");
    assert_eq!(seen.matches("Which format?").count(), 1, "{seen}");
}

#[test]
fn an_interrupt_leaves_no_line_behind() {
    let world = world(&work("b.txt", "two\n"), checked_by);
    let mut terminal = Terminal::new(&world, 80, &["run", "add b.txt"]);
    terminal.sees("⠙ cat ");
    terminal.types("\u{3}");
    let (seen, _) = terminal.ended();
    let left = on_screen(&seen);
    assert!(left.contains("interrupted"), "{left}");
    assert!(!left.contains("⠙"), "{left}");
}

#[test]
fn a_batch_at_a_terminal_counts_its_tasks() {
    let scenes = [
        scene("Write the first", &work("a1.txt", "1\n")),
        scene("Write the second", &[turn(&[done()]), turn(&[done()])]),
    ];
    let world = World::scripted(&[("a.txt", "one\n")], &script(&scenes), "");
    let config = format!(
        "models:\n  default: written\n  written:\n    provider: scripted\n    model: {}\n{}",
        world.path("home/agent.json").display(),
        checked_by(&world)
    );
    world.configure(&config);
    world.write("batch.txt", "Write the second file\nWrite the first file\n");
    let mut terminal = Terminal::new(
        &world,
        100,
        &["run", "--batch", "batch.txt", "--parallel", "1"],
    );
    terminal.sees("0 of 2 tasks done · 1 failed · 1 under way");
    let_go(&world);
    let (seen, code) = terminal.ended();
    assert_eq!(code, 1, "{seen}");
    let left = on_screen(&seen);
    assert!(left.contains("line 2 · merged"), "{left}");
    assert!(left.contains("line 1 · failed"), "{left}");
    assert!(!left.contains("⠙"), "{left}");
}
