//! What a program is told about Interlock itself, and commands among the words of a program that asks anyway.

use crate::effect::{Level, What};
use crate::eval::Eval;
use crate::eval::builtin::processes::PARENT;
use crate::place::Place;
use crate::value::{Field, Text};

/// Programs that change how a process runs.
const CHANGERS: [&str; 6] = ["renice", "ionice", "chrt", "taskset", "prlimit", "choom"];
/// Programs that take other programs off the machine.
const MANAGERS: [&str; 11] = [
    "cargo", "npm", "pnpm", "yarn", "bun", "brew", "pip", "pipx", "apt", "apt-get", "uv",
];
/// Programs that only look at the names that they are given.
const LOOKS: [&str; 10] = [
    "ls", "stat", "file", "find", "grep", "rg", "git", "echo", "fd", "tree",
];
/// Words behind which programs take a command.
const MARKS: [&str; 9] = [
    "--",
    "-c",
    "--command",
    "--run",
    "run",
    "exec",
    "shell",
    "explore",
    "x",
];

impl Eval<'_> {
    /// Interlock's process, its sockets and its program are nobody's to reach for.
    pub(super) fn reaches_us(&mut self, base: &str, rest: &[Field]) {
        let words: Vec<String> = rest.iter().map(Field::shown).collect();
        if CHANGERS.contains(&base) && words.iter().any(|word| word == PARENT) {
            self.deny(
                "gate-tamper",
                "it changes the process that Interlock may be",
            );
        }
        if crate::model::Model::of(base).is_none() && words.iter().any(|word| word == PARENT) {
            self.deny(
                "gate-tamper",
                "it reaches for the process that Interlock may be",
            );
        }
        let moved = |name: &&str| self.shell.variables.contains_key(*name);
        if base == "interlock"
            && ["PATH", "HOME", "XDG_CONFIG_HOME", "LD_PRELOAD"]
                .iter()
                .any(moved)
        {
            self.deny(
                "gate-tamper",
                "Interlock, or what it reads, would be another one",
            );
        }
        let socket = |word: &String| {
            let lower = word.to_ascii_lowercase();
            lower.contains("interlock") && (lower.contains(".sock") || lower.contains(".fifo"))
        };
        if !LOOKS.contains(&base) && words.iter().any(socket) {
            self.deny("gate-tamper", "it speaks with Interlock behind its back");
        }
        let goes = |word: &String| {
            matches!(
                word.as_str(),
                "uninstall" | "remove" | "rm" | "un" | "unlink" | "purge"
            )
        };
        if MANAGERS.contains(&base)
            && words.iter().any(goes)
            && words.iter().any(|word| word == "interlock")
        {
            self.deny("gate-tamper", "it takes Interlock off the machine");
        }
        let unpacks = match base {
            "unzip" | "7z" | "7za" | "7zz" | "unrar" => !words
                .iter()
                .any(|word| matches!(word.as_str(), "-l" | "l" | "-t" | "-p" | "a")),
            "tar" | "bsdtar" | "gtar" => words.first().is_some_and(|word| word.contains('x')),
            _ => false,
        };
        if unpacks && words.iter().any(|word| crate::paths::is_ours(word)) {
            self.deny("gate-tamper", "it unpacks into Interlock's own settings");
        }
    }

    /// Arguments as only a deletion has them (`-rf path`), whatever the name in front turns out to be.
    pub(in crate::eval) fn as_deletion(&mut self, rest: &[Field]) {
        let first = rest.first().map(Field::shown).unwrap_or_default();
        if matches!(first.as_str(), "-rf" | "-fr" | "-Rf" | "-fR" | "-r" | "-R") {
            self.as_program("rm", rest);
        }
    }

    /// Secrets among the words that the project's own programs are given: they may read them.
    fn names_secrets(&mut self, rest: &[Field]) {
        for field in rest {
            let text = field.text.visible();
            let value = text
                .split_once('=')
                .map_or(text.as_str(), |(_, value)| value);
            let place = self.place_of_text(&Text::known(value), field.glob);
            let far = matches!(place, Place::Home { .. } | Place::Outside { .. });
            let path = text.starts_with(['/', '~']) || text.split('/').any(|part| part == "..");
            let tops = [
                "/home/", "/etc/", "/usr/", "/var/", "/root", "/opt/", "/srv/", "/mnt/",
            ];
            let system = matches!(place, Place::Outside { .. })
                && !tops.iter().any(|top| value.starts_with(top))
                && !text.split('/').any(|part| part == "..");
            let secret = self.origin_of(&place) == crate::effect::Origin::Secret;
            if far && (secret || (path && !system)) {
                self.say(What::Read { place, walk: false });
            }
        }
    }

    /// Lines that many consoles give to a shell: `!id`, `:!id`, `shell id`.
    pub(super) fn speaks_to_shell(&mut self, stdin: &Text) {
        let text = stdin.whole().unwrap_or_default();
        let mut lines = text.lines().map(str::trim_start);
        if lines.any(|line| {
            line.starts_with(['!', '@']) || line.starts_with(":!") || line.starts_with("shell ")
        }) || crate::code::other::starts(&text)
        {
            self.deny("runs-programs", "a line of its input starts a program");
        }
    }

    /// A program that asks anyway, for what it brings in or does not say: a command among its words is tried as one, as
    /// far as nobody may do it.
    pub(super) fn behind(&mut self, before: usize, rest: &[Field]) {
        let new = self.effects.get(before..).unwrap_or_default();
        let brings = new
            .iter()
            .any(|effect| matches!(effect.what, What::Install { .. }));
        const ASKS: [&str; 4] = ["remote-package", "runs-programs", "opens", "runs-code"];
        let marked = |what: &What| matches!(what, What::Marked { level: Level::Ask, id, .. } if ASKS.contains(&id.as_str()));
        let asks = new
            .iter()
            .any(|effect| matches!(effect.what, What::Unknown(_)) || marked(&effect.what));
        let runs = |effect: &crate::effect::Effect| {
            matches!(effect.what, What::Build(_) | What::Script { .. })
        };
        if new.iter().any(runs) {
            self.names_secrets(rest);
        }
        let words = if asks {
            // The first is a verb, or an option.
            rest.get(1..).unwrap_or_default()
        } else if brings {
            let marks = |field: &Field| MARKS.contains(&field.shown().as_str());
            let at = rest.iter().position(marks);
            at.and_then(|at| rest.get(at.saturating_add(1)..))
                .unwrap_or_default()
        } else {
            &[]
        };
        self.as_commands(words);
    }
}
