//! What a change did: work taken out, new code that nobody uses, uses that are gone; and changes that did none of it.

use crate::world::World;

const MANIFEST: (&str, &str) = (
    "package.json",
    "{ \"name\": \"app\", \"main\": \"src/index.ts\", \"private\": true }\n",
);
const RUN: &str =
    "export function run(rows) {\n  return rows.filter((row) => row.open).length;\n}\n";
const INDEX: &str = "import { run } from './run';\nconsole.log(run(process.argv));\n";

/// The names of rules of everything that is wrong with a change, and what is said.
pub(crate) fn wrong(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    for (path, text) in [MANIFEST].iter().chain(before) {
        world.before.insert((*path).to_owned(), (*text).to_owned());
    }
    for (path, text) in [MANIFEST].iter().chain(after) {
        world = world.file(path, text);
        let old = before.iter().find(|(other, _)| other == path);
        match old {
            None if *path != MANIFEST.0 => world = world.changed('A', path),
            Some((_, old)) if old != text => world = world.changed('M', path),
            Some(_) | None => {}
        }
    }
    let report = world.report();
    let gates = report.items.iter().filter(|it| it.id.starts_with("gate:"));
    gates
        .map(|it| format!("{}: {}", it.id, it.reason))
        .collect()
}

fn finds(before: &[(&str, &str)], after: &[(&str, &str)], id: &str, says: &str) {
    let found = wrong(before, after);
    let hit = found.iter().find(|it| it.starts_with(id));
    assert!(
        hit.is_some_and(|it| it.contains(says)),
        "{id} {says}: {found:#?}"
    );
}

#[test]
fn work_that_is_taken_out() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let gutted = "export function run(rows) {\n  return [];\n}\n";
    let after = [("src/index.ts", INDEX), ("src/run.ts", gutted)];
    finds(
        &before,
        &after,
        "gate:work-removed:src/run.ts",
        "did work before",
    );
}

#[test]
fn what_nobody_uses() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let more = format!("{RUN}function extra(rows) {{\n  return rows.map((row) => row.id);\n}}\n");
    let after = [("src/index.ts", INDEX), ("src/run.ts", more.as_str())];
    finds(
        &before,
        &after,
        "gate:new-code-unused:src/run.ts",
        "nobody uses `extra`",
    );
    let after = [before[0], before[1], ("src/chat.ts", RUN)];
    finds(
        &before,
        &after,
        "gate:new-file-unreached:src/chat.ts",
        "nothing uses it",
    );
    let lost =
        "import { run } from './run';\nimport { walk } from './walk';\nwalk(run(process.argv));\n";
    let after = [("src/index.ts", lost), before[1]];
    finds(&before, &after, "gate:broken-import:src/index.ts", "./walk");
}

#[test]
fn what_is_cut_off() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let after = [("src/index.ts", "console.log(process.argv);\n"), before[1]];
    finds(
        &before,
        &after,
        "gate:file-cut-off:src/index.ts",
        "src/run.ts",
    );
}

/// What stays only calls what took its place, for those who know it by its old name.
#[test]
fn what_stays_before_something_new() {
    let go = |run: &str, main: &str| {
        [
            ("go.mod", "module example.com/app\n".to_owned()),
            ("main.go", format!("package main\n\nimport \"example.com/app/internal/run\"\n\nfunc main() {{ {main} }}\n")),
            ("internal/run/run.go", format!("package run\n\n{run}\n")),
            ("internal/run/run_test.go", "package run\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) { if All(1) != 1 { t.Fatal(1) } }\n".to_owned()),
        ]
    };
    fn plain<'t>(files: &'t [(&'t str, String)]) -> Vec<(&'t str, &'t str)> {
        files
            .iter()
            .map(|(path, text)| (*path, text.as_str()))
            .collect()
    }
    let old = go(
        "func All(n int) int { return n * step() }",
        "println(run.All(2))",
    );
    let fore = go(
        "func All(n int) int { return AllBy(n, 1) }\n\nfunc AllBy(n, by int) int { return n * by * step() }",
        "println(run.AllBy(2, 3))",
    );
    let found = wrong(&plain(&old), &plain(&fore));
    assert!(
        !found.iter().any(|it| it.contains("last-use-removed")),
        "{found:#?}"
    );
    let beside = go(
        "func All(n int) int { return n * step() }\n\nfunc AllBy(n, by int) int { return n * by * step() }",
        "println(run.AllBy(2, 3))",
    );
    let found = wrong(&plain(&old), &plain(&beside));
    assert!(
        found.iter().any(|it| it.contains("last-use-removed")),
        "{found:#?}"
    );
}

#[test]
fn a_head_that_anybody_can_write_excuses_nothing() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let gutted = "// @generated\nexport function run(rows) {\n  return [];\n}\n";
    let after = [("src/index.ts", INDEX), ("src/run.ts", gutted)];
    let head = "its head says that a program wrote it";
    finds(&before, &after, "gate:work-removed:src/run.ts", head);
}

