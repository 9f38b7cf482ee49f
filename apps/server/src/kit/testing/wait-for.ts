// Waits for a condition, for tests of asynchronous effects.

const LOOK_AGAIN_MS = 10;
const TIMEOUT_MS = 15_000;

/** Resolves with the first value that is not null, undefined or false; throws when there is no such value in time. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  what = 'the condition',
): Promise<NonNullable<T>> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
