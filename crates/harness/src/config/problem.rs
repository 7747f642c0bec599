//! What is wrong with a configuration and where it stands, as a whole message.

use std::fmt;

use super::fault::Fault;
use super::place::{Place, excerpt};
use super::secretish;

/// One thing that is wrong, and where. Its `Display` is the whole message: what, where with an excerpt, what next.
#[derive(Debug)]
pub struct Problem {
    /// What; boxed, because most results are fine.
    pub fault: Box<Fault>,
    /// Where.
    pub place: Place,
}

impl Problem {
    /// A problem at a place.
    #[must_use]
    pub fn new(fault: Fault, place: Place) -> Self {
        Self {
            fault: Box::new(fault),
            place,
        }
    }

    /// A problem that stands nowhere in a file.
    #[must_use]
    pub fn bare(fault: Fault) -> Self {
        Self::new(fault, Place::Nowhere)
    }
}

impl std::error::Error for Problem {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.fault)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.fault)?;
        if let Some(cause) = std::error::Error::source(&self.fault) {
            write!(f, ": {cause}")?;
        }
        if self.place != Place::Nowhere {
            write!(f, "\n --> {}", self.place)?;
        }
        let is_hidden = matches!(&*self.fault, Fault::Wanted { key, .. } if secretish::holds_a_secret_address(key));
        if let (
            Place::At {
                source,
                line,
                column,
                width,
            },
            false,
        ) = (&self.place, is_hidden)
        {
            let is_secret = matches!(*self.fault, Fault::KeyInFile(_));
            let end = column.saturating_sub(1).saturating_add(*width);
            let upto = if is_secret { end } else { usize::MAX };
            excerpt(f, source, (*line, *column, *width), upto)?;
        }
        match self.fault.help() {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

/// Everything that is wrong, in the order it was found; never empty.
#[derive(Debug)]
pub struct Problems(pub Vec<Problem>);

impl std::error::Error for Problems {}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}
