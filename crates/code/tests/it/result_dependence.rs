//! What the answers of functions hang on, in each language: the habit of the only function of a text.

use code::{Habit, Language, Limits};

fn habits(language: Language, text: &str) -> Vec<Habit> {
    let limits = Limits::default();
    let facts = code::facts(language, text, &limits);
    let all = code::result_dependence(&facts, text, &limits);
    all.into_iter().flat_map(|it| it.habits).collect()
}

#[test]
fn what_answers_hang_on() {
    let fixed = |text: &str| Habit::Fixed(text.to_owned());
    for (language, text, wanted) in [
        (
            Language::Rust,
            "fn f(&self) -> u8 { let n = 0; n }",
            vec![fixed("0")],
        ),
        (
            Language::Rust,
            "fn f(&self) -> Vec<u8> { Vec::new() }",
            vec![fixed("Vec::new()")],
        ),
        (Language::Rust, "fn f() -> Cache { Cache::new() }", vec![]),
        (
            Language::Rust,
            "fn f(&self) -> bool { if self.on { true } else { false } }",
            vec![],
        ),
        (
            Language::Python,
            "def f(self):\n    '''Says.'''\n    return True\n",
            vec![fixed("True")],
        ),
        (Language::Python, "def f(n):\n    return f'{n}'\n", vec![]),
        (
            Language::Go,
            "package a\n\nfunc (t *T) f() time.Duration { return 50 * time.Millisecond }\n",
            vec![fixed("50 * time.Millisecond")],
        ),
        (
            Language::Go,
            "package a\n\nfunc (t *T) f() State { return Closed }\n",
            vec![fixed("Closed")],
        ),
        (
            Language::Go,
            "package a\n\nfunc (t *T) f() int { return 2 * t.n }\n",
            vec![],
        ),
        (
            Language::Go,
            "package a\n\nfunc f() []int { return []int{} }\n",
            vec![fixed("[]int{}")],
        ),
        (
            Language::Go,
            "package a\n\nfunc f() *T { return &T{} }\n",
            vec![],
        ),
        (
            Language::Go,
            "package a\n\nfunc (t *T) f() bool {\n\tif false {\n\t\treturn t.on\n\t}\n\treturn false\n}\n",
            vec![fixed("false")],
        ),
        (
            Language::Java,
            "class A { double[] f() { final double[] all = new double[PARTS]; return all; } }",
            vec![fixed("new double[PARTS]")],
        ),
        (
            Language::Java,
            "class A { double[] f() { final double[] all = new double[PARTS]; all[0] = w; return all; } }",
            vec![],
        ),
        (
            Language::Java,
            "class A { int f() { return 0; } }",
            vec![fixed("0")],
        ),
        (
            Language::Java,
            "class A { List f() { return new ArrayList<>(); } }",
            vec![fixed("new ArrayList<>()")],
        ),
        (
            Language::Java,
            "class A { B f() { return new B(); } }",
            vec![],
        ),
        (
            Language::TypeScript,
            "const f = () => [];",
            vec![fixed("[]")],
        ),
        (
            Language::TypeScript,
            "function f(this: T) { return this.on; }",
            vec![],
        ),
        (
            Language::TypeScript,
            "class A { f() { this.g(); return true; } }",
            vec![Habit::Always("true".to_owned())],
        ),
        (
            Language::Go,
            "package a\n\nfunc (t *T) f() *T { return t }\n",
            vec![Habit::GivesItselfBack],
        ),
    ] {
        assert_eq!(habits(language, text), wanted, "{text}");
    }
}

