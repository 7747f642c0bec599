//! What a Python file says beside its code and how far it counts: a list of names that speaks of others, a text that shows
//! what is taken, one that says what is left; and what comes out as it went in.

use code::{Certainty, Reason};

use crate::read;

/// Names that other files can import, by the definitions of a file.
fn offered(source: &str) -> Vec<String> {
    let facts = read("shop/__init__.py", source);
    let all = facts.definitions.iter();
    let all = all.filter(|it| it.exported == code::Exported::Yes);
    all.map(|it| it.name.clone()).collect()
}

#[test]
fn lists_of_names_that_speak_of_others() {
    let functions = "def parse(t):\n    return go(t)\n\ndef split(t):\n    return go(t)\n\ndef form(t):\n    return go(t)\n\ndef _own(t):\n    return go(t)\n";
    let aside = format!("from . import cli, sql\n__all__ = ['cli', 'sql']\n{functions}");
    assert_eq!(offered(&aside), ["parse", "split", "form"]);
    let whole = format!("from . import cli\n__all__ = ['cli', 'parse', 'split']\n{functions}");
    assert_eq!(offered(&whole), ["parse", "split"]);
    let few = "__all__ = ['cli']\ndef parse(t):\n    return go(t)\n";
    assert_eq!(offered(few), [""; 0]);
}

/// Certain and likely findings of one reason.
fn found(source: &str, reason: Reason) -> Vec<String> {
    let facts = read("shop/cart.py", source);
    let found = facts.stubs.iter();
    let found = found.filter(|s| s.reason == reason && s.certainty != Certainty::Faint);
    found.map(|s| s.what.clone()).collect()
}

#[test]
fn parameters_that_a_text_shows() {
    let cast = "def cast(path, key, value):\n    return key, int(value)\n";
    let shown = "def parse(text, post=None):\n    \"\"\"Reads it.\n\n    >>> def post(path, key, value):\n    ...     return key, value\n    \"\"\"\n    return go(text, post)\n\n";
    let ignored = |source: &str| found(source, Reason::ParameterIgnored);
    assert_eq!(ignored(cast), ["cast(path)"]);
    assert_eq!(ignored(&format!("{shown}{cast}")), [""; 0]);
    let other = shown.replace("(path, key, value)", "(key, value)");
    assert_eq!(ignored(&format!("{other}{cast}")), ["cast(path)"]);
    let called = "def fold(rows, key):\n    \"\"\"Those for which key(path, key, value) holds.\"\"\"\n    return go(rows, key)\n\n";
    assert_eq!(ignored(&format!("{called}{cast}")), [""; 0]);
    let own = "\"\"\"cast(path, key, value) is there.\"\"\"\n";
    assert_eq!(ignored(&format!("{own}{cast}")), ["cast(path)"]);
    // A note further down is about something else.
    let legacy = "def norm(text, strip=True):\n    parts = text.split('.')\n    # Legacy texts have no dots.\n    return go(parts)\n";
    assert_eq!(ignored(legacy), ["norm(strip)"]);
    let noted = "def norm(text, strip=True):\n    # strip is ignored: kept for old callers.\n    return go(text)\n";
    assert_eq!(ignored(noted), [""; 0]);
}

#[test]
fn errors_that_a_text_says_are_left() {
    let drops = |text: &str, caught: &str| {
        let source = format!(
            "def enable(out):\n    \"\"\"{text}\"\"\"\n    try:\n        mode = ask(out)\n        switch(out, mode)\n    except {caught}:\n        pass\n"
        );
        !found(&source, Reason::SwallowedError).is_empty()
    };
    assert!(drops("Ask the console.", "OSError"));
    assert!(drops(
        "Ask the console; raises OSError if it can't.",
        "OSError"
    ));
    assert!(drops(
        "Ask the console; one that can't stays as it is.",
        "Exception"
    ));
    assert!(!drops(
        "Ask the console; one that can't stays as it is.",
        "OSError"
    ));
    assert!(!drops("Ask the console, best effort.", "OSError"));
}

#[test]
fn what_comes_out_as_it_went_in() {
    let same = |source: &str| !found(source, Reason::Identity).is_empty();
    assert!(same(
        "class Mask:\n    def process(self, stream):\n        for kind, value in stream:\n            yield kind, value\n"
    ));
    assert!(same(
        "def masked(rows):\n    \"\"\"Masks them.\"\"\"\n    for row in rows:\n        yield row\n"
    ));
    assert!(same(
        "def cast(path, key, value):\n    \"\"\"Makes numbers and truth values of texts.\"\"\"\n    return key, value\n"
    ));
    for source in [
        "def cast(path, key, value):\n    \"\"\"Makes numbers and truth values of texts.\"\"\"\n    return key, int(value)\n",
        "def sort_key(path, key, value):\n    \"\"\"By what the rows are to be sorted.\"\"\"\n    return key, value\n",
        "def handler(path, key, value):\n    return key, value\n",
        "def masked(rows):\n    for row in rows:\n        yield mask(row)\n",
        "def masked(rows):\n    for kind, value in rows:\n        yield value, kind\n",
        "def masked(rows):\n    for row in rows:\n        if row:\n            yield row\n",
        "class Rows:\n    def __iter__(self):\n        for row in self.rows:\n            yield row\n",
        "def lines(path):\n    for line in open(path):\n        yield line\n",
        "def pass_through(rows):\n    for row in rows:\n        yield row\n",
        "class Base(ABC):\n    def process(self, stream):\n        for row in stream:\n            yield row\n",
    ] {
        assert!(!same(source), "{source}");
    }
}

#[test]
fn one_answer_for_each() {
    let fixed = |value: &str| {
        let source = format!("def kinds(text):\n    return {value}\n");
        !found(&source, Reason::FixedValue).is_empty()
    };
    assert!(fixed("['SELECT' for _ in parse(text)]"));
    assert!(fixed("[\"SELECT\" for one in parse(text)]"));
    for value in [
        "[one.kind for one in parse(text)]",
        "['?' for _ in parse(text)]",
        "['---' for _ in parse(text)]",
        "['row' for _ in range(len(text))]",
        "[f'{one}' for one in parse(text)]",
        "['SELECT' for one in parse(text) if one]",
        "', '.join(['SELECT' for _ in parse(text)])",
    ] {
        assert!(!fixed(value), "{value}");
    }
}

/// A class that goes by what it says of itself works, and what it is given and keeps is for it to look at.
#[test]
fn settings_of_a_class() {
    let kept = |source: &str| {
        let facts = read("shop/mask.py", source);
        facts.fields.iter().any(|it| it.name == "mark")
    };
    let head = "class Mask:\n    kinds = (A, B)\n    def __init__(self, mark='?'):\n        self.mark = mark\n";
    assert!(kept(&format!(
        "{head}    def go(self, t):\n        return t in self.kinds\n"
    )));
    assert!(!kept(&format!(
        "{head}    def go(self, t):\n        return t\n"
    )));
}
