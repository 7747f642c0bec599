//! What a planning model is told of its answer. It is sent with the request, so every word of it costs.

/// JSON Schema of the answer that [`super::read`] reads.
pub const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"required":["title","tasks"],"properties":{
"title":{"type":"string","description":"The whole change in one line."},
"tasks":{"type":"array","minItems":1,"maxItems":200,"description":"Each is done by one agent in a worktree of its own. As few as are useful.","items":{"type":"object","additionalProperties":false,"required":["id","title","brief","files","depends_on","requirements","must_haves"],"properties":{
"id":{"type":"string","description":"Short and unique: letters, digits, `-`, `_`."},
"title":{"type":"string","description":"The task in one line."},
"brief":{"type":"string","description":"All that the agent has to know: what to do, how, names, what to avoid. It sees no other task."},
"files":{"type":"array","items":{"type":"string"},"description":"Every file that it creates or changes, tests too. Exact paths from the repository's root; no folders, no patterns. Tasks that share a file have to depend on each other."},
"deletes":{"type":"array","items":{"type":"string"},"description":"Files that it deletes."},
"depends_on":{"type":"array","items":{"type":"string"},"description":"Ids of tasks that have to be done before. The others run side by side."},
"requirements":{"type":"array","items":{"type":"string"},"description":"Ids of the requirements that it fulfils. Each one is fulfilled by some task."},
"tdd":{"type":"boolean","description":"Test first: red before the source is changed, green afterwards."},
"must_haves":{"type":"object","additionalProperties":false,"description":"What is verified afterwards, without asking the agent.","properties":{
"truths":{"type":"array","description":"What is true for users of the code.","items":{"type":"object","additionalProperties":false,"required":["text","commands"],"properties":{
"text":{"type":"string","description":"One sentence that can be observed."},
"commands":{"type":"array","items":{"type":"string"},"description":"Commands of the project that exit with 0 only if it is true. One line each: a program and its arguments, no shell."}}}},
"artifacts":{"type":"array","description":"Files that have to be there, and be real.","items":{"type":"object","additionalProperties":false,"required":["path"],"properties":{
"path":{"type":"string","description":"One of `files`, or a file that is there already."},
"provides":{"type":"string","description":"What it is for."},
"min_lines":{"type":"integer","minimum":1,"description":"Least number of lines of code."},
"contains":{"type":"string","description":"Text that its code holds, letter by letter."},
"exports":{"type":"array","items":{"type":"string"},"description":"Bare names that it exports."}}}},
"key_links":{"type":"array","description":"Which file has to use which other file.","items":{"type":"object","additionalProperties":false,"required":["from","to"],"properties":{
"from":{"type":"string","description":"Path of the file that uses."},
"to":{"type":"string","description":"Path of the file that is used."},
"via":{"type":"string","description":"How, in words."},
"pattern":{"type":"string","description":"Regular expression that the code of `from` matches."}}}}}}}}}}}"#;
