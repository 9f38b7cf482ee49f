// Tries one changing route: repeated concurrently, with another body, by another user, and after its response was lost.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { describeRows, type RowCounter } from '../lib/written-rows.ts';
import type { KeyedAnswer, KeyedSend } from './keyed-call.ts';
import { type Case, type CaseContext, othersOf, type PreparedCall, usual, visitor } from './prepared-call.ts';

const AT_ONCE = 10;
const noRow = describeRows({});

export interface Trial {
  readonly context: CaseContext;
  readonly send: KeyedSend;
  readonly counter: RowCounter;
  /** Returns the server's logged internal errors since the last call. */
  takeFailures(): readonly string[];
}

export interface Tried {
  tried: number;
  readonly violations: string[];
}

const summary = ({ status, code }: KeyedAnswer): string => `${status} ${code}`.trim();
const contentOf = ({ status, headers, text }: KeyedAnswer): string => JSON.stringify([status, text, headers]);

let addresses = 0;
/** A new address for each prepared call, because a visitor's key belongs to the address. */
function nextAddress(): string {
  addresses += 1;
  return `10.77.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Leaves the key as a server that crashed after its commit and before storing the response. */
async function loseAnswer({ context }: Trial): Promise<number | null> {
  const { rowCount } = await context.pool.query(
    `update idempotency_keys set status = null, answer = null, locked_until = now() - interval '1 minute'
     where key_hash = (select key_hash from idempotency_keys order by created_at desc limit 1)`,
  );
  return rowCount;
}

async function tryOther(
  name: RouteName,
  prepared: PreparedCall,
  trial: Trial,
  from: { address: string; key: string },
) {
  const { caller } = prepared;
  const codes: string[] = [];
  for (const other of othersOf(name, prepared)) {
    const answer = await trial.send(name, other, { caller, address: from.address }, from.key);
    if (answer.status === 422 && answer.code === 'idempotency_key_reused') return null;
    codes.push(summary(answer));
    // The changed input was rejected before the key was looked up, so this change does not count as another request.
    if (answer.code !== 'invalid_input') break;
  }
  return codes.join(', ');
}

const problemOf = (answer: KeyedAnswer): string => `${summary(answer)} ${answer.text.slice(0, 200)}`;
const isEnded = (answer: KeyedAnswer, { endsSession }: Case): boolean =>
  endsSession !== undefined && answer.code === 'not_logged_in';

interface Try {
  readonly name: RouteName;
  readonly route: Case;
  readonly trial: Trial;
  addViolation(text: string): void;
  count(times: number): void;
  prepare(): Promise<PreparedCall>;
}

/** Runs the call once, for the response and rows that all other runs are compared with. */
async function tryAlone({ name, route, trial, addViolation, count, prepare }: Try) {
  const { refused, readsOnly } = route;
  const { caller, input } = await prepare();
  await trial.counter.take();
  const answer = await trial.send(name, input, { caller, address: nextAddress() }, randomUUID());
  const rows = describeRows(await trial.counter.take());
  count(1);
  const works = answer.status < 400;
  if (works !== (refused === undefined))
    addViolation(works ? 'the call works, though it is listed as refused' : `refused: ${problemOf(answer)}`);
  else if (works && (rows === noRow) !== (readsOnly !== undefined)) addViolation(`the call writes ${rows}`);
  return { answer, rows };
}

/** Runs the same call many times concurrently, then another request and another user with its key. */
async function tryRepeated(one: Try, alone: { answer: KeyedAnswer; rows: string }): Promise<void> {
  const { name, route, trial, addViolation, count, prepare } = one;
  const prepared = await prepare();
  const from = { caller: prepared.caller, address: nextAddress() };
  const key = randomUUID();
  await trial.counter.take();
  const calls = Array.from({ length: AT_ONCE }, () => trial.send(name, prepared.input, from, key));
  const answers = (await Promise.all(calls)).filter((answer) => !isEnded(answer, route));
  const rows = describeRows(await trial.counter.take());
  count(AT_ONCE);
  if (rows !== alone.rows) addViolation(`one call writes ${alone.rows}, ${AT_ONCE} write ${rows}`);
  const contents = new Set(answers.map(contentOf));
  if (contents.size > 1)
    addViolation(`${AT_ONCE} calls have ${contents.size} answers: ${[...contents].join(', ').slice(0, 400)}`);
  const [answer] = answers;
  if (answer === undefined) addViolation('every call is answered not_logged_in');
  else if (summary(answer) !== summary(alone.answer))
    addViolation(`alone ${summary(alone.answer)}, at once ${summary(answer)}`);

  if (route.streams === undefined && route.endsSession === undefined) {
    const other = await tryOther(name, prepared, trial, { address: from.address, key });
    const otherRows = describeRows(await trial.counter.take());
    count(1);
    if (other !== null) addViolation(`another request with the same key is answered ${other}`);
    if (otherRows !== noRow) addViolation(`another request with the same key writes ${otherRows}`);
  }
  const { role } = prepared.caller;
  const isPerson = role !== 'visitor' && role !== 'operator' && role !== 'partner';
  const caller = prepared.second ?? (isPerson ? await trial.context.environment.person(role) : visitor);
  const theirs = await trial.send(name, prepared.input, { caller, address: nextAddress() }, key);
  count(1);
  if (theirs.isReplayed) addViolation('a second user with the same key is given the first user’s answer');
}

/**
 * Simulates a server that crashed after the commit: the repeat must write nothing, unless it is known to be harmless.
 */
async function tryLost({ name, route, trial, addViolation, count, prepare }: Try): Promise<void> {
  const { caller, input } = await prepare();
  const from = { caller, address: nextAddress() };
  const key = randomUUID();
  await trial.counter.take();
  await trial.send(name, input, from, key);
  const rows = describeRows(await trial.counter.take());
  await loseAnswer(trial);
  const repeat = await trial.send(name, input, from, key);
  const more = describeRows(await trial.counter.take());
  count(1);
  if (rows === noRow || route.refused !== undefined) return;
  const isDoneAgain = more !== noRow;
  if (isDoneAgain !== (route.repeats !== undefined))
    addViolation(`after its answer was lost: ${problemOf(repeat)}; first ${rows}, then ${more}`);
  else if (!isDoneAgain && repeat.code !== 'conflict' && repeat.status >= 400 && !isEnded(repeat, route))
    addViolation(`after its answer was lost: ${problemOf(repeat)}`);
}

/** Tries the route, and adds violations to `out`. */
export async function tryRoute(name: RouteName, route: Case, trial: Trial, out: Tried): Promise<void> {
  const prepare = route.prepare ?? usual(name);
  const one: Try = {
    name,
    route,
    trial,
    addViolation: (text) => out.violations.push(`${name}: ${text}`),
    count: (times) => {
      out.tried += times;
    },
    prepare: () => prepare(trial.context),
  };
  const alone = await tryAlone(one);
  await tryRepeated(one, alone);
  await tryLost(one);
  for (const failure of trial.takeFailures()) one.addViolation(`the server logged ${failure}`);
}
