//! The daemon as a process: started, told to stop, killed, started again at the same address.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::stage::{PARK, Stage, WAIT_MAX};
use crate::ports;

const READY: &str = "takes deliveries at ";
const KILLED: &str = "----- killed";

/// A daemon that runs, or its next after it was killed.
pub(crate) struct Daemon {
    process: Mutex<Process>,
    /// `HOST:PORT`.
    pub(crate) host: String,
    said: Arc<Mutex<String>>,
}

struct Process {
    child: Child,
    reads: Option<JoinHandle<()>>,
}

impl Daemon {
    /// Starts it and waits until it takes deliveries, at an address of its own: it may be started there again.
    pub(crate) fn start(stage: &Stage) -> Self {
        Self::start_at(stage, &ports::unused().to_string())
    }

    /// The same at an address.
    pub(crate) fn start_at(stage: &Stage, listen: &str) -> Self {
        let said = Arc::default();
        let (process, host) = started(stage, listen, &said);
        Self {
            process: Mutex::new(process),
            host,
            said,
        }
    }

    /// Where deliveries go.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/hooks/local", self.host)
    }

    /// What it said so far.
    pub(crate) fn log(&self) -> String {
        self.said.lock().expect("no panic").clone()
    }

    /// Whether no attempt is under way.
    pub(crate) fn is_idle(&self) -> bool {
        let log = self.log();
        let now = log.rsplit(KILLED).next().unwrap_or_default();
        let begun = now.lines().filter_map(|it| it.split_once(" is run "));
        begun.into_iter().all(|(_, run)| {
            let run = run.trim();
            let begins = now.matches(&format!(" is run {run}\n")).count();
            let ends = now.matches(&format!(": run {run} ")).count();
            ends >= begins
        })
    }

    /// Ends it at once, as nobody can object to.
    pub(crate) fn kill(&self) {
        let mut process = self.process.lock().expect("no panic");
        process.child.kill().expect("a kill");
        process.child.wait().expect("an end");
        if let Some(reads) = process.reads.take() {
            reads.join().expect("no panic");
        }
        let mut said = self.said.lock().expect("no panic");
        said.push_str(KILLED);
        said.push('\n');
    }

    /// Starts it again, where it was.
    pub(crate) fn start_again(&self, stage: &Stage) {
        let (process, _) = started(stage, &self.host, &self.said);
        *self.process.lock().expect("no panic") = process;
    }

    /// Asks it to end, and waits: its exit status, and all it said.
    pub(crate) fn stop(&self) -> (i32, String) {
        let mut process = self.process.lock().expect("no panic");
        let pid = process.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.expect("kill").success(), "it was gone: {}", self.log());
        let began = Instant::now();
        let status = loop {
            if let Some(status) = process.child.try_wait().expect("a status") {
                break status;
            }
            assert!(
                began.elapsed() < WAIT_MAX,
                "it did not stop: {}",
                self.log()
            );
            thread::park_timeout(PARK);
        };
        if let Some(reads) = process.reads.take() {
            reads.join().expect("no panic");
        }
        (status.code().unwrap_or(-1), self.log())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if let Ok(process) = self.process.get_mut() {
            // After `kill` and `stop` it is gone.
            let _gone = process.child.kill();
            let _ended = process.child.wait();
        }
    }
}

/// A daemon's command, with tokens and secret.
pub(crate) fn command(stage: &Stage, listen: &str) -> Command {
    let mut command = stage.world.command(&["-v", "serve", "--listen", listen]);
    command
        .envs(stage.environment())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn started(stage: &Stage, listen: &str, said: &Arc<Mutex<String>>) -> (Process, String) {
    let mut child = command(stage, listen).spawn().expect("interlock starts");
    let (ready, is_ready) = channel();
    let lines = BufReader::new(child.stderr.take().expect("stderr")).lines();
    let theirs = Arc::clone(said);
    let reads = thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let mut said = theirs.lock().expect("no panic");
            said.push_str(&line);
            said.push('\n');
            drop(said);
            if let Some((_, address)) = line.split_once(READY) {
                let _read = ready.send(address.to_owned());
            }
        }
    });
    let Ok(address) = is_ready.recv_timeout(WAIT_MAX) else {
        let _gone = child.kill();
        panic!("it took no deliveries: {}", said.lock().expect("no panic"));
    };
    let address = address.trim_start_matches("http://");
    let host = address.split('/').next().expect("an address").to_owned();
    let reads = Some(reads);
    (Process { child, reads }, host)
}
