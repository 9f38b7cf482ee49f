// Emergency dialog: a slider that alerts the operator, a link to the country's emergency number, and the state of the
// call.
import { emergencyNumber } from '@kerb/domain/safety';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { SlideToConfirm } from '../../ui/slide-to-confirm.tsx';
import type { PanicState } from './panic-calls.ts';
import { PanicStatus } from './panic-status.tsx';

interface PanicDialogProps {
  readonly open: boolean;
  readonly state: PanicState;
  readonly onCall: () => void;
  readonly onClose: () => void;
}

export function PanicDialog({ open, state, onCall, onClose }: PanicDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const country = useSettings()?.country ?? '';
  const number = emergencyNumber(country);
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h3" component="h2">
        {t('panic_title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box role="status" sx={{ display: 'grid', gap: 2 }}>
          <PanicStatus state={state} />
        </Box>
        {(state.kind === 'ready' || state.kind === 'sending' || state.kind === 'trying') && (
          <SlideToConfirm text={t('panic_slide')} busy={state.kind !== 'ready'} onConfirm={onCall} />
        )}
        {(state.kind === 'received' || state.kind === 'refused') && (
          <Button variant="outlined" color="inherit" size="large" onClick={onCall}>
            {t('panic_again')}
          </Button>
        )}
        <Button
          href={`tel:${number}`}
          variant="contained"
          color="error"
          size="large"
          startIcon={<PhoneOutlined />}
          sx={{ minHeight: 60, fontSize: '1.0625rem' }}
        >
          {t('panic_call', { number })}
        </Button>
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
