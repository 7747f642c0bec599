//! The supervisor, with real processes: what it reports, and that it leaves nothing behind.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::command::allowed_env;
use crate::process::{Command, Exit, Input, Output, Supervisor, end_leftover};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The program that stands for ours: it is made together with the tests, beside their folder.
fn fixture() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let made = tests.parent().and_then(Path::parent).unwrap();
    let program = made.join("tools-fixture");
    assert!(
        program.is_file(),
        "`cargo test -p tools` makes it; `--lib` alone does not"
    );
    program
}

/// A word that no other process on the machine has in its arguments.
fn unique(name: &str) -> String {
    format!("interlock-test-{name}-{}", std::process::id())
}

/// Processes with this word in their arguments.
fn holders(word: &str) -> BTreeSet<i32> {
    let pids = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let holds = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).contains(word))
    };
    pids.filter(|pid| *pid != std::process::id() as i32)
        .filter(holds)
        .collect()
}

/// Waits until the condition holds; a bound, not a wait.
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::yield_now();
    }
}

fn on_runtime<T>(work: impl AsyncFnOnce(Supervisor) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async { work(Supervisor::start(&fixture()).unwrap()).await })
}

fn sh(script: &str) -> Command {
    let mut command = Command::new(["sh", "-c", script], "/");
    command.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    command
}

fn run(command: Command) -> Output {
    on_runtime(async |supervisor| supervisor.run(command).await)
}

#[test]
fn reports_how_a_command_ended() {
    let cases = [
        (sh("exit 0"), Exit::Exited(0)),
        (sh("exit 7"), Exit::Exited(7)),
        (sh("kill -9 $$"), Exit::Signalled(9)),
        (
            Command {
                timeout: Duration::from_millis(50),
                ..sh("sleep 100")
            },
            Exit::TimedOut,
        ),
        (
            Command {
                timeout: Duration::from_millis(50),
                grace: Duration::from_millis(50),
                ..sh("trap '' TERM; while :; do sleep 0.01; done")
            },
            Exit::TimedOut,
        ),
        (
            Command::new(["no-such-program"], "/"),
            Exit::NotStarted("there is no program `no-such-program`".into()),
        ),
        (
            Command {
                cwd: "/no/such/folder".into(),
                ..sh("true")
            },
            Exit::NotStarted("working directory `/no/such/folder` does not exist".into()),
        ),
        (
            Command {
                argv: vec![],
                ..sh("")
            },
            Exit::NotStarted("there is no program to start".into()),
        ),
    ];
    on_runtime(async |supervisor| {
        for (command, expected) in cases {
            assert_eq!(supervisor.run(command).await.exit, expected);
        }
        supervisor.end().await.unwrap();
    });
}

#[test]
fn hands_back_output_and_passes_input() {
    let output = run(Command {
        stdin: Input::Bytes(vec![b'x'; 300_000]),
        ..sh("wc -c; echo no >&2")
    });
    assert_eq!(output.stdout.text.trim(), "300000");
    assert_eq!(output.stderr.text, "no\n");
    let merged = run(Command {
        merge_stderr: true,
        ..sh("echo a; echo b >&2; echo c")
    });
    assert_eq!(
        (merged.stdout.text.as_str(), merged.stderr.text.as_str()),
        ("a\nb\nc\n", "")
    );
}

#[test]
fn bounds_output_and_spills_the_rest() {
    let room = tempfile::tempdir().unwrap();
    let spill = room.path().join("out");
    let output = run(Command {
        output_bytes_max: 100,
        spill: Some(spill.clone()),
        ..sh("i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i+1)); done")
    });
    assert!(output.stdout.truncated && output.stdout.text.len() < 200);
    assert!(
        output.stdout.text.starts_with("line 0\n") && output.stdout.text.ends_with("line 499\n")
    );
    assert_eq!(
        std::fs::metadata(&spill).unwrap().len(),
        output.stdout.bytes
    );
    assert_eq!(output.stdout.spill, Some(spill));
}

