// Computes the trip as the driver sees it: the server's last state with the queued steps applied to it.
import type { BookingView } from '@kerb/contract';
import type { BookingStatus, ProofPhotoName } from '@kerb/domain/booking';
import type { QueuedStep, StepKind } from './queued-step.ts';

/** The statuses of a trip in their order; CANCELLED can follow several of them and is not part of it. */
const statusOrder: readonly BookingStatus[] = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
];
const isPast = (status: BookingStatus, other: BookingStatus) =>
  statusOrder.indexOf(status) > statusOrder.indexOf(other);

/** The first status in which a step of this kind has happened. */
const doneFrom: Record<StepKind, BookingStatus> = {
  pickup_image: 'STARTED',
  arrive: 'ARRIVED',
  start: 'STARTED',
  deliver_image: 'REACHED',
  reach: 'REACHED',
  collect: 'PAID',
};

export function hasHappened(kind: StepKind, status: BookingStatus): boolean {
  return status === doneFrom[kind] || isPast(status, doneFrom[kind]);
}

export type Loss = 'cancelled' | 'gone';

/** Why the steps queued for a booking can no longer be sent; `booking` is null when it cannot be read. */
export function lossOf(booking: Pick<BookingView, 'status' | 'driver'> | null, driver: string): Loss | null {
  if (booking === null) return 'gone';
  if (booking.status === 'CANCELLED') return 'cancelled';
  return booking.driver === driver ? null : 'gone';
}

/** Deliveries have a fixed price; the amount of any other trip is unknown until the server has processed its end. */
const isPriceFixed = ({ appcat }: Pick<BookingView, 'appcat'>): boolean => appcat === 'delivery';

const actionsIn = (booking: BookingView, status: BookingStatus): BookingView['actions'] => {
  switch (status) {
    case 'ARRIVED':
      return ['start', ...booking.actions.filter((action) => action === 'cancel')];
    case 'STARTED':
      return ['reach'];
    case 'REACHED':
      return booking.payment_mode === 'cash' && !booking.prepaid && isPriceFixed(booking) ? ['collect'] : [];
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ACCEPTED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return [];
  }
};

function withStep(booking: BookingView, { kind, at }: Pick<QueuedStep, 'kind' | 'at'>): BookingView {
  if (booking.status === 'CANCELLED' || hasHappened(kind, booking.status)) return booking;
  const become = (status: BookingStatus, change: Partial<BookingView>): BookingView => ({
    ...booking,
    ...change,
    status,
    actions: actionsIn(booking, status),
  });
  switch (kind) {
    case 'arrive':
      return become('ARRIVED', { driver_arrive_time: at });
    case 'start':
      return become('STARTED', { trip_start_time: at, startTime: at });
    case 'reach':
      return become('REACHED', { trip_end_time: at, endTime: at });
    // Only the server settles money: a queued collection never changes the status to paid.
    case 'collect':
      return { ...booking, actions: [] };
    case 'pickup_image':
    case 'deliver_image':
      return booking;
  }
}

export interface ShownTrip {
  readonly booking: BookingView;
  /** The end of the trip is queued, so the amount is not known yet. */
  readonly awaitsFare: boolean;
  /** The driver has the cash, and the step that reports it is queued. */
  readonly awaitsPayment: boolean;
  /** Proof photos that are queued. */
  readonly photos: readonly ProofPhotoName[];
}

/** `steps` are the queued steps of this booking, oldest first, up to the first rejected one. */
export function shownTrip(booking: BookingView, steps: readonly QueuedStep[]): ShownTrip {
  const open = steps.filter(({ kind }) => !hasHappened(kind, booking.status));
  const has = (kind: StepKind) => booking.status !== 'CANCELLED' && open.some((step) => step.kind === kind);
  return {
    booking: open.reduce(withStep, booking),
    awaitsFare: has('reach') && !isPriceFixed(booking),
    awaitsPayment: has('collect'),
    photos: (['pickup_image', 'deliver_image'] as const).filter(has),
  };
}
