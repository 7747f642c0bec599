//! Scripts made from the grammar of bash. Few names are used, so that one construct meets what another left behind:
//! that is where an evaluator goes wrong.

/// Numbers that look random and are the same for the same seed (splitmix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(count).unwrap()).unwrap()
    }

    /// Whether one of `count` throws is won.
    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Programs whose models are known, all of them stubs in the jail. `du` and `file` fail there.
pub(crate) const PROGRAMS: [&str; 6] = ["ls", "wc", "stat", "du", "file", "uname"];
/// Variables.
const NAMES: [&str; 3] = ["a", "b", "c"];
/// Files that scripts write and run; nothing else is written.
const FILES: [&str; 2] = ["f0", "f1"];

/// The statements of script `index` of a seed.
pub(crate) fn script(seed: u64, index: u64) -> Vec<String> {
    let mut it = Grammar {
        dice: Dice::new(seed ^ index.wrapping_mul(0x2545_f491_4f6c_dd1d)),
        depth: 0,
        calls: 0,
    };
    // Known values to begin with: what is not known asks, and shows nothing.
    let first = format!(
        "a={} b={} c={} i=0",
        it.program(),
        it.program(),
        it.program()
    );
    let second = format!(
        "r=({} {}); set -- {} x",
        it.program(),
        it.program(),
        it.program()
    );
    let third = format!(
        "f() {{ {} y; }}; g() {{ {} \"$@\"; }}",
        it.program(),
        it.program()
    );
    let count = 1 + it.dice.below(4);
    let rest = (0..count).map(|_| it.statement()).collect::<Vec<_>>();
    [first, second, third].into_iter().chain(rest).collect()
}

/// What is made, and how deep.
pub(crate) struct Grammar {
    pub(super) dice: Dice,
    pub(super) depth: usize,
    /// Functions with a smaller number may be called: none calls itself.
    calls: usize,
}

