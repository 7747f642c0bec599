//! A conversation as it goes on, with a provider that counts: what is sent, what is left out, and how well its size is told
//! beforehand.

use std::sync::Arc;

use ledger::ids::CallId;
use ledger::money::{Usage, Usd};
use ledger::options::{Compression, ContextOptions};
use ledger::reply::{Call, Ended, Reply};

use crate::capsule;
use crate::compile::{Fate, Prompt, compile};
use crate::history::{self, Answer, Mark, Sent, Turn};
use crate::section::{Origin, Place, Section};
use crate::tokens::Rate;

/// Bytes that tools add.
const FIXED: usize = 3_000;
/// Tokens that the provider adds to every prompt, unseen.
const HIDDEN: u64 = 350;

fn section(name: &'static str, priority: u8, pinned: bool, text: &str) -> Section {
    Section {
        name,
        origin: Origin::Program,
        place: Place::Task,
        priority,
        pinned,
        bytes_max: 100,
        text: text.into(),
    }
}

fn options(compression: Compression, tokens_max: u32) -> ContextOptions {
    ContextOptions {
        tokens_max,
        compression,
        include_history: true,
        history_turns_max: 3,
        relevance_pct: 70,
        relevance_ttl_s: 60,
    }
}

/// What comes of one call: text, how many bytes of it make ten tokens, and what must not be lost of it.
#[derive(Clone)]
struct Came {
    text: String,
    bytes_of_ten: u64,
    digest: String,
    mark: Mark,
}

fn read(nth: usize, bytes: usize, bytes_of_ten: u64) -> Came {
    Came {
        text: "x".repeat(bytes),
        bytes_of_ten,
        digest: format!("read src/f{nth}.rs: ok"),
        mark: Mark::Read {
            path: format!("src/f{nth}.rs").into(),
            lines: (None, None),
        },
    }
}

/// A conversation, and what its provider makes of each of its rounds.
struct Talk {
    options: ContextOptions,
    sections: Vec<Section>,
    turns: Vec<Turn>,
    /// Tokens of each entry.
    tokens: Vec<u64>,
    before: Option<Rate>,
    head_bytes_of_ten: u64,
    counts: bool,
}

impl Talk {
    fn new(options: ContextOptions, spec_bytes: usize, head_bytes_of_ten: u64) -> Self {
        Self {
            options,
            sections: vec![section("task", 5, true, &"s".repeat(spec_bytes))],
            turns: Vec::new(),
            tokens: Vec::new(),
            before: None,
            head_bytes_of_ten,
            counts: true,
        }
    }

    fn prompt(&self) -> Prompt {
        compile(
            &self.sections,
            &self.turns,
            &self.options,
            self.before,
            FIXED,
        )
    }

    /// What the provider counts for a prompt.
    fn truth(&self, prompt: &Prompt) -> u64 {
        let kept = history::bytes(&prompt.turns);
        let head = (prompt.trace.bytes - kept) * 10 / self.head_bytes_of_ten;
        let from = prompt.trace.dropped;
        let whole: u64 = self.tokens[from..].iter().sum();
        // Where the newest answers were shortened, the tokens went with the bytes.
        let all = history::bytes(&self.turns[from..]).max(1);
        HIDDEN + head + whole * kept / all
    }

    /// One turn: asked, counted, answered.
    fn turn(&mut self, came: &[Came]) -> (Prompt, u64) {
        let prompt = self.prompt();
        let truth = self.truth(&prompt);
        let nth = self.turns.len();
        let calls: Vec<Call> = (0..came.len())
            .map(|it| Call {
                id: CallId(format!("c{nth}_{it}")),
                tool: "read".into(),
                args: "{\"path\":\"src/some_file.rs\"}".into(),
            })
            .collect();
        let whole = prompt.turns.as_slice() == &self.turns[prompt.trace.dropped..];
        let sent = Sent {
            bytes: if whole { prompt.trace.bytes } else { 0 },
            left_out: prompt.trace.dropped,
        };
        let usage = self.counts.then_some(Usage {
            input: truth,
            output: 30,
            ..Usage::default()
        });
        let reply = Reply {
            text: String::new(),
            calls,
            opaque: None,
            ended: Ended::Tools,
            usage,
            cost: Usd::ZERO,
            model: "m".into(),
            duration_ms: 0,
        };
        let answers = came.iter().enumerate().map(|(it, came)| Answer {
            call: CallId(format!("c{nth}_{it}")),
            text: came.text.as_str().into(),
            failed: false,
            digest: came.digest.as_str().into(),
            mark: came.mark.clone(),
        });
        let results = Turn::Results(Arc::new(answers.collect()));
        let agent = Turn::Agent(Arc::new(reply), sent);
        self.tokens.push(agent.bytes() / 3);
        let tokens = |it: &Came| it.text.len() as u64 * 10 / it.bytes_of_ten;
        self.tokens.push(came.iter().map(tokens).sum());
        self.turns.extend([agent, results]);
        (prompt, truth)
    }
}

