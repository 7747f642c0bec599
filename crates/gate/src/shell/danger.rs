//! What is denied wherever it is recognised, understood or not: nobody can grant it.

use std::sync::LazyLock;

use ledger::proposal::Shell;
use regex::RegexSet;

use super::salvage::{Piece, base, talks};
use crate::paths::{self, Leads};

/// A danger: the rule, and what it is in words.
pub(crate) type Danger = (&'static str, String);

/// The dangers in these pieces.
pub(crate) fn dangers(pieces: &[Piece], worktree: Option<&str>) -> Vec<Danger> {
    let mut out: Vec<Danger> = Vec::new();
    for piece in pieces {
        out.extend(environment(piece));
        out.extend(redirected(piece, worktree));
        out.extend(fed(piece));
        if talks(piece.program()) {
            continue;
        }
        out.extend(privileged(piece));
        for at in 0..piece.command().len() {
            let words = piece.command().get(at..).unwrap_or_default();
            out.extend(destroys(words, worktree));
        }
        out.extend(tampers(piece));
        out.extend(network_shell(piece));
    }
    out.extend(runs_download(pieces));
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

/// Places outside the worktree where scratch files belong.
fn scratch(path: &str) -> bool {
    const DEVICES: &[&str] = &[
        "/dev/null",
        "/dev/stdin",
        "/dev/stdout",
        "/dev/stderr",
        "/dev/fd/1",
        "/dev/fd/2",
    ];
    let below = |top: &str| path.starts_with(top) && !path.split('/').any(|part| part == "..");
    DEVICES.contains(&path) || below("/tmp/") || below("/var/tmp/")
}

/// Whether a word as a path leaves the worktree, or is its top, or git's or our own directory.
fn off_limits(word: &str, worktree: Option<&str>) -> Option<&'static str> {
    let home = ["$HOME", "${HOME", "$USERPROFILE", "%USERPROFILE%", "$env:"];
    if home.iter().any(|name| word.starts_with(name)) {
        return Some("a home directory");
    }
    if scratch(word) {
        return None;
    }
    if paths::is_git_internal(word) {
        return Some("git's own directory");
    }
    if paths::is_ours(word) {
        return Some("Interlock's own settings");
    }
    match paths::leads(word, worktree) {
        Leads::Outside(_) => Some("a place outside the worktree"),
        Leads::Root => Some("the whole worktree"),
        Leads::Inside(_) | Leads::Wrong(_) => None,
    }
}

fn redirected(piece: &Piece, worktree: Option<&str>) -> Option<Danger> {
    piece.writes.iter().find_map(|target| {
        let place = off_limits(target, worktree)?;
        Some((
            "writes-outside",
            format!("it writes to `{target}`, {place}"),
        ))
    })
}

/// Programs that remove or overwrite what their operands name.
const REMOVERS: &[&str] = &[
    "rm", "rmdir", "shred", "srm", "unlink", "truncate", "wipe", "trash",
];
/// Programs that create or change what an operand names.
const WRITERS: &[&str] = &[
    "mv", "cp", "ln", "install", "tee", "chmod", "chown", "chgrp", "touch", "mkdir", "mkfifo",
    "mknod", "rsync", "tar", "unzip", "7z", "7za", "patch", "dd", "setfacl", "cpio", "rename",
];

fn destroys(words: &[String], worktree: Option<&str>) -> Option<Danger> {
    let (first, rest) = words.split_first()?;
    let program = base(first);
    let removes = REMOVERS.contains(&program);
    if !removes && !WRITERS.contains(&program) {
        return None;
    }
    for word in rest {
        for path in as_paths(word) {
            let Some(place) = off_limits(&path, worktree) else {
                continue;
            };
            // The top of the worktree is where `cp` and `tar -C .` may well work.
            if place == "the whole worktree" && !removes {
                continue;
            }
            let id = if removes {
                "deletes-outside"
            } else {
                "writes-outside"
            };
            return Some((id, format!("`{program}` would change `{path}`, {place}")));
        }
    }
    None
}

/// What in an argument could be a path: itself, the value of an option, the rest after a short option.
fn as_paths(word: &str) -> Vec<String> {
    if !word.starts_with('-') {
        return match word.split_once('=') {
            Some((_, value)) => vec![value.to_owned(), word.to_owned()],
            None => vec![word.to_owned()],
        };
    }
    if let Some((_, value)) = word.split_once('=') {
        return vec![value.to_owned()];
    }
    let attached: String = word.chars().skip(2).collect();
    if word.starts_with("--") || attached.is_empty() {
        return Vec::new();
    }
    let path_like = attached.starts_with(['/', '~', '.', '$']);
    if path_like {
        vec![attached]
    } else {
        Vec::new()
    }
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
    let words = piece.command();
    let wrapped = words
        .iter()
        .take_while(|word| {
            let name = base(word);
            WRAPPERS.contains(&name)
                || name.starts_with('-')
                || name.contains('=')
                || name
                    .chars()
                    .all(|c| c.is_ascii_digit() || ".smh".contains(c))
        })
        .count();
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

/// Programs that bring text in from elsewhere, or make it from something unreadable.
const BRINGERS: &[&str] = &[
    "curl", "wget", "fetch", "aria2c", "http", "https", "nc", "ncat", "ftp", "lynx", "irm", "iwr",
    "base64", "base32", "xxd", "openssl", "gunzip", "zcat", "bunzip2", "xz", "uudecode",
];
/// Programs that run what they are given.
const RUNNERS: &[&str] = &[
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "csh",
    "tcsh",
    "python",
    "python2",
    "python3",
    "perl",
    "ruby",
    "node",
    "deno",
    "bun",
    "php",
    "lua",
    "osascript",
    "pwsh",
    "powershell",
    "iex",
    "eval",
    "source",
    ".",
    "make",
    "xargs",
    "at",
    "awk",
    "psql",
    "mysql",
    "busybox",
];

fn brings(program: &str) -> bool {
    BRINGERS.contains(&base(program))
}

fn runs(program: &str) -> bool {
    let name = base(program);
    RUNNERS.contains(&name) || name.starts_with("python3.")
}

/// Text from elsewhere that is piped or substituted into something that runs it.
fn fed(piece: &Piece) -> Option<Danger> {
    let message = "it runs text that it just brought in or decoded".to_owned();
    let piped = piece.upstream.iter().any(|program| brings(program));
    if piped && !talks(piece.program()) && runs_its_input(piece.command()) {
        return Some(("runs-foreign-text", message));
    }
    let substituted = brings(piece.program()) && piece.within.as_deref().is_some_and(runs);
    substituted.then_some(("runs-foreign-text", message))
}

/// Whether some program among these words would take its program from standard input: no script is named.
fn runs_its_input(words: &[String]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let after = words.get(at.saturating_add(1)..).unwrap_or_default();
        let inline = after
            .iter()
            .any(|word| matches!(word.as_str(), "-c" | "-e" | "-m" | "-p" | "-r"));
        let script = after
            .first()
            .is_some_and(|word| !word.starts_with('-') && word != "/dev/stdin");
        let takes_words = matches!(base(word), "xargs" | "eval");
        runs(word)
            && (takes_words && !after.is_empty() && after.iter().any(|word| runs(word))
                || !takes_words && !inline && !script)
    })
}

/// A file that was downloaded and is then started or made startable.
fn runs_download(pieces: &[Piece]) -> Option<Danger> {
    let mut files: Vec<&str> = Vec::new();
    for piece in pieces {
        let words = piece.command();
        let starts = piece.program() == "chmod" || runs(piece.program());
        let hit = |word: &String| files.contains(&word.as_str());
        if words.first().is_some_and(hit) || (starts && words.iter().skip(1).any(hit)) {
            return Some((
                "runs-foreign-text",
                "it starts a file that it just downloaded".to_owned(),
            ));
        }
        if brings(piece.program()) {
            files.extend(piece.writes.iter().map(String::as_str));
            let mut rest = words.iter();
            while let Some(word) = rest.next() {
                if matches!(
                    word.as_str(),
                    "-o" | "-O" | "--output" | "--output-document"
                ) {
                    files.extend(rest.next().map(String::as_str));
                }
            }
        }
    }
    None
}
