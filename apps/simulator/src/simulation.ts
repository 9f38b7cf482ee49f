// Runs the simulated city: signs all agents in, restarts them when something fails, counts.
import { demoMobile, demoPeople } from '@kerb/domain/identity';
import { createRandom } from '@kerb/lab';
import { createClient } from '@kerb/sdk/client';
import { createDriverAgent, NotADriver } from './driver-agent.ts';
import type { Options } from './options.ts';
import { createPersist, pauseAfter } from './persist.ts';
import { createRiderAgent } from './rider-agent.ts';
import { createSignIn } from './session.ts';
import type { Counts, SharedState } from './shared-state.ts';
import { createTime } from './time.ts';

const AGAIN_MS = 3000;

export interface Simulation {
  readonly counts: Readonly<Counts>;
  /** Resolves when all agents have ended, after the signal has ended. */
  readonly done: Promise<void>;
}

interface Person {
  name: string;
  mobile: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Waits for the server, then starts all agents; they run until the signal ends. */
export async function startSimulation(
  options: Options,
  signal: AbortSignal,
  { log, onDuty }: Pick<SharedState, 'log' | 'onDuty'>,
): Promise<Simulation> {
  const time = createTime(options.speed);
  const persist = createPersist(time);
  const { city, demo } = await persist(
    (call) => createClient({ baseUrl: options.url }).getSettings(undefined, call),
    signal,
  );
  if (!demo?.inbox) throw new Error(`${options.url} has no development inbox to read sign-in codes from.`);
  const shared: SharedState = {
    city,
    time,
    persist,
    log,
    onDuty,
    signIn: createSignIn({ url: options.url, persist }),
    counts: { onDuty: 0, onTrips: 0, rides: 0, booked: 0, cancelled: 0 },
    spokenCodes: new Map(),
  };
  // Accounts offered on the sign-in page belong to human visitors.
  const taken = new Set(demo.signIns.map(({ mobile }) => mobile));
  const people = peopleOf(shared, options).filter(({ mobile }) => !taken.has(mobile));
  const lives = people.map((person) => live(person, shared, signal));
  return { counts: shared.counts, done: Promise.all(lives).then(() => undefined) };
}

function peopleOf(shared: SharedState, options: Options): Person[] {
  const random = createRandom(options.seed);
  const numbers = (kind: 'simDriver' | 'simRider', wanted: number): string[] => {
    const { count } = demoPeople[kind];
    if (wanted > count) shared.log(`Only ${count} of ${wanted} simulated people exist; all of them come.`);
    return Array.from({ length: Math.min(wanted, count) }, (_, index) => demoMobile(kind, index + 1));
  };
  return [
    ...numbers('simDriver', options.drivers).map((mobile) => ({
      name: `driver ${mobile}`,
      mobile,
      ...createDriverAgent(shared, mobile, random.fork(`driver ${mobile}`)),
    })),
    ...numbers('simRider', options.riders).map((mobile) => ({
      name: `rider ${mobile}`,
      mobile,
      ...createRiderAgent(shared, mobile, random.fork(`rider ${mobile}`)),
    })),
  ];
}

/** Starts a person again whenever something went wrong, such as a session that ended. */
async function live(person: Person, { time, log }: SharedState, signal: AbortSignal): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await person.run(signal);
    } catch (error) {
      if (signal.aborted) return;
      log(`${person.name}: ${error instanceof Error ? error.message : String(error)}`);
      if (error instanceof NotADriver) return;
      await time.waitMs(Math.max(AGAIN_MS, pauseAfter(error, failures) ?? 0), signal);
    }
  }
}
