//! What a plan names in one breath and a change treats one by one: options, exports, tests, messages between quotes, methods
//! that it says something of; what a test hands over to a function; and honest work that looks like it. All in Python.

use ledger::report::ItemKind;

use crate::absent::held;
use crate::world::{World, answer, holds};

const MANIFEST: (&str, &str, &str) = (
    "pyproject.toml",
    "[project]\nname = \"shop\"\n",
    "[project]\nname = \"shop\"\n",
);

/// Whether something is held, of these files beside a manifest.
#[track_caller]
fn check(says: &str, files: &[(&str, &str, &str)], words: &str, wanted: bool) {
    let mut all = vec![MANIFEST];
    all.extend(files);
    let found = held(says, &all);
    assert_eq!(
        holds(&found, words),
        wanted,
        "{says}\n{files:?}\n{found:#?}"
    );
}

#[test]
fn options_of_a_list() {
    let before = "import argparse\n\ndef main():\n    parser = argparse.ArgumentParser()\n    args = parser.parse_args()\n    return run(args)\n";
    let now = |more: &str| {
        before.replace(
            "    args =",
            &format!("    parser.add_argument('-c', '--compact')\n{more}    args ="),
        )
    };
    let says = "Give it -c/--compact (one line without spaces), -r/--raw (as it is) and -e/--exit-status (4 for null).";
    let two = "    parser.add_argument('-r', '--raw')\n";
    let three = format!("{two}    parser.add_argument('-e', '--exit-status')\n");
    let of = |says: &str, more: &str, wanted: bool| {
        let now = now(more);
        check(
            says,
            &[("shop/cli.py", before, &now)],
            "--exit-status",
            wanted,
        );
    };
    of(says, two, true);
    of(says, &three, false);
    of("Give it --compact. It goes with --exit-status.", two, false);
    of(
        "Add --compact and --raw; --exit-status stays as it is.",
        two,
        false,
    );
    of(
        "The output of --compact and --exit-status is nicer now.",
        two,
        false,
    );
}

#[test]
fn functions_that_are_exported_together() {
    let code = "def cheapest(rows):\n    return min(rows, key=go)\n\n\ndef dearest(rows):\n    return max(rows, key=go)\n\n\ndef pick(rows, how):\n    return how(rows, key=go)\n";
    let of = |says: &str, root: &str, wanted: bool| {
        let files = [
            ("shop/__init__.py", "from shop.old import a\n", root),
            (
                "shop/old.py",
                "def a(x):\n    return x + 1\n",
                "def a(x):\n    return x + 1\n",
            ),
            ("shop/rows.py", "", code),
        ];
        check(says, &files, "does not give it out", wanted);
    };
    let says = "Add cheapest(rows) and dearest likewise, by way of pick. Export both.";
    let one = "from shop.old import a\nfrom shop.rows import cheapest\n";
    of(says, one, true);
    of(
        says,
        "from shop.old import a\nfrom shop.rows import cheapest, dearest\n",
        false,
    );
    of("Add cheapest(rows) and dearest likewise.", one, false);
    of(
        "Add cheapest, and export it. There is dearest too.",
        one,
        false,
    );
}

#[test]
fn functions_that_are_tested_together() {
    let code = "def cheapest(rows):\n    return min(rows, key=go)\n\n\ndef dearest(rows):\n    return max(rows, key=go)\n";
    let of = |says: &str, test: &str, wanted: bool| {
        let files = [("shop/rows.py", "", code), ("tests/test_rows.py", "", test)];
        check(says, &files, "none speaks of", wanted);
    };
    let says = "Add cheapest and dearest, with tests for both.";
    let one = "from shop.rows import cheapest\n\ndef test_cheapest():\n    assert cheapest([2, 1]) == 1\n";
    of(says, one, true);
    of("Add cheapest and dearest.", one, false);
    of(
        says,
        "from shop import rows\n\ndef test_rows():\n    assert rows.cheapest([2, 1]) == 1\n    assert rows.dearest([2, 1]) == 2\n",
        false,
    );
}

