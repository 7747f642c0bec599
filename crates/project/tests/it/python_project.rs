//! Which file a dotted name of Python means, where Python code begins, and how files are joined, on small trees.

use std::sync::Arc;

use code::{Body, Language, Limits, facts};
use project::{EntryKind, Link, Offer, Project, Reach, Target, is_manifest};

/// A tree from `(path, text)`.
fn tree(files: &[(&str, &str)]) -> Project {
    let paths = files.iter().map(|(path, _)| (*path).to_owned());
    let code = files
        .iter()
        .filter(|(path, _)| Language::of_path(path).has_syntax());
    let read = code.map(|(path, text)| {
        let facts = facts(Language::of_path(path), text, &Limits::default());
        ((*path).to_owned(), Arc::new(facts))
    });
    let manifests = files.iter().filter(|(path, _)| is_manifest(path));
    let manifests: Vec<(String, String)> = manifests
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    Project::new(paths, read, &manifests)
}

/// What the import of that path in a file means: files side by side, or the name of the answer.
fn meant(project: &Project, from: &str, path: &str) -> String {
    let facts = project.facts(from).unwrap();
    let Some(import) = facts.imports.iter().find(|it| it.path == path) else {
        panic!("{from} has no {path}, but {:?}", facts.imports);
    };
    match project.resolve(from, import) {
        Target::Files(files) => files.join(" "),
        Target::Outside => "outside".to_owned(),
        Target::Missing => "missing".to_owned(),
        Target::Shut(..) => "shut".to_owned(),
        Target::Unknown(_) => "unknown".to_owned(),
    }
}

fn check(files: &[(&str, &str)], cases: &[(&str, &str, &str)]) {
    let project = tree(files);
    for (from, path, wanted) in cases {
        assert_eq!(meant(&project, from, path), *wanted, "{from}: {path}");
    }
}

fn entries(files: &[(&str, &str)], cases: &[(&str, Option<EntryKind>)]) {
    let project = tree(files);
    for (path, wanted) in cases {
        assert_eq!(project.entry(path).map(|it| it.kind), *wanted, "{path}");
    }
}

const GO: &str = "def go():\n    run(1)\n";

#[test]
fn relative_names() {
    check(
        &[
            (
                "shop/__init__.py",
                "from .cart import Cart\nfrom . import mail, prices\nfrom .gone import x\nfrom ._version import v\n",
            ),
            (
                "shop/cart.py",
                "from . import mail as m\nfrom .pay.card import charge\nfrom .. import outside\nfrom ... import far\n",
            ),
            ("shop/mail.py", GO),
            ("shop/prices.py", GO),
            ("shop/pay/__init__.py", GO),
            (
                "shop/pay/card.py",
                "from ..mail import go\nfrom .. import cart, nothing\nfrom .card import charge\n",
            ),
            ("shop/space/one.py", GO),
            ("shop/fast.pyx", ""),
            (
                "shop/uses.py",
                "from .space import one\nfrom .space.one import go\nfrom .space import two\nfrom .fast import run\n",
            ),
        ],
        &[
            ("shop/__init__.py", ".cart", "shop/cart.py"),
            ("shop/__init__.py", ".", "shop/mail.py shop/prices.py"),
            ("shop/__init__.py", ".gone", "missing"),
            ("shop/__init__.py", "._version", "unknown"),
            ("shop/cart.py", ".", "shop/mail.py"),
            (
                "shop/cart.py",
                ".pay.card",
                "shop/pay/card.py shop/pay/__init__.py",
            ),
            ("shop/cart.py", "..", "missing"),
            ("shop/cart.py", "...", "missing"),
            ("shop/pay/card.py", "..mail", "shop/mail.py"),
            ("shop/pay/card.py", "..", "shop/cart.py shop/__init__.py"),
            ("shop/uses.py", ".space", "shop/space/one.py"),
            ("shop/uses.py", ".space.one", "shop/space/one.py"),
            ("shop/uses.py", ".fast", "unknown"),
        ],
    );
}

