//! What a task names, its plan lists, or its own work made may go without asking; nothing else may. And what changes
//! files that are known needs no sandbox.

use gate::{Context, decide_proposal, gather};
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::gate::Verdict;
use ledger::ids::{RelPath, TaskId};
use ledger::phase::Phase;
use ledger::plan::Task;
use ledger::proposal::{Proposal, Shell};

use crate::world::{answer, answers, base, policies};

fn task(brief: &str, files: &[&str], deletes: &[&str]) -> Task {
    let paths = |list: &[&str]| {
        let one = |path: &&str| RelPath::new(path).expect("a path");
        list.iter().map(one).collect::<Vec<RelPath>>()
    };
    let id = TaskId::new("t").expect("a name");
    Task {
        files: ledger::scope::Scope::of_files(paths(files)),
        deletes: paths(deletes),
        ..Task::in_words(id, String::new(), brief.to_owned())
    }
}

/// What is decided without a sandbox.
fn decided(proposal: &Proposal, task: &Task, phase: Phase) -> Verdict {
    let context = Context {
        task: Some(task),
        phase,
        sandboxed: false,
        ..base()
    };
    let facts = gather(proposal, &context, answers);
    let context = Context {
        facts: &facts,
        ..context
    };
    decide_proposal(proposal, &context, policies(), &[]).verdict
}

fn shell(command: &str) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    }
}

fn ways(path: &str) -> Vec<Proposal> {
    let delete = Proposal::Delete {
        path: path.to_owned(),
    };
    let argv = |words: &[&str]| Proposal::Exec {
        argv: words.iter().map(|word| (*word).to_owned()).collect(),
        cwd: None,
    };
    let mut out = vec![
        delete,
        argv(&["rm", path]),
        argv(&["git", "mv", path, "src/new.rs"]),
        Proposal::Git {
            argv: vec!["rm".to_owned(), path.to_owned()],
        },
    ];
    for command in [
        "rm PATH",
        "rm ./PATH",
        "unlink PATH",
        "git rm -q PATH",
        "mv PATH src/new.rs",
        "mv -n PATH src/new.rs",
        "git mv PATH src/new.rs",
        "find PATH -delete",
        "cp PATH src/new.rs && rm PATH",
        "rm PATH && git status --short",
    ] {
        out.push(shell(&command.replace("PATH", path)));
    }
    out
}

#[test]
fn what_is_meant_to_go_goes() {
    let named = task("Delete src/old.rs, nothing uses it.", &[], &[]);
    let changed = task("Tidy up", &["src/old.rs", "src/new.rs"], &[]);
    let listed = task("Tidy up", &["src/new.rs"], &["src/old.rs"]);
    for task in [&named, &changed, &listed] {
        for way in ways("src/old.rs") {
            assert_eq!(
                decided(&way, task, Phase::Executing),
                Verdict::Allow,
                "{way:?} {task:?}"
            );
            assert_ne!(
                decided(&way, task, Phase::Validating),
                Verdict::Allow,
                "{way:?}"
            );
        }
    }
    let own = task("Add a page", &[], &[]);
    for way in ways("src/made.rs") {
        assert_eq!(
            decided(&way, &own, Phase::Executing),
            Verdict::Allow,
            "{way:?}"
        );
    }
}

#[test]
fn what_nobody_named_asks() {
    for brief in [
        "Delete src/other.rs",
        "Do not delete src/old.rs",
        "Add a page",
        "Keep old.rs; delete the rest",
    ] {
        for way in ways("src/old.rs") {
            assert_ne!(
                decided(&way, &task(brief, &[], &[]), Phase::Executing),
                Verdict::Allow,
                "{brief} {way:?}"
            );
        }
    }
    let named = task("Delete src/old.rs and .env and dir and Makefile", &[], &[]);
    for command in [
        "rm src/*.rs",
        "rm -r src",
        "rm -rf dir",
        "find . -name old.rs -delete",
        "rm src/old.rs src/b.rs",
        "rm .env",
        "mv src/b.rs src/old.rs",
        "git rm -r src",
        "rm link-out/old.rs",
        "rm \"$FILE\"",
        "python3 -c \"import os; os.rename('src/b.rs', 'x')\"",
    ] {
        assert_ne!(
            decided(&shell(command), &named, Phase::Executing),
            Verdict::Allow,
            "{command}"
        );
    }
}

