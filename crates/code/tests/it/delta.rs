//! Which findings of a newer text are new: what stood in a function before stays that function's.

use code::{Language, Limits, delta, facts};

/// The functions in which findings are new, by the name that is found around their lines.
fn fresh(path: &str, before: &str, after: &str) -> Vec<String> {
    let read = |text: &str| facts(Language::of_path(path), text, &Limits::default());
    let (before, after) = (read(before), read(after));
    let found = delta(Some(&before), &after).stubs;
    let stubs = found.iter().filter_map(|at| after.stubs.get(*at));
    stubs
        .map(|stub| {
            let mut around = after.definitions.iter().filter(|it| {
                it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&stub.line)
            });
            around.next().map_or(String::new(), |it| it.name.clone())
        })
        .collect()
}

const OLD: &str =
    "def old(path):\n    try:\n        load(path)\n    except Exception:\n        pass\n";
const NEW: &str =
    "def fresh(path):\n    try:\n        keep(path)\n    except Exception:\n        pass\n";

#[test]
fn a_new_finding_above_an_old_one_is_the_new_one() {
    let after = format!("{NEW}\n\n{OLD}");
    assert_eq!(fresh("a.py", OLD, &after), ["fresh"]);
    let below = format!("{OLD}\n\n{NEW}");
    assert_eq!(fresh("a.py", OLD, &below), ["fresh"]);
}

#[test]
fn what_moved_to_another_function_is_no_new_finding() {
    let moved = OLD.replace("def old", "def renamed");
    assert_eq!(fresh("a.py", OLD, &moved), [""; 0]);
    let go = "package a\n\nfunc F() {\n\t_ = g()\n}\n";
    let split = "package a\n\nfunc F() {\n\th()\n}\n\nfunc h() {\n\t_ = g()\n}\n";
    assert_eq!(fresh("a.go", go, split), [""; 0]);
}
