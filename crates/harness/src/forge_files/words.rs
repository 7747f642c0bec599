//! The words of issue forms, in each language.

use board::templates::Language;

/// A form, before it is written as a forge reads it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// The name of its file, without its ending.
    pub(super) file: &'static str,
    /// The label that says what kind of work is wanted.
    pub(super) label: &'static str,
    /// Its name and what it is for.
    pub(super) title: (&'static str, &'static str),
    /// What has to be said.
    pub(super) needed: &'static [&'static str],
    /// What may be said.
    pub(super) wished: &'static [&'static str],
}

/// What every form ends with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    /// The heading of the list of what is checked, and how it is filled in.
    pub(super) acceptance: (&'static str, &'static str),
    /// The heading of what the issue belongs to, and how it is filled in.
    pub(super) belongs: (&'static str, &'static str),
}

const fn form(
    (file, label): (&'static str, &'static str),
    title: (&'static str, &'static str),
    needed: &'static [&'static str],
    wished: &'static [&'static str],
) -> Form {
    Form {
        file,
        label,
        title,
        needed,
        wished,
    }
}

const FEATURE: (&str, &str) = ("feature", "type/feat");
const IMPL: (&str, &str) = ("impl", "type/impl");
const BUG: (&str, &str) = ("bug", "type/bug");
const DOCS: (&str, &str) = ("docs", "type/docs");
const REFACTOR: (&str, &str) = ("refactor", "type/refactor");
const TEST: (&str, &str) = ("test", "type/test");
const INFRASTRUCTURE: (&str, &str) = ("infrastructure", "type/infrastructure");

const EN: [Form; 7] = [
    form(
        FEATURE,
        ("Feature", "Something that the program should be able to do"),
        &["What is wanted"],
        &["Why"],
    ),
    form(
        IMPL,
        ("Implementation", "A part of a feature that is to be built"),
        &["What is to be built"],
        &["Where"],
    ),
    form(
        BUG,
        ("Bug", "Something that does not work as it should"),
        &["What happens", "What should happen"],
        &["How to see it"],
    ),
    form(
        DOCS,
        (
            "Documentation",
            "Something that is missing or wrong in the documentation",
        ),
        &["What is missing or wrong"],
        &["Where"],
    ),
    form(
        REFACTOR,
        ("Refactoring", "Code that should be clearer and do the same"),
        &["What is to be changed"],
        &["Why", "What has to stay as it is"],
    ),
    form(
        TEST,
        ("Test", "Something that no test would notice"),
        &["What is not tested"],
        &["Where"],
    ),
    form(
        INFRASTRUCTURE,
        (
            "Infrastructure",
            "Something broken outside the code: CI, deployment, machines",
        ),
        &["What is broken"],
        &["Since when, and what was seen"],
    ),
];

const ZH: [Form; 7] = [
    form(
        FEATURE,
        ("功能", "程序应该能做到的事"),
        &["需求说明"],
        &["背景"],
    ),
    form(
        IMPL,
        ("实现", "某个功能中要实现的一部分"),
        &["实现内容"],
        &["涉及位置"],
    ),
    form(
        BUG,
        ("缺陷", "没有按预期工作的地方"),
        &["实际现象", "预期行为"],
        &["复现步骤"],
    ),
    form(
        DOCS,
        ("文档", "文档缺失或有误"),
        &["问题说明"],
        &["涉及位置"],
    ),
    form(
        REFACTOR,
        ("重构", "行为不变、代码更清晰"),
        &["改动内容"],
        &["原因", "保持不变的部分"],
    ),
    form(
        TEST,
        ("测试", "缺少测试覆盖的地方"),
        &["缺少的测试"],
        &["涉及位置"],
    ),
    form(
        INFRASTRUCTURE,
        ("基础设施", "代码之外的故障：CI、部署、机器"),
        &["故障说明"],
        &["开始时间与观察到的现象"],
    ),
];

/// Nothing is known to be checked until somebody fills it in.
const LIST: &str = "- [ ] ";
/// As the board reads them, whatever language the rest is in.
const REFERENCES: &str = "Parent: #\nDepends: #";

/// The forms.
pub(super) fn forms(language: Language) -> &'static [Form] {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    }
}

/// What every form ends with.
pub(super) fn ending(language: Language) -> Ending {
    let (acceptance, belongs) = match language {
        Language::En => ("Acceptance", "Belongs to"),
        Language::Zh => ("验收标准", "关联"),
    };
    Ending {
        acceptance: (acceptance, LIST),
        belongs: (belongs, REFERENCES),
    }
}

/// The template of pull requests.
pub(super) fn pull_request(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("pull-request-en.md"),
        Language::Zh => include_str!("pull-request-zh.md"),
    }
}
