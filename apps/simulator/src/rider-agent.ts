// A simulated rider: books a ride now and then between addresses of the city, waits for it, pays in one way or another, rates.
import type { BookingView } from '@kerb/contract';
import { isActive } from '@kerb/domain/booking';
import { type AddressedPoint, distanceKm } from '@kerb/domain/geo';
import type { Random } from '@kerb/lab';
import { payByCard, testLink } from './pay-by-card.ts';
import { isRefusal } from './persist.ts';
import { findAddress, randomPoint } from './places.ts';
import type { Session } from './session.ts';
import type { SharedState } from './shared-state.ts';
import { createBell } from './time.ts';

/** Simulated seconds between two rides of one rider, on average. */
const MEAN_PAUSE_SECS = 240;
const LOOK_AT_BOOKING_MS = 30_000;
const RIDE_KM = { shortest: 0.8, longest: 7 };

export interface RiderAgent {
  run(signal: AbortSignal): Promise<void>;
}

interface RiderDeps {
  shared: SharedState;
  session: Session;
  random: Random;
}

export function createRiderAgent(shared: SharedState, mobile: string, random: Random): RiderAgent {
  return {
    async run(signal) {
      const session = await shared.signIn(mobile, signal);
      const deps = { shared, session, random };
      session.live.connect();
      try {
        const { items } = await shared.persist(
          (options) => session.client.listBookings({ query: { active: 'true' } }, options),
          signal,
        );
        for (const { id } of items) await followRide(deps, id, signal);
        while (!signal.aborted) {
          await shared.time.wait(random.exponential(MEAN_PAUSE_SECS), signal);
          const booked = signal.aborted ? null : await book(deps, signal);
          if (booked !== null) await followRide(deps, booked, signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        session.live.disconnect();
      }
    },
  };
}

/** Two addresses a ride apart; null when chance found none. */
async function chooseJourney({ shared, session, random }: RiderDeps, signal: AbortSignal) {
  const places = { client: session.client, persist: shared.persist };
  const pickup = await findAddress(places, randomPoint(random, shared.city), signal);
  const drop = await findAddress(places, randomPoint(random, shared.city), signal);
  if (!pickup || !drop) return null;
  const apart = distanceKm(pickup, drop);
  return apart >= RIDE_KM.shortest && apart <= RIDE_KM.longest ? { pickup, drop } : null;
}

/** A car type that has a car near, the common ones more often; null when no car is near. */
async function chooseCarType(
  { shared, session, random }: RiderDeps,
  { lat, lng }: AddressedPoint,
  signal: AbortSignal,
): Promise<string | null> {
  const { carTypes } = await shared.persist(
    (options) => session.client.nearbyDrivers({ query: { lat, lng } }, options),
    signal,
  );
  const cars = carTypes.flatMap(({ carType, count }) => Array.from({ length: count }, () => carType));
  return random.pick(cars) ?? null;
}

/** Most pay in cash, some by card; those who like the wallet top it up first when it is short. */
async function choosePayment(
  deps: RiderDeps,
  price: number,
  signal: AbortSignal,
): Promise<'cash' | 'card' | 'wallet'> {
  const { shared, session, random } = deps;
  const mode = random.pick(['cash', 'cash', 'cash', 'card', 'card', 'wallet'] as const) ?? 'cash';
  if (mode === 'cash' || (await testLink(deps, signal)) === null) return 'cash';
  if (mode === 'card') return mode;
  const balance = async (): Promise<number> =>
    (await shared.persist((options) => session.client.getMe(undefined, options), signal)).walletBalance;
  if ((await balance()) >= price) return 'wallet';
  const body = { amount: Math.ceil(price) * 2 };
  const form = await shared.persist((options) => session.client.openTopup({ body }, options), signal);
  const isPaid = await payByCard(deps, form, signal);
  return isPaid && (await balance()) >= price ? 'wallet' : 'cash';
}

/**
 * A ride that is over is paid by card, also one that cost more than the wallet had; a card that is declined is tried
 * again at the next look.
 */
async function payPending(
  deps: RiderDeps,
  { id, payment_mode }: BookingView,
  signal: AbortSignal,
): Promise<void> {
  const { shared, session } = deps;
  try {
    if (payment_mode === 'wallet') {
      const byCard = { params: { id }, body: { payment_mode: 'card' as const } };
      await shared.persist((options) => session.client.payBooking(byCard, options), signal);
    }
    const form = await shared.persist(
      (options) => session.client.getPaymentForm({ params: { id } }, options),
      signal,
    );
    await payByCard(deps, form, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Quotes and books; the booking's id, or null when it came to nothing this time. */
async function book(deps: RiderDeps, signal: AbortSignal): Promise<string | null> {
  const { shared, session } = deps;
  try {
    const journey = await chooseJourney(deps, signal);
    const carType = journey && (await chooseCarType(deps, journey.pickup, signal));
    if (!journey || !carType) return null;
    const quote = await shared.persist(
      (options) => session.client.createEstimate({ body: { ...journey, carType } }, options),
      signal,
    );
    const body = {
      ...journey,
      carType,
      estimate: quote.id,
      paymentPacket: { payment_mode: await choosePayment(deps, quote.trip_cost, signal) },
    };
    const { booking_id } = await shared.persist(
      (options) => session.client.createBooking({ body }, options),
      signal,
    );
    shared.counts.booked += 1;
    return booking_id;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Waits for the ride, gives the driver the trip code, rates at the end; now and then cancels. */
async function followRide(deps: RiderDeps, id: string, signal: AbortSignal): Promise<void> {
  const { shared, session, random } = deps;
  const bell = createBell();
  const stopListening = session.live.subscribe('bookings', (message) => {
    if (message.type === 'event' && message.data.booking_id === id) bell.ring();
  });
  let patience = random.chance(0.04) ? random.between(20, 120) : Number.POSITIVE_INFINITY;
  const since = shared.time.secs();
  try {
    while (!signal.aborted) {
      const booking = await shared.persist(
        (options) => session.client.getBooking({ params: { id } }, options),
        signal,
      );
      if (typeof booking.otp === 'number') shared.spokenCodes.set(id, String(booking.otp));
      if (!isActive(booking.status)) return;
      if (booking.status === 'PAID') return await rate(deps, booking, signal);
      if (booking.status === 'PENDING' && booking.payment_mode !== 'cash')
        await payPending(deps, booking, signal);
      const waited = shared.time.secs() - since;
      if (waited > patience) {
        patience = Number.POSITIVE_INFINITY;
        await cancel(deps, booking, signal);
        continue;
      }
      const untilImpatient = ((patience - waited) * 1000) / shared.time.speed;
      await bell.wait(Math.min(LOOK_AT_BOOKING_MS, untilImpatient), shared.time, signal);
    }
  } finally {
    stopListening();
    shared.spokenCodes.delete(id);
  }
}

async function cancel(
  { shared, session }: RiderDeps,
  booking: BookingView,
  signal: AbortSignal,
): Promise<void> {
  if (!booking.actions.includes('cancel')) return;
  const input = { params: { id: booking.id }, body: { reason: 'Changed my mind' } };
  try {
    await shared.persist((options) => session.client.cancelBooking(input, options), signal);
    shared.counts.cancelled += 1;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Most people are content; some do not rate at all. */
const STARS = [5, 5, 5, 5, 5, 4, 4, 4, 3, null] as const;

async function rate(
  { shared, session, random }: RiderDeps,
  booking: BookingView,
  signal: AbortSignal,
): Promise<void> {
  await shared.time.wait(random.between(3, 15), signal);
  if (signal.aborted) return;
  const rating = random.pick(STARS) ?? null;
  try {
    const input = { params: { id: booking.id }, body: { rating } };
    await shared.persist((options) => session.client.rateBooking(input, options), signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
