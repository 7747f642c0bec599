//! Programs whose arguments say together how much they make, or for how long they run.

use crate::eval::Eval;
use crate::value::Field;

/// Bytes that a task may make at once.
const BYTES_MAX: u64 = 1 << 30;
/// Numbers that a task may count through.
const COUNT_MAX: f64 = 1e9;
/// Seconds that a command may wait: a day.
const SECONDS_MAX: f64 = 86_400.0;

impl Eval<'_> {
    /// What is too much of it, for a program of this kind.
    pub(super) fn amounts(&mut self, name: &str, rest: &[Field]) {
        let words: Vec<String> = rest.iter().map(Field::shown).collect();
        match name {
            "dd" | "gdd" => self.copies(&words),
            "seq" | "jot" | "gseq" => {
                let mut numbers = words
                    .iter()
                    .filter(|word| !word.starts_with('-') || word.parse::<f64>().is_ok());
                if numbers
                    .next_back()
                    .is_some_and(|word| word.parse::<f64>().is_ok_and(|n| n.abs() > COUNT_MAX))
                {
                    self.deny("resource-abuse", "it counts further than any task needs");
                }
            }
            "sleep" | "gsleep" if words.iter().any(|word| too_long(word)) => {
                self.ask("endless", "it waits for longer than a day");
            }
            "tail"
                if words.iter().any(|word| word == "/dev/null")
                    && words.iter().any(|word| {
                        word.starts_with("-f") || word == "-F" || word == "--follow"
                    }) =>
            {
                self.ask("endless", "it waits without end");
            }
            _ => {}
        }
    }

    /// `dd`: block size times count, where the input has no end of its own.
    fn copies(&mut self, words: &[String]) {
        let of = |name: &str| {
            words
                .iter()
                .rev()
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        let endless = of("if").is_some_and(|from| {
            matches!(
                from,
                "/dev/zero" | "/dev/urandom" | "/dev/random" | "/dev/full"
            )
        });
        if !endless || of("of") == Some("/dev/null") {
            return;
        }
        let block = of("ibs").or(of("bs")).map_or(Some(512), bytes);
        let made = of("count")
            .and_then(bytes)
            .zip(block)
            .and_then(|(count, block)| count.checked_mul(block));
        if made.is_none_or(|made| made > BYTES_MAX) {
            self.deny("resource-abuse", "it makes more data than any task needs");
        }
    }
}

/// `64`, `4K`, `2MB`, `1x2`: a number of bytes; `None`: more than can be counted, or not known.
fn bytes(word: &str) -> Option<u64> {
    word.split('x').try_fold(1u64, |product, factor| {
        let digits: String = factor.chars().take_while(char::is_ascii_digit).collect();
        let unit = factor
            .get(digits.len()..)?
            .chars()
            .next()
            .map(|c| c.to_ascii_uppercase());
        let shift = match unit {
            None | Some('C') => 0u32,
            Some('W') => 1,
            Some('B') => 9,
            Some('K') => 10,
            Some('M') => 20,
            Some('G') => 30,
            Some(_) => 40,
        };
        digits
            .parse::<u64>()
            .ok()?
            .checked_mul(1u64.checked_shl(shift)?)?
            .checked_mul(product)
    })
}

/// Whether a duration (`infinity`, `90`, `2d`) is longer than any command should wait.
fn too_long(word: &str) -> bool {
    let (number, factor) = match word.char_indices().last() {
        Some((at, 's')) => (word.get(..at), 1.0),
        Some((at, 'm')) => (word.get(..at), 60.0),
        Some((at, 'h')) => (word.get(..at), 3_600.0),
        Some((at, 'd')) => (word.get(..at), 86_400.0),
        Some(_) | None => (Some(word), 1.0),
    };
    number
        .and_then(|number| number.parse::<f64>().ok())
        .is_some_and(|n| n * factor > SECONDS_MAX)
}
