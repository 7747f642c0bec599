//! Rules as data: the built-in ones hold their own examples, a team's file is read one rule at a time, and nothing that
//! anyone writes in a rule or a file takes long.

use std::collections::BTreeSet;

use code::Language;
use code::rules::{Dialect, Problem, Rules, Scan, Severity};

use crate::read;

fn scan(rules: &Rules, path: &str, source: &str) -> Scan {
    rules.scan(path, source, &read(path, source))
}

fn found(rules: &Rules, path: &str, source: &str) -> Vec<String> {
    let scan = scan(rules, path, source);
    assert!(!scan.cut, "{path}");
    scan.findings
        .iter()
        .map(|it| format!("{}:{}", it.line, it.rule))
        .collect()
}

fn parse(text: &str) -> (Rules, Vec<Problem>) {
    Rules::parse(&[("team.yml".to_owned(), text.to_owned())])
}

fn good(text: &str) -> Rules {
    let (rules, problems) = parse(text);
    assert_eq!(problems, []);
    rules
}

/// A rule about calls of `old`, with more keys.
fn old(more: &str) -> String {
    format!(
        "id: old\nlanguage: JavaScript\nmessage: \"`old` of $A\"\nrule:\n  pattern: old($A)\n{more}\
         metadata:\n  category: semantic\n  level: 4\n  examples:\n    matches: ['old(1)']\n    passes: ['young(1)']\n"
    )
}

#[test]
fn every_built_in_rule_holds_its_examples() {
    let (rules, problems) = Rules::parse(&Rules::built_in_texts());
    assert_eq!(problems, []);
    // The two about comments are no data.
    assert_eq!(rules.list().count() + 2, Rules::built_in().list().count());
    for rule in rules.list() {
        assert_eq!(
            rule.severity == Severity::Error,
            rule.certain,
            "{}",
            rule.id
        );
        assert_ne!(rule.note, "", "{}", rule.id);
    }
}

