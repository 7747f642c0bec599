//! Commands of file transfer programs: `sftp`, `ftp`, `lftp`, `smbclient`.

use super::{Deed, Found};

/// Commands that send files.
const SENDS: [&str; 9] = [
    "put",
    "mput",
    "reput",
    "send",
    "append",
    "mirror -r",
    "mirror --reverse",
    "tar c",
    "upload",
];

/// The commands of one text: lines, or parts between semicolons.
pub(super) fn look(code: &str) -> Found {
    let mut deeds = Vec::new();
    for line in code.split(['\n', ';']) {
        let line = line.trim();
        let lower = line.to_ascii_lowercase();
        let begins = |start: &str| {
            lower
                .strip_prefix(start)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        if line.starts_with('!') || begins("local") || begins("shell") {
            deeds.push(Deed::deny("runs-programs", "it runs a command in a shell"));
        } else if SENDS.iter().any(|command| begins(command)) {
            deeds.push(Deed::deny("uploads", "it sends files away"));
        } else if begins("get") || begins("mget") || begins("reget") {
            let target = line.split_whitespace().skip(1).last().unwrap_or_default();
            deeds.push(Deed::Write(target.to_owned()));
        } else if begins("lcd") {
            deeds.push(Deed::Read(
                line.get(3..).unwrap_or_default().trim().to_owned(),
            ));
        }
    }
    Found {
        deeds,
        plain: false,
    }
}
