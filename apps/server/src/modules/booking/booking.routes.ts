// Route handlers for estimates, bookings and their transitions.
import { routes } from '@kerb/contract';
import { type BoundRoute, route, sendDownload } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { createCancelBooking } from './cancel/cancel-booking.ts';
import { createBookTrip } from './create/book-trip.ts';
import { createChargeBooking } from './money/charge-booking.ts';
import { createCollectCash } from './money/collect-cash.ts';
import { createDecideFareReview } from './money/decide-fare-review.ts';
import { createListFareReviews } from './money/list-fare-reviews.ts';
import { createPayBooking } from './money/pay-booking.ts';
import { createRefundBooking } from './money/refund-booking.ts';
import { createOpenTipPayment, createTipDriver } from './money/tip-driver.ts';
import { createViewMoney } from './money/view-money.ts';
import { createAcceptBooking } from './offers/accept-booking.ts';
import { createAssignDriver } from './offers/assign-driver.ts';
import { createDeclineBooking } from './offers/decline-booking.ts';
import { createGiveBackBooking, createReassignBooking } from './offers/give-back-booking.ts';
import { photoRoutes } from './photos/photos.routes.ts';
import { presentBookedTrip } from './present/booking.presenter.ts';
import { quoteRoutes } from './quote/quote.routes.ts';
import { createArriveBooking } from './trip/arrive-booking.ts';
import { createRateDriver } from './trip/rate-driver.ts';
import { createRateRider } from './trip/rate-rider.ts';
import { createReachDrop } from './trip/reach-drop.ts';
import { createStartTrip, TripCodePaused } from './trip/start-trip.ts';
import { createBookingsCsv } from './view/bookings-csv.ts';
import { createCountBookings, createListBookings } from './view/list-bookings.ts';
import { createViewBooking } from './view/view-booking.ts';

/** Routes of a booking's transitions; each answers with the booking as presented to the caller. */
function transitionRoutes(
  deps: BookingDeps,
  view: ReturnType<typeof createViewBooking>['view'],
): BoundRoute[] {
  const accept = createAcceptBooking(deps);
  const decline = createDeclineBooking(deps);
  const giveBack = createGiveBackBooking(deps);
  const arrive = createArriveBooking(deps);
  const start = createStartTrip(deps);
  const reach = createReachDrop(deps);
  const collect = createCollectCash(deps);
  const pay = createPayBooking(deps);
  const charge = createChargeBooking(deps);
  const rate = createRateDriver(deps);
  const rateRider = createRateRider(deps);
  const tip = createTipDriver(deps);
  const openTip = createOpenTipPayment(deps);
  const cancel = createCancelBooking(deps);
  const assign = createAssignDriver(deps);
  const reassign = createReassignBooking(deps);
  return [
    route(routes.acceptBooking, async ({ actor, params, body }) =>
      view(actor, await accept(actor, params.id, body)),
    ),
    route(routes.declineBooking, ({ actor, params }) => decline(actor, params.id)),
    route(routes.giveBackBooking, ({ actor, params }) => giveBack(actor, params.id)),
    route(routes.arriveBooking, async ({ actor, params, body }) =>
      view(actor, await arrive(actor, params.id, body)),
    ),
    route(routes.startBooking, async ({ actor, params, body, reply }) => {
      try {
        return await view(actor, await start(actor, params.id, body));
      } catch (error) {
        if (error instanceof TripCodePaused) reply.header('retry-after', String(error.retryAfterSecs));
        throw error;
      }
    }),
    route(routes.reachBooking, async ({ actor, params, body }) =>
      view(actor, await reach(actor, params.id, body)),
    ),
    route(routes.collectBooking, async ({ actor, params, body }) =>
      view(actor, await collect(actor, params.id, body)),
    ),
    route(routes.payBooking, async ({ actor, params, body }) =>
      view(actor, await pay(actor, params.id, body)),
    ),
    route(routes.chargeBooking, async ({ actor, params }) => view(actor, await charge(actor, params.id))),
    route(routes.rateBooking, async ({ actor, params, body }) =>
      view(actor, await rate(actor, params.id, body)),
    ),
    route(routes.rateRider, async ({ actor, params, body }) =>
      view(actor, await rateRider(actor, params.id, body)),
    ),
    route(routes.tipDriver, async ({ actor, params, body }) =>
      view(actor, await tip(actor, params.id, body)),
    ),
    route(routes.openTipPayment, ({ actor, params, body }) => openTip(actor, params.id, body)),
    route(routes.cancelBooking, async ({ actor, params, body }) =>
      view(actor, await cancel(actor, params.id, body)),
    ),
    route(routes.assignBooking, async ({ actor, params, body }) =>
      view(actor, await assign(actor, params.id, body)),
    ),
    route(routes.reassignBooking, async ({ actor, params, body }) =>
      view(actor, await reassign(actor, params.id, body)),
    ),
  ];
}

export function bookingRoutes(deps: BookingDeps): BoundRoute[] {
  const bookTrip = createBookTrip(deps);
  const { view, find } = createViewBooking(deps);
  const onlyReading = { ...deps, db: deps.reads };
  const list = createListBookings(onlyReading);
  const count = createCountBookings(onlyReading);
  const exportCsv = createBookingsCsv(onlyReading);
  const refund = createRefundBooking(deps);
  const viewMoney = createViewMoney(deps);
  const decideFareReview = createDecideFareReview(deps);
  const listFareReviews = createListFareReviews(onlyReading);

  return [
    ...quoteRoutes(deps),
    route(routes.createBooking, async ({ actor, body }) => {
      const { booking, showsContact } = await bookTrip(actor, body);
      return presentBookedTrip(booking, showsContact);
    }),
    route(routes.listBookings, ({ actor, query }) => list(actor, query)),
    route(routes.countBookings, ({ actor, query }) => count(actor, query)),
    route(routes.exportBookings, ({ actor, query, reply }) =>
      sendDownload(reply, 'bookings.csv', exportCsv(actor, query)),
    ),
    route(routes.exportSelectedBookings, ({ actor, body, reply }) =>
      sendDownload(reply, 'bookings.csv', exportCsv(actor, body)),
    ),
    route(routes.getBooking, ({ actor, params }) => find(actor, params.id)),
    ...transitionRoutes(deps, view),
    route(routes.refundBooking, async ({ actor, params, body }) =>
      view(actor, await refund(actor, params.id, body)),
    ),
    route(routes.decideFareReview, async ({ actor, params, body }) =>
      view(actor, await decideFareReview(actor, params.id, body)),
    ),
    route(routes.listFareReviews, ({ query }) => listFareReviews(query)),
    route(routes.getBookingMoney, ({ actor, params }) => viewMoney(actor, params.id)),
    ...photoRoutes(deps, view),
  ];
}
