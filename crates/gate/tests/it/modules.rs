//! Code that an interpreter takes in by name, from where a variable, an option or its own directory says.

use gate::Context;
use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::gate::Verdict;
use ledger::ids::RelPath;

use crate::world::{base, shell_decision};

/// What is decided where only the file `stands` is there.
fn verdict(command: &str, stands: Option<&str>, context: &Context<'_>) -> Verdict {
    let told = |question: &Question| {
        let Question::Path(asked) = question else {
            return None;
        };
        let there = stands == Some(asked.as_str());
        Some(Fact::Path {
            asked: asked.clone(),
            found: PathFact {
                resolved: RelPath::new(asked).ok(),
                kind: if there {
                    PathKind::File
                } else {
                    PathKind::Absent
                },
                through_link: false,
                hard_linked: false,
                digest: None,
                bytes: 0,
                leads: None,
            },
        })
    };
    shell_decision(command, context, &told).verdict
}

const FROM_ELSEWHERE: &[&str] = &[
    "PYTHONPATH=evil python3 -m json.tool a.json",
    "PYTHONPATH=/tmp/x python3 -c 'print(1)'",
    "PYTHONPATH=src:evil python3 -c 'print(1)'",
    "export PYTHONPATH=$PWD/evil; python3 -m json.tool a.json",
    "PYTHONUSERBASE=evil python3 -c 1",
    "PYTHONSTARTUP=x.py python3",
    "PYTHONHOME=evil python3 -c 1",
    "NODE_PATH=evil node -e 'console.log(1)'",
    "NODE_OPTIONS='--require ./x.js' node -v",
    "NODE_OPTIONS=--import=./x.mjs npm test",
    "node -r ./x.js -e 1",
    "node --import ./x.mjs -e 1",
    "node --experimental-loader=./x.mjs -e 1",
    "PERL5LIB=evil perl -e 'print 1'",
    "PERL5OPT=-Mevil perl -e 1",
    "perl -I evil -e 'print 1'",
    "perl -Ievil -MX -e 1",
    "RUBYLIB=evil ruby -e 'puts 1'",
    "RUBYOPT=-r./x ruby -e 'puts 1'",
    "ruby -I evil -e 1",
    "ruby -r ./x -e 1",
    "GEM_PATH=evil ruby -e 1",
    "LUA_PATH='./evil/?.lua' lua -e 'print(1)'",
    "LUA_INIT=@x.lua lua -e 1",
    "LUA_CPATH='./?.so' lua -e 1",
    "PHPRC=evil php -v",
    "PHP_INI_SCAN_DIR=evil php -r 'echo 1;'",
    "JAVA_TOOL_OPTIONS=-javaagent:x.jar java -version",
    "CLASSPATH=evil java Main",
    "java -cp evil Main",
    "LD_PRELOAD=./x.so ls",
    "LD_LIBRARY_PATH=. ls",
    "GOFLAGS=-toolexec=./x go build ./...",
    "GOFLAGS=-overlay=x.json go build ./...",
    "R_LIBS=evil Rscript -e 1",
    "R_PROFILE=x.R Rscript -e 1",
    "JULIA_LOAD_PATH=evil julia -e 1",
    "BASH_ENV=x.sh bash -c ls",
    "env NODE_PATH=evil node -e 1",
    "nice env -S 'PYTHONPATH=evil python3' -m json.tool a.json",
    "export NODE_OPTIONS; NODE_OPTIONS=-r./x.js; node -v",
    "GCONV_PATH=. iconv -f x",
    "OPENSSL_CONF=x openssl version",
    "GTK_MODULES=x ls",
];

#[test]
fn code_from_anywhere_else_is_not_taken_in_unasked() {
    let allowed: Vec<&&str> = FROM_ELSEWHERE
        .iter()
        .filter(|line| verdict(line, None, &base()) == Verdict::Allow)
        .collect();
    assert!(allowed.is_empty(), "{allowed:#?}");
}

#[test]
fn the_projects_own_directories_hold_its_code() {
    for line in [
        "PYTHONPATH=src pytest",
        "PYTHONPATH=. python3 -c 'print(1)'",
        "PYTHONPATH=src:tests python3 -m unittest",
        "perl -Ilib -e 1",
        "ruby -Ilib -e 1",
    ] {
        assert_eq!(verdict(line, None, &base()), Verdict::Allow, "{line}");
        // It runs like any build: not without a sandbox, and not where nobody trusts the project.
        let bare = Context {
            sandboxed: false,
            ..base()
        };
        assert_eq!(verdict(line, None, &bare), Verdict::Ask, "{line}");
    }
}

#[test]
fn a_file_that_stands_before_a_module_is_run_like_a_build() {
    let bare = Context {
        sandboxed: false,
        ..base()
    };
    for (line, file) in [
        ("python3 -m json.tool a.json", "json.py"),
        ("python3 -m json.tool a.json", "json/__init__.py"),
        ("cd src && python3 -m json.tool ../a.json", "src/json.py"),
        ("python3 -c 'import json; print(json.dumps(1))'", "json.py"),
        ("python3 -c 'from re import sub, I'", "re/__init__.py"),
        ("python3 -c 'import math, json as j'", "json.so"),
        ("echo 'import json' | python3", "json.py"),
        ("python3 - <<'EOF'\nimport re\nprint(re)\nEOF", "re.py"),
    ] {
        assert_eq!(verdict(line, Some(file), &base()), Verdict::Allow, "{line}");
        assert_eq!(verdict(line, Some(file), &bare), Verdict::Ask, "{line}");
        assert_eq!(verdict(line, None, &bare), Verdict::Allow, "{line}");
    }
    for line in [
        "python3 -Im json.tool a.json",
        "python3 -I -c 'import json'",
        "python3 -P -m json.tool a.json",
        "python3 -c 'import sys; print(sys.version)'",
    ] {
        let found = verdict(line, Some("json.py"), &bare);
        assert_eq!(found, Verdict::Allow, "{line}");
    }
}
