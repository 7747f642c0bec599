//! What SQL is judged to be.

use super::look;
use crate::shell::code::Deed;
use crate::shell::effect::Level;

fn verdict(sql: &str) -> &'static str {
    let found = look(sql);
    let worst = found.deeds.iter().fold(0, |worst, deed| {
        worst.max(match deed {
            Deed::Mark {
                level: Level::Deny, ..
            }
            | Deed::Secret(_)
            | Deed::Shell(_) => 2,
            Deed::Mark { .. } | Deed::Write(_) | Deed::Read(_) => 1,
            Deed::Delete(_) | Deed::Partly { .. } | Deed::Connect { .. } => 1,
        })
    });
    match (worst, found.plain) {
        (0, true) => "plain",
        (2, _) => "deny",
        _ => "ask",
    }
}

#[test]
fn statements_are_judged_by_what_they_do() {
    for (sql, want) in [
        ("select 'drop table x' from t where a = 1", "plain"),
        ("SELECT count(*) FROM users; -- drop table users", "plain"),
        ("explain select 1", "plain"),
        ("\\dt", "plain"),
        (".tables", "plain"),
        ("pragma table_info(users)", "plain"),
        ("delete from t where id = 1", "ask"),
        ("delete from t", "ask"),
        ("explain analyze delete from t", "ask"),
        ("with x as (delete from t returning *) select 1", "ask"),
        ("select 'a\\' ; drop table t; -- '", "ask"),
        ("drop table users", "ask"),
        ("drop database app_test", "ask"),
        ("drop database app", "deny"),
        ("/*!drop database app*/", "deny"),
        ("copy t to program 'sh -c id'", "deny"),
        ("COPY t FROM '/etc/passwd'", "deny"),
        ("select load_file('/etc/passwd')", "deny"),
        ("select 1 into outfile '/tmp/x'", "deny"),
        ("select pg_read_file('x')", "deny"),
        ("\\! id", "deny"),
        ("\\!id", "deny"),
        ("select 1 \\! id", "deny"),
        ("system id", "deny"),
        (".shell id", "deny"),
        ("\n.import '|id' t", "deny"),
        ("select * from pg_shadow", "deny"),
        ("alter user dev superuser", "deny"),
        ("\\o |sh", "deny"),
    ] {
        assert_eq!(verdict(sql), want, "{sql}");
    }
}
