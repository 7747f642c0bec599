//! Tests of Python that became rows of one table: honest ones, and tables in which nothing is compared any more.

use super::{all_fail, none_fail};

const A: &str = "tests/test_a.py";

const TWO: &str = "class TestDots(unittest.TestCase):\n    def test_one(self):\n        result = Parser().parse('foo')\n        text = result.render()\n        self.assertEqual(text, 'digraph {\\nfield1 [label=\"field(foo)\"]\\n}')\n\n    def test_two(self):\n        result = Parser().parse('foo.bar')\n        text = result.render()\n        self.assertEqual(text, 'digraph {\\nfield2 [label=\"field(bar)\"]\\n}')\n";

#[test]
fn tests_that_became_rows() {
    none_fail(&[
        (
            "a table of the class",
            &[(
                A,
                TWO,
                "class TestDots(unittest.TestCase):\n    DOTS = [\n        ('foo', 'digraph {\\nfield1 [label=\"field(foo)\"]\\n}'),\n        ('foo.bar', 'digraph {\\nfield2 [label=\"field(bar)\"]\\n}'),\n        ('foo[0]', 'digraph {}'),\n    ]\n\n    def test_dots(self):\n        for expression, expected in self.DOTS:\n            text = Parser().parse(expression).render()\n            self.assertEqual(text, expected)\n",
            )],
        ),
        (
            "one runs for what another one did too",
            &[(
                A,
                "def test_load():\n    it = Shop.load(TEXT)\n    assert type(it) == Shop\n    assert it == Shop(a=1)\n    assert it.dump() == TEXT\n\n\ndef test_load_default():\n    value = object()\n    it = DefaultShop.load(TEXT, value)\n    assert type(it) == DefaultShop\n    assert it == DefaultShop(a=1)\n    assert it['no'] is value\n    assert it.dump() == TEXT\n",
                "@pytest.mark.parametrize('cls,args', [(Shop, ()), (DefaultShop, (DEFAULT,))])\ndef test_load(cls, args):\n    it = cls.load(TEXT, *args)\n    assert type(it) == cls\n    assert it == cls(*args, a=1)\n    assert it.dump() == TEXT\n\n\ndef test_load_default():\n    it = DefaultShop.load(TEXT, DEFAULT)\n    assert it['no'] is DEFAULT\n",
            )],
        ),
    ]);
}

#[test]
fn tables_that_hold_less() {
    all_fail(&[
        (
            "assertion-weakened",
            &[(
                A,
                "class TestDashes(unittest.TestCase):\n    def test_dashes(self):\n        html = render(parse('a - b -- c'))\n        self.assertEqual(html, 'a - b x c')\n",
                "class TestDashes(unittest.TestCase):\n    def test_dashes(self):\n        cases = [('-', '-'), ('--', 'x'), ('---', 'y')]\n        for dashes, expected in cases:\n            html = render(parse('a ' + dashes + ' b'))\n            self.assertTrue(html.startswith('a '))\n",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                TWO,
                "class TestDots(unittest.TestCase):\n    DOTS = [\n        ('foo', 'digraph {\\nfield1 [label=\"field(foo)\"]\\n}'),\n    ]\n\n    def test_dots(self):\n        for expression, expected in self.DOTS:\n            text = Parser().parse(expression).render()\n            self.assertEqual(text, expected)\n",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "def test_load():\n    assert type(Shop.load(TEXT)) == Shop\n\n\ndef test_load_default():\n    it = DefaultShop.load(TEXT)\n    assert it == DefaultShop(a=1)\n    assert it['no'] is None\n",
                "@pytest.mark.parametrize('cls', [Shop, OtherShop])\ndef test_load(cls):\n    assert type(cls.load(TEXT)) == cls\n\n\ndef test_load_default():\n    it = DefaultShop.load(TEXT)\n    assert it['no'] is None\n",
            )],
        ),
    ]);
}

#[test]
fn tests_of_what_they_replace() {
    let code = (
        "shop/files.py",
        "def go(x):\n    return x + 1\n",
        "def go(x):\n    return x + 1\n\n\ndef load(path):\n    return go(path)\n",
    );
    let patched = "def test_load(monkeypatch):\n    monkeypatch.setattr(files, 'load', lambda path: 3)\n    assert files.load('a') == 3\n";
    let plain = "def test_load():\n    assert files.load('a') == 3\n";
    let used = "def test_run(monkeypatch):\n    monkeypatch.setattr(files, 'load', lambda path: 3)\n    assert files.go(1) == 2\n";
    all_fail(&[("subject-mocked", &[code, ("tests/test_b.py", "", patched)])]);
    none_fail(&[
        ("asked as it is", &[code, ("tests/test_b.py", "", plain)]),
        (
            "replaced for another",
            &[code, ("tests/test_b.py", "", used)],
        ),
    ]);
}

/// What is asked again and again under one name is not asked twice of the same input.
#[test]
fn rows_of_an_input_that_was_set_anew() {
    let old = "def test_path():\n    at = ('a', 'x')\n    assert path(at) == ('x',)\n    at = ('b', 'y')\n    assert path(at) == ('y',)\n    at = ('c', 'z')\n    assert path(at) == ('z',)\n";
    let table = |rows: &str| {
        format!(
            "@pytest.mark.parametrize('at, way', [{rows}])\ndef test_path(at, way):\n    assert path(at) == way\n"
        )
    };
    let all = table("(('a', 'x'), ('x',)), (('b', 'y'), ('y',)), (('c', 'z'), ('z',))");
    let fewer = table("(('a', 'x'), ('x',))");
    none_fail(&[("all", &[("test_a.py", old, &all)])]);
    all_fail(&[("rows-removed", &[("test_a.py", old, &fewer)])]);
}
