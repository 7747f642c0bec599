//! What a Java file keeps in fields, which errors it makes, and where it tells of one.

use code::{Certainty, How, Reason};

use crate::read;

fn facts(source: &str) -> code::Facts {
    read("src/main/java/com/acme/A.java", source)
}

/// Fields that are found idle here.
fn idle(source: &str) -> String {
    let facts = facts(source);
    let kept = facts
        .stubs
        .iter()
        .filter(|it| it.reason == Reason::NeverRead);
    let said = kept.map(|it| format!("{:?} {}", it.reason, it.what));
    said.collect::<Vec<_>>().join("; ")
}

#[test]
fn private_fields_that_nothing_reads_or_feeds() {
    for (body, expected) in [
        (
            "private boolean deep; A(String s) { deep = s.isEmpty(); }",
            "NeverRead A.deep",
        ),
        ("private int n; void go() { n++; }", "NeverRead A.n"),
        (
            "private final Map<String, Check> all = new HashMap<>(); void add(String k, Check c) { all.put(k, c); }",
            "NeverRead A.all",
        ),
        // Honest look-alikes.
        ("private int n; int next() { return n++; }", ""),
        (
            "private int[] all = new int[3]; void put(int x) { all[0] = x; } int[] all() { return all; }",
            "",
        ),
        (
            "private final Writer out; A(Writer w) { out = w; } void go() { out.append(\"x\"); }",
            "",
        ),
        (
            "private final Map<String, String> all; A(Map<String, String> m) { all = m; } void go() { all.put(\"a\", \"b\"); }",
            "",
        ),
        (
            "private final Sink sink; A(Sink s) { this.sink = s; } Run go() { return () -> sink.accept(\"x\"); }",
            "",
        ),
        ("@Inject private Repo repo; void go() { repo.go(); }", ""),
        ("private static final int LIMIT = 3;", ""),
        (
            "private boolean on = false; boolean on() { return on; } void go() { on = true; }",
            "",
        ),
        (
            "private String name = null; void go(String n) { this.name = n; } String name() { return name; }",
            "",
        ),
        (
            "private volatile int state; static final Updater U = updater(A.class, \"state\");",
            "",
        ),
        (
            "// kept so that it is not collected\nprivate Object held; A(Object o) { held = o; }",
            "",
        ),
    ] {
        let source = format!("class A {{ {body} }}");
        assert_eq!(idle(&source), expected, "{body}");
    }
    let saved = "class A implements Serializable { private int n; void go() { n++; } }";
    assert_eq!(idle(saved), "");
    let marked = "@Data class A { private int n; void go() { n++; } }";
    assert_eq!(idle(marked), "");
    let inner = "class A { private static class N { int left; N(int a) { left = a; } } int f(N n) { return n.left; } }";
    assert_eq!(idle(inner), "");
}

#[test]
fn open_fields_and_what_is_done_with_members() {
    let source = "class A { int limit; public boolean strict = false; static final int MAX = 3; \
                  void set(int n) { this.limit = n; } void go(B b) { b.depth = 0; b.seen = null; b.count += 1; \
                  if (b.open) { b.level = f(b.level); } } }";
    let facts = facts(source);
    let fields: Vec<(&str, &str, bool)> = facts
        .fields
        .iter()
        .map(|it| (&*it.owner, &*it.name, it.private))
        .collect();
    assert_eq!(fields, [("A", "limit", true), ("A", "strict", false)]);
    for (name, read, how) in [
        ("limit", false, How::Given),
        ("strict", false, How::Constant),
        ("depth", false, How::Empty),
        ("seen", false, How::Empty),
        ("count", false, How::Computed),
        ("level", true, How::Computed),
    ] {
        let setting = facts.set.get(name).unwrap();
        assert_eq!((setting.read, setting.how), (read, how), "{name}");
    }
    assert!(!facts.set.contains_key("open"));
}

#[test]
fn errors_that_are_made_and_told() {
    let source = "class A {\n void a() { throw new BadName(); }\n void b() { throw new LostException(1); }\n \
                  void c() { log.warn(\"x\"); }\n void d() { opt.orElseThrow(NoneException::new); }\n \
                  void e() { log.debug(\"x\"); }\n private A() { throw new UnsupportedOperationException(); }\n}\n \
                  class DeepError extends BaseError { }";
    let facts = facts(source);
    let made = facts.made.unwrap();
    let made: Vec<&str> = made.iter().map(String::as_str).collect();
    assert_eq!(
        made,
        [
            "BaseError",
            "LostException",
            "NoneException",
            "UnsupportedOperationException"
        ]
    );
    let tells: Vec<u32> = facts.tells.into_iter().collect();
    assert_eq!(tells, [2, 3, 4, 5]);
}

#[test]
fn errors_that_nobody_is_told_of() {
    for (method, expected) in [
        (
            "C get(String v) { try { return C.of(v); } catch (BadException e) { return C.UTF; } }",
            "faint",
        ),
        (
            "void go(String v) { try { r = P.parse(v); } catch (BadException e) { r = x -> false; } use(r); }",
            "faint",
        ),
        (
            "void go(String v) { try { run(v); } catch (BadException e) { LOG.debug(\"odd\", e); } }",
            "faint",
        ),
        (
            "void go(String v) { try { run(v); } catch (BadException e) { // ignore odd ones\n } }",
            "faint",
        ),
        (
            "void go(String v) { try { run(v); } catch (BadException e) { throw new X(e); } }",
            "",
        ),
        (
            "void go(String v) { try { run(v); } catch (BadException e) { this.last = e; } }",
            "",
        ),
        (
            "void go(String v) { try { run(v); } catch (BadException e) { LOG.warn(\"odd\"); } }",
            "",
        ),
        (
            "C get(String v) { try { return C.of(v); } catch (BadException e) { return other(v); } }",
            "",
        ),
        (
            "boolean isFine(String v) { try { run(v); return true; } catch (BadException e) { return false; } }",
            "",
        ),
        (
            "C get(String v) { try { return C.of(v); } catch (BadException e) { // fall back to the default\n return C.UTF; } }",
            "",
        ),
        (
            "void go(In in) { try { in.close(); } catch (BadException e) { n = 1; } }",
            "",
        ),
        // The very error that is raised at home.
        (
            "void go(String v) { try { put(read(v)); } catch (BadException e) { // ignore odd ones\n } } \
             int read(String v) { if (v.isEmpty()) { throw new BadException(); } return v.length(); }",
            "likely",
        ),
    ] {
        let source = format!("class A {{ {method} }}");
        let facts = facts(&source);
        let dropped = facts
            .stubs
            .iter()
            .filter(|it| it.reason == Reason::SwallowedError);
        let said: Vec<&str> = dropped
            .map(|it| match it.certainty {
                Certainty::Certain => "certain",
                Certainty::Likely => "likely",
                Certainty::Faint => "faint",
            })
            .collect();
        assert_eq!(said.join(" "), expected, "{method}");
    }
}