#[test]
fn what_becomes_of_what_is_given() {
    let unread = |name: &str| vec![Habit::Unread(name.to_owned())];
    let passes = |to: &str| vec![Habit::PassesOn(to.to_owned())];
    for (language, text, wanted) in [
        (
            Language::Rust,
            "fn f(a: u8, b: u8) -> u8 { a.add(1) }",
            unread("b"),
        ),
        (
            Language::Rust,
            "fn f(b: u8) -> String { format!(\"{b}\") }",
            vec![],
        ),
        (
            Language::Python,
            "def f(a, b):\n    return a.b(b=a)\n",
            unread("b"),
        ),
        (
            Language::Go,
            "package a\n\nfunc f(a, b int) int { return g(b, 1) }\n",
            unread("a"),
        ),
        (
            Language::Java,
            "class A { int f(int a, int b) { return this.g(a).b; } }",
            unread("b"),
        ),
        (
            Language::TypeScript,
            "function f(a: T, b: T) { return a.b(); }",
            unread("b"),
        ),
        (
            Language::Rust,
            "impl A { fn f(&self, a: u8) -> u8 { self.g(a) } }",
            passes("g"),
        ),
        (
            Language::Python,
            "class A:\n    def f(self, a):\n        return self.g(a)\n",
            passes("g"),
        ),
        (
            Language::Go,
            "package a\n\nfunc f(a, b int) int { return g(a, b) }\n",
            passes("g"),
        ),
        (
            Language::Java,
            "class A { int f(int a) { return super.f(a); } }",
            vec![Habit::PassesUp],
        ),
        (
            Language::TypeScript,
            "class A { async f(a: T) { return await this.g(a); } }",
            passes("g"),
        ),
        (
            Language::TypeScript,
            "class A { f(a: T) { return this.inner.g(a); } }",
            vec![],
        ),
        (
            Language::Python,
            "def f(kind):\n    if kind not in ALL:\n        raise ValueError(kind)\n    return g()\n",
            vec![Habit::OnlyChecked("kind".to_owned())],
        ),
    ] {
        assert_eq!(habits(language, text), wanted, "{text}");
    }
}

#[test]
fn constants_that_are_other_ones() {
    let limits = Limits::default();
    for (language, text, wanted) in [
        (Language::Rust, "const A_B: u8 = C_D;", 1),
        (Language::Rust, "const A_B: u8 = 3;", 0),
        (Language::Go, "package a\n\nconst AB = CD\n", 1),
        (Language::Java, "class T { static final int AB = CD; }", 1),
        (Language::TypeScript, "export const AB = CD;", 1),
        (Language::Python, "AB = CD\n", 1),
        (Language::Python, "def f():\n    AB = CD\n", 0),
    ] {
        let facts = code::facts(language, text, &limits);
        assert_eq!(code::aliases(&facts, text, &limits).len(), wanted, "{text}");
    }
}

/// Answers that are spelt otherwise and all hold nothing, and collections that nothing is put into.
#[test]
fn what_holds_nothing_on_each_way_out() {
    for (language, text, wanted) in [
        (
            Language::Java,
            "class A { List<B> f(int n) { if (n < 2) { return Collections.emptyList(); } return new ArrayList<>(); } }",
            Some("new ArrayList<>()"),
        ),
        (
            Language::Python,
            "def f(n):\n    if n < 2:\n        return []\n    return list()\n",
            Some("list()"),
        ),
        (
            Language::Go,
            "package a\n\nfunc f(n int) []int {\n\tif n < 2 {\n\t\treturn nil\n\t}\n\treturn []int{}\n}\n",
            Some("[]int{}"),
        ),
        (
            Language::Rust,
            "fn f(n: u8) -> Vec<u8> { if n < 2 { return Vec::new(); } vec![] }",
            Some("vec![]"),
        ),
        (
            Language::Python,
            "def f(n):\n    counts = {'add': 0, 'remove': 0}\n    list(n)\n    return counts\n",
            Some("{'add': 0, 'remove': 0}"),
        ),
        (
            Language::Java,
            "class A { Map<B, B> f(int n) { final Map<B, B> all = new TreeMap<>(); check(n); return all; } }",
            Some("new TreeMap<>()"),
        ),
        (
            Language::TypeScript,
            "function f(n: number) { const names: string[] = []; parse(n); if (n) { return names; } return names; }",
            Some("[]"),
        ),
        (
            Language::Go,
            "package a\n\nfunc f(n int) map[int]int {\n\tall := map[int]int{}\n\tcheck(n)\n\treturn all\n}\n",
            Some("map[int]int{}"),
        ),
        (
            Language::Rust,
            "fn f(n: u8) -> Vec<u8> { let all = Vec::new(); check(n); all }",
            Some("Vec::new()"),
        ),
        (
            Language::TypeScript,
            "function f(t: T) { parse(t); return []; }",
            Some("[]"),
        ),
        // Something is put into them, or may be.
        (
            Language::Python,
            "def f(n):\n    all = []\n    for it in n:\n        all.append(it)\n    return all\n",
            None,
        ),
        (
            Language::Python,
            "def f(n):\n    all = []\n    walk(n, all)\n    return all\n",
            None,
        ),
        (
            Language::TypeScript,
            "function f(n: T) { let all: T[] = []; n.each(() => { all = [n]; }); return all; }",
            None,
        ),
        (
            Language::Go,
            "package a\n\nfunc f(n int) []int {\n\tall := []int{}\n\tif n > 1 {\n\t\treturn g(n)\n\t}\n\twork(n)\n\treturn all\n}\n",
            None,
        ),
        (
            Language::Java,
            "class A { List<B> f(int n) { if (n < 2) { return Collections.emptyList(); } return g(n); } }",
            None,
        ),
        // A switch is no collection.
        (
            Language::Python,
            "def f(n):\n    done = False\n    work(n)\n    return done\n",
            None,
        ),
    ] {
        let all = habits(language, text);
        let fixed = |it: &Habit| wanted.is_some_and(|text| *it == Habit::Fixed(text.to_owned()));
        let other = |it: &Habit| matches!(it, Habit::Fixed(_));
        let found = all.iter().any(fixed) || wanted.is_none() && !all.iter().any(other);
        assert!(found, "{text}: {all:?}");
    }
}

