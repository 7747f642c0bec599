//! What a plan writes between the brackets of a function of Go, what it says of its errors, and new code that makes
//! nothing of it.

use crate::world::{held_beside, holds};

const MODULE: (&str, &str) = ("go.mod", "module example.com/a\n");

#[test]
fn parameters_that_the_plan_writes() {
    let go = |condition: &str| {
        format!(
            "package a\n\n// Pick takes some.\nfunc (s *Store) Pick(tag string) []string {{\n\tvar out []string\n\tfor _, it := range s.all {{\n\t\tif {condition} {{\n\t\t\tout = append(out, it)\n\t\t}}\n\t}}\n\treturn out\n}}\n"
        )
    };
    let unheeded = |says: &str, condition: &str| {
        let found = held_beside(says, &[MODULE], &[("a.go", &go(condition))]);
        holds(&found, "does not look at what it is given")
            || holds(&found, "a parameter `tag`, and nothing in it reads that")
    };
    let plan = "Add Pick(tag string): those with the tag.";
    assert!(unheeded(plan, "it != s.none"));
    assert!(unheeded(plan, "tag != \"\""));
    assert!(!unheeded(plan, "s.has(it, tag)"));
    // An interface may ask for it.
    assert!(!unheeded("Add what picks some.", "it != s.none"));
    assert!(!unheeded(
        "Add Pick(tag string); tag is reserved and not used.",
        "it != s.none"
    ));
}

#[test]
fn functions_of_go_that_never_fail() {
    let code = |last: &str| {
        format!(
            "package a\n\n// Parse reads.\nfunc Parse(text string) (Kind, error) {{\n\tswitch text {{\n\tcase \"a\":\n\t\treturn KindA, nil\n\tcase \"b\":\n\t\treturn KindB, nil\n\t}}\n\treturn {last}\n}}\n"
        )
    };
    let wrong = |says: &str, last: &str| {
        let found = held_beside(says, &[MODULE], &[("a.go", &code(last))]);
        holds(&found, "returns a fixed value")
    };
    let plan = "Add Parse(text) (Kind, error), an error for any other text.";
    assert!(wrong(plan, "KindA, nil"));
    assert!(!wrong(plan, "0, fmt.Errorf(\"no kind %q\", text)"));
    // That it may fail one day is said by its head alone.
    assert!(!wrong(
        "Add Parse(text) (Kind, error): a or b, else a.",
        "KindA, nil"
    ));
    assert!(!wrong("Add Parse(text): never fails.", "KindA, nil"));
}

#[test]
fn errors_that_are_given_on_as_a_whole() {
    let code = "package a\n\nfunc Save(path string, all []string) error {\n\tfile, err := os.Create(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\tfor _, it := range all {\n\t\tif _, err := fmt.Fprintln(file, it); err != nil {\n\t\t\tcontinue\n\t\t}\n\t}\n\treturn file.Close()\n}\n";
    let dropped = |says: &str| {
        let found = held_beside(says, &[MODULE], &[("a.go", code)]);
        holds(&found, "drops an error")
    };
    assert!(dropped(
        "Add Save(path, all); an error of the file system is returned."
    ));
    assert!(!dropped("Add Save(path, all)."));
    assert!(!dropped(
        "Add Save(path, all); an error of the file system is returned if the file can't be made."
    ));
}

/// Functions side by side in a thing of a thing are chosen among: what one of them takes, all are given.
#[test]
fn parameters_that_those_beside_it_take() {
    let old = "module.exports = Table;\nfunction Table() {}\nTable.aggr = {};\nTable.aggr.sum = function(acc, val) {\n  return acc + val;\n};\n";
    let new = |holder: &str| {
        format!("{old}Table.{holder}count = function(acc, val) {{\n  return acc + 1;\n}};\n")
    };
    let unheeded = |holder: &str| {
        let now = new(holder);
        let manifest = (
            "package.json",
            "{ \"name\": \"a\", \"main\": \"table.js\" }\n",
        );
        let says = "Add count, a reduction that counts the rows.";
        let found = held_beside(says, &[manifest, ("table.js", old)], &[("table.js", &now)]);
        holds(&found, "does not look at what it is given")
    };
    assert!(!unheeded("aggr."));
    assert!(unheeded(""));
}
