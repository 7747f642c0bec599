//! Lines on which `workspace-path` speaks, and lines on which it says nothing.

/// Lines on which it speaks, with the rule.
pub(super) const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": "Src/new.rs", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "cp a.txt Src/new.rs"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/new.rs.", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/new-\u0430.rs", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/new-ma\u0456n.rs", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/new-cafe\u0301.rs", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/new-\uff41.rs", "content": "x"}}"#,
        "name-like-another",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "../other/a.rs"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "/etc/passwd"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "~/.bashrc"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "src/../../x"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "file:///etc/shadow"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "C:\\Windows\\x.ini"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "\\\\host\\share\\x"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "link-out/x.txt"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "/proc/self/environ"}}"#,
        "special-file",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "cat link-out/*"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "rm -f link-out/*.log"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "/var/run/docker.sock"}}"#,
        "special-file",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "~/.bash_history"}}"#,
        "outside-secret",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "/Users/dev/Library/Keychains/login.keychain-db"}}"#,
        "outside-secret",
    ),
    (
        r#"{"tool": "search", "args": {"pattern": "key", "path": "/home/dev"}}"#,
        "outside-secret",
    ),
    (
        r#"{"tool": "search", "args": {"pattern": "x", "glob": "../**/*.rs"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "~/.bashrc", "content": "x"}}"#,
        "outside-worktree",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".G\u0131T/config", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "deps/x.git/hooks/post-checkout", "content": "x"}}"#,
        "bare-repository",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "hard.txt"}}"#,
        "hard-linked",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "..%2F..%2fetc"}}"#,
        "encoded-path",
    ),
    (
        r#"{"tool": "list_files", "args": {"path": "/"}}"#,
        "outside-secret",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "dir", "content": "x"}}"#,
        "is-directory",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "dir"}}"#,
        "deletes-directory",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": ".git/config"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".GIT/hooks/pre-commit", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".git./hooks/x", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "a/GIT~1/config", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".git::$INDEX_ALLOCATION/x", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".g\u200cit/config", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "\uff0egit/config", "content": "x"}}"#,
        "git-internals",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/\u202esr.bil", "content": "x"}}"#,
        "bad-path",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "src/a\u0000.rs"}}"#,
        "bad-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/a\nb.rs", "content": "x"}}"#,
        "bad-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "hard.txt", "content": "x"}}"#,
        "hard-linked",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "pipe1"}}"#,
        "special-file",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": ""}}"#,
        "empty-path",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/ /a.rs", "content": "x"}}"#,
        "odd-name",
    ),
    (
        r#"{"tool": "read_file", "args": {"path": "unknown.txt"}}"#,
        "path-unknown",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "."}}"#,
        "worktree-root",
    ),
];

/// Lines on which it says nothing.
pub(super) const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "docs/new-\u0434\u043e\u043c.md", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/new-caf\u00e9.md", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": "./src//a.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": "..data/x.txt"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/git/hooks/mod.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".gitignore"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".github/x.md"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/a/../b.rs", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": "node_modules/a/hard.js"}}"#,
    r#"{"tool": "search", "args": {"pattern": "x", "glob": "**/*.rs"}}"#,
    r#"{"tool": "search", "args": {"pattern": "x", "glob": "src/**/*.rs"}}"#,
    r#"{"tool": "list_files", "args": {"path": ""}}"#,
    r#"{"tool": "list_files", "args": {"path": "."}}"#,
    r#"{"tool": "read_file", "args": {"path": "/home/dev/wt/feature-42/src/a.rs"}}"#,
    r#"{"tool": "search", "args": {"pattern": "x"}}"#,
    r#"{"tool": "run_command", "args": {"command": "cat src/a.rs | head -n 5"}}"#,
];
