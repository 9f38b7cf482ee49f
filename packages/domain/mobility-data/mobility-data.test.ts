// Tests the data of bookings and vehicles for regulators: rounded, complete, in the standard's vocabulary, and without
// personal data.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bookingStatus } from '../booking/index.ts';
import { distanceKm } from '../geo/index.ts';
import { MS_PER_MINUTE } from '../kernel/index.ts';
import {
  approachOf,
  cancellationOf,
  costOf,
  type DrivenBooking,
  eventOfStatus,
  mdsTrip,
  mdsVehicleStatus,
  minuteOf,
  parseHour,
  rideOf,
  roundedLocation,
  type TripTerms,
  type VehicleNow,
  vehicleOf,
  vehicleStatusOf,
} from './index.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');
const device_id = '9f1c6a52-3b7e-4d08-a1c4-5e2f8b90d713';
const provider_id = '5b0f3f0e-8c4d-4a39-9d5a-1f6c7e28b094';

const known = new Map<string, string>();
/** Returns a different UUID for each name. */
function idOf(name: string): string {
  const id = known.get(name) ?? `00000000-0000-8000-8000-${String(known.size + 1).padStart(12, '0')}`;
  known.set(name, id);
  return id;
}

const terms: TripTerms = {
  provider_id,
  appName: 'Kerb',
  currency: 'UYU',
  decimals: 2,
  isoDecimals: 2,
  idOf,
};

const booking = (change: Partial<DrivenBooking> = {}): DrivenBooking => ({
  booking: 'b1',
  device_id,
  status: 'PAID',
  cancelled_by: null,
  listed_reason: null,
  booking_type_admin: false,
  booking_date: noon,
  tripdate: noon + 1000,
  pickup_promised_at: null,
  set_out_at: null,
  driver_accept_time: noon + 30_000,
  driver_arrive_time: noon + 5 * MS_PER_MINUTE + 1,
  trip_start_time: noon + 6 * MS_PER_MINUTE,
  trip_end_time: noon + 20 * MS_PER_MINUTE,
  paid_at: noon + 21 * MS_PER_MINUTE,
  cancelled_at: null,
  total_trip_time: 840,
  rider_deleted: false,
  pickup: { lat: -34.905812, lng: -56.191377 },
  drop_point: { lat: -34.912155, lng: -56.164522 },
  accepted_place: { lat: -34.901234, lng: -56.171234 },
  started_place: { lat: -34.905899, lng: -56.191401 },
  ended_place: { lat: -34.912001, lng: -56.164999 },
  approach_place: { lat: -34.904, lng: -56.18 },
  approach_km: 1.234,
  distance_km: 4.567,
  trip_cost: 32_054,
  discount_amount: 2000,
  convenience_fees: 1814,
  driver_share: 30_240,
  cancellation_fee: 0,
  tip: 500,
  base_fare_major: 60,
  payment_mode: 'cash',
  promo_applied: true,
  ...change,
});

