// Kills the server's process at a given moment of a call, and repeats the call at another process.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RouteName } from '@kerb/contract';
import { runUntilKilled } from '../lib/child-process.ts';
import { describeRows } from '../lib/written-rows.ts';
import { cases } from './cases.ts';
import { usual } from './prepared-call.ts';
import type { Trial, Tried } from './try-route.ts';

export interface Cut {
  readonly moment: 'before the work' | 'before the answer is stored' | 'before the answer is sent';
  /** Rows that the killed process has committed, and whether the repeat must write them. */
  readonly isCommitted: boolean;
  readonly repeat: 'the work' | 'conflict' | 'the stored answer';
}

export const cuts: readonly Cut[] = [
  { moment: 'before the work', isCommitted: false, repeat: 'the work' },
  { moment: 'before the answer is stored', isCommitted: true, repeat: 'conflict' },
  { moment: 'before the answer is sent', isCommitted: true, repeat: 'the stored answer' },
];

export async function tryCut(
  { moment, isCommitted, repeat }: Cut,
  name: RouteName,
  trial: Trial,
  { out, ...place }: { url: string; folder: string; out: Tried },
): Promise<void> {
  const addViolation = (text: string): number => out.violations.push(`${name}, killed ${moment}: ${text}`);
  const prepare = cases[name]?.prepare ?? usual(name);
  const { caller, input } = await prepare(trial.context);
  const key = randomUUID();
  await trial.counter.take();
  const { headers } = caller;
  const wasKilled = await runUntilKilled(join(import.meta.dirname, 'cut.child.ts'), {
    ...place,
    route: name,
    input,
    headers,
    key,
    moment,
  });
  out.tried += 1;
  if (!wasKilled) addViolation('the process ended by itself');
  const left = describeRows(await trial.counter.take());
  if ((left !== describeRows({})) !== isCommitted) addViolation(`it leaves ${left}`);
  // Lets the lock of the killed process expire.
  await trial.context.pool.query("update idempotency_keys set locked_until = now() - interval '1 second'");
  const answer = await trial.send(name, input, { caller, address: '127.0.0.1' }, key);
  const more = describeRows(await trial.counter.take());
  const isAnswered =
    repeat === 'conflict'
      ? answer.code === 'conflict'
      : answer.status < 400 && answer.isReplayed === (repeat === 'the stored answer');
  if (!isAnswered) addViolation(`the repeat is answered ${answer.status} ${answer.code}, not with ${repeat}`);
  if ((more !== describeRows({})) !== (repeat === 'the work')) addViolation(`the repeat writes ${more}`);
  const again = await trial.send(name, input, { caller, address: '127.0.0.1' }, key);
  if (again.text !== answer.text) addViolation('two repeats have two answers');
}
