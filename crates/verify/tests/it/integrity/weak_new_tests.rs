//! New tests that look at everything but the result, and new tests of which some look at it, or whose name says that to be
//! there is the point.

use super::{all_fail, none_fail};

const A: &str = "src/a.test.ts";
const CODE: (&str, &str, &str) = (
    "src/a.ts",
    "",
    "export function add(a: number, b: number) { return a + b; }\n",
);

#[test]
fn tests_that_look_at_everything_but_the_result_fail() {
    let rule = "test-looks-away";
    all_fail(&[
        (
            rule,
            &[
                CODE,
                (
                    A,
                    "",
                    "it('adds', () => { expect(add(1, 2)).toBeDefined(); });\n\
                     it('adds none', () => { expect(typeof add(0, 0)).toBe('number'); });",
                ),
            ],
        ),
        (
            rule,
            &[
                CODE,
                (
                    A,
                    "",
                    "it('adds', () => { expect(() => add(1, 2)).not.toThrow(); });",
                ),
            ],
        ),
        (
            rule,
            &[
                CODE,
                (
                    A,
                    "",
                    "it('adds', () => { try { expect(add(1, 2)).toBe(4); } catch { } });",
                ),
            ],
        ),
        (
            "test-cannot-fail",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('refuses', () => { try { add('a'); } catch (e) { expect(e.message).toBe('no'); } });",
                ),
            ],
        ),
        (
            rule,
            &[
                CODE,
                (
                    A,
                    "it('is', () => { expect(add(1, 1)).toBe(2); });",
                    "it('is', () => { expect(add(1, 1)).toBe(2); });\n\
                     it('adds', () => { load().then((n) => { expect(add(n, 2)).toBe(4); }); });",
                ),
            ],
        ),
    ]);
}

#[test]
fn tests_of_which_one_looks_at_it_pass() {
    none_fail(&[
        (
            "one looks at it",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('adds', () => { expect(add(1, 2)).toBe(3); });\n\
                     it('is there', () => { expect(add(0, 0)).toBeDefined(); });",
                ),
            ],
        ),
        (
            "says that it runs",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('does not throw', () => { expect(() => add(1, 2)).not.toThrow(); });",
                ),
            ],
        ),
        (
            "says that it is there",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('exports add', () => { expect(add).toBeDefined(); });",
                ),
            ],
        ),
        (
            "a condition",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('knows even', () => { expect(isEven(2)).toBeTruthy(); expect(isEven(3)).toBeFalsy(); });",
                ),
            ],
        ),
        (
            "waited for",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('adds', () => { return load().then((n) => { expect(add(n, 2)).toBe(4); }); });\n\
                     it('adds more', (done) => { load().then((n) => { expect(add(n, 2)).toBe(4); done(); }); });",
                ),
            ],
        ),
        (
            "a function of its own that is called like one of a framework",
            &[
                (
                    "id.go",
                    "package a\n",
                    "package a\n\nfunc ID(n int) int { return n + 1 }\n",
                ),
                (
                    "id_test.go",
                    "",
                    "package a\n\nfunc TestID(t *testing.T) {\n\texpect(t, ID(1), 2)\n}\n",
                ),
            ],
        ),
        (
            "no code came with it",
            &[(
                A,
                "",
                "it('adds', () => { expect(add(1, 2)).toBeDefined(); });\nit('adds', () => { expect(add(1, 3)).toBeDefined(); });",
            )],
        ),
    ]);
}

#[test]
fn tests_that_come_alone_and_ask_for_types_only_fail() {
    let rule = "test-looks-away";
    all_fail(&[
        (
            rule,
            &[(
                "test/a.js",
                "",
                "it('sizes', () => { expect(typeof size(12)).toBe('string'); });",
            )],
        ),
        (
            rule,
            &[(
                "test/a.js",
                "",
                "test('sizes', (t) => { for (const n of [1, 2]) { t.type(size(n), 'string'); } t.end(); });",
            )],
        ),
    ]);
    none_fail(&[
        (
            "one looks",
            &[(
                "test/a.js",
                "",
                "it('sizes', () => { expect(typeof size(12)).toBe('string'); });\n\
                 it('shows', () => { expect(size(12)).toBe('12B'); });",
            )],
        ),
        (
            "types are what it is about",
            &[(
                "test/a.js",
                "",
                "it('has the type of a text', () => { expect(typeof size(12)).toBe('string'); });",
            )],
        ),
    ]);
}

