//! Which lines people are told of, and the leave to tell them.

use crate::event::{Decided, Event, Seen};
use crate::ids::Seq;
use crate::journal::Entry;
use crate::notice::NoticeKind;
use crate::phase::{Phase, Stop};
use crate::wire::v1::Line;

/// What people are told of this event, if anything.
#[must_use]
pub fn kind_of(event: &Event) -> Option<NoticeKind> {
    let Event::Decided(decided) = event else {
        return None;
    };
    match decided {
        Decided::Asked { .. } => Some(NoticeKind::Question),
        Decided::Parked(park) if park.stop == Stop::Stopped => Some(NoticeKind::Stop),
        Decided::Parked(_) => Some(NoticeKind::Park),
        Decided::Ended { phase, .. } if *phase == Phase::Stopped => Some(NoticeKind::Stop),
        Decided::Ended { .. } => Some(NoticeKind::End),
        Decided::Promised(_)
        | Decided::Drafting(_)
        | Decided::Planned(_)
        | Decided::Moved { .. }
        | Decided::Gated(_)
        | Decided::Requested { .. }
        | Decided::Weigh { .. }
        | Decided::Allowed { .. }
        | Decided::Answered { .. }
        | Decided::Settled { .. }
        | Decided::Inspect { .. }
        | Decided::Compare { .. }
        | Decided::Measure { .. }
        | Decided::Falsify { .. }
        | Decided::Rank { .. }
        | Decided::Gather { .. }
        | Decided::Unchecked { .. }
        | Decided::Reported(_)
        | Decided::Correcting { .. }
        | Decided::Escalated { .. }
        | Decided::Nudged { .. }
        | Decided::Wake { .. }
        | Decided::Cancel { .. }
        | Decided::Held { .. }
        | Decided::Unparked { .. }
        | Decided::Forced { .. }
        | Decided::Session(_)
        | Decided::Board(_)
        | Decided::BudgetLow { .. }
        | Decided::Noted { .. } => None,
    }
}

/// Leave to tell people of one durable line, in one way. Made only from an [`Entry`]; neither copied nor read back.
#[derive(Debug)]
#[must_use = "a notice that is not sent is told to nobody"]
pub struct Notice {
    about: Seq,
    kind: NoticeKind,
}

impl Notice {
    /// Of a line that just became durable, if people are told of such.
    pub fn of(entry: &Entry) -> Option<Self> {
        let line = entry.line();
        let kind = kind_of(&line.event)?;
        let about = line.seq;
        Some(Self { about, kind })
    }

    /// Of a line of the same run that an earlier driver wrote. The line with which another one took the run over, and
    /// which is durable, is the leave to make good what the one before it left.
    pub fn again(claim: &Entry, line: &Line) -> Option<Self> {
        let taken = claim.line();
        let is_claim = matches!(taken.event, Event::Seen(Seen::Claimed(_)));
        let is_earlier = line.run == taken.run && line.seq < taken.seq;
        let kind = kind_of(&line.event).filter(|_| is_claim && is_earlier)?;
        let about = line.seq;
        Some(Self { about, kind })
    }

    /// The line.
    #[must_use]
    pub fn about(&self) -> Seq {
        self.about
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> NoticeKind {
        self.kind
    }
}
