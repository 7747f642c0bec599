//! What the room promises at its surface.

mod openapi;
mod openapi_forms;
mod openspec;
mod openspec_close;
mod openspec_plan;
mod openspec_robust;
mod phase;
mod plan_md;
mod plan_md_forms;
mod planned;
mod rendering;
mod robust;
mod sentence;
mod verification;
