// Route declarations of dispatch: a driver's tasks, drivers nearby, drivers an admin can assign, and recorded offer
// rounds.

import { bookingStatus } from '@kerb/domain/booking';
import {
  boardClocks,
  boardGroups,
  boardRisks,
  offerOutcomes,
  searchOutcomes,
  whyNotReasons,
} from '@kerb/domain/dispatch';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';
import { task } from '../views/booking.ts';

/** A driver of the booking's car type, as listed in the dialog for assigning a driver. */
const candidate = z.object({
  driver: z.string(),
  name: z.string(),
  vehicle_number: z.string(),
  vehicle_description: z.string(),
  rating: z.string(),
  /** Great-circle distance in the operator's unit; null without a recent position. */
  distance: z.number().nullable(),
  /** Travel time by road to the pickup in seconds; null when unknown. */
  time_in_secs: z.number().nullable(),
  /**
   * The eligibility check that the driver fails (off_duty, busy …); null for an eligible driver. An admin can assign
   * either.
   */
  gate: z.string().nullable(),
  /**
   * Whether the driver has an open offer of this booking, and the name of the admin who made it; null when dispatch
   * made it.
   */
  asked: z.boolean(),
  asked_by: z.string().nullable(),
});
export type DriverCandidate = z.infer<typeof candidate>;

/** A booking for which dispatch evaluated the driver, but which the driver did not get. */
const missedRequest = z.object({
  /** When the last round that evaluated the driver started, ms since the epoch. */
  at: z.number(),
  /** Street (without house number) and quarter of the pickup; null when unknown. */
  pickup_area: z.string().nullable(),
  reason: z.enum(whyNotReasons),
  /**
   * With `nearer_driver`: the driver's own travel time to the pickup in seconds, and that of the farthest driver with
   * an offer.
   */
  own_secs: z.number().nullable(),
  their_secs: z.number().nullable(),
  /** With `nearer_driver`: the number of drivers who received an offer. */
  drivers: z.number().int().nullable(),
  /** With `offer_limit`: the maximum number of open offers of a driver. */
  open_offers: z.number().int().nullable(),
});
export type MissedRequest = z.infer<typeof missedRequest>;

/** How often a driver accepts offers, and how near the driver is to requests compared with other drivers. */
const driverStanding = z.object({
  /** Offers of the last 7 days that the driver accepted, declined or let expire. */
  offers: z.number().int(),
  accepted: z.number().int(),
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: z.number().min(0).max(1).nullable(),
  /** Requests of the last 24 hours in whose last round the driver was eligible with a known travel time. */
  requests: z.number().int(),
  /** How many of these requests had no eligible driver nearer by road. */
  nearest: z.number().int(),
  /**
   * Median rank of the driver by travel time among the eligible drivers of these requests, 1 for the nearest; null
   * without a request.
   */
  place: z.number().int().nullable(),
});
export type DriverStanding = z.infer<typeof driverStanding>;

/**
 * Areas where more riders are expected within the next hour than drivers are free. The cells are the same for every
 * driver.
 */
export const busyPlaces = z.object({
  /** Time of the computation, ms since the epoch; at most one minute old. */
  at: z.number(),
  /** Cells of about 1 km, the busiest first, at most 12; each has requests of at least five different riders. */
  cells: z.array(
    z.object({
      south: z.number(),
      west: z.number(),
      north: z.number(),
      east: z.number(),
      /** Surplus of riders over drivers, from 1 (a few) to 3 (many). */
      level: z.number().int().min(1).max(3),
    }),
  ),
  /** The busy cell that this driver reaches soonest; null without a busy cell or without a position of the driver. */
  nearest: latLng
    .extend({
      /** Quarter or street at the centre of the cell; null when unknown. */
      place: z.string().nullable(),
      /** Travel time by road to the centre of the cell in seconds; 0 for a driver inside the cell. */
      secs: z.number().int().nonnegative(),
    })
    .nullable(),
});
export type BusyPlaces = z.infer<typeof busyPlaces>;

