//! Where Java code begins, and who uses what it offers, on small trees.

use project::{EntryKind, Project, SymbolUse};

const MAIN: &str = "package com.acme; public class App { public static void main(String[] args) { new Used().go(); } }";

fn entries(files: &[(&str, &str)], cases: &[(&str, Option<EntryKind>)]) {
    let project = Project::read(files.iter().copied());
    for (path, wanted) in cases {
        assert_eq!(project.entry(path).map(|it| it.kind), *wanted, "{path}");
    }
}

#[test]
fn where_java_begins() {
    use EntryKind::{Framework, Program, Test, Tool};
    entries(
        &[
            (
                "pom.xml",
                "<project><artifactId>app</artifactId><plugin>spring-boot-maven-plugin</plugin></project>",
            ),
            ("src/main/java/com/acme/App.java", MAIN),
            (
                "src/main/java/com/acme/Web.java",
                "package com.acme; @RestController public class Web { }",
            ),
            (
                "src/main/java/com/acme/Custom.java",
                "package com.acme; @PlugIn public class Custom { }",
            ),
            (
                "src/main/java/com/acme/Plain.java",
                "package com.acme; @Slf4j public class Plain { }",
            ),
            (
                "src/main/java/com/acme/Codec.java",
                "package com.acme; public class Codec implements Format { }",
            ),
            (
                "src/main/java/com/acme/Servlet.java",
                "package com.acme; public class Servlet { }",
            ),
            (
                "src/main/java/com/acme/package-info.java",
                "package com.acme;",
            ),
            (
                "src/test/java/com/acme/Setup.java",
                "package com.acme; class Setup { }",
            ),
            (
                "src/main/java/com/acme/Odd.java",
                "package com.acme; class Odd { @Test void t() { x(); } }",
            ),
            (
                "src/main/resources/META-INF/services/org.x.Format",
                "# ours\ncom.acme.Codec # first\n",
            ),
            (
                "src/main/webapp/WEB-INF/web.xml",
                "<servlet-class>com.acme.Servlet</servlet-class>",
            ),
        ],
        &[
            ("src/main/java/com/acme/App.java", Some(Program)),
            ("src/main/java/com/acme/Web.java", Some(Framework)),
            ("src/main/java/com/acme/Custom.java", Some(Framework)),
            ("src/main/java/com/acme/Plain.java", None),
            ("src/main/java/com/acme/Codec.java", Some(Framework)),
            ("src/main/java/com/acme/Servlet.java", Some(Framework)),
            ("src/main/java/com/acme/package-info.java", Some(Tool)),
            ("src/test/java/com/acme/Setup.java", Some(Test)),
            ("src/main/java/com/acme/Odd.java", Some(Test)),
        ],
    );
}

