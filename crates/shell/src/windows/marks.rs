//! What is denied wherever it stands, when a text can't be read: words, not meaning. It errs towards denying, for a text
//! that is not read never runs unasked anyway.

use crate::effect::{Level, What};

/// Words that must all be there, in lower case, and the rule that they break.
const MARKS: &[(&[&str], &str)] = &[
    (&["iex", "http"], "runs-foreign-text"),
    (&["invoke-expression", "http"], "runs-foreign-text"),
    (&["iex", "irm"], "runs-foreign-text"),
    (&["iex", "iwr"], "runs-foreign-text"),
    (&["iex", "downloadstring"], "runs-foreign-text"),
    (&["downloadstring"], "runs-foreign-text"),
    (&["downloadfile"], "runs-foreign-text"),
    (&["frombase64string"], "hidden-text"),
    (&["-encodedcommand"], "hidden-text"),
    (&[" -enc "], "hidden-text"),
    (&["amsiutils"], "defences"),
    (&["amsiinitfailed"], "defences"),
    (&["amsiscanbuffer"], "defences"),
    (&["virtualprotect"], "memory"),
    (&["virtualalloc"], "memory"),
    (&["dllimport"], "memory"),
    (&["reflection.assembly"], "memory"),
    (&["set-mppreference"], "defences"),
    (&["add-mppreference"], "defences"),
    (&["currentversion\\run"], "persistence"),
    (&["register-scheduledtask"], "persistence"),
    (&["schtasks", "/create"], "persistence"),
    (&["minidump"], "secret"),
    (&["lsass"], "secret"),
    (&["mimikatz"], "secret"),
    (&["consolehost_history"], "secret"),
    (&["vssadmin", "delete"], "recovery"),
    (&["win32_shadowcopy"], "recovery"),
    (&["bcdedit"], "recovery"),
    (&["format-volume"], "destroys"),
    (&["clear-disk"], "destroys"),
    (&["diskpart"], "destroys"),
    (&["net user"], "accounts"),
    (&["-executionpolicy", "http"], "runs-foreign-text"),
    (&["certutil", "http"], "runs-foreign-text"),
    (&["bitsadmin", "http"], "runs-foreign-text"),
    (&["mshta"], "runs-foreign-text"),
    (&["regsvr32", "http"], "runs-foreign-text"),
    (&["rundll32", "javascript"], "runs-foreign-text"),
    (&["net.sockets.tcpclient"], "reverse-shell"),
    (&["remove-item", "c:\\"], "destroys"),
    (&["remove-item", "-recurse", "~"], "destroys"),
    (&["remove-item", "-recurse", "$home"], "destroys"),
    (&["remove-item", "-recurse", "$env:"], "destroys"),
    (&["rd /s", "c:\\"], "destroys"),
    (&["rmdir /s", "c:\\"], "destroys"),
    (&["rd /s", "%userprofile%"], "destroys"),
    (&["rmdir /s", "%userprofile%"], "destroys"),
    (&["del /", "c:\\"], "destroys"),
    (&["del /", "%userprofile%"], "destroys"),
    (&["rm -rf", "~"], "destroys"),
    (&["rm -rf /"], "destroys"),
    (&["format c:"], "destroys"),
    (&["%0|%0"], "exhausts"),
    (&["wevtutil", "cl"], "defences"),
    (&["clear-eventlog"], "defences"),
];

/// The dangers that stand in a text, whatever it means.
pub(crate) fn found(text: &str) -> Vec<What> {
    let kept = |c: &char| !matches!(c, '`' | '^' | '"' | '\'') && !crate::display::hides(*c);
    let plain: String = text
        .chars()
        .take(65_536)
        .filter(kept)
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .collect();
    let mut ids: Vec<&str> = Vec::new();
    for (words, id) in MARKS {
        if !ids.contains(id) && words.iter().all(|word| holds(&plain, word)) {
            ids.push(id);
        }
    }
    let marked = |id: &str| What::Marked {
        level: Level::Deny,
        id: id.to_owned(),
        why: "words of a danger stand in a text that is not understood".to_owned(),
    };
    ids.into_iter().map(marked).collect()
}

/// Whether a word stands in a text; short ones only as whole words.
fn holds(text: &str, word: &str) -> bool {
    if word.len() > 3 || !word.chars().all(char::is_alphanumeric) {
        return text.contains(word);
    }
    text.split(|c: char| !c.is_alphanumeric())
        .any(|it| it == word)
}
