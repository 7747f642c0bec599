//! Which Java bodies hold no work, how sure that is, and which honest bodies only look alike.

use code::{Body, Certainty, Facts, delta};

use crate::read;

fn java(source: &str) -> Facts {
    read("src/main/java/com/acme/A.java", source)
}

fn sure(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Faint => "faint",
    }
}

/// The judgement on the last definition that has a body.
fn verdict(facts: &Facts) -> String {
    let mut bodies = facts.definitions.iter().filter(|d| d.body != Body::None);
    match bodies.next_back().map(|d| d.body) {
        None | Some(Body::None) => "none".to_owned(),
        Some(Body::Substantive) => "work".to_owned(),
        Some(Body::Hollow(hollow)) => format!("{:?} {}", hollow.reason, sure(hollow.certainty)),
    }
}

/// Members of a plain class, each judged by itself.
fn members(cases: &[(&str, &str)]) {
    for (member, expected) in cases {
        let facts = java(&format!("public class UserService {{ {member} }}"));
        assert_eq!(verdict(&facts), *expected, "{member}");
    }
}

/// Whole files, judged by their last body.
fn files(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(verdict(&java(source)), *expected, "{source}");
    }
}

#[test]
fn bodies_without_work() {
    members(&[
        ("public void save(User u) { }", "Empty certain"),
        ("public void save(User u) { /* later */ }", "Empty certain"),
        (
            "public void save(User u) { // TODO: nothing yet\n }",
            "Empty certain",
        ),
        ("private static void load() { ; }", "Empty certain"),
        ("public void save(User u) { return; }", "Empty certain"),
        (
            "private final String name; public UserService(String name) { }",
            "Empty certain",
        ),
        (
            "public User find(long id) { throw new UnsupportedOperationException(\"Not implemented\"); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { throw new UnsupportedOperationException(\"Not supported yet.\"); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { throw new RuntimeException(\"TODO\"); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { throw new NotImplementedException(); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { throw new IllegalStateException(\"find: \" + \"not yet implemented\"); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { check(id); throw new UnsupportedOperationException(\"Unimplemented method 'find'\"); }",
            "NotImplemented certain",
        ),
        (
            "@Override public User find(long id) { throw new UnsupportedOperationException(\"Not implemented\"); }",
            "NotImplemented certain",
        ),
        (
            "public Future<User> find(long id) { return CompletableFuture.failedFuture(new UnsupportedOperationException(\"not implemented\")); }",
            "NotImplemented certain",
        ),
        (
            "@GetMapping ResponseEntity<User> find(long id) { return ResponseEntity.status(HttpStatus.NOT_IMPLEMENTED).build(); }",
            "NotImplemented certain",
        ),
        (
            "public User find(long id) { if (id > 0) { return db.get(id); } throw new RuntimeException(\"not implemented\"); }",
            "NotImplemented likely",
        ),
        (
            "public User find(long id) { return null; }",
            "DefaultValue certain",
        ),
        (
            "public static boolean isBlank(CharSequence text) { return false; }",
            "DefaultValue certain",
        ),
        (
            "public List<User> search(String q) { return new ArrayList<>(); }",
            "DefaultValue certain",
        ),
        (
            "public List<User> search(String q) { return Collections.emptyList(); }",
            "DefaultValue certain",
        ),
        (
            "public Optional<User> search(String q) { return Optional.empty(); }",
            "DefaultValue certain",
        ),
        (
            "public int[] digits(String q) { return new int[0]; }",
            "DefaultValue certain",
        ),
        (
            "public int total(Order o) { return 42; }",
            "FixedValue certain",
        ),
        (
            "public String token(User u) { return \"abc\" + \"def\"; }",
            "FixedValue certain",
        ),
        (
            "public List<String> names(Query q) { return List.of(\"a\", \"b\"); }",
            "FixedValue certain",
        ),
        (
            "private BigDecimal price(Item i) { Objects.requireNonNull(i); return BigDecimal.TEN; }",
            "FixedValue certain",
        ),
        (
            "public List<User> findAll() { return List.of(); }",
            "DefaultValue likely",
        ),
        (
            "@Override public User find(long id) { return null; }",
            "DefaultValue likely",
        ),
        (
            "public String encrypt(String text) { return text; }",
            "Identity likely",
        ),
    ]);
}

