//! Values: which stand for another one, which are published examples, which are random enough to be a secret.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Parts of a value that say that it stands for another.
const STAND_INS: [&str; 44] = [
    "example",
    "sample",
    "dummy",
    "fake",
    "test",
    "changeme",
    "change-me",
    "change_me",
    "changeit",
    "placeholder",
    "your",
    "xxxx",
    "todo",
    "fixme",
    "redacted",
    "masked",
    "removed",
    "insert",
    "replace",
    "secret",
    "password",
    "passwd",
    "p@ssw0rd",
    "passw0rd",
    "token",
    "hunter2",
    "foobar",
    "lorem",
    "default",
    "correcthorse",
    "letmein",
    "qwerty",
    "12345678",
    "abcdefgh",
    "deadbeef",
    "undefined",
    "nullnull",
    "mysql",
    "postgres",
    "....",
    "****",
    "-key",
    "_key",
    "apikey",
];

/// Parts of a token that say that it is none: words that chance hardly makes, and published examples.
const EXAMPLES: [&str; 37] = [
    "example",
    "sample",
    "dummy",
    "placeholder",
    "changeme",
    "redacted",
    "yourtoken",
    "your_token",
    "your-token",
    "yourkey",
    "your_key",
    "your-key",
    "your_api",
    "your-api",
    "yourapi",
    "your_secret",
    "your-secret",
    "xxxxx",
    "*****",
    ".....",
    "12345678",
    "01234567",
    "abcdefgh",
    "00000000",
    "deadbeef",
    "faketoken",
    "fake_token",
    "testtoken",
    "test_token",
    "notarealtoken",
    "not_a_real",
    "not-a-real",
    // the sample of jwt.io, of Stripe's and of Twilio's documentation
    "sflkxwrjsmekkf2qt4fwpmejf36pok6yjv_adqssw5c",
    "tjvwnkdw8vpmd3e7_kf5lckr",
    "sk_test_4ec39hqlyjwdarjtt1zdp7dc",
    "sk_test_bqokikjovbii2hlwgh4olfq2",
    "t00000000/b00000000",
];

static STAND_IN: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| words(&STAND_INS));
static EXAMPLE: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| words(&EXAMPLES));

fn words(list: &[&str]) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(list)
        .ok()
}

/// Whether a value stands for another one, to be filled in: `YOUR_API_KEY`, `${VAR}`, `<token>`, `xxxx`.
pub(super) fn stands_in(value: &str) -> bool {
    let value = value.trim();
    if value.starts_with(['$', '<', '{', '%', '[', '@', '&', '#', '(']) || value.contains("${") {
        return true;
    }
    if value.contains("{{") || value.contains("...") || value.contains('…') {
        return true;
    }
    let read = [
        "process.env",
        "os.environ",
        "os.getenv",
        "env.",
        "ENV[",
        "secrets.",
        "vars.",
        "var.",
        "System.",
        "config.",
        "self.",
        "this.",
        "arn:",
        "projects/",
        "op://",
        "vault:",
        "ssm:",
        "file:",
    ];
    if read.iter().any(|start| value.starts_with(start)) {
        return true;
    }
    STAND_IN.as_ref().is_some_and(|it| it.is_match(value)) || uuid(value)
}

/// Whether a token is a published example or a filler in its shape.
pub(super) fn is_example(token: &str) -> bool {
    EXAMPLE.as_ref().is_some_and(|it| it.is_match(token)) || repeats(token)
}

/// Few different characters, or a short piece again and again: `xxxx…`, `0000…`. Nobody issues such a thing.
pub(super) fn repeats(text: &str) -> bool {
    let tail: Vec<char> = text.chars().rev().take(24).collect();
    let mut different = tail.clone();
    different.sort_unstable();
    different.dedup();
    different.len() <= 4 && tail.len() >= 8 || periodic(&tail)
}

/// A piece of up to ten characters, at least twice and a half.
fn periodic(tail: &[char]) -> bool {
    (1..=10_usize).any(|period| {
        let again = tail.iter().skip(period);
        tail.len() >= period.saturating_mul(2).max(20)
            && tail.iter().zip(again).all(|(a, b)| a == b)
    })
}

