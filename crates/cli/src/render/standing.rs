//! One run as it stands: what it is about, where it is, what it rests on.

use audit::{Standing, Summary};
use ledger::phase::{Mode, Phase};
use ledger::report::{Item, ItemStatus, Report, ReportStatus};

use super::page::{ENTRIES_MAX, Page};
use super::style::{Mark, Style, Tone};
use super::text::{duration, first_line, money, one_line, plural, spent, time, visible};

/// `show RUN`: everything that matters about a run.
pub(crate) fn state(
    standing: &Standing,
    summary: &Summary,
    interrupted: bool,
    style: &Style,
) -> String {
    let mut page = Page::new(style);
    page.title(&titled(standing, style));
    if interrupted {
        let dash = style.dash();
        let phase = standing.phase;
        page.field(
            "stands",
            &format!("interrupted, in {phase}{dash}nobody drives it"),
        );
    } else {
        page.wrapped_field("stands", &stands(standing, style));
    }
    page.about(standing, summary);
    page.tasks(standing);
    page.under_way(standing);
    if let Some(report) = &standing.report {
        page.report(report);
    }
    page.evidence(standing);
    page.needs(standing);
    if interrupted {
        page.command(&format!("interlock resume {}", standing.run));
    }
    page.out
}

/// What a run waits for, and how to give it that: one entry of the inbox. `program` is how ours is called for this run,
/// `many` whether there are runs of several repositories, so that it is said which one.
pub(crate) fn waiting(standing: &Standing, program: &str, many: bool, style: &Style) -> String {
    let mut page = Page::new(style);
    program.clone_into(&mut page.program);
    page.title(&titled(standing, style));
    if let Some(repository) = standing.repository.as_deref().filter(|_| many) {
        page.wrapped_field("in", repository);
    }
    page.wrapped_field("stands", &stands(standing, style));
    page.needs(standing);
    page.out.push('\n');
    page.out
}

/// The last words on a run that was driven: how it ended or why it waits, and what to do next. `checkout` is what became
/// of that of the target.
pub(crate) fn ending(standing: &Standing, checkout: Option<&str>, style: &Style) -> String {
    let mut page = Page::new(style);
    let dot = style.dot();
    let (mark, tone) = match (&standing.ended, &standing.park) {
        (Some((Phase::Done, _)), _) => (Mark::Good, Tone::Good),
        (Some(_), _) => (Mark::Bad, Tone::Bad),
        (None, Some(_)) => (Mark::Stop, Tone::Warn),
        (None, None) => (Mark::Note, Tone::Plain),
    };
    page.marked(mark, tone, &titled(standing, style));
    page.told(Mark::None, tone, &stands(standing, style));
    if let (Some(commit), Some(target)) = (&standing.merged, &standing.target) {
        page.marked(
            Mark::None,
            Tone::Plain,
            &format!("{target} is at {}", commit.short()),
        );
    }
    // Only one that was left as it is has a second line: a command, so it is not cut.
    for line in checkout
        .filter(|it| it.lines().count() > 1)
        .iter()
        .flat_map(|it| it.lines())
    {
        let line = visible(line);
        page.out.push_str(&format!("    {line}\n"));
    }
    if let Some(report) = &standing.report {
        page.marked(Mark::None, Tone::Plain, &score(report, style));
    }
    if standing.merged.is_some() && !standing.hooks_not_run.is_empty() {
        let hooks = standing.hooks_not_run.join(", ");
        let text = format!("this repository's hooks were not run: {hooks}");
        page.marked(Mark::None, Tone::Warn, &text);
    }
    let sum = format!(
        "{}{dot}{} of work{dot}{}",
        spent_of(standing, style),
        duration(standing.active_ms),
        plural(standing.corrections as usize, "correction"),
    );
    page.marked(Mark::None, Tone::Dim, &sum);
    page.needs(standing);
    if standing.ended.is_some() {
        let run = &standing.run;
        page.marked(
            Mark::Next,
            Tone::Dim,
            &format!("interlock log {run}, interlock diff {run}"),
        );
    }
    page.out
}

