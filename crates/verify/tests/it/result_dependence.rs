//! Functions that the plan asks for by name and whose answers hang on nothing, beside those that are meant so.

use crate::world::{held_beside, holds};

/// Whether a change of one file is held against the plan with these words.
fn held(says: &str, path: &str, old: &str, new: &str, words: &str) -> bool {
    holds(&held_beside(says, &[(path, old)], &[(path, new)]), words)
}

const FIXED: &str = "and it answers `";

#[test]
fn one_answer_for_all() {
    let go = "package a\n\ntype Deque struct{ buf []int }\n\nfunc (q *Deque) Len() int { return len(q.buf) }\n";
    let slice = format!("{go}\nfunc (q *Deque) Slice() []int {{\n\treturn []int{{}}\n}}\n");
    let full = format!(
        "{go}\nfunc (q *Deque) Slice() []int {{\n\treturn append([]int{{}}, q.buf...)\n}}\n"
    );
    let plan = "Add Slice() []int, all elements. For a nil deque it is an empty slice.";
    assert!(held(plan, "a.go", go, &slice, FIXED));
    assert!(!held(plan, "a.go", go, &full, FIXED));
    // Said of that very function, or of the whole.
    assert!(!held(
        "Add Slice() []int, which is always empty.",
        "a.go",
        go,
        &slice,
        FIXED
    ));
    assert!(!held(
        "Add Slice() []int. It does nothing for now.",
        "a.go",
        go,
        &slice,
        FIXED
    ));
    // Of two answers one is empty.
    assert!(held(
        "Add Slice() []int, which gives all elements, and an empty slice for a nil deque.",
        "a.go",
        go,
        &slice,
        FIXED
    ));
    // Nobody asked for it.
    assert!(!held(
        "Add what lists the elements.",
        "a.go",
        go,
        &slice,
        FIXED
    ));
    let pop = format!(
        "{go}\nfunc (q *Deque) TryPop() (int, bool) {{\n\tif q.Len() == 0 {{\n\t\tvar zero int\n\t\treturn zero, false\n\t}}\n\tvar none int\n\treturn none, false\n}}\n"
    );
    let plan = "Give Deque a method that does not panic on an empty deque: TryPop() (int, bool).";
    assert!(held(plan, "a.go", go, &pop, FIXED));
    assert!(!held(
        plan,
        "a.go",
        go,
        &pop.replace("none, false", "q.pop(), true"),
        FIXED
    ));
}

#[test]
fn one_answer_for_all_in_other_languages() {
    for (says, path, new) in [
        (
            "Add purgeExpired(): removes every item whose time is up.",
            "src/a.js",
            "export class Cache {\n\tpurgeExpired() {\n\t\tconst count = 0;\n\t\treturn count;\n\t}\n}\n",
        ),
        (
            "Cache: add __contains__ (as has).",
            "a.py",
            "class Cache:\n    def __contains__(self, key):\n        return True\n",
        ),
        (
            "Add getIdleMillis() to DefaultInfo.",
            "src/main/java/DefaultInfo.java",
            "public class DefaultInfo {\n    public long getIdleMillis() {\n        return 0;\n    }\n}\n",
        ),
        (
            "Add from_extension(ext) -> Option<Mime> over the types that there are constants for.",
            "src/lib.rs",
            "pub fn from_extension(ext: &str) -> Option<Mime> {\n    if ext.is_empty() {\n        return None;\n    }\n    Some(OCTET_STREAM)\n}\n",
        ),
    ] {
        assert!(held(says, path, "\n", new, FIXED), "{path}");
    }
    for (says, path, new) in [
        // A getter of a constant.
        (
            "Add getSymbol() to Info.",
            "src/main/java/Info.java",
            "public class Info {\n    static final char SYMBOL = '%';\n    public char getSymbol() {\n        return SYMBOL;\n    }\n}\n",
        ),
        // One of a family, each with its own answer.
        (
            "Mode says mayQuote(), false only for NONE.",
            "src/main/java/Mode.java",
            "public enum Mode {\n    ALL, NONE {\n        @Override\n        public boolean mayQuote() {\n            return false;\n        }\n    };\n    public boolean mayQuote() {\n        return true;\n    }\n}\n",
        ),
        // An instance that there is one of.
        (
            "Add Factory.urlLookup().",
            "src/main/java/Factory.java",
            "public class Factory {\n    public Lookup urlLookup() {\n        return Url.INSTANCE;\n    }\n}\n",
        ),
        // What others may fill in.
        (
            "Strategy.otherNames(field): more names of a field.",
            "src/main/java/Strategy.java",
            "public interface Strategy {\n    default List<String> otherNames(Field f) {\n        return Collections.emptyList();\n    }\n}\n",
        ),
        (
            "Add Shape::has_holes(), a new question.",
            "src/lib.rs",
            "pub trait Shape {\n    fn has_holes(&self) -> bool {\n        false\n    }\n}\n",
        ),
        (
            "Strategy.otherNames(field): more names; none by default.",
            "src/a.ts",
            "export class Strategy {\n  otherNames(field: string): string[] {\n    return [];\n  }\n}\n",
        ),
        // A null object.
        (
            "Add NoopCache whose lookUp(key) finds none.",
            "src/a.ts",
            "export class NoopCache {\n  lookUp(key: string): string[] {\n    return [];\n  }\n}\n",
        ),
    ] {
        assert!(!held(says, path, "\n", new, FIXED), "{path}");
    }
}

