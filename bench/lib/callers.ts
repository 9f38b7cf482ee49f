// Concurrent callers, each of which sends its next request after the response to the previous one.

/** Processes the items with this number of callers; returns the milliseconds that each item took. */
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