/// An error that is asserted about in its handler has to come, by whatever means.
#[test]
fn handlers_of_errors_that_must_come_are_left_alone() {
    for test in [
        "it('refuses', () => { try { add('a'); fail(); } catch (e) { expect(e.message).toBe('no'); } });",
        "it('refuses', () => { try { add('a'); } catch (e) { expect(e.message).toBe('no'); return; } throw new Error('none'); });",
        "it('refuses', () => { expect.assertions(1); try { add('a'); } catch (e) { expect(e.message).toBe('no'); } });",
        "it('refuses', () => { let e; try { add('a'); } catch (it) { e = it; } expect(e.message).toBe('no'); });",
        "test('refuses', (t) => { t.plan(1); try { add('a'); } catch (e) { t.equal(e.message, 'no'); } });",
    ] {
        none_fail(&[(test, &[CODE, (A, "", test)])]);
    }
    let python = "def test_refuses():\n    try:\n        add('a')\n    except TypeError as e:\n        assert str(e) == 'no'\n    else:\n        raise AssertionError\n";
    none_fail(&[("else", &[("tests/test_a.py", "", python)])]);
}

#[test]
fn what_a_test_drew_is_there_anyway() {
    let rule = "test-looks-away";
    let test = |asks: &str| {
        format!("it('names it', () => {{ const {{ container }} = render(a); add(1, 2); {asks} }});")
    };
    let list = "it('adds two', async () => { const { sums } = await ask(add(1)); t.ok(Array.isArray(sums)); });";
    let drawn = test("expect(container).toBeTruthy();");
    let shown = test(
        "expect(container.querySelector('a')).toBeTruthy(); expect(container).toHaveTextContent('1');",
    );
    let valid = "it('adds two', () => { const ok = isSum(add(1)); expect(ok).toBeTruthy(); });";
    all_fail(&[
        (rule, &[CODE, (A, "", drawn.as_str())]),
        (rule, &[CODE, (A, "", list)]),
        (
            rule,
            &[(
                "test/a.js",
                "",
                "test('keeps it', t => { const all = read('a'); t.ok(all !== undefined); t.end(); });",
            )],
        ),
    ]);
    none_fail(&[
        ("it looks into it", &[CODE, (A, "", shown.as_str())]),
        ("the answer is yes or no", &[CODE, (A, "", valid)]),
    ]);
}

#[test]
fn that_a_text_counts_as_true_says_nothing_of_it() {
    let rule = "test-looks-away";
    let typed = (
        "src/a.ts",
        "",
        "export const slug = (a: string): string => a.trim();\nexport function isDone(a: string): boolean { return a === ''; }\n",
    );
    let python = (
        "shop/a.py",
        "",
        "def slug(a):\n    return '-'.join(a)\n\n\ndef done(a):\n    return a == ''\n",
    );
    let other = "it('isDone', () => { expect(isDone('a')).toBe(false); });\n";
    let script = |asks: &str| format!("{other}it('slug', () => {{ {asks} }});");
    let test = |asks: &str| {
        format!(
            "from a import done, slug\n\n\ndef test_done():\n    assert done('')\n\n\ndef test_slug():\n    {asks}\n"
        )
    };
    let truthy = script("expect(slug('a')).toBeTruthy();");
    let any = script("expect(slug('a')).toEqual(expect.any(String));");
    let firm = script("expect(slug('a')).toBe('a');");
    let parts = script("expect(slug('a')).toEqual(expect.objectContaining({ a: 1 }));");
    let holds = test("assert slug('ab')");
    let kept = test("got = slug('ab')\n    assert got");
    let class = test("assert isinstance(slug('ab'), str)");
    let equal = test("assert slug('ab') == 'a-b'");
    all_fail(&[
        (rule, &[typed, (A, "", truthy.as_str())]),
        (rule, &[typed, (A, "", any.as_str())]),
        (rule, &[python, ("tests/test_a.py", "", holds.as_str())]),
        (rule, &[python, ("tests/test_a.py", "", kept.as_str())]),
        (rule, &[python, ("tests/test_a.py", "", class.as_str())]),
    ]);
    none_fail(&[
        ("its value", &[typed, (A, "", firm.as_str())]),
        ("a part of it", &[typed, (A, "", parts.as_str())]),
        ("yes or no", &[typed, (A, "", other)]),
        (
            "its value",
            &[python, ("tests/test_a.py", "", equal.as_str())],
        ),
    ]);
}

