//! What the plan says stays as it is, is to be implemented, thrown and tested by name; pages that hold only comments, tests
//! that get somewhere through others; and honest changes that look like it.

use ledger::report::ItemKind;

use crate::world::{World, answer, held, holds};

const CARGO: (&str, &str, &str) = (
    "Cargo.toml",
    "[package]\nname = \"a\"\n",
    "[package]\nname = \"a\"\n",
);
const POM: (&str, &str, &str) = ("pom.xml", "<project></project>\n", "<project></project>\n");
const BOX: &str = "src/main/java/com/acme/Box.java";

fn rust(says: &str, was: &str, now: &str) -> Vec<String> {
    held(says, &[CARGO, ("src/lib.rs", was, now)])
}

fn java(says: &str, was: &str, now: &str) -> Vec<String> {
    let class = |it: &str| format!("package com.acme;\n{it}\n");
    held(says, &[POM, (BOX, &class(was), &class(now))])
}

const DELAYS: &str = "pub struct Slow { at: u64 }\nimpl Slow { pub fn new(at: u64) -> Slow { Slow { at } }\npub fn next(&mut self) -> u64 { self.at += 1; self.at } }\npub struct Fast { at: u64 }\nimpl Fast { pub fn new(at: u64) -> Fast { Fast { at } }\npub fn next(&mut self) -> u64 { self.at *= 2; self.at } }\n";

#[test]
fn what_is_not_to_be_touched() {
    let bound = DELAYS.replace("self.at *= 2; self.at", "self.at *= 2; self.at.min(9)");
    let both = bound.replace("Slow { at } }", "Slow { at: at + 3 } }");
    let says = "Fast.next() never gives more than 9; Slow isn't touched.";
    let said = |now: &str| holds(&rust(says, DELAYS, now), "is not touched");
    assert!(!said(&bound));
    assert!(said(&both));
    assert!(!holds(
        &rust("Bound both.", DELAYS, &both),
        "is not touched"
    ));
    // A comment is no code.
    let noted = bound.replace("pub struct Slow {", "/// Steps.\npub struct Slow {");
    assert!(!said(&noted));
}

#[test]
fn what_is_to_go_on_failing() {
    let was = "public final class Box {\n  private String[] all = load();\n  public String get(int at) {\n    return all[at];\n  }\n}";
    let find = "  public java.util.Optional<String> find(int at) {\n    return at < all.length ? java.util.Optional.of(all[at]) : java.util.Optional.empty();\n  }\n}";
    let right = was.strip_suffix('}').unwrap().to_owned() + find;
    let wrong = right.replace(
        "return all[at];",
        "return at < all.length ? all[at] : null;",
    );
    let says = "Box.find(at) gives an Optional. get keeps throwing.";
    let said = |now: &str| holds(&java(says, was, now), "goes on failing");
    assert!(said(&wrong));
    assert!(!said(&right));
}

#[test]
fn errors_that_are_told_no_more() {
    let was = "pub fn read(text: &str) -> Result<u8, String> {\n    let mut n = 0;\n    for line in text.lines() {\n        if line.starts_with('[') {\n            return Err(format!(\"the bracket of {} is never closed\", line));\n        }\n        if line.is_empty() {\n            return Err(\"an empty line stands here\".to_owned());\n        }\n        n += 1;\n    }\n    Ok(n)\n}\n";
    let head = "            return Err(format!(\"the bracket of {} is never closed\", line));";
    let quiet = was.replace(head, "            continue;");
    let worded = was.replace(
        "the bracket of {} is never closed",
        "line: the bracket of {} is open",
    );
    let moved = was.replace(head, "            return broken(line);");
    let said = |says: &str, now: &str| holds(&rust(says, was, now), "passes over it now");
    let says = "Count lines from one in both messages.";
    assert!(said(says, &quiet));
    assert!(!said(says, &worded));
    assert!(!said(says, &moved));
    assert!(!said("Lines with a bracket are skipped.", &quiet));

    let was = "public final class Box {\n  public int half(int n) {\n    if (n < 0) {\n      throw new IllegalArgumentException(\"too small\" + n);\n    }\n    int all = n;\n    while (all > 2) {\n      all -= 2;\n    }\n    return all;\n  }\n}";
    let lost = was.replace(
        "    if (n < 0) {\n      throw new IllegalArgumentException(\"too small\" + n);\n    }\n",
        "",
    );
    let checked = lost.replace("    int all = n;", "    checkSize(n);\n    int all = n;");
    let says = "Bring the check of Box.half into a method of its own.";
    let said = |now: &str| holds(&java(says, was, now), "passes over it now");
    assert!(said(&lost));
    assert!(!said(&checked));
}