#[test]
fn gives_only_the_environment_it_was_given() {
    let output = run(Command {
        argv: vec!["env".into()],
        ..sh("")
    });
    let names: Vec<_> = output
        .stdout
        .text
        .lines()
        .filter_map(|line| line.split('=').next())
        .collect();
    assert_eq!(names, ["INTERLOCK_JOB", "PATH"]);
    let kept = allowed_env([("AWS_SECRET_ACCESS_KEY".into(), "x".into())], &[]);
    assert_eq!(kept, []);
}

#[test]
fn cancels_the_whole_group() {
    let word = unique("cancel");
    on_runtime(async |supervisor| {
        let running = supervisor.spawn(sh(&format!("sh -c 'sleep 1000; : {word}' & wait")));
        let cancel = running.cancel();
        let mut progress = running.progress();
        progress
            .wait_for(|progress| progress.pid.is_some())
            .await
            .unwrap();
        cancel.now();
        assert_eq!(running.wait().await.exit, Exit::Cancelled);
    });
    until("the group is gone", || holders(&word).is_empty());
}

#[test]
fn dropping_what_waits_cancels() {
    let word = unique("drop");
    on_runtime(async |supervisor| {
        let running = supervisor.spawn(sh(&format!("sleep 1000; : {word}")));
        running
            .progress()
            .wait_for(|progress| progress.pid.is_some())
            .await
            .unwrap();
        drop(running);
        // The next answer comes after the cancel was taken in.
        supervisor.run(sh("true")).await;
        until("the command is gone", || holders(&word).is_empty());
    });
}

#[test]
fn leaves_no_process_behind() {
    // A plain background process, one in its own session, and one forked twice that hides its mark.
    for (name, script) in [
        ("background", "sleep 1000 WORD &"),
        ("session", "setsid sh -c 'sleep 1000; : WORD' &"),
        (
            "double",
            "setsid sh -c 'setsid sh -c \"sleep 1000; : WORD\" & ' & sleep 0.05",
        ),
        (
            "forged",
            "INTERLOCK_JOB=1.2.3 setsid sh -c '(sleep 1000; : WORD) & ' & sleep 0.05",
        ),
        (
            "many",
            "for i in 1 2 3 4 5 6 7 8 9; do setsid sh -c '(sleep 1000; : WORD) & sleep 0.1' & done",
        ),
        (
            "hidden",
            "setsid env -i sh -c '(sleep 1000; : WORD) & ' & sleep 0.05",
        ),
    ] {
        let word = unique(name);
        on_runtime(async |supervisor| {
            let output = supervisor.run(sh(&script.replace("WORD", &word))).await;
            assert_eq!(output.exit, Exit::Exited(0), "{name}");
            assert_eq!(holders(&word), BTreeSet::new(), "{name}");
        });
    }
}

#[test]
fn a_kept_background_process_stays_until_the_end() {
    let word = unique("kept");
    on_runtime(async |supervisor| {
        let script = format!("setsid sh -c 'sleep 1000; : {word}' & sleep 0.05");
        supervisor
            .run(Command {
                keep_background: true,
                ..sh(&script)
            })
            .await;
        supervisor.run(sh("true")).await;
        assert!(!holders(&word).is_empty());
        supervisor.end().await.unwrap();
        assert_eq!(holders(&word), BTreeSet::new());
    });
}

#[test]
fn one_command_does_not_end_anothers_background() {
    let word = unique("neighbour");
    on_runtime(async |supervisor| {
        let script = format!("setsid sh -c 'sleep 1000; : {word}' & read line");
        let mut long = supervisor.spawn(Command {
            stdin: Input::Stream,
            ..sh(&script)
        });
        let (mut input, _output) = long.pipes().unwrap();
        until("the background runs", || !holders(&word).is_empty());
        supervisor.run(sh("sleep 1000 &")).await;
        assert!(!holders(&word).is_empty());
        input.write_all(b"go\n").await.unwrap();
        assert_eq!(long.wait().await.exit, Exit::Exited(0));
        assert_eq!(holders(&word), BTreeSet::new());
    });
}

