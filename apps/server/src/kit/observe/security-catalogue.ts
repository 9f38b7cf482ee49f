// Catalogue of the security events that the server writes: name, severity and fields. docs/operate.md describes each of
// them.
import { usertype } from '@kerb/domain/identity';
import { z } from 'zod';

/** `notice`: a record only. `warning`: monitor the rate. `alert`: an operator should examine each one. */
export type Severity = 'notice' | 'warning' | 'alert';

/** Id of a row; never a name, number or address. */
const id = z.uuid();
/** A constant of the program, such as an error code, a route of the contract or the name of a setting. */
const word = z.string().regex(/^[\w.*:/-]{1,120}$/);
const count = z.number().int().min(0);
/** Amount in minor units of the operator's currency. */
const minor = z.number().int();
/** An E.164 number; the log replaces it by its keyed hash. */
const number = z.string();
const factor = z.enum(['passkey', 'totp']);
const proof = z.enum([...factor.options, 'recovery_code']);

function event<Fields extends z.ZodRawShape>(severity: Severity, fields: Fields) {
  return { severity, fields: z.strictObject(fields) };
}

export const securityEvents = {
  sign_in_failed: event('warning', {
    /** `check`: rejected by the service at the operator's SIGN_IN_CHECK_URL. */
    way: z.enum(['code', 'social', 'check']),
    reason: word,
    number: number.optional(),
    uid: id.optional(),
  }),
  signed_in: event('notice', { uid: id, way: z.enum(['code', 'social']) }),
  provider_connected: event('alert', { uid: id, provider: word }),
  provider_disconnected: event('notice', { uid: id, provider: word }),
  number_locked: event('warning', { cause: z.enum(['wrong_codes', 'codes_sent']), number }),
  codes_limited: event('alert', { limit: z.enum(['network', 'installation']) }),
  access_refused: event('warning', { code: word, method: word, route: word, count }),
  user_added: event('notice', { uid: id, usertype }),
  user_approved: event('notice', { uid: id, usertype }),
  user_unapproved: event('notice', { uid: id, usertype }),
  user_refused: event('notice', { uid: id, usertype }),
  user_disabled: event('notice', { uid: id, usertype }),
  user_deleted: event('notice', { uid: id, usertype }),
  role_changed: event('alert', { uid: id, from: usertype, to: usertype }),
  bank_details_changed: event('alert', { uid: id }),
  fleet_changed: event('notice', { uid: id, from: id.nullable(), to: id.nullable() }),
  first_admin_created: event('alert', { uid: id }),
  sessions_ended: event('notice', { uid: id, count }),
  second_factor_added: event('notice', { uid: id, factor }),
  second_factor_removed: event('alert', { uid: id, factor }),
  second_factor_proved: event('notice', { uid: id, factor: proof }),
  second_factor_failed: event('warning', { uid: id, factor: proof }),
  second_factor_reset: event('alert', { uid: id }),
  recovery_code_used: event('alert', { uid: id, left: count }),
  secret_replaced: event('alert', { name: word }),
  settings_changed: event('alert', { settings: z.array(word) }),
  data_exported: event('notice', { what: word, of: id.optional() }),
  partner_key_added: event('alert', { key: id, scopes: z.array(word) }),
  partner_key_revoked: event('notice', { key: id }),
  payout_decided: event('notice', {
    withdraw: id,
    uid: id,
    decision: z.enum(['completed', 'returned']),
    amount: minor,
  }),
  refund_decided: event('notice', { booking: id, refund: id, amount: minor }),
  unpaid_trip_charged: event('notice', { booking: id, uid: id, amount: minor }),
  trip_ended_by_admin: event('notice', { booking: id, uid: id }),
  fare_review_decided: event('notice', {
    booking: id,
    decision: z.enum(['approved', 'waived']),
    amount: minor,
  }),
  held_payment_decided: event('notice', { payment: id, decision: z.enum(['sent_back', 'accepted']) }),
  wallet_credited: event('notice', { uid: id, amount: minor }),
  bonus_reversed: event('notice', { uid: id, booking: id, amount: minor }),
  events_suppressed: event('alert', { suppressed: word, count }),
} as const;

export type SecurityEventName = keyof typeof securityEvents;

/** An event with its fields, in the form in which code records it. */
export type SecurityEvent = {
  [Name in SecurityEventName]: { event: Name } & z.input<(typeof securityEvents)[Name]['fields']>;
}[SecurityEventName];
