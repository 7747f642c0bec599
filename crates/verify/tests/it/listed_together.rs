//! What a plan names in one breath and a change treats one by one: options, exports, tests, messages between quotes, methods
//! that it says something of; what a test hands over to a function; and honest work that looks like it. All in Python.

use ledger::report::ItemKind;

use crate::unwritten_names::held;
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
