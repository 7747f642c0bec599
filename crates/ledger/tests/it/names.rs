//! Names: what is one, what is none, and how each is shown.

use ledger::ids::{ActId, CallId, GitId, GrantId, Hash, RelPath, RunId, Seq, TaskId};

#[test]
fn a_name_of_a_run_can_stand_in_a_path() {
    for text in ["r1", "01-slugs-01", "a.b_c-D", &"x".repeat(64)] {
        let name = RunId::new(text).expect(text);
        assert_eq!((name.as_str(), name.to_string().as_str()), (text, text));
        assert_eq!(TaskId::new(text).expect(text).to_string(), text);
    }
    for text in [
        "",
        ".",
        "..",
        "a/b",
        "a b",
        "ä",
        "a\n",
        "a:b",
        &"x".repeat(65),
    ] {
        assert!(RunId::new(text).is_err(), "{text:?}");
        let json = serde_json::to_string(text).unwrap();
        assert!(serde_json::from_str::<TaskId>(&json).is_err(), "{text:?}");
    }
    let why = RunId::new("a/b").unwrap_err().to_string();
    assert!(why.starts_with("`a/b` is not a run id: "), "{why}");
}

#[test]
fn a_path_stays_below_its_root() {
    for (text, wanted) in [
        ("a", "a"),
        ("./a//b/", "a/b"),
        ("a/./b", "a/b"),
        (".env", ".env"),
        ("ab:c", "ab:c"),
        ("a~b", "a~b"),
    ] {
        let path = RelPath::new(text).expect(text);
        assert_eq!((path.as_str(), path.to_string().as_str()), (wanted, wanted));
    }
    for text in [
        "",
        ".",
        "/a",
        "~/a",
        "\\a",
        "..",
        "a/../b",
        "a/..",
        "C:/a",
        "c:a",
        "a\nb",
        "a\u{7f}",
        &"a/".repeat(2_049),
    ] {
        assert!(RelPath::new(text).is_err(), "{text:?}");
    }
}

/// What stands in a tree has its name, whatever somebody who wrote it might have meant.
#[test]
fn any_name_that_git_holds_is_a_path() {
    for text in [
        "~/a",
        "~x",
        "\\a",
        "C:/a",
        "c:a",
        "a\nb",
        "a\u{7f}",
        " a ",
        "-a",
        "a\u{1b}[31m",
    ] {
        let path = RelPath::held(text).expect(text);
        assert_eq!(path.as_str(), text);
        let json = serde_json::to_string(&path).unwrap();
        assert_eq!(serde_json::from_str::<RelPath>(&json).unwrap(), path);
    }
    for text in [
        "",
        ".",
        "/a",
        "..",
        "a/../b",
        "a/..",
        "a\0b",
        &"a/".repeat(2_049),
    ] {
        assert!(RelPath::held(text).is_err(), "{text:?}");
        let json = serde_json::to_string(text).unwrap();
        assert!(serde_json::from_str::<RelPath>(&json).is_err(), "{text:?}");
    }
}

#[test]
fn an_object_of_git_is_forty_or_sixty_four_small_digits() {
    let text = "0123456789abcdef0123456789abcdef01234567";
    let id = GitId::new(text).unwrap();
    assert_eq!((id.as_str(), id.to_string().as_str()), (text, text));
    assert_eq!(id.short(), "0123456789");
    assert!(GitId::new("a".repeat(64)).is_ok());
    for text in [
        "HEAD",
        "",
        &text.to_uppercase(),
        &text[1..],
        &"g".repeat(40),
    ] {
        assert!(GitId::new(text).is_err(), "{text}");
        let json = serde_json::to_string(text).unwrap();
        assert!(serde_json::from_str::<GitId>(&json).is_err(), "{text}");
    }
}

#[test]
fn a_digest_is_read_as_it_is_written() {
    // The digest of nothing that everybody knows.
    let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let hash = Hash::of(b"");
    assert_eq!(hash.hex(), hex);
    assert_eq!(hash.to_string(), hex);
    assert_eq!(hash.short(), "e3b0c44298fc");
    assert_eq!(format!("{hash:?}"), hash.short());
    assert_eq!(Hash::parse(hex), Ok(hash));
    assert_eq!(
        Hash::chained(&hash, b"a"),
        Hash::of(&[hash.0.as_slice(), b"a"].concat())
    );
    let signed = format!("+{}", &hex[1..]);
    let wide = format!("ä{}", &hex[2..]);
    for text in ["", &hex[1..], &hex.replace('e', "g"), &signed, &wide] {
        assert!(Hash::parse(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_say_what_they_count() {
    assert_eq!(Seq(7).to_string(), "7");
    assert_eq!(Seq(7).next(), Seq(8));
    assert_eq!(Seq(u64::MAX).next(), Seq(u64::MAX));
    assert_eq!(ActId(7).to_string(), "a7");
    assert_eq!(GrantId(7).to_string(), "g7");
    assert_eq!(CallId("call_1".into()).to_string(), "call_1");
}