/** A row of the dispatch board. Times are in ms since the epoch. */
const boardRow = z.object({
  id: z.string(),
  reference: z.string(),
  status: bookingStatus,
  group: z.enum(boardGroups),
  /** Problem of the booking; null without one. */
  risk: z.enum(boardRisks).nullable(),
  /**
   * What the clock of the row counts: the time that the rider has been waiting, the time until the pickup or since it
   * should have been, the driver's time at the pickup, the time of the trip, or the time since its end.
   */
  clock: z.enum(boardClocks),
  /** Time that the clock of the row counts up from, or down to when it is in the future. */
  since: z.number(),
  /** Expected arrival at the pickup, or at the drop once the trip has started; null when unknown. */
  expected_at: z.number().nullable(),
  customer_name: z.string(),
  carType: z.string(),
  pickup: addressedPoint,
  drop: addressedPoint,
  /** Time of a later booking; null for an immediate one. */
  tripdate: z.number().nullable(),
  /** Uid of the driver; null while no driver has accepted. */
  driver: z.string().nullable(),
  driver_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  /** When the server received the driver's last position; null without one. */
  seen_at: z.number().nullable(),
  /** Id of the trip that the driver finishes first; null unless this is a follow-on trip. */
  follows: z.string().nullable(),
  /** Number of drivers with an open offer, and whether an admin made one of these offers. */
  asked: z.number().int(),
  asked_by_hand: z.boolean(),
});
export type BoardRow = z.infer<typeof boardRow>;

export const dispatchBoard = z.object({
  /** Time of the server's clock. */
  at: z.number(),
  /** How many bookings are in each group. */
  counts: z.record(z.enum(boardGroups), z.number().int().nonnegative()),
  /** Rows in the order of the queue, at most 500. */
  items: z.array(boardRow),
});
export type DispatchBoard = z.infer<typeof dispatchBoard>;

