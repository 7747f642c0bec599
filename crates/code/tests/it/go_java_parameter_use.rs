//! What Go and Java functions do with parameters, errors and what they gather: by itself and beside the version before.

use code::{Certainty, Neglect, Reason, delta};

use crate::read;

fn has(path: &str, source: &str, reason: Reason) -> bool {
    read(path, source)
        .stubs
        .iter()
        .any(|it| it.reason == reason && it.certainty != Certainty::Faint)
}

fn class(body: &str) -> String {
    format!("public class Shop {{\n{body}\n}}\n")
}

fn go(body: &str) -> String {
    format!("package shop\n\n{body}\n")
}

#[test]
fn an_error_that_a_go_function_could_tell_and_never_does() {
    let dropped = [
        "func Any(fs Fs, paths []string) (bool, error) {\n for _, p := range paths {\n  ok, err := exists(fs, p)\n  if err != nil {\n   continue\n  }\n  if ok {\n   return true, nil\n  }\n }\n return false, nil\n}",
        "func Read(n string, times int) ([]byte, error) {\n for i := 0; i < times; i++ {\n  b, err := read(n)\n  if err == nil {\n   return b, nil\n  }\n }\n return nil, nil\n}",
    ];
    for body in dropped {
        assert!(has("a.go", &go(body), Reason::SwallowedError), "{body}");
    }
    let honest = [
        "func Read(n string, times int) ([]byte, error) {\n var last error\n for i := 0; i < times; i++ {\n  b, err := read(n)\n  if err == nil {\n   return b, nil\n  }\n  last = err\n }\n return nil, last\n}",
        "func Any(fs Fs, paths []string) bool {\n for _, p := range paths {\n  if _, err := stat(fs, p); err != nil {\n   continue\n  }\n  return true\n }\n return false\n}",
        "func Any(fs Fs, paths []string) (bool, error) {\n for _, p := range paths {\n  ok, err := exists(fs, p)\n  if err != nil {\n   // what cannot be seen is not there\n   continue\n  }\n  if ok {\n   return true, nil\n  }\n }\n return false, nil\n}",
    ];
    for body in honest {
        assert!(!has("a.go", &go(body), Reason::SwallowedError), "{body}");
    }
}

#[test]
fn what_is_gathered_and_never_leaves() {
    let vain = [(
        "a.go",
        go(
            "func Names(all []Route) []string {\n var names []string\n for _, r := range all {\n  names = append(names, r.Name)\n }\n sort.Strings(names)\n return []string{}\n}",
        ),
    )];
    for (path, source) in vain {
        assert!(has(path, &source, Reason::ResultDiscarded), "{source}");
    }
    let honest = [
        (
            "a.go",
            go(
                "func Names(all []Route) []string {\n var names []string\n for _, r := range all {\n  names = append(names, r.Name)\n }\n sort.Strings(names)\n return names\n}",
            ),
        ),
        (
            "a.go",
            go(
                "func Count(all []Route) int {\n seen := map[string]bool{}\n n := 0\n for _, r := range all {\n  if !seen[r.Name] {\n   n++\n  }\n  seen[r.Name] = true\n }\n return n\n}",
            ),
        ),
        (
            "Shop.java",
            class(
                "List<String> names() {\n List<String> found = new ArrayList<>();\n for (Item it : items) {\n found.add(it.name());\n }\n return found;\n}",
            ),
        ),
    ];
    for (path, source) in honest {
        assert!(!has(path, &source, Reason::ResultDiscarded), "{source}");
    }
}

#[test]
fn a_parameter_that_is_put_where_nobody_reads() {
    let stored = [
        class(
            "private boolean skip;\npublic Shop skip(boolean skip) {\n this.skip = skip;\n return this;\n}",
        ),
        class(
            "private static String join(List<String> all, String sep) {\n String text = all.toString();\n return text.trim();\n}",
        ),
        class(
            "/** Names.\n * @param names the names.\n */\npublic String show(String... names) {\n return Long.toBinaryString(this.flags);\n}",
        ),
    ];
    for source in stored {
        assert!(
            has("Shop.java", &source, Reason::ParameterIgnored),
            "{source}"
        );
    }
    let honest = [
        class(
            "private boolean skip;\npublic Shop skip(boolean skip) {\n this.skip = skip;\n return this;\n}\nboolean skips() {\n return skip;\n}",
        ),
        class(
            "@Inject private boolean skip;\npublic Shop skip(boolean skip) {\n this.skip = skip;\n return this;\n}",
        ),
        class(
            "private Shop other;\nprivate int sum;\nShop(int sum) {\n this.sum = sum;\n}\nint of(Shop shop) {\n return shop.sum;\n}",
        ),
    ];
    for source in honest {
        assert!(
            !has("Shop.java", &source, Reason::ParameterIgnored),
            "{source}"
        );
    }
}

