//! Whether a command failed because a compiler would not take the text, by what compilers and build tools write. A break
//! that does not compile says nothing about tests: they never saw it.
//!
//! Only lines in a tool's own form count, and only where no test was seen to fail: a test that prints what a compiler
//! said, in a project that is about compilers, has failed all the same.

use crate::runner;

/// Bytes of output that are read.
const BYTES_MAX: usize = 1 << 20;

/// Whether this output, of a command that failed, tells of a build that failed and of nothing else.
#[must_use]
pub fn does_not_build(output: &str) -> bool {
    let mut refused = false;
    let mut before = String::new();
    let mut read = 0_usize;
    for line in output.lines() {
        read = read.saturating_add(line.len());
        if read > BYTES_MAX {
            break;
        }
        let line = runner::plain(line);
        let line = line.trim();
        if runner::failed(line).is_some() || has_failed(line) {
            return false;
        }
        refused |= rust(line) || go(line, &before) || script(line) || java(line);
        before.clear();
        before.push_str(line);
    }
    refused
}

/// `error: could not compile ...` of cargo, `error: aborting due to ...` of rustc.
fn rust(line: &str) -> bool {
    line.starts_with("error: could not compile `")
        || line.starts_with("error: aborting due to ") && line.contains("previous error")
}

/// `FAIL`, a tab and `example.com/x [build failed]`, and a place in a file under the name of its package.
fn go(line: &str, before: &str) -> bool {
    let package = before.strip_prefix("# ");
    let of_package = package.is_some_and(|it| !it.is_empty() && !it.contains(": "));
    let place = line.strip_prefix("vet: ").unwrap_or(line);
    line.starts_with("FAIL\t") && line.ends_with(" [build failed]")
        || of_package && place_in(place, ".go:").is_some_and(|rest| column(rest).is_some())
}

/// `src/a.ts(3,5): error TS2322: ...`, and `src/a.ts:3:5 - error TS2322: ...`.
fn script(line: &str) -> bool {
    [("): error TS", '('), (" - error TS", ':')]
        .into_iter()
        .any(|(mark, joint)| {
            line.split_once(mark).is_some_and(|(place, rest)| {
                let path = place.split(joint).next().unwrap_or_default();
                let number = rest.split_once(": ").map(|it| it.0);
                let is_place = path.contains('.') && path.len() < place.len();
                is_place && number.is_some_and(is_number)
            })
        })
}

/// `Chat.java:3: error: ...` of javac, and what Maven says of it.
fn java(line: &str) -> bool {
    let place = line.strip_prefix("[javac] ").unwrap_or(line);
    let of_javac = place_in(place, ".java:").is_some_and(|it| it.starts_with(" error: "));
    of_javac || line.starts_with("[ERROR] COMPILATION ERROR")
}

/// What stands behind `path.ending:3:`, where a line begins with that.
fn place_in<'l>(line: &'l str, ending: &str) -> Option<&'l str> {
    let (path, rest) = line.split_once(ending)?;
    let (number, rest) = rest.split_once(':')?;
    (!path.contains(' ') && is_number(number)).then_some(rest)
}

/// What stands behind `5: `.
fn column(rest: &str) -> Option<&str> {
    let (number, rest) = rest.split_once(": ")?;
    is_number(number).then_some(rest)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

/// Tests that failed, by what runners say of many at once or without a name.
fn has_failed(line: &str) -> bool {
    let of_go = line.starts_with("FAIL\t") && line.ends_with('s');
    of_go
        || line.starts_with("panic: ")
        || line.starts_with("test result: FAILED")
        || line.contains("<<< FAILURE!")
        || line.contains("<<< ERROR!")
        || line.starts_with("● ") && line.contains(" › ")
}
