//! Which places in Java code, bodies aside, look like work left undone: errors dropped, data that does not get through,
//! tests that test nothing; and which honest code only looks alike.

use code::Certainty;

use crate::read;

/// Every finding of a file that is no judgement on a body: reason, certainty, what.
fn places(source: &str) -> String {
    let facts = read("src/main/java/com/acme/A.java", source);
    let bodies: Vec<&str> = facts.hollow().map(|(d, _)| d.name.as_str()).collect();
    let all = facts
        .stubs
        .iter()
        .filter(|it| !bodies.contains(&it.what.as_str()))
        .filter(|it| it.certainty != Certainty::Faint);
    let said = all.map(|it| format!("{:?} {} {}", it.reason, sure(it.certainty), it.what));
    said.collect::<Vec<_>>().join("; ")
}

fn sure(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Faint => "faint",
    }
}

#[test]
fn errors_that_are_dropped() {
    let cases = [
        (
            "try { send(); } catch (Exception e) { }",
            "SwallowedError certain catch",
        ),
        (
            "try { send(); } catch (IOException e) { }",
            "SwallowedError certain catch",
        ),
        (
            "try { send(); } catch (IOException | SQLException e) { }",
            "SwallowedError certain catch",
        ),
        (
            "try { send(); } catch (Exception e) { /* ignore */ }",
            "SwallowedError likely catch",
        ),
        (
            "try { send(); } catch (Exception ignored) { }",
            "SwallowedError likely catch",
        ),
        (
            "try { send(); } catch (Exception e) { return null; }",
            "SwallowedError likely catch",
        ),
        (
            "for (;;) { try { send(); } catch (Exception e) { continue; } }",
            "SwallowedError likely catch",
        ),
        (
            "try { send(); } catch (Exception e) { e.printStackTrace(); }",
            "SwallowedError likely catch",
        ),
        (
            "try { send(); } catch (InterruptedException e) { }",
            "SwallowedError likely catch",
        ),
        (
            "try { in.close(); } catch (IOException e) { }",
            "SwallowedError likely catch",
        ),
        (
            "try { return x(); } finally { return 1; }",
            "SwallowedError likely finally",
        ),
        (
            "send().exceptionally(e -> null);",
            "SwallowedError likely exceptionally",
        ),
        (
            "send().onErrorResume(e -> Mono.empty());",
            "SwallowedError likely onErrorResume",
        ),
        (
            "try { send(); } catch (Exception e) { } // the next one may do",
            "SwallowedError likely catch",
        ),
        (
            "try { return send(); } catch (Exception e) { }",
            "SwallowedError likely catch",
        ),
        // Asking is done by trying.
        (
            "try { return Integer.parseInt(s); } catch (NumberFormatException e) { return 0; }",
            "",
        ),
        (
            "try { load(); } catch (ClassNotFoundException ignored) { }",
            "",
        ),
        (
            "try { in.close(); } catch (IOException e) { // ignore on close\n }",
            "",
        ),
        (
            "try { send(); } catch (Exception e) { throw new Failure(e); }",
            "",
        ),
        (
            "try { send(); } catch (Exception e) { log.error(\"send\", e); }",
            "",
        ),
        (
            "try { send(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }",
            "",
        ),
        (
            "try { send(); } catch (IOException e) { return cached; }",
            "",
        ),
        ("try { send(); fail(); } catch (Exception e) { }", ""),
        ("send().exceptionally(e -> recover(e));", ""),
        ("// try { send(); } catch (Exception e) { }\n send();", ""),
    ];
    for (body, expected) in cases {
        let source = format!("class A {{ Object go(String s) throws X {{ {body}\n return s; }} }}");
        assert_eq!(places(&source), expected, "{body}");
    }
}

#[test]
fn data_that_does_not_get_through() {
    let list = "private final List<User> users = new ArrayList<>();";
    let cases = [
        (list.to_owned(), "NeverRead likely A.users"),
        (
            "public User load(long id) { User u = repo.findById(id); return u; }".to_owned(),
            "",
        ),
        (
            "public void load(long id) { User unused = repo.findById(id); go(id); }".to_owned(),
            "",
        ),
        (
            "public void load() { builder.add(1); map.get(2); }".to_owned(),
            "",
        ),
        (
            "public int sum(int a, int b) { int c = next(); return c; }".to_owned(),
            "ParameterIgnored likely A.sum",
        ),
        (
            "public User findByEmail(String email, int max) { return repo.first(max); }".to_owned(),
            "ParameterIgnored likely A.findByEmail",
        ),
        ("private void handle(ClickEvent e) { go(); }".to_owned(), ""),
        (
            "@Override public int sum(int a) { return next(); }".to_owned(),
            "",
        ),
        (
            "private int sum(int a) { return next(); } F f = this::sum;".to_owned(),
            "",
        ),
        (
            "public int sum(int unused) { return next(); }".to_owned(),
            "",
        ),
        (
            "public int sum(int a, int b) { return a + next(); }".to_owned(),
            "",
        ),
    ];
    for (members, expected) in cases {
        let source = format!("class A {{ {members} }}");
        assert_eq!(places(&source), expected, "{members}");
    }
}

