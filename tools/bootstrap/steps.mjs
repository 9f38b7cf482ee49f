// One line a step, with the time it took: the same form in which the server tells its own steps.

const NAME_WIDTH = 10;

export function tell(name, text, beganAt) {
  const seconds = beganAt === undefined ? '' : ` (${((performance.now() - beganAt) / 1000).toFixed(1)} s)`;
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)} ${text}${seconds}\n`);
}

/** A reason to stop that is told as it is, without a stack. */
export class Refusal extends Error {}

export function endWith(error) {
  process.stderr.write(`\n${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
