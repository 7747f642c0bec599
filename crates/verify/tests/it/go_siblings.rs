//! Go that is not like its kind where the plan asks for it by name, errors that the plan says are none, and what it counts.

use crate::world::{held_beside, holds};

const MODULE: (&str, &str) = ("go.mod", "module example.com/a\n");

#[test]
fn errors_that_the_plan_says_are_none() {
    let code = "package a\n\nimport \"os\"\n\nfunc Age(path string) error {\n\tinfo, err := os.Stat(path)\n\tif err != nil {\n\t\treturn nil\n\t}\n\tif info.Size() > 3 {\n\t\treturn errBig\n\t}\n\treturn nil\n}\n";
    let dropped = |says: &str| {
        holds(
            &held_beside(says, &[MODULE], &[("a.go", code)]),
            "drops an error",
        )
    };
    assert!(dropped("Add Age(path)."));
    assert!(dropped(
        "Add Age(path). A file that isn't there is an error."
    ));
    // Another failure is another matter.
    assert!(dropped(
        "Add Age(path). A server that can't be reached counts as gone."
    ));
    assert!(!dropped(
        "Add Age(path). A file that isn't there, or can't be looked at, passes."
    ));
    assert!(!dropped(
        "Add Age(path). A missing file counts as new, without an error."
    ));
}

#[test]
fn long_lists_of_which_much_is_missing() {
    let says = "Kind is found by its ending: css, js, json, csv, xml and pdf.";
    let code = |rows: &str| format!("package a\n\nvar kinds = map[string]Kind{{{rows}}}\n");
    let found = |rows: &str| held_beside(says, &[MODULE], &[("a.go", &code(rows))]);
    let some = "\"css\": A, \"js\": B, \"json\": C";
    assert!(holds(&found(some), "pdf"));
    let all = format!("{some}, \"csv\": D, \"xml\": E, \"pdf\": F");
    assert!(!holds(&found(&all), "pdf"));
    // Of two it isn't known that the list is one of texts.
    assert!(!holds(&found("\"css\": A, \"js\": B"), "pdf"));
}
