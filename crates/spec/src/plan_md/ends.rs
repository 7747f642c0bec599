//! The ends of a key link, as people name them: files, and what lies in files or outside of them. Which of those that could
//! be a path are none, only the tree can tell.

use ledger::ids::RelPath;
use ledger::pattern;
use ledger::plan::LinkEnd;

use super::paths::{has_extension, looks_like_path};

/// Reads one end. A text that is no path is kept as a name, with the one path that it speaks of.
pub(super) fn end(text: &str) -> LinkEnd {
    let text = text.trim().trim_matches(['`', '"', '\'']).trim();
    match plain_path(text) {
        Some(path) => LinkEnd::Path(path),
        None => LinkEnd::Name {
            name: text.split_whitespace().collect::<Vec<_>>().join(" "),
            path: path_in(text),
        },
    }
}

/// A text that is a path as a whole, or could be one.
fn plain_path(text: &str) -> Option<RelPath> {
    let other = |c: char| c.is_whitespace() || "\\:#?*<>|\"'$=,;&!".contains(c);
    let name = text.contains(other)
        || text.contains("->")
        || text.starts_with('@')
        || pattern::is_pattern(text)
        || has_choices(text)
        || text.contains('(') && !brackets_are_folders(text);
    RelPath::new(text).ok().filter(|_| !name)
}

/// `lib/{a,b}.py`, and not `app/{id}/page.tsx`.
fn has_choices(text: &str) -> bool {
    let inner = text.split('{').skip(1).filter_map(|it| it.split_once('}'));
    inner.into_iter().any(|(inner, _)| inner.contains(','))
}

/// Whether each bracket holds the whole name of a folder: `app/(auth)/login/page.tsx`.
fn brackets_are_folders(text: &str) -> bool {
    let (folders, last) = text.rsplit_once('/').unwrap_or(("", text));
    let whole = |name: &str| {
        let inner = name.strip_prefix('(').and_then(|it| it.split_once(')'));
        !name.contains(['(', ')']) || inner.is_some_and(|(inner, _)| !inner.is_empty())
    };
    folders.split('/').all(whole) && !last.contains(['(', ')'])
}

/// The one path that a text speaks of: what stands before `::`, `:`, `#` or a blank, or the only path among its words.
fn path_in(text: &str) -> Option<RelPath> {
    head(text).or_else(|| {
        let words = text.split(|c: char| c.is_whitespace() || ",;\"'`".contains(c));
        let mut found = words.filter_map(|word| {
            let inner = word.strip_prefix('(').unwrap_or(word);
            let inner = inner.trim_end_matches([')', '.', ':']);
            let folders = inner.contains('/') && !inner.starts_with(['/', '@', '~']);
            folders.then(|| head(inner)).flatten()
        });
        let first = found.next()?;
        found.all(|it| it == first).then_some(first)
    })
}

/// The path at the start of a text.
fn head(text: &str) -> Option<RelPath> {
    let cut = |c: char| c.is_whitespace() || ":#,;".contains(c);
    let end = text.find(cut).unwrap_or(text.len());
    let (word, after) = text.split_at_checked(end)?;
    let word = match word.split_once('(') {
        // What is called is a name, unless it stands in a folder.
        Some((before, _)) if !brackets_are_folders(word) => match before.contains('/') {
            true => before,
            false => return None,
        },
        Some(_) | None => word,
    };
    let word = word.trim_matches(['`', '"', '\'']);
    let drive = after.starts_with(":/") || after.starts_with(":\\");
    let file = looks_like_path(word) && (has_extension(word) || word.ends_with('/'));
    let fits = file && !drive && !word.starts_with('@') && !pattern::is_pattern(word);
    RelPath::new(word)
        .ok()
        .filter(|_| fits && !has_choices(word))
}

