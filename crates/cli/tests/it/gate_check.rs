//! `gate check` in front of another agent: whatever comes in, a decision comes out, and the status says the worst of all.

use serde_json::Value;

use crate::support::World;

/// The answers to these lines, and the status.
fn checked(lines: &[&str]) -> (Vec<Value>, i32) {
    let world = World::new(&[("a.txt", "a\n")]);
    let path = world.path("calls.jsonl");
    std::fs::write(&path, lines.join("\n")).expect("a file");
    let said = world.run(&["gate", "check", path.to_str().expect("UTF-8")]);
    let answers = said.out.lines();
    let answers = answers.map(|line| serde_json::from_str(line).expect("a line of JSON"));
    (answers.collect(), said.code)
}

const ALLOWED: &str = r#"{"id":"1","tool":"read","args":{"path":"a.txt"}}"#;
const ASKED: &str =
    r#"{"id":"2","tool_name":"Bash","tool_input":{"command":"npm install left-pad"}}"#;
const DENIED: &str =
    r#"{"id":"3","tool_name":"Bash","tool_input":{"command":"git push --force origin main"}}"#;

#[test]
fn the_status_says_the_worst_of_all_lines() {
    for (lines, decisions, code) in [
        (&[ALLOWED][..], &["allow"][..], 0),
        (&[ALLOWED, ASKED], &["allow", "ask"], 0),
        (&[DENIED, ALLOWED], &["deny", "allow"], 4),
        (&["{", ALLOWED], &["ask", "allow"], 1),
        (&[DENIED, "x", ASKED], &["deny", "ask", "ask"], 1),
        (&[r#"{"tool":"teleport"}"#, DENIED], &["ask", "deny"], 1),
        (
            &[r#"{"tool_name":"mcp__x__y","tool_input":{}}"#],
            &["ask"],
            0,
        ),
        (&[r#"{"tool_name":"mcp__x","tool_input":{}}"#], &["ask"], 1),
        (&[""], &[], 0),
    ] {
        let (answers, status) = checked(lines);
        let said: Vec<&str> = answers
            .iter()
            .filter_map(|answer| answer["decision"].as_str())
            .collect();
        assert_eq!(said, decisions, "{answers:?}");
        assert_eq!(status, code, "{answers:?}");
        for answer in answers.iter().filter(|it| it["decision"] != "allow") {
            let next = &answer["findings"][0]["next_action"]["kind"];
            assert!(next.is_string(), "{answer}");
        }
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let (answers, _) = checked(&[
        r#"{"id":"9","tool":"writefile","args":{}}"#,
        r#"{"tool_use_id":"t","tool_name":"Bash","tool_input":{"command":"ls","as":"root"}}"#,
        "[1]",
    ]);
    let errors: Vec<&str> = answers
        .iter()
        .filter_map(|it| it["error"].as_str())
        .collect();
    assert!(
        errors[0].contains("did you mean `write_file`?"),
        "{errors:?}"
    );
    assert!(errors[1].contains("`as`"), "{errors:?}");
    assert!(errors[2].contains("no JSON object"), "{errors:?}");
    let ids: Vec<&Value> = answers.iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [&Value::from("9"), &Value::from("t"), &Value::Null]);
}
