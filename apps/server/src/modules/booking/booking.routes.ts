// Estimates, bookings and their transitions over HTTP: one line a route.
import { routes } from '@kerb/contract';
import { toMajor } from '@kerb/domain/kernel';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import type { BookingRecord } from './booking.tables.ts';
import { createCancelBooking } from './cancel/cancel-booking.ts';
import { createCreateBooking } from './create/create-booking.ts';
import { createCollectCash } from './money/collect-cash.ts';
import { createPayBooking } from './money/pay-booking.ts';
import { createRefundBooking } from './money/refund-booking.ts';
import { createViewMoney } from './money/view-money.ts';
import { photoRoutes } from './photos/photos.routes.ts';
import { createApplyPromo } from './quote/apply-promo.ts';
import { createCreateEstimate } from './quote/create-estimate.ts';
import { presentEstimate } from './quote/estimate.presenter.ts';
import { createListPromoOffers } from './quote/list-promo-offers.ts';
import { createRemovePromo } from './quote/remove-promo.ts';
import { createAcceptBooking } from './requests/accept-booking.ts';
import { createAssignDriver } from './requests/ask-drivers.ts';
import { createDeclineBooking } from './requests/decline-booking.ts';
import { createArriveBooking } from './trip/arrive-booking.ts';
import { createRateDriver } from './trip/rate-driver.ts';
import { createRateRider } from './trip/rate-rider.ts';
import { createReachDrop } from './trip/reach-drop.ts';
import { createStartTrip, TripCodePaused } from './trip/start-trip.ts';
import { createBookingsCsv } from './view/bookings-csv.ts';
import { HIDDEN } from './view/contacts.ts';
import { createListBookings } from './view/list-bookings.ts';
import { createViewBooking } from './view/view-booking.ts';

/** `showsContact` is false for an operator whose console hides contacts. */
const presentResult = (booking: BookingRecord, showsContact: boolean) => ({
  booking_id: booking.id,
  reference: booking.reference,
  mainData: {
    status: booking.status,
    trip_cost: toMajor(booking.trip_cost, booking.pricing.decimals),
    customer: booking.customer,
    customer_contact: showsContact ? booking.customer_contact : HIDDEN,
    customer_email: showsContact ? booking.customer_email : HIDDEN,
  },
});

export function bookingRoutes(deps: BookingDeps): BoundRoute[] {
  const createEstimate = createCreateEstimate(deps);
  const listOffers = createListPromoOffers(deps);
  const [applyPromo, removePromo] = [createApplyPromo(deps), createRemovePromo(deps)];
  const createBooking = createCreateBooking(deps);
  const { view, find } = createViewBooking(deps);
  const list = createListBookings(deps);
  const exportCsv = createBookingsCsv(deps);
  const accept = createAcceptBooking(deps);
  const decline = createDeclineBooking(deps);
  const arrive = createArriveBooking(deps);
  const start = createStartTrip(deps);
  const reach = createReachDrop(deps);
  const collect = createCollectCash(deps);
  const pay = createPayBooking(deps);
  const rate = createRateDriver(deps);
  const rateRider = createRateRider(deps);
  const cancel = createCancelBooking(deps);
  const assign = createAssignDriver(deps);
  const refund = createRefundBooking(deps);
  const viewMoney = createViewMoney(deps);

  return [
    route(routes.createEstimate, async ({ actor, body }) =>
      presentEstimate(await createEstimate(actor, body)),
    ),
    route(routes.listPromoOffers, ({ actor, params, query }) => listOffers(actor, params.id, query)),
    route(routes.applyPromo, async ({ actor, params, body }) =>
      presentEstimate(await applyPromo(actor, params.id, body)),
    ),
    route(routes.removePromo, async ({ actor, params }) =>
      presentEstimate(await removePromo(actor, params.id)),
    ),
    route(routes.createBooking, async ({ actor, body }) => {
      const booking = await createBooking(actor, body);
      const { AllowCriticalEditsAdmin } = await deps.settings.get();
      return presentResult(booking, AllowCriticalEditsAdmin || actor?.uid === booking.customer);
    }),
    route(routes.listBookings, ({ actor, query }) => list(actor, query)),
    route(routes.exportBookings, async ({ actor, query, reply }) => {
      const csv = await exportCsv(actor, query);
      reply.header('cache-control', 'no-store');
      reply.header('content-disposition', 'attachment; filename="bookings.csv"');
      return csv;
    }),
    route(routes.getBooking, ({ actor, params }) => find(actor, params.id)),
    route(routes.acceptBooking, async ({ actor, params, body }) =>
      view(actor, await accept(actor, params.id, body)),
    ),
    route(routes.declineBooking, ({ actor, params }) => decline(actor, params.id)),
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
    route(routes.rateBooking, async ({ actor, params, body }) =>
      view(actor, await rate(actor, params.id, body)),
    ),
    route(routes.rateRider, async ({ actor, params, body }) =>
      view(actor, await rateRider(actor, params.id, body)),
    ),
    route(routes.cancelBooking, async ({ actor, params, body }) =>
      view(actor, await cancel(actor, params.id, body)),
    ),
    route(routes.assignBooking, async ({ actor, params, body }) =>
      view(actor, await assign(actor, params.id, body)),
    ),
    route(routes.refundBooking, async ({ actor, params, body }) =>
      view(actor, await refund(actor, params.id, body)),
    ),
    route(routes.getBookingMoney, ({ actor, params }) => viewMoney(actor, params.id)),
    ...photoRoutes(deps),
  ];
}
