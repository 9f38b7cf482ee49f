// Runs work one at a time: wake-ups during a run cause exactly one further run.

export interface SerialLoop {
  wake(): void;
  /** Resolves when the running work has ended; later wake-ups do nothing. */
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
