//! What functions do with parameters and errors, by itself and beside the version before.

use code::{Certainty, Delta, Neglect, Reason, delta};

use crate::read;

fn reasons(path: &str, source: &str) -> Vec<(String, Reason, Certainty)> {
    let stubs = read(path, source).stubs.into_iter();
    stubs.map(|s| (s.what, s.reason, s.certainty)).collect()
}

fn has(path: &str, source: &str, reason: Reason) -> bool {
    let mut found = reasons(path, source).into_iter();
    // What is only faint says nothing by itself.
    found.any(|it| it.1 == reason && it.2 != Certainty::Faint)
}

fn neglected(path: &str, before: &str, after: &str) -> Vec<Neglect> {
    let delta: Delta = delta(Some(&read(path, before)), &read(path, after));
    delta.neglected.into_iter().map(|it| it.what).collect()
}

#[test]
fn parameters_that_nobody_asks_for() {
    let ignored = [
        (
            "a.py",
            "def size(value, sep=' '):\n    x = go(value)\n    return str(x)\n",
        ),
        (
            "a.py",
            "@bp.route('/<int:id>/update')\ndef update(id):\n    return redirect(url_for('index'))\n",
        ),
        (
            "a.js",
            "function size(value, sep) { var x = go(value); return String(x); }\n",
        ),
        (
            "a.ts",
            "export class Cart { find(id: string, sku: string) { return this.items.get(id); } }\n",
        ),
    ];
    for (path, source) in ignored {
        assert!(has(path, source, Reason::ParameterIgnored), "{source}");
    }
    let honest = [
        (
            "a.py",
            "def size(value, sep=' '):\n    \"\"\"sep: deprecated, has no effect\"\"\"\n    return str(go(value))\n",
        ),
        (
            "a.py",
            "def size(value, sep=' '):\n    return str(go(value))\nrun(size)\n",
        ),
        (
            "a.py",
            "@bp.route('/<path:path>')\ndef page(path):\n    return send('index.html')\n",
        ),
        (
            "a.py",
            "@app.route('/x')\ndef page(id):\n    return send('index.html')\n",
        ),
        (
            "a.py",
            "def size(value, *args, **kwargs):\n    return str(go(value))\n",
        ),
        (
            "a.js",
            "function size(value, sep) { return go(value); }\nitems.map(size);\n",
        ),
        (
            "a.js",
            "/**\n * sep is unused, kept for compatibility\n */\nfunction size(value, sep) { return go(value); }\n",
        ),
        (
            "a.js",
            "function size(value, sep) { return go.apply(null, arguments); }\n",
        ),
        (
            "a.ts",
            "class Cart extends Base { find(id, sku) { return this.items.get(id); } }\n",
        ),
        (
            "a.ts",
            "const size: Sizer = (value, sep) => { const x = go(value); return x; };\n",
        ),
        (
            "a.ts",
            "class A { constructor(private readonly a: B, c: D) { this.c = go(c); } }\n",
        ),
    ];
    for (path, source) in honest {
        assert!(!has(path, source, Reason::ParameterIgnored), "{source}");
    }
}

#[test]
fn errors_that_nobody_is_told_of() {
    let swallowed = [
        (
            "a.py",
            "def f(p):\n    try:\n        json = decode(p)\n    except Exception:\n        json = b''\n    return load(json)\n",
        ),
        (
            "a.py",
            "def f(p):\n    try:\n        go(p)\n        stay(p)\n    except Exception:\n        pass  # ignore\n    return 1\n",
        ),
        (
            "a.js",
            "function f(p) { try { go(p, 1); stay(); } catch (e) { /* ignore */ } return g(p); }\n",
        ),
        (
            "a.js",
            "function load(p) { try { return JSON.parse(p); } catch { return {}; } }\n",
        ),
    ];
    for (path, source) in swallowed {
        assert!(has(path, source, Reason::SwallowedError), "{source}");
    }
    let honest = [
        (
            "a.py",
            "def f(p):\n    try:\n        os.makedirs(p)\n    except OSError:\n        pass\n    return go(p)\n",
        ),
        (
            "a.py",
            "def f(p):\n    try:\n        go(p)\n        stay(p)\n    except Exception:\n        pass  # the cache is only a help\n    return 1\n",
        ),
        (
            "a.py",
            "def f(p):\n    for x in p:\n        try:\n            return go(x)\n        except MatchError:\n            pass\n    raise E(p)\n",
        ),
        (
            "a.py",
            "def f(p):\n    try:\n        go(p)\n        return True\n    except Exception:\n        return False\n",
        ),
        (
            "a.py",
            "def f(p):\n    try:\n        x = go(p)\n    except Exception:\n        x = None\n    if x is None:\n        x = other(p)\n    return x\n",
        ),
        (
            "a.js",
            "function tryStat(p) { try { return fs.statSync(p); } catch (e) { return undefined; } }\n",
        ),
        (
            "a.js",
            "function f(p) { try { go(p, 1); } catch (e) { /* a reader may have left already */ } }\n",
        ),
        (
            "a.js",
            "function f(p) { let x; try { x = p(); } catch {} if (!x) { return other(); } return x; }\n",
        ),
        (
            "a.js",
            "function warn(m) { try { throw new Error(m); } catch (e) {} }\n",
        ),
        (
            "a.js",
            "function f(p) { try { p.close(); } catch {} return go(p); }\n",
        ),
    ];
    for (path, source) in honest {
        assert!(!has(path, source, Reason::SwallowedError), "{source}");
    }
}

