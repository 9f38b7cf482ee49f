// What the simulator is asked to do: command line over environment over defaults.
import { parseArgs } from 'node:util';

export interface Options {
  /** Origin of the server. */
  url: string;
  drivers: number;
  riders: number;
  /** How much faster than the clock the cars drive and the riders come back. */
  speed: number;
  seed: string;
  /** Seconds until it stops by itself; null: until it gets a signal. */
  duration: number | null;
}

export type Request =
  | { kind: 'run'; options: Options }
  | { kind: 'help' }
  | { kind: 'wrong'; problems: string[] };

export const HELP = `Kerb's simulator: drivers who cruise real roads and serve tasks, riders who book.
It speaks only the public API, as the demonstration's simulated people.

  npm run simulate -- [options]

  --url <origin>      server to talk to        (KERB_SIM_URL, else http://127.0.0.1:$PORT, PORT 3000)
  --drivers <n>       drivers on duty          (KERB_SIM_DRIVERS, 40)
  --riders <n>        riders who book          (KERB_SIM_RIDERS, 12)
  --speed <factor>    time factor, 0.1 to 20   (KERB_SIM_SPEED, 1)
  --seed <text>       the same seed, the same choices  (KERB_SIM_SEED, kerb)
  --duration <secs>   stop after so many seconds       (until Ctrl-C)
  --help

  npm run simulate -- lab --help   dispatch policies compared on a virtual clock
`;

type Environment = Readonly<Record<string, string | undefined>>;

const flags = {
  url: { type: 'string' },
  drivers: { type: 'string' },
  riders: { type: 'string' },
  speed: { type: 'string' },
  seed: { type: 'string' },
  duration: { type: 'string' },
  help: { type: 'boolean' },
} as const;

interface Bounds {
  low: number;
  high: number;
  whole?: boolean;
}

export function parseOptions(argv: readonly string[], env: Environment): Request {
  const problems: string[] = [];
  const values = readFlags(argv, problems);
  if (values.help) return { kind: 'help' };

  const number = (name: string, text: string | undefined, usual: number, bounds: Bounds): number => {
    if (text === undefined || text === '') return usual;
    const value = Number(text);
    const fits = value >= bounds.low && value <= bounds.high && (!bounds.whole || Number.isInteger(value));
    if (!fits) problems.push(`${name}: ${text} is not a number from ${bounds.low} to ${bounds.high}`);
    return value;
  };
  const people = { low: 0, high: 1000, whole: true };
  const options: Options = {
    url: values.url ?? env.KERB_SIM_URL ?? `http://127.0.0.1:${env.PORT ?? '3000'}`,
    drivers: number('drivers', values.drivers ?? env.KERB_SIM_DRIVERS, 40, people),
    riders: number('riders', values.riders ?? env.KERB_SIM_RIDERS, 12, people),
    speed: number('speed', values.speed ?? env.KERB_SIM_SPEED, 1, { low: 0.1, high: 20 }),
    seed: values.seed ?? env.KERB_SIM_SEED ?? 'kerb',
    duration:
      values.duration === undefined
        ? null
        : number('duration', values.duration, 0, { low: 1, high: 1_000_000 }),
  };
  if (!URL.canParse(options.url)) problems.push(`url: ${options.url} is not an address`);
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'run', options };
}

function readFlags(argv: readonly string[], problems: string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, strict: true }).values;
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return {};
  }
}