#[test]
fn absolute_names() {
    check(
        &[
            ("pyproject.toml", "[project]\nname = \"shop\"\n"),
            ("src/shop/__init__.py", ""),
            (
                "src/shop/cart.py",
                "import os.path\nimport requests\nimport logging\nimport shop.mail\nimport shop.gone\nfrom shop import mail\nfrom shop import Cart\n",
            ),
            ("src/shop/mail.py", "import mail\n"),
            ("src/shop/logging.py", GO),
            (
                "tests/test_cart.py",
                "from shop.cart import Cart\nfrom helpers import make\nimport tests.helpers\n",
            ),
            ("tests/helpers.py", GO),
            ("scripts/run.py", "import common\nimport queue\n"),
            ("scripts/common.py", GO),
            ("scripts/queue.py", GO),
        ],
        &[
            ("src/shop/cart.py", "os.path", "outside"),
            ("src/shop/cart.py", "requests", "outside"),
            // A module beside it is not what an absolute name means.
            ("src/shop/cart.py", "logging", "outside"),
            ("src/shop/mail.py", "mail", "outside"),
            ("src/shop/cart.py", "shop.mail", "src/shop/mail.py"),
            ("src/shop/cart.py", "shop.gone", "missing"),
            ("src/shop/cart.py", "shop", "src/shop/mail.py"),
            (
                "tests/test_cart.py",
                "shop.cart",
                "src/shop/cart.py src/shop/__init__.py",
            ),
            ("tests/test_cart.py", "helpers", "tests/helpers.py"),
            ("tests/test_cart.py", "tests.helpers", "tests/helpers.py"),
            ("scripts/run.py", "common", "scripts/common.py"),
            // In the folder of a script it comes before Python's own.
            ("scripts/run.py", "queue", "scripts/queue.py"),
        ],
    );
}

#[test]
fn roots_that_manifests_name() {
    let uses = "import shop.cart\n";
    for (name, text, folder) in [
        (
            "setup.py",
            "setup(package_dir={'': 'code'}, packages=find_packages('code'))",
            "code",
        ),
        (
            "setup.cfg",
            "[options]\npackage_dir =\n    = code\n",
            "code",
        ),
        (
            "setup.cfg",
            "[options.packages.find]\nwhere = code\n",
            "code",
        ),
        (
            "pyproject.toml",
            "[tool.setuptools.packages.find]\nwhere = [\"code\"]\n",
            "code",
        ),
        (
            "pyproject.toml",
            "[tool.setuptools]\npackage-dir = {\"\" = \"code\"}\n",
            "code",
        ),
        (
            "pyproject.toml",
            "[[tool.poetry.packages]]\ninclude = \"shop\"\nfrom = \"code\"\n",
            "code",
        ),
        (
            "pyproject.toml",
            "[tool.hatch.build.targets.wheel]\npackages = [\"code/shop\"]\n",
            "code",
        ),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\npythonpath = \"code\"\n",
            "code",
        ),
        (
            "pyproject.toml",
            "not toml at all [\n[tool.pytest.ini_options]\npythonpath = \"code\"\n",
            "src",
        ),
    ] {
        let cart = format!("{folder}/shop/cart.py");
        let init = format!("{folder}/shop/__init__.py");
        let project = tree(&[
            (name, text),
            (&cart, GO),
            (&init, ""),
            ("check/a/b.py", uses),
            ("check/a/__init__.py", ""),
        ]);
        let wanted = format!("{cart} {init}");
        assert_eq!(
            meant(&project, "check/a/b.py", "shop.cart"),
            wanted,
            "{name}: {text}"
        );
    }
    // A part of a larger tree has a manifest of its own.
    check(
        &[
            ("services/api/pyproject.toml", "[project]\nname = \"api\"\n"),
            ("services/api/api/__init__.py", ""),
            (
                "services/api/api/main.py",
                "from api import db\nfrom common.log import go\n",
            ),
            ("services/api/api/db.py", GO),
            ("libs/common/setup.py", "setup()"),
            ("libs/common/src/common/__init__.py", ""),
            ("libs/common/src/common/log.py", GO),
        ],
        &[
            ("services/api/api/main.py", "api", "services/api/api/db.py"),
            (
                "services/api/api/main.py",
                "common.log",
                "libs/common/src/common/log.py libs/common/src/common/__init__.py",
            ),
        ],
    );
}

