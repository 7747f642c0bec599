//! Any text as a command: a decision comes, and what was written anew is written the same again.
#![no_main]

use gate::{Context, effects};
use ledger::proposal::{Proposal, Shell};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let shell = match which % 5 {
        0 => Shell::Bash,
        1 => Shell::Sh,
        2 => Shell::Zsh,
        3 => Shell::Powershell,
        _ => Shell::Cmd,
    };
    let context = Context {
        worktree: Some("/home/dev/wt"),
        home: Some("/home/dev"),
        ..Context::default()
    };
    let command = text.to_owned();
    let cwd = None;
    let _ = effects(&Proposal::Shell { shell, command, cwd }, &context);
    if let Ok(again) = gate::as_judged(text) {
        assert_eq!(gate::as_judged(&again).as_ref(), Ok(&again));
    }
});
