//! Places in Python code that look like work left undone: dropped errors, answers that nobody looks at, containers that
//! nobody fills, tests that test nothing.

use crate::read;

/// Every stub beside faint ones as `line what reason certainty`.
fn found(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let stubs = facts.stubs.iter();
    stubs
        .filter(|s| s.certainty != code::Certainty::Faint)
        .map(|s| format!("{} {} {:?} {:?}", s.line, s.what, s.reason, s.certainty))
        .collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        assert_eq!(found(source), *expected, "{source}");
    }
}

#[test]
fn errors_that_are_dropped() {
    let drops: &[&str] = &["3 except SwallowedError Likely"];
    let tried = |rest: &str| format!("try:\n    go()\n{rest}\n");
    for rest in [
        "except:\n    pass",
        "except Exception:\n    pass",
        "except Exception as e:\n    ...",
        "except BaseException: pass",
        "except (ValueError, Exception):\n    pass",
        "except PaymentError:\n    pass",
        "except OSError:\n    pass",
    ] {
        assert_eq!(found(&tried(rest)), drops, "{rest}");
    }
    for rest in [
        "except ImportError:\n    x = None",
        "except KeyError:\n    pass",
        "except StopIteration:\n    pass",
        "except (KeyError, IndexError) as e:\n    pass",
        "except User.DoesNotExist:\n    pass",
        "except asyncio.CancelledError:\n    pass",
        "except Exception:\n    raise",
        "except Exception as e:\n    logger.exception(e)",
        "except Exception as e:\n    errors.append(e)",
        "except Exception:\n    x = 1\nelse:\n    go()",
    ] {
        assert_eq!(found(&tried(rest)), [""; 0], "{rest}");
    }
    check(&[
        (
            "def f(x):\n    try:\n        return go(x)\n    except Exception:\n        return None\n",
            &["4 except SwallowedError Likely"],
        ),
        (
            "def f(xs):\n    for x in xs:\n        try:\n            go(x)\n        except Exception:\n            continue\n",
            &["5 except SwallowedError Likely"],
        ),
        (
            "def f(x):\n    try:\n        return go(x)\n    except ValueError:\n        return None\n",
            &[],
        ),
        (
            "def f(x):\n    try:\n        return go(x)\n    except HTTPError:\n        return None\n",
            &[],
        ),
        (
            "def close(x):\n    try:\n        x.end()\n    except Exception:\n        pass\n",
            &[],
        ),
        ("try:\n    import a\nexcept Exception:\n    pass\n", &[]),
        (
            "with contextlib.suppress(Exception):\n    go()\n",
            &["1 suppress SwallowedError Likely"],
        ),
        ("with suppress(KeyError):\n    go()\n", &[]),
        (
            "try:\n    go()\nexcept Exception:\n    pass  # x\nexcept KeyError:\n    pass\n",
            &["3 except SwallowedError Likely"],
        ),
    ]);
}

#[test]
fn answers_that_nobody_looks_at() {
    check(&[
        (
            "def f(c):\n    c.fetchall()\n    return go(c)\n",
            &["2 fetchall ResultDiscarded Likely"],
        ),
        (
            "def f(c):\n    rows = c.fetchall()\n    return go(c)\n",
            &["2 fetchall ResultDiscarded Likely"],
        ),
        ("def f(c):\n    rows = c.fetchall()\n    return rows\n", &[]),
        (
            "def f(xs):\n    sorted(xs)\n    return xs\n",
            &["2 sorted ResultDiscarded Certain"],
        ),
        (
            "def f(s):\n    s.strip()\n    return s\n",
            &["2 strip ResultDiscarded Likely"],
        ),
        (
            "async def save(u):\n    await go(u)\ndef f(u):\n    save(u)\n    return u\n",
            &["4 save ResultDiscarded Certain"],
        ),
        (
            "async def save(u):\n    await go(u)\nasync def f(u):\n    await save(u)\n    return u\n",
            &[],
        ),
        (
            "@coro\nasync def save(u):\n    await go(u)\ndef f(u):\n    save(u)\n    return u\n",
            &[],
        ),
        (
            "def f(xs):\n    xs.sort()\n    xs.append(1)\n    os.replace(xs, 1)\n",
            &[],
        ),
        ("def f(c):\n    c.execute('x')\n    c.first(1)\n", &[]),
    ]);
}