describe('a ride', () => {
  it('has the fields of the standard with rounded places and times', () => {
    const ride = rideOf(booking(), terms);
    expect(mdsTrip.strict().parse(ride)).toEqual(ride);
    expect(ride).toMatchObject({
      trip_type: ['private'],
      start_time: noon + 6 * MS_PER_MINUTE,
      end_time: noon + 20 * MS_PER_MINUTE,
      start_location: { lat: -34.906, lng: -56.191 },
      end_location: { lat: -34.912, lng: -56.165 },
      duration: 840,
      distance: 4570,
      standard_cost: 32_054,
      actual_cost: 30_054,
      currency: 'UYU',
      trip_attributes: { passenger_count: 1, hail_type: 'app', app_name: 'Kerb', dispatch_time: noon },
      fare_attributes: {
        payment_type: 'cash',
        fare_type: 'meter_fare',
        base_rate: 6000,
        other_fees: 1814,
        tip: 500,
        driver_trip_pay: 30_240,
        rate_code_id: 'promo_rate',
      },
    });
  });

  it.each([
    ['card', {}, 'credit_card'],
    ['wallet', {}, 'mobile_app'],
    ['cash', { discount_amount: 32_054 }, 'no_payment'],
  ] as const)('paid by %s %o is %s', (payment_mode, change, payment_type) => {
    expect(rideOf(booking({ payment_mode, ...change }), terms)?.fare_attributes?.payment_type).toBe(
      payment_type,
    );
  });

  it('booked by phone has no app name, and a later one has the promised pickup time', () => {
    const later = noon + 60 * MS_PER_MINUTE;
    const { trip_attributes } = rideOf(booking({ booking_type_admin: true, tripdate: later }), terms) ?? {};
    expect(trip_attributes).toMatchObject({ hail_type: 'phone_dispatch', quoted_trip_start_time: later });
    expect(trip_attributes).not.toHaveProperty('app_name');
    const followOn = booking({ pickup_promised_at: later + MS_PER_MINUTE, set_out_at: later });
    expect(rideOf(followOn, terms)?.trip_attributes.quoted_trip_start_time).toBe(later + MS_PER_MINUTE);
  });

  it('of a rider who deleted their account starts and ends at the rounded places of the booking', () => {
    const { start_location, end_location, trip_attributes } =
      rideOf(booking({ rider_deleted: true }), terms) ?? {};
    expect(start_location).toEqual({ lat: -34.91, lng: -56.19 });
    expect(end_location).toEqual({ lat: -34.91, lng: -56.16 });
    expect(trip_attributes?.requested_trip_start_location).toEqual(start_location);
  });

  it('is absent before its end, and for a cancelled booking', () => {
    expect(rideOf(booking({ trip_end_time: null }), terms)).toBeNull();
    expect(rideOf(booking({ trip_start_time: null }), terms)).toBeNull();
  });

  it('has its cost in whole units of the currency, regardless of the decimals shown', () => {
    expect(costOf(321, { decimals: 0, isoDecimals: 2 })).toBe(32_100);
    expect(costOf(32_155, { decimals: 2, isoDecimals: 0 })).toBe(322);
    expect(costOf(-5, { decimals: 2, isoDecimals: 2 })).toBe(0);
  });
});

describe('the drive to the pickup', () => {
  it('is a trip without passengers of the same journey, until the driver arrives', () => {
    const approach = approachOf(booking(), terms);
    expect(mdsTrip.strict().parse(approach)).toEqual(approach);
    expect(approach).toMatchObject({
      trip_type: ['reservation'],
      journey_id: rideOf(booking(), terms)?.journey_id,
      start_time: noon,
      end_time: noon + 5 * MS_PER_MINUTE,
      start_location: { lat: -34.901, lng: -56.171 },
      end_location: { lat: -34.906, lng: -56.191 },
      duration: 270,
      distance: 1230,
      trip_attributes: { passenger_count: 0 },
    });
    expect(approach).not.toHaveProperty('fare_attributes');
    expect(approach?.trip_id).not.toBe(rideOf(booking(), terms)?.trip_id);
  });

  it('ends at the cancellation, with the fee, and with the reason if it is from the list', () => {
    const cancelled = booking({
      status: 'CANCELLED',
      driver_arrive_time: null,
      trip_start_time: null,
      trip_end_time: null,
      cancelled_at: noon + 3 * MS_PER_MINUTE,
      cancelled_by: 'driver',
      listed_reason: 'Car broke down',
      cancellation_fee: 6000,
    });
    expect(approachOf(cancelled, terms)).toMatchObject({
      end_time: noon + 3 * MS_PER_MINUTE,
      end_location: { lat: -34.904, lng: -56.18 },
      trip_attributes: { cancellation_reason: 'Car broke down' },
      fare_attributes: { payment_type: 'mobile_app', fare_type: 'flat_rate' },
      actual_cost: 6000,
    });
    const other = approachOf({ ...cancelled, listed_reason: null }, terms);
    expect(other?.trip_attributes.cancellation_reason).toBe('other');
    const byRider = approachOf({ ...cancelled, cancelled_by: 'rider' }, terms);
    expect(byRider?.trip_attributes).not.toHaveProperty('cancellation_reason');
  });

  it('is at least the straight line when no position was stored', () => {
    const approach = approachOf(booking({ approach_km: null }), terms);
    const { pickup, accepted_place } = booking();
    expect(approach?.distance).toBeGreaterThan(0);
    expect(
      Math.abs((approach?.distance ?? 0) / 1000 - distanceKm(accepted_place ?? pickup, pickup)),
    ).toBeLessThan(0.01);
  });

  it('is absent before the arrival, and for a follow-on trip that the driver never started', () => {
    expect(approachOf(booking({ driver_arrive_time: null }), terms)).toBeNull();
    expect(approachOf(booking({ pickup_promised_at: noon }), terms)).toBeNull();
    expect(
      approachOf(booking({ pickup_promised_at: noon, set_out_at: noon + 60_000 }), terms)?.start_time,
    ).toBe(noon + 60_000);
  });
});

