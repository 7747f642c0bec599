//! In which order plans are carried out beyond what they depend on: a wave ends before the next begins, and of two plans that
//! touch the same file one waits for the other. Nothing here makes a circle: all that is added leads from what comes later in
//! one order, which keeps the dependencies, to what comes before.

use std::collections::BTreeSet;

use super::Reader;
use crate::order::{Order, order};
use crate::plan_md::Part;
use crate::touched::Touched;

impl Reader<'_> {
    /// What each plan waits for: what it depends on, earlier waves where it says a later one than follows from that, and
    /// plans that touch the same file. `order` is that of the dependencies of all plans.
    pub(super) fn in_waves(
        &mut self,
        parts: &[(usize, Part)],
        mut depends: Vec<(usize, Vec<usize>)>,
        order: &Order,
    ) -> Vec<(usize, Vec<usize>)> {
        self.early(parts, order);
        let lined = lined_up(parts, &depends);
        let wave = |at: usize| {
            let part = parts.iter().find(|(it, _)| *it == at);
            part.map_or(1, |(_, part)| part.task.wave)
        };
        // Some count from 0, and the first waves may be done.
        let first = lined.iter().map(|at| wave(*at)).min().unwrap_or(1);
        for (place, at) in lined.iter().enumerate() {
            let before = lined.get(..place).unwrap_or_default();
            let said = wave(*at).saturating_sub(first).saturating_add(1);
            if said > follows(&depends, *at) {
                let earlier = before.iter().copied().filter(|it| wave(*it) < wave(*at));
                add(&mut depends, *at, earlier.collect());
            }
        }
        self.shared_files(parts, &lined, &mut depends);
        depends
    }

    /// A wave that is too early for what the plan depends on does not count, and is told.
    fn early(&mut self, parts: &[(usize, Part)], order: &Order) {
        for (at, part) in parts {
            let said = part.task.wave;
            let mut needed = parts.iter().filter(|(it, _)| order.precedes(*it, *at));
            let Some((later, other)) = needed.find(|(_, it)| it.task.wave >= said) else {
                continue;
            };
            let message = format!(
                "`wave` is {said}, and the plan depends on `{}`, whose wave is {}",
                self.name(*later),
                other.task.wave
            );
            let place = self.folder.plans.get(*at).map_or(0, |it| it.glance.wave_at);
            self.note(*at, |notes| {
                notes.warn(place, message, "the dependencies count")
            });
        }
    }

    /// Of two plans that touch the same file and could run side by side, the later one waits for the other.
    fn shared_files(
        &mut self,
        parts: &[(usize, Part)],
        lined: &[usize],
        depends: &mut [(usize, Vec<usize>)],
    ) {
        let touched: Vec<(usize, Touched<'_>)> = lined
            .iter()
            .filter_map(|at| parts.iter().find(|(it, _)| it == at))
            .map(|(at, part)| (*at, Touched::of(&part.task)))
            .collect();
        for (place, (at, own)) in touched.iter().enumerate() {
            for (first, theirs) in touched.get(..place).unwrap_or_default() {
                let common = theirs.shared(own);
                let Some(path) = common.first() else {
                    continue;
                };
                if waits(depends, *at, *first) {
                    continue;
                }
                let message = format!(
                    "plans `{}` and `{}` both touch `{path}`: this one waits for the other",
                    self.name(*first),
                    self.name(*at)
                );
                let plan = self.folder.plans.get(*at);
                let place = plan.map_or(0, |it| it.glance.files_at);
                let help = "let one depend on the other, or give the file to one of them";
                self.note(*at, |notes| notes.warn(place, message, help));
                add(depends, *at, vec![*first]);
            }
        }
    }
}

/// All plans in one order: by wave and number, and each after what it depends on.
fn lined_up(parts: &[(usize, Part)], depends: &[(usize, Vec<usize>)]) -> Vec<usize> {
    let mut open: BTreeSet<(u32, usize)> = parts
        .iter()
        .map(|(at, part)| (part.task.wave, *at))
        .collect();
    let mut found: Vec<usize> = Vec::new();
    while !open.is_empty() {
        let ready = |at: usize| needed(depends, at).iter().all(|it| found.contains(it));
        let mut places = open.iter().copied();
        let next = places.find(|(_, at)| ready(*at));
        // What can't be read is missing among the parts, and nothing waits for it.
        let Some(next) = next.or_else(|| open.first().copied()) else {
            break;
        };
        open.remove(&next);
        found.push(next.1);
    }
    found
}

fn needed(depends: &[(usize, Vec<usize>)], at: usize) -> &[usize] {
    let found = depends.iter().find(|(it, _)| *it == at);
    found.map_or(&[], |(_, needed)| needed.as_slice())
}

/// The wave that follows from what a plan waits for.
fn follows(depends: &[(usize, Vec<usize>)], at: usize) -> u32 {
    let all = numbered(depends);
    let place = depends.iter().position(|(it, _)| *it == at);
    let order = order(&all).ok();
    order
        .zip(place)
        .map_or(1, |(order, place)| order.wave(place))
}

/// Whether one waits for another, directly or not.
fn waits(depends: &[(usize, Vec<usize>)], at: usize, for_this: usize) -> bool {
    let mut open = needed(depends, at).to_vec();
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        if next == for_this {
            return true;
        }
        if seen.insert(next) {
            open.extend(needed(depends, next));
        }
    }
    false
}

/// The same, by places in the list.
fn numbered(depends: &[(usize, Vec<usize>)]) -> Vec<Vec<usize>> {
    let place = |at: &usize| depends.iter().position(|(it, _)| it == at);
    let all = depends.iter();
    all.map(|(_, needed)| needed.iter().filter_map(place).collect())
        .collect()
}

/// Lets one wait for others as well, but for those that it waits for already, and those that another of them waits for.
fn add(depends: &mut [(usize, Vec<usize>)], at: usize, mut more: Vec<usize>) {
    let all = more.clone();
    more.retain(|it| {
        let through = all
            .iter()
            .any(|other| other != it && waits(depends, *other, *it));
        !through && !waits(depends, at, *it)
    });
    if let Some((_, needed)) = depends.iter_mut().find(|(it, _)| *it == at) {
        needed.extend(more);
    }
}