/// What was spent of what, and what of it nobody asked for.
fn spent_of(standing: &Standing, style: &Style) -> String {
    let sum = spent(standing.spent.total(), standing.guessed);
    let cut_off = if standing.cut_off.0 > 0 {
        let of_it = money(standing.cut_off);
        format!(
            "{}{of_it} of it was set aside for requests that were cut off",
            style.dot()
        )
    } else {
        String::new()
    };
    format!("{sum} of {}{cut_off}", money(standing.budget))
}

/// Its name and what it is about.
pub(super) fn titled(standing: &Standing, style: &Style) -> String {
    let title = first_line(&standing.title);
    format!("run {}{}{title}", standing.run, style.dot())
}

/// Where it is, in a few words.
pub(super) fn stands(standing: &Standing, style: &Style) -> String {
    let dash = style.dash();
    match (&standing.ended, &standing.park) {
        (Some((phase, why)), _) => format!("{phase}{dash}{}", first_line(why)),
        (None, Some(park)) => format!(
            "{}, in {}{dash}{}",
            park.stop,
            standing.phase,
            first_line(&park.why)
        ),
        (None, None) => standing.phase.to_string(),
    }
}

/// How a report stands: its word and how much is verified, or where nothing had to be, what was looked at.
pub(super) fn score(report: &Report, style: &Style) -> String {
    let (word, dot) = (report.status.word(), style.dot());
    match (report.score(), &report.looked_at, report.unrun()) {
        ((_, 0), Some(looked), _) => format!("{word}{dot}looked at {looked}"),
        ((_, 0), None, Some(why)) => format!("{word}{dot}{why}"),
        ((verified, all), ..) => format!("{word}{dot}{verified}/{all} verified"),
    }
}

