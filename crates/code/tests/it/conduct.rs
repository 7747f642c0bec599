//! What the answers of functions hang on, in each language: the habit of the only function of a text.

use code::{Habit, Language, Limits};

fn habits(language: Language, text: &str) -> Vec<Habit> {
    let limits = Limits::default();
    let facts = code::facts(language, text, &limits);
    let all = code::conduct(&facts, text, &limits);
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
