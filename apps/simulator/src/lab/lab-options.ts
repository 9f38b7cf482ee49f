// The options of `npm run simulate -- lab`: all problems are reported at once.
import { parseArgs } from 'node:util';
import { type LabPolicy, labPolicies, type ScenarioName, scenarioNames } from '@kerb/lab';

export interface LabOptions {
  scenario: ScenarioName;
  seed: string;
  policies: LabPolicy[];
  /** null: those of the scenario. */
  requests: number | null;
  drivers: number | null;
  hours: number | null;
  /** Share of the requests that are later bookings. */
  later: number;
  /** A CSV file with requests, in place of the scenario's demand. */
  demand: string | null;
  /** The OpenStreetMap extract with the addresses; null for Montevideo's. */
  map: string | null;
  json: boolean;
  /** Where to write the HTML report. */
  report: string | null;
}

export type LabRequestedRun =
  | { kind: 'run'; options: LabOptions }
  | { kind: 'help' }
  | { kind: 'wrong'; problems: string[] };

export const LAB_HELP = `Kerb's lab: dispatch policies compared on a virtual clock, with the rules of the server.

  npm run simulate -- lab [options]

  --scenario <name>   ${scenarioNames.join(', ')}  (balanced)
  --seed <text>       the same seed, the same trace and the same events  (kerb)
  --policy <names>    ${labPolicies.join(', ')}, separated by commas  (nearest,batched)
  --requests <n>      number of requests   (from the load of the scenario)
  --drivers <n>       number of drivers    (from the scenario)
  --hours <n>         length of the demand (from the scenario)
  --later <share>     share of the requests that are later bookings, 0 to 1  (0)
  --demand <file>     requests from a CSV file with the columns time, pickup_lat, pickup_lng, drop_lat, drop_lng
  --map <file>        the .osm.pbf extract of the city  (Montevideo)
  --json              print JSON
  --report <file>     write one HTML page with plots and a replay on a map
  --help
`;

const flags = {
  scenario: { type: 'string' },
  seed: { type: 'string' },
  policy: { type: 'string' },
  requests: { type: 'string' },
  drivers: { type: 'string' },
  hours: { type: 'string' },
  later: { type: 'string' },
  demand: { type: 'string' },
  map: { type: 'string' },
  json: { type: 'boolean' },
  report: { type: 'string' },
  help: { type: 'boolean' },
} as const;

interface Bounds {
  low: number;
  high: number;
  whole: boolean;
}

function readFlags(argv: readonly string[], problems: string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, strict: true }).values;
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return {};
  }
}

function readNumber(
  name: string,
  text: string | undefined,
  { low, high, whole }: Bounds,
  problems: string[],
): number | null {
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const fits = value >= low && value <= high && (!whole || Number.isInteger(value));
  if (!fits) problems.push(`${name}: ${text} is not a ${whole ? 'whole ' : ''}number from ${low} to ${high}`);
  return value;
}

function readPolicies(text: string, problems: string[]): LabPolicy[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const found = names.flatMap((name) => labPolicies.find((policy) => policy === name) ?? []);
  const unknown = names.filter((name) => !labPolicies.some((policy) => policy === name));
  if (unknown.length > 0)
    problems.push(`policy: ${unknown.join(', ')} is not one of ${labPolicies.join(', ')}`);
  return found;
}

export function parseLabOptions(argv: readonly string[]): LabRequestedRun {
  const problems: string[] = [];
  const values = readFlags(argv, problems);
  if (values.help) return { kind: 'help' };
  const scenario = scenarioNames.find((name) => name === (values.scenario ?? 'balanced'));
  if (!scenario) problems.push(`scenario: ${values.scenario} is not one of ${scenarioNames.join(', ')}`);
  if (values.demand !== undefined && values.requests !== undefined)
    problems.push('requests: the number of requests comes from the demand file');
  if (values.demand !== undefined && values.later !== undefined)
    problems.push('later: the requests of a demand file are for now');
  const options: LabOptions = {
    scenario: scenario ?? 'balanced',
    seed: values.seed ?? 'kerb',
    policies: readPolicies(values.policy ?? 'nearest,batched', problems),
    requests: readNumber('requests', values.requests, { low: 1, high: 200_000, whole: true }, problems),
    drivers: readNumber('drivers', values.drivers, { low: 1, high: 10_000, whole: true }, problems),
    hours: readNumber('hours', values.hours, { low: 0.1, high: 168, whole: false }, problems),
    later: readNumber('later', values.later, { low: 0, high: 1, whole: false }, problems) ?? 0,
    demand: values.demand ?? null,
    map: values.map ?? null,
    json: values.json ?? false,
    report: values.report ?? null,
  };
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'run', options };
}