#[test]
fn a_family_has_one_that_answers_with_nothing() {
    let plan = "MultiCommand gets list_commands(ctx): a group that loads lazily may have none.";
    let group = "class Group(MultiCommand):\n    def list_commands(self, ctx):\n        return sorted(self.commands)\n";
    let base = |body: &str| format!("class MultiCommand:\n    pass\n{body}\n\n");
    let method = "\n    def list_commands(self, ctx):\n        return []\n";
    let (old, alone) = (base(""), base(method));
    let (family, works) = (format!("{old}{group}"), format!("{alone}{group}"));
    assert!(held(plan, "a.py", &old, &alone, FIXED));
    assert!(!held(plan, "a.py", &family, &works, FIXED));
}

#[test]
fn answers_that_hang_on_something_by_the_plan() {
    let words = "on each way out";
    let code = |last: &str| {
        format!(
            "class Tiered:\n    def set(self, key, value):\n        self._back.set(key, value)\n        self._front.set(key, value)\n        return {last}\n"
        )
    };
    let plan = "class Tiered: set and delete go to both, and are true only if both are.";
    assert!(held(plan, "a.py", "\n", &code("True"), words));
    assert!(!held(plan, "a.py", "\n", &code("self._back.ok"), words));
    assert!(!held(
        "class Tiered: set goes to both.",
        "a.py",
        "\n",
        &code("True"),
        words
    ));
    // What is not so fails.
    let fails = "class Tiered:\n    def set(self, key):\n        if self.has(key):\n            raise KeyError(key)\n        return True\n";
    assert!(!held(plan, "a.py", "\n", fails, words));
    let exit = "class Names:\n    def __exit__(self, *exc_info):\n        self.nodes = None\n        return True\n";
    assert!(held(
        "Make Names a context manager; exceptions go through.",
        "a.py",
        "\n",
        exit,
        words
    ));
    assert!(!held(
        "Names is a context manager that suppresses errors.",
        "a.py",
        "\n",
        exit,
        words
    ));
}

#[test]
fn others_under_a_new_name() {
    let words = "under another name";
    let rust =
        "impl Cache {\n    pub fn peek_lru(&self) -> Option<u8> {\n        self.tail()\n    }\n}\n";
    let mru = |does: &str| {
        rust.replace(
            "        self.tail()\n    }\n",
            &format!("        self.tail()\n    }}\n    pub fn peek_mru(&self) -> Option<u8> {{\n        {does}\n    }}\n"),
        )
    };
    let plan =
        "There is peek_lru() and nothing for the other end. Add peek_mru(): the one used last.";
    assert!(held(
        plan,
        "src/lib.rs",
        rust,
        &mru("self.peek_lru()"),
        words
    ));
    assert!(!held(plan, "src/lib.rs", rust, &mru("self.head()"), words));
    let plan = "Add peek_mru() as an alias of peek_lru().";
    assert!(!held(
        plan,
        "src/lib.rs",
        rust,
        &mru("self.peek_lru()"),
        words
    ));
    let go = "package a\n\nfunc In(all []string, one string) bool {\n\treturn all[0] == one\n}\n";
    let fold =
        format!("{go}\nfunc InFold(all []string, one string) bool {{\n\treturn In(all, one)\n}}\n");
    assert!(held(
        "Add InFold(all, one), without regard to case.",
        "a.go",
        go,
        &fold,
        words
    ));
    assert!(!held(
        "Add InFold(all, one), which delegates to In.",
        "a.go",
        go,
        &fold,
        words
    ));
    let plan = "Users ask for peek_mru. Add it as a plain forwarder.";
    assert!(!held(
        plan,
        "src/lib.rs",
        rust,
        &mru("self.peek_lru()"),
        words
    ));
    // One that makes what it gives is no sister.
    let new = "package a\n\nfunc New(next int) int {\n\treturn next + 1\n}\n";
    let protect = format!("{new}\nfunc Protect(next int) int {{\n\treturn New(next)\n}}\n");
    let plan = "Add Protect(next int) int, for routers.";
    assert!(!held(plan, "a.go", new, &protect, words));
    let java = "class T {\n    static final int[] FANCY = make(1);\n}\n";
    let rounded = java.replace("}\n", "    static final int[] ROUNDED = FANCY;\n}\n");
    let plan = "Add the border ROUNDED: as FANCY, but with light lines.";
    assert!(held(plan, "src/main/java/T.java", java, &rounded, words));
    assert!(!held(
        "Add ROUNDED, as FANCY.",
        "src/main/java/T.java",
        java,
        &rounded,
        words
    ));
}

