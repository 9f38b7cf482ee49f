// Read-only chats of a booking for admins: one with each of its drivers, with the names of both parties.
import type { Conversation } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatState, ChatTrouble } from './chat-states.tsx';
import { MessageList } from './message-list.tsx';
import { type Chat, useChat } from './use-chat.ts';
import { useEarlierChat } from './use-conversations.ts';

interface ChatPanelProps {
  readonly booking: string;
  /** Name of the rider. */
  readonly rider: string;
  /** The driver whose chat with the rider exists now; null without one. */
  readonly driver: { readonly uid: string; readonly name: string } | null;
  /** The conversations in which messages were written. */
  readonly conversations: readonly Conversation[];
}

export function ChatPanel({ booking, rider, driver, conversations }: ChatPanelProps) {
  const { t } = useTranslation();
  const earlier = conversations.filter((conversation) => conversation.driver !== driver?.uid);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {driver !== null && (
        <Labelled
          title={
            earlier.length === 0 ? null : t('chat_with_driver', { name: driver.name || t('chat_no_name') })
          }
        >
          <PresentChat booking={booking} rider={rider} driver={driver} />
        </Labelled>
      )}
      {earlier.map((conversation) => (
        <Labelled
          key={conversation.driver}
          title={t('chat_with_earlier_driver', { name: conversation.name || t('chat_no_name') })}
        >
          <EarlierChat booking={booking} rider={rider} conversation={conversation} />
        </Labelled>
      ))}
    </Box>
  );
}

/** A conversation with its driver as the heading; without a heading when it is the only one. */
function Labelled({ title, children }: { title: string | null; children: ReactNode }) {
  if (title === null) return children;
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h6" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface PresentChatProps {
  readonly booking: string;
  readonly rider: string;
  readonly driver: NonNullable<ChatPanelProps['driver']>;
}

function PresentChat({ booking, rider, driver }: PresentChatProps) {
  const chat = useChat(booking, driver.uid, false);
  return <Messages chat={chat} rider={rider} driver={driver.name} />;
}

interface EarlierChatProps {
  readonly booking: string;
  readonly rider: string;
  readonly conversation: Conversation;
}

function EarlierChat({ booking, rider, conversation }: EarlierChatProps) {
  const chat = useEarlierChat(booking, conversation.driver);
  return <Messages chat={chat} rider={rider} driver={conversation.name} />;
}

function Messages({ chat, rider, driver }: { chat: Chat; rider: string; driver: string }) {
  const { t } = useTranslation();
  const hasMessages = chat.messages !== null && chat.messages.length > 0;
  const names = { rider: rider || t('chat_the_rider'), driver: driver || t('chat_the_driver') };
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        maxHeight: 440,
        overflow: 'hidden',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
      }}
    >
      <ChatTrouble chat={chat} />
      <ChatState chat={chat} emptyText={t('chat_empty_admin')} />
      {hasMessages && <MessageList chat={chat} me={null} names={names} />}
    </Box>
  );
}
