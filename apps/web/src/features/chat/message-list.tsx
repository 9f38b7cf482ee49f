// List of chat messages grouped by day, newest at the bottom, with a line above the unread ones.
import type { ChatMessage } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { Bubble, stamp, Words } from './bubble.tsx';
import { type ChatDay, chatDays, lastRead, recentDay } from './chat-days.ts';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import { Picture } from './picture.tsx';
import type { Chat } from './use-chat.ts';

interface MessageListProps {
  readonly chat: Chat;
  /** Id of the viewer, whose bubbles are aligned at the end; null for a read-only viewer: then the driver's are. */
  readonly me: string | null;
  /** Names of both parties, shown above the bubbles to a read-only viewer. */
  readonly names: Readonly<Record<ChatMessage['source'], string>>;
}

/** Loads older pages when the user scrolls to the start; the scroll position does not jump. */
export function MessageList({ chat, me, names }: MessageListProps) {
  const { t } = useTranslation();
  const messages = chat.messages ?? [];
  const read = lastRead(messages, me, chat.readUntil);
  return (
    <Box
      role="region"
      aria-label={t('chat_messages')}
      tabIndex={0}
      sx={{
        flex: 1,
        minHeight: 0,
        overflowY: 'auto',
        overscrollBehavior: 'contain',
        px: 2,
        py: 1.5,
        // Reversed column: the scroll position is measured from the bottom, so messages added at the top do not move
        // it.
        display: 'flex',
        flexDirection: 'column-reverse',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 720, mx: 'auto' }}>
        <Older chat={chat} />
        {chatDays(messages).map((day) => (
          <Day key={day.day} day={day} chat={chat} me={me} names={names} read={read} />
        ))}
        {chat.outgoing.length > 0 && (
          <Box component="ol" aria-label={t('chat_outgoing')} sx={listStyles}>
            {chat.outgoing.map((message) => (
              <OutgoingBubble
                key={message.key}
                message={message}
                onRetry={() => chat.sendAgain(message.key)}
                onDiscard={() => chat.discard(message.key)}
              />
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const listStyles = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 } as const;

/** Loads the previous page when it scrolls into view; the button does the same for keyboard users. */
function Older({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const loadOlder = useRef(chat.loadOlder);
  useEffect(() => {
    loadOlder.current = chat.loadOlder;
  });
  const watches = chat.hasOlder && !chat.loadingOlder;
  useEffect(() => {
    const element = mark.current;
    if (!element || !watches || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) loadOlder.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [watches]);
  if (!chat.hasOlder) return null;
  return (
    <Box ref={mark} sx={{ display: 'flex', justifyContent: 'center', minHeight: 44, alignItems: 'center' }}>
      {chat.loadingOlder ? (
        <CircularProgress size={20} aria-label={t('chat_loading_older')} />
      ) : (
        <Button size="small" onClick={chat.loadOlder}>
          {t('chat_older')}
        </Button>
      )}
    </Box>
  );
}

/** Formats a day as today, yesterday or a date. */
function useDayText(): (day: ChatDay) => string {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  return ({ day, messages }) => {
    const recent = recentDay(day, Date.now(), timeZone);
    return recent === null ? date(messages[0]?.at ?? 0) : t(`chat_${recent}`);
  };
}

interface DayProps extends MessageListProps {
  readonly day: ChatDay;
  /** Id of the message under which the read mark is shown. */
  readonly read: string | null;
}

function Day({ day, chat, me, names, read }: DayProps) {
  const dayText = useDayText();
  const title = dayText(day);
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Typography
        variant="caption"
        component="h2"
        sx={{ justifySelf: 'center', color: 'text.secondary', fontWeight: 560 }}
      >
        {title}
      </Typography>
      <Box component="ol" sx={listStyles}>
        {day.messages.map((message, index) => (
          <Entry
            key={message.id}
            message={message}
            isMine={me === null ? message.source === 'driver' : message.from === me}
            name={names[message.source]}
            showsName={me === null && day.messages[index - 1]?.source !== message.source}
            isFirstUnread={message.id === chat.unreadFrom}
            isLastRead={message.id === read}
          />
        ))}
      </Box>
    </Box>
  );
}

interface EntryProps {
  readonly message: ChatMessage;
  readonly isMine: boolean;
  readonly name: string;
  readonly showsName: boolean;
  readonly isFirstUnread: boolean;
  readonly isLastRead: boolean;
}

function Entry({ message, isMine, name, showsName, isFirstUnread, isLastRead }: EntryProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      {isFirstUnread && <NewLine />}
      {showsName && (
        <Typography
          variant="caption"
          sx={{ justifySelf: isMine ? 'end' : 'start', color: 'text.secondary', px: 0.5, mt: 0.5 }}
        >
          <bdi>{name}</bdi>
        </Typography>
      )}
      <Bubble isMine={isMine}>
        {!showsName && (
          <Box component="span" sx={visuallyHidden}>
            {isMine ? t('chat_you') : name}:
          </Box>
        )}
        {message.image !== null && (
          <Picture
            src={message.image}
            alt={isMine ? t('chat_picture_mine') : t('chat_picture_of', { name })}
          />
        )}
        {message.message !== '' && <Words text={message.message} />}
        <Box component="span" className="tabular" sx={stamp}>
          {time(message.at)}
        </Box>
      </Bubble>
      {isLastRead && (
        <Typography variant="caption" sx={{ justifySelf: 'end', color: 'text.secondary', px: 0.5 }}>
          {t('chat_read')}
        </Typography>
      )}
    </Box>
  );
}

function NewLine() {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        my: 0.5,
        '&::before, &::after': { content: '""', flex: 1, height: '1px', bgcolor: 'divider' },
      }}
    >
      <Typography variant="caption" sx={{ fontWeight: 640, color: 'text.primary' }}>
        {t('chat_new')}
      </Typography>
    </Box>
  );
}
