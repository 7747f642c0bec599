//! Builtins that reach other processes: `kill`.

use crate::effect::{Origin, What};
use crate::eval::Eval;
use crate::value::Field;

/// What stands for the process that started the shell: whoever runs the command.
pub(in crate::eval) const PARENT: &str = "$PPID";

/// Programs by which a process is found, or the file that holds its number.
const FINDERS: [&str; 24] = [
    "pgrep",
    "pidof",
    "ps",
    "pstree",
    "grep",
    "egrep",
    "rg",
    "awk",
    "gawk",
    "sed",
    "lsof",
    "fuser",
    "ss",
    "netstat",
    "cat",
    "head",
    "tail",
    "find",
    "ls",
    "systemctl",
    "pkill",
    "killall",
    "python3",
    "xargs",
];

impl Eval<'_> {
    pub(super) fn kill(&mut self, rest: &[Field]) {
        let targets: Vec<&Field> = rest
            .iter()
            .enumerate()
            .filter(|(at, field)| {
                !(*at == 0 && field.shown().starts_with('-') && field.shown() != "-1"
                    || field.shown() == "--")
            })
            .map(|(_, field)| field)
            .collect();
        if rest
            .iter()
            .any(|field| matches!(field.shown().as_str(), "-l" | "-L" | "--list"))
        {
            return;
        }
        let everything = rest.len() > 1 && rest.iter().skip(1).any(|field| field.shown() == "-1")
            || rest.first().is_some_and(|f| f.shown() == "-1") && rest.len() == 1;
        if everything {
            self.deny("machine", "it ends every process");
            return;
        }
        for target in targets {
            let group = target.shown().starts_with('-');
            let own = target.shown().starts_with('%')
                || (!group
                    && target.text.whole().is_none()
                    && target.text.origins.worst() == Origin::Computed);
            if target.shown() == "1" {
                self.deny("machine", "it ends the first process of the machine");
            } else if target.shown() == PARENT || self.names_us() {
                self.deny("gate-tamper", "it may end Interlock");
            } else if own {
                // A job of this shell.
            } else if target.text.whole().is_none() {
                self.ask("kills", "which process it ends is not known");
            } else {
                self.ask("kills", format!("it ends process {}", target.shown()));
            }
        }
    }

    /// Whether something in the script looks for Interlock's own process.
    pub(in crate::eval) fn names_us(&self) -> bool {
        // `ps | grep '[i]nterlock'` does not find itself.
        let plain = |word: &String| word.to_ascii_lowercase().replace(['[', ']'], "");
        let looks = |words: &[String]| {
            let program = words.first().map(String::as_str).unwrap_or_default();
            FINDERS.contains(&program.rsplit('/').next().unwrap_or_default())
        };
        let ours = |words: &[String]| {
            looks(words) && words.iter().any(|word| plain(word).contains("interlock"))
        };
        self.effects
            .iter()
            .any(|effect| matches!(&effect.what, What::Start(words) if ours(words)))
    }
}
