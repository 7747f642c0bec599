//! bash, and what zsh reads alike.

use ledger::gate::Verdict::{Allow, Ask, Deny};

use super::holds;

#[test]
fn every_way_to_set_a_variable_counts() {
    holds(
        "bash",
        &[
            ("PATH=/tmp/x; ls", Ask, "steering-variable"),
            ("PATH=(/tmp/x); ls", Ask, "steering-variable"),
            ("PATH[0]=/tmp/x; ls", Ask, "steering-variable"),
            ("PATH+=(/tmp/x); ls", Ask, "steering-variable"),
            ("declare -a PATH=(/tmp/x); ls", Ask, "steering-variable"),
            ("read PATH <<< /tmp/x; ls", Ask, "steering-variable"),
            ("read -a PATH <<< /tmp/x; ls", Ask, "steering-variable"),
            (
                "read -r -d '' PATH <<< /tmp/x; ls",
                Ask,
                "steering-variable",
            ),
            ("mapfile PATH < x; ls", Ask, "steering-variable"),
            ("printf -v PATH /tmp/x; ls", Ask, "steering-variable"),
            ("getopts a PATH; ls", Ask, "steering-variable"),
            ("let PATH=3; ls", Ask, "steering-variable"),
            (": ${PATH:=/tmp/x}; ls", Ask, "steering-variable"),
            ("for PATH in /tmp/x; do ls; done", Ask, "steering-variable"),
            ("zsh -c 'path=(/tmp/x); ls'", Ask, "steering-variable"),
            ("PROMPT_COMMAND=(x)", Deny, "steering-variable"),
            ("printf -v LD_PRELOAD x; ls", Deny, "steering-variable"),
            ("path=(/tmp/x); ls", Allow, ""),
            ("for CC in gcc clang; do make CC=$CC; done", Allow, ""),
        ],
    );
}

#[test]
fn what_an_integer_is_given_runs() {
    holds(
        "bash",
        &[
            ("declare -i x; x='a[$(rm -rf ~)]'", Deny, "hidden-code"),
            ("declare -i x=('a[$(rm -rf ~)]')", Deny, "hidden-code"),
            ("declare -ai x; x=(1 'a[$(rm -rf ~)]')", Deny, "hidden-code"),
            ("declare -i x; x+=('a[$(rm -rf ~)]')", Deny, "hidden-code"),
            ("declare -i x; x[2]='a[$(rm -rf ~)]'", Deny, "hidden-code"),
            ("declare -i x=1; x+='a[$(rm -rf ~)]'", Deny, "hidden-code"),
            ("declare -ai x=(1 2); x+=(3); x[1]+=4", Allow, ""),
            ("x=('a[$(rm -rf ~)]')", Allow, ""),
        ],
    );
}
