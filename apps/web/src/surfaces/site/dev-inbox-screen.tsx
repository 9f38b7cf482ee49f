// The development inbox: messages that would have been sent, with their codes; refreshed while it is open.

import type { InboxMessage } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { EmptyState, ErrorState, ScreenSkeleton } from '../../ui/page-states.tsx';
import { SiteShell } from '../../ui/site-shell.tsx';

const asked = { query: { limit: 50 } };
const polling = { pollingInterval: 2000 };

export function DevInboxScreen() {
  const { t } = useTranslation();
  const { answer, problem, reload } = shownResponse(answers.devInbox.useQuery(asked, polling));

  return (
    <SiteShell footer={false}>
      <Box sx={{ maxWidth: 720, mx: 'auto', px: 2, py: 4 }}>
        <Typography variant="h3" component="h1">
          {t('dev_inbox')}
        </Typography>
        <Typography color="text.secondary" sx={{ mb: 3 }}>
          {t('dev_inbox_text')}
        </Typography>
        <Inbox messages={answer?.items ?? null} problem={problem} onRetry={reload} />
      </Box>
    </SiteShell>
  );
}

interface InboxProps {
  messages: readonly InboxMessage[] | null;
  problem: unknown;
  onRetry: () => void;
}

function Inbox({ messages, problem, onRetry }: InboxProps) {
  const { t } = useTranslation();
  if (problem !== null && messages === null) return <ErrorState problem={problem} onRetry={onRetry} />;
  if (messages === null) return <ScreenSkeleton rows={4} />;
  if (messages.length === 0)
    return <EmptyState title={t('dev_inbox_empty')} text={t('dev_inbox_empty_help')} />;
  return (
    <Box component="ul" aria-live="polite" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </Box>
  );
}

function Message({ message }: { message: InboxMessage }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { otp } = message;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 2,
        borderRadius: '14px',
        border: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" color="text.secondary">
          <bdi dir="ltr">{message.to}</bdi>
          {' · '}
          {time(message.at)}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{message.body || message.title}</Typography>
      </Box>
      {otp !== null && (
        <Button
          variant="outlined"
          onClick={() => void navigator.clipboard.writeText(otp)}
          aria-label={t('copy_code', { code: otp })}
        >
          <Box
            component="bdi"
            dir="ltr"
            className="tabular"
            sx={{ fontSize: '1.25rem', letterSpacing: '0.12em' }}
          >
            {otp}
          </Box>
        </Button>
      )}
    </Box>
  );
}
