// Dispatch: a driver's tasks, drivers nearby, drivers an admin can assign, and the recorded offer rounds.

import { bookingStatus } from '@kerb/domain/booking';
import { boardGroups, boardRisks, searchOutcomes, whyNotReasons } from '@kerb/domain/dispatch';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';
import { task } from '../views/booking.ts';

/** A driver of a booking's car type, as the dialog of assigning lists them. */
const candidate = z.object({
  driver: z.string(),
  name: z.string(),
  vehicle_number: z.string(),
  vehicle_description: z.string(),
  rating: z.string(),
  /** Operator's unit, great-circle; null without a fresh position. */
  distance: z.number().nullable(),
  /** Seconds by road to the pickup; null when not known. */
  time_in_secs: z.number().nullable(),
  /** Why dispatch would not offer the booking to this driver (off_duty, busy …); null when eligible. An admin can assign either. */
  gate: z.string().nullable(),
  /** The booking is already offered to this driver, and the name of the admin who did that; null for dispatch. */
  asked: z.boolean(),
  asked_by: z.string().nullable(),
});
export type DriverCandidate = z.infer<typeof candidate>;

/** A request that dispatch evaluated the driver for and that they did not get. */
const missedRequest = z.object({
  /** When the last round that evaluated the driver started (ms). */
  at: z.number(),
  /** Street and quarter of the pickup, without the number; null when unknown. */
  pickup_area: z.string().nullable(),
  reason: z.enum(whyNotReasons),
  /** Of `nearer_driver`: the driver's own travel time to the pickup in seconds, and that of the farthest driver with an offer. */
  own_secs: z.number().nullable(),
  their_secs: z.number().nullable(),
  /** Of `nearer_driver`: how many drivers received an offer. */
  drivers: z.number().int().nullable(),
  /** Of `offer_limit`: how many open offers a driver may have. */
  open_offers: z.number().int().nullable(),
});
export type MissedRequest = z.infer<typeof missedRequest>;

/** How often a driver accepts, and how near they are to the requests around them compared with other drivers. */
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
  /** The median place among the eligible drivers of these requests, 1 the nearest; null without a request. */
  place: z.number().int().nullable(),
});
export type DriverStanding = z.infer<typeof driverStanding>;

/** Where more riders are expected within an hour than drivers are free. The same cells for every driver. */
export const busyPlaces = z.object({
  /** When they were computed (ms); at most a minute old. */
  at: z.number(),
  /** Cells of about 1 km, the busiest first, at most 12; each with at least five different riders. */
  cells: z.array(
    z.object({
      south: z.number(),
      west: z.number(),
      north: z.number(),
      east: z.number(),
      /** 1 a few riders more than drivers, 3 many. */
      level: z.number().int().min(1).max(3),
    }),
  ),
  /** The busy cell that this driver reaches soonest; null without one, or without a position. */
  nearest: latLng
    .extend({
      /** The quarter or street of its centre; null when unknown. */
      place: z.string().nullable(),
      /** By road to its centre; 0 for a driver in it. */
      secs: z.number().int().nonnegative(),
    })
    .nullable(),
});
export type BusyPlaces = z.infer<typeof busyPlaces>;

/** A row of the dispatch board. Moments are ms since the epoch. */
const boardRow = z.object({
  id: z.string(),
  reference: z.string(),
  status: bookingStatus,
  group: z.enum(boardGroups),
  /** Null while all is well. */
  risk: z.enum(boardRisks).nullable(),
  /** Where the clock of the row counts from, or to when it is ahead. */
  since: z.number(),
  /** When the car is expected at the pickup, once the trip has started at the drop; null when unknown. */
  expected_at: z.number().nullable(),
  customer_name: z.string(),
  carType: z.string(),
  pickup: addressedPoint,
  drop: addressedPoint,
  /** Of a booking for later: its time; null for one to be driven now. */
  tripdate: z.number().nullable(),
  /** Null without a driver. */
  driver: z.string().nullable(),
  driver_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  /** When the driver's last position came in; null without one. */
  seen_at: z.number().nullable(),
  /** The trip that the driver finishes first; null for any other booking. */
  follows: z.string().nullable(),
  /** Drivers with an open offer, and whether one of the offers was made by an admin. */
  asked: z.number().int(),
  asked_by_hand: z.boolean(),
});
export type BoardRow = z.infer<typeof boardRow>;

export const dispatchBoard = z.object({
  /** The server's clock. */
  at: z.number(),
  /** How many bookings are in each group. */
  counts: z.record(z.enum(boardGroups), z.number().int().nonnegative()),
  /** In the order of the queue, at most 500. */
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
          /** Later bookings only: when offers begin (ms); a round before that only estimated how near drivers are. */
          askAt: z.number().nullable(),
          /** Travel time of the nearest driver, in seconds, that `askAt` was computed from; null when a default was used, or for a booking that is offered at once. */
          nearest_in_secs: z.number().nullable(),
          /** How many more drivers were evaluated, by the first eligibility check that they fail. */
          unlisted: z.record(z.string(), z.number().int()),
          candidates: z.array(
            z.object({
              driver: z.string(),
              /** Empty when the driver's account was deleted. */
              name: z.string(),
              distance_in_km: z.number().nullable(),
              /** Until the driver could be at the pickup, with the rest of a trip. */
              eta_in_secs: z.number().nullable(),
              /** Of a driver on a trip: the part of it until the trip ends, from where the drive is counted. */
              free_in_secs: z.number().nullable(),
              gate: z.string().nullable(),
              asked: z.boolean(),
              /** Where the driver was, or where their trip ends; null in rounds before positions were recorded, and when the account was deleted. */
              position: latLng.nullable(),
            }),
          ),
        }),
      ),
      /** Of a NEW later booking whose time is near: the driver who is asked first. A plan, which can change every minute. */
      planned: z
        .object({
          driver: z.string(),
          /** Empty when the driver's account was deleted. */
          name: z.string(),
          /** When the driver could be at the pickup, and when that was computed (ms). */
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
      /** How many rounds have sent offers. */
      round: z.number().int(),
      /** Drivers with an open offer. */
      asked: z.number().int(),
      /** The last round sent more offers than the one before, also to drivers farther away. */
      widened: z.boolean(),
      /** Seconds by road of the nearest of these drivers; null when unknown. */
      nearest_secs: z.number().nullable(),
      /** When a driver last gave the booking back because of another trip (ms); null when none did. */
      given_back_at: z.number().nullable(),
      /** When the last round started (ms); null before the first. */
      since: z.number().nullable(),
      /** Of a scheduled search: about when offers are sent (ms). */
      ask_at: z.number().nullable(),
      /** When this answer is due to change by itself (ms); null when unknown. */
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
        z.object({ carType: z.string(), count: z.number().int(), nearest_in_secs: z.number().nullable() }),
      ),
      /** Positions only, rounded to about 10 m, without who drives. */
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
          /** The trip under way. */
          booking: z
            .object({ id: z.string(), reference: z.string(), status: z.string(), dropAddress: z.string() })
            .nullable(),
        }),
      ),
    }),
    errors: [],
  }),
};
