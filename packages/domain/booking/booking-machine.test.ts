// Tests the booking state machine against a second, hand-written list of the specified steps, and by random walks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingStatus, bookingStatus } from './booking.schema.ts';
import {
  allowedActions,
  type BookingFacts,
  driverWaits,
  earningStatuses,
  initialStatus,
  isAcceptedAhead,
  isActive,
  isTerminal,
  isTrackedForDriver,
  nextStatus,
  occupiesDriver,
  parties,
  partyOf,
  transitionActions,
  transitions,
  waitsToSetOut,
} from './booking-machine.ts';

const statuses = bookingStatus.options;

/**
 * from · action · relevant facts · to · permitted parties. Written from the specification and independent of the table.
 */
const legal = [
  'PAYMENT_PENDING confirm_payment - NEW rider,system',
  'PAYMENT_PENDING cancel - CANCELLED rider,admin,system',
  'NEW assign - NEW admin',
  'NEW accept - ACCEPTED requested_driver',
  'NEW decline - NEW requested_driver',
  'NEW decline lastRequestedDriver CANCELLED requested_driver',
  'NEW cancel - CANCELLED rider,admin,system',
  'ACCEPTED arrive - ARRIVED driver',
  'ACCEPTED give_back waits NEW driver,admin,system',
  'ACCEPTED give_back - NEW admin,system',
  'ARRIVED give_back - NEW admin',
  'ACCEPTED cancel - CANCELLED rider,driver,admin',
  'ACCEPTED cancel waits CANCELLED rider,admin',
  'ARRIVED start - STARTED driver',
  'ARRIVED cancel - CANCELLED rider,driver,admin',
  'STARTED reach - REACHED driver,admin',
  'REACHED settle - PENDING system',
  'REACHED settle fullyPaid PAID system',
  'REACHED collect - PAID driver,admin',
  'PENDING collect - PAID driver,admin',
  'PENDING pay - PAID rider,system',
  'REACHED charge - PAID admin',
  'PENDING charge - PAID admin',
  'PAID rate - COMPLETE rider',
  'PAID skip_rating - COMPLETE rider',
  'PAID auto_complete - COMPLETE system',
];

const factSets: BookingFacts[] = [
  {},
  { lastRequestedDriver: true },
  { fullyPaid: true },
  { autoDispatch: true },
  { waits: true },
  { lastRequestedDriver: true, fullyPaid: true, autoDispatch: true },
];

/** The fact that decides which status an action leads to, or whether the action exists. */
const decisive: Readonly<Record<string, keyof BookingFacts>> = {
  'NEW decline': 'lastRequestedDriver',
  'REACHED settle': 'fullyPaid',
  'ACCEPTED give_back': 'waits',
  'ACCEPTED arrive': 'waits',
  'ACCEPTED cancel': 'waits',
};

function expected(from: string, action: string, party: string, facts: BookingFacts): string {
  if (action === 'assign' && facts.autoDispatch) return 'transition_not_allowed';
  const key = decisive[`${from} ${action}`] ?? null;
  const fact = key && facts[key] ? key : '-';
  const row = legal
    .map((line) => line.split(' '))
    .find(([f, a, when]) => f === from && a === action && when === fact);
  if (!row) return 'transition_not_allowed';
  return row[4]?.split(',').includes(party) ? String(row[3]) : 'forbidden';
}

