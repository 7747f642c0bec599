//! A hook of the repository that is asked in the clean checkout whether a change may be merged. It sees what it would see
//! at a commit: the change as the difference of the index to `HEAD`, or the messages of the commits.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use ledger::action::HookCall;

use super::{Place, words};
use crate::git::hook_stands;

/// Messages of the change's commits that are shown to a hook, at most.
const MESSAGES_MAX: usize = 100;
/// How the files with messages begin, in the folder of git that belongs to the checkout.
const MESSAGE: &str = "COMMIT_EDITMSG-";
/// What says no instead of a hook that is no longer what it was.
const CHANGED: &str = "printf '%s\\n' \"$0\"; exit 1";
/// Shows each message to a hook. What it would make of them is not taken over: they stand in commits.
const EACH_MESSAGE: &str = r#"
for message; do
    cp -- "$message" "$message.before" || exit
    "$0" "$message" || exit
    cmp -s -- "$message" "$message.before" && continue
    echo "the hook wants another message for the commit than it has:"
    cat -- "$message"
    exit 1
done"#;

/// Makes the checkout ready for a hook, and says what is to be started.
pub(super) fn ready(place: &Place, call: &HookCall) -> Result<Vec<OsString>, String> {
    let hook = &call.hook;
    if !hook_stands(hook) {
        let why = format!(
            "`{}` is not what it was when the run began, so it is not run",
            hook.path
        );
        return Ok(shell(CHANGED, &why, Vec::new()));
    }
    let repo = &place.repo;
    let mut messages = Vec::new();
    if hook.name == "commit-msg" {
        let all = repo.messages(&call.onto, &call.commit, MESSAGES_MAX);
        for (number, text) in all.map_err(|it| words(&it))?.iter().enumerate() {
            let path = repo.git_dir.join(format!("{MESSAGE}{number}"));
            fs::write(&path, format!("{text}\n"))
                .map_err(|error| format!("`{}` can't be written: {error}", path.display()))?;
            messages.push(path);
        }
    }
    repo.detached_head(&call.onto).map_err(|it| words(&it))?;
    Ok(match hook.name.as_str() {
        "commit-msg" => shell(EACH_MESSAGE, &hook.path, messages),
        _ => vec![OsString::from(&hook.path)],
    })
}

/// What git tells its hooks.
pub(super) fn environment(place: &Place) -> [(OsString, OsString); 2] {
    let index = place.repo.git_dir.join("index").into_os_string();
    [
        ("GIT_INDEX_FILE".into(), index),
        ("GIT_EDITOR".into(), ":".into()),
    ]
}

/// Puts `HEAD` and index back, whatever the hook did to them.
pub(super) fn done(place: &Place, call: &HookCall) -> bool {
    let entries = fs::read_dir(&place.repo.git_dir).into_iter().flatten();
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(MESSAGE) {
            // Should one stay, the next time it is written anew.
            let _stays = fs::remove_file(entry.path());
        }
    }
    let _stale = place.repo.unlock_index();
    place.repo.detached_move(&call.commit).is_ok()
}

fn shell(script: &str, name: &str, more: Vec<PathBuf>) -> Vec<OsString> {
    let head = ["sh", "-c", script, name].map(OsString::from);
    let more = more.into_iter().map(PathBuf::into_os_string);
    head.into_iter().chain(more).collect()
}
