// Callers at work side by side, each waiting for its answer before asking again.

/** Works through the items with so many callers; answers the milliseconds that each item took. */
export async function timeEach<T>(
  items: readonly T[],
  callers: number,
  work: (item: T, caller: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const call = async (caller: number): Promise<void> => {
    for (;;) {
      const item = items[next];
      next += 1;
      if (item === undefined) return;
      const begun = performance.now();
      await work(item, caller);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return times;
}

/** A generator of numbers in [0, 1) that repeats for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
