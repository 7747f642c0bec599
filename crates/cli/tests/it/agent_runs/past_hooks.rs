//! What an agent does without having asked, whatever its hooks came to: it is found, and it breaks nothing outside.

use super::{lowered, run, world_of};

#[test]
fn what_is_done_past_the_hooks_is_found() {
    let turns = ["writes answer.txt 'right, yes\\n'\necho unasked >sneaky.txt\nends 'Done.'\n"];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    let why = lowered(&world).unwrap_or_default();
    assert!(
        why.ends_with("accounts for it: sneaky.txt"),
        "{why} {said:?}"
    );

    // A tool that nobody was asked about, and that its hook tells of afterwards.
    let turns = [
        "id=9\nevent PostToolUse Bash '{\"command\":\"ls\"}' ',\"tool_response\":{}'\nends 'Done.'\n",
    ];
    let world = world_of(&turns, "").expect("a sandbox");
    run(&world, &[]);
    let why = lowered(&world).unwrap_or_default();
    assert!(
        why.contains("nobody was asked") || why.contains("without"),
        "{why}"
    );
}

#[test]
fn nothing_of_the_machine_is_there_but_its_worktree() {
    let turns = [
        "ls ../../../../home/private >seen.txt 2>&1; touch /tmp/outside; ls ~ >>seen.txt\nwrites answer.txt 'right now\\n'\nends 'Done.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    std::fs::create_dir_all(world.path("home/private")).expect("a folder");
    std::fs::write(world.path("home/private/diary"), "dear").expect("a file");
    run(&world, &[]);
    let seen = world.git(&["show", "main:seen.txt"]);
    assert!(
        !seen.contains("diary") && !seen.contains("private\n"),
        "{seen}"
    );
}

#[test]
fn what_no_hook_was_asked_about_breaks_nothing_outside() {
    // As if its hook had died, hung or said nonsense, and it went on: all of this is done unasked.
    let turns = ["git push --force origin HEAD:main; git push origin :keep\n\
         git branch -D keep; git update-ref -d refs/heads/keep; git stash clear\n\
         shared=$(git rev-parse --git-common-dir); rm -rf \"$shared/refs\" \"$shared/objects\" \"$shared/packed-refs\"\n\
         printf '#!/bin/sh\\nexit 0\\n' >\"$shared/hooks/pre-commit\"; git config core.fsmonitor 'touch owned'\n\
         kill -9 $PPID; writes answer.txt 'right now\\n'\nends 'Done.'\n"];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let remote = world.path("home/remote.git");
    let remote = remote.display().to_string();
    world.git(&["branch", "keep"]);
    world.git(&["clone", "-q", "--bare", ".", &remote]);
    world.git(&["remote", "add", "origin", &remote]);
    let refs = |of: &str| {
        world.git(&[
            "-C",
            of,
            "for-each-ref",
            "--format=%(refname) %(objectname)",
        ])
    };
    let settings = || std::fs::read(world.repository().join(".git/config")).expect("settings");
    let (kept, before) = (refs(&remote), settings());
    let keep = world.git(&["rev-parse", "keep"]);
    let said = run(&world, &[]);
    assert_eq!(refs(&remote), kept, "{said:?}");
    assert_eq!(world.git(&["rev-parse", "keep"]), keep, "{said:?}");
    assert_eq!(settings(), before, "{said:?}");
    world.git(&["fsck", "--strict"]);
    assert!(!world.repository().join(".git/hooks/pre-commit").exists());
    assert_eq!(
        world.git(&["show", "main:answer.txt"]),
        "right now\n",
        "{said:?}"
    );
    assert_eq!(said.code, 0, "{said:?}");
}
