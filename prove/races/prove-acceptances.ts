// First half of the race proof: drivers accept the same bookings concurrently, on several servers.
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, sameText } from '../lib/intercepted-database.ts';
import type { PlantedFault } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { openRounds, type RoundsSize } from './acceptance-rounds.ts';
import type { PlantedRoundsFault } from './planted.ts';
import { startServers } from './server-processes.ts';
import type { Tried } from './try-orders.ts';

const PLANTED_SIZE: RoundsSize = {
  attempts: 400,
  ms: Number.POSITIVE_INFINITY,
  isOver: (found) => found > 0,
};
const INSTANCES = 2;

const sameSend = (send: Send): Send => send;

export interface AcceptancesReport {
  readonly acceptances: Tried;
  readonly planted: readonly PlantedFault[];
  /** Environment in which all users have different mobiles. */
  readonly environment: AccessEnvironment;
}

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

export interface AcceptancesOptions {
  readonly size: RoundsSize;
  /** Number of server processes; 0 for servers in this process. */
  readonly servers: number;
  readonly faults: readonly PlantedRoundsFault[];
}

export async function proveAcceptances(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  { size, servers, faults }: AcceptancesOptions,
): Promise<AcceptancesReport> {
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
  log(
    `${out.tried} attempts on ${servers > 0 ? `${servers} server processes` : `${INSTANCES} servers in one process`}`,
  );
  for (const { subject } of instances)
    for (const failure of subject.takeFailures()) out.violations.push(`a server logged ${failure}`);
  return { acceptances: out, planted, environment };
}

const taskOf = ({ connectionString: url, folder }: Omit<ProofDatabase, 'close'>) => ({ url, folder });