#[test]
fn less_than_before() {
    let read = |p: &str| Neglect::NoLongerRead(p.to_owned());
    let cases = [
        (
            "a.js",
            "var f = function (a, b) { return go(a, b); };",
            "var f = function (a, b) { return go(a); };",
            vec![read("b")],
        ),
        (
            "a.js",
            "var o = { f(a) { this.x(a); this.y(); } };",
            "var o = { f(a) { this.y(); } };",
            vec![read("a")],
        ),
        (
            "a.py",
            "def f(a):\n    return go(a)\n",
            "def f(a, b=1):\n    return go(a)\n",
            vec![Neglect::NeverRead("b".to_owned())],
        ),
        (
            "a.py",
            "def f(a):\n    try:\n        x = go(a)\n    except OSError as e:\n        raise E(a) from e\n    return x\n",
            "def f(a):\n    try:\n        x = go(a)\n    except OSError:\n        x = None\n    return x\n",
            vec![Neglect::Dropped],
        ),
        (
            "a.js",
            "function f(cb) { try { go(cb); more(); } catch (e) { cb(e); } }",
            "function f(cb) { try { go(cb); more(); } catch (e) { /* ignore */ } }",
            vec![Neglect::Dropped],
        ),
        (
            "a.rs",
            "pub fn create(p: &Path) -> R<File> { open(p) }",
            "pub fn create(p: &Path, m: Mode) -> R<File> { open(p) }",
            vec![Neglect::NeverRead("m".to_owned())],
        ),
        // What is not done at all has no use for what it is given.
        (
            "a.rs",
            "pub fn create(_p: &Path) -> R<File> { not_supported() }",
            "pub fn create(_p: &Path, _m: Mode) -> R<File> { not_supported() }",
            vec![],
        ),
        (
            "a.java",
            "class A { Number f(String s) throws E { try { return l(s); } catch (F e) { throw new E(e); } } }",
            "class A { Number f(String s) throws E { try { return l(s); } catch (F e) { return decimal(s); } } }",
            vec![],
        ),
        // What is not taken any more, is not neglected.
        (
            "a.js",
            "var f = function (a, b) { return go(a, b); };",
            "var f = function (a) { return go(a); };",
            vec![],
        ),
        (
            "a.py",
            "class A(B):\n    def f(self, a):\n        return go(a)\n",
            "class A(B):\n    def f(self, a, b):\n        return go(a)\n",
            vec![],
        ),
        (
            "a.py",
            "def f(a, b):\n    return go(a, b)\n",
            "def f(a, b):\n    # b is ignored since 2.0\n    return go(a)\n",
            vec![],
        ),
    ];
    for (path, before, after, expected) in cases {
        assert_eq!(neglected(path, before, after), expected, "{after}");
    }
}

