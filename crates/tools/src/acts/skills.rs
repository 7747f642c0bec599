//! Skills of the repository (`SKILL.md` in a folder of its own): which the base commit has, by the heads of their files.

use std::collections::BTreeSet;

use ledger::ids::{GitId, Hash, RelPath};
use ledger::skill::{Skill, Skills};
use serde::Deserialize;

use crate::git::{GitError, Repo};

/// Where skills stand; of two with one name the first counts.
const FOLDERS: [&str; 3] = [".agents/skills", ".claude/skills", ".interlock/skills"];
/// The file that makes a folder a skill.
const FILE: &str = "SKILL.md";
/// Skills of a repository, at most: each is named in every prompt.
const SKILLS_MAX: usize = 64;
/// Longest file, in bytes.
const BYTES_MAX: usize = 256 * 1024;
/// Longest name, in characters, as the form has it.
const NAME_CHARS_MAX: usize = 64;
/// Longest description, in characters, as the form has it.
const DESCRIPTION_CHARS_MAX: usize = 1024;

/// What the head of a skill says; other members are not for us.
#[derive(Deserialize)]
struct Head {
    name: String,
    description: String,
}

/// The skills of a tree, in the order of their names.
pub(super) fn skills(repo: &Repo, tree: &GitId, trusted: bool) -> Result<Skills, GitError> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        let below = repo.files_below(tree, folder)?;
        files.extend(below.into_iter().filter(|it| is_skill(it.as_str(), folder)));
    }
    let blobs = repo.read_blobs(tree, &files)?;
    let mut skills = Skills::default();
    let mut names = BTreeSet::new();
    for (path, bytes) in files.into_iter().zip(blobs) {
        let Some(bytes) = bytes else { continue };
        match skill(&path, &bytes, trusted) {
            Ok(skill) if skills.found.len() >= SKILLS_MAX => {
                let why = format!("there are more than {SKILLS_MAX}");
                skills.left_out.push(format!("`{}`: {why}", skill.name));
            }
            Ok(skill) if names.insert(skill.name.clone()) => skills.found.push(skill),
            // Another folder has it already.
            Ok(_) => {}
            Err(why) => skills.left_out.push(format!("`{path}`: {why}")),
        }
    }
    skills.found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(skills)
}

/// Whether this is the file of a skill that stands in this folder.
fn is_skill(path: &str, folder: &str) -> bool {
    let rest = path
        .strip_prefix(folder)
        .and_then(|it| it.strip_prefix('/'));
    let name = rest.and_then(|it| it.strip_suffix(FILE)?.strip_suffix('/'));
    name.is_some_and(|it| !it.is_empty() && !it.contains('/'))
}

fn skill(path: &RelPath, bytes: &[u8], trusted: bool) -> Result<Skill, String> {
    if bytes.len() > BYTES_MAX {
        return Err(format!("it has more than {BYTES_MAX} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let head = head(text).ok_or("it does not begin with a head between lines of `---`")?;
    let Head { name, description } = serde_saphyr::from_str(head)
        .map_err(|why| format!("its head can't be read: {}", first_line(&why.to_string())))?;
    let mut folders = path.as_str().rsplit('/').skip(1);
    if Some(name.as_str()) != folders.next() {
        return Err(format!(
            "its name is `{}`, and its folder has another one",
            shown(&name)
        ));
    }
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = description.chars().count();
    if !is_name(&name) {
        return Err("its name is not of small letters, digits and single dashes".to_owned());
    }
    if length == 0 || length > DESCRIPTION_CHARS_MAX {
        return Err(format!(
            "its description has {length} characters; 1 to {DESCRIPTION_CHARS_MAX} are allowed"
        ));
    }
    Ok(Skill {
        name,
        description,
        path: path.clone(),
        digest: Hash::of(bytes),
        trusted,
    })
}

/// The lines between the first two of `---`.
fn head(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("---")?;
    let rest = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n')?;
    let mut at = 0_usize;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return rest.get(..at);
        }
        at = at.saturating_add(line.len());
    }
    None
}

fn is_name(name: &str) -> bool {
    let good = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    let dashes = name.starts_with('-') || name.ends_with('-') || name.contains("--");
    !name.is_empty() && name.len() <= NAME_CHARS_MAX && name.chars().all(good) && !dashes
}

fn shown(name: &str) -> String {
    name.chars()
        .take(NAME_CHARS_MAX)
        .filter(|it| !it.is_control())
        .collect()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, text: &str) -> Result<(String, String), String> {
        let skill = skill(&RelPath::new(path).unwrap(), text.as_bytes(), true);
        skill.map(|it| (it.name, it.description))
    }

    #[test]
    fn the_head_names_it_and_says_what_it_is_for() {
        let text = "---\nname: release-notes\ndescription: >\n  Writes notes.\n  Use it before a release.\nlicense: MIT\nmetadata:\n  owner: us\n---\n# How\n";
        let expected = (
            "release-notes".to_owned(),
            "Writes notes. Use it before a release.".to_owned(),
        );
        let path = ".claude/skills/release-notes/SKILL.md";
        assert_eq!(read(path, text), Ok(expected.clone()));
        assert_eq!(read(path, &text.replace('\n', "\r\n")), Ok(expected));
    }

    #[test]
    fn what_is_no_skill_says_why() {
        let path = ".claude/skills/a/SKILL.md";
        for (text, why) in [
            ("# no head\n", "does not begin"),
            ("---\nname: a\n", "does not begin"),
            ("---\nname: a\n---\n", "can't be read"),
            ("---\nname: b\ndescription: x\n---\n", "another one"),
            ("---\nname: a\ndescription: ''\n---\n", "0 characters"),
            ("---\nname: [a\n---\n", "can't be read"),
        ] {
            assert!(read(path, text).unwrap_err().contains(why), "{text}");
        }
        let odd = "---\nname: A--b\ndescription: x\n---\n";
        assert!(
            read(".claude/skills/A--b/SKILL.md", odd)
                .unwrap_err()
                .contains("small letters")
        );
        let long = format!("---\nname: a\ndescription: {}\n---\n", "x".repeat(2000));
        assert!(read(path, &long).unwrap_err().contains("2000 characters"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_skill_of_its_folder_or_says_why_not(
            name in "[a-z-]{0,8}",
            head in "(---|\\r?\\n|name: [a-z-]{0,8}|description: |[\\PC]{0,20}|\\{|\\[|&a|\\*a){0,12}",
        ) {
            let path = format!(".claude/skills/{name}/SKILL.md");
            let texts = [head.clone(), format!("---\n{head}\n---\n"), format!("---\nname: {name}\ndescription: {head}\n---\n")];
            for text in texts {
                let Ok(path) = RelPath::new(&path) else { continue };
                match skill(&path, text.as_bytes(), true) {
                    Ok(skill) => {
                        proptest::prop_assert_eq!(skill.name, name.clone());
                        let length = skill.description.chars().count();
                        proptest::prop_assert!((1..=DESCRIPTION_CHARS_MAX).contains(&length));
                    }
                    Err(why) => proptest::prop_assert!(!why.is_empty()),
                }
            }
        }
    }

    #[test]
    fn only_a_file_in_a_folder_of_its_own_counts() {
        let is = |path| is_skill(path, ".claude/skills");
        assert!(is(".claude/skills/a/SKILL.md"));
        assert!(!is(".claude/skills/SKILL.md"));
        assert!(!is(".claude/skills/a/b/SKILL.md"));
        assert!(!is(".claude/skills/a/README.md"));
        assert!(!is(".claude/skillsets/a/SKILL.md"));
    }
}
