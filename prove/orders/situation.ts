// Building blocks of situations: callers, bookings and offers, and the calls of users and of dispatch.

import type { RouteName } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type pg from 'pg';
import type { Modules } from '../../apps/server/src/app.ts';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { insertRow, type Row } from '../../apps/server/src/testing/insert-row.ts';
import type { Caller, Send } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import type { Action } from './stepper.ts';

export const roles = ['rider', 'other rider', 'one', 'two', 'free', 'admin'] as const;
export type RoleName = (typeof roles)[number];
export type Callers = Readonly<Record<RoleName, Caller>>;

/** A server with its modules, on which the actions run. */
export interface ActionContext {
  readonly environment: AccessEnvironment;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly modules: Modules;
  readonly send: Send;
  readonly callers: Callers;
}

export interface PreparedActions {
  readonly bookings: readonly string[];
  readonly actions: Readonly<Record<string, Action>>;
}

export interface Situation {
  readonly name: string;
  readonly actions: readonly string[];
  /** The rider's wallet covers one trip. */
  readonly hasMoney?: true;
  make(context: ActionContext): Promise<PreparedActions>;
}

export const HOUR_MS = 3_600_000;
export const place = { lat: -34.9058, lng: -56.1913 };

/** Error code that callers get; any other error is a failure of the server. */
const codeOf = (error: unknown): string =>
  error instanceof DomainError ? error.code : `500 ${error instanceof Error ? error.message : String(error)}`;

const calling =
  ({ modules }: ActionContext, work: (modules: Modules) => Promise<unknown>): Action['run'] =>
  () =>
    work(modules).then((value) => (value === undefined ? 'done' : JSON.stringify(value)), codeOf);

export const call = (
  { send, callers }: ActionContext,
  by: RoleName,
  route: RouteName,
  id: string,
  body?: object,
): Action => ({
  run: async () => {
    const input = { params: { id }, ...(body === undefined ? {} : { body }) };
    const { status, code } = await send(route, input, callers[by]);
    return `${status} ${code}`.trim();
  },
});

export const dispatching = (
  context: ActionContext,
  work: (modules: Modules) => Promise<unknown>,
  offsetMs = 0,
): Action => ({
  run: calling(context, work),
  offsetMs,
});

export function book(
  { pool, environment, callers }: ActionContext,
  status: BookingStatus,
  more: Row = {},
  by: RoleName = 'rider',
): Promise<string> {
  const { carType } = environment;
  return insertBooking(pool, { status, carType, customer: callers[by].uid, driver: callers.one.uid, more });
}

export const offer = (
  { pool, callers }: ActionContext,
  booking: string,
  to: RoleName,
  more: Row = {},
): Promise<void> =>
  insertRow(pool, 'booking_requests', {
    booking,
    driver: callers[to].uid,
    requested_at: Date.now(),
    expires_at: Date.now() + HOUR_MS,
    ...more,
  });

export const unpaid = { payment_mode: 'card', cash_payment_amount: 0 };

export const follows = (trip: string): Row => ({ follows: trip, pickup_at: Date.now() + HOUR_MS });
