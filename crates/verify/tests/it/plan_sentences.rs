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

#[test]
fn an_error_that_is_to_be_printed_alone_may_be() {
    let prints =
        "if err := os.Setenv(k, v); err != nil {\n\t\t\tfmt.Fprintln(os.Stderr, err)\n\t\t}";
    let drops = "if err := os.Setenv(k, v); err != nil {\n\t\t\tcontinue\n\t\t}";
    for (says, line, wanted) in [
        (
            "Load sets each. An error of os.Setenv is only told on stderr.",
            prints,
            false,
        ),
        (
            "Load sets each. Where os.Setenv fails, that is logged and it goes on.",
            prints,
            false,
        ),
        (
            "Load sets each and goes on; only in verbose mode the error is printed.",
            "if err := os.Setenv(k, v); err != nil {\n\t\t\tfmt.Println(\"not set:\", err)\n\t\t}",
            false,
        ),
        (
            "Load sets each. An error of os.Setenv is returned.",
            drops,
            true,
        ),
        (
            "Load sets each. An error of os.Setenv is returned.",
            prints,
            true,
        ),
    ] {
        assert_eq!(dropped(says, line), wanted, "{says} {line}");
    }
}

/// What is held against one new file, where the plan says this.
fn held(says: &str, files: &[(&str, &str)]) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    world
        .before
        .insert("go.mod".to_owned(), "module x\n".to_owned());
    world = world.file("go.mod", "module x\n");
    for (path, text) in files {
        world = world.file(path, text).changed('A', path);
    }
    let report = world.report();
    let items = report.items.iter().filter(|it| it.id.starts_with("gate:"));
    items.map(|it| it.reason.clone()).collect()
}

#[test]
fn hooks_that_the_plan_wants_called_are_called() {
    let hook =
        "package a;\npublic class Form {\n  protected void footer(StringBuilder out) {\n  }\n}\n";
    let caller = "package a;\npublic class Page {\n  void show(Form f, StringBuilder out) { f.footer(out); }\n}\n";
    let test =
        "package a;\nclass FormTest {\n  @Test void calls() { new Form().footer(null); }\n}\n";
    let says = "Form.footer, which does nothing by default, is called when all else is there.";
    let paths = [
        "src/main/java/a/Form.java",
        "src/main/java/a/Page.java",
        "src/test/java/a/FormTest.java",
    ];
    let idle = |files: &[(&str, &str)], says: &str| {
        let found = held(says, files);
        found
            .iter()
            .any(|it| it.contains("nothing but tests calls it"))
    };
    assert!(idle(&[(paths[0], hook), (paths[2], test)], says));
    assert!(!idle(&[(paths[0], hook), (paths[1], caller)], says));
    assert!(!idle(&[(paths[0], hook)], "Form has a footer to override."));
}

#[test]
fn a_method_that_the_plan_asks_for_looks_into_its_object() {
    let routes = "package a\n\n// Router routes.\ntype Router struct{ all []string }\n\nfunc (r *Router) Add(s string) { r.all = append(r.all, s) }\n\nfunc (r *Router) First() string { return r.all[0] }\n\nfunc (r *Router) Routes() []string {\n\treturn []string{}\n}\n";
    let fixed = |says: &str| {
        let found = held(says, &[("router.go", routes)]);
        found.iter().any(|it| it.contains("returns a fixed value"))
    };
    assert!(fixed("Router.Routes() lists what is registered."));
    assert!(!fixed("Router.Routes() is always empty."));
    assert!(!fixed("Add a router."));
}

/// What the plan itself says that a function answers is no work left undone.
#[test]
fn an_answer_that_the_plan_gives_is_no_stub() {
    let handler = "package a;\nfinal class HealthHandler implements Handler {\n  @Override\n  public Response handle(Session session) {\n    return respond(\"ok\");\n  }\n}\n";
    let fixed = |says: &str| {
        let found = held(says, &[("src/main/java/a/HealthHandler.java", handler)]);
        found
            .iter()
            .any(|it| it.contains("fixed value") || it.contains("literal"))
    };
    assert!(!fixed("GET /health answers ok by HealthHandler."));
    assert!(!fixed(
        "GET /health is served by HealthHandler: it answers ok."
    ));
}

