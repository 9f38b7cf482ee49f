// Switch between on and off duty, with the reason below it when duty is not possible.
import { setDuty } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';

interface DutySwitchProps {
  readonly onDuty: boolean;
  /** The current state: off duty, waiting, on a trip. */
  readonly title: string;
  readonly text: string;
  /** Renders the start of the next shift; `refused` is true when the server rejected duty outside a shift. */
  readonly renderShift?: (refused: boolean) => ReactNode;
}

export function DutySwitch({ onDuty, title, text, renderShift }: DutySwitchProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const errorText = useErrorText();
  const { busy, problem, run } = useSubmission();
  const change = (next: boolean) => run(() => dispatch(setDuty(next)).unwrap());
  const problemText = (reason: unknown): ReactNode => {
    const code = typeof reason === 'string' ? reason : 'internal';
    if (code === 'driver_busy') return t('duty_on_trip');
    if (code === 'outside_shift' && renderShift) return renderShift(true);
    return errorText(code);
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
        <Typography component="div" role="alert" color="error" sx={{ mt: 1 }}>
          {problemText(problem)}
        </Typography>
      )}
      {problem === null && !onDuty && renderShift?.(false)}
    </Box>
  );
}

/** Large enough to tap in a moving car. */
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
