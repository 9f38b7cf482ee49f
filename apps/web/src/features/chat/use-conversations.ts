// React hooks of the conversations that admins read: those of a booking, and the messages with an earlier driver.
import type { Conversation } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { pagedEntries } from '../../ui/paged-entries.ts';
import type { Chat } from './use-chat.ts';

/** The conversations in which messages were written, newest first; empty while they load. */
export function useConversations(booking: string, isAdmin: boolean): readonly Conversation[] {
  const { currentData } = answers.listConversations.useQuery({ params: { id: booking } }, { skip: !isAdmin });
  return currentData?.items ?? [];
}

const PAGE = 50;
const doNothing = () => undefined;

/** The messages of a booking with an earlier driver, to which no message can be added. */
export function useEarlierChat(booking: string, driver: string): Chat {
  const { items, problem, more, loadingMore, loadMore, retry } = pagedEntries(
    answers.listMessagesPages.useInfiniteQuery({ params: { id: booking }, query: { driver, limit: PAGE } }),
  );
  return {
    messages: items?.toReversed() ?? null,
    problem: problem === null ? null : codeOf(problem),
    open: false,
    readUntil: null,
    unreadFrom: null,
    outgoing: [],
    hasOlder: more,
    loadingOlder: loadingMore,
    loadOlder: loadMore,
    retry,
    send: doNothing,
    sendPicture: doNothing,
    discard: doNothing,
    sendAgain: doNothing,
  };
}
