// Race proof: drivers accept the same bookings concurrently, on several servers.
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, sameText } from '../lib/intercepted-database.ts';
import type { PlantedFault, ProofReport, Tried } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { openRounds, type RoundsSize } from './acceptance-rounds.ts';
import { type PlantedRaceFault, plantedRaceFaults } from './planted.ts';
import { startServers } from './server-processes.ts';

const PLANTED_SIZE: RoundsSize = {
  attempts: 400,
  ms: Number.POSITIVE_INFINITY,
  isOver: (found) => found > 0,
};
const INSTANCES = 2;

const sameSend = (send: Send): Send => send;

/** Servers in this process, each with its own modules and connections. */
async function openInstances(database: Omit<ProofDatabase, 'close'>, rewrite: () => Rewrite) {
  const open = async () => {
    const intercepted = interceptDatabase(database, ({ text }, send) => send(rewrite()(text)));
    const subject = await openSubject(intercepted);
    const server = await subject.serve(undefined, ['acceptBooking', 'addToWallet']);
    return { subject, server };
  };
  const instances = [];
  while (instances.length < INSTANCES) instances.push(await open());
  return instances;
}

export interface Races {
  readonly size: RoundsSize;
  /** Number of server processes; 0 for servers in this process. */
  readonly servers: number;
  readonly faults: readonly PlantedRaceFault[];
}

const MINUTE_MS = 60_000;

/** By one of the two flags: the minutes, or the number of acceptances regardless of time. */
export const racesWithin = (minutes: number, attempts: number | null): Races => ({
  size: {
    attempts: attempts ?? Number.POSITIVE_INFINITY,
    ms: attempts === null ? minutes * MINUTE_MS : Number.POSITIVE_INFINITY,
  },
  servers: 2,
  faults: plantedRaceFaults,
});

/** With a planted fault of each kind. */
export const fewRaces: Races = {
  size: { attempts: 60, ms: Number.POSITIVE_INFINITY },
  servers: 0,
  faults: plantedRaceFaults.filter(({ isInShortForm }) => isInShortForm),
};

export async function proveRaces(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  { size, servers, faults }: Races,
): Promise<ProofReport> {
  let rewrite: Rewrite = sameText;
  const instances = await openInstances(database, () => rewrite);
  const sends = instances.map(({ server }) => sendTo(server));
  const [send] = sends;
  if (!send) throw new Error('There is no server');
  const environment = await createAccessEnvironment(database.pool, send);
  const { pool, asOwner } = database;
  const runRounds = await openRounds({ environment, pool, asOwner, sends });
  const planted: PlantedFault[] = [];
  for (const { fault, sign, rewrite: faulty = sameText, answering = sameSend } of faults) {
    const out: Tried = { tried: 0, violations: [] };
    rewrite = faulty;
    await runRounds(PLANTED_SIZE, out, sends.map(answering));
    rewrite = sameText;
    log(`${fault}: ${out.violations.join('; ')}`);
    planted.push({ fault, caught: out.violations.some((text) => sign.test(text)) });
  }
  for (const { subject } of instances) subject.takeFailures();
  log(`${planted.length} faults planted in rounds of acceptances`);
  const processes = servers > 0 ? await startServers(servers, taskOf(database)) : null;
  const out: Tried = { tried: 0, violations: [] };
  try {
    await runRounds(size, out, processes?.sends ?? sends);
  } finally {
    await processes?.stop();
    for (const { server } of instances) await server.close();
  }
  const where = servers > 0 ? `${servers} server processes` : `${INSTANCES} servers in one process`;
  log(`${out.tried} attempts on ${where}, ${out.violations.length} violations`);
  for (const { subject } of instances)
    for (const failure of subject.takeFailures()) out.violations.push(`a server logged ${failure}`);
  return { ...out, planted };
}

const taskOf = ({ connectionString: url, folder }: Omit<ProofDatabase, 'close'>) => ({ url, folder });
