//! How problems look to a person.

use spec::{Problem, Severity, plan_md};

use crate::plan_md::MINIMAL;

fn rendered(from: &str, to: &str) -> String {
    let text = MINIMAL.replacen(from, to, 1);
    let problems = match plan_md::read(".planning/01-PLAN.md", &text) {
        Ok((_, _, warnings)) => warnings,
        Err(problems) => problems,
    };
    let all: Vec<String> = problems.iter().map(Problem::to_string).collect();
    all.join("\n\n")
}

#[test]
fn an_error_names_its_place_and_what_to_do() {
    insta::assert_snapshot!(rendered("      contains: ", "      contain: "), @r#"
    warning: an artifact has no key `contain`: it is read as `contains`
      --> .planning/01-PLAN.md:20:7
       |
    20 |       contain: "pub fn append"
       |       ^
    help: did you mean `contains`?
    "#);
    insta::assert_snapshot!(rendered("path: \"src/ledger.rs\"", "path: ../x.rs"), @r#"
    error: an artifact's `path`, `../x.rs`, is no path inside the repository: it leaves the worktree through `..`
      --> .planning/01-PLAN.md:17:13
       |
    17 |     - path: ../x.rs
       |             ^
    help: what stands elsewhere is no part of the change, and can't be verified with it
    "#);
    insta::assert_snapshot!(rendered("wave: 1", "wave: \"1"), @r#"
    error: not valid YAML: invalid indentation in multiline quoted scalar
     --> .planning/01-PLAN.md:6:1
      |
    6 | depends_on: []
      | ^
    help: text with `: `, ` #`, or a sign such as `*`, `&`, `{`, `[` at its start has to be quoted
    "#);
    insta::assert_snapshot!(rendered("<action>Add", "Add"), @r#"
    error: a task has no `<action>`
      --> .planning/01-PLAN.md:35:1
       |
    35 | <task type="auto">
       | ^
    help: say in it what is to be done

    warning: `</action>` closes nothing
      --> .planning/01-PLAN.md:38:71
       |
    38 |   Add Ledger::append(id, body); ignore a known id; call it from run().</action>
       |                                                                       ^
    help: open it with `<action>`
    "#);
}

#[test]
fn several_come_in_the_order_of_the_file() {
    let text = rendered("type: execute\nwave: 1", "type: exec\nwave: one\nwaev: 2");
    insta::assert_snapshot!(text, @r#"
    warning: unknown plan type `exec`: `execute` is taken
     --> .planning/01-PLAN.md:4:7
      |
    4 | type: exec
      |       ^
    help: did you mean `execute`?

    warning: `wave` is `one`: it is in wave 1
     --> .planning/01-PLAN.md:5:7
      |
    5 | wave: one
      |       ^
    help: a whole number from 0 to 1000

    warning: the front matter has no key `waev`
     --> .planning/01-PLAN.md:6:1
      |
    6 | waev: 2
      | ^
    help: did you mean `wave`?
    "#);
}

#[test]
fn long_and_wide_lines_keep_the_caret_below_its_place() {
    let text = format!("{}账本x{}", "a".repeat(200), "b".repeat(200));
    let problem = Problem::at(Severity::Warning, "f", &text, 206, "here");
    insta::assert_snapshot!(problem, @r#"
    warning: here
     --> f:1:203
      |
    1 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa账本xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
      |                                                                ^
    "#);
    let problem = Problem::at(
        Severity::Warning,
        "f\u{1b}[31m",
        "\tk\u{202e}: v\r\nnext",
        5,
        "here",
    )
    .help("do");
    insta::assert_snapshot!(problem, @r#"
    warning: here
     --> f�[31m:1:4
      |
    1 |  k�: v
      |    ^
    help: do
    "#);
    let problem = Problem::at(Severity::Error, "f", "", 9, "nothing");
    insta::assert_snapshot!(problem, @r#"
    error: nothing
     --> f:1:1
      |
    1 |
      | ^
    "#);
}