#[test]
fn a_change_that_nobody_could_look_at_is_for_a_person() {
    let world = World::new("  truths:\n    - \"It works\"\n");
    let mut input = Vec::new();
    assert!(
        world
            .report_of(&input)
            .items
            .iter()
            .all(|it| it.id != "gate:change")
    );
    input.push(verify::not_inspected());
    let report = world.report_of(&input);
    let item = report
        .items
        .iter()
        .find(|it| it.id == "gate:change")
        .unwrap();
    assert_eq!(crate::world::answer(item), "unknown");
}

#[test]
fn honest_changes_do_none_of_it() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let moved = "import { run } from './walk';\nconsole.log(run(process.argv));\n";
    let better = RUN.replace("row.open", "row.open && row.id");
    let lazy = "const { run } = await import('./run');\nconsole.log(run(process.argv));\n";
    let changes: [&[(&str, &str)]; 4] = [
        &[before[0], ("src/run.ts", better.as_str())],
        &[("src/index.ts", moved), ("src/walk.ts", RUN)],
        &[("src/index.ts", lazy), before[1]],
        &before,
    ];
    for after in changes {
        assert_eq!(wrong(&before, after), Vec::<String>::new(), "{after:?}");
    }
}

/// Of names that the plan lists together, one was written by the change and another stands nowhere.
#[test]
fn names_that_nobody_wrote() {
    let gates = |says: &str, text: &str| {
        let mut world = World::new("  truths:\n    - \"It works\"\n");
        world.plan.title = says.to_owned();
        world
            .before
            .insert("src/index.ts".to_owned(), INDEX.to_owned());
        world.before.insert("src/run.ts".to_owned(), RUN.to_owned());
        let world = world
            .file("src/index.ts", INDEX)
            .file("src/run.ts", text)
            .changed('M', "src/run.ts");
        let report = world.report();
        crate::world::named(&report, "the plan asks for `")
    };
    let half = format!("{RUN}export function runAll(rows) {{\n  return rows.map(run);\n}}\n");
    let cases = [
        ("Add runAll and runEach.", half.as_str(), 1),
        ("Add runAll, `runEach()` and runSome", half.as_str(), 2),
        ("Add runAll. Then GitHub shows runEach", half.as_str(), 0),
        ("Add runAll and run", half.as_str(), 0),
        // Nothing of the list is new: it speaks of something else.
        ("Add runAll and runEach.", RUN, 0),
    ];
    for (says, text, wanted) in cases {
        assert_eq!(gates(says, text).len(), wanted, "{says}");
    }
}

