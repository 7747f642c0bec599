//! Which file a name of Java means, and how Java files are joined, on small trees.

use project::{Link, Project, Reach, Target};

fn meant(project: &Project, from: &str, path: &str) -> String {
    let facts = project.facts(from).unwrap();
    let Some(import) = facts.imports.iter().find(|it| it.path == path) else {
        let all: Vec<&str> = facts.imports.iter().map(|it| it.path.as_str()).collect();
        panic!("{from} has no {path}, but {all:?}");
    };
    match project.resolve(from, import) {
        Target::Files(files) => files.join(" "),
        Target::Outside => "outside".to_owned(),
        Target::Missing => "missing".to_owned(),
        Target::Shut(..) => "shut".to_owned(),
        Target::Unknown(_) => "unknown".to_owned(),
    }
}

fn check(files: &[(&str, &str)], cases: &[(&str, &str, &str)]) {
    let project = Project::read(files.iter().copied());
    for (from, path, wanted) in cases {
        assert_eq!(meant(&project, from, path), *wanted, "{from}: {path}");
    }
}

#[test]
fn names_lead_to_the_files_that_declare_them() {
    check(
        &[
            (
                "src/main/java/com/acme/App.java",
                "package com.acme;
                import com.acme.users.User;
                import com.acme.users.User.Role;
                import com.acme.users.Gone;
                import com.acme.users.*;
                import com.acme.nowhere.Thing;
                import com.other.Thing;
                import static com.acme.users.Names.help;
                import static com.acme.users.Names.*;
                import java.util.List;
                import org.slf4j.Logger;
                import com.acme.users.QUser;
                public class App { com.acme.users.User u; Object o = Class.forName(\"com.acme.users.Maybe\"); }",
            ),
            (
                "src/main/java/com/acme/users/User.java",
                "package com.acme.users; public class User { public enum Role { A } } class Side { }",
            ),
            (
                "src/main/java/com/acme/users/Names.java",
                "package com.acme.users; public class Names { public static void help() { x(); } }",
            ),
            (
                "src/test/java/com/acme/AppTest.java",
                "package com.acme; import com.acme.users.User; import com.acme.users.Fake; class AppTest { }",
            ),
            (
                "src/test/java/com/acme/users/Fake.java",
                "package com.acme.users; public class Fake { }",
            ),
        ],
        &[
            ("src/main/java/com/acme/App.java", "com.acme.users.User", "src/main/java/com/acme/users/User.java"),
            ("src/main/java/com/acme/App.java", "com.acme.users.User.Role", "src/main/java/com/acme/users/User.java"),
            ("src/main/java/com/acme/App.java", "com.acme.users.Gone", "missing"),
            (
                "src/main/java/com/acme/App.java",
                "com.acme.users",
                "src/main/java/com/acme/users/Names.java src/main/java/com/acme/users/User.java",
            ),
            ("src/main/java/com/acme/App.java", "com.acme.nowhere.Thing", "unknown"),
            ("src/main/java/com/acme/App.java", "com.other.Thing", "outside"),
            ("src/main/java/com/acme/App.java", "com.acme.users.Names", "src/main/java/com/acme/users/Names.java"),
            ("src/main/java/com/acme/App.java", "java.util.List", "outside"),
            ("src/main/java/com/acme/App.java", "org.slf4j.Logger", "outside"),
            // Written by the build, or not there by design.
            ("src/main/java/com/acme/App.java", "com.acme.users.QUser", "unknown"),
            ("src/main/java/com/acme/App.java", "com.acme.users.Maybe", "unknown"),
            ("src/test/java/com/acme/AppTest.java", "com.acme.users.User", "src/main/java/com/acme/users/User.java"),
            ("src/test/java/com/acme/AppTest.java", "com.acme.users.Fake", "src/test/java/com/acme/users/Fake.java"),
        ],
    );
}

#[test]
fn what_may_be_there_all_the_same_is_not_missing() {
    let app = "package a.b; import a.b.c.Made; import a.b.c.Known; public class App { }";
    let known = "package a.b.c; public class Known { }";
    let plain = [
        ("src/main/java/a/b/App.java", app),
        ("src/main/java/a/b/c/Known.java", known),
    ];
    let with = |extra: (&'static str, &'static str)| {
        let mut files = plain.to_vec();
        files.push(extra);
        meant(
            &Project::read(files),
            "src/main/java/a/b/App.java",
            "a.b.c.Made",
        )
    };
    assert_eq!(
        meant(
            &Project::read(plain),
            "src/main/java/a/b/App.java",
            "a.b.c.Made"
        ),
        "missing"
    );
    let pom = "<project><build><plugin><artifactId>protobuf-maven-plugin</artifactId></plugin></build></project>";
    assert_eq!(with(("pom.xml", pom)), "unknown");
    assert_eq!(
        with(("src/main/kotlin/a/b/c/Others.kt", "class Made")),
        "unknown"
    );
    assert_eq!(
        with(("src/main/kotlin/a/b/c/Made.kt", "class Made")),
        "src/main/kotlin/a/b/c/Made.kt"
    );
}

#[test]
fn of_several_the_nearest_is_meant() {
    let user = "package a; import a.Shared; public class User { Shared s; }";
    let shared = "package a; public class Shared { }";
    check(
        &[
            ("one/pom.xml", "<artifactId>one</artifactId>"),
            ("two/pom.xml", "<artifactId>two</artifactId>"),
            (
                "three/pom.xml",
                "<artifactId>three</artifactId> <artifactId>two</artifactId>",
            ),
            ("one/src/main/java/a/User.java", user),
            ("one/src/main/java/a/Shared.java", shared),
            ("two/src/main/java/a/Shared.java", shared),
            ("three/src/main/java/a/User.java", user),
        ],
        &[
            (
                "one/src/main/java/a/User.java",
                "a.Shared",
                "one/src/main/java/a/Shared.java",
            ),
            (
                "three/src/main/java/a/User.java",
                "a.Shared",
                "two/src/main/java/a/Shared.java",
            ),
        ],
    );
}

const MAIN: &str = "package com.acme; public class App { public static void main(String[] args) { new Used().go(); } }";

#[test]
fn a_package_is_one_scope() {
    let files = [
        ("src/main/java/com/acme/App.java", MAIN),
        (
            "src/main/java/com/acme/Used.java",
            "package com.acme; class Used { void go() { x(); } }",
        ),
        (
            "src/main/java/com/acme/Idle.java",
            "package com.acme; class Idle { void go() { x(); } }",
        ),
        (
            "src/main/java/com/acme/Tested.java",
            "package com.acme; class Tested { }",
        ),
        (
            "src/test/java/com/acme/TestedTest.java",
            "package com.acme; class TestedTest { @Test void t() { assertNotNull(new Tested()); } }",
        ),
        (
            "src/main/java/com/other/Used.java",
            "package com.other; public class Used { }",
        ),
    ];
    let project = Project::read(files);
    let link = |to: &str| project.link("src/main/java/com/acme/App.java", to);
    assert!(matches!(
        link("src/main/java/com/acme/Used.java"),
        Link::Used(..)
    ));
    // A method of the same name makes no link.
    assert_eq!(link("src/main/java/com/acme/Idle.java"), Link::None);
    assert_eq!(link("src/main/java/com/other/Used.java"), Link::None);
    let reach = |path: &str| project.wiring(path).reach;
    assert!(matches!(
        reach("src/main/java/com/acme/Used.java"),
        Reach::From(_)
    ));
    assert_eq!(reach("src/main/java/com/acme/Idle.java"), Reach::Nothing);
    assert_eq!(reach("src/main/java/com/acme/Tested.java"), Reach::Tests);
}

#[test]
fn imports_that_are_used_and_those_that_lie_idle() {
    let app = |line: &str, body: &str| {
        let text = format!(
            "package com.acme; {line} public class App {{ public static void main(String[] args) {{ {body} }} }}"
        );
        let lib = "package com.lib; public class Lib { public static void help() { x(); } public static class In { } }";
        let project = Project::read([
            ("src/main/java/com/acme/App.java", text.as_str()),
            ("src/main/java/com/lib/Lib.java", lib),
        ]);
        let link = project.link(
            "src/main/java/com/acme/App.java",
            "src/main/java/com/lib/Lib.java",
        );
        match link {
            Link::None => "none",
            Link::Idle(_) => "idle",
            Link::Tests(_) => "tests",
            Link::Maybe(..) => "maybe",
            Link::Used(..) => "used",
        }
    };
    let cases = [
        ("import com.lib.Lib;", "Lib.help();", "used"),
        ("import com.lib.Lib;", "go();", "idle"),
        ("import com.lib.Lib;", "/* Lib.help(); */ go();", "idle"),
        ("import com.lib.Lib;", "say(\"Lib.help()\");", "idle"),
        ("import com.lib.Lib;", "if (false) { Lib.help(); }", "idle"),
        (
            "import com.lib.Lib;",
            "Object Lib = this; Lib.help();",
            "idle",
        ),
        ("// import com.lib.Lib;", "go();", "none"),
        ("import com.lib.*;", "Lib.help();", "used"),
        ("import com.lib.*;", "go();", "idle"),
        ("import com.lib.*;", "help();", "idle"),
        ("import static com.lib.Lib.help;", "help();", "used"),
        ("import static com.lib.Lib.help;", "go();", "idle"),
        ("import static com.lib.Lib.*;", "help();", "used"),
        ("import com.lib.Lib.In;", "new In();", "used"),
        ("", "com.lib.Lib.help();", "used"),
        ("", "Class.forName(\"com.lib.Lib\");", "used"),
    ];
    for (line, body, wanted) in cases {
        assert_eq!(app(line, body), wanted, "{line} {body}");
    }
}
