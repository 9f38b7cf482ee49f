// Loads a server with several times its capacity while essential calls (trips, payments, sign-in) continue at their
// rate.
import type { Answered, Calls } from './calls.ts';
import type { FloodReport, FloodTask } from './flood.ts';
import { type Kind, kinds, type People } from './people.ts';
import { runFlood, type ServerProcess } from './processes.ts';

/** Frequency of each kind among the essential calls, and the number of calls that one of the kind makes. */
const shares: Readonly<Record<Kind, number>> = {
  'trip step': 0.36,
  position: 0.44,
  payment: 0.1,
  'sign-in': 0.1,
};
const callsEach: Readonly<Record<Kind, number>> = {
  'trip step': 1,
  position: 1,
  payment: 2,
  'sign-in': 2,
};
/** Share of the capacity for essential calls alone. */
const ESSENTIAL_LOAD = 0.2;
/** An essential call that takes longer counts as failed, in ms. */
export const DEADLINE_MS = 2_000;
const TICK_MS = 10;
const RSS_EVERY_MS = 250;
/** Callers of the closed loop, each with one call at a time. */
const CLOSED_CALLERS = 8;
const MAX_CONNECTIONS = 600;
const RECOVERY_WATCHED_MS = 3_000;
const RECOVERY_EVERY_MS = 50;
const LIST_EVERY_MS = 100;
/** After the load, a list may take twice its longest time before, and half a second on any machine. */
const LIST_TIMES_BEFORE = 2;
const RECOVERED_LIST_MS = 500;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const succeeded = ({ status }: Answered): boolean => status >= 200 && status < 400;

export interface Loaded {
  readonly server: ServerProcess;
  readonly calls: Calls;
  readonly people: People;
}

export interface KindResult {
  readonly due: number;
  readonly inTime: number;
  readonly ms: readonly number[];
  readonly failures: readonly string[];
}

export interface Capacity {
  /** Calls of each kind per second, at every load. */
  readonly rates: Rates;
  /** Essential calls per second, and all calls per second. */
  readonly essential: number;
  readonly all: number;
}

export interface LevelResult {
  /** Offered load as a multiple of the capacity. */
  readonly times: number;
  readonly seconds: number;
  readonly essential: Readonly<Record<Kind, KindResult>>;
  readonly flood: FloodReport;
  /** Time in ms of each shed list, measured outside the flood, whose own process may wait for the processor. */
  readonly shedMs: readonly number[];
  /** Time in ms after the end of the load until lists are answered as before. */
  readonly recoveredAfterMs: number;
  /** Peak memory in bytes. */
  readonly rss: number;
}

type Rates = Readonly<Record<Kind, number>>;

/** Essential calls that the server answers per second without other calls, from a few closed-loop callers. */
async function essentialCapacity(ms: number, { people, calls }: Loaded): Promise<number> {
  const turn = kinds.flatMap((kind) => Array.from({ length: shares[kind] * 50 }, () => kind));
  const endsAt = performance.now() + ms;
  let next = 0;
  let done = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      // 17 and the length have no common factor, so the kinds are mixed.
      const kind = turn[(next * 17) % turn.length] ?? 'position';
      next += 1;
      if (succeeded(await people.act(kind, calls))) done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLOSED_CALLERS }, work));
  return done / (ms / 1_000);
}

/** Makes essential calls of each kind at its rate for this time; resolves when all are answered. */
async function actFor(
  ms: number,
  { people, calls }: Loaded,
  rates: Rates,
): Promise<Record<Kind, KindResult>> {
  const actKind = async (kind: Kind): Promise<KindResult> => {
    const times: number[] = [];
    const failures: string[] = [];
    const running: Promise<void>[] = [];
    let inTime = 0;
    const begun = performance.now();
    while (performance.now() - begun < ms) {
      const now = ((performance.now() - begun) / 1_000) * rates[kind];
      while (running.length < now) {
        running.push(
          people.act(kind, calls).then((answer) => {
            times.push(answer.ms);
            if (!succeeded(answer)) failures.push(`${answer.status} ${answer.text.slice(0, 120)}`);
            else if (answer.ms <= DEADLINE_MS) inTime += 1;
          }),
        );
      }
      await wait(TICK_MS);
    }
    await Promise.all(running);
    return { due: running.length, inTime, ms: times, failures };
  };
  const results = await Promise.all(kinds.map(actKind));
  const resultOf = (kind: Kind): KindResult => {
    const found = results[kinds.indexOf(kind)];
    if (found === undefined) throw new Error(`There is no result of ${kind}`);
    return found;
  };
  return {
    'trip step': resultOf('trip step'),
    position: resultOf('position'),
    payment: resultOf('payment'),
    'sign-in': resultOf('sign-in'),
  };
}

