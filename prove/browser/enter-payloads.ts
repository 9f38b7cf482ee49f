// Enters payloads in every field with free text: one of each kind in a chat, and through every changing route.
import type { RouteName } from '@kerb/contract';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { type EnteredText, enterTexts } from '../privacy/enter-texts.ts';
import type { FreeText } from '../privacy/free-texts.ts';
import type { Payload, PayloadSource } from './payloads.ts';

const MAX_NAME_LENGTH = 100;

/** A trip under way whose chat contains all kinds of payloads, with its rider and driver, and an admin. */
export interface Trip {
  readonly id: string;
  readonly rider: Caller;
  readonly driver: Caller;
  readonly admin: Caller;
  /** The payloads that the server accepted. */
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

/** Calls these routes, each text with another kind of payload; what the server rejects is entered as a plain text. */
export async function enterEverywhere(
  context: CaseContext,
  names: readonly RouteName[],
  payloads: PayloadSource,
): Promise<EnteredText[]> {
  const textFor = ({ isEmail, most }: FreeText): string | null =>
    isEmail ? null : (payloads.next(most ?? MAX_NAME_LENGTH)?.text ?? null);
  const entered: EnteredText[] = [];
  for (const name of names) entered.push(...(await enterTexts(name, context, textFor)));
  return entered;
}
