//! What Python code keeps and nobody looks at, errors that it makes, and errors that it goes on from.

use code::{Certainty, Facts, How, Reason};

use crate::read;

fn unread(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let kept = facts.stubs.iter().filter(|s| s.reason == Reason::NeverRead);
    kept.map(|s| format!("{} {}", s.line, s.what)).collect()
}

#[test]
fn locals_that_nobody_reads() {
    let yes: [(&str, &str); 8] = [
        (
            "def f(x):\n    result = x.run()\n    return x\n",
            "2 result",
        ),
        (
            "def f(x):\n    hue, light = split(x)\n    return (0.0, light)\n",
            "2 hue",
        ),
        (
            "def main(opts):\n    index = 'default'\n    for opt in opts:\n        if opt == '-i':\n            index = 'always'\n    show(opts)\n",
            "2 index",
        ),
        (
            "def drop(d, *keys, **kw):\n    factory = get_factory(drop, kw)\n    out = dict(d)\n    return out\n",
            "2 factory",
        ),
        (
            "def run(job):\n    started = time.monotonic()\n    job()\n    return None\n",
            "2 started",
        ),
        (
            "def wait(text):\n    limit = parse_duration(text)\n    poll()\n",
            "2 limit",
        ),
        (
            "def f(x):\n    def guarded():\n        return x + 1\n    return go(x)\n",
            "2 guarded",
        ),
        (
            "def outer(x):\n    def inner(y):\n        size = int(y)\n        return go(y)\n    return inner\n",
            "3 size",
        ),
    ];
    for (source, expected) in yes {
        assert_eq!(unread(source), [expected], "{source}");
    }
    for source in [
        "def f(x):\n    y = get(x)\n    return y\n",
        "def f(x):\n    y = get(x)\n    def g():\n        return y\n    return g\n",
        "def f(x):\n    _y = get(x)\n    return x\n",
        "def f(x):\n    y = int(x)  # raises where it is none\n    return x\n",
        "def f(x):\n    y = get(x)\n    return locals()\n",
        "def f(x):\n    global y\n    y = get(x)\n    return x\n",
        "def f(x):\n    y = get(x)\n    return f'{y}'\n",
        "def f(x):\n    y = get(x)\n    y += 1\n    return [y for z in x]\n",
        "def f(x):\n    y, z = get(x)\n    return y + z\n",
        "def f(x):\n    y, _ = get(x)\n    return y\n",
        "def f(x):\n    y, _z = get(x)\n    return y\n",
        "def f(x):\n    window = Window(x)\n    return x\n",
        "def f(app):\n    @app.route('/')\n    def index():\n        return 'a'\n    return app\n",
        "def f():\n    class A:\n        def go(self):\n            return 1\n    return A\n",
        "def test_a():\n    started = time.time()\n    assert go()\n",
    ] {
        assert_eq!(unread(source), [""; 0], "{source}");
    }
}

/// A program whose options are declared, and what is done with what was parsed.
fn program(options: &str, rest: &str) -> String {
    format!(
        "import argparse\n\ndef main(argv=None):\n    parser = argparse.ArgumentParser()\n    {options}\n    {rest}\n"
    )
}

#[test]
fn options_that_nobody_reads() {
    let merger = "parser.add_argument('files')\n    parser.add_argument('--merger', default='a')";
    for rest in [
        "args = parser.parse_args(argv)\n    return read(args.files)",
        "args, rest = parser.parse_known_args(argv)\n    return read(args.files, rest)",
        "args = parser.parse_args(argv)\n    return run(args)\n\ndef run(opts):\n    return opts.files",
        "parser.set_defaults(go=run)\n    args = parser.parse_args(argv)\n    return args.go(args)\n\ndef run(args):\n    return args.files",
    ] {
        let found = unread(&program(merger, rest));
        assert_eq!(found, ["6 merger"], "{rest}");
    }
    for rest in [
        "args = parser.parse_args(argv)\n    return read(args.files, args.merger)",
        "args = parser.parse_args(argv)\n    return read(args)",
        "return parser.parse_args(argv)",
        "args = parser.parse_args(argv)\n    return read(**vars(args))",
        "args = parser.parse_args(argv)\n    return read(args.files, getattr(args, 'merger'))",
        "args = parser.parse_args(argv)\n    return run(args)\n\ndef run(opts):\n    return opts.files, opts.merger",
        "args = parser.parse_args(argv)\n    return run(args)\n\ndef run(opts):\n    return other.go(opts, opts.files)",
        "parser.set_defaults(go=shop.run)\n    args = parser.parse_args(argv)\n    return args.go(args, args.files)",
        "self.args = parser.parse_args(argv)\n    return self.args.files",
        "args = parser.parse_args(argv)\n    kept.append(args)\n    return args.files",
    ] {
        assert_eq!(unread(&program(merger, rest)), [""; 0], "{rest}");
    }
    for option in [
        "parser.add_argument('--merger', help='deprecated, has no effect')",
        "parser.add_argument('--merger', help=argparse.SUPPRESS)",
        "parser.add_argument('--version', action='version', version='1')",
        "parser.add_argument('--merger', dest='other')",
    ] {
        let source = program(
            option,
            "args = parser.parse_args(argv)\n    return read(args.files)",
        );
        assert_eq!(unread(&source), [""; 0], "{option}");
    }
}

