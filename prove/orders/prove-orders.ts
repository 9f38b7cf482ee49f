// Order proof: every interleaving of two and three actions, on a server whose statements run step by step.
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, sameText } from '../lib/intercepted-database.ts';
import type { PlantedFault, ProofReport, Tried } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { type Bounds, choices } from './interleavings.ts';
import { type PlantedOrderFault, plantedOrderFaults } from './planted.ts';
import type { Callers, Situation } from './situation.ts';
import { situations } from './situations.ts';
import { createStepper, type Grain } from './stepper.ts';
import { type OrderTools, tryOrders } from './try-orders.ts';

/** Actions of a situation. */
interface NamedGroup {
  readonly situation: string;
  readonly names: readonly string[];
}

export interface Orders {
  /** Number of concurrent actions, where they stop, and the time for their groups. */
  readonly groups: readonly {
    readonly size: number;
    readonly grain: Grain;
    readonly bounds: Bounds;
    readonly ms: number;
    /** Most groups. */
    readonly most?: number;
    /** The only groups; all of this size when left out. */
    readonly only?: readonly NamedGroup[];
  }[];
  readonly faults: readonly PlantedOrderFault[];
  readonly plantedBounds: Bounds;
}

const MINUTE_MS = 60_000;

/** Share of the time for two actions, when it is limited. */
const PAIRS_SHARE = 0.6;

/** All groups, or those for which the time is enough. */
export const ordersWithin = (minutes: number = Number.POSITIVE_INFINITY): Orders => ({
  groups: [
    {
      size: 2,
      grain: 'locks and writes',
      bounds: { preemptions: 2 },
      ms: minutes * PAIRS_SHARE * MINUTE_MS,
    },
    {
      size: 3,
      grain: 'transactions',
      bounds: { preemptions: 1 },
      ms: minutes * (1 - PAIRS_SHARE) * MINUTE_MS,
    },
  ],
  faults: plantedOrderFaults,
  plantedBounds: { preemptions: 2 },
});

/** One group of actions for each situation, and those in which a fault was found. */
export const fewOrders: Orders = {
  groups: [
    {
      size: 2,
      grain: 'locks and writes',
      bounds: { preemptions: 1, most: 8 },
      ms: Number.POSITIVE_INFINITY,
      most: 7,
    },
    {
      size: 2,
      grain: 'locks and writes',
      bounds: { preemptions: 1 },
      ms: Number.POSITIVE_INFINITY,
      only: [{ situation: 'ACCEPTED', names: ['admin gives it to another', 'two accepts late'] }],
    },
  ],
  faults: plantedOrderFaults.filter(({ isInShortForm }) => isInShortForm),
  plantedBounds: { preemptions: 1, most: 30 },
};

async function openTools(database: Omit<ProofDatabase, 'close'>) {
  const stepper = createStepper(database.asOwner);
  let rewrite: Rewrite = sameText;
  const subject = await openSubject(
    interceptDatabase(database, (statement, send) =>
      stepper.intercept(statement, (text) => send(rewrite(text))),
    ),
    { clock: { now: () => Date.now() + stepper.offset() } },
  );
  const { modules } = subject;
  await modules.withTx((tx) => modules.settings.api.edit(tx, { autoDispatch: false }));
  modules.settings.refresh();
  const server = await subject.serve();
  const send = sendTo(server);
  const environment = await createAccessEnvironment(database.pool, send);
  const callers: Callers = {
    rider: await environment.person('rider'),
    'other rider': await environment.person('rider'),
    one: await environment.person('driver'),
    two: await environment.person('driver'),
    free: await environment.person('driver'),
    admin: await environment.person('admin'),
  };
  const tools: OrderTools = {
    context: { environment, pool: database.pool, modules, send, callers },
    stepper,
    asOwner: database.asOwner,
    async addRiderWithMoney() {
      const rider = await environment.person('rider');
      const body = { amount: 110, source: 'cash', reason: 'Proof' };
      await send('addToWallet', { params: { id: rider.uid }, body }, callers.admin);
      return rider;
    },
  };
  return {
    tools,
    plant: (given: Rewrite): void => {
      rewrite = given;
    },
    takeFailures: subject.takeFailures,
    close: () => server.close(),
  };
}

type Opened = Awaited<ReturnType<typeof openTools>>;

/** One violation is enough to detect a fault. */
const hasFound = (found: number): boolean => found > 0;

async function plantFaults(
  { tools, plant, takeFailures }: Opened,
  { faults, plantedBounds: bounds }: Orders,
  log: (line: string) => void,
): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, sign, situation: name, names, rewrite = sameText, inDatabase } of faults) {
    const { situation } = groupNamed({ situation: name, names });
    const faulty: Tried = { tried: 0, violations: [] };
    const trial = { situation, names, grain: 'locks and writes' as const, bounds, isOver: hasFound };
    if (inDatabase) await tools.asOwner.query(inDatabase.plant);
    let isPlanted = rewrite === sameText;
    plant((text) => {
      const rewritten = rewrite(text);
      isPlanted ||= rewritten !== text;
      return rewritten;
    });
    await tryOrders(tools, trial, faulty);
    plant(sameText);
    if (inDatabase) await tools.asOwner.query(inDatabase.remove);
    // The server's statement has another text now, so nothing was tested: the fault must be adapted.
    if (!isPlanted) throw new Error(`No statement was changed by the fault: ${fault}`);
    log(`${fault}: ${faulty.violations.join('; ')}`);
    planted.push({ fault, caught: faulty.violations.some((text) => sign.test(text)) });
  }
  takeFailures();
  return planted;
}

export async function proveOrders(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  wanted: Orders,
): Promise<ProofReport> {
  const opened = await openTools(database);
  const planted = await plantFaults(opened, wanted, log);
  log(`${planted.length} faults planted in orders of statements`);
  const orders: Tried = { tried: 0, violations: [] };
  const counts: string[] = [];
  for (const { size, grain, bounds, ms, most, only } of wanted.groups) {
    const all = only === undefined ? groupsOf(size) : only.map(groupNamed);
    const endsAt = performance.now() + ms;
    const before = orders.tried;
    let tried = 0;
    for (const group of all.slice(0, most)) {
      if (performance.now() >= endsAt) break;
      await tryOrders(opened.tools, { ...group, grain, bounds }, orders);
      tried += 1;
    }
    counts.push(`${tried} of ${all.length} groups of ${size} actions in ${orders.tried - before} orders`);
    log(counts.at(-1) ?? '');
  }
  await opened.close();
  for (const failure of opened.takeFailures()) orders.violations.push(`the server logged ${failure}`);
  return { ...orders, planted, more: { groups: counts } };
}

interface Group {
  readonly situation: Situation;
  readonly names: readonly string[];
}

/** All groups of this size, those of each situation in turn. */
const groupsOf = (size: number): Group[] =>
  inTurns(
    situations.map((situation) => choices(situation.actions, size).map((names) => ({ situation, names }))),
  );

function groupNamed({ situation: name, names }: NamedGroup): Group {
  const situation = situations.find((one) => one.name === name);
  if (!situation) throw new Error(`There is no situation ${name}`);
  return { situation, names };
}

/** The first item of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