#[test]
fn names_in_texts_and_names_put_together() {
    check(
        &[
            ("shop/__init__.py", ""),
            (
                "shop/settings.py",
                "APPS = ['shop.cart.Cart', 'shop', 'other.thing.X', 'shop.gone']\n",
            ),
            ("shop/urls.py", "urls = [include('shop.cart')]\n"),
            (
                "shop/cart.py",
                "import shop\nshop.mail.send()\nx = import_module(f'shop.plugins.{n}')\n",
            ),
            ("shop/mail.py", "import_module(name)\n"),
            ("shop/plugins/__init__.py", ""),
            ("shop/plugins/one.py", GO),
        ],
        &[
            ("shop/settings.py", "shop.cart.Cart", "shop/cart.py"),
            ("shop/settings.py", "other.thing.X", "outside"),
            ("shop/settings.py", "shop.gone", "outside"),
            ("shop/urls.py", "shop.cart", "shop/cart.py"),
            ("shop/cart.py", "shop.mail.send", "shop/mail.py"),
            (
                "shop/cart.py",
                "shop.plugins.*",
                "shop/plugins/__init__.py shop/plugins/one.py",
            ),
            (
                "shop/mail.py",
                "*",
                "shop/__init__.py shop/cart.py shop/mail.py shop/settings.py shop/urls.py shop/plugins/__init__.py",
            ),
        ],
    );
}

#[test]
fn where_programs_begin() {
    entries(
        &[
            (
                "pyproject.toml",
                "[build-system]\n[project]\nname = \"shop\"\n[project.scripts]\nshop = \"shop.cli:main\"\n[project.entry-points.pytest11]\nx = \"shop.plugin\"\n",
            ),
            ("src/shop/__init__.py", ""),
            ("src/shop/__main__.py", GO),
            ("src/shop/cli.py", GO),
            ("src/shop/plugin.py", GO),
            ("src/shop/cart.py", GO),
            (
                "src/shop/tool.py",
                "def main():\n    go()\nif __name__ == '__main__':\n    main()\n",
            ),
            ("src/shop/web.py", "app = FastAPI()\n"),
            (
                "src/shop/made.py",
                "def create_app():\n    return Flask(__name__)\n",
            ),
            (
                "src/shop/routes.py",
                "@app.get('/x')\ndef x(): return go()\n",
            ),
            ("src/shop/tasks.py", "@shared_task\ndef x(): return go()\n"),
            ("tests/test_cart.py", GO),
            ("tests/conftest.py", GO),
            ("noxfile.py", GO),
            ("docs/conf.py", GO),
            ("examples/one.py", GO),
            (
                "lambda_function.py",
                "def lambda_handler(event, context):\n    return go(event)\n",
            ),
        ],
        &[
            ("src/shop/__init__.py", Some(EntryKind::Library)),
            ("src/shop/__main__.py", Some(EntryKind::Program)),
            ("src/shop/cli.py", Some(EntryKind::Program)),
            ("src/shop/plugin.py", Some(EntryKind::Framework)),
            ("src/shop/cart.py", None),
            ("src/shop/tool.py", Some(EntryKind::Program)),
            ("src/shop/web.py", Some(EntryKind::Program)),
            ("src/shop/made.py", Some(EntryKind::Program)),
            // A mark does nothing before somebody imports the file.
            ("src/shop/routes.py", None),
            ("src/shop/tasks.py", Some(EntryKind::Framework)),
            ("tests/test_cart.py", Some(EntryKind::Test)),
            ("tests/conftest.py", Some(EntryKind::Test)),
            ("noxfile.py", Some(EntryKind::Tool)),
            ("docs/conf.py", Some(EntryKind::Tool)),
            ("examples/one.py", Some(EntryKind::Tool)),
            ("lambda_function.py", Some(EntryKind::Framework)),
        ],
    );
}

