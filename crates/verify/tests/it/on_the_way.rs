//! What gets lost on its way to whoever asked: answers that nobody takes, errors that the plan says are raised and that code
//! answers with something else, errors that only tests make; and honest changes that look like each.

use crate::world::{held, held_beside, holds};

#[test]
fn errors_that_the_plan_names_are_raised() {
    let old = "def limit(text):\n    return 500\n";
    let new = |error: &str, given: &str| {
        format!(
            "def limit(text):\n    try:\n        return int(text)\n    except {error}:\n        {given}\n"
        )
    };
    let found = |says: &str, now: &str| {
        let found = held(says, &[("shop/limit.py", old, now)]);
        holds(&found, "drops an error")
    };
    let drops = new("ValueError", "return 500");
    assert!(found("A text that is no number is a ValueError.", &drops));
    assert!(found("limit() raises a ValueError for no number.", &drops));
    let key = new("KeyError", "return None");
    assert!(found("A missing key raises KeyError.", &key));
    // What the plan says otherwise, what is raised elsewhere, and what is raised.
    let both = format!("{key}\ndef port(text):\n    raise KeyError(text)\n");
    assert!(!found("port() raises a KeyError for no name.", &both));
    assert!(!found("A missing key counts as None.", &key));
    assert!(!found("It raises KeyError; return None then.", &key));
    assert!(!found("Today it raises a KeyError. Give None.", &key));
    assert!(!found("A list raises a TypeError.", &key));
    let raises = new("KeyError", "raise");
    assert!(!found("A missing key raises KeyError.", &raises));

    let old = "class Limit { int of(String text) { return 5; } }\n";
    let new = "class Limit { Object of(String text) { try { return Format.parse(text); } catch (ParseException e) { return null; } } }\n";
    let found = |says: &str| {
        let found = held(says, &[("src/main/java/Limit.java", old, new)]);
        holds(&found, "drops an error")
    };
    assert!(found("A text without a date throws the ParseException."));
    assert!(!found("A text without a date gives null."));
}

#[test]
fn somebody_takes_what_a_function_gives() {
    let old = "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(1) }\n";
    let new = |body: &str| {
        format!(
            "package main\n\nimport \"os\"\n\nfunc main() {{ {body} }}\n\nfunc run(args []string) int {{ if len(args) > 2 {{ return 2 }}; return 0 }}\n"
        )
    };
    let found = |now: &str| {
        let found = held("End with status 2.", &[("main.go", old, now)]);
        holds(&found, "nothing that calls it takes that")
    };
    assert!(found(&new("run(os.Args)")));
    assert!(!found(&new("os.Exit(run(os.Args))")));
    // It was so before.
    let lying = new("run(os.Args)");
    let more = lying.replace("> 2", "> 3");
    let found = held("Take three.", &[("main.go", &lying, &more)]);
    assert!(!holds(&found, "nothing that calls it takes that"));
}

/// What others may call is asked for its answer too where it does nothing else; what has an effect may be called for that.
#[test]
fn somebody_takes_what_is_worked_out() {
    let old = "def log(entry):\n    return str(entry)\n";
    let log = |work: &str| {
        format!("from .cut import redact\n\ndef log(entry):\n    {work}\n    return str(entry)\n")
    };
    let cut = "def redact(value):\n    if isinstance(value, dict):\n        return {key: redact(one) for key, one in value.items()}\n    return value\n";
    let drops = "def redact(value):\n    if isinstance(value, dict):\n        value.clear()\n        return value\n    return [value]\n";
    let found = |cut: &str, log: &str| {
        let found = held(
            "Secrets stay out of the log.",
            &[("log.py", old, log), ("cut.py", "", cut)],
        );
        holds(&found, "nothing that calls it takes that")
    };
    assert!(found(cut, &log("redact(entry)")));
    assert!(!found(cut, &log("entry = redact(entry)")));
    assert!(!found(drops, &log("redact(entry)")));
}

#[test]
fn errors_that_only_a_test_makes() {
    let old = "def get(rows, key):\n    return rows[key]\n";
    let new = |rest: &str| format!("{old}\n\nclass LostError(Exception):\n    pass\n{rest}");
    let test = (
        "tests/test_shop.py",
        "from shop import LostError\n\ndef test_lost():\n    assert str(LostError('a')) == 'a'\n",
    );
    let found = |now: &str| {
        let found = held_beside(
            "A lost key raises the new LostError.",
            &[("shop.py", old)],
            &[("shop.py", now), test],
        );
        holds(&found, "an error that nothing ever makes")
    };
    assert!(found(&new("")));
    assert!(!found(&new(
        "\n\ndef find(rows):\n    raise LostError(rows)\n"
    )));
    // What is caught is for others to raise.
    let caught =
        "\n\ndef find(f):\n    try:\n        f()\n    except LostError:\n        return None\n";
    assert!(!found(&new(caught)));
}
