//! Which files of a tree are somebody else's, by the lists of package managers and by `.gitattributes`.

use project::Project;

#[test]
fn folders_that_package_managers_lay_out() {
    let tree = Project::read([
        ("vendor/modules.txt", ""),
        ("tools/vendor/modules.txt", ""),
        ("third/serde/.cargo-checksum.json", "{}"),
        ("src/pip/_vendor/vendor.txt", ""),
        ("web/vendor/composer/installed.json", "[]"),
    ]);
    for (path, folder) in [
        ("vendor/a/b.go", Some("vendor")),
        ("tools/vendor/a.go", Some("tools/vendor")),
        ("third/serde/src/lib.rs", Some("third/serde")),
        ("src/pip/_vendor/rich/a.py", Some("src/pip/_vendor")),
        ("web/vendor/composer/a.php", Some("web/vendor")),
        ("app/node_modules/a/index.js", Some("app/node_modules")),
        ("web/vendors/a.php", None),
        ("third/a.rs", None),
        ("third/serde.rs", None),
        ("vendor", None),
        ("app/vendor/a.go", None),
        ("node_modules", None),
    ] {
        assert_eq!(tree.vendored().folder_of(path), folder, "{path}");
    }
    // At the top, such a list says nothing: all of a tree is never vendored.
    let top = Project::read([(".cargo-checksum.json", "{}")]);
    assert_eq!(top.vendored().folder_of("src/lib.rs"), None);
}

#[test]
fn what_attributes_call_vendored() {
    let tree = Project::read([
        (
            ".gitattributes",
            "# notes\n*.min.js linguist-vendored\n/deps/** text linguist-vendored=true\ndeps/own/** -linguist-vendored\nlib/*.c linguist-vendored=false\n*.h diff=c\n[attr]x linguist-vendored\n\"a b\" linguist-vendored\n** linguist-vendored-x\n",
        ),
        ("sub/.gitattributes", "old/* linguist-vendored\n"),
    ]);
    for (path, vendored) in [
        ("a.min.js", true),
        ("web/b.min.js", true),
        ("deps/x/y.c", true),
        ("deps/own/y.c", false),
        ("lib/a.c", false),
        ("a.h", false),
        ("sub/old/a.py", true),
        ("sub/old/x/a.py", false),
        ("old/a.py", false),
        ("other/deps/a.c", false),
        ("a b", false),
    ] {
        assert_eq!(
            tree.vendored().pattern_of(path).is_some(),
            vendored,
            "{path}"
        );
    }
}
