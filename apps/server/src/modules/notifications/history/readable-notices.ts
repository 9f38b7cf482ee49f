// Leaves the text of a chat message out of the history of a user who may no longer read the chat.
import type { NoticeKind } from '../catalogue/notice-catalogue.ts';
import type { Notice } from '../notices.repository.ts';

/** The bookings among these whose messages the user may still see. */
export type ReadableChats = (uid: string, bookings: readonly string[]) => Promise<ReadonlySet<string>>;

const CHAT: NoticeKind = 'chat_message';

/**
 * Messages can contain addresses and door codes, and notices are stored longer than drivers can read chats. The notices
 * are of the user with this uid.
 */
export async function readableNotices(
  readableChats: ReadableChats,
  uid: string,
  notices: readonly Notice[],
): Promise<Notice[]> {
  const chats = notices.flatMap(({ kind, params }) => (kind === CHAT ? (params.bookingId ?? []) : []));
  const readable = chats.length === 0 ? new Set<string>() : await readableChats(uid, [...new Set(chats)]);
  return notices.map((notice) =>
    notice.kind !== CHAT || readable.has(notice.params.bookingId ?? '') ? notice : { ...notice, body: '' },
  );
}
