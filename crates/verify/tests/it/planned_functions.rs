//! Functions that the plan asks for by their names and that hold nothing, beside those that may.

use super::world::held;

fn fails(says: &str, path: &str, before: &str, now: &str) -> bool {
    let found = held(says, &[(path, before, now)]);
    !found.is_empty()
}

#[test]
fn what_the_plan_asks_for_and_holds_nothing() {
    let python = |body: &str| {
        format!(
            "class Calls:\n    def all(self):\n        return list(self.kept)\n\n    def never(self, url):\n        {body}\n"
        )
    };
    let before = "class Calls:\n    def all(self):\n        return list(self.kept)\n";
    let rust = |body: &str| {
        format!(
            "pub struct A(Vec<u8>);\nimpl Extend<u8> for A {{\n    fn extend<I: IntoIterator<Item = u8>>(&mut self, it: I) {{\n        {body}\n    }}\n}}\n"
        )
    };
    let asks = "Add Calls.never(url): no call went there.";
    assert!(fails(asks, "src/calls.py", before, &python("...")));
    assert!(!fails(
        asks,
        "src/calls.py",
        before,
        &python("return url not in self.all()")
    ));
    let asks = "Implement Extend for A: `extend` adds each.";
    assert!(fails(
        asks,
        "src/lib.rs",
        "pub struct A(Vec<u8>);\n",
        &rust("unimplemented!()")
    ));
    let refuses = rust("unimplemented!(\"not on this platform\")");
    assert!(!fails(
        "Add A.",
        "src/lib.rs",
        "pub struct A(Vec<u8>);\n",
        &refuses
    ));
}

/// A parameter that the plan writes out has to be read, in each language, whatever class it stands in.
#[test]
fn parameters_that_the_plan_writes_out_and_nothing_reads() {
    let asks = "Add get_or_set(key, default, timeout): stores what is missing.";
    let python = |body: &str| {
        format!(
            "class BaseCache:\n    def get_or_set(self, key, default, timeout=None):\n        \"\"\"Stores it for `timeout` seconds.\"\"\"\n        value = self.get(key)\n        if value is None:\n            value = default\n            {body}\n        return value\n"
        )
    };
    let before = "class BaseCache:\n    pass\n";
    let told = |says: &str, path: &str, before: &str, now: &str| {
        let found = held(says, &[(path, before, now)]);
        found.iter().any(|it| it.contains("parameter `timeout`"))
    };
    let path = "src/base.py";
    assert!(told(asks, path, before, &python("self.set(key, value)")));
    for body in [
        "self.set(key, value, timeout)",
        "self.set(key, value, timeout=timeout)",
        "log(f\"kept {timeout}\")",
        "self.set(**locals())",
    ] {
        assert!(!told(asks, path, before, &python(body)), "{body}");
    }
    // Who had it before, and what the plan leaves open.
    let idle = python("self.set(key, value)");
    assert!(!told(asks, path, &idle, &format!("{idle}# more\n")));
    let open = "Add get_or_set(key, default, timeout), where timeout is ignored by this class.";
    assert!(!told(open, path, before, &idle));
    let open = format!("{asks} Backends may override it.");
    assert!(!told(&open, path, before, &idle));
    let handed =
        format!("{idle}\n\ndef go(hooks):\n    hooks.run(seeds, hook=BaseCache.get_or_set)\n");
    assert!(!told(asks, path, before, &handed));
    let null = idle.replace("BaseCache", "NullCache");
    assert!(!told(asks, path, "class NullCache:\n    pass\n", &null));

    let asks = "Add a helper fetch(url, timeout) beside it.";
    let rust = |taken: &str, body: &str| {
        format!("pub fn fetch<F: Fn(u8) -> u8>(url: &str, {taken}) -> String {{ {body} }}\n")
    };
    let path = "src/lib.rs";
    let idle = rust("_timeout: u64", "get(url)");
    assert!(told(asks, path, "// A helper.\n", &idle));
    let printed = rust("timeout: u64", "format!(\"{url} {timeout}\")");
    assert!(!told(asks, path, "// A helper.\n", &printed));
    let script =
        |body: &str| format!("export const fetchIt = async (url, timeout = 5) => {{ {body} }};\n");
    let asks = "Add a helper fetchIt(url, timeout) beside it.";
    assert!(told(
        asks,
        "src/a.js",
        "// A helper.\n",
        &script("return get(url);")
    ));
    assert!(!told(
        asks,
        "src/a.js",
        "// A helper.\n",
        &script("return get(url, { timeout });")
    ));
    let bare = "export const fetchIt = timeout => wait(timeout);\n";
    assert!(!told(asks, "src/a.js", "// A helper.\n", bare));
    let go = |body: &str| {
        format!(
            "package a\n\nfunc (c *Client) FetchIt(url string, timeout int) string {{\n\t{body}\n}}\n"
        )
    };
    let asks = "Add Client.FetchIt(url, timeout) beside it.";
    assert!(told(asks, "a.go", "package a\n", &go("return c.get(url)")));
    assert!(!told(
        asks,
        "a.go",
        "package a\n",
        &go("return c.get(url, timeout)")
    ));
    let java = |body: &str| {
        format!(
            "class Client {{\n    String fetchIt(final String url, int timeout) {{\n        {body}\n    }}\n}}\n"
        )
    };
    let asks = "Add Client.fetchIt(String url, int timeout) beside it.";
    let before = "class Client {\n}\n";
    assert!(told(
        asks,
        "src/Client.java",
        before,
        &java("return get(url);")
    ));
    assert!(!told(
        asks,
        "src/Client.java",
        before,
        &java("return get(url, timeout);")
    ));
}
