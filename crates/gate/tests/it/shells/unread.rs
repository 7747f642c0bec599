//! Text that no reader understands is searched for danger all the same.

use ledger::gate::Verdict::{Ask, Deny};

use super::{holds, says};

#[test]
fn danger_in_what_is_not_understood_is_denied() {
    holds(
        "bash",
        &[
            ("ls && (", Ask, "not-understood"),
            ("rm -rf ~ && (", Deny, "deletes-outside"),
            ("rm -rf $HOME/x && (", Deny, "deletes-outside"),
            ("ls; rm -rf ~ && (", Deny, "deletes-outside"),
            ("ls | rm -rf ~ && (", Deny, "deletes-outside"),
            ("rm $(ls) -rf ~ && (", Deny, "deletes-outside"),
            ("ls > ~/.bashrc && (", Deny, "writes-outside"),
            ("ls 2>&1 > ~/.bashrc && (", Deny, "writes-outside"),
            ("LD_PRELOAD=x ls && (", Deny, "steering-variable"),
            ("echo a\nrm -rf ~ && (", Deny, "deletes-outside"),
            // Text is no command.
            ("echo 'x > ~/.bashrc' && (", Ask, "not-understood"),
            ("echo x \\> ~/.bashrc && (", Ask, "not-understood"),
            ("sh << X && (\nrm -rf ~\nX\n", Deny, "interactive"),
        ],
    );
}

#[test]
fn what_was_found_in_it_is_shown() {
    says(
        "bash",
        &[
            ("rm -rf ~/a\\ b && (", "it deletes `~/a b`"),
            ("rm -rf ~/{a,b} && (", "`rm -rf ~/{a,b}`"),
            ("foo 'x:rm -rf ~' && (", "`rm -rf /home/dev`"),
            ("echo $(rm -rf ~) && (", "`rm -rf ~`"),
        ],
    );
}