#[test]
fn streams_both_ways() {
    on_runtime(async |supervisor| {
        let mut running = supervisor.spawn(Command {
            stdin: Input::Stream,
            ..sh("cat; echo end >&2")
        });
        let (mut input, mut output) = running.pipes().unwrap();
        let mut buffer = [0; 5];
        for word in [b"hello", b"again"] {
            input.write_all(word).await.unwrap();
            output.read_exact(&mut buffer).await.unwrap();
            assert_eq!(&buffer, word);
        }
        drop(input);
        let done = running.wait().await;
        assert_eq!(
            (done.exit, done.stderr.text.as_str()),
            (Exit::Exited(0), "end\n")
        );
    });
}

#[test]
fn a_killed_driver_leaves_nothing() {
    for (name, script) in [
        ("kill-plain", "sleep 1000; : WORD"),
        (
            "kill-session",
            "setsid sh -c 'setsid sh -c \"sleep 1000; : WORD\" & ' & sleep 1000; : WORD",
        ),
    ] {
        let word = unique(name);
        let mut driver = std::process::Command::new(fixture())
            .args(["drive", "sh", "-c", &script.replace("WORD", &word)])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let sleeper = format!("sh\0-c\0sleep 1000; : {word}");
        until("the tool is in flight", || !holders(&sleeper).is_empty());
        driver.kill().unwrap();
        driver.wait().unwrap();
        until(name, || holders(&word).is_empty());
    }
}

#[test]
fn a_later_driver_ends_what_a_hanging_supervisor_left() {
    let word = unique("leftover");
    on_runtime(async |supervisor| {
        let script = format!("setsid sh -c 'sleep 1000; : {word}' & sleep 1000");
        let running = supervisor.spawn(sh(&script));
        until("the tool is in flight", || holders(&word).len() >= 2);
        let (pid, start) = (supervisor.pid(), supervisor.start_time());
        let stop = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(stop, rustix::process::Signal::STOP).unwrap();
        assert!(!end_leftover(pid, start + 1));
        assert!(end_leftover(pid, start));
        assert_eq!(holders(&word), BTreeSet::new());
        assert_eq!(running.wait().await.exit, Exit::Lost);
        let late = supervisor.run(sh("true")).await.exit;
        assert_eq!(late, Exit::NotStarted("the supervisor has gone".into()));
    });
}

#[test]
fn runs_many_at_once() {
    on_runtime(async |supervisor| {
        let running: Vec<_> = (0..40)
            .map(|number| supervisor.spawn(sh(&format!("echo {number}; exit {number}"))))
            .collect();
        for (number, running) in running.into_iter().enumerate() {
            let output = running.wait().await;
            assert_eq!(output.exit, Exit::Exited(number as i32));
            assert_eq!(output.stdout.text, format!("{number}\n"));
        }
    });
}

#[test]
fn reports_progress_while_a_command_runs() {
    on_runtime(async |supervisor| {
        let mut running = supervisor.spawn(Command {
            stdin: Input::Stream,
            progress: true,
            ..sh("echo halfway >&2; read line")
        });
        let mut progress = running.progress();
        let seen = progress.wait_for(|progress| progress.bytes > 0).await;
        assert_eq!(seen.unwrap().last, "halfway\n");
        drop(running.pipes());
        assert_eq!(running.wait().await.exit, Exit::Exited(1));
    });
}

#[test]
fn a_killed_supervisor_is_noticed_and_cleaned_up_after() {
    let word = unique("lost");
    on_runtime(async |supervisor| {
        let running = supervisor.spawn(sh(&format!("sleep 1000 & sleep 1000; : {word}")));
        let mut progress = running.progress();
        progress
            .wait_for(|progress| progress.pid.is_some())
            .await
            .unwrap();
        let pid = rustix::process::Pid::from_raw(supervisor.pid()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        assert_eq!(running.wait().await.exit, Exit::Lost);
        until("its command is gone", || holders(&word).is_empty());
    });
}
