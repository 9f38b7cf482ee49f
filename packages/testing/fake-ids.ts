// Ids for tests: valid UUIDv7s that differ on every call and are the same in every run.

/** Returns the n-th test id, n from 0: testId(1) → "00000000-0000-7000-8000-000000000001". */
export function testId(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Returns a generator of ids that counts up from `first`. */
export function fakeIds(first = 1): { next(): string } {
  let n = first;
  return { next: () => testId(n++) };
}
