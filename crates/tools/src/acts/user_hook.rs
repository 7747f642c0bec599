//! Hooks of the person's: programs that are asked or told about what a run does. They run in the sandbox of the worktree that
//! it is about, or, where the person's own file says so, as the person would run them.

use std::ffi::OsString;
use std::time::Duration;

use ledger::action::HookRun;
use ledger::permit::Permit;

use super::enclosures::{Also, Ground};
use super::run::{Started, What, start};
use super::{Workshop, failed};
use crate::process::{Command, Input};

/// Output of a hook that is kept, in bytes: more is no answer.
const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// The folder for hooks that are about no worktree, beside the pages of the run.
const APART: &str = "hooks";

impl Workshop {
    /// Starts a hook.
    pub fn user_hook(&mut self, permit: Permit<HookRun>) -> Started {
        let (act, run) = permit.spend();
        let root = self.ready(&run.task).ok().map(|it| it.repo.root.clone());
        let (ground, cwd) = match &root {
            Some(root) => (Ground::Task(run.task.clone()), root.clone()),
            None => {
                let apart = self.papers.join(APART);
                if let Err(error) = std::fs::create_dir_all(&apart) {
                    let why = format!("`{}` can't be made: {error}", apart.display());
                    return Started::Done(failed(why));
                }
                (Ground::Apart, apart)
            }
        };
        let argv: Vec<OsString> = run.hook.run.iter().map(OsString::from).collect();
        let mut command = Command::new(argv, &cwd);
        command.stdin = Input::Bytes(run.event.into_bytes());
        command.timeout = Duration::from_secs(u64::from(run.hook.timeout_s));
        command.output_bytes_max = OUTPUT_BYTES_MAX;
        let before = root.as_ref().and_then(|it| self.enclosures.before(it));
        let what = What::UserHook(run.task, before);
        if run.hook.outside {
            return match &self.supervisor {
                Some(supervisor) => start(&supervisor.starter(), command, self.env.clone(), what),
                None => Started::Done(failed("there is no supervisor, so nothing is started")),
            };
        }
        match self.enter((act, ground), &cwd, &Also::default()) {
            Ok((starter, env)) => start(&starter, command, env, what),
            Err(why) => Started::Done(failed(why)),
        }
    }
}
