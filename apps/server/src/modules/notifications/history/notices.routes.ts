// Route handlers for a user's notification history and its read state, and for the key with which a browser subscribes.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { appendEvent, type Clock, type Queries, route, type Tx, type WithTx } from '../../../kit/index.ts';
import { type Notice, noticesRepository } from '../notices.repository.ts';
import { presentNotice } from './notices.presenter.ts';
import { type ReadableChats, readableNotices } from './readable-notices.ts';

export interface NoticeRoutesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  pushKey: string;
  readableChats: ReadableChats;
}

const place = z.tuple([z.number().int(), z.uuid()]);

/** Encodes the end of a page: time and id of its last notice. */
const writeCursor = ({ at, id }: Notice): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Throws `invalid_input` for a cursor of another list, or an invalid one. */
function readCursor(cursor: string | undefined): { at: number; id: string } | null {
  if (cursor === undefined) return null;
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at, id };
  } catch {
    throw new DomainError('invalid_input', undefined, [{ path: 'cursor', message: 'Not of this list' }]);
  }
}

/** Publishes the change to every screen of the users, so that a notice read on one is read on all. */
export const publishNoticesRead = (tx: Tx, ...uids: readonly string[]): Promise<void> =>
  appendEvent(tx, { name: 'notice.read', topics: uids.map((uid) => `user:${uid}`), data: {} });

export function noticeRoutes({ db, withTx, clock, pushKey, readableChats }: NoticeRoutesDeps) {
  return [
    route(routes.listNotices, async ({ actor, query: { limit, cursor } }) => {
      const notices = noticesRepository(db);
      const [found, unread] = await Promise.all([
        notices.page(actor.uid, limit + 1, readCursor(cursor)),
        notices.unreadOf(actor.uid),
      ]);
      const items = found.slice(0, limit);
      const last = items.at(-1);
      const nextCursor = found.length > limit && last ? writeCursor(last) : null;
      const readable = await readableNotices(readableChats, actor.uid, items);
      return { items: readable.map(presentNotice), nextCursor, unread };
    }),
    route(routes.readNotices, ({ actor: { uid }, body }) =>
      withTx(async (tx) => {
        const notices = noticesRepository(tx);
        if (await notices.markRead(uid, body.ids, clock.now())) await publishNoticesRead(tx, uid);
        return { unread: await notices.unreadOf(uid) };
      }),
    ),
    route(routes.getPushKey, async () => ({ publicKey: pushKey })),
  ];
}
