// Isolation proof: checks planted faults first, then runs rounds of concurrent calls and long histories of money
// movements.
import { seededRandom } from '@kerb/testing';
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { type IsolationServers, openServers } from './isolation-servers.ts';
import { runHistory } from './ledger-history.ts';
import { type PlantedIsolationFault, plantedIsolationFaults } from './planted.ts';
import { promoScene } from './promo-scene.ts';
import type { OpenScene, SceneTools } from './scene.ts';
import { tripScene } from './trip-scene.ts';
import { walletScene } from './wallet-scene.ts';

export interface IsolationSize {
  /** Rounds of each scene. */
  readonly rounds: number;
  readonly histories: number;
  /** Calls of each client in a history. */
  readonly each: number;
  readonly seed: number;
  readonly faults: readonly PlantedIsolationFault[];
}

export const longRun = (seed: number): IsolationSize => ({
  rounds: 200,
  histories: 6,
  each: 20,
  seed,
  faults: plantedIsolationFaults,
});

export const shortRun: IsolationSize = {
  rounds: 6,
  histories: 1,
  each: 4,
  seed: 20_261,
  faults: plantedIsolationFaults.filter(({ isInShortForm }) => isInShortForm),
};

const scenes = [walletScene, promoScene, tripScene];
const MIN_CLIENTS = 8;
const MAX_CLIENTS = 16;
const HISTORY_CLIENTS = 32;
/** Rounds within which a planted fault must be found. */
const PLANTED_ROUNDS = 100;
const PLANTED_EACH = 4;
const REPORT_EVERY = 50;

interface Subjects {
  readonly servers: IsolationServers;
  readonly database: Pick<ProofDatabase, 'asOwner'>;
  readonly tools: Omit<SceneTools, 'during'>;
}

interface Tried {
  calls: number;
  undecided: number;
  readonly violations: string[];
}

type Interfering = NonNullable<PlantedIsolationFault['interference']>;

const noInterference: Interfering = () => ({});

/** Opens the scenes and the history with the interference for their calls. */
async function openTrials({ servers, tools }: Subjects, random: () => number, interference = noInterference) {
  const whole: SceneTools = {
    ...tools,
    during: (work) => servers.interfere(random, interference(), work),
  };
  return {
    open: (name: string): Promise<OpenScene> => {
      const scene = scenes.find((one) => one.name === name);
      if (!scene) throw new Error(`There is no scene ${name}`);
      return scene.open(whole);
    },
    history: (each: number) => runHistory(whole, random, { clients: HISTORY_CLIENTS, each }),
  };
}

const clientsOf = (random: () => number): number =>
  MIN_CLIENTS + Math.floor(random() * (MAX_CLIENTS - MIN_CLIENTS + 1));

async function tryFault(
  subjects: Subjects,
  { scene, sign, interference, inDatabase }: PlantedIsolationFault,
  seed: number,
): Promise<boolean> {
  const random = seededRandom(seed);
  const trials = await openTrials(subjects, random, interference);
  const open = scene === 'history' ? null : await trials.open(scene);
  if (inDatabase) await subjects.database.asOwner.query(inDatabase.plant);
  try {
    for (let round = 0; round < PLANTED_ROUNDS; round += 1) {
      const { violations } = await (open?.run(random, clientsOf(random)) ?? trials.history(PLANTED_EACH));
      if (violations.some((text) => sign.test(text))) return true;
    }
    return false;
  } finally {
    if (inDatabase) await subjects.database.asOwner.query(inDatabase.remove);
    // Discards internal errors that the planted fault caused.
    subjects.servers.takeFailures();
  }
}

/** Runs rounds of all scenes in turn, and the histories. */
async function tryAll(
  subjects: Subjects,
  { rounds, histories, each, seed }: IsolationSize,
  log: (line: string) => void,
): Promise<Tried> {
  const out: Tried = { calls: 0, undecided: 0, violations: [] };
  const random = seededRandom(seed);
  const trials = await openTrials(subjects, random);
  const open = await Promise.all(scenes.map(({ name }) => trials.open(name)));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, run } of open) {
      const { calls, violations, isUndecided } = await run(random, clientsOf(random));
      out.calls += calls;
      out.undecided += isUndecided ? 1 : 0;
      for (const text of violations) out.violations.push(`${name}, round ${round} of seed ${seed}: ${text}`);
    }
    if (round % REPORT_EVERY === 0) log(`${round} rounds of each scene, ${out.violations.length} violations`);
  }
  for (let nth = 1; nth <= histories; nth += 1) {
    const { calls, violations } = await trials.history(each);
    out.calls += calls;
    for (const text of violations) out.violations.push(`history ${nth} of seed ${seed}: ${text}`);
  }
  for (const failure of subjects.servers.takeFailures()) out.violations.push(`a server logged ${failure}`);
  return out;
}

export async function proveIsolation(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  size: IsolationSize,
): Promise<ProofReport> {
  const servers = await openServers(database);
  try {
    const [send] = servers.sends;
    if (!send) throw new Error('There is no server');
    const environment = await createAccessEnvironment(database.pool, send);
    const tools = { environment, pool: database.pool, sends: servers.sends };
    const subjects: Subjects = { servers, database, tools };
    const planted: PlantedFault[] = [];
    for (const fault of size.faults)
      planted.push({ fault: fault.fault, caught: await tryFault(subjects, fault, size.seed) });
    log(`${planted.length} faults planted`);
    const { calls, undecided, violations } = await tryAll(subjects, size, log);
    const rounds = size.rounds * scenes.length;
    return { tried: calls, violations, planted, more: { rounds, histories: size.histories, undecided } };
  } finally {
    await servers.close();
  }
}
