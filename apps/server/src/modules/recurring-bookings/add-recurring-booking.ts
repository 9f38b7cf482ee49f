// Adds a recurring booking on weekdays and makes the bookings of its next seven days.
import type { ParsedRecurringBookingRequest, RecurringBooking } from '@kerb/contract';
import { type InstructionData, instructionData, validateBooking } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { firstTripLeft, validateRecurrence } from '@kerb/domain/recurring-bookings';
import type { AppCategory, Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';
import { chosenParcel } from './chosen-parcel.ts';
import { createMakeBookings, journeyOf } from './make-bookings.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { publishRecurringChanged } from './recurring-bookings.events.ts';
import { recurringBookingsPolicy } from './recurring-bookings.policy.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';
import { createViewRecurring } from './view-recurring-bookings.ts';

const sorted = <Value extends string | number>(values: readonly Value[]): Value[] =>
  [...new Set(values)].sort();

type Input = ParsedRecurringBookingRequest;

/**
 * A taxi trip keeps the priced choices only, such as a child seat: it has no delivery instructions, even if the form
 * sent some.
 */
function instructionsFor(appcat: AppCategory, given: InstructionData | null): InstructionData | null {
  if (appcat === 'delivery' || given === null) return given;
  const { parcelTypeIndex, optionIndex } = given;
  return instructionData.parse({ parcelTypeIndex, optionIndex });
}

export function createAddRecurringBooking(deps: RecurringBookingsDeps) {
  const { db, withTx, clock, ids, settings, identity, carTypes, booking } = deps;
  const makeBookings = createMakeBookings(deps);
  const view = createViewRecurring(deps);

  async function rowOf(
    actor: Actor,
    input: Input,
    { appcat }: Pick<Settings, 'appcat'>,
  ): Promise<RecurringBookingRow> {
    const instructions = instructionsFor(appcat, input.instructionData);
    const carType = (await carTypes.carTypes()).find(({ id }) => id === input.carType);
    return {
      id: ids.next(),
      rider: input.rider,
      pickup: input.pickup,
      drop_point: input.drop,
      waypoints: input.waypoints,
      car_type: input.carType,
      instruction_data: instructions,
      ...chosenParcel(carType, instructions),
      payment_mode: input.payment_mode,
      weekdays: sorted(input.weekdays),
      time_of_day: input.timeOfDay,
      first_day: input.firstDay,
      last_day: input.lastDay,
      skipped_days: sorted(input.skippedDays),
      created_by: actor.uid,
      created_at: clock.now(),
      stopped_at: null,
      stopped_by: null,
    };
  }

  /** Applies the rules of a booking to the first trip; the road route is the same on every day. */
  async function guardFirstBooking(
    row: RecurringBookingRow,
    tripdate: number,
    { appcat }: Pick<Settings, 'appcat'>,
  ): Promise<void> {
    const user = await identity.userOf(row.rider);
    const issue = validateBooking(
      {
        appcat,
        booking_type_admin: true,
        person: { usertype: 'admin', firstName: '', lastName: '', email: '' },
        rider: user?.usertype === 'rider' ? user : null,
        ...journeyOf(row),
        // False, because the day may be further ahead than a booking can be made.
        bookLater: false,
        tripdate: null,
        driversNearby: null,
      },
      clock.now(),
    );
    if (issue !== null) throw new DomainError(issue);
    await booking.estimateFor(row.rider, { ...journeyOf(row), tripdate });
  }

  return async function addRecurringBooking(actor: Actor, input: Input): Promise<RecurringBooking> {
    recurringBookingsPolicy.add(actor);
    const current = await settings.get();
    const { weekdays, timeOfDay, firstDay, lastDay, skippedDays } = input;
    const recurrence = { weekdays, timeOfDay, firstDay, lastDay, skippedDays };
    const now = clock.now();
    const issue = validateRecurrence(recurrence, now, current.timezone);
    if (issue !== null) throw new DomainError(issue);
    const first = firstTripLeft(recurrence, now, current.timezone);
    if (first === null) throw new DomainError('no_day_left');
    const row = await rowOf(actor, input, current);
    await guardFirstBooking(row, first.at, current);
    await withTx(async (tx) => {
      await recurringBookingsRepository(tx).insert(row);
      await publishRecurringChanged(tx, row.id);
    });
    await makeBookings(row);
    return view.one(await recurringBookingsRepository(db).find(row.id));
  };
}
