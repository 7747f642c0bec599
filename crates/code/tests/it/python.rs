//! What a Python file defines, offers, brings in and uses.

use code::links::{self, Used};
use code::{ExportKind, Exporting, ImportKind, Keep, Pattern, Place, RegionKind};

use crate::read;

/// Every definition as `name kind exported`.
fn definitions(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let definitions = facts.definitions.iter();
    definitions
        .map(|d| format!("{} {:?} {:?}", d.name, d.kind, d.exported))
        .collect()
}

#[test]
fn items() {
    let source = "import x\nLIMIT: int = 3\nname, other = 1, 2\n_hidden = 4\n__version__ = '1'\nPoint = namedtuple('Point', 'x y')\n\
        T = TypeVar('T')\ntype Alias[K] = list[K]\ndouble = lambda v: v * 2\n\
        class Cart(Base):\n    size = 0\n    key = lambda self: go(self)\n    @property\n    def total(self):\n        return go(self)\n\
        \x20   def __len__(self):\n        def inner():\n            return go(1)\n        return inner()\n\
        \x20   def _private(self):\n        return go(self)\n    class Line:\n        def price(self):\n            return go(self)\n\
        class _Secret:\n    def open(self):\n        return go(self)\nclass Color(Enum):\n    RED = 1\n\
        class Shape(Protocol):\n    def area(self): ...\nif x:\n    def guarded():\n        return go(1)\n";
    assert_eq!(
        definitions(source),
        [
            "LIMIT Constant Yes",
            "name Variable Yes",
            "other Variable Yes",
            "_hidden Variable No",
            "__version__ Variable Yes",
            "Point Struct Yes",
            "T TypeAlias Yes",
            "Alias TypeAlias Yes",
            "double Function Yes",
            "Cart Struct Yes",
            "Cart.key Method Yes",
            "Cart.total Method Yes",
            "Cart.__len__ Method Yes",
            "inner Function No",
            "Cart._private Method No",
            "Cart.Line Struct Yes",
            "Cart.Line.price Method Yes",
            "_Secret Struct No",
            "_Secret.open Method No",
            "Color Enum Yes",
            "Shape Trait Yes",
            "Shape.area Method Yes",
            "guarded Function Yes",
        ]
    );
    let facts = read("a.py", source);
    let of = |name: &str| facts.definitions_of(name).next().unwrap().clone();
    assert!(of("inner").nested && !of("Cart.Line.price").nested);
    assert_eq!(of("Cart.total").marks, ["property"]);
    assert_eq!(
        (of("Cart.total").span.line, of("Cart.total").span.end_line),
        (13, 15)
    );
}

#[test]
fn marks_and_forks() {
    let facts = read(
        "a.py",
        "@app.route('/x', methods=['GET'])\n@login_required\ndef view(a, b):\n    if a and b:\n        return 1\n    elif b:\n        return [i for i in a if i]\n    \
         match a:\n        case 1:\n            return 2\n        case _:\n            return 3 if b else 4\n",
    );
    let view = &facts.definitions[0];
    assert_eq!(view.marks, ["route", "login_required"]);
    // One, and: if, and, elif, for, if of the list, second case, 3 if b.
    assert_eq!(view.complexity, 8);
}

/// Every export as `name[=local] kind`.
fn exports(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let exports = facts.exports.iter();
    exports
        .map(|export| {
            let local = export
                .local
                .as_ref()
                .map_or(String::new(), |l| format!("={l}"));
            let kind = match &export.kind {
                ExportKind::Value => "value".to_owned(),
                ExportKind::Reexport { from, name, .. } => format!("{name} from {from}"),
                ExportKind::Type
                | ExportKind::Default
                | ExportKind::Namespace
                | ExportKind::Restricted => "other".to_owned(),
            };
            format!("{}{local} {kind}", export.name)
        })
        .collect()
}

