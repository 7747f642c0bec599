//! What is denied wherever it is recognised, understood or not: nobody can grant it.

use std::sync::LazyLock;

use ledger::proposal::Shell;
use regex::RegexSet;

use super::piece::{Piece, base, talks};

mod foreign;
mod places;

/// A danger: the rule, and what it is in words.
pub(crate) type Danger = (&'static str, String);

/// The dangers in these pieces.
pub(crate) fn dangers(pieces: &[Piece], worktree: Option<&str>) -> Vec<Danger> {
    let mut out: Vec<Danger> = Vec::new();
    for piece in pieces {
        out.extend(environment(piece));
        out.extend(places::redirected(piece, worktree));
        out.extend(foreign::fed(piece));
        if talks(piece.program()) {
            continue;
        }
        out.extend(privileged(piece));
        out.extend(places::destroyed(piece, worktree));
        out.extend(tampers(piece));
        out.extend(network_shell(piece));
    }
    out.extend(foreign::runs_download(pieces));
    out
}

/// Dangers that are seen in the text as a whole.
pub(crate) fn in_text(shell: Shell, text: &str) -> Vec<Danger> {
    let mut out = Vec::new();
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if compact.contains(":(){") && compact.contains(":|:") {
        out.push(("fork-bomb", "it starts itself without end".to_owned()));
    }
    match shell {
        Shell::Powershell | Shell::Cmd => {
            if WINDOWS.is_match(text) {
                let message =
                    "it runs hidden or downloaded code, deletes a tree, or changes the system";
                out.push(("windows-danger", message.to_owned()));
            }
        }
        Shell::Bash | Shell::Sh | Shell::Zsh => {}
    }
    out
}

/// What is recognised in PowerShell and cmd.exe text before those are understood.
static WINDOWS: LazyLock<RegexSet> = LazyLock::new(|| {
    let shapes = [
        r"(?i)\b(?:iex|invoke-expression)\b",
        r"(?i)\b(?:pwsh|powershell)(?:\.exe)?\b.*\s-e(?:c|nc?|nco\w*)?\s+[A-Za-z0-9+/=]{16,}",
        r"(?i)\b(?:irm|iwr|curl|wget|invoke-(?:webrequest|restmethod))\b.*\$",
        r"(?i)\b(?:rd|rmdir|del|erase)\b[^|&;]*\s/s\b",
        r"(?i)\b(?:remove-item|ri|rm|del|rmdir)\b[^|;]*-r\w*\b[^|;]*(?:[A-Z]:|~|\$home|\$env:|\.\.|/|\\\\)",
        r"(?i)\breg(?:\.exe)?\s+(?:add|delete|import)\b",
        r"(?i)\b(?:set|new|remove)-itemproperty\b.*\bHK(?:LM|CU|EY)",
        r"(?i)\b(?:bitsadmin|certutil|mshta|regsvr32|rundll32|schtasks|vssadmin|bcdedit|wmic)\b",
        r"(?i)\b(?:format-volume|clear-disk|initialize-disk|diskpart|format\s+[A-Z]:)",
        r"(?i)\bset-executionpolicy\b",
        r"(?i)\bstart-process\b.*\brunas\b",
        r"(?i)\b(?:new|set)-service\b|\bsc(?:\.exe)?\s+(?:create|config|delete)\b",
        r"(?i)\b(?:stop|restart)-computer\b|\bshutdown\b",
        r"(?i)downloadstring|downloadfile|frombase64string",
    ];
    RegexSet::new(shapes).unwrap_or_else(|_| RegexSet::empty())
});

/// Variables that make other programs run something, or talk to someone else.
fn environment(piece: &Piece) -> Option<Danger> {
    const NAMES: &[&str] = &[
        "BASH_ENV",
        "ENV",
        "PROMPT_COMMAND",
        "SHELLOPTS",
        "BASHOPTS",
        "IFS",
        "NODE_OPTIONS",
        "PERL5OPT",
        "PERL5LIB",
        "RUBYOPT",
        "PYTHONSTARTUP",
        "PYTHONWARNINGS",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC",
        "RUSTDOC",
        "LESSOPEN",
        "LESSCLOSE",
        "MANPAGER",
        "JAVA_TOOL_OPTIONS",
        "RIPGREP_CONFIG_PATH",
        "SSH_ASKPASS",
        "SUDO_ASKPASS",
    ];
    const GIT_HARMLESS: &[&str] = &[
        "GIT_PAGER=cat",
        "GIT_TERMINAL_PROMPT=0",
        "GIT_OPTIONAL_LOCKS=0",
        "GIT_PAGER=",
    ];
    // `env NAME=value program` and `export NAME=value` set variables too.
    let set_elsewhere = matches!(
        piece.program(),
        "env" | "export" | "declare" | "typeset" | "readonly" | "local"
    );
    let more = piece
        .command()
        .iter()
        .skip(1)
        .filter(|_| set_elsewhere)
        .map(String::as_str);
    piece.assignments().chain(more).find_map(|word| {
        let (name, _) = word.split_once('=')?;
        let upper = name.to_ascii_uppercase();
        let steers = NAMES.contains(&name)
            || name.starts_with("LD_")
            || name.starts_with("DYLD_")
            || (name.starts_with("GIT_") && !GIT_HARMLESS.contains(&word))
            || upper.ends_with("_PROXY")
            || (name.starts_with("CARGO_")
                && (name.ends_with("_RUNNER") || name.ends_with("_LINKER")));
        steers.then(|| {
            let message = format!(
                "`{name}` makes other programs run something else or talk to somebody else"
            );
            ("steering-variable", message)
        })
    })
}

/// Programs that start the program that follows.
const WRAPPERS: &[&str] = &[
    "env",
    "timeout",
    "nice",
    "nohup",
    "xargs",
    "time",
    "command",
    "exec",
    "builtin",
    "stdbuf",
    "setsid",
    "ionice",
    "watch",
    "parallel",
    "then",
    "do",
    "else",
    "if",
    "while",
    "until",
    "!",
    "busybox",
    "strace",
    "ltrace",
    "flock",
    "chrt",
    "taskset",
    "unbuffer",
    "script",
    "watchexec",
];

/// How many words at the start only wrap the program that follows: wrappers, their options, assignments, times.
fn wrapped(words: &[String]) -> usize {
    let wraps = |word: &&String| {
        let name = base(word);
        WRAPPERS.contains(&name)
            || name.starts_with('-')
            || name.contains('=')
            || name
                .chars()
                .all(|c| c.is_ascii_digit() || ".smh".contains(c))
    };
    words.iter().take_while(wraps).count()
}

/// Programs that act on the machine, not on the project. Right behind a wrapper they count too.
fn privileged(piece: &Piece) -> Option<Danger> {
    const PROGRAMS: &[&str] = &[
        "sudo",
        "sudoedit",
        "doas",
        "su",
        "runuser",
        "pkexec",
        "gosu",
        "setpriv",
        "mkfs",
        "fdisk",
        "sfdisk",
        "parted",
        "wipefs",
        "shutdown",
        "reboot",
        "halt",
        "poweroff",
        "insmod",
        "modprobe",
        "rmmod",
        "iptables",
        "nft",
        "mount",
        "umount",
        "chroot",
        "nsenter",
        "unshare",
        "crontab",
        "launchctl",
        "visudo",
        "useradd",
        "usermod",
        "passwd",
        "chpasswd",
        "sysctl",
        "swapoff",
        "kexec",
        "losetup",
        "cryptsetup",
        "debugfs",
        "setcap",
    ];
    let words = piece.command();
    let wrapped = wrapped(words);
    let program = words
        .get(wrapped)
        .map(|word| base(word))
        .unwrap_or_default();
    let makes_files = program.starts_with("mkfs.");
    (PROGRAMS.contains(&program) || makes_files).then(|| {
        let message =
            format!("`{program}` acts on the machine or with other rights, not on the project");
        ("machine", message)
    })
}

/// Our own program and settings: who is judged does not judge.
fn tampers(piece: &Piece) -> Option<Danger> {
    let words = piece.command();
    let names_us = words.iter().any(|word| base(word) == "interlock");
    let program = piece.program();
    let kills = matches!(program, "pkill" | "killall" | "kill" | "taskkill");
    let subject = words.get(1).map(String::as_str).unwrap_or_default();
    let looks = program == "interlock"
        && matches!(
            subject,
            "status" | "log" | "show" | "verify" | "diff" | "--version"
        );
    let ours = words.iter().skip(1).any(|word| word.contains("interlock"));
    if (names_us && !looks) || (kills && ours) {
        let message = "only people and the harness use Interlock's own program".to_owned();
        return Some(("gate-tamper", message));
    }
    let everything =
        program == "kill" && words.iter().skip(1).any(|word| word == "-1") && words.len() > 2;
    everything.then(|| ("machine", "it ends every process".to_owned()))
}

fn network_shell(piece: &Piece) -> Option<Danger> {
    let words = piece.command();
    let device = |word: &String| word.contains("/dev/tcp/") || word.contains("/dev/udp/");
    let all = words.iter().chain(&piece.writes).chain(&piece.reads);
    if all.into_iter().any(device) {
        return Some((
            "network-shell",
            "it opens a connection through the shell".to_owned(),
        ));
    }
    let program = piece.program();
    let netcat = matches!(
        program,
        "nc" | "ncat" | "netcat" | "nc.traditional" | "nc.openbsd"
    );
    let runs = |word: &String| {
        (word.starts_with('-') && !word.starts_with("--") && word.contains(['e', 'c']))
            || matches!(word.as_str(), "--exec" | "--sh-exec")
    };
    let socat = program == "socat"
        && words.iter().any(|word| {
            let upper = word.to_ascii_uppercase();
            upper.starts_with("EXEC:") || upper.starts_with("SYSTEM:")
        });
    let fed_by_shell = netcat
        && piece
            .upstream
            .iter()
            .any(|word| matches!(base(word), "sh" | "bash" | "zsh" | "dash"));
    (socat || fed_by_shell || (netcat && words.iter().skip(1).any(runs))).then(|| {
        (
            "network-shell",
            "it gives a program to the network".to_owned(),
        )
    })
}