/// A context that the plan speaks of is looked at.
#[test]
fn a_context_ends_what_the_plan_says_it_ends() {
    let get = |body: &str| {
        format!(
            "package a\n\nimport \"context\"\n\n// Store keeps.\ntype Store struct{{ all map[string]string }}\n\nfunc (s *Store) Get(k string) string {{ return s.all[k] }}\n\nfunc (s *Store) GetContext(ctx context.Context, k string) (string, error) {{\n\t{body}\n}}\n"
        )
    };
    let ignored = |says: &str, body: &str| {
        let text = get(body);
        let found = held(says, &[("store.go", text.as_str())]);
        found.iter().any(|it| it.contains("GetContext(ctx)"))
    };
    let says = "GetContext(ctx, key) gives up when the context is done.";
    assert!(ignored(says, "return s.Get(k), nil"));
    assert!(!ignored(says, "return s.Get(k), ctx.Err()"));
    assert!(!ignored(
        "Add GetContext beside Get.",
        "return s.Get(k), nil"
    ));
}

/// Where the plan speaks of going on, a person says whether an error that is dropped is meant.
#[test]
fn an_error_that_may_be_dropped_is_asked_about() {
    let before = "exports.head = function (path) { return 1; };\n";
    let after = "exports.head = function (path) { let sum; try { sum = digest(path); } catch (error) { sum = null; } return sum; };\n";
    for (says, wanted) in [
        (
            "If the sum can't be made, send the date instead.",
            "unknown",
        ),
        ("Add the sum. A missing file is no error.", "unknown"),
        ("Add the sum of the file.", "no"),
        (
            "If the sum can't be made, that is an error, and nothing is sent instead.",
            "no",
        ),
    ] {
        let mut world = World::new("  artifacts:\n    - path: index.js\n");
        world.plan.title = says.to_owned();
        world
            .before
            .insert("index.js".to_owned(), before.to_owned());
        let world = world.file("index.js", after).changed('M', "index.js");
        let item = world.only(ItemKind::Artifact);
        assert_eq!(answer(&item), wanted, "{says}: {}", item.reason);
    }
}

/// A file that others import by its path is used by them, where the plan calls it so and the package closes nothing off.
#[test]
fn a_module_that_others_import_by_its_path_is_no_orphan() {
    let world = |package: &str, says: &str| {
        let mut world = World::new("  artifacts:\n    - path: cmp.js\n");
        world.plan.title = says.to_owned();
        let main = "module.exports = function (x) { return x + 1; };\n";
        world.before.insert("index.js".to_owned(), main.to_owned());
        let world = world
            .file("package.json", package)
            .file("index.js", main)
            .file(
                "cmp.js",
                "exports.down = function (a, b) { return b - a; };\n",
            )
            .changed('A', "cmp.js");
        let item = world.only(ItemKind::Artifact);
        (answer(&item), item.reason.clone())
    };
    let open = "{\"name\": \"sort\", \"main\": \"index.js\"}";
    let shut = "{\"name\": \"sort\", \"main\": \"index.js\", \"exports\": {\".\": \"./index.js\"}}";
    let says = "Comparators, for require('sort/cmp').";
    assert_eq!(world(open, says).0, "yes", "{}", world(open, says).1);
    assert_eq!(world(shut, says).0, "no");
    assert_eq!(world(open, "Comparators in cmp.js").0, "no");
}