#[test]
fn what_is_offered() {
    let cases: [(&str, &[&str]); 18] = [
        ("def a(): go()\ndef _b(): go()", &["a value"]),
        ("def a(): go()\ndef a(): go(1)", &["a value"]),
        (
            "__all__ = ['a']\ndef a(): go()\ndef b(): go()",
            &["a value"],
        ),
        ("__all__ = ('_a',)\ndef _a(): go()", &["_a value"]),
        (
            "__all__ = ['a']\n__all__ += ['b']\ndef a(): go()\ndef b(): go()\ndef c(): go()",
            &["a value", "b value"],
        ),
        (
            "__all__ = []\n__all__.append('a')\n__all__.extend(['b'])\nA = a = b = 1",
            &["a value", "b value"],
        ),
        (
            "__all__ = ['a'] + ['b']\na = 1\nb = 2\nc = 3",
            &["a value", "b value"],
        ),
        ("__all__ = []\ndef a(): go()", &[]),
        ("from .x import a, b as c", &["a a from .x", "c b from .x"]),
        ("from .x import a as a", &["a=a a from .x"]),
        ("import x as x\nimport y", &["x=x * from x"]),
        ("__all__ = ['a']\nfrom .x import a, b", &["a=a a from .x"]),
        ("from .x import *", &["* * from .x"]),
        (
            "__all__ = ['a']\nfrom .x import *",
            &["a=a a from .x", "* * from .x"],
        ),
        ("__all__ = ['views']", &["views=views views from ."]),
        ("def f():\n    from .x import a\n    a()", &["f value"]),
        ("class A:\n    from .x import a", &["A value"]),
        ("if TYPE_CHECKING:\n    from .x import A", &["A A from .x"]),
    ];
    for (source, expected) in cases {
        assert_eq!(exports(source), expected, "{source}");
    }
}

#[test]
fn questions_about_exports() {
    let no = |line| Exporting::No(Some(line));
    let cases = [
        ("def get_users(): go()\n", "get_user", Exporting::No(None)),
        ("__all__ = ['b']\ndef a(): go()\nb = 1\n", "a", no(2)),
        ("def _a(): go()\n", "_a", no(1)),
        ("# def a(): go()\nx = 1\n", "a", Exporting::No(None)),
        ("'''\ndef a(): go()\n'''\n", "a", Exporting::No(None)),
        ("if False:\n    def a(): go()\n", "a", Exporting::No(None)),
        (
            "class C:\n    def a(self): go()\n",
            "a",
            Exporting::Member("C.a".to_owned()),
        ),
        (
            "class C:\n    def a(self): go()\n",
            "C.a",
            Exporting::Yes(2),
        ),
        ("class C:\n    def _a(self): go()\n", "C._a", no(2)),
        ("def f():\n    def a(): go()\n    return a\n", "a", no(2)),
        (
            "from .x import *\n",
            "a",
            Exporting::MaybeFrom(vec![".x".to_owned()]),
        ),
        (
            "def __getattr__(name): return go(name)\n",
            "a",
            Exporting::Unknown("an object is spread into the exports"),
        ),
        (
            "__all__ = [n for n in names]\n",
            "a",
            Exporting::Unknown("an object is spread into the exports"),
        ),
        (
            "globals().update(load())\n",
            "a",
            Exporting::Unknown("an object is spread into the exports"),
        ),
        (
            "def a(:\n    go()\n",
            "b",
            Exporting::Unknown("parts of the file could not be read"),
        ),
    ];
    for (source, name, expected) in cases {
        assert_eq!(
            read("a.py", source).export_of(name),
            expected,
            "{name}: {source}"
        );
    }
}

/// Every import as `path kind name=local..`, `types` and `test` behind where they hold.
fn imports(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let imports = facts.imports.iter();
    imports
        .map(|import| {
            let names = import.names.iter();
            let names: Vec<String> = names
                .map(|n| format!(" {}={}", n.name, n.local.as_deref().unwrap_or("-")))
                .collect();
            let types = if import.type_only { " types" } else { "" };
            format!("{} {:?}{}{types}", import.path, import.kind, names.concat())
        })
        .collect()
}

