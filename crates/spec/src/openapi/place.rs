//! Paths of the files of one description, as seen from its own folder: what a reference in one of them names.

use super::reference::decoded;

/// Names in one path.
const NAMES_MAX: usize = 64;

/// The file that a reference in the file `from` names, as seen from the description's folder. `None`: it names none, or
/// none of this file system.
pub(super) fn file_of(from: &str, reference: &str) -> Option<String> {
    let file = reference.split('#').next().unwrap_or("");
    if file.is_empty() || is_elsewhere(file) {
        return None;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    joined(folder, &decoded(file))
}

/// Whether a reference begins with a scheme or a host, so that it is to be had from the network if at all.
pub(super) fn is_elsewhere(file: &str) -> bool {
    let scheme = file.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|it: char| it.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
    });
    scheme || file.starts_with("//")
}

/// A path below a folder, without `.` and with `..` only in front. `None` of an absolute one, or an endless one.
pub(super) fn joined(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains(['\\', '\0']) {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    for name in folder.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|it| *it != "..") => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    let rooted = if folder.starts_with('/') { "/" } else { "" };
    (!names.is_empty() && names.len() <= NAMES_MAX).then(|| format!("{rooted}{}", names.join("/")))
}

#[cfg(test)]
mod tests {
    use super::file_of;

    #[test]
    fn a_reference_names_a_file_beside_the_one_that_holds_it() {
        for (from, reference, file) in [
            ("api.yaml", "#/a", None),
            ("api.yaml", "pets.yaml", Some("pets.yaml")),
            (
                "api.yaml",
                "./paths/pets.yaml#/get",
                Some("paths/pets.yaml"),
            ),
            ("paths/a.yaml", "../b%20c.yaml#/x", Some("b c.yaml")),
            ("paths/a.yaml", "b.yaml", Some("paths/b.yaml")),
            ("a.yaml", "../../b.yaml", Some("../../b.yaml")),
            ("../x/a.yaml", "../y.yaml", Some("../y.yaml")),
            ("a.yaml", "https://example.org/a.yaml", None),
            ("a.yaml", "//example.org/a.yaml", None),
            ("a.yaml", "urn:a:b", None),
            ("a.yaml", "file:///etc/passwd", None),
            ("a.yaml", "/etc/passwd", None),
            ("a.yaml", "", None),
        ] {
            assert_eq!(file_of(from, reference).as_deref(), file, "{reference}");
        }
    }
}
