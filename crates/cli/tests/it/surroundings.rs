//! What people and the machine around us do meanwhile: files of the person in the checkout, bytes that change on the disk.

mod checkout;
mod damage;
