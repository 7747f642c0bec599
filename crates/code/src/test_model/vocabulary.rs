//! The words of test frameworks, as data: what asserts and how firmly, what fails, what mocks, what is only glue.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::suite::Strength;

/// A name without case and underscores, so that one table does for all languages.
pub(super) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| *c != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

/// The word of an assertion without what says that it is one: `assertIsNone` is `isnone`.
pub(super) fn core(name: &str) -> String {
    let name = plain(name);
    let starts = ["debug", "prop", "fake", "power", "pretty"];
    let name = starts
        .iter()
        .find_map(|it| name.strip_prefix(it))
        .filter(|it| it.starts_with("assert"))
        .unwrap_or(&name);
    let rest = name.strip_prefix("assert").unwrap_or(name);
    let rest = if rest.is_empty() { "assert" } else { rest };
    rest.strip_suffix('f')
        .filter(|it| is_formatted(it))
        .unwrap_or(rest)
        .to_owned()
}

/// Testify's variants that take a format.
fn is_formatted(name: &str) -> bool {
    matches!(
        name,
        "equal"
            | "true"
            | "false"
            | "noerror"
            | "error"
            | "nil"
            | "notnil"
            | "len"
            | "contains"
            | "notequal"
    )
}

/// What an assertion of that word asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A condition holds, or (`false`) does not.
    Holds(bool),
    /// Two things are the same.
    Equal,
    /// Two things differ.
    Differ,
    /// Something is null, none, undefined.
    Null,
    /// Something is an error that the call brings.
    Throws,
    /// A call does not fail.
    NoError,
    /// Two numbers are near each other.
    Near,
    /// A recorded output is the same.
    Snapshot,
    /// Something, this firmly, with what is expected behind the subject.
    Other(Strength),
}