#[test]
fn rules_for_some_languages_are_those_of_all_that_are_about_them() {
    let all = Rules::built_in();
    for dialect in Dialect::ALL {
        let some = Rules::built_in_for(&BTreeSet::from([dialect.language()]));
        let about = |rules: &Rules| {
            let about = rules.list().filter(|it| it.dialects.contains(&dialect));
            about.map(|it| it.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(about(&some), about(&all), "{}", dialect.name());
    }
    let none = Rules::built_in_for(&BTreeSet::new());
    let script = Rules::built_in_for(&BTreeSet::from([Language::Tsx]));
    let source = "console.log(1);\n";
    assert_eq!(found(&script, "src/a.js", source), ["1:js-console"]);
    assert_eq!(found(&none, "src/a.js", source), [""; 0]);
}

#[test]
fn a_teams_own_rule_finds() {
    let rules = good(&old("severity: warning\nnote: Use `young`.\n"));
    let source = "young(1);\nfunction f() {\n  return [old(\n    a + b)];\n}\n";
    let scan = scan(&rules, "src/a.js", source);
    let [finding] = &scan.findings[..] else {
        panic!("{scan:?}");
    };
    assert_eq!(finding.message, "`old` of a + b");
    assert_eq!(finding.note, "Use `young`.");
    assert_eq!(finding.severity, Severity::Warning);
    assert_eq!((finding.line, finding.column, finding.end_line), (3, 11, 4));
    assert_eq!(finding.text, "old(");
    assert_eq!((finding.level, finding.certain), (4, false));
    // A rule is about the languages it names, and no other that happens to have the same grammar.
    assert_eq!(found(&rules, "src/a.tsx", source), [""; 0]);
    assert_eq!(found(&rules, "src/a.py", "old(1)\n"), [""; 0]);
}

#[test]
fn places_tests_and_dead_code() {
    let rules = |more: &str| good(&old(more));
    let of = |rules: &Rules, path: &str| found(rules, path, "old(1);\n").len();
    let some = rules("files: ['src/**/*.js']\nignores: ['**/vendor/**']\n");
    assert_eq!(of(&some, "src/a.js"), 1);
    assert_eq!(of(&some, "src/deep/a.js"), 1);
    assert_eq!(of(&some, "lib/a.js"), 0);
    assert_eq!(of(&some, "src/vendor/a.js"), 0);
    // As ast-grep has it.
    assert_eq!(of(&rules("files: ['src/*.js']\n"), "src/deep/a.js"), 1);
    let source = "describe('a', () => { old(1); });\nif (false) { old(2); }\nold(3);\n";
    let marks = |path: &str| -> Vec<(u32, bool, bool)> {
        let findings = scan(&rules(""), path, source).findings;
        findings
            .iter()
            .map(|it| (it.line, it.test, it.dead))
            .collect()
    };
    assert_eq!(
        marks("a.js"),
        [(1, true, false), (2, false, true), (3, false, false)]
    );
    assert_eq!(marks("a.test.js")[2], (3, true, false));
    for (mode, lines) in [
        ("skip", "2:old 3:old"),
        ("only", "1:old"),
        ("include", "1:old 2:old 3:old"),
    ] {
        let text = old("").replace("  level: 4", &format!("  level: 4\n  tests: {mode}"));
        assert_eq!(found(&good(&text), "a.js", source).join(" "), lines);
    }
}

/// The scripts of a component are held against the rules of what they are written in; its template and its styles are not.
#[test]
fn scripts_of_components() {
    let rules = good(&format!(
        "{}---\n{}",
        old(""),
        old("")
            .replace("id: old", "id: typed")
            .replace("language: JavaScript", "language: TypeScript"),
    ));
    let template = "<template>\n  <p @click=\"old(1)\">{{ old(2) }}</p>\n</template>\n";
    let cases: [(&str, &[&str]); 6] = [
        ("<script>\nold(3);\n</script>\n", &["5:old"]),
        (
            "<script setup lang=\"js\">\n\nold(3);\n</script>\n",
            &["6:old"],
        ),
        (
            "<script setup lang=\"ts\">\nconst a: number = old(3);\n</script>\n",
            &["5:typed"],
        ),
        (
            "<script lang=\"ts\">\nold(1);\n</script>\n<script setup lang=\"ts\">\nif (false) { b(); }\nold(2);\n</script>\n",
            &["5:typed", "9:typed"],
        ),
        ("<style>\np::after { content: 'old(3)' }\n</style>\n", &[]),
        ("", &[]),
    ];
    for (scripts, expected) in cases {
        let source = format!("{template}{scripts}");
        assert_eq!(found(&rules, "src/A.vue", &source), expected, "{source}");
    }
    let own = Rules::built_in_for(&BTreeSet::from([Language::Vue]));
    let source = "<script setup lang=\"ts\">\nconsole.log(1);\n</script>\n";
    let everything = Rules::built_in();
    assert_eq!(
        found(&own, "src/A.vue", source),
        found(&everything, "src/A.vue", source)
    );
    let column = scan(&everything, "src/A.vue", source).findings[0].column;
    assert_eq!(
        (found(&own, "src/A.vue", source), column),
        (vec!["2:js-console".to_owned()], 1)
    );
}

#[test]
fn a_command_may_print() {
    let rules = Rules::built_in();
    let prints = [
        ("src/a.js", "console.log(1);\n", "js-console"),
        ("src/a.py", "print(1)\n", "py-print"),
        ("src/a.rs", "fn f() { println!(\"a\"); }\n", "rs-print"),
    ];
    for (path, source, rule) in prints {
        assert_eq!(found(&rules, path, source), [format!("1:{rule}")]);
        assert_eq!(found(&rules, &path.replace("src", "bin"), source), [""; 0]);
    }
    let script = "#!/usr/bin/env node\nconsole.log(1);\n";
    assert_eq!(found(&rules, "src/a.js", script), [""; 0]);
    let attribute = "#![deny(missing_docs)]\nfn f() { println!(\"a\"); }\n";
    assert_eq!(found(&rules, "src/a.rs", attribute), ["2:rs-print"]);
}

#[test]
fn no_comment_turns_a_rule_off() {
    let rules = good(&old(""));
    let source =
        "// ast-grep-ignore\n\n\n// ast-grep-ignore: old\nold(1);\n/* eslint-disable */ old(2);\n";
    assert_eq!(found(&rules, "a.js", source), ["5:old", "6:old"]);
}

#[test]
fn a_rule_of_the_same_name_takes_the_place_of_one() {
    let source = "function f() { try { go(); } catch (e) {} }\n";
    assert_eq!(
        found(&Rules::built_in(), "a.js", source),
        ["1:js-empty-catch"]
    );
    let off = good("id: js-empty-catch\nseverity: off\n");
    assert_eq!(found(&Rules::built_in().with(off), "a.js", source), [""; 0]);
    let todo = "// TODO later\nf();\n";
    assert_eq!(
        found(&Rules::built_in(), "a.js", todo),
        ["1:debt-without-issue"]
    );
    let off = good("id: debt-without-issue\nseverity: off\n");
    assert_eq!(found(&Rules::built_in().with(off), "a.js", todo), [""; 0]);
}

#[test]
fn what_is_wrong_with_a_rule_is_said_with_its_line() {
    let examples = "metadata: {examples: {matches: ['old(1)'], passes: ['x']}}\n";
    let js = |rest: &str| format!("id: bad\nlanguage: JavaScript\nmessage: m\n{rest}");
    let rule = |rule: &str| js(&format!("rule: {rule}\n{examples}"));
    let cases = [
        ("id: bad\n  language: x\n".to_owned(), 2, "not YAML"),
        ("- a\n- b\n".to_owned(), 1, "keys and values"),
        (js(examples), 1, "no `rule`"),
        (
            rule("{pattern: old($A)}").replace("JavaScript", "Cobol"),
            1,
            "unknown variant `Cobol`",
        ),
        (
            rule("{pattern: old($A)}").replace("message: m\n", ""),
            1,
            "missing field `message`",
        ),
        (
            rule("{pattern: old($A)}") + "ignore: ['a']\n",
            6,
            "no key `ignore`",
        ),
        (rule("{patern: old($A)}"), 4, "unknown field `patern`"),
        (rule("{kind: cal_expression}"), 4, "cal_expression"),
        (
            rule("{kind: call_expression, regex: 'a('}"),
            4,
            "unclosed group",
        ),
        (rule("{regex: old}"), 4, "what kind of node"),
        (rule("{pattern: 'old($A) + '}"), 4, "what kind of node"),
        (
            rule("{pattern: gone($A)}"),
            5,
            "the example `old(1)` is not found",
        ),
        (rule("{kind: identifier}"), 5, "the example `x` is found"),
        (
            rule("{pattern: old($A)}").replace("'x'", "'x ='"),
            5,
            "is no Tsx",
        ),
        (
            js("rule: {pattern: old($A)}\n"),
            1,
            "shows under `metadata.examples`",
        ),
        (
            rule("{pattern: old($A)}").replace("{examples", "{level: 3, examples"),
            5,
            "neither 2 nor 4",
        ),
        (rule("{matches: gone}"), 4, "names none of its `utils`"),
        (
            rule("{pattern: old($A)}") + "constraints: {B: {kind: number}}\n",
            4,
            "Undefined meta var `B`",
        ),
    ];
    for (bad, line, reason) in cases {
        let text = format!(
            "# Ours.\n---\n{}---\n{bad}---\n{}",
            old(""),
            old("").replace("id: old", "id: older")
        );
        let (rules, problems) = parse(&text);
        let [problem] = &problems[..] else {
            panic!("{bad}: {problems:?}");
        };
        assert!(problem.reason.contains(reason), "{bad}: {problem:?}");
        // The comment, two signs and the rule before it.
        assert_eq!(problem.line, line + 14, "{bad}: {problem:?}");
        assert_eq!(problem.file, "team.yml");
        assert_eq!(found(&rules, "a.js", "old(1);\n"), ["1:old", "1:older"]);
    }
}

#[test]
fn a_rule_that_could_not_be_bounded_is_not_taken() {
    let call = "{kind: call_expression, ";
    let doubled: String = (0..15)
        .map(|n| {
            format!(
                "  u{n}: {{any: [{{matches: u{}}}, {{matches: u{}}}]}}\n",
                n + 1,
                n + 1
            )
        })
        .collect();
    let regexes: String = (0..20).map(|n| format!("{{regex: 'a{n}'}}, ")).collect();
    let cases = [
        (
            format!("rule: {call}regex: '((a{{500}}){{500}}){{500}}'}}\n"),
            "grows too large",
        ),
        (
            format!("rule: {call}regex: '{}'}}\n", "a".repeat(500)),
            "longer than 400",
        ),
        (format!("rule: {call}any: [{regexes}]}}\n"), "more than 12"),
        (
            format!("rule: {{pattern: '{}'}}\n", "f(".repeat(1_500)),
            "longer than 2000",
        ),
        (
            format!(
                "rule: {{pattern: '{}1{}'}}\n",
                "f(".repeat(90),
                ")".repeat(90)
            ),
            "nests deeper",
        ),
        (
            format!("rule: {call}matches: u}}\nutils: {{u: {{follows: {{matches: u}}}}}}\n"),
            "refers to itself",
        ),
        (
            format!("rule: {call}matches: u0}}\nutils:\n{doubled}  u15: {{kind: number}}\n"),
            "parts",
        ),
        (
            format!("rule: {call}nthChild: 99999999999}}\n"),
            "counts too far",
        ),
        (
            "rule: {kind: 'call_expression:nth-child(99999999999)'}\n".to_owned(),
            "names of kinds",
        ),
        (
            format!("rule: {call}range: {{start: {{line: 1}}, end: {{line: 2}}}}}}\n"),
            "`range`",
        ),
        (
            "rule: {pattern: {context: 'old($$$)', strictness: ast}}\n".to_owned(),
            "strictness",
        ),
        (
            format!("rule: {}{}\n", "{not: ".repeat(60), "}".repeat(60)),
            "not YAML",
        ),
        (
            format!(
                "rule: {call}all: [{}]}}\n",
                "{kind: number}, ".repeat(3_000)
            ),
            "longer than",
        ),
        (
            format!("rule: {call}all: &a [{{kind: number}}]}}\nutils: {{u: {{all: *a}}}}\n"),
            "not YAML",
        ),
        (
            format!(
                "rule: {call}has: {{kind: number}}}}\nfiles: ['{}']\n",
                "{a,".repeat(100)
            ),
            "longer than 200",
        ),
    ];
    for (bad, reason) in cases {
        let text = format!(
            "id: bad\nlanguage: JavaScript\nmessage: m\n{bad}metadata: {{examples: {{matches: ['old(1)'], passes: ['x']}}}}\n---\n{}",
            old("")
        );
        let (rules, problems) = parse(&text);
        assert_eq!(rules.list().count(), 1, "{bad}");
        assert!(problems[0].reason.contains(reason), "{bad}: {problems:?}");
    }
}

#[test]
fn too_many_rules_are_cut() {
    let one = |n: usize| {
        format!("id: r{n}\nlanguage: JavaScript\nmessage: m\nrule: {{kind: number}}\n---\n")
    };
    let all: String = (0..10_000).map(one).collect();
    let (rules, problems) = parse(&all);
    assert_eq!(rules.list().count(), 0);
    assert!(problems[0].reason.contains("longer than"), "{problems:?}");
    // Without examples none of them is taken, and not every one of them is complained about.
    let files: Vec<(String, String)> = (0..10)
        .map(|file| {
            (
                format!("{file}.yml"),
                (0..1_000).map(|n| one(file * 1_000 + n)).collect(),
            )
        })
        .collect();
    let (rules, problems) = Rules::parse(&files);
    assert_eq!((rules.list().count(), problems.len()), (0, 200));
    let twice = format!("{}---\n{}", old(""), old(""));
    let (rules, problems) = parse(&twice);
    assert_eq!(rules.list().count(), 1);
    assert!(problems[0].reason.contains("another rule"), "{problems:?}");
}

#[test]
fn hostile_files_end_soon() {
    // Looks at all that stands before each call, and into all that is inside it.
    let greedy = good(&old("").replace(
        "  pattern: old($A)\n",
        "  pattern: old($A)\n  not: {follows: {stopBy: end, has: {stopBy: end, kind: debugger_statement}}}\n  has: {stopBy: {kind: arrow_function}, kind: number}\n",
    ));
    let many = "old(1);\n".repeat(3_000);
    let cut = scan(&greedy, "a.js", &many);
    assert!(
        cut.cut && cut.findings.len() == 100,
        "{}",
        cut.findings.len()
    );
    let sum = format!("old(1{});\n", " + 1".repeat(8_000));
    let deep = format!("{}old(1){}\n", "f(".repeat(900), ")".repeat(900));
    let same = good(&old("").replace(
        "pattern: old($A)",
        "any: [{pattern: old($A)}, {pattern: $B === $B}]",
    ));
    for (rules, source) in [
        (&greedy, &sum),
        (&greedy, &deep),
        (&same, &format!("{sum}{sum} === {sum}")),
    ] {
        let _ = scan(rules, "a.js", source);
    }
    let unread = scan(&Rules::built_in(), "a.js", &"(".repeat(1 << 20));
    assert_eq!(
        unread,
        Scan {
            findings: Vec::new(),
            cut: true
        }
    );
    for path in ["a.rs", "a.ts", "a.py", "a.go", "A.java"] {
        let _ = scan(&Rules::built_in(), path, &"if (a) { catch ( ".repeat(60));
        let _ = scan(
            &Rules::built_in(),
            path,
            &"// f(x);\n# f(x);\n/* f(x); */\n".repeat(5_000),
        );
    }
}

#[test]
fn nothing_is_said_near_what_was_not_read() {
    let rules = Rules::built_in();
    let source = "function f() { if (false) { a( } \n";
    assert!(scan(&rules, "a.js", source).findings.is_empty());
    let generated = "// Code generated by a tool. DO NOT EDIT.\nconsole.log(1);\n// TODO more\ntry { go(); } catch (e) {}\n";
    assert_eq!(found(&rules, "a.js", generated), ["4:js-empty-catch"]);
}

/// Set, it writes the table anew instead of comparing it.
const WRITE: &str = "INTERLOCK_WRITE_PAGES";

#[test]
fn the_page_of_the_rules_is_the_rules() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (by_hand, table) = page.split_once("\n## Built-in rules\n").unwrap();
    let wanted = table_of_rules();
    if table != wanted && std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, format!("{by_hand}\n## Built-in rules\n{wanted}")).unwrap();
        return;
    }
    assert!(
        table == wanted,
        "`{WRITE}=1 cargo test -p code the_page_of_the_rules` writes docs/rules.md anew"
    );
    // What the page shows must work.
    let (_, shapes) = by_hand.split_once("\n## Shapes of code\n").unwrap();
    let example = shapes
        .split("```yaml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let rules = good(example.unwrap());
    assert_eq!(rules.list().count(), 2);
    assert_eq!(
        found(&rules, "src/orders/a.ts", "axios.get(url);\n"),
        ["1:ours-http"]
    );
}

fn table_of_rules() -> String {
    let mut table = String::new();
    let rules = Rules::built_in();
    let mut rules: Vec<_> = rules.list().collect();
    rules.sort_by_key(|rule| rule.dialects.len() > 4);
    let mut section = String::new();
    for rule in rules {
        let names: Vec<&str> = rule.dialects.iter().map(|it: &Dialect| it.name()).collect();
        let head = match names[0] {
            _ if names.len() > 4 => "All languages",
            "TypeScript" | "Tsx" | "JavaScript" => "TypeScript and JavaScript",
            one => one,
        };
        if section != head {
            section = head.to_owned();
            table.push_str(&format!("\n### {head}\n\n| id | severity | level | tests | what | instead |\n|---|---|---|---|---|---|\n"));
        }
        let only = match names.len() {
            1 if section.starts_with("Type") => format!(" ({})", names[0]),
            _ => String::new(),
        };
        let severity = format!("{:?} {:?}", rule.severity, rule.category).to_lowercase();
        let cells = [
            format!("`{}`{only}", rule.id),
            severity,
            rule.level.to_string(),
            format!("{:?}", rule.tests).to_lowercase(),
            rule.message.clone(),
            rule.note.clone(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}