const degrees = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const moment = fc.integer({ min: noon, max: noon + 1e9 });

/** Returns every number in a response, with the name of its field. */
function numbersIn(value: unknown, name = ''): [string, number][] {
  if (typeof value === 'number') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => numbersIn(inner, field));
}

describe('the published data', () => {
  it('has no coordinate with over three decimals and no time more exact than a minute', () => {
    fc.assert(
      fc.property(
        fc.record({
          pickup: degrees,
          drop_point: degrees,
          accepted_place: fc.option(degrees),
          started_place: fc.option(degrees),
          ended_place: fc.option(degrees),
          driver_accept_time: moment,
          driver_arrive_time: moment,
          trip_start_time: moment,
          trip_end_time: moment,
          rider_deleted: fc.boolean(),
        }),
        (change) => {
          const facts = booking(change);
          const decimals = change.rider_deleted ? 2 : 3;
          const numbers = [rideOf(facts, terms), approachOf(facts, terms)].flatMap((trip) => numbersIn(trip));
          for (const [name, value] of numbers) {
            if (name === 'lat' || name === 'lng') expect(value).toBe(Number(value.toFixed(decimals)));
            if (name.endsWith('_time')) expect(value % MS_PER_MINUTE).toBe(0);
          }
        },
      ),
    );
  });

  it('preserves the order of moments and their hour', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        expect(Math.sign(minuteOf(one) - minuteOf(other)) * Math.sign(one - other)).toBeGreaterThanOrEqual(0);
        expect(Math.floor(minuteOf(one) / 3_600_000)).toBe(Math.floor(one / 3_600_000));
      }),
    );
  });

  it('contains no negative zero', () => {
    expect(Object.is(roundedLocation({ lat: -0.0001, lng: 0.0001 }).lat, 0)).toBe(true);
  });

  it('has no personal field: its schemas list every published field', () => {
    const names = (schema: z.ZodType): string[] => {
      if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
        return names(z.any().parse(schema.unwrap()));
      if (schema instanceof z.ZodArray) return names(z.any().parse(schema.element));
      if (!(schema instanceof z.ZodObject)) return [];
      return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...names(z.any().parse(field))]);
    };
    const given = [...names(mdsTrip), ...names(mdsVehicleStatus)];
    expect(given.length).toBeGreaterThan(40);
    expect(given.filter((name) => /driver_id|address|phone|customer|rider|email|person/.test(name))).toEqual(
      [],
    );
  });
});

const vehicle = (change: Partial<VehicleNow> = {}): VehicleNow => ({
  device_id,
  provider_id,
  on_duty: true,
  duty: { started_at: noon - 30 * MS_PER_MINUTE, ended_at: null },
  position: { lat: -34.9, lng: -56.1, seenAt: noon },
  booking: null,
  ...change,
});
const statusOf = (change: Partial<VehicleNow>, now = noon) =>
  vehicleStatusOf(vehicle(change), { now, positionValidMs: 10 * MS_PER_MINUTE, idOf, timedIdOf: idOf });

