// Permissions to read and write the chat of a booking. To other users, and before a driver has accepted, the chat does
// not exist.
import { type ChatState, chatState, driverReadsChat } from '@kerb/domain/chat';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

export type ChatReader = 'rider' | 'driver' | 'admin';

/** One line for each route; subscribing to messages requires the same role as reading them. */
export const chatPolicy = {
  listMessages: ['rider', 'driver', 'admin'],
  sendMessage: ['rider', 'driver'],
  sendMessageImage: ['rider', 'driver'],
  getMessageImage: ['rider', 'driver', 'admin'],
  readMessages: ['rider', 'driver'],
} as const satisfies Record<string, readonly ChatReader[]>;

type FoundBooking = NonNullable<Awaited<ReturnType<BookingApi['find']>>>;

export interface PermittedChat<Reader extends ChatReader> {
  booking: FoundBooking;
  /** Uid of the driver assigned to the booking. */
  driver: string;
  reader: Reader;
  state: Exclude<ChatState, 'none'>;
}

interface PolicyDeps {
  booking: Pick<BookingApi, 'find' | 'partyOf'>;
  clock: { now(): number };
}

type FoundChat<Reader extends ChatReader> = PermittedChat<Reader> & {
  /** False for the driver once the reading time after the trip is over. */
  mayRead: boolean;
};

/** Riders and admins can always read the chat, the driver only for a while after the trip. */
const readsChat = (found: FoundBooking, reader: ChatReader, now: number): boolean =>
  reader !== 'driver' || driverReadsChat(found, now);

/**
 * Finds the chat if the caller's role is in the policy line; null for another user's booking and for one without a
 * driver.
 */
async function findChat<const Line extends readonly ChatReader[]>(
  { booking, clock }: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
): Promise<FoundChat<Line[number]> | null> {
  const found = await booking.find(id);
  const party = found && booking.partyOf(found, actor);
  const reader = line.find((one) => one === party);
  const state = found ? chatState(found, clock.now()) : 'none';
  if (!found?.driver || !reader || state === 'none') return null;
  const mayRead = readsChat(found, reader, clock.now());
  return { booking: found, driver: found.driver, reader, state, mayRead };
}

/** Returns the chat if the caller may read it now, otherwise null. */
export async function chatFor<const Line extends readonly ChatReader[]>(
  deps: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
): Promise<PermittedChat<Line[number]> | null> {
  const chat = await findChat(deps, actor, id, line);
  return chat?.mayRead ? chat : null;
}

/**
 * The bookings among these whose messages the user may still see: all of a rider, and of a driver those whose chat they
 * may read now.
 */
export async function readableBy(
  { booking, clock }: { booking: Pick<BookingApi, 'findEach'>; clock: PolicyDeps['clock'] },
  uid: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = clock.now();
  const readable = (await booking.findEach(ids)).filter(
    (found) =>
      (found.customer === uid && readsChat(found, 'rider', now)) ||
      (found.driver === uid && readsChat(found, 'driver', now)),
  );
  return new Set(readable.map(({ id }) => id));
}

/** Like `chatFor`, but throws `chat_not_found`, and `chat_closed` for a driver whose reading time is over. */
export async function permittedChat<const Line extends readonly ChatReader[]>(
  deps: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
): Promise<PermittedChat<Line[number]>> {
  const chat = await findChat(deps, actor, id, line);
  if (chat === null) throw new DomainError('chat_not_found');
  if (!chat.mayRead) throw new DomainError('chat_closed');
  return chat;
}

/**
 * Like `permittedChat`; admins also get the conversation with `driver`, who may have been replaced. Riders and drivers
 * always get their own one. The caller checks that messages with the driver exist.
 */
export async function permittedConversation<const Line extends readonly ChatReader[]>(
  deps: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
  driver: string | undefined,
): Promise<PermittedChat<Line[number]>> {
  const found = driver === undefined ? null : await deps.booking.find(id);
  if (!found || driver === undefined || driver === found.driver) return permittedChat(deps, actor, id, line);
  const party = deps.booking.partyOf(found, actor);
  const reader = line.find((one) => one === party);
  if (reader !== 'admin') return permittedChat(deps, actor, id, line);
  return { booking: found, driver, reader, state: 'closed' };
}

/** Returns a chat that the caller may write in now; throws `chat_not_found` and `chat_closed`. */
export async function openChat<const Line extends readonly ChatReader[]>(
  deps: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
): Promise<PermittedChat<Line[number]>> {
  const chat = await permittedChat(deps, actor, id, line);
  if (chat.state === 'closed') throw new DomainError('chat_closed');
  return chat;
}