/// Whether a value could be random enough to be a secret. `bare`: it stands without quotes, so that it may be code.
pub(super) fn looks_secret(value: &str, bare: bool) -> bool {
    if stands_in(value)
        || value.contains(char::is_whitespace)
        || !value.is_ascii()
        || repeats(value)
    {
        return false;
    }
    let known = Classes::of(value);
    let hex = value.len() >= 32 && value.chars().all(|c| c.is_ascii_hexdigit());
    let long = value.len() >= 20 && milli_bits(value) >= 3_500;
    if bare && !hex && !(known.digit && (known.lower && known.upper || long)) {
        return false;
    }
    if bare
        && value.contains(['.', ':', '/', '(', '['])
        && !value.contains(['+', '='])
        && !known.other_mark
    {
        return false;
    }
    if looks_like_words(value) || is_code(value) {
        return false;
    }
    let marks = known.other && known.lower && known.upper;
    let mixed = (known.digit && (known.lower || known.upper)) || marks;
    (hex || mixed) && milli_bits(value) >= if value.len() < 12 { 2_700 } else { 3_000 }
}

/// Words with a digit or two among them: `oauth2-proxy-cookie`, `step_3_title`, `/v1/users`, `2024-01-01`, `1.2.3-rc1`.
fn looks_like_words(value: &str) -> bool {
    let pieces: Vec<&str> = value
        .split(['-', '_', '.', '/', ':', ' '])
        .filter(|it| !it.is_empty())
        .collect();
    let wordy = |piece: &&str| {
        let digits = piece.chars().filter(char::is_ascii_digit).count();
        let letters = piece.trim_end_matches(|c: char| c.is_ascii_digit());
        let plain = letters.chars().all(|c| c.is_ascii_lowercase())
            || letters.chars().all(|c| c.is_ascii_uppercase());
        digits == piece.len() && digits <= 4
            || plain
                && letters.len() <= 12
                && !letters.contains(|c: char| !c.is_ascii_alphabetic())
                && digits <= 3
    };
    pieces.len() >= 2 && pieces.iter().all(wordy)
}

/// A call, an index, a type or an address without a password.
fn is_code(value: &str) -> bool {
    value.ends_with("()")
        || value.contains("://")
        || value.contains("::")
        || value.contains("->")
        || value.contains("=>")
        || value.starts_with("http")
        || value.starts_with('/')
        || value.starts_with("./")
        || value.starts_with("../")
        || value.starts_with("sha")
        || value.starts_with("ssh-")
        || value.starts_with("data:")
        || value.starts_with("^")
        || value.starts_with("pk_live_")
        || value.starts_with("pk_test_")
        || value.contains('\\') && value.contains(['[', '('])
}

fn uuid(value: &str) -> bool {
    value.len() == 36
        && value
            .chars()
            .enumerate()
            .all(|(at, c)| match matches!(at, 8 | 13 | 18 | 23) {
                true => c == '-',
                false => c.is_ascii_hexdigit(),
            })
}

/// Which kinds of characters a value has.
pub(super) struct Classes {
    pub(super) lower: bool,
    pub(super) upper: bool,
    pub(super) digit: bool,
    /// Anything else.
    pub(super) other: bool,
    /// A mark that stands in no path, version or name.
    other_mark: bool,
}

impl Classes {
    pub(super) fn of(value: &str) -> Self {
        let any = |test: fn(char) -> bool| value.chars().any(test);
        Self {
            lower: any(|c| c.is_ascii_lowercase()),
            upper: any(|c| c.is_ascii_uppercase()),
            digit: any(|c| c.is_ascii_digit()),
            other: any(|c| !c.is_ascii_alphanumeric()),
            other_mark: any(|c| "!@#$%^&*~?|".contains(c)),
        }
    }
}

/// Shannon entropy of the characters, in thousandths of a bit each.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most a few thousand characters, and the result is between 0 and 8000"
)]
pub(super) fn milli_bits(value: &str) -> u32 {
    let mut sorted: Vec<char> = value.chars().collect();
    sorted.sort_unstable();
    let total = sorted.len() as f64;
    let bits: f64 = sorted
        .chunk_by(|a, b| a == b)
        .map(|same| {
            let share = same.len() as f64 / total;
            -share * share.log2()
        })
        .sum();
    (bits * 1_000.0).clamp(0.0, 8_000.0) as u32
}
