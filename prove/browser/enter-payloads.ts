// Enters payloads wherever people can type: in one chat one of each kind, and by every changing route.
import type { RouteName } from '@kerb/contract';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { type EnteredText, enterTexts } from '../privacy/enter-texts.ts';
import type { FreeText } from '../privacy/free-texts.ts';
import type { Payload, PayloadSource } from './payloads.ts';

const MOST_OF_A_NAME = 100;

/** A trip under way whose chat has all kinds, with its two people, and an admin. */
export interface Trip {
  readonly id: string;
  readonly rider: Caller;
  readonly driver: Caller;
  readonly admin: Caller;
  /** Those that the server took. */
  readonly messages: readonly Payload[];
}

export async function enterInOneTrip(
  { environment, pool, send }: CaseContext,
  payloads: PayloadSource,
): Promise<Trip> {
  const rider = await environment.person('rider');
  const driver = await environment.person('driver');
  const admin = await environment.person('admin');
  const { carType } = environment;
  const people = { customer: rider.uid, driver: driver.uid };
  const id = await insertBooking(pool, { status: 'ACCEPTED', carType, ...people });
  const messages: Payload[] = [];
  for (const payload of payloads.all()) {
    const answer = await send('sendMessage', { params: { id }, body: { message: payload.text } }, rider);
    if (answer.status < 300) messages.push(payload);
  }
  return { id, rider, driver, admin, messages };
}

/** By these routes, each text of another kind; what the server refuses is entered as a plain text. */
export async function enterEverywhere(
  context: CaseContext,
  names: readonly RouteName[],
  payloads: PayloadSource,
): Promise<EnteredText[]> {
  const textFor = ({ isEmail, most }: FreeText): string | null =>
    isEmail ? null : (payloads.next(most ?? MOST_OF_A_NAME)?.text ?? null);
  const entered: EnteredText[] = [];
  for (const name of names) entered.push(...(await enterTexts(name, context, textFor)));
  return entered;
}
