//! Lines on which the policy speaks, with the rule, and lines on which it says nothing.

pub(super) const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "git", "args": {"argv": ["push", "--force", "origin", "main"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "+HEAD:main"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "-f", "origin", "HEAD:refs/heads/main"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "--mirror"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "release/1.2", "--force-with-lease"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "-uf", "origin", "MAIN"]}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "HEAD:main"]}}"#,
        "push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", ":main"]}}"#,
        "push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "--all"]}}"#,
        "push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "--forc", "origin", "x"]}}"#,
        "force-push",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "-f", "origin", "feature/42"]}, "context": {"phase": "merging"}}"#,
        "force-push",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", ":x"]}}"#,
        "delete-remote",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "--del", "x"]}}"#,
        "delete-remote",
    ),
    (r#"{"tool": "git", "args": {"argv": ["push"]}}"#, "push"),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "feature/42"]}}"#,
        "push",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "fork"]}, "context": {"phase": "merging"}}"#,
        "push",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "https://x.example/r.git", "HEAD"]}, "context": {"phase": "merging"}}"#,
        "push-foreign",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "git remote add x https://x.example/r && git push x"}}"#,
        "push-foreign",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "git -C /x push -f origin main"}}"#,
        "force-push-protected",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "env git push"}}"#,
        "push",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "true && git push"}}"#,
        "push",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "x=$(git push origin main)"}}"#,
        "push-protected",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["-C", "/tmp/x", "status"]}}"#,
        "other-repository",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["-C", "../feature-41", "commit", "-m", "x"]}}"#,
        "other-checkout",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "cd .. && git add -A"}}"#,
        "other-checkout",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["config", "core.hooksPath", "/x"]}}"#,
        "config",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["config", "set", "core.hooksPath", "/x"]}}"#,
        "config",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["config", "--list"]}}"#,
        "reads-config",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["config", "--get", "http.extraheader"]}}"#,
        "reads-config",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["remote", "set-url", "origin", "x"]}}"#,
        "remote",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["filter-branch", "--all"]}}"#,
        "rewrites-history",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["update-ref", "HEAD", "x"]}}"#,
        "rewrites-history",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["reflog", "expire", "--all"]}}"#,
        "rewrites-history",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["gc", "--prune=now"]}}"#,
        "rewrites-history",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["rebase", "main"]}}"#,
        "rewrites-branch",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["reset", "--hard"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["checkout", "--", "."]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["restore", "src/a.rs"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["clean", "-fdx"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["branch", "-D", "x"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["stash", "drop"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["rm", "-rf", "."]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["worktree", "remove", "x"]}}"#,
        "discards-work",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["tag", "-f", "v1", "HEAD"]}}"#,
        "moves-tag",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["branch", "-m", "main", "old"]}}"#,
        "protected-branch",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "git switch main && git commit -m x"}}"#,
        "protected-branch",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["commit", "-m", "x"]}, "context": {"phase": "validating"}}"#,
        "out-of-phase",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["stash"]}, "context": {"phase": "planning"}}"#,
        "out-of-phase",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["commit", "--no-verify", "-m", "x"]}}"#,
        "skips-hooks",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["add", ".env"]}}"#,
        "commits-secret",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["checkout", "x"]}}"#,
        "leaves-branch",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["fetch", "origin", "+x:main"]}}"#,
        "protected-branch",
    ),
];

pub(super) const PASSES: &[&str] = &[
    r#"{"tool": "git", "args": {"argv": ["status", "--short", "--branch"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["diff", "--stat"]}, "context": {"phase": "planning"}}"#,
    r#"{"tool": "git", "args": {"argv": ["log", "--oneline", "-5"]}, "context": {"phase": "validating"}}"#,
    r#"{"tool": "git", "args": {"argv": ["log", "--grep=--upload-pack"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["branch", "--show-current"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["branch", "-vv"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["remote", "-v"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["stash", "list"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["tag", "-l"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["config", "--get", "user.name"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "echo 'git push --force origin main'"}}"#,
    r#"{"tool": "run_command", "args": {"command": "rg 'git push'"}}"#,
    r#"{"tool": "run_command", "args": {"command": "which git"}}"#,
    r#"{"tool": "git", "args": {"argv": ["add", "a.rs"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["commit", "-m", "delete it"]}, "context": {"branch": "feature/42"}}"#,
    r#"{"tool": "git", "args": {"argv": ["commit", "-m", "x"]}, "context": {"phase": "merging", "branch": "feature/42"}}"#,
    r#"{"tool": "git", "args": {"argv": ["push", "-u", "origin", "HEAD"]}, "context": {"phase": "merging", "branch": "feature/42"}}"#,
    r#"{"tool": "git", "args": {"argv": ["push", "origin", "feature/42"]}, "context": {"phase": "merging", "branch": "feature/42"}}"#,
    r#"{"tool": "run_command", "args": {"command": "git switch -c feature/43 && git commit -m x"}, "context": {"branch": "main"}}"#,
    r#"{"tool": "git", "args": {"argv": ["merge", "--abort"]}, "context": {"phase": "merging"}}"#,
    r#"{"tool": "git", "args": {"argv": ["reset", "HEAD", "--", "src/lib.rs"]}, "context": {"phase": "merging"}}"#,
    r#"{"tool": "git", "args": {"argv": ["fetch"]}}"#,
];