/// Loops that name what they go over and do nothing with it; and those that use something up.
#[test]
fn loops_that_do_nothing() {
    let empty = |source: &str| {
        let facts = read("a.py", source);
        let mut stubs = facts.stubs.iter();
        stubs.any(|s| s.what == "for" && s.certainty == Certainty::Certain)
    };
    for body in [
        "for one, other in zip(a, b):\n        pass",
        "for key, value in a.items():\n        \"\"\"Merge them.\"\"\"\n        ...",
        "for at, one in enumerate(a):\n        continue",
    ] {
        assert!(
            empty(&format!("def f(a, b):\n    {body}\n    return a\n")),
            "{body}"
        );
    }
    for body in [
        "for _ in zip(a, b):\n        pass",
        "for line in a.stdout:\n        pass",
        "for one, other in a.pairs():\n        pass",
        "for one, other in zip(a, b):\n        go(one, other)",
        "for one, other in zip(a, b):\n        pass\n    else:\n        go(a)",
    ] {
        assert!(
            !empty(&format!("def f(a, b):\n    {body}\n    return a\n")),
            "{body}"
        );
    }
}

/// Choices from which nothing follows; and those that say why, or that have another side.
#[test]
fn choices_that_decide_nothing() {
    let empty = |body: &str| {
        let facts = read(
            "a.py",
            &format!("def f(args):\n    {body}\n    return go(args)\n"),
        );
        let mut stubs = facts.stubs.iter();
        stubs.any(|s| s.what == "if" && s.certainty == Certainty::Certain)
    };
    for body in [
        "if args.quiet:\n        pass",
        "if not args.quiet:\n        ...",
        "if args:\n        pass",
    ] {
        assert!(empty(body), "{body}");
    }
    for body in [
        "if args.quiet:\n        pass  # told elsewhere",
        "if args.quiet:\n        # Told elsewhere.\n        pass",
        "if args.quiet:\n        pass\n    else:\n        say(args)",
        "if args.quiet:\n        pass\n    elif args.loud:\n        say(args)",
        "if TYPE_CHECKING:\n        pass",
        "if args.pop():\n        pass",
        "if args.quiet:\n        return 1",
    ] {
        assert!(!empty(body), "{body}");
    }
}

fn fields(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let of = |f: &code::Field| format!("{}.{} {}", f.owner, f.name, f.private);
    facts.fields.iter().map(of).collect()
}

