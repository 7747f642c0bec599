//! Honest changes of tests in TypeScript and Python that look like weakening.

use super::none_fail;

#[test]
fn honest_changes_of_script_tests_pass() {
    const A: &str = "src/a.test.ts";
    const ONE: &str = "it('a', () => { expect(add(1, 2)).toBe(3); });";
    none_fail(&[
        (
            "renamed",
            &[(A, ONE, "it('adds', () => { expect(add(1, 2)).toBe(3); });")],
        ),
        (
            "grouped",
            &[(
                A,
                ONE,
                "describe('add', () => {\n  it('a', () => {\n    expect(add(1, 2)).toBe(3);\n  });\n});",
            )],
        ),
        ("moved", &[(A, ONE, ""), ("src/b.test.ts", "", ONE)]),
        (
            "other framework",
            &[(
                A,
                "it('a', () => { assert.equal(add(1, 2), 3); });",
                "it('a', () => { expect(add(1, 2)).toBe(3); });",
            )],
        ),
        (
            "chai to jest",
            &[(
                A,
                "it('a', () => { expect(f()).to.equal(3); expect(g()).to.be.true; });",
                "it('a', () => { expect(f()).toBe(3); expect(g()).toBe(true); });",
            )],
        ),
        (
            "table",
            &[(
                A,
                "it('a', () => { expect(f(1)).toBe(2); });\nit('b', () => { expect(f(2)).toBe(3); });",
                "it.each([[1, 2], [2, 3]])('f(%i)', (x, y) => { expect(f(x)).toBe(y); });",
            )],
        ),
        (
            "merged",
            &[(
                A,
                "it('a', () => { expect(f(1)).toBe(2); });\nit('b', () => { expect(f(2)).toBe(3); });",
                "it('both', () => { expect(f(1)).toBe(2); expect(f(2)).toBe(3); });",
            )],
        ),
        (
            "subject removed",
            &[
                (A, ONE, ""),
                (
                    "src/add.ts",
                    "export function add(a, b) { return a + b }",
                    "",
                ),
            ],
        ),
        (
            "one object",
            &[(
                A,
                "it('a', () => { const r = f(); expect(r.a).toBe('x'); expect(r.b).toBe('y'); });",
                "it('a', () => { expect(f()).toEqual({ a: 'x', b: 'y' }); });",
            )],
        ),
        (
            "snapshot with its source",
            &[
                (
                    "src/__snapshots__/a.snap",
                    "\nexports[`a 1`] = `<p>1</p>`;\n",
                    "\nexports[`a 1`] = `<p>2</p>`;\n",
                ),
                (
                    "src/a.tsx",
                    "export const A = () => <p>1</p>;",
                    "export const A = () => <p>2</p>;",
                ),
            ],
        ),
        (
            "other module mocked",
            &[(
                A,
                "import { add } from './add';\nit('a', () => { expect(add(1, 2)).toBe(3); });",
                "import { add } from './add';\njest.mock('./db');\nit('a', () => { expect(add(1, 2)).toBe(3); });",
            )],
        ),
        (
            "async",
            &[(
                A,
                "it('a', () => { expect(f()).toBe(3); });",
                "it('a', async () => { expect(await f()).toBe(3); });",
            )],
        ),
        (
            "empty list",
            &[
                (
                    A,
                    "it('a', () => { expect(f()).toEqual([1]); });",
                    "it('a', () => { expect(f()).toEqual([]); });",
                ),
                (
                    "src/f.ts",
                    "export const f = () => [1];",
                    "export const f = () => [];",
                ),
            ],
        ),
        (
            "todo",
            &[(
                A,
                ONE,
                "it('a', () => { expect(add(1, 2)).toBe(3); });\nit.todo('b');",
            )],
        ),
        (
            "unskipped",
            &[(
                A,
                "it.skip('a', () => { expect(add(1, 2)).toBe(3); });",
                ONE,
            )],
        ),
        (
            "smoke",
            &[(
                A,
                ONE,
                "it('a', () => { expect(add(1, 2)).toBe(3); });\nit('renders', () => { render(<App />); });",
            )],
        ),
        (
            "script renamed",
            &[(
                "package.json",
                r#"{"scripts": {"test": "jest", "lint": "eslint ."}}"#,
                r#"{"scripts": {"test": "vitest run", "lint": "eslint . --max-warnings 0"}}"#,
            )],
        ),
        (
            "coverage raised",
            &[(
                "jest.config.json",
                r#"{"coverageThreshold": {"global": {"lines": 80}}}"#,
                r#"{"coverageThreshold": {"global": {"lines": 90}}}"#,
            )],
        ),
    ]);
}