export const dispatchRoutes = {
  getDispatchBoard: defineRoute({
    method: 'GET',
    path: '/dispatch/board',
    summary: 'Every open booking with what is wrong with it; those of their drivers for fleet admins',
    tag: 'dispatch',
    access: ['admin', 'fleetadmin'],
    answer: dispatchBoard,
    errors: [],
  }),
  listCandidates: defineRoute({
    method: 'GET',
    path: '/bookings/:id/candidates',
    summary: 'Drivers an admin may assign: approved, of the booking\u2019s car type, nearest first by road',
    tag: 'dispatch',
    access: ['admin'],
    params: idParams,
    query: z.object({ q: z.string().trim().max(100).optional() }),
    answer: z.object({ items: z.array(candidate) }),
    errors: ['not_found'],
  }),
  getDispatchReceipt: defineRoute({
    method: 'GET',
    path: '/bookings/:id/dispatch',
    summary:
      'The offer rounds of a booking, with every candidate and its eligibility, and the driver planned for a later one',
    tag: 'dispatch',
    access: ['admin'],
    params: idParams,
    answer: z.object({
      rounds: z.array(
        z.object({
          at: z.number(),
          policy: z.string(),
          /**
           * When offers begin (ms), for later bookings only. Rounds before that time only estimate the travel times of
           * drivers nearby.
           */
          askAt: z.number().nullable(),
          /**
           * Travel time in seconds of the nearest driver, from which `askAt` was computed; null when a default was
           * used, or for an immediate booking.
           */
          nearest_in_secs: z.number().nullable(),
          /** Number of evaluated drivers who are not listed, by the first eligibility check that they failed. */
          unlisted: z.record(z.string(), z.number().int()),
          candidates: z.array(
            z.object({
              driver: z.string(),
              /** Empty when the driver's account was deleted. */
              name: z.string(),
              distance_in_km: z.number().nullable(),
              /** Seconds until the driver could be at the pickup, including the rest of the current trip. */
              eta_in_secs: z.number().nullable(),
              /**
               * For a driver on a trip, the part of eta_in_secs until that trip ends; the drive to the pickup is
               * computed from its end.
               */
              free_in_secs: z.number().nullable(),
              gate: z.string().nullable(),
              asked: z.boolean(),
              /**
               * Outcome of the driver's last offer of this booking, in the last round that made them one; null in
               * earlier rounds, while the offer is open, without an offer, and when an admin has offered it by hand
               * since. The driver who accepted is listed first.
               */
              offer_outcome: z.enum(offerOutcomes).nullable(),
              /**
               * Position of the driver, or the end of their current trip; null in rounds recorded before positions were
               * stored, and when the driver's account was deleted.
               */
              position: latLng.nullable(),
            }),
          ),
        }),
      ),
      /**
       * The driver who gets the first offer of a NEW later booking that is due soon. This plan can change every minute.
       */
      planned: z
        .object({
          driver: z.string(),
          /** Empty when the driver's account was deleted. */
          name: z.string(),
          /** When the driver could be at the pickup, and when that was computed, ms since the epoch. */
          arrivesAt: z.number(),
          plannedAt: z.number(),
        })
        .nullable(),
    }),
    errors: ['not_found'],
  }),
  getSearch: defineRoute({
    method: 'GET',
    path: '/bookings/:id/search',
    summary: 'What the search for a driver of a NEW booking is doing, for the rider who waits',
    tag: 'dispatch',
    access: ['rider', 'admin'],
    params: idParams,
    answer: z.object({
      outcome: z.enum(searchOutcomes),
      /** Number of rounds that have sent offers. */
      round: z.number().int(),
      /** Number of drivers with an open offer. */
      asked: z.number().int(),
      /** Whether the last round sent more offers than the one before, including drivers farther away. */
      widened: z.boolean(),
      /** Travel time by road in seconds of the nearest driver with an open offer; null when unknown. */
      nearest_secs: z.number().nullable(),
      /** When a driver last returned the booking to dispatch because of another trip (ms); null when none did. */
      given_back_at: z.number().nullable(),
      /** When the last round started (ms); null before the first. */
      since: z.number().nullable(),
      /** Approximate time at which offers of a scheduled search are sent (ms). */
      ask_at: z.number().nullable(),
      /**
       * When the search state is expected to change next (ms), so that the client can read it again; null when unknown.
       */
      next_look_at: z.number().nullable(),
    }),
    errors: ['not_found'],
  }),
  listTasks: defineRoute({
    method: 'GET',
    path: '/tasks',
    summary: 'NEW bookings that ask this driver, in expiry order',
    tag: 'tasks',
    access: ['driver'],
    answer: z.object({ items: z.array(task) }),
    errors: [],
  }),
  listMissedRequests: defineRoute({
    method: 'GET',
    path: '/tasks/missed',
    summary: 'The requests of the last 24 hours that this driver did not get, with the reason; newest first',
    tag: 'tasks',
    access: ['driver'],
    query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(20) }),
    answer: z.object({ items: z.array(missedRequest) }),
    errors: [],
  }),
  getStanding: defineRoute({
    method: 'GET',
    path: '/tasks/standing',
    summary: 'The acceptance rate of this driver and their place among the drivers near recent requests',
    tag: 'tasks',
    access: ['driver'],
    answer: driverStanding,
    errors: [],
  }),
  getBusyPlaces: defineRoute({
    method: 'GET',
    path: '/tasks/busy',
    summary:
      'Where more riders are expected than drivers are free, and which of these places I reach soonest',
    tag: 'tasks',
    access: ['driver'],
    answer: busyPlaces,
    errors: [],
  }),
  nearbyDrivers: defineRoute({
    method: 'GET',
    path: '/drivers/nearby',
    summary: 'Eligible drivers around a point: per car type how many and how far, and where the cars are',
    tag: 'drivers',
    access: 'anyone',
    query: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
      carType: uuid.optional(),
    }),
    answer: z.object({
      carTypes: z.array(
        z.object({
          carType: z.string(),
          /** Free drivers. */
          count: z.number().int(),
          nearest_in_secs: z.number().nullable(),
          /** No driver is free, but one finishes a trip nearby soon and can take the next one: it can be booked. */
          finishing_nearby: z.boolean(),
        }),
      ),
      /** Positions only, rounded to about 10 m, without the identity of the driver. */
      cars: z.array(latLng.extend({ heading: z.number().nullable(), carType: z.string() })),
    }),
    errors: [],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  liveDrivers: defineRoute({
    method: 'GET',
    path: '/drivers/live',
    summary: 'Active drivers with their positions: all for admins, their own for fleet admins',
    tag: 'drivers',
    access: ['admin', 'fleetadmin'],
    answer: z.object({
      items: z.array(
        z.object({
          driver: z.string(),
          name: z.string(),
          vehicle_number: z.string(),
          carType: z.string().nullable(),
          queue: z.boolean(),
          lat: z.number(),
          lng: z.number(),
          at: z.number(),
          /** The trip in progress. */
          booking: z
            .object({ id: z.string(), reference: z.string(), status: z.string(), dropAddress: z.string() })
            .nullable(),
        }),
      ),
    }),
    errors: [],
  }),
};
