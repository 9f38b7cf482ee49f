// Runs the actions of a situation in every interleaving: each outcome must equal that of a serial order.
import type pg from 'pg';
import type { Tried } from '../lib/proof.ts';
import { type Bounds, forEachOrder, permutations } from './interleavings.ts';
import { brokenIn, lastEvent, readOutcome, signatureOf } from './outcome.ts';
import type { ActionContext, Callers, PreparedActions, Situation } from './situation.ts';
import type { Action, Choose, Grain, Stepper } from './stepper.ts';

export interface OrderTools {
  readonly context: ActionContext;
  readonly stepper: Stepper;
  readonly asOwner: Pick<pg.Pool, 'query'>;
  /** Adds a rider whose wallet covers one trip. */
  addRiderWithMoney(): Promise<Callers['rider']>;
}

interface OrderResult {
  readonly results: readonly string[];
  readonly signature: string;
  readonly broken: readonly string[];
}

/** Ends the bookings and offers of a run, and makes the drivers free and on duty for the next one. */
async function clear(
  pool: Pick<pg.Pool, 'query'>,
  callers: Callers,
  made: PreparedActions | null,
): Promise<void> {
  if (made !== null) {
    await pool.query(
      "update bookings set status = 'CANCELLED', follows = null, cancelled_by = 'admin', reason = 'Proof' where id = any($1)",
      [made.bookings],
    );
    // Open offers of earlier runs count towards a driver's limit.
    await pool.query(
      "update booking_requests set outcome = 'expired' where booking = any($1) and outcome is null",
      [made.bookings],
    );
  }
  await pool.query('update drivers set queue = false, driver_active_status = true where uid = any($1)', [
    [callers.one.uid, callers.two.uid, callers.free.uid],
  ]);
}

function actionOf({ actions }: PreparedActions, name: string): Action {
  const action = actions[name];
  if (!action) throw new Error(`There is no action ${name}`);
  return action;
}

async function runOnce(
  tools: OrderTools,
  situation: Situation,
  { names, choose, grain }: { names: readonly string[]; choose: Choose; grain: Grain },
): Promise<OrderResult> {
  const { context, stepper } = tools;
  const { pool } = context;
  const rider = situation.hasMoney ? await tools.addRiderWithMoney() : context.callers.rider;
  const callers = { ...context.callers, rider };
  await clear(pool, callers, null);
  const made = await situation.make({ ...context, callers });
  const since = await lastEvent(tools.asOwner);
  const before = await readOutcome(tools.asOwner, made.bookings, { callers, since });
  const actions = names.map((name) => actionOf(made, name));
  const results = await stepper.run(actions, choose, grain);
  const after = await readOutcome(tools.asOwner, made.bookings, { callers, since });
  const ran = {
    results,
    signature: signatureOf(after, { callers, before }),
    broken: brokenIn(after, before),
  };
  await clear(pool, callers, made);
  return ran;
}

const failed = (result: string): boolean => /^5\d\d/.test(result);

/** The outcome of each serial order: the responses in the order of the names, and the state. */
async function runSerially(
  tools: OrderTools,
  situation: Situation,
  names: readonly string[],
): Promise<Map<string, OrderResult>> {
  const ran = new Map<string, OrderResult>();
  for (const order of permutations(names.length)) {
    const choose: Choose = (enabled) => order.find((index) => enabled.includes(index)) ?? 0;
    const one = await runOnce(tools, situation, { names, choose, grain: 'transactions' });
    ran.set(`${one.results.join(' | ')} ${one.signature}`, one);
  }
  return ran;
}

export interface Trial {
  readonly situation: Situation;
  readonly names: readonly string[];
  readonly grain: Grain;
  readonly bounds: Bounds;
  /** Stops, given the number of violations so far. */
  readonly isOver?: (found: number) => boolean;
}

export async function tryOrders(
  tools: OrderTools,
  { situation, names, grain, bounds, isOver }: Trial,
  out: Tried,
) {
  const serial = await runSerially(tools, situation, names);
  const where = `${situation.name}: ${names.join(' with ')}`;
  const found = new Map<string, string>();
  const note = (what: string, order: string): void => {
    if (!found.has(what)) found.set(what, `${where}, in the order ${order}: ${what}`);
  };
  for (const { broken, results } of serial.values())
    for (const what of [...broken, ...results.filter(failed)]) note(what, 'one after the other');
  const tried = await forEachOrder(async (choose, order) => {
    const ran = await runOnce(tools, situation, { names, choose, grain });
    const as = order().join('');
    const answers = ran.results.join(' | ');
    for (const what of [...ran.broken, ...ran.results.filter(failed)]) note(what, as);
    if (!serial.has(`${answers} ${ran.signature}`))
      note(`answered ${answers}, which no order one after the other is and ${describe(ran, serial)}`, as);
    return isOver?.(found.size) ?? false;
  }, bounds);
  out.tried += tried;
  out.violations.push(...found.values());
}

/** Describes the difference to the serial orders with the same responses. */
function describe(ran: OrderResult, serial: ReadonlyMap<string, OrderResult>): string {
  const answers = ran.results.join(' | ');
  const same = [...serial.values()].find(({ results }) => results.join(' | ') === answers);
  return same ? `the state is ${ran.signature}, not ${same.signature}` : `leads to ${ran.signature}`;
}
