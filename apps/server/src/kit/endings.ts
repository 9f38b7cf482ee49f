// What was begun and has to be ended, in reverse order.
import type { Logger } from './observe/logger.ts';

/** The end was requested while steps were still beginning. */
export class Stopped extends Error {}

export interface Endings {
  /** Steps that start after the end was requested are ended at once, and throw Stopped. */
  add(name: string, end: () => Promise<void> | void): Promise<void>;
  /** A failure of one does not stop the others. */
  run(): Promise<void>;
}

export function createEndings(logger: Pick<Logger, 'error'>): Endings {
  const endings: { name: string; end: () => Promise<void> | void }[] = [];
  let hasEnded = false;
  const run = async () => {
    hasEnded = true;
    for (const { name, end } of endings.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        logger.error({ err: error }, `${name} did not end in order`);
      }
    }
  };
  return {
    async add(name, end) {
      endings.push({ name, end });
      if (!hasEnded) return;
      await run();
      throw new Stopped();
    },
    run,
  };
}