/// Tests that are asked for have to be among what changed, beside the code or in files of their own.
#[test]
fn tests_that_nobody_wrote() {
    let untested = |says: &str, files: &[(&str, &str)]| {
        let mut world = World::new("  truths:\n    - \"It works\"\n");
        world.plan.title = says.to_owned();
        world.before.insert("src/run.ts".to_owned(), RUN.to_owned());
        for (path, text) in files {
            let status = if *path == "src/run.ts" { 'M' } else { 'A' };
            world = world.file(path, text).changed(status, path);
        }
        let report = world.report();
        report
            .items
            .iter()
            .any(|it| it.rule == "plan-tests-missing")
    };
    let better = RUN.replace("row.open", "row.open && row.id");
    let code = ("src/run.ts", better.as_str());
    let test = (
        "src/run.test.ts",
        "test('run', () => expect(run([])).toEqual([]));\n",
    );
    assert!(untested("Only open rows with an id. With a test.", &[code]));
    assert!(!untested(
        "Only open rows with an id. With a test.",
        &[code, test]
    ));
    let off = (
        "src/run.test.ts",
        "test.skip('run', () => expect(run([])).toEqual([]));\n",
    );
    assert!(untested(
        "Only open rows with an id. With a test.",
        &[code, off]
    ));
    assert!(!untested(
        "Only open rows with an id. The existing tests still pass.",
        &[code]
    ));
    assert!(!untested("Only open rows with an id.", &[code]));
    let beside = (
        "src/a.rs",
        "pub fn a() -> u8 { 1 }\n#[test]\nfn it() { assert_eq!(a(), 1); }\n",
    );
    assert!(!untested("Add a, and a unit test.", &[beside]));
    // A word of the path makes no test, nor does a file of tests without one.
    let named = (
        "src/latest.ts",
        "export const latest = (x: number) => x + 1;\n",
    );
    assert!(untested("Add latest, with tests.", &[named]));
    let none = ("src/run.test.ts", "// run\n");
    assert!(untested(
        "Only open rows with an id. With a test.",
        &[code, none]
    ));
}

/// A declaration of types beside a module: new, and changed.
#[test]
fn declarations_of_types_are_no_stubs() {
    let main = (
        "main.py",
        "from shop.cart import go\n\nif __name__ == \"__main__\":\n    print(go(1))\n",
    );
    let cart = ("shop/cart.py", "def go(n):\n    return n + 1\n");
    let types =
        "class Row:\n    def add(self, n: int) -> None: ...\n\n\ndef go(n: int) -> int: ...\n";
    let more = format!("{types}def stop(n: int) -> int: ...\n");
    let root = ("shop/__init__.py", "");
    let before = [main, cart, root];
    let after = [main, cart, root, ("shop/cart.pyi", types)];
    assert_eq!(wrong(&before, &after), Vec::<String>::new());
    let grown = [main, cart, root, ("shop/cart.pyi", more.as_str())];
    assert_eq!(wrong(&after, &grown), Vec::<String>::new());
    let wide = types.replace("(n: int) -> int", "(n: int, more: int = 1) -> int");
    let widened = [main, cart, root, ("shop/cart.pyi", wide.as_str())];
    assert_eq!(wrong(&after, &widened), Vec::<String>::new());
    // The same words in a module are work that is not done.
    let hollow = [main, ("shop/cart.py", types), root];
    finds(
        &before,
        &hollow,
        "gate:work-removed:shop/cart.py",
        "did work before",
    );
}

/// What is said of a file since the change, where less is done with what is given.
fn neglected(path: &str, before: &str, after: &str) -> Vec<String> {
    let mut found = wrong(&[(path, before)], &[(path, after)]);
    const LESS: [&str; 4] = [
        "gate:work-removed:",
        "gate:parameter-no-longer-read:",
        "gate:parameter-unused:",
        "gate:error-no-longer-told:",
    ];
    // That of a function as it stands now alone is another matter.
    let now = |it: &str| {
        it.contains("does not look at what it is given") && !it.contains("and never looks at it")
    };
    found.retain(|it| LESS.iter().any(|less| it.starts_with(less)) && !now(it));
    found
}