describe('the table', () => {
  it('returns the result of the specification for every status, action, party and fact', () => {
    for (const from of statuses) {
      for (const action of transitionActions) {
        for (const party of parties) {
          for (const facts of factSets) {
            const result = nextStatus(from, action, party, facts);
            const answer = result.ok ? result.to : result.code;
            expect(`${from} ${action} ${party} ${JSON.stringify(facts)} → ${answer}`).toBe(
              `${from} ${action} ${party} ${JSON.stringify(facts)} → ${expected(from, action, party, facts)}`,
            );
          }
        }
      }
    }
  });

  it('uses every action and leads to every status', () => {
    expect(new Set(transitions.map((row) => row.action))).toEqual(new Set(transitionActions));
    const reachable = new Set(['PAYMENT_PENDING', ...transitions.map((row) => row.to)]);
    expect(reachable).toEqual(new Set(statuses));
  });

  it('has at most one row for each status, action and set of facts', () => {
    for (const facts of factSets) {
      for (const from of statuses) {
        for (const party of parties) {
          for (const action of allowedActions(from, party, facts)) {
            expect(nextStatus(from, action, party, facts).ok).toBe(true);
          }
        }
      }
    }
    const asked = transitions.map((row) => `${row.from} ${row.action} ${JSON.stringify(row.when)}`);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

it('at most one row of the table applies to any facts', () => {
  const matches = (when: BookingFacts = {}, facts: BookingFacts) =>
    (['lastRequestedDriver', 'fullyPaid', 'autoDispatch', 'waits'] as const).every(
      (name) => when[name] === undefined || when[name] === (facts[name] ?? false),
    );
  for (const facts of factSets)
    for (const from of statuses)
      for (const action of transitionActions) {
        const rows = transitions.filter((row) => row.from === from && row.action === action);
        expect(rows.filter(({ when }) => matches(when, facts)).length, `${from} ${action}`).toBeLessThan(2);
      }
});

const step = fc.record({
  action: fc.constantFrom(...transitionActions),
  party: fc.constantFrom(...parties),
  facts: fc.constantFrom(...factSets),
});

describe('any sequence of attempts', () => {
  const order: Record<BookingStatus, number> = {
    PAYMENT_PENDING: 0,
    NEW: 1,
    ACCEPTED: 2,
    ARRIVED: 3,
    STARTED: 4,
    REACHED: 5,
    PENDING: 6,
    PAID: 7,
    COMPLETE: 8,
    CANCELLED: 9,
  };

  it('follows only transitions of the table, never backwards, and stops in a final status', () => {
    const start = fc.constantFrom<BookingStatus>('PAYMENT_PENDING', 'NEW');
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 200 }), (first, steps) => {
        let status = first;
        for (const { action, party, facts } of steps) {
          const result = nextStatus(status, action, party, facts);
          if (!result.ok) continue;
          const before = status;
          status = result.to;
          expect(
            transitions.some((row) => row.from === before && row.to === status && row.action === action),
          ).toBe(true);
          expect(isTerminal(before)).toBe(false);
          // A follow-on trip returned to dispatch is the only step back to an earlier status.
          if (action !== 'give_back') expect(order[status]).toBeGreaterThanOrEqual(order[before]);
          if (status === 'CANCELLED') expect(order[before]).toBeLessThan(order.STARTED);
        }
      }),
    );
  });

  it('can always reach an end: COMPLETE or CANCELLED is reachable from every status', () => {
    for (const status of statuses) {
      const seen = new Set<BookingStatus>([status]);
      for (const from of seen) for (const row of transitions) if (row.from === from) seen.add(row.to);
      expect(seen.has('COMPLETE') || seen.has('CANCELLED')).toBe(true);
    }
  });
});

