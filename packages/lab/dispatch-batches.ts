// Simulated batch dispatch: every few seconds one plan for all open requests, with the same domain function as the
// server.
import { type BatchCandidate, checkDriver, planBatch, secondsAhead } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabDeps } from './lab-run.ts';
import { createReadMarket } from './market.ts';
import type { Offers } from './offers.ts';
import type { Reservations } from './reservations.ts';
import { driversSeen, type LabBooking, type SeenDriver } from './world.ts';

/** Maximum number of open offers of a driver, so that an offer is likely to be accepted. */
const MAX_OPEN_OFFERS = 1;

/**
 * Distance and travel time of a driver to one booking; `distance` is null when the driver is not eligible from their
 * place.
 */
interface View {
  location: LatLng;
  distance: number | null;
  /** undefined until it is computed. */
  etaSecs: number | null | undefined;
}

export function createBatches(deps: LabDeps, offers: Offers, reservations: Reservations) {
  const { queue, world, travel, settings, currentPolicy } = deps;
  const batchMs = settings.batchSeconds * MS_PER_SECOND;
  const known = new Map<string, LabBooking>();
  const cars = new Map(world.cars.map((car) => [car.plan.id, car]));
  const viewsOf = new Map<string, Map<string, View>>();
  const readMarket = createReadMarket(deps);
  let isScheduled = false;

  /** Returns the NEW bookings without an open offer. */
  function searching(): LabBooking[] {
    for (const [id, { status }] of known) {
      if (status === 'NEW') continue;
      known.delete(id);
      viewsOf.delete(id);
    }
    return [...known.values()].filter(({ offers: open }) => open.size === 0);
  }

  /** Returns the view of the pickup from the driver's current or next place; cached until the place changes. */
  function viewOf(booking: LabBooking, { car, state }: SeenDriver): View | null {
    const views = viewsOf.get(booking.request.id) ?? new Map<string, View>();
    viewsOf.set(booking.request.id, views);
    const { location } = state;
    const cached = views.get(car.plan.id);
    if (!location || cached?.location === location) return cached ?? null;
    const { gate, distance } = checkDriver(
      state,
      { pickup: booking.request.pickup, carType: booking.request.carType ?? null },
      { driverRadius: settings.driverRadius, convert_to_mile: false },
    );
    const view = { location, distance: gate === null ? distance : null, etaSecs: undefined };
    views.set(car.plan.id, view);
    return view;
  }

  function candidatesOf(booking: LabBooking, seen: readonly SeenDriver[]): BatchCandidate[] {
    const { pickup } = booking.request;
    let near: { driver: SeenDriver; view: View; distance: number }[] = [];
    for (const driver of seen) {
      const view = viewOf(booking, driver);
      if (!view || view.distance === null || booking.declined.has(driver.car.plan.id)) continue;
      near.push({ driver, view, distance: view.distance });
    }
    if (near.length > settings.candidateLimit) {
      near = near.sort((one, other) => one.distance - other.distance).slice(0, settings.candidateLimit);
    }
    const candidates = near.map(({ driver, view, distance }) => {
      if (view.etaSecs === undefined)
        view.etaSecs = travel.secondsTo(pickup, [view.location], queue.now())[0] ?? null;
      return {
        driver: driver.car.plan.id,
        place: view.location,
        distance_km: distance,
        eta_secs: view.etaSecs,
        free_in_secs: driver.freeInSecs,
        idle_secs: driver.idleSecs,
        offerCount: booking.offerCounts.get(driver.car.plan.id) ?? 0,
        noOfferYet: driver.noOfferYet,
      };
    });
    return candidates.filter(
      ({ driver, eta_secs, free_in_secs }) =>
        !reservations.isReserved(driver, eta_secs === null ? null : free_in_secs + eta_secs, booking),
    );
  }

  /**
   * Returns the later bookings that take no part in the batch. Their offers are not due yet, or their planned driver
   * gets the first offer now and is then not available to the batch.
   */
  function offerPlanned(
    open: readonly LabBooking[],
    currentDrivers: () => readonly SeenDriver[],
  ): Set<string> {
    const leftOut = new Set<string>();
    const later = open.filter(({ request }) => request.tripdate !== undefined);
    if (later.length === 0) return leftOut;
    const seen = currentDrivers();
    for (const booking of later) {
      const { id } = booking.request;
      const candidates = candidatesOf(booking, seen);
      const waitsUntil = reservations.waitsUntil(booking, candidates);
      if (waitsUntil !== null) {
        leftOut.add(id);
        queue.at(waitsUntil, schedule);
        continue;
      }
      const planned = reservations.plannedFor(booking);
      const first = candidates.find(({ driver, offerCount }) => driver === planned && offerCount === 0);
      const car = cars.get(first?.driver ?? '');
      if (!first || !car) continue;
      leftOut.add(id);
      offers.offer(booking, car, offers.expiresAt(settings.offerSeconds), first.eta_secs);
    }
    return leftOut;
  }

  function run(): void {
    isScheduled = false;
    if (currentPolicy() !== 'batched') return;
    const now = queue.now();
    const all = searching();
    if (all.length === 0) return;
    const market = readMarket();
    const finishWithinSecs = secondsAhead(market, settings.batch);
    const currentDrivers = () =>
      driversSeen(world.cars, {
        now,
        travel,
        maxOpenOffers: MAX_OPEN_OFFERS,
        finishWithinSecs,
        seesPickups: finishWithinSecs > settings.batch.finishWithinSecs,
      });
    const leftOut = offerPlanned(all, currentDrivers);
    const open = all.filter(({ request }) => !leftOut.has(request.id));
    if (open.length === 0) return;
    const seen = currentDrivers();
    const byId = new Map(open.map((booking) => [booking.request.id, booking]));
    const requests = open.map(({ request }) => ({
      booking: request.id,
      pickup: request.pickup,
      waited_secs: Math.max(0, now - (request.tripdate ?? request.at)) / MS_PER_SECOND,
    }));
    const plan = planBatch(
      requests,
      ({ booking }) => {
        const found = byId.get(booking);
        return found ? candidatesOf(found, seen) : [];
      },
      settings.batch,
      market,
    );
    for (const { booking, driver, cost } of plan.pairs) {
      const found = byId.get(booking);
      const car = cars.get(driver);
      if (found && car) offers.offer(found, car, offers.expiresAt(settings.offerSeconds), cost.pickup_secs);
    }
    if (plan.unassigned.length > 0) schedule();
  }

  /** Schedules the next plan at the next multiple of the batch length. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queue.at((Math.floor(queue.now() / batchMs) + 1) * batchMs, run);
  }

  return {
    add: (booking: LabBooking): void => {
      known.set(booking.request.id, booking);
    },
    searching,
    schedule,
  };
}