#[test]
fn parameters_that_nobody_reads() {
    let ignored = |source: &str| {
        found(source)
            .iter()
            .any(|it| it.contains("ParameterIgnored Likely"))
    };
    for source in [
        "def total(cart):\n    go()\n    return compute()\n",
        "def filter_by_status(items, status):\n    return [i for i in items if i.ok]\n",
        "class Cart:\n    def find(self, sku):\n        return self.items[0]\n",
        "@staticmethod\ndef total(cart):\n    go()\n    return compute()\n",
        "def total(cart, tax):\n    return compute(cart)\n",
    ] {
        assert!(ignored(source), "{source}");
    }
    for source in [
        "def total(cart):\n    return compute(cart)\n",
        "def total(cart):\n    return f'{cart}'\n",
        "def _thread(module, at):\n    return current(1)\n\nTABLE = {THREAD: _thread, 'file': _file}\n",
        "def method_key(self, *args):\n    return key(*args)\n",
        "def _file_of(module, frame):\n    return frame.f_code.co_filename\n\ndef _name_of(module, frame):\n    return frame.f_code.co_name\n\ndef _line_of(module, frame):\n    return frame.f_lineno\n",
        "def total(cart):\n    return go(**locals())\n",
        "def total(_cart):\n    go()\n    return compute()\n",
        "def on_click(event):\n    go()\n    return compute()\n",
        "def main(args):\n    go()\n    return compute()\n",
        "class Cart(Base):\n    def find(self, sku):\n        return self.items[0]\n",
        "class Cart:\n    def __exit__(self, a, b, c):\n        self.end()\n",
        "@app.get('/x')\ndef total(cart):\n    go()\n    return compute()\n",
        "@odd.mark\ndef total(cart):\n    go()\n    return compute()\n",
        "def outer():\n    def inner(cart):\n        go()\n        return compute()\n    return run(inner)\n",
    ] {
        assert!(!ignored(source), "{source}");
    }
}

#[test]
fn branches_that_are_not_written() {
    check(&[
        (
            "def f(x):\n    if x:\n        raise NotImplementedError\n    return go(x)\n",
            &["3 f NotImplemented Likely"],
        ),
        (
            "def f(x):\n    if x:\n        raise NotImplementedError('xml is not supported')\n    return go(x)\n",
            &[],
        ),
        (
            "def f(x):\n    raise NotImplementedError\n",
            &["1 f NotImplemented Certain"],
        ),
    ]);
}

/// What is found in a test with that body.
fn in_test(body: &str) -> Vec<String> {
    let body = body.replace('\n', "\n    ");
    let found = found(&format!("import pytest\ndef test_a():\n    {body}\n"));
    let words = found
        .iter()
        .map(|it| it.split_once(' ').unwrap().1.to_owned());
    words.collect()
}

#[test]
fn tests_that_test_nothing() {
    let constant: &[&str] = &["assertion ConstantAssertion Certain"];
    for body in [
        "assert True",
        "go()\nassert 1 == 1",
        "assert 'text'",
        "assert (go(), 'message')",
        "assert not False",
        "assert go() or True",
        "self.assertTrue(True)",
        "self.assertEqual(1, 1)",
        "self.assertIsNone(None)",
    ] {
        assert_eq!(in_test(body), constant, "{body}");
    }
    let cases: [(&str, &[&str]); 5] = [
        (
            "assert go() == 1\nassert True",
            &["assertion ConstantAssertion Likely"],
        ),
        (
            "x = go()\nassert x == x",
            &["assertion ConstantAssertion Certain"],
        ),
        ("go(1)", &["test_a NoAssertion Likely"]),
        ("x = 1", &["test_a NoAssertion Certain"]),
        ("print('fine')", &["test_a NoAssertion Certain"]),
    ];
    for (body, expected) in cases {
        assert_eq!(in_test(body), expected, "{body}");
    }
}