#[test]
fn what_only_refuses() {
    for (language, text, wanted) in [
        (
            Language::Go,
            "package a\n\nfunc (d *D) f(n int) {\n\tif n < 0 {\n\t\tpanic(\"n\")\n\t}\n}\n",
            true,
        ),
        (
            Language::Java,
            "class A { void f(int n) { if (n < 0) { throw new IllegalArgumentException(); } } }",
            true,
        ),
        (
            Language::Python,
            "def f(n):\n    if n < 0:\n        raise ValueError(n)\n",
            true,
        ),
        (
            Language::Go,
            "package a\n\nfunc (d *D) f(n int) {\n\tif n < 0 {\n\t\tpanic(\"n\")\n\t}\n\td.n = n\n}\n",
            false,
        ),
        (Language::Python, "def f(n):\n    pass\n", false),
    ] {
        let all = habits(language, text);
        assert_eq!(all.contains(&Habit::OnlyRefuses), wanted, "{text}: {all:?}");
    }
}

#[test]
fn what_becomes_of_parameters() {
    let checked = |name: &str| Habit::OnlyChecked(name.to_owned());
    let never = |name: &str| Habit::NeverCalled(name.to_owned());
    for (language, text, wanted) in [
        (
            Language::TypeScript,
            "function f(time) {\n  if (typeof time === 'string') {\n    time = ms(time)\n  }\n  assert(typeof time === 'number')\n  this.header('max-age=3600')\n  return this\n}\n",
            vec![checked("time")],
        ),
        (
            Language::TypeScript,
            "function f(time) {\n  assert(typeof time === 'number')\n  this.header('max-age=' + time)\n}\n",
            vec![],
        ),
        (
            Language::TypeScript,
            "function f(time) {\n  if (typeof time === 'string') {\n    go()\n  }\n  this.go(2)\n}\n",
            vec![],
        ),
        (
            Language::Python,
            "def f(self, on_error=None):\n    for line in self.lines:\n        if not line and on_error is None:\n            raise Bad(line)\n        yield line\n",
            vec![never("on_error")],
        ),
        (
            Language::Python,
            "def f(self, on_error=None):\n    if on_error is not None:\n        on_error(self)\n    go()\n",
            vec![],
        ),
        (
            Language::Python,
            "def f(self, on_error=None):\n    if on_error is None:\n        go()\n    g(on_error)\n",
            vec![],
        ),
    ] {
        assert_eq!(habits(language, text), wanted, "{text}");
    }
}
