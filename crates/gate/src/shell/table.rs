//! Programs that only look, with the options under which they do. An option that is not listed is not understood.

/// A program that only looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Model {
    pub(crate) program: &'static str,
    /// Short options without a value; `#` stands for a number as an option (`-20`).
    pub(crate) flags: &'static str,
    /// Short options with a value.
    pub(crate) valued: &'static str,
    /// Long options without a value, with or without `=value` where the value is no path; words.
    pub(crate) long: &'static str,
    /// Long options with a value of their own; words.
    pub(crate) long_valued: &'static str,
    pub(crate) operands: Operands,
}

/// What operands are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operands {
    /// None are allowed.
    None,
    /// Words that are only printed or computed with.
    Text,
    /// Words that are printed; the first does not start with `-`.
    Format,
    /// Words that start with `+`.
    Plus,
    /// Paths whose names, kinds and sizes are shown.
    Names,
    /// Paths whose contents are shown.
    Reads,
    /// One path whose content is shown; a second would be written.
    OneRead,
    /// A pattern, then paths; a directory only below itself and only when recursion was asked for.
    Grep,
    /// A pattern, then paths, of which directories are searched but for hidden and ignored files.
    Ripgrep,
    /// A filter, then paths.
    Filter,
}

const fn model(program: &'static str, flags: &'static str, operands: Operands) -> Model {
    Model {
        program,
        flags,
        valued: "",
        long: "",
        long_valued: "",
        operands,
    }
}

const fn with(
    base: Model,
    valued: &'static str,
    long: &'static str,
    long_valued: &'static str,
) -> Model {
    Model {
        valued,
        long,
        long_valued,
        ..base
    }
}

/// Options of `grep` and its other names.
const GREP_LONG: &str = "ignore-case line-number recursive files-with-matches files-without-match count invert-match \
             word-regexp line-regexp only-matching extended-regexp fixed-strings perl-regexp basic-regexp \
             no-messages quiet silent text null no-filename with-filename color colour byte-offset \
             initial-tab";
const GREP_VALUED: &str =
    "include exclude exclude-dir max-count context after-context before-context regexp";

