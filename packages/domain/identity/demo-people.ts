// Mobile numbers of the demonstration users, in a fixed pattern that users can remember and the simulator relies on.

/** Kinds of demonstration users; the simulator controls `simDriver` and `simRider`, visitors use the others. */
export type DemoKind = 'admin' | 'fleetadmin' | 'rider' | 'driver' | 'simRider' | 'simDriver';

/** First number and count of each kind of demonstration user. Uruguayan mobile numbers, E.164. */
export const demoPeople = {
  admin: { first: 59899000001, count: 1 },
  fleetadmin: { first: 59898000001, count: 1 },
  rider: { first: 59891000001, count: 4 },
  driver: { first: 59892000001, count: 6 },
  simRider: { first: 59891000101, count: 60 },
  simDriver: { first: 59892000101, count: 240 },
} as const satisfies Record<DemoKind, { first: number; count: number }>;

/**
 * Returns the mobile number of the n-th demonstration user of a kind, n from 1: demoMobile('driver', 2) →
 * "+59892000002".
 */
export function demoMobile(kind: DemoKind, n: number): string {
  const { first, count } = demoPeople[kind];
  if (!Number.isInteger(n) || n < 1 || n > count) {
    throw new RangeError(`There are ${count} demonstration people of kind ${kind}; ${n} is not one of them`);
  }
  return `+${first + n - 1}`;
}

/** Returns true for the numbers of the simulator, which are exempt from the pauses between codes. */
export function isSimulatedMobile(mobile: string): boolean {
  const number = Number(mobile);
  return [demoPeople.simRider, demoPeople.simDriver].some(
    ({ first, count }) => number >= first && number < first + count,
  );
}