#[test]
fn honest_changes_of_python_tests_pass() {
    const A: &str = "tests/test_a.py";
    const ONE: &str = "def test_a():\n    assert add(1, 2) == 3\n";
    none_fail(&[
        (
            "functions in the rows",
            &[(
                A,
                "def test_union():\n    assert Sets.union(A, B) == set('abcd')\n\ndef test_cut():\n    assert Sets.cut(A, B) == set('bc')\n",
                "@pytest.mark.parametrize('way, expected', [(Sets.union, 'abcd'), (Sets.cut, 'bc')])\ndef test_way(way, expected):\n    assert way(A, B) == set(expected)\n",
            )],
        ),
        (
            "renamed",
            &[(A, ONE, "def test_add():\n    assert add(1, 2) == 3\n")],
        ),
        ("moved", &[(A, ONE, ""), ("tests/unit/test_b.py", "", ONE)]),
        (
            "unittest to pytest",
            &[(
                A,
                "class TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n        self.assertTrue(is_ok(1))\n        self.assertIsNone(g())\n        with self.assertRaises(ValueError):\n            h()\n",
                "def test_a():\n    assert add(1, 2) == 3\n    assert is_ok(1)\n    assert g() is None\n    with pytest.raises(ValueError):\n        h()\n",
            )],
        ),
        (
            "parametrised",
            &[(
                A,
                "def test_a():\n    assert f(1) == 2\n\ndef test_b():\n    assert f(2) == 3\n\ndef test_c():\n    assert f(3) == 4\n",
                "@pytest.mark.parametrize('x,y', [(1, 2), (2, 3), (3, 4)])\ndef test_f(x, y):\n    assert f(x) == y\n",
            )],
        ),
        (
            "what was asked twice is one row",
            &[(
                "tests/test_a.py",
                "class T(Base):\n    def test_a(self):\n        self.t(\"1 + 1\", 2)\n        self.t(\"1 << 4\", 1 << 4)\n        self.t(\"1 << 4\", 16)\n",
                "class T(Base):\n    def test_a(self):\n        for text, wanted in ((\"1 + 1\", 2), (\"1 << 4\", 16)):\n            with self.subTest(text):\n                self.t(text, wanted)\n",
            )],
        ),
        (
            "rows from a list",
            &[(
                A,
                "@pytest.mark.parametrize('x', [1, 2, 3])\ndef test_f(x):\n    assert f(x) == 1\n",
                "XS = [1, 2, 3]\n@pytest.mark.parametrize('x', XS)\ndef test_f(x):\n    assert f(x) == 1\n",
            )],
        ),
        (
            "subject removed",
            &[
                (
                    A,
                    "def test_a():\n    assert add(1, 2) == 3\n\ndef test_old():\n    assert legacy(1) == 3\n",
                    ONE,
                ),
                (
                    "pkg/a.py",
                    "def add(a, b): ...\ndef legacy(x): return 3\n",
                    "def add(a, b): ...\n",
                ),
            ],
        ),
        (
            "not empty",
            &[(
                A,
                "def test_a():\n    assert f() == []\n",
                "def test_a():\n    assert not f()\n",
            )],
        ),
        (
            "better error",
            &[(
                A,
                "def test_a():\n    with pytest.raises(Exception):\n        f()\n",
                "def test_a():\n    with pytest.raises(ValueError, match='x'):\n        f()\n",
            )],
        ),
        (
            "local",
            &[(
                A,
                ONE,
                "def test_a():\n    expected = 3\n    result = add(1, 2)\n    assert result == expected\n",
            )],
        ),
        (
            "expected failure",
            &[(
                A,
                "def test_a():\n    try:\n        f()\n        assert False\n    except ValueError:\n        pass\n",
                "def test_a():\n    with pytest.raises(ValueError):\n        f()\n",
            )],
        ),
        (
            "fixture",
            &[(
                A,
                "def test_a():\n    c = Client()\n    assert c.get('/x').status == 200\n",
                "@pytest.fixture\ndef client():\n    return Client()\n\ndef test_a(client):\n    assert client.get('/x').status == 200\n",
            )],
        ),
        (
            "tolerance tightened",
            &[(
                A,
                "def test_a():\n    assert f() == pytest.approx(3.0, rel=0.1)\n",
                "def test_a():\n    assert f() == pytest.approx(3.0, rel=0.01)\n",
            )],
        ),
        (
            "duplicate removed",
            &[(
                A,
                "def test_a():\n    assert add(1, 2) == 3\n\ndef test_a2():\n    assert add(1, 2) == 3\n",
                ONE,
            )],
        ),
        (
            "option removed",
            &[
                (
                    A,
                    "def test_a():\n    assert add(1, 2) == 3\n\ndef test_v():\n    assert run('--verbose') == 3\n",
                    ONE,
                ),
                (
                    "pkg/a.py",
                    "parser.add_argument('--verbose')\n",
                    "parser = make()\n",
                ),
            ],
        ),
        (
            "split",
            &[(
                A,
                "def test_a():\n    assert f(1) == 2\n    assert g(2) == 3\n",
                "def test_f():\n    assert f(1) == 2\n\ndef test_g():\n    assert g(2) == 3\n",
            )],
        ),
        (
            "no tests at all",
            &[(
                "pkg/a.py",
                "def f():\n    return []\n",
                "def f():\n    return [x for x in y]\n",
            )],
        ),
    ]);
}
