// Switch for push messages on this device, in the profile; shows the reason when they are not available.

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { usePush } from '../../lib/push/use-push.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Placeholder } from '../../ui/placeholder.tsx';

export function PushSwitch({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { state, busy, problem, turnOn, turnOff } = usePush(uid);
  if (state === null) return <Placeholder height={44} />;
  const isOn = state === 'on';
  const canChange = isOn || state === 'off';
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FormControlLabel
        sx={{ minHeight: 44 }}
        control={
          <Switch
            checked={isOn}
            disabled={busy || !canChange}
            onChange={() => void (isOn ? turnOff() : turnOn())}
          />
        }
        label={t('push_switch')}
      />
      <Typography role="status" variant="body2" color="text.secondary">
        {t(`push_state_${state}`)}
      </Typography>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {t('push_failed', { reason: errorText(problem) })}
        </Typography>
      )}
    </Box>
  );
}
