//! What the three agents of the story say, by what they were told.

use serde_json::{Value, json};

use crate::agent::{call, done, scene, turn, write};

pub(crate) const CHECK: &str = "#!/bin/sh\ntest \"$(sh slug.sh 'Hello World')\" = hello-world\n";
pub(crate) const SLUG: &str = "#!/bin/sh\nprintf '%s\\n' \"$1\" | tr 'A-Z ' 'a-z-'\n";
pub(crate) const SLUG_SAID: &str =
    "#!/bin/sh\n# Prints its argument as a slug.\nprintf '%s\\n' \"$1\" | tr 'A-Z ' 'a-z-'\n";

pub(crate) fn comment(text: &str) -> Value {
    call("comment", json!({ "body": text }))
}

/// One call, then done.
pub(crate) fn once(words: &str, calls: &[Value]) -> Value {
    scene(words, &[turn(calls), turn(&[done()])])
}

pub(crate) fn feature() -> Value {
    let pull = json!({"title": "Print slugs", "body": "Adds slug.sh, and check.sh that tests it."});
    scene(
        "assigned a feature",
        &[
            turn(&[write("slug.sh", SLUG), write("check.sh", CHECK)]),
            turn(&[call("open_pull_request", pull)]),
            turn(&[done()]),
        ],
    )
}

/// The reviewer wants a line changed.
pub(crate) fn review() -> Value {
    let line = json!([{"path": "slug.sh", "line": 1, "body": "A comment, please."}]);
    let verdict = json!({
        "verdict": "changes", "body": "Say in the head what it does.", "comments": line,
    });
    scene(
        "asked to review a pull request",
        &[
            turn(&[call("read", json!({"path": "slug.sh"}))]),
            turn(&[call("submit_review", verdict)]),
            turn(&[done()]),
        ],
    )
}

/// The whole story, with the coder's login.
pub(crate) fn story(coder: &str) -> Vec<Value> {
    let part = json!({
        "title": "Write slug.sh", "body": "Write slug.sh that prints a slug.", "labels": ["type/feat"],
    });
    let approved = json!({"verdict": "approved", "body": "Good now."});
    vec![
        once(
            "merges this pull request, if its head",
            &[call("merge_pull_request", json!({}))],
        ),
        once(
            "opened that nobody is assigned",
            &[comment(&format!(
                "We need a slug tool. @{coder} please take it."
            ))],
        ),
        scene(
            "You were mentioned",
            &[
                turn(&[comment("I take it; see the part that I open.")]),
                turn(&[call("open_sub_issue", part)]),
                turn(&[done()]),
            ],
        ),
        feature(),
        once(
            "Checks of your pull request failed",
            &[write("lint.txt", "clean\n")],
        ),
        review(),
        once(
            "pull request was reviewed, and something",
            &[write("slug.sh", SLUG_SAID)],
        ),
        once(
            "that you reviewed was changed",
            &[call("submit_review", approved)],
        ),
        scene(
            "All parts of an issue are closed",
            &[
                turn(&[comment("The goal is reached: slug.sh is in main.")]),
                turn(&[call("close_issue", json!({}))]),
                turn(&[done()]),
            ],
        ),
    ]
}

/// The same agents, who say everything twice: what a kill cuts off is made good by the second.
pub(crate) fn twice(scenes: Vec<Value>) -> Vec<Value> {
    let again = |mut scene: Value| {
        let replies = scene["replies"].as_array().expect("replies").clone();
        let (last, rest) = replies.split_last().expect("a reply");
        let mut all: Vec<Value> = rest
            .iter()
            .flat_map(|it| [it.clone(), it.clone()])
            .collect();
        all.push(last.clone());
        scene["replies"] = Value::Array(all);
        scene
    };
    scenes.into_iter().map(again).collect()
}
