//! Text from elsewhere that is run.

use super::Danger;
use crate::shell::piece::{Piece, base, talks};

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
pub(super) fn fed(piece: &Piece) -> Option<Danger> {
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
pub(super) fn runs_download(pieces: &[Piece]) -> Option<Danger> {
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