#[test]
fn tests_that_only_look_alike() {
    for body in [
        "assert go()",
        "assert go() == 1",
        "assert 1 == go()",
        "assert go(), 'message'",
        "with pytest.raises(E):\n    go()",
        "self.assertEqual(go(), 1)",
        "mock.assert_called_once()",
        "np.testing.assert_allclose(a, b)",
        "check_output(go())",
        "raise AssertionError",
        "with patch('shop.mail.send'):\n    assert total(1) == 2",
        "go().should.equal(1)",
        "assert x is not None",
        "assert True is go()",
    ] {
        assert_eq!(in_test(body), [""; 0], "{body}");
    }
    let helper = "def helper(x):\n    assert x\ndef test_a():\n    helper(go())\n";
    assert_eq!(found(helper), [""; 0]);
    let skipped = "import pytest\n@pytest.mark.skip\ndef test_a():\n    go()\n";
    assert_eq!(found(skipped), [""; 0]);
}

#[test]
fn what_is_promised_and_not_given() {
    check(&[
        (
            "def stats(c):\n    \"\"\"Return the size.\"\"\"\n    s = {'n': c.n}\n    log.debug('%r', s)\n    c.touch()\n",
            &["1 stats DefaultValue Likely"],
        ),
        (
            "def size(c) -> int:\n    n = go(c)\n    c.set(n)\n",
            &["1 size DefaultValue Likely"],
        ),
        (
            "def is_open(port):\n    if port is None:\n        raise TypeError(port)\n    return False\n",
            &["1 is_open FixedValue Likely"],
        ),
        (
            "def rate(code):\n    if not code:\n        return 1\n    return 1\n",
            &["1 rate FixedValue Likely"],
        ),
        (
            "class After(Stop):\n    def __init__(self, n):\n        self.n = n\n\n    def __call__(self, state):\n        return False\n",
            &["5 After.__call__ FixedValue Likely"],
        ),
        (
            "def check(ctx, path):\n    values = read(path)\n    # TODO compare\n    ctx.echo('fine')\n",
            &["2 check ResultDiscarded Certain"],
        ),
        (
            "def f(p):\n    try:\n        v = load(p)\n        stay(v)\n    except Exception as e:\n        log.debug('no %s', e)\n        v = {}\n    return v\n",
            &["5 except SwallowedError Likely"],
        ),
    ]);
    let honest: &[&str] = &[
        "def back(c):\n    \"\"\"Return to the start.\"\"\"\n    c.x = 1\n    c.go()\n",
        "def size(c) -> int:\n    while True:\n        c.go()\n",
        "def validate(x):\n    if x is None:\n        raise TypeError(x)\n    return True\n",
        "def has(x):\n    if x is None:\n        return False\n    return True\n",
        "class A(B):\n    def __init__(self, n):\n        self.n = n\n\n    def __call__(self, s):\n        return False\n\n    def __len__(self):\n        return self.n\n",
        "def f(p):\n    try:\n        return load(p)\n    except Exception as e:\n        log.error('no %s', e)\n        return {}\n",
    ];
    for source in honest {
        assert_eq!(found(source), [""; 0], "{source}");
    }
}

/// All that an option does is to say its own name; one that says why it is refused is an answer.
#[test]
fn an_option_that_is_not_written() {
    let function = |says: &str, asked: &str| {
        format!(
            "def parse(text, merge=False):\n    for line in text:\n        if {asked}:\n            raise NotImplementedError({says})\n    return text\n"
        )
    };
    let found = |text: &str| {
        let facts = code::facts(code::Language::Python, text, &code::Limits::default());
        let mut stubs = facts.stubs.iter();
        stubs.any(|it| it.reason == code::Reason::NotImplemented)
    };
    assert!(found(&function("\"merging sections\"", "merge")));
    assert!(!found(&function("\"merging is not supported\"", "merge")));
    assert!(!found(&function("\"sections\"", "is_odd(line)")));
}
