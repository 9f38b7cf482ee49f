// Branded identifier types, so that the compiler rejects a user id in place of a booking id.
import { z } from 'zod';

export const bookingId = z.uuid().brand<'BookingId'>();
/** UUIDv7, which sorts by time of creation. */
export type BookingId = z.infer<typeof bookingId>;

export const uid = z.uuid().brand<'Uid'>();
/** A user of any role. */
export type Uid = z.infer<typeof uid>;

export const carTypeId = z.uuid().brand<'CarTypeId'>();
export type CarTypeId = z.infer<typeof carTypeId>;

export const estimateId = z.uuid().brand<'EstimateId'>();
export type EstimateId = z.infer<typeof estimateId>;

export const sessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionId>;
