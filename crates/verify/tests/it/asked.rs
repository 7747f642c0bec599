//! What the sentences of a plan make of what a change did: the name through which a link goes, and the call whose error is
//! to be handed on.

use ledger::report::ItemKind;

use crate::world::{World, answer};

const EXEC: &str = "package tool\n\nfunc Exec(cmd string) error { return run(cmd, 0) }\n\nfunc ExecTimeout(cmd string, n int) error { return run(cmd, n) }\n\nfunc ExecSoon(cmd string) error { return ExecTimeout(cmd, 1) }\n\nfunc run(cmd string, n int) error { return start(cmd, n) }\n";

/// What is said of the link from the command to the package.
fn linked(via: &str, main: &str) -> (String, String) {
    let plan = format!(
        "  artifacts:\n    - path: exec.go\n  key_links:\n    - from: cmd/main.go\n      to: exec.go\n      via: \"{via}\"\n"
    );
    let text =
        format!("package main\n\nimport \"example.com/tool\"\n\nfunc main() {{\n\t{main}\n}}\n");
    let world = World::new(&plan)
        .file("go.mod", "module example.com/tool\n")
        .file("exec.go", EXEC)
        .file("cmd/main.go", &text);
    let item = world.only(ItemKind::KeyLink);
    (answer(&item).to_owned(), item.reason)
}

#[test]
fn a_link_goes_through_the_name_that_the_plan_gives() {
    let cases = [
        ("ExecTimeout", "tool.Exec(\"a\")", "no"),
        (
            "tool.ExecTimeout()",
            "tool.Exec(\"a\") // ExecTimeout",
            "no",
        ),
        ("ExecTimeout", "tool.ExecTimeout(\"a\", 1)", "yes"),
        (
            "tool.ExecTimeout",
            "f := tool.ExecTimeout; f(\"a\", 1)",
            "yes",
        ),
        // What leads there.
        ("ExecTimeout", "tool.ExecSoon(\"a\")", "yes"),
        // Words, and names that the target does not have.
        ("the timeout", "tool.Exec(\"a\")", "yes"),
        ("import", "tool.Exec(\"a\")", "yes"),
    ];
    for (via, main, wanted) in cases {
        let (found, reason) = linked(via, main);
        assert_eq!(found, wanted, "{via} {main}: {reason}");
    }
}

/// Whether a change of `load.go` is held against it, where the plan says this.
fn dropped(says: &str, body: &str) -> bool {
    let text = |line: &str| {
        format!(
            "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc Load(all map[string]string) error {{\n\tif len(all) == 0 {{\n\t\treturn fmt.Errorf(\"nothing\")\n\t}}\n\tfor k, v := range all {{\n\t\t{line}\n\t}}\n\treturn nil\n}}\n"
        )
    };
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    world
        .before
        .insert("load.go".to_owned(), text("_ = os.Setenv(k, v)"));
    let report = world
        .file("load.go", &text(body))
        .changed('M', "load.go")
        .report();
    let mut items = report.items.iter();
    items.any(|it| it.id.starts_with("gate:") && it.reason.contains("drops an error"))
}

#[test]
fn an_error_whose_call_the_plan_names_is_handed_on() {
    let says = "Load returns the error of os.Setenv instead of dropping it.";
    let printed = "if err := os.Setenv(k, v); err != nil {\n\t\t\tfmt.Fprintln(os.Stderr, fmt.Errorf(\"set %s: %w\", k, err))\n\t\t\tcontinue\n\t\t}";
    let returned = "if err := os.Setenv(k, v); err != nil {\n\t\t\treturn fmt.Errorf(\"set %s: %w\", k, err)\n\t\t}";
    assert!(dropped(says, printed));
    assert!(!dropped(says, returned));
    // The plan speaks of other errors, or of something else.
    assert!(!dropped("Load returns the error of Open.", printed));
    assert!(!dropped("Load goes on after os.Setenv.", printed));
}

const REASON: &str = "package a\n\ntype Reason int\n\nconst (\n\tDeleted Reason = iota\n\t// Expired items were too old.\n\tExpired\n\t// Flushed items went with all others.\n\tFlushed\n)\n";

/// What is said of values that nothing gives.
fn never_given(says: &str, body: &str) -> usize {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    let code = format!("package a\n\n{body}\n");
    world
        .before
        .insert("go.mod".to_owned(), "module x\n".to_owned());
    let report = world
        .file("go.mod", "module x\n")
        .file("reason.go", REASON)
        .file("a.go", &code)
        .changed('A', "reason.go")
        .changed('A', "a.go")
        .report();
    let items = report.items.iter();
    items
        .filter(|it| it.reason.contains("nothing ever gives"))
        .count()
}

#[test]
fn each_value_that_the_plan_names_is_given() {
    let says = "Say why: Deleted, Expired or Flushed.";
    let two = "func F(c chan Reason) { c <- Deleted }\n\nfunc G(c chan Reason) { c <- Expired }";
    assert_eq!(never_given(says, two), 1);
    let cases = [
        // The plan names another, or all are given.
        ("Say why an item went.", two.to_owned()),
        (says, format!("{two}\n\nfunc H(c chan Reason) {{ c <- Flushed }}")),
        // What others choose, and what is left over.
        (
            says,
            "func F(r Reason) int {\n\tswitch r {\n\tcase Deleted:\n\t\treturn 1\n\tcase Expired:\n\t\treturn 2\n\t}\n\treturn 3\n}".to_owned(),
        ),
        (says, "func F(c chan Reason) { c <- Expired }".to_owned()),
    ];
    for (says, body) in cases {
        assert_eq!(never_given(says, &body), 0, "{says} {body}");
    }
}
