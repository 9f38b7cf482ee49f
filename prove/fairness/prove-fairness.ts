// Runs one abusive client at full rate on a server with other users; measures their response times, the server's
// memory, and the accepted calls.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { ensureCity } from '../../apps/server/src/modules/maps/testing/ensure-city.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { type FairnessServer, runBurst, type ServerTask, startFlood, startServer } from './abuse.ts';
import type { AbuseTask, Answers } from './attacks.ts';
import { createHonestPeople, type Window } from './honest-people.ts';
import { type Burst, figuresOf, judge, type Measured } from './judge.ts';
import { faults } from './planted.ts';

export interface Pace {
  /** Pairs of an idle and an abused window, for the real server and for a server with a fault that affects times. */
  readonly pairs: number;
  readonly plantedPairs: number;
  readonly windowMs: number;
}

const WARM_UP_MS = 3_000;
const RSS_EVERY_MS = 250;

/** Returns the peak memory while the work runs. */
async function watchRss<T>(
  server: FairnessServer,
  work: () => Promise<T>,
): Promise<{ done: T; rss: number }> {
  let { rss } = await server.figures('collect');
  const look = async () => {
    rss = Math.max(rss, (await server.figures()).rss);
  };
  const timer = setInterval(() => void look(), RSS_EVERY_MS);
  try {
    return { done: await work(), rss };
  } finally {
    clearInterval(timer);
  }
}

interface Trial {
  readonly pairs: number;
  readonly windowMs: number;
  /** Whether a burst of a fixed number of calls follows, to measure what the limits accept. */
  readonly hasBurst: boolean;
}

async function countBurst(server: FairnessServer, task: AbuseTask): Promise<Burst> {
  const before = (await server.figures()).unknown;
  const report = await runBurst(task);
  return { ...report, lookups: (await server.figures()).unknown - before };
}

async function measure(server: FairnessServer, { pairs, windowMs, hasBurst }: Trial): Promise<Measured> {
  const people = createHonestPeople(server.origin);
  try {
    const carType = await people.begin();
    const task = { origin: server.origin, token: await people.signInAbuser(), carType };
    const idle: Window[] = [];
    const abused: Window[] = [];
    const idleRss: number[] = [];
    const abusedRss: number[] = [];
    const flood: Answers = {};
    if (pairs > 0) {
      await people.warmUp();
      await people.work(WARM_UP_MS);
    }
    for (let pair = 0; pair < pairs; pair += 1) {
      const quiet = await watchRss(server, () => people.work(windowMs));
      idle.push(quiet.done);
      idleRss.push(quiet.rss);
      const abuse = await startFlood(task);
      const busy = await watchRss(server, () => people.work(windowMs));
      addAnswers(flood, await abuse.stop());
      abused.push(busy.done);
      abusedRss.push(busy.rss);
    }
    return {
      idle,
      abused,
      flood,
      idleRss: idleRss[0] ?? Number.NaN,
      abusedRss: Math.max(...abusedRss),
      burst: hasBurst ? await countBurst(server, task) : null,
    };
  } finally {
    people.close();
  }
}

async function tryServer(task: ServerTask, trial: Trial): Promise<Measured> {
  const server = await startServer(task);
  try {
    return await measure(server, trial);
  } finally {
    await server.stop();
  }
}

/** Starts a database with the city and its role, for servers that run one after the other. */
async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-fairness-'));
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  await migrate(postgres.url());
  await migrateJobs(postgres.url());
  const role = await ensureAppRole(postgres.url());
  if (!role.separated) throw new Error(role.reason);
  const { dataDir } = await ensureCity(postgres.url());
  return {
    task: { databaseUrl: postgres.url(), role: role.role, dataDir },
    async close(): Promise<void> {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addAnswers(total: Answers, more: Answers): void {
  for (const [attack, statuses] of Object.entries(more)) {
    const counts = total[attack] ?? {};
    total[attack] = counts;
    for (const [status, count] of Object.entries(statuses))
      counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
  }
}

export async function proveFairness(
  { pairs, plantedPairs, windowMs }: Pace,
  log: (line: string) => void,
): Promise<ProofReport> {
  const database = await startDatabase();
  try {
    const planted: PlantedFault[] = [];
    for (const [fault, { sign, isTimed = false }] of faults) {
      const trial = { pairs: isTimed ? plantedPairs : 0, windowMs, hasBurst: !isTimed };
      const measured = await tryServer({ ...database.task, fault }, trial);
      const found = judge(measured).find((sentence) => sign.test(sentence));
      log(`${fault}: ${found ?? 'not found'}`);
      planted.push({ fault, caught: found !== undefined });
    }
    const measured = await tryServer({ ...database.task, fault: null }, { pairs, windowMs, hasBurst: true });
    const answers: Answers = {};
    addAnswers(answers, measured.flood);
    addAnswers(answers, measured.burst?.answers ?? {});
    const tried = Object.values(answers)
      .flatMap((statuses) => Object.values(statuses))
      .reduce((sum, count) => sum + count, 0);
    for (const [attack, statuses] of Object.entries(answers)) log(`${attack}: ${JSON.stringify(statuses)}`);
    const figures = figuresOf(measured);
    log(JSON.stringify(figures));
    return { tried, violations: judge(measured), planted, more: { ...figures, answers } };
  } finally {
    await database.close();
  }
}