#[test]
fn anything_of_a_type_is_less_than_a_value() {
    let was = "it('adds', () => { expect(add(1, 2)).toEqual(3); });";
    let any = "it('adds', () => { expect(add(1, 2)).toEqual(expect.any(Number)); });";
    let inner =
        "it('adds', () => { expect(add(1, 2)).toEqual({ sum: 3, at: expect.any(Number) }); });";
    let calls = "def test_a():\n    assert add(1, 2) == 3\n";
    let python = "from unittest.mock import ANY\n\n\ndef test_a():\n    assert add(1, 2) == ANY\n";
    all_fail(&[
        ("assertion-weakened", &[(A, was, any)]),
        ("assertion-weakened", &[("tests/test_a.py", calls, python)]),
    ]);
    none_fail(&[("one part may be anything", &[(A, "", inner)])]);
}

#[test]
fn tests_that_ask_for_the_sort_of_what_comes() {
    let rule = "test-looks-away";
    const CODE: (&str, &str, &str) = (
        "src/a.js",
        "",
        "function parse (uri) {\n  const parsed = {}\n  parsed.uri = uri\n  return parsed\n}\nmodule.exports = { parse }\n",
    );
    let script = |name: &str, check: &str| {
        format!(
            "test('{name}', (t) => {{\n  const found = A.parse('a')\n  {check}\n  t.end()\n}})\n"
        )
    };
    let truthy = script("a fragment is an error", "t.ok(found, 'malformed')");
    let typed = script("exits with no error", "t.equal(typeof found, 'object')");
    let value = script("a fragment is an error", "t.equal(found.uri, 'a')");
    let asked = script("returns an object", "t.equal(typeof found, 'object')");
    let rust = |check: &str| {
        format!(
            "pub fn join(a: &str) -> Names {{ Names(a.to_owned()) }}\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn parts_are_joined() {{ let mut a = super::join(\"a\"); {check} }}\n}}\n"
        )
    };
    let some = rust("assert!(a.next().is_some());");
    let exact = rust("assert_eq!(a.next(), Some(3));");
    all_fail(&[
        (rule, &[CODE, ("test/a.test.js", "", &typed)]),
        (rule, &[CODE, ("test/a.test.js", "", &truthy)]),
        (rule, &[("src/lib.rs", "", &some)]),
    ]);
    none_fail(&[
        ("a value", &[CODE, ("test/a.test.js", "", &value)]),
        ("asks for it", &[CODE, ("test/a.test.js", "", &asked)]),
        ("what comes", &[("src/lib.rs", "", &exact)]),
    ]);
}

#[test]
fn tests_that_are_to_be_written_some_day_show_nothing() {
    let before = "it('subtracts', () => { expect(sub(2, 1)).toBe(1); });\n";
    let pending = format!("{before}it('adds');\nit.todo('adds none');\n");
    let beside = format!(
        "{before}it('adds', () => {{ expect(add(1, 2)).toBe(3); }});\nit.todo('adds none');\n"
    );
    all_fail(&[
        ("test-skipped", &[CODE, (A, before, &pending)]),
        (
            "test-looks-away",
            &[
                CODE,
                (
                    A,
                    "",
                    "it('is a function', () => { expect(typeof add).toBe('function'); });\nit.todo('adds');\n",
                ),
            ],
        ),
    ]);
    none_fail(&[
        ("one that looks beside it", &[CODE, (A, before, &beside)]),
        ("no code", &[(A, before, &pending)]),
    ]);
}

#[test]
fn what_is_held_against_itself_shows_nothing() {
    let python = ("src/a.py", "", "def add(a, b):\n    return a + b\n");
    let tests = "tests/test_a.py";
    let before = "from src.a import add\n\n\ndef test_one(shop):\n    assert add(shop, 1) == 2\n";
    let itself = format!(
        "{before}\n\ndef test_two(shop):\n    try:\n        add(shop, None)\n    except TypeError:\n        pass\n    assert shop is shop\n"
    );
    let same = format!(
        "{before}\n\ndef test_two(shop):\n    assert add(shop, 2) == 3\n\n\ndef test_is_the_same(shop):\n    assert shop == shop\n"
    );
    all_fail(&[("test-cannot-fail", &[python, (tests, before, &itself)])]);
    none_fail(&[(
        "what is said to be the same",
        &[python, (tests, before, &same)],
    )]);
}