impl Page<'_> {
    fn about(&mut self, standing: &Standing, summary: &Summary) {
        let dot = self.style.dot();
        let mode = match standing.mode {
            Mode::Quick => "quick",
            Mode::Normal => "normal",
        };
        let target = standing.target.as_deref().unwrap_or("?");
        let repository = standing.repository.as_deref().unwrap_or("?");
        self.field(
            "branch",
            &format!(
                "{} for {target} in {repository}{dot}{mode}",
                standing.branch
            ),
        );
        if let Some(commit) = &standing.merged {
            self.field("merged", &format!("{target} is at {commit}"));
        }
        let set_aside = if standing.reserved.0 > 0 {
            format!("{dot}{} set aside", money(standing.reserved))
        } else {
            String::new()
        };
        self.field(
            "money",
            &format!("{}{set_aside}", spent_of(standing, self.style)),
        );
        let waited = if standing.waited_ms > 0 {
            format!("{dot}waited {} for people", duration(standing.waited_ms))
        } else {
            String::new()
        };
        self.field(
            "time",
            &format!(
                "{} of work{waited}{dot}opened {}",
                duration(standing.active_ms),
                time(summary.opened_ms)
            ),
        );
        let counts = [
            plural(summary.turns as usize, "model request"),
            plural(summary.tool_calls as usize, "tool call"),
            format!("{} denied", summary.denied),
            format!("{} asked", summary.asked),
            plural(summary.corrections as usize, "correction"),
        ];
        self.field("counts", &counts.join(dot));
        if let Some(objective) = &standing.objective
            && one_line(objective) != one_line(&standing.title)
        {
            self.heading("promise");
            self.block(objective);
        }
    }

    fn tasks(&mut self, standing: &Standing) {
        if standing.tasks.is_empty() {
            return;
        }
        self.heading("tasks");
        let dot = self.style.dot();
        for task in standing.tasks.iter().take(ENTRIES_MAX) {
            let attempt = if task.attempt > 1 {
                format!(", attempt {}", task.attempt)
            } else {
                String::new()
            };
            let calls = plural(task.tool_calls as usize, "tool call");
            let mark = if task.integrated {
                Mark::Good
            } else {
                Mark::Note
            };
            let text = format!(
                "{}{dot}{}{dot}{}{attempt}{dot}{calls}",
                task.id,
                first_line(&task.title),
                task.stage
            );
            self.marked(mark, Tone::Plain, &text);
            if let Some(park) = &task.held {
                let text = format!("waits: {}", first_line(&park.why));
                self.marked(Mark::None, Tone::Dim, &text);
            } else if !task.integrated && !task.depends_on.is_empty() {
                let names: Vec<&str> = task.depends_on.iter().map(|it| it.as_str()).collect();
                let text = format!("after {}", names.join(", "));
                self.marked(Mark::None, Tone::Dim, &text);
            }
            if let (Some(directory), true) = (&task.directory, self.style.verbose) {
                self.marked(Mark::None, Tone::Dim, directory);
            }
            if let Some(claim) = &task.claim {
                let text = format!("claims: {}", self.style.said(&one_line(claim)));
                self.marked(Mark::None, Tone::Dim, &text);
            }
        }
        self.and_more(standing.tasks.len(), ENTRIES_MAX, "task");
    }

    fn under_way(&mut self, standing: &Standing) {
        if standing.under_way.is_empty() {
            return;
        }
        self.heading("under way");
        for act in standing.under_way.iter().take(ENTRIES_MAX) {
            let until = act
                .at_ms
                .map_or(String::new(), |it| format!(" until {}", time(it)));
            self.marked(
                Mark::Wait,
                Tone::Plain,
                &format!("{} {}{until}", act.act, act.what),
            );
        }
    }

    fn report(&mut self, report: &Report) {
        let text = format!("verification: {}", score(report, self.style));
        self.heading(&text);
        let open_first = |it: &&Item| it.status == ItemStatus::Verified;
        let mut items: Vec<&Item> = report.items.iter().collect();
        items.sort_by_key(open_first);
        for item in items.iter().take(ENTRIES_MAX) {
            let mark = match item.status {
                ItemStatus::Verified => Mark::Good,
                ItemStatus::Failed => Mark::Bad,
                ItemStatus::Unknown | ItemStatus::Human => Mark::Ask,
            };
            self.marked(mark, Tone::Plain, &format!("{} {}", item.word, item.text));
            if item.status != ItemStatus::Verified {
                self.marked(
                    Mark::None,
                    Tone::Dim,
                    &format!("{}{}", item.reason, place(item)),
                );
                for missing in &item.missing {
                    self.marked(Mark::None, Tone::Dim, &format!("missing: {missing}"));
                }
            }
        }
        self.and_more(items.len(), ENTRIES_MAX, "item");
        if report.status != ReportStatus::Passed || self.style.verbose {
            let skipped = report
                .parts
                .iter()
                .filter_map(|it| Some((&it.verifier, it.skipped.as_ref()?)));
            for (verifier, why) in skipped {
                self.marked(
                    Mark::Warn,
                    Tone::Dim,
                    &format!("{verifier} did not take part: {why}"),
                );
            }
        }
    }

    fn evidence(&mut self, standing: &Standing) {
        if standing.evidence.is_empty() {
            return;
        }
        self.heading("evidence");
        let dot = self.style.dot();
        let from = standing.evidence.len().saturating_sub(ENTRIES_MAX);
        if from > 0 {
            self.marked(
                Mark::Note,
                Tone::Dim,
                &format!("{} earlier", plural(from, "record")),
            );
        }
        for record in &standing.evidence[from..] {
            let mark = if record.is_green() {
                Mark::Good
            } else {
                Mark::Bad
            };
            let exit = record
                .exit_code
                .map_or_else(|| "no exit code".to_owned(), |it| format!("exit {it}"));
            let tree = record.tree.as_ref().map_or("no tree", |it| it.short());
            let command = record.command.as_deref().unwrap_or("(no command)");
            let took = duration(record.duration_ms);
            let text = format!(
                "{}{dot}{}{dot}{exit}{dot}{took}{dot}tree {tree}",
                record.id,
                one_line(command)
            );
            self.marked(mark, Tone::Plain, &text);
        }
    }
}

fn place(item: &Item) -> String {
    let Some(at) = &item.location else {
        return String::new();
    };
    let line = at.line.map_or(String::new(), |it| format!(":{it}"));
    format!(" ({}{line})", at.file)
}
