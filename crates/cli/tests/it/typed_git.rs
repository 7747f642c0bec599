//! Git as an agent types it, in a run whose commands are held by a sandbox: the repository is only read there, and what
//! belongs to the task's own branch is carried out outside, and looks like git.

use serde_json::{Value, json};

use crate::agent::{done, shell, turn, write};
use crate::support::World;
use crate::unattended::is_held;

/// The same for commands in scripts of the project, of which no gate reads what they have git do.
fn told_in_scripts(commands: &[&str]) -> Option<(World, Vec<String>)> {
    let name = |at: usize| format!("scripts/{at}.sh");
    let names: Vec<String> = (0..commands.len()).map(name).collect();
    let files = names
        .iter()
        .map(String::as_str)
        .zip(commands.iter().copied());
    let typed: Vec<String> = names.iter().map(|it| format!("sh {it}")).collect();
    let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
    told(&files.collect::<Vec<_>>(), &typed)
}

/// What the agent was told of each of these commands, and the world afterwards. Nothing where there is no sandbox.
fn told(files: &[(&str, &str)], commands: &[&str]) -> Option<(World, Vec<String>)> {
    let mut replies: Vec<Value> = commands.iter().map(|it| turn(&[shell(it)])).collect();
    replies.push(turn(&[write("notes.md", "notes\n")]));
    replies.push(turn(&[done()]));
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let world = World::scripted(files, &script, "").held();
    if !is_held(&world) {
        return None;
    }
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = world.json(&["status", "--json"])["run"].clone();
    let export = world.run(&["ledger", "export", run.as_str().unwrap()]);
    let text = |line: &Value| {
        let seen = &line["line"]["event"]["seen"]["finished"]["observation"];
        seen["exit_code"]
            .is_number()
            .then(|| seen["text"].as_str().unwrap_or_default().to_owned())
    };
    let lines = export.out.lines();
    let told = lines
        .map(|line| serde_json::from_str(line).expect("a line"))
        .filter_map(|line: Value| text(&line));
    let told = told.collect();
    Some((world, told))
}

#[test]
fn what_is_typed_is_carried_out_on_the_branch_of_the_task() {
    let commands = [
        "echo a > new.txt && git add -A && git commit -m 'Add new' && git log --oneline -1 --format=%s",
        "echo b >> new.txt; git commit -qam 'More of it'; git status --short; git log -2 --format=%s",
        "echo c >> new.txt; git commit -a --amend -m 'Much more'; git log -2 --format=%s",
        "git mv new.txt newer.txt && git status --short && git commit -qm 'Move it'",
        "git commit -m nothing",
    ];
    let Some((world, told)) = told(&[], &commands) else {
        return;
    };
    assert!(
        told[0].contains("1 file changed, 1 insertion(+)"),
        "{told:#?}"
    );
    assert!(told[0].ends_with("Add new\n"), "{told:#?}");
    assert_eq!(told[1].trim(), "More of it\nAdd new", "{told:#?}");
    assert!(told[2].ends_with("Much more\nAdd new\n"), "{told:#?}");
    assert_eq!(told[3].trim(), "R  new.txt -> newer.txt");
    assert!(told[4].contains("nothing to commit"), "{told:#?}");
    let subjects = world.git(&["log", "--format=%s", "main"]);
    let subjects: Vec<&str> = subjects.lines().collect();
    assert_eq!(subjects[1..4], ["Move it", "Much more", "Add new"]);
    let files = world.git(&["ls-tree", "-r", "--name-only", "main"]);
    assert!(files.contains("newer.txt") && !files.contains("new.txt"));
}