#[test]
fn tests_that_test_nothing() {
    let cases = [
        ("assertTrue(true);", "ConstantAssertion certain assertion"),
        (
            "Assert.assertTrue(\"fine\", true);",
            "ConstantAssertion certain assertion",
        ),
        (
            "assertTrue(true, \"fine\");",
            "ConstantAssertion certain assertion",
        ),
        ("assertFalse(!true);", "ConstantAssertion certain assertion"),
        ("assertTrue(1 == 1);", "ConstantAssertion certain assertion"),
        ("assertEquals(1, 1);", "ConstantAssertion certain assertion"),
        (
            "assertEquals(\"same\", 2, 2);",
            "ConstantAssertion certain assertion",
        ),
        (
            "assertEquals(\"a\", \"a\");",
            "ConstantAssertion certain assertion",
        ),
        (
            "String s = go(); assertEquals(s, s);",
            "ConstantAssertion certain assertion",
        ),
        (
            "Path s = go(); assertEquals(s, s); assertEquals(s.hashCode(), s.hashCode());",
            "ConstantAssertion likely assertion",
        ),
        (
            "assertNotNull(\"x\");",
            "ConstantAssertion certain assertion",
        ),
        ("assertNull(null);", "ConstantAssertion certain assertion"),
        (
            "assertNotEquals(1, 2);",
            "ConstantAssertion certain assertion",
        ),
        (
            "assertThat(true).isTrue();",
            "ConstantAssertion certain assertion",
        ),
        (
            "assertThat(1).isEqualTo(1);",
            "ConstantAssertion certain assertion",
        ),
        (
            "int x = go(); assertThat(x).isEqualTo(x);",
            "ConstantAssertion certain assertion",
        ),
        ("assert true;", "ConstantAssertion certain assertion"),
        (
            "String s = go(); assertEquals(want, s.isEmpty() ? s : want);",
            "ConstantAssertion certain assertion",
        ),
        (
            "String s = go(); assertEquals(want, s.isEmpty() ? other : s);",
            "",
        ),
        ("int x = 1;", "NoAssertion certain A.works"),
        ("service.save(new User());", "NoAssertion likely A.works"),
        ("quiet();", "NoAssertion likely A.works"),
        (
            "Handler handler = new Handler(2); handler.handle(rs); assertNotNull(handler);",
            "NoAssertion certain A.works",
        ),
        (
            "Handler handler = new Handler(2); handler.handle(rs); assertNotNull(\"there\", handler);",
            "NoAssertion certain A.works",
        ),
        // What asserts in some other way.
        (
            "Handler handler = new Handler(2); assertNotNull(handler.handle(rs));",
            "",
        ),
        (
            "Handler handler = new Handler(2); handler.handle(rs); assertNotNull(handler); assertEquals(1, handler.count());",
            "",
        ),
        (
            "Handler handler = new Handler(2); assertNotNull(handler);",
            "",
        ),
        (
            "Handler handler = find(); handler.handle(rs); assertNotNull(handler);",
            "",
        ),
        ("assertEquals(1, service.count());", ""),
        ("assertThat(service.count()).isEqualTo(1);", ""),
        ("assertEquals(\"a\", name);", ""),
        ("assertNotNull(service.find(1));", ""),
        ("assertThrows(X.class, () -> service.save(null));", ""),
        ("verify(repo).save(any());", ""),
        ("mvc.perform(get(\"/\")).andExpect(status().isOk());", ""),
        ("StepVerifier.create(flux()).verifyComplete();", ""),
        ("helper();", ""),
        ("inherited();", ""),
        (
            "if (service.count() != 1) { throw new AssertionError(); }",
            "",
        ),
        (
            "when(repo.find(1)).thenReturn(user); assertEquals(user, service.load(1));",
            "",
        ),
        (
            "when(repo.find(1)).thenReturn(user); assertEquals(user, new Service(repo).load(1));",
            "",
        ),
    ];
    for (body, expected) in cases {
        let source = format!(
            "class A {{ @Test void works() {{ {body} }} void helper() {{ assertTrue(ok()); }} void quiet() {{ go(); go(); }} void go() {{ x.y(); x.z(); }} }}"
        );
        assert_eq!(places(&source), expected, "{body}");
    }
    let whole = [
        (
            "class A { void quietly(Executable it) { try { it.execute(); } catch (Throwable e) { System.err.println(e); } } @Test void works() { quietly(() -> assertEquals(1, service.count())); } }",
            "SwallowedError likely catch; NoAssertion certain A.works",
        ),
        (
            "class A { @Test void refuses() { try { service.drop(1); } catch (IllegalStateException e) { assertEquals(\"no\", e.getMessage()); } } }",
            "NoAssertion certain A.refuses",
        ),
        (
            "class A { @Test void refuses() { try { service.drop(1); fail(); } catch (IllegalStateException e) { assertEquals(\"no\", e.getMessage()); } } }",
            "",
        ),
        // Equality itself is the subject.
        (
            "class A { @Test void equalsIsReflexive() { assertEquals(a, a); } }",
            "ConstantAssertion likely assertion",
        ),
        (
            "class A { @Test void doesNotThrow() { service.save(1); } }",
            "",
        ),
        // That something can be made is what it is about.
        (
            "class A { @Test void constructorTakesNull() { B b = new B(null); b.close(); assertNotNull(b); } }",
            "",
        ),
        (
            "class A { @Test(expected = X.class) public void save() { service.save(1); } }",
            "",
        ),
        (
            "class A { @Test @Disabled void save() { service.save(1); } }",
            "",
        ),
        (
            "class A { void assertTrue(boolean b) { x.y(b); x.z(b); } }",
            "",
        ),
    ];
    for (source, expected) in whole {
        assert_eq!(places(source), expected, "{source}");
    }
}
