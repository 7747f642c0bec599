//! What an issue says of its place among others.

use board::text::{References, references};

fn read(title: &str, body: &str) -> (Option<u64>, Vec<u64>) {
    let References { parent, depends } = references(title, body);
    (parent, depends)
}

#[test]
fn a_part_names_its_parent() {
    for (title, body, parent) in [
        ("[quant][sub][parent #100] 策略编码", "", Some(100)),
        ("[widgets][SUB][Parent#41] exporter core", "", Some(41)),
        ("[parent: #41] x", "", Some(41)),
        ("[sub] x", "", None),
        ("sub x", "", None),
        ("[parent #41", "", None),
        ("[parent #41 and more] x", "", None),
        ("[parent o/r#41] x", "", None),
        ("parent #41", "", None),
        ("[parent #1] x", "Parent: #2", Some(1)),
        ("x", "Parent: #100", Some(100)),
        ("x", "parent：#100\n\n## Task", Some(100)),
        ("x", "- **Parent**: #100", Some(100)),
        ("x", "**Parent: #100**", Some(100)),
        ("x", "* PARENT #100（父 Issue）", Some(100)),
        ("x", "Closes #1\nParent: #2\n", Some(2)),
        ("x", "a Parent: #100", None),
        ("x", "Parents: #100", None),
        ("x", "Parent: owner/repo#100", None),
        ("x", "`Parent: #100`", None),
        ("x", "> Parent: #100", None),
        ("x", "```\nParent: #100\n```", None),
        ("x", "<!-- Parent: #100 -->", None),
        ("x", "Parent: #0", None),
    ] {
        assert_eq!(read(title, body).0, parent, "{title:?} {body:?}");
    }
}

#[test]
fn an_issue_names_those_that_it_depends_on() {
    for (body, expected) in [
        ("Depends: #42, #43", &[42, 43][..]),
        ("depends：#42、#43，#44", &[42, 43, 44]),
        ("Depends: #42\nDepends: #43\n\nDepends: #42", &[42, 43]),
        ("Depends: #42（前序任务）\nParent: #40（父 Issue）", &[42]),
        ("Depends: #42 (was #41) and #43", &[42, 43]),
        ("Depends: #42 because of #41", &[42]),
        ("Depends on: #42", &[42]),
        ("Depends on #42", &[42]),
        ("Depends:\n- #42\n- #43 the reader\n- #44", &[42, 43]),
        ("Depends: #42,\n#43", &[42, 43]),
        ("Depends: #42\n\ntext\n\n- #50", &[42]),
        ("Depends: owner/repo#1, #42, o/r!2", &[42]),
        ("Depends: !42", &[42]),
        ("Depends: repo#1", &[]),
        ("It depends: #42", &[]),
        ("Dependson: #42", &[]),
        ("> Depends: #42", &[]),
        ("`Depends: #42`", &[]),
        ("Depends: nothing", &[]),
    ] {
        assert_eq!(read("", body).1, expected, "{body:?}");
    }
}

#[test]
fn no_more_are_read_than_anybody_means() {
    let many: Vec<String> = (1..500).map(|it| format!("#{it}")).collect();
    assert_eq!(
        read("", &format!("Depends: {}", many.join(", "))).1.len(),
        64
    );
}
