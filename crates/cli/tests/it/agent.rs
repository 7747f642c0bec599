//! What a written agent says: calls, replies, and the scenes that a model of ours picks by how a conversation begins.

use serde_json::{Value, json};

pub(crate) fn call(tool: &str, args: Value) -> Value {
    json!({ "tool": tool, "args": args })
}

pub(crate) fn turn(calls: &[Value]) -> Value {
    json!({ "calls": calls })
}

pub(crate) fn write(path: &str, content: &str) -> Value {
    call("write", json!({ "path": path, "content": content }))
}

pub(crate) fn shell(command: &str) -> Value {
    call("shell", json!({ "command": command }))
}

pub(crate) fn done() -> Value {
    call("done", json!({ "summary": "written" }))
}

/// For conversations that begin with these words, these replies.
pub(crate) fn scene(words: &str, replies: &[Value]) -> Value {
    json!({ "name": words, "when": words, "replies": replies })
}

/// The replies of an agent that writes one file and is done.
pub(crate) fn work(path: &str, text: &str) -> [Value; 2] {
    [turn(&[write(path, text)]), turn(&[done()])]
}

/// The same, written twice: what a kill cuts off is made good by the second.
pub(crate) fn work_twice(path: &str, text: &str) -> [Value; 3] {
    let write = turn(&[write(path, text)]);
    [write.clone(), write, turn(&[done()])]
}

/// A script of scenes.
pub(crate) fn script(scenes: &[Value]) -> String {
    json!({ "scenes": scenes }).to_string()
}