#[test]
fn tests_that_move() {
    let test = |name: &str| format!("def {name}():\n    assert go(1) == 2\n\n\n");
    let (one, two) = (test("test_go"), test("test_go_default"));
    let both = format!("{one}{two}");
    let of = |says: &str, left: &str, moved: &str, wanted: bool| {
        let files = [
            ("tests/test_shop.py", both.as_str(), left),
            ("tests/test_go.py", "", moved),
        ];
        check(says, &files, "stands nowhere any more", wanted);
    };
    let says = "Move test_go and test_go_default to tests/test_go.py as they are.";
    let rest = "def test_else():\n    assert go(3) == 4\n";
    of(says, rest, &one, true);
    of(says, rest, &both, false);
    of(
        "Move test_go and test_go_default to tests/test_go.py and merge them.",
        rest,
        &one,
        false,
    );
}

#[test]
fn functions_that_are_bound_to_a_class() {
    let base =
        "class Shop:\n    def rows(self):\n        return go(self)\n\n\nShop.total = total\n";
    let files = "def load_file(cls, path):\n    return cls(read(path))\n";
    let of = |says: &str, root: &str, wanted: bool| {
        let all = [
            ("shop/__init__.py", base, root),
            ("shop/files.py", "", files),
        ];
        check(says, &all, "a part of a class", wanted);
    };
    let says = "Shop.load_file(path) reads one. Bind it as total is.";
    let brought = format!("from shop.files import load_file\n\n{base}");
    let bound = format!("{brought}Shop.load_file = classmethod(load_file)\n");
    of(says, &brought, true);
    of(says, &bound, false);
    of("shop.load_file(path) reads one.", &brought, false);
}

#[test]
fn messages_between_quotes() {
    let of = |says: &str, body: &str, wanted: bool| {
        let now = format!("import sys\n\n\ndef read(path):\n{body}");
        let old = "import sys\n\n\ndef read(path):\n    return load(path)\n";
        check(
            says,
            &[("shop/cli.py", old, &now)],
            "writes out what is said",
            wanted,
        );
    };
    let says = "A file that is no JSON prints 'invalid-json: ...' to stderr and ends with 2.";
    let quiet =
        "    try:\n        return load(path)\n    except ValueError:\n        return None\n";
    of(says, quiet, true);
    let told = "    try:\n        return load(path)\n    except ValueError as e:\n        sys.stderr.write('invalid-json: %s' % e)\n        return 2\n";
    of(says, told, false);
    // The name of the program may come from elsewhere.
    let named = "    try:\n        return load(path)\n    except ValueError as e:\n        sys.exit('%s: %s' % (NAME, e))\n";
    of(
        "A bad file ends with 'shop: FILE: reason' on stderr.",
        named,
        false,
    );
    of(
        "A bad file ends with 'shop: FILE: reason' on stderr.",
        quiet,
        true,
    );
    let says = "A change raises a TypeError that says 'the shop is closed'.";
    of(says, quiet, true);
    of(says, "    raise TypeError(f'{NAME} is closed')\n", false);
    of(
        "It no longer fails with 'the shop is closed'.",
        quiet,
        false,
    );
}

#[test]
fn methods_that_hold_nothing() {
    let old = "class Shop(dict):\n    def rows(self):\n        return go(self)\n";
    let of = |says: &str, more: &str, words: &str, wanted: bool| {
        let now = format!("{old}\n{more}");
        let files = [("shop/__init__.py", old, now.as_str())];
        check(says, &files, words, wanted);
    };
    let text = "    def setdefault(self, key, value=None):\n        \"\"\" Returns what stands there. \"\"\"\n";
    let says = "Give Shop a setdefault that sets a missing key and returns the value.";
    of(says, text, "says what it does", true);
    let whole = format!("{text}        self[key] = value\n        return self[key]\n");
    of(says, &whole, "says what it does", false);
    let open = "Give Shop a setdefault that subclasses may fill.";
    of(open, text, "says what it does", false);
    let hash = "    def __hash__(self):\n        return 1\n";
    of(
        "A Shop is hashable when its values are.",
        hash,
        "speaks of hashing",
        true,
    );
    of("A Shop has an owner.", hash, "speaks of hashing", false);
}