#[test]
fn what_is_put_aside_comes_back() {
    let commands = [
        "echo a > a.txt && git add a.txt && git commit -qm 'Add a' && echo b >> a.txt && echo u > u.txt",
        "git stash -u && git status --short && ls && git stash list",
        "git stash pop && git status --short && cat a.txt u.txt && git stash list",
        "git stash push -m 'for later' && cat a.txt && git stash list && git stash apply -q && git stash drop && cat a.txt",
        "git stash && echo c >> a.txt && git commit -qam 'Another' && git stash pop; git status --short",
        "git checkout -q HEAD -- a.txt && git stash drop -q && git status --short && cat a.txt",
        "echo d >> a.txt && git add a.txt && git reset -q && git status --short && git restore a.txt && git status --short && cat a.txt",
        "echo d >> a.txt && git add a.txt && git restore --staged a.txt && git status --short && git reset --hard && cat a.txt",
    ];
    let Some((world, told)) = told_in_scripts(&commands) else {
        return;
    };
    let lines = |at: usize| told[at].lines().collect::<Vec<_>>();
    assert!(lines(1)[0].starts_with("Saved working directory and index state WIP on interlock/"));
    assert_eq!(lines(1)[1], "a.txt", "{told:#?}");
    assert!(
        lines(1)[3].starts_with("stash@{0}: WIP on interlock/"),
        "{told:#?}"
    );
    assert!(told[2].contains(" M a.txt\n?? u.txt\na\nb\nu"), "{told:#?}");
    assert!(!told[2].contains("stash@{0}"), "{told:#?}");
    assert!(
        told[3].contains("state On interlock/") && told[3].contains(": for later\na\nstash@{0}: ")
    );
    assert!(told[3].trim_end().ends_with("a\nb"), "{told:#?}");
    assert!(
        told[4].contains("CONFLICT") && told[4].contains("UU a.txt"),
        "{told:#?}"
    );
    assert!(told[5].trim_end().ends_with("a\nc"), "{told:#?}");
    assert_eq!(
        told[6].trim(),
        "M a.txt\n?? u.txt\n?? u.txt\na\nc",
        "{told:#?}"
    );
    assert!(told[7].contains("HEAD is now at ") && told[7].trim_end().ends_with("a\nc"));
    // The person's own stash is theirs.
    assert_eq!(world.git(&["stash", "list"]), "");
}

#[test]
fn what_would_leave_the_branch_is_refused_and_says_what_to_do() {
    let commands = [
        "git switch main",
        "git switch -c mine",
        "git checkout main",
        "git commit --amend -m 'Not mine'",
        "git reset --hard HEAD~0 --merge",
        "git tag v1",
        "git config user.name me",
        "git branch mine",
        "echo K=1 > server.pem; git add -f server.pem; git status --short",
        "mkdir nested && git init -q nested && git add -A; rm -r nested",
    ];
    let Some((world, told)) = told_in_scripts(&commands) else {
        return;
    };
    for at in [0, 1, 2] {
        assert!(
            told[at].contains("this worktree stays on its branch"),
            "{at}: {told:#?}"
        );
    }
    assert!(told[3].contains("not one of this task"), "{told:#?}");
    assert!(
        told[4].contains("the branch is not moved back"),
        "{told:#?}"
    );
    for at in [5, 6, 7] {
        assert!(told[at].contains("the tool `commit`"), "{at}: {told:#?}");
    }
    assert!(
        told[8].contains("files with such a name are never committed"),
        "{told:#?}"
    );
    assert!(told[8].trim_end().ends_with("?? server.pem"), "{told:#?}");
    assert_eq!(world.git(&["tag"]), "");
    assert!(
        !world
            .git(&["branch", "--format=%(refname)"])
            .contains("mine")
    );
}

#[test]
fn another_repository_is_left_to_git() {
    let commands = [
        "cd /tmp && git init -q r && cd r && echo x > x && git add x && git -c user.name=a -c user.email=b commit -qm other && git log --format=%s",
        "git -C /tmp/r log --format=%s; git -C /tmp/r branch more && git -C /tmp/r switch -q more && git -C /tmp/r branch --show-current",
    ];
    let Some((_, told)) = told_in_scripts(&commands) else {
        return;
    };
    assert_eq!(told[0].trim(), "other", "{told:#?}");
    assert_eq!(told[1].trim(), "other\nmore", "{told:#?}");
}