#[test]
fn bodies_that_only_look_alike() {
    members(&[
        ("private UserService() { }", "work"),
        ("public UserService() { }", "work"),
        (
            "private UserService() { throw new AssertionError(\"no instances\"); }",
            "work",
        ),
        ("public abstract void save(User u);", "none"),
        ("public native void save(User u);", "none"),
        ("public void save(User u) { repo.save(u); }", "work"),
        ("public String name() { return \"users\"; }", "work"),
        (
            "public List<String> defaultTags() { return List.of(); }",
            "work",
        ),
        (
            "public boolean isFeatureEnabled(User u) { return false; }",
            "DefaultValue likely",
        ),
        (
            "public boolean supports(Class<?> type) { return true; }",
            "FixedValue likely",
        ),
        (
            "public int find(long id) { // all have the same\n return 1; }",
            "FixedValue likely",
        ),
        (
            "protected boolean accept(File f) { return true; }",
            "FixedValue likely",
        ),
        (
            "public void save(User u) { // intentionally empty: nothing to store\n }",
            "Empty likely",
        ),
        (
            "/** The default implementation does nothing. */ public void saved(User u) { }",
            "Empty likely",
        ),
        (
            "/** Subclasses may override it. */ public boolean tries(User u) { return false; }",
            "DefaultValue likely",
        ),
        (
            "@Override public void put(K k) { throw new UnsupportedOperationException(\"Not implemented for views\"); }",
            "NotImplemented likely",
        ),
        ("protected void onSaved(User u) { }", "Empty likely"),
        ("@Override public void close() { }", "Empty likely"),
        ("@EventListener void handle(Saved e) { }", "Empty likely"),
        (
            "@SuppressWarnings(\"unused\") private void called() { }",
            "Empty likely",
        ),
        (
            "@Deprecated public void setOld(boolean b) { }",
            "Empty likely",
        ),
        ("public void noop() { }", "Empty likely"),
        (
            "@Override public void remove() { throw new UnsupportedOperationException(\"read only\"); }",
            "work",
        ),
        (
            "public void fail(String why) { throw new IllegalStateException(); }",
            "work",
        ),
        (
            "public User find(long id) { throw new NotFoundException(id); }",
            "work",
        ),
        (
            "private void readObject(ObjectInputStream in) { throw new InvalidObjectException(\"use the proxy\"); }",
            "work",
        ),
        (
            "public static void main(String[] args) { System.out.println(\"hello\"); }",
            "work",
        ),
        (
            "public void printUsage() { System.out.println(\"usage\"); }",
            "work",
        ),
        (
            "@GetMapping(\"/health\") public String health() { return \"ok\"; }",
            "work",
        ),
        (
            "@GetMapping(\"/users/{id}\") public User user(long id) { return repo.get(id); }",
            "work",
        ),
        (
            "@Deprecated public User find(long id) { return null; }",
            "work",
        ),
        ("public String toText(String text) { return text; }", "work"),
        ("public Object apply(String text) { return text; }", "work"),
    ]);
    files(&[
        ("interface A { default void onSave(User u) { } }", "work"),
        (
            "interface A { default boolean accepts(User u) { return true; } }",
            "work",
        ),
        (
            "interface A { default void save(User u) { throw new UnsupportedOperationException(\"not implemented\"); } }",
            "NotImplemented likely",
        ),
        (
            "abstract class A { public void save(User u) { throw new UnsupportedOperationException(\"not implemented\"); } }",
            "NotImplemented likely",
        ),
        (
            "abstract class A { public void save(User u) { } }",
            "Empty likely",
        ),
        (
            "class NullLogger implements Logger { @Override public void log(String s) { } }",
            "work",
        ),
        (
            "class NoOpCache implements Cache { @Override public Object get(String k) { return null; } }",
            "work",
        ),
        (
            "class UserAdapter extends Base { public void saved(User u) { } }",
            "work",
        ),
        (
            "class A implements Closeable { public void close() { } }",
            "Empty likely",
        ),
        (
            "class A { Runnable r = new Runnable() { public void run() { } }; }",
            "Empty likely",
        ),
        (
            "enum A { X { void go(int i) { } }; abstract void go(int i); }",
            "Empty likely",
        ),
        (
            "@Controller class A { @GetMapping(\"/x\") public String page() { return \"index\"; } }",
            "work",
        ),
        ("class MyException extends RuntimeException { }", "none"),
        ("interface Marker { }", "none"),
        ("class A { public void save(User u) { int x = ; } }", "work"),
    ]);
}

#[test]
fn work_that_a_change_takes_out_of_one_overload() {
    let class = |one: &str, two: &str| {
        java(&format!(
            "class A extends B {{ @Override void m() {{ {one} }} @Override void m(int a) {{ {two} }} }}"
        ))
    };
    let gutted = |before: &Facts, after: &Facts| delta(Some(before), after).gutted.len();
    let before = class("", "go(a); go(a);");
    assert_eq!(gutted(&before, &class("", "")), 1);
    assert_eq!(gutted(&before, &before), 0);
    assert_eq!(gutted(&before, &class("go(1); go(2);", "")), 0);
}
