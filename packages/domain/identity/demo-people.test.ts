// Tests that the demonstration numbers are distinct and valid.
import { expect, test } from 'vitest';
import { type DemoKind, demoMobile, demoPeople, isSimulatedMobile } from './demo-people.ts';
import { e164 } from './user.schema.ts';

const kinds: readonly DemoKind[] = ['admin', 'fleetadmin', 'rider', 'driver', 'simRider', 'simDriver'];
/** All demonstration users; a function, so that a rejected number fails a test instead of the loading of this file. */
const everyone = () =>
  kinds.flatMap((kind) =>
    Array.from({ length: demoPeople[kind].count }, (_, index) => ({
      kind,
      mobile: demoMobile(kind, index + 1),
    })),
  );

test('every demonstration number is a valid Uruguayan mobile and belongs to one person', () => {
  const all = everyone();
  expect(new Set(all.map(({ mobile }) => mobile)).size).toBe(all.length);
  for (const { mobile } of all) {
    expect(e164.safeParse(mobile).success).toBe(true);
    expect(mobile).toMatch(/^\+5989[1-9]\d{6}$/);
  }
});

test('only the people of the simulator count as simulated', () => {
  for (const { kind, mobile } of everyone()) expect(isSimulatedMobile(mobile)).toBe(kind.startsWith('sim'));
  expect(isSimulatedMobile('+59899123456')).toBe(false);
});

test('rejects a number beyond the last person', () => {
  expect(() => demoMobile('admin', 2)).toThrow(RangeError);
  expect(() => demoMobile('rider', 0)).toThrow(RangeError);
});

test('numbers beside those of the simulator are not simulated', () => {
  const { simRider, simDriver } = demoPeople;
  for (const { first, count } of [simRider, simDriver]) {
    expect(
      [first - 1, first, first + count - 1, first + count].map((one) => isSimulatedMobile(`+${one}`)),
    ).toEqual([false, true, true, false]);
  }
});

test('rejects a fractional person', () => {
  expect(() => demoMobile('rider', 1.5)).toThrow(RangeError);
  expect(() => demoMobile('rider', 5)).toThrow(RangeError);
  expect(demoMobile('rider', 4)).toBe('+59891000004');
});