/// The words of assertions by what they mean.
const WORDS: [(Word, &str); 11] = [
    (
        Word::Holds(true),
        "assert true istrue ok isok truthy tobetruthy betrue betruthy bool isinstanceoftrue assert2 that",
    ),
    (
        Word::Holds(false),
        "false isfalse notok isnotok falsy tobefalsy befalse befalsy not",
    ),
    (
        Word::Equal,
        "eq equal equals is same tobe toequal tostrictequal deepequal strictequal deepstrictequal isequalto \
         isequal equalto eql eqls deepequals equalvalues exactly beequivalentto be arrayequals iterableequals \
         linesmatch listequal dictequal setequal tupleequal countequal multilineequal sequenceequal \
         arrayequal frameequal seriesequal issameas sameinstance jsoneq elementsmatch yamleq looselyequal \
         containsexactly beidenticalto tohavetext streq isequalbycomparingto equalignoringcase sameelements",
    ),
    (
        Word::Differ,
        "ne notequal notequals isnotequalto notdeepequal notstrictequal notsame unlike isnotsameas \
         notdeepstrictequal isnot",
    ),
    (
        Word::Null,
        "null isnull nil isnil isnone none tobenull tobeundefined isundefined benull benil nullvalue \
         undefined tobenan",
    ),
    (
        Word::Throws,
        "raises raisesregex raisesregexp raisesmessage tothrow tothrowerror throws throw throwsexactly \
         expectthrows rejects panics panicswithvalue panicswitherror erroris erroras errorcontains equalerror \
         error throwsasync rejectedwith thatthrownby matcherror haveoccurred warns thatexceptionoftype \
         throwerror err tothrowerrormatching",
    ),
    (
        Word::NoError,
        "noerror notpanics doesnotthrow doesnotthrowanyexception doesnotreject notthrows notthrow nothrow \
         succeed thatcode notraises thatnoexception notthrowsasync iferror pass",
    ),
    (
        Word::Near,
        "almostequal tobecloseto closeto beclose becloseto indelta inepsilon allclose approxequal \
         approximately iscloseto relativeeq absdiffeq ulpseq arrayalmostequal benumerically approxeq",
    ),
    (
        Word::Snapshot,
        "tomatchsnapshot tomatchinlinesnapshot snapshot matchsnapshot tohavescreenshot snapshott \
         tothrowerrormatchingsnapshot tothrowerrormatchinginlinesnapshot yamlsnapshot jsonsnapshot \
         debugsnapshot displaysnapshot compactjsonsnapshot compactdebugsnapshot ronsnapshot \
         matchinlinesnapshot tomatchimagesnapshot tomatchfilesnapshot",
    ),
    (
        Word::Other(Strength::Loose),
        "tobedefined isdefined isnotundefined exists exist isnotnone notnone isnotnull notnull notnil \
         isnotnil isinstance isinstanceof instanceof tobeinstanceof a an isa typeof notempty isnotempty \
         isnotblank isfunction isobject isstring isnumber isboolean isarray called wascalled tohavebeencalled \
         tobecalled any havebeencalled implements istype beempty anything toexist tobetypeof calledonceany \
         notzero ispresent hassizegreaterthan notbenil notnullvalue isexactlyinstanceof type notundefined function number string boolean object array date",
    ),
    (
        Word::Other(Strength::Partial),
        "contain contains include includes tocontain tocontainequal tomatch tomatchobject match matches regex \
         regexp startswith endswith haskey toomatch tohaveproperty haveproperty property greater greaterequal \
         greaterthan greaterthanorequalto isgreaterthan isgreaterthanorequalto less lessequal lessthan \
         islessthan islessthanorequalto above below least most within isatleast isatmost isabove isbelow \
         tobegreaterthan tobegreaterthanorequal tobelessthan tobelessthanorequal tohavelength lengthof length \
         len haslength hassize havelen containsstring in isin notin doesnotcontain notcontains isbetween \
         tohavebeencalledtimes calledonce tohavebeencalledonce hasmessagecontaining subset containselementsin \
         containssubstring containelement containelements hasitem hasitems tobeinthedocument tobevisible \
         visible bevisible greaterorequal lessorequal positive negative ispositive isnegative regexpmatches \
         stringcontaining objectcontaining like containsentry containskey haslengthof \
         hassizegreaterthanorequalto doesnotmatch notmatch notregex iscalled",
    ),
];

/// The meaning of an assertion's word; what is not known counts as exact, so that nobody is accused for a word.
pub(super) fn word(core: &str) -> Word {
    known(core).unwrap_or(Word::Other(Strength::Exact))
}

/// The meaning of a word, if it is one of a framework.
pub(super) fn known(core: &str) -> Option<Word> {
    static BY_WORD: LazyLock<BTreeMap<&'static str, Word>> = LazyLock::new(|| {
        let all = WORDS
            .iter()
            .flat_map(|(meaning, words)| words.split(' ').map(|it| (it, *meaning)));
        all.collect()
    });
    BY_WORD.get(core).copied()
}

/// What an assertion of that firmness is worth when it is denied.
pub(super) fn denied(word: Word) -> Word {
    match word {
        Word::Holds(it) => Word::Holds(!it),
        Word::Equal | Word::Near => Word::Differ,
        Word::Differ => Word::Equal,
        Word::Null => Word::Other(Strength::Loose),
        Word::Throws => Word::NoError,
        Word::NoError => Word::Throws,
        Word::Snapshot => Word::Other(Strength::Loose),
        // That something was never called, or is not there at all, is as firm as it gets.
        Word::Other(Strength::Loose) => Word::Other(Strength::Exact),
        Word::Other(Strength::Partial | Strength::Exact | Strength::Throws | Strength::Vacuous) => {
            Word::Other(Strength::Partial)
        }
    }
}

const GLUE: &str = "to be been is that which and has have with at of same but does still also deep own ordered resolves \
    rejects soft eventually not all any nested itself async await poll never only strictly";

