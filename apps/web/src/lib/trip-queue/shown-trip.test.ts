// Tests the trip as the driver sees it while steps are queued: the next step at once, and no amount before the server
// has computed it.
import { describe, expect, it } from 'vitest';
import { hasHappened, lossOf, shownTrip } from './shown-trip.ts';
import { bookingView, driver, queuedStep } from './testing/queue-builders.ts';

const all = [
  queuedStep(1, { kind: 'arrive' }),
  queuedStep(2, { kind: 'start' }),
  queuedStep(3, { kind: 'reach' }),
  queuedStep(4, { kind: 'collect' }),
];

describe('the trip with its queued steps', () => {
  it('is the unchanged record without queued steps', () => {
    const booking = bookingView();
    expect(shownTrip(booking, []).booking).toBe(booking);
  });

  it('advances one status with each queued step, at the time the step was taken', () => {
    const [arrived, started, reached] = [1, 2, 3].map((n) => shownTrip(bookingView(), all.slice(0, n)));
    expect(arrived?.booking).toMatchObject({
      status: 'ARRIVED',
      driver_arrive_time: 1_000,
      actions: ['start', 'cancel'],
    });
    expect(started?.booking).toMatchObject({ status: 'STARTED', trip_start_time: 2_000, actions: ['reach'] });
    expect(reached?.booking).toMatchObject({ status: 'REACHED', trip_end_time: 3_000 });
  });

  it('offers no cash collection while the fare is not known on the phone', () => {
    expect(shownTrip(bookingView(), all.slice(0, 3))).toMatchObject({
      awaitsFare: true,
      booking: { actions: [], payableAmount: 100 },
    });
  });

  it('offers cash collection for a delivery with a fixed price, and not for a prepaid one', () => {
    const delivery = bookingView({ appcat: 'delivery' });
    expect(shownTrip(delivery, all.slice(0, 3))).toMatchObject({
      awaitsFare: false,
      booking: { actions: ['collect'] },
    });
    expect(shownTrip({ ...delivery, prepaid: true }, all.slice(0, 3)).booking.actions).toEqual([]);
    expect(shownTrip({ ...delivery, payment_mode: 'card' }, all.slice(0, 3)).booking.actions).toEqual([]);
  });

  it('never shows a payment as paid while its step is queued', () => {
    const shown = shownTrip(bookingView({ appcat: 'delivery' }), all);
    expect(shown).toMatchObject({ awaitsPayment: true, booking: { status: 'REACHED', actions: [] } });
  });

  it('does not apply a step again that the server has received', () => {
    const booking = bookingView({ status: 'STARTED', actions: ['reach'], trip_start_time: 7 });
    expect(shownTrip(booking, all.slice(0, 2)).booking).toBe(booking);
  });

  it('includes a queued photo until the trip has passed that step', () => {
    const photo = [queuedStep(1, { kind: 'pickup_image' })];
    expect(shownTrip(bookingView(), photo).photos).toEqual(['pickup_image']);
    expect(shownTrip(bookingView({ status: 'STARTED' }), photo).photos).toEqual([]);
  });

  it('is cancelled once the server cancelled it, even with queued steps', () => {
    const cancelled = bookingView({ status: 'CANCELLED', actions: [] });
    expect(shownTrip(cancelled, all)).toMatchObject({ booking: { status: 'CANCELLED' }, awaitsFare: false });
  });
});

describe('the state of a queued step in the record', () => {
  it('is applied when the trip has reached or passed its status', () => {
    expect(hasHappened('arrive', 'ACCEPTED')).toBe(false);
    expect(hasHappened('arrive', 'ARRIVED')).toBe(true);
    expect(hasHappened('start', 'COMPLETE')).toBe(true);
    expect(hasHappened('collect', 'REACHED')).toBe(false);
    expect(hasHappened('collect', 'PAID')).toBe(true);
    expect(hasHappened('deliver_image', 'STARTED')).toBe(false);
  });

  it('is lost when the trip is cancelled, missing or assigned to another driver', () => {
    expect(lossOf(bookingView(), driver)).toBeNull();
    expect(lossOf(bookingView({ status: 'CANCELLED' }), driver)).toBe('cancelled');
    expect(lossOf(bookingView({ driver: 'another' }), driver)).toBe('gone');
    expect(lossOf(null, driver)).toBe('gone');
  });
});
