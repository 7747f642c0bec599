//! What a change of a file keeps of it: marks, encodings, ends of lines, and every byte that is not replaced.

use std::fs;

use crate::files::{self, Edit, FileError, Limits, Root};
use ledger::ids::Hash;

use super::git::rel;

fn utf16(text: &str) -> Vec<u8> {
    let marked = std::iter::once(0xfeff).chain(text.encode_utf16());
    marked.flat_map(u16::to_le_bytes).collect()
}

fn edited(before: &[u8], old: &str, new: &str) -> Result<Vec<u8>, FileError> {
    change(before, |root, hash| {
        let edit = Edit {
            old,
            new,
            line: None,
        };
        files::edit(root, &rel("f"), edit, hash, &Limits::default())
    })
}

fn written(before: &[u8], content: &str) -> Result<Vec<u8>, FileError> {
    change(before, |root, hash| {
        files::write(
            root,
            &rel("f"),
            content.as_bytes(),
            hash,
            &Limits::default(),
        )
    })
}

/// What stands there afterwards; a change that fails leaves what stood there.
fn change(
    before: &[u8],
    act: impl FnOnce(&Root, Option<Hash>) -> Result<files::Changed, FileError>,
) -> Result<Vec<u8>, FileError> {
    let room = tempfile::tempdir().unwrap();
    let file = room.path().join("f");
    fs::write(&file, before).unwrap();
    let root = Root::open(room.path()).unwrap();
    let done = act(&root, Some(Hash::of(before)));
    let after = fs::read(&file).unwrap();
    match done {
        Ok(changed) => {
            assert_eq!(changed.after, Some(Hash::of(&after)));
            Ok(after)
        }
        Err(error) => {
            assert_eq!(after, before, "{error}");
            Err(error)
        }
    }
}

#[test]
fn edits_keep_the_ends_of_lines() {
    for (before, old, new, after) in [
        // One line for several, several for one, at the beginning and the end.
        (
            "one\r\ntwo\r\nthree\r\n",
            "two",
            "two\ntwo and a half",
            "one\r\ntwo\r\ntwo and a half\r\nthree\r\n",
        ),
        (
            "one\r\ntwo\r\n",
            "one",
            "zero\none",
            "zero\r\none\r\ntwo\r\n",
        ),
        ("one\r\ntwo", "two", "two\nthree", "one\r\ntwo\r\nthree"),
        (
            "one\r\ntwo\r\nthree\r\n",
            "one\ntwo\n",
            "one\n",
            "one\r\nthree\r\n",
        ),
        ("one\r\ntwo\r\n", "\ntwo", "\n2", "one\r\n2\r\n"),
        ("one\r\ntwo\r\n", "two\n", "", "one\r\n"),
        ("one\ntwo\n", "two", "two\nthree", "one\ntwo\nthree\n"),
        // Mixed: what is not replaced stays, and new lines end as the one around them does.
        ("a\r\nb\nc\r\n", "b", "b\nb2", "a\r\nb\nb2\nc\r\n"),
        ("a\r\nb\nc\r\n", "a\nb\nc", "a\nB\nc", "a\r\nB\r\nc\r\n"),
        // No end at the end stays so.
        ("a\nb", "b", "c", "a\nc"),
        ("a", "a", "a\nb", "a\nb"),
        // Whoever writes `\r` means it.
        ("a\r\nb\r\n", "a\r\nb", "x\ny", "x\ny\r\n"),
        ("a\nb\n", "b\n", "b\r\nc\r\n", "a\nb\r\nc\r\n"),
        ("a\rb\rc", "b", "B", "a\rB\rc"),
    ] {
        let done = edited(before.as_bytes(), old, new).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&done),
            after,
            "{before:?} {old:?} {new:?}"
        );
    }
    // Both spellings of one place are one place.
    let twice = edited(b"a\r\nb\r\na\nb\n", "a\nb", "x");
    assert!(matches!(twice, Err(FileError::Ambiguous { lines, .. }) if lines == [1, 3]));
}

#[test]
fn marks_and_encodings_stay() {
    let marked = b"\xef\xbb\xbfone\r\ntwo\r\n";
    assert_eq!(
        edited(marked, "one", "1").unwrap(),
        b"\xef\xbb\xbf1\r\ntwo\r\n"
    );
    assert_eq!(
        written(marked, "uno\ndue\n").unwrap(),
        b"\xef\xbb\xbfuno\r\ndue\r\n"
    );
    assert_eq!(
        written(marked, "\u{feff}uno\n").unwrap(),
        b"\xef\xbb\xbfuno\r\n"
    );
    let wide = utf16("one\r\nzwölf\r\n");
    assert_eq!(
        edited(&wide, "zwölf", "zwölf\n😀").unwrap(),
        utf16("one\r\nzwölf\r\n😀\r\n")
    );
    assert_eq!(written(&wide, "ä\nb\n").unwrap(), utf16("ä\r\nb\r\n"));
    // A text without a mark gets none, unless it is written with one.
    assert_eq!(written(b"a\n", "b\n").unwrap(), b"b\n");
    assert_eq!(
        written(b"a\n", "\u{feff}b\n").unwrap(),
        "\u{feff}b\n".as_bytes()
    );
}

#[test]
fn a_text_that_is_written_anew_keeps_its_ends() {
    for (before, content, after) in [
        ("a\r\nb\r\n", "a\nB\nc\n", "a\r\nB\r\nc\r\n"),
        ("a\r\nb\n", "a\nb\nc\n", "a\r\nb\nc\n"),
        ("a\r\nb", "x\ny", "x\r\ny"),
        ("a\nb\n", "a\r\nb\r\n", "a\r\nb\r\n"),
        ("", "a\nb\n", "a\nb\n"),
    ] {
        let done = written(before.as_bytes(), content).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&done),
            after,
            "{before:?} {content:?}"
        );
    }
}

#[test]
fn what_is_in_no_known_encoding_is_not_written_over() {
    for before in [
        &b"caf\xe9\n"[..],
        b"\x89PNG\r\n\x1a\n\0\0",
        b"a\0b\0\n\0",
        b"\xff\xfea",
    ] {
        let refused = written(before, "coffee\n");
        assert!(
            matches!(refused, Err(FileError::Unreadable { .. })),
            "{before:?}"
        );
        let refused = edited(before, "a", "b");
        assert!(
            matches!(refused, Err(FileError::Binary { .. })),
            "{before:?}"
        );
    }
}

/// Data with a mark is data as well.
#[test]
fn marked_data_has_to_parse_too() {
    let room = tempfile::tempdir().unwrap();
    let before = b"\xef\xbb\xbf{\"a\": 1}";
    fs::write(room.path().join("f.json"), before).unwrap();
    let root = Root::open(room.path()).unwrap();
    let edit = Edit {
        old: "1}",
        new: "1,}",
        line: None,
    };
    let limits = Limits::default();
    let refused = files::edit(&root, &rel("f.json"), edit, Some(Hash::of(before)), &limits);
    assert!(matches!(refused, Err(FileError::Broken { .. })));
}

/// What is read is what can be replaced.
#[test]
fn a_text_is_shown_without_its_mark() {
    let room = tempfile::tempdir().unwrap();
    fs::write(room.path().join("f"), utf16("one\r\ntwo\r\n")).unwrap();
    let root = Root::open(room.path()).unwrap();
    let read = files::read(
        &root,
        &rel("f"),
        files::Window::default(),
        &Limits::default(),
    )
    .unwrap();
    assert_eq!(
        (read.text.as_str(), read.lines_total, read.bytes_total),
        ("one\r\ntwo\r\n", 2, 22)
    );
}
