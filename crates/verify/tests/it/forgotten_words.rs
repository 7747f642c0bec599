//! What the plan writes out and the change forgets: one of many words, a name that others are to import, what an error says;
//! and sentences that ask for no such thing.

use crate::world::{held_beside, holds};

const PROJECT: (&str, &str) = (
    "pyproject.toml",
    "[project]\nname = \"shop\"\nversion = \"1\"\n",
);

fn told(says: &str, old: &str, now: &str, words: &str) -> bool {
    let path = "shop/__init__.py";
    let found = held_beside(says, &[PROJECT, (path, old)], &[(path, now)]);
    holds(&found, words)
}

#[test]
fn one_of_many_words_is_forgotten() {
    let old = "def one(verb):\n    return verb.lower()\n";
    let with = |verbs: &str| {
        format!(
            "{old}\n\ndef every():\n    \"\"\"For GET, PUT, POST, PATCH and DELETE.\"\"\"\n    return [one(it) for it in ({verbs})]\n"
        )
    };
    let says = "Add every(): it answers for GET, PUT, POST, PATCH and DELETE.";
    let missing = "`DELETE`";
    assert!(told(
        says,
        old,
        &with("'GET', 'PUT', 'POST', 'PATCH'"),
        missing
    ));
    assert!(!told(
        says,
        old,
        &with("'GET', 'PUT', 'POST', 'PATCH', 'DELETE'"),
        missing
    ));
    // Where none of them is written out, they come from elsewhere.
    assert!(!told(says, old, &with("VERBS"), missing));
    let but = says.replace("PATCH and DELETE", "PATCH and DELETE but not for HEAD");
    assert!(!told(
        &but,
        old,
        &with("'GET', 'PUT', 'POST', 'PATCH'"),
        missing
    ));
}

#[test]
fn what_an_error_is_to_say_is_said() {
    let old = "def pay(cart):\n    return cart.total()\n";
    let coin = |rest: &str| format!("{old}\n\ndef coin_of(name):\n    {rest}\n");
    let says = "Add coin_of(name). Raise ValueError(\"unknown coin: 'x'\") for all others.";
    let words = "what is said when it goes wrong";
    assert!(told(says, old, &coin("return COINS.get(name, 0)"), words));
    assert!(!told(
        says,
        old,
        &coin("raise ValueError(f\"unknown coin: {name!r}\")"),
        words
    ));
    // The error of what is called goes on, and says it itself.
    let on = coin("try:\n        return COINS[name]\n    except KeyError:\n        raise");
    assert!(!told(says, old, &on, words));
    let fix = "coin_of fails and says 'no way out here' where it should say \"unknown coin here\".";
    let now = coin("raise ValueError('unknown coin here')");
    assert!(!told(fix, old, &now, words));
}

#[test]
fn to_give_back_what_came_may_be_asked_for() {
    let old = "def pay(cart):\n    return cart.total()\n";
    let now = format!("{old}\n\ndef plain_coin(v):\n    return v\n");
    let words = "what it was given";
    assert!(told("Add plain_coin(v), which rounds v.", old, &now, words));
    assert!(!told(
        "Add plain_coin(v): plain_coin returns v as it is.",
        old,
        &now,
        words
    ));
    assert!(told(
        "Add plain_coin(v): plain_coin returns v as it is if it is round.",
        old,
        &now,
        words
    ));
}

#[test]
fn what_is_asserted_outside_tests_can_fail() {
    let old = "def pay(cart):\n    return cart.total()\n";
    let check = |that: &str| {
        format!(
            "{old}\n\ndef check(one, other):\n    diff = one.diff(other)\n    assert {that}, diff\n"
        )
    };
    let says = "Add check(one, other): it fails where they differ.";
    let words = "asserts what holds";
    assert!(told(says, old, &check("True"), words));
    assert!(!told(says, old, &check("not diff"), words));
}

#[test]
fn an_error_that_only_tests_know_is_used_by_nobody() {
    let go = |returned: &str| {
        format!(
            "package a\n\nimport \"errors\"\n\nvar errNothing = errors.New(\"nothing\")\n\nfunc Parse(s string) error {{\n\tif s == \"\" {{\n\t\treturn {returned}\n\t}}\n\treturn nil\n}}\n"
        )
    };
    let old =
        go("errors.New(\"nothing\")").replace("var errNothing = errors.New(\"nothing\")\n\n", "");
    let test = "package a\n\nimport \"testing\"\n\nfunc TestParse(t *testing.T) {\n\tif err := Parse(\"\"); err == errNothing {\n\t\tt.Log(err)\n\t} else if err == nil {\n\t\tt.Error(\"none\")\n\t}\n}\n";
    let says = "Name the error of Parse: errNothing, returned as it is.";
    let found = |returned: &str| {
        let now = go(returned);
        let before = [("go.mod", "module a\n"), ("a.go", old.as_str())];
        let found = held_beside(says, &before, &[("a.go", &now), ("a_test.go", test)]);
        holds(&found, "errNothing")
    };
    assert!(found("errors.New(\"nothing\")"));
    assert!(!found("errNothing"));
}
