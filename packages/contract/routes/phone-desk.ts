// Route declarations of the phone desk: caller lookup, earlier bookings, calls announced by a telephone system, and
// confirmations by text message.
import { bookingStatus } from '@kerb/domain/booking';
import { addressedPoint } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams } from '../pages.ts';

const tag = 'phone desk';
const access = ['admin'] as const;

export const maxRiderNotes = 500;

/** An earlier trip of the rider; trips between the same places are merged. */
export const deskTrip = z.object({
  /** Id of the newest of these bookings. */
  booking: z.string(),
  pickup: addressedPoint,
  drop: addressedPoint,
  waypoints: z.array(addressedPoint),
  carType: z.string(),
  /** Trip time of the newest of them, ms since the epoch. */
  at: z.number(),
  /** How often the trip occurs among the rider's last 100 bookings. */
  times: z.number().int(),
});
export type DeskTrip = z.infer<typeof deskTrip>;

export const deskBooking = z.object({
  booking: z.string(),
  reference: z.string(),
  status: bookingStatus,
  /** ms since the epoch */
  tripdate: z.number(),
  bookLater: z.boolean(),
  pickupAddress: z.string(),
  dropAddress: z.string(),
});
export type DeskBooking = z.infer<typeof deskBooking>;

export const riderAtDesk = z.object({
  rider: z.string(),
  /** Language of the rider such as "es"; null for the default of the installation. */
  language: z.string().nullable(),
  notes: z.string(),
  /** Up to six trips, the newest first. */
  trips: z.array(deskTrip),
  /** Unfinished bookings, the earliest first. */
  open: z.array(deskBooking),
});
export type RiderAtDesk = z.infer<typeof riderAtDesk>;

export const caller = z.object({
  /** Uid of the rider with this number; null for an unknown number. */
  rider: z.string().nullable(),
  /** Whether the number belongs to a driver, admin or fleet admin, who cannot be booked for. */
  isOtherUser: z.boolean(),
});
export type Caller = z.infer<typeof caller>;

export const deskCall = z.object({
  id: z.string(),
  /**
   * Number in E.164 or as the telephone system sent it; null for a hidden number, and in a showcase installation, which
   * hides contacts.
   */
  caller: z.string().nullable(),
  /** The rider's name; null for an unknown caller. */
  name: z.string().nullable(),
  extension: z.string().nullable(),
  /** ms since the epoch */
  at: z.number(),
});
export type DeskCall = z.infer<typeof deskCall>;

/** Extension of the telephone at the desk, as the telephone system names it. */
const extension = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z._@-]{1,60}$/)
  .nullable();

export const desk = z.object({
  /** Whether calls are shown to the current user. */
  takesCalls: z.boolean(),
  extension,
  /** Unanswered calls of the last two minutes for this extension or for every desk. */
  calls: z.array(deskCall),
  /** Whether a telephone system can announce calls here. */
  announces: z.boolean(),
});
export type Desk = z.infer<typeof desk>;

/** Request body that a telephone system posts when the telephone rings. */
export const announcedCall = z.object({
  /** Id of the call in the telephone system; the same call announced again is not a new one. */
  call: z.string().min(1).max(200),
  /** Number as dialled or in E.164; null, "" or "anonymous" for a hidden number. */
  caller: z.string().max(60).nullable(),
  /** Extension that rings; left out for all desks. */
  extension: extension.optional(),
});
export type AnnouncedCall = z.infer<typeof announcedCall>;

export const phoneDeskRoutes = {
  findCaller: defineRoute({
    method: 'GET',
    path: '/phone-desk/callers',
    summary: 'Who has this telephone number',
    tag,
    access,
    query: z.object({ number: z.string().trim().min(1).max(40) }),
    answer: caller,
    errors: ['invalid_mobile'],
  }),
  getRiderAtDesk: defineRoute({
    method: 'GET',
    path: '/phone-desk/riders/:id',
    summary: 'What a dispatcher needs of a rider on the telephone: notes, trips taken before, open bookings',
    tag,
    access,
    params: idParams,
    answer: riderAtDesk,
    errors: ['not_found'],
  }),
  editRiderNotes: defineRoute({
    method: 'PUT',
    path: '/phone-desk/riders/:id/notes',
    summary: 'Write down what dispatchers should know of a rider',
    tag,
    access,
    params: idParams,
    body: z.strictObject({
      notes: z.string().trim().max(maxRiderNotes),
      /** The notes that the dispatcher saw before; others are a `conflict`. Not compared when it is left out. */
      seen: z.string().max(maxRiderNotes).optional(),
    }),
    answer: z.void(),
    errors: ['not_found', 'demo_mode', 'conflict'],
  }),
  getDesk: defineRoute({
    method: 'GET',
    path: '/phone-desk',
    summary: 'Whether I take calls, and the calls that wait',
    tag,
    access,
    answer: desk,
    errors: [],
  }),
  setDesk: defineRoute({
    method: 'PUT',
    path: '/phone-desk',
    summary: 'Take calls, at an extension or at every one, or take none',
    tag,
    access,
    body: z.strictObject({ takesCalls: z.boolean(), extension }),
    answer: desk,
    errors: [],
  }),
  takeCall: defineRoute({
    method: 'POST',
    path: '/phone-desk/calls/:id/take',
    summary: 'Answer a call; it is shown to the others no longer',
    tag,
    access,
    params: idParams,
    answer: deskCall,
    errors: ['not_found', 'call_taken'],
  }),
  announceCall: defineRoute({
    method: 'POST',
    path: '/phone-desk/calls',
    summary: 'A telephone system announces a call, signed with the webhook secret',
    tag,
    access: 'anyone',
    rawBody: true,
    answer: z.void(),
    errors: ['webhook_refused', 'invalid_input', 'not_found'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  confirmBooking: defineRoute({
    method: 'POST',
    path: '/bookings/:id/confirmation',
    summary: 'Text the rider what was booked, with a link to follow it',
    tag,
    access,
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'transition_not_allowed', 'incomplete_user'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
};
