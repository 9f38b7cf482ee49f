// Tests that a shared link expires half an hour after the trip, and at the latest after a day.
import { bookingStatus } from '@kerb/domain/booking';
import { describe, expect, it } from 'vitest';
import { endOfTrip, mayBeShared, mayPanic, offersPanic, shareExpiresAt, showsPosition } from './index.ts';

const MADE = 1_772_452_800_000;
const HOUR = 3_600_000;
const underway = {
  status: 'STARTED',
  tripdate: MADE,
  trip_end_time: null,
  cancelled_at: null,
  pickup_promised_at: null,
  set_out_at: null,
} as const;

describe('a shared link', () => {
  it('expires a day after its creation, or half an hour after the trip', () => {
    expect(shareExpiresAt(MADE, underway)).toBe(MADE + 24 * HOUR);
    expect(shareExpiresAt(MADE, { ...underway, tripdate: MADE + 72 * HOUR })).toBe(MADE + 96 * HOUR);
    expect(shareExpiresAt(MADE, { ...underway, trip_end_time: MADE + HOUR })).toBe(MADE + 1.5 * HOUR);
    expect(shareExpiresAt(MADE, { ...underway, cancelled_at: MADE + HOUR })).toBe(MADE + 1.5 * HOUR);
    expect(shareExpiresAt(MADE, { ...underway, trip_end_time: MADE + 23.9 * HOUR })).toBe(MADE + 24 * HOUR);
  });

  it('needs a trip under way, and shows the car until the drop', () => {
    const of = (rule: (booking: typeof underway) => boolean) =>
      bookingStatus.options.filter((status) => rule({ ...underway, status: status as 'STARTED' }));
    expect(of(mayBeShared)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
    expect(of(showsPosition)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED']);
  });

  it('does not show the car before its driver has set out, while it may carry another rider', () => {
    const accepted = { status: 'ACCEPTED', pickup_promised_at: MADE } as const;
    expect(showsPosition({ ...accepted, set_out_at: null })).toBe(false);
    expect(showsPosition({ ...accepted, set_out_at: MADE })).toBe(true);
  });
});

it('help is offered on taxi trips under way, when the operator has enabled it', () => {
  expect(bookingStatus.options.filter(mayPanic)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
  expect(offersPanic('taxi', { panic: true })).toBe(true);
  expect(offersPanic('taxi', { panic: false })).toBe(false);
  expect(offersPanic('delivery', { panic: true })).toBe(false);
});

describe('the end of a shared trip', () => {
  it('is the drop, or the cancellation of a trip without one', () => {
    expect(endOfTrip(underway)).toBeNull();
    expect(endOfTrip({ ...underway, cancelled_at: 5 })).toBe(5);
    expect(endOfTrip({ ...underway, trip_end_time: 3, cancelled_at: 5 })).toBe(3);
  });
});
