// Countdown "New code in 24 s", then a button; announced once to screen readers when a new code can be requested.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { secondsUntil } from './seconds-until.ts';

interface ResendCodeProps {
  /** ms since the epoch, by the server's clock. */
  resendAt: number;
  disabled: boolean;
  onResend: () => void;
}

export function ResendCode({ resendAt, disabled, onResend }: ResendCodeProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [startedAt] = useState(() => Date.now());
  const [isWaiting, setIsWaiting] = useState(true);
  const now = useNow(isWaiting);
  const seconds = secondsUntil(resendAt, startedAt, now);
  if (isWaiting && seconds === 0) setIsWaiting(false);
  return (
    <Box sx={{ minHeight: 52, display: 'grid', placeItems: 'center' }}>
      {seconds > 0 ? (
        <Typography color="text.secondary" className="tabular">
          {t('resend_in', { seconds: number(seconds, 0) })}
        </Typography>
      ) : (
        <Button size="large" disabled={disabled} onClick={onResend}>
          {t('resend_otp')}
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {seconds > 0 ? '' : t('resend_ready')}
      </Box>
    </Box>
  );
}