#[test]
fn what_a_library_offers() {
    let library = "[build-system]\n[project]\nname = \"shop\"\n";
    let files = |manifest: &'static str, more: &'static str| {
        [
            ("pyproject.toml", manifest),
            ("shop/__init__.py", ""),
            ("shop/cart.py", GO),
            ("shop/_inner.py", GO),
            ("shop/_deep/cart.py", GO),
            ("shop/cart.pyi", "def go() -> None: ...\n"),
            (more, ""),
        ]
    };
    let offered = Some(EntryKind::Library);
    entries(
        &files(library, "README.md"),
        &[
            ("shop/__init__.py", offered),
            ("shop/cart.py", offered),
            ("shop/_inner.py", None),
            ("shop/cart.pyi", Some(EntryKind::Tool)),
        ],
    );
    let command =
        "[build-system]\n[project]\nname = \"shop\"\nscripts = {shop = \"shop.cli:main\"}\n";
    entries(
        &files(command, "README.md"),
        &[("shop/__init__.py", offered), ("shop/cart.py", None)],
    );
    entries(
        &files(command, "shop/py.typed"),
        &[("shop/cart.py", offered), ("shop/_inner.py", None)],
    );
    // What is deployed and not installed offers nothing.
    entries(
        &files(library, "Dockerfile"),
        &[("shop/__init__.py", None), ("shop/cart.py", None)],
    );
    entries(
        &files("[project]\nname = \"shop\"\n", "README.md"),
        &[("shop/__init__.py", None), ("shop/cart.py", None)],
    );
    entries(
        &[
            ("setup.py", "setup(name='shop', py_modules=['shop'])"),
            (
                "setup.cfg",
                "[metadata]\nname = shop\n[options]\npy_modules =\n    shop\n",
            ),
            ("shop.py", GO),
            ("other.py", GO),
        ],
        &[
            ("shop.py", offered),
            ("other.py", None),
            ("setup.py", Some(EntryKind::Tool)),
        ],
    );
}

#[test]
fn what_django_finds() {
    let framework = Some(EntryKind::Framework);
    entries(
        &[
            ("manage.py", GO),
            ("site/settings.py", GO),
            ("site/urls.py", GO),
            ("site/wsgi.py", GO),
            ("shop/models.py", GO),
            ("shop/admin.py", GO),
            ("shop/views.py", GO),
            ("shop/helpers.py", GO),
            ("shop/migrations/0001_initial.py", GO),
            ("shop/management/commands/load.py", GO),
        ],
        &[
            ("manage.py", framework),
            ("site/settings.py", framework),
            ("site/urls.py", framework),
            ("site/wsgi.py", framework),
            ("shop/models.py", framework),
            ("shop/admin.py", framework),
            ("shop/views.py", None),
            ("shop/helpers.py", None),
            ("shop/migrations/0001_initial.py", framework),
            ("shop/management/commands/load.py", framework),
        ],
    );
    entries(
        &[("a/models.py", GO), ("a/urls.py", GO)],
        &[("a/models.py", None), ("a/urls.py", None)],
    );
}

