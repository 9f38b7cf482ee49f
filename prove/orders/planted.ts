// Planted faults of the orders: statements without their lock or condition, and a database without a constraint.
import type { Rewrite } from '../lib/intercepted-database.ts';
import { noBookingLock, withoutComparison, withoutLock } from '../lib/weakened-statements.ts';

/** A fault that a certain interleaving of two actions reveals. */
export interface PlantedOrderFault {
  readonly fault: string;
  /** Pattern of the violation that the fault must cause. */
  readonly sign: RegExp;
  /** Name of the situation that reveals the fault. */
  readonly situation: string;
  /** Names of the actions. */
  readonly names: readonly string[];
  /** Replaces a statement of the server. */
  readonly rewrite?: Rewrite;
  /** SQL that plants the fault, and SQL that removes it. */
  readonly inDatabase?: { readonly plant: string; readonly remove: string };
  /** Also tried in the short form, which has one of each kind. */
  readonly isInShortForm?: true;
}

const newBooking = 'NEW, offered to two drivers';
const offered = 'STARTED, with an offer of the next trip';
const reached = 'REACHED in cash, with a next trip';
const oneTripEach = `create unique index bookings_one_current_trip_per_driver on bookings (driver)
  where (pickup_promised_at is null or set_out_at is not null)
    and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')`;

export const plantedOrderFaults: readonly PlantedOrderFault[] = [
  {
    fault: 'a booking is read without its row lock',
    sign: /409 transition_not_allowed, which no order/,
    isInShortForm: true,
    situation: newBooking,
    names: ['one accepts', 'two accepts'],
    rewrite: noBookingLock,
  },
  {
    fault: 'a step is a read and then a write, without a lock and a comparison',
    sign: /its events say NEW, ACCEPTED, CANCELLED/,
    situation: newBooking,
    names: ['one accepts', 'rider cancels'],
    rewrite: (text) => withoutComparison(noBookingLock(text)),
  },
  {
    fault: 'no unique index limits a driver to one trip',
    sign: /a driver is on 2 trips/,
    isInShortForm: true,
    situation: newBooking,
    names: ['one accepts', 'one accepts another'],
    inDatabase: { plant: 'drop index bookings_one_current_trip_per_driver', remove: oneTripEach },
  },
  {
    fault: 'the unique index has a name that the server does not know',
    sign: /500 internal/,
    situation: newBooking,
    names: ['one accepts', 'one accepts another'],
    inDatabase: {
      plant: 'alter index bookings_one_current_trip_per_driver rename to one_trip_each',
      remove: 'alter index one_trip_each rename to bookings_one_current_trip_per_driver',
    },
  },
  {
    fault: 'a driver is made busy without a look at their duty',
    sign: /a driver on a trip is off duty/,
    situation: newBooking,
    names: ['one accepts', 'one goes off duty'],
    rewrite: (text) =>
      text.startsWith('update "drivers" set "queue"')
        ? text.replace(/ and "driver_active_status" = (\$\d+)/, ' and $1::boolean')
        : text,
  },
  {
    fault: 'an acceptance closes only its own offer',
    sign: /ACCEPTED with an open offer/,
    situation: newBooking,
    names: ['one accepts', 'two accepts'],
    rewrite: (text) =>
      text.includes("then 'accepted' else 'lost' end")
        ? text.replace("else 'lost' end", 'else null end')
        : text,
  },
  {
    fault: 'the trip before a follow-on trip is read without a lock',
    sign: /it follows a trip that its driver is not on/,
    situation: offered,
    names: ['driver reaches', 'driver accepts next'],
    rewrite: withoutLock('bookings', 'set_out_at is not null)'),
  },
  {
    fault: 'the follow-on trip is read without a lock when it begins, and begun without a comparison',
    sign: /a driver with 0 trips is busy/,
    situation: reached,
    names: ['driver collects', 'rider cancels next'],
    rewrite: (text) => withoutComparison(withoutLock('bookings', '"follows" is not null')(text)),
  },
  {
    fault: 'a wallet is read without its lock',
    sign: /a wallet is below zero/,
    isInShortForm: true,
    situation: 'PAYMENT_PENDING, and a wallet that covers one of two parcels',
    names: ['rider pays from the wallet', 'rider pays the other from the wallet'],
    rewrite: (text) =>
      text.includes('ledger_hold(')
        ? text.replace(
            /ledger_hold\((\$\d+)(::uuid\[\])?\)/,
            '(select id, owner, balance from ledger_accounts where owner = any($1::uuid[]))',
          )
        : text,
  },
  {
    fault: 'steps are not published',
    sign: /CANCELLED, and its events say NEW$/,
    situation: newBooking,
    names: ['rider cancels', 'two declines'],
    inDatabase: {
      plant: `create function proof_drop_event() returns trigger language plpgsql as $$
        begin return case when new.data ->> 'status' = 'CANCELLED' then null else new end; end $$;
        create trigger proof_drop_event before insert on outbox_events for each row execute function proof_drop_event()`,
      remove: 'drop trigger proof_drop_event on outbox_events; drop function proof_drop_event',
    },
  },
];
