//! Paths inside a repository, as words between slashes. Nothing leaves the root.

/// The folder of a path; empty at the root.
#[must_use]
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last word of a path.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path without `.` and `..`; `None` if it leaves the root or is absolute.
#[must_use]
pub fn normal(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut words: Vec<&str> = Vec::new();
    for word in path.split('/') {
        match word {
            "" | "." => {}
            ".." => {
                words.pop()?;
            }
            word => words.push(word),
        }
    }
    Some(words.join("/"))
}

/// Two paths, one after the other.
#[must_use]
pub fn join(folder: &str, rest: &str) -> String {
    match (folder.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (false, true) => folder.to_owned(),
        (false, false) => format!("{folder}/{rest}"),
    }
}
