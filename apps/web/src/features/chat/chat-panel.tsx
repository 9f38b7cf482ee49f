// Read-only chat of a booking for admins, with the names of both parties.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ChatState, ChatTrouble } from './chat-states.tsx';
import { MessageList } from './message-list.tsx';
import { useChat } from './use-chat.ts';

interface ChatPanelProps {
  readonly booking: string;
  readonly rider: string;
  readonly driver: string;
}

export function ChatPanel({ booking, rider, driver }: ChatPanelProps) {
  const { t } = useTranslation();
  const chat = useChat(booking, false);
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
