// The first half of the proof: every order of the steps of two and three actions, on a server whose statements are stepped.
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, sameText } from '../lib/intercepted-database.ts';
import type { PlantedFault } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { type Bounds, choices } from './interleavings.ts';
import { plantedRaces, rewriteOf } from './planted.ts';
import type { Cast } from './scene.ts';
import { scenes } from './scenes.ts';
import { createStepper, type Grain } from './stepper.ts';
import { type OrderTools, type Tried, tryOrders } from './try-orders.ts';

export interface Orders {
  /** How many actions at once, where they stop, and for how long their groups are tried. */
  readonly groups: readonly {
    readonly size: number;
    readonly grain: Grain;
    readonly bounds: Bounds;
    readonly ms: number;
    /** At most so many groups. */
    readonly most?: number;
  }[];
  readonly plantedBounds: Bounds;
}

const MINUTE_MS = 60_000;

export const ordersWithin = (minutes: number): Orders => ({
  groups: [
    { size: 2, grain: 'locks and writes', bounds: { preemptions: 2 }, ms: minutes * 0.6 * MINUTE_MS },
    { size: 3, grain: 'transactions', bounds: { preemptions: 1 }, ms: minutes * 0.4 * MINUTE_MS },
  ],
  plantedBounds: { preemptions: 2 },
});

export const fewOrders: Orders = {
  groups: [
    {
      size: 2,
      grain: 'locks and writes',
      bounds: { preemptions: 1, most: 8 },
      ms: Number.POSITIVE_INFINITY,
      most: 7,
    },
  ],
  plantedBounds: { preemptions: 1, most: 30 },
};

async function openTools(database: Omit<ProofDatabase, 'close'>, environment: AccessEnvironment) {
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
  const cast: Cast = {
    rider: await environment.person('rider'),
    'other rider': await environment.person('rider'),
    one: await environment.person('driver'),
    two: await environment.person('driver'),
    free: await environment.person('driver'),
    admin: await environment.person('admin'),
  };
  const tools: OrderTools = {
    stage: { environment, pool: database.pool, modules, send, cast },
    stepper,
    asOwner: database.asOwner,
    async addRiderWithMoney() {
      const rider = await environment.person('rider');
      const body = { amount: 110, source: 'cash', reason: 'Proof' };
      await send('addToWallet', { params: { id: rider.uid }, body }, cast.admin);
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

/** One violation is enough of a fault. */
const hasFound = (found: number): boolean => found > 0;

async function plantRaces({ tools, plant, takeFailures }: Opened, bounds: Bounds): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const race of plantedRaces) {
    const scene = scenes.find(({ name }) => name === race.scene);
    if (!scene) throw new Error(`There is no scene ${race.scene}`);
    const faulty: Tried = { tried: 0, violations: [] };
    const trial = { scene, names: race.names, grain: 'locks and writes' as const, bounds, isOver: hasFound };
    if (race.inDatabase) await tools.asOwner.query(race.inDatabase.plant);
    plant(rewriteOf(race));
    await tryOrders(tools, trial, faulty);
    plant(sameText);
    if (race.inDatabase) await tools.asOwner.query(race.inDatabase.remove);
    planted.push({ fault: race.fault, caught: faulty.violations.length > 0 });
  }
  takeFailures();
  return planted;
}

export interface OrdersReport {
  readonly orders: Tried;
  readonly planted: readonly PlantedFault[];
  readonly counts: readonly string[];
}

export async function proveOrders(
  database: Omit<ProofDatabase, 'close'>,
  say: (line: string) => void,
  { orders: { groups, plantedBounds }, environment }: { orders: Orders; environment: AccessEnvironment },
): Promise<OrdersReport> {
  const opened = await openTools(database, environment);
  const planted = await plantRaces(opened, plantedBounds);
  say(`${planted.length} faults planted in orders of statements`);
  const orders: Tried = { tried: 0, violations: [] };
  const counts: string[] = [];
  for (const { size, grain, bounds, ms, most } of groups) {
    const all = inTurns(
      scenes.map((scene) => choices(scene.actions, size).map((names) => ({ scene, names }))),
    );
    const endsAt = performance.now() + ms;
    const before = orders.tried;
    let tried = 0;
    for (const group of all.slice(0, most)) {
      if (performance.now() >= endsAt) break;
      await tryOrders(opened.tools, { ...group, grain, bounds }, orders);
      tried += 1;
    }
    counts.push(`${tried} of ${all.length} groups of ${size} actions in ${orders.tried - before} orders`);
    say(counts.at(-1) ?? '');
  }
  await opened.close();
  for (const failure of opened.takeFailures()) orders.violations.push(`the server logged ${failure}`);
  return { orders, planted, counts };
}

/** The first of each list, the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
