// Tests that the builders create valid entities with the given overrides.
import { allowedActions, settleTrip, validateBooking } from '@kerb/domain/booking';
import { checkDriver } from '@kerb/domain/dispatch';
import { presentBreakdown, quoteFare } from '@kerb/domain/fare';
import { bookingId, km, seconds } from '@kerb/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  aBill,
  aBooking,
  aBookingDraft,
  aCarType,
  aDriver,
  aDriverState,
  aPlace,
  aSettings,
  aTariff,
  aUser,
  fakeClock,
  fakeIds,
  SOME_NOON,
  testId,
} from './index.ts';

describe('builders', () => {
  it('build valid objects, and accept changes', () => {
    expect(aSettings().driverRadius).toBe(10);
    expect(aSettings({ convert_to_mile: true }).convert_to_mile).toBe(true);
    expect(aCarType({ name: 'Van' })).toMatchObject({ name: 'Van', min_fare: 150, options: [] });
    expect(aUser({ firstName: 'Eva' }).firstName).toBe('Eva');
    expect(aDriver().driver?.carType).toBe(aCarType().id);
    expect(aPlace({ add: 'Home' }).add).toBe('Home');
    expect(() => aUser({ createdAt: Number.NaN })).toThrow();
  });

  it('build a bookable draft, a driver who can get offers, and a bill that waits for cash', () => {
    expect(validateBooking(aBookingDraft(), SOME_NOON)).toBeNull();
    const search = { pickup: aPlace(), carType: aCarType().id };
    expect(checkDriver(aDriverState(), search, aSettings()).gate).toBeNull();
    expect(settleTrip(aBill()).status).toBe('REACHED');
  });

  it('build a booking with the price of its tariff', () => {
    const built = aBooking();
    const quote = quoteFare({
      tariff: aTariff(),
      distance: km(built.estimateDistance),
      duration: seconds(built.estimateTime),
      convert_to_mile: false,
      decimals: 2,
    });
    expect(presentBreakdown(quote, 2)).toEqual(built.breakdown);
    expect(built.actions).toEqual(allowedActions(built.status, 'rider'));
  });
});

describe('fakes', () => {
  it('have a clock that changes only when it is advanced or set', () => {
    const clock = fakeClock();
    expect(clock.now()).toBe(SOME_NOON);
    clock.advance(1500);
    expect(clock.now()).toBe(SOME_NOON + 1500);
    clock.set(7);
    expect(clock.now()).toBe(7);
  });

  it('create distinct, valid ids', () => {
    const ids = fakeIds();
    const made = Array.from({ length: 300 }, () => ids.next());
    expect(new Set(made).size).toBe(300);
    for (const id of made) expect(bookingId.safeParse(id).success).toBe(true);
    expect(made[0]).toBe(testId(1));
  });
});
