// Computes the timeline of a booking: when each step happened, where it was reported, and how long it took.
import type { BookingView, Track } from '@kerb/contract';
import { metresOff } from '@kerb/domain/booking';
import { distanceKm, type LatLng } from '@kerb/domain/geo';

export type StepKind =
  | 'booked'
  | 'planned'
  | 'accepted'
  | 'arrived'
  | 'started'
  | 'reached'
  | 'paid'
  | 'complete'
  | 'cancelled';

export interface TimelineStep {
  readonly kind: StepKind;
  /** ms since the epoch */
  readonly at: number;
  readonly place: TimelinePlace | null;
  /** Seconds until the next step; null for the last step and for the planned pickup time. */
  readonly lasted: number | null;
}

export interface TimelinePlace extends LatLng {
  /** The address of the pickup, stop or drop where the step was reported; null elsewhere. */
  readonly address: string | null;
  /**
   * For an arrival or a start reported away from the pickup: km from the pickup. Null at the pickup and for other
   * steps.
   */
  readonly offPickupKm: number | null;
}

type Timed = Pick<
  BookingView,
  | 'bookLater'
  | 'tripdate'
  | 'bookingDate'
  | 'driver_accept_time'
  | 'driver_arrive_time'
  | 'trip_start_time'
  | 'trip_end_time'
  | 'paid_at'
  | 'completed_at'
  | 'cancelled_at'
  | 'pickup'
  | 'drop'
  | 'waypoints'
>;

/** Largest distance at which a position counts as being at an address; cars stop some metres from the door. */
const AT_PLACE_KM = 0.15;

const entryStatus: Partial<Record<StepKind, Track['entries'][number]['status']>> = {
  accepted: 'ACCEPTED',
  arrived: 'ARRIVED',
  started: 'STARTED',
  reached: 'REACHED',
};

function placeOf(booking: Timed, kind: StepKind, point: LatLng): TimelinePlace {
  const { lat, lng } = point;
  const near = [booking.pickup, ...booking.waypoints, booking.drop]
    .map((place) => ({ add: place.add, km: distanceKm(place, point) }))
    .sort((a, b) => a.km - b.km)[0];
  const address = near && near.km <= AT_PLACE_KM && near.add !== '' ? near.add : null;
  const off = kind === 'arrived' || kind === 'started' ? metresOff(point, booking.pickup) : null;
  return { lat, lng, address, offPickupKm: off === null ? null : off / 1000 };
}

/** Steps, oldest first. The planned pickup time is sorted among them and ignored in the durations. */
export function timelineOf(booking: Timed, entries: Track['entries']): readonly TimelineStep[] {
  const times: readonly (readonly [StepKind, number | null])[] = [
    ['booked', booking.bookingDate],
    ['accepted', booking.driver_accept_time],
    ['arrived', booking.driver_arrive_time],
    ['started', booking.trip_start_time],
    ['reached', booking.trip_end_time],
    ['paid', booking.paid_at],
    ['complete', booking.completed_at],
    ['cancelled', booking.cancelled_at],
  ];
  const happened = times.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]));
  // The sort is stable: steps with the same time stay in the order of `times`.
  const steps = happened.sort((a, b) => a.at - b.at);
  const placed = steps.map(({ kind, at }, index): TimelineStep => {
    const entry = entries.findLast(({ status }) => status === entryStatus[kind]);
    const next = steps[index + 1];
    return {
      kind,
      at,
      place: entry ? placeOf(booking, kind, entry) : null,
      lasted: next ? Math.round((next.at - at) / 1000) : null,
    };
  });
  if (!booking.bookLater) return placed;
  const planned: TimelineStep = { kind: 'planned', at: booking.tripdate, place: null, lasted: null };
  return [...placed, planned].sort((a, b) => a.at - b.at);
}