#[test]
fn what_a_library_offers() {
    use EntryKind::{Library, Program};
    let public = "package a.b; public class Public { }";
    let hidden = "package a.b; class Hidden { }";
    let kept = "package a.b.internal; public class Kept { }";
    let side =
        "package a.b.cli; public class Side { public static void main(String[] args) { x(); } }";
    entries(
        &[
            ("a/b/Public.java", public),
            ("a/b/Hidden.java", hidden),
            ("a/b/internal/Kept.java", kept),
            ("a/b/cli/Side.java", side),
        ],
        &[
            ("a/b/Public.java", Some(Library)),
            ("a/b/Hidden.java", None),
            ("a/b/internal/Kept.java", Some(Library)),
            ("a/b/cli/Side.java", Some(Program)),
        ],
    );
    entries(
        &[
            (
                "src/main/java/module-info.java",
                "module a.b { requires x; exports a.b; }",
            ),
            ("src/main/java/a/b/Public.java", public),
            ("src/main/java/a/b/internal/Kept.java", kept),
        ],
        &[
            ("src/main/java/a/b/Public.java", Some(Library)),
            ("src/main/java/a/b/internal/Kept.java", None),
        ],
    );
    // A `main` for a try does not make a program of a library: what it names is little of it.
    let try_it = "package a.b; public class Try { public static void main(String[] args) { new Public(); } }";
    let more: Vec<(String, String)> = (0..6)
        .map(|at| {
            let text = format!("package a.b; public class Part{at} {{ }}");
            (format!("a/b/Part{at}.java"), text)
        })
        .collect();
    let named = try_it.replace(
        "new Public()",
        "new Part0(); new Part1(); new Part2(); new Part3()",
    );
    for (main, wanted) in [(try_it, Some(Library)), (&named, None)] {
        let mut files = vec![("a/b/Public.java", public), ("a/b/Try.java", main)];
        files.extend(
            more.iter()
                .map(|(path, text)| (path.as_str(), text.as_str())),
        );
        entries(&files, &[("a/b/Part5.java", wanted)]);
    }
    // It may lead to most of it; what remains is for others all the same.
    let many: Vec<(String, String)> = (0..17)
        .map(|at| {
            let text = format!("package a.b; public class Part{at} {{ }}");
            (format!("a/b/Part{at}.java"), text)
        })
        .collect();
    let names = |count: usize| {
        let made: Vec<String> = (0..count).map(|at| format!("new Part{at}()")).collect();
        try_it.replace("new Public()", &made.join("; "))
    };
    for (count, wanted) in [(8, Some(Library)), (12, Some(Library)), (16, None)] {
        let main = names(count);
        let mut files = vec![("a/b/Try.java", main.as_str())];
        files.extend(
            many.iter()
                .map(|(path, text)| (path.as_str(), text.as_str())),
        );
        entries(&files, &[("a/b/Part16.java", wanted)]);
    }
    // A program's own modules serve the program, unless they are published.
    let app = "package a; public class App { public static void main(String[] args) { x(); } }";
    for (build, wanted) in [
        ("<artifactId>core</artifactId>", None),
        (
            "<artifactId>core</artifactId> maven-source-plugin",
            Some(Library),
        ),
    ] {
        entries(
            &[
                ("core/pom.xml", build),
                ("core/src/main/java/a/b/Public.java", public),
                (
                    "app/pom.xml",
                    "<artifactId>app</artifactId> <artifactId>core</artifactId>",
                ),
                ("app/src/main/java/a/App.java", app),
            ],
            &[("core/src/main/java/a/b/Public.java", wanted)],
        );
    }
}

#[test]
fn whether_anybody_uses_a_type() {
    let files = [
        ("src/main/java/com/acme/App.java", MAIN),
        (
            "src/main/java/com/acme/Used.java",
            "package com.acme; class Used { void go() { x(); } static class In { } }",
        ),
        (
            "src/main/java/com/acme/Idle.java",
            "package com.acme; public class Idle { Idle next; }",
        ),
        (
            "src/main/java/com/acme/Go.java",
            "package com.acme; import static com.acme.Quiet.close; import static com.acme.Loud.open; class Go { void go() { close(); } }",
        ),
        (
            "src/main/java/com/acme/Quiet.java",
            "package com.acme; final class Quiet { static void close() { x(); } }",
        ),
        (
            "src/main/java/com/acme/Loud.java",
            "package com.acme; final class Loud { static void open() { x(); } }",
        ),
    ];
    let project = Project::read(files);
    let uses = |path: &str, name: &str| {
        let facts = project.facts(path).unwrap();
        let definition = facts.definitions.iter().find(|d| d.name == name).unwrap();
        match project.symbol(path, definition) {
            SymbolUse::Used(..) => "used",
            SymbolUse::Tests(..) => "tests",
            SymbolUse::Offered => "offered",
            SymbolUse::Nobody => "nobody",
            SymbolUse::Unknown(_) => "unknown",
        }
    };
    assert_eq!(uses("src/main/java/com/acme/Used.java", "Used"), "used");
    assert_eq!(uses("src/main/java/com/acme/Used.java", "Used.go"), "used");
    assert_eq!(
        uses("src/main/java/com/acme/Used.java", "Used.In"),
        "nobody"
    );
    assert_eq!(uses("src/main/java/com/acme/Idle.java", "Idle"), "nobody");
    assert_eq!(uses("src/main/java/com/acme/Quiet.java", "Quiet"), "used");
    assert_eq!(uses("src/main/java/com/acme/Loud.java", "Loud"), "nobody");
    // It is started by its name, which no file of the tree says.
    assert_eq!(uses("src/main/java/com/acme/App.java", "App"), "unknown");
}
