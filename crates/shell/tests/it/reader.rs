//! The reader and its way back: tables, properties, and the real bash where it is on the machine.

mod generated;
mod real;
mod refused;
mod rendered;
mod table;

use shell::bash::{
    ALTERNATIVES_MAX, COMMANDS_MAX, Dialect, HEREDOCS_MAX, NESTING_MAX, Refusal, TEXT_BYTES_MAX,
    agree, emit, read, read_alone,
};
use shell::tree::Script;
use shell::{NotWritten, as_judged};

/// What is read is emitted and read again as the same tree.
fn round_trips(text: &str, tree: &Script) {
    let again = emit(tree);
    assert_eq!(
        read_alone(&again, Dialect::Bash).as_ref(),
        Ok(tree),
        "\nfrom: {text}\nvia: {again}"
    );
}

/// What is written anew is what both readers read as the same, and is written so again.
fn written_once(text: &str) {
    if let Ok(again) = as_judged(text) {
        assert_eq!(as_judged(&again).as_ref(), Ok(&again), "\nfrom: {text}");
    }
}

/// The second reader does not take what our own has written here: it was run all the same. Found by libFuzzer.
#[test]
fn both_readers_read_what_is_written_anew() {
    let text = "/$\n/\n/$cLf/v${?/l(h)cf$cf/h}\n$\n$O/h}\n$";
    written_once(text);
    assert_eq!(as_judged(text), Err(NotWritten::Otherwise));
}

/// Deep nesting of every kind ends in a refusal, on a small stack, fast.
#[test]
fn deep_texts_are_refused_on_a_small_stack() {
    let openings = [
        "$(",
        "echo \"$(",
        "${x:-",
        "\"${x:-",
        "{a,",
        "(",
        "((",
        "$((",
        "{ ",
        "if ",
        "x=(",
        "<(",
        "[[ ( ",
        "f() { ",
        "case x in a) ",
        "@(",
        "a[",
        "${x[",
        "while ",
        "cat <<A\n$(",
    ];
    let run = move || {
        for opening in openings {
            for times in [NESTING_MAX / 2, NESTING_MAX, 10_000] {
                let text = opening.repeat(times);
                let deep = read(&text, Dialect::Bash);
                assert!(times < 10_000 || deep.is_err(), "{opening}");
            }
        }
        let closed = [
            ("$(a ", ")"),
            ("{ ", ";}"),
            ("(", " )"),
            ("$(( 1 + ", "))"),
            ("echo ${x:-", "}"),
            ("echo \"$(", ")\""),
            ("if a; then ", "; fi"),
        ];
        for (opening, closing) in closed {
            for times in [NESTING_MAX / 3, NESTING_MAX, 10_000] {
                let text = format!("{}a{}", opening.repeat(times), closing.repeat(times));
                let deep = read(&text, Dialect::Bash);
                assert!(times <= NESTING_MAX || deep.is_err(), "{opening}");
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn limits_end_in_refusals() {
    let bodies = "A\n".repeat(HEREDOCS_MAX + 1);
    let texts = [
        (
            format!("echo {}", "a".repeat(TEXT_BYTES_MAX)),
            Refusal::TooLong,
        ),
        ("a;".repeat(COMMANDS_MAX + 1), Refusal::TooMany("commands")),
        (
            format!("cat{}\n{bodies}", " <<A".repeat(HEREDOCS_MAX + 1)),
            Refusal::TooMany("here-documents"),
        ),
        (
            format!("echo {{a{}}}", ",a".repeat(ALTERNATIVES_MAX)),
            Refusal::TooMany("alternatives in braces"),
        ),
        (
            String::from("echo {1..100000}"),
            Refusal::TooMany("alternatives in braces"),
        ),
        (
            format!("{}{}", "echo $(".repeat(40), ")".repeat(40)),
            Refusal::TooDeep,
        ),
        (
            format!("echo $(a $(b $(c {})))", "d".repeat(20_000)),
            Refusal::TooMany("bytes in nested substitutions"),
        ),
    ];
    for (text, refusal) in texts {
        assert_eq!(read(&text, Dialect::Bash), Err(refusal));
    }
}
