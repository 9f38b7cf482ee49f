// Who is asked: a driver's tasks, the drivers around, those that may be assigned, and why somebody was asked or not.

import { latLng } from '@kerb/domain/geo';
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
  /** Why dispatch would not ask them by itself (off_duty, busy …); null: free. They may be assigned all the same. */
  gate: z.string().nullable(),
  /** Asked already. */
  asked: z.boolean(),
});
export type DriverCandidate = z.infer<typeof candidate>;

export const dispatchRoutes = {
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
    summary: 'Why the drivers were asked or not: every gate and cost of each round',
    tag: 'dispatch',
    access: ['admin'],
    params: idParams,
    answer: z.object({
      rounds: z.array(
        z.object({
          at: z.number(),
          policy: z.string(),
          /** Of a later booking: drivers are asked from then on (ms); a round before it only looked around. */
          askAt: z.number().nullable(),
          /** The way that was reckoned with; null when none was known and a default was taken, or asked at once. */
          nearest_in_secs: z.number().nullable(),
          candidates: z.array(
            z.object({
              driver: z.string(),
              /** Empty for somebody whose account is gone. */
              name: z.string(),
              distance_in_km: z.number().nullable(),
              eta_in_secs: z.number().nullable(),
              gate: z.string().nullable(),
              asked: z.boolean(),
            }),
          ),
        }),
      ),
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
