//! Compound commands, text that is run, and what starts programs for others.

use super::grammar::Grammar;

impl Grammar {
    pub(super) fn condition(&mut self) -> String {
        let name = self.name();
        match self.dice.below(10) {
            0 | 1 => "true".to_owned(),
            2 | 3 => "false".to_owned(),
            4 => format!(
                "[[ ${name} == {} ]]",
                self.dice.pick(&["ls", "l*", "wc", "\"$b\""])
            ),
            5 => format!("[ -f {} ]", self.file()),
            6 => format!("(({}))", self.arithmetic()),
            7 => format!("[[ -n ${name} && ! -e x ]]"),
            8 => format!("test \"${name}\" = ls"),
            _ => self.program().to_owned(),
        }
    }

    pub(super) fn branch(&mut self) -> String {
        let condition = self.condition();
        match self.dice.below(8) {
            0 | 1 => format!("if {condition}\nthen\n{}\nfi", self.block()),
            2 => format!(
                "if {condition}; then\n{}\nelse\n{}\nfi",
                self.block(),
                self.block()
            ),
            3 => format!(
                "if {condition}; then\n{}\nelif {}; then\n{}\nfi",
                self.block(),
                self.condition(),
                self.block()
            ),
            4 => format!("{condition} && {}", self.braced()),
            5 => format!("{condition} || {}", self.braced()),
            6 => format!("{condition} && {} || {}", self.braced(), self.braced()),
            _ => format!(
                "case ${} in\n{})\n{}\n{}\n*)\n{}\nesac",
                self.name(),
                self.dice.pick(&["ls", "l*|wc", "\"$b\"", "?s", "''"]),
                self.block(),
                self.dice.pick(&[";;", ";&", ";;&"]),
                self.block()
            ),
        }
    }

    pub(super) fn repeat(&mut self) -> String {
        let name = self.name();
        let leave = match self.dice.below(5) {
            0 => format!("{} && break\n", self.condition()),
            1 => "break\n".to_owned(),
            2 => format!("{} || continue\n", self.condition()),
            _ => String::new(),
        };
        let body = if self.dice.one_in(2) {
            format!("{leave}{}", self.block())
        } else {
            format!("{}\n{leave}", self.block())
        };
        match self.dice.below(9) {
            0 | 1 => format!(
                "for {name} in {} {}; do\n{body}\ndone",
                self.word(),
                self.program()
            ),
            2 => format!("for {name}; do\n{body}\ndone"),
            3 => format!("for ((i=0; i<2; i++)); do\n{body}\ndone"),
            4 => format!(
                "while read {name}; do\n{body}\ndone <<< $'{}\\n{}'",
                self.program(),
                self.program()
            ),
            5 => format!(
                "printf '%s\\n' {} {} | while read -r {name}; do\n{body}\ndone",
                self.program(),
                self.word()
            ),
            6 => format!("k=0\nwhile ((k++ < 2)); do\n{body}\ndone"),
            7 => format!("until {}; do\n{body}\nbreak\ndone", self.condition()),
            _ => format!(
                "select {name} in {} {}; do\n{body}\nbreak\ndone <<< 1",
                self.program(),
                self.word()
            ),
        }
    }

    pub(super) fn group(&mut self) -> String {
        match self.dice.below(8) {
            0 => format!("(\n{}\n)", self.block()),
            1 => self.braced(),
            2 => format!("{} | {}", self.run_alone(), self.braced()),
            3 => format!("{} |& {}", self.braced(), self.run_alone()),
            4 => format!("{} &", self.braced()),
            5 => format!("cat <(\n{}\n)", self.block()),
            6 => format!("{} > >(\n{}\n)", self.run_alone(), self.block()),
            _ => format!("{}\nwait", self.run_alone() + " &"),
        }
    }

    /// A command without anything behind it.
    fn run_alone(&mut self) -> String {
        let word = self.command_word();
        format!("{word} {}", self.word())
    }

