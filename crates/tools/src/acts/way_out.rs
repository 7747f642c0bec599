//! The way out of the sandboxes of a run: what commands reach through the proxy, and what they reached.

use ledger::connection::Connected;
use ledger::ids::{ActId, TaskId};

use crate::proxy::{Allowed, Limits, Proxy, Reach, WayOut};
use crate::sandbox::toolchains::registries;

/// Hosts that an agent is told of when a command tried in vain to reach them.
const TOLD_MAX: usize = 5;

/// What one sandbox reaches by itself.
#[derive(Debug, Clone)]
pub(super) struct OwnWay {
    /// Registries and hosts.
    pub(super) hosts: Vec<String>,
    /// How a person allows another one, as a sentence.
    pub(super) how: String,
}

/// What leads out, and where to.
#[derive(Debug, Default)]
pub(super) struct Exit {
    allowed: Allowed,
    /// From the first sandbox on.
    proxy: Option<Proxy>,
    /// How a person allows `HOST`.
    how: String,
    /// What was written down and not yet handed on.
    lines: Vec<(Option<TaskId>, Connected)>,
}

impl Exit {
    /// What leads out of one sandbox alone.
    pub(super) fn of(own: &OwnWay) -> Self {
        let mut exit = Self::default();
        exit.say(own.how.clone());
        exit.allow(&own.hosts);
        exit
    }

    /// How a person allows `HOST` is said so.
    pub(super) fn say(&mut self, how: String) {
        self.how = how;
    }

    /// What may be reached from now on. What can't be read allows nothing; it was said where it was written.
    pub(super) fn allow(&mut self, entries: &[String]) {
        let all = registries();
        let good = |it: &&String| Allowed::read(std::slice::from_ref(*it), &all).is_ok();
        let entries: Vec<String> = entries.iter().filter(good).cloned().collect();
        self.allowed = Allowed::read(&entries, &all).unwrap_or_default();
        if let Some(proxy) = &self.proxy {
            proxy.set(self.reach());
        }
    }

    /// What may be reached.
    pub(super) fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    fn reach(&self) -> Reach {
        Reach {
            allowed: self.allowed.clone(),
            ..Reach::default()
        }
    }

    /// A way out for another sandbox; none where no proxy can be started: then nothing leads out.
    pub(super) fn another(&mut self) -> Option<WayOut> {
        if self.proxy.is_none() {
            self.proxy = Proxy::start(self.reach(), Limits::default(), &self.how).ok();
        }
        self.proxy.as_ref().map(Proxy::way_out)
    }

    /// Keeps what was written down in a sandbox, that of a task if it is one.
    pub(super) fn keep(&mut self, task: Option<&TaskId>, lines: Vec<Connected>) {
        let lines = lines.into_iter().map(|line| (task.cloned(), line));
        self.lines.extend(lines);
    }

    /// Hands on what was kept.
    pub(super) fn hand_on(&mut self) -> Vec<(Option<TaskId>, Connected)> {
        std::mem::take(&mut self.lines)
    }

    /// What an agent is told about the connections of its command that came to nothing.
    pub(super) fn told(&self, act: ActId) -> Option<String> {
        let mut vain: Vec<String> = Vec::new();
        for (_, line) in &self.lines {
            if let Connected::One(it) = line
                && let Some(why) = it.refused.as_ref().filter(|_| it.act == Some(act))
            {
                let whom = match it.host.as_str() {
                    "" => "what it asked for".to_owned(),
                    host => format!("`{host}:{}`", it.port),
                };
                let text = format!("{whom} ({why})");
                if !vain.contains(&text) {
                    vain.push(text);
                }
            }
        }
        if vain.is_empty() {
            return None;
        }
        let further = vain.len().saturating_sub(TOLD_MAX);
        vain.truncate(TOLD_MAX);
        let further = match further {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        Some(format!(
            "[not reached from the sandbox: {}{further}. {}]",
            vain.join(", "),
            self.how
        ))
    }
}
