// Collects the cleanup functions of started steps and runs them in reverse order.
import type { Logger } from './observe/logger.ts';

/** Thrown by a step that finishes after the stop was requested. */
export class Stopped extends Error {}

export interface Endings {
  /** Registers a cleanup. After `run` was called, the cleanup runs at once and `add` throws Stopped. */
  add(name: string, end: () => Promise<void> | void): Promise<void>;
  /** Runs all cleanups, the latest first; a failing one is logged and the next one runs. */
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
