//! Who is mentioned, and where a name is no mention.

use board::text::{
    branch_issue, branch_name, business, closes, is_deploy_failure, is_report, mentions, references,
};
use proptest::prelude::*;

fn names(body: &str) -> String {
    let found = mentions(body);
    let names: Vec<&str> = found.iter().map(|it| it.as_str()).collect();
    names.join(" ")
}

#[test]
fn names_are_found_where_forges_find_them() {
    for (body, expected) in [
        (
            "@coder-bot and @reviewer-bot: please look. @coder-bot first.",
            "coder-bot reviewer-bot",
        ),
        ("(@a) [@b] @c's @d, @e. @f; @g? @h! @i", "a b c d e f g h i"),
        ("(see @coder-bot.)", "coder-bot"),
        ("@Coder-Bot @coder-bot @CODER-BOT", "Coder-Bot"),
        ("@a_b.c-d @-x @_y", "a_b.c-d -x _y"),
        ("@a...\n@b.", "a b"),
        ("a\n@b", "b"),
        ("a\tb\u{a0}@c\u{3000}@d", "c d"),
        ("- @a\n- [ ] @b\n1. @c\n# @d\n***@e***", "a b c d e"),
        ("| @a | b |\n|---|---|\n|@c|d|", "a c"),
        ("[@a](https://x/@b) ![@c](d)", "a"),
        ("@", ""),
        ("@@a @.a @/a a@b", ""),
        ("", ""),
    ] {
        assert_eq!(names(body), expected, "{body:?}");
    }
}

#[test]
fn chinese_is_written_without_blanks() {
    for (body, expected) in [
        ("请@coder-bot看一下", "coder-bot"),
        ("请 @coder-bot 看一下", "coder-bot"),
        ("@zhangfei-dev你来认领策略编码", "zhangfei-dev"),
        ("(@a)，@b、@c。“@d”【@e】@f：看", "a b c d e f"),
        ("👉@coder-bot⚠️@infra-bot", "coder-bot infra-bot"),
        ("ありがとう@a さん、감사합니다@b", "a b"),
        ("@a,然后 @b,", "a b"),
        ("看https://x/y，@coder-bot", "coder-bot"),
        ("请**@coder-bot**看", "coder-bot"),
        ("请 *@a* ~~@b~~", "a b"),
        ("a**@b** x*@c", ""),
        ("é@a я@b", ""),
        ("@aé @bя", ""),
    ] {
        assert_eq!(names(body), expected, "{body:?}");
    }
}

#[test]
fn words_that_only_look_like_names_are_no_mentions() {
    for body in [
        "mail a@coder-bot.example, fine",
        "<a@coder-bot.example>",
        "x.@a x/@a x-@a x_@a x@@a 1@a",
        "@org/team",
        "(@org/team)",
        "@a@b",
        "@a:8080 @a,@b @media{x}",
        "https://x/@name http://x/(@name) ssh://git@host/(@a",
        "<https://x/@name>",
        "[t](https://x/@name) [t](<x> \"@a\")",
        "[t]: https://x/ (@a)",
        "\\@a",
        "&#64;a",
        "&commat;a",
    ] {
        assert_eq!(names(body), "", "{body:?}");
    }
}

#[test]
fn code_quotes_and_comments_hold_no_mentions() {
    for body in [
        "Use `@coder-bot` like this:\n\n```\n@reviewer-bot run\n```\n\n> @infra-bot said so",
        "``a ` @b``",
        "```\n@a",
        "   ```rust\n@a\n   ```",
        "~~~\n@a\n```\n@b\n~~~",
        "- item\n\n  ```\n  @a\n  ```",
        "a\n\n    @b",
        "\t@a",
        "> a\n@b",
        "> a\n> > @b\n@c",
        "> ```\n> @a",
        "- > @a",
        "<!-- @a -->",
        "a <!-- @a\n@b --> c",
        "<!--\n\n@a\n",
        "<pre>\n@a\n\n@b\n</pre>",
        "a <code>@a</code> <kbd> @b </kbd>",
        "<div title=\"> @a \">b</div>",
        "<a href='x' title='@a'>b</a>",
        "`x`@a @b`x`",
    ] {
        assert_eq!(names(body), "", "{body:?}");
    }
}

#[test]
fn mentions_around_code_quotes_and_comments_are_found() {
    for (body, expected) in [
        ("> @a\n\n@b", "b"),
        ("> @a\n- @b", "b"),
        ("> @a\n# @b", "b"),
        ("```\n@a\n```\n@b", "b"),
        ("`` @a `` @b", "b"),
        ("` @a", "a"),
        ("para\n    @a", "a"),
        ("<!-- @a --> @b", "b"),
        (
            "<details>\n<summary>@a</summary>\n\n@b\n\n</details>\n@c",
            "a b c",
        ),
        ("a <code>x\n\n@b", "b"),
        ("a<br>@a", "a"),
        ("<summary>a</summary>@b", "b"),
        ("a <b>@c</b> d", "c"),
        ("a < b @c > d", "c"),
    ] {
        assert_eq!(names(body), expected, "{body:?}");
    }
}

