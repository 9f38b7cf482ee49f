// Who may read and write the chat of a booking. For all others, and before a driver has accepted, it does not exist.
import { type ChatState, chatState, driverReadsChat } from '@kerb/domain/chat';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

export type ChatReader = 'rider' | 'driver' | 'admin';

/** One line a route; subscribing to messages needs the right to read them. */
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
  /** The driver who has the booking: the other side of the chat. */
  driver: string;
  reader: Reader;
  state: Exclude<ChatState, 'none'>;
}

interface PolicyDeps {
  booking: Pick<BookingApi, 'find' | 'partyOf'>;
  clock: { now(): number };
}

type FoundChat<Reader extends ChatReader> = PermittedChat<Reader> & {
  /** False for the driver some time after the trip. */
  mayRead: boolean;
};

/** The chat, for callers whom the policy line names; null for another person's booking, or one without a driver. */
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
  const mayRead = reader !== 'driver' || driverReadsChat(found, clock.now());
  return { booking: found, driver: found.driver, reader, state, mayRead };
}

/** The chat for a caller who may read it now; null for all others. */
export async function chatFor<const Line extends readonly ChatReader[]>(
  deps: PolicyDeps,
  actor: Actor,
  id: string,
  line: Line,
): Promise<PermittedChat<Line[number]> | null> {
  const chat = await findChat(deps, actor, id, line);
  return chat?.mayRead ? chat : null;
}

/** The same; throws `chat_not_found`, and `chat_closed` for a driver who reads it no more. */
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

/** One that may be written in now; throws `chat_not_found` and `chat_closed`. */
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
