//! What people and the machine around us do meanwhile: files of the person in the checkout, bytes that change on the disk,
//! a ledger that somebody holds, a disk that takes no more.

mod checkout;
mod damage;
#[cfg(unix)]
mod disk;
mod lock;
