//! What the room promises at its surface.

mod openapi;
mod phase;
mod plan_md;
mod planned;
mod rendering;
mod robust;
mod sentence;
