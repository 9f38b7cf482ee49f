// Runs two steps of a booking concurrently: the result must be that of one order or the other.
import type { BookingStatus } from '@kerb/domain/booking';
import type { Answer, Send } from '../../apps/server/src/testing/send-to.ts';
import { expectOutcome } from './expect-outcome.ts';
import { type CallerName, makeTrip } from './test-trip.ts';
import { type Action, actionRow, type Facts } from './transitions.ts';
import { readTripState, type TripState } from './trip-state.ts';
import { type CellTools, inputOf, type Tried } from './try-cells.ts';
import type { Variant } from './variants.ts';

interface Move {
  readonly action: Action;
  readonly name: CallerName;
}

const nameOf = ({ action, name }: Move): string => `${action} by ${name}`;

/** The allowed steps in this status, each once for each caller. */
function allowedMovesIn({ actions, callers, facts }: Variant, status: BookingStatus): Move[] {
  return actions.flatMap((action) =>
    callers
      .filter((name) => expectOutcome(action, name, status, facts).is === 'step')
      .map((name) => ({ action, name })),
  );
}

const modes: Partial<Record<Action, Facts['payment']>> = {
  payByCash: 'cash',
  payByCard: 'card',
  payByWallet: 'wallet',
};

/** The facts after an action, which decide the next one. */
function factsAfter(facts: Facts, action: Action): Facts {
  return {
    ...facts,
    payment: modes[action] ?? facts.payment,
    hasOtherOffer: action === 'assign' || (action !== 'decline' && facts.hasOtherOffer),
  };
}

function statusAfter(status: BookingStatus, { action, name }: Move, facts: Facts): BookingStatus {
  const outcome = expectOutcome(action, name, status, facts);
  return outcome.is === 'step' ? outcome.to : status;
}

function inOrder(status: BookingStatus, first: Move, second: Move, facts: Facts): BookingStatus {
  const between = statusAfter(status, first, facts);
  // The driver who declined no longer has an offer.
  if (first.action === 'decline' && second.name === first.name) return between;
  return statusAfter(between, second, factsAfter(facts, first.action));
}

/** Violations that do not depend on the order. */
function brokenBy(before: TripState, after: TripState, answers: readonly Answer[]): string[] {
  const found: string[] = [];
  const failed = answers.find(({ status }) => status >= 500);
  if (failed) found.push(`the server failed: ${failed.status} ${failed.code}`);
  if (answers.every(({ status }) => status >= 400)) found.push('both are refused');
  const { booking } = after;
  const isPaid = after.status === 'PAID' || after.status === 'COMPLETE';
  const wasPaid = before.status === 'PAID' || before.status === 'COMPLETE';
  if (isPaid && !wasPaid) {
    const earned = Number(booking.driver_share) - Number(booking.cash_payment_amount);
    if (after.driverBalance - before.driverBalance !== earned)
      found.push(`the driver is credited ${after.driverBalance - before.driverBalance}, not ${earned}`);
  }
  const tip = Number(booking.tip) - Number(before.booking.tip);
  if (wasPaid && after.driverBalance - before.driverBalance !== tip)
    found.push('the tip is not what was paid');
  const rated = booking.rating === null ? 0 : 1;
  if (after.ratings - before.ratings !== rated) found.push('the rating counts more or less than once');
  if (after.status !== 'NEW' && after.openOffers.length > 0) found.push('an offer is open after NEW');
  return found;
}

async function tryPair(
  pair: { variant: Variant; status: BookingStatus; one: Move; other: Move },
  tools: CellTools,
  send: Send,
): Promise<string[]> {
  const { variant, status, one, other } = pair;
  const { facts } = variant;
  const trip = await makeTrip(tools, status, facts);
  const before = await readTripState(tools.pool, trip);
  const answers = await Promise.all(
    [one, other].map(({ action, name }) =>
      send(actionRow(action).route, inputOf(action, trip), trip.people[name]),
    ),
  );
  const after = await readTripState(tools.pool, trip);
  const possible: string[] = [inOrder(status, one, other, facts), inOrder(status, other, one, facts)];
  const found = brokenBy(before, after, answers);
  if (!possible.includes(after.status)) {
    const codes = answers.map((answer) => `${answer.status} ${answer.code}`.trim()).join(' and ');
    found.push(`leads to ${after.status}, not to ${possible.join(' or ')}; answered ${codes}`);
  }
  return found;
}

/** Tries every pair of allowed steps in a status, and each step twice. */
export async function tryPairs(
  variant: Variant,
  tools: CellTools,
  out: Tried,
  send: Send = tools.send,
): Promise<void> {
  await tools.useSettings(variant.facts);
  for (const status of variant.statuses) {
    const moves = allowedMovesIn(variant, status);
    for (const [index, one] of moves.entries())
      for (const other of moves.slice(index)) {
        const found = await tryPair({ variant, status, one, other }, tools, send);
        out.tried += 1;
        for (const text of found)
          out.violations.push(`${variant.name}, ${status}, ${nameOf(one)} with ${nameOf(other)}: ${text}`);
      }
  }
}
