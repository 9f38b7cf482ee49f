// Full-screen chat ("onlineChat"): the other party above, the messages, and the composer below.

import type { BookingView } from '@kerb/contract';
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { firstNameOf } from '../../ui/first-name.ts';
import { Link } from '../../ui/link.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { ChatState, ChatTrouble, SpokenMessages } from './chat-states.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { quickReplies } from './quick-replies.ts';
import { QuickReplyChips } from './quick-reply-chips.tsx';
import { TypingLine } from './typing-line.tsx';
import { useChat } from './use-chat.ts';
import { useTyping } from './use-typing.ts';

/** The other party, from the booking; names are empty until the booking is loaded. */
export interface ChatPartner {
  readonly name: string;
  readonly image: string | null;
  readonly contact: string | null;
  /** Description of the driver's car, or ''. */
  readonly about: string;
  readonly source: 'rider' | 'driver';
}

interface ChatViewProps {
  readonly booking: string;
  /** uid of the booking's driver; null while unknown or not assigned. */
  readonly driver: string | null;
  readonly partner: ChatPartner;
  /** Status of the trip; undefined while loading. */
  readonly status: BookingView['status'] | undefined;
  /** Path of the trip's screen, for the back button. */
  readonly back: string;
}

export function ChatView({ booking, driver, partner, status, back }: ChatViewProps) {
  const { t } = useTranslation();
  const { user } = useAuth();
  const chat = useChat(booking, driver, true);
  const typing = useTyping(booking, user?.id ?? null);
  const height = useViewportHeight();
  const me = user?.id ?? null;
  const name = firstNameOf(partner.name) || t(`chat_the_${partner.source}`);
  const mayWrite = chat.open || chat.problem !== null;
  // The typed text stays while the messages of another driver are loaded.
  const [hasComposer, setHasComposer] = useState(false);
  if (chat.messages !== null && !hasComposer) setHasComposer(true);
  const hasMessages = chat.messages !== null && chat.messages.length + chat.outgoing.length > 0;
  const names =
    partner.source === 'driver'
      ? { driver: name, rider: t('chat_you') }
      : { rider: name, driver: t('chat_you') };
  return (
    <Box
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: 0,
        display: 'flex',
        flexDirection: 'column',
        height: height ?? '100dvh',
        bgcolor: 'background.default',
      }}
    >
      <SkipLink />
      <Header partner={partner} name={name} back={back} />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <ChatTrouble chat={chat} />
        <ChatState chat={chat} emptyText={t('chat_empty_text', { name })} />
        {hasMessages && <MessageList chat={chat} me={me} names={names} />}
        <SpokenMessages messages={chat.messages} me={me} name={name} />
        <TypingLine name={typing.theirs && mayWrite ? name : null} />
        {mayWrite && chat.messages !== null && status && (
          <QuickReplyChips
            replies={quickReplies(partner.source === 'rider' ? 'driver' : 'rider', status)}
            onSend={chat.send}
          />
        )}
        {hasComposer && (
          <Composer
            isClosed={chat.messages !== null && !mayWrite}
            onSend={chat.send}
            onPicture={chat.sendPicture}
            onWriting={typing.onInput}
          />
        )}
      </Box>
    </Box>
  );
}

function Header({ partner, name, back }: { partner: ChatPartner; name: string; back: string }) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1,
        py: 1,
        minHeight: 64,
        pt: 'max(8px, env(safe-area-inset-top))',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <IconButton component={Link} to={back} aria-label={t('chat_back')} sx={{ width: 48, height: 48 }}>
        <ArrowBackOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
      </IconButton>
      <Avatar src={partner.image ?? undefined} alt="" sx={{ width: 40, height: 40 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h5" component="h1" noWrap>
          <Box component="span" sx={visuallyHidden}>
            {t('chat_with')}{' '}
          </Box>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary" noWrap>
          <bdi>{partner.about}</bdi>
        </Typography>
      </Box>
      {partner.contact && (
        <IconButton
          href={`tel:${partner.contact}`}
          aria-label={t('chat_call', { name })}
          sx={{ width: 48, height: 48 }}
        >
          <PhoneOutlined />
        </IconButton>
      )}
    </Box>
  );
}

function subscribe(onChange: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', onChange);
  return () => viewport?.removeEventListener('resize', onChange);
}

/** Height of the visual viewport in px; null where the browser does not support it. */
const useViewportHeight = (): number | null =>
  useSyncExternalStore(subscribe, () => {
    const viewport = window.visualViewport;
    // While the page is zoomed in, the visual viewport is smaller than the page, so its height is ignored.
    return viewport && viewport.scale === 1 ? Math.round(viewport.height) : null;
  });