#[test]
fn work_to_come_and_fixed_answers() {
    let certain = [
        (
            "a.js",
            "var f = { RAW: function (value) {\n// TODO: escape\n} };",
            Reason::NotImplemented,
        ),
        (
            "a.ts",
            "useEffect(() => {\n// TODO: subscribe\n}, []);",
            Reason::NotImplemented,
        ),
        (
            "a.py",
            "class M(Base):\n    def load(self, x):\n        return super().load(x)\n    def dump(self, x) -> bytes:\n        ...\n",
            Reason::Empty,
        ),
        (
            "a.py",
            "def f():\n    db.execute('x').fetchall()\n    return render('a.html', rows=[])\n",
            Reason::ResultDiscarded,
        ),
    ];
    for (path, source, reason) in certain {
        let found = reasons(path, source);
        let sure = found
            .iter()
            .any(|it| it.1 == reason && it.2 == Certainty::Certain);
        assert!(sure, "{source} {found:?}");
    }
    assert!(has(
        "a.js",
        "res.vary = function (field) { return this; };",
        Reason::FixedValue
    ));
    assert!(has(
        "a.js",
        "var encode = function encode(str, charset, kind) { return str; };",
        Reason::Identity
    ));
    let siblings = "get(req, 'ip', function () { return this.a; });\nget(req, 'host', function () { return this.b; });\n";
    let getter = format!("{siblings}get(req, 'lang', function () {{ return 'en'; }});\n");
    assert!(has("a.js", &getter, Reason::FixedValue));
    let honest = [
        (
            "a.js",
            "class NullLogger { info(a) { return this; } }",
            Reason::FixedValue,
        ),
        (
            "a.js",
            "get(req, 'lang', function () { return 'en'; });",
            Reason::FixedValue,
        ),
        ("a.js", "const first = (a, b) => a;", Reason::Identity),
        (
            "a.js",
            "const counter = (state, action) => state;",
            Reason::Identity,
        ),
        (
            "a.py",
            "class P(Protocol):\n    def dump(self, x) -> bytes: ...\n",
            Reason::Empty,
        ),
    ];
    for (path, source, reason) in honest {
        assert!(!has(path, source, reason), "{source}");
    }
}

#[test]
fn tests_that_keep_and_never_look() {
    let sure = |path: &str, source: &str| {
        let found = reasons(path, source);
        found
            .iter()
            .any(|it| it.1 == Reason::NoAssertion && it.2 == Certainty::Certain)
    };
    let vacuous = [
        (
            "test_a.py",
            "import pytest\n@pytest.mark.parametrize('given, expected', [(1, 2)])\ndef test_a(given, expected):\n    go(given)\n",
        ),
        (
            "test_a.py",
            "import pytest\ndef test_a():\n    result = go(1)\n",
        ),
        ("a.test.js", "it('adds', () => { const r = add(1, 2); });"),
        (
            "a.test.js",
            "it('adds', () => { const r = add(1, 2); if (r !== 3) { console.log('wrong'); } });",
        ),
    ];
    for (path, source) in vacuous {
        assert!(sure(path, source), "{source}");
    }
    let honest = [
        (
            "test_a.py",
            "import pytest\ndef test_does_not_raise():\n    result = go(1)\n",
        ),
        (
            "test_a.py",
            "import pytest\n@pytest.mark.parametrize('given, expected', [(1, 2)])\ndef test_a(given, expected):\n    assert go(given) == expected\n",
        ),
        (
            "a.test.js",
            "it('does not throw', () => { const r = add(1, 2); });",
        ),
        (
            "a.test.js",
            "it('adds', () => { const r = add(1, 2); expect(r).toBe(3); });",
        ),
    ];
    for (path, source) in honest {
        assert!(!sure(path, source), "{source}");
    }
}

#[test]
fn errors_of_rust_that_were_told_and_are_gone() {
    let before = "impl S { pub fn save(&self, a: A) -> Result<(), E> { let text = encode(a)?; self.write(&text)?; Ok(()) } }";
    let dropped = [
        "impl S { pub fn save(&self, a: A) -> Result<(), E> { let text = encode(a)?; let _ = self.write(&text); Ok(()) } }",
        "impl S { pub fn save(&self, a: A) -> Result<(), E> { let text = encode(a).unwrap_or_default(); self.write(&text)?; Ok(()) } }",
        "impl S { pub fn save(&self, a: A) -> Result<(), E> { if let Ok(text) = encode(a) { self.write(&text)?; } Ok(()) } }",
    ];
    for after in dropped {
        assert_eq!(
            neglected("a.rs", before, after),
            [Neglect::Dropped],
            "{after}"
        );
    }
    let honest = [
        "impl S { pub fn save(&self, a: A) -> Result<(), E> { let text = encode(a)?; self.write(&text) } }",
        "impl S { pub fn save(&self, a: A) -> Result<(), E> { let text = encode(a)?; self.write(&text).map_err(E::from)?; Ok(()) } }",
        "impl S { pub fn save(&self, a: A) -> Result<(), E> {\nlet text = encode(a)?;\n// The file is a cache: without it everything is made again.\nlet _ = self.write(&text);\nOk(()) } }",
    ];
    for after in honest {
        assert_eq!(neglected("a.rs", before, after), [], "{after}");
    }
}

