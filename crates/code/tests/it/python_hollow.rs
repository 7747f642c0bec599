//! Which bodies of Python hold no work, how sure that is, and which honest bodies only look alike.

use code::{Body, Certainty, Facts};

use crate::read;

/// The judgement on the last definition that has a body.
fn verdict(facts: &Facts) -> String {
    let mut bodies = facts.definitions.iter().filter(|d| d.body != Body::None);
    match bodies.next_back().map(|d| d.body) {
        None | Some(Body::None) => "none".to_owned(),
        Some(Body::Substantive) => "work".to_owned(),
        Some(Body::Hollow(hollow)) => {
            let sure = match hollow.certainty {
                Certainty::Certain => "certain",
                Certainty::Likely => "likely",
                Certainty::Faint => "faint",
            };
            format!("{:?} {sure}", hollow.reason)
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(verdict(&read("a.py", source)), *expected, "{source}");
    }
}

#[test]
fn nothing_in_it() {
    check(&[
        ("def save(user):\n    pass\n", "Empty certain"),
        ("def save(user): ...\n", "Empty certain"),
        ("def save(user) -> None:\n    return\n", "Empty certain"),
        (
            "def save(user) -> None:\n    return None\n",
            "Empty certain",
        ),
        (
            "def reset() -> None:\n    '''Forgets all.'''\n    return None\n",
            "Empty certain",
        ),
        // That there is none is an answer.
        ("def first():\n    return None\n", "work"),
        (
            "def save(user):\n    '''Saves the user.'''\n",
            "Empty certain",
        ),
        ("def save(user):\n    # later\n    pass\n", "Empty certain"),
        (
            "def save(user):\n    '''Saves.'''\n    _ = user\n",
            "Empty certain",
        ),
        ("def save(user):\n    del user\n", "Empty certain"),
        (
            "def save(user):\n    import os\n    pass\n",
            "Empty certain",
        ),
        ("async def save(user) -> int:\n    pass\n", "Empty certain"),
        (
            "class Cart:\n    def add(self, item):\n        pass\n    def size(self):\n        return go(self)\n    def drop(self, item):\n        pass\n",
            "Empty certain",
        ),
        (
            "@app.get('/users')\ndef users():\n    pass\n",
            "Empty certain",
        ),
        (
            "@staticmethod\ndef save(user):\n    pass\n",
            "Empty certain",
        ),
        (
            "class Cart(Base):\n    def total(self) -> int:\n        pass\n",
            "Empty certain",
        ),
        (
            "def save(user):\n    pass  # TODO: implement\n",
            "NotImplemented certain",
        ),
        (
            "class Cart(Base):\n    def add(self, item):\n        # TODO\n        pass\n",
            "NotImplemented certain",
        ),
    ]);
}

#[test]
fn nothing_in_it_and_rightly_so() {
    check(&[
        (
            "class Base(ABC):\n    @abstractmethod\n    def go(self): pass\n",
            "none",
        ),
        (
            "class Shape(Protocol):\n    def area(self) -> float: ...\n",
            "none",
        ),
        ("@overload\ndef f(x: int) -> int: ...\n", "none"),
        ("if TYPE_CHECKING:\n    def f(x): ...\n", "none"),
        (
            "@hookspec\ndef on_load(plugin):\n    '''Called on load.'''\n",
            "none",
        ),
        (
            "def a(x: int) -> int: ...\ndef b(x: int) -> int: ...\nclass C:\n    def d(self) -> str: ...\n",
            "none",
        ),
        ("class MyError(Exception):\n    pass\n", "none"),
        (
            "class MyError(Exception):\n    '''Raised.'''\n    def __init__(self, a):\n        pass\n",
            "Empty likely",
        ),
        ("class Config:\n    pass\n", "Empty likely"),
        (
            "class NullLogger:\n    def info(self, text):\n        pass\n",
            "Empty likely",
        ),
        (
            "class BasePlugin:\n    def load(self):\n        pass\n",
            "Empty likely",
        ),
        (
            "class A:\n    def go(self): pass\nclass B(A):\n    pass\nclass C:\n    x = 1\n",
            "Empty likely",
        ),
        (
            "class View(Base):\n    def close(self):\n        pass\n",
            "Empty likely",
        ),
        (
            "class Walker:\n    def on_enter(self, node):\n        pass\n",
            "Empty likely",
        ),
        (
            "class A:\n    def __exit__(self, *args):\n        pass\n",
            "Empty likely",
        ),
        ("def noop(*args): pass\n", "Empty likely"),
        ("def ignore(_event): pass\n", "Empty likely"),
        (
            "def setup(app):\n    # nothing to do here\n    pass\n",
            "Empty likely",
        ),
        ("@click.group()\ndef cli():\n    pass\n", "work"),
        (
            "@app.callback()\ndef main():\n    '''The tool.'''\n",
            "work",
        ),
        (
            "@some.odd(mark=1)\ndef f(x):\n    '''Says what is wanted.'''\n",
            "Empty likely",
        ),
        (
            "try:\n    import a\nexcept ImportError:\n    def go(x): pass\n",
            "Empty likely",
        ),
        (
            "class A:\n    @property\n    def p(self): return go(self)\n    @p.setter\n    def p(self, v): pass\n",
            "Empty likely",
        ),
        (
            "def outer():\n    def inner(): pass\n    return go(inner)\n",
            "Empty likely",
        ),
        ("def f():\n    return\n    yield\n", "work"),
        ("@contextmanager\ndef f():\n    yield\n", "work"),
    ]);
}

#[test]
fn not_there_yet() {
    check(&[
        (
            "def save(user):\n    raise NotImplementedError\n",
            "NotImplemented certain",
        ),
        (
            "def save(user):\n    raise NotImplementedError()\n",
            "NotImplemented certain",
        ),
        (
            "def save(user):\n    '''Saves.'''\n    raise NotImplementedError('later')\n",
            "NotImplemented likely",
        ),
        (
            "def save(user):\n    raise Exception('not implemented')\n",
            "NotImplemented certain",
        ),
        (
            "def save(user):\n    raise RuntimeError(f'TODO: {user}')\n",
            "NotImplemented certain",
        ),
        (
            "def save(user):\n    assert False, 'not implemented'\n",
            "NotImplemented certain",
        ),
        (
            "def save(user):\n    x = user.name\n    raise NotImplementedError\n",
            "NotImplemented certain",
        ),
        (
            "class Cart(Base):\n    def add(self):\n        raise NotImplementedError('TODO: write')\n",
            "NotImplemented certain",
        ),
        (
            "class Cart:\n    def add(self):\n        raise NotImplementedError\n    def go(self):\n        raise NotImplementedError('not implemented yet')\n",
            "NotImplemented likely",
        ),
        (
            "class Cart:\n    def size(self): return go(1)\n    def add(self):\n        raise NotImplementedError\ncart = Cart()\n",
            "NotImplemented certain",
        ),
        (
            "@app.get('/x')\ndef x():\n    return jsonify({'error': 'not implemented'})\n",
            "NotImplemented certain",
        ),
        (
            "@app.get('/x')\ndef x():\n    return {'detail': 'Not implemented'}\n",
            "NotImplemented certain",
        ),
    ]);
}

#[test]
fn refusals_that_are_answers() {
    check(&[
        (
            "class Base:\n    def go(self):\n        raise NotImplementedError\n",
            "NotImplemented likely",
        ),
        (
            "class Store:\n    def go(self):\n        raise NotImplementedError('subclasses must implement go')\n",
            "NotImplemented likely",
        ),
        (
            "class Disk(Store):\n    def seek(self):\n        raise NotImplementedError\n",
            "NotImplemented likely",
        ),
        (
            "def fork():\n    raise NotImplementedError('only on Unix')\n",
            "NotImplemented likely",
        ),
        (
            "def f(x):\n    if x:\n        return 1\n    raise NotImplementedError\n",
            "NotImplemented likely",
        ),
        (
            "@abstractmethod\ndef f(self):\n    raise NotImplementedError\n",
            "none",
        ),
        (
            "def f(x):\n    if x > 3:\n        raise NotImplementedError\n    return go(x)\n",
            "work",
        ),
        (
            "@singledispatch\ndef show(x):\n    raise NotImplementedError\n",
            "NotImplemented likely",
        ),
        ("def fail(message):\n    raise ValueError('bad')\n", "work"),
        ("def f(message):\n    raise ValueError(message)\n", "work"),
        (
            "class Frozen(Base):\n    def __setattr__(self, k, v):\n        raise TypeError('frozen')\n",
            "work",
        ),
    ]);
}

#[test]
fn the_same_whatever_it_is_given() {
    check(&[
        ("def find(id): return None\n", "DefaultValue likely"),
        ("def find(id): return\n", "DefaultValue likely"),
        (
            "def list_users(query):\n    return []\n",
            "DefaultValue likely",
        ),
        (
            "def list_users(query): return dict()\n",
            "DefaultValue likely",
        ),
        ("def valid(token): return True\n", "FixedValue likely"),
        ("def total(cart): return 42\n", "FixedValue likely"),
        (
            "def user(id): return {'id': 1, 'name': 'Ann'}\n",
            "FixedValue likely",
        ),
        (
            "class Cart(Base):\n    def find(self, id):\n        return []\n",
            "DefaultValue likely",
        ),
        ("def encrypt(text): return text\n", "Identity likely"),
        (
            "def encrypt(text: str) -> str:\n    return text\n",
            "Identity likely",
        ),
        (
            "def total(cart):\n    return 0\n    return sum(i.price for i in cart)\n",
            "DefaultValue certain",
        ),
    ]);
}

#[test]
fn constants_that_are_meant() {
    check(&[
        ("def default_tags(): return []\n", "work"),
        ("def limit(): return 10\n", "work"),
        (
            "class A:\n    @property\n    def kind(self): return 'a'\n",
            "work",
        ),
        (
            "class A(Base):\n    def __bool__(self): return False\n",
            "work",
        ),
        (
            "class A(Base):\n    def __exit__(self, *args): return False\n",
            "work",
        ),
        (
            "class BaseAuth:\n    def allowed(self, user): return True\n",
            "work",
        ),
        ("def noop(x): return None\n", "work"),
        ("def decorate(func): return func\n", "work"),
        ("def identity(x): return x\n", "work"),
        ("def to_text(x): return x\n", "work"),
        ("def wrap(x: int) -> str: return x\n", "work"),
        (
            "@app.get('/health')\ndef health(): return {'status': 'ok'}\n",
            "work",
        ),
        (
            "@app.delete('/x')\ndef x(id):\n    return Response(status_code=204)\n",
            "work",
        ),
        (
            "@app.get('/u')\ndef users(): return jsonify(load())\n",
            "work",
        ),
        ("def print_help():\n    print('usage')\n", "work"),
        (
            "def _count(db, args):\n    print(len(db.table(args.table)))\n",
            "work",
        ),
        ("def f(x): return g(x)\n", "work"),
        ("def f(x): return LIMIT\n", "work"),
        ("def f(x):\n    if x: return 1\n    return 2\n", "work"),
        ("key = lambda pair: pair[0]\n", "work"),
        (
            "class A(Base):\n    def f(self):\n        return super().f()\n",
            "work",
        ),
    ]);
}

#[test]
fn a_damaged_body_is_never_certain() {
    for source in [
        "def bad(x:\n    pass\n",
        "def bad(x, ):\n    ( \n    pass\n",
    ] {
        assert!(
            !verdict(&read("a.py", source)).contains("certain"),
            "{source}"
        );
    }
}
