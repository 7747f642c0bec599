//! Starting commands outside of any run, for a person who called one of our commands that does it: a verification, a look
//! whether a tool is there. No run is open then, so there is no line and no permit; the call itself is the leave.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use ledger::action::Declared;
use tokio::sync::oneshot;

use crate::acts::{CheckEnv, Environment};
use crate::process::command::allowed_env;
use crate::process::{Command, Enclosure, Output, Starter, Supervisor, SupervisorError};
use crate::proxy::{Acceptor, Allowed, Limits, Proxy, Reach, WayOut};
use crate::sandbox::toolchains::registries;
use crate::sandbox::way_out::with_way_out;
use crate::sandbox::{Means, Network, Sandbox, Work};
use crate::scratch::Leave;

/// A supervisor of its own, and a thread that listens to it. Whatever it started is ended with it.
#[derive(Debug)]
pub struct ByHand {
    starter: Starter,
    /// What every child gets.
    env: Environment,
    held: bool,
    /// Carries out what is reached through it, as long as it is here.
    _way_out: Option<(Proxy, WayOut)>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How what is started is held.
#[derive(Clone, Debug)]
pub struct Hold {
    /// What it is about.
    pub work: Work,
    /// What enforces it.
    pub means: Means,
    /// Variables that commands get besides.
    pub variables: Vec<(String, String)>,
    /// Registries and hosts that are reached through a proxy, where the sandbox has a network of its own.
    pub allow: Vec<String>,
}

impl Hold {
    /// The proxy, and what is reached through it; none where nothing is to be reached, or it can't be started: then nothing
    /// leads out.
    fn way_out(&self) -> Option<(Proxy, Allowed)> {
        let own_network = (self.means, self.work.network) == (Means::Namespaces, Network::Loopback);
        if !own_network || self.allow.is_empty() {
            return None;
        }
        let allowed = Allowed::read(&self.allow, &registries()).ok()?;
        let reach = Reach {
            allowed: allowed.clone(),
            ..Reach::default()
        };
        let how = "Your own configuration allows it with `network.allow: [HOST]`.";
        let proxy = Proxy::start(reach, Limits::default(), how).ok()?;
        Some((proxy, allowed))
    }
}

impl ByHand {
    /// Starts the supervisor: `exe` is our own binary. What it starts is held so, if anything can hold it.
    ///
    /// # Errors
    /// [`SupervisorError`].
    pub fn at_work(exe: &Path, hold: Option<&Hold>) -> Result<Self, SupervisorError> {
        let Some(hold) = hold else {
            return Self::start(exe, None);
        };
        let (layout, mut env) = hold.work.furnish(std::env::vars_os());
        let more = hold.variables.iter();
        env.extend(more.map(|(name, value)| (name.into(), value.into())));
        let way_out = hold.way_out().map(|(proxy, allowed)| {
            env = with_way_out(std::mem::take(&mut env), &allowed);
            let way_out = proxy.way_out();
            (proxy, way_out)
        });
        let acceptor = way_out.as_ref().map(|(_, it)| it.acceptor(Vec::new()));
        let means = hold.means;
        let mut started = Self::start_reaching(exe, Some(Sandbox { layout, means }), acceptor)?;
        started.env = env;
        started._way_out = way_out;
        Ok(started)
    }

    /// Starts the supervisor: `exe` is our own binary. What it starts runs in the sandbox, if there is one.
    ///
    /// # Errors
    /// [`SupervisorError`].
    pub fn start(exe: &Path, sandbox: Option<Sandbox>) -> Result<Self, SupervisorError> {
        Self::start_reaching(exe, sandbox, None)
    }

    /// The same with a way out of the sandbox, if it has a network of its own.
    ///
    /// # Errors
    /// [`SupervisorError`].
    pub fn start_reaching(
        exe: &Path,
        sandbox: Option<Sandbox>,
        acceptor: Option<Acceptor>,
    ) -> Result<Self, SupervisorError> {
        let (end, ended) = oneshot::channel();
        let (started, starting) = mpsc::channel();
        let exe = exe.to_owned();
        let held = sandbox.is_some();
        let thread = thread::spawn(move || listen((&exe, sandbox, acceptor), &started, ended));
        let starter = starting.recv().unwrap_or_else(|_| {
            let gone = "the thread that listens to it ended";
            Err(SupervisorError::Start(std::io::Error::other(gone)))
        })?;
        Ok(Self {
            starter,
            env: allowed_env(std::env::vars_os(), &[]),
            held,
            _way_out: None,
            end: Some(end),
            thread: Some(thread),
        })
    }

    /// Whether a sandbox holds what it starts.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Runs a command to its end, with the environment that every child gets, as `env` makes it.
    #[must_use]
    pub fn run(
        &self,
        mut command: Command,
        env: impl FnOnce(Environment) -> Environment,
    ) -> Output {
        command.env = env(self.env.clone());
        self.starter.run(command)
    }

    /// Leave to copy a folder and to run these commands in the copies.
    #[must_use]
    pub fn leave(&self, root: PathBuf, commands: Vec<Declared>, apart: CheckEnv) -> Leave {
        Leave {
            root,
            elsewhere: Vec::new(),
            commands,
            starter: self.starter.clone(),
            env: (self.env.clone(), apart),
        }
    }
}

impl Drop for ByHand {
    fn drop(&mut self) {
        let _gone = self.end.take().map(|it| it.send(()));
        let _ended = self.thread.take().map(JoinHandle::join);
    }
}

/// Starts the supervisor and listens to it until the end is wanted.
fn listen(
    (exe, sandbox, acceptor): (&Path, Option<Sandbox>, Option<Acceptor>),
    started: &mpsc::Sender<Result<Starter, SupervisorError>>,
    ended: oneshot::Receiver<()>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            let _gone = started.send(Err(SupervisorError::Start(error)));
            return;
        }
    };
    runtime.block_on(async {
        let supervisor = Supervisor::start(exe);
        let enclosed = supervisor.and_then(|supervisor| {
            let enclosure = sandbox
                .map(|it| supervisor.enclose(it, None, acceptor))
                .transpose()?;
            Ok((supervisor, enclosure))
        });
        match enclosed {
            Ok((supervisor, enclosure)) => {
                let starter = enclosure
                    .as_ref()
                    .map_or_else(|| supervisor.starter(), Enclosure::starter);
                let _gone = started.send(Ok(starter));
                let _either_way = ended.await;
                // What runs in the sandbox ends first; it may take its time, as any command may.
                if let Some(enclosure) = enclosure {
                    enclosure.end().await;
                }
                // It ends by itself when its channel closes; that it did not say so changes nothing.
                let _ended = supervisor.end().await;
            }
            Err(error) => {
                let _gone = started.send(Err(error));
            }
        }
    });
}