/// Two ends in one text, and what is said of them: `a.py -> b.py (import)`.
pub(super) fn linked(text: &str) -> Option<(LinkEnd, LinkEnd, Option<String>)> {
    let arrows = ["->", "→", "=>", "⇒", "-->"];
    let (at, arrow) = arrows
        .iter()
        .filter_map(|arrow| Some((text.find(arrow)?, *arrow)))
        .min_by_key(|(at, arrow)| (*at, std::cmp::Reverse(arrow.len())))?;
    let from = text.get(..at)?.trim().trim_end_matches('-').trim();
    let rest = text.get(at.saturating_add(arrow.len())..)?.trim();
    // More than two are a chain; what is used first is the link.
    let next = arrows.iter().filter_map(|arrow| rest.find(arrow)).min();
    let to = next.and_then(|at| rest.get(..at)).unwrap_or(rest);
    let (to, said) = noted(to.trim());
    if from.is_empty() || to.is_empty() {
        return None;
    }
    let said = said.or_else(|| next.map(|_| text));
    let via = said.map(|it| it.trim_matches(['(', ')', ' ']).to_owned());
    Some((end(from), end(to), via.filter(|it| !it.is_empty())))
}

/// A path and the note behind it.
fn noted(text: &str) -> (&str, Option<&str>) {
    let marks = [" (", " via ", " — ", " – ", " - ", ": "];
    let at = marks.iter().filter_map(|mark| text.find(mark)).min();
    match at.and_then(|at| text.split_at_checked(at)) {
        Some((to, said)) => (
            to.trim(),
            Some(said.trim_start_matches([':', '-', '–', '—', ' '])),
        ),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use ledger::plan::LinkEnd;

    use super::{end, linked};

    #[test]
    fn what_a_link_ends_in_is_told_by_its_form() {
        // A path as a whole, or what could be one.
        for text in [
            "src/a.py",
            "src/",
            "Chat.tsx",
            "api/chat",
            "os.geteuid",
            "react",
            "app/(auth)/[id]/page.tsx",
            ".env",
        ] {
            assert!(matches!(end(text), LinkEnd::Path(_)), "{text}");
        }
        for (text, path) in [
            ("src/a.py::root", Some("src/a.py")),
            ("src/a.py:root", Some("src/a.py")),
            ("src/a.ts#part", Some("src/a.ts")),
            ("styles.md elevation section", Some("styles.md")),
            ("src/cli.ts sub.action()", Some("src/cli.ts")),
            ("src/index.ts (dispatch handler)", Some("src/index.ts")),
            ("the loader in src/db.ts", Some("src/db.ts")),
            (
                "POST /api/x (src/app/api/x/route.ts)",
                Some("src/app/api/x/route.ts"),
            ),
            ("/api/wallets", None),
            ("POST /log/profile/clear", None),
            ("https://example.invalid/a.js", None),
            ("@scope/pkg/mod.js", None),
            ("git2::Repository", None),
            ("QSO.find().delete_many()", None),
            ("templates/*/manifest.yaml", None),
            ("lib/{a,b}.ts", None),
            ("publish job", None),
            ("$GITHUB_STEP_SUMMARY", None),
            ("/etc/passwd", None),
            ("../x.rs", None),
            ("C:/x.rs", None),
            ("a/x.ts and b/y.ts", Some("a/x.ts")),
            ("either a/x.ts or b/y.ts", None),
        ] {
            let LinkEnd::Name { name, path: found } = end(text) else {
                panic!("{text}");
            };
            assert_eq!(
                (name.as_str(), found.as_ref().map(|it| it.as_str())),
                (text, path)
            );
        }
    }

    #[test]
    fn a_link_in_one_text_has_two_ends() {
        for (text, from, to, via) in [
            ("a.py -> b.py", "a.py", "b.py", None),
            ("a.py → b.py via import", "a.py", "b.py", Some("via import")),
            ("a.py --> b.py (calls it)", "a.py", "b.py", Some("calls it")),
            ("a.py => b.py: reads", "a.py", "b.py", Some("reads")),
            ("a -> b -> c", "a", "b", Some("a -> b -> c")),
        ] {
            let (one, other, said) = linked(text).unwrap();
            assert_eq!(
                (one.as_str(), other.as_str(), said.as_deref()),
                (from, to, via),
                "{text}"
            );
        }
        for text in ["a.py uses b.py", "-> b", "a ->"] {
            assert!(linked(text).is_none(), "{text}");
        }
    }
}
