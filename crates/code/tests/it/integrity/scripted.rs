//! Tests in TypeScript and Python, as they are read.

use super::all_read;

#[test]
fn script_tests_are_read() {
    all_read(
        "src/a.test.ts",
        &[
            (
                "it('a', () => { expect(add(1, 2)).toBe(3); });",
                "a | exact add ( 1 , 2 ) = 3",
            ),
            (
                "it('a', () => { expect(add(1, 2)).not.toBe(3); });",
                "a | partial add ( 1 , 2 ) = 3",
            ),
            (
                "it('a', () => { expect(f()).toBeTruthy(); });",
                "a | loose f ( ) = true",
            ),
            (
                "it('a', () => { expect(f).toHaveBeenCalled(); });",
                "a | loose f = -",
            ),
            (
                "it('a', () => { expect(f).toHaveBeenCalledWith(3); });",
                "a | exact f = 3",
            ),
            (
                "it('a', () => { expect(() => f()).toThrow(TypeError); });",
                "a | throws ( ) => f ( ) = TypeError",
            ),
            (
                "it('a', () => { expect(f()).to.deep.equal([1]); });",
                "a | exact f ( ) = [ 1 ]",
            ),
            (
                "it('a', () => { f().should.equal(3); });",
                "a | exact f ( ) = 3",
            ),
            (
                "it('a', () => { assert.deepStrictEqual(f(), { a: 1 }); });",
                "a | exact f ( ) = { a : 1 }",
            ),
            (
                "test('a', (t) => { t.is(f(), 3); });",
                "a | exact f ( ) = 3",
            ),
            (
                "tap.test('a', async t => { t.equal(f(), 3); });",
                "a | exact f ( ) = 3",
            ),
            (
                "lab.it('a', () => { expect(f()).toBe(3); });",
                "a | exact f ( ) = 3",
            ),
            (
                "it('a', () => { cy.get('.x').should('have.text', 'b'); });",
                "a | exact cy . get ( \".x\" ) = \"b\"",
            ),
            (
                "it('a', async () => { await request(app).get('/x').expect(200, 'ok', done); });",
                "a | exact request ( app ) . get ( \"/x\" ) . expect = 200 , \"ok\"",
            ),
            (
                "it('a', () => { add(1, 2); expect(true).toBe(true); });",
                "a | vacuous true = - => ConstantAssertion!",
            ),
            (
                "it('a', () => { let hit = false; f(() => { hit = true; }); expect(hit).toBe(true); });",
                "a | exact hit = true",
            ),
            (
                "it('a', () => { const add = vi.fn().mockReturnValue(3); expect(add(1)).toBe(3); });",
                "a | exact add ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "it('a', () => { vi.spyOn(m, 'add').mockReturnValue(3); expect(m.add(1)).toBe(3); });",
                "a | exact m . add ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "import { add } from './add';\nvi.mock('./add', () => ({ sub: () => 1, add: () => 3 }));\nit('a', () => { expect(add(1)).toBe(3); });",
                "a | exact add ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "import { add } from './add';\njest.mock('./add', () => ({ add: jest.fn().mockReturnValue('x') }));\nit('a', () => { expect(add(1)).toBe('x'); });",
                "a | exact add ( 1 ) = \"x\" => MocksSubject!",
            ),
            // A collaborator answers, and something else is asked.
            (
                "import { load } from './load';\nimport { add } from './add';\nvi.mock('./add', () => ({ add: () => 3 }));\nit('a', () => { expect(load(1)).toBe(3); });",
                "a | exact load ( 1 ) = 3",
            ),
            (
                "import { add } from './sum';\nvi.mock('./add', () => ({ add: () => 3 }));\nit('a', () => { expect(add(1)).toBe(3); });",
                "a | exact add ( 1 ) = 3",
            ),
            (
                "import { add } from './add';\nvi.mock('./add', () => ({ one: vi.fn(), add: (x) => x + 3 }));\nit('a', () => { expect(add(1)).toBe(3); });",
                "a | exact add ( 1 ) = 3",
            ),
            (
                "it('a', () => { const get = vi.fn().mockReturnValue(3); expect(f(get)).toBe(3); });",
                "a | exact f ( get ) = 3",
            ),
            (
                "it('a', async () => { expect(f()).rejects.toThrow('x'); });",
                "a | throws f ( ) = \"x\" unawaited => NoAssertion?",
            ),
            (
                "it('a', () => { try { expect(f()).toBe(3); } catch (e) { console.log(e); } });",
                "a | exact f ( ) = 3 swallowed => NoAssertion?",
            ),
            (
                "it('a', () => { try { f(); } catch (e) { expect(e.message).toBe('x'); } });",
                "a | exact e . message = \"x\" handled => NoAssertion!",
            ),
            (
                "it('a', () => { try { f(); fail(); } catch (e) { expect(e.message).toBe('x'); } });",
                "a | loose fail = - | exact e . message = \"x\"",
            ),
            (
                "it.each([[1, 2], [2, 3]])('a', (x, y) => { expect(f(x)).toBe(y); });",
                "a x2 | exact f ( x ) = y",
            ),
            (
                "it.each`\n x | y\n ${1} | ${2}\n`('a', ({ x, y }) => { expect(f(x)).toBe(y); });",
                "a x1 | exact f ( x ) = y",
            ),
            (
                "describe.skip('g', () => { it('a', () => { expect(f()).toBe(3); }); });",
                "a skipped | exact f ( ) = 3",
            ),
            (
                "it.only('a', () => { expect(f()).toBe(3); });",
                "a focused | exact f ( ) = 3",
            ),
            ("it.todo('a');", "a skipped"),
            (
                "it('a', () => { assertType<Equal<A, B>>(true); });",
                "a | loose true = -",
            ),
            ("it('a', () => { screen.getByText('x'); });", "a"),
        ],
    );
}