fn called(turns: &[Turn]) -> Vec<CallId> {
    let mut calls = Vec::new();
    for turn in turns {
        if let Turn::Agent(reply, _) = turn {
            calls.extend(reply.calls.iter().map(|it| it.id.clone()));
        }
    }
    calls
}

fn answered(turns: &[Turn]) -> Vec<CallId> {
    let mut calls = Vec::new();
    for turn in turns {
        if let Turn::Results(answers) = turn {
            calls.extend(answers.iter().map(|it| it.call.clone()));
        }
    }
    calls
}

const BOTH: [Compression; 2] = [Compression::ClaudeStyle, Compression::SlidingWindow];

/// A long session with each sort of text, and with the sorts mixed: it never ends for want of room, and once a provider has
/// counted, the size of a prompt is known before it is sent.
#[test]
fn a_long_session_stays_within_its_limit_whatever_a_token_is() {
    let mixed = |nth: usize| [40, 13, 20, 40][nth / 9 % 4];
    let ratios: [&dyn Fn(usize) -> u64; 4] = [&|_| 40, &|_| 20, &|_| 13, &mixed];
    for how in BOTH {
        for (nth, ratio) in ratios.iter().enumerate() {
            // Sizes that make the count of rounds the limit, and sizes that make the tokens it.
            for bytes in [4_000, 15_000] {
                session(how, ratio, bytes, &format!("{how:?} {nth} {bytes}"));
            }
        }
    }
}

fn session(how: Compression, ratio: &dyn Fn(usize) -> u64, bytes: usize, what: &str) {
    let mut talk = Talk::new(options(how, 64_000), 6_000, 40);
    let (mut cuts, mut dropped, mut whole, mut sent) = (0, 0, 0, 0);
    for nth in 0..120 {
        let (prompt, truth) = talk.turn(&[read(nth, bytes, ratio(nth))]);
        let told = prompt.trace.tokens;
        assert_eq!(prompt.trace.over, None, "{what} {nth}");
        assert_eq!(called(&prompt.turns), answered(&prompt.turns), "{what}");
        if nth > 1 {
            // What nobody counted is the newest round alone: of another sort it may be told wrong by its own size.
            let slack = 2 * 15_000 * 10 / 13;
            assert!(truth <= 64_000 + slack, "{what} {nth}: {truth} sent");
            let steady = ratio(nth) == ratio(nth.saturating_sub(6));
            let newest = bytes as u64 * 10 / 13;
            assert!(
                !steady || told * 10 >= truth * 9 && told * 10 <= truth * 11 + newest * 10,
                "{what} {nth}: {told} told, {truth} counted"
            );
        }
        assert!(
            prompt.trace.dropped >= dropped,
            "what is dropped stays dropped"
        );
        cuts += usize::from(prompt.trace.dropped > dropped);
        dropped = prompt.trace.dropped;
        whole += prompt.trace.whole_bytes;
        sent += prompt.trace.bytes;
    }
    assert!(cuts < 40, "{what}: {cuts} cuts throw the cache away");
    assert!(whole > 3 * sent, "{what}: {whole} : {sent}");
}

#[test]
fn a_cut_is_followed_by_room_for_more() {
    let mut talk = Talk::new(options(Compression::ClaudeStyle, 64_000), 6_000, 40);
    talk.options.history_turns_max = 1_000;
    let mut sizes = Vec::new();
    for nth in 0..40 {
        sizes.push(talk.turn(&[read(nth, 12_000, 40)]).0.trace);
    }
    let first = sizes.iter().position(|it| it.dropped > 0).expect("a cut");
    assert!(sizes[first - 1].tokens > 58_000, "{:?}", sizes[first - 1]);
    assert!(sizes[first].tokens <= 48_000, "{:?}", sizes[first]);
    assert_eq!(sizes[first + 2].dropped, sizes[first].dropped);
}

#[test]
fn before_anything_is_counted_a_byte_is_no_token() {
    let mut talk = Talk::new(options(Compression::ClaudeStyle, 64_000), 150_000, 40);
    let first = talk.prompt().trace;
    assert_eq!((first.over, first.counted), (None, false));
    assert!((50_000..60_000).contains(&first.tokens), "{first:?}");
    // A provider that never counts: everything stays an estimate, and the newest rounds still go in.
    talk.counts = false;
    for nth in 0..40 {
        let (prompt, _) = talk.turn(&[read(nth, 15_000, 40)]);
        assert!(!prompt.trace.counted);
        assert!(nth == 0 || !prompt.turns.is_empty());
    }
}

