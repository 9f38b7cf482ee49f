// Entry point of the booking module: quotes, bookings and every step of their life cycle. `store/` contains the tables
// and repositories, `step/` the transition engine with its effects, and `present/` the presenters that several groups
// use. Each other folder is a group of use cases, which may import those three folders but no other group; this file,
// the api and the routes wire the groups together. `past/` computes past bookings by the same rules: it imports groups,
// but no group imports it.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Actor, JobHandlers, ServerModule, TopicPolicies } from '../../kit/index.ts';
import { type BookingApi, createBookingApi } from './booking.api.ts';
import type { BookingDeps } from './booking.deps.ts';
import { bookingTopics } from './booking.events.ts';
import { bookingRoutes } from './booking.routes.ts';
import { createCancelUnpaid } from './cancel/cancel-unpaid.ts';
import { onPaymentCaptured } from './money/on-payment-captured.ts';
import { onRefundEnded } from './money/on-refund-ended.ts';
import { onTipPaid } from './money/on-tip-paid.ts';
import { onCarImageGone, onPhotoChanged } from './personal-data/refresh-copied-images.ts';
import { createPublishBookingDue } from './step/dispatch-due.ts';
import { photoJobs } from './store/proof-photo-files.ts';
import { quoteRepository } from './store/quote.repository.ts';
import { createCompleteBooking } from './trip/complete-booking.ts';

export type { BookingApi } from './booking.api.ts';
export type { BookingDeps } from './booking.deps.ts';
export { bookingTopics } from './booking.events.ts';
export { insertPast } from './past/past.repository.ts';
export type {
  PastBooking,
  PastDriver,
  PastOffer,
  PastRecord,
  PastSurroundings,
  PastTrip,
} from './past/past-booking.ts';
export { recordPast } from './past/record-past.ts';
export { AUTO_COMPLETE_MS } from './step/settle-trip.ts';
export {
  busyFrom,
  busyUntil,
  isAnsweredOffer,
  isCountedIn,
  isDriven,
  isUnderWayIn,
  wantedDay,
  wantedHour,
} from './store/counted-bookings.repository.ts';
export { createCountBookings } from './view/list-bookings.ts';

export type BookingModuleDeps = Omit<BookingDeps, 'random'> & Partial<Pick<BookingDeps, 'random'>>;

const REMOVE_QUOTES_JOB = 'booking.remove-old-quotes';
const CANCEL_UNPAID_JOB = 'booking.cancel-unpaid';
const ofBooking = z.object({ id: z.uuid() });

function bookingJobs(deps: BookingDeps): JobHandlers {
  const complete = createCompleteBooking(deps);
  const publishBookingDue = createPublishBookingDue(deps);
  return {
    'booking.complete': (payload) => complete(ofBooking.parse(payload).id),
    'booking.due': (payload) => publishBookingDue(ofBooking.parse(payload).id),
    [CANCEL_UNPAID_JOB]: createCancelUnpaid(deps),
    ...photoJobs(deps),
    [REMOVE_QUOTES_JOB]: () => quoteRepository(deps.db).removeExpired(deps.clock.now()),
  };
}

/** The live topic of the booking list that the actor may read. */
function listTopic(actor: Actor): string {
  switch (actor.usertype) {
    case 'rider':
      return bookingTopics.ofCustomer(actor.uid);
    case 'driver':
      return bookingTopics.ofDriver(actor.uid);
    case 'fleetadmin':
      return bookingTopics.ofFleet(actor.uid);
    case 'admin':
      return bookingTopics.all;
  }
}

/**
 * Subscribing is authorised like the matching GET. Topics of single bookings belong to tracking, topics of tasks to
 * dispatch.
 */
const topicPolicies: TopicPolicies = { bookings: async (actor) => actor && [listTopic(actor)] };

export function createBookingModule(given: BookingModuleDeps): ServerModule & { api: BookingApi } {
  const deps: BookingDeps = { random: randomBytes, ...given };
  const api = createBookingApi(deps);
  return {
    api,
    routes: bookingRoutes(deps),
    jobs: bookingJobs(deps),
    subscribers: [
      onPhotoChanged(deps),
      onCarImageGone(deps),
      onPaymentCaptured(deps),
      onTipPaid(deps),
      ...onRefundEnded(deps),
    ],
    schedules: { [REMOVE_QUOTES_JOB]: '11 * * * *', [CANCEL_UNPAID_JOB]: '*/2 * * * *' },
    topicPolicies,
  };
}
