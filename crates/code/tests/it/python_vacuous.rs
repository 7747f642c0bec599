//! Tests in Python that can't fail, and honest ones that only look alike.

use code::{Certainty, Reason};

use crate::read;

/// Why a file with a test can't fail for certain.
fn vacuous(source: &str) -> Vec<Reason> {
    let facts = read("test_a.py", source);
    let sure = facts.stubs.iter();
    let sure = sure.filter(|s| s.certainty == Certainty::Certain);
    sure.map(|s| s.reason).collect()
}

fn in_test(name: &str, body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    format!("import pytest\nfrom shop import add, Cart\n\ndef test_{name}():\n    {body}\n")
}

#[test]
fn assertions_that_always_hold() {
    for body in [
        "x = add(1)\nassert x < 0 or x >= 0",
        "x = add(1)\nassert x is None or x is not None",
        "x = add(1)\nassert x or not x",
        "assert len(add(1)) >= 0",
        "assert len(add(1)) > -1",
        "x = add(1)\nassert [x]",
        "x = add(1)\nassert {'a': x}",
        "x = add(1)\nassert f'sum: {x}'",
        "assert lambda: add(1) == 2",
        "x = add(1)\nassert isinstance(x, object)",
        "x = add(1)\nassert x in [x, 2]",
        "assert 1 is not None",
        "cart = Cart()\ncart.total()\nassert cart.total",
        "cart = Cart()\ncart.total()\nassert cart.total is not None",
        "add(1)\nassert add",
        "expected = add(1)\nassert add(1) == expected",
        "assert add(1) == add(1)",
        "self.assertEqual(add(1), add(1))",
        "shop = Mock()\nadd(shop)\nassert shop.pay.called_once_with(1)",
        "rows = [1, 2]\nassert sorted(rows) == [1, 2]",
        "shop = Mock(return_value=3)\nassert shop(1) == 3",
        "add(1)\nwith pytest.raises(KeyError):\n    {}['a']",
        "add(1)\nwith pytest.raises(ValueError):\n    raise ValueError('no')",
        "add(1)\nwith pytest.raises(ValueError):\n    int('x')",
        "result = add(1)\nexpected = result\nassert result == expected",
        "result = add(1)\nagain = other = result\nassert again == result",
        "first = add(1)\nlast = first\nself.assertEqual(first, last)",
        "result = add(1)\nassert isinstance(result, type(result))",
    ] {
        let found = vacuous(&in_test("add", body));
        assert_eq!(found, [Reason::ConstantAssertion], "{body}");
    }
}

#[test]
fn assertions_whose_failure_goes_nowhere() {
    for body in [
        "try:\n    assert add(1) == 2\nexcept AssertionError:\n    pass",
        "for x in rows():\n    try:\n        assert add(x) == 2\n    except Exception:\n        continue",
        "try:\n    assert add(1) == 2\nexcept:\n    print('no')",
        "try:\n    add('x')\nexcept ValueError:\n    pass",
        "for x in []:\n    assert add(x) == 2",
        "def check(x):\n    assert x == 2\nadd(1)",
    ] {
        let found = vacuous(&in_test("add", body));
        assert_eq!(found, [Reason::NoAssertion], "{body}");
    }
}

#[test]
fn assertions_that_can_fail() {
    for (name, body) in [
        ("add", "x = add(1)\nassert x < 0 or x > 0"),
        ("add", "x = add(1)\nassert x is None or x == 1"),
        ("add", "assert len(add(1)) >= 1"),
        ("add", "assert [x for x in add(1)]"),
        ("add", "assert [*add(1)]"),
        ("add", "assert isinstance(add(1), int)"),
        ("add", "assert add(1) in [1, 2]"),
        ("add", "x = add(1)\nassert x is not None"),
        ("add", "cart = Cart()\nassert cart.total"),
        (
            "add",
            "cart = Cart()\ncart.total()\nx = cart.total\nassert cart.total",
        ),
        ("add", "expected = add(1)\nassert add(2) == expected"),
        ("add", "expected = Cart(1)\nassert Cart(1) == expected"),
        ("add", "cart = Cart(1)\nother = cart\nassert cart == other"),
        (
            "add",
            "got = add(1)\nexpected = got\ngot = add(2)\nassert got == expected",
        ),
        ("add_again", "got = add(1)\nassert got == got"),
        ("add", "got = add(1)\nassert isinstance(got, type(Cart()))"),
        ("same_twice", "assert add(1) == add(1)"),
        ("cached", "first = add(1)\nassert add(1) is first"),
        ("hash", "assert hash(add) == hash(add)"),
        ("add", "with pytest.raises(KeyError):\n    Cart()['a']"),
        (
            "add",
            "with pytest.raises(KeyError):\n    with Cart():\n        raise KeyError",
        ),
        (
            "add",
            "try:\n    add(1)\nexcept ValueError as e:\n    assert str(e) == 'no'",
        ),
        (
            "add",
            "try:\n    assert add(1) == 2\nfinally:\n    add.close()",
        ),
        (
            "add",
            "try:\n    assert add(1) == 2\nexcept ValueError:\n    pass",
        ),
        (
            "add",
            "try:\n    add(1)\nexcept ValueError:\n    pass\nelse:\n    assert False",
        ),
        (
            "does_not_crash",
            "try:\n    add(1)\nexcept ValueError:\n    pass",
        ),
        (
            "add",
            "with patch.object(shop, 'rate', return_value=3):\n    assert shop.add(1) == 3",
        ),
        (
            "add",
            "with patch.object(shop, 'add', return_value=3):\n    assert shop.total(1) == 3",
        ),
    ] {
        let found = vacuous(&in_test(name, body));
        assert_eq!(found, [], "{body}");
    }
}

/// Tests that only ask that there is something, which is said faintly; and tests that ask more, or are about no more.
#[test]
fn tests_that_look_past_the_result() {
    let faint = |name: &str, body: &str| {
        let facts = read("test_a.py", &in_test(name, body));
        let found = facts.stubs.iter();
        let mut found = found.filter(|s| s.certainty == Certainty::Faint);
        found.any(|s| s.reason == Reason::NoAssertion)
    };
    for body in [
        "assert add(1) is not None",
        "x = add(1)\nassert isinstance(x, int)",
        "x = add(1)\nassert type(x) is dict\nassert len(x) > 0",
        "x = add(1)\nself.assertIsNotNone(x)\nself.assertIsInstance(x, (list, tuple))",
        "x = Cart()\nassert hasattr(x, 'total') and callable(x.total)",
    ] {
        assert!(faint("add", body), "{body}");
    }
    for (name, body) in [
        ("add", "assert add(1) == 2"),
        ("add", "x = add(1)\nassert x is not None\nassert x == 2"),
        ("add", "assert isinstance(add(1), Cart)"),
        ("add", "assert is_open(add(1))"),
        ("add", "assert len(add(1)) > 1"),
        (
            "add",
            "with pytest.raises(KeyError):\n    add(1)\nassert add is not None",
        ),
        ("type_of_add", "assert isinstance(add(1), int)"),
        ("add_is_exported", "assert callable(add)"),
        ("add", "x = add(1)\nassert x is not None\ncheck(x)"),
    ] {
        assert!(!faint(name, body), "{body}");
    }
}