/** Peak memory in bytes while the work runs. */
async function watchRss<T>(server: ServerProcess, work: () => Promise<T>): Promise<{ done: T; rss: number }> {
  let { rss } = await server.figures();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await wait(RSS_EVERY_MS);
      rss = Math.max(rss, (await server.figures()).rss);
    }
  })();
  const done = await work();
  isOver = true;
  await watching;
  return { done, rss };
}

export async function createLoad(loaded: Loaded) {
  const { server, people, calls } = loaded;
  const rider = await people.environment.person('rider');
  const target = {
    origin: server.origin,
    admin: people.admin.headers.authorization ?? '',
    rider: rider.headers.authorization ?? '',
    carType: people.environment.carType,
  };
  const floodFor = (ms: number, more: Pick<FloodTask, 'rate' | 'connections'>) =>
    runFlood({ ...target, ms, ...more });

  let longestListMs = RECOVERED_LIST_MS;
  const askList = () =>
    calls.send({ method: 'GET', path: '/api/v1/bookings?limit=50', headers: people.admin.headers });

  /** Time in ms until the last list that failed or was slow; 0 when all were answered as before. */
  async function watchRecovery(): Promise<number> {
    const begun = performance.now();
    let recoveredAfterMs = 0;
    while (performance.now() - begun < RECOVERY_WATCHED_MS) {
      const answer = await askList();
      if (!succeeded(answer) || answer.ms > longestListMs) recoveredAfterMs = performance.now() - begun;
      await wait(RECOVERY_EVERY_MS);
    }
    return recoveredAfterMs;
  }

  async function askListsFor(ms: number): Promise<Answered[]> {
    const endsAt = performance.now() + ms;
    const answers: Answered[] = [];
    while (performance.now() < endsAt) {
      answers.push(await askList());
      await wait(LIST_EVERY_MS);
    }
    return answers;
  }

  return {
    /** Calls that the server answers per second in closed loops: first essential calls only, then all. */
    async measureCapacity(ms: number): Promise<Capacity> {
      await floodFor(ms / 2, { rate: null, connections: CLOSED_CALLERS });
      await essentialCapacity(ms / 2, loaded);
      const before = (await askListsFor(ms / 2)).map((answer) => answer.ms);
      longestListMs = Math.max(RECOVERED_LIST_MS, LIST_TIMES_BEFORE * Math.max(...before));
      const alone = ESSENTIAL_LOAD * (await essentialCapacity(ms, loaded));
      const rates: Rates = {
        'trip step': alone * shares['trip step'],
        position: alone * shares.position,
        payment: alone * shares.payment,
        'sign-in': alone * shares['sign-in'],
      };
      const essential = kinds.reduce((sum, kind) => sum + rates[kind] * callsEach[kind], 0);
      const flooding = floodFor(ms, { rate: null, connections: CLOSED_CALLERS });
      await actFor(ms, loaded, rates);
      const { succeeded: answered } = await flooding;
      return { rates, essential, all: essential + answered / (ms / 1_000) };
    },

    /** Offers this multiple of the capacity for this time. */
    async runLevel(
      times: number,
      { rates, essential: calls, all }: Capacity,
      ms: number,
    ): Promise<LevelResult> {
      const rate = Math.max(1, times * all - calls);
      const { done, rss } = await watchRss(server, async () => {
        const flooding = floodFor(ms, { rate, connections: MAX_CONNECTIONS });
        const lists = askListsFor(ms);
        const essential = await actFor(ms, loaded, rates);
        const shed = (await lists).filter(({ status }) => status === 503);
        return { essential, flood: await flooding, shedMs: shed.map((answer) => answer.ms) };
      });
      return { times, seconds: ms / 1_000, ...done, rss, recoveredAfterMs: await watchRecovery() };
    },
  };
}