/// An application: what is joined to what.
fn shop() -> Project {
    tree(&[
        (
            "main.py",
            "from shop import Cart\nfrom shop.mail import send\nimport shop.late\napp = FastAPI()\napp.add(Cart)\nif False:\n    send()\n",
        ),
        (
            "shop/__init__.py",
            "from .cart import Cart\nfrom .unused import Thing\nfrom . import routes\n",
        ),
        (
            "shop/cart.py",
            "from .prices import price\nclass Cart:\n    def total(self):\n        return price(self)\n",
        ),
        (
            "shop/prices.py",
            "from typing import TYPE_CHECKING\ndef price(c):\n    return c.sum\n",
        ),
        ("shop/unused.py", "class Thing:\n    x = 1\n"),
        (
            "shop/routes.py",
            "@router.get('/x')\ndef x():\n    return load()\n",
        ),
        ("shop/mail.py", "def send():\n    go(1)\n"),
        ("shop/late.py", "def late():\n    go(1)\n"),
        (
            "shop/alone.py",
            "from .prices import price\ndef alone():\n    return price(1)\n",
        ),
        (
            "tests/test_alone.py",
            "from shop.alone import alone\ndef test_alone():\n    assert alone() == 1\n",
        ),
    ])
}

#[test]
fn links_between_files() {
    let project = shop();
    let link = |from: &str, to: &str| project.link(from, to);
    assert_eq!(link("main.py", "shop/__init__.py"), Link::Used(1, 5));
    // Passed on by the package.
    assert_eq!(link("main.py", "shop/cart.py"), Link::Used(1, 5));
    assert_eq!(link("shop/cart.py", "shop/prices.py"), Link::Used(1, 4));
    // Imported, and called in dead code alone; imported, and never called.
    assert_eq!(link("main.py", "shop/mail.py"), Link::Idle(2));
    assert_eq!(link("main.py", "shop/late.py"), Link::Idle(3));
    assert_eq!(link("main.py", "shop/unused.py"), Link::None);
    assert_eq!(link("shop/alone.py", "shop/cart.py"), Link::None);
    assert!(matches!(
        link("tests/test_alone.py", "shop/alone.py"),
        Link::Tests(_) | Link::Used(..)
    ));
}

#[test]
fn reach_from_where_it_starts() {
    let project = shop();
    let reach = |path: &str| match project.wiring(path).reach {
        Reach::From(_) => "reached",
        Reach::Tests => "tests",
        Reach::Nothing => "nothing",
        Reach::NoEntry => "no entry",
        Reach::Unknown(_) => "unknown",
    };
    for (path, wanted) in [
        ("shop/__init__.py", "reached"),
        ("shop/cart.py", "reached"),
        ("shop/prices.py", "reached"),
        // Loading it registers a route.
        ("shop/routes.py", "reached"),
        ("shop/unused.py", "nothing"),
        ("shop/mail.py", "nothing"),
        ("shop/alone.py", "tests"),
    ] {
        assert_eq!(reach(path), wanted, "{path}");
    }
}

#[test]
fn chains_of_names_that_are_passed_on() {
    let project = tree(&[
        (
            "shop/__init__.py",
            "from .api import Cart, Gone\nfrom .api import *\nfrom . import mail\nfrom requests import get\n",
        ),
        (
            "shop/api.py",
            "from .inner.cart import Cart\n__all__ = ['Cart', 'listed']\nlisted = 1\nhidden = 2\n",
        ),
        ("shop/inner/__init__.py", ""),
        ("shop/inner/cart.py", "class Cart:\n    x = 1\n"),
        ("shop/mail.py", GO),
    ]);
    let offer = |name: &str| project.offer("shop/__init__.py", name);
    assert_eq!(
        offer("Cart"),
        Offer::Yes("shop/inner/cart.py".to_owned(), 1)
    );
    assert_eq!(offer("listed"), Offer::Yes("shop/api.py".to_owned(), 3));
    assert_eq!(
        offer("Gone"),
        Offer::Broken(".api".to_owned(), "Gone".to_owned())
    );
    assert_eq!(offer("mail"), Offer::Yes("shop/mail.py".to_owned(), 1));
    assert_eq!(offer("get"), Offer::Outside("requests".to_owned()));
    assert!(matches!(offer("hidden"), Offer::No(_)));
}

