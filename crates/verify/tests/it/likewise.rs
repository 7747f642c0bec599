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
fn methods_that_the_plan_names_are_like_their_sisters() {
    let file = |startup: &str| {
        format!(
            "package a\n\nfunc (h *M) AddLiveCheck(n string, c Check) {{ h.inner.AddLiveCheck(n, h.wrap(n, c)) }}\nfunc (h *M) AddReadyCheck(n string, c Check) {{ h.inner.AddReadyCheck(n, h.wrap(n, c)) }}\n{startup}"
        )
    };
    let bare =
        file("func (h *M) AddStartupCheck(n string, c Check) { h.inner.AddStartupCheck(n, c) }\n");
    let old = file("");
    let unlike = |says: &str| {
        let found = held_beside(says, &[MODULE, ("a.go", &old)], &[("a.go", &bare)]);
        holds(&found, "is there, and changes nothing")
    };
    assert!(unlike("Add AddStartupCheck to the handler."));
    assert!(!unlike("Add AddStartupCheck, which is unlike the others."));
    assert!(!unlike("Startup checks."));
}

#[test]
fn tests_that_are_counted() {
    let test = |name: &str| {
        format!(
            "func Test{name}(t *testing.T) {{ if got := Add(1); got != 2 {{ t.Error(got) }} }}\n"
        )
    };
    let brought = |names: &[&str]| {
        let tests: String = names.iter().map(|it| test(it)).collect();
        let text = format!("package a\n\nimport \"testing\"\n\n{tests}");
        let code = "package a\n\nfunc Add(n int) int { return n + 1 }\n";
        let files = [("a.go", code), ("a_test.go", text.as_str())];
        held_beside("Add Add. Three tests: one, two, three.", &[MODULE], &files)
    };
    assert!(holds(&brought(&["One"]), "wants 3 tests"));
    assert!(!holds(&brought(&["One", "Two", "Three"]), "wants 3 tests"));
}

#[test]
fn texts_that_are_listed() {
    let code = |two: &str| {
        format!(
            "package a\n\nfunc Parse(n int) error {{ if n > 3 {{ return &E{{\"open quote\", n}} }}\nif n > 2 {{ return {two} }}\nreturn nil }}\n"
        )
    };
    let says = "Reason is one of \"open quote\" and \"last backslash\".";
    let found = |two: &str| held_beside(says, &[MODULE], &[("a.go", &code(two))]);
    assert!(holds(&found("errOld"), "last backslash"));
    assert!(!holds(
        &found("&E{\"last backslash\", n}"),
        "last backslash"
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

#[test]
fn platforms_that_the_plan_names() {
    let posix = |more: &str, body: &str| {
        format!(
            "// +build !windows\n\npackage a\n\nfunc run(line string{more}) string {{ return start(line{body}) }}\n"
        )
    };
    let windows = |more: &str, body: &str| posix(more, body).replace("!windows", "windows");
    let old = [
        MODULE,
        ("util_posix.go", &*posix("", "")),
        ("util_windows.go", &*windows("", "")),
    ]
    .map(|it| (it.0.to_owned(), it.1.to_owned()));
    let old: Vec<(&str, &str)> = old
        .iter()
        .map(|it| (it.0.as_str(), it.1.as_str()))
        .collect();
    let more = ", limit time.Duration";
    let found = |says: &str, body: &str| {
        let (one, two) = (posix(more, ", limit"), windows(more, body));
        let files = [
            ("util_posix.go", one.as_str()),
            ("util_windows.go", two.as_str()),
        ];
        holds(&held_beside(says, &old, &files), "unlike its twin")
    };
    assert!(found("A limit of time. On Windows too.", ""));
    assert!(!found("A limit of time. On Windows too.", ", limit"));
    assert!(!found("A limit of time. It is ignored on Windows.", ""));
}