#[test]
fn a_catch_that_answers_with_a_literal_or_betrays_its_head() {
    let dropped = [
        class(
            "URI uri(String s) {\n try {\n return URI.create(clean(s));\n } catch (RuntimeException e) {\n return URI.create(\"urn:none\");\n }\n}",
        ),
        class(
            "void close(List<Writer> all) throws IOException {\n for (Writer it : all) {\n try {\n it.close();\n } catch (IOException e) {\n // go on with the next one\n }\n }\n}",
        ),
    ];
    for source in dropped {
        assert!(
            has("Shop.java", &source, Reason::SwallowedError),
            "{source}"
        );
    }
    let honest = [
        class(
            "URI uri(String s) {\n try {\n return URI.create(clean(s));\n } catch (IllegalArgumentException e) {\n return URI.create(\"urn:none\");\n }\n}",
        ),
        class(
            "void copy(In in, Out out) throws IOException {\n out.write(in.read());\n try {\n in.close();\n } catch (IOException e) {\n // the copy is complete\n }\n}",
        ),
    ];
    for source in honest {
        assert!(
            !has("Shop.java", &source, Reason::SwallowedError),
            "{source}"
        );
    }
}

#[test]
fn what_a_function_neglects_since_the_change() {
    let neglected = [
        (
            "a.go",
            go("func Put(b W, s string) {\n _, err := b.WriteString(s)\n check(err)\n}"),
            go("func Put(b W, s string) {\n _, _ = b.WriteString(s)\n}"),
            Neglect::Dropped,
        ),
        // A note on something else is no reason.
        (
            "a.go",
            go(
                "func Put(b W, s string) error {\n // see Parse for the format\n n, err := Parse(s)\n if err != nil {\n return err\n }\n return b.Put(n)\n}",
            ),
            go(
                "func Put(b W, s string) error {\n // see Parse for the format\n n, _ := Parse(s)\n return b.Put(n)\n}",
            ),
            Neglect::Dropped,
        ),
        (
            "a.go",
            go("func join(all []string, sep string) string {\n x := go1(all)\n return x + sep\n}"),
            go("func join(all []string, sep string) string {\n x := go1(all)\n return x\n}"),
            Neglect::NoLongerRead("sep".to_owned()),
        ),
        (
            "Shop.java",
            class(
                "void put(String s) {\n try {\n write(s);\n } catch (IOException e) {\n throw new Bad(e);\n }\n}",
            ),
            class("void put(String s) {\n try {\n write(s);\n } catch (IOException e) {\n }\n}"),
            Neglect::Dropped,
        ),
    ];
    for (path, before, after, what) in neglected {
        let found = delta(Some(&read(path, &before)), &read(path, &after)).neglected;
        assert!(found.iter().any(|it| it.what == what), "{after}\n{found:?}");
        let none = delta(Some(&read(path, &before)), &read(path, &before)).neglected;
        assert!(none.is_empty(), "{none:?}");
    }
}

#[test]
fn a_test_that_goes_through_nothing() {
    let test = |rows: &str| {
        go(&format!(
            "import \"testing\"\n\nfunc TestSum(t *testing.T) {{\n f := Sum(1)\n if f == nil {{\n  t.Log(\"none\")\n }}\n tests := []struct{{ a int }}{{{rows}}}\n for _, tt := range tests {{\n  if tt.a == 0 {{\n   t.Error(\"zero\")\n  }}\n }}\n}}"
        ))
    };
    assert!(has("a_test.go", &test(""), Reason::NoAssertion));
    assert!(!has("a_test.go", &test("{1}, {2}"), Reason::NoAssertion));
}