    /// What is written to files, and read from them.
    pub(super) fn file_statement(&mut self) -> String {
        let file = self.file();
        let name = self.name();
        let (program, other) = (self.program(), self.program());
        match self.dice.below(16) {
            0 | 1 => format!("echo '{program} x' > {file}"),
            2 => format!("echo '{program} y' >> {file}"),
            3 => format!("echo \"${name} x\" > {file}"),
            4 => format!("cat > {file} <<'E'\n{program} \"$1\"\nE"),
            5 => format!("echo '{program} z' | tee {file} >/dev/null"),
            6 => format!("{{ echo '{program} w' >&3; }} 3> {file}"),
            7 => format!("exec 3> {file}; echo '{program} v' >&3; exec 3>&-"),
            8 => format!("{{ echo {program}; echo {other}; }} > {file}"),
            9 | 10 => format!(". ./{file}"),
            11 => format!("bash {file} {program}"),
            12 => format!("source {file} {program} x"),
            13 => format!("{name}=$(< {file})"),
            14 => format!("read {name} < {file}"),
            _ => format!("bash < {file}"),
        }
    }

    /// Text that a shell runs.
    pub(super) fn text_that_runs(&mut self) -> String {
        let depth = std::mem::replace(&mut self.depth, 3);
        let text = self.block();
        self.depth = depth;
        let name = self.name();
        match self.dice.below(14) {
            0 => format!("eval {}", quoted(&text)),
            1 => format!("eval \"${name} x\""),
            2 => format!(
                "bash -c {} {} {}",
                quoted(&text),
                self.word(),
                self.program()
            ),
            3 => format!("{name}={} bash -c {}", self.program(), quoted(&text)),
            4 => format!(
                "bash <<'E'\n{}\nE",
                text.replace("\nE", "\nF").replace("<<E", "<<F")
            ),
            5 => format!("echo {} | bash", quoted(&text)),
            6 => format!("echo {} | cat | bash -s {}", quoted(&text), self.program()),
            7 => format!("bash <(echo {})", quoted(&text)),
            8 => format!("source <(echo {})", quoted(&text)),
            9 => format!(
                "trap {} {}",
                quoted(&text),
                self.dice
                    .pick(&["EXIT", "EXIT", "DEBUG", "ERR", "RETURN", "0", "USR1"])
            ),
            10 => format!("export {name}\nbash -c {}", quoted(&text)),
            11 => format!("{name}={}\neval \"${name}\"", quoted(&text)),
            12 => format!(
                "{{ read {name}; bash; }} <<'E'\n{} x\n{}\nE",
                self.program(),
                self.program()
            ),
            _ => format!(
                "shopt -s expand_aliases\nalias {}={}\n{}",
                self.dice.pick(&["k", "k", "ls"]),
                quoted(&self.run_alone()),
                self.dice.pick(&["k", "k x", "ls"])
            ),
        }
    }

    /// What starts another program.
    pub(super) fn wrapped(&mut self) -> String {
        let run = self.run_alone();
        let program = self.program();
        let name = self.name();
        match self.dice.below(16) {
            0 => format!("env {run}"),
            1 => format!("env {name}={program} bash -c '${name} x'"),
            2 => format!("nohup {run}"),
            3 => format!("timeout 5 {run}"),
            4 => format!("command {run}"),
            5 => format!("(exec {run})"),
            6 => format!("echo x y | xargs {program}"),
            7 => format!("printf '%s\\n' x 'y z' | xargs -n1 {program}"),
            8 => format!("printf '%s\\n' x 'y z' | xargs -I{{}} {program} {{}}"),
            9 => format!("echo \"'x y' \\\\z\" | xargs {program}"),
            10 => format!("find d0 -name 'x*' -exec {program} {{}} \\;"),
            11 => format!("find d0 -type f -exec {program} {} {{}} +", self.word()),
            12 => format!("find d0 -name x0 -exec bash -c '{program} \"$1\"' _ {{}} \\;"),
            13 => format!("echo x | xargs -I% bash -c '{program} %'"),
            14 => format!("env -u {name} {program} x"),
            _ => format!(
                "builtin {}",
                self.dice
                    .pick(&["eval ls x", "command wc", "echo ls", "cd ."])
            ),
        }
    }

