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
    none_fail(&[("one looks at a result", &[CODE, (J, "", well.as_str())])]);
}
