// Work that runs one at a time: waking it while it runs makes it run once more, however often it is woken.

export interface SerialLoop {
  wake(): void;
  /** Resolves when the running work has ended; afterwards waking does nothing. */
  stop(): Promise<void>;
}

export function createSerialLoop(work: () => Promise<void>, onError: (error: unknown) => void): SerialLoop {
  let running: Promise<void> | null = null;
  let wanted = false;
  let stopped = false;

  const run = async () => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    }
    running = null;
  };

  return {
    wake() {
      wanted = true;
      if (!stopped) running ??= run();
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
