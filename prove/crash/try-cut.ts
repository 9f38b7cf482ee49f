// Cuts a call off at one of its statements: the server of that moment is gone, the call is repeated to the next one.
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
  /** Makes the server's first connection again, so that only the statements of a call are counted. */
  warmUp(): Promise<void>;
}

/** How a call is made that is to be cut: by the server itself, or by a process that is killed. */
export type Call = (name: RouteName, prepared: PreparedCall, key: string) => Promise<KeyedAnswer | null>;

export interface Alone {
  readonly rows: string;
  readonly statements: number;
}

const noRow = describeRows({});
const address = '127.0.0.1';

export const prepareCall = (name: RouteName, { context }: CrashTools): Promise<PreparedCall> =>
  (cases[name]?.prepare ?? usual(name))(context);

/** The call as it is without a crash: what it writes, in how many statements. */
export async function tryWhole(name: RouteName, tools: CrashTools): Promise<Alone> {
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

function judgeFirst(answer: KeyedAnswer | null, left: string, { rows }: Alone): string[] {
  const found: string[] = [];
  if (left !== noRow && left !== rows) found.push(`a part of it is left: ${left}; the whole is ${rows}`);
  if (answer === null) return found;
  if (answer.status < 400 && left !== rows) found.push(`it is acknowledged and leaves ${left}`);
  if (answer.status >= 400 && answer.code !== 'unavailable')
    found.push(`it is answered ${answer.status} ${answer.code}`);
  return found;
}

function judgeRepeat(repeat: KeyedAnswer, left: string, more: string, { rows }: Alone): string[] {
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
  /** Of the call's statements, from 1. */
  readonly statement: number;
  readonly cut: Cut;
  /** Called when that statement comes. */
  readonly onCut?: () => void;
}

/** What is wrong, a sentence each. */
export async function tryCut(
  name: RouteName,
  { statement, cut, onCut }: Moment,
  alone: Alone,
  tools: CrashTools & { readonly call?: Call },
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
    if (seen === statement) onCut?.();
    return seen === statement ? cut : null;
  });
  const answer = tools.call
    ? await tools.call(name, prepared, key)
    : await send(name, prepared.input, from, key);
  proxy.watch(null);
  proxy.set('up');
  await tools.warmUp();
  const left = describeRows(await counter.take());
  // The lock of the server that is gone runs out.
  await context.pool.query(
    "update idempotency_keys set locked_until = now() - interval '1 second' where status is null",
  );
  const repeat = await send(name, prepared.input, from, key);
  const more = describeRows(await counter.take());
  return [...judgeFirst(answer, left, alone), ...judgeRepeat(repeat, left, more, alone)].map(
    (text) => `${name}, cut ${cut} statement ${statement} of ${alone.statements}: ${text}`,
  );
}
