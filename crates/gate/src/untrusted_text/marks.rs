//! Marks with which prompts are built, here and by providers. Where a text from outside imitates one, the character that
//! makes it a mark is replaced by one that doesn't: `<` and `[` by `(`, the colon of a speaker by `;`.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::folded::Folded;
use super::{Channel, Kind, Noticed, words};

/// All marks, over the folded text. `o` and `p` open, `c` and `d` end a speaker's name.
const SHAPE: &str = concat!(
    // Ours, and the tags in which providers put tools, thoughts and turns.
    r"(?P<o><)\s{0,8}/?\s{0,8}(?:untrusted\b|system[-_ ]?(?:reminder|prompt|message|notice)\b|antml:|function_(?:calls?|results?)\b",
    r"|tool_(?:results?|use|calls?|response|output)\b|invoke\s+name|parameter\s+name|/?(?:system|assistant|human)\s{0,8}>",
    r"|(?:start|end)_of_turn\b|<\s{0,8}/?\s{0,8}sys\b|\|/?[a-z0-9_./:-]{1,40}\|\s{0,8}>)",
    // Mistral, Llama, and our own notes.
    r"|(?P<p>\[)\s{0,8}/?\s{0,8}(?:inst|available_tools|tool_calls|tool_results|system_prompt|interlock)\s{0,8}\]",
    // Speakers, at the start or after an empty line.
    r"|(?:\A|\n[ \t\r]*\n)[ \t]{0,8}(?:human|assistant|system|user|developer|tool)[ \t]{0,4}(?P<c>:)",
    r"|(?m:^)[ \t]{0,3}#{2,4}[ \t]{1,4}(?:instructions?|system|response|assistant|human|user)[ \t]{0,4}(?P<d>:)",
);

static MARK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&SHAPE.replace(r"\b", r"(?-u:\b)")).ok());

/// Compiles what the first text would otherwise wait for.
pub(super) fn compile_ahead() {
    LazyLock::force(&MARK);
}

/// Defuses every mark, and says which there were. Nothing else changes.
pub(super) fn defuse(text: &str, channel: Channel, noticed: &mut Vec<Noticed>) -> String {
    let view = Folded::of(text);
    let mut out = String::with_capacity(text.len());
    let mut from = 0_usize;
    for found in MARK.iter().flat_map(|mark| mark.captures_iter(&view.text)) {
        let Some((at, instead)) = sign(&found) else {
            continue;
        };
        let at = view.origin(&at);
        out.push_str(text.get(from..at.start).unwrap_or_default());
        let start = out.len();
        out.push(instead);
        from = at.end;
        let said = found.get(0).map_or("", |it| it.as_str());
        noticed.push(Noticed {
            id: "imitates-marks",
            kind: Kind::Mark,
            span: start..out.len(),
            channel,
            words: words(said),
        });
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// The character that makes it a mark, and what stands there instead.
fn sign(found: &Captures<'_>) -> Option<(std::ops::Range<usize>, char)> {
    let opens = found
        .name("o")
        .or_else(|| found.name("p"))
        .map(|it| (it.range(), '('));
    opens.or_else(|| {
        found
            .name("c")
            .or_else(|| found.name("d"))
            .map(|it| (it.range(), ';'))
    })
}
