//! Texts in languages without a grammar here: which of them have comments, and what is left without these. Weak on
//! purpose: a sign of a comment inside a string counts as one, so too much is taken away, never too little.

/// What a language's comments look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Prose and data: nothing is a comment.
    Prose,
    /// Comments between signs, or from a sign to the end of the line.
    Signs {
        line: &'static [&'static str],
        block: &'static [(&'static str, &'static str)],
    },
    /// Not known.
    Unknown,
}

const C: Style = Style::Signs {
    line: &["//"],
    block: &[("/*", "*/")],
};
const HASH: Style = Style::Signs {
    line: &["#"],
    block: &[],
};
const PYTHON: Style = Style::Signs {
    line: &["#"],
    block: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
};
const PHP: Style = Style::Signs {
    line: &["//", "#"],
    block: &[("/*", "*/"), ("<!--", "-->")],
};
const MARKUP: Style = Style::Signs {
    line: &[],
    block: &[("<!--", "-->")],
};
const PAGE: Style = Style::Signs {
    line: &["//"],
    block: &[("<!--", "-->"), ("/*", "*/")],
};
const DASHES: Style = Style::Signs {
    line: &["--"],
    block: &[("/*", "*/"), ("--[[", "]]")],
};

/// The style of a file, by its name.
pub(crate) fn style(path: &str) -> Style {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, end)| end);
    match extension {
        "md" | "markdown" | "mdx" | "txt" | "rst" | "adoc" | "json" | "jsonl" | "ndjson"
        | "csv" | "tsv" | "snap" | "diff" | "patch" | "ics" | "pem" | "lock" => Style::Prose,
        "go" | "java" | "kt" | "kts" | "swift" | "c" | "h" | "cc" | "cpp" | "hpp" | "cs"
        | "scala" | "dart" | "groovy" | "gradle" | "proto" | "css" | "scss" | "less" | "zig"
        | "jsonc" | "json5" | "prisma" => C,
        "py" | "pyi" => PYTHON,
        "rb" | "sh" | "bash" | "zsh" | "fish" | "yml" | "yaml" | "toml" | "ini" | "cfg"
        | "conf" | "env" | "mk" | "cmake" | "r" | "pl" | "ex" | "exs" | "graphql" | "tf"
        | "nix" | "properties" | "dockerfile" => HASH,
        "php" => PHP,
        "html" | "htm" | "xml" | "svg" => MARKUP,
        "vue" | "svelte" | "astro" => PAGE,
        "sql" | "lua" | "hs" | "elm" => DASHES,
        _ => match name.as_str() {
            "makefile" | "dockerfile" | "justfile" | "gemfile" | "rakefile" | "procfile"
            | "codeowners" | ".gitignore" | ".gitattributes" | ".dockerignore"
            | ".editorconfig" => HASH,
            "license" | "readme" | "changelog" | "notice" | "authors" => Style::Prose,
            _ => Style::Unknown,
        },
    }
}

/// Endings of what configures, describes or looks, and does nothing by itself.
const NO_CODE: [&str; 24] = [
    "yml",
    "yaml",
    "toml",
    "ini",
    "cfg",
    "conf",
    "env",
    "properties",
    "css",
    "scss",
    "less",
    "jsonc",
    "json5",
    "html",
    "htm",
    "xml",
    "svg",
    "graphql",
    "proto",
    "prisma",
    "mdx",
    "ics",
    "editorconfig",
    "gitignore",
];

/// Whether a text is code, by its name: what it does can be wrong. What is not known is.
pub(crate) fn is_code(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, end)| end);
    style(path) != Style::Prose && !extension.is_empty() && !NO_CODE.contains(&extension)
}

/// The text with its comments blanked out; lines stay lines.
pub(crate) fn without_comments(text: &str, style: Style) -> String {
    let Style::Signs { line, block } = style else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let opened = block.iter().find(|(open, _)| rest.starts_with(open));
        let taken = if let Some((open, close)) = opened {
            let inner = rest.get(open.len()..).unwrap_or("");
            inner.find(close).map_or(rest.len(), |at| {
                at.saturating_add(open.len()).saturating_add(close.len())
            })
        } else if line.iter().any(|sign| rest.starts_with(sign)) {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            out.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or("");
            continue;
        };
        let (gone, left) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        out.extend(gone.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = left;
    }
    out
}