/// What another conversation of the run showed counts from the first prompt on.
#[test]
fn the_figure_of_the_conversation_before_is_kept() {
    let mut talk = Talk::new(options(Compression::ClaudeStyle, 64_000), 120_000, 40);
    talk.before = Rate::measured(30_000, 120_000);
    let first = talk.prompt().trace;
    assert!(
        first.counted && (30_000..32_000).contains(&first.tokens),
        "{first:?}"
    );
}

#[test]
fn the_newest_answers_are_shortened_before_a_run_has_to_wait() {
    let mut talk = Talk::new(options(Compression::SlidingWindow, 16_000), 4_000, 40);
    talk.turn(&[read(0, 1_000, 40)]);
    let mut all: Vec<Came> = (1..9).map(|nth| read(nth, 15_000, 40)).collect();
    all.push(read(9, 200, 40));
    talk.turn(&all);
    let prompt = talk.prompt();
    assert_eq!(prompt.trace.over, None);
    assert!(talk.truth(&prompt) <= 16_000, "{}", talk.truth(&prompt));
    let Some(Turn::Results(answers)) = prompt.turns.last() else {
        panic!("answers");
    };
    assert!(answers[0].text.contains("bytes left out"));
    assert_eq!(answers[8].text.len(), 200, "a short one stays whole");
    // The round after it, they are dropped as a whole, and nothing was lost of where they were read.
    talk.turn(&[read(10, 1_000, 40)]);
    let prompt = talk.prompt();
    assert!(
        prompt.task.contains("- src/f3.rs: all of it"),
        "{}",
        prompt.task
    );
}

#[test]
fn where_nothing_more_can_be_left_out_it_is_said() {
    let mut talk = Talk::new(options(Compression::ClaudeStyle, 10_000), 80_000, 40);
    assert_eq!(talk.prompt().trace.over, Some(10_000));
    talk.turn(&[read(0, 10_000, 40)]);
    let trace = talk.prompt().trace;
    assert!(trace.counted && trace.over == Some(10_000));
    // With more room it fits as it is.
    talk.options.tokens_max = 40_000;
    assert_eq!(talk.prompt().trace.over, None);
    // Without compression nothing is left out at all.
    talk.options = options(Compression::None, 10_000);
    let prompt = talk.prompt();
    assert_eq!((prompt.trace.dropped, prompt.turns.len()), (0, 2));
}

#[test]
fn without_history_the_last_round_is_left() {
    let mut talk = Talk::new(options(Compression::None, 64_000), 100, 40);
    talk.options.include_history = false;
    for nth in 0..5 {
        talk.turn(&[read(nth, 100, 40)]);
    }
    assert_eq!(talk.prompt().turns.len(), 2);
}

/// One round of each sort that must not be lost, and then so many others that all of them are left out.
fn marked(how: Compression) -> (Vec<Turn>, Prompt) {
    let came = |digest: &str, text: &str, mark: Mark| Came {
        text: text.into(),
        bytes_of_ten: 40,
        digest: digest.into(),
        mark,
    };
    let mut talk = Talk::new(options(how, 64_000), 1_000, 40);
    talk.turns
        .push(Turn::Person("[a person says] Keep the old name".into()));
    talk.tokens.push(9);
    let push = "refused\n- it pushes to a protected branch [git-safety/push-protected]; instead: use a branch";
    talk.turn(&[came("shell git push: refused", push, Mark::Refused)]);
    talk.turn(&[came("shell git push: refused", push, Mark::Refused)]);
    let question = Mark::Asked("Which of the two?".into());
    talk.turn(&[came(
        "ask Which of the two?: ok",
        "the second one",
        question,
    )]);
    let changed = |path: &str, gone| Mark::Changed {
        path: path.into(),
        gone,
    };
    let read = |path: &str, lines| Mark::Read {
        path: path.into(),
        lines,
    };
    talk.turn(&[
        came(
            "read src/a.rs: ok",
            "a",
            read("src/a.rs", (Some(10), Some(5))),
        ),
        came("read src/b.rs: ok", "b", read("src/b.rs", (None, None))),
    ]);
    talk.turn(&[
        came("edit src/a.rs: ok", "ok", changed("src/a.rs", false)),
        came("delete src/old.rs: ok", "ok", changed("src/old.rs", true)),
    ]);
    talk.turn(&[came(
        "run cargo test: failed",
        "exit code 101",
        Mark::Ran {
            command: "cargo test".into(),
            exit_code: Some(101),
        },
    )]);
    for nth in 0..40 {
        talk.turn(&[super_plain(nth)]);
    }
    let prompt = talk.prompt();
    (talk.turns, prompt)
}