/// `?` on what may be missing passes on no error.
#[test]
fn what_is_missing_is_no_error() {
    let before = "fn look(node: N) -> Option<F> { let body = node.field(\"body\")?; find(body) }";
    let after = "fn look(node: N) -> Option<F> { let body = node.field(\"body\").unwrap_or_default(); find(body) }";
    assert_eq!(neglected("a.rs", before, after), []);
}

#[test]
fn work_taken_out_of_one_of_several() {
    let gutted = |before: &str, after: &str| {
        let found = delta(Some(&read("a.ts", before)), &read("a.ts", after)).gutted;
        found.into_iter().map(|it| it.1).collect::<Vec<u32>>()
    };
    let two = "query({ next: (p) => { page(p); return p + 1; } });\nquery({ next: (p) => { page(p); return p + 2; } });\n";
    // One more, which has nothing to do.
    let more = format!("{two}query({{ next: () => undefined }});\n");
    assert_eq!(gutted(two, &more), Vec::<u32>::new());
    let one_less = two.replace("{ page(p); return p + 2; }", "undefined");
    assert_eq!(gutted(two, &one_less), vec![2]);
}

#[test]
fn parameters_that_are_only_set_right() {
    let vain = [
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n if n < 1 {\n  n = 1\n }\n s := strings.Join(all, \" \")\n return s\n}\n",
        ),
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n n = max(n, 1)\n s := strings.Join(all, \" \")\n return s\n}\n",
        ),
        (
            "a.py",
            "def words(all, n):\n    if n < 1:\n        n = 1\n    out = join(all)\n    return out\n",
        ),
        (
            "a.py",
            "def words(all, n):\n    n = max(n, 1)\n    out = join(all)\n    return out\n",
        ),
    ];
    for (path, source) in vain {
        assert!(has(path, source, Reason::ParameterIgnored), "{source}");
    }
    let honest = [
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n if n < 1 {\n  n = 1\n }\n return strings.Join(all[:n], \" \")\n}\n",
        ),
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n if n < 1 {\n  all = nil\n }\n s := strings.Join(all, \" \")\n return s\n}\n",
        ),
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n n = min(n, len(all))\n return strings.Join(all[:n], \" \")\n}\n",
        ),
        (
            "a.go",
            "package a\n\nfunc Words(all []string, n int) string {\n if n < 1 {\n  return \"\"\n }\n s := strings.Join(all, \" \")\n return s\n}\n",
        ),
        (
            "a.py",
            "def words(all, n):\n    if n < 1:\n        n = 1\n    out = join(all[:n])\n    return out\n",
        ),
        (
            "a.py",
            "def words(all, n):\n    if n < 1:\n        raise ValueError(n)\n    out = join(all)\n    return out\n",
        ),
        (
            "a.py",
            "def words(all, n=None):\n    if n is None:\n        n = len(all)\n    return join(all, n)\n",
        ),
    ];
    for (path, source) in honest {
        assert!(!has(path, source, Reason::ParameterIgnored), "{source}");
    }
}

#[test]
fn what_stands_on_a_type_of_the_language_is_its_own() {
    let of = |base: &str, method: &str| format!("export class Cache extends {base} {{ {method} }}");
    let ignores = "getOrMake(key, make, options) { return this.get(key) ?? make(key); }";
    let has_it =
        |base: &str, method: &str| has("a.js", &of(base, method), Reason::ParameterIgnored);
    assert!(has_it("Map", ignores));
    assert!(!has_it("Store", ignores));
    assert!(!has_it(
        "Map",
        "get(key, options) { return this.inner.get(key); }"
    ));
}

#[test]
fn a_member_that_bears_the_name_of_an_error_tells_of_one() {
    let of = |set: &str| {
        format!(
            "export function read(text) {{ const found = {{}}; try {{ found.value = go(text); use(found); }} catch {{ {set} }} return found; }}"
        )
    };
    let drops = |set: &str| {
        let found = read("a.js", &of(set)).stubs;
        found.iter().any(|it| it.reason == Reason::SwallowedError)
    };
    assert!(!drops(
        "found.error = found.error || 'the text is malformed'"
    ));
    assert!(!drops("found.error ||= 'the text is malformed'") || drops("found.value = other"));
    assert!(drops("found.error = null"));
    assert!(drops("found.value = other"));
}