#[test]
fn what_is_brought_in() {
    let cases: [(&str, &[&str]); 24] = [
        ("import a.b", &["a.b Static *=a"]),
        ("import a.b as c", &["a.b Static *=c"]),
        ("import a, b.c", &["a Static *=a", "b.c Static *=b"]),
        ("from .p import x as y, z", &[".p Static x=y z=z"]),
        ("from . import (\n    a,\n    b,\n)", &[". Static a=a b=b"]),
        ("from ...p.q import x", &["...p.q Static x=x"]),
        ("from p import *", &["p Static *=-"]),
        ("from __future__ import annotations", &[]),
        ("# import a\n'''import b'''\nc = 'import d'", &[]),
        ("def f():\n    import a\n    a.b()", &["a Static *=a"]),
        (
            "try:\n    import a\nexcept ImportError:\n    a = None",
            &["a Static *=a"],
        ),
        (
            "if TYPE_CHECKING:\n    from a import B",
            &["a Static B=B types"],
        ),
        (
            "if t.TYPE_CHECKING:\n    import a\nelse:\n    import b",
            &["a Static *=a types", "b Static *=b"],
        ),
        ("if False:\n    import a", &[]),
        ("m = importlib.import_module('a.b')", &["a.b Dynamic *=m"]),
        ("__import__('a.b')", &["a.b Dynamic"]),
        (
            "importlib.import_module(f'{__name__}.{n}')",
            &[".* Dynamic *=-"],
        ),
        (
            "importlib.import_module(f'a.plugins.{n}')",
            &["a.plugins.* Dynamic *=-"],
        ),
        ("importlib.import_module(name)", &["* Dynamic *=-"]),
        (
            "for m in pkgutil.iter_modules(__path__): go(m)",
            &[".* Dynamic"],
        ),
        (
            "urlpatterns = [path('x', include('shop.urls'))]",
            &["shop.urls Dynamic urls=-"],
        ),
        (
            "INSTALLED_APPS = ['shop.apps.Shop', 'plain']",
            &["shop.apps.Shop Dynamic Shop=-"],
        ),
        (
            "cls = symbol('shop.views:Cart')",
            &["shop.views Dynamic Cart=-"],
        ),
        (
            "import a.b\na.b.c.run()\nlog = get('shop.views')",
            &["a.b Static *=a", "a.b.c.run Path"],
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(imports(source), expected, "{source}");
    }
}

/// The use of the first import.
fn first(source: &str, target: Option<&str>) -> Used {
    let facts = read("a.py", source);
    let target = target.map(|target| read("b.py", target));
    links::used(&facts, &facts.imports[0], target.as_ref())
}

#[test]
fn uses_of_imports() {
    let yes = |line| Used::Yes { line };
    let cases = [
        ("from a import b\nb()", yes(2)),
        ("from a import b as c\nc()", yes(2)),
        ("from a import b as c\nb()", Used::No),
        ("from a import b\nx.b()\nf(b=1)", Used::No),
        ("from a import b\n# b()\n'b()'\nx = 'b()'", Used::No),
        ("from a import b\nif False:\n    b()", Used::No),
        ("from a import b\ndef f():\n    return 1\n    b()", Used::No),
        ("from a import b\ndef f(b):\n    return b", Used::No),
        ("from a import b\ndef f(x=b):\n    return x", yes(2)),
        (
            "from a import b\ndef f():\n    b = 1\n    return b",
            Used::No,
        ),
        (
            "from a import b\ndef f():\n    for b in x:\n        go(b)",
            Used::No,
        ),
        (
            "from a import b\ndef f():\n    global b\n    b = 1",
            Used::No,
        ),
        (
            "from a import b\ndef f():\n    global b\n    b.go()",
            yes(4),
        ),
        ("from a import b\nx = [b for b in y]", Used::No),
        ("from a import b\nx = [c for c in b]", yes(2)),
        ("from a import b\nf = lambda b: b", Used::No),
        ("from a import b\nwith x as b:\n    pass", Used::No),
        (
            "from a import b\ntry:\n    go()\nexcept E as b:\n    pass",
            Used::No,
        ),
        ("from a import b\nif (b := 1):\n    pass", Used::No),
        ("from a import b\ndel b", Used::No),
        ("from a import B\ndef f(x: B): go(x)", yes(2)),
        ("from a import B\ndef f(x: 'list[B]'): go(x)", yes(2)),
        ("from a import B\nx = cast('B', y)", yes(2)),
        ("from a import B\nclass C(B): x = 1", yes(2)),
        ("from a import b\n@b\ndef f(): go()", yes(2)),
        ("from a import b\ns = f'{b:>{c}}'", yes(2)),
        ("from a import b\ns = '{b}'", Used::No),
        ("from a import B\nmatch x:\n    case B(): go()", yes(3)),
        ("from a import B\nmatch x:\n    case B.C: go()", yes(3)),
        ("from a import b\nmatch x:\n    case b: go()", Used::No),
        ("from a import b\n__all__ = ['b']", yes(1)),
        ("from a import b as b", yes(1)),
        ("import a.b\na.b.go()", yes(2)),
        (
            "import a.b\na.c.go()",
            Used::Unknown("only the package above it is named"),
        ),
        ("import a.b\ngo()", Used::No),
        ("import a\na.go()", yes(2)),
        (
            "from a import *\nb()",
            Used::Unknown("everything is imported"),
        ),
        ("import_module('a.b')", yes(1)),
        ("def f():\n    m = import_module('a.b')", Used::No),
        ("m = import_module('a.b')", yes(1)),
        ("APPS = ['a.b.C']", Used::Unknown("a text names it")),
        (
            "from a import b\ndef test_x():\n    assert b()",
            Used::InTests { line: 3 },
        ),
        ("from a import b\ndef b(): go()\n", Used::No),
    ];
    for (source, expected) in cases {
        assert_eq!(first(source, None), expected, "{source}");
    }
}

#[test]
fn what_loading_does_counts() {
    let at = |line| Used::Yes { line };
    let plain = "def go(): run(1)\n";
    let route = "@bp.route('/x')\ndef go(): run(1)\n";
    let model = "class User(db.Model):\n    id = 1\n";
    assert_eq!(first("from . import views", Some(plain)), Used::No);
    assert_eq!(first("from . import views", Some(route)), at(1));
    assert_eq!(
        first("from . import models", Some(model)),
        Used::Unknown("it may be imported for what loading it does")
    );
    // A name of the module is asked for, so the module itself is not what is wanted.
    assert_eq!(first("from .views import go", Some(route)), Used::No);
    assert_eq!(first("from a import *\ngo()", Some(plain)), at(2));
    assert_eq!(first("from a import *\nstay()", Some(plain)), Used::No);
}

#[test]
fn names_of_attributes_in_texts() {
    let facts = read("a.py", "x = getattr(y, 'save')\nz = 'load'\n");
    assert!(facts.members.contains_key("save") && !facts.members.contains_key("load"));
}

fn masked(keep: Keep, source: &str) -> String {
    read("a.py", source).code_only(source, keep)
}

#[test]
fn comments_strings_and_dead_code() {
    let bare = [
        ("x = 'a' # b\n", "x = ' '    \n"),
        (
            "def f():\n    '''Doc.'''\n    go('a')\n",
            "def f():\n              \n    go(' ')\n",
        ),
        ("f'a {b} c'\n", "f'  {b}  '\n"),
        ("x = r\"a\" \"b\"\n", "x = r\" \" \" \"\n"),
        ("import_module('a.b')\n", "import_module('a.b')\n"),
    ];
    for (source, expected) in bare {
        assert_eq!(masked(Keep::BARE, source), expected, "{source}");
    }
    let dead = [
        "if False:\n    bad()\n",
        "if 0:\n    bad()\n",
        "while False:\n    bad()\n",
        "if not True:\n    bad()\n",
        "if False and x:\n    bad()\n",
        "if True:\n    ok()\nelse:\n    bad()\n",
        "if x:\n    ok()\nelif False:\n    bad()\n",
        "if True:\n    ok()\nelif x:\n    bad()\n",
        "def f():\n    return 1\n    bad()\n",
        "def f():\n    raise E\n    bad()\n",
        "for x in y:\n    continue\n    bad()\n",
        "x = bad() if False else ok()\n",
        "False and bad()\n",
    ];
    for source in dead {
        assert!(!masked(Keep::CODE, source).contains("bad"), "{source}");
    }
    let alive = [
        "if TYPE_CHECKING:\n    good()\n",
        "if x:\n    return 1\ngood()\n",
        "if True:\n    good()\n",
        "while True:\n    good()\n",
        "if x or False:\n    good()\n",
        "ON = False\nif ON:\n    good()\n",
        "if 'False':\n    good()\n",
    ];
    for source in alive {
        assert!(masked(Keep::CODE, source).contains("good"), "{source}");
    }
}

#[test]
fn flags_and_tests() {
    let at = |source: &str, word: &str, kind: RegionKind| {
        read("a.py", source).is_in(kind, source.find(word).unwrap())
    };
    assert!(at(
        "ON = False\nif ON:\n    go()\n",
        "go",
        RegionKind::Flagged
    ));
    for source in [
        "ON = False\nON = load()\nif ON:\n    go()\n",
        "ON = False\ndef f():\n    global ON\n    ON = True\nif ON:\n    go()\n",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    go()\n",
        "ON = True\nif ON:\n    go()\n",
    ] {
        assert!(!at(source, "go", RegionKind::Flagged), "{source}");
    }
    for source in [
        "def test_a():\n    assert go()\n",
        "import pytest\ndef test_a():\n    go()\n",
        "class TestA:\n    def test_b(self):\n        assert go()\n",
        "class A(TestCase):\n    def helper(self):\n        go()\n",
        "def test_a():\n    go()\n",
    ] {
        assert!(at(source, "go", RegionKind::Test), "{source}");
    }
    for source in [
        "def connect():\n    run()\ndef test_connection():\n    go()\n",
        "class TestRunner:\n    def run(self):\n        go()\n",
        "class Server:\n    def test_speed(self):\n        go()\n",
    ] {
        assert!(!at(source, "go", RegionKind::Test), "{source}");
    }
}

#[test]
fn patterns_in_code_and_not_beside_it() {
    let places = |source: &str| -> Vec<Place> {
        let facts = read("a.py", source);
        let hits = facts.find(source, &Pattern::literal("session.add").unwrap(), 9);
        hits.iter().map(|hit| hit.place).collect()
    };
    assert_eq!(places("def f():\n    session.add(x)\n"), [Place::Code]);
    assert_eq!(places("def f():\n    '''session.add(x)'''\n    go()\n"), []);
    assert_eq!(places("# session.add(x)\ngo()\n"), []);
    assert_eq!(places("x = 'session.add(x)'\n"), [Place::String]);
    assert_eq!(places("def f():\n    return 1\n    session.add(x)\n"), []);
}

#[test]
fn where_it_starts() {
    let cases = [
        ("#!/usr/bin/env python\nx = 1\n", Some(1)),
        ("x = 1\nif __name__ == '__main__':\n    main()\n", Some(2)),
        ("if __name__ == '__main__':\n    pass\n", None),
        ("def main():\n    go()\nmain()\n", Some(3)),
        ("sys.exit(main())\n", Some(1)),
        ("subprocess.run(['a'])\n", None),
        ("def f():\n    main()\n", None),
    ];
    for (source, line) in cases {
        assert_eq!(read("a.py", source).starts, line, "{source}");
    }
}

#[test]
fn texts_are_no_imports_where_they_name_nothing() {
    let facts = read(
        "a.py",
        "LOG = getLogger('shop.views')\nx = 'shop.views'.upper()\nif y == 'shop.views': go()\n",
    );
    assert!(
        facts.imports.iter().all(|i| i.kind != ImportKind::Dynamic),
        "{:?}",
        facts.imports
    );
}
