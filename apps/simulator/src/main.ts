// The simulator's command: simulated traffic until it is stopped, with a summary once a minute, or the lab.
import { setMaxListeners } from 'node:events';
import { runLabCommand } from './lab/lab-command.ts';
import { HELP, type Options, parseOptions } from './options.ts';
import { type Simulation, startSimulation } from './simulation.ts';

const REPORT_MS = 60_000;
/** After this long, agents that have not ended are abandoned. */
const STOP_MS = 4000;

const log = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

/** Started by npm start or npm run dev, it reports to that program that drivers are on duty. */
const notifyParent = (): void => {
  if (process.connected) process.send?.({ kind: 'on-duty' });
};

function report({ counts }: Simulation): void {
  const { onDuty, onTrips, booked, rides, cancelled } = counts;
  log(
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
  log(
    `Simulating ${options.drivers} drivers and ${options.riders} riders at ${options.url}, seed ${options.seed}`,
  );
  const reports: { timer?: NodeJS.Timeout } = {};
  try {
    const simulation = await startSimulation(options, stop.signal, { log: log, onDuty: notifyParent });
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

/** Simulated traffic against a server. */
async function simulate(argv: readonly string[]): Promise<number> {
  const request = parseOptions(argv, process.env);
  switch (request.kind) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'wrong':
      writeError(`${request.problems.map((problem) => `  - ${problem}`).join('\n')}\n\n${HELP}`);
      return 2;
    case 'run':
      await run(request.options);
      return 0;
  }
}

const writeError = (text: string): void => {
  process.stderr.write(text);
};

const [command, ...rest] = process.argv.slice(2);
const write = (text: string): void => {
  process.stdout.write(text);
};
try {
  process.exitCode =
    command === 'lab' ? runLabCommand(rest, write, writeError) : await simulate(process.argv.slice(2));
} catch (error) {
  writeError(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