#[test]
fn python_tests_are_read() {
    all_read(
        "tests/test_a.py",
        &[
            (
                "def test_a():\n    assert add(1, 2) == 3\n",
                "test_a | exact add ( 1 , 2 ) = 3",
            ),
            (
                "def test_a():\n    got = f()\n    want = 3\n    assert got == want\n",
                "test_a | exact got = 3",
            ),
            (
                "def test_a():\n    assert f() is not None\n",
                "test_a | loose f ( ) = None",
            ),
            (
                "def test_a():\n    assert 'x' in f()\n",
                "test_a | partial f ( ) = \"x\"",
            ),
            (
                "def test_a():\n    assert not f()\n",
                "test_a | partial f ( ) = false",
            ),
            (
                "def test_a():\n    assert True\n",
                "test_a | vacuous True = - => ConstantAssertion!",
            ),
            (
                "def test_a():\n    assert (f() == 3, 'm')\n",
                "test_a | vacuous f ( ) == 3 , \"m\" = - => ConstantAssertion?",
            ),
            (
                "def test_a():\n    assert f() == 3 or True\n",
                "test_a | vacuous f ( ) == 3 or True = true => ConstantAssertion!",
            ),
            ("def test_a():\n    pass\n", "test_a => EmptyTest!"),
            (
                "class TestA(Base):\n    def test_a(self):\n        pass\n",
                "test_a => EmptyTest?",
            ),
            (
                "def test_a():\n    with pytest.raises(ValueError):\n        f()\n",
                "test_a | throws f ( ) = ValueError",
            ),
            (
                "def test_a():\n    try:\n        f()\n        assert False\n    except ValueError:\n        pass\n",
                "test_a | partial assert False = false",
            ),
            (
                "def test_a():\n    try:\n        assert f() == 3\n    except Exception:\n        pass\n",
                "test_a | exact f ( ) = 3 swallowed => NoAssertion?",
            ),
            (
                "class TestA(TestCase):\n    def test_a(self):\n        self.assertIn(1, f())\n",
                "test_a | partial f ( ) = 1",
            ),
            (
                "def test_a():\n    assert f() == pytest.approx(3, rel=0.1)\n",
                "test_a | exact f ( ) = 3",
            ),
            (
                "def test_a():\n    with mock.patch('pkg.add', return_value=3):\n        assert add(1) == 3\n",
                "test_a | exact add ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "@pytest.mark.skipif(sys.platform == 'x', reason='y')\ndef test_a():\n    assert f() == 3\n",
                "test_a sometimes | exact f ( ) = 3",
            ),
            (
                "@pytest.mark.skipif(True, reason='y')\ndef test_a():\n    assert f() == 3\n",
                "test_a skipped | exact f ( ) = 3",
            ),
            (
                "pytestmark = pytest.mark.skip\ndef test_a():\n    assert f() == 3\n",
                "test_a skipped | exact f ( ) = 3",
            ),
            (
                "@pytest.mark.xfail\ndef test_a():\n    assert f() == 3\n",
                "test_a may-fail | exact f ( ) = 3",
            ),
            (
                "XS = [1, 2, 3]\n@pytest.mark.parametrize('x', XS)\ndef test_a(x):\n    assert f(x) == 1\n",
                "test_a x3 | exact f ( x ) = 1",
            ),
            (
                "def test_a():\n    r = f()\n    if r:\n        assert r == 3\n",
                "test_a | exact r = 3 guarded",
            ),
            ("def helper():\n    assert f() == 3\n", ""),
        ],
    );
}
