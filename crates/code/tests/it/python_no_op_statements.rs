//! Work in Python whose product nobody gets: stores that nobody reads, errors that nobody raises, sorted copies that go
//! nowhere, callbacks that nobody calls, a second time that never comes. And honest code that looks like each.

use code::Certainty;

use crate::read;

/// What is found in a file, but what is only faint.
fn found(source: &str) -> Vec<String> {
    let facts = read("shop/cart.py", source);
    let found = facts.stubs.iter();
    let found = found.filter(|s| s.certainty != Certainty::Faint);
    found
        .map(|s| format!("{} {:?}", s.what, s.reason))
        .collect()
}

#[test]
fn products_that_nobody_gets() {
    for (source, wanted) in [
        (
            "_seen = {}\n\ndef total(rows):\n    result = go(rows)\n    _seen[rows] = result\n    return result\n",
            "_seen NeverRead",
        ),
        (
            "_log = []\n\ndef total(rows):\n    _log.append(rows)\n    return go(rows)\n",
            "_log NeverRead",
        ),
        (
            "class TooMany(ValueError):\n    pass\n\ndef total(rows):\n    if len(rows) > 9:\n        TooMany(len(rows))\n    return go(rows)\n",
            "TooMany ResultDiscarded",
        ),
        (
            "def cheapest(rows, n):\n    sorted(rows, key=go)\n    return rows[:n]\n",
            "sorted ResultDiscarded",
        ),
        (
            "def watch(rows, on_bad=None):\n    for row in rows:\n        if on_bad is not None:\n            continue\n        go(row)\n",
            "watch(on_bad) ParameterIgnored",
        ),
        (
            "def merge(base, *others, lists='replace'):\n    if lists not in ('replace', 'extend'):\n        raise ValueError(f'no {lists!r}')\n    found = go(base)\n    for other in others:\n        found.update(other)\n    return found\n",
            "merge(lists) ParameterIgnored",
        ),
        (
            "def retry(func, times):\n    for _ in range(times):\n        try:\n            return func()\n        except OSError:\n            raise\n",
            "for NotImplemented",
        ),
        (
            "import os\n\ndef show(cents):\n    currency = os.environ.get('CURRENCY', 'EUR')\n    return f'{cents} EUR'\n",
            "currency NeverRead",
        ),
    ] {
        assert_eq!(found(source), [wanted], "{source}");
    }
}

#[test]
fn products_that_somebody_gets() {
    for source in [
        "def merge(base, lists='replace'):\n    if lists not in ('replace', 'extend'):\n        raise ValueError(lists)\n    return go(base, lists)\n",
        "def merge(base, order='C'):\n    if order not in ('C',):\n        raise ValueError(order)\n    return go(base)\n",
        "def merge(base, lists='replace'):\n    if lists not in ('replace', 'extend'):\n        raise ValueError(lists)\n    def one(it):\n        return it if lists == 'replace' else go(it)\n    return [one(it) for it in base]\n",
        "_seen = {}\n\ndef total(rows):\n    if rows not in _seen:\n        _seen[rows] = go(rows)\n    return _seen[rows]\n",
        "_log = []\n__all__ = ['_log']\n\ndef total(rows):\n    _log.append(rows)\n    return go(rows)\n",
        "_log = []\n\ndef total(rows):\n    _log.append(rows)\n    return go(rows)\n\ndef log():\n    return list(_log)\n",
        "class TooMany(ValueError):\n    pass\n\ndef total(rows):\n    error = TooMany(len(rows))\n    raise error\n",
        "def watch(rows, on_bad=None):\n    for row in rows:\n        if on_bad is not None:\n            on_bad(row)\n        go(row)\n",
        "def watch(rows, on_bad=None):\n    if on_bad is None:\n        raise ValueError('none to call')\n    return go(rows)\n",
        "def retry(func, times):\n    for left in range(times):\n        try:\n            return func()\n        except OSError:\n            if not left:\n                raise\n",
        "def first(rows):\n    for row in rows:\n        try:\n            return go(row)\n        except KeyError:\n            return None\n",
        "import os\n\ndef show(cents):\n    currency = os.environ.get('CURRENCY', 'EUR')\n    return f'{cents} {currency}'\n",
    ] {
        assert_eq!(found(source), [""; 0], "{source}");
    }
}

/// A copy that is made to see whether it can be is at most a note.
#[test]
fn copies_that_are_made_to_fail() {
    let source = "def check(rows):\n    try:\n        sorted(rows)\n    except TypeError:\n        return False\n    return True\n";
    let facts = read("shop/cart.py", source);
    let mut stubs = facts.stubs.iter();
    assert!(stubs.all(|s| s.certainty != Certainty::Certain));
}
