// React hook for the number of unread messages of a trip's chat, updated by live events.
import { answers } from '../../lib/answers.ts';

export interface ChatNews {
  readonly unread: number;
  readonly open: boolean;
  readonly hasMessages: boolean;
}

/**
 * Null while unknown, also after a failed request; the link to the chat is shown nevertheless. `exists` false: there is
 * no chat yet.
 */
export function useUnread(booking: string, exists: boolean): ChatNews | null {
  const args = { params: { id: booking }, query: { limit: 1 } };
  const { currentData } = answers.listMessages.useQuery(args, { skip: !exists });
  if (!currentData) return null;
  const { unread, open, items } = currentData;
  return { unread, open, hasMessages: items.length > 0 };
}
