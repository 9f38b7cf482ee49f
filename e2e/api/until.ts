// Polls until a value is accepted; throws at the deadline with the last value.

export interface UntilOptions {
  withinMs?: number;
  everyMs?: number;
}

/** Returns the first accepted value; the default deadline is that of a window. A read that throws is retried. */
export async function until<T>(
  what: string,
  read: () => Promise<T> | T,
  accept: (value: T) => boolean,
  { withinMs = 60_000, everyMs = 50 }: UntilOptions = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let last: unknown = 'nothing';
  for (;;) {
    try {
      const value = await read();
      if (accept(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline)
      throw new Error(`${what} did not happen within ${withinMs} ms; last seen: ${describe(last)}`, {
        cause: last,
      });
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const describe = (value: unknown): string =>
  value instanceof Error ? value.message : (JSON.stringify(value)?.slice(0, 600) ?? String(value));
