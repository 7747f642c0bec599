//! What the plan says stays as it is, is to be implemented, thrown and tested by name; pages that hold only comments, tests
//! that get somewhere through others; and honest changes that look like it.

use ledger::report::ItemKind;

use crate::world::{World, answer, held};

const POM: (&str, &str, &str) = ("pom.xml", "<project></project>\n", "<project></project>\n");
const BOX: &str = "src/main/java/com/acme/Box.java";

fn java(says: &str, was: &str, now: &str) -> Vec<String> {
    let class = |it: &str| format!("package com.acme;\n{it}\n");
    held(says, &[POM, (BOX, &class(was), &class(now))])
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
