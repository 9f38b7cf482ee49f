// Declares the common part of all routes for the steps of a booking: a POST to /bookings/:id/<step> that returns the
// booking.

import { latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { idParams } from '../pages.ts';
import { booking } from '../views/booking.ts';

export const people = ['rider', 'driver', 'admin', 'fleetadmin'] as const;

/**
 * Position of the driver at the action, and the time of the action by the driver's phone (ms since the epoch). A phone
 * that was offline uploads its steps later; the trip then stores the times at which they happened.
 */
export const actionPlace = z.object({ location: latLng.optional(), at: z.number().int().optional() });

export const transition = <const P extends string, B extends z.ZodType, const A extends readonly string[]>(
  action: P,
  summary: string,
  access: A,
  body: B,
) =>
  ({
    method: 'POST',
    path: `/bookings/:id/${action}`,
    summary,
    tag: 'bookings',
    access,
    params: idParams,
    body,
    answer: booking,
  }) as const;

export const stateErrors = ['not_found', 'transition_not_allowed', 'forbidden'] as const;