fn super_plain(nth: usize) -> Came {
    Came {
        text: "x".repeat(500),
        bytes_of_ten: 40,
        digest: format!("search word{nth}: ok"),
        mark: Mark::Nothing,
    }
}

#[test]
fn what_must_not_be_lost_stands_in_for_what_is_left_out() {
    for how in BOTH {
        let (turns, prompt) = marked(how);
        let left_out = &turns[..prompt.trace.dropped];
        assert!(left_out.len() > 20, "{how:?}");
        let whole = prompt
            .trace
            .sections
            .iter()
            .filter(|it| it.fate == Fate::Whole);
        let has: Vec<&str> = whole.map(|it| it.name).collect();
        let needed = capsule::needed(left_out);
        assert_eq!(needed.len(), 5, "{how:?}");
        assert!(needed.iter().all(|it| has.contains(it)), "{how:?}: {has:?}");
        for (words, times) in [
            ("git-safety/push-protected", 1),
            ("[a person says] Keep the old name", 1),
            ("- asked: Which of the two?: the second one", 1),
            ("- src/a.rs: lines 10-14, changed since", 1),
            ("- src/b.rs: all of it", 1),
            ("- src/a.rs: changed", 1),
            ("- src/old.rs: deleted", 1),
            ("- cargo test: exit code 101", 1),
            (
                "- search word0: ok",
                usize::from(how == Compression::ClaudeStyle),
            ),
        ] {
            let found = prompt.task.matches(words).count();
            assert_eq!(found, times, "{how:?} {words}\n{}", prompt.task);
        }
    }
}

#[test]
fn nothing_stands_in_for_nothing() {
    let (_, prompt) = marked(Compression::None);
    assert_eq!(prompt.trace.dropped, 0);
    assert!(!prompt.task.contains("left out"));
    assert!(capsule::needed(&[]).is_empty());
}

/// A flood of refusals, each another one: those that have no room in full are still named.
#[test]
fn what_stands_in_has_a_limit_and_keeps_the_newest() {
    let mut talk = Talk::new(options(Compression::ClaudeStyle, 24_000), 1_000, 40);
    for nth in 0..200 {
        let came = Came {
            text: format!(
                "refused\n- no. {nth}: {} [some/rule]; instead: nothing",
                "w ".repeat(120)
            ),
            bytes_of_ten: 40,
            digest: format!("shell rm -rf /{nth}: refused"),
            mark: Mark::Refused,
        };
        talk.turn(&[came]);
    }
    let left_out = &talk.turns[..talk.prompt().trace.dropped];
    let capsule = capsule::of(left_out, &talk.options);
    let text = &capsule.sections[0].text;
    assert!(text.len() < 3_200, "{}", text.len());
    let newest = left_out.len() / 2 - 1;
    assert!(
        text.contains(&format!("/{newest}: no. {newest}: w w")),
        "{text}"
    );
    let short = text
        .lines()
        .filter(|it| it.starts_with("- shell") && !it.contains("no."));
    assert!(short.count() > 20, "{text}");
    assert!(text.contains("older refusals"), "{text}");
}

#[test]
fn the_spec_is_never_cut_and_the_rest_goes_by_priority() {
    let spec = "s".repeat(1_500);
    let sections = [
        section("low", 1, false, "l".repeat(90).as_str()),
        section("spec", 0, true, &spec),
        section("high", 9, false, "h".repeat(90).as_str()),
    ];
    let options = options(Compression::SlidingWindow, 550);
    let prompt = compile(&sections, &[], &options, None, 0);
    assert!(prompt.task.contains(&spec));
    assert!(prompt.task.contains('h'));
    assert!(!prompt.task.contains('l'));
    let fates: Vec<Fate> = prompt.trace.sections.iter().map(|it| it.fate).collect();
    assert_eq!(fates, [Fate::LeftOut, Fate::Whole, Fate::Whole]);
}

#[test]
fn a_long_section_is_cut_at_a_line() {
    let sections = [section(
        "notes",
        1,
        false,
        "first line\nsecond line that is long\n".repeat(8).as_str(),
    )];
    let options = options(Compression::SlidingWindow, 10_000);
    let prompt = compile(&sections, &[], &options, None, 0);
    assert!(prompt.task.ends_with("\n[cut here]"));
    assert!(prompt.task.len() <= 111);
}

#[test]
fn the_same_state_gives_the_same_prompt() {
    let (turns, prompt) = marked(Compression::ClaudeStyle);
    let options = options(Compression::ClaudeStyle, 64_000);
    let sections = [section("task", 5, true, &"s".repeat(1_000))];
    assert_eq!(compile(&sections, &turns, &options, None, FIXED), prompt);
}
