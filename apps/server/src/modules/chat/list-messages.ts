// Returns a page of the chat's messages, newest first, with the read marks of both sides.
import type { ChatMessage } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, numberCursor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { type ChatReader, chatPolicy, permittedConversation } from './chat.policy.ts';
import { presentMessage } from './chat.presenter.ts';
import { type ChatRef, chatRepository } from './chat.repository.ts';

export interface ChatPage {
  items: ChatMessage[];
  nextCursor: string | null;
  open: boolean;
  unread: number;
  readUntil: number | null;
}

export interface MessagesQuery {
  limit: number;
  cursor?: string | undefined;
  /** For admins: uid of the driver whose conversation is read; the booking's present driver by default. */
  driver?: string | undefined;
}

/** A cursor is the number of the last message of the previous page, a 32-bit integer. */
const MAX_NUMBER = 2 ** 31 - 1;

export function createListMessages(deps: ChatDeps) {
  const repository = chatRepository(deps.db);

  async function readMarks(ref: ChatRef, customer: string, reader: ChatReader) {
    if (reader === 'admin') return { mayWrite: false, unread: 0, readUntil: null };
    const chat = await repository.find(ref);
    if (!chat) {
      const people = [customer, ref.driver];
      const existing = await deps.identity.usersOf(people);
      return { mayWrite: existing.size === people.length, unread: 0, readUntil: null };
    }
    const [mine, theirs] =
      reader === 'rider' ? [chat.rider_read, chat.driver_read] : [chat.driver_read, chat.rider_read];
    const [unread, readUntil] = await Promise.all([
      repository.countAfter(ref, reader === 'rider' ? 'driver' : 'rider', mine),
      repository.lastAt(ref, reader, theirs),
    ]);
    return { mayWrite: !chat.erased, unread, readUntil };
  }

  return async function listMessages(
    actor: Actor,
    booking: string,
    { limit, cursor, driver: asked }: MessagesQuery,
  ): Promise<ChatPage> {
    const chat = await permittedConversation(deps, actor, booking, chatPolicy.listMessages, asked);
    const { booking: found, driver, reader, state } = chat;
    const ref = { booking, driver };
    const isEarlier = driver !== found.driver;
    if (isEarlier && (await repository.find(ref)) === undefined) throw new DomainError('chat_not_found');
    const before = numberCursor(cursor, MAX_NUMBER);
    const [{ timezone }, rows, { mayWrite, ...marks }] = await Promise.all([
      deps.settings.get(),
      repository.page(ref, { limit: limit + 1, ...(before === undefined ? {} : { before }) }),
      readMarks(ref, found.customer, reader),
    ]);
    const page = rows.slice(0, limit);
    return {
      items: page.map((row) => presentMessage(row, timezone)),
      nextCursor: rows.length > page.length ? String(page.at(-1)?.seq) : null,
      open: state === 'open' && mayWrite,
      ...marks,
    };
  };
}
