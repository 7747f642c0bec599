//! Texts and the trees they are, over the whole grammar.

use super::*;

/// What both readers see alike.
const ROWS: &[(&str, &str)] = &[
    (
        "echo hi \"a$x b\" 'c d' e\\ f",
        "echo hi ‹a›‹$x›‹ b› ‹c d› e‹ ›f",
    ),
    ("a && b || c; d & e", "a And b Or c; d &; e"),
    ("a | b |& c", "a | b |& c"),
    ("! a | b", "not a | b"),
    ("time -p a", "time a"),
    ("# only a comment", ""),
    ("a # b", "a"),
    ("a#b", "a#b"),
    ("x=1 y+=2 z= cmd k=v", "x=1 y+=2 z= cmd k=v"),
    (
        "x=(a \"b c\" [2]=d $e) y[1]=z",
        "x=(a ‹b c› [2]=d $e) y[1]=z",
    ),
    ("declare -a x=(1 2) y=z", "declare -a y=z +x=(1 2)"),
    (
        "a>b 2>&1 <c >>d &>e &>>f >|g <>h 3<&0 4>&- {fd}>i >&j <<<\"k l\"",
        "a [Write b] [2DupWrite 1] [Read c] [Append d] [WriteBoth e] [AppendBoth f] [Clobber g] [ReadWrite h] [3DupRead 0] [4DupWrite -] [{fd}Write i] [WriteBoth j] [HereString ‹k l›]",
    ),
    ("{ a; b; } >c", "group(a; b) [Write c]"),
    ("(a; b) | c", "sub(a; b) | c"),
    (
        "if a; then b; elif c; then d; else e; fi",
        "if(a ? b elif c ? d : e)",
    ),
    ("while a; do b; done", "while(a do b)"),
    ("until a; do b; done", "until(a do b)"),
    ("for i in 1 2; do a; done", "for(i in 1 2 do a)"),
    ("for i; do a; done", "for(i in @ do a)"),
    ("for i in a; { b; }", "for(i in a do b)"),
    (
        "for ((i=0; i<3; i++)); do a; done",
        "for((‹i=0›|‹ i<3›|‹ i++› do a))",
    ),
    ("select i in a b; do c; done", "select(i in a b do c)"),
    (
        "case $x in a|b) c;; (d) ;& e) f;;& *) g; esac",
        "case($x: a b => c Break, d =>  Fall, e => f Next, * => g Break)",
    ),
    ("f() { a; } >b", "fn f group(a) [Write b]"),
    ("function g { a; }", "fn g group(a)"),
    ("function h() (a)", "fn h sub(a)"),
    (
        "[[ -f a && ! ( $x == *.c || b =~ ^(a|b c)$ ) ]]",
        "test(-f a && ! ( $x == *.c || b =~ ^(a|b c)$ ))",
    ),
    ("[[ $x ]]", "test($x)"),
    ("(( x + (1) ))", "arith(‹ x + (1) ›)"),
    ("coproc a b", "coproc None a b"),
    ("coproc n { a; }", "coproc Some(\"n\") group(a)"),
    (
        "cat <<A <<-'B' | c\n$x \\$y \"q\" `d`\nA\n\te $f\n\tB",
        "cat [Heredoc { quoted: false } ‹$x›‹ $y \"q\" ›‹$(d)›‹⏎›] [Heredoc { quoted: true } ‹e $f⏎›] | c",
    ),
    ("g", "g"),
    (
        "echo $(cat <<A\nb\nA\n)",
        "echo $(cat [Heredoc { quoted: false } ‹b⏎›])",
    ),
    ("echo $'a\\n\\x41\\u00e9\\'' $\"b\"", "echo ‹a⏎Aé'› ‹b›"),
    (
        "echo ${a} ${a:-b c} \"${a:-b \"c\"}\" ${a:=b} ${a:?b} ${a+b}",
        "echo $a $a default true b c ‹$a default true ‹b c›› $a assign true b $a error true b $a alternate false b",
    ),
    (
        "echo ${a#*/} ${a##*/} ${a%.*} ${a%%.*} \"${a#'b c'}\"",
        "echo $a prefix false */ $a prefix true */ $a suffix false .* $a suffix true .* ‹$a prefix false ‹b c››",
    ),
    (
        "echo ${a/b/c} ${a//b/} ${a/#b/c} ${a/%b/c}",
        "echo $a First b by c $a All b by  $a Prefix b by c $a Suffix b by c",
    ),
    (
        "echo ${a:1} ${a:1:2} ${a^} ${a,,} ${a@Q} ${!a} ${!a*} ${#a} ${#} ${a[1]} ${a[@]} ${!a[@]} ${10} $10",
        "echo $a from ‹1› $a from ‹1› len ‹2› $a ^  $a ,,  $a @Q $!a $!a names $#a $# $a[1] $a[@] $!a[@] $10 $10",
    ),
    ("diff <(a) >(b)", "diff <(a) >(b)"),
    (
        "echo {a,b{c,d}} {1..3} {a..e..2} {} {a} {a,b \"{a,b}\" {,x}",
        "echo {a,b{c,d}} {1..3} {a..e..2} ‹{}› ‹{›a‹}› ‹{›a,b ‹{a,b}› {,x}",
    ),
    ("echo @(a|b) *.c [ab]? ~/x", "echo @(a|b) *.c [ab]? ~/x"),
    (
        "ec\\\nho a\\\nb \"c\\\nd\" 'e\\\nf'",
        "echo ab ‹cd› ‹e\\⏎f›",
    ),
    ("a &&\nb |\nc", "a And b | c"),
    ("echo $ a$ \"$\" \"a $ b\"", "echo ‹$› a‹$› ‹$› ‹a $ b›"),
    ("i\\f a; \"if\" b", "i‹f› a; ‹if› b"),
    ("echo if then { }", "echo if then ‹{› ‹}›"),
];