#[test]
fn known_files_need_no_sandbox() {
    let plain = task("Add a page", &[], &[]);
    for command in [
        "mkdir -p src/new/a",
        "mkdir -p dir",
        "touch src/new.rs",
        "cp src/a.rs src/new.rs",
        "sed -i s/a/b/ src/a.rs",
        "echo x > src/new.rs",
        "printf 'a\\n' >> notes.txt",
        "cat a.txt b.txt > new.txt",
        "grep -n x src/a.rs | sort -u > new.txt",
        "mkdir -p src/new && touch src/new/a.rs",
        "git log --oneline > new.txt",
        "jq .x a.json > new.json",
        "echo x | tee new.txt",
        "cat > src/new.rs <<'EOF'\nfn main() {}\nEOF",
    ] {
        assert_eq!(
            decided(&shell(command), &plain, Phase::Executing),
            Verdict::Allow,
            "{command}"
        );
        assert_ne!(
            decided(&shell(command), &plain, Phase::Validating),
            Verdict::Allow,
            "{command}"
        );
    }
    for command in [
        "cp a.txt dir",
        "cp a.txt \"$TARGET\"",
        "touch src/*.rs",
        "touch link-out/x",
        "echo x > hard.txt",
        "python3 gen.py > new.txt",
        "python3 -c \"open('new.txt','w').write('x')\"",
        "./gen.sh > new.txt",
        "echo x > .env",
        "echo x > .git/config",
        "echo x > ci",
        "pytest -q",
        "cargo test > new.txt",
        "npm run gen > new.txt",
        "cat x | xargs touch",
        "git apply x.patch",
        "tar -xf a.tar",
        "awk '{print > \"new.txt\"}' a.txt",
    ] {
        assert_ne!(
            decided(&shell(command), &plain, Phase::Executing),
            Verdict::Allow,
            "{command}"
        );
    }
    let bounded = task("Change a", &["src/a.rs"], &[]);
    for (command, verdict) in [
        ("sed -i s/a/b/ src/a.rs", Verdict::Allow),
        ("sed -i s/a/b/ src/b.rs", Verdict::Ask),
        ("echo x > src/new.rs", Verdict::Ask),
        ("rm src/a.rs", Verdict::Allow),
        ("mv src/a.rs src/b.rs", Verdict::Ask),
    ] {
        assert_eq!(
            decided(&shell(command), &bounded, Phase::Executing),
            verdict,
            "{command}"
        );
    }
}

/// A file stands at every path, and the work began with it.
fn stands(question: &Question) -> Fact {
    let Question::Path(asked) = question else {
        return answer(question);
    };
    let found = PathFact {
        resolved: RelPath::new(asked).ok(),
        kind: PathKind::File,
        through_link: false,
        hard_linked: false,
        digest: None,
        bytes: 1,
        leads: None,
    };
    let asked = asked.clone();
    Fact::Path { asked, found }
}

/// Whether a task of this text may take a file away.
fn may_go(text: &str, path: &str) -> bool {
    let task = task(text, &[], &[]);
    let proposal = Proposal::Delete {
        path: path.to_owned(),
    };
    let context = Context {
        task: Some(&task),
        phase: Phase::Executing,
        ..base()
    };
    let facts = gather(&proposal, &context, |asked| {
        asked.iter().map(stands).collect()
    });
    let context = Context {
        facts: &facts,
        ..context
    };
    decide_proposal(&proposal, &context, policies(), &[]).verdict == Verdict::Allow
}

#[test]
fn a_text_names_files() {
    for (text, path) in [
        ("delete a.txt", "a.txt"),
        ("Remove `src/old.py`.", "src/old.py"),
        ("Remove old.py, it is dead", "src/old.py"),
        ("rename util.py to helpers.py", "lib/util.py"),
        ("Drop ./docs/old.md!", "docs/old.md"),
        ("Drop the LICENSE file", "LICENSE"),
        ("Delete \"notes\" (it is empty)", "notes"),
        ("Keep b.txt. Delete a.txt.", "a.txt"),
        ("Move these:\n- a.txt\n- b.txt", "b.txt"),
        ("git rm src/a.rs;", "src/a.rs"),
    ] {
        assert!(may_go(text, path), "{text}");
    }
    for (text, path) in [
        ("delete a.txt", "b.txt"),
        ("delete a.txt", "a.txt.bak"),
        ("delete sub/a.txt", "a.txt"),
        ("delete sub/a.txt", "other/a.txt"),
        ("delete the notes", "notes"),
        ("do not delete a.txt", "a.txt"),
        ("Delete b.txt, but keep a.txt", "a.txt"),
        ("leave a.txt as it is", "a.txt"),
        ("clean up without touching a.txt", "a.txt"),
        ("don't remove a.txt", "a.txt"),
        ("delete everything", "a.txt"),
    ] {
        assert!(!may_go(text, path), "{text}");
    }
}
