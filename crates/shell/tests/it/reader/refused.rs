//! What no reader may take.

use super::*;
use Dialect::{Bash, Sh, Zsh};

#[test]
fn what_is_wrong_or_ambiguous_is_refused() {
    let texts = [
        "echo 'a",
        "echo \"a",
        "echo `a",
        "echo $(a",
        "echo ${a",
        "echo $((1",
        "(a",
        "{ a",
        "{ a }",
        "a )",
        "a }; }",
        "if a; fi",
        "if a; then b",
        "for x in a; b",
        "while a; b; done",
        "case x in a b) esac",
        "a | | b",
        "a && && b",
        "&& a",
        "; a",
        "a ;; b",
        "| a",
        "a &&",
        "a |",
        "f() echo",
        "function",
        "[[ a",
        "[[ -f ]]",
        "[[ a b ]]",
        "[[ ]]",
        "x=(a",
        "( )",
        "{ }",
        "((echo a); b)",
        "echo {a},b}",
        "cat <<A\nx\n",
        "cat <<$(a)\nx\n",
        "echo $'\\x00'",
        "echo $'\\cA'",
        "echo \"${x:-it's}\"",
        "echo ${ a; }",
        "!(a)",
        "a@() { b; }",
        "time -v a",
        "echo\u{1b}",
        "echo a\r",
        "echo \u{202e}",
        "echo\0",
        "a[1] b",
        "2>&x a",
        "cat <<A $(b\n)\nA\n",
        "echo a(b)",
        "echo $(cat <<A\nA\na; b)",
        "echo $(cat <<A\nA\na;\nb)",
        "echo $(cat <<A; b\nA\n)",
        "echo <({ cat <<A\nA\na; b; })",
        "echo {<(a),b}",
        "echo ${x/}",
        "echo ${x//}",
        "echo ${x/#}",
        "echo \"${x/a/&}\"",
        "echo \"${x/a/\\&}\"",
        "echo \"${x/a/\"$y\"}\"",
        "echo ${x/a/\\\\&}",
        "fi",
        "done",
        "esac",
        "then",
        "$(",
        "echo \\",
        ">",
        "a >",
        "a <<",
        "for ((;;",
        "coproc",
        "! ! a",
        "a | ! b",
        "echo ${a:?b:c?d:1}x}${",
    ];
    for text in texts {
        assert!(read(text, Bash).is_err(), "{text}");
    }
}

#[test]
fn what_other_shells_read_otherwise_is_refused_for_them() {
    let rows: &[(&str, &[Dialect])] = &[
        ("a &> b", &[Sh]),
        ("a >& b", &[Sh]),
        ("a |& b", &[Sh]),
        ("echo $'a'", &[Sh]),
        ("[[ a == b ]]", &[Sh]),
        ("x=(a b)", &[Sh]),
        ("cat <(a)", &[Sh]),
        ("cat <<< a", &[Sh]),
        ("function f { a; }", &[Sh]),
        ("echo {a,b}", &[Sh]),
        ("echo {1..3}", &[Sh]),
        ("((x++))", &[Sh]),
        ("x+=a", &[Sh]),
        ("time a", &[Sh]),
        ("select x in a; do b; done", &[Sh]),
        ("echo ${x/a/b}", &[Sh, Zsh]),
        ("echo ${!x}", &[Sh, Zsh]),
        ("echo ${x^^}", &[Sh, Zsh]),
        ("echo ${x[1]}", &[Sh, Zsh]),
        ("echo ${x:1}", &[Sh, Zsh]),
        ("echo @(a)", &[Sh, Zsh]),
        ("echo $\"a\"", &[Sh, Zsh]),
        ("coproc a", &[Sh, Zsh]),
        ("=ls", &[Zsh]),
        ("echo =ls", &[Zsh]),
        ("x==ls", &[Zsh]),
        ("cat =(ls)", &[Bash, Sh, Zsh]),
        ("echo *(e:a:)", &[Sh, Zsh]),
        ("echo ^a", &[Zsh]),
        ("echo a#", &[Zsh]),
        ("repeat 3 a", &[Zsh]),
        ("{ a; } always { b; }", &[Bash, Sh, Zsh]),
        ("foreach x (a b)", &[Bash, Sh, Zsh]),
        ("echo ${${x}}", &[Bash, Sh, Zsh]),
        ("echo ${(e)x}", &[Bash, Sh, Zsh]),
        ("echo $x[1]", &[Zsh]),
        ("echo \"$x:h\"", &[Zsh]),
        ("echo $#x", &[Zsh]),
        ("a &| b", &[Bash, Sh, Zsh]),
        ("a &! b", &[Zsh]),
        ("a >! b", &[Zsh]),
        ("echo <1-5>x", &[Zsh]),
        ("echo a }", &[Zsh]),
        ("echo {a}", &[Zsh]),
        ("for x in a; { b; }", &[Sh, Zsh]),
    ];
    for (text, refusing) in rows {
        for dialect in [Bash, Sh, Zsh] {
            let got = read(text, dialect);
            assert_eq!(
                got.is_err(),
                refusing.contains(&dialect),
                "{dialect:?} {text}: {got:?}"
            );
        }
    }
}

#[test]
fn the_common_language_is_read_in_every_dialect() {
    let texts = [
        "ls -la",
        "a && b || c; d &",
        "if [ -f x ]; then cat x; fi",
        "for f in *.rs; do wc -l \"$f\"; done",
        "cat <<E\n$x\nE\n",
        "x=$(date) && echo \"${x:-none}\"",
        "find . -name '*.rs' -exec grep x {} \\;",
        "f() { echo a; }",
        "a 2>&1 | b > c",
        "case $x in a|b) c;; *) d;; esac",
        "echo `date`",
        "echo $((1 + 2))",
        "git log HEAD~3..HEAD",
        "[ a = b ]",
    ];
    for text in texts {
        let bash = read(text, Bash).unwrap();
        for dialect in [Sh, Zsh] {
            assert_eq!(
                read(text, dialect).as_ref(),
                Ok(&bash),
                "{dialect:?} {text}"
            );
        }
    }
}
