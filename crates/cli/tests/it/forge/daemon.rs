//! The daemon as a process: started, told to stop, killed, started again at the same address.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::stage::{Stage, WAIT_MAX};

const READY: &str = "takes deliveries at ";

/// A daemon that runs.
pub(crate) struct Daemon {
    child: Child,
    /// `HOST:PORT`.
    pub(crate) host: String,
    said: Arc<Mutex<String>>,
    ended: Receiver<()>,
}

impl Daemon {
    /// Starts it and waits until it takes deliveries; at this address, else at a port that is free.
    pub(crate) fn start(stage: &Stage, host: Option<&str>) -> Self {
        Self::start_with(stage, host, &[])
    }

    /// The same with more variables.
    pub(crate) fn start_with(stage: &Stage, host: Option<&str>, more: &[(&str, &str)]) -> Self {
        let listen = host.unwrap_or("127.0.0.1:0");
        let mut command = command(stage, listen);
        command.envs(more.iter().copied());
        let mut child = command.spawn().expect("interlock starts");
        let said = Arc::new(Mutex::new(String::new()));
        let (ready, is_ready) = channel();
        let (end, ended) = channel();
        let lines = BufReader::new(child.stderr.take().expect("stderr")).lines();
        let theirs = Arc::clone(&said);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Some((_, address)) = line.split_once(READY) {
                    let _read = ready.send(address.to_owned());
                }
                let mut said = theirs.lock().expect("no panic");
                said.push_str(&line);
                said.push('\n');
            }
            drop(ready);
            let _gone = end.send(());
        });
        let Ok(address) = is_ready.recv_timeout(WAIT_MAX) else {
            let _gone = child.kill();
            panic!("it took no deliveries: {}", said.lock().expect("no panic"));
        };
        let address = address.trim_start_matches("http://");
        let host = address.split('/').next().expect("an address").to_owned();
        Self {
            child,
            host,
            said,
            ended,
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

    /// Ends it at once, as nobody can object to.
    pub(crate) fn kill(mut self) -> String {
        self.child.kill().expect("a kill");
        self.child.wait().expect("an end");
        self.host.clone()
    }

    /// Asks it to end, and waits: its exit status, and all it said.
    pub(crate) fn stop(mut self) -> (i32, String) {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(told.expect("kill").success(), "it was gone: {}", self.log());
        self.ended
            .recv_timeout(WAIT_MAX)
            .unwrap_or_else(|_| panic!("it did not stop: {}", self.log()));
        let status = self.child.wait().expect("an end");
        (status.code().unwrap_or(-1), self.log())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // After `kill` and `stop` it is gone.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
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
