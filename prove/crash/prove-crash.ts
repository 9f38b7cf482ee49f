// Crash proof: checks planted faults first, then interrupts important routes before and after each of their statements.
import type { RouteName } from '@kerb/contract';
import type pg from 'pg';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { openDatabase, type Queries } from '../../apps/server/src/kit/db/index.ts';
import { proxyOf } from '../../apps/server/src/kit/testing/fault-proxy.ts';
import { verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import { keyedSendTo } from '../idempotency/keyed-call.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { openSubject, type Plant, type Subject } from '../lib/subject.ts';
import { createRowCounter } from '../lib/written-rows.ts';
import { plantedCrashFaults } from './planted.ts';
import { type CrashTools, tryCut, tryWhole } from './try-cut.ts';

interface CrashDatabase {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly asOwner: pg.Pool;
  readonly queries: Queries;
  readonly folder: string;
}

const crashRoutes: readonly RouteName[] = [
  'createBooking',
  'acceptBooking',
  'arriveBooking',
  'startBooking',
  'reachBooking',
  'collectBooking',
  'payBooking',
  'addToWallet',
  'requestWithdraw',
  'cancelBooking',
];
const fewRoutes: readonly RouteName[] = ['acceptBooking'];
const FEW_STATEMENTS = 4;
/** The last statements of a call reveal every planted fault. */
const PLANTED_STATEMENTS = 3;

const MAX_ATTEMPTS = 50;
const noFiles = { put: async () => undefined, get: async () => null, remove: async () => undefined };
/**
 * Ledger checks that are skipped, because the bookings of the experiment are inserted without the payments before their
 * status.
 */
const uncheckedOfLedger = ['paid bookings and their rides', 'seals signed here'];

/** Checks the invariants that must hold after any interruption. */
async function judgeDatabase({ pool, queries }: CrashDatabase): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await pool.query<{ busy: number }>(
    `select count(*)::int as busy from drivers d where queue and not exists (
       select 1 from bookings b where b.driver = d.uid and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'))`,
  );
  const busy = rows[0]?.busy ?? 0;
  if (busy > 0) found.push(`${busy} drivers are busy without a trip`);
  const { checks } = await verifyLedger({ db: queries, storage: noFiles, secret: 'secret of the proofs' });
  for (const { name, differences } of checks)
    if (differences.length > 0 && !uncheckedOfLedger.includes(name))
      found.push(`the ledger differs, ${name}: ${differences[0]}`);
  return found;
}

interface Trial {
  readonly database: CrashDatabase;
  readonly subject: Subject;
  readonly tools: CrashTools;
}

interface Tried {
  tried: number;
  readonly violations: string[];
}

/**
 * Interrupts before and after each statement, or only the last ones, around the commit and the storing of the response.
 */
async function tryRoute(
  name: RouteName,
  tools: CrashTools,
  out: Tried,
  most = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const whole = await tryWhole(name, tools);
  const first = Math.max(1, whole.statements - most + 1);
  for (let statement = first; statement <= whole.statements; statement += 1)
    for (const cut of ['before', 'after'] as const) {
      out.tried += 1;
      out.violations.push(...(await tryCut(name, { statement, cut }, whole, tools)));
    }
  return whole.statements;
}

async function toolsWith(plant: Plant | undefined, { subject, tools }: Trial, route: RouteName) {
  if (plant === undefined) return { tools, close: async () => undefined };
  const server = await subject.serve(plant, [route]);
  return { tools: { ...tools, send: keyedSendTo(server) }, close: () => server.close() };
}

async function plantFaults(trial: Trial, isShort: boolean): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  const { database } = trial;
  const { asOwner } = database;
  const faults = plantedCrashFaults.filter(({ isInShortForm }) => isInShortForm || !isShort);
  for (const { fault, route, sign, plant, wrap, inDatabase, corrupt } of faults) {
    if (inDatabase) await asOwner.query(inDatabase.plant);
    const { tools, close } = await toolsWith(plant, trial, route);
    const send = wrap ? wrap(tools.send, asOwner) : tools.send;
    const out: Tried = { tried: 0, violations: [] };
    await tryRoute(route, { ...tools, send }, out, PLANTED_STATEMENTS);
    const restore = await corrupt?.(asOwner);
    const found = [...out.violations, ...(await judgeDatabase(database))];
    await restore?.();
    await close();
    if (inDatabase) await asOwner.query(inDatabase.remove);
    planted.push({ fault, caught: found.some((text) => sign.test(text)) });
  }
  return planted;
}

export async function proveCrash(
  database: CrashDatabase,
  log: (line: string) => void,
  { isShort }: { isShort: boolean },
): Promise<ProofReport> {
  const proxy = await proxyOf(database.connectionString);
  const through = openDatabase({ connectionString: proxy.url, role: APP_ROLE });
  const subject = await openSubject({ ...through, asOwner: database.asOwner, folder: database.folder });
  const server = await subject.serve();
  const send = sendTo(server);
  const environment = await createAccessEnvironment(database.pool, send);
  const tools: CrashTools = {
    context: { environment, pool: database.pool, send },
    counter: await createRowCounter(database.asOwner),
    proxy,
    send: keyedSendTo(server),
    async warmUp() {
      // A connection that was cut while idle only fails when it is used.
      const use = () =>
        through.pool.query('select pg_sleep(0.01)').then(
          () => true,
          () => false,
        );
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1)
        if ((await Promise.all([use(), use(), use()])).every(Boolean)) return;
      throw new Error('The server does not reach the database again');
    },
  };
  try {
    const planted = await plantFaults({ database, subject, tools }, isShort);
    log(`${planted.length} faults planted`);
    const out: Tried = { tried: 0, violations: [] };
    const most = isShort ? FEW_STATEMENTS : Number.MAX_SAFE_INTEGER;
    for (const name of isShort ? fewRoutes : crashRoutes)
      log(`${name}: cut before and after each of ${await tryRoute(name, tools, out, most)} statements`);
    return {
      tried: out.tried,
      violations: [...out.violations, ...(await judgeDatabase(database))],
      planted,
    };
  } finally {
    await server.close();
    await through.close();
    await proxy.close();
  }
}
