//! What is told of commands that are run as evidence, and of what they are worth.

use ledger::evidence::{Evidence, Unfit};

use super::Teller;
use crate::render::text::{duration, one_line, plural};
use crate::render::{Mark, Tone};

impl Teller {
    pub(super) fn verifies(&mut self, paths: &[String], commands: &[String]) {
        let (files, commands) = (
            plural(paths.len(), "file"),
            plural(commands.len(), "command"),
        );
        self.aside(&format!("verifies {files} and {commands}"));
    }

    pub(super) fn compares(&mut self, commands: &[String]) {
        let commands = commands.join("`, `");
        self.aside(&format!(
            "runs without the work too, in scratch copies: `{commands}`"
        ));
    }

    pub(super) fn compared(&mut self, unfit: &[Unfit]) {
        if unfit.is_empty() {
            self.aside("what failed is held against the work");
        }
        for it in unfit {
            let what = format!("`{}` says nothing of the work: {}", it.command, it.why);
            self.line(Mark::Warn, &what);
        }
    }

    pub(super) fn checked(&mut self, it: &Evidence) {
        let dot = self.style.dot();
        let command = one_line(it.command.as_deref().unwrap_or("a command"));
        let exit = it
            .exit_code
            .map_or_else(|| "no exit code".to_owned(), |it| format!("exit {it}"));
        let took = duration(it.duration_ms);
        let changed = if it.tree_unchanged {
            ""
        } else {
            ", and it changed tracked files"
        };
        self.red = !it.is_green();
        let mark = if self.red { Mark::Bad } else { Mark::Good };
        self.line(
            mark,
            &format!("{command}{dot}{exit}{changed}{dot}{took}{dot}{}", it.id),
        );
        let last = it.tail.lines().rev().find(|it| !it.trim().is_empty());
        if let (true, Some(last)) = (self.red, last) {
            self.more(Mark::None, Tone::Dim, last);
        }
    }
}
