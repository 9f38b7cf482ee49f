// Interrupts a call at one of its statements, as if its server had crashed, and repeats it at another server.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import type { Cut, FaultProxy } from '../../apps/server/src/kit/testing/fault-proxy.ts';
import { cases } from '../idempotency/cases.ts';
import type { KeyedAnswer, KeyedSend } from '../idempotency/keyed-call.ts';
import { type CaseContext, type PreparedCall, usual } from '../idempotency/prepared-call.ts';
import { describeRows, type RowCounter } from '../lib/written-rows.ts';

export interface CrashTools {
  readonly context: CaseContext;
  readonly counter: RowCounter;
  readonly proxy: FaultProxy;
  readonly send: KeyedSend;
  /** Opens the server's first connection, so that only the statements of the call are counted. */
  warmUp(): Promise<void>;
}

/** The rows that an uninterrupted call writes, and its number of statements. */
export interface WholeCall {
  readonly rows: string;
  readonly statements: number;
}

const noRow = describeRows({});
const address = '127.0.0.1';

const prepareCall = (name: RouteName, { context }: CrashTools): Promise<PreparedCall> =>
  (cases[name]?.prepare ?? usual(name))(context);

/** Runs the call without an interruption; returns the rows it writes and its number of statements. */
export async function tryWhole(name: RouteName, tools: CrashTools): Promise<WholeCall> {
  const { caller, input } = await prepareCall(name, tools);
  await tools.warmUp();
  await tools.counter.take();
  let statements = 0;
  tools.proxy.watch(() => {
    statements += 1;
    return null;
  });
  const answer = await tools.send(name, input, { caller, address }, randomUUID());
  tools.proxy.watch(null);
  if (answer.status >= 400) throw new Error(`${name} is answered ${answer.status} ${answer.code}`);
  return { rows: describeRows(await tools.counter.take()), statements };
}

function judgeFirst(answer: KeyedAnswer, left: string, { rows }: WholeCall): string[] {
  const found: string[] = [];
  if (left !== noRow && left !== rows) found.push(`a part of it is left: ${left}; the whole is ${rows}`);
  if (answer.status < 400 && left !== rows) found.push(`it is acknowledged and leaves ${left}`);
  if (answer.status >= 400 && answer.code !== 'unavailable')
    found.push(`it is answered ${answer.status} ${answer.code}`);
  return found;
}

function judgeRepeat(repeat: KeyedAnswer, left: string, more: string, { rows }: WholeCall): string[] {
  const found: string[] = [];
  const isDone = left === rows;
  if (isDone && more !== noRow) found.push(`the repeat does it again: ${more}`);
  if (isDone && repeat.status >= 400 && repeat.code !== 'conflict')
    found.push(`the repeat of what was done is answered ${repeat.status} ${repeat.code}`);
  if (left === noRow && (repeat.status >= 400 || more !== rows))
    found.push(`the repeat is answered ${repeat.status} ${repeat.code} and writes ${more}`);
  return found;
}

export interface Moment {
  /** Number of the statement within the call, from 1. */
  readonly statement: number;
  readonly cut: Cut;
}

/** Returns one sentence for each violation. */
export async function tryCut(
  name: RouteName,
  { statement, cut }: Moment,
  whole: WholeCall,
  tools: CrashTools,
): Promise<string[]> {
  const { proxy, counter, context, send } = tools;
  const prepared = await prepareCall(name, tools);
  const from = { caller: prepared.caller, address };
  const key = randomUUID();
  await tools.warmUp();
  await counter.take();
  let seen = 0;
  proxy.watch(() => {
    seen += 1;
    return seen === statement ? cut : null;
  });
  const answer = await send(name, prepared.input, from, key);
  proxy.watch(null);
  proxy.set('up');
  await tools.warmUp();
  const left = describeRows(await counter.take());
  // Lets the lock of the crashed server expire.
  await context.pool.query(
    "update idempotency_keys set locked_until = now() - interval '1 second' where status is null",
  );
  const repeat = await send(name, prepared.input, from, key);
  const more = describeRows(await counter.take());
  return [...judgeFirst(answer, left, whole), ...judgeRepeat(repeat, left, more, whole)].map(
    (text) => `${name}, cut ${cut} statement ${statement} of ${whole.statements}: ${text}`,
  );
}
