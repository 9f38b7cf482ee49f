// Tries the cells of status × action × caller of a variant and compares each with the table of transitions.

import { type RouteDefinition, routes } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Answer, Input, Send } from '../../apps/server/src/testing/send-to.ts';
import { describeRows, type RowCounter } from '../lib/written-rows.ts';
import { expectOutcome, type Outcome } from './expect-outcome.ts';
import { type CallerName, makeTrip, type TestTrip, type TripTools } from './test-trip.ts';
import { type Action, actionRow, type Facts } from './transitions.ts';
import { effects, readTripState, type TripState } from './trip-state.ts';
import type { Variant } from './variants.ts';

export interface CellTools extends TripTools {
  readonly counter: RowCounter;
  /** Applies the settings of the variant. */
  useSettings(facts: Facts): Promise<void>;
}

export interface Tried {
  tried: number;
  /** Number of cells that are allowed steps. */
  allowed: number;
  readonly violations: string[];
}

interface Cell {
  readonly variant: Variant;
  readonly status: BookingStatus;
  readonly action: Action;
  readonly name: CallerName;
}

const noRow = describeRows({});
const summary = ({ status, code }: Answer): string => `${status} ${code}`.trim();

export function inputOf(action: Action, { id, people, free }: TestTrip): Input {
  const params = { id };
  if (action === 'assign') return { params, body: { driver: free } };
  if (action === 'reassign') return { params, body: { from: people.driver.uid, to: null } };
  const { body } = actionRow(action);
  return body ? { params, body } : { params };
}

/** Whether the contract documents the error for the route, or its access rule implies it. */
function isDocumented(action: Action, code: string): boolean {
  const { errors }: RouteDefinition = routes[actionRow(action).route];
  return ['not_logged_in', 'forbidden', ...errors].includes(code);
}

interface PreparedTrip {
  readonly trip: TestTrip;
  readonly before: TripState;
}

async function prepareTrip(tools: CellTools, status: BookingStatus, facts: Facts): Promise<PreparedTrip> {
  const trip = await makeTrip(tools, status, facts);
  const before = await readTripState(tools.pool, trip);
  await tools.counter.take();
  return { trip, before };
}

/** One sentence for each violation, and whether the booking can be used for another cell. */
async function tryCell(
  { variant, status, action, name }: Cell,
  { trip, before }: PreparedTrip,
  { pool, counter }: CellTools,
  send: Send,
): Promise<{ found: string[]; isUnchanged: boolean; outcome: Outcome }> {
  const { facts } = variant;
  const outcome = expectOutcome(action, name, status, facts);
  const caller = trip.people[name];
  const answer = await send(actionRow(action).route, inputOf(action, trip), caller);
  const rows = describeRows(await counter.take());
  const after = rows === noRow ? before : await readTripState(pool, trip);
  const found: string[] = [];
  const isRefused = answer.status >= 400;
  switch (outcome.is) {
    case 'step':
      if (isRefused) found.push(`refused with ${summary(answer)}, though it leads to ${outcome.to}`);
      else if (after.status !== outcome.to) found.push(`leads to ${after.status}, not to ${outcome.to}`);
      else
        for (const [what, holds] of effects[action])
          if (!holds({ before, after, trip, facts, by: caller.uid })) found.push(`not true: ${what}`);
      break;
    case 'repeat':
      if (isRefused) found.push(`a repeat is refused with ${summary(answer)}`);
      if (rows !== noRow) found.push(`a repeat writes ${rows}`);
      break;
    case 'refused':
      if (!isRefused) found.push(`allowed, and leads to ${after.status}`);
      else if (!outcome.codes.includes(answer.code))
        found.push(`refused with ${summary(answer)}, not with ${outcome.codes.join(' or ')}`);
      else if (!isDocumented(action, answer.code)) found.push(`${answer.code} is not documented`);
      if (after.status !== before.status) found.push(`refused, and leads to ${after.status}`);
      if ((rows !== noRow) !== outcome.writes) found.push(`refused, and writes ${rows}`);
      break;
  }
  return { found, isUnchanged: rows === noRow, outcome };
}

/** Tries every cell of the variant; a booking that a step has changed is replaced. */
export async function tryVariant(
  variant: Variant,
  tools: CellTools,
  out: Tried,
  send: Send = tools.send,
): Promise<void> {
  await tools.useSettings(variant.facts);
  for (const status of variant.statuses) {
    let prepared = await prepareTrip(tools, status, variant.facts);
    for (const action of variant.actions)
      for (const name of variant.callers) {
        const cell = { variant, status, action, name };
        const { found, isUnchanged, outcome } = await tryCell(cell, prepared, tools, send);
        out.tried += 1;
        if (outcome.is === 'step') out.allowed += 1;
        for (const text of found)
          out.violations.push(`${variant.name}, ${status}, ${action} by ${name}: ${text}`);
        if (!isUnchanged) prepared = await prepareTrip(tools, status, variant.facts);
      }
  }
}