describe('the state of a vehicle', () => {
  it.each([
    ['PAYMENT_PENDING', 'available', 'service_start'],
    ['NEW', 'available', 'service_start'],
    ['ACCEPTED', 'reserved', 'reservation_start'],
    ['ARRIVED', 'stopped', 'reservation_stop'],
    ['STARTED', 'on_trip', 'trip_start'],
    ['REACHED', 'stopped', 'trip_stop'],
    ['PENDING', 'available', 'trip_end'],
    ['PAID', 'available', 'trip_end'],
    ['COMPLETE', 'available', 'trip_end'],
    ['CANCELLED', 'available', 'provider_cancellation'],
  ] as const)('of a driver whose booking is %s is %s', (status, state, event) => {
    const cancelled_at = status === 'CANCELLED' ? noon : null;
    expect(statusOf({ booking: booking({ status, cancelled_at }) })?.last_event).toMatchObject({
      vehicle_state: state,
      event_types: [event],
    });
  });

  it('is defined for every status of a booking', () => {
    expect(Object.keys(eventOfStatus).sort()).toEqual([...bookingStatus.options].sort());
  });

  it.each([
    ['rider', 'passenger_cancellation'],
    ['driver', 'driver_cancellation'],
    ['admin', 'provider_cancellation'],
    ['system', 'provider_cancellation'],
    [null, 'provider_cancellation'],
  ] as const)('after a cancellation by %s follows %s', (cancelled_by, event) => {
    expect(cancellationOf(cancelled_by)).toBe(event);
    const cancelled = booking({ status: 'CANCELLED', cancelled_by, cancelled_at: noon - 1 });
    expect(statusOf({ booking: cancelled })?.last_event).toMatchObject({
      vehicle_state: 'available',
      event_types: [event],
    });
  });

  it('is available once the cash is collected, or at the end of any other ride', () => {
    const over = { trip_end_time: noon - 9 * MS_PER_MINUTE, paid_at: noon - 2 * MS_PER_MINUTE } as const;
    const at = (change: Partial<DrivenBooking>) =>
      statusOf({ booking: booking({ ...over, ...change }) })?.last_event.timestamp;
    expect(at({ payment_mode: 'cash' })).toBe(noon - 2 * MS_PER_MINUTE);
    expect(at({ payment_mode: 'card' })).toBe(noon - 9 * MS_PER_MINUTE);
  });

  it('is service_start when the duty began after the last booking', () => {
    const began = noon - MS_PER_MINUTE;
    const last = booking({ paid_at: noon - 5 * MS_PER_MINUTE });
    const duty = { started_at: began, ended_at: null };
    expect(statusOf({ booking: last, duty })?.last_event).toMatchObject({
      event_types: ['service_start'],
      timestamp: began,
    });
  });

  it('is non_contactable when the phone is silent, also during a trip, with the id of the trip', () => {
    const later = noon + 10 * MS_PER_MINUTE + 1;
    const silent = statusOf({ booking: booking({ status: 'STARTED' }) }, later);
    expect(silent?.last_event).toMatchObject({
      vehicle_state: 'non_contactable',
      event_types: ['comms_lost'],
      timestamp: noon + 10 * MS_PER_MINUTE,
    });
    expect(silent?.last_event.trip_ids).toHaveLength(1);
    expect(silent?.last_telemetry.journey_id).not.toBeNull();
    expect(statusOf({}, noon + 10 * MS_PER_MINUTE)?.last_event.vehicle_state).toBe('available');
  });

  it('is listed until 90 minutes after a duty, and not before the first duty', () => {
    const ended = (at: number) => ({ on_duty: false, duty: { started_at: 0, ended_at: at } });
    expect(statusOf(ended(noon - 90 * MS_PER_MINUTE))?.last_event.event_types).toEqual(['service_end']);
    expect(statusOf(ended(noon - 90 * MS_PER_MINUTE - 1))).toBeNull();
    expect(statusOf({ on_duty: false, duty: null })).toBeNull();
  });

  it('has the fields of the standard', () => {
    for (const status of bookingStatus.options) {
      const answer = statusOf({ booking: booking({ status, cancelled_at: noon }) });
      expect(mdsVehicleStatus.strict().parse(answer)).toEqual(answer);
    }
  });
});

describe('a vehicle', () => {
  const declared = {
    vehicle_type: 'car',
    propulsion_types: ['electric' as const],
    wheelchair_accessible: false,
  } as const;
  const facts = { device_id, vehicle_number: ' SAB 1000 ', vehicle_make: 'BYD', vehicle_model: '' };

  it('is identified by its plate, and by its device id after the driver deleted their account', () => {
    const terms = {
      provider_id,
      declared: { ...declared, propulsion_types: [...declared.propulsion_types] },
    };
    expect(vehicleOf(facts, terms)).toMatchObject({
      vehicle_id: 'SAB 1000',
      vehicle_attributes: { make: 'BYD', license_plate: 'SAB 1000' },
      accessibility_attributes: [],
    });
    const erased = vehicleOf({ ...facts, vehicle_number: '', vehicle_make: '' }, terms);
    expect(erased).toMatchObject({ vehicle_id: device_id, vehicle_attributes: { license_plate: '' } });
  });
});

describe('an hour', () => {
  it('is an hour of UTC, including its first moment and excluding its end', () => {
    expect(parseHour('2026-03-02T15')).toEqual({
      starts: Date.parse('2026-03-02T15:00:00Z'),
      ends: Date.parse('2026-03-02T16:00:00Z'),
    });
  });

  it.each([
    '',
    '2026-03-02',
    '2026-03-02T24',
    '2026-02-30T10',
    '2026-13-01T00',
    '2026-03-02T1',
    '2026-03-02T15Z',
  ])('is refused when written as "%s"', (written) => {
    expect(() => parseHour(written)).toThrow('invalid_input');
  });
});
