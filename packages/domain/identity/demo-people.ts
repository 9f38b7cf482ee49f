// The demonstration people's mobile numbers: a fixed pattern that a person can remember and the simulator can count on.

/** What a demonstration person is; `simDriver` and `simRider` are moved by the simulator, the others by people. */
export type DemoKind = 'admin' | 'fleetadmin' | 'rider' | 'driver' | 'simRider' | 'simDriver';

/** First number of each kind, and how many of them a demonstration has. Uruguayan mobiles, E.164. */
export const demoPeople = {
  admin: { first: 59899000001, count: 1 },
  fleetadmin: { first: 59898000001, count: 1 },
  rider: { first: 59891000001, count: 4 },
  driver: { first: 59892000001, count: 6 },
  simRider: { first: 59891000101, count: 60 },
  simDriver: { first: 59892000101, count: 240 },
} as const satisfies Record<DemoKind, { first: number; count: number }>;

/** The mobile of the n-th demonstration person of a kind, n from 1: demoMobile('driver', 2) → "+59892000002". */
export function demoMobile(kind: DemoKind, n: number): string {
  const { first, count } = demoPeople[kind];
  if (!Number.isInteger(n) || n < 1 || n > count) {
    throw new RangeError(`There are ${count} demonstration people of kind ${kind}; ${n} is not one of them`);
  }
  return `+${first + n - 1}`;
}

/** True for the numbers the simulator signs in with; only they are free of the pauses between codes. */
export function isSimulatedMobile(mobile: string): boolean {
  const number = Number(mobile);
  return [demoPeople.simRider, demoPeople.simDriver].some(
    ({ first, count }) => number >= first && number < first + count,
  );
}
