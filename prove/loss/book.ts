// Bookings that are paid in cash: nothing outside the server and its database is needed for them.
import { randomUUID } from 'node:crypto';
import type { Answer, Caller, Input } from '../../apps/server/src/testing/send-to.ts';
import { bookingCases } from '../idempotency/cases/booking-cases.ts';
import type { LossTools } from './tools.ts';

export interface PreparedBooking {
  readonly caller: Caller;
  readonly input: Input;
  /** The estimate, which the booking names. */
  readonly quote: string;
}

const prepare = bookingCases.createBooking?.prepare;

export async function prepareBooking({ environment, database, send }: LossTools): Promise<PreparedBooking> {
  if (prepare === undefined) throw new Error('There is no case of createBooking');
  const { caller, input } = await prepare({ environment, pool: database.pool, send });
  const quote = input.body && 'estimate' in input.body ? String(input.body.estimate) : '';
  const headers = { ...caller.headers, 'idempotency-key': randomUUID() };
  return { caller: { ...caller, headers }, input, quote };
}

export const book = ({ send }: LossTools, { caller, input }: PreparedBooking): Promise<Answer> =>
  send('createBooking', input, caller);

export const describeAnswer = ({ status, code }: Answer): string => `${status} ${code}`.trim();