describe('names for groups of statuses', () => {
  it('lists the active, tracked, busy and terminal statuses', () => {
    expect(statuses.filter(isActive)).toEqual([
      'PAYMENT_PENDING',
      'NEW',
      'ACCEPTED',
      'ARRIVED',
      'STARTED',
      'REACHED',
      'PENDING',
      'PAID',
    ]);
    expect(statuses.filter(isTrackedForDriver)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED']);
    expect(statuses.filter(occupiesDriver)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
    expect(statuses.filter(isTerminal)).toEqual(['COMPLETE', 'CANCELLED']);
  });

  it('starts a prepaid delivery in PAYMENT_PENDING and everything else NEW', () => {
    expect(initialStatus('taxi', false)).toBe('NEW');
    expect(initialStatus('taxi', true)).toBe('NEW');
    expect(initialStatus('delivery', true)).toBe('NEW');
    expect(initialStatus('delivery', false)).toBe('PAYMENT_PENDING');
  });
});

describe('allowedActions', () => {
  it('lists the actions that a party may take', () => {
    expect(allowedActions('NEW', 'requested_driver')).toEqual(['accept', 'decline']);
    expect(allowedActions('NEW', 'rider')).toEqual(['cancel']);
    expect(allowedActions('NEW', 'admin', { autoDispatch: false })).toEqual(['assign', 'cancel']);
    expect(allowedActions('NEW', 'admin', { autoDispatch: true })).toEqual(['cancel']);
    expect(allowedActions('ARRIVED', 'driver')).toEqual(['start', 'cancel']);
    expect(allowedActions('STARTED', 'rider')).toEqual([]);
    expect(allowedActions('PENDING', 'rider')).toEqual(['pay']);
    expect(allowedActions('PAID', 'rider')).toEqual(['rate', 'skip_rating']);
    for (const party of parties) expect(allowedActions('CANCELLED', party)).toEqual([]);
  });
});

describe('partyOf', () => {
  const booking = { customer: 'ana', driver: 'leo', requestedDrivers: ['eva'] };
  it.each([
    ['ana', 'rider', 'rider'],
    ['leo', 'driver', 'driver'],
    ['eva', 'driver', 'requested_driver'],
    ['root', 'admin', 'admin'],
    ['tom', 'rider', null],
    ['ida', 'driver', null],
    ['fay', 'fleetadmin', null],
  ])('%s, a %s, is its %s', (uid, usertype, party) => {
    expect(partyOf(booking, { uid, usertype })).toBe(party);
  });
});

describe('a user with several parts in one booking', () => {
  it('acts as its driver first, then as a driver with an offer, then as its rider', () => {
    const booking = { customer: 'ana', driver: 'ana', requestedDrivers: ['ana'] };
    const ana = { uid: 'ana', usertype: 'admin' };
    expect(partyOf(booking, ana)).toBe('driver');
    expect(partyOf({ ...booking, driver: null }, ana)).toBe('requested_driver');
    expect(partyOf({ ...booking, driver: null, requestedDrivers: [] }, ana)).toBe('rider');
  });
});

it('paid trips count as earnings', () => {
  expect(earningStatuses).toEqual(['PAID', 'COMPLETE']);
});

describe('allowedActions with facts', () => {
  it('leaves out actions that the facts exclude, and lists each action once', () => {
    expect(allowedActions('REACHED', 'system')).toEqual(['settle']);
    expect(allowedActions('NEW', 'requested_driver', { lastRequestedDriver: true })).toEqual([
      'accept',
      'decline',
    ]);
    expect(allowedActions('NEW', 'admin', {})).toEqual(['assign', 'cancel']);
    expect(allowedActions('NEW', 'admin')).toEqual(['assign', 'cancel']);
  });
});

describe('the driver of an accepted booking', () => {
  const ahead = { status: 'ACCEPTED', follows: null, pickup_promised_at: 2, set_out_at: null } as const;

  it('waits to set out when a pickup was promised, until they set out', () => {
    expect(waitsToSetOut({ pickup_promised_at: null, set_out_at: null })).toBe(false);
    expect(waitsToSetOut(ahead)).toBe(true);
    expect(waitsToSetOut({ ...ahead, set_out_at: 1 })).toBe(false);
  });

  it('has accepted it ahead when they wait for its time, and not for another trip', () => {
    expect(isAcceptedAhead(ahead)).toBe(true);
    expect(isAcceptedAhead({ ...ahead, follows: 'a trip' })).toBe(false);
    expect(isAcceptedAhead({ ...ahead, set_out_at: 1 })).toBe(false);
    expect(isAcceptedAhead({ ...ahead, status: 'CANCELLED' })).toBe(false);
  });

  it('is presented as waiting for a follow-on trip and for one accepted ahead, also without the newer field', () => {
    expect(driverWaits({ followOn: null })).toBe(false);
    expect(driverWaits({ followOn: null, acceptedAhead: true })).toBe(true);
    expect(driverWaits({ followOn: { pickupAt: 1 }, acceptedAhead: false })).toBe(true);
  });
});