#[test]
fn methods_that_are_there_and_change_nothing() {
    let words = "if it were not there";
    let code = "class Config {\n    @Override\n    public boolean equals(Object other) {\n        return super.equals(other);\n    }\n}\n";
    let path = "src/main/java/Config.java";
    assert!(held(
        "Give Config equals() over both durations.",
        path,
        "\n",
        code,
        words
    ));
    assert!(!held(
        "Give Config equals() that calls super, for its javadoc.",
        path,
        "\n",
        code,
        words
    ));
    let python =
        "class Config(Base):\n    def load(self, path):\n        return super().load(path)\n";
    assert!(held(
        "Config.load() reads the second file too.",
        "a.py",
        "\n",
        python,
        words
    ));
}

#[test]
fn parameters_of_functions_that_are_asked_for() {
    let words = "nothing in it reads";
    let rust = |does: &str| {
        format!(
            "pub struct G;\n\nimpl G {{\n    pub fn separator(self, _separator: &str) -> Self {{\n        {does}\n    }}\n}}\n"
        )
    };
    let plan = "Add G::separator(self, &str) -> Self and use it.";
    assert!(held(plan, "src/lib.rs", "\n", &rust("self"), words));
    assert!(!held(
        plan,
        "src/lib.rs",
        "\n",
        &rust("self.with(_separator)"),
        words
    ));
    let plan =
        "Add G::separator(self, &str) -> Self; what it takes is reserved, separator ignores it.";
    assert!(!held(plan, "src/lib.rs", "\n", &rust("self"), words));
    let java = "class V {\n    public static boolean isValid(String value, Kind kind) {\n        return value != null;\n    }\n}\n";
    let path = "src/main/java/V.java";
    assert!(held(
        "Add isValid(String, Kind) on top of it.",
        path,
        "\n",
        java,
        words
    ));
    let over = java.replace("public static", "@Override\n    public");
    assert!(!held(
        "Add isValid(String, Kind) on top of it.",
        path,
        "\n",
        &over,
        words
    ));
    // What takes it says what it is given.
    let handed = java.replace("value != null", "run(V::isValid, value)");
    assert!(!held(
        "Add isValid(String, Kind).",
        path,
        "\n",
        &handed,
        words
    ));
    let words = "only refuses some";
    let python = |last: &str, leave: &str| {
        format!(
            "def names(spec=CSS3):\n    if spec not in KNOWN:\n        {leave}\n    return sorted({last})\n"
        )
    };
    let plan = "names(spec=CSS3) returns the names of a specification.";
    assert!(held(
        plan,
        "a.py",
        "\n",
        &python("ALL", "raise ValueError(spec)"),
        words
    ));
    assert!(!held(
        plan,
        "a.py",
        "\n",
        &python("ALL[spec]", "raise ValueError(spec)"),
        words
    ));
    // An early answer is one.
    assert!(!held(
        plan,
        "a.py",
        "\n",
        &python("ALL", "return []"),
        words
    ));
}

#[test]
fn functions_that_hand_out_what_they_are_called_on() {
    let words = "give itself back";
    let go = "package a\n\ntype M struct{ Replace *M }\n";
    let code = format!("{go}\nfunc (m *M) effective() *M {{\n\treturn m\n}}\n");
    assert!(held(
        "Put it in one method effective() *M.",
        "a.go",
        go,
        &code,
        words
    ));
    assert!(!held(
        "Add effective() *M, for now the module itself.",
        "a.go",
        go,
        &code,
        words
    ));
    let python = "class R:\n    def __iter__(self):\n        return self\n";
    assert!(!held("Add __iter__ to R.", "a.py", "\n", python, words));
}

#[test]
fn a_callback_that_nothing_calls() {
    let old = "class Reader:\n    def iter(self):\n        yield self.read()\n";
    let new = |work: &str| {
        format!(
            "class Reader:\n    @overload\n    def iter(self, *, on_error: Call = ...): ...\n\n    def iter(self, *, on_error=None):\n        try:\n            yield self.read()\n        except Bad as error:\n            if on_error is None:\n                raise\n{work}"
        )
    };
    let words = "and it never calls it";
    let plan = "Reader.iter() gets on_error, a callable that is called with each error.";
    assert!(held(plan, "a.py", old, &new(""), words));
    assert!(!held(
        plan,
        "a.py",
        old,
        &new("            on_error(error)\n"),
        words
    ));
    assert!(!held(
        plan,
        "a.py",
        old,
        &new("            self.tell(on_error)\n"),
        words
    ));
}