#[test]
fn no_more_mentions_are_read_than_anybody_means() {
    let many: String = (0..1000).map(|at| format!("@a{at} ")).collect();
    assert_eq!(mentions(&many).len(), 100);
    let long = format!("@{} @b", "a".repeat(200));
    assert_eq!(names(&long), "b");
}

#[test]
fn hostile_texts_take_no_longer_than_their_length() {
    // Each would take minutes if its time grew with the square of its length.
    let size = 100_000;
    for piece in [
        "[",
        "![",
        "[](",
        "<",
        "<!--",
        "<?",
        "`",
        "`a``b",
        "*",
        "_",
        "**a ",
        ">",
        "> ",
        "- ",
        "1. ",
        "- > ",
        "&",
        "\\",
        "[a]: b\n",
        "@a",
        "@",
        "@a ",
        "://",
        "a://",
        "<a b=\"",
        "|",
        "a\n> b\n",
        "<pre>",
        "</",
        "#1",
        "Closes #1 ",
        "⚠️[",
        "[parent ",
        "Depends: ",
    ] {
        let body = piece.repeat(size / piece.len());
        everything(&body);
    }
    everything(&("> ".repeat(size / 4) + "a\n" + &"b\n".repeat(size / 4)));
    everything(&("[".repeat(size / 2) + &"](b)".repeat(size / 8)));
}

/// All that is read from a text.
fn everything(body: &str) {
    let labels = [body.to_owned()];
    let read = (
        mentions(body),
        is_report(body),
        references(body, body),
        closes(body, body),
        branch_issue(body),
        (business(&labels), is_deploy_failure(body, &labels)),
    );
    drop(read);
    assert!(!branch_name(body, 1, body).is_empty());
}

/// Texts of pieces that mean something in Markdown or to us.
fn marked_up() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("`"),
        Just("```"),
        Just("~~~"),
        Just("\n"),
        Just("\n\n"),
        Just("    "),
        Just("\t"),
        Just("> "),
        Just("- "),
        Just("1. "),
        Just("<!--"),
        Just("-->"),
        Just("<a "),
        Just("</a>"),
        Just("<pre>"),
        Just("<"),
        Just(">"),
        Just("["),
        Just("]"),
        Just("("),
        Just(")"),
        Just("]("),
        Just("]: "),
        Just("*"),
        Just("_"),
        Just("\\"),
        Just("&#64;"),
        Just("@"),
        Just("@a"),
        Just("@a/b"),
        Just("a"),
        Just(" "),
        Just("请"),
        Just("，"),
        Just("⚠️"),
        Just("://"),
        Just("#1"),
        Just("!2"),
        Just("Closes "),
        Just("Parent: "),
        Just("Depends: "),
        Just("[Action Report]"),
        Just("\r\n"),
        Just("\0"),
        Just("'"),
        Just("\""),
        Just("#"),
        Just("="),
        Just("|"),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|it| it.concat())
}

proptest! {
    #[test]
    fn no_text_is_too_strange(body in "\\PC{0,200}", marked in marked_up()) {
        everything(&body);
        everything(&marked);
    }

    #[test]
    fn a_code_span_is_never_a_mention(before in "[a-z请，.*_>#@ \n-]{0,40}", after in "[a-z请，.*_>#@ \n-]{0,40}") {
        let body = format!("{before}`@hidden-bot`{after}");
        let found = mentions(&body).iter().any(|it| it.as_str() == "hidden-bot");
        prop_assert!(!found);
    }

    #[test]
    fn a_fence_and_a_quote_are_never_a_mention(before in "[a-z请，.*_# \n]{0,40}", lines in "[a-z请，@. ]{0,40}") {
        let fenced = format!("{before}\n\n```\n{lines}\n@hidden-bot\n```\n");
        let quoted = format!("{before}\n\n> {lines}\n> @hidden-bot\n{lines}");
        for body in [fenced, quoted] {
            let found = mentions(&body).iter().any(|it| it.as_str() == "hidden-bot");
            prop_assert!(!found);
        }
    }

    #[test]
    fn a_mention_among_words_is_always_found(before in "[a-z请， \n]{0,40}", after in "[a-z请，.! \n]{0,40}") {
        // A word may not run into the name, nor a line begin so far in that it is code.
        let before = before.replace('\n', "\n.\n").replace("  ", " ");
        let body = format!("x{before} @seen-bot {after}");
        let found = mentions(&body).iter().any(|it| it.as_str() == "seen-bot");
        prop_assert!(found);
    }
}
