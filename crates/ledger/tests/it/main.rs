//! What holds of the ground floor: the shape of lines, the chain, that nothing acts without a permit, and what values mean.

mod chain;
mod compile;
mod golden;
mod golden_forge;
mod grants;
mod money;
mod names;
mod older;
mod permits;
mod phases;
mod verdicts;

/// The seal of this process, which no store takes here.
fn seal() -> &'static ledger::journal::Seal {
    static SEAL: std::sync::OnceLock<ledger::journal::Seal> = std::sync::OnceLock::new();
    SEAL.get_or_init(|| ledger::journal::Seal::take().expect("nobody else takes it"))
}

#[test]
fn there_is_one_seal() {
    let _first = seal();
    assert!(ledger::journal::Seal::take().is_none());
}
