// Reads the state of a booking that a step may change (row, offers, driver, ledger, events), and lists the required
// effects of each step.
import type pg from 'pg';
import type { TestTrip } from './test-trip.ts';
import type { Action, Facts } from './transitions.ts';

export interface TripState {
  readonly status: string;
  readonly booking: Readonly<Record<string, unknown>>;
  /** Whether the driver of the trip is busy. */
  readonly isBusy: boolean;
  readonly askedIsBusy: boolean;
  readonly openOffers: readonly string[];
  /** In minor units. */
  readonly driverBalance: number;
  readonly riderBalance: number;
  readonly savedAddresses: number;
  readonly events: number;
  readonly ratings: number;
}

export async function readTripState(
  pool: Pick<pg.Pool, 'query'>,
  { id, people }: TestTrip,
): Promise<TripState> {
  const { rows } = await pool.query(
    `select to_jsonb(b) as booking,
       (select queue from drivers where uid = $2) as busy,
       (select queue from drivers where uid = $3) as asked_busy,
       (select coalesce(array_agg(driver::text), '{}') from booking_requests where booking = $1 and outcome is null) as open,
       (select coalesce(sum(balance), 0)::int from ledger_accounts where owner = $2) as driver_balance,
       (select coalesce(sum(balance), 0)::int from ledger_accounts where owner = $4) as rider_balance,
       (select count(*)::int from saved_addresses where uid = $4) as addresses,
       (select rating_count from users where uid = $2) as ratings,
       (select count(*)::int from outbox_events where data ->> 'booking_id' = $1::text or data ->> 'id' = $1::text
         or topics && array['booking:' || $1::text]) as events
     from bookings b where id = $1`,
    [id, people.driver.uid, people['offered driver'].uid, people.rider.uid],
  );
  const [row] = rows;
  return {
    status: row.booking.status,
    booking: row.booking,
    isBusy: row.busy,
    askedIsBusy: row.asked_busy,
    openOffers: row.open,
    driverBalance: row.driver_balance,
    riderBalance: row.rider_balance,
    savedAddresses: row.addresses,
    events: row.events,
    ratings: row.ratings,
  };
}

export interface StepTaken {
  readonly before: TripState;
  readonly after: TripState;
  readonly trip: TestTrip;
  readonly facts: Facts;
  /** Uid of the user who did it. */
  readonly by: string;
}

type Effect = readonly [what: string, holds: (step: StepTaken) => boolean];

const isSet = (field: string): Effect => [`${field} is set`, ({ after }) => after.booking[field] !== null];
const isFree: Effect = [
  'the driver is free, unless on another trip',
  ({ after, facts }) => after.isBusy === facts.isFollowOn,
];
const noOffers: Effect = ['no offer is open', ({ after }) => after.openOffers.length === 0];
const driverIsPaid: Effect = [
  'the driver is credited driver_share less the cash in hand',
  ({ before, after }) => {
    if (after.status !== 'PAID' || before.status === 'PAID') return true;
    const { driver_share: share, cash_payment_amount: cash } = after.booking;
    return after.driverBalance - before.driverBalance === Number(share) - Number(cash);
  },
];
const isPaidInFull: Effect = [
  'a paid trip is paid in full and its driver free',
  ({ after }) => after.status !== 'PAID' || (after.booking.payable_amount === 0 && !after.isBusy),
];
const published: Effect = ['an event is published', ({ before, after }) => after.events > before.events];

const paidFromWallet: readonly Effect[] = [
  [
    'the wallet pays what is owed',
    ({ before, after }) => before.riderBalance - after.riderBalance === Number(before.booking.payable_amount),
  ],
  ['nothing is owed', ({ after }) => after.booking.payable_amount === 0],
  driverIsPaid,
  published,
];

/** Required effects of each step besides its status (§4). */
export const effects: Readonly<Record<Action, readonly Effect[]>> = {
  accept: [
    ['the driver is the one who accepted', ({ after, by }) => after.booking.driver === by],
    ['that driver is busy', ({ after }) => after.askedIsBusy],
    isSet('driver_accept_time'),
    noOffers,
    published,
  ],
  decline: [
    ['the driver is not asked any more', ({ after, by }) => !after.openOffers.includes(by)],
    [
      'other offers stay open',
      ({ after, facts }) => after.openOffers.length === (facts.hasOtherOffer ? 1 : 0),
    ],
    published,
  ],
  giveBack: [['it has no driver', ({ after }) => after.booking.driver === null], isFree, published],
  arrive: [isSet('driver_arrive_time'), published],
  start: [isSet('trip_start_time'), published],
  startWithCode: [isSet('trip_start_time'), published],
  startWithWrongCode: [isSet('trip_start_time'), published],
  reach: [
    isSet('trip_end_time'),
    isSet('total_trip_time'),
    ['the drop is saved', ({ before, after }) => after.savedAddresses === before.savedAddresses + 1],
    [
      'the driver is busy until a cash trip is collected',
      ({ after }) => after.isBusy === (after.status === 'REACHED'),
    ],
    driverIsPaid,
    isPaidInFull,
    published,
  ],
  collect: [driverIsPaid, isPaidInFull, isSet('paid_at'), published],
  payByCash: [['the mode is cash', ({ after }) => after.booking.payment_mode === 'cash'], published],
  payByCard: [['the mode is card', ({ after }) => after.booking.payment_mode === 'card'], published],
  payByWallet: paidFromWallet,
  charge: [...paidFromWallet, isSet('paid_at')],
  rate: [
    ['the rating is stored', ({ after }) => after.booking.rating === 4],
    ['it counts for the driver', ({ before, after }) => after.ratings === before.ratings + 1],
    published,
  ],
  skipRating: [['no rating is stored', ({ after }) => after.booking.rating === null], published],
  rateRider: [['the rating is stored', ({ after }) => after.booking.rider_rating === 4]],
  tip: [
    ['the driver gets it', ({ before, after }) => after.driverBalance === before.driverBalance + 100],
    ['the rider pays it', ({ before, after }) => after.riderBalance === before.riderBalance - 100],
  ],
  cancel: [
    isSet('reason'),
    ['who cancelled is stored', ({ after, trip, by }) => trip.people[nameOfCanceller(after)].uid === by],
    noOffers,
    isFree,
    [
      'prepaid money goes back',
      ({ before, after, facts }) =>
        after.riderBalance - before.riderBalance === (facts.isPrepaid ? 11_000 : 0),
    ],
    published,
  ],
  assign: [['the driver is asked', ({ after, trip }) => after.openOffers.includes(trip.free)], published],
  reassign: [['it has no driver', ({ after }) => after.booking.driver === null], isFree, published],
  refund: [
    ['the rider gets it', ({ before, after }) => after.riderBalance === before.riderBalance + 100],
    published,
  ],
  takePickupPhoto: [isSet('pickup_image'), published],
  takeDropPhoto: [isSet('deliver_image'), published],
};

function nameOfCanceller({ booking }: TripState): 'rider' | 'driver' | 'admin' {
  const by = booking.cancelled_by;
  return by === 'driver' || by === 'admin' ? by : 'rider';
}
