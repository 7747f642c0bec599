//! Which names Java files use, told apart as the language does, and which of their text is no live code.

use code::{Facts, Hit, Pattern, RegionKind};

use crate::read;

fn java(source: &str) -> Facts {
    read("src/main/java/com/acme/A.java", source)
}

#[test]
fn uses_told_apart_as_the_language_does() {
    let source = "import x.Used; import x.Shadow; import x.Doc; import static x.T.help;
/** {@link Doc} */
public class A<P> extends Parent implements Iface<Arg> {
    Used field; private int count; P p;
    A(Ctor c) { count = c.size; helper(1); super.up(); }
    void helper(int n) { helper(n); local(n); help(); }
    void both(int Shadow) { use(Shadow); list.forEach(this::each); Map.Entry<K, V> e = null; }
    void each(Object o) { if (o instanceof Bound b) { b.go(); } for (Item i : items) { i.run(); } }
    @Note(key = VALUE) void noted() { try { x(); } catch (Oops | Other e) { e.show(); } }
    Runnable r = () -> { var v = make(); v.stop(); outer.x(); };
    void dead() { return; }
    int sw(E e) { return switch (e) { case RED -> 1; default -> 2; }; }
    void off() { if (false) { never(); } }
}";
    let facts = java(source);
    let references = |name: &str| facts.references.contains_key(name);
    let members = |name: &str| facts.members.contains_key(name);
    for name in [
        "Used", "Parent", "Iface", "Arg", "Ctor", "help", "local", "Map", "K", "V", "Bound",
        "Item", "items", "Note", "VALUE", "Oops", "Other", "Runnable", "make", "outer", "E",
        "list",
    ] {
        assert!(references(name), "{name} should be a reference");
    }
    for name in [
        "Shadow", "Doc", "P", "count", "c", "n", "o", "b", "i", "v", "e", "key", "never", "r",
    ] {
        assert!(!references(name), "{name} should be no reference");
    }
    for name in [
        "count", "helper", "size", "up", "each", "Entry", "go", "run", "RED", "show", "stop",
    ] {
        assert!(members(name), "{name} should be a member");
    }
    for name in ["Used", "never", "local", "both", "dead"] {
        assert!(!members(name), "{name} should be no member");
    }
}

#[test]
fn a_method_that_only_calls_itself_is_not_used() {
    let alone = java("class A { private int f(int n) { return n < 2 ? n : f(n - 1); } }");
    assert!(!alone.members.contains_key("f") && !alone.references.contains_key("f"));
    let overload =
        java("class A { int f(int n) { return f(n, 1); } int f(int n, int m) { return n; } }");
    assert!(overload.members.contains_key("f"));
}

fn found(facts: &Facts, source: &str, text: &str) -> Vec<Hit> {
    facts.find(source, &Pattern::literal(text).unwrap(), 9)
}

#[test]
fn text_that_is_no_live_code() {
    let source = "class A {
    static final boolean OFF = false;
    // audit.log(1)
    /** audit.log(1) */
    String s = \"audit.log(1)\";
    String block = \"\"\"
        audit.log(1)
        \"\"\";
    char c = 'q';
    int m() {
        if (false) { audit.log(1); }
        while (false) audit.log(1);
        if (true) return 1;
        audit.log(1);
        return 2;
    }
    void n() { if (OFF) { audit.log(2); } boolean b = false && audit.log(1); }
    @Test void t() { audit.log(3); }
}";
    let facts = java(source);
    let places = |text: &str| -> Vec<String> {
        let hits = found(&facts, source, text).into_iter();
        hits.map(|hit| format!("{} {:?}", hit.line, hit.place))
            .collect()
    };
    assert_eq!(places("audit.log(1)"), ["5 String", "7 String"]);
    assert_eq!(places("audit.log(2)"), ["17 Flagged"]);
    assert!(
        found(&facts, source, "audit.log(3)")
            .iter()
            .all(|hit| hit.test)
    );
    let kinds = |kind| facts.regions.iter().filter(|it| it.kind == kind).count();
    assert_eq!(kinds(RegionKind::Comment), 2);
    assert_eq!(kinds(RegionKind::Dead), 5);
    assert_eq!(kinds(RegionKind::Flagged), 1);
}
