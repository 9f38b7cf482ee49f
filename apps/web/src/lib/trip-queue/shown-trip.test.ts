// The trip as its driver sees it while steps wait: the next step at once, and nothing said of money that nobody knows.
import { describe, expect, it } from 'vitest';
import { hasHappened, lossOf, shownTrip } from './shown-trip.ts';
import { bookingView, driver, keptStep } from './testing/kept.ts';

const all = [
  keptStep(1, { kind: 'arrive' }),
  keptStep(2, { kind: 'start' }),
  keptStep(3, { kind: 'reach' }),
  keptStep(4, { kind: 'collect' }),
];

describe('the trip with its waiting steps', () => {
  it('is the record itself with none', () => {
    const booking = bookingView();
    expect(shownTrip(booking, []).booking).toBe(booking);
  });

  it('is one step further with each, at the time it happened', () => {
    const [arrived, started, reached] = [1, 2, 3].map((n) => shownTrip(bookingView(), all.slice(0, n)));
    expect(arrived?.booking).toMatchObject({
      status: 'ARRIVED',
      driver_arrive_time: 1_000,
      actions: ['start', 'cancel'],
    });
    expect(started?.booking).toMatchObject({ status: 'STARTED', trip_start_time: 2_000, actions: ['reach'] });
    expect(reached?.booking).toMatchObject({ status: 'REACHED', trip_end_time: 3_000 });
  });

  it('offers no cash of an amount that only the server will know', () => {
    expect(shownTrip(bookingView(), all.slice(0, 3))).toMatchObject({
      awaitsFare: true,
      booking: { actions: [], payableAmount: 100 },
    });
  });

  it('lets the cash of a delivery be collected, whose price is fixed; prepaid ones have none', () => {
    const delivery = bookingView({ appcat: 'delivery' });
    expect(shownTrip(delivery, all.slice(0, 3))).toMatchObject({
      awaitsFare: false,
      booking: { actions: ['collect'] },
    });
    expect(shownTrip({ ...delivery, prepaid: true }, all.slice(0, 3)).booking.actions).toEqual([]);
    expect(shownTrip({ ...delivery, payment_mode: 'card' }, all.slice(0, 3)).booking.actions).toEqual([]);
  });

  it('never calls money paid that waits to be told', () => {
    const shown = shownTrip(bookingView({ appcat: 'delivery' }), all);
    expect(shown).toMatchObject({ awaitsPayment: true, booking: { status: 'REACHED', actions: [] } });
  });

  it('counts no step twice that the server has meanwhile', () => {
    const booking = bookingView({ status: 'STARTED', actions: ['reach'], trip_start_time: 7 });
    expect(shownTrip(booking, all.slice(0, 2)).booking).toBe(booking);
  });

  it('knows of a photo that waits, until its time is over', () => {
    const photo = [keptStep(1, { kind: 'pickup_image' })];
    expect(shownTrip(bookingView(), photo).photos).toEqual(['pickup_image']);
    expect(shownTrip(bookingView({ status: 'STARTED' }), photo).photos).toEqual([]);
  });

  it('is over once it was cancelled, whatever waits', () => {
    const cancelled = bookingView({ status: 'CANCELLED', actions: [] });
    expect(shownTrip(cancelled, all)).toMatchObject({ booking: { status: 'CANCELLED' }, awaitsFare: false });
  });
});

describe('what the record says of a kept step', () => {
  it('is that it happened once the trip is there or further', () => {
    expect(hasHappened('arrive', 'ACCEPTED')).toBe(false);
    expect(hasHappened('arrive', 'ARRIVED')).toBe(true);
    expect(hasHappened('start', 'COMPLETE')).toBe(true);
    expect(hasHappened('collect', 'REACHED')).toBe(false);
    expect(hasHappened('collect', 'PAID')).toBe(true);
    expect(hasHappened('deliver_image', 'STARTED')).toBe(false);
  });

  it('is that none can be taken of a trip that is cancelled, gone or another driver’s', () => {
    expect(lossOf(bookingView(), driver)).toBeNull();
    expect(lossOf(bookingView({ status: 'CANCELLED' }), driver)).toBe('cancelled');
    expect(lossOf(bookingView({ driver: 'another' }), driver)).toBe('gone');
    expect(lossOf(null, driver)).toBe('gone');
  });
});