/// A function of the program's own that ends it has told of what went wrong.
#[test]
fn what_ends_the_program_tells() {
    let main = |body: &str| {
        format!(
            "package main\n\nfunc quit(why string) {{ println(why); os.Exit(1) }}\n\nfunc main() {{\n{body}}}\n"
        )
    };
    let old = main(
        "\tfor {\n\t\tline, err := read()\n\t\tif err != nil {\n\t\t\tif err == io.EOF {\n\t\t\t\tbreak\n\t\t\t}\n\t\t\tquit(\"no input\")\n\t\t}\n\t\tuse(line)\n\t}\n",
    );
    let new = |or: &str| {
        main(&format!(
            "\tall, err := slurp()\n\tif err != nil {{\n\t\t{or}\n\t}}\n\tuse(all)\n"
        ))
    };
    let found = |or: &str| {
        let now = new(or);
        let found = wrong(&[("main.go", &old)], &[("main.go", &now)]);
        found.iter().any(|it| it.contains("now drops it"))
    };
    assert!(!found("usageAndExit(\"no input\")"));
    assert!(found("all = nil"));
}

/// A type whose name says that it refuses nothing, and that does nothing in any of its methods, is meant so.
#[test]
fn a_null_object_is_meant() {
    let real = "package pool\n\ntype Limiter interface {\n\tAcquire() error\n\tRelease()\n}\n";
    let more = |name: &str, release: &str| {
        format!(
            "{real}\ntype {name} struct{{}}\n\nfunc ({name}) Acquire() error {{\n\treturn nil\n}}\n\nfunc ({name}) Release() {{{release}}}\n"
        )
    };
    let found = |name: &str, release: &str| {
        let now = more(name, release);
        let mut world = World::new(
            "  truths:\n    - \"It works\"\n  artifacts:\n    - path: pool/pool.go\n      provides: limits\n",
        );
        world.plan.title =
            "Limiter has Acquire() error and Release(); a second one has the errors of Acquire."
                .to_owned();
        world
            .before
            .insert("go.mod".to_owned(), "module x\n".to_owned());
        world
            .before
            .insert("pool/pool.go".to_owned(), real.to_owned());
        let report = world
            .file("go.mod", "module x\n")
            .file("pool/pool.go", &now)
            .changed('M', "pool/pool.go")
            .report();
        report
            .items
            .iter()
            .any(|it| it.reason.contains("returns a fixed value"))
    };
    assert!(found("Shared", ""));
    assert!(!found("Unlimited", ""));
    assert!(found("Unlimited", "\n\tfree.Broadcast()\n\tcount--\n"));
}

const GO: &str = "package shop\n\nfunc Join(all []string, sep string) (string, error) {\n\tx, err := first(all)\n\tif err != nil {\n\t\treturn \"\", err\n\t}\n\treturn x + sep, nil\n}\n";
const JAVA: &str = "class Shop {\n    String join(List<String> all, String sep) {\n        try {\n            return first(all) + sep;\n        } catch (IOException e) {\n            throw new Lost(e);\n        }\n    }\n}\n";
const TYPED: &str = "export function join(all: string[], sep: string) {\n  try {\n    send(all, sep);\n    more(all);\n  } catch (error) {\n    report(error);\n  }\n}\n";
const PYTHON: &str = "def join(all, sep):\n    try:\n        x = first(all)\n    except OSError as error:\n        raise Lost(all) from error\n    return x + sep\n";