/// A name, the files, the one that is asked, and whether it is a test.
type Alike<'t> = (&'t str, &'t [(&'t str, &'t str)], &'t str, bool);

/// Folders that are called like tests: what is in them, and who asks for it.
#[test]
fn packages_that_are_called_like_tests() {
    const BUILT: (&str, &str) = (
        "pyproject.toml",
        "[build-system]\nrequires = []\n[project]\nname = \"shop\"\n",
    );
    const ROOT: (&str, &str) = ("shop/__init__.py", "");
    const CASE: &str = "import unittest\n\nclass ShopCase(unittest.TestCase):\n    def enter(self):\n        self.run(1)\n";
    const TEST: &str = "def test_go():\n    assert go() == 1\n";
    let client = "shop/test/client.py";
    let package = ("shop/test/__init__.py", "from .client import go\n");
    let cases: [Alike; 13] = [
        (
            "beside a file with a name like a test's",
            &[
                BUILT,
                ROOT,
                package,
                (client, GO),
                ("shop/test/_shop_test.py", GO),
            ],
            client,
            false,
        ),
        (
            "offered by a library",
            &[BUILT, ROOT, package, (client, GO)],
            client,
            false,
        ),
        (
            "for the test cases of others",
            &[BUILT, ROOT, package, (client, CASE)],
            client,
            false,
        ),
        ("a program's", &[ROOT, package, (client, GO)], client, true),
        (
            "asked for by a program",
            &[
                ROOT,
                package,
                (client, GO),
                ("shop/run.py", "from shop.test.client import go\ngo()\n"),
            ],
            client,
            false,
        ),
        (
            "asked for by a neighbour",
            &[
                ROOT,
                package,
                (client, GO),
                ("shop/run.py", "from . import test\ntest.go()\n"),
            ],
            "shop/test/__init__.py",
            false,
        ),
        (
            "asked for by a test alone",
            &[
                ROOT,
                package,
                (client, GO),
                ("test_run.py", "from shop.test.client import go\n"),
            ],
            client,
            true,
        ),
        (
            "with a test",
            &[
                BUILT,
                ROOT,
                package,
                (client, GO),
                ("shop/test/test_go.py", TEST),
            ],
            client,
            true,
        ),
        (
            "with a test by its content",
            &[
                BUILT,
                ROOT,
                package,
                (client, GO),
                ("shop/test/all.py", TEST),
            ],
            client,
            true,
        ),
        (
            "with a folder of its own tests",
            &[
                BUILT,
                ROOT,
                package,
                (client, GO),
                ("shop/test/tests/test_go.py", TEST),
            ],
            client,
            false,
        ),
        (
            "its own tests' helper",
            &[
                BUILT,
                ROOT,
                package,
                ("shop/test/tests/test_go.py", TEST),
                ("shop/test/tests/make.py", GO),
            ],
            "shop/test/tests/make.py",
            true,
        ),
        (
            "below tests",
            &[
                BUILT,
                ("tests/__init__.py", ""),
                ("tests/test_go.py", TEST),
                ("tests/testing/make.py", GO),
            ],
            "tests/testing/make.py",
            true,
        ),
        (
            "beside the package",
            &[BUILT, ROOT, ("tests/make.py", GO)],
            "tests/make.py",
            true,
        ),
    ];
    for (name, files, path, is_test) in cases {
        let entry = tree(files).entry(path);
        let found = entry.is_some_and(|it| it.kind == EntryKind::Test);
        assert_eq!(found, is_test, "{name}");
    }
}