impl Grammar {
    pub(super) fn name(&mut self) -> &'static str {
        self.dice.pick(&NAMES)
    }

    pub(super) fn file(&mut self) -> &'static str {
        self.dice.pick(&FILES)
    }

    pub(super) fn program(&mut self) -> &'static str {
        self.dice.pick(&PROGRAMS)
    }

    /// One statement, which may span lines.
    pub(super) fn statement(&mut self) -> String {
        self.depth += 1;
        let deep = self.depth > 3;
        let out = match self.dice.below(if deep { 9 } else { 20 }) {
            0..=3 => self.run(),
            4..=7 => self.assign(),
            8 => self.file_statement(),
            9 | 10 => self.branch(),
            11 | 12 => self.repeat(),
            13 | 14 => self.function(),
            15 => self.group(),
            16 | 17 => self.text_that_runs(),
            18 => self.wrapped(),
            _ => self.odd(),
        };
        self.depth -= 1;
        out
    }

    /// Statements in a row.
    pub(super) fn block(&mut self) -> String {
        let count = 1 + self.dice.below(3);
        let all: Vec<String> = (0..count).map(|_| self.statement()).collect();
        let lines = all
            .iter()
            .any(|it| it.contains(['\n', '#']) || it.ends_with('&'));
        all.join(if lines { "\n" } else { "; " })
    }

    /// `{` and `}` around a block.
    pub(super) fn braced(&mut self) -> String {
        format!("{{\n{}\n}}", self.block())
    }

    /// A command that is run, with arguments and sometimes redirections.
    pub(super) fn run(&mut self) -> String {
        let mut out = self.command_word();
        for _ in 0..self.dice.below(3) {
            out.push_str(if self.dice.one_in(12) { " \\\n " } else { " " });
            out.push_str(&self.word());
        }
        let before = match self.dice.below(12) {
            0 => format!("{}={} ", self.name(), self.word()),
            1 => "! ".to_owned(),
            2 => "time ".to_owned(),
            _ => String::new(),
        };
        match self.dice.below(14) {
            0 => out.push_str(" >/dev/null"),
            1 => out.push_str(" 2>&1"),
            2 => out.push_str(" &>/dev/null"),
            3 => out.push_str(" <<< \"$a\""),
            4 => out.push_str(" <<E\n$b $(echo x)\nE"),
            5 => out.push_str(" # no more"),
            6 => out.push_str(" | cat"),
            _ => {}
        }
        before + &out
    }

    /// A word that mostly becomes the name of a program.
    pub(super) fn command_word(&mut self) -> String {
        let program = self.program();
        let name = self.name();
        if self.dice.one_in(3) {
            return program.to_owned();
        }
        if self.dice.one_in(2) {
            return format!("${name}");
        }
        match self.dice.below(12) {
            0 => format!("\"${{{name}}}\""),
            1 => "\"$@\"".to_owned(),
            2 => "$1".to_owned(),
            3 => self
                .dice
                .pick(&["f", "g", "f", "g $a", "f ls x"])
                .to_owned(),
            4 => "\"${r[@]}\"".to_owned(),
            5 => format!("${{r[{}]}}", self.dice.pick(&["0", "1", "-1", "i", "$i"])),
            6 => format!("$(echo {program})"),
            7 => self
                .dice
                .pick(&["${!n}", "${!n}", "$*", "${@:2}", "$2"])
                .to_owned(),
            8 => format!("$({})", self.block()),
            9 => format!("{}\\{}", &program[..1], &program[1..]),
            _ => self.expansion(),
        }
    }

    /// `${x…}`.
    pub(super) fn expansion(&mut self) -> String {
        let name = self.dice.pick(&["a", "b", "c", "u", "1"]);
        let program = self.program();
        let word = self
            .dice
            .pick(&["", "x", "ls", "wc", "$a", "\"$b\"", "$(echo du)"]);
        match self.dice.below(20) {
            0 => format!("${{{name}:-{word}}}"),
            1 => format!("${{{name}-{word}}}"),
            2 => format!("${{{name}:+{word}}}"),
            3 => format!("${{{name}+{word}}}"),
            4 => format!("${{{}:={word}}}", self.dice.pick(&["a", "u"])),
            5 => format!("${{{}={word}}}", self.dice.pick(&["a", "u"])),
            6 => format!(
                "${{{name}#{}}}",
                self.dice.pick(&["x", "?", "*s", "l*", "'*'", "[lw]"])
            ),
            7 => format!("${{{name}##{}}}", self.dice.pick(&["*s", "*", "*/", "w"])),
            8 => format!("${{{name}%{}}}", self.dice.pick(&["x", "?", "s*", "\"s\""])),
            9 => format!("${{{name}%%{}}}", self.dice.pick(&["s*", "*", "x"])),
            10 => format!(
                "${{{name}/{}/{}}}",
                self.dice.pick(&["s", "l", "$a", "?", "[lw]"]),
                self.dice.pick(&["", "s", "w", "&"])
            ),
            11 => format!(
                "${{{name}//{}/{}}}",
                self.dice.pick(&["s", "l", "x"]),
                self.dice.pick(&["", "s", "x"])
            ),
            12 => format!("${{{name}/#{program}/{}}}", self.program()),
            13 => format!("${{{name}/%{program}/{}}}", self.program()),
            14 => format!(
                "${{{name}:{}:{}}}",
                self.dice.pick(&["0", "1", " -2", "i"]),
                self.dice.pick(&["1", "2", "-1", "i"])
            ),
            15 => format!(
                "${{{name}{}}}",
                self.dice.pick(&["^^", ",,", "^", ",", "^^l", "~"])
            ),
            16 => format!(
                "${{{name}@{}}}",
                self.dice.pick(&["Q", "U", "L", "u", "E", "A"])
            ),
            17 => format!("\"${{r[*]{}}}\"", self.dice.pick(&["", ":1", "#l", "/s/"])),
            18 => format!(
                "\"${{@{}}}\"",
                self.dice.pick(&["", ":1:1", ":2", "#l", ":0:1"])
            ),
            _ => format!("${{#{}}}", self.dice.pick(&["a", "r[@]", "r", "@", "1"])),
        }
    }

    /// An argument.
    pub(super) fn word(&mut self) -> String {
        match self.dice.below(18) {
            0..=3 => self
                .dice
                .pick(&["x", "y", "ls", "wc", "a.b", "-"])
                .to_owned(),
            4..=6 => format!("${}", self.name()),
            7 => format!("\"${}\"", self.name()),
            8 => "'a b'".to_owned(),
            9 => self
                .dice
                .pick(&[
                    "{x,ls}", "{1..3}", "x{a,}b", "d0/*", "~", "$'x\\ty'", "\"$*\"", "\"$@\"", "$#",
                ])
                .to_owned(),
            10 => format!("$(({}))", self.arithmetic()),
            11 => format!("$(echo {})", self.program()),
            12 => format!("`echo {}`", self.program()),
            13 => format!("\"$(cat {})\"", self.file()),
            14 => self
                .dice
                .pick(&["$IFS", "$i", "$1", "\"$1\"", "$?", "${r[1]}", "\"${r[@]}\""])
                .to_owned(),
            15 => self.expansion(),
            16 => format!("\"{}\"", self.expansion().replace('"', "")),
            _ => self.program().to_owned(),
        }
    }

    pub(super) fn arithmetic(&mut self) -> &'static str {
        self.dice.pick(&[
            "1+1", "i", "i+1", "i=1", "i++", "++i", "i+=1", "010", "0x1", "i>0?0:1", "2*i-1",
            "i=0,1",
        ])
    }

    /// Something that gives a name a value.
    pub(super) fn assign(&mut self) -> String {
        let name = self.name();
        let other = self.name();
        let program = self.program();
        let word = self.word();
        match self.dice.below(34) {
            0..=7 => format!("{name}={program}"),
            8 | 9 => format!("{name}={word}"),
            10 => format!("{name}+={word}"),
            11 => format!("{name}={program} {other}=${name}"),
            12 => format!("r=({program} {word} {})", self.program()),
            13 => format!("r=([1]={program} [0]={})", self.program()),
            14 => format!("r[{}]={program}", self.dice.pick(&["0", "1", "i", "-1"])),
            15 => format!("r+=({program})"),
            16 => format!("{name}=$({})", self.block()),
            17 => format!(
                "read {} {name} <<< {}",
                self.dice
                    .pick(&["", "-r", "-n2", "-a r", "-d x", "-N 2", "-rd ''"]),
                self.dice
                    .pick(&["ls", "'ls x'", "' wc '", "$'ls\\nwc'", "'lsx'", "$a"])
            ),
            18 => format!("read {name} {other} <<< '{program} {} x'", self.program()),
            19 => format!(
                "printf -v {name} {} {program}",
                self.dice
                    .pick(&["%s", "'%s'", "'%.2s'", "'%s%s'", "%b", "%q"])
            ),
            20 => format!(
                "mapfile {} r <<< $'{program}\\n{}'",
                self.dice
                    .pick(&["-t", "-t", "-ts1", "-t -n 1", "-t -O 1", ""]),
                self.program()
            ),
            21 => format!(
                "set {} {program} {word}",
                self.dice.pick(&["--", "--", "-e", "-", "-f", "+f"])
            ),
            22 => self.dice.pick(&["shift", "shift 2", "shift $i"]).to_owned(),
            23 => format!("n={}", self.dice.pick(&["a", "b", "c", "i", "r", "'r[0]'"])),
            24 => format!("export {name}={word}"),
            25 => format!(
                "declare {} {name}={word}",
                self.dice
                    .pick(&["--", "-x", "-l", "-u", "-r", "-i", "-g", "-a"])
            ),
            26 => format!("declare -n m={name}\nm={program}"),
            27 => self
                .dice
                .pick(&[
                    "unset a",
                    "unset -v b",
                    "unset -f f",
                    "unset c",
                    "unset r",
                    "unset 'r[0]'",
                    "unset f",
                ])
                .to_owned(),
            28 => format!("(({}))", self.arithmetic()),
            29 => format!("let '{}'", self.arithmetic()),
            30 => format!(": {}", self.expansion()),
            31 => format!(
                "{name}={program} {}",
                self.dice
                    .pick(&["true", ":", "eval ':'", "f", "eval '$a'", "read b <<< ls"])
            ),
            32 => self
                .dice
                .pick(&["IFS=x", "IFS=,", "IFS=", "unset IFS", "IFS=s"])
                .to_owned(),
            _ => format!("local {name}={program} 2>/dev/null"),
        }
    }

    fn function(&mut self) -> String {
        let which = self.calls.min(1);
        let called = ["f", "g"][which];
        if self.calls > 1 || self.depth > 2 {
            return self
                .dice
                .pick(&["f", "g", "f wc x", "g ls", "a=du f"])
                .to_owned();
        }
        // A body calls nothing: two definitions may come in any order.
        let depth = std::mem::replace(&mut self.depth, 3);
        let mut body = self.block().replace(" f", " true").replace(" g", " true");
        if self.dice.one_in(2) {
            body = format!("local {}={}\n{body}", self.name(), self.program());
        }
        if self.dice.one_in(4) {
            body = format!("{} && return\n{body}", self.condition());
        }
        self.depth = depth;
        self.calls += usize::from(self.dice.one_in(3));
        let head = self
            .dice
            .pick(&["NAME()", "function NAME", "function NAME()"]);
        let call = self.dice.pick(&[
            "",
            "\nNAME",
            "\nNAME ls x",
            "\nNAME $a $b",
            "\nNAME \"$a\" &",
        ]);
        format!("{head} {{\n{body}\n}}{call}").replace("NAME", called)
    }
}
