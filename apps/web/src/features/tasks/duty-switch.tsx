// On and off duty, with what stands in the way said below.
import { setDuty } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

interface DutySwitchProps {
  readonly onDuty: boolean;
  /** What is true right now: off duty, waiting, on a trip. */
  readonly title: string;
  readonly text: string;
}

export function DutySwitch({ onDuty, title, text }: DutySwitchProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (next: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      await dispatch(setDuty(next)).unwrap();
    } catch (code) {
      setProblem(typeof code === 'string' ? code : 'internal');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {title}
          </Typography>
          <Typography color="text.secondary" role="status">
            {text}
          </Typography>
        </Box>
        <Switch
          checked={onDuty}
          disabled={busy}
          onChange={(event) => void change(event.target.checked)}
          slotProps={{ input: { 'aria-label': t('duty_switch'), role: 'switch' } }}
          sx={switchLook}
        />
      </Box>
      {problem !== null && (
        <Typography role="alert" color="error" sx={{ mt: 1 }}>
          {problem === 'driver_busy' ? t('duty_on_trip') : errorText(problem)}
        </Typography>
      )}
    </Box>
  );
}

/** Large enough for a thumb in a moving car. */
const switchLook = {
  flexShrink: 0,
  width: 72,
  height: 44,
  p: 0,
  '& .MuiSwitch-switchBase': { p: '6px', '&.Mui-checked': { transform: 'translateX(28px)' } },
  '& .MuiSwitch-thumb': { width: 32, height: 32, bgcolor: '#FFFFFF' },
  '& .MuiSwitch-track': { borderRadius: '22px', opacity: '1 !important', bgcolor: 'text.disabled' },
  '& .MuiSwitch-switchBase.Mui-checked + .MuiSwitch-track': { bgcolor: 'success.main' },
  '& .Mui-focusVisible + .MuiSwitch-track': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: 2,
  },
} as const;
