//! What is known of the terminal: its width, its colours, whether somebody sits at it.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::render::style::Style;

/// Whether somebody reads standard output on a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Whether somebody can answer: standard input and error are both a terminal.
pub(crate) fn is_attended() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether somebody watches standard error on a terminal.
pub(crate) fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

/// Prints a line beside the results. A reader that has gone away is no error, and must not end what is told about.
pub(crate) fn say(text: &str) {
    let _gone = writeln!(std::io::stderr().lock(), "{text}");
}

/// Asks something on the line on which the answer is typed.
pub(crate) fn ask(text: &str) {
    let mut err = std::io::stderr().lock();
    let _gone = write!(err, "{text}").and_then(|()| err.flush());
}

/// Rings the terminal's bell, which shows a window that is out of sight as one that wants something.
pub(crate) fn ring() {
    let mut out = std::io::stderr().lock();
    let _gone = out.write_all(b"\x07").and_then(|()| out.flush());
}

/// Columns of a moving line that its sign takes.
const SIGN_COLUMNS: usize = 2;

/// A line at the terminal that is written again and again: what it says then is asked for each time, with the room there
/// is. It is not there until it is begun.
pub(crate) fn moving(
    verbose: bool,
    line: impl Fn(&Style) -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = progress_style(verbose);
    let signs = if style.unicode {
        "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "
    } else {
        "|/-\\ "
    };
    let said = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        let style = Style {
            width: columns().saturating_sub(SIGN_COLUMNS),
            color: false,
            ..style
        };
        let _full = out.write_str(&line(&style));
    };
    let template = ProgressStyle::with_template("{spinner} {now}");
    let template = template.unwrap_or_else(|_| ProgressStyle::default_spinner());
    bar.set_style(template.tick_chars(signs).with_key("now", said));
    bar
}

/// How often a moving line is written.
pub(crate) const MOVES: Duration = Duration::from_millis(120);

/// Columns of the terminal that progress is written to, as it is now; one is left free, for some terminals wrap a full line.
fn columns() -> usize {
    const USUAL: usize = 80;
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map_or(USUAL, |(width, _)| usize::from(width.0))
        .clamp(20, 160)
        - 1
}

/// Whether the terminal says that it can do nothing but print.
pub(crate) fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|it| it == "dumb")
}

/// How to print results.
pub(crate) fn style(verbose: bool) -> Style {
    on(is_terminal(), verbose)
}

/// How to print progress, which goes to standard error.
pub(crate) fn progress_style(verbose: bool) -> Style {
    on(std::io::stderr().is_terminal(), verbose)
}

fn on(terminal: bool, verbose: bool) -> Style {
    let colours_off = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    let language = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|it| std::env::var(it).ok().filter(|it| !it.is_empty()));
    let unicode = language.is_none_or(|it| it.to_lowercase().replace('-', "").contains("utf8"));
    Style {
        color: terminal && !colours_off && !is_dumb(),
        unicode,
        width: width(terminal),
        verbose,
    }
}

/// Columns of the terminal; a page's width where there is none.
fn width(terminal: bool) -> usize {
    const PAGE: usize = 100;
    if !terminal {
        return PAGE;
    }
    terminal_size::terminal_size().map_or(PAGE, |(width, _)| usize::from(width.0).clamp(60, 160))
}