/// Every program that only looks, but for `find`, `sed`, `test`, `git` and `command`, which are told apart in code.
pub(crate) const MODELS: &[Model] = &[
    model("true", "", Operands::Text),
    model("false", "", Operands::Text),
    model(":", "", Operands::Text),
    model("pwd", "LP", Operands::None),
    model("echo", "neE", Operands::Text),
    model("printf", "", Operands::Format),
    with(
        model("cat", "AbeEnstTuv", Operands::Reads),
        "",
        "number number-nonblank show-all show-ends show-tabs squeeze-blank",
        "",
    ),
    with(
        model("head", "qv#", Operands::Reads),
        "nc",
        "quiet silent verbose",
        "lines bytes",
    ),
    with(
        model("tail", "qv#", Operands::Reads),
        "nc",
        "quiet silent verbose",
        "lines bytes",
    ),
    with(
        model("wc", "clmwL", Operands::Reads),
        "",
        "lines words bytes chars max-line-length",
        "",
    ),
    with(
        model("ls", "1AaCcdFfGghiklmnopQqrRSsTtUuvXx", Operands::Names),
        "",
        "all almost-all human-readable recursive directory color classify reverse size time-style sort \
             time full-time inode group-directories-first",
        "",
    ),
    with(
        model("stat", "Lft", Operands::Names),
        "c",
        "dereference terse",
        "format printf",
    ),
    with(
        model("file", "bihL", Operands::Names),
        "",
        "brief mime mime-type mime-encoding dereference no-dereference",
        "",
    ),
    model("realpath", "emsqz", Operands::Names),
    model("readlink", "femnqsvz", Operands::Names),
    with(
        model("diff", "aBbdEeiNpqsTtuwy#", Operands::Reads),
        "U",
        "brief unified ignore-case ignore-all-space ignore-space-change ignore-blank-lines side-by-side \
             color text minimal new-file report-identical-files strip-trailing-cr normal \
             suppress-common-lines",
        "width label",
    ),
    with(
        model("cmp", "bls", Operands::Reads),
        "n",
        "quiet silent verbose print-bytes",
        "bytes",
    ),
    model("comm", "123z", Operands::Reads),
    with(
        model("cut", "sz", Operands::Reads),
        "bcdf",
        "only-delimited complement zero-terminated",
        "bytes characters delimiter fields output-delimiter",
    ),
    with(
        model("tr", "cCdst", Operands::Text),
        "",
        "complement delete squeeze-repeats truncate-set1",
        "",
    ),
    with(
        model("uniq", "cdDiuz", Operands::OneRead),
        "fsw",
        "count repeated unique ignore-case zero-terminated",
        "skip-fields skip-chars check-chars",
    ),
    with(
        model("sort", "bCcdfghiMmnRrsuVz", Operands::Reads),
        "kt",
        "numeric-sort reverse unique human-numeric-sort version-sort check ignore-case stable \
             general-numeric-sort month-sort zero-terminated",
        "key field-separator",
    ),
    with(
        model("nl", "p", Operands::Reads),
        "bdfhilnsvw",
        "no-renumber",
        "body-numbering number-format number-width starting-line-number",
    ),
    with(
        model("od", "abcdfilosxv", Operands::Reads),
        "AjNtw",
        "output-duplicates",
        "address-radix skip-bytes read-bytes format width",
    ),
    with(model("hexdump", "bCcdovx", Operands::Reads), "ns", "", ""),
    model("tac", "", Operands::Reads),
    model("rev", "", Operands::Reads),
    model("column", "t", Operands::Reads),
    with(model("fold", "bs", Operands::Reads), "w", "", "width"),
    model("md5sum", "bt", Operands::Reads),
    model("sha1sum", "bt", Operands::Reads),
    model("sha256sum", "bt", Operands::Reads),
    model("cksum", "", Operands::Reads),
    with(
        model("basename", "az", Operands::Text),
        "s",
        "multiple zero",
        "suffix",
    ),
    model("dirname", "z", Operands::Text),
    with(
        model("date", "uR", Operands::Plus),
        "d",
        "utc universal iso-8601 rfc-3339 rfc-email",
        "date",
    ),
    model("which", "a", Operands::Text),
    model("type", "apt", Operands::Text),
    with(
        model("uname", "amnoprsv", Operands::None),
        "",
        "all machine kernel-name kernel-release operating-system",
        "",
    ),
    model("whoami", "", Operands::None),
    model("id", "ungGr", Operands::None),
    model("hostname", "", Operands::None),
    model("nproc", "", Operands::None),
    model("arch", "", Operands::None),
    with(
        model("tree", "aACDdfFghinNpqQrsStuvx", Operands::Names),
        "LIP",
        "noreport dirsfirst gitignore prune du si",
        "charset filelimit",
    ),
    with(
        model("du", "abchkmsSx0", Operands::Names),
        "dt",
        "summarize human-readable all bytes total",
        "max-depth",
    ),
    with(
        model("grep", "abcEFGHhiLlnoPqrsTvwxyZz#", Operands::Grep),
        "ABCem",
        GREP_LONG,
        GREP_VALUED,
    ),
    with(
        model("egrep", "abcHhiLlnoqrsTvwxyZz#", Operands::Grep),
        "ABCem",
        GREP_LONG,
        GREP_VALUED,
    ),
    with(
        model("fgrep", "abcHhiLlnoqrsTvwxyZz#", Operands::Grep),
        "ABCem",
        GREP_LONG,
        GREP_VALUED,
    ),
    with(
        model("rg", "0abcFHIilnNoPpqSsUvwx", Operands::Ripgrep),
        "ABCdegjmMtTr",
        "ignore-case smart-case case-sensitive line-number no-line-number count count-matches \
             files-with-matches files-without-match fixed-strings invert-match word-regexp line-regexp \
             only-matching quiet files heading no-heading color column no-filename with-filename multiline \
             multiline-dotall pcre2 vimgrep json stats trim no-messages null type-list pretty version \
             no-config",
        "after-context before-context context max-depth regexp glob iglob max-count max-columns type \
             type-not threads sort sortr replace",
    ),
    with(
        model("jq", "aCcenMRrSsj", Operands::Filter),
        "",
        "raw-output compact-output exit-status null-input slurp sort-keys tab ascii-output join-output \
             raw-input monochrome-output color-output",
        "indent",
    ),
];

/// Whether a name is among words.
pub(crate) fn among(words: &str, name: &str) -> bool {
    words.split_ascii_whitespace().any(|word| word == name)
}

/// The model of a program, if it only looks.
pub(crate) fn model_of(program: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.program == program)
}
