// Prints one line a step, with the time it took, in the same form as the server prints its own steps.

const NAME_WIDTH = 10;

export function printStep(name, text, beganAt) {
  const seconds = beganAt === undefined ? '' : ` (${((performance.now() - beganAt) / 1000).toFixed(1)} s)`;
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)} ${text}${seconds}\n`);
}

/** A reason to stop whose message is printed without a stack. */
export class Refusal extends Error {}

export function endWith(error) {
  process.stderr.write(`\n${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
