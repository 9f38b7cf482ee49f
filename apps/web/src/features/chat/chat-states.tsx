// States of a chat around its messages: loading, empty, error, not found and closed; and announcements for screen
// readers.
import type { ChatMessage } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { Chat } from './use-chat.ts';

const centred = { flex: 1, minHeight: 0, display: 'grid', alignContent: 'center', px: 2 } as const;

/** Placeholder shown while there are no messages to render; null when there are some. */
export function ChatState({ chat, emptyText }: { chat: Chat; emptyText: string }) {
  const { t } = useTranslation();
  const { messages, problem, outgoing } = chat;
  if (messages === null && problem === 'chat_not_found')
    return (
      <Box sx={centred}>
        <EmptyState title={t('chat_none')} text={t('chat_none_text')} />
      </Box>
    );
  if (messages === null && problem === 'chat_closed')
    return (
      <Box sx={centred}>
        <EmptyState title={t('chat_over')} text={t('chat_over_text')} />
      </Box>
    );
  if (messages === null && problem !== null)
    return (
      <Box sx={centred}>
        <ErrorState problem={problem} onRetry={chat.retry} />
      </Box>
    );
  if (messages === null) return <ChatSkeleton />;
  if (messages.length === 0 && outgoing.length === 0)
    return (
      <Box sx={centred}>
        <EmptyState title={t('chat_empty')} text={emptyText} />
      </Box>
    );
  return null;
}

function ChatSkeleton() {
  return (
    <Box sx={{ flex: 1, minHeight: 0, px: 2, py: 3 }}>
      <Loading>
        <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 720, mx: 'auto' }}>
          <Placeholder width="55%" height={44} />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Placeholder width="45%" height={44} />
          </Box>
          <Placeholder width="65%" height={64} />
        </Box>
      </Loading>
    </Box>
  );
}

/** Warning above the messages on the screen when reloading them has failed. */
export function ChatTrouble({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (chat.problem === null || chat.messages === null) return null;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 0.5,
        bgcolor: 'background.subtle',
      }}
    >
      <Typography variant="body2" sx={{ flex: 1 }}>
        {errorText(chat.problem)}
      </Typography>
      <Button size="small" onClick={chat.retry}>
        {t('retry')}
      </Button>
    </Box>
  );
}

export function ChatClosed() {
  const { t } = useTranslation();
  return (
    <Typography
      color="text.secondary"
      sx={{ px: 2, py: 2, textAlign: 'center', pb: 'max(16px, env(safe-area-inset-bottom))' }}
    >
      {t('chat_is_closed')}
    </Typography>
  );
}

/** Announces new messages of the other party to screen readers, politely and once each, while the chat is open. */
export function SpokenMessages({
  messages,
  me,
  name,
}: {
  messages: readonly ChatMessage[] | null;
  me: string | null;
  name: string;
}) {
  const { t } = useTranslation();
  const [spoken, setSpoken] = useState('');
  const announced = useRef<number | null>(null);
  useEffect(() => {
    const newest = messages?.at(-1);
    if (messages === null) return;
    const before = announced.current;
    announced.current = newest?.at ?? 0;
    if (before === null) return;
    const fresh = messages.filter(({ at, from }) => at > before && from !== me);
    if (fresh.length > 0)
      setSpoken(
        fresh
          .map(({ message }) =>
            t('chat_spoken', { name, message: message === '' ? t('chat_sent_picture') : message }),
          )
          .join(' '),
      );
  }, [messages, me, name, t]);
  return (
    <Box aria-live="polite" sx={visuallyHidden}>
      {spoken}
    </Box>
  );
}
