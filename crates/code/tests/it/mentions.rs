//! Where names stand in texts other than as plain names of code.

use code::{Language, Limits, Names, Within, facts, shared_functions};
use proptest::prelude::{ProptestConfig, any, prop, proptest};

/// What is found of one name in a text at a path: the line, what it stands in, and what stands around it.
fn found(path: &str, text: &str, name: &str) -> Vec<(u32, Within, String)> {
    let language = Language::of_path(path);
    let facts = language
        .has_syntax()
        .then(|| facts(language, text, &Limits::default()));
    let names = Names::new([name.to_owned()]).unwrap();
    let all = names.mentions(text, facts.as_ref());
    all.into_iter()
        .map(|it| (it.line, it.within, it.text))
        .collect()
}

fn at(line: u32, within: Within, text: &str) -> (u32, Within, String) {
    (line, within, text.to_owned())
}

#[test]
fn strings_and_members_of_code() {
    let py = "import tasks\n# send_all\nTASK = 'tasks.send_all'\nprint('send_all it')\ntasks.send_all()\nsend_all()\n";
    assert_eq!(
        found("a.py", py, "send_all"),
        [
            at(3, Within::String, "tasks.send_all"),
            at(4, Within::String, "send_all it"),
            at(5, Within::Member, "tasks.send_all"),
        ]
    );
    let rs = "automod::dir!(\"src/commands\");\n/* commands */\nfn f() { x::commands(); }\n";
    assert_eq!(
        found("src/lib.rs", rs, "commands"),
        [
            at(1, Within::String, "src/commands"),
            at(3, Within::Member, "x::commands"),
        ]
    );
}

#[test]
fn settings_and_markup() {
    let docker = "FROM a\n# COPY run.sh\nCOPY tools/run.sh /\n";
    assert_eq!(
        found("Dockerfile", docker, "run"),
        [at(3, Within::Data, "tools/run.sh")]
    );
    let vue = "<script setup>\nconst colour = 1;\n</script>\n<style>\np { color: v-bind(colour); }\n</style>\n";
    assert_eq!(
        found("a.vue", vue, "colour"),
        [at(5, Within::Markup, "colour")]
    );
}

#[test]
fn parts_of_longer_names_are_none() {
    assert_eq!(found("a.yml", "a: rerun\nb: run_all\n", "run"), []);
    assert!(Names::new([String::new()]).is_none());
}

#[test]
fn functions_that_tests_share() {
    let text = "class Runner:\n    def check(self, out):\n        assert out == self.wanted\n\n    def go(self):\n        self.check(self.out)\n\n    def note(self):\n        print('x')\n";
    let facts = facts(Language::Python, text, &Limits::default());
    let all = shared_functions("tests/runner.py", text, &facts);
    let said: Vec<(&str, bool)> = all
        .iter()
        .map(|it| (it.name.as_str(), it.asserts))
        .collect();
    assert_eq!(said[0], ("check", true));
    assert!(all[1].asserts || all[1].calls.contains("check"));
    assert_eq!(said[2], ("note", false));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever stands in a text, each place names the line that holds the name.
    #[test]
    fn places_hold_the_name(lines in prop::collection::vec("[a-c. '\"ä]{0,12}", 0..12), code in any::<bool>()) {
        let text = lines.join("\n");
        let path = if code { "a.py" } else { "a.yml" };
        for (line, _, _) in found(path, &text, "ab") {
            let line = text.lines().nth(line as usize - 1).unwrap();
            assert!(line.contains("ab"), "{line}");
        }
    }
}
