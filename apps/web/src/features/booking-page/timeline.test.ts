// Tests the timeline of a booking: the order of its steps, their places, and the duration of each.
import type { Track } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';

const pickup = { lat: -34.9, lng: -56.2, add: 'Plaza 1' };
const drop = { lat: -34.91, lng: -56.16, add: 'Parque 2' };
const MIN = 60_000;
const none = {
  bookLater: false,
  tripdate: 0,
  bookingDate: 0,
  pickup,
  drop,
  waypoints: [],
  driver_accept_time: null,
  driver_arrive_time: null,
  trip_start_time: null,
  trip_end_time: null,
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
};
const entry = (status: Track['entries'][number]['status'], lat: number, lng: number) => ({
  id: status,
  at: 1,
  status,
  lat,
  lng,
});

describe('timelineOf', () => {
  it('lists every step of a finished trip with the seconds until the next step', () => {
    const steps = timelineOf(
      {
        ...none,
        driver_accept_time: 2 * MIN,
        driver_arrive_time: 7 * MIN,
        trip_start_time: 10 * MIN,
        trip_end_time: 30 * MIN,
        paid_at: 30 * MIN,
        completed_at: 31 * MIN,
      },
      [],
    );
    expect(steps.map(({ kind, lasted }) => [kind, lasted])).toEqual([
      ['booked', 120],
      ['accepted', 300],
      ['arrived', 180],
      ['started', 1200],
      ['reached', 0],
      ['paid', 60],
      ['complete', null],
    ]);
  });

  it('names the place of each step, or shows its coordinates', () => {
    const steps = timelineOf({ ...none, driver_accept_time: MIN, driver_arrive_time: 2 * MIN }, [
      entry('ACCEPTED', -34.88, -56.1),
      entry('ARRIVED', -34.9001, -56.2001),
    ]);
    expect(steps.map(({ place }) => place)).toEqual([
      null,
      { lat: -34.88, lng: -56.1, address: null, offPickupKm: null },
      { lat: -34.9001, lng: -56.2001, address: 'Plaza 1', offPickupKm: null },
    ]);
  });

  it('shows the distance from the pickup at which an arrival or a start was reported', () => {
    const steps = timelineOf(
      { ...none, driver_accept_time: MIN, driver_arrive_time: 2 * MIN, trip_start_time: 3 * MIN },
      [entry('ACCEPTED', -34.88, -56.2), entry('ARRIVED', -34.88, -56.2), entry('STARTED', -34.902, -56.2)],
    );
    expect(steps.map(({ place }) => place?.offPickupKm)).toEqual([undefined, null, 2.224, null]);
  });

  it('shows the booked time of a later trip, without an actor', () => {
    const later = { ...none, bookLater: true, tripdate: 60 * MIN, driver_accept_time: 40 * MIN };
    expect(timelineOf(later, []).map(({ kind, lasted }) => [kind, lasted])).toEqual([
      ['booked', 2400],
      ['accepted', null],
      ['planned', null],
    ]);
  });

  it('ends with the cancellation of a cancelled booking', () => {
    const steps = timelineOf({ ...none, driver_accept_time: MIN, cancelled_at: 3 * MIN }, []);
    expect(steps.at(-1)).toMatchObject({ kind: 'cancelled', lasted: null });
    expect(steps.at(-2)).toMatchObject({ kind: 'accepted', lasted: 120 });
  });
});
