// Every refusal of a booking by its key, and the order in which they are given.
import { describe, expect, it } from 'vitest';
import { type BookingDraft, isDeliveryPhone, validateBooking } from './validate-booking.ts';

const now = Date.UTC(2026, 4, 1, 12);
const lead = 15 * 60_000;

const rider = { usertype: 'rider', firstName: 'Ana', lastName: 'Silva', email: 'ana@example.uy' } as const;
const admin = { ...rider, usertype: 'admin' } as const;
const pickup = { lat: -34.9057, lng: -56.1913, add: 'Plaza Independencia' };
const drop = { lat: -34.8899, lng: -56.1668, add: 'Tres Cruces' };

const good: BookingDraft = {
  appcat: 'taxi',
  booking_type_admin: false,
  person: rider,
  pickup,
  drop,
  carType: 'economy',
  bookLater: false,
  tripdate: null,
  driversNearby: 3,
};
const goodByAdmin: BookingDraft = {
  ...good,
  booking_type_admin: true,
  person: admin,
  rider: { mobile: '+59899123456' },
};
const goodDelivery: BookingDraft = {
  ...good,
  appcat: 'delivery',
  instructionData: { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' },
};

describe('validateBooking', () => {
  it.each([good, goodByAdmin, goodDelivery])('lets a good booking through', (draft) => {
    expect(validateBooking(draft, now)).toBeNull();
  });

  it.each<[string, Partial<BookingDraft>]>([
    ['must_login', { person: null }],
    ['user_issue_contact_admin', { person: { ...rider, usertype: 'driver' } }],
    ['user_issue_contact_admin', { person: { ...rider, usertype: 'fleetadmin' } }],
    ['user_issue_contact_admin', { person: admin }],
    ['profile_incomplete', { person: { ...rider, email: ' ' } }],
    ['profile_incomplete', { person: { ...rider, firstName: '' } }],
    ['profile_incomplete', { person: { ...rider, lastName: '\t' } }],
    ['select_proper', { pickup: null }],
    ['select_proper', { drop: null }],
    ['select_proper', { drop: { ...pickup, add: '' } }],
    ['select_proper', { carType: null }],
    ['select_proper', { carType: '' }],
    ['past_booking_error', { bookLater: true, tripdate: null }],
    ['past_booking_error', { bookLater: true, tripdate: now + lead - 1 }],
    ['past_booking_error', { bookLater: true, tripdate: Number.NaN }],
    ['no_driver_found_alert_messege', { driversNearby: 0 }],
    ['pickup_equals_drop', { drop: { ...drop, lat: pickup.lat, lng: pickup.lng } }],
  ])('%s: %j', (key, change) => {
    expect(validateBooking({ ...good, ...change }, now)).toBe(key);
  });

  it.each<[string | null, Partial<BookingDraft>]>([
    ['user_issue_contact_admin', { person: rider }],
    ['select_proper', { rider: null }],
    ['select_proper', { rider: undefined }],
    ['incomplete_user', { rider: { mobile: ' ' } }],
    [null, { person: { ...admin, lastName: '' } }],
  ])('booked by an admin, %s: %j', (key, change) => {
    expect(validateBooking({ ...goodByAdmin, ...change }, now)).toBe(key);
  });

  it.each<[string | null, Partial<BookingDraft>]>([
    ['deliveryDetailMissing', { instructionData: undefined }],
    [
      'deliveryDetailMissing',
      { instructionData: { deliveryPerson: ' ', deliveryPersonPhone: '0991234567' } },
    ],
    ['deliveryDetailMissing', { instructionData: { deliveryPerson: 'Leo', deliveryPersonPhone: '123456' } }],
    [null, { appcat: 'taxi', instructionData: undefined }],
  ])('of a parcel, %s: %j', (key, change) => {
    expect(validateBooking({ ...goodDelivery, ...change }, now)).toBe(key);
  });

  it('takes a later booking from exactly 15 minutes on, whether or not a driver is near now', () => {
    expect(
      validateBooking({ ...good, bookLater: true, tripdate: now + lead, driversNearby: 0 }, now),
    ).toBeNull();
    expect(validateBooking({ ...good, driversNearby: null }, now)).toBeNull();
  });

  it('takes pickup and drop from 10 m apart on', () => {
    // A ten-thousandth of a degree of latitude is 11.1 m.
    const at = (metres: number) => ({ ...pickup, lat: pickup.lat + metres / 111_195 });
    expect(validateBooking({ ...good, drop: at(9) }, now)).toBe('pickup_equals_drop');
    expect(validateBooking({ ...good, drop: at(11) }, now)).toBeNull();
  });

  it('takes a round trip with a stop', () => {
    expect(validateBooking({ ...good, drop: { ...pickup }, waypoints: [drop] }, now)).toBeNull();
  });

  it('names the first thing wrong, in the order of the specification', () => {
    const faults: [string, Partial<BookingDraft>][] = [
      ['must_login', { person: null }],
      ['select_proper', { carType: null }],
      ['past_booking_error', { bookLater: true, tripdate: now }],
      ['deliveryDetailMissing', { instructionData: undefined }],
      ['pickup_equals_drop', { drop: { ...pickup } }],
    ];
    let draft = { ...goodDelivery };
    for (const [key, fault] of [...faults].reverse()) {
      draft = { ...draft, ...fault };
      expect(validateBooking(draft, now)).toBe(key);
    }
  });
});

describe('isDeliveryPhone', () => {
  it.each([
    ['1234567', true],
    ['123-4567', true],
    ['099 123 456', true],
    ['+598 99 123 456', true],
    ['2900 1234 ext 12', true],
    ['29001234 x12', true],
    ['123456', false],
    ['-------', false],
    ['12345a7', false],
    ['', false],
  ])('%j: %s', (phone, expected) => {
    expect(isDeliveryPhone(phone)).toBe(expected);
  });
});
