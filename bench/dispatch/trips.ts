// Random trips within Montevideo, and their quotes and bookings through the API.
import type { LatLng } from '@kerb/domain/geo';
import { montevideoQuarters, type Random } from '@kerb/testing';
import { type HttpCaller, UnexpectedStatus } from '../lib/http-caller.ts';

const SPREAD_DEGREES = 0.006;
/** A random point may be off the roads, so another trip is drawn at most this many times. */
const QUOTE_ATTEMPTS = 5;
const MIN_TRIP_DEGREES = 0.01;

/** Random point within several hundred metres of the middle of a built-up suburb. */
export function placeInCity(random: Random): LatLng {
  const quarter = montevideoQuarters[Math.floor(random() * montevideoQuarters.length)];
  if (!quarter) throw new Error('There are no quarters');
  const offset = () => (random() - 0.5) * SPREAD_DEGREES;
  return { lat: quarter.lat + offset(), lng: quarter.lng + offset() };
}

interface Trip {
  pickup: LatLng & { add: string };
  drop: LatLng & { add: string };
  carType: string;
}

function randomTrip(random: Random, carType: string): Trip {
  const pickup = placeInCity(random);
  let drop = placeInCity(random);
  while (Math.abs(drop.lat - pickup.lat) + Math.abs(drop.lng - pickup.lng) < MIN_TRIP_DEGREES)
    drop = placeInCity(random);
  return { pickup: { ...pickup, add: 'Pickup' }, drop: { ...drop, add: 'Drop' }, carType };
}

/** A trip with its quote, which the same rider must book within ten minutes. */
export interface QuotedTrip {
  trip: Trip;
  /** The departure that was quoted, ms since the epoch; undefined for now. */
  tripdate: number | undefined;
  quote: string;
  rider: HttpCaller;
}

function textOf(body: unknown, field: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
  if (typeof value !== 'string') throw new Error(`The answer has no ${field}`);
  return value;
}

/** Draws a trip and requests its quote; without `tripdate` the trip is for now. */
export async function quoteRandomTrip(
  rider: HttpCaller,
  random: Random,
  carType: string,
  tripdate?: number,
): Promise<QuotedTrip> {
  for (let attempt = 1; ; attempt += 1) {
    const trip = randomTrip(random, carType);
    try {
      const answer = await rider.post('/api/v1/estimates', { ...trip, tripdate });
      return { trip, tripdate, rider, quote: textOf(answer, 'id') };
    } catch (error) {
      if (!(error instanceof UnexpectedStatus) || attempt === QUOTE_ATTEMPTS) throw error;
    }
  }
}

/** Returns the booking's id. Dispatch of a trip for now begins immediately. */
export async function bookTrip({ trip, quote, rider, tripdate }: QuotedTrip): Promise<string> {
  const later = tripdate === undefined ? {} : { bookLater: true, tripdate };
  const body = { ...trip, ...later, estimate: quote, paymentPacket: { payment_mode: 'cash' } };
  return textOf(await rider.post('/api/v1/bookings', body), 'booking_id');
}
