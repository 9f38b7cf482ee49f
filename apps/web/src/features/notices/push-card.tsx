// Card that explains push messages and lets the user turn them on or dismiss it; browsers show the permission prompt
// only after a click.
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storePushChoice } from '../../lib/push/push-device.ts';
import { usePush } from '../../lib/push/use-push.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';

export interface PushPromptProps {
  readonly uid: string;
  /** The subject of the notices. */
  readonly about: 'ride' | 'tasks';
}

export function PushCard({ uid, about }: PushPromptProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const push = usePush(uid);
  const titleId = useId();
  /** Result of the user's choice; null before it. */
  const [answer, setAnswer] = useState<'on' | 'denied' | 'later' | null>(null);
  const { state } = push;
  const canBeOffered = state === 'off' || state === 'install';
  if (answer === 'later' || (answer === null && !canBeOffered)) return null;

  const turnOn = async () => {
    const next = await push.turnOn();
    if (next === 'on' || next === 'denied') setAnswer(next);
  };
  const later = () => {
    storePushChoice(uid, 'later');
    setAnswer('later');
  };
  if (answer !== null)
    return (
      <Typography role="status" variant="body2" color="text.secondary">
        {t(answer === 'on' ? 'push_turned_on' : 'push_state_denied')}
      </Typography>
    );
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        gap: 1.5,
        p: 2,
        borderRadius: '18px',
        bgcolor: 'background.subtle',
      }}
    >
      <NotificationsActiveOutlined aria-hidden="true" />
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography id={titleId} component="h3" variant="h5">
          {t(`push_card_${about}_title`)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {state === 'install' ? t('push_state_install') : t(`push_card_${about}_text`)}
        </Typography>
        {push.problem !== null && (
          <Typography role="alert" variant="body2" color="error">
            {t('push_failed', { reason: errorText(push.problem) })}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 1 }}>
          {state === 'off' && (
            <LoadingButton
              variant="contained"
              loading={push.busy}
              onClick={() => void turnOn()}
              sx={{ minHeight: 44 }}
            >
              {t('push_turn_on')}
            </LoadingButton>
          )}
          <Button color="inherit" disabled={push.busy} onClick={later} sx={{ minHeight: 44 }}>
            {t('push_not_now')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