/// Files that declare types: nothing in them is undone, imports find them, and what they promise is believed or not.
#[test]
fn declarations_of_types() {
    const TYPES: &str = "class Cart:\n    size: int\n    def add(self, row: str) -> None: ...\n\n\ndef go(n: int) -> int: ...\ndef made() -> str: ...\n";
    let files = [
        ("shop/__init__.py", ""),
        ("shop/cart.py", "def go(n):\n    ...\n"),
        ("shop/cart.pyi", TYPES),
        ("shop/fast.pyi", TYPES),
        ("shop/slow.pyi", TYPES),
        ("shop/slow.pyx", "def go(n): pass\n"),
        ("shop/deep/__init__.pyi", TYPES),
        (
            "shop/use.py",
            "from shop.cart import go\nfrom .fast import Cart\nfrom shop import slow\nfrom .deep import go as deep\nfrom .gone import go as gone\n",
        ),
    ];
    let project = tree(&files);
    for path in ["shop/cart.pyi", "shop/fast.pyi", "shop/deep/__init__.pyi"] {
        let facts = project.facts(path).unwrap();
        assert_eq!(facts.stubs, Vec::new(), "{path}");
        assert!(
            facts.definitions.iter().all(|it| it.body == Body::None),
            "{path}"
        );
    }
    assert!(!project.facts("shop/cart.py").unwrap().stubs.is_empty());
    check(
        &files,
        &[
            ("shop/use.py", "shop.cart", "shop/cart.py"),
            ("shop/use.py", ".fast", "shop/fast.pyi"),
            ("shop/use.py", "shop", "shop/slow.pyi"),
            ("shop/use.py", ".deep", "shop/deep/__init__.pyi"),
            ("shop/use.py", ".gone", "missing"),
        ],
    );
    let offers = |path: &str, name: &str| match project.offer(path, name) {
        Offer::Yes(..) => "yes",
        Offer::No(_) => "no",
        Offer::Unknown(_) => "unknown",
        Offer::Outside(_)
        | Offer::TypeOnly(_)
        | Offer::Default(_)
        | Offer::Member(_)
        | Offer::Restricted(_)
        | Offer::Broken(..) => "else",
    };
    assert_eq!(offers("shop/cart.py", "go"), "yes");
    assert_eq!(offers("shop/cart.py", "made"), "unknown");
    assert_eq!(offers("shop/cart.py", "lost"), "no");
    assert_eq!(offers("shop/fast.pyi", "made"), "yes");
    assert_eq!(offers("shop/fast.pyi", "lost"), "no");
}

/// A module that is brought in as a name offers what it passes on.
#[test]
fn a_module_under_another_name() {
    let files = [
        ("p/__init__.py", "from .merger import Merger\n"),
        (
            "p/merger.py",
            "from . import strategy as s\n\n\nclass Merger:\n    known = {tuple: s.Tuples}\n",
        ),
        (
            "p/strategy/__init__.py",
            "from .tuple import Tuples\nfrom .list import Lists\n",
        ),
        ("p/strategy/tuple.py", "class Tuples:\n    NAME = 'tuple'\n"),
        ("p/strategy/list.py", "class Lists:\n    NAME = 'list'\n"),
    ];
    let project = tree(&files);
    let link = |to: &str| project.link("p/merger.py", to);
    assert!(matches!(link("p/strategy/tuple.py"), Link::Used(..)));
    assert_eq!(link("p/strategy/list.py"), Link::None);
}

/// A single module that a package is made of can be run as well, and is for others all the same.
#[test]
fn a_module_that_is_offered_and_run() {
    let setup =
        "from setuptools import setup\nsetup(name='shop', version='1', py_modules=['shop'])\n";
    let run = "def go():\n    run(1)\n\nif __name__ == '__main__':\n    go()\n";
    entries(
        &[("setup.py", setup), ("shop.py", run), ("tools.py", run)],
        &[
            ("shop.py", Some(EntryKind::Library)),
            ("tools.py", Some(EntryKind::Program)),
        ],
    );
}
