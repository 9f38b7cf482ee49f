// Tests every error code of a booking request, and the order in which they are returned.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingDraft, fieldIssues, isDeliveryPhone, validateBooking } from './validate-booking.ts';

const now = Date.UTC(2026, 4, 1, 12);
const lead = 15 * 60_000;
const horizon = 90 * 86_400_000;

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
  rider: { mobile: '+59899123456', approved: true },
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
    ['too_far_ahead', { bookLater: true, tripdate: now + horizon + 1 }],
    ['too_far_ahead', { bookLater: true, tripdate: Date.UTC(2099, 0, 1) }],
    ['too_many_waypoints', { waypoints: Array(21).fill(drop) }],
    ['too_many_waypoints', { drop: { ...pickup }, waypoints: Array(25).fill(drop) }],
    ['pickup_equals_drop', { drop: { ...drop, lat: pickup.lat, lng: pickup.lng } }],
  ])('%s: %j', (key, change) => {
    expect(validateBooking({ ...good, ...change }, now)).toBe(key);
  });

  it.each<[string | null, Partial<BookingDraft>]>([
    ['user_issue_contact_admin', { person: rider }],
    ['select_proper', { rider: null }],
    ['select_proper', { rider: undefined }],
    ['incomplete_user', { rider: { mobile: ' ', approved: true } }],
    ['incomplete_user', { rider: { mobile: '', approved: false } }],
    ['rider_blocked', { rider: { mobile: '+59899123456', approved: false } }],
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

  it('accepts a later booking from exactly 15 minutes ahead, with or without drivers nearby', () => {
    expect(
      validateBooking({ ...good, bookLater: true, tripdate: now + lead, driversNearby: 0 }, now),
    ).toBeNull();
    expect(validateBooking({ ...good, driversNearby: null }, now)).toBeNull();
  });

  it('accepts a later booking up to exactly 90 days ahead, and 20 stops', () => {
    expect(validateBooking({ ...good, bookLater: true, tripdate: now + horizon }, now)).toBeNull();
    expect(validateBooking({ ...good, waypoints: Array(20).fill(drop) }, now)).toBeNull();
  });

  it('does not check the rider field when riders book for themselves', () => {
    expect(validateBooking({ ...good, rider: { mobile: '', approved: false } }, now)).toBeNull();
  });

  it('accepts a pickup and a drop that are at least 10 m apart', () => {
    // A ten-thousandth of a degree of latitude is 11.1 m.
    const at = (metres: number) => ({ ...pickup, lat: pickup.lat + metres / 111_195 });
    expect(validateBooking({ ...good, drop: at(9) }, now)).toBe('pickup_equals_drop');
    expect(validateBooking({ ...good, drop: at(11) }, now)).toBeNull();
  });

  it('accepts a round trip with a stop', () => {
    expect(validateBooking({ ...good, drop: { ...pickup }, waypoints: [drop] }, now)).toBeNull();
  });

  it('returns the first error in the order of the specification', () => {
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

describe('fieldIssues', () => {
  it('returns no errors for a valid booking, or about the signed-in user', () => {
    for (const draft of [good, goodByAdmin, goodDelivery]) expect(fieldIssues(draft, now)).toEqual({});
    expect(fieldIssues({ ...good, person: null }, now)).toEqual({});
    expect(fieldIssues({ ...good, person: { ...rider, email: '' } }, now)).toEqual({});
  });

  it('returns the errors of all fields of an empty form at once', () => {
    const untouched = {
      pickup: null,
      drop: null,
      carType: null,
      rider: null,
      bookLater: true,
      tripdate: null,
    };
    const delivery = { instructionData: { deliveryPerson: ' ', deliveryPersonPhone: '123456' } };
    expect(fieldIssues({ ...goodByAdmin, ...untouched, appcat: 'delivery', ...delivery }, now)).toEqual({
      pickup: 'select_proper',
      drop: 'select_proper',
      carType: 'select_proper',
      rider: 'select_proper',
      tripdate: 'past_booking_error',
      deliveryPerson: 'deliveryDetailMissing',
      deliveryPersonPhone: 'deliveryDetailMissing',
    });
  });

  it.each<[Partial<BookingDraft>, ReturnType<typeof fieldIssues>]>([
    [{ drop: { ...pickup } }, { drop: 'pickup_equals_drop' }],
    [{ drop: { ...pickup, add: '' } }, { drop: 'select_proper' }],
    [{ waypoints: Array(21).fill(drop) }, { waypoints: 'too_many_waypoints' }],
    [{ driversNearby: 0 }, { carType: 'no_driver_found_alert_messege' }],
    [{ driversNearby: 0, carType: '' }, { carType: 'select_proper' }],
    [{ bookLater: true, tripdate: now + horizon + 1 }, { tripdate: 'too_far_ahead' }],
    [{ rider: { mobile: '', approved: false } }, { rider: 'incomplete_user' }],
    [{ rider: { mobile: '+59899123456', approved: false } }, { rider: 'rider_blocked' }],
    [
      {
        appcat: 'delivery',
        instructionData: { deliveryPerson: 'Leo', deliveryPersonPhone: '29001234 ext 5a' },
      },
      { deliveryPersonPhone: 'deliveryDetailMissing' },
    ],
  ])('%j: %j', (change, expected) => {
    expect(fieldIssues({ ...goodByAdmin, ...change }, now)).toEqual(expected);
  });

  it('always includes the error of validateBooking, unless it is about the signed-in user', () => {
    const maybe = <T>(...values: T[]) => fc.constantFrom(...values);
    const point = maybe(null, pickup, drop, { ...pickup, add: ' ' });
    const drafts: fc.Arbitrary<BookingDraft> = fc.record({
      appcat: maybe<BookingDraft['appcat']>('taxi', 'delivery'),
      booking_type_admin: fc.boolean(),
      person: maybe<BookingDraft['person']>(null, rider, admin, { ...rider, email: '' }),
      rider: maybe(null, { mobile: '', approved: true }, { mobile: '+59899123456', approved: false }),
      pickup: point,
      drop: point,
      waypoints: maybe([], [drop], Array(21).fill(drop)),
      carType: maybe(null, '', 'economy'),
      bookLater: fc.boolean(),
      tripdate: maybe(null, now, now + lead, now + horizon + 1),
      driversNearby: maybe(null, 0, 2),
      instructionData: fc.record({
        deliveryPerson: maybe('', 'Leo'),
        deliveryPersonPhone: maybe('', '1234567'),
      }),
    });
    const ofPerson = new Set(['must_login', 'user_issue_contact_admin', 'profile_incomplete']);
    fc.assert(
      fc.property(drafts, (draft) => {
        const first = validateBooking(draft, now);
        const issues = fieldIssues(draft, now);
        if (first === null) expect(issues).toEqual({});
        else if (!ofPerson.has(first)) expect(Object.values(issues)).toContain(first);
      }),
    );
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
    [' +598 99 123 456', true],
    ['29001234 x12 ', true],
    ['123456', false],
    ['-------', false],
    ['12345a7', false],
    ['', false],
  ])('%j: %s', (phone, expected) => {
    expect(isDeliveryPhone(phone)).toBe(expected);
  });
});

describe('the places and people of a booking', () => {
  it('count as missing when they are blank', () => {
    expect(fieldIssues({ ...good, pickup: { ...pickup, add: ' ' } }, now)).toEqual({
      pickup: 'select_proper',
    });
    expect(fieldIssues({ ...good, carType: ' ' }, now)).toEqual({ carType: 'select_proper' });
    const person = { deliveryPerson: 'Leo', deliveryPersonPhone: ' 0991234567 ' };
    expect(fieldIssues({ ...goodDelivery, instructionData: person }, now)).toEqual({});
  });

  it('are not compared while one of them is missing', () => {
    expect(fieldIssues({ ...good, pickup: null }, now)).toEqual({ pickup: 'select_proper' });
    expect(fieldIssues({ ...good, drop: null }, now)).toEqual({ drop: 'select_proper' });
  });

  it('report the missing mobile of a blocked rider without a mobile', () => {
    const rider = { mobile: '', approved: true };
    expect(fieldIssues({ ...goodByAdmin, rider }, now)).toEqual({ rider: 'incomplete_user' });
  });

  it('mark the person and the phone as missing for a delivery without instructions', () => {
    expect(fieldIssues({ ...goodDelivery, instructionData: undefined }, now)).toEqual({
      deliveryPerson: 'deliveryDetailMissing',
      deliveryPersonPhone: 'deliveryDetailMissing',
    });
  });
});

describe('the time of a booking', () => {
  it('is validated for later bookings only', () => {
    expect(validateBooking({ ...good, tripdate: now - 1 }, now)).toBeNull();
  });

  it('allows a later booking without drivers nearby', () => {
    const later = { ...good, bookLater: true, tripdate: now + lead };
    expect(fieldIssues({ ...later, driversNearby: 0 }, now)).toEqual({});
  });
});
