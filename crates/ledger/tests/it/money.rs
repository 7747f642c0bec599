//! Money and tokens, as whole numbers that never overflow.

use ledger::money::{Cost, Price, Usage, Usd};

#[test]
fn dollars_are_read_as_people_write_them() {
    for (dollars, micros) in [
        (0.0, 0),
        (1.5, 1_500_000),
        (0.000_001, 1),
        (0.1 + 0.2, 300_000),
        (-1.0, 0),
        (f64::NAN, 0),
        (f64::INFINITY, 9_000_000_000_000_000_000),
        (1e300, 9_000_000_000_000_000_000),
    ] {
        assert_eq!(Usd::from_dollars(dollars), Usd(micros), "{dollars}");
    }
    assert_eq!(Usd(1_234_567).to_string(), "$1.2346");
    assert!((Usd(1_500_000).dollars() - 1.5).abs() < 1e-9);
}

#[test]
fn sums_stop_at_their_ends() {
    let most = Usd(u64::MAX);
    assert_eq!(Usd(2).plus(Usd(3)), Usd(5));
    assert_eq!(most.plus(Usd(1)), most);
    assert_eq!(Usd(5).minus(Usd(3)), Usd(2));
    assert_eq!(Usd(3).minus(Usd(5)), Usd::ZERO);
    let cost = Cost {
        llm: Usd(1),
        api: Usd(20),
        other: Usd(300),
    };
    assert_eq!(cost.total(), Usd(321));
}

#[test]
fn every_kind_of_token_is_counted_and_paid() {
    let usage = Usage {
        input: 1,
        cache_read: 20,
        cache_write: 300,
        output: 4_000,
    };
    assert_eq!((usage.prompt(), usage.total()), (321, 4_321));
    let each = |input, cache_read, cache_write, output| {
        let price = Price {
            input,
            cache_read,
            cache_write,
            output,
        };
        price.of(&usage)
    };
    let million = 1_000_000;
    assert_eq!(each(million, 0, 0, 0), Usd(1));
    assert_eq!(each(0, million, 0, 0), Usd(20));
    assert_eq!(each(0, 0, million, 0), Usd(300));
    assert_eq!(each(0, 0, 0, million), Usd(4_000));
    assert_eq!(each(million, million, million, million), Usd(4_321));
    // What costs a part of a millionth is not free.
    assert_eq!(each(1, 0, 0, 0), Usd(1));
    assert_eq!(each(0, 0, 0, 0), Usd::ZERO);
    let dear = Price {
        input: u64::MAX,
        ..Price::default()
    };
    let most = Usage {
        input: u64::MAX,
        ..usage
    };
    assert_eq!(dear.of(&most), Usd(u64::MAX));
}