/// A new file that a file uses which nothing reached before is joined as far as it was asked: a person says whether that is
/// far enough.
#[test]
fn a_file_behind_one_that_nothing_reached_is_asked_about() {
    let main = "module.exports = function (x) { return x + 1; };\n";
    let alone = "const fs = require('fs');\nexports.load = function (path) { return fs.readFileSync(path); };\n";
    let joined = "const file = require('./file');\nexports.load = function (path) { return file.read(path); };\n";
    let test = "const file = require('../file');\nit('reads', () => { expect(file.read('a')).toBe(1); });\n";
    for (hook, wanted) in [(joined, "unknown"), (alone, "no")] {
        let mut world = World::new("  artifacts:\n    - path: file.js\n");
        for (path, text) in [("index.js", main), ("hook.js", alone)] {
            world.before.insert(path.to_owned(), text.to_owned());
        }
        let item = world
            .file(
                "package.json",
                "{\"name\": \"a\", \"main\": \"index.js\", \"exports\": \"./index.js\"}",
            )
            .file("index.js", main)
            .file("hook.js", hook)
            .file(
                "file.js",
                "const fs = require('fs');\nexports.read = function (path) { return fs.readFileSync(path); };\n",
            )
            .file("test/file.test.js", test)
            .changed('M', "hook.js")
            .changed('A', "file.js")
            .changed('A', "test/file.test.js")
            .only(ItemKind::Artifact);
        assert_eq!(answer(&item), wanted, "{}", item.reason);
    }
}

/// Whether a new program that reads numbers is said to drop an error, where the plan says this.
fn untold(says: &str, wrong: &str) -> bool {
    let text = format!(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"strconv\"\n)\n\nfunc run(args []string, stdout, stderr io.Writer) int {{\n\tif len(args) == 0 {{\n\t\tfmt.Fprintln(stderr, usage)\n\t\treturn fail(2)\n\t}}\n\tfor _, arg := range args {{\n\t\tn, err := strconv.Atoi(arg)\n\t\tif err != nil {{\n\t\t\t{wrong}\n\t\t}}\n\t\tfmt.Fprintln(stdout, n)\n\t}}\n\treturn 0\n}}\n"
    );
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    world
        .before
        .insert("other.go".to_owned(), "package main\n".to_owned());
    let report = world
        .file("other.go", "package main\n")
        .file("main.go", &text)
        .changed('A', "main.go")
        .report();
    let mut items = report.items.iter();
    items.any(|it| it.id.starts_with("gate:") && it.reason.contains("drops an error"))
}

#[test]
fn an_error_that_is_to_be_told_one_by_one() {
    let says = "Without numbers the usage is printed on stderr; what is no number is told on stderr, and the exit code is 1.";
    assert!(untold(says, "continue"));
    assert!(!untold(says, "fmt.Fprintln(stderr, err)\n\t\t\tcontinue"));
    // What is told there is something else.
    let usage = "Without numbers the usage is printed on stderr and the exit code is 2; what is no number is passed over.";
    assert!(!untold(usage, "continue"));
}

/// Whether a method for others to override is said to be empty, where the plan says this and the class does that.
fn hooked(says: &str, body: &str) -> bool {
    let text = format!(
        "class Lock:\n    def on_taken(self):\n        \"\"\"For subclasses.\"\"\"\n\n    def take(self):\n        self.held = self.open()\n        {body}\n"
    );
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    let other = "def other(x):\n    return x + 1\n";
    world.before.insert("other.py".to_owned(), other.to_owned());
    let report = world
        .file("other.py", other)
        .file("lock.py", &text)
        .changed('A', "lock.py")
        .report();
    let mut items = report.items.iter();
    items.any(|it| {
        it.reason.contains("on_taken") && it.reason.contains("nothing but tests calls it")
    })
}

#[test]
fn what_is_to_be_called_is_called() {
    let says = "Subclasses get on_taken() to override: take calls it when the lock is taken.";
    assert!(hooked(says, "return self.held"));
    assert!(!hooked(says, "self.on_taken()"));
    assert!(!hooked(
        "Subclasses get on_taken() to override.",
        "return self.held"
    ));
}