    /// What is rarely met.
    pub(super) fn odd(&mut self) -> String {
        let (program, other) = (self.program(), self.program());
        let name = self.name();
        match self.dice.below(34) {
            16 => format!("x={program} y=; ${{y:-$x}} ${{x:+${{y:-{other}}}}} ${{x#${{x%?}}}}"),
            17 => format!("f() {{ {name}=$1; shift; \"${name}\" \"$@\"; }}\nf {program} 'p q' z"),
            18 => format!("f() {{ set -- {other} \"$@\"; \"$@\"; }}; f x; $1 y"),
            19 => format!("f() {{ local {name}; {name}+={program}; ${name} x; }}; f; ${name} y"),
            20 => format!("while read -r p q; do $p $q; done <<E\n{program} x\n{other} y z\nE"),
            21 => format!("{{ read p; read q; $q $p; }} <<< $'{other}\\n{program}'"),
            22 => format!(
                "p='{program} x'; $p; \"${{p%% *}}\" ${{p#* }}; set -f; q=\"* x\"; {other} $q; set +f"
            ),
            23 => format!(
                "case {program} in {other}) {name}={other} ;;& [lsw]*) ${name} x ;; *) {other} z; esac"
            ),
            24 => format!(
                "p=({program} 'x y' z); \"${{p[@]}}\"; ${{p[*]:1}}; \"${{p[@]/x/}}\"; {other} \"${{p[@]:1:1}}\""
            ),
            25 => format!("IFS=: read p q <<< '{program}:x:y'; $p \"$q\""),
            26 => format!("IFS=,; p='{program},x,,y'; $p; set -- $p; \"$@\"; unset IFS"),
            27 => {
                format!("printf -v p '%s ' {program} x; $p; printf -v q[1] %s {other}; ${{q[1]}} y")
            }
            28 => format!("f() {{ return 1; {name}={other}; }}; f || ${name} x; f && {program} y"),
            29 => format!(
                "for p in {program} {other}; do for q in x y; do $p $q; continue 2; done; {name}=$p; done; ${name} z"
            ),
            30 => format!(
                "n={name}; printf -v $n %s {program}; ${name} x; read $n <<< {other}; ${name} y; export $n={program}; ${name} z"
            ),
            31 => format!("eval {name}={program}; ${name} x; eval \"{name}=\\$b\"; ${name} y"),
            32 => format!("until ((k++ > 1)); do {name}=${{r[k-1]}}; ${name} $k; done"),
            33 => format!(
                "( {name}={program}; ${name} x; exit; {name}={other} ); ${name} y; if ! {name}={other}; then :; fi; ${name} z"
            ),
            0 => format!("hash -p d1/{program} {other}\n{other} x"),
            1 => format!("PATH=$PWD/d1:$PATH\n{program} x"),
            2 => format!("enable -n echo; echo {program}"),
            3 => format!("coproc {program} x\nwait"),
            4 => format!("declare -A h=([k]={program} [l]={other})\n${{h[k]}} x"),
            5 => format!("set -- {program} x\n\"$@\""),
            6 => format!("cd d0; {program} *; cd -"),
            7 => format!("{{{program},x,y}}"),
            8 => format!("{name}={program}; readonly {name}\n{name}={other}\n${name} x"),
            9 => format!("while getopts xy {name}; do {program} ${name}; done"),
            10 => format!("r=({program} {other}); for i in \"${{!r[@]}}\"; do ${{r[i]}} $i; done"),
            11 => format!("[[ {program} =~ ^(l)(s)$ ]] && ${{BASH_REMATCH[0]}} x"),
            12 => format!(
                "set -o {}\n{program} *",
                self.dice.pick(&[
                    "noglob", "nounset", "errexit", "pipefail", "xtrace", "posix"
                ])
            ),
            13 => format!("{name}=(); {name}[5]={program}; ${{{name}[@]}} x"),
            14 => format!(
                "shopt -s {}\n{program} d0/*",
                self.dice
                    .pick(&["nullglob", "extglob", "dotglob", "lastpipe", "nocasematch"])
            ),
            _ => format!("echo {program} | {{ read {name}; ${name} x; }}"),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