/// What our reader reads, and the other one keeps raw.
const ALONE: &[(&str, &str)] = &[
    ("echo $((a b) | c)", "echo $(sub(a b) | c)"),
    ("echo \"$(( a ')' ); b)\"", "echo ‹$(sub(a ‹)›); b)›"),
    ("x={a,b} >{c,d} e", "x={a,b} e [Write {c,d}]"),
    (
        "echo `a \\`b\\`` \"`c \\\"d\\\"`\"",
        "echo $(a $(b)) ‹$(c ‹d›)›",
    ),
    (
        "echo $((1 + $x)) $[2] $( (a) )",
        "echo $((‹1 + ›‹$x›)) $((‹2›)) $(sub(a))",
    ),
];

#[test]
fn texts_are_read_as_what_they_mean() {
    for (text, rendering) in ROWS {
        let tree = read(text, Dialect::Bash);
        assert_eq!(
            tree.as_ref().map(rendered::script).as_deref(),
            Ok(*rendering),
            "{text}"
        );
        round_trips(text, &tree.unwrap());
    }
    for (text, rendering) in ALONE {
        let tree = read_alone(text, Dialect::Bash);
        assert_eq!(
            tree.as_ref().map(rendered::script).as_deref(),
            Ok(*rendering),
            "{text}"
        );
        round_trips(text, &tree.unwrap());
        assert_eq!(
            read(text, Dialect::Bash),
            Err(Refusal::Disagreement),
            "{text}"
        );
    }
}

/// A misread by either side is a disagreement: what is not the same, is told otherwise.
#[test]
fn another_tree_is_a_disagreement() {
    let pairs = [
        ("a b", "a 'b c'"),
        ("a; b", "a | b"),
        ("a && b", "a || b"),
        ("a $(b)", "a $(c)"),
        ("a \"$x\"", "a x"),
        ("a; b", "a b"),
    ];
    for (one, other) in pairs {
        let tree = read(other, Dialect::Bash).unwrap();
        assert_eq!(
            agree(one, &tree),
            Err(Refusal::Disagreement),
            "{one} {other}"
        );
    }
}
