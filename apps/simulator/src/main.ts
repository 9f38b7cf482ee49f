// The simulator's command: reads its options, runs until it is stopped, prints a summary of the city once a minute.
import { setMaxListeners } from 'node:events';
import { HELP, type Options, parseOptions } from './options.ts';
import { type Simulation, startSimulation } from './simulation.ts';

const REPORT_MS = 60_000;
/** After this long, agents that have not ended are abandoned. */
const STOP_MS = 4000;

const say = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

function report({ counts }: Simulation): void {
  const { onDuty, onTrips, booked, rides, cancelled } = counts;
  say(
    `${onDuty} drivers on duty, ${onTrips} on trips; ${booked} rides booked, ${rides} driven, ${cancelled} cancelled`,
  );
}

async function run(options: Options): Promise<void> {
  const stop = new AbortController();
  // Every agent listens to this signal.
  setMaxListeners(0, stop.signal);
  const end = (): void => stop.abort();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const limit = options.duration === null ? undefined : setTimeout(end, options.duration * 1000);
  say(
    `Simulating ${options.drivers} drivers and ${options.riders} riders at ${options.url}, seed ${options.seed}`,
  );
  const reports: { timer?: NodeJS.Timeout } = {};
  try {
    const simulation = await startSimulation(options, stop.signal, say);
    reports.timer = setInterval(() => report(simulation), REPORT_MS);
    stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(0), STOP_MS).unref());
    await simulation.done;
    report(simulation);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearInterval(reports.timer);
    clearTimeout(limit);
  }
}

const request = parseOptions(process.argv.slice(2), process.env);
switch (request.kind) {
  case 'help':
    process.stdout.write(HELP);
    break;
  case 'wrong':
    process.stderr.write(`${request.problems.map((problem) => `  - ${problem}`).join('\n')}\n\n${HELP}`);
    process.exitCode = 2;
    break;
  case 'run':
    await run(request.options).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
    break;
}
