//! Tests that went into a macro or got another name, with all that they asserted and with less.

use super::{all_fail, none_fail};

const T: &str = "tests/smoke.rs";
const OLD: &str = "#[test]\nfn u32() { for n in 1u32..100 { assert!(draw::u32(..n) < n); } }\n#[test]\nfn u64() { for n in 1u64..100 { assert!(draw::u64(..n) < n); } }\n";

fn made(assertion: &str, calls: &str) -> String {
    format!(
        "macro_rules! below {{ ($t:ident, $times:expr) => {{ #[test] fn $t() {{ for n in 1 as $t..100 {{ {assertion} }} }} }}; }}\n{calls}"
    )
}

#[test]
fn tests_that_a_macro_makes() {
    let calls = "below!(u32, 2);\nbelow!(u64, 3);\n";
    let all = made("assert!(draw::$t(..n) < n);", calls);
    none_fail(&[("one macro", &[(T, OLD, all.as_str())])]);
    let loose = made("assert!(draw::$t(..=n) <= n);", calls);
    let none = made("draw::$t(..n);", calls);
    let fewer = made("assert!(draw::$t(..n) < n);", "below!(u32, 2);\n");
    for less in [&loose, &none, &fewer] {
        all_fail(&[("test-removed", &[(T, OLD, less.as_str())])]);
    }
}

#[test]
fn a_test_with_another_name_and_less_in_it() {
    let old = "#[test]\nfn rng() { let mut r = new(); assert_ne!(r.draw(1), r.draw(2)); r.seed(7); let x = r.draw(3); r.seed(7); assert_eq!(x, r.draw(3)); }\n\
               #[test]\nfn rng_init() { let a = new(); let b = new(); assert_ne!(a.draw(3), b.draw(3)); a.seed(7); b.seed(7); assert_eq!(a.draw(3), b.draw(3)); }\n";
    let well = "#[test]\nfn draws_differ() { let mut r = new(); assert_ne!(r.draw(1), r.draw(2)); }\n\
                #[test]\nfn same_seed() { let mut r = new(); r.seed(7); let x = r.draw(3); r.seed(7); assert_eq!(x, r.draw(3)); }\n\
                #[test]\nfn differ_until_seeded() { let a = new(); let b = new(); assert_ne!(a.draw(3), b.draw(3)); a.seed(7); b.seed(7); assert_eq!(a.draw(3), b.draw(3)); }\n";
    // A statement on each line, as people write.
    let [old, well] = [old, well].map(|it| it.replace("; ", ";\n"));
    none_fail(&[("split and renamed", &[(T, old.as_str(), well.as_str())])]);
    let less = well.replace("assert_eq!(a.draw(3), b.draw(3));\n", "");
    all_fail(&[("assertion-removed", &[(T, old.as_str(), less.as_str())])]);
}

#[test]
fn tests_that_catch_all_or_ask_for_anything() {
    const J: &str = "src/test/java/a/SizeTest.java";
    const CODE: (&str, &str, &str) = (
        "src/main/java/a/Size.java",
        "",
        "package a;\nclass Size { static long parse(String s) { return Long.parseLong(s); } }\n",
    );
    let tests = |unit: &str| {
        format!(
            "package a;\nimport org.junit.jupiter.api.Test;\nclass SizeTest {{\n@Test void unit() {{ {unit} }}\n\
             @Test void tooLarge() {{ try {{ Size.parse(\"9\"); }} catch (IllegalArgumentException e) {{ }} }}\n\
             @Test void countsNotTwice() {{ assertNotNull(Size.parse(\"1\")); }}\n}}\n"
        )
    };
    let away = tests("assertNotNull(Size.parse(\"42\"));");
    all_fail(&[("test-looks-away", &[CODE, (J, "", away.as_str())])]);
    let well = tests("assertEquals(42, Size.parse(\"42\"));");
    // Beside one that looks at a result, one that nothing makes fail is still none.
    all_fail(&[("test-cannot-fail", &[CODE, (J, "", well.as_str())])]);
    let (from, until) = ("@Test void tooLarge", "@Test void counts");
    let cut = well.split_once(from).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once(until)?;
        Some(format!("{head}{until}{tail}"))
    });
    let well = cut.unwrap_or_default();
    none_fail(&[("one looks at a result", &[CODE, (J, "", well.as_str())])]);
}

#[test]
fn tests_that_a_macro_made_and_makes_no_more() {
    let file = |calls: &str| {
        format!(
            "macro_rules! case {{ ($name:ident, $of:expr, $is:expr) => {{ #[test] fn $name() {{ assert_eq!(title($of), $is); }} }}; }}\n{calls}"
        )
    };
    let [one, two] = [
        "case!(one, \"this v that\", \"This v That\");\n",
        "case!(two, \"of it\", \"Of It\");\n",
    ];
    let both = file(&format!("{one}{two}"));
    let off = file(&format!("{one}// {two}"));
    let fewer = file(one);
    let table = |rows: &str| {
        file(&format!(
            "#[test]\nfn all() {{ let cases = [{rows}]; for &(of, is) in &cases {{ assert_eq!(title(of), is); }} }}\n"
        ))
    };
    let half = table("(\"this v that\", \"This v That\")");
    for less in [&off, &fewer, &half] {
        all_fail(&[("test-removed", &[(T, both.as_str(), less.as_str())])]);
    }
    let whole = table("(\"this v that\", \"This v That\"), (\"of it\", \"Of It\")");
    let renamed = both.replace("two", "second");
    none_fail(&[
        ("a table", &[(T, both.as_str(), whole.as_str())]),
        ("another name", &[(T, both.as_str(), renamed.as_str())]),
    ]);
}

#[test]
fn tests_that_became_rows_of_a_table_that_is_lent() {
    let iseq = "fn iseq(it: Tab, of: &str, is: &str) { let got = tabify(it, of); if is != got { panic!(\"{}\", got); } }\n";
    let one = |name: &str, of: &str| {
        format!("#[test]\nfn {name}() {{ iseq(tab().padding(0).width({of})); }}\n")
    };
    let before = [
        iseq.to_owned(),
        one("cell", "2), \"a\\n\", \"  a\\n\""),
        one("cells", "0), \"b\\n\", \"b\\n\""),
        one("cells_no_min", "4), \"c\\n\", \"    c\\n\""),
    ]
    .concat();
    let before = before.replace("));", ");");
    let table = |rows: &str, over: &str| {
        format!(
            "{iseq}#[test]\nfn cells() {{ let cases = [{rows}]; for &(width, of, is) in {over} {{ iseq(tab().padding(0).width(width), of, is); }} }}\n"
        )
    };
    let rows = "(2, \"a\\n\", \"  a\\n\"), (0, \"b\\n\", \"b\\n\"), (4, \"c\\n\", \"    c\\n\")";
    let (lent, iterated) = (table(rows, "&cases"), table(rows, "cases.iter()"));
    none_fail(&[
        ("lent", &[(T, before.as_str(), lent.as_str())]),
        ("gone through", &[(T, before.as_str(), iterated.as_str())]),
    ]);
    let less = table("(0, \"b\\n\", \"b\\n\")", "&cases");
    all_fail(&[("test-removed", &[(T, before.as_str(), less.as_str())])]);
}
