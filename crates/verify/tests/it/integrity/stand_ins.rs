//! New tests that were written to be switched off, and new tests that ask a stand-in what they told it themselves; and those
//! that only look so.

use super::{all_fail, none_fail};

const A: &str = "src/a.test.ts";
const CODE: (&str, &str, &str) = (
    "src/a.ts",
    "",
    "export function add(a: number, b: number) { return a + b; }\n",
);
/// Another new test, which holds something.
const OTHER: &str = "it('adds', () => { expect(add(1, 2)).toBe(3); });\n";

#[test]
fn new_tests_that_are_switched_off_without_a_word() {
    let with = |text: &str| format!("{OTHER}{text}");
    let rule = "test-skipped";
    for text in [
        "it.skip('adds none', () => { expect(add(0, 0)).toBe(0); });",
        "xit('adds none', () => { expect(add(0, 0)).toBe(0); });",
        "describe.skip('none', () => { it('adds none', () => { expect(add(0, 0)).toBe(0); }); });",
        "test('adds none', { skip: true }, t => { t.equal(add(0, 0), 0); });",
        "test('adds none', { skip: 'not before 2.0' }, t => { t.equal(add(0, 0), 0); });",
        "// To be looked at later.\nit.skip('adds none', () => { expect(add(0, 0)).toBe(0); });",
        "it.todo('adds none', () => { expect(add(0, 0)).toBe(0); });",
    ] {
        all_fail(&[(rule, &[CODE, (A, "", &with(text))])]);
    }
    for text in [
        "// The service answers from next month on.\nit.skip('adds none', () => { expect(add(0, 0)).toBe(0); });",
        "it.skipIf(process.platform === 'win32')('adds none', () => { expect(add(0, 0)).toBe(0); });",
        "it.todo('adds none');",
        "test('adds none', { skip: 'needs a browser' }, t => { t.equal(add(0, 0), 0); });",
        "test('adds none', { skip: 'toString' in { __proto__: null } }, t => { t.equal(add(0, 0), 0); });",
    ] {
        none_fail(&[(rule, &[CODE, (A, "", &with(text))])]);
    }
}

#[test]
fn stand_ins_that_the_test_calls_itself() {
    let rule = "test-cannot-fail";
    for text in [
        "it('tells', () => { const tell = jest.fn(); tell(3); expect(tell).toHaveBeenCalledWith(3); });",
        "import { add } from './a';\njest.mock('./a', () => ({ add: jest.fn() }));\n\
         it('adds', () => { add(1, 2); expect(add).toHaveBeenCalledWith(1, 2); });",
        "import { add } from './a';\nvi.mock('./a');\n\
         it('adds', () => { add(1, 2); expect(add).toHaveBeenCalledTimes(1); });",
    ] {
        all_fail(&[(rule, &[CODE, (A, "", text)])]);
    }
    for text in [
        // Somebody else gets it.
        "it('tells', () => { const tell = jest.fn(); each([3], tell); expect(tell).toHaveBeenCalledWith(3); });",
        "it('tells', () => { const tell = jest.fn(); each([3], it => tell(it)); expect(tell).toHaveBeenCalledWith(3); });",
        "it('tells', () => { const tell = jest.fn(); each([3], { tell }); tell(4); expect(tell).toHaveBeenCalledTimes(2); });",
        // The real one is asked as well.
        "it('tells', () => { const tell = jest.fn(); tell(3); expect(tell).toHaveBeenCalledWith(3); expect(add(1, 2)).toBe(3); });",
        "import { add } from './a';\nimport { sum } from './sum';\njest.mock('./a', () => ({ add: jest.fn() }));\n\
         it('adds', () => { sum([1, 2]); expect(add).toHaveBeenCalledWith(1, 2); });",
        "import { add } from './a';\njest.mock('./a', () => ({ ...jest.requireActual('./a'), other: jest.fn() }));\n\
         it('adds', () => { expect(add(1, 2)).toBe(3); });",
    ] {
        none_fail(&[(rule, &[CODE, (A, "", text)])]);
    }
}

#[test]
fn what_is_asserted_of_an_error_that_need_not_come() {
    let rule = "test-cannot-fail";
    let with = |text: &str| format!("{OTHER}{text}");
    all_fail(&[(
        rule,
        &[
            CODE,
            (
                A,
                "",
                &with(
                    "it('refuses', () => { try { add('a'); } catch (e) { expect(e.message).toBe('no'); } });",
                ),
            ),
        ],
    )]);
    for text in [
        "it('refuses', () => { expect.assertions(1); try { add('a'); } catch (e) { expect(e.message).toBe('no'); } });",
        "it('refuses', () => { try { add('a'); throw new Error('none'); } catch (e) { expect(e.message).toBe('no'); } });",
        "it('refuses', t => { t.plan(1); try { add('a'); } catch (e) { t.equal(e.message, 'no'); } });",
    ] {
        none_fail(&[(rule, &[CODE, (A, "", &with(text))])]);
    }
}
