// Bubble of an outgoing message: being sent, queued, or failed with its reason; with buttons to send again or discard.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Bubble, Words } from './bubble.tsx';
import type { Outgoing } from './outbox.ts';
import { thumbnail } from './picture.tsx';

interface OutgoingBubbleProps {
  readonly message: Outgoing;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** Permanent errors: sending such a message again would be rejected again. */
const final = ['chat_closed', 'chat_not_found', 'image_unreadable', 'image_too_large', 'payload_too_large'];

export function OutgoingBubble({ message, onRetry, onDiscard }: OutgoingBubbleProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { text, picture, problem, isSending } = message;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.25 }}>
      <Box sx={{ display: 'grid', opacity: problem === null ? 0.7 : 1 }}>
        <Bubble isMine>
          {picture !== null && <Preview file={picture} />}
          {text !== '' && <Words text={text} />}
          {picture !== null && problem === null && isSending && (
            <LinearProgress color="inherit" aria-label={t('chat_sending')} sx={{ mt: 0.75 }} />
          )}
        </Bubble>
      </Box>
      <Box sx={{ justifySelf: 'end', textAlign: 'end' }}>
        {problem === null ? (
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', px: 0.5 }}>
            {t(isSending ? 'chat_sending' : 'chat_queued')}
          </Typography>
        ) : (
          <Typography variant="caption" color="error" role="alert" sx={{ display: 'block', px: 0.5 }}>
            {t('chat_not_sent', { why: errorText(problem) })}
          </Typography>
        )}
        {problem !== null && !final.includes(problem) && (
          <Button color="error" onClick={onRetry} sx={{ minHeight: 44 }}>
            {t('chat_send_again')}
          </Button>
        )}
        {(problem !== null || !isSending) && (
          <Button color="inherit" disabled={isSending} onClick={onDiscard} sx={{ minHeight: 44 }}>
            {t('chat_give_up')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** Preview of the chosen picture, or its file name where the browser cannot display it. */
function Preview({ file }: { file: File }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (isUnreadable) return <Words text={file.name} />;
  return url === null ? null : (
    <Box
      component="img"
      src={url}
      alt={t('chat_picture_mine')}
      onError={() => setUnreadable(true)}
      sx={thumbnail}
    />
  );
}
