//! Words about the machine that are small languages: names of processes as `pkill` takes them, `name=value` settings,
//! targets of load makers.

use super::{Deed, Found};
use crate::effect::Level;

/// Processes on which the user's session, or whoever asks, hangs.
const SESSION: &[&str] = &[
    "bash",
    "zsh",
    "fish",
    "sh",
    "dash",
    "tmux",
    "screen",
    "sshd",
    "systemd",
    "init",
    "login",
    "sudo",
    "dbus-daemon",
    "xorg",
    "gnome-shell",
    "gnome-session",
    "kwin",
    "wayland",
    "loginwindow",
    "finder",
    "dock",
    "systemuiserver",
    "coreaudiod",
    "launchd",
    "windowserver",
    "auditd",
    "containerd",
    "dockerd",
    "networkmanager",
    "explorer",
    "lsass",
    "csrss",
    "falco",
    "osqueryd",
    "crowdstrike",
];

/// The name or pattern of processes that are ended.
pub(super) fn process(pattern: &str) -> Found {
    let lower = pattern.to_ascii_lowercase();
    let deeds = lower.split('|').map(|one| {
        let mark: String = one
            .chars()
            .filter(|c| !"^$*+?()[]{}\\\"' ".contains(*c))
            .collect();
        if mark.contains("interlock") || within(&mark, "interlock") {
            Deed::deny(
                "gate-tamper",
                "it ends Interlock, or whatever has such a name",
            )
        } else if SESSION.contains(&mark.as_str()) {
            Deed::deny(
                "machine",
                "it ends processes on which the session or the machine hangs",
            )
        } else {
            Deed::Mark {
                level: Level::Ask,
                id: "kills".to_owned(),
                why: format!("it ends processes named `{one}`"),
            }
        }
    });
    Found {
        deeds: deeds.collect(),
        plain: true,
    }
}

/// A service that is started or stopped.
pub(super) fn service(name: &str) -> Found {
    let ours = name.to_ascii_lowercase().contains("interlock");
    let deed = if ours {
        Some(Deed::deny("gate-tamper", "it stops or restarts Interlock"))
    } else {
        let path = name.contains('/');
        path.then(|| Deed::deny("privilege", "it steers services of the machine"))
    };
    Found {
        deeds: deed.into_iter().collect(),
        plain: true,
    }
}

/// Whether a pattern, in which a dot is any character, fits some part of a name. An empty one fits all.
fn within(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let fits = |part: &[char]| {
        part.iter()
            .zip(&pattern)
            .all(|(c, want)| *want == '.' || c == want)
    };
    pattern.is_empty() || name.windows(pattern.len()).any(fits)
}

/// `name` shows a setting, `name=value` changes it.
pub(super) fn setting(word: &str) -> Found {
    let deeds = match word.split_once('=') {
        Some((name, _)) => vec![Deed::deny(
            "machine",
            format!("it changes the setting `{name}` of the machine"),
        )],
        None if word.contains("..") => vec![Deed::deny(
            "reads-outside",
            format!("`{word}` leads to a file, not to a setting"),
        )],
        None => Vec::new(),
    };
    Found { deeds, plain: true }
}

/// An address on which load is put; anything else is no address.
pub(super) fn load_target(word: &str) -> Found {
    let host = word
        .contains("://")
        .then(|| crate::address::host(word))
        .flatten();
    let deeds = match host {
        Some(host) if !crate::address::is_loopback(&host) => {
            vec![Deed::deny("attacks", format!("it puts load on `{host}`"))]
        }
        Some(_) | None => Vec::new(),
    };
    Found { deeds, plain: true }
}

/// How many bytes are made: more than a gibibyte fills the disk.
pub(super) fn amount(word: &str) -> Found {
    // `truncate -s +1M`: by so much; `head -c -1`: but for so much.
    let word = word.trim_start_matches(['+', '-', '<', '>', '/', '%']);
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    let unit = word
        .chars()
        .find(|c| c.is_ascii_alphabetic())
        .map(|c| c.to_ascii_uppercase());
    let shift = match unit {
        None => 0u32,
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some(_) => 40,
    };
    let bytes = digits
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(1u64.checked_shl(shift)?));
    let deeds = match bytes {
        Some(bytes) if bytes <= 1 << 30 => Vec::new(),
        Some(_) | None => vec![Deed::deny(
            "resource-abuse",
            "it makes more data than any task needs",
        )],
    };
    Found { deeds, plain: true }
}

/// The mode that `chmod` sets: a program that runs with its owner's rights is nothing that a task needs.
pub(super) fn file_mode(word: &str) -> Found {
    let digits = word.trim_start_matches(['+', '-', '=']);
    let octal = !digits.is_empty() && digits.chars().all(|c| c.is_digit(8));
    let special = if octal {
        digits.len() > 3
            && digits
                .chars()
                .nth(digits.len().saturating_sub(4))
                .is_some_and(|c| !matches!(c, '0' | '1'))
    } else {
        word.split(',').any(|clause| {
            let bits = clause
                .split_once(['+', '='])
                .map_or(clause, |(_, bits)| bits);
            bits.contains('s') && !clause.contains('-')
        })
    };
    let open = if octal {
        digits.len() >= 3 && digits.ends_with(['2', '3', '6', '7'])
    } else {
        word.split(',').any(|clause| {
            clause
                .split_once(['+', '='])
                .is_some_and(|(who, bits)| who.contains(['o', 'a']) && bits.contains('w'))
        })
    };
    let shut = if octal {
        digits.len() >= 3 && digits.chars().all(|c| c == '0')
    } else {
        matches!(
            word,
            "a-r" | "u-r" | "-r" | "a-rwx" | "u-rwx" | "a=" | "u=" | "ugo-r" | "ugo-rwx" | "-rwx"
        )
    };
    let deed = shut.then(|| Deed::Mark {
        level: Level::Ask,
        id: "shuts".to_owned(),
        why: "nobody could read it any more".to_owned(),
    });
    let deed = deed.or_else(|| {
        open.then(|| Deed::Mark {
            level: Level::Ask,
            id: "open-to-all".to_owned(),
            why: "every user of the machine could change it".to_owned(),
        })
    });
    let deed = deed.filter(|_| !special).or_else(|| {
        special.then(|| {
            Deed::deny(
                "setuid",
                "the program would run with the rights of its owner",
            )
        })
    });
    Found {
        deeds: deed.into_iter().collect(),
        plain: true,
    }
}

/// A task of the project that a task runner is told to run.
pub(super) fn task(word: &str) -> Found {
    let changes = matches!(
        word,
        "add" | "dlx" | "exec" | "link" | "dedupe" | "patch" | "node" | "npm" | "config" | "plugin"
    );
    let deeds = if !word.starts_with('-') && (changes || crate::tasks::goes_further(word)) {
        vec![Deed::Mark {
            level: Level::Ask,
            id: "runs-script".to_owned(),
            why: format!("it would run the project's script `{word}`"),
        }]
    } else {
        Vec::new()
    };
    Found { deeds, plain: true }
}

/// What a service of the machine is told.
pub(super) fn service_word(word: &str) -> Found {
    let deeds = if word == "status" {
        Vec::new()
    } else {
        vec![Deed::deny("privilege", "it steers services of the machine")]
    };
    Found { deeds, plain: true }
}