/// Each change takes a word out of a function, or puts one in.
#[test]
fn what_a_function_does_less_with() {
    let read = "looked at `sep` before, and now does not";
    let never = "takes `times` now, and never looks at it";
    let dropped = "told of an error before, and now drops it";
    let cases = [
        ("shop.go", GO, &["x + sep", "x"], read),
        (
            "shop.go",
            GO,
            &["sep string)", "sep string, times int)"],
            never,
        ),
        (
            "shop.go",
            GO,
            &[
                "\tx, err := first(all)\n\tif err != nil {\n\t\treturn \"\", err\n\t}\n",
                "\tx, _ := first(all)\n",
            ],
            dropped,
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &["first(all) + sep", "first(all)"],
            read,
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &["String sep)", "String sep, int times)"],
            never,
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &["throw new Lost(e);", "return null;"],
            dropped,
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &["            throw new Lost(e);\n", ""],
            dropped,
        ),
        ("src/join.ts", TYPED, &["send(all, sep)", "send(all)"], read),
        (
            "src/join.ts",
            TYPED,
            &["sep: string)", "sep: string, times: number)"],
            never,
        ),
        ("src/join.ts", TYPED, &["    report(error);\n", ""], dropped),
        ("shop/join.py", PYTHON, &["x + sep", "x"], read),
        (
            "shop/join.py",
            PYTHON,
            &["(all, sep)", "(all, sep, times=1)"],
            never,
        ),
        (
            "shop/join.py",
            PYTHON,
            &["raise Lost(all) from error", "x = \"\""],
            dropped,
        ),
    ];
    let mut missed = String::new();
    for (path, before, [from, to], says) in cases {
        let after = before.replace(from, to);
        assert_ne!(before, after);
        let found = neglected(path, before, &after);
        if found.len() != 1 || !found.iter().all(|it| it.contains(says)) {
            missed.push_str(&format!("{path}: {says}: {found:?}\n{after}\n"));
        }
    }
    assert!(missed.is_empty(), "{missed}");
}

/// A path, the text before, and what is put in place of what.
type Replaced<'t> = (&'t str, &'t str, &'t [(&'t str, &'t str)]);

/// Changes that look like it: what is no longer taken, what is said to be for the sake of others, what was so before, and
/// errors that are told of in another way.
#[test]
fn what_a_function_may_leave_alone() {
    let cases: [Replaced; 14] = [
        (
            "shop.go",
            GO,
            &[
                ("all []string, sep string", "all []string"),
                ("x + sep", "x"),
            ],
        ),
        (
            "shop.go",
            GO,
            &[("sep string", "_ string"), ("x + sep", "x")],
        ),
        (
            "shop.go",
            GO,
            &[(
                "return \"\", err",
                "return \"\", fmt.Errorf(\"join: %w\", err)",
            )],
        ),
        ("shop.go", GO, &[("return \"\", err", "log.Fatal(err)")]),
        (
            "src/main/java/Shop.java",
            JAVA,
            &[
                ("List<String> all, String sep", "List<String> all"),
                ("first(all) + sep", "first(all)"),
            ],
        ),
        // Whoever overrides a method takes what it takes.
        (
            "src/main/java/Shop.java",
            JAVA,
            &[
                ("class Shop {", "class Shop extends Stand {\n    @Override"),
                ("String sep)", "String sep, int times)"),
            ],
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &[("throw new Lost(e);", "throw new Worse(e);")],
        ),
        (
            "src/main/java/Shop.java",
            JAVA,
            &[(
                "throw new Lost(e);",
                "log.warn(\"lost\", e);\n            return sep;",
            )],
        ),
        (
            "src/join.ts",
            TYPED,
            &[(", sep: string", ""), ("send(all, sep)", "send(all)")],
        ),
        (
            "src/join.ts",
            TYPED,
            &[
                ("sep: string", "_sep: string"),
                ("send(all, sep)", "send(all)"),
            ],
        ),
        (
            "src/join.ts",
            TYPED,
            &[("report(error);", "throw new Lost(all, { cause: error });")],
        ),
        (
            "shop/join.py",
            PYTHON,
            &[("(all, sep)", "(all)"), ("x + sep", "x")],
        ),
        (
            "shop/join.py",
            PYTHON,
            &[
                ("x + sep", "x"),
                ("    try:", "    # sep is ignored since 2.0\n    try:"),
            ],
        ),
        (
            "shop/join.py",
            PYTHON,
            &[("raise Lost(all) from error", "raise")],
        ),
    ];
    for (path, before, changes) in cases {
        let mut after = before.to_owned();
        for (from, to) in changes {
            assert!(after.contains(from), "{from}");
            after = after.replace(from, to);
        }
        assert_eq!(
            neglected(path, before, &after),
            Vec::<String>::new(),
            "{after}"
        );
        // What was so before is no matter of a change.
        let grown = format!("{after}\n");
        assert_eq!(
            neglected(path, &after, &grown),
            Vec::<String>::new(),
            "{after}"
        );
    }
}
