// Planted faults: a server that does more, less or something else than the real one, by wrapping its calls.

import type { RouteName } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Answer, Send } from '../../apps/server/src/testing/send-to.ts';
import type { CallerName, TripTools } from './test-trip.ts';
import type { Action } from './transitions.ts';
import { type Variant, variants } from './variants.ts';

interface PlantedStateFault {
  readonly fault: string;
  /** The variant that reveals the fault. */
  readonly variant: Variant;
  /** Revealed by two concurrent steps. */
  readonly isOfPairs?: true;
  readonly plant: (tools: TripTools) => Send;
}

interface Where {
  readonly of: string;
  readonly statuses: readonly BookingStatus[];
  readonly actions: readonly Action[];
  readonly callers: readonly CallerName[];
}

function at({ of, ...cells }: Where): Variant {
  const found = variants.find(({ name }) => name === of);
  if (!found) throw new Error(`There is no variant ${of}`);
  return { ...found, ...cells };
}

const bookingOf = (params: Readonly<Record<string, string>> | undefined): string => params?.id ?? '';

/** Makes the call as another user, the one named in the booking. */
const asBookingUser =
  (column: 'driver' | 'customer', route: RouteName) =>
  ({ send, pool, environment }: TripTools): Send =>
  async (name, input, caller) => {
    if (name !== route || caller.uid === '') return send(name, input, caller);
    const { rows } = await pool.query(`select ${column} as uid from bookings where id = $1`, [
      bookingOf(input.params),
    ]);
    const uid: string | null = rows[0]?.uid ?? null;
    const role = column === 'driver' ? 'driver' : 'rider';
    return send(name, input, uid === null ? caller : await environment.signedIn(role, uid));
  };

/** Writes to the booking after a call of the route with this result. */
const afterwards =
  (route: RouteName, when: (answer: Answer) => boolean, change: string) =>
  ({ send, pool }: TripTools): Send =>
  async (name, input, caller) => {
    const answer = await send(name, input, caller);
    if (name === route && when(answer)) await pool.query(change, [bookingOf(input.params)]);
    return answer;
  };

const works = ({ status }: Answer): boolean => status < 400;
const isRefused = ({ status }: Answer): boolean => status >= 400;

/** Replaces the response of the route. */
const answering =
  (route: RouteName, change: (answer: Answer) => Answer) =>
  ({ send }: TripTools): Send =>
  async (name, input, caller) => {
    const answer = await send(name, input, caller);
    return name === route ? change(answer) : answer;
  };

/** Makes another call before the route's own. */
const first =
  (route: RouteName, other: RouteName) =>
  ({ send }: TripTools): Send =>
  async (name, input, caller) => {
    if (name === route) await send(other, input, caller);
    return send(name, input, caller);
  };

export const plantedStateFaults: readonly PlantedStateFault[] = [
  {
    fault: 'a trip starts from ACCEPTED',
    variant: at({ of: 'ride', statuses: ['ACCEPTED'], actions: ['start'], callers: ['driver'] }),
    plant: first('startBooking', 'arriveBooking'),
  },
  {
    fault: 'a driver ends the trip of another driver',
    variant: at({ of: 'ride', statuses: ['STARTED'], actions: ['reach'], callers: ['another driver'] }),
    plant: asBookingUser('driver', 'reachBooking'),
  },
  {
    fault: 'a fleet admin cancels, because the role is not checked',
    variant: at({ of: 'ride', statuses: ['ACCEPTED'], actions: ['cancel'], callers: ['fleet admin'] }),
    plant: asBookingUser('customer', 'cancelBooking'),
  },
  {
    fault: 'a refused acceptance writes to the booking',
    variant: at({ of: 'ride', statuses: ['PAID'], actions: ['accept'], callers: ['another driver'] }),
    plant: afterwards(
      'acceptBooking',
      isRefused,
      'update bookings set otp_checks = otp_checks + 1 where id = $1',
    ),
  },
  {
    fault: 'a driver whose trip is cancelled stays busy',
    variant: at({ of: 'ride', statuses: ['ARRIVED'], actions: ['cancel'], callers: ['rider'] }),
    plant: afterwards(
      'cancelBooking',
      works,
      'update drivers set queue = true where uid = (select driver from bookings where id = $1)',
    ),
  },
  {
    fault: 'an acceptance leaves an offer open',
    variant: at({
      of: 'ride offered to two drivers',
      statuses: ['NEW'],
      actions: ['accept'],
      callers: ['offered driver'],
    }),
    plant: afterwards(
      'acceptBooking',
      works,
      "update booking_requests set outcome = null where booking = $1 and outcome = 'lost'",
    ),
  },
  {
    fault: 'a rating leaves the booking PAID',
    variant: at({ of: 'ride', statuses: ['PAID'], actions: ['skipRating'], callers: ['rider'] }),
    plant: afterwards('rateBooking', works, "update bookings set status = 'PAID' where id = $1"),
  },
  {
    fault: 'an admin may not collect',
    variant: at({ of: 'ride', statuses: ['REACHED'], actions: ['collect'], callers: ['admin'] }),
    plant: answering('collectBooking', (answer) => ({ ...answer, status: 403, code: 'forbidden' })),
  },
  {
    fault: 'a trip is PAID and the ledger has nothing of it',
    variant: at({ of: 'ride', statuses: ['REACHED'], actions: ['collect'], callers: ['driver'] }),
    plant:
      ({ pool }) =>
      async (_, input) => {
        await pool.query(
          `update bookings set status = 'PAID', customer_paid = trip_cost, payable_amount = 0,
             cash_payment_amount = trip_cost, paid_at = trip_end_time where id = $1`,
          [bookingOf(input.params)],
        );
        return { status: 200, code: '', text: '' };
      },
  },
  {
    fault: 'any code starts a trip',
    variant: at({
      of: 'ride with a code',
      statuses: ['ARRIVED'],
      actions: ['startWithWrongCode'],
      callers: ['driver'],
    }),
    plant:
      ({ send }) =>
      (name, input, caller) =>
        send(name, { ...input, body: { ...input.body, otp: '12345' } }, caller),
  },
  {
    fault: 'the booking of another rider is answered other than a missing one',
    variant: at({ of: 'ride', statuses: ['PENDING'], actions: ['payByCard'], callers: ['another rider'] }),
    plant: answering('payBooking', (answer) => ({ ...answer, status: 403, code: 'forbidden' })),
  },
  {
    fault: 'a rider cancels in demonstration mode',
    variant: at({
      of: 'ride in demonstration mode',
      statuses: ['NEW'],
      actions: ['cancel'],
      callers: ['rider'],
    }),
    plant:
      ({ send, environment }) =>
      async (name, input, caller) => {
        const body = { AllowCriticalEditsAdmin: true };
        await send('editSettings', { body }, await environment.person('admin'));
        return send(name, input, caller);
      },
  },
  {
    fault: 'two tips at once are both paid',
    variant: at({
      of: 'parcel later, with a wallet that covers it',
      statuses: ['PAID'],
      actions: ['tip'],
      callers: ['rider'],
    }),
    isOfPairs: true,
    plant: afterwards('tipDriver', works, 'update bookings set tip = 0, tipped_at = null where id = $1'),
  },
];
