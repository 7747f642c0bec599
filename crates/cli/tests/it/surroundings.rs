//! What the machine around us does: bytes that change on the disk.

mod damage;
