// Makes bookings paid in cash, which need only the server and its database.
import { randomUUID } from 'node:crypto';
import type { Answer, Caller, Input } from '../../apps/server/src/testing/send-to.ts';
import { bookingCases } from '../idempotency/cases/booking-cases.ts';
import type { LossTools } from './tools.ts';

export interface PreparedBooking {
  readonly caller: Caller;
  readonly input: Input;
  /** Id of the estimate that is booked. */
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
