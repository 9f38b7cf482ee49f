// Schemas of the booking record of the specification: statuses, booking requests and stored timeline.
import { z } from 'zod';
import { pricedChoice } from '../fleet/index.ts';

export const bookingStatus = z.enum([
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED',
]);
export type BookingStatus = z.infer<typeof bookingStatus>;

export const cancelledBy = z.enum(['rider', 'driver', 'admin', 'system']);
export type CancelledBy = z.infer<typeof cancelledBy>;

/** At least 7 characters: digits, spaces or dashes, an optional leading +, an optional extension (x123). */
export const deliveryPhonePattern = /^\+?[\d\s-]{7,}((x|ext\.?)\s*\d+)?$/i;

export const instructionData = z.object({
  deliveryPerson: z.string().trim().max(120).default(''),
  deliveryPersonPhone: z.string().trim().max(40).default(''),
  pickUpInstructions: z.string().trim().max(500).default(''),
  deliveryInstructions: z.string().trim().max(500).default(''),
  parcelTypeIndex: z.number().int().min(0).nullable().default(null),
  optionIndex: z.number().int().min(0).nullable().default(null),
});
export type InstructionData = z.infer<typeof instructionData>;

export const parcelChoice = pricedChoice.nullable();

/** Tracking entry: one per status change with a place, and one per stored position of a trip. */
export const trackingEntry = z.object({
  id: z.string(),
  at: z.number(),
  status: bookingStatus,
  lat: z.number(),
  lng: z.number(),
});
export type TrackingEntry = z.infer<typeof trackingEntry>;

/** Maximum number of stops between pickup and drop; more are rejected as too_many_waypoints. */
export const maxWaypoints = 20;
