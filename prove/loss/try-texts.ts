// Makes the text-message provider unavailable: sign-in by code must return an error in time, bookings must continue,
// and codes must be sent afterwards.
import { newMobile } from '../idempotency/people.ts';
import { visitor } from '../idempotency/prepared-call.ts';
import { book, describeAnswer, prepareBooking } from './book.ts';
import type { ProviderFailure } from './provider-failures.ts';
import type { LossTools } from './tools.ts';

/** The provider has ten seconds to respond. */
const ANSWER_WITHIN_MS = 12_000;

/** Returns one sentence for each violation. */
export async function tryTexts(failure: ProviderFailure, tools: LossTools): Promise<string[]> {
  const { texts, send } = tools;
  const violations: string[] = [];
  const add = (text: string) => violations.push(`The provider of texts ${failure}: ${text}`);
  const prepared = await prepareBooking(tools);
  texts.fail(failure);
  const begun = performance.now();
  const waiting = send('sendOtp', { body: { mobile: newMobile() } }, visitor);
  const booked = await book(tools, prepared);
  const bookedAfter = performance.now() - begun;
  const code = await waiting;
  const answeredAfter = performance.now() - begun;
  texts.fail(null);
  if (booked.status >= 400) add(`a booking with cash is answered ${describeAnswer(booked)}`);
  if (bookedAfter > ANSWER_WITHIN_MS / 2) add(`a booking takes ${Math.round(bookedAfter)} ms`);
  if (code.code !== 'sms_failed') add(`a sign-in code is answered ${describeAnswer(code)}`);
  if (answeredAfter > ANSWER_WITHIN_MS) add(`a sign-in code is answered after ${answeredAfter} ms`);
  const mobile = newMobile();
  const again = await send('sendOtp', { body: { mobile } }, visitor);
  if (again.status >= 400) add(`afterwards a sign-in code is answered ${describeAnswer(again)}`);
  else if (!texts.taken.includes(mobile)) add('afterwards a code is acknowledged and not sent');
  return violations;
}