#[test]
fn types_that_are_to_be_implemented() {
    let was = "public final class Box implements java.io.Closeable {\n  public void close() {\n    run();\n  }\n}";
    let body = "  public void flush() {\n    run(1);\n  }\n}";
    let flush = was.strip_suffix('}').unwrap().to_owned() + body;
    let noted = flush.replace("Closeable {", "Closeable { // and java.io.Flushable");
    let right = flush.replace("Closeable {", "Closeable, java.io.Flushable {");
    let says = "Box implements java.io.Flushable: what was written reaches the target.";
    let said = |now: &str| holds(&java(says, was, now), "its head does not");
    let marked = right.replace("public final", "@SuppressWarnings({\"x\"})\npublic final");
    assert!(said(&noted));
    assert!(!said(&right));
    assert!(!said(&marked));

    let was = "pub struct Old(u8);\nimpl From<u8> for Old { fn from(n: u8) -> Old { Old(n) } }\n";
    let new = format!(
        "{was}pub struct New(u8);\nimpl New {{ pub fn of(n: u8) -> New {{ New(n + 1) }} }}\n"
    );
    let whole =
        format!("{new}impl From<u8> for New {{ fn from(n: u8) -> New {{ New::of(n) }} }}\n");
    let says = "Add New, one more than Old. From<u8> as the other has it.";
    let said = |now: &str| holds(&rust(says, was, now), "no new code has it");
    assert!(said(&new));
    assert!(!said(&whole));
    // The old one has it: nothing new is asked for.
    let tidied = was.replace("Old(n) }", "Self(n) }");
    assert!(!holds(
        &rust("From<u8> writes its name twice.", was, &tidied),
        "no new code has it"
    ));
}

#[test]
fn what_java_gives_back() {
    let was =
        "public final class Box {\n  private int k;\n  public int size() {\n    return k;\n  }\n}";
    let with = |more: &str| was.strip_suffix('}').unwrap().to_owned() + more + "\n}";
    let clear = with("  public Box clearAll() {\n    return this;\n  }");
    let before = with(
        "  public static int before(int n) {\n    if (n < 2) {\n      throw new X(n);\n    }\n    return n;\n  }",
    );
    let any = |says: &str, now: &str| !java(says, was, now).is_empty();
    assert!(any(
        "Box.clearAll(): forgets all that was set. Returns this.",
        &clear
    ));
    assert!(!any("Box.clearAll() does nothing here.", &clear));
    assert!(any("Box.before(int n): the largest one below n.", &before));
    assert!(!any("Box.before(int n) checks n and gives it.", &before));
    assert!(!any("Tidy up.", &before));
}

#[test]
fn pages_that_are_there_for_their_comments() {
    let plan = "  artifacts:\n    - path: src/lib.rs\n      contains: \"@number\"\n";
    let page = "//! * `@index` - the place.\n//! * `@number` - the same, from one.\n";
    let mut world = World::new(plan).file("src/lib.rs", page);
    world.before.insert(
        "src/lib.rs".to_owned(),
        "//! * `@index` - the place.\n".to_owned(),
    );
    let world = world.changed('M', "src/lib.rs");
    let item = world.only(ItemKind::Artifact);
    assert_eq!(answer(&item), "yes", "{item:#?}");
    // One that held code is none.
    let mut emptied = world;
    let code = "pub fn number() -> u8 { run() }\n".to_owned();
    emptied.before.insert("src/lib.rs".to_owned(), code);
    assert_eq!(answer(&emptied.only(ItemKind::Artifact)), "no");
}

#[test]
fn variants_are_offered_with_their_enum() {
    let plan = "  artifacts:\n    - path: src/lib.rs\n      exports: [TooLarge]\n";
    let lib = |seen: &str| {
        format!(
            "{seen} enum Error {{\n    /// Too much.\n    TooLarge,\n    Other(u8),\n}}\npub fn go(e: Error) -> u8 {{ run(e) }}\n"
        )
    };
    let says = |text: &str| {
        answer(
            &World::new(plan)
                .file("src/lib.rs", text)
                .only(ItemKind::Artifact),
        )
        .to_owned()
    };
    assert_eq!(says(&lib("pub")), "yes");
    assert_eq!(says(&lib("")), "no");
}

#[test]
fn tests_get_to_it_through_what_they_call() {
    let plan = "  artifacts:\n    - path: src/main/java/com/acme/inner/Table.java\n  key_links:\n    - from: src/test/java/com/acme/MaxTest.java\n      to: src/main/java/com/acme/inner/Table.java\n      via: the box\n";
    let table = "package com.acme.inner;\npublic final class Table {\n  public static int max(int a, int b) {\n    return Math.max(a, b);\n  }\n}\n";
    let holder = "package com.acme;\nimport com.acme.inner.Table;\npublic final class Box {\n  public int most(int a) {\n    return Table.max(a, 1);\n  }\n}\n";
    let test = "package com.acme;\nclass MaxTest {\n  @Test\n  void most() {\n    assertEquals(3, new Box().most(3));\n  }\n}\n";
    let world = || {
        World::new(plan)
            .file("src/main/java/com/acme/inner/Table.java", table)
            .file("src/test/java/com/acme/MaxTest.java", test)
    };
    let with = world().file(BOX, holder);
    assert_eq!(answer(&with.only(ItemKind::KeyLink)), "yes");
    assert_eq!(answer(&world().only(ItemKind::KeyLink)), "no");
}
