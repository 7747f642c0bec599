//! Any text as a command: a decision comes, and what was written anew is written the same again.
#![no_main]

use ledger::proposal::Shell;
use libfuzzer_sys::fuzz_target;
use shell::place::Ground;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let shell = match which % 5 {
        0 => Shell::Bash,
        1 => Shell::Sh,
        2 => Shell::Zsh,
        3 => Shell::Powershell,
        _ => Shell::Cmd,
    };
    let ground = Ground {
        worktree: Some("/home/dev/wt"),
        home: Some("/home/dev"),
    };
    let _ = shell::effects_of_command(shell, text, ground, "");
    if let Ok(again) = shell::as_judged(text) {
        assert_eq!(shell::as_judged(&again).as_ref(), Ok(&again));
    }
});
