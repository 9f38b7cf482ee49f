// Overload proof: calls beyond a server's capacity, and clients that occupy its connections; on servers with planted
// faults first, then on the real one.
import type pg from 'pg';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { type ClientLimits, defaultClientLimits } from '../../apps/server/src/kit/http/client-limits.ts';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { createCalls } from './calls.ts';
import { runDrill } from './drill.ts';
import { createHostileClients, type HostileSize } from './hostile-clients.ts';
import { type OverloadServer, openOverloadServer } from './overload-server.ts';
import { createPeople, type People } from './people.ts';
import { type Fault, faults } from './planted.ts';

/** Host of the servers of the proof: database, role and folder. */
export interface ProofHost {
  readonly connectionString: string;
  readonly role: string;
  readonly folder: string;
  readonly pool: pg.Pool;
  readonly environment: AccessEnvironment;
}

interface Found {
  readonly found: readonly string[];
  readonly tried: number;
}

/** Short limits, so that the proof does not wait for those of production. */
export const shortLimits: ClientLimits = {
  ...defaultClientLimits,
  headersWithinMs: 300,
  requestWithinMs: 600,
  examinedEveryMs: 100,
  waiting: 200,
};

/** One driver, so that the steps belong to the same trip. */
const DRIVERS = 1;
const SLOW = 20;
const IDLE = 600;
const smallSize: HostileSize = { slow: SLOW, idle: IDLE, bodyBytes: 2 * 1024 * 1024 };

async function onServer<T>(
  host: ProofHost,
  options: { fault: string | null; clients?: ClientLimits },
  work: (server: OverloadServer) => Promise<T>,
): Promise<T> {
  const database = openDatabase({
    connectionString: host.connectionString,
    applicationName: 'kerb-proof',
    role: host.role,
  });
  const server = await openOverloadServer({
    config: parseConfig({
      KERB_DATA: host.folder,
      PORT: '0',
      KERB_SIM_DRIVERS: '0',
      KERB_PAST_DAYS: '0',
      OTP_PER_DAY: '100000',
    }),
    database,
    isSimulated: true,
    ...options,
  });
  try {
    return await work(server);
  } finally {
    await server.close();
    await database.close();
  }
}

function tryDrill(host: ProofHost, people: People, fault: string | null): Promise<Found> {
  return onServer(host, { fault }, async (server) => {
    const calls = createCalls(server.origin);
    try {
      return await runDrill({ server, calls, people });
    } finally {
      calls.close();
    }
  });
}

function tryHostileClients(host: ProofHost, fault: string | null): Promise<Found> {
  return onServer(host, { fault, clients: shortLimits }, async ({ origin, connections }) => {
    // With a planted fault, the whole grace time is waited for.
    const graceMs = fault === null ? 10_000 : 500;
    const clients = createHostileClients({ origin, connections, graceMs, limits: shortLimits });
    try {
      const found = await Promise.all([
        clients.slowHeaders(smallSize.slow),
        clients.slowBodies(smallSize.slow),
        clients.sendHugeBody(smallSize.bodyBytes),
        clients.floodHeaders(),
      ]);
      found.push(await clients.stayIdle(smallSize.idle));
      return { found: found.flat(), tried: 2 * smallSize.slow + 2 + smallSize.idle };
    } finally {
      clients.close();
    }
  });
}

/** Faults of a part, each with the violations of a server that has it. */
const faultsOf = (part: Fault['part']): [name: string, fault: Fault][] =>
  [...faults].filter(([, fault]) => fault.part === part);

/** The parts whose result does not depend on the speed of the machine. */
export async function proveSimulated(host: ProofHost, log: (line: string) => void): Promise<ProofReport> {
  const judge = (name: string, { sign }: Fault, { found }: Found): PlantedFault => {
    const seen = found.find((sentence) => sign.test(sentence));
    log(`${name}: ${seen ?? 'not found'}`);
    return { fault: name, caught: seen !== undefined };
  };
  // Their clients mostly wait, so these servers run in parallel.
  const hostile = Promise.all(
    faultsOf('hostile clients').map(async ([name, fault]) =>
      judge(name, fault, await tryHostileClients(host, name)),
    ),
  );
  const people = await createPeople(host, { drivers: DRIVERS });
  const planted: PlantedFault[] = [];
  for (const [name, fault] of faultsOf('drill'))
    planted.push(judge(name, fault, await tryDrill(host, people, name)));
  planted.push(...(await hostile));
  const real = [await tryDrill(host, people, null), await tryHostileClients(host, null)];
  return {
    tried: real.reduce((sum, { tried }) => sum + tried, 0),
    violations: real.flatMap(({ found }) => found),
    planted,
  };
}
