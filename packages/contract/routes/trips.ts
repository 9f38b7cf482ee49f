// Route declarations of the steps of a booking from the offer to the rating, of its proof photos, and of its position.

import { paymentChoice } from '@kerb/domain/booking';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, imageMaxBytes, uuid } from '../pages.ts';
import { booking, track } from '../views/booking.ts';
import { actionPlace, people, stateErrors, transition } from './booking-transition.ts';

const imageUpload = { field: 'image', maxBytes: imageMaxBytes } as const;
const imageErrors = ['payload_too_large', 'image_unreadable', 'image_too_large'] as const;

const setImage = (name: 'pickup_image' | 'deliver_image', summary: string) =>
  ({
    method: 'PUT',
    path: `/bookings/:id/${name}`,
    summary,
    tag: 'bookings',
    access: ['driver'],
    params: idParams,
    upload: imageUpload,
    answer: booking,
    errors: ['not_found', 'transition_not_allowed', ...imageErrors],
    rateLimit: { max: 20, windowSeconds: 60 },
  }) as const;

const getImage = (name: 'pickup_image' | 'deliver_image', summary: string) =>
  ({
    method: 'GET',
    path: `/bookings/:id/${name}`,
    summary,
    tag: 'bookings',
    access: people,
    params: idParams,
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['not_found'],
  }) as const;

/** One to five stars, or null to skip the rating. */
const ratingInput = z.object({
  rating: z.number().int().min(1).max(5).nullable(),
  comment: z.string().trim().max(500).optional(),
});

export const tripRoutes = {
  acceptBooking: defineRoute({
    ...transition('accept', 'Take the task', ['driver'], actionPlace),
    errors: [
      ...stateErrors,
      'booking_taken',
      'driver_busy',
      'driver_not_eligible',
      'documents_expired',
      'wallet_blocked',
    ],
  }),
  declineBooking: defineRoute({
    ...transition('decline', 'Refuse the task', ['driver'], z.object({})),
    answer: z.void(),
    errors: stateErrors,
  }),
  giveBackBooking: defineRoute({
    ...transition(
      'give-back',
      'Give a trip back for which the driver has not set out, a follow-on or a later one: dispatch searches again',
      ['driver'],
      z.object({}),
    ),
    answer: z.void(),
    errors: stateErrors,
  }),
  arriveBooking: defineRoute({
    ...transition('arrive', 'The car has arrived at the pickup', ['driver'], actionPlace),
    errors: stateErrors,
  }),
  startBooking: defineRoute({
    ...transition(
      'start',
      'The trip starts; takes the trip code when secure OTP is on',
      ['driver'],
      actionPlace.extend({ otp: z.string().max(10).optional() }),
    ),
    errors: [...stateErrors, 'trip_otp_wrong', 'trip_otp_paused', 'location_fetch_error', 'photo_required'],
  }),
  reachBooking: defineRoute({
    ...transition(
      'reach',
      'The trip has reached its drop: amounts become final. An admin ends it at the last known position, for at most the quoted price',
      ['driver', 'admin'],
      actionPlace,
    ),
    // For admins; drivers have no second factor.
    stepUp: true,
    errors: [...stateErrors, 'location_fetch_error', 'photo_required'],
  }),
  collectBooking: defineRoute({
    ...transition(
      'collect',
      'The driver, or an admin for a driver who does not, confirms the cash',
      ['driver', 'admin'],
      actionPlace,
    ),
    // For admins; drivers have no second factor.
    stepUp: true,
    errors: stateErrors,
  }),
  payBooking: defineRoute({
    ...transition(
      'pay',
      'The rider pays what is pending: wallet at once, cash to the driver, card by the payment form',
      ['rider'],
      paymentChoice,
    ),
    errors: [...stateErrors, 'insufficient_wallet'],
  }),
  chargeBooking: defineRoute({
    ...transition(
      'charge',
      'Charge what is owed after the trip to the wallet of the rider, which may go below zero: the driver is paid',
      ['admin'],
      z.object({}),
    ),
    stepUp: true,
    errors: stateErrors,
  }),
  rateBooking: defineRoute({
    ...transition('rate', 'Rate the driver, or skip with rating null', ['rider'], ratingInput),
    errors: stateErrors,
  }),
  rateRider: defineRoute({
    ...transition(
      'rate-rider',
      'The driver rates the rider after the trip, once, or skips with rating null; the status stays',
      ['driver'],
      ratingInput,
    ),
    errors: stateErrors,
  }),
  cancelBooking: defineRoute({
    ...transition(
      'cancel',
      'Cancel with a reason',
      ['rider', 'driver', 'admin'],
      z.object({
        reason: z.string().trim().min(1).max(300),
        /**
         * Highest cancellation fee that the rider accepts, in major units; a higher one rejects the request with
         * `conflict`. When left out, any fee is charged.
         */
        maxFee: z.number().min(0).optional(),
      }),
    ),
    errors: [...stateErrors, 'reason_required', 'demo_mode', 'conflict'],
  }),
  assignBooking: defineRoute({
    ...transition(
      'assign',
      'Ask a driver of the car type (autoDispatch off)',
      ['admin'],
      z.object({
        driver: uuid,
        /** Rejects the call with already_assigned while another driver has an open offer made by an admin. */
        unlessOffered: z.boolean().default(false),
      }),
    ),
    errors: [...stateErrors, 'driver_not_eligible', 'already_assigned'],
  }),
  reassignBooking: defineRoute({
    ...transition(
      'reassign',
      'Take a booking that has not started from its driver, who is not asked again, and offer it to another one',
      ['admin'],
      z.object({
        /**
         * Driver shown to the dispatcher; the call is rejected with already_assigned when another driver has the
         * booking by now.
         */
        from: uuid,
        /** Driver who gets the next offer; null leaves the search to dispatch. */
        to: uuid.nullable(),
      }),
    ),
    errors: [...stateErrors, 'driver_not_eligible', 'already_assigned'],
  }),
  setPickupImage: defineRoute(
    setImage('pickup_image', 'Photo of the parcel at the pickup, before the trip starts'),
  ),
  setDeliverImage: defineRoute(
    setImage('deliver_image', 'Photo of the parcel at the drop, before it is reached'),
  ),
  getPickupImage: defineRoute(getImage('pickup_image', 'The photo taken at the pickup')),
  getDeliverImage: defineRoute(getImage('deliver_image', 'The photo taken at the drop')),
  trackBooking: defineRoute({
    method: 'GET',
    path: '/bookings/:id/track',
    summary: 'Where the trip is: timeline, trail, the car, and the remaining route with its ETA',
    tag: 'tracking',
    access: people,
    params: idParams,
    answer: track,
    errors: ['not_found', 'location_fetch_error'],
  }),
};
