// Prints the steps of a command in the terminal, one line a step with its duration.

export interface Progress {
  step<T>(name: string, work: (detail: (text: string) => void) => Promise<T>): Promise<T>;
}

const NAME_WIDTH = 10;

/** With `isQuiet` it prints nothing, because the log contains the steps. */
export function createProgress(write: (line: string) => void, isQuiet = false): Progress {
  return {
    async step(name, work) {
      if (isQuiet) return work(() => undefined);
      const began = performance.now();
      let last = 'ready';
      const result = await work((text) => {
        last = text;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      write(`  ${name.padEnd(NAME_WIDTH)} ${last} (${seconds} s)\n`);
      return result;
    },
  };
}