#[test]
fn fields_of_classes() {
    let cases: [(&str, &[&str]); 16] = [
        (
            "from .base import Base\nclass A(Base):\n    def __init__(self, n, keep):\n        self.n = n\n        self.keep = keep\n        self.m = go()\n    def go(self):\n        return self.m\n",
            &["A.n false", "A.keep false"],
        ),
        (
            "from shop import Base\nclass A(Base):\n    def __init__(self, n):\n        self.n = n\n        self.m = go()\n    def go(self):\n        return self.m\n",
            &[],
        ),
        (
            "from .base import BaseModel\nclass A(BaseModel):\n    def __init__(self, n):\n        self.n = n\n        self.m = go()\n    def go(self):\n        return self.m\n",
            &[],
        ),
        (
            "from .base import Base\nclass A(Base):\n    def __init__(self, n):\n        self.n = n\n",
            &[],
        ),
        (
            "class A:\n    def __init__(self, n):\n        self._keep = n\n        self.m = go()\n    def go(self):\n        return self.m\n",
            &["A.m false"],
        ),
        (
            "class A:\n    def go(self):\n        return 1\n    def _note(self):\n        go()\n    def __len__(self):\n        return 1\n",
            &["A._note true"],
        ),
        (
            "class A:\n    def __init__(self, n, m):\n        self.n = n\n        self._m = m\n    def go(self):\n        return self.n\n",
            &["A.n false", "A._m true"],
        ),
        (
            "class A(NamedTuple):\n    n: int\n    m: int\n    def go(self):\n        return self.n\n",
            &["A.n false", "A.m false"],
        ),
        (
            "@dataclass\nclass A:\n    n: int\n    m: int = 0\n    K: ClassVar[int] = 1\n    def go(self):\n        return self.n\n",
            &["A.n false", "A.m false"],
        ),
        // What is there to be looked at by others.
        ("class A(NamedTuple):\n    n: int\n    m: int\n", &[]),
        (
            "class A:\n    def __init__(self, n):\n        self.n = n\n",
            &[],
        ),
        (
            "class BadError(Exception):\n    def __init__(self, n):\n        self._n = n\n",
            &[],
        ),
        (
            "class A(Base):\n    def __init__(self, n):\n        self._n = n\n    def go(self):\n        return self.k\n",
            &[],
        ),
        (
            "class A:\n    def __init__(self, n):\n        self._n = n\n    def all(self):\n        return vars(self)\n",
            &[],
        ),
        (
            "class A:\n    def __init__(self, n):\n        self._task = create_task(n)\n        self._x = Thread(n)\n    def go(self):\n        return self.k\n",
            &[],
        ),
        (
            "import pytest\nclass A:\n    def __init__(self, n):\n        self._n = n\ndef test_a():\n    assert A(1)\n",
            &[],
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(fields(source), expected, "{source}");
    }
}

fn setting(facts: &Facts, name: &str) -> Option<(bool, How)> {
    facts.set.get(name).map(|it| (it.read, it.how))
}

#[test]
fn what_is_done_with_members() {
    let cases = [
        ("a.n", Some((true, How::Never))),
        ("a.n = 1", Some((false, How::Constant))),
        ("a.n = []", Some((false, How::Empty))),
        ("a.n = None", Some((false, How::Empty))),
        ("a.n = False", Some((false, How::Constant))),
        ("def f(x):\n    a.n = x", Some((false, How::Given))),
        ("def f(x):\n    a.n = x or []", Some((false, How::Given))),
        ("def f(x):\n    a.n = go(x)", Some((false, How::Computed))),
        ("a.n += 1", Some((false, How::Computed))),
        ("a.m, a.n = go()", Some((false, How::Computed))),
        ("a.n: int", Some((false, How::Never))),
        ("a.n = []\na.n.append(1)", Some((false, How::Computed))),
        ("a.n = {}\na.n[1] = 2", Some((false, How::Computed))),
        ("a.n = []\nx = a.n.pop()", Some((true, How::Empty))),
        ("a.n.append(1)", Some((true, How::Never))),
        ("A(n=1)", Some((false, How::Constant))),
        ("a.n = 1\ngetattr(a, 'n')", Some((true, How::Constant))),
        ("a.n = 1\n'{0.n}'.format(a)", Some((true, How::Constant))),
        (
            "match a:\n    case A(n=1):\n        go()",
            Some((true, How::Never)),
        ),
        (
            "class A:\n    def n(self):\n        go()",
            Some((false, How::Computed)),
        ),
        ("n = 1", None),
    ];
    for (source, expected) in cases {
        let facts = read("a.py", &format!("{source}\n"));
        assert_eq!(setting(&facts, "n"), expected, "{source}");
    }
    let tests = "import pytest\ndef test_a():\n    assert go().n == 1\n";
    assert_eq!(
        setting(&read("a.py", tests), "n"),
        Some((false, How::Never))
    );
}

#[test]
fn errors_that_are_made_and_told() {
    let made = |source: &str| {
        let facts = read("a.py", source);
        facts.made.is_some_and(|it| it.contains("ParseError"))
    };
    for source in [
        "raise ParseError\n",
        "raise ParseError('x') from e\n",
        "raise errors.ParseError('x')\n",
        "class Deep(ParseError):\n    pass\n",
        "x = {1: ParseError}\n",
        "try:\n    go()\nexcept ParseError:\n    pass\n",
    ] {
        assert!(made(source), "{source}");
    }
    for source in [
        "class ParseError(Exception):\n    pass\n",
        "from a import ParseError\n",
        "def f(x) -> ParseError:\n    go(x)\n",
        "isinstance(x, ParseError)\n",
        "'ParseError'\n",
        "import pytest\ndef test_a():\n    with pytest.raises(ParseError):\n        go()\n",
    ] {
        assert!(!made(source), "{source}");
    }
    let source = "def f(x):\n    log.warning('x')\n    print('a', file=sys.stderr)\n    show_error(x)\n    print('a')\n    log.debug('x')\n    go(x)\n    raise E\n";
    let told = read("a.py", source).tells.into_iter();
    assert_eq!(told.collect::<Vec<u32>>(), [2, 3, 4, 8]);
}

#[test]
fn errors_that_are_gone_on_from() {
    let faint = |source: &str| {
        let facts = read("a.py", source);
        let mut stubs = facts.stubs.iter();
        // One that names its error waits for a plan that does.
        stubs.any(|s| {
            let faint = s.certainty == Certainty::Faint && s.what == "except";
            faint && s.reason == Reason::SwallowedError
        })
    };
    let tried = |rest: &str| format!("def f(x):\n    try:\n        y = go(x)\n    {rest}\n");
    for rest in [
        "except ValueError:\n        y = 0",
        "except ValueError:\n        return None",
        "except (ValueError, TypeError):\n        return x",
        "except OSError:\n        y = DEFAULT",
        "except HTTPError as e:\n        logger.info('no %s', e)\n        y = []",
        "except FileNotFoundError:\n        pass",
    ] {
        assert!(faint(&tried(rest)), "{rest}");
    }
    for rest in [
        "except ValueError:\n        raise",
        "except ValueError as e:\n        failed.append(e)",
        "except ValueError:\n        return recover(x)",
        "except KeyError:\n        return None",
        "except StopIteration:\n        return None",
        "except ValueError:\n        # An empty field is no number.\n        return None",
        "except NoMatch:\n        return None",
    ] {
        assert!(!faint(&tried(rest)), "{rest}");
    }
    let loop_ = "def f(xs):\n    for x in xs:\n        try:\n            go(x)\n        except OSError:\n            continue\n";
    assert!(faint(loop_));
    let asks = "def is_number(x):\n    try:\n        float(x)\n    except ValueError:\n        return False\n    return True\n";
    assert!(!faint(asks));
}

#[test]
fn options_that_are_kept() {
    let source = "def main():\n    p = ArgumentParser()\n    p.add_argument('-n', '--dry-run', action='store_true')\n    p.add_argument('path')\n    p.add_argument('-V', action='version')\n    p.add_argument('--out', dest='target')\n    args = p.parse_args()\n    go(args.path)\n";
    assert_eq!(fields(source), [".dry_run false", ".path false"]);
    let facts = read("a.py", source);
    assert_eq!(setting(&facts, "dry_run"), Some((false, How::Given)));
    assert_eq!(setting(&facts, "path"), Some((true, How::Given)));
    let whole = source.replace("args.path", "**vars(args)");
    assert_eq!(fields(&whole), [""; 0]);
}

#[test]
fn parameters_that_are_lost() {
    let lost = |source: &str| {
        let facts = read("a.py", source);
        let mut stubs = facts.stubs.iter();
        stubs.any(|s| s.reason == Reason::ParameterIgnored && s.what.ends_with(')'))
    };
    for source in [
        "@cli.command()\n@click.option('--dry-run', is_flag=True)\ndef sync(dry_run):\n    n = load()\n    go(n)\n",
        "def wait(poll, limit):\n    limit = 30\n    while limit:\n        poll(limit)\n",
        "class A:\n    def __init__(self, n, m):\n        self.n = n\n    def go(self):\n        return self.n\nclass B(A):\n    pass\n",
        "class A:\n    def put(self, n, m):\n        \"\"\"Puts.\n\n        m: how often\n        \"\"\"\n        return self.go(n)\nclass B(A):\n    def go(self, n):\n        return n + 1\n",
        "class A:\n    def once(self, f, sender=None):\n        \"\"\"Call once.\n\n        :param f: what is called\n        :param sender: who sends\n        \"\"\"\n        self.go(f)\n        return f\n",
    ] {
        assert!(lost(source), "{source}");
    }
    for source in [
        "@cli.command()\n@click.option('--dry-run', is_flag=True)\ndef sync(dry_run):\n    go(dry_run)\n",
        "class A:\n    def once(self, f, sender=None):\n        self.go(f)\n        return f\n",
        "def wait(poll, limit):\n    limit = limit or 30\n    poll(limit)\n",
        "def wait(poll, limit):\n    if limit is None:\n        limit = 30\n    poll(limit)\n",
        "class A:\n    def put(self, n, m):\n        return self.go(n)\nclass B(A):\n    def put(self, n, m):\n        return n + m\n",
        "class A(Base):\n    def put(self, n, m):\n        return self.go(n)\n",
        "class A:\n    def put(self, n, m):\n        return self.go(n)\nclass B(A):\n    pass\n",
        "class A:\n    def put(self, n, m):\n        return self.go(n)\nclass B:\n    def put(self, n, m):\n        return n + m\n",
        "def low(v, x, s):\n    return go(v, x, s)\ndef high(v, x, s):\n    return go(v, x)\ndef wide(v, x, s):\n    return go(x, v)\n",
    ] {
        assert!(!lost(source), "{source}");
    }
}

#[test]
fn answers_that_are_half_done() {
    let half = |source: &str| {
        let facts = read("a.py", source);
        let of = |s: &code::Stub| format!("{} {:?}", s.what, s.reason);
        facts.stubs.iter().map(of).collect::<Vec<String>>()
    };
    let cases: [(&str, &str); 7] = [
        (
            "def check(x):\n    if not x:\n        ValueError('no')\n    return go(x)\n",
            "ValueError ResultDiscarded",
        ),
        (
            "def total(rows):\n    n = 0\n    for row in rows:\n        n += row.price\n        return n\n",
            "for NotImplemented",
        ),
        (
            "class A:\n    def stats(self):\n        n = len(self.jobs)\n        return {'jobs': n, 'late': 0}\n",
            "A.stats['late'] FixedValue",
        ),
        (
            "def size(path):\n    os.stat(path)\n    return 4096\n",
            "size FixedValue",
        ),
        (
            "class A:\n    def save(self, x):\n        if x.deep:\n            raise ValueError('deep ones are not supported yet')\n        self.put(x)\n",
            "raise NotImplemented",
        ),
        (
            "class A:\n    def save(self, x):\n        if x.deep:\n            raise NotImplementedError('TODO')\n        self.put(x)\n",
            "raise NotImplemented",
        ),
        (
            "def save(x):\n    if x.deep:\n        print('deep ones are not supported yet')\n    else:\n        put(x)\n",
            "print NotImplemented",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(half(source), [expected], "{source}");
    }
    for source in [
        "def stats(jobs):\n    if not jobs:\n        return {'jobs': jobs, 'late': 0}\n    return {'jobs': len(jobs), 'late': late(jobs)}\n",
        "def start(jobs):\n    return {'jobs': jobs, 'late': 0}\n",
        "def stats():\n    return {'jobs': 0, 'late': 0}\n",
        "def first(rows):\n    for row in rows:\n        return row\n    return None\n",
        "def first(rows):\n    for row in rows:\n        if bad(row):\n            continue\n        go(row)\n        return row\n",
        "def check(x):\n    error = ValueError('no')\n    return go(x, error)\n",
        "def remove(path):\n    os.unlink(path)\n    return 1\n",
        "def save(x):\n    if x.deep:\n        raise ValueError('deep ones are not supported on Windows')\n    put(x)\n",
    ] {
        assert_eq!(half(source), [""; 0], "{source}");
    }
}

/// The fields of a text that nothing is known to look at.
fn looked_for(source: &str) -> Vec<String> {
    let facts = read("a.py", source);
    let kept = facts.fields.iter();
    let never = kept.filter(|it| facts.set.get(&it.name).is_some_and(|set| !set.read));
    never.map(|it| it.name.clone()).collect()
}

#[test]
fn options_that_are_taken_out_of_the_rest() {
    let class = |base: &str, body: &str| {
        format!(
            "class Shop({base}):\n    def __init__(self, **kwargs):\n        self.places = kwargs.pop('places', 2)\n        self.tax_rate = kwargs.pop('tax_rate', 5)\n        super().__init__(**kwargs)\n\n    def total(self, x):\n        {body}\n"
        )
    };
    let idle = class("base.Formatter", "return round(x, self.places)");
    assert_eq!(looked_for(&idle), ["tax_rate"]);
    for source in [
        class("base.Formatter", "return x * self.tax_rate + self.places"),
        class(
            "base.Formatter",
            "return getattr(self, 'tax_rate') * self.places",
        ),
        // What such a base is made of, it looks at itself.
        class("forms.ModelForm", "return round(x, self.places)"),
        idle.replace("kwargs.pop('tax_rate', 5)", "Rates(5)"),
        idle.replace("kwargs.pop('tax_rate', 5)", "kwargs.pop('rate', 5)"),
    ] {
        assert!(looked_for(&source).is_empty(), "{source}");
    }
}
