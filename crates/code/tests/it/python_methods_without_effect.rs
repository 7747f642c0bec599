//! Python that seems to do what it is asked, and does not: methods that give back their own object, texts that are made for
//! nobody, comparisons of a thing with itself. And honest code that looks like each.

use code::{Certainty, Reason};

use crate::read;

/// Everything found in a file but what is faint: reason, certainty, what.
fn found(source: &str) -> Vec<String> {
    let facts = read("shop/cart.py", source);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty != Certainty::Faint);
    stubs
        .map(|it| format!("{:?} {:?} {}", it.reason, it.certainty, it.what))
        .collect()
}

#[test]
fn objects_that_give_themselves_back() {
    let in_class = |head: &str, methods: &str| {
        let body = methods.replace('\n', "\n    ");
        found(&format!(
            "class {head}:\n    def __init__(self, n):\n        self.n = go(n)\n\n    def size(self):\n        return self.n\n\n    {body}\n"
        ))
    };
    let minus = "def __neg__(self):\n    return Cart(-self.n)\n\n";
    for (methods, name) in [
        ("def __neg__(self):\n    return self", "__neg__"),
        (
            &*format!("{minus}def __abs__(self):\n    return self"),
            "__abs__",
        ),
        ("def with_row(self, row):\n    return self", "with_row"),
    ] {
        let said = in_class("Cart", methods);
        assert_eq!(said, [format!("Identity Likely Cart.{name}")], "{methods}");
    }
    for (head, methods) in [
        ("Cart", "def __abs__(self):\n    return self"),
        ("Cart", "def __pos__(self):\n    return self"),
        ("Cart", "def __enter__(self):\n    return self"),
        ("Cart", "def __deepcopy__(self, memo):\n    return self"),
        ("Cart", "def copy(self):\n    return self"),
        ("Cart", "def as_cart(self, kind):\n    return self"),
        ("Cart", "@property\ndef own(self):\n    return self"),
        ("NullCart", "def with_row(self, row):\n    return self"),
        ("Cart(Base)", "def with_row(self, row):\n    return self"),
        (
            "Cart",
            "def with_row(self, row):\n    self.n += row\n    return self",
        ),
    ] {
        let said = in_class(head, methods);
        let itself = said.iter().any(|it| it.starts_with("Identity"));
        assert!(!itself, "{head} {methods}: {said:?}");
    }
}

#[test]
fn texts_that_are_made_for_nobody() {
    let in_method = |body: &str| {
        let body = body.replace('\n', "\n        ");
        let source = format!("class Store:\n    def write(self, data):\n        {body}\n");
        let said = found(&source);
        said.iter()
            .any(|it| it.starts_with("ResultDiscarded Certain"))
    };
    for body in [
        "text = go(data)\nself.codec.encode(text)\nself.file.write(text)",
        "yaml.safe_dump(data, allow_unicode=True)",
        "data.codec.decode(data.text)\nreturn data",
    ] {
        assert!(in_method(body), "{body}");
    }
    for body in [
        "text = self.codec.encode(go(data))\nself.file.write(text)",
        "yaml.safe_dump(data, self.file)",
        "yaml.safe_dump(data, stream=self.file)",
        "try:\n    data.encode('ascii')\nexcept UnicodeEncodeError:\n    raise ValueError(data)",
        "with raises(ValueError):\n    self.codec.encode(data)",
        "self.encoder.encode(data)",
        "self.video_stream.encode(data)",
        "self.encode(data)",
        "self.codec.encode(data, self.file)",
        "json.dump(data, self.file)",
    ] {
        assert!(!in_method(body), "{body}");
    }
}

/// Certain findings in a test.
fn in_test(name: &str, body: &str) -> Vec<Reason> {
    let body = body.replace('\n', "\n    ");
    let source =
        format!("import pytest\nfrom shop import add, Cart\n\ndef test_{name}(db):\n    {body}\n");
    let facts = read("test_a.py", &source);
    let sure = facts.stubs.iter();
    let sure = sure.filter(|it| it.certainty == Certainty::Certain);
    sure.map(|it| it.reason).collect()
}

#[test]
fn comparisons_with_nothing_else() {
    for body in [
        "self.assertTrue(add(1), Cart(1))",
        "self.assertTrue(len(add(1)), 3)",
        "expected = [1]\nself.assertTrue(add(1), expected)",
        "self.assertIn(bool(add(1)), (True, False))",
        "assert add(1) in [False, True]",
        "doc = db.get(1)\nassert doc == doc",
        "cart = Cart(1)\nself.assertEqual(cart.total(), cart.total())",
    ] {
        let found = in_test("add", body);
        assert_eq!(found, [Reason::ConstantAssertion], "{body}");
    }
    let tried =
        "for text in ['', 'a']:\n    try:\n        add(text)\n    except ValueError:\n        pass";
    assert_eq!(in_test("errors", tried), [Reason::NoAssertion]);
    for (name, body) in [
        ("add", "self.assertTrue(add(1), 'it is there')"),
        ("add", "self.assertTrue(add(1), f'no {add}')"),
        ("add", "self.assertTrue(add(1), msg)"),
        ("add", "self.assertTrue(add(1), describe(1))"),
        ("add", "self.assertTrue(add(1), MESSAGE(1))"),
        ("add", "self.assertTrue(add(1) == 2, True)"),
        ("add", "self.assertIn(add(1), (True, None))"),
        ("add", "cart = Cart(1)\nassert cart == cart"),
        ("comparison", "doc = db.get(1)\nassert doc == doc"),
        ("add", "doc = db.get(1)\ndoc = db.get(2)\nassert doc == doc"),
        (
            "repeated",
            "cart = Cart(1)\nassert cart.total() == cart.total()",
        ),
        ("add", "rows = Cart(1)\nassert rows.pop() == rows.pop()"),
        (
            "add",
            "cart = Cart(1)\nassert cart.total() == add(1).total()",
        ),
        (
            "add",
            "for text in ['', 'a']:\n    try:\n        add(text)\n    except ValueError as e:\n        assert str(e)",
        ),
        (
            "never_crashes",
            "for text in ['', 'a']:\n    try:\n        add(text)\n    except ValueError:\n        pass",
        ),
    ] {
        assert_eq!(in_test(name, body), [], "{body}");
    }
}