#[test]
fn errors_that_reach_the_caller() {
    let of = |says: &str, body: &str, wanted: bool| {
        let now = format!(
            "import os\n\n\ndef save(path, text):\n{body}\n\n\ndef check(text):\n    if not text:\n        raise ValueError('no text')\n    return go(text)\n"
        );
        let files = [("shop/files.py", "", now.as_str())];
        check(says, &files, "except", wanted);
    };
    let says = "Shop files are written whole. Errors of the file system reach the caller.";
    let quiet =
        "    try:\n        return write(path, text)\n    except OSError:\n        return None\n";
    of(says, quiet, true);
    of(
        says,
        "    try:\n        return write(path, text)\n    except (OSError, ValueError):\n        return Shop()\n",
        true,
    );
    of(
        says,
        "    try:\n        return write(path, text)\n    except OSError as error:\n        return Shop(error)\n",
        false,
    );
    of("Shop files are written whole.", quiet, false);
    of(
        "Errors of writing reach the caller. A file that is missing or unreadable gives an empty shop.",
        quiet,
        false,
    );
    let tidy = "    try:\n        return write(path, text)\n    except OSError:\n        try:\n            os.unlink(path)\n        except OSError:\n            pass\n        raise\n";
    of(says, tidy, false);
}

#[test]
fn what_a_test_hands_over() {
    let link = |test: &str, init: &str| {
        let plan = "  artifacts:\n    - path: shop/words.py\n  key_links:\n    - from: tests/test_words.py\n      to: shop/words.py\n      via: through search\n      pattern: \"upper\\\\(name\\\\)\"\n";
        let world = World::new(plan)
            .file("pyproject.toml", MANIFEST.1)
            .file("shop/__init__.py", init)
            .file(
                "shop/words.py",
                "def find(text):\n    return text.split(go)\n",
            )
            .file("tests/test_words.py", test);
        answer(&world.only(ItemKind::KeyLink))
    };
    let init = "from shop.words import find\n\ndef search(text):\n    return find(text)\n";
    let test = |line: &str| format!("import shop\n\ndef test_a():\n    {line}\n");
    let wired = link(&test("assert shop.search('upper(name)') == 'A'"), init);
    assert_eq!(wired, "yes");
    for (line, init) in [
        ("note = 'upper(name)'; assert shop.search('a') == 'A'", init),
        ("print('upper(name)'); assert shop.search('a') == 'A'", init),
        (
            "assert shop.search('upper(name)') == 'A'",
            "def search(text):\n    return text + '!'\n",
        ),
    ] {
        let found = link(&test(line), init);
        assert_ne!(found, "yes", "{line}");
    }
}

#[test]
fn words_of_documentation_are_no_code() {
    let held = |says: &str, now: &str| {
        let before = "def rows(x):\n    \"\"\" out : tuple \"\"\"\n    return list(x)\n";
        let mut world =
            World::new("  artifacts:\n    - path: shop/rows.py\n      contains: \"out : list\"\n");
        world.plan.title = says.to_owned();
        world
            .before
            .insert("shop/rows.py".to_owned(), before.to_owned());
        world = world.file("shop/rows.py", now).changed('M', "shop/rows.py");
        answer(&world.only(ItemKind::Artifact))
    };
    let told = "def rows(x):\n    \"\"\" out : list \"\"\"\n    return list(x)\n";
    let says = "The docstring of rows is wrong: correct it.";
    assert_ne!(held("Make rows give a list.", told), "yes");
    let both = told.replace("list(x)", "tuple(x)");
    assert_ne!(held(says, &both), "yes");
}

#[test]
fn names_by_which_functions_are_found() {
    let old = "class Functions:\n    def _func_keys(self, it):\n        return go(it)\n";
    let of = |says: &str, more: &str, wanted: bool| {
        let now = format!("{old}{more}");
        check(
            says,
            &[("shop/functions.py", old, &now)],
            "was written",
            wanted,
        );
    };
    let says = "Add the functions items(), from_items() and zip() of the community edition.";
    let two = "\n    def _func_items(self, it):\n        return all(it)\n\n    def _func_from_items(self, it):\n        return made(zip(it))\n";
    of(says, two, true);
    let three = format!("{two}\n    def _func_zip(self, *all):\n        return zipped(all)\n");
    of(says, &three, false);
    of(
        "Add items() and from_items(), as zip() does it.",
        two,
        false,
    );
}