/// Words between an `expect` and its matcher that say nothing.
pub(super) fn is_glue(name: &str) -> bool {
    holds(GLUE, name)
}

const HEADS: &str = "expect assertThat assert_that expectThat Expect Eventually Consistently Ω then expectTypeOf \
    assertThatThrownBy assertThatCode assertThatExceptionOfType Ensure verifyThat assertWithMessage \
    thenThrownBy";

/// Functions whose first argument is what the rest of the chain asserts about.
pub(super) fn is_head(name: &str) -> bool {
    holds(HEADS, name)
}

/// Methods of Go's assertion libraries, Ava, Tap, QUnit and Node's test context, whose receiver alone doesn't say so.
pub(super) fn is_method(core: &str) -> bool {
    !matches!(word(core), Word::Other(Strength::Exact))
        || matches!(
            core,
            "calledwith"
                | "zero"
                | "empty"
                | "fileexists"
                | "propEqual"
                | "eventually"
                | "failnow"
                | "httpstatuscode"
                | "assertexpectations"
        )
}

const RECEIVERS: &str = "assert require is should s suite ts st t tt a r c g qt must tap Assert Assertions Assume req as ass \
    test chai sinon td check";

/// Receivers of those methods; of tests within tests `st`, `s2t`, `t2`.
pub(super) fn is_receiver(name: &str) -> bool {
    let part = |c: char| matches!(c, 's' | 't') || c.is_ascii_digit();
    let inner = name.len() <= 4 && name.contains('t') && name.chars().all(part);
    inner || holds(RECEIVERS, name)
}

/// Calls that end a test as failed, by their last name.
pub(super) fn is_failure(name: &str, bang: bool) -> bool {
    match bang {
        true => matches!(name, "panic" | "unreachable" | "bail"),
        false => matches!(
            name,
            "Error"
                | "Errorf"
                | "Fatal"
                | "Fatalf"
                | "Fail"
                | "FailNow"
                | "Failf"
                | "fail"
                | "failTest"
                | "unreachable"
        ),
    }
}

/// How the name of a helper begins that asserts, or ends: `all_fail(TABLE)`.
pub(super) fn says_it_asserts(name: &str) -> bool {
    const ENDS: [&str; 8] = [
        "_fail", "_fails", "_pass", "_passes", "_holds", "Fails", "Passes", "Holds",
    ];
    let name = name.trim_start_matches('_');
    if ENDS.iter().any(|it| name.ends_with(it)) {
        return true;
    }
    [
        "assert", "expect", "check", "verify", "require", "should", "ensure", "must", "validate",
    ]
    .iter()
    .any(|it| plain(name).starts_with(it))
}

const PLUMBING: &str = "len str String list sorted unwrap clone to_string toString stringify iter collect map into as_str \
    get to_owned expect Some Ok Err new from vec format dict set tuple int float bool repr type \
    isinstance not approx size length keys values as_ref as_deref is_ok is_err is_some is_none \
    unwrap_err expect_err Equal Sprintf DeepEqual any all of asList equalTo is range print println fn \
    assert toArray from_iter as_bytes to_vec unwrap_or_default join Error String_ Boolean Number Array \
    Object";

/// Calls inside what is asserted that are not what it is about.
pub(super) fn is_plumbing(name: &str) -> bool {
    holds(PLUMBING, name)
}

/// Errors that nearly anything is.
pub(super) fn is_broad_error(name: &str) -> bool {
    let name = name
        .trim()
        .trim_end_matches(".class")
        .trim_end_matches(". class")
        .trim();
    let name = name.rsplit(['.', ' ']).next().unwrap_or(name);
    matches!(
        name,
        "Exception"
            | "BaseException"
            | "Throwable"
            | "Error"
            | "RuntimeException"
            | "Object"
            | "StandardError"
            | "class"
    )
}

/// Whether a word stands in a list of words.
fn holds(list: &str, word: &str) -> bool {
    list.split(' ').any(|it| it == word)
}
